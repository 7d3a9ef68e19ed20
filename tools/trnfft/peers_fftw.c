/* peers_fftw.c - transforms through FFTW's guru interface, split and interleaved. */
#include "peers_fftw.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <trnfft/trnfft.h>

#include "report.h"

typedef struct fftw_state {
    fftw_api api;
    void *plan;
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
    };
    memset(api, 0, sizeof *api);
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        void *address = peer_symbol(p, prefix, functions[i].name);
        memcpy(functions[i].to, &address, sizeof address);
        if (address == NULL && strcmp(functions[i].name, "set_timelimit") != 0) {
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

static void run_irfft_pairs(void *state, const bench_arrays *x, int64_t count)
{
    const fftw_state *s = state;
    for (int64_t i = 0; i < count; i++) {
        s->api.execute_dft_c2r(s->plan, x->a.re, x->out.re);
    }
}

static void run_irfft_split(void *state, const bench_arrays *x, int64_t count)
{
    const fftw_state *s = state;
    for (int64_t i = 0; i < count; i++) {
        s->api.execute_split_dft_c2r(s->plan, x->a.re, x->a.im, x->out.re);
    }
}

static void destroy(void *state)
{
    fftw_state *s = state;
    s->api.destroy_plan(s->plan);
    free(s);
}

/* Strides in the unit that FFTW counts in: complex numbers when interleaved. */
static int fill_dims(const bench_case *c, fftw_dim *dims, fftw_dim *batch)
{
    int64_t inner = 1;
    for (int i = c->rank - 1; i >= 0; i--) {
        dims[i] = (fftw_dim){ (int)c->n[i], (int)inner, (int)inner };
        inner *= c->n[i];
    }
    int64_t bins = c->n[0] / 2 + 1;
    *batch = (fftw_dim){ (int)c->batch, (int)inner, (int)inner };
    if (c->op == BENCH_RFFT) {
        batch->os = (int)bins;
    } else if (c->op == BENCH_IRFFT) {
        batch->is = (int)bins;
    }
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
                   ? api->plan_guru_dft_r2c(1, dims, batches, &batch, x->a.re,
                                            x->out.re, flags)
                   : api->plan_guru_split_dft_r2c(1, dims, batches, &batch, x->a.re,
                                                  x->out.re, x->out.im, flags);
    case BENCH_IRFFT:
        /* Like ours, it must not destroy its input. */
        flags |= FFTW_PRESERVE_FLAG;
        return c->interleaved
                   ? api->plan_guru_dft_c2r(1, dims, batches, &batch, x->a.re,
                                            x->out.re, flags)
                   : api->plan_guru_split_dft_c2r(1, dims, batches, &batch, x->a.re,
                                                  x->a.im, x->out.re, flags);
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
                             bench_engine *engine)
{
    bench_arrays own;
    fftw_state *s = calloc(1, sizeof *s);
    if (s == NULL || !bench_arrays_create(c, &own)) {
        free(s);
        return false;
    }
    s->api = *api;
    s->plan = make_plan(api, c, &own, flags);
    bench_arrays_destroy(&own);
    if (s->plan == NULL) {
        free(s);
        return false;
    }
    engine->state = s;
    engine->run = pick_runner(c);
    engine->destroy = destroy;
    return true;
}

static void add(const peer *p, const fftw_api *api, const bench_case *c, bool patient,
                bool per_frame, bench_engine *list, int *count)
{
    unsigned flags = patient ? FFTW_PATIENT_FLAG : FFTW_MEASURE_FLAG;
    bool framed = c->op == BENCH_STFT || c->op == BENCH_ISTFT;
    if (*count == BENCH_MAX_ENGINES) {
        return;
    }
    bench_engine *engine = &list[*count];
    memset(engine, 0, sizeof *engine);
    snprintf(engine->name, sizeof engine->name, "%s%s%s", p->name,
             patient ? "-patient" : "", per_frame ? "-frame" : "");
    double start = cli_seconds();
    if (framed ? fftw_stft_create(api, c, flags, per_frame, engine)
               : transform_create(api, c, flags, engine)) {
        engine->plan_s = cli_seconds() - start;
        (*count)++;
    }
}

void peer_fftw_add(const peer *p, const bench_case *c, const peer_options *options,
                   bench_engine *list, int *count)
{
    fftw_api api;
    if (c->op == BENCH_GEMM || c->op == BENCH_MASK ||
        !fftw_api_load(p, c->dtype, &api) || bench_points(c) * c->batch > INT_MAX) {
        return;
    }
    if (api.set_timelimit != NULL) {
        api.set_timelimit(options->time_limit_s);
    }
    for (int patient = 0; patient <= (options->patient ? 1 : 0); patient++) {
        add(p, &api, c, patient != 0, false, list, count);
        if (c->op == BENCH_STFT) {
            add(p, &api, c, patient != 0, true, list, count);
        }
    }
}
