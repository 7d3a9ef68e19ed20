/* line_four_step.c - solver "four_step": n = n1 n2 as columns, twiddles, rows, for
 * large n and for products with large prime factors.
 *
 * D. H. Bailey, "FFTs in external or hierarchical memory", J. Supercomputing 4 (1990).
 * With j = n2 j1 + j2 and k = k1 + n1 k2: DFTs of n1 points down strips of columns,
 * product with w^(j2 k1) fused into the transpose of the strip, DFTs of n2 points over
 * blocks of lanes k1, whose last pass writes runs of k1. The data cross memory twice.
 *
 * One line is walked in strips of W columns and blocks of W values of k1; the last
 * strip and the last block are moved back to stay W wide, so that some values are
 * computed twice, to the same bits.
 */
#include <stdbool.h>
#include <string.h>

#include <trnfft/dtype.h>

#include "backend/cpu/line_tools.h"
#include "backend/cpu/stockham.h"
#include "base/primes.h"
#include "solvers/line_solvers.h"

typedef struct four_step_plan {
    tfi_line_plan line;
    const tfk_table *kernels;
    tfi_line_plan *columns, *rows; /* c2c of n1 and of n2 points */
    int64_t block;                 /* k1 values per block */
    int64_t n_blocks;
    void *twiddle_re, *twiddle_im; /* [block][j2][k1 in block] */
} four_step_plan;

static int64_t min_i64(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t block_start(const four_step_plan *p, int64_t i)
{
    return min_i64(i * p->block, p->columns->problem.n - p->block);
}

static size_t middle_bytes(const tfi_line_plan *plan, int64_t lanes)
{
    const four_step_plan *p = (const four_step_plan *)plan;
    const int64_t n2 = p->rows->problem.n;
    int64_t points = lanes == 1 ? p->n_blocks * p->block * n2 : plan->problem.n * lanes;
    return tfi_array_bytes(plan->problem.dtype, points);
}

static int64_t strip_width(const four_step_plan *p)
{
    return min_i64(tfi_line_preferred_lanes(p->line.problem.dtype), p->rows->problem.n);
}

static size_t tile_bytes(const tfi_line_plan *plan, int64_t lanes)
{
    const four_step_plan *p = (const four_step_plan *)plan;
    int64_t width = lanes == 1 ? strip_width(p) : lanes;
    return tfi_array_bytes(plan->problem.dtype, p->columns->problem.n * width);
}

static size_t four_step_scratch(const tfi_line_plan *plan, int64_t lanes)
{
    const four_step_plan *p = (const four_step_plan *)plan;
    size_t columns = tfi_line_scratch(p->columns, lanes == 1 ? strip_width(p) : lanes);
    size_t rows = tfi_line_scratch(p->rows, lanes == 1 ? p->block : lanes);
    return 2 * middle_bytes(plan, lanes) + 2 * tile_bytes(plan, lanes) +
           (columns > rows ? columns : rows);
}

typedef struct buffers {
    char *middle_re, *middle_im, *tile_re, *tile_im, *rest;
} buffers;

static buffers split_scratch(const tfi_line_plan *plan, const tfi_line_args *args)
{
    const size_t middle = middle_bytes(plan, args->lanes);
    const size_t tile = tile_bytes(plan, args->lanes);
    buffers b;
    b.middle_re = args->scratch;
    b.middle_im = b.middle_re + middle;
    b.tile_re = b.middle_im + middle;
    b.tile_im = b.tile_re + tile;
    b.rest = b.tile_im + tile;
    return b;
}

/* DFTs down the columns j2 … j2 + width - 1, into the middle array. */
static void do_strip(const four_step_plan *p, const tfi_line_args *args,
                     const buffers *b, int64_t j2, int64_t width)
{
    const uint32_t dtype = p->line.problem.dtype;
    const int64_t n2 = p->rows->problem.n;
    tfi_line_args strip = { 0 };
    strip.in = tfi_operand_at(&args->in, dtype, 0, j2);
    strip.in.stride = n2 * args->in.stride;
    strip.out = tfi_split(b->tile_re, b->tile_im, width);
    strip.lanes = width;
    strip.scale = 1.0;
    strip.conj_in = args->conj_in;
    strip.scratch = b->rest;
    tfi_line_execute(p->columns, &strip);
    for (int64_t i = 0; i < p->n_blocks; i++) {
        const int64_t at = (i * n2 + j2) * p->block;
        tfk_transpose t = { 0 };
        t.in_re = tfi_at(b->tile_re, dtype, block_start(p, i) * width);
        t.in_im = tfi_at(b->tile_im, dtype, block_start(p, i) * width);
        t.in_stride = width;
        t.out_re = tfi_at(b->middle_re, dtype, at);
        t.out_im = tfi_at(b->middle_im, dtype, at);
        t.w_re = tfi_at(p->twiddle_re, dtype, at);
        t.w_im = tfi_at(p->twiddle_im, dtype, at);
        t.out_stride = t.w_stride = p->block;
        t.n_rows = p->block;
        t.n_cols = width;
        p->kernels->transpose[tfi_type_index(dtype)](&t);
    }
}

static void execute_line(const four_step_plan *p, const tfi_line_args *args)
{
    const uint32_t dtype = p->line.problem.dtype;
    const int64_t n1 = p->columns->problem.n, n2 = p->rows->problem.n;
    const int64_t width = strip_width(p);
    const buffers b = split_scratch(&p->line, args);
    for (int64_t j2 = 0; j2 < n2; j2 += width) {
        do_strip(p, args, &b, min_i64(j2, n2 - width), width);
    }
    for (int64_t i = 0; i < p->n_blocks; i++) {
        tfi_line_args row = { 0 };
        row.in = tfi_split(tfi_at(b.middle_re, dtype, i * n2 * p->block),
                           tfi_at(b.middle_im, dtype, i * n2 * p->block), p->block);
        row.out = tfi_operand_at(&args->out, dtype, 0, block_start(p, i));
        row.out.stride = n1 * args->out.stride;
        row.lanes = p->block;
        row.scale = args->scale;
        row.conj_out = args->conj_out;
        row.scratch = b.rest;
        tfi_line_execute(p->rows, &row);
    }
}

/* Product of tile row k1 (lanes wide) with w^(j2 k1), into middle[k1][j2]. */
static void twiddle_lanes(const four_step_plan *p, const buffers *b, int64_t j2,
                          int64_t lanes)
{
    const uint32_t dtype = p->line.problem.dtype;
    const int64_t n2 = p->rows->problem.n;
    for (int64_t k1 = 0; k1 < p->columns->problem.n; k1++) {
        const int64_t i = min_i64(k1 / p->block, p->n_blocks - 1);
        const int64_t w = (i * n2 + j2) * p->block + k1 - block_start(p, i);
        tfi_line_operand in = tfi_split(tfi_at(b->tile_re, dtype, k1 * lanes),
                                        tfi_at(b->tile_im, dtype, k1 * lanes), lanes);
        const int64_t to = (k1 * n2 + j2) * lanes;
        tfi_line_operand out = tfi_split(tfi_at(b->middle_re, dtype, to),
                                         tfi_at(b->middle_im, dtype, to), lanes);
        tfk_multiply m = { tfi_run(&in),
                           tfi_run(&out),
                           tfi_at(p->twiddle_re, dtype, w),
                           tfi_at(p->twiddle_im, dtype, w),
                           1,
                           lanes,
                           1.0,
                           0,
                           0 };
        p->kernels->multiply[tfi_type_index(dtype)](&m);
    }
}

static void execute_lanes(const four_step_plan *p, const tfi_line_args *args)
{
    const uint32_t dtype = p->line.problem.dtype;
    const int64_t n1 = p->columns->problem.n, n2 = p->rows->problem.n;
    const int64_t lanes = args->lanes;
    const buffers b = split_scratch(&p->line, args);
    for (int64_t j2 = 0; j2 < n2; j2++) {
        tfi_line_args column = { 0 };
        column.in = tfi_operand_at(&args->in, dtype, j2, 0);
        column.in.stride = n2 * args->in.stride;
        column.out = tfi_split(b.tile_re, b.tile_im, lanes);
        column.lanes = lanes;
        column.scale = 1.0;
        column.conj_in = args->conj_in;
        column.scratch = b.rest;
        tfi_line_execute(p->columns, &column);
        twiddle_lanes(p, &b, j2, lanes);
    }
    for (int64_t k1 = 0; k1 < n1; k1++) {
        tfi_line_args row = { 0 };
        row.in = tfi_split(tfi_at(b.middle_re, dtype, k1 * n2 * lanes),
                           tfi_at(b.middle_im, dtype, k1 * n2 * lanes), lanes);
        row.out = tfi_operand_at(&args->out, dtype, k1, 0);
        row.out.stride = n1 * args->out.stride;
        row.lanes = lanes;
        row.scale = args->scale;
        row.conj_out = args->conj_out;
        row.scratch = b.rest;
        tfi_line_execute(p->rows, &row);
    }
}

static void four_step_execute(const tfi_line_plan *plan, const tfi_line_args *args)
{
    const four_step_plan *p = (const four_step_plan *)plan;
    if (args->lanes == 1) {
        execute_line(p, args);
    } else {
        execute_lanes(p, args);
    }
}

static trnfft_status four_step_wake(tfi_plan *plan, tfi_planner *planner)
{
    four_step_plan *p = (four_step_plan *)plan;
    const uint32_t dtype = p->line.problem.dtype;
    const int64_t n2 = p->rows->problem.n;
    TFI_TRY(tfi_plan_wake(&p->columns->base, planner));
    TFI_TRY(tfi_plan_wake(&p->rows->base, planner));
    const size_t bytes = tfi_array_bytes(dtype, p->n_blocks * n2 * p->block);
    p->twiddle_re = tfi_alloc_table(planner->alloc, bytes);
    p->twiddle_im = tfi_alloc_table(planner->alloc, bytes);
    if (p->twiddle_re == NULL || p->twiddle_im == NULL) {
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY,
                        "no memory for %zu bytes of twiddles", 2 * bytes);
    }
    plan->table_bytes += 2 * bytes;
    tfi_trig *trig = NULL;
    TFI_TRY(tfi_trig_create(planner->alloc, p->line.problem.n, &trig));
    for (int64_t i = 0; i < p->n_blocks; i++) {
        const int64_t at = i * n2 * p->block;
        void *re = tfi_at(p->twiddle_re, dtype, at);
        void *im = tfi_at(p->twiddle_im, dtype, at);
        if (dtype == TRNFFT_F64) {
            tfi_trig_rows_f64(trig, block_start(p, i), n2, p->block, re, im);
        } else {
            tfi_trig_rows_f32(trig, block_start(p, i), n2, p->block, re, im);
        }
    }
    tfi_trig_destroy(trig, planner->alloc);
    return TRNFFT_OK;
}

static void four_step_fini(tfi_plan *plan, const tfi_allocator *alloc)
{
    four_step_plan *p = (four_step_plan *)plan;
    tfi_free(alloc, p->twiddle_re);
    tfi_free(alloc, p->twiddle_im);
    tfi_plan_free((tfi_plan *)p->columns, alloc);
    tfi_plan_free((tfi_plan *)p->rows, alloc);
}

static void four_step_print(const tfi_plan *plan, tfi_printer *printer)
{
    const four_step_plan *p = (const four_step_plan *)plan;
    tfi_print_line(printer, "four_step n=%lld = %lld x %lld (%.3g ns)",
                   (long long)p->line.problem.n, (long long)p->columns->problem.n,
                   (long long)p->rows->problem.n, plan->cost_ns);
    tfi_plan_print_child(&p->columns->base, printer);
    tfi_plan_print_child(&p->rows->base, printer);
}

static const tfi_plan_ops four_step_ops = { four_step_wake, four_step_fini,
                                            four_step_print };

enum { MAX_SPLITS = 4 };

/* Splits worth pricing: a smooth n near its square root, otherwise the smooth part
 * against the rest and one large prime factor against the rest. */
static int find_splits(int64_t n, int64_t splits[MAX_SPLITS])
{
    int64_t smooth = 1, rest = n, large = 0;
    for (int64_t f = 2; f <= 13; f++) {
        while (rest % f == 0) {
            rest /= f;
            smooth *= f;
        }
    }
    int count = 0;
    if (rest == 1) {
        const int64_t root = tfi_square_root(n);
        for (int64_t f = root; f > 1 && f > root / 16 && count < MAX_SPLITS; f--) {
            if (n % f == 0) {
                splits[count++] = f;
            }
        }
        return count;
    }
    large = tfi_smallest_factor(rest);
    if (smooth > 1) { /* at equal prices the first: large primes go down the columns */
        splits[count++] = rest;
        splits[count++] = smooth;
    }
    if (large != rest) {
        splits[count++] = large;
        splits[count++] = n / large;
    }
    return count;
}

/* What two sweeps of a smooth line cost more beside the rest, for each byte of the
 * line: measured, beyond the second-level cache and beyond shares of the third. With
 * large factors there is arithmetic to hide it. */
static double smooth_extra(const tfi_line_problem *line)
{
    const double bytes = 2.0 * (double)line->n * (double)tfi_type_bytes(line->dtype);
    const double in_use = 4.0 * bytes;
    if (line->lanes != 0 || in_use < 2e6 || !tfi_stockham_exists(line->n)) {
        return 0;
    }
    return bytes * (in_use > 10e6 ? 0.2 : 0.06);
}

/* What lines with large factors cost more than their parts: measured against
 * convolutions of the same lengths. Strips and blocks of less than 16 lanes are copied
 * and transposed in part; the prices of convolutions over few lanes have more than that
 * in them. */
static double rough_factor(uint32_t dtype, int64_t n1, int64_t n2)
{
    const int64_t fewest = n1 < n2 ? n1 : n2, most = n1 < n2 ? n2 : n1;
    /* Strips of a convolution leave the second-level cache. */
    const double beyond = most >= 8192 && most < 32768 ? 1.15 : 1.0;
    if (fewest >= 16) {
        return beyond * (fewest >= 32 ? 1.22 : 1.1);
    }
    if (n1 > TFK_DIRECT_MAX || n2 > TFK_DIRECT_MAX) {
        return fewest < 4 ? 0.75 : fewest < 8 ? 0.9 : 1.03;
    }
    if (fewest < 4) {
        return 1.3;
    }
    const bool is_short = n1 * n2 < (dtype == TRNFFT_F64 ? 512 : 256);
    return (dtype == TRNFFT_F64) == is_short ? 1.65 : 1.4;
}

/* The same of products of small primes: as measured, fewer than 16 columns or rows
 * never pay for such lines. */
static double smooth_factor(const tfi_planner *planner, uint32_t dtype, int64_t n1,
                            int64_t n2)
{
    const double few = n1 < 16 || n2 < 16 ? 1.5 : 1.0;
    return few * tfi_cost_crossing(planner, dtype, n1, n2);
}

/* Which of two orders is better, as measured: blocks of a few values of k1 cost more
 * than strips of a few columns. */
static double order_extra(const tfi_line_problem *line, int64_t n1)
{
    return n1 < 16 ? 0.1 * (double)line->n : 0;
}

static double price(tfi_planner *planner, const tfi_line_problem *line, int64_t n1,
                    double c1, double c2)
{
    const uint32_t dtype = line->dtype;
    const int64_t n = line->n, n2 = n / n1;
    const double bytes = 8.0 * (double)n * (double)tfi_type_bytes(dtype);
    const double lanes = (double)tfi_line_preferred_lanes(dtype);
    const double calls =
        (double)n2 / lanes * (1.0 + (double)n1 / lanes) + (double)n1 / lanes + 4.0;
    const double sweep = tfi_cost_line_sweep(planner, line, n, bytes);
    const double factor = tfi_stockham_exists(n) ? smooth_factor(planner, dtype, n1, n2)
                                                 : rough_factor(dtype, n1, n2);
    return factor * (tfi_cost_strips(planner, dtype, n1, n2, c1) +
                     tfi_cost_strips(planner, dtype, n2, n1, c2)) +
           2.0 * sweep + 10.0 * calls + order_extra(line, n1) +
           tfi_cost_points(planner, dtype, n, 24.0) + smooth_extra(line);
}

/* Short products of small primes are passes in cache, which two sweeps never beat,
 * except where most runs are ragged: their splits need not be priced. */
static bool is_for_passes(int64_t n)
{
    static const int primes[] = { 2, 3, 5, 7, 11, 13 };
    enum { MOST_POINTS = 2048 };
    if (n % 4 == 0 ? n > MOST_POINTS : n >= TFI_RAGGED_LEAST) {
        return false;
    }
    for (int i = 0; i < 6; i++) {
        while (n % primes[i] == 0) {
            n /= primes[i];
        }
    }
    return n == 1;
}

static trnfft_status plan_four_step(const tfi_solver *solver,
                                    const tfi_problem *problem, tfi_planner *planner,
                                    tfi_plan **out)
{
    const tfi_line_problem *line = (const tfi_line_problem *)problem;
    int64_t splits[MAX_SPLITS];
    *out = NULL;
    const bool asked = planner->forced || planner->choice != NULL;
    if (line->kind != TFI_C2C || line->n < 4 || (!asked && is_for_passes(line->n))) {
        return TRNFFT_OK;
    }
    int count = find_splits(line->n, splits);
    if (planner->choice != NULL) {
        splits[0] = planner->choice->at[0];
        count = splits[0] > 1 && splits[0] < line->n && line->n % splits[0] == 0;
    }
    int64_t best = 0;
    double best_cost = 0;
    for (int i = 0; i < count; i++) {
        double c1 = 0, c2 = 0;
        TFI_TRY(tfi_line_cost(planner, TFI_C2C, line->dtype, splits[i], &c1));
        TFI_TRY(tfi_line_cost(planner, TFI_C2C, line->dtype, line->n / splits[i], &c2));
        double cost = price(planner, line, splits[i], c1, c2);
        if (best == 0 || cost < best_cost) {
            best = splits[i];
            best_cost = cost;
        }
    }
    if (best == 0) {
        return TRNFFT_OK;
    }
    four_step_plan *p =
        (four_step_plan *)tfi_line_new(planner, solver, &four_step_ops, sizeof *p, line,
                                       four_step_execute, four_step_scratch);
    if (p == NULL) {
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY, "no memory for a plan");
    }
    p->line.base.cost_ns = best_cost;
    if (planner->pricing) {
        *out = &p->line.base;
        return TRNFFT_OK;
    }
    trnfft_status status =
        tfi_line_find(planner, TFI_C2C, line->dtype, best, &p->columns);
    if (status == TRNFFT_OK) {
        status = tfi_line_find(planner, TFI_C2C, line->dtype, line->n / best, &p->rows);
    }
    if (status != TRNFFT_OK) {
        tfi_plan_free(&p->line.base, planner->alloc);
        return status;
    }
    p->kernels = tfk_table_for(planner->cpu);
    p->block = min_i64(tfi_line_preferred_lanes(line->dtype), best);
    p->n_blocks = (best + p->block - 1) / p->block;
    *out = &p->line.base;
    return TRNFFT_OK;
}

/* The points of the columns. */
static size_t choose_four_step(const tfi_solver *solver, const tfi_problem *problem,
                               tfi_planner *planner, tfi_choice *list, size_t capacity)
{
    const tfi_line_problem *line = (const tfi_line_problem *)problem;
    tfi_choice_list choices = { list, capacity, 0, { 0 } };
    int64_t splits[MAX_SPLITS];
    (void)solver;
    const int count =
        line->kind == TFI_C2C && line->n >= 4 ? find_splits(line->n, splits) : 0;
    for (int i = 0; i < count; i++) {
        double c1 = 0, c2 = 0;
        if (tfi_line_cost(planner, TFI_C2C, line->dtype, splits[i], &c1) != TRNFFT_OK ||
            tfi_line_cost(planner, TFI_C2C, line->dtype, line->n / splits[i], &c2) !=
                TRNFFT_OK) {
            return 0;
        }
        tfi_choice_offer_number(&choices, splits[i],
                                price(planner, line, splits[i], c1, c2));
    }
    return choices.count;
}

const tfi_solver tfi_solver_four_step = { .name = "four_step",
                                          .kind = TFI_PROBLEM_LINE,
                                          .plan = plan_four_step,
                                          .choices = choose_four_step,
                                          .lanes_inside = true };
