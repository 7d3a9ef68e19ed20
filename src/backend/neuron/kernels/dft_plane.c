/* dft_plane.c - two dimensions, n0 and n1 <= 128, in SBUF from end to end: the data are
 * the stationary operand twice, and each product turns them.
 *
 *   1  A[j1, k0] = sum over j0 of x[j0, j1] w0^(j0 k0)
 *   2  X[k0, k1] = sum over j1 of A[j1, k0] w1^(j1 k1)
 *
 * Planes with n0 <= 64 go together, 128 / n0 of them: their rows one below the other as
 * HBM has them, w0 block-diagonal. From and to real data one of the two products of a
 * step is not needed, and one-sided rows have n1 / 2 + 1 columns from the beginning.
 *
 * Budget of 128 x 128 points, f32: PE 2 x 2,048 cycles, ACT and DVE 2 x 256 copied
 * columns, DMA 2 x 128 KiB in runs of 512 bytes. Tables: 384 KiB once.
 */
#include "backend/neuron/kernels/kernels.h"
#include "backend/neuron/kernels/passes.h"

#include <string.h>

enum { RING = 4 };

typedef struct plane {
    tfn_writer *w;
    const tfn_plane_job *job;
    int64_t planes;  /* of a group */
    int64_t in, out; /* columns of a row before and after */
    bool real_in, real_out;
    tfn_operand w0; /* [planes n0, -im | re | im of planes n0], block-diagonal */
    tfn_operand w1; /* [in, -im | re | im of out] */
    tfn_ring raw, x, a, y, bank;
} plane;

typedef struct group {
    int64_t first, rows; /* planes, rows of all of them */
    tfn_operand x, a;
} group;

/* -im, re, im of `rows` x `columns` side by side, `copies` times on the diagonal; the
 * rows of a one-sided side count twice but for those without a partner. */
static tfn_operand matrix(plane *p, const char *name, int64_t n, int64_t rows,
                          int64_t columns, int64_t copies, bool one_sided, double scale)
{
    int64_t wide = columns * copies;
    double *all = tfn_values(p->w, 3 * wide * rows * copies);
    double *re = tfn_values(p->w, 2 * rows * columns);
    tfn_operand o = { 1, { ncs_no_view(), ncs_no_view() } };
    if (all != NULL && re != NULL) {
        double *im = re + rows * columns;
        tfn_fourier(p->w, n, p->job->sign, scale, rows, columns, re, im, columns);
        for (int64_t i = 0; i < rows * columns * copies; i++) {
            int64_t copy = i / (rows * columns), at = i % (rows * columns);
            int64_t j = at / columns;
            double weight = one_sided && j > 0 && 2 * j != n ? 2.0 : 1.0;
            double *row = all + (copy * rows + j) * 3 * wide;
            int64_t column = copy * columns + at % columns;
            row[column] = -weight * im[at];
            row[wide + column] = weight * re[at];
            row[2 * wide + column] = weight * im[at];
        }
        o = tfn_constant(p->w, name, (int32_t)(rows * copies), 3 * wide, all);
    }
    tfn_values_free(p->w, re);
    tfn_values_free(p->w, all);
    return o;
}

static void load_matrices(plane *p)
{
    const tfn_plane_job *job = p->job;
    p->w0 = matrix(p, "w0", job->n0, job->n0, job->n0, p->planes, false, 1.0);
    p->w1 = matrix(p, "w1", job->n1, p->in, p->out, 1, p->real_out, job->scale);
}

static void set_up(plane *p, tfn_writer *w, const tfn_plane_job *job)
{
    memset(p, 0, sizeof *p);
    p->w = w;
    p->job = job;
    int64_t half = job->n1 / 2 + 1;
    p->real_in = job->transform == TFI_NEURON_R2C;
    p->real_out = job->transform == TFI_NEURON_C2R;
    p->in = p->real_out ? half : job->n1;
    p->out = p->real_in ? half : job->n1;
    p->planes = tfn_min(NCS_PARTITIONS / job->n0, job->planes);
    int64_t rows = p->planes * job->n0;
    int64_t wide = tfn_max(2 * rows, 2 * p->out);
    if (w->mode == TFI_NEURON_BF16X3) { /* f32 first, then its parts */
        p->raw = tfn_ring_sbuf(w, "raw", RING, NCS_F32, (int32_t)rows, 2 * p->in);
    }
    p->x = tfn_ring_operand(w, "x", RING, (int32_t)rows, 2 * p->in);
    p->a = tfn_ring_operand(w, "a", 3, (int32_t)p->in, 2 * rows);
    p->y = tfn_ring_sbuf(w, "y", RING, ncs_builder_dtype(w->b, job->dst.re),
                         (int32_t)rows, 2 * p->out);
    p->bank = tfn_ring_psum(w, "bank", NCS_PSUM_BANKS, NCS_PARTITIONS, wide);
}

static void tear_down(plane *p)
{
    tfn_ring_free(p->w, &p->raw);
    tfn_ring_free(p->w, &p->x);
    tfn_ring_free(p->w, &p->a);
    tfn_ring_free(p->w, &p->y);
    tfn_ring_free(p->w, &p->bank);
    tfn_operand_free(p->w, p->w0);
    tfn_operand_free(p->w, p->w1);
}

/* Rows of the group's planes in HBM. */
static ncs_view rows_of(ncs_view hbm, const plane *p, const group *g, int64_t columns)
{
    int64_t one[] = { 1 };
    return ncs_hbm_rows(hbm, g->first * p->job->n0 * columns, (int32_t)g->rows, columns,
                        1, &columns, one);
}

static void load(plane *p, group *g)
{
    ncs_note(p->w->b, "load");
    int64_t parts = p->real_in ? 1 : 2;
    g->x = tfn_operand_rows(tfn_ring_next_operand(&p->x), 0, (int32_t)g->rows);
    ncs_view to = g->x.part[0];
    if (p->raw.count > 0) {
        to = ncs_rows(tfn_ring_next(&p->raw), 0, (int32_t)g->rows);
    }
    for (int64_t i = 0; i < parts; i++) {
        ncs_dma(p->w->b, -1, ncs_columns(to, i * p->in, p->in, 1),
                rows_of(i == 0 ? p->job->src.re : p->job->src.im, p, g, p->in));
    }
    if (p->raw.count > 0) {
        tfn_operand_store(p->w, tfn_operand_columns(g->x, 0, parts * p->in, 1),
                          ncs_columns(to, 0, parts * p->in, 1));
    }
}

/* Two pieces of a table [-im | re | im], the first `columns` of each. */
static tfn_operand two(tfn_operand o, int64_t pitch, int first, int64_t columns)
{
    int64_t size[] = { 2, columns }, stride[] = { pitch, 1 };
    return tfn_operand_pattern(o, first * pitch, 2, size, stride);
}

/* Step 1. */
static void columns(plane *p, group *g)
{
    ncs_note(p->w->b, "columns");
    int64_t wide = p->planes * p->job->n0;
    ncs_view bank = ncs_rows(tfn_ring_next(&p->bank), 0, (int32_t)p->in);
    bank = ncs_columns(bank, 0, 2 * g->rows, 1);
    tfn_operand w0 = tfn_operand_rows(p->w0, 0, (int32_t)g->rows);
    tfn_product(p->w, bank, tfn_operand_columns(g->x, 0, p->in, 1),
                two(w0, wide, 1, g->rows), true);
    if (!p->real_in) {
        tfn_product(p->w, bank, tfn_operand_columns(g->x, p->in, p->in, 1),
                    two(w0, wide, 0, g->rows), false);
    }
    g->a = tfn_operand_columns(tfn_ring_next_operand(&p->a), 0, 2 * g->rows, 1);
    tfn_operand_store(p->w, g->a, bank);
}

/* Step 2 and what goes out. */
static void rows(plane *p, const group *g)
{
    ncs_note(p->w->b, "rows");
    int64_t parts = p->real_out ? 1 : 2, out = p->out;
    ncs_view bank = ncs_rows(tfn_ring_next(&p->bank), 0, (int32_t)g->rows);
    bank = ncs_columns(bank, 0, parts * out, 1);
    tfn_operand re = tfn_operand_columns(g->a, 0, g->rows, 1);
    tfn_operand im = tfn_operand_columns(g->a, g->rows, g->rows, 1);
    tfn_product(p->w, bank, re, tfn_operand_columns(p->w1, out, parts * out, 1), true);
    tfn_product(p->w, bank, im, tfn_operand_columns(p->w1, 0, parts * out, 1), false);
    ncs_note(p->w->b, "result");
    ncs_view y = ncs_rows(tfn_ring_next(&p->y), 0, (int32_t)g->rows);
    tfn_copy(p->w, ncs_columns(y, 0, parts * out, 1), bank);
    ncs_note(p->w->b, "store");
    for (int64_t i = 0; i < parts; i++) {
        ncs_dma(p->w->b, -1,
                rows_of(i == 0 ? p->job->dst.re : p->job->dst.im, p, g, out),
                ncs_columns(y, i * out, out, 1));
    }
}

void tfn_plane_pass(tfn_writer *w, const tfn_plane_job *job)
{
    plane p;
    set_up(&p, w, job);
    int64_t groups = tfn_ceil_div(job->planes, p.planes), n_loaded = 0;
    group ring[RING];
    for (int64_t u = 0; u <= groups && !tfn_failed(w); u++) {
        tfn_level(w);
        for (; n_loaded < groups && n_loaded < u + RING - 1; n_loaded++) {
            group *g = &ring[n_loaded % RING];
            memset(g, 0, sizeof *g);
            g->first = n_loaded * p.planes;
            g->rows = tfn_min(p.planes, job->planes - g->first) * job->n0;
            load(&p, g);
            if (n_loaded == 0) {
                load_matrices(&p);
            }
        }
        if (u < groups) {
            columns(&p, &ring[u % RING]);
        }
        if (u > 0) {
            rows(&p, &ring[(u - 1) % RING]);
        }
    }
    tear_down(&p);
}

static bool accepts(const ncs_machine *machine, const tfi_neuron_job *job)
{
    (void)machine;
    return job->rank == 2 && job->n[0] <= NCS_PARTITIONS &&
           job->n[1] <= NCS_PARTITIONS && job->mode != TFI_NEURON_KAHAN;
}

static void build(ncs_builder *b, const tfi_neuron_job *job)
{
    tfn_writer w;
    tfn_begin(&w, b, job);
    bool r2c = job->transform == TFI_NEURON_R2C, c2r = job->transform == TFI_NEURON_C2R;
    int64_t n1 = job->n[1], half = n1 / 2 + 1, rows_all = job->batch * job->n[0];
    tfn_plane_job plane_job;
    memset(&plane_job, 0, sizeof plane_job);
    plane_job.transform = (tfi_neuron_transform)job->transform;
    plane_job.n0 = job->n[0];
    plane_job.n1 = n1;
    plane_job.planes = job->batch;
    plane_job.sign = job->sign;
    plane_job.scale = job->scale;
    plane_job.src = tfn_inputs(&w, "xr", r2c ? NULL : "xi", rows_all, c2r ? half : n1);
    plane_job.dst = tfn_outputs(&w, "yr", c2r ? NULL : "yi", rows_all, r2c ? half : n1);
    tfn_plane_pass(&w, &plane_job);
}

const tfi_neuron_kernel tfi_neuron_dft_plane = {
    "dft_plane",
    "two dimensions up to 128 x 128 in SBUF, turned by each of two products",
    TFI_NEURON_DFT,
    accepts,
    build,
};
