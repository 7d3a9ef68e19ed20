/* stockham.c - solver "stockham": a sequence of passes (stockham_passes.h), or one
 * kernel for all of them. */
#include "backend/cpu/stockham.h"

#include <stdbool.h>
#include <string.h>

#include "base/status.h"
#include "backend/cpu/line_tools.h"
#include "backend/cpu/stockham_deep.h"
#include "backend/cpu/stockham_pairs.h"

#include <trnfft/dtype.h>

typedef struct stockham_plan {
    tfi_line_plan line;
    tfi_passes passes;
    const tfk_duo *duo; /* both passes in one kernel, for rows; or NULL */
    tfi_pairs pairs;    /* all passes in one kernel, for rows of pairs */
    tfi_deep deep;      /* the same for long lines */
} stockham_plan;

bool tfi_stockham_likes_pairs(const tfi_line_plan *plan, bool mixed)
{
    const stockham_plan *p = (const stockham_plan *)plan;
    enum { MOST = 1200 }; /* of mixed radices: as measured */
    if (plan->base.solver == &tfi_solver_stockham && p->deep.kernel != NULL) {
        return p->passes.count > 2 ? plan->problem.n <= MOST : mixed;
    }
    const tfk_pairs *k =
        plan->base.solver == &tfi_solver_stockham ? p->pairs.kernel : NULL;
    if (mixed && k != NULL && k->radix[2] == 1) {
        return true;
    }
    return k != NULL && plan->problem.dtype == TRNFFT_F32 && k->radix[2] > 1 &&
           k->n <= 1024 && 2 * sizeof(float) * (size_t)k->window[TFK_F32] >= 64;
}

const tfk_pairs *tfi_pairs_for_real(const tfi_planner *planner,
                                    const tfi_line_plan *child)
{
    const stockham_plan *p = (const stockham_plan *)child;
    const int type = tfi_type_index(child->problem.dtype);
    if (child->base.solver != &tfi_solver_stockham || p->pairs.kernel == NULL) {
        return NULL;
    }
    if (p->pairs.kernel->forward[type] != NULL) {
        return p->pairs.kernel;
    }
    const tfk_pairs *d = tfk_pairs_for(planner->cpu);
    while (d->n != 0 &&
           memcmp(d->radix, p->pairs.kernel->radix, sizeof d->radix) != 0) {
        d++;
    }
    return d->forward[type] != NULL ? d : NULL;
}

const tfk_deep_kernel *tfi_deep_for_real(const tfi_line_plan *child)
{
    return child->base.solver == &tfi_solver_stockham
               ? ((const stockham_plan *)child)->deep.kernel
               : NULL;
}

trnfft_status tfi_pairs_wake_for_real(tfi_pairs *p, tfi_planner *planner,
                                      const tfi_line_plan *child, size_t *table_bytes)
{
    return tfi_pairs_wake(p, planner, child->problem.dtype,
                          ((const stockham_plan *)child)->passes.twiddles, table_bytes);
}

static size_t stockham_scratch(const tfi_line_plan *plan, int64_t lanes)
{
    const stockham_plan *p = (const stockham_plan *)plan;
    const size_t passes = tfi_passes_scratch(&p->passes, lanes);
    const size_t deep = tfi_deep_scratch(&p->deep, plan->problem.dtype);
    return deep > passes ? deep : passes;
}

/* All passes of rows by one kernel; false: there is none for these layouts. */
static bool rows_at_once(const stockham_plan *p, const tfi_line_args *args,
                         const tfi_line_rows *rows)
{
    const int type = tfi_type_index(p->line.problem.dtype);
    tfk_rows r;
    tfi_set_rows(args, rows, &r);
    if (tfi_pairs_serve(&p->pairs, p->line.problem.dtype, args, rows->n_rows)) {
        p->pairs.kernel->rows[type](&r, (const void *const *)p->pairs.twiddle,
                                    args->in.re, args->in.im, args->out.re,
                                    args->out.im, args->scratch);
    } else if (p->pairs.trio != NULL && args->lanes == 1) {
        p->pairs.trio->rows[type](&r, (const void *const *)p->passes.twiddles,
                                  args->in.re, args->in.im, args->out.re, args->out.im,
                                  args->scratch);
    } else if (p->duo != NULL && args->lanes == 1) {
        p->duo->rows[type](&r, p->passes.twiddles[0], args->in.re, args->in.im,
                           args->out.re, args->out.im);
    } else {
        return false;
    }
    return true;
}

/* For plans that have one for every layout. */
static void duo_rows(const tfi_line_plan *plan, const tfi_line_args *args,
                     const tfi_line_rows *rows)
{
    rows_at_once((const stockham_plan *)plan, args, rows);
}

static void stockham_execute(const tfi_line_plan *plan, const tfi_line_args *args)
{
    const stockham_plan *p = (const stockham_plan *)plan;
    if (tfi_deep_serves(&p->deep, args)) {
        tfk_deep line;
        tfi_deep_set(&p->deep, args, &line);
        p->deep.kernel->run(&line, args->in.re, args->in.im, args->out.re, args->out.im,
                            args->scratch);
        return;
    }
    if (rows_at_once(p, args, &tfi_one_row)) {
        return;
    }
    tfi_passes_run(&p->passes, args);
}

/* A single line set up in advance: a kernel on pairs, one for both passes, or passes.
 */
typedef struct prepared_line {
    tfk_rows rows;
    const void *twiddle[2];
    tfk_pairs_fn fused;
    void (*duo)(const tfk_rows *, const void *, const void *, const void *, void *,
                void *);
    tfi_prepared_passes passes;
} prepared_line;

/* The same, depth first. */
typedef struct prepared_deep {
    tfk_deep line;
    tfk_deep_fn run;
} prepared_deep;

static int run_passes(const void *prepared, const void *in_re, const void *in_im,
                      void *out_re, void *out_im, void *scratch)
{
    const prepared_line *line = prepared;
    tfi_prepared_passes_run(&line->passes, in_re, in_im, out_re, out_im, scratch);
    return 0;
}

static int run_fused(const void *prepared, const void *in_re, const void *in_im,
                     void *out_re, void *out_im, void *scratch)
{
    const prepared_line *line = prepared;
    line->fused(&line->rows, line->twiddle, in_re, in_im, out_re, out_im, scratch);
    return 0;
}

static int run_duo(const void *prepared, const void *in_re, const void *in_im,
                   void *out_re, void *out_im, void *scratch)
{
    const prepared_line *line = prepared;
    (void)scratch;
    line->duo(&line->rows, line->twiddle[0], in_re, in_im, out_re, out_im);
    return 0;
}

static int run_deep(const void *prepared, const void *in_re, const void *in_im,
                    void *out_re, void *out_im, void *scratch)
{
    const prepared_deep *line = prepared;
    line->run(&line->line, in_re, in_im, out_re, out_im, scratch);
    return 0;
}

/* More passes than there is room for. */
typedef struct prepared_any {
    const tfi_line_plan *plan;
    tfi_line_args args;
} prepared_any;

static int run_any(const void *prepared, const void *in_re, const void *in_im,
                   void *out_re, void *out_im, void *scratch)
{
    const prepared_any *line = prepared;
    tfi_line_args args = line->args;
    args.in.re = (void *)(uintptr_t)in_re;
    args.in.im = (void *)(uintptr_t)in_im;
    args.out.re = out_re;
    args.out.im = out_im;
    args.scratch = scratch;
    stockham_execute(line->plan, &args);
    return 0;
}

static tfi_line_run stockham_prepare(const tfi_line_plan *plan,
                                     const tfi_line_args *args,
                                     tfi_line_prepared *prepared)
{
    _Static_assert(sizeof(prepared_line) <= sizeof prepared->words,
                   "room for the passes");
    const stockham_plan *p = (const stockham_plan *)plan;
    const int type = tfi_type_index(plan->problem.dtype);
    if (tfi_deep_serves(&p->deep, args)) {
        prepared_deep *deep = (prepared_deep *)prepared->words;
        tfi_deep_set(&p->deep, args, &deep->line);
        deep->run = p->deep.kernel->run;
        return run_deep;
    }
    if (p->passes.count > TFI_MAX_PREPARED_PASSES) {
        *(prepared_any *)prepared->words = (prepared_any){ plan, *args };
        return run_any;
    }
    prepared_line *line = (prepared_line *)prepared->words;
    const bool in_pairs = tfi_pairs_serve(&p->pairs, plan->problem.dtype, args, 1);
    tfi_set_rows(args, &tfi_one_row, &line->rows);
    const bool is_trio = !in_pairs && p->pairs.trio != NULL;
    for (int i = 0; i < 2; i++) {
        line->twiddle[i] = in_pairs ? p->pairs.twiddle[i] : p->passes.twiddles[i];
    }
    line->fused = in_pairs  ? p->pairs.kernel->rows[type]
                  : is_trio ? p->pairs.trio->rows[type]
                            : NULL;
    line->duo = p->duo != NULL ? p->duo->rows[type] : NULL;
    if (line->fused == NULL && line->duo == NULL) {
        tfi_passes_prepare(&p->passes, args, &line->passes);
    }
    return line->fused != NULL ? run_fused : line->duo != NULL ? run_duo : run_passes;
}

/* Table of the pass before which s points are done: w^(leg p s) in blocks, see
 * kernel_table.h. All legs of some points at a time, which lie side by side. */
static void fill_twiddles(const tfi_trig *trig, uint32_t dtype, int radix, int64_t m,
                          int64_t s, void *table)
{
    enum { CHUNK = 512 };
    const int64_t block = tfi_twiddle_block(dtype);
    const int64_t row = (radix - 1) * 2 * block;
    for (int64_t p0 = 0; p0 < m; p0 += CHUNK) {
        const int64_t count = m - p0 < CHUNK ? m - p0 : CHUNK;
        for (int leg = 1; leg < radix; leg++) {
            const int64_t k0 = leg * s * p0, dk = leg * s;
            void *re = tfi_at(table, dtype, p0 / block * row + (leg - 1) * 2 * block);
            void *im = tfi_at(re, dtype, block);
            if (dtype == TRNFFT_F64) {
                tfi_trig_blocks_f64(trig, k0, dk, count, re, im, block, row);
            } else {
                tfi_trig_blocks_f32(trig, k0, dk, count, re, im, block, row);
            }
        }
    }
}

/* Bytes of the table of pass i. */
static size_t twiddle_bytes(const stockham_plan *p, int i)
{
    const uint32_t dtype = p->line.problem.dtype;
    const int64_t block = tfi_twiddle_block(dtype);
    const int64_t blocks = (p->passes.rest[i] + block - 1) / block;
    return tfi_array_bytes(dtype, blocks * (p->passes.radices[i] - 1) * 2 * block);
}

/* The tables of all passes, and behind them those of `deep`, in one block. */
static trnfft_status allocate_twiddles(stockham_plan *p, tfi_planner *planner,
                                       void **for_deep)
{
    size_t bytes = tfi_deep_table_bytes(&p->deep, p->line.problem.dtype);
    for (int i = 0; i + 1 < p->passes.count; i++) {
        bytes += twiddle_bytes(p, i);
    }
    if (bytes == 0) {
        return TRNFFT_OK;
    }
    char *table = tfi_alloc_table(planner->alloc, bytes);
    if (table == NULL) {
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY,
                        "no memory for %zu bytes of twiddles", bytes);
    }
    for (int i = 0; i + 1 < p->passes.count; i++) {
        p->passes.twiddles[i] = table;
        table += twiddle_bytes(p, i);
    }
    *for_deep = table;
    p->line.base.table_bytes += bytes;
    return TRNFFT_OK;
}

/* The end of the last block of a table is read, and not used. */
static void clear_end(void *table, uint32_t dtype, int radix, int64_t m)
{
    const int64_t block = tfi_twiddle_block(dtype);
    const int64_t row = (radix - 1) * 2 * block;
    if (m % block != 0) {
        memset(tfi_at(table, dtype, m / block * row), 0,
               (size_t)row * tfi_type_bytes(dtype));
    }
}

static trnfft_status stockham_wake(tfi_plan *plan, tfi_planner *planner)
{
    stockham_plan *p = (stockham_plan *)plan;
    const uint32_t dtype = p->line.problem.dtype;
    void *for_deep = NULL;
    tfi_trig *trig = NULL;
    TFI_TRY(allocate_twiddles(p, planner, &for_deep));
    TFI_TRY(tfi_trig_create(planner->alloc, p->line.problem.n, &trig));
    int64_t s = 1;
    for (int i = 0; i + 1 < p->passes.count; i++) {
        const int64_t m = p->passes.rest[i];
        clear_end(p->passes.twiddles[i], dtype, p->passes.radices[i], m);
        fill_twiddles(trig, dtype, p->passes.radices[i], m, s, p->passes.twiddles[i]);
        s *= p->passes.radices[i];
    }
    tfi_trig_destroy(trig, planner->alloc);
    tfi_deep_fill(&p->deep, dtype, p->passes.twiddles, for_deep);
    return tfi_pairs_has_rows(&p->pairs, dtype)
               ? tfi_pairs_wake(&p->pairs, planner, dtype, p->passes.twiddles,
                                &plan->table_bytes)
               : TRNFFT_OK;
}

static void stockham_fini(tfi_plan *plan, const tfi_allocator *alloc)
{
    stockham_plan *p = (stockham_plan *)plan;
    tfi_free(alloc, p->passes.twiddles[0]); /* and all others */
    tfi_pairs_fini(&p->pairs, alloc);
}

static void stockham_print(const tfi_plan *plan, tfi_printer *printer)
{
    const stockham_plan *p = (const stockham_plan *)plan;
    tfi_print_line(printer, "%s %s n=%lld radices", plan->solver->name,
                   p->passes.kernels->name, (long long)p->line.problem.n);
    for (int i = 0; i < p->passes.count; i++) {
        tfi_printf(printer, "%s%d", i == 0 ? " " : "x", p->passes.radices[i]);
    }
    tfi_printf(printer, " (%.3g ns)", plan->cost_ns);
}

static const tfi_plan_ops stockham_ops = { stockham_wake, stockham_fini,
                                           stockham_print };

/* The kernel for exactly these passes, or NULL. */
static const tfk_duo *find_duo(const tfi_planner *planner, const tfi_line_problem *line,
                               const int *radices, int count)
{
    for (const tfk_duo *d = tfk_duo_for(planner->cpu); d->n != 0; d++) {
        if (count == 2 && d->radix[0] == radices[0] && d->radix[1] == radices[1]) {
            return d->rows[tfi_type_index(line->dtype)] != NULL ? d : NULL;
        }
    }
    return NULL;
}

/* Beyond the first-level cache the sweeps of the passes are what counts: depth first it
 * is so many, as long as all of the line stays in the second level. */
static const double DEEP_SWEEPS = 2.5;
static bool is_cheaper_deep(const stockham_plan *p)
{
    enum { LEAST = 32768, MOST = 130000 }; /* points */
    const int64_t n = p->line.problem.n;
    return p->deep.kernel != NULL && n >= LEAST && n <= MOST;
}

/* What a pass costs beside its butterflies: its call, and the memory that they do not
 * hide. */
static double pass_ns(const tfi_planner *planner, const tfi_line_problem *line)
{
    const double bytes = 8.0 * (double)line->n * (double)tfi_type_bytes(line->dtype);
    return 3.0 + tfi_cost_line_sweep(planner, line, line->n, bytes);
}

/* Runs that begin anywhere in a line of the cache cost so much more: measured with
 * vectors of 64 bytes, against two sweeps of whole vectors. */
static double ragged(const tfi_planner *planner, const tfi_line_problem *line)
{
    const bool is_f64 = line->dtype == TRNFFT_F64;
    const int64_t n = line->n;
    if (!tfi_has_long_vectors(planner, line->dtype) || line->lanes != 0 ||
        n < (is_f64 ? 4000 : TFI_RAGGED_LEAST)) {
        return 1.0;
    }
    if (n % 4 != 0) { /* and many passes over the third-level cache */
        return !is_f64 && n > 65536 ? 1.55 : 1.08;
    }
    /* Of more points the memory is what counts. */
    return n % 8 != 0 && n >= 9000 && n < 32768 ? 1.3 : 1.0;
}

static trnfft_status plan_stockham(const tfi_solver *solver, const tfi_problem *problem,
                                   tfi_planner *planner, tfi_plan **out)
{
    const tfi_line_problem *line = (const tfi_line_problem *)problem;
    int radices[TFI_MAX_PASSES];
    double cost = 0;
    *out = NULL;
    if (line->kind != TFI_C2C) {
        return TRNFFT_OK;
    }
    const tfi_choice *choice = planner->choice;
    const double each = pass_ns(planner, line);
    int count = choice == NULL ? tfi_stockham_radices(planner, line->dtype, line->n,
                                                      each, radices, &cost)
                               : tfi_stockham_chosen(planner, line->dtype, line->n,
                                                     choice, radices, &cost);
    if (count < 2) {
        return TRNFFT_OK;
    }
    tfi_line_plan *plan =
        tfi_line_new(planner, solver, &stockham_ops, sizeof(stockham_plan), line,
                     stockham_execute, stockham_scratch);
    if (plan == NULL) {
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY, "no memory for a plan");
    }
    stockham_plan *p = (stockham_plan *)plan;
    tfi_passes_init(&p->passes, tfk_table_for(planner->cpu), line, radices, count);
    p->duo = find_duo(planner, line, radices, count);
    tfi_pairs_find(planner, line, radices, count, &p->pairs);
    if (p->duo == NULL && p->pairs.kernel == NULL && p->pairs.trio == NULL) {
        tfi_deep_find(planner, line, radices, count, &p->deep);
    }
    plan->base.cost_ns = is_cheaper_deep(p)
                             ? 0.8 * cost + DEEP_SWEEPS * each
                             : ragged(planner, line) * cost + count * each;
    plan->execute_rows = p->duo != NULL ? duo_rows : NULL;
    plan->prepare = stockham_prepare;
    *out = &plan->base;
    return TRNFFT_OK;
}

/* The radices. */
static size_t choose_stockham(const tfi_solver *solver, const tfi_problem *problem,
                              tfi_planner *planner, tfi_choice *list, size_t capacity)
{
    const tfi_line_problem *line = (const tfi_line_problem *)problem;
    (void)solver;
    return line->kind == TFI_C2C
               ? tfi_stockham_choices(planner, line->dtype, line->n,
                                      pass_ns(planner, line), list, capacity)
               : 0;
}

const tfi_solver tfi_solver_stockham = { .name = "stockham",
                                         .kind = TFI_PROBLEM_LINE,
                                         .plan = plan_stockham,
                                         .choices = choose_stockham };
