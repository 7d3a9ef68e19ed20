/* stages.c - the frame of Stockham transforms on the vector engines: stage after stage
 * in pieces; whole programs that have a line on each partition. */
#include "backend/neuron/kernels/stages.h"

#include <string.h>

enum { CHUNK = 512 /* points of a part at once */ };

/* A block of lines: p partitions of `each`. */
typedef struct block {
    int64_t first, p, each;
} block;

/* --- views --- */

static ncs_view pattern4(ncs_view v, int64_t offset, const tfn_piece *k,
                         const int64_t stride[4])
{
    int64_t size[] = { 2, k->each, k->rest_count, k->done_count };
    return ncs_pattern(v, offset, 4, size, stride);
}

ncs_view tfn_piece_in(ncs_view x, const tfn_piece *k, int64_t q)
{
    int64_t stride[] = { k->each * k->n, k->n, k->done, 1 };
    return pattern4(x, q * (k->n / k->radix) + k->r * k->done + k->i, k, stride);
}

ncs_view tfn_piece_out(ncs_view x, const tfn_piece *k, int64_t q)
{
    int64_t stride[] = { k->each * k->n, k->n, k->radix * k->done, 1 };
    return pattern4(x, (k->radix * k->r + q) * k->done + k->i, k, stride);
}

ncs_view tfn_piece_low(ncs_view v, const tfn_piece *k)
{
    v.offset += 2 * k->each * k->n;
    return v;
}

ncs_view tfn_piece_temporary(const tfn_stages *s, int t, const tfn_piece *k)
{
    int64_t c = k->rest_count * k->done_count;
    int64_t stride[] = { k->each * c, c, k->done_count, 1 };
    return pattern4(s->t[t], 0, k, stride);
}

ncs_view tfn_piece_component(ncs_view v, int which)
{
    v.offset += which * v.stride[0];
    v.size[0] = 1;
    return v;
}

ncs_view tfn_piece_root(const tfn_stages *s, const tfn_piece *k, int list,
                        int64_t power)
{
    int64_t stride[] = { 0, 0, power * k->done, 0 };
    return pattern4(s->roots, list * s->n_roots + power * k->r * k->done, k, stride);
}

/* --- stages --- */

/* The largest piece that is whole in rest or within one of its points. */
static int64_t chunk_of(int64_t points, int64_t done, int64_t each)
{
    int64_t chunk = tfn_min(points, tfn_max(1, CHUNK / each));
    while (points % chunk != 0 || (chunk > done ? chunk % done : done % chunk) != 0) {
        chunk--;
    }
    return chunk;
}

static void run_stage(tfn_stages *s, int64_t each, ncs_view from, ncs_view to,
                      int64_t radix, int64_t done)
{
    int64_t points = s->n / radix, chunk = chunk_of(points, done, each);
    for (int64_t at = 0; at < points; at += chunk) {
        tfn_level(s->w);
        tfn_piece k = { each,
                        s->n,
                        radix,
                        points / done,
                        done,
                        at / done,
                        at % done,
                        tfn_max(1, chunk / done),
                        tfn_min(done, chunk) };
        s->stage(s, &k, from, to);
    }
}

/* With the views of so many partitions. */
static tfn_stages narrowed(const tfn_stages *s, int32_t p)
{
    tfn_stages here = *s;
    for (int i = 0; i < TFN_STAGE_TEMPORARIES; i++) {
        here.t[i] = ncs_rows(s->t[i], 0, p);
    }
    here.roots = ncs_rows(s->roots, 0, p);
    return here;
}

ncs_view tfn_stages_run(tfn_stages *s, int32_t p, int64_t each, ncs_view x)
{
    tfn_stages here = narrowed(s, p);
    for (int64_t done = 1; done < s->n;) {
        int64_t radix = s->radix(s->n, done);
        ncs_note(s->w->b, "stage");
        ncs_view to = ncs_rows(tfn_ring_next(&s->x), 0, p);
        run_stage(&here, each, x, to, radix, done);
        x = to;
        done *= radix;
        here.low_in = s->pairs;
    }
    return x;
}

ncs_view tfn_stages_multiply(tfn_stages *s, int32_t p, int64_t each, ncs_view x,
                             ncs_view table)
{
    tfn_stages here = narrowed(s, p);
    here.roots = ncs_rows(table, 0, p);
    here.n_roots = s->n;
    ncs_note(s->w->b, "twiddle");
    ncs_view to = ncs_rows(tfn_ring_next(&s->x), 0, p);
    run_stage(&here, each, x, to, 1, 1);
    return to;
}

/* --- tiles and tables --- */

void tfn_stages_begin(tfn_stages *s, tfn_writer *w, int64_t n, int64_t most, int sign,
                      int32_t partitions)
{
    s->w = w;
    s->n = n;
    s->most = most;
    s->sign = sign;
    s->n_roots = n * s->roots_in_4 / 4;
    int64_t columns = 2 * tfn_min(tfn_max(CHUNK, most), most * n);
    for (int i = 0; i < TFN_STAGE_TEMPORARIES; i++) {
        s->t[i] = i < s->temporaries ? ncs_sbuf(w->b, "t", NCS_F32, partitions, columns)
                                     : ncs_no_view();
    }
    int64_t parts = s->pairs ? 4 : 2;
    int ring = parts * n * most > 4096 ? 2 : 4;
    s->x = tfn_ring_sbuf(w, "x", ring, NCS_F32, partitions, parts * most * n);
    s->roots = ncs_no_view();
}

void tfn_stages_load_roots(tfn_stages *s)
{
    double *values = tfn_values(s->w, s->lists * s->n_roots);
    if (values != NULL && s->n_roots > 0) {
        tfn_roots(s->w, s->n, s->sign, s->n_roots, values, values + s->n_roots);
        if (s->more_roots != NULL) {
            s->more_roots(values, s->n_roots);
        }
        s->roots = tfn_vector_constant(s->w, "roots", s->x.tile[0].part[0].n_partitions,
                                       1, s->lists * s->n_roots, values);
    }
    tfn_values_free(s->w, values);
}

void tfn_stages_end(tfn_stages *s)
{
    for (int i = 0; i < TFN_STAGE_TEMPORARIES; i++) {
        ncs_free(s->w->b, s->t[i]);
    }
    tfn_ring_free(s->w, &s->x);
    ncs_free(s->w->b, s->roots);
}

/* --- a line on each partition --- */

static ncs_view lines(ncs_view hbm, const block *b, int64_t stride, int64_t points)
{
    int64_t size[] = { b->each, points }, there[] = { stride, 1 };
    return ncs_hbm_rows(hbm, b->first * stride, (int32_t)b->p, b->each * stride, 2,
                        size, there);
}

/* Points `at` … of the real or imaginary parts, step +-1. */
static ncs_view part(const tfn_stages *s, const block *b, ncs_view x, int which,
                     int64_t at, int64_t points, int64_t step)
{
    int64_t size[] = { b->each, points }, here[] = { s->n, step };
    return ncs_pattern(x, which * b->each * s->n + at, 2, size, here);
}

static void load(tfn_stages *s, const block *b, ncs_view x, tfn_pair in, bool c2r)
{
    ncs_note(s->w->b, "load");
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
        tfn_scale(s->w, part(s, b, x, i, s->n - 1, mirrored, -1),
                  part(s, b, x, i, 1, mirrored, 1), i == 0 ? 1.0 : -1.0);
    }
}

static void store(tfn_stages *s, const block *b, ncs_view x, tfn_pair out,
                  const tfi_neuron_job *job)
{
    bool r2c = job->transform == TFI_NEURON_R2C;
    int64_t points = r2c ? s->n / 2 + 1 : s->n;
    for (int i = 0; i < (out.im.buffer < 0 ? 1 : 2); i++) {
        ncs_view v = part(s, b, x, i, 0, points, 1);
        if (job->scale != 1.0) {
            tfn_scale(s->w, v, v, job->scale);
        }
        ncs_note(s->w->b, "store");
        ncs_dma(s->w->b, -1, lines(i == 0 ? out.re : out.im, b, points, points), v);
    }
}

static void line_by_line(tfn_stages *s, tfn_writer *w, const tfi_neuron_job *job,
                         tfn_pair in, tfn_pair out)
{
    int64_t n = job->n[0], most = tfn_min(1024 / n, job->batch / NCS_PARTITIONS);
    tfn_stages_begin(s, w, n, tfn_max(1, most), (int)job->sign, NCS_PARTITIONS);
    for (int64_t at = 0; at < job->batch && !tfn_failed(w);) {
        block b = { at, tfn_min(NCS_PARTITIONS, job->batch - at), 1 };
        b.each = tfn_min(s->most, (job->batch - at) / b.p);
        ncs_view x = ncs_rows(tfn_ring_next(&s->x), 0, (int32_t)b.p);
        load(s, &b, x, in, job->transform == TFI_NEURON_C2R);
        if (at == 0) {
            tfn_stages_load_roots(s);
        }
        x = tfn_stages_run(s, (int32_t)b.p, b.each, x);
        store(s, &b, x, out, job);
        at += b.p * b.each;
    }
    tfn_stages_end(s);
}

/* --- which of the two --- */

static int64_t bits_of(int64_t n)
{
    int64_t bits = 0;
    while (n > 1) {
        n /= 2;
        bits++;
    }
    return bits;
}

/* Columns that the stages go through; the twiddles in between are as long as two. */
static bool is_spread_sooner(const tfn_stages *s, const tfi_neuron_job *job)
{
    int64_t n = job->n[0], n1 = INT64_C(1) << (bits_of(n) / 2), n2 = n / n1;
    if (n > (s->pairs ? 2048 : 4096)) {
        return true; /* two tiles of whole lines do not fit */
    }
    int64_t spread = n1 * (bits_of(n1) + 3) + n2 * (bits_of(n2) + 1);
    int64_t whole = tfn_ceil_div(job->batch, NCS_PARTITIONS) * n * bits_of(n);
    return n >= 64 && job->batch * spread < whole;
}

void tfn_stages_build(tfn_stages *s, ncs_builder *builder, const tfi_neuron_job *job)
{
    tfn_writer w;
    tfn_begin(&w, builder, job);
    bool r2c = job->transform == TFI_NEURON_R2C, c2r = job->transform == TFI_NEURON_C2R;
    int64_t n = job->n[0], one_sided = n / 2 + 1;
    tfn_pair in =
        tfn_inputs(&w, "xr", r2c ? NULL : "xi", job->batch, c2r ? one_sided : n);
    tfn_pair out =
        tfn_outputs(&w, "yr", c2r ? NULL : "yi", job->batch, r2c ? one_sided : n);
    if (is_spread_sooner(s, job)) {
        tfn_stages_spread(s, &w, job, in, out);
    } else {
        line_by_line(s, &w, job, in, out);
    }
}

bool tfn_stages_accept(const tfi_neuron_job *job)
{
    int64_t n = job->n[0];
    return job->rank == 1 && n >= 1 && n <= TFN_STAGES_MOST_N && (n & (n - 1)) == 0;
}
