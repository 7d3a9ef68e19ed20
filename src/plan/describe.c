/* describe.c - plans as text: the tree, and what it beat. */
#include <string.h>

#include <trnfft/dtype.h>

#include "plan/plan.h"

static tfi_printer printer_on(char *text, size_t capacity)
{
    if (text != NULL && capacity > 0) {
        text[0] = '\0';
    }
    tfi_printer p = { text, text != NULL ? capacity : 0, 0, 0 };
    return p;
}

size_t trnfft_plan_describe(const trnfft_plan *plan, char *text, size_t capacity)
{
    tfi_printer p = printer_on(text, capacity);
    if (plan == NULL) {
        tfi_printf(&p, "(no plan)");
    } else {
        tfi_plan_print(&plan->job->base, &p);
    }
    return p.length;
}

static void print_candidates(tfi_planner *planner, const tfi_problem *problem,
                             tfi_printer *printer)
{
    tfi_candidate list[16];
    size_t count = tfi_planner_candidates(planner, problem, list, 16);
    for (size_t i = 0; i < count && i < 16; i++) {
        tfi_print_line(printer, "  %-18s %12.4g ns%s", list[i].solver, list[i].cost_ns,
                       i == 0 ? "  *" : "");
    }
}

static void print_line_problem(const tfi_line_problem *line, tfi_printer *printer)
{
    static const char *const kinds[] = { "c2c", "r2c", "c2r" };
    tfi_print_line(printer, "line %s %s n=%lld", kinds[line->kind],
                   trnfft_dtype_name((int32_t)line->dtype), (long long)line->n);
}

size_t trnfft_plan_describe_candidates(const trnfft_plan *plan, char *text,
                                       size_t capacity)
{
    tfi_printer printer = printer_on(text, capacity);
    if (plan == NULL) {
        tfi_printf(&printer, "(no plan)");
        return printer.length;
    }
    tfi_planner planner;
    if (tfi_planner_init(&planner, plan->context->alloc, tfi_all_solvers(),
                         plan->context->cpu) != TRNFFT_OK) {
        return 0;
    }
    tfi_print_line(&printer, "%s", plan->kind->name);
    print_candidates(&planner, plan->problem, &printer);
    tfi_line_problem lines[TRNFFT_MAX_RANK];
    memset(lines, 0, sizeof lines);
    size_t count = 0;
    if (plan->job->lines != NULL) {
        count = plan->job->lines(plan->job, lines, TRNFFT_MAX_RANK);
    }
    for (size_t i = 0; i < count && i < TRNFFT_MAX_RANK; i++) {
        size_t same = 0;
        while (memcmp(&lines[same], &lines[i], sizeof lines[i]) != 0) {
            same++;
        }
        if (same == i) {
            print_line_problem(&lines[i], &printer);
            print_candidates(&planner, &lines[i].base, &printer);
        }
    }
    tfi_planner_fini(&planner);
    return printer.length;
}
