/* neuron_reference.c - what a job should give, in double on the host. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "neuron.h"

/* Multiply-adds that a check may take. */
static const double most_work = 2e9;

const neuron_plane *neuron_plane_find(const neuron_planes *planes, const char *name)
{
    for (int i = 0; i < planes->count; i++) {
        if (strcmp(planes->at[i].place.name, name) == 0) {
            return &planes->at[i];
        }
    }
    return NULL;
}

static double *value_of(const neuron_planes *planes, const char *name)
{
    const neuron_plane *p = neuron_plane_find(planes, name);
    return p != NULL ? p->value : NULL;
}

static double *expected_of(const neuron_planes *planes, const char *name)
{
    const neuron_plane *p = neuron_plane_find(planes, name);
    return p != NULL ? p->expected : NULL;
}

/* [batch, n…], the last dimension of `last` points; im NULL: real. */
static trnfft_tensor tensor_of(const trnfft_neuron_job *j, int64_t last, double *re,
                               double *im)
{
    int64_t shape[4] = { j->batch, j->n[0], j->n[1], j->n[2] };
    shape[j->rank] = last;
    return im == NULL ? trnfft_tensor_real(TRNFFT_F64, j->rank + 1, shape, re)
                      : trnfft_tensor_split(TRNFFT_F64, j->rank + 1, shape, re, im);
}

static bool check_dft(const trnfft_neuron_job *j, const neuron_planes *p)
{
    static const int32_t dims[] = { 1, 2, 3 };
    const int64_t n = j->n[j->rank - 1], half = n / 2 + 1;
    double *xr = value_of(p, "xr"), *xi = value_of(p, "xi");
    double *yr = expected_of(p, "yr"), *yi = expected_of(p, "yi");
    const bool c2r = j->transform == TRNFFT_NEURON_C2R;
    const bool r2c = j->transform == TRNFFT_NEURON_R2C;
    if (xr == NULL || yr == NULL || (xi == NULL) != r2c || (yi == NULL) != c2r ||
        (r2c && j->sign > 0) || (c2r && j->sign < 0)) {
        return false;
    }
    const trnfft_tensor x = tensor_of(j, c2r ? half : n, xr, xi);
    const trnfft_tensor y = tensor_of(j, r2c ? half : n, yr, yi);
    trnfft_status status;
    if (r2c) {
        status = trnfft_rfftn(&x, NULL, dims, j->rank, TRNFFT_NORM_BACKWARD, &y);
    } else if (c2r) {
        status = trnfft_irfftn(&x, j->n, dims, j->rank, TRNFFT_NORM_FORWARD, &y);
    } else if (j->sign < 0) {
        status = trnfft_fftn(&x, NULL, dims, j->rank, TRNFFT_NORM_BACKWARD, &y);
    } else {
        status = trnfft_ifftn(&x, NULL, dims, j->rank, TRNFFT_NORM_FORWARD, &y);
    }
    return status == TRNFFT_OK;
}

static bool check_fnet(const trnfft_neuron_job *j, const neuron_planes *p)
{
    static const int32_t dims[] = { 1, 2 };
    double *x = value_of(p, "x"), *y = expected_of(p, "y");
    const size_t points = (size_t)(j->batch * j->n[0] * j->n[1]);
    double *zero = x == NULL || y == NULL || j->rank != 2
                       ? NULL
                       : calloc(2 * points, sizeof *zero);
    if (zero == NULL) {
        return false;
    }
    const trnfft_tensor in = tensor_of(j, j->n[1], x, zero);
    const trnfft_tensor out = tensor_of(j, j->n[1], y, zero + points);
    const trnfft_status status =
        trnfft_fftn(&in, NULL, dims, 2, TRNFFT_NORM_BACKWARD, &out);
    free(zero);
    return status == TRNFFT_OK;
}

/* y = a b, or with `turned` y = a b^T + bias; [rows, k] by [k, columns]. */
typedef struct product {
    int64_t rows, k, columns;
    const double *ar, *ai, *br, *bi; /* imaginary parts may be NULL */
    double *yr, *yi;
    bool turned;
} product;

static void multiply(const product *p)
{
    for (int64_t r = 0; r < p->rows; r++) {
        for (int64_t c = 0; c < p->columns; c++) {
            double re = 0, im = 0;
            for (int64_t t = 0; t < p->k; t++) {
                const int64_t a = r * p->k + t;
                const int64_t b = p->turned ? c * p->k + t : t * p->columns + c;
                const double ai = p->ai != NULL ? p->ai[a] : 0;
                const double bi = p->bi != NULL ? p->bi[b] : 0;
                re += p->ar[a] * p->br[b] - ai * bi;
                im += p->ar[a] * bi + ai * p->br[b];
            }
            p->yr[r * p->columns + c] = re;
            if (p->yi != NULL) {
                p->yi[r * p->columns + c] = im;
            }
        }
    }
}

static double *shifted(double *at, int64_t by)
{
    return at == NULL ? NULL : at + by;
}

static bool check_gemm(const trnfft_neuron_job *j, const neuron_planes *p)
{
    const int64_t m = j->m, k = j->k, n = j->n[0];
    double *ar = value_of(p, "ar"), *br = value_of(p, "br");
    double *yr = expected_of(p, "yr");
    if (ar == NULL || br == NULL || yr == NULL) {
        return false;
    }
    for (int64_t b = 0; b < j->batch; b++) {
        const product one = { m,
                              k,
                              n,
                              ar + b * m * k,
                              shifted(value_of(p, "ai"), b * m * k),
                              br + b * k * n,
                              shifted(value_of(p, "bi"), b * k * n),
                              yr + b * m * n,
                              shifted(expected_of(p, "yi"), b * m * n),
                              false };
        multiply(&one);
    }
    return true;
}

static bool check_linear(const trnfft_neuron_job *j, const neuron_planes *p)
{
    const int64_t n = j->n[0];
    const double *br = value_of(p, "br"), *bi = value_of(p, "bi");
    const product all = { j->batch,
                          j->k,
                          n,
                          value_of(p, "xr"),
                          value_of(p, "xi"),
                          value_of(p, "wr"),
                          value_of(p, "wi"),
                          expected_of(p, "yr"),
                          expected_of(p, "yi"),
                          true };
    if (all.ar == NULL || all.br == NULL || all.yr == NULL || all.yi == NULL) {
        return false;
    }
    multiply(&all);
    for (int64_t i = 0; i < j->batch * n; i++) {
        all.yr[i] += br != NULL ? br[i % n] : 0;
        all.yi[i] += bi != NULL ? bi[i % n] : 0;
    }
    return true;
}

static bool check_elements(const trnfft_neuron_job *j, const neuron_planes *p)
{
    const bool mask = j->task == TRNFFT_NEURON_TASK_MULTIPLY;
    const double *xr = value_of(p, "xr"), *xi = value_of(p, "xi");
    const double *wr = value_of(p, mask ? "wr" : "b"), *wi = value_of(p, "wi");
    double *yr = expected_of(p, "yr"), *yi = expected_of(p, "yi");
    if (xr == NULL || xi == NULL || wr == NULL || yr == NULL || yi == NULL ||
        (mask && wi == NULL)) {
        return false;
    }
    const int64_t count = neuron_plane_find(p, "yr")->place.elements;
    for (int64_t i = 0; i < count; i++) {
        if (mask) {
            yr[i] = xr[i] * wr[i] - xi[i] * wi[i];
            yi[i] = xr[i] * wi[i] + xi[i] * wr[i];
        } else {
            const double size = hypot(xr[i], xi[i]);
            const double kept = size > 0 ? fmax(0, size + wr[i % j->n[0]]) / size : 0;
            yr[i] = kept * xr[i];
            yi[i] = kept * xi[i];
        }
    }
    return true;
}

static double window_at(const trnfft_neuron_job *j, int64_t i)
{
    return j->window != NULL ? j->window[i] : 1;
}

static bool check_stft(const trnfft_neuron_job *j, const neuron_planes *p)
{
    const int64_t n = j->n[0], bins = n / 2 + 1;
    const double *x = value_of(p, "x");
    double *yr = expected_of(p, "yr"), *yi = expected_of(p, "yi");
    double *frame = calloc((size_t)n, sizeof *frame);
    bool good = x != NULL && yr != NULL && yi != NULL && frame != NULL;
    for (int64_t f = 0; good && f < j->batch * j->frames; f++) {
        const double *from = x + f / j->frames * j->samples + f % j->frames * j->hop;
        for (int64_t i = 0; i < n; i++) {
            frame[i] = from[i] * window_at(j, i);
        }
        const trnfft_tensor in = trnfft_tensor_real(TRNFFT_F64, 1, &n, frame);
        const trnfft_tensor out =
            trnfft_tensor_split(TRNFFT_F64, 1, &bins, yr + f * bins, yi + f * bins);
        good = trnfft_rfft(&in, -1, -1, TRNFFT_NORM_BACKWARD, &out) == TRNFFT_OK;
    }
    free(frame);
    return good;
}

/* Frames back, windowed, added where they overlap, divided by the envelope. */
static bool check_istft(const trnfft_neuron_job *j, const neuron_planes *p)
{
    const int64_t n = j->n[0], bins = n / 2 + 1;
    double *xr = value_of(p, "xr"), *xi = value_of(p, "xi"), *y = expected_of(p, "y");
    double *frame = calloc((size_t)n, sizeof *frame);
    bool good = xr != NULL && xi != NULL && y != NULL && frame != NULL;
    for (int64_t f = 0; good && f < j->batch * j->frames; f++) {
        double *to = y + f / j->frames * j->samples + f % j->frames * j->hop;
        const trnfft_tensor in =
            trnfft_tensor_split(TRNFFT_F64, 1, &bins, xr + f * bins, xi + f * bins);
        const trnfft_tensor out = trnfft_tensor_real(TRNFFT_F64, 1, &n, frame);
        good = trnfft_irfft(&in, n, -1, TRNFFT_NORM_FORWARD, &out) == TRNFFT_OK;
        for (int64_t i = 0; good && i < n; i++) {
            to[i] += frame[i] * window_at(j, i);
        }
    }
    for (int64_t i = 0; good && j->envelope != NULL && i < j->batch * j->samples; i++) {
        y[i] /= j->envelope[i % j->samples];
    }
    free(frame);
    return good;
}

static double work_of(const trnfft_neuron_job *j)
{
    double points = (double)j->batch;
    for (int d = 0; d < j->rank; d++) {
        points *= (double)j->n[d];
    }
    switch (j->task) {
    case TRNFFT_NEURON_TASK_GEMM: return points * (double)j->m * (double)j->k;
    case TRNFFT_NEURON_TASK_LINEAR: return points * (double)j->k;
    case TRNFFT_NEURON_TASK_STFT:
    case TRNFFT_NEURON_TASK_ISTFT: return points * 50 * (double)j->frames;
    default: return 50 * points;
    }
}

bool neuron_reference(const trnfft_neuron_job *job, neuron_planes *planes)
{
    bool good = false;
    if (work_of(job) > most_work) {
        return false;
    }
    switch (job->task) {
    case TRNFFT_NEURON_TASK_DFT: good = check_dft(job, planes); break;
    case TRNFFT_NEURON_TASK_FNET: good = check_fnet(job, planes); break;
    case TRNFFT_NEURON_TASK_GEMM: good = check_gemm(job, planes); break;
    case TRNFFT_NEURON_TASK_LINEAR: good = check_linear(job, planes); break;
    case TRNFFT_NEURON_TASK_STFT: good = check_stft(job, planes); break;
    case TRNFFT_NEURON_TASK_ISTFT: good = check_istft(job, planes); break;
    case TRNFFT_NEURON_TASK_MULTIPLY:
    case TRNFFT_NEURON_TASK_MODRELU: good = check_elements(job, planes); break;
    default: break;
    }
    for (int i = 0; good && i < planes->count; i++) {
        for (int64_t k = 0;
             planes->at[i].expected != NULL && k < planes->at[i].place.elements; k++) {
            planes->at[i].expected[k] *= job->scale;
        }
    }
    return good;
}
