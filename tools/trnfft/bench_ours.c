/* bench_ours.c - the library's side of a case: one plan, run with a workspace of its
 * own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <trnfft/trnfft.h>

#include "bench.h"
#include "report.h"

typedef struct ours {
    trnfft_plan *plan;
    void *workspace;
    size_t bytes;
    void *window;
    const bench_case *c;
    bool third;                    /* a third operand: matrix or window      */
    trnfft_tensor factor[2], mask; /* BENCH_MASK needs no plan: factors, out */
} ours;

/* The view of `view` as a tensor in C order. */
static trnfft_tensor tensor_of(const bench_case *c, const bench_view *view, int rank,
                               const int64_t *shape)
{
    if (view->im == NULL) {
        return trnfft_tensor_real(c->dtype, rank, shape, view->re);
    }
    return c->interleaved
               ? trnfft_tensor_interleaved(c->dtype, rank, shape, view->re)
               : trnfft_tensor_split(c->dtype, rank, shape, view->re, view->im);
}

static void fill_transform(const bench_case *c, const bench_arrays *x,
                           trnfft_problem *p)
{
    static const int32_t ops[] = {
        [BENCH_FFT] = TRNFFT_OP_FFT,   [BENCH_IFFT] = TRNFFT_OP_IFFT,
        [BENCH_RFFT] = TRNFFT_OP_RFFT, [BENCH_IRFFT] = TRNFFT_OP_IRFFT,
        [BENCH_STFT] = TRNFFT_OP_FFT,  [BENCH_ISTFT] = TRNFFT_OP_FFT,
        [BENCH_GEMM] = TRNFFT_OP_FFT,  [BENCH_MASK] = TRNFFT_OP_FFT,
    };
    int64_t shape[BENCH_MAX_RANK + 1] = { c->batch };
    int64_t half[BENCH_MAX_RANK + 1] = { c->batch };
    memcpy(shape + 1, c->n, sizeof c->n);
    memcpy(half + 1, c->n, sizeof c->n);
    half[c->rank] = c->n[c->rank - 1] / 2 + 1;
    if (c->columns) {
        shape[0] = c->n[0];
        shape[1] = c->batch;
    }
    int skip = c->batch == 1 ? 1 : 0; /* a single item has no batch dimension */
    int rank = c->rank + 1 - skip;
    p->op = ops[c->op];
    p->in = tensor_of(c, &x->a, rank, (c->op == BENCH_IRFFT ? half : shape) + skip);
    p->out =
        tensor_of(c, &x->out, rank, (p->op == TRNFFT_OP_RFFT ? half : shape) + skip);
    p->n_dim = c->rank;
    for (int i = 0; i < c->rank; i++) {
        p->dim[i] = c->columns ? 0 : i - c->rank;
        p->n[i] = c->n[i];
    }
    bool back = c->op == BENCH_IFFT || c->op == BENCH_IRFFT;
    p->norm = back ? TRNFFT_NORM_FORWARD : TRNFFT_NORM_BACKWARD; /* never scaled */
}

static void fill_framed(const bench_case *c, const bench_arrays *x, trnfft_problem *p,
                        trnfft_stft_options *s, trnfft_tensor *window)
{
    int64_t samples = c->op == BENCH_STFT ? c->n[0] : bench_samples(c);
    int64_t signal[] = { c->batch, samples };
    int64_t frames[] = { c->batch, bench_frames(c), bench_bins(c) };
    int skip = c->batch == 1 ? 1 : 0;
    s->n_fft = c->n_fft;
    s->hop_length = c->hop;
    s->win_length = c->n_fft;
    s->window = window;
    s->layout = TRNFFT_TIME_FREQ;
    p->kind = c->op == BENCH_STFT ? TRNFFT_KIND_STFT : TRNFFT_KIND_ISTFT;
    p->stft = s;
    const bench_view *time = c->op == BENCH_STFT ? &x->a : &x->out;
    const bench_view *spectrum = c->op == BENCH_STFT ? &x->out : &x->a;
    trnfft_tensor t = tensor_of(c, time, 2 - skip, signal + skip);
    trnfft_tensor f = tensor_of(c, spectrum, 3 - skip, frames + skip);
    p->in = c->op == BENCH_STFT ? t : f;
    p->out = c->op == BENCH_STFT ? f : t;
}

static void run_two(void *state, const bench_arrays *x, int64_t count)
{
    const ours *o = state;
    for (int64_t i = 0; i < count; i++) {
        trnfft_plan_execute(o->plan, x->a.re, x->a.im, x->out.re, x->out.im,
                            o->workspace, o->bytes);
    }
}

static void run_three(void *state, const bench_arrays *x, int64_t count)
{
    const ours *o = state;
    trnfft_operand operands[] = {
        { x->a.re, x->a.im, NULL },
        { x->out.re, x->out.im, NULL },
        { x->b.re, x->b.im, NULL },
    };
    if (o->window != NULL) {
        operands[2].re = o->window;
    }
    trnfft_execute_args args = TRNFFT_EXECUTE_ARGS_INIT;
    args.operands = operands;
    args.n_operands = 3;
    args.workspace = o->workspace;
    args.workspace_bytes = o->bytes;
    for (int64_t i = 0; i < count; i++) {
        trnfft_plan_execute_with(o->plan, &args);
    }
}

static void run_mask(void *state, const bench_arrays *x, int64_t count)
{
    const ours *o = state;
    (void)x; /* the very arrays that the views were made of */
    for (int64_t i = 0; i < count; i++) {
        trnfft_complex_mul(&o->factor[0], &o->factor[1], &o->mask);
    }
}

static void destroy(void *state)
{
    ours *o = state;
    trnfft_plan_destroy(o->plan);
    free(o->workspace);
    free(o->window);
    free(o);
}

/* What the plan needs beside the operands. */
static bool make_parts(const bench_case *c, ours *o)
{
    if (c->n_fft > 0) {
        o->window = calloc((size_t)c->n_fft, sizeof(double));
        if (o->window == NULL) {
            return false;
        }
        bench_hann(c->dtype, c->n_fft, o->window);
    }
    return true;
}

static trnfft_status make_plan(const bench_case *c, const bench_arrays *x, ours *o,
                               trnfft_context *context, int n_threads)
{
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    trnfft_plan_options options = TRNFFT_PLAN_OPTIONS_INIT;
    trnfft_stft_options s = TRNFFT_STFT_OPTIONS_INIT;
    trnfft_tensor window = trnfft_tensor_real(c->dtype, 1, &c->n_fft, o->window);
    options.n_threads = n_threads;
    switch (c->op) {
    case BENCH_STFT:
    case BENCH_ISTFT:
        fill_framed(c, x, &p, &s, &window);
        o->third = true;
        break;
    case BENCH_GEMM: {
        int64_t shape[] = { c->n[0], c->n[0] };
        p.kind = TRNFFT_KIND_GEMM;
        p.in = tensor_of(c, &x->a, 2, shape);
        p.b = tensor_of(c, &x->b, 2, shape);
        p.out = tensor_of(c, &x->out, 2, shape);
        o->third = true;
        if (c->three) {
            /* What three real products may cost: a few times the usual error. */
            options.max_rel_error = c->dtype == TRNFFT_F64 ? 1e-13 : 1e-5;
        }
        break;
    }
    case BENCH_MASK:
        o->factor[0] = tensor_of(c, &x->a, c->rank, c->n);
        o->factor[1] = tensor_of(c, &x->b, c->rank, c->n);
        o->mask = tensor_of(c, &x->out, c->rank, c->n);
        return trnfft_complex_mul(&o->factor[0], &o->factor[1], &o->mask);
    case BENCH_FNET: {
        const int64_t shape[] = { c->batch, c->n[0], c->n[1] };
        p.kind = TRNFFT_KIND_FNET;
        p.in = tensor_of(c, &x->a, 3, shape);
        p.out = tensor_of(c, &x->out, 3, shape);
        break;
    }
    default: fill_transform(c, x, &p); break;
    }
    return trnfft_plan_create(context, &p, &options, &o->plan);
}

int bench_ours_create(const bench_case *c, const bench_arrays *arrays, int n_threads,
                      bench_engine *engine)
{
    memset(engine, 0, sizeof *engine);
    ours *o = calloc(1, sizeof *o);
    if (o == NULL || !make_parts(c, o)) {
        if (o != NULL) {
            destroy(o);
        }
        return cli_fail(CLI_MEMORY, "%s: out of memory", c->name);
    }
    o->c = c;
    double start = cli_seconds();
    trnfft_status status = make_plan(c, arrays, o, NULL, n_threads);
    engine->plan_s = cli_seconds() - start;
    if (status != TRNFFT_OK) {
        destroy(o);
        return cli_fail_status(status);
    }
    o->bytes = trnfft_plan_workspace_bytes(o->plan);
    size_t rounded = (o->bytes + 63) / 64 * 64;
    o->workspace = o->bytes > 0 ? aligned_alloc(64, rounded) : NULL;
    if (o->bytes > 0 && o->workspace == NULL) {
        destroy(o);
        return cli_fail(CLI_MEMORY, "%s: out of memory", c->name);
    }
    snprintf(engine->name, sizeof engine->name, "trnfft");
    engine->library = "trnfft";
    engine->state = o;
    engine->run = c->op == BENCH_MASK ? run_mask : o->third ? run_three : run_two;
    engine->destroy = destroy;
    return CLI_OK;
}

int bench_ours_plan_ns(const bench_case *c, const bench_arrays *arrays, int rounds,
                       double *ns)
{
    enum { MOST = 101 };
    double list[MOST];
    int count = rounds < MOST ? rounds : MOST;
    for (int i = 0; i < count; i++) {
        ours o;
        trnfft_context *context = NULL;
        memset(&o, 0, sizeof o);
        trnfft_status status = trnfft_context_create(NULL, &context);
        double start = cli_seconds();
        if (status == TRNFFT_OK) {
            status = make_plan(c, arrays, &o, context, 0);
        }
        list[i] = cli_seconds() - start;
        trnfft_plan_destroy(o.plan);
        trnfft_context_destroy(context);
        if (status != TRNFFT_OK) {
            return cli_fail_status(status);
        }
    }
    *ns = bench_median(list, count) * 1e9;
    return CLI_OK;
}
