/* execute.c - running plans: the caller's pointers are compared with the problem's
 * layout, scratch is the caller's, the stack's or the pool's. */
#include <string.h>

#include "plan/cached.h"
#include "plan/options.h"
#include "plan/plan.h"

static void *align(void *p)
{
    uintptr_t u = (uintptr_t)p;
    return (char *)p + ((TFI_ALIGNMENT - u % TFI_ALIGNMENT) % TFI_ALIGNMENT);
}

static trnfft_status run_on_pool(const char *function, const trnfft_plan *plan,
                                 const tfi_job *prototype)
{
    tfi_job job = *prototype;
    size_t got = 0;
    void *memory = tfi_pool_take(plan->context, plan->job->workspace_bytes, &got);
    if (memory == NULL) {
        return tfi_fail_memory(function, plan->job->workspace_bytes);
    }
    job.workspace = memory;
    trnfft_status status = plan->job->execute(plan->job, &job);
    tfi_pool_give(plan->context, memory, got);
    return status;
}

static trnfft_status run_on_stack(const trnfft_plan *plan, const tfi_job *prototype)
{
    unsigned char memory[TFI_STACK_BYTES + TFI_ALIGNMENT];
    tfi_job job = *prototype;
    job.workspace = align(memory);
    return plan->job->execute(plan->job, &job);
}

/* Fills the imaginary pointers of interleaved operands in. Field by field: copies of
 * structs that were just written stall small transforms. */
static inline void complete(const tfi_span *span, trnfft_operand *o)
{
    if (span->layout == TRNFFT_INTERLEAVED && o->re != NULL) {
        o->im = (char *)o->re + span->size;
    }
}

/* `operands` are complete. */
static trnfft_status run(const char *function, const trnfft_plan *plan,
                         const trnfft_operand *operands, void *workspace, size_t bytes)
{
    if (plan->spans[1].lo == plan->spans[1].hi) {
        return TRNFFT_OK; /* nothing to write */
    }
    tfi_job job = { operands, NULL, &plan->context->team };
    const size_t needed = plan->job->workspace_bytes;
    if (needed == 0) {
        return plan->job->execute(plan->job, &job);
    }
    if (workspace == NULL || plan->workspace_bytes == 0) {
        return needed <= TFI_STACK_BYTES ? run_on_stack(plan, &job)
                                         : run_on_pool(function, plan, &job);
    }
    if (bytes < plan->workspace_bytes) {
        return tfi_fail(TRNFFT_ERROR_WORKSPACE_TOO_SMALL,
                        "%s: workspace has %zu bytes: the plan needs %zu", function,
                        bytes, plan->workspace_bytes);
    }
    job.workspace = align(workspace);
    return plan->job->execute(plan->job, &job);
}

trnfft_status tfi_plan_run(const char *function, const trnfft_plan *plan,
                           const trnfft_operand *operands, int32_t n_operands,
                           void *workspace, size_t bytes)
{
    trnfft_operand all[TFI_MAX_OPERANDS] = { { NULL, NULL, NULL } };
    for (int32_t i = 0; i < n_operands && i < TFI_MAX_OPERANDS; i++) {
        all[i].re = operands[i].re;
        all[i].im = operands[i].im;
        complete(&plan->spans[i], &all[i]);
    }
    return run(function, plan, all, workspace, bytes);
}

static const char *const operand_names[TFI_MAX_OPERANDS] = { "x", "y", "b" };

static trnfft_status check_operand(const char *f, const char *name,
                                   const tfi_span *span, const trnfft_operand *o)
{
    if (o->buffer != NULL) {
        return tfi_fail(TRNFFT_ERROR_UNSUPPORTED,
                        "%s: %s is in a device buffer: the plan is for the host", f,
                        name);
    }
    if (span->lo == span->hi) {
        return TRNFFT_OK;
    }
    if (o->re == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: %sre = NULL", f, name);
    }
    if (span->layout == TRNFFT_REAL && o->im != NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: %sim is not NULL: that operand of the problem is real", f,
                        name);
    }
    if (span->layout == TRNFFT_SPLIT && o->im == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: %sim = NULL: that operand of the problem is complex", f,
                        name);
    }
    const bool is_pair =
        o->im != NULL && (uintptr_t)o->im == (uintptr_t)o->re + (uintptr_t)span->size;
    if (span->layout != TRNFFT_REAL && o->im != NULL &&
        is_pair != (span->layout == TRNFFT_INTERLEAVED)) {
        return tfi_fail(TRNFFT_ERROR_INVALID_STRIDE,
                        "%s: %sim does not lie to %sre as in the problem, which is %s",
                        f, name, name, is_pair ? "split" : "interleaved");
    }
    return TRNFFT_OK;
}

static trnfft_status check_relations(const char *f, const trnfft_plan *plan,
                                     const trnfft_operand *operands, int32_t n_operands)
{
    uint64_t words[TFI_MAX_RELATIONS];
    size_t n = tfi_relations(plan->spans, operands, n_operands, words);
    const bool apart = words[0] == 0;
    if ((plan->flags & TRNFFT_FLAG_OVERWRITE_INPUT) != 0 && !plan->input_meets_itself &&
        tfi_parts_meet(&plan->spans[0], &operands[0])) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ALIASING,
                        "%s: xre and xim overlap, which those of the problem did not: "
                        "the plan may write over its input",
                        f);
    }
    if (!apart && (n != plan->n_relations ||
                   memcmp(words, plan->relations, n * sizeof words[0]) != 0)) {
        return tfi_fail(
            TRNFFT_ERROR_INVALID_ALIASING,
            "%s: the operands overlap in another way than those of the problem", f);
    }
    return TRNFFT_OK;
}

/* Completes the operands, of which there are TFI_MAX_OPERANDS. */
static trnfft_status execute_checked(const char *f, const trnfft_plan *plan,
                                     trnfft_operand *operands, int32_t n_operands,
                                     void *workspace, size_t bytes)
{
    for (int32_t i = 0; i < n_operands; i++) {
        const bool absent = i == 2 && plan->kind->third_optional &&
                            operands[i].re == NULL && operands[i].buffer == NULL;
        if (!absent) {
            TFI_TRY(check_operand(f, operand_names[i], &plan->spans[i], &operands[i]));
        }
        complete(&plan->spans[i], &operands[i]);
    }
    TFI_TRY(check_relations(f, plan, operands, n_operands));
    if (workspace == NULL && bytes > 0) {
        return tfi_fail(
            TRNFFT_ERROR_INVALID_ARGUMENT,
            "%s: workspace = NULL with bytes = %zu: pass 0 for scratch from the "
            "pool",
            f, bytes);
    }
    return run(f, plan, operands, workspace, bytes);
}

/* ---- one line where it is: all that a small transform waits for ---- */

/* What short executions find: no branch is taken on their way. */
#define LIKELY(x) __builtin_expect(!!(x), 1)

/* Not NULL; a branch of its own, which costs less than one for several pointers. */
static inline bool is_there(uintptr_t part)
{
    __asm__ volatile("" : : "r"(part));
    return part != 0;
}

/* What turns the address of an operand into the distance of another one from its end:
 * they are apart where that is at most the gap, by one comparison that wraps round. */
static inline uintptr_t from_end(uintptr_t operand, uintptr_t minus_reach)
{
    return minus_reach - operand;
}

static inline bool pairs_pass(const tfi_gate *g, uintptr_t xre, uintptr_t xim,
                              uintptr_t yre, uintptr_t yim)
{
    return xim == xre + g->size && yim == yre + g->size && is_there(xre) &&
           is_there(yre) && ((xre | yre) & g->mask) == 0 &&
           (LIKELY(yre + from_end(xre, g->minus_in) <= g->gap) ||
            (xre == yre && g->same_pairs));
}

/* Parts of the output that are apart are no pairs. */
static inline bool parts_pass(const tfi_gate *g, uintptr_t xre, uintptr_t xim,
                              uintptr_t yre, uintptr_t yim)
{
    const uintptr_t from_re = from_end(xre, g->minus_in);
    const uintptr_t from_im = from_end(xim, g->minus_in);
    return xim != xre + g->size && is_there(xre) && is_there(xim) && is_there(yre) &&
           is_there(yim) && ((xre | xim | yre | yim) & g->mask) == 0 &&
           yre + from_re <= g->gap && yre + from_im <= g->gap &&
           yim + from_re <= g->gap && yim + from_im <= g->gap &&
           yim + from_end(yre, g->minus_out) <= g->gap_out;
}

/* A real operand and pairs; the real one has no imaginary pointer. */
static inline bool real_and_pairs_pass(const tfi_gate *g, uintptr_t real,
                                       uintptr_t none, uintptr_t re, uintptr_t im)
{
    return none == 0 && im == re + g->size && is_there(real) && is_there(re) &&
           ((real | re) & g->mask) == 0;
}

static inline bool real_to_pairs_pass(const tfi_gate *g, uintptr_t xre, uintptr_t xim,
                                      uintptr_t yre, uintptr_t yim)
{
    return real_and_pairs_pass(g, xre, xim, yre, yim) &&
           yre + from_end(xre, g->minus_in) <= g->gap;
}

static inline bool pairs_to_real_pass(const tfi_gate *g, uintptr_t xre, uintptr_t xim,
                                      uintptr_t yre, uintptr_t yim)
{
    return real_and_pairs_pass(g, yre, yim, xre, xim) &&
           yre + from_end(xre, g->minus_in) <= g->gap;
}

static inline bool real_to_parts_pass(const tfi_gate *g, uintptr_t xre, uintptr_t xim,
                                      uintptr_t yre, uintptr_t yim)
{
    const uintptr_t from = from_end(xre, g->minus_in);
    return xim == 0 && yim != yre + g->size && is_there(xre) && is_there(yre) &&
           is_there(yim) && ((xre | yre | yim) & g->mask) == 0 &&
           yre + from <= g->gap && yim + from <= g->gap &&
           yim + from_end(yre, g->minus_out) <= g->gap_out;
}

static inline bool parts_to_real_pass(const tfi_gate *g, uintptr_t xre, uintptr_t xim,
                                      uintptr_t yre, uintptr_t yim)
{
    return yim == 0 && xim != xre + g->size && is_there(xre) && is_there(xim) &&
           is_there(yre) && ((xre | xim | yre) & g->mask) == 0 &&
           yre + from_end(xre, g->minus_in) <= g->gap &&
           yre + from_end(xim, g->minus_in) <= g->gap;
}

/* By kind: the name of its check and of what quick_ serves it. */
#define EACH_GATE(X)                         \
    X(TFI_GATE_PAIRS, pairs)                 \
    X(TFI_GATE_PARTS, parts)                 \
    X(TFI_GATE_REAL_TO_PAIRS, real_to_pairs) \
    X(TFI_GATE_REAL_TO_PARTS, real_to_parts) \
    X(TFI_GATE_PAIRS_TO_REAL, pairs_to_real) \
    X(TFI_GATE_PARTS_TO_REAL, parts_to_real)

static inline bool passes(const tfi_gate *g, uintptr_t xre, uintptr_t xim,
                          uintptr_t yre, uintptr_t yim)
{
    switch (g->kind) {
#define CASE(kind, name) \
    case kind: return name##_pass(g, xre, xim, yre, yim);
        EACH_GATE(CASE)
#undef CASE
    default: return false;
    }
}

static inline void run_single(const tfi_single *single, const void *xre,
                              const void *xim, void *yre, void *yim, void *workspace)
{
    void *scratch = (char *)workspace + single->scratch;
    if (single->run != NULL) {
        single->run(&single->prepared, xre, xim, yre, yim, scratch);
        return;
    }
    tfi_line_args args = single->args;
    args.in.re = (void *)(uintptr_t)xre;
    args.in.im = (void *)(uintptr_t)xim;
    args.out.re = yre;
    args.out.im = yim;
    args.scratch = scratch;
    single->line->execute(single->line, &args);
}

static __attribute__((noinline)) void run_single_on_stack(const tfi_single *single,
                                                          const void *xre,
                                                          const void *xim, void *yre,
                                                          void *yim)
{
    unsigned char memory[TFI_STACK_BYTES + TFI_ALIGNMENT];
    run_single(single, xre, xim, yre, yim, align(memory));
}

/* Fills the imaginary pointer of pairs in; false: it was not missing. */
static inline bool complete_pairs(const tfi_span *span, const void *re, const void **im)
{
    if (*im != NULL || re == NULL || span->layout != TRNFFT_INTERLEAVED) {
        return false;
    }
    *im = (const char *)re + span->size;
    return true;
}

static inline trnfft_status execute_operands(const trnfft_plan *plan, const void *xre,
                                             const void *xim, void *yre, void *yim,
                                             void *workspace, size_t bytes);

/* The whole way, for whatever does not pass the gate; or the short one again. */
static __attribute__((noinline)) trnfft_status
execute_any(const trnfft_plan *plan, const void *xre, const void *xim, void *yre,
            void *yim, void *workspace, size_t bytes)
{
    static const char f[] = "trnfft_plan_execute";
    const void *out_im = yim;
    const bool in = complete_pairs(&plan->spans[0], xre, &xim);
    if (complete_pairs(&plan->spans[1], yre, &out_im) || in) {
        return execute_operands(plan, xre, xim, yre, (void *)(uintptr_t)out_im,
                                workspace, bytes);
    }
    if (plan->kind->n_operands != 2 && !plan->kind->third_optional) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: the plan has %d operands: use trnfft_plan_execute_with", f,
                        (int)plan->kind->n_operands);
    }
    trnfft_operand operands[TFI_MAX_OPERANDS] = {
        { (void *)(uintptr_t)xre, (void *)(uintptr_t)xim, NULL }, { yre, yim, NULL }
    };
    return execute_checked(f, plan, operands, 2, workspace, bytes);
}

/* With scratch, or a line that is not prepared. */
static __attribute__((noinline)) trnfft_status
execute_line(const trnfft_plan *plan, const void *xre, const void *xim, void *yre,
             void *yim, void *workspace, size_t bytes)
{
    if (!passes(&plan->gate, (uintptr_t)xre, (uintptr_t)xim, (uintptr_t)yre,
                (uintptr_t)yim)) {
        return execute_any(plan, xre, xim, yre, yim, workspace, bytes);
    }
    const tfi_single *single = &plan->job->single;
    const bool own = workspace != NULL && bytes >= plan->workspace_bytes;
    if (!own && (workspace != NULL || bytes != 0 || !plan->gate.fits_stack)) {
        return execute_any(plan, xre, xim, yre, yim, workspace, bytes);
    }
    if (own) {
        run_single(single, xre, xim, yre, yim, align(workspace));
    } else {
        run_single_on_stack(single, xre, xim, yre, yim);
    }
    return TRNFFT_OK;
}

static __attribute__((noinline)) trnfft_status execute_other(const trnfft_plan *plan,
                                                             const void *xre,
                                                             const void *xim, void *yre,
                                                             void *yim, void *workspace)
{
    return execute_any(plan, xre, xim, yre, yim, workspace, 0);
}

/* A prepared line without scratch, by the kind of gate. Its arguments but the first
 * stay where they are, and the call of the line is the last thing to do. */
#define QUICK(kind, name)                                                             \
    static trnfft_status quick_##name(const trnfft_plan *plan, const void *xre,       \
                                      const void *xim, void *yre, void *yim,          \
                                      void *workspace)                                \
    {                                                                                 \
        const tfi_gate *g = &plan->gate;                                              \
        if (LIKELY(name##_pass(g, (uintptr_t)xre, (uintptr_t)xim, (uintptr_t)yre,     \
                               (uintptr_t)yim))) {                                    \
            return (trnfft_status)g->run(g->prepared, xre, xim, yre, yim, workspace); \
        }                                                                             \
        return execute_other(plan, xre, xim, yre, yim, workspace);                    \
    }
_Static_assert(TRNFFT_OK == 0, "what a prepared line returns");
EACH_GATE(QUICK)
#undef QUICK

tfi_plan_quick tfi_plan_quick_for(const tfi_gate *gate)
{
#define ENTRY(kind, name) [kind] = quick_##name,
    static const tfi_plan_quick quick[] = { EACH_GATE(ENTRY) };
#undef ENTRY
    return gate->run == NULL ? NULL : quick[gate->kind];
}
#undef EACH_GATE

static inline trnfft_status execute_operands(const trnfft_plan *plan, const void *xre,
                                             const void *xim, void *yre, void *yim,
                                             void *workspace, size_t bytes)
{
    /* There is a workspace, or none is promised. */
    if (LIKELY(plan->quick != NULL) && LIKELY((uintptr_t)workspace >= bytes)) {
        return plan->quick(plan, xre, xim, yre, yim, workspace);
    }
    return execute_line(plan, xre, xim, yre, yim, workspace, bytes);
}

static __attribute__((cold, noinline)) trnfft_status plan_is_missing(void)
{
    return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "trnfft_plan_execute: plan = NULL");
}

trnfft_status trnfft_plan_execute(const trnfft_plan *plan, const void *xre,
                                  const void *xim, void *yre, void *yim,
                                  void *workspace, size_t bytes)
{
    return plan == NULL ? plan_is_missing()
                        : execute_operands(plan, xre, xim, yre, yim, workspace, bytes);
}

trnfft_status trnfft_plan_execute_with(const trnfft_plan *plan,
                                       const trnfft_execute_args *args)
{
    static const char f[] = "trnfft_plan_execute_with";
    if (plan == NULL || args == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: %s = NULL", f,
                        plan == NULL ? "plan" : "args");
    }
    trnfft_execute_args a = TRNFFT_EXECUTE_ARGS_INIT;
    TFI_TRY(tfi_read_struct(f, "args", "TRNFFT_EXECUTE_ARGS_INIT", args, &a, sizeof a));
    const int32_t wanted = plan->kind->n_operands;
    const int32_t least = plan->kind->third_optional ? wanted - 1 : wanted;
    if (a.operands == NULL || a.n_operands < least || a.n_operands > wanted) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: args.n_operands = %d: the plan has %d operands", f,
                        a.operands == NULL ? 0 : (int)a.n_operands, (int)wanted);
    }
    if (a.reserved != 0) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: args.reserved = %d: must be 0", f, (int)a.reserved);
    }
    if (a.event != NULL) {
        return tfi_fail(TRNFFT_ERROR_UNSUPPORTED,
                        "%s: args.event: plans for the host have no events", f);
    }
    trnfft_operand operands[TFI_MAX_OPERANDS] = { { NULL, NULL, NULL } };
    for (int32_t i = 0; i < a.n_operands; i++) {
        operands[i] = a.operands[i];
    }
    return execute_checked(f, plan, operands, a.n_operands, a.workspace,
                           a.workspace_bytes);
}

trnfft_status tfi_run_problem(const char *function, const trnfft_problem *problem,
                              const trnfft_plan_options *options)
{
    trnfft_plan *plan = NULL;
    TFI_TRY(tfi_cached_plan(NULL, function, problem, options, &plan));
    const trnfft_operand operands[TFI_MAX_OPERANDS] = {
        { problem->in.re, problem->in.im, NULL },
        { problem->out.re, problem->out.im, NULL },
        { problem->b.re, problem->b.im, NULL },
    };
    trnfft_status status =
        tfi_plan_run(function, plan, operands, plan->kind->n_operands, NULL, 0);
    tfi_plan_release(plan);
    return status;
}
