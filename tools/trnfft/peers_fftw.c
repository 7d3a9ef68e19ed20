/* peers_fftw.c - transforms through FFTW's guru interface, split and interleaved. */
#include "peers_fftw.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <trnfft/trnfft.h>

#include "peers_wisdom.h"
#include "report.h"

typedef struct fftw_state {
    fftw_api api;
    void *plan;
    bench_arrays own; /* a copy of the input, for a plan that destroys it */
} fftw_state;

bool fftw_api_load(const peer *p, int dtype, fftw_api *api)
{
    const char *prefix = dtype == TRNFFT_F64 ? "fftw_" : "fftwf_";
    const struct {
        const char *name;
        void *to;
    } functions[] = {
        { "plan_guru_dft", &api->plan_guru_dft },
        { "plan_guru_split_dft", &api->plan_guru_split_dft },
        { "plan_guru_dft_r2c", &api->plan_guru_dft_r2c },
        { "plan_guru_split_dft_r2c", &api->plan_guru_split_dft_r2c },
        { "plan_guru_dft_c2r", &api->plan_guru_dft_c2r },
        { "plan_guru_split_dft_c2r", &api->plan_guru_split_dft_c2r },
        { "execute_dft", &api->execute_dft },
        { "execute_split_dft", &api->execute_split_dft },
        { "execute_dft_r2c", &api->execute_dft_r2c },
        { "execute_split_dft_r2c", &api->execute_split_dft_r2c },
        { "execute_dft_c2r", &api->execute_dft_c2r },
        { "execute_split_dft_c2r", &api->execute_split_dft_c2r },
        { "destroy_plan", &api->destroy_plan },
        { "set_timelimit", &api->set_timelimit },
        { "forget_wisdom", &api->forget_wisdom },
        { "import_wisdom_from_filename", &api->import_wisdom },
        { "export_wisdom_to_filename", &api->export_wisdom },
    };
    const size_t n_needed = 13; /* the last ones are optional */
    memset(api, 0, sizeof *api);
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        void *address = peer_symbol(p, prefix, functions[i].name);
        memcpy(functions[i].to, &address, sizeof address);
        if (address == NULL && i < n_needed) {
            return false;
        }
    }
    return true;
}

static void run_fft_pairs(void *state, const bench_arrays *x, int64_t count)
{
    const fftw_state *s = state;
    for (int64_t i = 0; i < count; i++) {
        s->api.execute_dft(s->plan, x->a.re, x->out.re);
    }
}

static void run_fft_split(void *state, const bench_arrays *x, int64_t count)
{
    const fftw_state *s = state;
    for (int64_t i = 0; i < count; i++) {
        s->api.execute_split_dft(s->plan, x->a.re, x->a.im, x->out.re, x->out.im);
    }
}

/* The swapped parts make the inverse of a split transform. */
static void run_ifft_split(void *state, const bench_arrays *x, int64_t count)
{
    const fftw_state *s = state;
    for (int64_t i = 0; i < count; i++) {
        s->api.execute_split_dft(s->plan, x->a.im, x->a.re, x->out.im, x->out.re);
    }
}

static void run_rfft_pairs(void *state, const bench_arrays *x, int64_t count)
{
    const fftw_state *s = state;
    for (int64_t i = 0; i < count; i++) {
        s->api.execute_dft_r2c(s->plan, x->a.re, x->out.re);
    }
}

static void run_rfft_split(void *state, const bench_arrays *x, int64_t count)
{
    const fftw_state *s = state;
    for (int64_t i = 0; i < count; i++) {
        s->api.execute_split_dft_r2c(s->plan, x->a.re, x->out.re, x->out.im);
    }
}

static const bench_view *input(const fftw_state *s, const bench_arrays *x)
{
    return s->own.slab != NULL ? &s->own.a : &x->a;
}

/* The arrays of a case are all laid out alike: the input is what lies before `out`. */
static void copy_input(void *state, const bench_arrays *x)
{
    const fftw_state *s = state;
    memcpy(s->own.slab, x->slab, (size_t)((char *)x->out.re - (char *)x->slab));
}

static void run_irfft_pairs(void *state, const bench_arrays *x, int64_t count)
{
    const fftw_state *s = state;
    for (int64_t i = 0; i < count; i++) {
        s->api.execute_dft_c2r(s->plan, input(s, x)->re, x->out.re);
    }
}

static void run_irfft_split(void *state, const bench_arrays *x, int64_t count)
{
    const fftw_state *s = state;
    for (int64_t i = 0; i < count; i++) {
        s->api.execute_split_dft_c2r(s->plan, input(s, x)->re, input(s, x)->im,
                                     x->out.re);
    }
}

static void destroy(void *state)
{
    fftw_state *s = state;
    s->api.destroy_plan(s->plan);
    bench_arrays_destroy(&s->own);
    free(s);
}

/* Strides in the unit that FFTW counts in: complex numbers where those are pairs. */
static int fill_dims(const bench_case *c, fftw_dim *dims, fftw_dim *batch)
{
    int64_t in = 1;
    int64_t out = 1;
    int64_t half = c->n[c->rank - 1] / 2 + 1;
    if (c->columns) {
        int lanes = (int)c->batch;
        dims[0] = (fftw_dim){ (int)c->n[0], lanes, lanes };
        *batch = (fftw_dim){ lanes, 1, 1 };
        return 1;
    }
    for (int i = c->rank - 1; i >= 0; i--) {
        bool halved = i == c->rank - 1;
        dims[i] = (fftw_dim){ (int)c->n[i], (int)in, (int)out };
        in *= halved && c->op == BENCH_IRFFT ? half : c->n[i];
        out *= halved && c->op == BENCH_RFFT ? half : c->n[i];
    }
    *batch = (fftw_dim){ (int)c->batch, (int)in, (int)out };
    return c->batch > 1 ? 1 : 0;
}

static void *make_plan(const fftw_api *api, const bench_case *c, const bench_arrays *x,
                       unsigned flags)
{
    fftw_dim dims[BENCH_MAX_RANK];
    fftw_dim batch;
    int batches = fill_dims(c, dims, &batch);
    switch (c->op) {
    case BENCH_FFT:
    case BENCH_IFFT:
        if (c->interleaved) {
            return api->plan_guru_dft(c->rank, dims, batches, &batch, x->a.re,
                                      x->out.re, c->op == BENCH_FFT ? -1 : 1, flags);
        }
        return c->op == BENCH_FFT
                   ? api->plan_guru_split_dft(c->rank, dims, batches, &batch, x->a.re,
                                              x->a.im, x->out.re, x->out.im, flags)
                   : api->plan_guru_split_dft(c->rank, dims, batches, &batch, x->a.im,
                                              x->a.re, x->out.im, x->out.re, flags);
    case BENCH_RFFT:
        return c->interleaved
                   ? api->plan_guru_dft_r2c(c->rank, dims, batches, &batch, x->a.re,
                                            x->out.re, flags)
                   : api->plan_guru_split_dft_r2c(c->rank, dims, batches, &batch,
                                                  x->a.re, x->out.re, x->out.im, flags);
    case BENCH_IRFFT:
        return c->interleaved
                   ? api->plan_guru_dft_c2r(c->rank, dims, batches, &batch, x->a.re,
                                            x->out.re, flags)
                   : api->plan_guru_split_dft_c2r(c->rank, dims, batches, &batch,
                                                  x->a.re, x->a.im, x->out.re, flags);
    default: return NULL;
    }
}

typedef void (*runner)(void *, const bench_arrays *, int64_t);

static runner pick_runner(const bench_case *c)
{
    static const runner table[][2] = {
        [BENCH_FFT] = { run_fft_split, run_fft_pairs },
        [BENCH_IFFT] = { run_ifft_split, run_fft_pairs },
        [BENCH_RFFT] = { run_rfft_split, run_rfft_pairs },
        [BENCH_IRFFT] = { run_irfft_split, run_irfft_pairs },
    };
    return table[c->op][c->interleaved ? 1 : 0];
}

static bool transform_create(const fftw_api *api, const bench_case *c, unsigned flags,
                             bool destroys, bench_engine *engine)
{
    bench_arrays own;
    fftw_state *s = calloc(1, sizeof *s);
    if (s == NULL || !bench_arrays_create(c, &own)) {
        free(s);
        return false;
    }
    destroys = destroys || c->rank > 1; /* it cannot else */
    if (c->op == BENCH_IRFFT) {
        flags |= destroys ? FFTW_DESTROY_FLAG : FFTW_PRESERVE_FLAG;
    }
    s->api = *api;
    s->plan = make_plan(api, c, &own, flags);
    if (c->op == BENCH_IRFFT && destroys && s->plan != NULL) {
        s->own = own;
        engine->prepare = copy_input;
    } else {
        bench_arrays_destroy(&own);
    }
    if (s->plan == NULL) {
        free(s);
        return false;
    }
    engine->state = s;
    engine->run = pick_runner(c);
    engine->destroy = destroy;
    return true;
}

typedef struct effort {
    const char *name; /* "" for what is usual */
    unsigned flags;
    bool keeps_wisdom;
} effort;

static const effort efforts[] = {
    { "", FFTW_MEASURE_FLAG, true },
    { "-patient", FFTW_PATIENT_FLAG, true },
    { "-estimate", FFTW_ESTIMATE_FLAG, false },
};

static void add(const peer *p, const fftw_api *api, const bench_case *c,
                const peer_options *o, const effort *e, int64_t group,
                bench_engine *list, int *count)
{
    bool framed = c->op == BENCH_STFT || c->op == BENCH_ISTFT;
    bool search = e->flags == FFTW_PATIENT_FLAG;
    fftw_wisdom wisdom;
    if (*count == BENCH_MAX_ENGINES) {
        return;
    }
    fftw_wisdom_open(p, api, c, e->keeps_wisdom ? o->wisdom : NULL,
                     search ? "patient" : "measure", &wisdom);
    bench_engine *engine = &list[*count];
    memset(engine, 0, sizeof *engine);
    engine->library = p->name;
    const char *suffix = group == 1 ? "-frame" : group > 1 ? "-group" : "";
    snprintf(engine->name, sizeof engine->name, "%s%s%s", p->name, e->name, suffix);
    double limit_s = search ? o->patient_limit_s : o->measure_limit_s;
    if (api->set_timelimit != NULL) {
        api->set_timelimit(limit_s > 0.0 ? limit_s : -1.0);
    }
    bool given_up = search && fftw_wisdom_gave_up(&wisdom, limit_s);
    double start = cli_seconds();
    bool made = !given_up &&
                (framed ? fftw_stft_create(api, c, e->flags, group, engine)
                        : transform_create(api, c, e->flags, o->destroy_input, engine));
    engine->plan_s = cli_seconds() - start;
    if (e->keeps_wisdom && !given_up) {
        fftw_wisdom_close(&wisdom, search ? engine->plan_s : 0.0, limit_s);
    }
    bool broken_off = search && limit_s > 0.0 && engine->plan_s >= limit_s;
    *o->unfinished += given_up || broken_off ? 1 : 0;
    *count += made ? 1 : 0;
}

void peer_fftw_add(const peer *p, const bench_case *c, const peer_options *options,
                   bench_engine *list, int *count)
{
    const bool wanted[] = { options->measure, options->patient, options->estimate };
    enum { GROUP = 32, MOST_FRAMES = 1 << 15 };
    fftw_api api;
    bool framed = c->op == BENCH_STFT || c->op == BENCH_ISTFT;
    if (c->op == BENCH_GEMM || c->op == BENCH_MASK || c->op == BENCH_FNET ||
        !fftw_api_load(p, c->dtype, &api) || bench_points(c) * c->batch > INT_MAX) {
        return;
    }
    for (int i = 0; i < 3; i++) {
        if (!wanted[i]) {
            continue;
        }
        if (!framed || bench_frames(c) <= MOST_FRAMES) {
            add(p, &api, c, options, &efforts[i], 0, list, count);
        }
        if (c->op == BENCH_STFT) {
            add(p, &api, c, options, &efforts[i], 1, list, count);
        }
        if (framed && options->stft_groups) {
            add(p, &api, c, options, &efforts[i], GROUP, list, count);
        }
    }
}
