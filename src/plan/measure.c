/* measure.c - which candidate of a line problem is the fastest: each against the best
 * so far. */
#include "plan/measure.h"

#include <string.h>

#include "base/clock.h"

/* What a plan takes before it runs, until one was seen: tables, seconds a point. */
static const double wake_s_per_point = 25e-9;
/* A candidate takes the lead with a time below this share of the leader's: noise alone
 * does not change a plan. */
static const double takes_lead = 0.98;

typedef struct contest {
    tfi_planner *planner;
    const tfi_measure_request *request;
    tfi_race *race;
    tfi_line_plan *leader;
    size_t leader_at;
    double leader_ns;
    double wake_s; /* the longest so far */
} contest;

static void free_plan(contest *c, tfi_line_plan *plan)
{
    tfi_plan_free((tfi_plan *)plan, c->planner->alloc);
}

/* Makes a candidate ready; children that want measuring get `share` of the time left.
 * *out = NULL: it declines after all. */
static trnfft_status make(contest *c, const tfi_candidate *candidate, double share,
                          tfi_line_plan **out)
{
    tfi_advisor *advisor = c->planner->advisor;
    const double deadline = advisor != NULL ? advisor->deadline : 0;
    const double now = tfi_clock_s();
    if (advisor != NULL && deadline > now) {
        advisor->deadline = now + share * (deadline - now);
    }
    tfi_plan *plan = NULL;
    const tfi_choice *choice = candidate->choice.count > 0 ? &candidate->choice : NULL;
    trnfft_status status = tfi_planner_ask(c->planner, candidate->solver, choice,
                                           &c->request->problem->base, &plan);
    if (advisor != NULL) {
        advisor->deadline = deadline;
    }
    *out = NULL;
    if (status == TRNFFT_ERROR_UNSUPPORTED || plan == NULL) {
        tfi_plan_free(plan, c->planner->alloc);
        return status == TRNFFT_ERROR_UNSUPPORTED ? TRNFFT_OK : status;
    }
    const size_t awake_bytes = c->planner->awake_bytes;
    const double start = tfi_clock_s();
    status = status == TRNFFT_OK ? tfi_plan_wake(plan, c->planner) : status;
    const double took = tfi_clock_s() - start;
    c->wake_s = took > c->wake_s ? took : c->wake_s;
    c->planner->awake_bytes = awake_bytes;
    if (status != TRNFFT_OK) {
        tfi_plan_free(plan, c->planner->alloc);
        return status;
    }
    *out = (tfi_line_plan *)plan;
    return TRNFFT_OK;
}

/* Whether another candidate can be made ready and run a few times. */
static bool has_time(const contest *c, double predicted_ns)
{
    const double lanes =
        c->request->problem->lanes != 0
            ? (double)tfi_line_preferred_lanes(c->request->problem->dtype)
            : 1.0;
    const double once = lanes * 1e-9 * (predicted_ns + c->leader_ns);
    return tfi_clock_s() + 1.2 * c->wake_s + 3.0 * once < c->request->deadline;
}

static trnfft_status challenge(contest *c, tfi_candidate *list, size_t at, size_t count)
{
    tfi_line_plan *plan = NULL;
    TFI_TRY(make(c, &list[at], 0.5 / (double)(count - at), &plan));
    if (plan == NULL) {
        return TRNFFT_OK;
    }
    double ours = 0, theirs = 0;
    trnfft_status status = tfi_race_run(c->race, c->leader, plan, c->request->deadline,
                                        c->request->all, &theirs, &ours);
    if (status != TRNFFT_OK) {
        free_plan(c, plan);
        return status;
    }
    /* Times of one race compare, those of two need the same scale: the leader's. */
    c->leader_ns = c->leader_ns == 0 ? theirs : c->leader_ns;
    list[c->leader_at].measured_ns = c->leader_ns;
    list[at].measured_ns = ours * c->leader_ns / theirs;
    if (list[at].measured_ns < takes_lead * c->leader_ns) {
        free_plan(c, c->leader);
        c->leader = plan;
        c->leader_at = at;
        c->leader_ns = list[at].measured_ns;
    } else {
        free_plan(c, plan);
    }
    return TRNFFT_OK;
}

static trnfft_status run_contest(contest *c, tfi_candidate *list, size_t count)
{
    c->wake_s = wake_s_per_point * (double)c->request->problem->n;
    if (count < 2 || !has_time(c, 3.0 * list[0].cost_ns)) {
        return TRNFFT_OK;
    }
    TFI_TRY(make(c, &list[0], 0.25, &c->leader));
    if (c->leader == NULL || !has_time(c, 2.0 * list[0].cost_ns)) {
        return TRNFFT_OK;
    }
    TFI_TRY(tfi_race_create(c->request->problem, c->planner->alloc, &c->race));
    for (size_t i = 1; i < count && has_time(c, list[i].cost_ns); i++) {
        TFI_TRY(challenge(c, list, i, count));
    }
    return TRNFFT_OK;
}

trnfft_status tfi_measure_candidates(tfi_planner *planner,
                                     const tfi_measure_request *request,
                                     tfi_candidate list[TFI_MEASURE_MOST],
                                     size_t *count, size_t *best)
{
    size_t found = 0;
    *count = *best = 0;
    TFI_TRY(tfi_planner_candidates(planner, &request->problem->base, list,
                                   TFI_MEASURE_MOST, &found));
    found = found < request->most ? found : request->most;
    while (found > 0 && list[found - 1].cost_ns > request->slower * list[0].cost_ns) {
        found--;
    }
    contest c;
    memset(&c, 0, sizeof c);
    c.planner = planner;
    c.request = request;
    trnfft_status status = run_contest(&c, list, found);
    free_plan(&c, c.leader);
    tfi_race_destroy(c.race);
    *count = found;
    *best = c.leader_at;
    return status;
}
