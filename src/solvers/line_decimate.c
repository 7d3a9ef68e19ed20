/* line_decimate.c - solver "decimate": n = r m with a large prime in m, decimated in
 * time into r rows of m points.
 *
 * J. W. Cooley, J. W. Tukey, "An algorithm for the machine calculation of complex
 * Fourier series", Math. Comp. 19 (1965). Y_i = DFT_m(x[r j + i]), then
 * X[k + m q] = sum_i w_r^(i q) (w_n^(i k) Y_i[k]). The rows are transformed one by one:
 * the convolution that a large prime takes stays in cache, where one for all of n, or
 * for many lanes at once ("four_step"), would not.
 */
#include "backend/cpu/line_tools.h"
#include "base/primes.h"
#include "solvers/line_move.h"
#include "solvers/line_solvers.h"

typedef struct decimate_plan {
    tfi_line_plan line;
    const tfk_table *kernels;
    tfi_line_plan *rows;  /* c2c, m points */
    tfi_line_plan *small; /* c2c, r points, over lanes */
    void *w_re, *w_im;    /* w_n^(i k), [i - 1][k] */
} decimate_plan;

static int64_t strip_width(const decimate_plan *p)
{
    const int64_t m = p->rows->problem.n;
    const int64_t lanes = 4 * tfi_line_preferred_lanes(p->line.problem.dtype);
    return m < lanes ? m : lanes;
}

/* Scratch: rows re and im [r][m], the tile re and im [r][width]. */
static size_t rows_bytes(const decimate_plan *p)
{
    return tfi_part_bytes(p->line.problem.dtype, p->line.problem.n);
}

static size_t tile_bytes(const decimate_plan *p)
{
    return tfi_part_bytes(p->line.problem.dtype, p->small->problem.n * strip_width(p));
}

static size_t decimate_scratch(const tfi_line_plan *plan, int64_t lanes)
{
    const decimate_plan *p = (const decimate_plan *)plan;
    const size_t rows = tfi_line_scratch(p->rows, 1);
    const size_t small = tfi_line_scratch(p->small, strip_width(p));
    return tfi_each_lane_scratch(plan, lanes) + 2 * rows_bytes(p) + 2 * tile_bytes(p) +
           (rows > small ? rows : small);
}

typedef struct buffers {
    char *re, *im, *tile_re, *tile_im, *rest;
} buffers;

static buffers split_scratch(const decimate_plan *p, void *scratch)
{
    buffers b;
    b.re = scratch;
    b.im = b.re + rows_bytes(p);
    b.tile_re = b.im + rows_bytes(p);
    b.tile_im = b.tile_re + tile_bytes(p);
    b.rest = b.tile_im + tile_bytes(p);
    return b;
}

/* Row i: every r-th point from i on, transformed. */
static void transform_row(const decimate_plan *p, const tfi_line_args *args,
                          const buffers *b, int64_t i)
{
    const uint32_t dtype = p->line.problem.dtype;
    const int64_t m = p->rows->problem.n;
    void *re = tfi_at(b->re, dtype, i * m), *im = tfi_at(b->im, dtype, i * m);
    tfi_line_operand points = tfi_operand_at(&args->in, dtype, i, 0);
    points.stride *= p->small->problem.n;
    tfi_pull_lane(dtype, &points, m, 0, re, im);
    const tfi_line_operand row = tfi_split(re, im, 1);
    const tfi_line_args one = { row, row, 1, 1.0, args->conj_in, 0, b->rest, 0 };
    tfi_line_execute(p->rows, &one);
}

/* The rows from column k on, times their twiddles, into the tile. */
static void twiddle_tile(const decimate_plan *p, const buffers *b, int64_t k,
                         int64_t width)
{
    const uint32_t dtype = p->line.problem.dtype;
    const int64_t m = p->rows->problem.n;
    memcpy(b->tile_re, tfi_at(b->re, dtype, k), (size_t)width * tfi_type_bytes(dtype));
    memcpy(b->tile_im, tfi_at(b->im, dtype, k), (size_t)width * tfi_type_bytes(dtype));
    for (int64_t i = 1; i < p->small->problem.n; i++) {
        const int64_t from = i * m + k, w = from - m, to = i * width;
        const tfi_line_operand in =
            tfi_split(tfi_at(b->re, dtype, from), tfi_at(b->im, dtype, from), 1);
        const tfi_line_operand out =
            tfi_split(tfi_at(b->tile_re, dtype, to), tfi_at(b->tile_im, dtype, to), 1);
        tfi_multiply_row(p->kernels, dtype, &in, &out, tfi_at(p->w_re, dtype, w),
                         tfi_at(p->w_im, dtype, w), width);
    }
}

static void execute_line(const tfi_line_plan *plan, const tfi_line_args *args)
{
    const decimate_plan *p = (const decimate_plan *)plan;
    const uint32_t dtype = plan->problem.dtype;
    const int64_t m = p->rows->problem.n, width = strip_width(p);
    const buffers b = split_scratch(p, args->scratch);
    for (int64_t i = 0; i < p->small->problem.n; i++) {
        transform_row(p, args, &b, i);
    }
    for (int64_t k = 0; k < m; k += width) {
        const int64_t at = k < m - width ? k : m - width;
        twiddle_tile(p, &b, at, width);
        tfi_line_args strip = { 0 };
        strip.in = tfi_split(b.tile_re, b.tile_im, width);
        strip.out = tfi_operand_at(&args->out, dtype, 0, at);
        strip.out.stride = m * args->out.stride;
        strip.lanes = width;
        strip.scale = args->scale;
        strip.conj_out = args->conj_out;
        strip.scratch = b.rest;
        tfi_line_execute(p->small, &strip);
    }
}

static void decimate_execute(const tfi_line_plan *plan, const tfi_line_args *args)
{
    tfi_each_lane(plan, args, execute_line);
}

static trnfft_status decimate_wake(tfi_plan *plan, tfi_planner *planner)
{
    decimate_plan *p = (decimate_plan *)plan;
    TFI_TRY(tfi_plan_wake(&p->rows->base, planner));
    TFI_TRY(tfi_plan_wake(&p->small->base, planner));
    return tfi_line_twiddles(&p->line, planner, p->small->problem.n - 1,
                             p->rows->problem.n, &p->w_re, &p->w_im);
}

static void decimate_fini(tfi_plan *plan, const tfi_allocator *alloc)
{
    decimate_plan *p = (decimate_plan *)plan;
    tfi_free(alloc, p->w_re);
    tfi_free(alloc, p->w_im);
    tfi_plan_free((tfi_plan *)p->rows, alloc);
    tfi_plan_free((tfi_plan *)p->small, alloc);
}

static void decimate_print(const tfi_plan *plan, tfi_printer *printer)
{
    const decimate_plan *p = (const decimate_plan *)plan;
    tfi_print_line(printer, "decimate n=%lld = %lld x %lld (%.3g ns)",
                   (long long)p->line.problem.n, (long long)p->small->problem.n,
                   (long long)p->rows->problem.n, plan->cost_ns);
    tfi_plan_print_child(&p->small->base, printer);
    tfi_plan_print_child(&p->rows->base, printer);
}

static const tfi_plan_ops decimate_ops = { decimate_wake, decimate_fini,
                                           decimate_print };

static int64_t largest_factor(int64_t n)
{
    int64_t largest = 1;
    for (; n > 1; n /= largest) {
        largest = tfi_smallest_factor(n);
    }
    return largest;
}

/* Rows of m points that are convolutions against one of the whole, as measured: those
 * whose own transforms may be Rader's gain less from rows without long vectors. */
static double of_convolutions(const tfi_planner *planner, const tfi_line_problem *line,
                              int64_t m)
{
    enum { IN_L1 = 1000 }; /* points of f64 whose own convolution stays there */
    const bool may_be_rader = tfi_stockham_exists(m - 1);
    if (!tfi_has_long_vectors(planner, line->dtype)) {
        return may_be_rader ? 1.15 : 0.92;
    }
    if (may_be_rader) {
        return 0.95;
    }
    if (line->dtype == TRNFFT_F64) {
        return line->n < IN_L1 ? 0.95 : m > 1024 ? 0.89 : 0.8;
    }
    return m > 512 ? 0.77 : 0.87;
}

/* The same of all rows. Of short lines it depends on what they are: convolutions, or by
 * the definition, or in steps. */
static double against_others(const tfi_planner *planner, const tfi_line_problem *line,
                             int64_t m)
{
    enum { SHORT = 8192 };
    const bool is_long = tfi_has_long_vectors(planner, line->dtype);
    if (line->n > SHORT) {
        return 1.15;
    }
    if (largest_factor(m) > TFK_DIRECT_MAX) {
        return of_convolutions(planner, line, m);
    }
    return m <= TFK_DIRECT_MAX ? (is_long ? 1.05 : 1.15) : is_long ? 0.8 : 0.96;
}

static trnfft_status price(tfi_planner *planner, const tfi_line_problem *line,
                           int64_t r, double *cost)
{
    const int64_t m = line->n / r;
    double small = 0, row = 0;
    planner->lanes = true;
    TFI_TRY(tfi_line_cost(planner, TFI_C2C, line->dtype, r, &small));
    planner->lanes = false;
    TFI_TRY(tfi_line_cost(planner, TFI_C2C, line->dtype, m, &row));
    /* Every r-th point, then the products; and all of it against convolutions of the
     * whole, cheaper where rows are neither those nor go by the definition: measured.
     */
    const double moves = line->dtype == TRNFFT_F64 ? 2.8 : 2.0;
    const double bytes = 6.0 * (double)line->n * (double)tfi_type_bytes(line->dtype);
    *cost =
        against_others(planner, line, m) *
        (tfi_cost_strips(planner, line->dtype, r, m, small) + (double)r * row + 20.0 +
         moves * (double)line->n + tfi_cost_line_sweep(planner, line, line->n, bytes));
    return TRNFFT_OK;
}

enum { MAX_SPLITS = 2, MOST_ROWS = 256 };

/* The numbers of rows worth pricing: everything but the largest prime, and the smooth
 * part. */
static int find_splits(const tfi_line_problem *line, int64_t splits[MAX_SPLITS])
{
    int64_t smooth = 1, rest = line->n;
    if (line->kind != TFI_C2C || line->lanes != 0 || line->n < 4) {
        return 0;
    }
    for (int64_t f = 2; f <= 13; f++) {
        for (; rest % f == 0; rest /= f) {
            smooth *= f;
        }
    }
    const int64_t largest = largest_factor(rest);
    int count = 0;
    if (largest > 1 && largest < line->n && line->n / largest <= MOST_ROWS) {
        splits[count++] = line->n / largest;
    }
    if (largest < rest && smooth > 1 && smooth <= MOST_ROWS) {
        splits[count++] = smooth;
    }
    return count;
}

static trnfft_status plan_decimate(const tfi_solver *solver, const tfi_problem *problem,
                                   tfi_planner *planner, tfi_plan **out)
{
    const tfi_line_problem *line = (const tfi_line_problem *)problem;
    int64_t splits[MAX_SPLITS], best = 0;
    double best_cost = 0;
    *out = NULL;
    const int count = find_splits(line, splits);
    for (int i = 0; i < count; i++) {
        double cost = 0;
        if (planner->choice != NULL && planner->choice->at[0] != splits[i]) {
            continue;
        }
        TFI_TRY(price(planner, line, splits[i], &cost));
        if (best == 0 || cost < best_cost) {
            best = splits[i];
            best_cost = cost;
        }
    }
    if (best == 0) {
        return TRNFFT_OK;
    }
    decimate_plan *p =
        (decimate_plan *)tfi_line_new(planner, solver, &decimate_ops, sizeof *p, line,
                                      decimate_execute, decimate_scratch);
    if (p == NULL) {
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY, "no memory for a plan");
    }
    p->kernels = tfk_table_for(planner->cpu);
    p->line.base.cost_ns = best_cost;
    if (planner->pricing) {
        *out = &p->line.base;
        return TRNFFT_OK;
    }
    planner->lanes = true; /* the small ones in strips, the rows one by one */
    trnfft_status status =
        tfi_line_find(planner, TFI_C2C, line->dtype, best, &p->small);
    planner->lanes = false;
    if (status == TRNFFT_OK) {
        status = tfi_line_find(planner, TFI_C2C, line->dtype, line->n / best, &p->rows);
    }
    if (status != TRNFFT_OK) {
        tfi_plan_free(&p->line.base, planner->alloc);
        return status;
    }
    *out = &p->line.base;
    return TRNFFT_OK;
}

/* The number of rows. */
static size_t choose_decimate(const tfi_solver *solver, const tfi_problem *problem,
                              tfi_planner *planner, tfi_choice *list, size_t capacity)
{
    const tfi_line_problem *line = (const tfi_line_problem *)problem;
    tfi_choice_list choices = { list, capacity, 0, { 0 } };
    int64_t splits[MAX_SPLITS];
    (void)solver;
    const int count = find_splits(line, splits);
    for (int i = 0; i < count; i++) {
        double cost = 0;
        if (price(planner, line, splits[i], &cost) != TRNFFT_OK) {
            return 0;
        }
        tfi_choice_offer_number(&choices, splits[i], cost);
    }
    return choices.count;
}

const tfi_solver tfi_solver_decimate = { .name = "decimate",
                                         .kind = TFI_PROBLEM_LINE,
                                         .plan = plan_decimate,
                                         .choices = choose_decimate };
