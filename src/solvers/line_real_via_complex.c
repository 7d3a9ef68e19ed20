/* line_real_via_complex.c - solver "real_via_complex": any real transform through the
 * complex one of the same length. The plain twin of the real solvers; rarely the
 * cheapest. */
#include <string.h>

#include <trnfft/dtype.h>

#include "backend/cpu/line_tools.h"
#include "solvers/line_move.h"
#include "solvers/line_solvers.h"

typedef struct via_plan {
    tfi_line_plan line;
    const tfk_table *kernels;
    tfi_line_plan *child;
} via_plan;

static size_t body_bytes(const tfi_line_plan *plan, int64_t lanes)
{
    return tfi_array_bytes(plan->problem.dtype, plan->problem.n * lanes);
}

static size_t via_scratch(const tfi_line_plan *plan, int64_t lanes)
{
    const via_plan *p = (const via_plan *)plan;
    return 2 * body_bytes(plan, lanes) + tfi_line_scratch(p->child, lanes);
}

static void copy(const via_plan *p, const tfi_line_operand *in,
                 const tfi_line_operand *out, int64_t n, int64_t lanes, double scale,
                 int conj_in, int conj_out)
{
    tfk_multiply m = { tfi_run(in), tfi_run(out), NULL,    NULL,    n,
                       lanes,       scale,        conj_in, conj_out };
    p->kernels->multiply[tfi_type_index(p->line.problem.dtype)](&m);
}

/* n rows of `row` bytes; one copy where both sides are contiguous. */
static void copy_rows(uint32_t dtype, const void *from, int64_t from_stride, void *to,
                      int64_t to_stride, int64_t n, size_t row)
{
    if ((size_t)from_stride * tfi_type_bytes(dtype) == row &&
        from_stride == to_stride) {
        memcpy(to, from, (size_t)n * row);
        return;
    }
    for (int64_t j = 0; j < n; j++) {
        memcpy(tfi_at(to, dtype, j * to_stride), tfi_at(from, dtype, j * from_stride),
               row);
    }
}

#define MIRROR(name, T)                                       \
    static void name(T *re, T *im, int64_t n, int64_t lanes)  \
    {                                                         \
        for (int64_t k = 1; k <= (n - 1) / 2; k++) {          \
            for (int64_t b = 0; b < lanes; b++) {             \
                re[(n - k) * lanes + b] = re[k * lanes + b];  \
                im[(n - k) * lanes + b] = -im[k * lanes + b]; \
            }                                                 \
        }                                                     \
    }

MIRROR(mirror_f32, float)
MIRROR(mirror_f64, double)

/* X_(n-k) = conj X_k. */
static void mirror(uint32_t dtype, void *re, void *im, int64_t n, int64_t lanes)
{
    if (dtype == TRNFFT_F64) {
        mirror_f64(re, im, n, lanes);
    } else {
        mirror_f32(re, im, n, lanes);
    }
}

static void r2c_execute(const tfi_line_plan *plan, const tfi_line_args *args)
{
    const via_plan *p = (const via_plan *)plan;
    const uint32_t dtype = plan->problem.dtype;
    const int64_t n = plan->problem.n, lanes = args->lanes;
    const size_t row = (size_t)lanes * tfi_type_bytes(dtype);
    char *re = args->scratch, *im = re + body_bytes(plan, lanes);
    tfi_line_operand body = tfi_split(re, im, lanes);
    copy_rows(dtype, args->in.re, args->in.stride, re, lanes, n, row);
    memset(im, 0, (size_t)n * row);
    tfi_line_args child = { body, body, lanes, 1.0, 0, 0, im + body_bytes(plan, lanes),
                            0 };
    tfi_line_execute(p->child, &child);
    copy(p, &body, &args->out, n / 2 + 1, lanes, args->scale, 0, args->conj_out);
    tfi_clear_imaginary(dtype, &args->out, 0, lanes);
    if (n % 2 == 0) {
        tfi_clear_imaginary(dtype, &args->out, n / 2, lanes);
    }
}

static void c2r_execute(const tfi_line_plan *plan, const tfi_line_args *args)
{
    const via_plan *p = (const via_plan *)plan;
    const uint32_t dtype = plan->problem.dtype;
    const int64_t n = plan->problem.n, lanes = args->lanes;
    const size_t row = (size_t)lanes * tfi_type_bytes(dtype);
    char *re = args->scratch, *im = re + body_bytes(plan, lanes);
    tfi_line_operand body = tfi_split(re, im, lanes);
    copy(p, &args->in, &body, n / 2 + 1, lanes, 1.0, args->conj_in, 0);
    tfi_clear_imaginary(dtype, &body, 0, lanes);
    if (n % 2 == 0) {
        tfi_clear_imaginary(dtype, &body, n / 2, lanes);
    }
    mirror(dtype, re, im, n, lanes);
    tfi_line_args child = {
        body, body, lanes, args->scale, 0, 0, im + body_bytes(plan, lanes), 0
    };
    tfi_line_execute(p->child, &child);
    copy_rows(dtype, re, lanes, args->out.re, args->out.stride, n, row);
}

static trnfft_status via_wake(tfi_plan *plan, tfi_planner *planner)
{
    return tfi_plan_wake(&((via_plan *)plan)->child->base, planner);
}

static void via_fini(tfi_plan *plan, const tfi_allocator *alloc)
{
    tfi_plan_free((tfi_plan *)((via_plan *)plan)->child, alloc);
}

static void via_print(const tfi_plan *plan, tfi_printer *printer)
{
    const via_plan *p = (const via_plan *)plan;
    tfi_print_line(printer, "real_via_complex %s n=%lld (%.3g ns)",
                   p->line.problem.kind == TFI_R2C ? "r2c" : "c2r",
                   (long long)p->line.problem.n, plan->cost_ns);
    tfi_plan_print_child(&p->child->base, printer);
}

static const tfi_plan_ops via_ops = { via_wake, via_fini, via_print };

/* As in line_real_split.c. */
static double against_others(const tfi_line_problem *line)
{
    if (line->lanes != 0 || line->dtype == TRNFFT_F64) {
        return 1.0;
    }
    return line->kind == TFI_C2R ? 0.82 : 0.9;
}

static trnfft_status plan_via(const tfi_solver *solver, const tfi_problem *problem,
                              tfi_planner *planner, tfi_plan **out)
{
    const tfi_line_problem *line = (const tfi_line_problem *)problem;
    *out = NULL;
    if (line->kind == TFI_C2C) {
        return TRNFFT_OK;
    }
    tfi_line_plan *child = NULL;
    double cost = 0;
    TFI_TRY(tfi_line_child(planner, TFI_C2C, line->dtype, line->n, &child, &cost));
    via_plan *p = (via_plan *)tfi_line_new(
        planner, solver, &via_ops, sizeof *p, line,
        line->kind == TFI_R2C ? r2c_execute : c2r_execute, via_scratch);
    if (p == NULL) {
        tfi_plan_free((tfi_plan *)child, planner->alloc);
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY, "no memory for a plan");
    }
    p->kernels = tfk_table_for(planner->cpu);
    p->child = child;
    double bytes = 4.0 * (double)line->n * (double)tfi_type_bytes(line->dtype);
    /* A point is moved twice, the mirrors one by one. */
    const double point = line->kind == TFI_R2C ? 0.6 : 2.0;
    p->line.base.cost_ns =
        against_others(line) * (cost + 20.0 + point * (double)line->n) +
        2.0 * tfi_cost_line_sweep(planner, line, line->n, bytes);
    *out = &p->line.base;
    return TRNFFT_OK;
}

const tfi_solver tfi_solver_real_via_complex = { .name = "real_via_complex",
                                                 .kind = TFI_PROBLEM_LINE,
                                                 .plan = plan_via };
