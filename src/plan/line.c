/* line.c - line problems: made, bounded, found and woken. */
#include "plan/line.h"

#include <string.h>

#include <trnfft/dtype.h>

/* Tables, tiles and scratch of a line stay below the address space: a few dozen
 * components a point for each lane. No bound that a 64-bit machine feels. */
static const int64_t most_points = (uint64_t)SIZE_MAX / 512 < (uint64_t)INT64_MAX / 16
                                       ? (int64_t)(SIZE_MAX / 512)
                                       : INT64_MAX / 16;

static trnfft_status line_problem(const tfi_planner *planner, tfi_line_kind kind,
                                  uint32_t dtype, int64_t n, tfi_line_problem *p)
{
    if (n > most_points) {
        return tfi_fail(TRNFFT_ERROR_OVERFLOW,
                        "n = %lld: too long for this machine's addresses",
                        (long long)n);
    }
    memset(p, 0, sizeof *p);
    p->base.kind = TFI_PROBLEM_LINE;
    p->base.n_bytes = (uint32_t)sizeof *p;
    p->kind = (uint32_t)kind;
    p->dtype = dtype;
    p->n = n;
    const bool is_child = (planner->active >> TFI_PROBLEM_LINE & 1u) != 0;
    p->lanes = (is_child || planner->advise != NULL || planner->free_arithmetic) &&
               planner->lanes;
    return TRNFFT_OK;
}

trnfft_status tfi_line_find(tfi_planner *planner, tfi_line_kind kind, uint32_t dtype,
                            int64_t n, tfi_line_plan **out)
{
    tfi_line_problem p;
    tfi_plan *plan = NULL;
    *out = NULL;
    TFI_TRY(line_problem(planner, kind, dtype, n, &p));
    trnfft_status status = tfi_planner_find(planner, &p.base, &plan);
    *out = (tfi_line_plan *)plan;
    return status;
}

trnfft_status tfi_line_cost(tfi_planner *planner, tfi_line_kind kind, uint32_t dtype,
                            int64_t n, double *cost_ns)
{
    tfi_line_problem p;
    TFI_TRY(line_problem(planner, kind, dtype, n, &p));
    return tfi_planner_cost(planner, &p.base, cost_ns);
}

trnfft_status tfi_line_child(tfi_planner *planner, tfi_line_kind kind, uint32_t dtype,
                             int64_t n, tfi_line_plan **out, double *cost_ns)
{
    *out = NULL;
    if (planner->pricing) {
        return tfi_line_cost(planner, kind, dtype, n, cost_ns);
    }
    TFI_TRY(tfi_line_find(planner, kind, dtype, n, out));
    *cost_ns = (*out)->base.cost_ns;
    return TRNFFT_OK;
}

trnfft_status tfi_line_plan_create(tfi_planner *planner, tfi_line_kind kind,
                                   uint32_t dtype, int64_t n, tfi_line_plan **out)
{
    TFI_TRY(tfi_line_find(planner, kind, dtype, n, out));
    trnfft_status status = tfi_plan_wake(&(*out)->base, planner);
    if (status != TRNFFT_OK) {
        tfi_plan_free(&(*out)->base, planner->alloc);
        *out = NULL;
    }
    return status;
}

static void *move(const void *p, int64_t bytes)
{
    return p != NULL ? (char *)(uintptr_t)p + bytes : NULL;
}

static void prepared_rows(const tfi_line_plan *plan, const tfi_line_args *args,
                          const tfi_line_rows *rows, int64_t size)
{
    tfi_line_prepared prepared;
    const tfi_line_run run = plan->prepare(plan, args, &prepared);
    for (int64_t i = 0; i < rows->n_rows; i++) {
        const int64_t in = i * rows->in_row * size, out = i * rows->out_row * size;
        run(&prepared, move(args->in.re, in), move(args->in.im, in),
            move(args->out.re, out), move(args->out.im, out), args->scratch);
    }
}

void tfi_line_execute_rows(const tfi_line_plan *plan, const tfi_line_args *args,
                           const tfi_line_rows *rows)
{
    const int64_t size = plan->problem.dtype == TRNFFT_F64 ? 8 : 4;
    if (plan->execute_rows != NULL) {
        plan->execute_rows(plan, args, rows);
        return;
    }
    if (plan->prepare != NULL) {
        prepared_rows(plan, args, rows, size);
        return;
    }
    tfi_line_args a = *args;
    for (int64_t i = 0; i < rows->n_rows; i++) {
        const int64_t in = i * rows->in_row * size, out = i * rows->out_row * size;
        a.in.re = move(args->in.re, in);
        a.in.im = move(args->in.im, in);
        a.out.re = move(args->out.re, out);
        a.out.im = move(args->out.im, out);
        plan->execute(plan, &a);
    }
}
