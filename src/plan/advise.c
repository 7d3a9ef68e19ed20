/* advise.c - what planners with effort know: the wisdom first, then a measurement. */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "plan/measure.h"

enum { MOST_CANDIDATES = 10 };
/* Predictions are not wrong by more than that. */
static const double hopeless = 2.5;

static const tfi_solver *solver_named(const tfi_planner *planner, const char *name)
{
    for (const tfi_solver *const *s = planner->solvers; *s != NULL; s++) {
        if ((*s)->kind == TFI_PROBLEM_LINE && strcmp((*s)->name, name) == 0) {
            return *s;
        }
    }
    return NULL;
}

/* The plan of a record; *out = NULL: no solver of that name makes that choice. */
static trnfft_status follow(tfi_planner *planner, const tfi_line_problem *line,
                            const tfi_wisdom_record *record, tfi_plan **out)
{
    const tfi_solver *solver = solver_named(planner, record->solver);
    if (solver == NULL || (record->choice.count > 0 && solver->choices == NULL)) {
        return TRNFFT_OK;
    }
    const tfi_choice *choice = record->choice.count > 0 ? &record->choice : NULL;
    trnfft_status status = tfi_planner_ask(planner, solver, choice, &line->base, out);
    return status == TRNFFT_ERROR_UNSUPPORTED ? TRNFFT_OK : status;
}

static bool is_busy(const tfi_advisor *advisor, const tfi_line_problem *line)
{
    for (int i = 0; i < advisor->n_busy; i++) {
        if (memcmp(advisor->busy[i], line, sizeof *line) == 0) {
            return true;
        }
    }
    return advisor->n_busy == (int)(sizeof advisor->busy / sizeof advisor->busy[0]);
}

/* The fastest into the wisdom and into *record; false: nothing was compared. */
static trnfft_status measure(tfi_planner *planner, const tfi_line_problem *line,
                             tfi_wisdom_record *record, bool *known)
{
    tfi_advisor *advisor = planner->advisor;
    tfi_candidate list[TFI_MEASURE_MOST];
    size_t count = 0, best = 0;
    const tfi_measure_request request = { line, advisor->deadline, MOST_CANDIDATES,
                                          hopeless, false };
    advisor->busy[advisor->n_busy++] = line;
    trnfft_status status =
        tfi_measure_candidates(planner, &request, list, &count, &best);
    advisor->n_busy--;
    TFI_TRY(status);
    *known = count > 1 && list[best].measured_ns > 0;
    if (!*known) {
        return TRNFFT_OK;
    }
    snprintf(record->solver, sizeof record->solver, "%s", list[best].solver->name);
    record->choice = list[best].choice;
    record->ns = list[best].measured_ns;
    return tfi_wisdom_put(advisor->wisdom, planner->alloc, record);
}

static trnfft_status advise(tfi_planner *planner, const tfi_problem *problem,
                            tfi_plan **out)
{
    tfi_advisor *advisor = planner->advisor;
    if (problem->kind != TFI_PROBLEM_LINE) {
        return TRNFFT_OK;
    }
    const tfi_line_problem line = *(const tfi_line_problem *)problem;
    if (is_busy(advisor, &line)) {
        return TRNFFT_OK;
    }
    tfi_wisdom_record record = tfi_wisdom_key(planner->cpu, &line);
    if (tfi_wisdom_find(advisor->wisdom, &record)) {
        TFI_TRY(follow(planner, &line, &record, out));
        if (*out != NULL) {
            return TRNFFT_OK;
        }
    }
    bool known = false;
    if (tfi_clock_s() < advisor->deadline) {
        TFI_TRY(measure(planner, &line, &record, &known));
    }
    return known ? follow(planner, &line, &record, out) : TRNFFT_OK;
}

void tfi_advisor_join(tfi_advisor *advisor, tfi_wisdom *wisdom, double deadline,
                      tfi_planner *planner)
{
    memset(advisor, 0, sizeof *advisor);
    advisor->wisdom = wisdom;
    advisor->deadline = deadline;
    planner->advisor = advisor;
    planner->advise = advise;
}
