/* line_rader.c - solver "rader": a prime length as a cyclic convolution of length n
 * - 1.
 *
 * C. M. Rader, "Discrete Fourier transforms when the number of data samples is prime",
 * Proc. IEEE 56 (1968). With a primitive root g: X[g^-p] = x[0] + sum_q x[g^q]
 * w^(g^(q-p)).
 */
#include <math.h>
#include <string.h>

#include <trnfft/dtype.h>

#include "backend/cpu/line_tools.h"
#include "base/primes.h"
#include "solvers/line_move.h"
#include "solvers/line_solvers.h"

typedef struct rader_plan {
    tfi_line_plan line;
    const tfk_table *kernels;
    tfi_line_plan *child; /* c2c, n - 1 */
    int32_t *powers;      /* g^q, q = 0 … n-1; g^-q backwards from the end */
    void *spectrum_re, *spectrum_im; /* DFT of w^(g^-q), divided by n - 1 */
} rader_plan;

static size_t row_bytes(const tfi_line_plan *plan, int64_t lanes)
{
    return tfi_array_bytes(plan->problem.dtype, lanes);
}

static size_t body_bytes(const tfi_line_plan *plan, int64_t lanes)
{
    return tfi_array_bytes(plan->problem.dtype, (plan->problem.n - 1) * lanes);
}

static size_t rader_scratch(const tfi_line_plan *plan, int64_t lanes)
{
    const rader_plan *p = (const rader_plan *)plan;
    return 2 * body_bytes(plan, lanes) + 4 * row_bytes(plan, lanes) +
           tfi_line_scratch(p->child, lanes);
}

/* The product with the spectrum and the inverse transform of a cyclic convolution, in
 * place: the product is stored conjugated, so that the forward transform serves. */
static void convolve(const rader_plan *p, void *re, void *im, int64_t lanes,
                     void *scratch)
{
    const int64_t n = p->child->problem.n;
    tfi_line_operand o = tfi_split(re, im, lanes);
    tfk_multiply product = {
        tfi_run(&o), tfi_run(&o), p->spectrum_re, p->spectrum_im, n, lanes, 1.0, 0, 1
    };
    p->kernels->multiply[tfi_type_index(p->line.problem.dtype)](&product);
    tfi_line_args back = { o, o, lanes, 1.0, 0, 1, scratch, 0 };
    tfi_line_execute(p->child, &back);
}

/* sum[b] = x0[b] + dc[b], then out point 0 = that, scaled. */
static void store_zero(const rader_plan *p, const tfi_line_args *args,
                       const void *x0_re, const void *x0_im, const void *dc_re,
                       const void *dc_im)
{
    static const int32_t zero = 0;
    tfi_scatter(p->line.problem.dtype, dc_re, dc_im, x0_re, x0_im, &zero, 1,
                args->lanes, args->scale, args->conj_out, &args->out);
}

static void rader_execute(const tfi_line_plan *plan, const tfi_line_args *args)
{
    static const int32_t zero = 0;
    const rader_plan *p = (const rader_plan *)plan;
    const uint32_t dtype = plan->problem.dtype;
    const int64_t n = plan->problem.n, lanes = args->lanes;
    const size_t row = row_bytes(plan, lanes);
    char *re = args->scratch, *im = re + body_bytes(plan, lanes);
    char *x0_re = im + body_bytes(plan, lanes), *x0_im = x0_re + row;
    char *dc_re = x0_im + row, *dc_im = dc_re + row, *rest = dc_im + row;
    tfi_gather(dtype, &args->in, &zero, 1, lanes, args->conj_in, x0_re, x0_im);
    tfi_gather(dtype, &args->in, p->powers, n - 1, lanes, args->conj_in, re, im);
    tfi_line_operand body = tfi_split(re, im, lanes);
    tfi_line_args forward = { body, body, lanes, 1.0, 0, 0, rest, 0 };
    tfi_line_execute(p->child, &forward);
    memcpy(dc_re, re, (size_t)lanes * tfi_type_bytes(dtype));
    memcpy(dc_im, im, (size_t)lanes * tfi_type_bytes(dtype));
    convolve(p, re, im, lanes, rest);
    store_zero(p, args, x0_re, x0_im, dc_re, dc_im);
    tfi_scatter(dtype, re, im, x0_re, x0_im, p->powers + n - 1, n - 1, lanes,
                args->scale, args->conj_out, &args->out);
}

static trnfft_status allocate_tables(rader_plan *p, tfi_planner *planner)
{
    const int64_t n = p->line.problem.n - 1;
    size_t bytes = tfi_array_bytes(p->line.problem.dtype, n);
    size_t index_bytes = (size_t)(n + 1) * sizeof(int32_t);
    p->powers = tfi_alloc_table(planner->alloc, index_bytes);
    p->spectrum_re = tfi_alloc_table(planner->alloc, bytes);
    p->spectrum_im = tfi_alloc_table(planner->alloc, bytes);
    if (!p->powers || !p->spectrum_re || !p->spectrum_im) {
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY,
                        "no memory for the tables of n = %lld", (long long)n + 1);
    }
    p->line.base.table_bytes += 2 * bytes + index_bytes;
    return TRNFFT_OK;
}

/* w^(g^-q), the kernel of the convolution; g^-(q + half) is the negative of g^-q. */
#define FILL_KERNEL(name, T, list)                                     \
    static void name(rader_plan *p, const tfi_trig *trig)              \
    {                                                                  \
        enum { CHUNK = 256 };                                          \
        int64_t places[CHUNK];                                         \
        T *re = p->spectrum_re, *im = p->spectrum_im;                  \
        const int64_t half = (p->line.problem.n - 1) / 2;              \
        const int32_t *last = p->powers + 2 * half;                    \
        for (int64_t q = 0; q < half; q += CHUNK) {                    \
            const int64_t count = half - q < CHUNK ? half - q : CHUNK; \
            for (int64_t i = 0; i < count; i++) {                      \
                places[i] = last[-q - i];                              \
            }                                                          \
            list(trig, places, count, re + q, im + q);                 \
        }                                                              \
        for (int64_t q = 0; q < half; q++) {                           \
            re[q + half] = re[q];                                      \
            im[q + half] = -im[q];                                     \
        }                                                              \
    }

FILL_KERNEL(fill_kernel_f32, float, tfi_trig_list_f32)
FILL_KERNEL(fill_kernel_f64, double, tfi_trig_list_f64)

/* The DFT of the kernel, over N = n - 1, is made of Gauss sums: B_0 = -1, B_(N-k) =
 * (-1)^k conj B_k, and all others have the magnitude sqrt(n). The computed one is moved
 * to the nearest values that have it, which takes most of its error away. */
#define SHARPEN(name, T)                                                              \
    static void name(T *re, T *im, int64_t n)                                         \
    {                                                                                 \
        enum { CHUNK = 64 };                                                          \
        double x[CHUNK], y[CHUNK], scale[CHUNK];                                      \
        const int64_t length = n - 1, middle = length / 2;                            \
        const double magnitude = sqrt((double)n) / (double)length;                    \
        re[0] = (T)(-1.0 / (double)length);                                           \
        im[0] = 0;                                                                    \
        for (int64_t k0 = 1; k0 <= middle; k0 += CHUNK) {                             \
            const int64_t left = middle + 1 - k0, some = left < CHUNK ? left : CHUNK; \
            T *low_re = re + k0, *low_im = im + k0;                                   \
            T *high_re = re + length - k0, *high_im = im + length - k0;               \
            for (int64_t i = 0; i < some; i++) {                                      \
                const double sign = i % 2 != 0 ? 1.0 : -1.0; /* k0 is odd */          \
                x[i] = (double)low_re[i] + sign * (double)high_re[-i];                \
                y[i] = (double)low_im[i] - sign * (double)high_im[-i];                \
            }                                                                         \
            for (int64_t i = 0; i < some; i++) {                                      \
                scale[i] = magnitude / sqrt(x[i] * x[i] + y[i] * y[i]);               \
            }                                                                         \
            for (int64_t i = 0; i < some; i++) {                                      \
                const double sign = i % 2 != 0 ? 1.0 : -1.0;                          \
                low_re[i] = (T)(x[i] * scale[i]);                                     \
                low_im[i] = (T)(y[i] * scale[i]);                                     \
                high_re[-i] = (T)(sign * x[i] * scale[i]);                            \
                high_im[-i] = (T)(-sign * y[i] * scale[i]);                           \
            }                                                                         \
        }                                                                             \
    }

SHARPEN(sharpen_f32, float)
SHARPEN(sharpen_f64, double)

static trnfft_status rader_wake(tfi_plan *plan, tfi_planner *planner)
{
    rader_plan *p = (rader_plan *)plan;
    const int64_t n = p->line.problem.n;
    TFI_TRY(tfi_plan_wake(&p->child->base, planner));
    TFI_TRY(allocate_tables(p, planner));
    tfi_root_powers(n, p->powers);
    tfi_trig *trig = NULL;
    TFI_TRY(tfi_trig_create(planner->alloc, n, &trig));
    if (p->line.problem.dtype == TRNFFT_F64) {
        fill_kernel_f64(p, trig);
    } else {
        fill_kernel_f32(p, trig);
    }
    tfi_trig_destroy(trig, planner->alloc);
    size_t bytes = tfi_line_scratch(p->child, 1);
    void *scratch = tfi_alloc_table(planner->alloc, bytes + 64);
    if (scratch == NULL) {
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY, "no memory to plan n = %lld",
                        (long long)n);
    }
    tfi_line_operand o = tfi_split(p->spectrum_re, p->spectrum_im, 1);
    tfi_line_args forward = { o, o, 1, 1.0 / (double)(n - 1), 0, 0, scratch, 0 };
    tfi_line_execute(p->child, &forward);
    tfi_free(planner->alloc, scratch);
    if (p->line.problem.dtype == TRNFFT_F64) {
        sharpen_f64(p->spectrum_re, p->spectrum_im, n);
    } else {
        sharpen_f32(p->spectrum_re, p->spectrum_im, n);
    }
    return TRNFFT_OK;
}

static void rader_fini(tfi_plan *plan, const tfi_allocator *alloc)
{
    rader_plan *p = (rader_plan *)plan;
    tfi_free(alloc, p->powers);
    tfi_free(alloc, p->spectrum_re);
    tfi_free(alloc, p->spectrum_im);
    tfi_plan_free((tfi_plan *)p->child, alloc);
}

static void rader_print(const tfi_plan *plan, tfi_printer *printer)
{
    const rader_plan *p = (const rader_plan *)plan;
    tfi_print_line(printer, "rader n=%lld (%.3g ns)", (long long)p->line.problem.n,
                   plan->cost_ns);
    tfi_plan_print_child(&p->child->base, printer);
}

static const tfi_plan_ops rader_ops = { rader_wake, rader_fini, rader_print };

/* The permutations touch single points, or rows of lanes: nanoseconds a point as
 * measured against bluestein. */
static double move_ns(const tfi_line_problem *line)
{
    if (line->lanes != 0) {
        return 0.8;
    }
    if (line->dtype == TRNFFT_F32) {
        return line->n <= 5000 ? 1.9 : 2.3;
    }
    return line->n <= 1000 ? 2.0 : 1.0;
}

static trnfft_status plan_rader(const tfi_solver *solver, const tfi_problem *problem,
                                tfi_planner *planner, tfi_plan **out)
{
    const tfi_line_problem *line = (const tfi_line_problem *)problem;
    *out = NULL;
    if (line->kind != TFI_C2C || line->n < 3 || line->n > INT32_MAX ||
        !tfi_is_prime(line->n)) {
        return TRNFFT_OK;
    }
    tfi_line_plan *child = NULL;
    double cost = 0;
    TFI_TRY(tfi_line_child(planner, TFI_C2C, line->dtype, line->n - 1, &child, &cost));
    rader_plan *p = (rader_plan *)tfi_line_new(planner, solver, &rader_ops, sizeof *p,
                                               line, rader_execute, rader_scratch);
    if (p == NULL) {
        tfi_plan_free((tfi_plan *)child, planner->alloc);
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY, "no memory for a plan");
    }
    p->kernels = tfk_table_for(planner->cpu);
    p->child = child;
    enum { LARGE = 400000 };
    /* All of it is slower where the line leaves the caches. */
    const double beyond = line->lanes == 0 && line->n >= LARGE ? 1.7 : 1.0;
    p->line.base.cost_ns =
        beyond * (2.0 * cost + move_ns(line) * (double)line->n +
                  tfi_cost_points(planner, line->dtype, line->n, 8.0) + 10.0);
    *out = &p->line.base;
    return TRNFFT_OK;
}

const tfi_solver tfi_solver_rader = { .name = "rader",
                                      .kind = TFI_PROBLEM_LINE,
                                      .plan = plan_rader };
