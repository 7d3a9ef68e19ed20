/* window.c - scipy's windows. Each is computed in double on its symmetric length, then
 * rounded into the tensor. */
#include <math.h>
#include <string.h>

#include <trnfft/window.h>

#include "base/status.h"
#include "plan/context.h"
#include "signal/elements.h"
#include "signal/slepian.h"
#include "tensor/view.h"

#define PI 3.14159265358979323846

/* Coefficients of sums a_0 - a_1 cos x + a_2 cos 2x - … */
typedef struct cosine_sum {
    int n;
    double a[5];
} cosine_sum;

static const cosine_sum hann = { 2, { 0.5, 0.5 } };
static const cosine_sum hamming = { 2, { 0.54, 0.46 } };
static const cosine_sum blackman = { 3, { 0.42, 0.5, 0.08 } };
static const cosine_sum nuttall = { 4, { 0.3635819, 0.4891775, 0.1365995, 0.0106411 } };
static const cosine_sum blackmanharris = { 4, { 0.35875, 0.48829, 0.14128, 0.01168 } };
static const cosine_sum flattop = {
    5, { 0.21557895, 0.41663158, 0.277263158, 0.083578947, 0.006947368 }
};

/* cos(2 pi j / n) for 0 <= j <= n: the argument stays below pi / 4, so that the ends,
 * the quarters and the middle are exact and both halves agree. */
static double cos_of_turn(int64_t j, int64_t n)
{
    double sign = 1.0;
    if (j > n - j) {
        j = n - j;
    }
    /* Now in eighths of n: 8 j <= 4 n. */
    if (4 * j > n) {
        sign = -1.0;
        /* cos(pi - y): y = 2 pi (n / 2 - j) / n */
        int64_t twice = n - 2 * j;
        return 4 * twice > n
                   ? sign * sin(PI * (double)(n - 2 * twice) / (double)(2 * n))
                   : sign * cos(PI * (double)twice / (double)n);
    }
    return 8 * j > n ? sin(PI * (double)(n - 4 * j) / (double)(2 * n))
                     : cos(2.0 * PI * (double)j / (double)n);
}

static void fill_cosines(const cosine_sum *sum, int64_t n, int64_t m, double *w)
{
    for (int64_t j = 0; j < n; j++) {
        double value = 0.0;
        for (int k = 0; k < sum->n; k++) {
            double term = sum->a[k] * cos_of_turn((int64_t)k * j % (m - 1), m - 1);
            value += k % 2 ? -term : term;
        }
        w[j] = value;
    }
}

static void fill_bartlett(int64_t n, int64_t m, double *w)
{
    for (int64_t j = 0; j < n; j++) {
        int64_t nearer = j < m - 1 - j ? j : m - 1 - j;
        w[j] = 2.0 * (double)nearer / (double)(m - 1);
    }
}

/* exp(-|x|) I0(x): the power series where its terms are few, else the asymptotic one,
 * whose smallest term is about exp(-2 |x|). */
static double i0_scaled(double x)
{
    x = fabs(x);
    double sum = 1.0, term = 1.0;
    if (x <= 25.0) {
        for (int k = 1; term > sum * 1e-18; k++) {
            term *= (x / (2.0 * k)) * (x / (2.0 * k));
            sum += term;
        }
        return sum * exp(-x);
    }
    for (int k = 1; k < 60 && term > sum * 1e-18; k++) {
        double odd = 2.0 * k - 1.0;
        term *= odd * odd / (8.0 * k * x);
        sum += term;
    }
    return sum / (sqrt(2.0 * PI) * sqrt(x)); /* no overflow of 2 pi x */
}

static void fill_kaiser(double beta, int64_t n, int64_t m, double *w)
{
    double below = i0_scaled(beta);
    beta = fabs(beta);
    for (int64_t j = 0; j < n; j++) {
        /* root = sqrt(1 - t^2) and 1 - root = t^2 / (1 + root), without cancellation */
        double t = (double)(2 * j - (m - 1)) / (double)(m - 1);
        double root = 2.0 * sqrt((double)j * (double)(m - 1 - j)) / (double)(m - 1);
        w[j] = i0_scaled(beta * root) / below * exp(-beta * (t * t / (1.0 + root)));
    }
}

static void fill_gaussian(double deviation, int64_t n, int64_t m, double *w)
{
    for (int64_t j = 0; j < n; j++) {
        double x = ((double)j - 0.5 * (double)(m - 1)) / deviation;
        w[j] = exp(-0.5 * x * x);
    }
}

static void fill_tukey(double alpha, int64_t n, int64_t m, double *w)
{
    if (alpha >= 1.0) {
        fill_cosines(&hann, n, m, w);
        return;
    }
    double slope = alpha * (double)(m - 1); /* of both ends together, in points */
    int64_t width = (int64_t)floor(0.5 * slope);
    for (int64_t j = 0; j < n; j++) {
        int64_t nearer = j < m - 1 - j ? j : m - 1 - j;
        w[j] = alpha > 0.0 && nearer <= width
                   ? 0.5 * (1.0 - cos(2.0 * PI * (double)nearer / slope))
                   : 1.0;
    }
}

static void fill_cosine(int64_t n, int64_t m, double *w)
{
    for (int64_t j = 0; j < n; j++) {
        int64_t nearer = j < m - 1 - j ? j : m - 1 - j;
        w[j] = sin(PI * ((double)nearer + 0.5) / (double)m);
    }
}

static void fill_ones(int64_t n, double *w)
{
    for (int64_t j = 0; j < n; j++) {
        w[j] = 1.0;
    }
}

/* The first n of m symmetric points; w has room for m. */
static void fill(int32_t kind, double parameter, int64_t n, int64_t m, double *w)
{
    switch (kind) {
    case TRNFFT_WINDOW_HANN: fill_cosines(&hann, n, m, w); break;
    case TRNFFT_WINDOW_HAMMING: fill_cosines(&hamming, n, m, w); break;
    case TRNFFT_WINDOW_BLACKMAN: fill_cosines(&blackman, n, m, w); break;
    case TRNFFT_WINDOW_NUTTALL: fill_cosines(&nuttall, n, m, w); break;
    case TRNFFT_WINDOW_BLACKMANHARRIS: fill_cosines(&blackmanharris, n, m, w); break;
    case TRNFFT_WINDOW_FLATTOP: fill_cosines(&flattop, n, m, w); break;
    case TRNFFT_WINDOW_BARTLETT: fill_bartlett(n, m, w); break;
    case TRNFFT_WINDOW_KAISER: fill_kaiser(parameter, n, m, w); break;
    case TRNFFT_WINDOW_GAUSSIAN: fill_gaussian(parameter, n, m, w); break;
    case TRNFFT_WINDOW_TUKEY: fill_tukey(parameter, n, m, w); break;
    case TRNFFT_WINDOW_COSINE: fill_cosine(n, m, w); break;
    default: fill_ones(n, w); break;
    }
}

static trnfft_status check_parameter(int32_t kind, const double *parameters, int64_t n,
                                     double *parameter)
{
    static const char function[] = "trnfft_window";
    bool needed = kind == TRNFFT_WINDOW_KAISER || kind == TRNFFT_WINDOW_GAUSSIAN ||
                  kind == TRNFFT_WINDOW_DPSS;
    *parameter = kind == TRNFFT_WINDOW_TUKEY ? 0.5 : 0.0;
    if (parameters == NULL && needed) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: parameters = NULL: the window %s needs one parameter",
                        function, trnfft_window_name(kind));
    }
    if (parameters == NULL || (!needed && kind != TRNFFT_WINDOW_TUKEY)) {
        return TRNFFT_OK;
    }
    double p = parameters[0];
    const char *rule = NULL;
    if (!tfi_is_finite(p)) {
        rule = "must be a finite number";
    } else if (kind == TRNFFT_WINDOW_GAUSSIAN && p <= 0.0) {
        rule = "the standard deviation must be above 0";
    } else if (kind == TRNFFT_WINDOW_TUKEY && (p < 0.0 || p > 1.0)) {
        rule = "alpha must be 0 … 1";
    } else if (kind == TRNFFT_WINDOW_DPSS && n > 1 &&
               (p <= 0.0 || p >= 0.5 * (double)n)) {
        rule = "NW must be above 0 and below half the points";
    }
    if (rule != NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: parameters[0] = %g: %s",
                        function, p, rule);
    }
    *parameter = p;
    return TRNFFT_OK;
}

static trnfft_status check_window(int32_t kind, int32_t symmetry,
                                  const trnfft_tensor *window)
{
    static const char function[] = "trnfft_window";
    if (kind < TRNFFT_WINDOW_HANN || kind > TRNFFT_WINDOW_DPSS) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: kind = %d: no such window",
                        function, (int)kind);
    }
    if (symmetry != TRNFFT_PERIODIC && symmetry != TRNFFT_SYMMETRIC) {
        return tfi_fail(
            TRNFFT_ERROR_INVALID_ARGUMENT,
            "%s: symmetry = %d: must be TRNFFT_PERIODIC or TRNFFT_SYMMETRIC", function,
            (int)symmetry);
    }
    TFI_TRY(tfi_tensor_check_output(function, "window", window));
    if (window->rank != 1) {
        return tfi_fail(TRNFFT_ERROR_INVALID_SHAPE,
                        "%s: window has rank %d: a window has one dimension", function,
                        (int)window->rank);
    }
    if (window->im != NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_DTYPE,
                        "%s: window is complex: these windows are real", function);
    }
    if (window->dtype == TRNFFT_S16 || window->dtype == TRNFFT_S24) {
        return tfi_fail(TRNFFT_ERROR_INVALID_DTYPE,
                        "%s: window is %s: results need a floating-point type",
                        function, trnfft_dtype_name(window->dtype));
    }
    return TRNFFT_OK;
}

trnfft_status trnfft_window(int32_t kind, int32_t symmetry, const double *parameters,
                            const trnfft_tensor *window)
{
    TFI_TRY(check_window(kind, symmetry, window));
    int64_t n = window->shape[0];
    int64_t m = symmetry == TRNFFT_PERIODIC ? n + 1 : n;
    double parameter;
    TFI_TRY(check_parameter(kind, parameters, n, &parameter));
    if (n == 0) {
        return TRNFFT_OK;
    }
    const tfi_allocator *alloc = tfi_current_allocator();
    double *w = tfi_alloc_array(alloc, (size_t)m, sizeof *w);
    if (w == NULL) {
        return tfi_fail_memory("trnfft_window", (size_t)m * sizeof *w);
    }
    trnfft_status status = TRNFFT_OK;
    if (n == 1) {
        w[0] = 1.0;
    } else if (kind == TRNFFT_WINDOW_DPSS) {
        status = tfi_slepian("trnfft_window", parameter, m, w);
    } else {
        fill(kind, parameter, n, m, w);
    }
    if (status == TRNFFT_OK) {
        trnfft_tensor from = trnfft_tensor_real(TRNFFT_F64, 1, &n, w);
        status = trnfft_tensor_copy(&from, window);
    }
    tfi_free(alloc, w);
    return status;
}
