/* plan.c - plans: made from a problem, found in the cache, described, destroyed. */
#include "plan/plan.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "plan/cached.h"
#include "plan/device.h"
#include "plan/measure.h"
#include "plan/options.h"

void trnfft_problem_init(trnfft_problem *problem)
{
    if (problem != NULL) {
        trnfft_problem defaults = TRNFFT_PROBLEM_INIT;
        *problem = defaults;
    }
}

void trnfft_plan_options_init(trnfft_plan_options *options)
{
    if (options != NULL) {
        trnfft_plan_options defaults = TRNFFT_PLAN_OPTIONS_INIT;
        *options = defaults;
    }
}

void trnfft_execute_args_init(trnfft_execute_args *args)
{
    if (args != NULL) {
        trnfft_execute_args defaults = TRNFFT_EXECUTE_ARGS_INIT;
        *args = defaults;
    }
}

void tfi_plan_retain(trnfft_plan *plan)
{
    atomic_fetch_add_explicit(&plan->references, 1, memory_order_relaxed);
}

void tfi_plan_release(trnfft_plan *plan)
{
    if (plan == NULL ||
        atomic_fetch_sub_explicit(&plan->references, 1, memory_order_acq_rel) != 1) {
        return;
    }
    trnfft_context *context = plan->context;
    const bool owns_context = plan->owns_context;
    struct trnfft_device *device = plan->device;
    const tfi_allocator *alloc = context->alloc;
    tfi_plan_free(plan->job != NULL ? &plan->job->base : NULL, alloc);
    tfi_free(alloc, plan->problem);
    tfi_free(alloc, plan->key);
    tfi_free(alloc, plan);
    tfi_device_release(device);
    if (owns_context) {
        tfi_context_release(context);
    }
}

void trnfft_plan_destroy(trnfft_plan *plan)
{
    tfi_plan_release(plan);
}

static const tfi_kind *kind_of(int32_t kind)
{
    for (const tfi_kind *const *k = tfi_kinds; *k != NULL; k++) {
        if ((*k)->kind == kind) {
            return *k;
        }
    }
    return NULL;
}

static trnfft_status check_options(const char *f, const trnfft_plan_options *o)
{
    const trnfft_status invalid = TRNFFT_ERROR_INVALID_ARGUMENT;
    if (o->effort < TRNFFT_EFFORT_ESTIMATE || o->effort > TRNFFT_EFFORT_WISDOM) {
        return tfi_fail(invalid, "%s: options.effort = %d: not a trnfft_effort", f,
                        (int)o->effort);
    }
    if (o->n_threads < 0 || o->n_threads > TFI_TEAM_MAX) {
        return tfi_fail(invalid, "%s: options.n_threads = %d: must be 0 … %d", f,
                        (int)o->n_threads, TFI_TEAM_MAX);
    }
    if (!(o->time_limit_s >= 0)) {
        return tfi_fail(invalid, "%s: options.time_limit_s = %g: must be >= 0", f,
                        o->time_limit_s);
    }
    if (o->precision != TRNFFT_PRECISION_NATIVE) {
        return tfi_fail(invalid, "%s: options.precision = %d: not a trnfft_precision",
                        f, (int)o->precision);
    }
    if ((o->flags & ~(TRNFFT_FLAG_OVERWRITE_INPUT | TRNFFT_FLAG_FREE_ARITHMETIC)) !=
        0) {
        return tfi_fail(invalid, "%s: options.flags = 0x%x: unknown flags", f,
                        (unsigned)o->flags);
    }
    if (!(o->max_rel_error >= 0)) {
        return tfi_fail(invalid, "%s: options.max_rel_error = %g: must be >= 0", f,
                        o->max_rel_error);
    }
    return TRNFFT_OK;
}

/* Every name of the list must be a solver's. */
static trnfft_status check_force(const char *f, const trnfft_plan_options *o)
{
    const char *list = o->force_solver;
    for (const char *p = list; *p != '\0';) {
        const size_t length = strcspn(p, ",");
        const tfi_solver *const *s = tfi_device_solvers(o->device);
        while (*s != NULL &&
               (strlen((*s)->name) != length || memcmp((*s)->name, p, length) != 0)) {
            s++;
        }
        if (*s == NULL) {
            return tfi_fail(
                TRNFFT_ERROR_INVALID_ARGUMENT,
                "%s: options.force_solver = \"%s\": no solver is named \"%.*s\"", f,
                list, (int)length, p);
        }
        p += length + (p[length] == ',');
    }
    return TRNFFT_OK;
}

/* The plan's own record: where operands lie. */
static void set_operands(trnfft_plan *plan, const trnfft_problem *p)
{
    const trnfft_tensor *views[TFI_MAX_OPERANDS] = { &p->in, &p->out, &p->b };
    trnfft_operand operands[TFI_MAX_OPERANDS] = { { NULL, NULL, NULL } };
    for (int32_t i = 0; i < plan->kind->n_operands && i < TFI_MAX_OPERANDS; i++) {
        plan->spans[i] = tfi_span_of(views[i]);
        operands[i].re = views[i]->re;
        operands[i].im = views[i]->im;
    }
    plan->input_meets_itself = tfi_parts_meet(&plan->spans[0], &operands[0]);
    plan->n_relations =
        tfi_relations(plan->spans, operands, plan->kind->n_operands, plan->relations);
}

/* The cheapest plan, or what is known to be the fastest. */
static trnfft_status find_advised(const tfi_request *r, const tfi_problem *problem,
                                  trnfft_context *context, tfi_planner *planner,
                                  tfi_plan **job)
{
    if (r->options->effort == TRNFFT_EFFORT_ESTIMATE || planner->device != NULL) {
        return tfi_planner_find(planner, problem, job);
    }
    tfi_advisor advisor;
    const bool measures = r->options->effort == TRNFFT_EFFORT_MEASURE;
    double deadline = 0;
    if (measures) {
        tfi_mutex_lock(&context->measuring);
        const double limit = r->options->time_limit_s;
        deadline = tfi_clock_s() + (limit > 0 ? limit : TFI_MEASURE_DEFAULT_S);
    }
    tfi_advisor_join(&advisor, &context->wisdom, deadline, planner);
    trnfft_status status = tfi_planner_find(planner, problem, job);
    planner->advise = NULL;
    planner->advisor = NULL;
    if (measures) {
        tfi_mutex_unlock(&context->measuring);
    }
    return status;
}

/* Finds and wakes the job's plan; `problem` is canonical. */
static trnfft_status find_job(const tfi_request *r, const tfi_problem *problem,
                              trnfft_plan *plan)
{
    tfi_planner planner;
    const tfi_allocator *alloc = plan->context->alloc;
    TFI_TRY(tfi_planner_init(&planner, alloc, tfi_device_solvers(plan->device),
                             plan->context->cpu));
    planner.device = plan->device;
    planner.force = r->options->force_solver;
    planner.costs = plan->context->costs;
    planner.free_arithmetic = (r->options->flags & TRNFFT_FLAG_FREE_ARITHMETIC) != 0;
    char sentence[512]; /* solvers that decline may say so: a success leaves no trace */
    snprintf(sentence, sizeof sentence, "%s", trnfft_last_error());
    tfi_plan *job = NULL;
    trnfft_status status = find_advised(r, problem, plan->context, &planner, &job);
    if (status == TRNFFT_OK) {
        status = tfi_plan_wake(job, &planner);
    }
    if (status != TRNFFT_OK) {
        tfi_plan_free(job, alloc);
        job = NULL;
    }
    plan->job = (tfi_job_plan *)job;
    plan->bytes = sizeof *plan + problem->n_bytes + planner.awake_bytes;
    tfi_planner_fini(&planner);
    if (status != TRNFFT_OK) {
        return tfi_fail_as(r->function, status);
    }
    if (strcmp(sentence, trnfft_last_error()) != 0) {
        (void)tfi_fail(TRNFFT_OK, "%s", sentence);
    }
    return TRNFFT_OK;
}

static uintptr_t reach(const tfi_span *s)
{
    return (uintptr_t)(s->hi - s->lo) +
           (s->layout == TRNFFT_INTERLEAVED ? (uintptr_t)s->size : 0);
}

static tfi_gate_kind gate_kind(int32_t in, int32_t out)
{
    const int32_t other = in == TRNFFT_REAL ? out : in;
    const bool pairs = other == TRNFFT_INTERLEAVED;
    return in == TRNFFT_REAL ? pairs ? TFI_GATE_REAL_TO_PAIRS : TFI_GATE_REAL_TO_PARTS
           : out == TRNFFT_REAL
               ? pairs ? TFI_GATE_PAIRS_TO_REAL : TFI_GATE_PARTS_TO_REAL
           : in != out ? TFI_GATE_SHUT
           : pairs     ? TFI_GATE_PAIRS
                       : TFI_GATE_PARTS;
}

/* Opens the gate of plans that are one line from its first component to its last. */
static void set_gate(const trnfft_problem *p, trnfft_plan *plan)
{
    const tfi_span *in = &plan->spans[0], *out = &plan->spans[1];
    const tfi_single *single = &plan->job->single;
    tfi_gate *g = &plan->gate;
    /* One point in parts could be a pair: the whole way tells. */
    if (single->line != NULL && in->lo == 0 && out->lo == 0 &&
        reach(out) > (uintptr_t)out->size) {
        g->kind = gate_kind(in->layout, out->layout);
        g->same_pairs = p->in.re == p->out.re;
        g->fits_stack = plan->job->workspace_bytes <= TFI_STACK_BYTES;
        g->size = (uintptr_t)in->size;
        g->mask = g->size - 1;
        g->minus_in = 0 - reach(in);
        g->minus_out = 0 - reach(out);
        g->gap = g->minus_in + g->minus_out;
        g->gap_out = 2 * g->minus_out;
        const bool bare = g->fits_stack && single->run != NULL &&
                          tfi_line_scratch(single->line, single->args.lanes) == 0;
        g->run = bare ? single->run : NULL;
        g->prepared = &single->prepared;
    }
    plan->quick = tfi_plan_quick_for(g);
}

static trnfft_status make_plan(const tfi_request *r, const tfi_kind *kind,
                               trnfft_context *context, trnfft_plan **out)
{
    union {
        tfi_problem problem;
        uint64_t words[TFI_MAX_PROBLEM_BYTES / 8];
    } canonical;
    memset(&canonical, 0, sizeof canonical);
    TFI_TRY(kind->build(r, &canonical.problem));
    const size_t n_bytes = canonical.problem.n_bytes;
    trnfft_plan *plan = tfi_alloc_zeroed(context->alloc, sizeof *plan);
    if (plan == NULL) {
        return tfi_fail_memory(r->function, sizeof *plan);
    }
    atomic_init(&plan->references, 1);
    plan->context = context;
    plan->kind = kind;
    plan->effort = r->options->effort;
    plan->flags = r->options->flags;
    plan->device = r->options->device;
    tfi_device_retain(plan->device);
    trnfft_status status = TRNFFT_OK;
    plan->problem = tfi_alloc(context->alloc, n_bytes);
    if (plan->problem == NULL) {
        status = tfi_fail_memory(r->function, n_bytes);
    } else {
        memcpy(plan->problem, &canonical, n_bytes);
        set_operands(plan, r->problem);
        status = find_job(r, &canonical.problem, plan);
    }
    if (status != TRNFFT_OK) {
        tfi_plan_release(plan);
        return status;
    }
    set_gate(r->problem, plan);
    /* Of such lines only operands that are not aligned need any, and the stack has it.
     */
    const size_t needed = plan->quick != NULL ? 0 : plan->job->workspace_bytes;
    plan->workspace_bytes = needed > 0 ? needed + TFI_ALIGNMENT : 0;
    *out = plan;
    return TRNFFT_OK;
}

/* Completes problem and options, which come in any version. */
static trnfft_status read_request(const char *f, const trnfft_context *context,
                                  const trnfft_problem *problem,
                                  const trnfft_plan_options *options, trnfft_problem *p,
                                  trnfft_plan_options *o)
{
    if (problem == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: problem = NULL", f);
    }
    TFI_TRY(
        tfi_read_struct(f, "problem", "TRNFFT_PROBLEM_INIT", problem, p, sizeof *p));
    if (options != NULL) {
        TFI_TRY(tfi_read_struct(f, "options", "TRNFFT_PLAN_OPTIONS_INIT", options, o,
                                sizeof *o));
        TFI_TRY(check_options(f, o));
    }
    if (o->device == NULL) {
        o->device = context->options.device;
    }
    if (options != NULL) {
        if (o->force_solver != NULL) {
            TFI_TRY(check_force(f, o));
        }
    }
    if (o->n_threads == 0) {
        o->n_threads = context->options.n_threads;
    }
    return TRNFFT_OK;
}

static trnfft_status require_kind(const char *f, int32_t number, const tfi_kind **out)
{
    *out = kind_of(number);
    if (*out == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: problem.kind = %d: no such kind of problem", f,
                        (int)number);
    }
    return TRNFFT_OK;
}

trnfft_status trnfft_plan_create(trnfft_context *context, const trnfft_problem *problem,
                                 const trnfft_plan_options *options, trnfft_plan **plan)
{
    static const char f[] = "trnfft_plan_create";
    if (plan == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: plan = NULL", f);
    }
    TFI_TRY(tfi_context_resolve(f, context, &context));
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    trnfft_plan_options o = TRNFFT_PLAN_OPTIONS_INIT;
    const tfi_kind *kind = NULL;
    TFI_TRY(read_request(f, context, problem, options, &p, &o));
    TFI_TRY(require_kind(f, p.kind, &kind));
    const tfi_request request = { f, &p, &o, context->alloc };
    trnfft_plan *made = NULL;
    TFI_TRY(make_plan(&request, kind, context, &made));
    tfi_context_retain(context);
    made->owns_context = true;
    *plan = made;
    return TRNFFT_OK;
}

/* Cached plans that looked at wisdom are as old as it is. */
static uint64_t wisdom_generation(trnfft_context *context, const trnfft_plan_options *o)
{
    if (o->effort == TRNFFT_EFFORT_ESTIMATE) {
        return 0;
    }
    tfi_mutex_lock(&context->wisdom.lock);
    const uint64_t generation = context->wisdom.generation;
    tfi_mutex_unlock(&context->wisdom.lock);
    return generation;
}

static trnfft_status plan_and_cache(const tfi_request *r, const tfi_kind *kind,
                                    trnfft_context *context, const tfi_key *key,
                                    trnfft_plan **out)
{
    trnfft_plan *plan = NULL;
    TFI_TRY(make_plan(r, kind, context, &plan));
    const size_t bytes = key->n_words * sizeof key->words[0];
    plan->key = tfi_alloc(context->alloc, bytes);
    if (plan->key == NULL) {
        tfi_plan_release(plan);
        return tfi_fail_memory(r->function, bytes);
    }
    memcpy(plan->key, key->words, bytes);
    plan->n_key_words = key->n_words;
    plan->hash = key->hash;
    plan->bytes += bytes;
    tfi_cache_add(context, plan);
    *out = plan;
    return TRNFFT_OK;
}

trnfft_status tfi_cached_plan(trnfft_context *context, const char *function,
                              const trnfft_problem *problem,
                              const trnfft_plan_options *options, trnfft_plan **out)
{
    TFI_TRY(tfi_context_resolve(function, context, &context));
    const tfi_kind *kind = NULL;
    TFI_TRY(require_kind(function, problem->kind, &kind));
    trnfft_plan_options o = TRNFFT_PLAN_OPTIONS_INIT;
    o.effort = context->options.effort;
    if (options != NULL) {
        o = *options;
    }
    if (o.n_threads == 0) {
        o.n_threads = context->options.n_threads;
    }
    if (o.device == NULL) {
        o.device = context->options.device;
    }
    tfi_key key;
    tfi_key_make(kind, problem, &o, wisdom_generation(context, &o), &key);
    trnfft_plan *found = tfi_cache_find(context, key.hash, key.words, key.n_words);
    if (found != NULL) {
        *out = found;
        return TRNFFT_OK;
    }
    const tfi_request request = { function, problem, &o, context->alloc };
    return plan_and_cache(&request, kind, context, &key, out);
}

size_t trnfft_plan_workspace_bytes(const trnfft_plan *plan)
{
    return plan != NULL ? plan->workspace_bytes : 0;
}
