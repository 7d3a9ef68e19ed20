/* stages.c - the frame of Stockham transforms on the vector engines: lines in, stage
 * after stage in pieces, lines out. */
#include "backend/neuron/kernels/stages.h"

#include <string.h>

enum { CHUNK = 512 /* points of a part at once */ };

/* A block of lines: p partitions of `each`. */
typedef struct block {
    int64_t first, p, each;
} block;

/* --- views --- */

static ncs_view pattern4(ncs_view v, int64_t offset, const nk_piece *k,
                         const int64_t stride[4])
{
    int64_t size[] = { 2, k->each, k->rest_count, k->done_count };
    return ncs_pattern(v, offset, 4, size, stride);
}

ncs_view nk_piece_in(ncs_view x, const nk_piece *k, int64_t q)
{
    int64_t stride[] = { k->each * k->n, k->n, k->done, 1 };
    return pattern4(x, q * (k->n / k->radix) + k->r * k->done + k->i, k, stride);
}

ncs_view nk_piece_out(ncs_view x, const nk_piece *k, int64_t q)
{
    int64_t stride[] = { k->each * k->n, k->n, k->radix * k->done, 1 };
    return pattern4(x, (k->radix * k->r + q) * k->done + k->i, k, stride);
}

ncs_view nk_piece_temporary(const nk_stages *s, int t, const nk_piece *k)
{
    int64_t c = k->rest_count * k->done_count;
    int64_t stride[] = { k->each * c, c, k->done_count, 1 };
    return pattern4(s->t[t], 0, k, stride);
}

ncs_view nk_piece_component(ncs_view v, int which)
{
    v.offset += which * v.stride[0];
    v.size[0] = 1;
    return v;
}

ncs_view nk_piece_root(const nk_stages *s, const nk_piece *k, int part, int64_t power)
{
    int64_t stride[] = { 0, 0, power * k->done, 0 };
    return pattern4(s->roots, part * s->n_roots + power * k->r * k->done, k, stride);
}

/* --- stages --- */

/* The largest piece that is whole in rest or within one of its points. */
static int64_t chunk_of(int64_t points, int64_t done, int64_t each)
{
    int64_t chunk = nk_min(points, nk_max(1, CHUNK / each));
    while (points % chunk != 0 || (chunk > done ? chunk % done : done % chunk) != 0) {
        chunk--;
    }
    return chunk;
}

static void run_stage(nk_stages *s, const block *b, ncs_view from, ncs_view to,
                      int64_t radix, int64_t done)
{
    int64_t points = s->n / radix, chunk = chunk_of(points, done, b->each);
    for (int64_t at = 0; at < points; at += chunk) {
        nk_level(s->w);
        nk_piece k = { b->each,
                       s->n,
                       radix,
                       points / done,
                       done,
                       at / done,
                       at % done,
                       nk_max(1, chunk / done),
                       nk_min(done, chunk) };
        s->stage(s, &k, from, to);
    }
}

/* --- what comes in and goes out --- */

static ncs_view lines(ncs_view hbm, const block *b, int64_t stride, int64_t points)
{
    int64_t size[] = { b->each, points }, there[] = { stride, 1 };
    return ncs_hbm_rows(hbm, b->first * stride, (int32_t)b->p, b->each * stride, 2,
                        size, there);
}

/* Points `at` … of the real or imaginary parts, step +-1. */
static ncs_view part(const nk_stages *s, const block *b, ncs_view x, int which,
                     int64_t at, int64_t points, int64_t step)
{
    int64_t size[] = { b->each, points }, here[] = { s->n, step };
    return ncs_pattern(x, which * b->each * s->n + at, 2, size, here);
}

static void load(nk_stages *s, const block *b, ncs_view x, nk_pair in)
{
    ncs_note(s->w->b, "load");
    bool c2r = s->job->transform == TFI_NEURON_C2R;
    int64_t points = c2r ? s->n / 2 + 1 : s->n, mirrored = (s->n - 1) / 2;
    ncs_dma(s->w->b, -1, part(s, b, x, 0, 0, points, 1),
            lines(in.re, b, points, points));
    if (in.im.buffer < 0) {
        ncs_memset(s->w->b, NCS_POOL, part(s, b, x, 1, 0, points, 1), 0.0);
    } else {
        ncs_dma(s->w->b, -1, part(s, b, x, 1, 0, points, 1),
                lines(in.im, b, points, points));
    }
    for (int i = 0; i < 2 && c2r && mirrored > 0; i++) {
        nk_scale(s->w, part(s, b, x, i, s->n - 1, mirrored, -1),
                 part(s, b, x, i, 1, mirrored, 1), i == 0 ? 1.0 : -1.0);
    }
}

static void store(nk_stages *s, const block *b, ncs_view x, nk_pair out)
{
    bool r2c = s->job->transform == TFI_NEURON_R2C;
    int64_t points = r2c ? s->n / 2 + 1 : s->n;
    for (int i = 0; i < (out.im.buffer < 0 ? 1 : 2); i++) {
        ncs_view v = part(s, b, x, i, 0, points, 1);
        if (s->job->scale != 1.0) {
            nk_scale(s->w, v, v, s->job->scale);
        }
        ncs_note(s->w->b, "store");
        ncs_dma(s->w->b, -1, lines(i == 0 ? out.re : out.im, b, points, points), v);
    }
}

static void load_roots(nk_stages *s)
{
    double *values = nk_values(s->w, s->parts * s->n_roots);
    if (values != NULL && s->n_roots > 0) {
        nk_roots(s->w, s->n, (int)s->job->sign, s->n_roots, values,
                 values + s->n_roots);
        if (s->more_roots != NULL) {
            s->more_roots(values, s->n_roots);
        }
        s->roots = nk_vector_constant(s->w, "roots", NCS_PARTITIONS, 1,
                                      s->parts * s->n_roots, values);
    }
    nk_values_free(s->w, values);
}

static void set_up(nk_stages *s, nk_writer *w, const tfi_neuron_job *job)
{
    s->w = w;
    s->job = job;
    s->n = job->n[0];
    s->rows = nk_max(1, nk_min(1024 / s->n, job->batch / NCS_PARTITIONS));
    int64_t chunk = nk_max(1, nk_min(s->n / 2, CHUNK / s->rows));
    for (int i = 0; i < NK_STAGE_TEMPORARIES; i++) {
        s->t[i] = i < s->temporaries ? ncs_sbuf(w->b, "t", NCS_F32, NCS_PARTITIONS,
                                                2 * s->rows * chunk)
                                     : ncs_no_view();
    }
    int ring = s->n * s->rows > 2048 ? 2 : 4;
    s->x = nk_ring_sbuf(w, "x", ring, NCS_F32, NCS_PARTITIONS, 2 * s->rows * s->n);
    s->roots = ncs_no_view();
}

/* One block of lines; `s` has views of as many partitions as it takes. */
static void run_block(nk_stages *s, const block *b, ncs_view x, nk_pair out)
{
    for (int64_t done = 1; done < s->n;) {
        int64_t radix = s->radix(s->n, done);
        ncs_note(s->w->b, "stage");
        ncs_view to = ncs_rows(nk_ring_next(&s->x), 0, (int32_t)b->p);
        run_stage(s, b, x, to, radix, done);
        x = to;
        done *= radix;
    }
    store(s, b, x, out);
}

void nk_stages_build(nk_stages *s, ncs_builder *builder, const tfi_neuron_job *job)
{
    nk_writer w;
    nk_begin(&w, builder, job);
    bool r2c = job->transform == TFI_NEURON_R2C, c2r = job->transform == TFI_NEURON_C2R;
    int64_t n = job->n[0], one_sided = n / 2 + 1;
    nk_pair in =
        nk_inputs(&w, "xr", r2c ? NULL : "xi", job->batch, c2r ? one_sided : n);
    nk_pair out =
        nk_outputs(&w, "yr", c2r ? NULL : "yi", job->batch, r2c ? one_sided : n);
    set_up(s, &w, job);
    for (int64_t at = 0; at < job->batch && !nk_failed(&w);) {
        block b = { at, nk_min(NCS_PARTITIONS, job->batch - at), 1 };
        b.each = nk_min(s->rows, (job->batch - at) / b.p);
        ncs_view x = ncs_rows(nk_ring_next(&s->x), 0, (int32_t)b.p);
        load(s, &b, x, in);
        if (at == 0) {
            load_roots(s);
        }
        nk_stages here = *s;
        for (int i = 0; i < NK_STAGE_TEMPORARIES; i++) {
            here.t[i] = ncs_rows(s->t[i], 0, (int32_t)b.p);
        }
        here.roots = ncs_rows(s->roots, 0, (int32_t)b.p);
        run_block(&here, &b, x, out);
        s->x.next = here.x.next;
        at += b.p * b.each;
    }
}

bool nk_stages_accept(const tfi_neuron_job *job)
{
    int64_t n = job->n[0];
    return job->rank == 1 && n >= 1 && n <= NK_STAGES_MOST_N && (n & (n - 1)) == 0;
}
