/* line_direct.c - solvers "direct" and "real_direct": transforms of few points by the
 * definition, folded about the middle: with h = n / 2, products of an h x h table of
 * cosines with x_j + x_(n-j) and of one of sines with x_j - x_(n-j). */
#include <stdbool.h>

#include <trnfft/dtype.h>

#include "backend/cpu/line_tools.h"
#include "backend/cpu/real_direct_table.h"
#include "backend/cpu/single_table.h"
#include "backend/cpu/stockham.h"
#include "solvers/line_solvers.h"

typedef struct direct_plan {
    tfi_line_plan line;
    tfk_direct_fn single, lanes;
    /* Where a butterfly gives the same bits, several lines are its business. */
    const tfk_table *butterflies;
    tfk_rows_fn rows;
    int64_t width; /* h rounded up to whole blocks */
    void *c, *s;   /* cos and sin of 2 pi j k / n, [j - 1][k - 1] */
    /* A single real line, by the layout of X, or NULL; and its table. */
    const tfk_single_fn *real;
    void *w_real;
} direct_plan;

static size_t direct_scratch(const tfi_line_plan *plan, int64_t lanes)
{
    const int64_t block = TFK_DIRECT_BLOCK;
    const int64_t whole = (lanes + block - 1) / block * block;
    return lanes == 1 ? 0
                      : tfi_array_bytes(plan->problem.dtype,
                                        TFK_DIRECT_ROWS(plan->problem.n) * whole);
}

static tfk_direct describe(const direct_plan *p, const tfi_line_args *args)
{
    const tfk_direct d = { p->c,
                           p->s,
                           p->line.problem.n,
                           p->width,
                           args->lanes,
                           args->in.stride,
                           args->out.stride,
                           args->scale,
                           args->in.layout == TFI_INTERLEAVED,
                           args->out.layout == TFI_INTERLEAVED,
                           args->conj_in,
                           args->conj_out };
    return d;
}

static tfk_real_direct describe_real(const direct_plan *p, const tfi_line_args *args)
{
    const bool forward = p->line.problem.kind == TFI_R2C;
    const tfk_real_direct d = { p->w_real, args->scale,
                                forward ? args->conj_out : args->conj_in,
                                (int)p->line.problem.n };
    return d;
}

static tfk_single_fn real_kernel(const direct_plan *p, const tfi_line_args *args)
{
    const bool forward = p->line.problem.kind == TFI_R2C;
    const tfi_layout layout = forward ? args->out.layout : args->in.layout;
    return p->real[layout == TFI_INTERLEAVED ? 0 : 1];
}

static void direct_execute(const tfi_line_plan *plan, const tfi_line_args *args)
{
    const direct_plan *p = (const direct_plan *)plan;
    if (args->lanes > 1 && p->butterflies != NULL) {
        tfi_codelet_lanes(plan, p->butterflies, args);
        return;
    }
    if (args->lanes == 1 && p->real != NULL) {
        const tfk_real_direct one = describe_real(p, args);
        real_kernel(p, args)(&one, args->in.re, args->in.im, args->out.re, args->out.im,
                             NULL);
        return;
    }
    const tfk_direct d = describe(p, args);
    (args->lanes == 1 ? p->single : p->lanes)(
        &d, args->in.re, args->in.im, args->out.re, args->out.im, args->scratch);
}

static void direct_rows(const tfi_line_plan *plan, const tfi_line_args *args,
                        const tfi_line_rows *rows)
{
    if (rows->n_rows == 1) {
        direct_execute(plan, args);
        return;
    }
    tfk_rows r;
    tfi_set_rows(args, rows, &r);
    ((const direct_plan *)plan)
        ->rows(&r, args->in.re, args->in.im, args->out.re, args->out.im);
}

/* One line, known in advance. */
typedef struct prepared_direct {
    tfk_direct direct;
    tfk_direct_fn kernel;
} prepared_direct;

static int direct_run(const void *prepared, const void *in_re, const void *in_im,
                      void *out_re, void *out_im, void *scratch)
{
    const prepared_direct *d = prepared;
    d->kernel(&d->direct, in_re, in_im, out_re, out_im, scratch);
    return 0;
}

static tfi_line_run direct_prepare(const tfi_line_plan *plan, const tfi_line_args *args,
                                   tfi_line_prepared *prepared)
{
    _Static_assert(sizeof(prepared_direct) <= sizeof *prepared, "room for a line");
    const direct_plan *p = (const direct_plan *)plan;
    if (p->real != NULL) {
        tfk_real_direct *one = (tfk_real_direct *)prepared->words;
        *one = describe_real(p, args);
        return real_kernel(p, args);
    }
    prepared_direct *d = (prepared_direct *)prepared->words;
    d->direct = describe(p, args);
    d->kernel = p->single;
    return direct_run;
}

/* Columns beyond the middle get the very values of their mirrors. */
#define FILL(name, T)                                                            \
    static void name(const direct_plan *p, const T *cosine, const T *minus_sine) \
    {                                                                            \
        const int64_t n = p->line.problem.n, h = n / 2;                          \
        for (int64_t j = 1; j <= h; j++) {                                       \
            T *c = (T *)p->c + (j - 1) * p->width,                               \
              *s = (T *)p->s + (j - 1) * p->width;                               \
            for (int64_t k = 1; k <= p->width; k++) {                            \
                const int64_t at = j * k % n, mirror = n - at;                   \
                c[k - 1] = at <= h ? cosine[at] : cosine[mirror];                \
                s[k - 1] = at <= h ? -minus_sine[at] : minus_sine[mirror];       \
            }                                                                    \
        }                                                                        \
    }
FILL(fill_f32, float)
FILL(fill_f64, double)
#undef FILL

/* Pairs of them, from point 0 on forward; what lies behind the table is not used. */
#define FILL(name, T)                                                          \
    static void name(const direct_plan *p)                                     \
    {                                                                          \
        const int64_t n = p->line.problem.n, width = TFK_REAL_DIRECT_WIDTH(n); \
        const int64_t first = p->line.problem.kind == TFI_R2C ? 0 : 1;         \
        for (int64_t j = 0; j < n / 2; j++) {                                  \
            const T *c = (const T *)p->c + j * p->width,                       \
                    *s = (const T *)p->s + j * p->width;                       \
            T *w = (T *)p->w_real + 2 * j * width;                             \
            for (int64_t i = 0; i < width; i++) {                              \
                const int64_t k = i + first;                                   \
                const int there = k > 0 && k <= p->width;                      \
                w[2 * i] = there ? c[k - 1] : k == 0 ? (T)1 : (T)0;            \
                w[2 * i + 1] = there ? s[k - 1] : (T)0;                        \
            }                                                                  \
        }                                                                      \
    }
FILL(real_f32, float)
FILL(real_f64, double)
#undef FILL

static trnfft_status wake_real(direct_plan *p, tfi_planner *planner)
{
    const int64_t n = p->line.problem.n;
    const size_t bytes =
        tfi_array_bytes(p->line.problem.dtype, n / 2 * TFK_REAL_DIRECT_WIDTH(n) * 2);
    p->w_real = tfi_alloc_table(planner->alloc, bytes);
    if (p->w_real == NULL) {
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY,
                        "no memory for %zu bytes of twiddles", bytes);
    }
    p->line.base.table_bytes += bytes;
    (p->line.problem.dtype == TRNFFT_F64 ? real_f64 : real_f32)(p);
    return TRNFFT_OK;
}

static trnfft_status direct_wake(tfi_plan *plan, tfi_planner *planner)
{
    direct_plan *p = (direct_plan *)plan;
    const uint32_t dtype = p->line.problem.dtype;
    const int64_t n = p->line.problem.n;
    const size_t bytes = tfi_array_bytes(dtype, n / 2 * p->width);
    p->c = tfi_alloc_table(planner->alloc, bytes);
    p->s = tfi_alloc_table(planner->alloc, bytes);
    if (p->c == NULL || p->s == NULL) {
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY,
                        "no memory for %zu bytes of twiddles", 2 * bytes);
    }
    plan->table_bytes += 2 * bytes;
    tfi_trig *trig = NULL;
    TFI_TRY(tfi_trig_create(planner->alloc, n, &trig));
    double re[TFK_DIRECT_MAX + 1], im[TFK_DIRECT_MAX + 1]; /* cosine, minus sine */
    tfi_trig_fill(trig, dtype, 0, 1, n / 2 + 1, re, im);
    tfi_trig_destroy(trig, planner->alloc);
    if (dtype == TRNFFT_F64) {
        fill_f64(p, re, im);
    } else {
        fill_f32(p, (const float *)(const void *)re, (const float *)(const void *)im);
    }
    return p->real != NULL ? wake_real(p, planner) : TRNFFT_OK;
}

static void direct_fini(tfi_plan *plan, const tfi_allocator *alloc)
{
    direct_plan *p = (direct_plan *)plan;
    tfi_free(alloc, p->c);
    tfi_free(alloc, p->s);
    tfi_free(alloc, p->w_real);
}

static void direct_print(const tfi_plan *plan, tfi_printer *printer)
{
    static const char *const kinds[] = { "direct", "real_direct r2c",
                                         "real_direct c2r" };
    const direct_plan *p = (const direct_plan *)plan;
    tfi_print_line(printer, "%s n=%lld (%.3g ns)", kinds[p->line.problem.kind],
                   (long long)p->line.problem.n, plan->cost_ns);
}

static const tfi_plan_ops direct_ops = { direct_wake, direct_fini, direct_print };

/* The kernels of a single real line without a copy, by its layout; NULL: none. */
static const tfk_single_fn *in_registers(const tfi_planner *planner,
                                         const tfi_line_problem *line)
{
    return line->kind == TFI_C2C
               ? NULL
               : tfk_real_direct_for(planner->cpu, line->kind == TFI_C2R,
                                     tfi_type_index(line->dtype), line->n);
}

static int64_t table_width(int64_t n)
{
    return (n / 2 + TFK_DIRECT_BLOCK - 1) / TFK_DIRECT_BLOCK * TFK_DIRECT_BLOCK;
}

/* Reading `bytes` of a table from the next cache, on the scale of the constants, where
 * it does not stay in the L1 cache: that happens by and by from 49 KB on, what is
 * skipped at the ends of rows included. */
static double from_second_cache(const tfi_line_problem *line, double bytes)
{
    const int64_t entries = line->n / 2 * table_width(line->n);
    const double room = 2.0 * (double)tfi_type_bytes(line->dtype) * (double)entries;
    const double beyond = (room - 49e3) / 6e3;
    return bytes / 98.0 * (beyond < 0 ? 0 : beyond < 1 ? beyond : 1);
}

/* Fused products, in pairs of a cosine and a sine, at half a cycle each for complex
 * points; real ones wait for the table, and all do where it exceeds the L1 cache. A
 * single line has whole vectors of outputs. */
static double price(const tfi_planner *planner, const tfi_line_problem *line,
                    int64_t width)
{
    const int64_t h = line->n / 2, lanes = line->lanes;
    const double table =
        2.0 * (double)tfi_type_bytes(line->dtype) * (double)(h * width);
    const double cycles = line->kind == TFI_C2C ? 2.0 : 1.2;
    const double miss = table > 33e3 ? 1.15 : 1.0;
    const double fixed = lanes != 0                    ? 4.0 + 0.15 * (double)line->n
                         : in_registers(planner, line) ? 5.0 + 0.1 * (double)line->n
                                                       : 10.0 + 0.3 * (double)line->n;
    const double products =
        miss *
        tfi_cost_cycles(planner, line->dtype, h * (lanes != 0 ? h : width), cycles);
    const double waiting = lanes != 0 ? 0 : from_second_cache(line, table);
    return fixed + (products > waiting ? products : waiting);
}

static tfk_direct_fn kernel_for(const tfk_direct_table *kernels,
                                const tfi_line_problem *line)
{
    const int type = tfi_type_index(line->dtype);
    return line->kind == TFI_C2C   ? kernels->c2c[type]
           : line->kind == TFI_R2C ? kernels->r2c[type]
                                   : kernels->c2r[type];
}

static trnfft_status plan_any(const tfi_solver *solver, const tfi_line_problem *line,
                              tfi_planner *planner, tfi_plan **out)
{
    direct_plan *p = (direct_plan *)tfi_line_new(
        planner, solver, &direct_ops, sizeof *p, line, direct_execute, direct_scratch);
    if (p == NULL) {
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY, "no memory for a plan");
    }
    const int type = tfi_type_index(line->dtype);
    const int64_t h = line->n / 2;
    const int64_t lanes = tfk_table_for(planner->cpu)->lanes[type];
    const bool is_short = line->n <= lanes;
    p->lanes = kernel_for(tfk_direct_for(planner->cpu), line);
    p->single = kernel_for(is_short ? tfk_direct_few_for(planner->cpu)
                                    : tfk_direct_for(planner->cpu),
                           line);
    if (line->kind == TFI_C2C && tfi_codelet_is_plain(line->n)) {
        p->butterflies = tfk_table_for(planner->cpu);
        p->rows = tfk_rows_for(planner->cpu)->rows[type][line->n];
        p->line.execute_rows = direct_rows;
    }
    p->real = in_registers(planner, line);
    p->line.prepare = direct_prepare;
    p->width = table_width(line->n);
    p->line.base.cost_ns = price(planner, line, (h + lanes - 1) / lanes * lanes);
    *out = &p->line.base;
    return TRNFFT_OK;
}

static trnfft_status plan_direct(const tfi_solver *solver, const tfi_problem *problem,
                                 tfi_planner *planner, tfi_plan **out)
{
    const tfi_line_problem *line = (const tfi_line_problem *)problem;
    *out = NULL;
    if (line->kind != TFI_C2C || line->n < 2 || line->n > TFK_DIRECT_MAX) {
        return TRNFFT_OK;
    }
    enum { FEW_POINTS = 40 }; /* more of them are cheaper in passes, if those exist */
    const bool is_short = line->n <= FEW_POINTS && line->lanes == 0;
    if (!planner->forced && !is_short && tfi_stockham_exists(line->n)) {
        return TRNFFT_OK;
    }
    return plan_any(solver, line, planner, out);
}

/* Half of these lengths has no kernel for real rows, nor one of pairs: the definition
 * of half of the complex points would take as many operations of lanes and half of
 * those of a line, which wait for each other. */
bool tfi_real_direct_takes(const tfi_planner *planner, const tfi_line_problem *line)
{
    static const int64_t lengths[] = { 28, 30, 34, 36, 38, 42, 44, 46, 52, 54, 58, 62 };
    enum { SHORT = 46 };
    const bool wide =
        tfk_table_for(planner->cpu)->lanes[tfi_type_index(line->dtype)] >= 8;
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        if (line->n == lengths[i] && line->lanes == 0) {
            return line->n <= SHORT || wide;
        }
    }
    return false;
}

static trnfft_status plan_real_direct(const tfi_solver *solver,
                                      const tfi_problem *problem, tfi_planner *planner,
                                      tfi_plan **out)
{
    const tfi_line_problem *line = (const tfi_line_problem *)problem;
    *out = NULL;
    if (line->kind == TFI_C2C || line->n < 3 || line->n > TFK_DIRECT_MAX ||
        (line->n % 2 == 0 && !tfi_real_direct_takes(planner, line))) {
        return TRNFFT_OK;
    }
    return plan_any(solver, line, planner, out);
}

const tfi_solver tfi_solver_direct = { .name = "direct",
                                       .kind = TFI_PROBLEM_LINE,
                                       .plan = plan_direct };
const tfi_solver tfi_solver_real_direct = { .name = "real_direct",
                                            .kind = TFI_PROBLEM_LINE,
                                            .plan = plan_real_direct };
