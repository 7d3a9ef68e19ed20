/* candidates.c - what was considered for the lines of a plan, predicted and measured.
 */
#include <stdio.h>
#include <string.h>

#include <trnfft/dtype.h>

#include "base/clock.h"
#include "plan/measure.h"
#include "plan/device.h"
#include "plan/plan.h"

static void line_text(const tfi_line_problem *line, char *text, size_t capacity)
{
    static const char *const kinds[] = { "c2c", "r2c", "c2r" };
    snprintf(text, capacity, "line %s %s n=%lld%s", kinds[line->kind],
             trnfft_dtype_name((int32_t)line->dtype), (long long)line->n,
             line->lanes != 0 ? " in strips" : "");
}

/* The different lines of a plan. */
static size_t lines_of(const trnfft_plan *plan, tfi_line_problem list[TRNFFT_MAX_RANK])
{
    size_t count = 0, kept = 0;
    memset(list, 0, TRNFFT_MAX_RANK * sizeof list[0]);
    if (plan->job->lines != NULL) {
        count = plan->job->lines(plan->job, list, TRNFFT_MAX_RANK);
    }
    for (size_t i = 0; i < count && i < TRNFFT_MAX_RANK; i++) {
        size_t same = 0;
        while (same < kept && memcmp(&list[same], &list[i], sizeof list[i]) != 0) {
            same++;
        }
        if (same == kept) {
            list[kept++] = list[i];
        }
    }
    return kept;
}

static bool same_choice(const tfi_choice *a, const tfi_choice *b)
{
    return a->count == b->count &&
           memcmp(a->at, b->at, (size_t)a->count * sizeof a->at[0]) == 0;
}

/* Which of the candidates a plan of this effort takes; `count`: none of them. */
static trnfft_status find_chosen(const trnfft_plan *plan, tfi_planner *planner,
                                 const tfi_line_problem *line,
                                 const tfi_candidate *list, size_t count,
                                 size_t *chosen)
{
    tfi_wisdom_record record = tfi_wisdom_key(planner->cpu, line);
    size_t i = 0;
    if (plan->effort != TRNFFT_EFFORT_ESTIMATE &&
        tfi_wisdom_find(&plan->context->wisdom, &record)) {
        while (i < count && (strcmp(list[i].solver->name, record.solver) != 0 ||
                             !same_choice(&list[i].choice, &record.choice))) {
            i++;
        }
        *chosen = i;
        return TRNFFT_OK;
    }
    tfi_plan *found = NULL;
    TFI_TRY(tfi_planner_find(planner, &line->base, &found));
    while (i < count && (list[i].solver != found->solver || !list[i].own)) {
        i++;
    }
    tfi_plan_free(found, planner->alloc);
    *chosen = i;
    return TRNFFT_OK;
}

static size_t fastest_of(const tfi_candidate *list, size_t count)
{
    size_t best = count;
    for (size_t i = 0; i < count; i++) {
        if (list[i].measured_ns > 0 &&
            (best == count || list[i].measured_ns < list[best].measured_ns)) {
            best = i;
        }
    }
    return best;
}

/* Children of candidates are planned as those of the plan, whose wisdom is only read
 * where nothing is to be measured. */
static trnfft_status list_line(const trnfft_plan *plan, const tfi_line_problem *line,
                               double time_limit_s, tfi_candidate *list, size_t *count,
                               size_t *chosen)
{
    tfi_planner planner;
    tfi_advisor advisor;
    TFI_TRY(tfi_planner_init(&planner, plan->context->alloc, tfi_all_solvers(),
                             plan->context->cpu));
    planner.costs = plan->context->costs;
    planner.free_arithmetic = (plan->flags & TRNFFT_FLAG_FREE_ARITHMETIC) != 0;
    const double deadline = time_limit_s > 0 ? tfi_clock_s() + time_limit_s : 0;
    trnfft_status status = TRNFFT_OK;
    if (plan->effort != TRNFFT_EFFORT_ESTIMATE) {
        const bool measures = plan->effort == TRNFFT_EFFORT_MEASURE;
        tfi_advisor_join(&advisor, &plan->context->wisdom, measures ? deadline : 0,
                         &planner);
    }
    if (time_limit_s > 0) {
        size_t best = 0;
        const tfi_measure_request request = { line, deadline, TFI_MEASURE_MOST, 1e30,
                                              true };
        status = tfi_measure_candidates(&planner, &request, list, count, &best);
    } else {
        status = tfi_planner_candidates(&planner, &line->base, list, TFI_MEASURE_MOST,
                                        count);
    }
    if (status == TRNFFT_OK) {
        status = find_chosen(plan, &planner, line, list, *count, chosen);
    }
    tfi_planner_fini(&planner);
    return status;
}

static trnfft_status each_line(const trnfft_plan *plan, const tfi_line_problem *line,
                               double time_limit_s, trnfft_candidate_function each,
                               void *user)
{
    tfi_candidate list[TFI_MEASURE_MOST];
    size_t count = 0, chosen = 0;
    char problem[96], choice[TFI_CHOICE_TEXT];
    TFI_TRY(list_line(plan, line, time_limit_s, list, &count, &chosen));
    line_text(line, problem, sizeof problem);
    const size_t fastest = fastest_of(list, count);
    for (size_t i = 0; i < count; i++) {
        tfi_choice_text(&list[i].choice, choice);
        const trnfft_candidate c = { sizeof c,    problem,         list[i].solver->name,
                                     choice,      list[i].cost_ns, list[i].measured_ns,
                                     i == chosen, i == fastest };
        each(&c, user);
    }
    return TRNFFT_OK;
}

trnfft_status trnfft_plan_candidates(const trnfft_plan *plan, double time_limit_s,
                                     trnfft_candidate_function each, void *user)
{
    static const char f[] = "trnfft_plan_candidates";
    if (plan == NULL || each == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: %s = NULL", f,
                        plan == NULL ? "plan" : "each");
    }
    if (!(time_limit_s >= 0)) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: time_limit_s = %g: must be >= 0", f, time_limit_s);
    }
    tfi_line_problem lines[TRNFFT_MAX_RANK];
    const size_t count = lines_of(plan, lines);
    trnfft_status status = TRNFFT_OK;
    if (time_limit_s > 0) {
        tfi_mutex_lock(&plan->context->measuring);
    }
    for (size_t i = 0; i < count && status == TRNFFT_OK; i++) {
        status = each_line(plan, &lines[i], time_limit_s, each, user);
    }
    if (time_limit_s > 0) {
        tfi_mutex_unlock(&plan->context->measuring);
    }
    return status == TRNFFT_OK ? status : tfi_fail_as(f, status);
}

/* A printer, and the problem of the line before. */
typedef struct sink {
    tfi_printer *printer;
    char problem[96];
} sink;

static void print_one(const trnfft_candidate *c, void *user)
{
    sink *s = user;
    char name[TFI_CHOICE_TEXT + TFI_WISDOM_NAME];
    if (strcmp(s->problem, c->problem) != 0) {
        snprintf(s->problem, sizeof s->problem, "%s", c->problem);
        tfi_print_line(s->printer, "%s", c->problem);
    }
    snprintf(name, sizeof name, "%s%s%s", c->solver, c->choice[0] != '-' ? " " : "",
             c->choice[0] != '-' ? c->choice : "");
    tfi_print_line(s->printer, "  %-28s %12.4g ns%s", name, c->predicted_ns,
                   c->chosen != 0 ? "  *" : "");
}

static trnfft_status print_jobs(const trnfft_plan *plan, tfi_printer *printer)
{
    tfi_candidate list[4];
    size_t count = 0;
    tfi_planner planner;
    TFI_TRY(tfi_planner_init(&planner, plan->context->alloc,
                             tfi_device_solvers(plan->device), plan->context->cpu));
    planner.costs = plan->context->costs;
    planner.free_arithmetic = (plan->flags & TRNFFT_FLAG_FREE_ARITHMETIC) != 0;
    planner.device = plan->device;
    trnfft_status status =
        tfi_planner_candidates(&planner, plan->problem, list, 4, &count);
    tfi_planner_fini(&planner);
    tfi_print_line(printer, "%s", plan->kind->name);
    for (size_t i = 0; i < count; i++) {
        tfi_print_line(printer, "  %-28s %12.4g ns%s", list[i].solver->name,
                       list[i].cost_ns, i == 0 ? "  *" : "");
    }
    return status;
}

size_t trnfft_plan_describe_candidates(const trnfft_plan *plan, char *text,
                                       size_t capacity)
{
    if (text != NULL && capacity > 0) {
        text[0] = '\0';
    }
    tfi_printer printer = { text, text != NULL ? capacity : 0, 0, 0 };
    if (plan == NULL) {
        tfi_printf(&printer, "(no plan)");
        return printer.length;
    }
    sink s = { &printer, "" };
    trnfft_status status = print_jobs(plan, &printer);
    if (status == TRNFFT_OK) {
        status = trnfft_plan_candidates(plan, 0, print_one, &s);
    }
    return status == TRNFFT_OK ? printer.length : 0;
}
