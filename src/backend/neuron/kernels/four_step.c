/* four_step.c - n = n1 n2 points, both <= 128, in SBUF from end to end and without a
 * transposition.
 *
 * With j = j1 n2 + j2 and k = k1 + n1 k2, a line lies in HBM as n1 rows of n2 numbers.
 *   1  PE, data stationary   A[j2, k1] = sum over j1 of x[j1, j2] w1^(j1 k1)
 *   2  DVE and POOL          B[j2, k1] = A[j2, k1] wn^(j2 k1)
 *   3  PE, data moving       X[k2, k1] = sum over j2 of w2^(j2 k2) B[j2, k1]
 * Step 1 leaves j2 on the partitions, where step 3 sums it, and X[k2, k1] are rows in
 * their natural order. Lines with n1 <= 64 go together, 128 / n1 of them: their rows
 * one below the other, w1 block-diagonal, side by side from step 2 on.
 *
 * Of a one-sided line the lower half of the rows is read backwards from the upper one,
 * which needs n1 / 2 to be 32 or 64: where engines may begin.
 *
 * Budget of 16,384 points, f32: PE 2 x 2,048 cycles (1.7 us on v3), DVE 2 x 256 (the
 * products, A from PSUM), POOL 512 (their sum), ACT 256, DMA 2 x 128 KiB in runs of
 * 512 bytes. Tables: 384 KiB once.
 */
#include "backend/neuron/kernels/kernels.h"
#include "backend/neuron/kernels/passes.h"

#include <string.h>

enum { RING = 5, LAG = 2 /* units between steps 1 and 3 */ };

typedef struct four_step {
    tfn_writer *w;
    const tfn_line_job *job;
    int64_t n1, n2, lines; /* lines of a group */
    int64_t wide;          /* lines * n1: columns of a group from step 1 on */
    bool real_in, real_out;
    tfn_operand w1, w2; /* [-im | re | im], w1 block-diagonal */
    ncs_view twiddle;   /* [-im | re | im] of each line */
    tfn_ring raw[2], x[2], mirror, product, sum, b, y;
    tfn_ring first, second; /* banks */
} four_step;

/* --- tables --- */

/* -im, re, im of `size` columns each, side by side, `copies` times on the diagonal. */
static tfn_operand matrix(four_step *f, const char *name, int64_t size, int64_t copies)
{
    int64_t wide = size * copies;
    double *all = tfn_values(f->w, 3 * wide * wide);
    double *block = tfn_values(f->w, 2 * size * size);
    tfn_operand o = { 1, { ncs_no_view(), ncs_no_view() } };
    if (all != NULL && block != NULL) {
        double *im = block + size * size;
        tfn_fourier(f->w, size, f->job->sign, 1.0, size, size, block, im, size);
        for (int64_t i = 0; i < size * size * copies; i++) {
            int64_t copy = i / (size * size), at = i % (size * size);
            double *row = all + (copy * size + at / size) * 3 * wide;
            int64_t column = copy * size + at % size;
            row[column] = -im[at];
            row[wide + column] = block[at];
            row[2 * wide + column] = im[at];
        }
        o = tfn_constant(f->w, name, (int32_t)wide, 3 * wide, all);
    }
    tfn_values_free(f->w, block);
    tfn_values_free(f->w, all);
    return o;
}

/* The twiddles, with the job's scale, in [n2, 3, lines, n1]. */
static void load_twiddle(four_step *f)
{
    int64_t n1 = f->n1, n2 = f->n2;
    double *values = tfn_values(f->w, 3 * n1 * n2);
    f->twiddle = ncs_sbuf(f->w->b, "twiddle", NCS_F32, (int32_t)n2, 3 * f->wide);
    if (values != NULL) {
        tfn_fourier(f->w, f->job->n, f->job->sign, f->job->scale, n2, n1, values + n1,
                    values + 2 * n1, 3 * n1);
        for (int64_t i = 0; i < n2 * n1; i++) {
            double *row = values + i / n1 * 3 * n1;
            row[i % n1] = -row[2 * n1 + i % n1];
        }
        ncs_view table = ncs_table(f->w->b, "twiddle", NCS_F32, n2, 3 * n1, values);
        int64_t size[] = { 3, f->lines, n1 }, stride[] = { n1, 0, 1 };
        ncs_dma(f->w->b, -1, f->twiddle, ncs_pattern(table, 0, 3, size, stride));
    }
    tfn_values_free(f->w, values);
}

static void set_up(four_step *f, tfn_writer *w, const tfn_line_job *job)
{
    memset(f, 0, sizeof *f);
    f->w = w;
    f->job = job;
    f->n1 = job->n1;
    f->n2 = job->n2;
    f->lines = tfn_min(NCS_PARTITIONS / f->n1, job->lines);
    f->wide = f->lines * f->n1;
    f->real_in = job->src.x.im.buffer < 0;
    f->real_out = job->dst.x.im.buffer < 0;
    int32_t in = (int32_t)f->wide, n2 = (int32_t)f->n2;
    bool whole = w->mode == TFI_NEURON_BF16X3; /* f32 first, then its parts */
    for (int i = 0; i < (f->real_in ? 1 : 2); i++) {
        if (whole) {
            f->raw[i] = tfn_ring_sbuf(w, i == 0 ? "xr" : "xi", RING, NCS_F32, in, n2);
        }
        f->x[i] = tfn_ring_operand(w, i == 0 ? "xr" : "xi", RING, in, n2);
    }
    if (job->one_sided) {
        f->mirror = tfn_ring_sbuf(w, "mirror", RING, NCS_F32, in, n2 + 1);
    }
    f->product = tfn_ring_sbuf(w, "product", 4, NCS_F32, n2, 2 * f->wide);
    if (whole) {
        f->sum = tfn_ring_sbuf(w, "sum", 2, NCS_F32, n2, 2 * f->wide);
    }
    f->b = tfn_ring_operand(w, "b", LAG + 2, n2, 2 * f->wide);
    f->y = tfn_ring_sbuf(w, "y", RING, ncs_builder_dtype(w->b, job->dst.x.re), n2,
                         2 * f->wide);
    f->first = tfn_ring_psum(w, "a", 4, n2, 2 * f->wide);
    f->second = tfn_ring_psum(w, "x", 4, n2, 2 * f->wide);
}

static void tear_down(four_step *f)
{
    const tfn_ring *rings[] = { &f->mirror, &f->raw[0],  &f->raw[1], &f->x[0],
                                &f->x[1],   &f->product, &f->sum,    &f->b,
                                &f->y,      &f->first,   &f->second };
    for (size_t i = 0; i < sizeof rings / sizeof rings[0]; i++) {
        tfn_ring_free(f->w, rings[i]);
    }
    ncs_free(f->w->b, f->twiddle);
    tfn_operand_free(f->w, f->w1);
    tfn_operand_free(f->w, f->w2);
}

/* --- one group of lines, in parts of its columns --- */

typedef struct group {
    int64_t first, lines, wide; /* wide: lines * n1 */
    tfn_operand x[2];
    int64_t from, columns; /* of the part: columns from … of `wide` */
    tfn_operand b;
    ncs_view y;
} group;

/* Columns from … of the pieces `a` and `a + step` of a table [-im | re | im], or of
 * operands [re | im], whose pieces are `pitch` wide. */
static ncs_view two(ncs_view v, int64_t pitch, int a, int step, const group *g)
{
    int64_t size[] = { 2, g->columns }, stride[] = { step * pitch, 1 };
    return ncs_pattern(v, a * pitch + g->from, 2, size, stride);
}

static tfn_operand two_of(tfn_operand o, int64_t pitch, int a, int step, const group *g)
{
    for (int i = 0; i < o.parts; i++) {
        o.part[i] = two(o.part[i], pitch, a, step, g);
    }
    return o;
}

/* Lines of n / 2 + 1 points: rows from n1 / 2 on are the conjugates of those before,
 *   x[n1 - 1 - r, n2 - j2] and, for j2 = 0, x[n1 - r, 0],
 * n2 + 1 numbers that follow each other in HBM. */
static void load_halves(four_step *f, const group *g, ncs_view to, ncs_view hbm, int i)
{
    const tfn_lines *src = &f->job->src;
    int64_t n1 = f->n1, n2 = f->n2, wide = n2 + 1, one[] = { 1 };
    int32_t half = (int32_t)(n1 / 2);
    ncs_view mirror = tfn_ring_next(&f->mirror);
    for (int64_t l = 0; l < g->lines; l++) {
        int64_t line = src->offset + (g->first + l) * src->line_stride;
        int32_t row = (int32_t)(l * n1);
        ncs_dma(f->w->b, -1, ncs_rows(mirror, row + half, half),
                ncs_hbm_rows(hbm, line + (n1 / 2 - 1) * n2, half, -n2, 1, &wide, one));
        ncs_dma(f->w->b, -1, ncs_rows(to, row, half),
                ncs_hbm_rows(hbm, line, half, n2, 1, &n2, one));
        ncs_view back = ncs_columns(ncs_rows(mirror, row + half, half), n2, n2, -1);
        tfn_scale(f->w, ncs_rows(to, row + half, half), back, i == 0 ? 1.0 : -1.0);
    }
}

static void load(four_step *f, group *g)
{
    ncs_note(f->w->b, "load");
    const tfn_lines *src = &f->job->src;
    int64_t n1 = f->n1, n2 = f->n2;
    bool together = src->line_stride == f->job->n;
    for (int i = 0; i < (f->real_in ? 1 : 2); i++) {
        g->x[i] =
            tfn_operand_rows(tfn_ring_next_operand(&f->x[i]), 0, (int32_t)g->wide);
        ncs_view to = g->x[i].part[0];
        if (f->raw[i].count > 0) {
            to = ncs_rows(tfn_ring_next(&f->raw[i]), 0, (int32_t)g->wide);
        }
        ncs_view hbm = i == 0 ? src->x.re : src->x.im;
        if (f->job->one_sided) {
            load_halves(f, g, to, hbm, i);
        }
        for (int64_t l = 0; l < (together ? 1 : g->lines) && !f->job->one_sided; l++) {
            int32_t rows = (int32_t)(together ? g->wide : n1);
            int64_t one[] = { 1 };
            ncs_dma(f->w->b, -1, ncs_rows(to, (int32_t)(l * n1), rows),
                    ncs_hbm_rows(hbm, src->offset + (g->first + l) * src->line_stride,
                                 rows, n2, 1, &n2, one));
        }
        if (f->raw[i].count > 0) {
            tfn_operand_store(f->w, g->x[i], to);
        }
    }
}

/* Steps 1 and 2. */
static void columns(four_step *f, group *g)
{
    int32_t n2 = (int32_t)f->n2;
    int64_t half = g->columns;
    tfn_operand w1 = tfn_operand_rows(f->w1, 0, (int32_t)g->wide);
    ncs_view bank = ncs_columns(tfn_ring_next(&f->first), 0, 2 * half, 1);
    ncs_note(f->w->b, "columns");
    tfn_product(f->w, bank, g->x[0], two_of(w1, f->wide, 1, 1, g), true);
    if (!f->real_in) {
        tfn_product(f->w, bank, g->x[1], two_of(w1, f->wide, 0, 1, g), false);
    }
    ncs_note(f->w->b, "twiddle");
    int64_t size[] = { 2, half }, straight[] = { half, 1 }, crossed[] = { -half, 1 };
    int64_t same[] = { 0, 1 };
    ncs_view p = ncs_columns(tfn_ring_next(&f->product), 0, 2 * half, 1);
    ncs_view q = ncs_columns(tfn_ring_next(&f->product), 0, 2 * half, 1);
    ncs_view re = ncs_pattern(f->twiddle, f->wide + g->from, 2, size, same);
    (void)tfn_choose(f->w, TFN_DVE, 4 * half, 1);
    ncs_tensor_tensor(f->w->b, NCS_DVE, ncs_pattern(p, 0, 2, size, straight),
                      ncs_pattern(bank, 0, 2, size, straight), NCS_MULTIPLY, re);
    ncs_tensor_tensor(f->w->b, NCS_DVE, ncs_pattern(q, 0, 2, size, straight),
                      ncs_pattern(bank, half, 2, size, crossed), NCS_MULTIPLY,
                      two(f->twiddle, f->wide, 0, 2, g));
    g->b = tfn_operand_rows(tfn_ring_next_operand(&f->b), 0, n2);
    g->b = tfn_operand_columns(g->b, 0, 2 * half, 1);
    if (f->sum.count == 0) {
        tfn_combine(f->w, g->b.part[0], p, NCS_ADD, q);
        return;
    }
    ncs_view sum = ncs_columns(tfn_ring_next(&f->sum), 0, 2 * half, 1);
    tfn_combine(f->w, sum, p, NCS_ADD, q);
    tfn_operand_store(f->w, g->b, sum);
}

/* Step 3 and what goes out. */
static void rows(four_step *f, group *g)
{
    int64_t half = g->columns, n2 = f->n2;
    ncs_note(f->w->b, "rows");
    ncs_view bank = tfn_ring_next(&f->second);
    tfn_operand re = tfn_operand_columns(g->b, 0, half, 1);
    tfn_operand im = tfn_operand_columns(g->b, half, half, 1);
    int64_t width = f->real_out ? half : 2 * half;
    bank = ncs_columns(bank, 0, width, 1);
    tfn_product(f->w, bank, tfn_operand_columns(f->w2, n2, n2, 1),
                f->real_out ? re : g->b, true);
    tfn_product(f->w, ncs_columns(bank, 0, half, 1),
                tfn_operand_columns(f->w2, 0, n2, 1), im, false);
    if (!f->real_out) {
        tfn_product(f->w, ncs_columns(bank, half, half, 1),
                    tfn_operand_columns(f->w2, 2 * n2, n2, 1), re, false);
    }
    ncs_note(f->w->b, "result");
    ncs_view y = ncs_columns(tfn_ring_next(&f->y), 0, width, 1);
    tfn_copy(f->w, y, bank);
    g->y = y;
}

/* Rows k2 of columns (line, k1), as many as `out` points need; the last may be short.
 */
static void store(four_step *f, const group *g)
{
    ncs_note(f->w->b, "store");
    const tfn_lines *dst = &f->job->dst;
    int64_t n1 = f->n1, full = f->job->out / n1, rest = f->job->out % n1;
    int64_t at = dst->offset + (g->first + g->from / n1) * dst->line_stride;
    int64_t k1 = g->from % n1, lines = tfn_max(1, g->columns / n1);
    int64_t points = tfn_min(n1, g->columns);
    for (int i = 0; i < (f->real_out ? 1 : 2); i++) {
        ncs_view hbm = i == 0 ? dst->x.re : dst->x.im;
        ncs_view y = ncs_columns(g->y, i * g->columns, g->columns, 1);
        int64_t size[] = { lines, points };
        int64_t here[] = { n1, 1 }, there[] = { dst->line_stride, 1 };
        ncs_dma(f->w->b, -1,
                ncs_hbm_rows(hbm, at + k1, (int32_t)full, n1, 2, size, there),
                ncs_pattern(ncs_rows(y, 0, (int32_t)full), 0, 2, size, here));
        size[1] = tfn_min(points, rest - k1);
        if (size[1] > 0) {
            ncs_dma(f->w->b, -1,
                    ncs_hbm_rows(hbm, at + k1 + full * n1, 1, n1, 2, size, there),
                    ncs_pattern(ncs_rows(y, (int32_t)full, 1), 0, 2, size, here));
        }
    }
}

void tfn_four_step_pass(tfn_writer *w, const tfn_line_job *job)
{
    four_step f;
    set_up(&f, w, job);
    int64_t groups = tfn_ceil_div(job->lines, f.lines);
    int64_t parts = f.lines == 1 && groups <= 2 && f.n1 % 4 == 0 && f.n1 >= 64 ? 2 : 1;
    group loaded[RING], begun[LAG + 1];
    int64_t n_loaded = 0, units = groups * parts;
    for (int64_t u = 0; u < units + LAG && !tfn_failed(w); u++) {
        tfn_level(w);
        while (n_loaded < groups && n_loaded < u / parts + RING - LAG) {
            group *g = &loaded[n_loaded % RING];
            memset(g, 0, sizeof *g);
            g->first = n_loaded * f.lines;
            g->lines = tfn_min(f.lines, job->lines - g->first);
            g->wide = g->lines * f.n1;
            load(&f, g);
            if (n_loaded++ == 0) {
                f.w1 = matrix(&f, "w1", f.n1, f.lines);
                load_twiddle(&f);
                f.w2 = f.n1 == f.n2 && f.lines == 1 ? f.w1 : matrix(&f, "w2", f.n2, 1);
            }
        }
        if (u < units) {
            group *g = &begun[u % (LAG + 1)];
            *g = loaded[u / parts % RING];
            g->columns = g->wide / parts;
            g->from = u % parts * g->columns;
            columns(&f, g);
        }
        if (u >= LAG) {
            rows(&f, &begun[(u - LAG) % (LAG + 1)]);
            store(&f, &begun[(u - LAG) % (LAG + 1)]);
        }
    }
    tear_down(&f);
}

/* --- which n1 and n2 --- */

/* ns of one line in a long batch: what PE, DVE and DMA take. */
static double price(const ncs_machine *m, int64_t n1, int64_t n2, int64_t lines)
{
    double g = (double)tfn_min(NCS_PARTITIONS / n1, lines);
    double wide = g * (double)n1, least = m->constant[NCS_PE_MIN_INTERVAL].middle;
    double pe = 3.0 * (2.0 * wide > least ? 2.0 * wide : least) +
                2.0 * (wide > least ? wide : least);
    pe *= m->constant[NCS_PE_F32_PASSES].middle / m->constant[NCS_PE_GHZ].middle;
    double dve = 4.0 * wide + 2.0 * m->constant[NCS_ENGINE_OVERHEAD].middle;
    dve /= m->constant[NCS_DVE_GHZ].middle;
    double row = m->constant[NCS_DMA_ROW_OVERHEAD].middle;
    double in =
        2.0 * (4.0 * (double)n2 + row) * wide / (double)tfn_ceil_div((int64_t)wide, 8);
    double out =
        2.0 * (4.0 * (double)n1 + row) * g * (double)n2 / (double)tfn_ceil_div(n2, 8);
    double dma = (in + out) / m->constant[NCS_DMA_GBPS].middle;
    double most = pe > dve ? pe : dve;
    return (most > dma ? most : dma) / g;
}

bool tfn_four_step_split(const ncs_machine *machine, int64_t n, int64_t lines,
                         int64_t *n1, int64_t *n2)
{
    double best = 0.0;
    bool found = false;
    for (int64_t a = 2; a <= NCS_PARTITIONS && a <= n / 2; a++) {
        if (n % a == 0 && n / a <= NCS_PARTITIONS) {
            double cost = price(machine, a, n / a, lines);
            if (!found || cost < best) {
                found = true;
                best = cost;
                *n1 = a;
                *n2 = n / a;
            }
        }
    }
    return found;
}

bool tfn_four_step_halves(int64_t n, int64_t *n1, int64_t *n2)
{
    *n1 = n % 64 == 0 && n / 64 <= NCS_PARTITIONS ? 64 : 128;
    *n2 = n / *n1;
    return n % *n1 == 0 && *n2 >= 2 && *n2 <= NCS_PARTITIONS;
}

static bool accepts(const ncs_machine *machine, const tfi_neuron_job *job)
{
    int64_t n1, n2;
    return job->rank == 1 && job->mode != TFI_NEURON_KAHAN &&
           (job->transform == TFI_NEURON_C2R
                ? tfn_four_step_halves(job->n[0], &n1, &n2)
                : tfn_four_step_split(machine, job->n[0], job->batch, &n1, &n2));
}

static void build(ncs_builder *b, const tfi_neuron_job *job)
{
    tfn_writer w;
    tfn_begin(&w, b, job);
    tfn_line_job line;
    memset(&line, 0, sizeof line);
    bool r2c = job->transform == TFI_NEURON_R2C, c2r = job->transform == TFI_NEURON_C2R;
    line.n = job->n[0];
    line.out = r2c ? line.n / 2 + 1 : line.n;
    line.lines = job->batch;
    line.sign = job->sign;
    line.scale = job->scale;
    line.one_sided = c2r;
    line.src.line_stride = c2r ? line.n / 2 + 1 : line.n;
    line.dst.line_stride = line.out;
    const bool splits = c2r ? tfn_four_step_halves(line.n, &line.n1, &line.n2)
                            : tfn_four_step_split(ncs_builder_machine(b), line.n,
                                                  line.lines, &line.n1, &line.n2);
    if (!splits) {
        return; /* not of a job that was accepted */
    }
    line.src.x =
        tfn_inputs(&w, "xr", r2c ? NULL : "xi", job->batch, line.src.line_stride);
    line.dst.x = tfn_outputs(&w, "yr", c2r ? NULL : "yi", job->batch, line.out);
    tfn_four_step_pass(&w, &line);
}

const tfi_neuron_kernel tfi_neuron_four_step = {
    "four_step",
    "n1 n2 points, both up to 128: two matrix products around twiddles, no "
    "transposition",
    TFI_NEURON_DFT,
    accepts,
    build,
};
