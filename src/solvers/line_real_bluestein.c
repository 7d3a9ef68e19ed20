/* line_real_bluestein.c - solver "real_bluestein": real lines of odd length as a
 * convolution with a chirp, of 3 n / 2 points: half of the spectrum is all that is
 * wanted, or given. x_j = Re sum_k Y_k exp(-2 pi i j k / n) over that half, with Y_0 =
 * Re X_0 and Y_k = 2 X_k.
 */
#include <stdbool.h>
#include <string.h>

#include <trnfft/dtype.h>

#include "backend/cpu/line_tools.h"
#include "solvers/chirp.h"
#include "solvers/line_move.h"
#include "solvers/line_solvers.h"

typedef struct real_chirp_plan {
    tfi_line_plan line;
    tfi_chirp chirp;
} real_chirp_plan;

static const tfi_chirp *chirp_of(const tfi_line_plan *plan)
{
    return &((const real_chirp_plan *)plan)->chirp;
}

static size_t real_chirp_scratch(const tfi_line_plan *plan, int64_t lanes)
{
    return tfi_chirp_scratch(chirp_of(plan), lanes);
}

static void r2c_execute(const tfi_line_plan *plan, const tfi_line_args *args)
{
    const tfi_chirp *chirp = chirp_of(plan);
    const int type = tfi_type_index(chirp->dtype);
    const int64_t lanes = args->lanes;
    const tfi_line_operand body = tfi_chirp_body(chirp, args->scratch, lanes);
    const tfk_multiply in =
        tfi_chirp_times(chirp, &args->in, &body, chirp->n_in, lanes);
    chirp->kernels->multiply_real[type](&in);
    tfi_chirp_convolve(chirp, args->scratch, lanes);
    tfk_multiply out = tfi_chirp_times(chirp, &body, &args->out, chirp->n_out, lanes);
    out.scale = args->scale;
    out.conj_out = args->conj_out;
    chirp->kernels->multiply[type](&out);
    tfi_clear_imaginary(chirp->dtype, &args->out, 0, lanes);
}

/* Bin 0, whose chirp is 1, as it is, with no imaginary part. */
static void copy_bin_0(uint32_t dtype, const tfi_line_operand *from,
                       const tfi_line_operand *to, int64_t lanes)
{
    const int64_t in = from->layout == TFI_INTERLEAVED ? 2 : 1;
    const int64_t out = to->layout == TFI_INTERLEAVED ? 2 : 1;
    for (int64_t b = 0; b < lanes; b++) {
        memcpy(tfi_at(to->re, dtype, out * b), tfi_at(from->re, dtype, in * b),
               tfi_type_bytes(dtype));
    }
    tfi_clear_imaginary(dtype, to, 0, lanes);
}

static void c2r_execute(const tfi_line_plan *plan, const tfi_line_args *args)
{
    const tfi_chirp *chirp = chirp_of(plan);
    const int type = tfi_type_index(chirp->dtype);
    const int64_t lanes = args->lanes;
    const tfi_line_operand body = tfi_chirp_body(chirp, args->scratch, lanes);
    tfk_multiply in = tfi_chirp_times(chirp, &args->in, &body, chirp->n_in, lanes);
    in.scale = 2.0;
    in.conj_in = args->conj_in;
    chirp->kernels->multiply[type](&in);
    copy_bin_0(chirp->dtype, &args->in, &body, lanes);
    tfi_chirp_convolve(chirp, args->scratch, lanes);
    tfk_multiply out = tfi_chirp_times(chirp, &body, &args->out, chirp->n_out, lanes);
    out.scale = args->scale;
    chirp->kernels->multiply_to_real[type](&out);
}

static trnfft_status real_chirp_wake(tfi_plan *plan, tfi_planner *planner)
{
    return tfi_chirp_wake(&((real_chirp_plan *)plan)->chirp, planner,
                          &plan->table_bytes);
}

static void real_chirp_fini(tfi_plan *plan, const tfi_allocator *alloc)
{
    tfi_chirp_free(&((real_chirp_plan *)plan)->chirp, alloc);
}

static void real_chirp_print(const tfi_plan *plan, tfi_printer *printer)
{
    const real_chirp_plan *p = (const real_chirp_plan *)plan;
    tfi_print_line(printer, "real_bluestein %s n=%lld (%.3g ns)",
                   p->line.problem.kind == TFI_R2C ? "r2c" : "c2r",
                   (long long)p->line.problem.n, plan->cost_ns);
    tfi_plan_print_child(&p->chirp.child->base, printer);
}

static const tfi_plan_ops real_chirp_ops = { real_chirp_wake, real_chirp_fini,
                                             real_chirp_print };

static bool takes(const tfi_planner *planner, const tfi_line_problem *line)
{
    return line->kind != TFI_C2C && line->n >= 3 && line->n % 2 != 0 &&
           line->n <= INT64_MAX / 16 &&
           (planner->forced || !tfi_stockham_exists(line->n));
}

/* Points of the convolution. */
static int64_t at_least(const tfi_line_problem *line)
{
    return line->n + line->n / 2;
}

static trnfft_status plan_real_chirp(const tfi_solver *solver,
                                     const tfi_problem *problem, tfi_planner *planner,
                                     tfi_plan **out)
{
    const tfi_line_problem *line = (const tfi_line_problem *)problem;
    int64_t length = 0;
    *out = NULL;
    if (!takes(planner, line)) {
        return TRNFFT_OK;
    }
    TFI_TRY(tfi_convolution_chosen(planner, line, at_least(line), &length));
    if (length == 0) {
        return TRNFFT_OK;
    }
    const bool forward = line->kind == TFI_R2C;
    tfi_line_plan *child = NULL;
    double cost = 0;
    TFI_TRY(tfi_line_child(planner, TFI_C2C, line->dtype, length, &child, &cost));
    real_chirp_plan *p = (real_chirp_plan *)tfi_line_new(
        planner, solver, &real_chirp_ops, sizeof *p, line,
        forward ? r2c_execute : c2r_execute, real_chirp_scratch);
    if (p == NULL) {
        tfi_plan_free((tfi_plan *)child, planner->alloc);
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY, "no memory for a plan");
    }
    p->chirp = (tfi_chirp){ .dtype = line->dtype,
                            .n = line->n,
                            .n_in = forward ? line->n : line->n / 2 + 1,
                            .n_out = forward ? line->n / 2 + 1 : line->n,
                            .length = length,
                            .kernels = tfk_table_for(planner->cpu),
                            .child = child };
    p->line.base.cost_ns = tfi_chirp_cost(&p->chirp, planner, line, cost);
    *out = &p->line.base;
    return TRNFFT_OK;
}

/* The length of the convolution. */
static size_t choose_real_chirp(const tfi_solver *solver, const tfi_problem *problem,
                                tfi_planner *planner, tfi_choice *list, size_t capacity)
{
    const tfi_line_problem *line = (const tfi_line_problem *)problem;
    (void)solver;
    return takes(planner, line)
               ? tfi_convolution_choices(planner, line, at_least(line), list, capacity)
               : 0;
}

const tfi_solver tfi_solver_real_bluestein = { .name = "real_bluestein",
                                               .kind = TFI_PROBLEM_LINE,
                                               .plan = plan_real_chirp,
                                               .choices = choose_real_chirp };
