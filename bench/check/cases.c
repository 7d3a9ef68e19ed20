/* cases.c - executes each of a fixed list of problems once inside counted_execution(),
 * and plans each of another there, for check.py, which runs it under callgrind and has
 * a profile written whenever that function returns.
 *
 *   bench_check_cases            all of it: prints the names in order, and as "name =
 *                                number" how many bytes a plan asked for
 *   bench_check_cases --about    what the counts depend on: compiler, kernels in use
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <trnfft/trnfft.h>

typedef enum what { C2C, R2C, C2R, STFT, ISTFT, GEMM, FNET } what;
typedef enum layout { SPLIT, PAIRS } layout;

typedef struct item {
    const char *name;
    what op;
    int dtype;
    layout layout;
    int rank; /* of the complex or real array that is transformed */
    int64_t shape[3];
    int n_dim; /* transformed: the last ones; 0: dimension 0, columns */
    int64_t n_fft, hop;
} item;

static const item items[] = {
    { "c2c 16", C2C, TRNFFT_F32, PAIRS, 1, { 16 }, 1, 0, 0 },
    { "c2c 64 split", C2C, TRNFFT_F32, SPLIT, 1, { 64 }, 1, 0, 0 },
    { "c2c 256", C2C, TRNFFT_F32, PAIRS, 1, { 256 }, 1, 0, 0 },
    { "c2c 1024", C2C, TRNFFT_F32, PAIRS, 1, { 1024 }, 1, 0, 0 },
    { "c2c 4096 split", C2C, TRNFFT_F32, SPLIT, 1, { 4096 }, 1, 0, 0 },
    { "c2c 65536", C2C, TRNFFT_F32, PAIRS, 1, { 65536 }, 1, 0, 0 },
    { "c2c 262144", C2C, TRNFFT_F32, PAIRS, 1, { 262144 }, 1, 0, 0 },
    { "c2c 1024 f64", C2C, TRNFFT_F64, PAIRS, 1, { 1024 }, 1, 0, 0 },
    { "c2c 60", C2C, TRNFFT_F32, PAIRS, 1, { 60 }, 1, 0, 0 },
    { "c2c 1000 split", C2C, TRNFFT_F32, SPLIT, 1, { 1000 }, 1, 0, 0 },
    { "c2c 1920", C2C, TRNFFT_F32, PAIRS, 1, { 1920 }, 1, 0, 0 },
    { "c2c 44100", C2C, TRNFFT_F32, PAIRS, 1, { 44100 }, 1, 0, 0 },
    { "c2c 1000 f64", C2C, TRNFFT_F64, PAIRS, 1, { 1000 }, 1, 0, 0 },
    { "c2c 11", C2C, TRNFFT_F32, PAIRS, 1, { 11 }, 1, 0, 0 },
    { "c2c 127", C2C, TRNFFT_F32, PAIRS, 1, { 127 }, 1, 0, 0 },
    { "c2c 997", C2C, TRNFFT_F32, SPLIT, 1, { 997 }, 1, 0, 0 },
    { "c2c 4097", C2C, TRNFFT_F32, PAIRS, 1, { 4097 }, 1, 0, 0 },
    { "c2c 10007", C2C, TRNFFT_F32, PAIRS, 1, { 10007 }, 1, 0, 0 },
    { "r2c 1024", R2C, TRNFFT_F32, PAIRS, 1, { 1024 }, 1, 0, 0 },
    { "r2c 1001", R2C, TRNFFT_F32, SPLIT, 1, { 1001 }, 1, 0, 0 },
    { "r2c 997", R2C, TRNFFT_F32, PAIRS, 1, { 997 }, 1, 0, 0 },
    { "c2r 1024", C2R, TRNFFT_F32, PAIRS, 1, { 1024 }, 1, 0, 0 },
    { "c2r 16000", C2R, TRNFFT_F32, SPLIT, 1, { 16000 }, 1, 0, 0 },
    { "c2c 32 rows of 128", C2C, TRNFFT_F32, PAIRS, 2, { 32, 128 }, 1, 0, 0 },
    { "c2c 60 columns of 256", C2C, TRNFFT_F32, PAIRS, 2, { 256, 60 }, 0, 0, 0 },
    { "c2c 64x64", C2C, TRNFFT_F32, PAIRS, 2, { 64, 64 }, 2, 0, 0 },
    { "r2c 100x100", R2C, TRNFFT_F32, SPLIT, 2, { 100, 100 }, 2, 0, 0 },
    { "c2c 8x16x16", C2C, TRNFFT_F32, PAIRS, 3, { 8, 16, 16 }, 3, 0, 0 },
    { "stft 16000/256/128", STFT, TRNFFT_F32, SPLIT, 1, { 16000 }, 1, 256, 128 },
    { "stft 16000/400/160", STFT, TRNFFT_F32, PAIRS, 1, { 16000 }, 1, 400, 160 },
    { "istft 16000/256/128", ISTFT, TRNFFT_F32, SPLIT, 1, { 16000 }, 1, 256, 128 },
    { "fnet 2x128x96", FNET, TRNFFT_F32, SPLIT, 3, { 2, 128, 96 }, 0, 0, 0 },
    { "gemm 64", GEMM, TRNFFT_F32, PAIRS, 2, { 64, 64 }, 2, 0, 0 },
    { "gemm 128 split", GEMM, TRNFFT_F32, SPLIT, 2, { 128, 128 }, 2, 0, 0 },
};

static const item planned[] = {
    { "plan 1024", C2C, TRNFFT_F32, PAIRS, 1, { 1024 }, 1, 0, 0 },
    { "plan 65536", C2C, TRNFFT_F32, PAIRS, 1, { 65536 }, 1, 0, 0 },
    { "plan 65534 f64", C2C, TRNFFT_F64, PAIRS, 1, { 65534 }, 1, 0, 0 },
    { "plan 32749", C2C, TRNFFT_F32, PAIRS, 1, { 32749 }, 1, 0, 0 },
    { "plan r2c 65521", R2C, TRNFFT_F32, PAIRS, 1, { 65521 }, 1, 0, 0 },
};

typedef struct job {
    trnfft_plan *plan;
    trnfft_execute_args args;
    trnfft_operand operand[3];
    trnfft_context *context; /* NULL: the plan is there, and executed */
    trnfft_problem problem;
} job;

/* What callgrind counts; not static and never inlined, so that it has a name. */
trnfft_status counted_execution(job *j);
__attribute__((noinline)) trnfft_status counted_execution(job *j)
{
    if (j->context != NULL) {
        return trnfft_plan_create(j->context, &j->problem, NULL, &j->plan);
    }
    return trnfft_plan_execute_with(j->plan, &j->args);
}

static void need(trnfft_status status, const char *name)
{
    if (status != TRNFFT_OK) {
        fprintf(stderr, "%s: %s\n", name, trnfft_last_error());
        exit(1);
    }
}

static trnfft_tensor tensor(const item *it, bool real, int rank, const int64_t *shape)
{
    trnfft_tensor t;
    int kind = real                  ? TRNFFT_REAL
               : it->layout == SPLIT ? TRNFFT_SPLIT
                                     : TRNFFT_INTERLEAVED;
    need(trnfft_tensor_empty(it->dtype, kind, rank, shape, &t), it->name);
    int64_t count = real ? 1 : 2;
    for (int i = 0; i < rank; i++) {
        count *= shape[i];
    }
    /* Split parts lie apart: only re is filled there, im stays what it is. */
    count = real || it->layout == PAIRS ? count : count / 2;
    for (int64_t i = 0; i < count; i++) {
        double value = (double)(i * 40503 % 65537) / 65537.0 - 0.5;
        if (it->dtype == TRNFFT_F64) {
            ((double *)t.re)[i] = value;
        } else {
            ((float *)t.re)[i] = (float)value;
        }
    }
    return t;
}

static void fill_transform(const item *it, trnfft_problem *p)
{
    int64_t half[3] = { it->shape[0], it->shape[1], it->shape[2] };
    half[it->rank - 1] = half[it->rank - 1] / 2 + 1;
    p->op = it->op == C2C   ? TRNFFT_OP_FFT
            : it->op == R2C ? TRNFFT_OP_RFFT
                            : TRNFFT_OP_IRFFT;
    p->in = tensor(it, it->op == R2C, it->rank, it->op == C2R ? half : it->shape);
    p->out = tensor(it, it->op == C2R, it->rank, it->op == R2C ? half : it->shape);
    p->n_dim = it->n_dim > 0 ? it->n_dim : 1;
    for (int i = 0; i < p->n_dim; i++) {
        p->dim[i] = it->n_dim > 0 ? i - it->n_dim : 0;
        p->n[i] = it->shape[it->n_dim > 0 ? it->rank - it->n_dim + i : 0];
    }
}

static void fill_framed(const item *it, trnfft_problem *p, trnfft_stft_options *s,
                        trnfft_tensor *window)
{
    int64_t frames = 1 + it->shape[0] / it->hop;
    int64_t grid[] = { it->n_fft / 2 + 1, frames };
    int64_t length[] = { it->op == STFT ? it->shape[0] : (frames - 1) * it->hop };
    *window = tensor(it, true, 1, &it->n_fft);
    need(trnfft_window(TRNFFT_WINDOW_HANN, TRNFFT_PERIODIC, NULL, window), it->name);
    s->n_fft = it->n_fft;
    s->hop_length = it->hop;
    s->win_length = it->n_fft;
    s->window = window;
    p->stft = s;
    p->kind = it->op == STFT ? TRNFFT_KIND_STFT : TRNFFT_KIND_ISTFT;
    p->in = it->op == STFT ? tensor(it, true, 1, length) : tensor(it, false, 2, grid);
    p->out = it->op == STFT ? tensor(it, false, 2, grid) : tensor(it, true, 1, length);
}

static void count(const item *it)
{
    job j;
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    trnfft_stft_options s = TRNFFT_STFT_OPTIONS_INIT;
    trnfft_tensor third = TRNFFT_TENSOR_INIT;
    memset(&j, 0, sizeof j);
    if (it->op == GEMM) {
        p.kind = TRNFFT_KIND_GEMM;
        p.in = tensor(it, false, 2, it->shape);
        third = p.b = tensor(it, false, 2, it->shape);
        p.out = tensor(it, false, 2, it->shape);
    } else if (it->op == FNET) {
        p.kind = TRNFFT_KIND_FNET;
        p.in = tensor(it, true, 3, it->shape);
        p.out = tensor(it, true, 3, it->shape);
    } else if (it->op == STFT || it->op == ISTFT) {
        fill_framed(it, &p, &s, &third);
    } else {
        fill_transform(it, &p);
    }
    need(trnfft_plan_create(NULL, &p, NULL, &j.plan), it->name);
    size_t bytes = (trnfft_plan_workspace_bytes(j.plan) + 63) / 64 * 64;
    void *workspace = aligned_alloc(64, bytes > 0 ? bytes : 64);
    j.operand[0] = (trnfft_operand){ p.in.re, p.in.im, NULL };
    j.operand[1] = (trnfft_operand){ p.out.re, p.out.im, NULL };
    j.operand[2] = (trnfft_operand){ third.re, third.im, NULL };
    trnfft_execute_args_init(&j.args);
    j.args.operands = j.operand;
    j.args.n_operands = third.re == NULL ? 2 : 3;
    j.args.workspace = workspace;
    j.args.workspace_bytes = bytes;
    /* Once before, so that symbols are bound and memory is there. */
    need(trnfft_plan_execute_with(j.plan, &j.args), it->name);
    need(counted_execution(&j), it->name);
    printf("%s\n", it->name);
    trnfft_plan_destroy(j.plan);
    free(workspace);
    trnfft_tensor_free(&p.in);
    trnfft_tensor_free(&p.out);
    trnfft_tensor_free(&third);
}

static void *count_bytes(size_t bytes, void *user)
{
    *(size_t *)user += bytes;
    return malloc(bytes);
}

static void release(void *memory, void *user)
{
    (void)user;
    free(memory);
}

/* Every block counts, also those that a plan gives back when it is made: a new process
 * touches most of them for the first time. */
static void count_planning(const item *it)
{
    size_t bytes = 0;
    job j;
    memset(&j, 0, sizeof j);
    trnfft_context_options options = TRNFFT_CONTEXT_OPTIONS_INIT;
    options.allocate = count_bytes;
    options.release = release;
    options.allocator_user = &bytes;
    need(trnfft_context_create(&options, &j.context), it->name);
    trnfft_problem_init(&j.problem);
    fill_transform(it, &j.problem);
    need(trnfft_plan_create(j.context, &j.problem, NULL, &j.plan), it->name);
    trnfft_plan_destroy(j.plan);
    bytes = 0;
    need(counted_execution(&j), it->name);
    printf("%s\n%s, bytes = %zu\n", it->name, it->name, bytes);
    trnfft_plan_destroy(j.plan);
    trnfft_context_destroy(j.context);
    trnfft_tensor_free(&j.problem.in);
    trnfft_tensor_free(&j.problem.out);
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--about") == 0) {
        printf("%s\nkernels %s\n", trnfft_build_info(), trnfft_cpu_name());
        return 0;
    }
    for (size_t i = 0; i < sizeof items / sizeof items[0]; i++) {
        count(&items[i]);
    }
    for (size_t i = 0; i < sizeof planned / sizeof planned[0]; i++) {
        count_planning(&planned[i]);
    }
    return 0;
}
