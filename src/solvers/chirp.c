/* chirp.c - the convolution with a chirp and its tables. */
#include "solvers/chirp.h"

#include <string.h>

#include <trnfft/dtype.h>

#include "backend/cpu/stockham.h"

/* What a single line takes longer, or shorter, than its child's price and that of the
 * sweep say, by the bytes that it touches: measured between the first-level cache and
 * shares of the third. */
static double between_caches(const tfi_planner *planner, const tfi_line_problem *line,
                             double bytes)
{
    static const struct step {
        double bytes, factor; /* up to so many bytes */
    } f32[] = { { 17e3, 1.0 },  { 400e3, 0.93 }, { 576e3, 1.2 }, { 864e3, 1.5 },
                { 2.7e6, 1.9 }, { 3.6e6, 1.6 },  { 1e99, 1.3 } },
      f64[] = { { 34e3, 1.0 },   { 67e3, 0.94 },  { 130e3, 0.98 }, { 298e3, 1.0 },
                { 576e3, 0.82 }, { 800e3, 0.95 }, { 2.5e6, 1.15 }, { 1e99, 1.25 } };
    if (line->lanes != 0 ||
        (planner->cpu != TFI_CPU_AVX512 && planner->cpu != TFI_CPU_AVX2)) {
        return 1.0;
    }
    const struct step *step = line->dtype == TRNFFT_F64 ? f64 : f32;
    while (bytes > step->bytes) {
        step++;
    }
    return step->factor;
}

double tfi_chirp_cost(const tfi_chirp *p, const tfi_planner *planner,
                      const tfi_line_problem *line, double child)
{
    const int64_t points = p->length + p->n_in + p->n_out;
    const double bytes = 6.0 * (double)p->length * (double)tfi_type_bytes(p->dtype);
    return 20.0 + tfi_cost_line_sweep(planner, line, points, bytes) +
           between_caches(planner, line, bytes) *
               (2.0 * child + tfi_cost_points(planner, p->dtype, points, 8.0));
}

static size_t body_bytes(const tfi_chirp *p, int64_t lanes)
{
    return tfi_part_bytes(p->dtype, p->length * lanes);
}

size_t tfi_chirp_scratch(const tfi_chirp *p, int64_t lanes)
{
    return 2 * body_bytes(p, lanes) + tfi_line_scratch(p->child, lanes);
}

tfi_line_operand tfi_chirp_body(const tfi_chirp *p, void *scratch, int64_t lanes)
{
    return p->pairs && lanes == 1
               ? tfi_pairs_at(p->dtype, scratch, 1)
               : tfi_split(scratch, tfi_advance(scratch, body_bytes(p, lanes)), lanes);
}

tfk_multiply tfi_chirp_times(const tfi_chirp *p, const tfi_line_operand *in,
                             const tfi_line_operand *out, int64_t n, int64_t lanes)
{
    const tfk_multiply times = { tfi_run(in), tfi_run(out), p->re, p->im, n,
                                 lanes,       1.0,          0,     0 };
    return times;
}

/* The points behind the first n_in. */
static void clear_behind(const tfi_chirp *p, const tfi_line_operand *body,
                         int64_t lanes)
{
    const int64_t n = p->n_in;
    const size_t bytes = (size_t)((p->length - n) * lanes) * tfi_type_bytes(p->dtype);
    if (body->layout == TFI_INTERLEAVED) {
        memset(tfi_at(body->re, p->dtype, 2 * n), 0, 2 * bytes);
    } else {
        memset(tfi_at(body->re, p->dtype, n * lanes), 0, bytes);
        memset(tfi_at(body->im, p->dtype, n * lanes), 0, bytes);
    }
}

void tfi_chirp_convolve(const tfi_chirp *p, void *scratch, int64_t lanes)
{
    const tfi_line_operand body = tfi_chirp_body(p, scratch, lanes);
    void *rest = tfi_advance(scratch, 2 * body_bytes(p, lanes));
    clear_behind(p, &body, lanes);
    const tfi_line_args forward = { body, body, lanes, 1.0, 0, 0, rest, 0 };
    tfi_line_execute(p->child, &forward);
    const tfk_multiply product = { tfi_run(&body),
                                   tfi_run(&body),
                                   p->spectrum_re,
                                   p->spectrum_im,
                                   p->length,
                                   lanes,
                                   1.0,
                                   0,
                                   1 }; /* so that the forward transform serves */
    p->kernels->multiply[tfi_type_index(p->dtype)](&product);
    const tfi_line_args back = { body, body, lanes, 1.0, 0, 1, rest, 0 };
    tfi_line_execute(p->child, &back);
}

/* All tables in one block, which begins with the real parts of the chirp. */
static bool allocate_tables(tfi_chirp *p, tfi_planner *planner, size_t *bytes)
{
    const size_t points = tfi_part_bytes(p->dtype, p->n);
    const size_t spectrum = tfi_part_bytes(p->dtype, p->length);
    char *tables = tfi_alloc_table(planner->alloc, 2 * points + 2 * spectrum);
    if (tables == NULL) {
        return false;
    }
    *bytes += 2 * points + 2 * spectrum;
    p->re = tables;
    p->im = tables + points;
    p->spectrum_re = tables + 2 * points;
    p->spectrum_im = tables + 2 * points + spectrum;
    return true;
}

/* to[j] = sign from[j], j = 0 … count-1, or to[-j], j = 1 … count-1. */
#define COPIES(T, suffix)                                                       \
    static void copy_##suffix(const T *restrict from, T *restrict to, T sign,   \
                              int64_t count)                                    \
    {                                                                           \
        for (int64_t j = 0; j < count; j++) {                                   \
            to[j] = sign * from[j];                                             \
        }                                                                       \
    }                                                                           \
    static void mirror_##suffix(const T *restrict from, T *restrict to, T sign, \
                                int64_t count)                                  \
    {                                                                           \
        for (int64_t j = 1; j < count; j++) {                                   \
            to[-j] = sign * from[j];                                            \
        }                                                                       \
    }
COPIES(float, f32)
COPIES(double, f64)
#undef COPIES

static void mirror(uint32_t dtype, const void *from, void *to, int sign, int64_t count)
{
    if (dtype == TRNFFT_F64) {
        mirror_f64(from, to, (double)sign, count);
    } else {
        mirror_f32(from, to, (float)sign, count);
    }
}

/* chirp[n - j] = -chirp[j] for odd n, chirp[j] for even. */
static void mirror_chirp(const tfi_chirp *p)
{
    const uint32_t dtype = p->dtype;
    const int64_t n = p->n, half = (n + 1) / 2;
    const int sign = n % 2 == 0 ? 1 : -1;
    mirror(dtype, p->re, tfi_at(p->re, dtype, n), sign, half);
    mirror(dtype, p->im, tfi_at(p->im, dtype, n), sign, half);
}

/* j^2 mod 2 n advances by 2 j + 1. */
static void fill_points(const tfi_chirp *p, const tfi_trig *trig)
{
    enum { CHUNK = 256 };
    int64_t places[CHUNK];
    const uint32_t dtype = p->dtype;
    const int64_t n = p->n, half = n / 2 + 1;
    int64_t square = 0;
    for (int64_t j = 0; j < half; j += CHUNK) {
        const int64_t count = half - j < CHUNK ? half - j : CHUNK;
        for (int64_t i = 0; i < count; i++) {
            const int64_t step = 2 * (j + i) + 1;
            places[i] = square;
            square = square >= 2 * n - step ? square - (2 * n - step) : square + step;
        }
        tfi_trig_list(trig, dtype, places, count, tfi_at(p->re, dtype, j),
                      tfi_at(p->im, dtype, j));
    }
    mirror_chirp(p);
}

/* The conjugate chirp, laid out cyclically, with zeros between. */
static void fill_kernel(const tfi_chirp *p)
{
    const int64_t length = p->length, n_in = p->n_in, n_out = p->n_out;
    const uint32_t dtype = p->dtype;
    const size_t gap = (size_t)(length - n_in - n_out + 1) * tfi_type_bytes(dtype);
    memcpy(p->spectrum_re, p->re, (size_t)n_out * tfi_type_bytes(dtype));
    if (dtype == TRNFFT_F64) {
        copy_f64(p->im, p->spectrum_im, -1.0, n_out);
    } else {
        copy_f32(p->im, p->spectrum_im, -1.0F, n_out);
    }
    memset(tfi_at(p->spectrum_re, dtype, n_out), 0, gap);
    memset(tfi_at(p->spectrum_im, dtype, n_out), 0, gap);
    mirror(dtype, p->re, tfi_at(p->spectrum_re, dtype, length), 1, n_in);
    mirror(dtype, p->im, tfi_at(p->spectrum_im, dtype, length), -1, n_in);
}

trnfft_status tfi_chirp_wake(tfi_chirp *p, tfi_planner *planner, size_t *bytes)
{
    const int64_t length = p->length;
    TFI_TRY(tfi_plan_wake(&p->child->base, planner));
    p->pairs = tfi_stockham_likes_pairs(p->child, false);
    const bool has_tables = allocate_tables(p, planner, bytes);
    void *scratch = tfi_alloc_table(planner->alloc, tfi_line_scratch(p->child, 1) + 64);
    if (!has_tables || !scratch) {
        tfi_free(planner->alloc, scratch);
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY,
                        "no memory for the tables of n = %lld", (long long)p->n);
    }
    tfi_trig *trig = NULL;
    trnfft_status status = tfi_trig_create(planner->alloc, 2 * p->n, &trig);
    if (status == TRNFFT_OK) {
        fill_points(p, trig);
        tfi_trig_destroy(trig, planner->alloc);
        fill_kernel(p);
        tfi_line_operand o = tfi_split(p->spectrum_re, p->spectrum_im, 1);
        tfi_line_args forward = { o, o, 1, 1.0 / (double)length, 0, 0, scratch, 0 };
        tfi_line_execute(p->child, &forward);
    }
    tfi_free(planner->alloc, scratch);
    return status;
}

void tfi_chirp_free(tfi_chirp *p, const tfi_allocator *alloc)
{
    tfi_free(alloc, p->re); /* and all others */
    tfi_plan_free((tfi_plan *)p->child, alloc);
}
