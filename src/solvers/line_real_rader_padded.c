/* line_real_rader_padded.c - solver "real_rader_padded": real transforms of prime
 * length n through Rader's permutation of both halves, whose two real convolutions of
 * (n - 1) / 2 points are one complex cyclic one of n - 2 points or more, zero-padded.
 *
 * Sums are its real parts and differences its imaginary ones. Each has a kernel of its
 * own, so a point of the spectrum is a combination of z_k and conj z_(m-k).
 */
#include <stdbool.h>
#include <string.h>

#include <trnfft/dtype.h>

#include "backend/cpu/line_tools.h"
#include "base/primes.h"
#include "solvers/line_move.h"
#include "solvers/line_solvers.h"
#include "solvers/rader_fold.h"
#include "solvers/real_convolution.h"

typedef struct padded_plan {
    tfi_line_plan line;
    tfi_rader_fold fold;
    tfi_real_convolution convolution;
} padded_plan;

#define TEMPLATE "solvers/line_real_rader_padded_tmpl.h"
#include "solvers/both_types_tmpl.h"

/* From the line to the room: where one follows the other by nearly a multiple of 4 KB,
 * loads from one wait for stores to the other. */
static size_t room_bytes(const padded_plan *p)
{
    enum { PAGE = 4096, NEAR = 640 };
    const size_t bytes = 2 * tfi_real_convolution_part(&p->convolution),
                 rest = bytes % PAGE;
    return rest < NEAR          ? bytes + NEAR
           : rest > PAGE - NEAR ? bytes + PAGE - rest + NEAR
                                : bytes;
}

static size_t padded_scratch(const tfi_line_plan *plan, int64_t lanes)
{
    const padded_plan *p = (const padded_plan *)plan;
    return tfi_each_lane_scratch(plan, lanes) + 2 * room_bytes(p) +
           tfi_line_scratch(p->convolution.child, 1);
}

static void padded_single(const tfi_line_plan *plan, const tfi_line_args *args)
{
    const padded_plan *p = (const padded_plan *)plan;
    const uint32_t dtype = plan->problem.dtype;
    const tfi_real_convolution *c = &p->convolution;
    const int64_t half = p->fold.h, m = c->child->problem.n;
    char *line = args->scratch, *room = line + room_bytes(p);
    char *rest = room + room_bytes(p);
    const double start = tfi_rader_fold_in(&p->fold, args, line, room);
    memset(tfi_at(line, dtype, 2 * half), 0,
           2 * (size_t)(m - half) * tfi_type_bytes(dtype));
    tfi_real_convolution_forward(c, line, room, rest);
    /* Point 0 is where the spectrum begins. */
    const double zero = dtype == TRNFFT_F64 ? add_start_f64(line, room, start)
                                            : add_start_f32(line, room, (float)start);
    tfi_real_convolution_backward(c, line, room, rest);
    tfi_rader_fold_out(&p->fold, args, room, zero, line);
}

static void padded_execute(const tfi_line_plan *plan, const tfi_line_args *args)
{
    tfi_each_lane(plan, args, padded_single);
}

/* `work`: cosines and sines, which lie in `rest` here, of `part` bytes each, and then
 * the scratch of the child. The kernel lies in the product tables before they are
 * filled. */
static trnfft_status fill_tables(padded_plan *p, tfi_planner *planner, char *work)
{
    const uint32_t dtype = p->line.problem.dtype;
    const tfi_real_convolution *convolution = &p->convolution;
    const int64_t half = p->fold.h, m = convolution->child->problem.n;
    const size_t part = tfi_real_convolution_part(convolution);
    void *c = work, *s = work + part, *re = tfi_product_of(convolution, TFI_P_RE),
         *im = tfi_product_of(convolution, TFI_Q_RE);
    TFI_TRY(tfi_rader_fold_wake(&p->fold, planner, &p->line.base.table_bytes, c, s));
    if (dtype == TRNFFT_F64) {
        fill_kernel_f64(c, s, half, m, re, im);
    } else {
        fill_kernel_f32(c, s, half, m, re, im);
    }
    const tfi_line_args forward = { tfi_split(re, im, 1),
                                    tfi_split(c, s, 1),
                                    1,
                                    1.0 / (double)m,
                                    0,
                                    0,
                                    work + 2 * part,
                                    0 };
    tfi_line_execute(convolution->child, &forward);
    if (dtype == TRNFFT_F64) {
        fill_products_f64(convolution, c, s);
    } else {
        fill_products_f32(convolution, c, s);
    }
    return TRNFFT_OK;
}

static trnfft_status padded_wake(tfi_plan *plan, tfi_planner *planner)
{
    padded_plan *p = (padded_plan *)plan;
    TFI_TRY(tfi_real_convolution_wake(&p->convolution, planner, &plan->table_bytes));
    char *work =
        tfi_alloc_table(planner->alloc, 2 * tfi_real_convolution_part(&p->convolution) +
                                            tfi_line_scratch(p->convolution.child, 1));
    if (work == NULL) {
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY,
                        "no memory for the tables of n = %lld",
                        (long long)p->line.problem.n);
    }
    const trnfft_status status = fill_tables(p, planner, work);
    tfi_free(planner->alloc, work);
    return status;
}

static void padded_fini(tfi_plan *plan, const tfi_allocator *alloc)
{
    padded_plan *p = (padded_plan *)plan;
    tfi_rader_fold_free(&p->fold, alloc);
    tfi_real_convolution_free(&p->convolution, alloc);
}

static void padded_print(const tfi_plan *plan, tfi_printer *printer)
{
    const padded_plan *p = (const padded_plan *)plan;
    tfi_print_line(printer, "real_rader_padded %s n=%lld (%.3g ns)",
                   p->line.problem.kind == TFI_R2C ? "r2c" : "c2r",
                   (long long)p->line.problem.n, plan->cost_ns);
    tfi_plan_print_child(&p->convolution.child->base, printer);
}

static const tfi_plan_ops padded_ops = { padded_wake, padded_fini, padded_print };

static bool takes(const tfi_line_problem *line)
{
    return line->kind != TFI_C2C && line->n >= 5 && line->n <= INT32_MAX &&
           tfi_is_prime(line->n);
}

/* Two transforms of `length` points, the product, and the pairs moved, in and out. */
static double price(const tfi_planner *planner, const tfi_line_problem *line,
                    int64_t length, double child)
{
    return 2.0 * child + 0.45 * (double)line->n + 20.0 +
           tfi_cost_points(planner, line->dtype, length, 16.0);
}

static trnfft_status plan_padded(const tfi_solver *solver, const tfi_problem *problem,
                                 tfi_planner *planner, tfi_plan **out)
{
    const tfi_line_problem *line = (const tfi_line_problem *)problem;
    int64_t length = 0;
    *out = NULL;
    if (!takes(line)) {
        return TRNFFT_OK;
    }
    TFI_TRY(tfi_convolution_chosen(planner, line, line->n - 2, &length));
    if (length == 0) {
        return TRNFFT_OK;
    }
    tfi_line_plan *child = NULL;
    double cost = 0;
    TFI_TRY(tfi_line_child(planner, TFI_C2C, line->dtype, length, &child, &cost));
    padded_plan *p = (padded_plan *)tfi_line_new(
        planner, solver, &padded_ops, sizeof *p, line, padded_execute, padded_scratch);
    if (p == NULL) {
        tfi_plan_free((tfi_plan *)child, planner->alloc);
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY, "no memory for a plan");
    }
    tfi_rader_fold_init(&p->fold, planner, &p->line.problem);
    p->convolution = (tfi_real_convolution){ .child = child,
                                             .kernels = tfk_table_for(planner->cpu),
                                             .hermitian = true };
    p->line.base.cost_ns = price(planner, line, length, cost);
    *out = &p->line.base;
    return TRNFFT_OK;
}

/* The length of the convolution. */
static size_t choose_padded(const tfi_solver *solver, const tfi_problem *problem,
                            tfi_planner *planner, tfi_choice *list, size_t capacity)
{
    const tfi_line_problem *line = (const tfi_line_problem *)problem;
    (void)solver;
    return takes(line)
               ? tfi_convolution_choices(planner, line, line->n - 2, list, capacity)
               : 0;
}

const tfi_solver tfi_solver_real_rader_padded = { .name = "real_rader_padded",
                                                  .kind = TFI_PROBLEM_LINE,
                                                  .plan = plan_padded,
                                                  .choices = choose_padded };
