/* Any problem at all: refused with nothing written, or planned and executed with the
 * right answer and not one byte touched that is not the output's. */
#include "fuzz/problem.h"

#include <math.h>
#include <string.h>

#include "support/tensors.h"

/* What one rounding to the output and the arithmetic before it may cost, of the largest
 * value. */
static double tolerance_of(const trnfft_problem *q)
{
    double compute =
        q->in.dtype == TRNFFT_F64 || q->out.dtype == TRNFFT_F64 ? 2e-14 : 4e-6;
    double rounding = q->out.dtype == TRNFFT_BF16  ? 0x1p-8
                      : q->out.dtype == TRNFFT_F16 ? 0x1p-11
                      : q->out.dtype == TRNFFT_F32 ? 0x1p-24
                                                   : 0;
    return compute + 1.01 * rounding;
}

static void check_answer(const fuzz_problem *p, const double *answer)
{
    const trnfft_tensor *out = &p->problem.out;
    int64_t count = test_tensor_size(out) * (out->im != NULL ? 2 : 1);
    double *got = malloc((size_t)(count + 1) * sizeof *got), largest = 0;
    test_tensor_get(out, got);
    for (int64_t i = 0; i < count; i++) {
        largest = fmax(largest, fabs(answer[i]));
    }
    double bound =
        tolerance_of(&p->problem) * largest + (out->dtype == TRNFFT_F16 ? 0x1p-24 : 0);
    for (int64_t i = 0; i < count; i++) {
        FUZZ_CHECK(fabs(got[i] - answer[i]) <= bound);
    }
    free(got);
}

static void check_untouched(const fuzz_problem *p, int whole)
{
    for (int k = 0; k < p->n_blocks; k++) {
        const fuzz_block *block = &p->blocks[k];
        for (size_t i = 0; i < block->bytes; i++) {
            FUZZ_CHECK((!whole && (block->owned[i] & p->may_change)) ||
                       block->memory[i] == block->before[i]);
        }
    }
}

static void restore(fuzz_problem *p)
{
    for (int k = 0; k < p->n_blocks; k++) {
        memcpy(p->blocks[k].memory, p->blocks[k].before, p->blocks[k].bytes);
    }
}

static trnfft_status execute(const fuzz_problem *p, const trnfft_plan *plan)
{
    const trnfft_problem *q = &p->problem;
    size_t bytes = trnfft_plan_workspace_bytes(plan);
    void *workspace = bytes > 0 ? malloc(bytes) : NULL;
    trnfft_status status = trnfft_plan_execute(plan, q->in.re, q->in.im, q->out.re,
                                               q->out.im, workspace, bytes);
    free(workspace);
    return status;
}

static void print_tensor(const char *name, const trnfft_tensor *t)
{
    fprintf(stderr, "  %s %s%s, shape (", name, trnfft_dtype_name(t->dtype),
            t->im == NULL ? " real" : "");
    for (int32_t d = 0; d < t->rank; d++) {
        fprintf(stderr, "%lld ", (long long)t->shape[d]);
    }
    fprintf(stderr, "), strides (");
    for (int32_t d = 0; d < t->rank; d++) {
        fprintf(stderr, "%lld ", (long long)t->strides[d]);
    }
    fprintf(stderr, "), im - re = %lld bytes\n",
            t->im == NULL ? 0 : (long long)((char *)t->im - (char *)t->re));
}

/* With TRNFFT_FUZZ_PRINT=1: the problem in words, to see what an input stands for. */
static void print_problem(const fuzz_problem *p)
{
    const trnfft_problem *q = &p->problem;
    fprintf(stderr, "op %d, norm %d, %d threads, %s\n", (int)q->op, (int)q->norm,
            (int)p->options.n_threads, p->must_work ? "must work" : "may be refused");
    print_tensor("in ", &q->in);
    print_tensor("out", &q->out);
    if (p->shared) {
        fprintf(stderr, "  out.re - in.re = %lld bytes\n",
                (long long)((char *)q->out.re - (char *)q->in.re));
    }
    for (int32_t i = 0; i < q->n_dim; i++) {
        fprintf(stderr, "  dim %d, n %lld\n", (int)q->dim[i], (long long)q->n[i]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_bytes b = { data, size };
    fuzz_problem p;
    if (!fuzz_problem_build(&b, &p)) {
        fuzz_problem_free(&p);
        return 0;
    }
    if (getenv("TRNFFT_FUZZ_PRINT") != NULL) {
        print_problem(&p);
    }
    double *answer = fuzz_problem_answer(&p.problem);
    trnfft_plan *plan = NULL;
    trnfft_status status = trnfft_plan_create(NULL, &p.problem, &p.options, &plan);
    check_untouched(&p, 1);
    if (status != TRNFFT_OK) {
        FUZZ_CHECK(status < 0 && trnfft_last_error()[0] != '\0' && plan == NULL);
        FUZZ_CHECK(status != TRNFFT_ERROR_INTERNAL);
        FUZZ_CHECK(!p.must_work);
    } else {
        FUZZ_CHECK(answer != NULL);
        char text[200];
        FUZZ_CHECK(trnfft_plan_describe(plan, text, sizeof text) > 0);
        for (int turn = 0; turn < 2; turn++) { /* own workspace, then the pool's */
            restore(&p);
            status = turn == 0 ? execute(&p, plan)
                               : trnfft_plan_execute(plan, p.problem.in.re,
                                                     p.problem.in.im, p.problem.out.re,
                                                     p.problem.out.im, NULL, 0);
            FUZZ_CHECK(status == TRNFFT_OK);
            check_answer(&p, answer);
            check_untouched(&p, 0);
        }
        trnfft_plan_destroy(plan);
    }
    free(answer);
    fuzz_problem_free(&p);
    return 0;
}
