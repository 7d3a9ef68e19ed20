/* line_bluestein.c - solver "bluestein": any length as a convolution with a chirp.
 *
 * L. Bluestein, "A linear filtering approach to the computation of the discrete Fourier
 * transform", IEEE Trans. AU-18 (1970). j k = (j^2 + k^2 - (k - j)^2) / 2; the chirp
 * exp(-pi i j^2 / n) is taken from exact tables of 2 n points with j^2 reduced mod 2 n
 * in integers.
 */
#include <stdbool.h>
#include <string.h>

#include <trnfft/dtype.h>

#include "backend/cpu/stockham.h"
#include "backend/cpu/line_tools.h"
#include "solvers/line_solvers.h"

typedef struct bluestein_plan {
    tfi_line_plan line;
    const tfk_table *kernels;
    tfi_line_plan *child;      /* c2c of the convolution length */
    bool pairs;                /* single lines are convolved as pairs */
    void *chirp_re, *chirp_im; /* n points */
    void *spectrum_re,
        *spectrum_im; /* DFT of the conjugate chirp, divided by the length */
} bluestein_plan;

static size_t body_bytes(const tfi_line_plan *plan, int64_t lanes)
{
    const bluestein_plan *p = (const bluestein_plan *)plan;
    return tfi_part_bytes(plan->problem.dtype, p->child->problem.n * lanes);
}

static size_t bluestein_scratch(const tfi_line_plan *plan, int64_t lanes)
{
    const bluestein_plan *p = (const bluestein_plan *)plan;
    return 2 * body_bytes(plan, lanes) + tfi_line_scratch(p->child, lanes);
}

/* The points behind the first n. */
static void clear_behind(const bluestein_plan *p, const tfi_line_operand *body,
                         int64_t lanes)
{
    const uint32_t dtype = p->line.problem.dtype;
    const int64_t n = p->line.problem.n;
    const size_t bytes =
        (size_t)((p->child->problem.n - n) * lanes) * tfi_type_bytes(dtype);
    if (body->layout == TFI_INTERLEAVED) {
        memset(tfi_at(body->re, dtype, 2 * n), 0, 2 * bytes);
    } else {
        memset(tfi_at(body->re, dtype, n * lanes), 0, bytes);
        memset(tfi_at(body->im, dtype, n * lanes), 0, bytes);
    }
}

static void bluestein_execute(const tfi_line_plan *plan, const tfi_line_args *args)
{
    const bluestein_plan *p = (const bluestein_plan *)plan;
    const uint32_t dtype = plan->problem.dtype;
    const int type = tfi_type_index(dtype);
    const int64_t n = plan->problem.n, length = p->child->problem.n,
                  lanes = args->lanes;
    char *re = args->scratch, *im = re + body_bytes(plan, lanes);
    char *rest = im + body_bytes(plan, lanes);
    tfi_line_operand body = tfi_split(re, im, lanes);
    if (p->pairs && lanes == 1) {
        body = tfi_pairs_at(dtype, re, 1);
    }
    tfk_multiply chirp_in = { tfi_run(&args->in),
                              tfi_run(&body),
                              p->chirp_re,
                              p->chirp_im,
                              n,
                              lanes,
                              1.0,
                              args->conj_in,
                              0 };
    p->kernels->multiply[type](&chirp_in);
    clear_behind(p, &body, lanes);
    tfi_line_args forward = { body, body, lanes, 1.0, 0, 0, rest, 0 };
    tfi_line_execute(p->child, &forward);
    tfk_multiply product = { tfi_run(&body),
                             tfi_run(&body),
                             p->spectrum_re,
                             p->spectrum_im,
                             length,
                             lanes,
                             1.0,
                             0,
                             1 }; /* conjugated, so that the forward transform serves */
    p->kernels->multiply[type](&product);
    tfi_line_args back = { body, body, lanes, 1.0, 0, 1, rest, 0 };
    tfi_line_execute(p->child, &back);
    tfk_multiply chirp_out = {
        tfi_run(&body), tfi_run(&args->out), p->chirp_re, p->chirp_im,   n,
        lanes,          args->scale,         0,           args->conj_out
    };
    p->kernels->multiply[type](&chirp_out);
}

/* All tables in one block, which begins with the real parts of the chirp. */
static bool allocate_tables(bluestein_plan *p, tfi_planner *planner)
{
    const uint32_t dtype = p->line.problem.dtype;
    const size_t chirp = tfi_part_bytes(dtype, p->line.problem.n);
    const size_t spectrum = tfi_part_bytes(dtype, p->child->problem.n);
    const size_t bytes = 2 * chirp + 2 * spectrum;
    char *tables = tfi_alloc_table(planner->alloc, bytes);
    if (tables == NULL) {
        return false;
    }
    p->line.base.table_bytes += bytes;
    p->chirp_re = tables;
    p->chirp_im = tables + chirp;
    p->spectrum_re = tables + 2 * chirp;
    p->spectrum_im = tables + 2 * chirp + spectrum;
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
static void mirror_chirp(bluestein_plan *p)
{
    const uint32_t dtype = p->line.problem.dtype;
    const int64_t n = p->line.problem.n, half = (n + 1) / 2;
    const int sign = n % 2 == 0 ? 1 : -1;
    mirror(dtype, p->chirp_re, tfi_at(p->chirp_re, dtype, n), sign, half);
    mirror(dtype, p->chirp_im, tfi_at(p->chirp_im, dtype, n), sign, half);
}

/* j^2 mod 2 n advances by 2 j + 1. */
static void fill_chirp(bluestein_plan *p, const tfi_trig *trig)
{
    enum { CHUNK = 256 };
    int64_t places[CHUNK];
    const uint32_t dtype = p->line.problem.dtype;
    const int64_t n = p->line.problem.n, half = n / 2 + 1;
    int64_t square = 0;
    for (int64_t j = 0; j < half; j += CHUNK) {
        const int64_t count = half - j < CHUNK ? half - j : CHUNK;
        for (int64_t i = 0; i < count; i++) {
            const int64_t step = 2 * (j + i) + 1;
            places[i] = square;
            square = square >= 2 * n - step ? square - (2 * n - step) : square + step;
        }
        tfi_trig_list(trig, dtype, places, count, tfi_at(p->chirp_re, dtype, j),
                      tfi_at(p->chirp_im, dtype, j));
    }
    mirror_chirp(p);
}

/* The conjugate chirp, laid out cyclically, with zeros between. */
static void fill_kernel(bluestein_plan *p)
{
    const int64_t n = p->line.problem.n, length = p->child->problem.n;
    const uint32_t dtype = p->line.problem.dtype;
    const size_t gap = (size_t)(length - 2 * n + 1) * tfi_type_bytes(dtype);
    memcpy(p->spectrum_re, p->chirp_re, (size_t)n * tfi_type_bytes(dtype));
    if (dtype == TRNFFT_F64) {
        copy_f64(p->chirp_im, p->spectrum_im, -1.0, n);
    } else {
        copy_f32(p->chirp_im, p->spectrum_im, -1.0F, n);
    }
    memset(tfi_at(p->spectrum_re, dtype, n), 0, gap);
    memset(tfi_at(p->spectrum_im, dtype, n), 0, gap);
    mirror(dtype, p->chirp_re, tfi_at(p->spectrum_re, dtype, length), 1, n);
    mirror(dtype, p->chirp_im, tfi_at(p->spectrum_im, dtype, length), -1, n);
}

static trnfft_status bluestein_wake(tfi_plan *plan, tfi_planner *planner)
{
    bluestein_plan *p = (bluestein_plan *)plan;
    const int64_t n = p->line.problem.n, length = p->child->problem.n;
    TFI_TRY(tfi_plan_wake(&p->child->base, planner));
    p->pairs = tfi_stockham_likes_pairs(p->child);
    const bool has_tables = allocate_tables(p, planner);
    void *scratch = tfi_alloc_table(planner->alloc, tfi_line_scratch(p->child, 1) + 64);
    if (!has_tables || !scratch) {
        tfi_free(planner->alloc, scratch);
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY,
                        "no memory for the tables of n = %lld", (long long)n);
    }
    tfi_trig *trig = NULL;
    trnfft_status status = tfi_trig_create(planner->alloc, 2 * n, &trig);
    if (status == TRNFFT_OK) {
        fill_chirp(p, trig);
        tfi_trig_destroy(trig, planner->alloc);
        fill_kernel(p);
        tfi_line_operand o = tfi_split(p->spectrum_re, p->spectrum_im, 1);
        tfi_line_args forward = { o, o, 1, 1.0 / (double)length, 0, 0, scratch, 0 };
        tfi_line_execute(p->child, &forward);
    }
    tfi_free(planner->alloc, scratch);
    return status;
}

static void bluestein_fini(tfi_plan *plan, const tfi_allocator *alloc)
{
    bluestein_plan *p = (bluestein_plan *)plan;
    tfi_free(alloc, p->chirp_re); /* and all others */
    tfi_plan_free((tfi_plan *)p->child, alloc);
}

static void bluestein_print(const tfi_plan *plan, tfi_printer *printer)
{
    const bluestein_plan *p = (const bluestein_plan *)plan;
    tfi_print_line(printer, "bluestein n=%lld (%.3g ns)", (long long)p->line.problem.n,
                   plan->cost_ns);
    tfi_plan_print_child(&p->child->base, printer);
}

static const tfi_plan_ops bluestein_ops = { bluestein_wake, bluestein_fini,
                                            bluestein_print };

/* As measured against rader, decimate and four_step of the same lengths: their rows and
 * permutations gain less from long vectors of double than these products do. */
static double against_others(const tfi_planner *planner, uint32_t dtype)
{
    return dtype == TRNFFT_F64 && tfi_has_long_vectors(planner, dtype) ? 0.93 : 1.0;
}

static trnfft_status plan_bluestein(const tfi_solver *solver,
                                    const tfi_problem *problem, tfi_planner *planner,
                                    tfi_plan **out)
{
    const tfi_line_problem *line = (const tfi_line_problem *)problem;
    *out = NULL;
    if (line->kind != TFI_C2C || line->n < 2 || line->n > INT64_MAX / 16) {
        return TRNFFT_OK;
    }
    if (!planner->forced && tfi_stockham_exists(line->n)) {
        return TRNFFT_OK;
    }
    int64_t length = 0;
    if (planner->choice != NULL) {
        length = planner->choice->at[0];
        if (length < 2 * line->n - 1 || length / 16 > line->n) {
            return TRNFFT_OK;
        }
    } else {
        TFI_TRY(tfi_convolution_length(planner, TFI_C2C, line->dtype, 2 * line->n - 1,
                                       &length));
    }
    tfi_line_plan *child = NULL;
    double cost = 0;
    TFI_TRY(tfi_line_child(planner, TFI_C2C, line->dtype, length, &child, &cost));
    bluestein_plan *p =
        (bluestein_plan *)tfi_line_new(planner, solver, &bluestein_ops, sizeof *p, line,
                                       bluestein_execute, bluestein_scratch);
    if (p == NULL) {
        tfi_plan_free((tfi_plan *)child, planner->alloc);
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY, "no memory for a plan");
    }
    p->kernels = tfk_table_for(planner->cpu);
    p->child = child;
    double bytes = 6.0 * (double)length * (double)tfi_type_bytes(line->dtype);
    p->line.base.cost_ns =
        against_others(planner, line->dtype) *
        (2.0 * cost + 20.0 +
         tfi_cost_points(planner, line->dtype, length + 2 * line->n, 8.0) +
         tfi_cost_line_sweep(planner, line, length + 2 * line->n, bytes));
    *out = &p->line.base;
    return TRNFFT_OK;
}

/* The length of the convolution. */
static size_t choose_bluestein(const tfi_solver *solver, const tfi_problem *problem,
                               tfi_planner *planner, tfi_choice *list, size_t capacity)
{
    const tfi_line_problem *line = (const tfi_line_problem *)problem;
    int64_t lengths[TFI_CONVOLUTION_LENGTHS];
    (void)solver;
    if (line->kind != TFI_C2C || line->n < 2 || line->n > INT64_MAX / 16) {
        return 0;
    }
    size_t count = tfi_convolution_lengths(planner, TFI_C2C, line->dtype,
                                           2 * line->n - 1, lengths);
    count = count < capacity ? count : capacity;
    for (size_t i = 0; i < count; i++) {
        list[i] = (tfi_choice){ 1, { lengths[i] } };
    }
    return count;
}

const tfi_solver tfi_solver_bluestein = { .name = "bluestein",
                                          .kind = TFI_PROBLEM_LINE,
                                          .plan = plan_bluestein,
                                          .choices = choose_bluestein };
