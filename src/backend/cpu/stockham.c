/* stockham.c - solver "stockham": a sequence of passes.
 *
 * Autosorting decimation in frequency: after the passes with product s the line is kept
 * as [n / s][s]; a pass of radix R reads R legs n / R apart and writes them side by
 * side, so that the inner run of s (times lanes) points is contiguous on both sides.
 * Only the first pass over a single line has no inner run; it walks the outer index in
 * vectors and transposes while it stores.
 */
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
    const tfk_table *kernels;
    int n_passes;
    int radices[TFI_MAX_PASSES];
    int64_t rest[TFI_MAX_PASSES];   /* n over the radices up to this pass: divisions are
                                       slow */
    void *twiddles[TFI_MAX_PASSES]; /* NULL for the last pass */
    const tfk_duo *duo;             /* both passes in one kernel, for rows; or NULL */
    tfi_pairs pairs;                /* all passes in one kernel, for rows of pairs */
    tfi_deep deep;                  /* the same for long lines */
} stockham_plan;

bool tfi_stockham_likes_pairs(const tfi_line_plan *plan, bool mixed)
{
    const stockham_plan *p = (const stockham_plan *)plan;
    enum { MOST = 1200 }; /* of mixed radices: as measured */
    if (plan->base.solver == &tfi_solver_stockham && p->deep.kernel != NULL) {
        return p->n_passes > 2 ? plan->problem.n <= MOST : mixed;
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
                          ((const stockham_plan *)child)->twiddles, table_bytes);
}

static size_t buffer_bytes(const tfi_line_plan *plan, int64_t lanes)
{
    return tfi_array_bytes(plan->problem.dtype, plan->problem.n * lanes + TFK_SLACK);
}

static size_t stockham_scratch(const tfi_line_plan *plan, int64_t lanes)
{
    const stockham_plan *p = (const stockham_plan *)plan;
    int buffers = p->n_passes == 2 ? 1 : 2;
    const size_t passes = 2 * (size_t)buffers * buffer_bytes(plan, lanes);
    const size_t deep = tfi_deep_scratch(&p->deep, plan->problem.dtype);
    return deep > passes ? deep : passes;
}

/* A pass with its kernel; `from` and `to`: scratch buffer, or OPERAND. */
enum { OPERAND = 2 };
typedef struct pass_step {
    tfk_pass pass;
    tfk_pass_fn kernel;
    int from, to;
} pass_step;

static void set_first(pass_step *step, const tfi_line_args *args, int64_t m)
{
    tfk_pass *pass = &step->pass;
    step->from = OPERAND;
    pass->in_interleaved = args->in.layout == TFI_INTERLEAVED;
    pass->conj_in = args->conj_in;
    pass->in_outer = args->in.stride;
    pass->in_leg = m * args->in.stride;
}

static void set_last(pass_step *step, const tfi_line_args *args, int64_t s)
{
    tfk_pass *pass = &step->pass;
    const int64_t lanes = args->lanes;
    step->to = OPERAND;
    pass->out_interleaved = args->out.layout == TFI_INTERLEAVED;
    pass->out_leg = s * args->out.stride;
    pass->twiddle = NULL;
    pass->finish = 1;
    pass->scale = args->scale;
    pass->conj_out = args->conj_out;
    pass->n_outer = 1;
    pass->n_inner = s * lanes;
    if (lanes > 1 && (pass->out_interleaved || args->out.stride != lanes)) {
        pass->n_outer = s;
        pass->n_inner = lanes;
        pass->in_outer = lanes;
        pass->out_outer = args->out.stride;
    }
}

/* Pass i, before which s points are done. Every field is set. */
static void set_step(const stockham_plan *p, const tfi_line_args *args, int i,
                     int64_t s, pass_step *step)
{
    const int type = tfi_type_index(p->line.problem.dtype);
    const int64_t lanes = args->lanes, m = p->rest[i], run = s * lanes;
    const int radix = p->radices[i];
    tfk_pass *pass = &step->pass;
    pass->scale = 1.0;
    pass->n_outer = m;
    pass->n_inner = run;
    pass->twiddle = p->twiddles[i];
    pass->in_interleaved = pass->out_interleaved = 0;
    pass->conj_in = pass->conj_out = 0;
    pass->finish = 0;
    pass->may_alias = 0;
    pass->overrun = (i > 0 || args->slack) && (i < p->n_passes - 1 || args->slack);
    pass->in_outer = run;
    pass->in_leg = m * run;
    pass->out_outer = radix * run;
    pass->out_leg = run;
    step->from = (i - 1) & 1;
    step->to = i & 1;
    if (i == 0) {
        set_first(step, args, m);
    }
    if (i == p->n_passes - 1) {
        set_last(step, args, s);
    }
    step->kernel = i == 0 && lanes == 1 ? p->kernels->first[type][radix]
                                        : p->kernels->pass[type][radix];
}

/* Four pointers of operands, and two buffers of two parts each. */
typedef struct places {
    const void *in_re, *in_im;
    void *out_re, *out_im;
    char *scratch;
    size_t buffer; /* bytes of a part */
} places;

static inline void run_step(const pass_step *s, const places *at)
{
    char *from = at->scratch + 2 * (size_t)s->from * at->buffer;
    char *to = at->scratch + 2 * (size_t)s->to * at->buffer;
    const bool first = s->from == OPERAND, last = s->to == OPERAND;
    s->kernel(&s->pass, first ? at->in_re : from, first ? at->in_im : from + at->buffer,
              last ? at->out_re : to, last ? at->out_im : to + at->buffer);
}

/* Bytes of a part of what the first pass wrote, where the second one has runs shorter
 * than a vector and reads behind them; else 0. */
static size_t end_of(const stockham_plan *p, int64_t lanes)
{
    const size_t size = tfi_type_bytes(p->line.problem.dtype);
    const size_t run = (size_t)(p->radices[0] * lanes) * size;
    return p->n_passes > 2 && run < TFI_VECTOR_BYTES
               ? (size_t)(p->line.problem.n * lanes) * size
               : 0;
}

static inline void end_buffer(const places *at, size_t end)
{
    if (end > 0) {
        tfi_clear_behind(at->scratch, at->scratch + at->buffer, end, 0);
    }
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
        p->pairs.trio->rows[type](&r, (const void *const *)p->twiddles, args->in.re,
                                  args->in.im, args->out.re, args->out.im,
                                  args->scratch);
    } else if (p->duo != NULL && args->lanes == 1) {
        p->duo->rows[type](&r, p->twiddles[0], args->in.re, args->in.im, args->out.re,
                           args->out.im);
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
    const places at = { args->in.re,  args->in.im,   args->out.re,
                        args->out.im, args->scratch, buffer_bytes(plan, args->lanes) };
    int64_t s = 1;
    end_buffer(&at, end_of(p, args->lanes));
    for (int i = 0; i < p->n_passes; i++) {
        pass_step step;
        set_step(p, args, i, s, &step);
        run_step(&step, &at);
        s *= p->radices[i];
    }
}

/* A single line set up in advance: a kernel on pairs, one for both passes, or passes.
 */
enum { MAX_PREPARED = 4 };
typedef struct prepared_line {
    tfk_rows rows;
    const void *twiddle[2];
    tfk_pairs_fn fused;
    void (*duo)(const tfk_rows *, const void *, const void *, const void *, void *,
                void *);
    size_t buffer, end;
    int n_steps;
    pass_step steps[MAX_PREPARED];
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
    const places at = { in_re, in_im, out_re, out_im, scratch, line->buffer };
    end_buffer(&at, line->end);
    for (int i = 0; i < line->n_steps; i++) {
        run_step(&line->steps[i], &at);
    }
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
    if (p->n_passes > MAX_PREPARED) {
        *(prepared_any *)prepared->words = (prepared_any){ plan, *args };
        return run_any;
    }
    prepared_line *line = (prepared_line *)prepared->words;
    const bool in_pairs = tfi_pairs_serve(&p->pairs, plan->problem.dtype, args, 1);
    tfi_set_rows(args, &tfi_one_row, &line->rows);
    const bool is_trio = !in_pairs && p->pairs.trio != NULL;
    for (int i = 0; i < 2; i++) {
        line->twiddle[i] = in_pairs ? p->pairs.twiddle[i] : p->twiddles[i];
    }
    line->fused = in_pairs  ? p->pairs.kernel->rows[type]
                  : is_trio ? p->pairs.trio->rows[type]
                            : NULL;
    line->duo = p->duo != NULL ? p->duo->rows[type] : NULL;
    line->buffer = buffer_bytes(plan, 1);
    line->end = end_of(p, 1);
    line->n_steps = line->fused != NULL || p->duo != NULL ? 0 : p->n_passes;
    int64_t s = 1;
    for (int i = 0; i < line->n_steps; i++) {
        set_step(p, args, i, s, &line->steps[i]);
        s *= p->radices[i];
    }
    return line->fused != NULL ? run_fused : line->duo != NULL ? run_duo : run_passes;
}

static int64_t twiddle_block(uint32_t dtype)
{
    return dtype == TRNFFT_F64 ? TFK_TWIDDLE_BLOCK_F64 : TFK_TWIDDLE_BLOCK_F32;
}

/* Table of the pass before which s points are done: w^(leg p s) in blocks, see
 * kernel_table.h. All legs of some points at a time, which lie side by side. */
static void fill_twiddles(const tfi_trig *trig, uint32_t dtype, int radix, int64_t m,
                          int64_t s, void *table)
{
    enum { CHUNK = 512 };
    const int64_t block = twiddle_block(dtype);
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
    const int64_t block = twiddle_block(dtype);
    const int64_t blocks = (p->rest[i] + block - 1) / block;
    return tfi_array_bytes(dtype, blocks * (p->radices[i] - 1) * 2 * block);
}

/* The tables of all passes, and behind them those of `deep`, in one block. */
static trnfft_status allocate_twiddles(stockham_plan *p, tfi_planner *planner,
                                       void **for_deep)
{
    size_t bytes = tfi_deep_table_bytes(&p->deep, p->line.problem.dtype);
    for (int i = 0; i + 1 < p->n_passes; i++) {
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
    for (int i = 0; i + 1 < p->n_passes; i++) {
        p->twiddles[i] = table;
        table += twiddle_bytes(p, i);
    }
    *for_deep = table;
    p->line.base.table_bytes += bytes;
    return TRNFFT_OK;
}

/* The end of the last block of a table is read, and not used. */
static void clear_end(void *table, uint32_t dtype, int radix, int64_t m)
{
    const int64_t block = twiddle_block(dtype);
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
    for (int i = 0; i + 1 < p->n_passes; i++) {
        const int64_t m = p->rest[i];
        clear_end(p->twiddles[i], dtype, p->radices[i], m);
        fill_twiddles(trig, dtype, p->radices[i], m, s, p->twiddles[i]);
        s *= p->radices[i];
    }
    tfi_trig_destroy(trig, planner->alloc);
    tfi_deep_fill(&p->deep, dtype, p->twiddles, for_deep);
    return tfi_pairs_has_rows(&p->pairs, dtype)
               ? tfi_pairs_wake(&p->pairs, planner, dtype, p->twiddles,
                                &plan->table_bytes)
               : TRNFFT_OK;
}

static void stockham_fini(tfi_plan *plan, const tfi_allocator *alloc)
{
    stockham_plan *p = (stockham_plan *)plan;
    tfi_free(alloc, p->twiddles[0]); /* and all others */
    tfi_pairs_fini(&p->pairs, alloc);
}

static void stockham_print(const tfi_plan *plan, tfi_printer *printer)
{
    const stockham_plan *p = (const stockham_plan *)plan;
    tfi_print_line(printer, "%s %s n=%lld radices", plan->solver->name,
                   p->kernels->name, (long long)p->line.problem.n);
    for (int i = 0; i < p->n_passes; i++) {
        tfi_printf(printer, "%s%d", i == 0 ? " " : "x", p->radices[i]);
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
    if (n % 4 != 0) {
        return 1.55;
    }
    /* Of more points the memory is what counts. */
    return n % 8 != 0 && n >= 9000 && n < 32768 ? is_f64 ? 1.5 : 1.8 : 1.0;
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
    p->kernels = tfk_table_for(planner->cpu);
    p->n_passes = count;
    memcpy(p->radices, radices, sizeof radices);
    int64_t rest = line->n;
    for (int i = 0; i < count; i++) {
        rest /= radices[i];
        p->rest[i] = rest;
    }
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
