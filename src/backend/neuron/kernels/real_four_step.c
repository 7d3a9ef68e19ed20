/* real_four_step.c - n = n1 n2 real points, both factors <= 128, to the n / 2 + 1 of
 * their transform: four_step.c with what real data make superfluous left out.
 *
 * Of step 1, A[j2, k1], the columns k1 <= n1 / 2 are enough, since A[j2, n1 - k1] is
 * the conjugate of A[j2, k1]. After the twiddles, X[k2, k1]      = sum over j2 of
 * w2^(j2 k2) B[j2, k1] X[k2, n1 - k1] = conj(sum over j2 of w2^(-j2 (k2 + 1)) B[j2,
 * k1]) and k2 < n2 / 2 is enough for both: they are the upper and the lower half of one
 * stationary operand. The lower half is read backwards on its way to SBUF. n / 2, where
 * n2 is even, is a product with one column.
 *
 * Budget of 16,384 points, f32: PE 520 + 1,040 + 256 cycles, DVE 2 x 130, POOL 520,
 * ACT and DVE 260 copied columns, DMA 64 + 64 KiB. Complex ones take 4,096 of PE.
 */
#include "backend/neuron/kernels/kernels.h"
#include "backend/neuron/kernels/passes.h"

#include <string.h>

enum { RING = 6, LAG = 2 /* groups between steps 1 and 3 */ };

typedef struct real_four {
    tfn_writer *w;
    const tfn_line_job *job;
    int64_t n1, n2, lines; /* lines of a group */
    int64_t kept, wide;    /* n1 / 2 + 1; of all lines */
    int64_t high, shift;   /* rows k2 of a half; where the lower one begins */
    tfn_operand w1, w2;    /* [lines n1, re | im of wide], [n2, -im | re | im] */
    ncs_view twiddle;      /* [n2, -im | re | im of wide] */
    tfn_ring raw, x, product, sum, b, y, middle, first, second;
} real_four;

typedef struct group {
    int64_t first, lines, wide;
    tfn_operand x, b;
} group;

/* --- tables --- */

static void load_first(real_four *f)
{
    int64_t n1 = f->n1, kept = f->kept, rows = f->lines * n1;
    double *all = tfn_values(f->w, 2 * f->wide * rows);
    double *re = tfn_values(f->w, 2 * n1 * kept);
    f->w1 = (tfn_operand){ 1, { ncs_no_view(), ncs_no_view() } };
    if (all != NULL && re != NULL) {
        double *im = re + n1 * kept;
        tfn_fourier(f->w, n1, f->job->sign, 1.0, n1, kept, re, im, kept);
        for (int64_t i = 0; i < rows * kept; i++) {
            int64_t row = i / kept, k = i % kept, at = row % n1 * kept + k;
            double *to = all + row * 2 * f->wide + row / n1 * kept + k;
            to[0] = re[at];
            to[f->wide] = im[at];
        }
        f->w1 = tfn_constant(f->w, "w1", (int32_t)rows, 2 * f->wide, all);
    }
    tfn_values_free(f->w, re);
    tfn_values_free(f->w, all);
}

static void load_twiddle(real_four *f)
{
    int64_t kept = f->kept, n2 = f->n2;
    double *values = tfn_values(f->w, 3 * kept * n2);
    f->twiddle = ncs_sbuf(f->w->b, "twiddle", NCS_F32, (int32_t)n2, 3 * f->wide);
    if (values != NULL) {
        tfn_fourier(f->w, f->job->n, f->job->sign, f->job->scale, n2, kept,
                    values + kept, values + 2 * kept, 3 * kept);
        for (int64_t i = 0; i < n2 * kept; i++) {
            double *row = values + i / kept * 3 * kept;
            row[i % kept] = -row[2 * kept + i % kept];
        }
        ncs_view table = ncs_table(f->w->b, "twiddle", NCS_F32, n2, 3 * kept, values);
        int64_t size[] = { 3, f->lines, kept }, stride[] = { kept, 0, 1 };
        ncs_dma(f->w->b, -1, f->twiddle, ncs_pattern(table, 0, 3, size, stride));
    }
    tfn_values_free(f->w, values);
}

/* Columns k2 < high, and from `shift` on the conjugates of k2 + 1. */
static void load_second(real_four *f)
{
    int64_t n2 = f->n2, all_rows = f->shift + f->high;
    double *all = tfn_values(f->w, 3 * all_rows * n2);
    double *re = tfn_values(f->w, 2 * n2 * n2);
    f->w2 = (tfn_operand){ 1, { ncs_no_view(), ncs_no_view() } };
    if (all != NULL && re != NULL) {
        double *im = re + n2 * n2;
        tfn_fourier(f->w, n2, f->job->sign, 1.0, n2, n2, re, im, n2);
        for (int64_t i = 0; i < n2 * 2 * f->high; i++) {
            int64_t j = i / (2 * f->high), k = i % (2 * f->high);
            bool lower = k >= f->high;
            int64_t at = j * n2 + (lower ? (k - f->high + 1) % n2 : k);
            double *to = all + j * 3 * all_rows + (lower ? f->shift + k - f->high : k);
            double s = lower ? -im[at] : im[at];
            to[0] = -s;
            to[all_rows] = re[at];
            to[2 * all_rows] = s;
        }
        f->w2 = tfn_constant(f->w, "w2", (int32_t)n2, 3 * all_rows, all);
    }
    tfn_values_free(f->w, re);
    tfn_values_free(f->w, all);
}

static void set_up(real_four *f, tfn_writer *w, const tfn_line_job *job)
{
    memset(f, 0, sizeof *f);
    f->w = w;
    f->job = job;
    f->n1 = job->n1;
    f->n2 = job->n2;
    f->kept = f->n1 / 2 + 1;
    f->lines = tfn_min(NCS_PARTITIONS / f->n1, job->lines);
    f->wide = f->lines * f->kept;
    f->high = (f->n2 + 1) / 2;
    f->shift = f->high <= NCS_QUADRANT ? NCS_QUADRANT : 2 * NCS_QUADRANT;
    int32_t rows = (int32_t)(f->lines * f->n1), n2 = (int32_t)f->n2;
    ncs_dtype out = ncs_builder_dtype(w->b, job->dst.x.re);
    if (w->mode == TFI_NEURON_BF16X3) { /* f32 first, then its parts */
        f->raw = tfn_ring_sbuf(w, "raw", RING, NCS_F32, rows, n2);
        f->sum = tfn_ring_sbuf(w, "sum", 2, NCS_F32, n2, 2 * f->wide);
    }
    f->x = tfn_ring_operand(w, "x", RING, rows, n2);
    f->product = tfn_ring_sbuf(w, "product", 4, NCS_F32, n2, 2 * f->wide);
    f->b = tfn_ring_operand(w, "b", LAG + 2, n2, 2 * f->wide);
    f->y = tfn_ring_sbuf(w, "y", RING, out, NCS_PARTITIONS, 2 * f->lines * f->n1);
    f->middle = tfn_ring_sbuf(w, "middle", RING, out, 1, 2 * f->lines);
    f->first = tfn_ring_psum(w, "a", 4, n2, 2 * f->wide);
    f->second = tfn_ring_psum(w, "x", 4, NCS_PARTITIONS, 2 * f->wide);
}

static void tear_down(real_four *f)
{
    const tfn_ring *rings[] = { &f->raw, &f->x,      &f->product, &f->sum,   &f->b,
                                &f->y,   &f->middle, &f->first,   &f->second };
    for (size_t i = 0; i < sizeof rings / sizeof rings[0]; i++) {
        tfn_ring_free(f->w, rings[i]);
    }
    ncs_free(f->w->b, f->twiddle);
    tfn_operand_free(f->w, f->w1);
    tfn_operand_free(f->w, f->w2);
}

/* --- one group of lines --- */

static void load(real_four *f, group *g)
{
    ncs_note(f->w->b, "load");
    const tfn_lines *src = &f->job->src;
    int64_t n1 = f->n1, n2 = f->n2, one[] = { 1 };
    int32_t rows = (int32_t)(g->lines * n1);
    bool together = src->line_stride == f->job->n;
    g->x = tfn_operand_rows(tfn_ring_next_operand(&f->x), 0, rows);
    ncs_view to = g->x.part[0];
    if (f->raw.count > 0) {
        to = ncs_rows(tfn_ring_next(&f->raw), 0, rows);
    }
    for (int64_t l = 0; l < (together ? 1 : g->lines); l++) {
        int32_t count = (int32_t)(together ? rows : n1);
        ncs_dma(f->w->b, -1, ncs_rows(to, (int32_t)(l * n1), count),
                ncs_hbm_rows(src->x.re, src->offset + (g->first + l) * src->line_stride,
                             count, n2, 1, &n2, one));
    }
    if (f->raw.count > 0) {
        tfn_operand_store(f->w, g->x, to);
    }
}

/* [2, wide] of pieces `a` and `a + step` of a table whose pieces are `pitch` wide. */
static ncs_view two(ncs_view v, int64_t pitch, int64_t a, int64_t step, int64_t wide)
{
    int64_t size[] = { 2, wide }, stride[] = { step * pitch, 1 };
    return ncs_pattern(v, a * pitch, 2, size, stride);
}

/* Steps 1 and 2. */
static void columns(real_four *f, group *g)
{
    int64_t half = g->wide;
    ncs_note(f->w->b, "columns");
    ncs_view bank = ncs_columns(tfn_ring_next(&f->first), 0, 2 * half, 1);
    tfn_operand w1 = tfn_operand_rows(f->w1, 0, (int32_t)(g->lines * f->n1));
    for (int i = 0; i < w1.parts; i++) {
        w1.part[i] = two(w1.part[i], f->wide, 0, 1, half);
    }
    tfn_product(f->w, bank, g->x, w1, true);
    ncs_note(f->w->b, "twiddle");
    ncs_view p = ncs_columns(tfn_ring_next(&f->product), 0, 2 * half, 1);
    ncs_view q = ncs_columns(tfn_ring_next(&f->product), 0, 2 * half, 1);
    (void)tfn_choose(f->w, TFN_DVE, 4 * half, 1);
    ncs_tensor_tensor(f->w->b, NCS_DVE, two(p, half, 0, 1, half),
                      two(bank, half, 0, 1, half), NCS_MULTIPLY,
                      two(f->twiddle, f->wide, 1, 0, half));
    ncs_tensor_tensor(f->w->b, NCS_DVE, two(q, half, 0, 1, half),
                      two(bank, half, 1, -1, half), NCS_MULTIPLY,
                      two(f->twiddle, f->wide, 0, 2, half));
    g->b = tfn_operand_columns(tfn_ring_next_operand(&f->b), 0, 2 * half, 1);
    ncs_view sum = f->sum.count > 0
                       ? ncs_columns(tfn_ring_next(&f->sum), 0, 2 * half, 1)
                       : g->b.part[0];
    tfn_combine(f->w, sum, p, NCS_ADD, q);
    if (f->sum.count > 0) {
        tfn_operand_store(f->w, g->b, sum);
    }
}

/* Both halves of the result to their places in y. */
static void deliver(real_four *f, const group *g, ncs_view y, ncs_view bank)
{
    int64_t n1 = f->n1, kept = f->kept, left = n1 - kept, half = g->wide;
    int64_t pitch = g->lines * n1;
    int64_t size[] = { 2, g->lines, kept };
    int64_t from[] = { half, kept, 1 }, to[] = { pitch, n1, 1 };
    ncs_note(f->w->b, "result");
    tfn_copy(f->w, ncs_pattern(y, 0, 3, size, to),
             ncs_pattern(ncs_rows(bank, 0, (int32_t)f->high), 0, 3, size, from));
    ncs_view lower = ncs_rows(bank, (int32_t)f->shift, (int32_t)f->high);
    int64_t rest[] = { g->lines, left }, back[] = { kept, -1 }, place[] = { n1, 1 };
    for (int i = 0; i < 2 && left > 0; i++) {
        tfn_scale(f->w, ncs_pattern(y, i * pitch + kept, 2, rest, place),
                  ncs_pattern(lower, i * half + left, 2, rest, back),
                  i == 0 ? 1.0 : -1.0);
    }
}

/* X[n / 2] of each line: w2^(j2 n2 / 2) is the last column of the lower half. */
static void store_middle(real_four *f, const group *g)
{
    int64_t column = 2 * (f->shift + f->high) - 1; /* of its real part */
    int64_t size[] = { 2, g->lines }, stride[] = { g->wide, f->kept };
    ncs_view bank = ncs_rows(tfn_ring_next(&f->second), 0, 1);
    bank = ncs_columns(bank, 0, 2 * g->lines, 1);
    tfn_product(f->w, bank, tfn_operand_columns(f->w2, column, 1, 1),
                tfn_operand_pattern(g->b, 0, 2, size, stride), true);
    ncs_view to = ncs_columns(tfn_ring_next(&f->middle), 0, 2 * g->lines, 1);
    tfn_copy(f->w, to, bank);
    const tfn_lines *dst = &f->job->dst;
    int64_t at = dst->offset + g->first * dst->line_stride + f->job->n / 2;
    for (int i = 0; i < 2; i++) {
        ncs_dma(f->w->b, -1,
                ncs_hbm_rows(i == 0 ? dst->x.re : dst->x.im, at, 1, 1, 1, &g->lines,
                             &dst->line_stride),
                ncs_columns(to, i * g->lines, g->lines, 1));
    }
}

/* Rows k2 of (line, k1): n / 2 + 1 points, the last row short where n2 is odd. */
static void store(real_four *f, const group *g, ncs_view y)
{
    const tfn_lines *dst = &f->job->dst;
    int64_t n1 = f->n1, points = f->job->n / 2 + 1;
    int64_t full = points / n1, rest = f->n2 % 2 == 0 ? 0 : points % n1;
    int64_t at = dst->offset + g->first * dst->line_stride, pitch = g->lines * n1;
    ncs_note(f->w->b, "store");
    for (int i = 0; i < 2; i++) {
        ncs_view hbm = i == 0 ? dst->x.re : dst->x.im;
        int64_t size[] = { g->lines, n1 };
        int64_t here[] = { n1, 1 }, there[] = { dst->line_stride, 1 };
        if (full > 0) {
            ncs_dma(
                f->w->b, -1, ncs_hbm_rows(hbm, at, (int32_t)full, n1, 2, size, there),
                ncs_pattern(ncs_rows(y, 0, (int32_t)full), i * pitch, 2, size, here));
        }
        size[1] = rest;
        if (rest > 0) {
            ncs_dma(
                f->w->b, -1, ncs_hbm_rows(hbm, at + full * n1, 1, n1, 2, size, there),
                ncs_pattern(ncs_rows(y, (int32_t)full, 1), i * pitch, 2, size, here));
        }
    }
}

/* Step 3 and what goes out. */
static void rows(real_four *f, const group *g)
{
    int64_t half = g->wide, all_rows = f->shift + f->high;
    ncs_note(f->w->b, "rows");
    ncs_view bank = ncs_rows(tfn_ring_next(&f->second), 0, (int32_t)all_rows);
    bank = ncs_columns(bank, 0, 2 * half, 1);
    tfn_operand re = tfn_operand_columns(g->b, 0, half, 1);
    tfn_operand im = tfn_operand_columns(g->b, half, half, 1);
    tfn_product(f->w, bank, tfn_operand_columns(f->w2, all_rows, all_rows, 1), g->b,
                true);
    tfn_product(f->w, ncs_columns(bank, 0, half, 1),
                tfn_operand_columns(f->w2, 0, all_rows, 1), im, false);
    tfn_product(f->w, ncs_columns(bank, half, half, 1),
                tfn_operand_columns(f->w2, 2 * all_rows, all_rows, 1), re, false);
    /* In turns over the partitions: each DMA engine serves its own eight. */
    int64_t places = NCS_PARTITIONS / f->shift;
    ncs_view y =
        ncs_rows(tfn_ring_next(&f->y),
                 (int32_t)(g->first / f->lines % places * f->shift), (int32_t)f->high);
    deliver(f, g, y, bank);
    store(f, g, y);
    if (f->n2 % 2 == 0) {
        store_middle(f, g);
    }
}

void tfn_real_four_step_pass(tfn_writer *w, const tfn_line_job *job)
{
    real_four f;
    set_up(&f, w, job);
    int64_t groups = tfn_ceil_div(job->lines, f.lines), n_loaded = 0;
    group ring[RING];
    for (int64_t u = 0; u < groups + LAG && !tfn_failed(w); u++) {
        tfn_level(w);
        for (; n_loaded < groups && n_loaded < u + RING - LAG; n_loaded++) {
            group *g = &ring[n_loaded % RING];
            memset(g, 0, sizeof *g);
            g->first = n_loaded * f.lines;
            g->lines = tfn_min(f.lines, job->lines - g->first);
            g->wide = g->lines * f.kept;
            load(&f, g);
            if (n_loaded == 0) {
                load_first(&f);
                load_twiddle(&f);
                load_second(&f);
            }
        }
        if (u < groups) {
            columns(&f, &ring[u % RING]);
        }
        if (u >= LAG) {
            rows(&f, &ring[(u - LAG) % RING]);
        }
    }
    tear_down(&f);
}

static bool accepts(const ncs_machine *machine, const tfi_neuron_job *job)
{
    int64_t n1, n2;
    return job->rank == 1 && job->transform == TFI_NEURON_R2C &&
           job->mode != TFI_NEURON_KAHAN &&
           tfn_four_step_split(machine, job->n[0], job->batch, &n1, &n2);
}

static void build(ncs_builder *b, const tfi_neuron_job *job)
{
    tfn_writer w;
    tfn_begin(&w, b, job);
    tfn_line_job line;
    memset(&line, 0, sizeof line);
    line.n = job->n[0];
    line.out = line.n / 2 + 1;
    line.lines = job->batch;
    line.sign = job->sign;
    line.scale = job->scale;
    line.src.line_stride = line.n;
    line.dst.line_stride = line.out;
    tfn_four_step_split(ncs_builder_machine(b), line.n, line.lines, &line.n1, &line.n2);
    line.src.x = tfn_inputs(&w, "xr", NULL, job->batch, line.n);
    line.dst.x = tfn_outputs(&w, "yr", "yi", job->batch, line.out);
    tfn_real_four_step_pass(&w, &line);
}

const tfi_neuron_kernel tfi_neuron_real_four_step = {
    "real_four_step",
    "n1 n2 real points, both up to 128, at less than half of what complex ones take",
    TFI_NEURON_DFT,
    accepts,
    build,
};
