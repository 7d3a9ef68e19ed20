/* modrelu.c - y = x relu(|x| + b) / |x|, 0 where x is, of complex x [batch, n], b [n].
 *
 * As a factor that is real: y = x max(0, 1 + b / |x|) with 1 / |x| = rsqrt(t),
 * t = xr^2 + xi^2, at least 1e-37 so that nothing is infinite and 0 stays 0. That makes
 * it right for 1e-18 < |x| < 1e19. Squares and the root are ACT's (in silicon they are
 * approximations of an accuracy that no document states), the rest is shared by DVE and
 * POOL.
 *
 * Rows on partitions: several each where they are short and many, parts of rows where
 * they are few. b is repeated by DMA, once, and read again and again by a step of 0.
 * Everything is f32, whatever the mode.
 *
 * Budget of a block of N columns, v3: ACT 3 N cycles, DVE 5 N, POOL 4 N: 2.5, 5.2 and
 * 3.3 N ns; DMA 4 x 512 N bytes: 5.7 N ns. Predicted on v3: 32 x 64 5.6 us, 256 x 256
 * 10.4, 4096 x 256 58 (DMA 86 %).
 */
#include "backend/neuron/kernels/kernels.h"
#include "backend/neuron/kernels/kernel_tools.h"

#include <string.h>

enum { MOST = 1024 /* columns of a block */, MOST_N = 8192, LEAST = 64 };

typedef struct modrelu {
    tfn_writer *w;
    int64_t rows, n; /* parts of rows count as rows */
    int64_t parts;   /* of a row, where rows are few */
    tfn_pair x, y;
    ncs_view bias;
    tfn_ring xr, xi, s, t, r, yr, yi;
} modrelu;

/* Columns at … at + wide of `each` rows a partition. */
typedef struct block {
    int64_t first, each, at, wide;
    int32_t partitions;
    ncs_view xr, xi, r;
} block;

static ncs_view hbm(const modrelu *m, ncs_view v, const block *k)
{
    int64_t size[] = { k->each, k->wide }, stride[] = { m->n, 1 };
    return ncs_hbm_rows(v, k->first * m->n + k->at, k->partitions, k->each * m->n, 2,
                        size, stride);
}

static ncs_view tile(tfn_ring *ring, const block *k)
{
    return ncs_columns(ncs_rows(tfn_ring_next(ring), 0, k->partitions), 0,
                       k->each * k->wide, 1);
}

/* Up to 1 / |x|, in r. */
static void modulus(modrelu *m, block *k)
{
    tfn_writer *w = m->w;
    ncs_view s = tile(&m->s, k), t = tile(&m->t, k);
    k->xr = tile(&m->xr, k);
    k->xi = tile(&m->xi, k);
    k->r = tile(&m->r, k);
    ncs_note(w->b, "load");
    ncs_dma(w->b, -1, k->xr, hbm(m, m->x.re, k));
    ncs_dma(w->b, -1, k->xi, hbm(m, m->x.im, k));
    ncs_note(w->b, "modulus");
    ncs_activation(w->b, s, NCS_SQUARE, k->xr, 1.0, 0.0);
    ncs_activation(w->b, t, NCS_SQUARE, k->xi, 1.0, 0.0);
    ncs_scalar_tensor(w->b, t, s, NCS_MAX, 1e-37, ncs_no_view(), NCS_ADD, t);
    ncs_activation(w->b, k->r, NCS_RSQRT, t, 1.0, 0.0);
}

static void apply(modrelu *m, const block *k)
{
    tfn_writer *w = m->w;
    ncs_stream other = w->pool_on ? NCS_POOL : NCS_DVE;
    ncs_view yr = tile(&m->yr, k), yi = tile(&m->yi, k);
    ncs_note(w->b, "factor");
    int64_t size[] = { k->each, k->wide }, same[] = { 0, 1 };
    ncs_view bias =
        ncs_rows(ncs_pattern(m->bias, k->at, 2, size, same), 0, k->partitions);
    ncs_tensor_tensor(w->b, other, k->r, k->r, NCS_MULTIPLY, bias);
    ncs_tensor_scalar(w->b, NCS_DVE, k->r, k->r, NCS_ADD, 1.0, NCS_MAX, 0.0);
    ncs_tensor_tensor(w->b, NCS_DVE, yr, k->xr, NCS_MULTIPLY, k->r);
    ncs_tensor_tensor(w->b, other, yi, k->xi, NCS_MULTIPLY, k->r);
    ncs_note(w->b, "store");
    ncs_dma(w->b, -1, hbm(m, m->y.re, k), yr);
    ncs_dma(w->b, -1, hbm(m, m->y.im, k), yi);
}

/* Few rows are cut into parts, as many as fill the partitions and divide them. */
static void set_shape(modrelu *m, const tfi_neuron_job *job)
{
    int64_t n = job->n[0], most = tfn_min(NCS_PARTITIONS / job->batch, n / LEAST);
    m->parts = 1;
    for (int64_t q = 2; q <= most; q++) {
        m->parts = n % q == 0 ? q : m->parts;
    }
    m->rows = job->batch * m->parts;
    m->n = n / m->parts;
}

static void load_bias(modrelu *m, ncs_view b)
{
    int64_t high = tfn_min(NCS_PARTITIONS, m->rows), one = 1;
    m->bias = ncs_sbuf(m->w->b, "b", NCS_F32, (int32_t)high, m->n);
    if (m->parts == 1) {
        ncs_dma(m->w->b, -1, m->bias,
                ncs_hbm_rows(b, 0, (int32_t)high, 0, 1, &m->n, &one));
    }
    for (int64_t row = 0; row < high && m->parts > 1; row += m->parts) {
        ncs_dma(m->w->b, -1, ncs_rows(m->bias, (int32_t)row, (int32_t)m->parts),
                ncs_hbm_rows(b, 0, (int32_t)m->parts, m->n, 1, &m->n, &one));
    }
}

static void make_tiles(modrelu *m, int64_t columns)
{
    tfn_writer *w = m->w;
    int32_t high = (int32_t)tfn_min(NCS_PARTITIONS, m->rows);
    m->xr = tfn_ring_sbuf(w, "xr", 5, NCS_F32, high, columns);
    m->xi = tfn_ring_sbuf(w, "xi", 5, NCS_F32, high, columns);
    m->s = tfn_ring_sbuf(w, "s", 2, NCS_F32, high, columns);
    m->t = tfn_ring_sbuf(w, "t", 2, NCS_F32, high, columns);
    m->r = tfn_ring_sbuf(w, "r", 3, NCS_F32, high, columns);
    m->yr = tfn_ring_sbuf(w, "yr", 3, w->io, high, columns);
    m->yi = tfn_ring_sbuf(w, "yi", 3, w->io, high, columns);
}

static bool accepts(const ncs_machine *machine, const tfi_neuron_job *job)
{
    (void)machine;
    return job->scale == 1.0 && job->batch >= 1 && job->n[0] >= 1 &&
           job->n[0] <= MOST_N;
}

static void build(ncs_builder *b, const tfi_neuron_job *job)
{
    tfn_writer w;
    modrelu m;
    tfn_begin(&w, b, job);
    memset(&m, 0, sizeof m);
    m.w = &w;
    m.x = tfn_inputs(&w, "xr", "xi", job->batch, job->n[0]);
    ncs_view bias = ncs_input(b, "b", w.io, 1, job->n[0]);
    m.y = tfn_outputs(&w, "yr", "yi", job->batch, job->n[0]);
    set_shape(&m, job);
    int64_t high = m.rows / NCS_PARTITIONS; /* four blocks, if they are not too small */
    int64_t each = tfn_max(tfn_ceil_div(high, 4), tfn_min(high, 128 / m.n));
    each = tfn_max(1, tfn_min(MOST / 2 / m.n, each));
    int64_t pieces = each > 1 ? 1 : tfn_max(1, tfn_min(4, m.n / 128));
    int64_t wide = tfn_min(MOST, tfn_ceil_div(m.n, pieces));
    make_tiles(&m, each * wide);
    load_bias(&m, bias);
    block last = { 0 };
    for (int64_t row = 0; row < m.rows && !tfn_failed(&w);) {
        block k = { 0 };
        k.first = row;
        k.each = tfn_max(1, tfn_min(each, (m.rows - row) / NCS_PARTITIONS));
        k.partitions = (int32_t)tfn_min(NCS_PARTITIONS, (m.rows - row) / k.each);
        for (; k.at < m.n; k.at += k.wide) {
            k.wide = tfn_min(wide, m.n - k.at);
            modulus(&m, &k);
            if (last.wide > 0) { /* engines work on two blocks in turns */
                apply(&m, &last);
            }
            last = k;
        }
        row += k.each * k.partitions;
    }
    apply(&m, &last);
}

const tfi_neuron_kernel tfi_neuron_modrelu = {
    "modrelu", "x relu(|x| + b) / |x| as a real factor", TFI_NEURON_MODRELU, accepts,
    build,
};
