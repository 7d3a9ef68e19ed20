/* peers_fnet.c - FNet mixing over anybody's real transform: a 2-D r2c into half a
 * spectrum, then its real parts spread. Both layouts of that half take part.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <trnfft/trnfft.h>

#include "peers.h"

typedef struct fnet_state {
    const bench_case *transform; /* the r2c                     */
    bench_arrays own;            /* `out` is the half spectrum  */
    bench_engine inner;
} fnet_state;

/* Engines keep pointers to their case; one case is timed at a time. */
static bench_case transforms[2];

/* As bench_fnet_expand(), from pairs. */
static void expand_pairs(const bench_case *c, const float *half, float *full)
{
    int64_t rows = c->n[0];
    int64_t n = c->n[1];
    int64_t bins = n / 2 + 1;
    for (int64_t r = 0; r < rows * c->batch; r++) {
        int64_t row = r % rows;
        const float *line = half + 2 * r * bins;
        const float *mirror = half + 2 * (r - row + (row == 0 ? 0 : rows - row)) * bins;
        float *to = full + r * n;
        for (int64_t k = 0; k < bins; k++) {
            to[k] = line[2 * k];
        }
        for (int64_t k = bins; k < n; k++) {
            to[k] = mirror[2 * (n - k)];
        }
    }
}

static void run(void *state, const bench_arrays *x, int64_t count)
{
    fnet_state *s = state;
    bench_arrays arrays = s->own;
    arrays.a = x->a;
    for (int64_t i = 0; i < count; i++) {
        s->inner.run(s->inner.state, &arrays, 1);
        if (s->transform->interleaved) {
            expand_pairs(s->transform, s->own.out.re, x->out.re);
        } else {
            bench_fnet_expand(s->transform, s->own.out.re, x->out.re);
        }
    }
}

static void destroy(void *state)
{
    fnet_state *s = state;
    s->inner.destroy(s->inner.state);
    bench_arrays_destroy(&s->own);
    free(s);
}

static bool wrap(const bench_case *transform, const bench_engine *inner,
                 bench_engine *engine)
{
    fnet_state *s = calloc(1, sizeof *s);
    if (s == NULL || !bench_arrays_create(transform, &s->own)) {
        free(s);
        return false;
    }
    s->transform = transform;
    s->inner = *inner;
    memset(engine, 0, sizeof *engine);
    snprintf(engine->name, sizeof engine->name, "%.36s%s", inner->name,
             transform->interleaved ? "" : "-split");
    engine->library = inner->library;
    engine->plan_s = inner->plan_s;
    engine->state = s;
    engine->run = run;
    engine->destroy = destroy;
    return true;
}

void peers_fnet_add(const peers *all, const bench_case *c, const peer_options *options,
                    bench_engine *list, int *count)
{
    if (c->dtype != TRNFFT_F32) {
        return;
    }
    for (int layout = 0; layout < 2; layout++) {
        bench_engine inner[BENCH_MAX_ENGINES];
        int n_inner = 0;
        bench_case *transform = &transforms[layout];
        *transform = *c;
        transform->op = BENCH_RFFT;
        transform->interleaved = layout == 1;
        bench_name_case("rfft2", transform);
        peers_add(all, transform, options, inner, &n_inner);
        for (int i = 0; i < n_inner; i++) {
            if (*count < BENCH_MAX_ENGINES &&
                wrap(transform, &inner[i], &list[*count])) {
                (*count)++;
            } else {
                inner[i].destroy(inner[i].state);
            }
        }
    }
}
