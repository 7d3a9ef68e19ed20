/* bluestein.c - any n as a convolution with a chirp, in one program.
 *
 * With c_j = exp(sign pi i j^2 / n):  X_k = c_k sum over j of (x_j c_j) conj(c_(k-j)),
 * cyclic over m >= 2 n - 1 points: x c, padded; DFT; times the chirp's transform; DFT
 * back; times c. j^2 is reduced mod 2 n in integers and the chirp's transform is made
 * in double, so that only the passes themselves round.
 *
 * Budget: two transforms of m points and three multiplications of lines, each from HBM
 * to HBM (five passes, about 3 us of latency each).
 */
#include "backend/neuron/kernels/kernels.h"
#include "backend/neuron/kernels/passes.h"

#include <string.h>

#include "base/trig.h"

enum { MOST_N = 1 << 21 };

/* The padded length: what four steps or few digits take. */
static int64_t padded(int64_t n)
{
    int64_t least = 2 * n - 1;
    if (least <= NK_ROWS_MOST) {
        return least;
    }
    if (least <= NCS_PARTITIONS * NCS_PARTITIONS) {
        int64_t n1 = NCS_PARTITIONS; /* multiples of 8 that are not far from square */
        while (n1 > 32 && (n1 - 8) * (n1 - 8) >= least) {
            n1 -= 8;
        }
        return n1 * nk_ceil_div(least, n1);
    }
    const int64_t unit = NCS_PARTITIONS * NCS_PARTITIONS;
    int64_t m = unit;
    while (m < least) {
        m *= 2;
    }
    int64_t closer = m / 4 * 3; /* 3 2^k where that is enough */
    return closer >= least && closer % unit == 0 ? closer : m;
}

/* c_j for j < n. */
static void fill_chirp(nk_writer *w, int64_t n, int sign, double *re, double *im)
{
    const tfi_allocator *alloc = ncs_builder_allocator(w->b);
    tfi_trig *trig = NULL;
    ncs_builder_fail(w->b, tfi_trig_create(alloc, 2 * n, &trig));
    int64_t square = 0; /* j^2 mod 2 n */
    for (int64_t j = 0; j < n && trig != NULL; j++) {
        tfi_trig_one(trig, square, &re[j], &im[j]);
        im[j] *= -(double)sign;
        square = (square + 2 * j + 1) % (2 * n);
    }
    tfi_trig_destroy(trig, alloc);
}

/* The transform of conj(c), wrapped round m points, times scale / m. */
static void fill_kernel(nk_writer *w, int64_t n, int64_t m, double scale,
                        const double *chirp, double *re, double *im)
{
    for (int64_t j = 0; j < n; j++) {
        re[j] = chirp[j] * scale / (double)m;
        im[j] = -chirp[n + j] * scale / (double)m;
        if (j > 0) {
            re[m - j] = re[j];
            im[m - j] = im[j];
        }
    }
    (void)nk_host_dft(w, m, -1, re, im);
}

static nk_pair scratch(nk_writer *w, const char *re, const char *im, int64_t elements)
{
    nk_pair p = { ncs_scratch(w->b, re, NCS_F32, 1, elements),
                  ncs_scratch(w->b, im, NCS_F32, 1, elements) };
    return p;
}

typedef struct bluestein {
    int64_t n, m, lines, out;
    int sign;
    double scale;
    nk_pair src, dst; /* contiguous; im missing: real */
} bluestein;

static void convolve(nk_writer *w, const bluestein *b, const double *chirp,
                     const double *kernel)
{
    nk_pair a = scratch(w, "ar", "ai", b->lines * b->m);
    nk_pair c = scratch(w, "cr", "ci", b->lines * b->m);
    nk_lines lines_a = { a, 0, b->m }, lines_c = { c, 0, b->m };
    nk_times_job times = { b->n,         b->m - b->n,         b->lines, chirp,
                           chirp + b->n, { b->src, 0, b->n }, lines_a };
    nk_times_pass(w, &times);
    nk_grid_job there = { TFI_NEURON_C2C, 1, { b->m, 1, 1 }, b->lines, -1, 1.0, a, c };
    nk_grid(w, &there);
    times =
        (nk_times_job){ b->m, 0, b->lines, kernel, kernel + b->m, lines_c, lines_a };
    nk_times_pass(w, &times);
    nk_grid_job back = { TFI_NEURON_C2C, 1, { b->m, 1, 1 }, b->lines, 1, 1.0, a, c };
    nk_grid(w, &back);
    times = (nk_times_job){
        b->out, 0, b->lines, chirp, chirp + b->n, lines_c, { b->dst, 0, b->out }
    };
    nk_times_pass(w, &times);
}

static bool accepts(const ncs_machine *machine, const tfi_neuron_job *job)
{
    int64_t n = job->n[0];
    if (job->rank != 1 || n < 2 || n > MOST_N || job->mode == TFI_NEURON_KAHAN) {
        return false;
    }
    nk_grid_job g = { TFI_NEURON_C2C,
                      1,
                      { padded(n), 1, 1 },
                      job->batch,
                      -1,
                      1.0,
                      { .re = { .buffer = 0 } },
                      { .re = { .buffer = 0 } } };
    return nk_grid_can(machine, &g);
}

static void build(ncs_builder *builder, const tfi_neuron_job *job)
{
    nk_writer w;
    nk_begin(&w, builder, job);
    bool r2c = job->transform == TFI_NEURON_R2C, c2r = job->transform == TFI_NEURON_C2R;
    int64_t n = job->n[0], half = n / 2 + 1;
    bluestein b = { n,
                    padded(n),
                    job->batch,
                    r2c ? half : n,
                    (int)job->sign,
                    job->scale,
                    { .re = { .buffer = 0 } },
                    { .re = { .buffer = 0 } } };
    b.src = nk_inputs(&w, "xr", r2c ? NULL : "xi", job->batch, c2r ? half : n);
    b.dst = nk_outputs(&w, "yr", c2r ? NULL : "yi", job->batch, b.out);
    if (c2r) {
        nk_pair whole = scratch(&w, "hr", "hi", job->batch * n);
        nk_expand_job expand = { n, job->batch, { b.src, 0, half }, { whole, 0, n } };
        nk_expand_pass(&w, &expand);
        b.src = whole;
    }
    double *chirp = nk_values(&w, 2 * n), *kernel = nk_values(&w, 2 * b.m);
    if (chirp != NULL && kernel != NULL) {
        fill_chirp(&w, n, b.sign, chirp, chirp + n);
        fill_kernel(&w, n, b.m, b.scale, chirp, kernel, kernel + b.m);
        convolve(&w, &b, chirp, kernel);
    }
    nk_values_free(&w, chirp);
    nk_values_free(&w, kernel);
}

const tfi_neuron_kernel tfi_neuron_bluestein = {
    "bluestein",    "any length as a convolution with a chirp, in one program",
    TFI_NEURON_DFT, accepts,
    build,
};
