/* planner.c - asks every solver of a problem's kind and keeps the cheapest plan. */
#include "plan/planner.h"

#include <string.h>

#include "plan/line.h"
#include "plan/memo.h"

trnfft_status tfi_planner_init(tfi_planner *planner, const tfi_allocator *alloc,
                               const tfi_solver *const *solvers, tfi_cpu_level cpu)
{
    memset(planner, 0, sizeof *planner);
    planner->alloc = alloc;
    planner->solvers = solvers;
    planner->cpu = cpu;
    planner->memo = tfi_memo_create(alloc);
    if (planner->memo == NULL) {
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY, "planner: out of memory");
    }
    return TRNFFT_OK;
}

void tfi_planner_fini(tfi_planner *planner)
{
    tfi_memo_destroy(planner->memo, planner->alloc);
    planner->memo = NULL;
}

/* Whether `name` is an element of the comma-separated list. */
static bool is_listed(const char *list, const char *name)
{
    size_t n = strlen(name);
    for (const char *p = list; *p != '\0';) {
        size_t length = strcspn(p, ",");
        if (length == n && memcmp(p, name, n) == 0) {
            return true;
        }
        p += length + (p[length] == ',');
    }
    return false;
}

/* A list restricts a kind only if it names a solver of it, and only its topmost
 * problem. */
static bool is_restricted(const tfi_planner *planner, uint32_t kind)
{
    if (planner->force == NULL || (planner->active >> kind & 1u) != 0) {
        return false;
    }
    for (const tfi_solver *const *s = planner->solvers; *s != NULL; s++) {
        if ((*s)->kind == kind && is_listed(planner->force, (*s)->name)) {
            return true;
        }
    }
    return false;
}

/* Whether children of this solver run on several lanes. */
static bool lanes_below(const tfi_solver *solver, const tfi_problem *problem)
{
    return solver->lanes_inside || (problem->kind == TFI_PROBLEM_LINE &&
                                    ((const tfi_line_problem *)problem)->lanes != 0);
}

/* What a planner is told while it asks a solver. */
typedef struct asked {
    uint32_t active;
    int forced;
    bool lanes;
    const tfi_choice *choice;
} asked;

/* Returns what was before, for leave(). */
static asked enter(tfi_planner *planner, const tfi_solver *solver,
                   const tfi_problem *problem, const tfi_choice *choice, int forced)
{
    const asked before = { planner->active, planner->forced, planner->lanes,
                           planner->choice };
    planner->active |= 1u << problem->kind;
    planner->forced = forced;
    planner->lanes = lanes_below(solver, problem);
    planner->choice = choice;
    planner->depth++;
    return before;
}

static void leave(tfi_planner *planner, const asked *before)
{
    planner->depth--;
    planner->active = before->active;
    planner->forced = before->forced;
    planner->lanes = before->lanes;
    planner->choice = before->choice;
}

/* One solver's plan. It declines with OK and NULL, or with UNSUPPORTED and a reason. */
static trnfft_status ask(tfi_planner *planner, const tfi_solver *solver,
                         const tfi_choice *choice, const tfi_problem *problem,
                         bool forced, tfi_plan **out)
{
    *out = NULL;
    const asked before = enter(planner, solver, problem, choice, forced);
    const trnfft_status status = solver->plan(solver, problem, planner, out);
    leave(planner, &before);
    return status;
}

trnfft_status tfi_planner_ask(tfi_planner *planner, const tfi_solver *solver,
                              const tfi_choice *choice, const tfi_problem *problem,
                              tfi_plan **out)
{
    return ask(planner, solver, choice, problem, true, out);
}

static trnfft_status refuse(const tfi_planner *planner, bool restricted)
{
    return tfi_fail(TRNFFT_ERROR_UNSUPPORTED, "%s%s",
                    restricted ? "declined by the solvers forced: "
                               : "no solver accepts the problem",
                    restricted ? planner->force : "");
}

/* The cheapest plan of all solvers, or UNSUPPORTED with the reason that one of them
 * gave. */
static trnfft_status ask_all(tfi_planner *planner, const tfi_problem *problem,
                             bool restricted, tfi_plan **best)
{
    bool explained = false;
    for (const tfi_solver *const *s = planner->solvers; *s != NULL; s++) {
        if ((*s)->kind != problem->kind ||
            (restricted && !is_listed(planner->force, (*s)->name))) {
            continue;
        }
        tfi_plan *plan = NULL;
        trnfft_status status = ask(planner, *s, NULL, problem, restricted, &plan);
        explained = explained || status == TRNFFT_ERROR_UNSUPPORTED;
        if (status != TRNFFT_OK && status != TRNFFT_ERROR_UNSUPPORTED) {
            tfi_plan_free(*best, planner->alloc);
            *best = NULL;
            return status;
        }
        if (plan != NULL && (*best == NULL || plan->cost_ns < (*best)->cost_ns)) {
            tfi_plan_free(*best, planner->alloc);
            *best = plan;
        } else {
            tfi_plan_free(plan, planner->alloc);
        }
    }
    if (*best != NULL) {
        return TRNFFT_OK;
    }
    return explained ? TRNFFT_ERROR_UNSUPPORTED : refuse(planner, restricted);
}

static trnfft_status find_new(tfi_planner *planner, const tfi_problem *problem,
                              tfi_plan **out)
{
    int64_t index = tfi_memo_add(planner->memo, planner->alloc, problem);
    if (index < 0) {
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY, "planner: out of memory");
    }
    trnfft_status status = ask_all(planner, problem, false, out);
    tfi_memo_entry *entry = tfi_memo_at(planner->memo, index);
    entry->state = *out != NULL ? TFI_MEMO_SOLVED : TFI_MEMO_REFUSED;
    if (*out != NULL) {
        entry->solver = (*out)->solver;
        entry->cost_ns = (*out)->cost_ns;
    }
    return status;
}

trnfft_status tfi_planner_find(tfi_planner *planner, const tfi_problem *problem,
                               tfi_plan **out)
{
    *out = NULL;
    if (is_restricted(planner, problem->kind)) {
        return ask_all(planner, problem, true,
                       out); /* not remembered: children are free */
    }
    if (planner->advise != NULL && !planner->estimating) {
        TFI_TRY(planner->advise(planner, problem, out));
        if (*out != NULL) {
            return TRNFFT_OK;
        }
    }
    int64_t index = tfi_memo_find(planner->memo, problem);
    if (index < 0) {
        return find_new(planner, problem, out);
    }
    tfi_memo_entry entry = *tfi_memo_at(planner->memo, index);
    if (entry.state != TFI_MEMO_SOLVED) {
        return refuse(planner, false);
    }
    TFI_TRY(ask(planner, entry.solver, NULL, problem, false, out));
    return *out != NULL ? TRNFFT_OK : refuse(planner, false);
}

trnfft_status tfi_planner_cost(tfi_planner *planner, const tfi_problem *problem,
                               double *cost_ns)
{
    if (!is_restricted(planner, problem->kind)) {
        int64_t index = tfi_memo_find(planner->memo, problem);
        if (index >= 0) {
            tfi_memo_entry *entry = tfi_memo_at(planner->memo, index);
            *cost_ns = entry->cost_ns;
            return entry->state == TFI_MEMO_SOLVED ? TRNFFT_OK : refuse(planner, false);
        }
    }
    tfi_plan *plan = NULL;
    const bool estimating = planner->estimating, pricing = planner->pricing;
    planner->estimating = true;
    planner->pricing = problem->kind == TFI_PROBLEM_LINE;
    trnfft_status status = tfi_planner_find(planner, problem, &plan);
    planner->pricing = pricing;
    planner->estimating = estimating;
    TFI_TRY(status);
    *cost_ns = plan->cost_ns;
    tfi_plan_free(plan, planner->alloc);
    return TRNFFT_OK;
}

/* Puts a candidate where its cost belongs; the most expensive fall off the end. */
static void insert(const tfi_candidate *found, tfi_candidate *list, size_t count,
                   size_t capacity)
{
    size_t at = count < capacity ? count : capacity;
    for (; at > 0 && list[at - 1].cost_ns > found->cost_ns; at--) {
        if (at < capacity) {
            list[at] = list[at - 1];
        }
    }
    if (at < capacity) {
        list[at] = *found;
    }
}

/* The choices of one solver, priced as it would plan. */
static size_t choices_of(tfi_planner *planner, const tfi_solver *solver,
                         const tfi_problem *problem,
                         tfi_choice choices[TFI_MAX_CHOICES])
{
    if (solver->choices == NULL) {
        return 0;
    }
    const asked before =
        enter(planner, solver, problem, planner->choice, planner->forced);
    const size_t count =
        solver->choices(solver, problem, planner, choices, TFI_MAX_CHOICES);
    leave(planner, &before);
    return count;
}

/* The candidates of one solver. */
static trnfft_status add_candidates(tfi_planner *planner, const tfi_solver *solver,
                                    const tfi_problem *problem, tfi_candidate *list,
                                    size_t capacity, size_t *count)
{
    tfi_choice choices[TFI_MAX_CHOICES] = { { 0, { 0 } } };
    const size_t n_choices = choices_of(planner, solver, problem, choices);
    for (size_t i = 0; i < n_choices || i == 0; i++) {
        tfi_plan *plan = NULL;
        trnfft_status status = ask(planner, solver, n_choices > 0 ? &choices[i] : NULL,
                                   problem, true, &plan);
        if (status != TRNFFT_OK && status != TRNFFT_ERROR_UNSUPPORTED) {
            return status;
        }
        if (plan != NULL) {
            const tfi_candidate found = { solver, choices[i], plan->cost_ns, 0,
                                          i == 0 };
            tfi_plan_free(plan, planner->alloc);
            insert(&found, list, (*count)++, capacity);
        }
    }
    return TRNFFT_OK;
}

trnfft_status tfi_planner_candidates(tfi_planner *planner, const tfi_problem *problem,
                                     tfi_candidate *list, size_t capacity,
                                     size_t *count)
{
    trnfft_status status = TRNFFT_OK;
    const bool estimating = planner->estimating;
    planner->estimating = true;
    *count = 0;
    for (const tfi_solver *const *s = planner->solvers;
         *s != NULL && status == TRNFFT_OK; s++) {
        if ((*s)->kind == problem->kind) {
            status = add_candidates(planner, *s, problem, list, capacity, count);
        }
    }
    planner->estimating = estimating;
    *count = *count < capacity ? *count : capacity;
    return status;
}

void *tfi_plan_new(const tfi_planner *planner, const tfi_solver *solver,
                   const tfi_plan_ops *ops, size_t bytes)
{
    tfi_plan *plan = tfi_alloc_zeroed(planner->alloc, bytes);
    if (plan != NULL) {
        plan->ops = ops;
        plan->solver = solver;
        plan->struct_bytes = bytes;
    }
    return plan;
}

trnfft_status tfi_plan_wake(tfi_plan *plan, tfi_planner *planner)
{
    if (plan->ops->wake != NULL) {
        TFI_TRY(plan->ops->wake(plan, planner));
    }
    planner->awake_bytes += plan->struct_bytes + plan->table_bytes;
    return TRNFFT_OK;
}

void tfi_plan_free(tfi_plan *plan, const tfi_allocator *alloc)
{
    if (plan != NULL) {
        if (plan->ops->fini != NULL) {
            plan->ops->fini(plan, alloc);
        }
        tfi_free(alloc, plan);
    }
}

void tfi_plan_print(const tfi_plan *plan, tfi_printer *printer)
{
    if (plan->ops->print != NULL) {
        plan->ops->print(plan, printer);
    } else {
        tfi_print_line(printer, "%s (%.3g ns)", plan->solver->name, plan->cost_ns);
    }
}

void tfi_plan_print_child(const tfi_plan *child, tfi_printer *printer)
{
    printer->indent += 2;
    tfi_plan_print(child, printer);
    printer->indent -= 2;
}
