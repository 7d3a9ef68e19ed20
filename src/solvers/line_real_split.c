/* line_real_split.c - solver "real_split": real transforms of odd composite length n =
 * r m by real passes: m real DFTs of r points, then one real DFT and (r-1)/2 complex
 * DFTs of m points. Half the work of a complex transform, and no two lines are packed
 * into one.
 *
 * r2c: u_k[p] = w_n^(k p) sum_j x[p + m j] w_r^(j k); X[r t + k] = DFT_m(u_k)[t], and
 * the residues r - k are the conjugates. c2r runs the same steps backwards.
 */
#include <string.h>

#include <trnfft/dtype.h>

#include "backend/cpu/line_tools.h"
#include "base/primes.h"
#include "solvers/line_move.h"
#include "solvers/line_solvers.h"

typedef struct split_plan {
    tfi_line_plan line;
    const tfk_table *kernels;
    tfi_line_plan *small;   /* real, r points, over lanes  */
    tfi_line_plan *real;    /* real, m points              */
    tfi_line_plan *complex; /* c2c, m points               */
    void *w_re, *w_im;      /* w_n^(k p), [k - 1][p]       */
} split_plan;

static int64_t strip_width(const split_plan *p)
{
    const int64_t m = p->real->problem.n;
    const int64_t lanes = tfi_line_preferred_lanes(p->line.problem.dtype);
    return m < lanes ? m : lanes;
}

static int64_t half_rows(const split_plan *p)
{
    return p->small->problem.n / 2 + 1;
}

/* Scratch: rows re and im [half_rows][m], the tile [half_rows][width], a spectrum of m
 * points. */
static size_t rows_bytes(const split_plan *p)
{
    return tfi_array_bytes(p->line.problem.dtype, half_rows(p) * p->real->problem.n);
}

static size_t tile_bytes(const split_plan *p)
{
    return tfi_array_bytes(p->line.problem.dtype, half_rows(p) * strip_width(p));
}

static size_t spectrum_bytes(const split_plan *p)
{
    return tfi_array_bytes(p->line.problem.dtype, p->real->problem.n / 2 + 1);
}

static size_t max_size(size_t a, size_t b)
{
    return a > b ? a : b;
}

static size_t split_scratch(const tfi_line_plan *plan, int64_t lanes)
{
    const split_plan *p = (const split_plan *)plan;
    size_t children = max_size(
        tfi_line_scratch(p->small, strip_width(p)),
        max_size(tfi_line_scratch(p->real, 1), tfi_line_scratch(p->complex, 1)));
    return tfi_each_lane_scratch(plan, lanes) + 2 * rows_bytes(p) + 2 * tile_bytes(p) +
           2 * spectrum_bytes(p) + children;
}

typedef struct buffers {
    char *re, *im, *tile_re, *tile_im, *spectrum_re, *spectrum_im, *rest;
} buffers;

static buffers split_buffers(const split_plan *p, void *scratch)
{
    buffers b;
    b.re = scratch;
    b.im = b.re + rows_bytes(p);
    b.tile_re = b.im + rows_bytes(p);
    b.tile_im = b.tile_re + tile_bytes(p);
    b.spectrum_re = b.tile_im + tile_bytes(p);
    b.spectrum_im = b.spectrum_re + spectrum_bytes(p);
    b.rest = b.spectrum_im + spectrum_bytes(p);
    return b;
}

#define TEMPLATE "solvers/line_real_split_tmpl.h"
#include "solvers/both_types_tmpl.h"

/* out row k (from k = 1) = in row k times the twiddles of columns p0 … p0 + width - 1.
 */
static void twiddle_rows(const split_plan *p, const tfi_line_operand *in,
                         const tfi_line_operand *out, int64_t p0, int64_t width)
{
    const uint32_t dtype = p->line.problem.dtype;
    for (int64_t k = 1; k < half_rows(p); k++) {
        const int64_t w = (k - 1) * p->real->problem.n + p0;
        tfi_line_operand a = tfi_operand_at(in, dtype, k, 0);
        tfi_line_operand b = tfi_operand_at(out, dtype, k, 0);
        a.stride = b.stride = 1;
        tfi_multiply_row(p->kernels, dtype, &a, &b, tfi_at(p->w_re, dtype, w),
                         tfi_at(p->w_im, dtype, w), width);
    }
}

static void transform_rows(const split_plan *p, const buffers *b)
{
    const uint32_t dtype = p->line.problem.dtype;
    for (int64_t k = 1; k < half_rows(p); k++) {
        const int64_t at = k * p->real->problem.n;
        tfi_line_operand row =
            tfi_split(tfi_at(b->re, dtype, at), tfi_at(b->im, dtype, at), 1);
        tfi_line_args args = { row, row, 1, 1.0, 0, 0, b->rest, 0 };
        tfi_line_execute(p->complex, &args);
    }
}

/* The real DFTs of the columns, by strips of lanes. */
static void forward_strips(const split_plan *p, const tfi_line_args *args,
                           const buffers *b)
{
    const uint32_t dtype = p->line.problem.dtype;
    const int64_t m = p->real->problem.n, width = strip_width(p);
    for (int64_t p0 = 0; p0 < m; p0 += width) {
        const int64_t at = p0 < m - width ? p0 : m - width;
        tfi_line_args strip = { 0 };
        strip.in = tfi_split(tfi_at(args->in.re, dtype, at), NULL, m);
        strip.out = tfi_split(b->tile_re, b->tile_im, width);
        strip.lanes = width;
        strip.scale = 1.0;
        strip.scratch = b->rest;
        tfi_line_execute(p->small, &strip);
        memcpy(tfi_at(b->re, dtype, at), b->tile_re,
               (size_t)width * tfi_type_bytes(dtype));
        tfi_line_operand rows =
            tfi_split(tfi_at(b->re, dtype, at), tfi_at(b->im, dtype, at), m);
        twiddle_rows(p, &strip.out, &rows, at, width);
    }
}

static void backward_strips(const split_plan *p, const tfi_line_args *args,
                            const buffers *b)
{
    const uint32_t dtype = p->line.problem.dtype;
    const int64_t m = p->real->problem.n, width = strip_width(p);
    memset(b->im, 0, (size_t)m * tfi_type_bytes(dtype));
    tfi_line_operand rows = tfi_split(b->re, b->im, m);
    twiddle_rows(p, &rows, &rows, 0, m);
    for (int64_t p0 = 0; p0 < m; p0 += width) {
        const int64_t at = p0 < m - width ? p0 : m - width;
        tfi_line_args strip = { 0 };
        strip.in = tfi_split(tfi_at(b->re, dtype, at), tfi_at(b->im, dtype, at), m);
        strip.out = tfi_split(tfi_at(args->out.re, dtype, at), NULL, m);
        strip.lanes = width;
        strip.scale = args->scale;
        strip.scratch = b->rest;
        tfi_line_execute(p->small, &strip);
    }
}

static void r2c_single(const tfi_line_plan *plan, const tfi_line_args *args)
{
    const split_plan *p = (const split_plan *)plan;
    const uint32_t dtype = plan->problem.dtype;
    const int64_t m = p->real->problem.n;
    const buffers b = split_buffers(p, args->scratch);
    forward_strips(p, args, &b);
    tfi_line_args zero = { tfi_split(b.re, NULL, 1),
                           tfi_split(b.spectrum_re, b.spectrum_im, 1),
                           1,
                           1.0,
                           0,
                           0,
                           b.rest,
                           0 };
    tfi_line_execute(p->real, &zero);
    transform_rows(p, &b);
    if (dtype == TRNFFT_F64) {
        spread_f64(p->small->problem.n, m, &b, args);
    } else {
        spread_f32(p->small->problem.n, m, &b, args);
    }
}

static void c2r_single(const tfi_line_plan *plan, const tfi_line_args *args)
{
    const split_plan *p = (const split_plan *)plan;
    const uint32_t dtype = plan->problem.dtype;
    const int64_t m = p->real->problem.n;
    const buffers b = split_buffers(p, args->scratch);
    if (dtype == TRNFFT_F64) {
        collect_f64(p->small->problem.n, m, &b, args);
    } else {
        collect_f32(p->small->problem.n, m, &b, args);
    }
    tfi_line_args zero = { tfi_split(b.spectrum_re, b.spectrum_im, 1),
                           tfi_split(b.re, NULL, 1),
                           1,
                           1.0,
                           0,
                           0,
                           b.rest,
                           0 };
    tfi_line_execute(p->real, &zero);
    transform_rows(p, &b);
    backward_strips(p, args, &b);
}

static void split_execute(const tfi_line_plan *plan, const tfi_line_args *args)
{
    tfi_each_lane(plan, args, plan->problem.kind == TFI_R2C ? r2c_single : c2r_single);
}

static trnfft_status split_wake(tfi_plan *plan, tfi_planner *planner)
{
    split_plan *p = (split_plan *)plan;
    TFI_TRY(tfi_plan_wake(&p->small->base, planner));
    TFI_TRY(tfi_plan_wake(&p->real->base, planner));
    TFI_TRY(tfi_plan_wake(&p->complex->base, planner));
    return tfi_line_twiddles(&p->line, planner, half_rows(p) - 1, p->real->problem.n,
                             &p->w_re, &p->w_im);
}

static void split_fini(tfi_plan *plan, const tfi_allocator *alloc)
{
    split_plan *p = (split_plan *)plan;
    tfi_free(alloc, p->w_re);
    tfi_free(alloc, p->w_im);
    tfi_plan_free((tfi_plan *)p->small, alloc);
    tfi_plan_free((tfi_plan *)p->real, alloc);
    tfi_plan_free((tfi_plan *)p->complex, alloc);
}

static void split_print(const tfi_plan *plan, tfi_printer *printer)
{
    const split_plan *p = (const split_plan *)plan;
    tfi_print_line(printer, "real_split %s n=%lld = %lld x %lld (%.3g ns)",
                   p->line.problem.kind == TFI_R2C ? "r2c" : "c2r",
                   (long long)p->line.problem.n, (long long)p->small->problem.n,
                   (long long)p->real->problem.n, plan->cost_ns);
    tfi_plan_print_child(&p->small->base, printer);
    tfi_plan_print_child(&p->real->base, printer);
    tfi_plan_print_child(&p->complex->base, printer);
}

static const tfi_plan_ops split_ops = { split_wake, split_fini, split_print };

static trnfft_status price(tfi_planner *planner, const tfi_line_problem *line,
                           int64_t r, double *cost)
{
    const int64_t m = line->n / r;
    double small = 0, real = 0, complex = 0;
    planner->lanes = true;
    TFI_TRY(tfi_line_cost(planner, line->kind, line->dtype, r, &small));
    planner->lanes = false;
    TFI_TRY(tfi_line_cost(planner, line->kind, line->dtype, m, &real));
    TFI_TRY(tfi_line_cost(planner, TFI_C2C, line->dtype, m, &complex));
    const double bytes = 8.0 * (double)line->n * (double)tfi_type_bytes(line->dtype);
    const int64_t n_complex = r / 2;
    *cost = tfi_cost_strips(planner, line->dtype, 0, m, small) + real +
            (double)n_complex * complex + 20.0 + 0.7 * (double)line->n +
            tfi_cost_line_sweep(planner, line, line->n / 2, bytes);
    return TRNFFT_OK;
}

static bool accepts(const tfi_line_problem *line)
{
    return line->kind != TFI_C2C && line->n % 2 != 0 && line->n >= 9 &&
           !tfi_is_prime(line->n);
}

/* The smallest prime factor or the cofactor of it. */
static size_t choose_split(const tfi_solver *solver, const tfi_problem *problem,
                           tfi_planner *planner, tfi_choice *list, size_t capacity)
{
    const tfi_line_problem *line = (const tfi_line_problem *)problem;
    tfi_choice_list choices = { list, capacity, 0, { 0 } };
    (void)solver;
    const int64_t f = accepts(line) ? tfi_smallest_factor(line->n) : 0;
    for (int i = 0; f != 0 && i < (f * f == line->n ? 1 : 2); i++) {
        const int64_t r = i == 0 ? f : line->n / f;
        double cost = 0;
        if (price(planner, line, r, &cost) != TRNFFT_OK) {
            return 0;
        }
        tfi_choice_offer_number(&choices, r, cost);
    }
    return choices.count;
}

/* The r that is wanted, or the cheaper one; 0: what is wanted cannot be. */
static trnfft_status choose(tfi_planner *planner, const tfi_line_problem *line,
                            int64_t *r, double *cost)
{
    const int64_t f = tfi_smallest_factor(line->n);
    const int64_t options[2] = { f, line->n / f };
    for (int i = 0; i < 2; i++) {
        double c = 0;
        if (planner->choice != NULL && planner->choice->at[0] != options[i]) {
            continue;
        }
        TFI_TRY(price(planner, line, options[i], &c));
        if (*r == 0 || c < *cost) {
            *cost = c;
            *r = options[i];
        }
    }
    return TRNFFT_OK;
}

/* What a line takes beside its parts' prices: measured against other odd real lines. */
static double against_others(const tfi_line_problem *line)
{
    if (line->lanes != 0) {
        return 1.0;
    }
    return line->dtype == TRNFFT_F32 ? (line->kind == TFI_C2R ? 0.82 : 1.0)
                                     : (line->kind == TFI_C2R ? 0.95 : 1.2);
}

static trnfft_status plan_split(const tfi_solver *solver, const tfi_problem *problem,
                                tfi_planner *planner, tfi_plan **out)
{
    const tfi_line_problem *line = (const tfi_line_problem *)problem;
    *out = NULL;
    if (!accepts(line)) {
        return TRNFFT_OK;
    }
    int64_t r = 0;
    double cost = 0;
    TFI_TRY(choose(planner, line, &r, &cost));
    if (r == 0) {
        return TRNFFT_OK;
    }
    split_plan *p = (split_plan *)tfi_line_new(planner, solver, &split_ops, sizeof *p,
                                               line, split_execute, split_scratch);
    if (p == NULL) {
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY, "no memory for a plan");
    }
    p->kernels = tfk_table_for(planner->cpu);
    p->line.base.cost_ns = against_others(line) * cost;
    if (planner->pricing) {
        *out = &p->line.base;
        return TRNFFT_OK;
    }
    const tfi_line_kind kind = (tfi_line_kind)line->kind;
    planner->lanes = true; /* the small ones in strips, the others one by one */
    trnfft_status status = tfi_line_find(planner, kind, line->dtype, r, &p->small);
    planner->lanes = false;
    if (status == TRNFFT_OK) {
        status = tfi_line_find(planner, kind, line->dtype, line->n / r, &p->real);
    }
    if (status == TRNFFT_OK) {
        status = tfi_line_find(planner, TFI_C2C, line->dtype, line->n / r, &p->complex);
    }
    if (status != TRNFFT_OK) {
        tfi_plan_free(&p->line.base, planner->alloc);
        return status;
    }
    *out = &p->line.base;
    return TRNFFT_OK;
}

const tfi_solver tfi_solver_real_split = { .name = "real_split",
                                           .kind = TFI_PROBLEM_LINE,
                                           .plan = plan_split,
                                           .choices = choose_split };
