/* peers_mkl.c - MKL through its own interface (DFTI), one thread, both layouts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <trnfft/trnfft.h>

#include "peers.h"
#include "report.h"

/* Names and values of mkl_dfti.h. */
enum {
    DFTI_FORWARD_DOMAIN_REAL = 33,
    DFTI_DOMAIN_COMPLEX = 32,
    DFTI_SINGLE = 35,
    DFTI_DOUBLE = 36,
    DFTI_NUMBER_OF_TRANSFORMS = 7,
    DFTI_COMPLEX_STORAGE = 8,
    DFTI_CONJUGATE_EVEN_STORAGE = 10,
    DFTI_PLACEMENT = 11,
    DFTI_INPUT_STRIDES = 12,
    DFTI_OUTPUT_STRIDES = 13,
    DFTI_INPUT_DISTANCE = 14,
    DFTI_OUTPUT_DISTANCE = 15,
    DFTI_COMPLEX_COMPLEX = 39,
    DFTI_REAL_REAL = 42,
    DFTI_NOT_INPLACE = 44,
    MKL_LP64 = 0,
    MKL_SEQUENTIAL = 1
};

typedef struct dfti {
    long (*create)(void **handle, int precision, int domain, long rank, ...);
    long (*set)(void *handle, int parameter, ...);
    long (*commit)(void *handle);
    long (*forward)(void *handle, void *in, ...);
    long (*backward)(void *handle, void *in, ...);
    long (*release)(void **handle);
} dfti;

typedef struct mkl_state {
    dfti api;
    void *handle;
    bool inverse, split;
} mkl_state;

static bool load(const peer *p, dfti *api)
{
    const struct {
        const char *name;
        void *to;
    } functions[] = {
        { "CreateDescriptor", &api->create },  { "SetValue", &api->set },
        { "CommitDescriptor", &api->commit },  { "ComputeForward", &api->forward },
        { "ComputeBackward", &api->backward }, { "FreeDescriptor", &api->release },
    };
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        void *address = peer_symbol(p, "Dfti", functions[i].name);
        memcpy(functions[i].to, &address, sizeof address);
        if (address == NULL) {
            return false;
        }
    }
    int (*choose)(int);
    void *address = peer_symbol(p, "MKL_Set_", "Threading_Layer");
    memcpy(&choose, &address, sizeof address);
    if (address != NULL) {
        choose(MKL_SEQUENTIAL);
    }
    address = peer_symbol(p, "MKL_Set_", "Interface_Layer");
    memcpy(&choose, &address, sizeof address);
    if (address != NULL) {
        choose(MKL_LP64);
    }
    return true;
}

static void run(void *state, const bench_arrays *x, int64_t count)
{
    const mkl_state *s = state;
    long (*compute)(void *, void *, ...) =
        s->inverse ? s->api.backward : s->api.forward;
    for (int64_t i = 0; i < count; i++) {
        if (s->split) {
            compute(s->handle, x->a.re, x->a.im, x->out.re, x->out.im);
        } else {
            compute(s->handle, x->a.re, x->out.re);
        }
    }
}

static void destroy(void *state)
{
    mkl_state *s = state;
    s->api.release(&s->handle);
    free(s);
}

/* Strides of a row-major array whose last dimension may be halved; [0] is its offset.
 */
static long fill_strides(const bench_case *c, bool halved, long *strides)
{
    long inner = 1;
    strides[0] = 0;
    for (int i = c->rank - 1; i >= 0; i--) {
        int64_t n = c->n[i];
        strides[i + 1] = c->columns ? (long)c->batch : inner;
        inner *= (long)(halved && i == c->rank - 1 ? n / 2 + 1 : n);
    }
    return c->columns ? 1 : inner;
}

static bool configure(mkl_state *s, const bench_case *c)
{
    long in[BENCH_MAX_RANK + 1];
    long out[BENCH_MAX_RANK + 1];
    long lengths[BENCH_MAX_RANK];
    bool real = c->op == BENCH_RFFT || c->op == BENCH_IRFFT;
    int precision = c->dtype == TRNFFT_F64 ? DFTI_DOUBLE : DFTI_SINGLE;
    int domain = real ? DFTI_FORWARD_DOMAIN_REAL : DFTI_DOMAIN_COMPLEX;
    for (int i = 0; i < c->rank; i++) {
        lengths[i] = (long)c->n[i];
    }
    long status =
        c->rank == 1
            ? s->api.create(&s->handle, precision, domain, 1L, lengths[0])
            : s->api.create(&s->handle, precision, domain, (long)c->rank, lengths);
    if (status != 0) {
        return false;
    }
    long in_distance = fill_strides(c, c->op == BENCH_IRFFT, in);
    long out_distance = fill_strides(c, c->op == BENCH_RFFT, out);
    status |= s->api.set(s->handle, DFTI_PLACEMENT, DFTI_NOT_INPLACE);
    if (real) {
        status |=
            s->api.set(s->handle, DFTI_CONJUGATE_EVEN_STORAGE, DFTI_COMPLEX_COMPLEX);
    } else if (!c->interleaved) {
        status |= s->api.set(s->handle, DFTI_COMPLEX_STORAGE, DFTI_REAL_REAL);
    }
    status |= s->api.set(s->handle, DFTI_INPUT_STRIDES, in);
    status |= s->api.set(s->handle, DFTI_OUTPUT_STRIDES, out);
    if (c->batch > 1) {
        status |= s->api.set(s->handle, DFTI_NUMBER_OF_TRANSFORMS, (long)c->batch);
        status |= s->api.set(s->handle, DFTI_INPUT_DISTANCE, in_distance);
        status |= s->api.set(s->handle, DFTI_OUTPUT_DISTANCE, out_distance);
    }
    return status == 0 && s->api.commit(s->handle) == 0;
}

/* Real transforms have their complex side in pairs only. */
void peer_mkl_add(const peer *p, const bench_case *c, bench_engine *list, int *count)
{
    bool complex_op = c->op == BENCH_FFT || c->op == BENCH_IFFT;
    bool real = c->op == BENCH_RFFT || c->op == BENCH_IRFFT;
    mkl_state *s = NULL;
    if (!(complex_op || (real && c->interleaved)) || *count == BENCH_MAX_ENGINES ||
        (s = calloc(1, sizeof *s)) == NULL) {
        return;
    }
    double start = cli_seconds();
    if (!load(p, &s->api)) {
        free(s);
        return;
    }
    s->inverse = c->op == BENCH_IFFT || c->op == BENCH_IRFFT;
    s->split = complex_op && !c->interleaved;
    if (!configure(s, c)) {
        if (s->handle != NULL) {
            s->api.release(&s->handle);
        }
        free(s);
        return;
    }
    bench_engine *engine = &list[(*count)++];
    memset(engine, 0, sizeof *engine);
    snprintf(engine->name, sizeof engine->name, "%s", p->name);
    engine->library = p->name;
    engine->state = s;
    engine->run = run;
    engine->destroy = destroy;
    engine->plan_s = cli_seconds() - start;
}
