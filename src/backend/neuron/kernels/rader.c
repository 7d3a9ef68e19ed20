/* rader.c - prime lengths p as a cyclic convolution of L = p - 1 points, for batches.
 *
 * With a primitive root g, a_q = x[g^q] and b_q = w^(g^-q), w = exp(sign 2 pi i / p):
 *   X[g^-q] = x_0 + (a * b)_q,   X_0 = sum over j of x_j.
 * The convolution is that of chirp_pass.c without chirps, L = n1 n2 points instead of
 * the 2 p - 1 that Bluestein pads to. The permutations are what it costs:
 *   DMA: p elements of 4 bytes, each as dear as a row (4 + 192 bytes of an engine), two
 *   parts, twice: 2.1 ns a point on v3, and an instruction for each element, since
 *   powers of g are no access pattern. Bluestein takes 0.5 ns a point in a batch.
 *   Copies: one column of 128 partitions with R lines each, re and im at once; DVE, ACT
 *   and POOL share them: 37 / (128 R) ns a point, twice. R p <= 5,000 fits SBUF.
 * So this one copies, and takes batches of at least 256 lines.
 *
 * Budget of 1,152 lines of 521 points, f32: DVE, ACT and POOL 520 instructions of 124
 * cycles, DVE and POOL 520 of 132 and a sum of 9 x 1,042 x 2; with the convolution's,
 * DVE 152,100, ACT 36,900, POOL 145,800. PE 8 (n1 + n2 / lines) cycles x 4 a line (n1 =
 * 5, n2 = 104, 25 lines: 0.12 us on v3), DMA 48 bytes a point. Predicted on v3: 521
 * points 0.21 us a line of 4,096 (Bluestein: 0.25), 769 points 0.30 (0.37); below about
 * 1,000 lines, and from 1,000 points on, Bluestein is as soon or sooner.
 */
#include "backend/neuron/kernels/chirp.h"
#include "backend/neuron/kernels/kernels.h"

#include <string.h>

enum {
    LEAST_P = 513, /* below: dft_rows.c */
    MOST_P = 1000, /* behind: bluestein.c is as soon */
    LEAST_LINES = 256,
    MOST_COLUMNS = 5000, /* points of a partition */
    RING = 2
};

typedef struct rader {
    tfn_writer *w;
    const tfi_neuron_job *job;
    int64_t p, length, out, rows; /* rows: lines of a partition at most */
    bool real;                    /* input */
    int64_t power[MOST_P];        /* g^q */
} rader;

/* `p` partitions of `each` lines from `first` on. */
typedef struct block {
    int64_t first, p, each;
} block;

/* --- numbers --- */

static bool is_prime(int64_t n)
{
    for (int64_t d = 2; d * d <= n; d++) {
        if (n % d == 0) {
            return false;
        }
    }
    return n > 1;
}

/* Powers 0 … p - 2 of the smallest primitive root. */
static void find_powers(int64_t p, int64_t *power)
{
    for (int64_t g = 2; g < p; g++) {
        int64_t q = 0, x = 1;
        do {
            power[q++] = x;
            x = x * g % p;
        } while (x != 1);
        if (q == p - 1) {
            return;
        }
    }
}

/* The transform of b_q, times scale / L. */
static bool spectrum(rader *r, double *re, double *im)
{
    int64_t length = r->length;
    double *root = tfn_values(r->w, 2 * r->p);
    bool fine = root != NULL &&
                tfn_roots(r->w, r->p, (int)r->job->sign, r->p, root, root + r->p);
    for (int64_t q = 0; q < length && fine; q++) {
        int64_t at = r->power[(length - q) % length];
        re[q] = root[at] * r->job->scale / (double)length;
        im[q] = root[r->p + at] * r->job->scale / (double)length;
    }
    tfn_values_free(r->w, root);
    return fine && tfn_host_dft(r->w, length, -1, re, im);
}

/* --- views: [parts, each, points] of a tile, lines of HBM --- */

static ncs_view columns_of(ncs_view tile, const block *k, int64_t pitch, int64_t parts,
                           int64_t at, int64_t count)
{
    int64_t size[] = { parts, k->each, count };
    int64_t stride[] = { k->each * pitch, pitch, 1 };
    return ncs_pattern(tile, at, 3, size, stride);
}

static ncs_view lines_of(ncs_view hbm, const block *k, int64_t pitch, int64_t at,
                         int64_t count)
{
    int64_t size[] = { k->each, count }, stride[] = { pitch, 1 };
    return ncs_hbm_rows(hbm, k->first * pitch + at, (int32_t)k->p, k->each * pitch, 2,
                        size, stride);
}

static ncs_view part_of(ncs_view tile, const block *k, int64_t pitch, int64_t part)
{
    return ncs_columns(tile, part * k->each * pitch, k->each * pitch, 1);
}

static ncs_view member(tfn_pair x, int64_t i)
{
    return i == 0 ? x.re : x.im;
}

static void transfer_in(rader *r, ncs_view tile, tfn_pair hbm, const block *k,
                        int64_t pitch, int64_t parts)
{
    ncs_note(r->w->b, "load");
    for (int64_t i = 0; i < parts; i++) {
        ncs_dma(r->w->b, -1, part_of(tile, k, pitch, i),
                lines_of(member(hbm, i), k, pitch, 0, pitch));
    }
}

static bool next_block(const rader *r, block *k)
{
    k->first += k->p * k->each;
    int64_t left = r->job->batch - k->first;
    k->p = tfn_min(NCS_PARTITIONS, left);
    k->each = left > 0 ? tfn_min(r->rows, left / k->p) : 0;
    return left > 0;
}

/* --- x to a, and X_0 --- */

/* Halves of each line are added until a point is left; t has room for half a line. */
static void sum_lines(rader *r, ncs_view x, ncs_view t, const block *k, int64_t parts)
{
    ncs_note(r->w->b, "sum");
    int64_t half = r->p / 2;
    tfn_combine(r->w, columns_of(t, k, half, parts, 0, half),
                columns_of(x, k, r->p, parts, 0, half), NCS_ADD,
                columns_of(x, k, r->p, parts, half, half));
    ncs_view first = columns_of(t, k, half, parts, 0, 1); /* p is odd */
    tfn_combine(r->w, first, first, NCS_ADD,
                columns_of(x, k, r->p, parts, r->p - 1, 1));
    for (int64_t n = half; n > 1; n -= n / 2) {
        ncs_view low = columns_of(t, k, half, parts, 0, n / 2);
        tfn_combine(r->w, low, low, NCS_ADD,
                    columns_of(t, k, half, parts, n - n / 2, n / 2));
    }
    if (r->job->scale != 1.0) {
        tfn_scale(r->w, first, first, r->job->scale);
    }
}

static void permute_in(rader *r, tfn_pair in, tfn_pair a, tfn_pair out)
{
    tfn_writer *w = r->w;
    int64_t parts = r->real ? 1 : 2, p = r->p, length = r->length;
    int64_t most = r->rows * 2;
    tfn_ring x = tfn_ring_sbuf(w, "x", RING, NCS_F32, NCS_PARTITIONS, most * p);
    tfn_ring y = tfn_ring_sbuf(w, "y", RING, NCS_F32, NCS_PARTITIONS, most * length);
    tfn_ring t = tfn_ring_sbuf(w, "t", 1, NCS_F32, NCS_PARTITIONS, most * (p / 2));
    ncs_dtype io = ncs_builder_dtype(w->b, out.re);
    tfn_ring s = tfn_ring_sbuf(w, "s", RING, io, NCS_PARTITIONS, most);
    block k = { 0, 0, 0 };
    while (next_block(r, &k) && !tfn_failed(w)) {
        int32_t rows = (int32_t)k.p;
        ncs_view from = ncs_rows(tfn_ring_next(&x), 0, rows);
        ncs_view to = ncs_rows(tfn_ring_next(&y), 0, rows);
        transfer_in(r, from, in, &k, p, parts);
        ncs_note(w->b, "permute");
        for (int64_t q = 0; q < length; q++) {
            tfn_copy(w, columns_of(to, &k, length, parts, q, 1),
                     columns_of(from, &k, p, parts, r->power[q], 1));
        }
        ncs_view half = ncs_rows(tfn_ring_next(&t), 0, rows);
        sum_lines(r, from, half, &k, parts);
        ncs_view sum = ncs_rows(tfn_ring_next(&s), 0, rows);
        if (r->real) {
            ncs_memset(w->b, NCS_DVE, sum, 0.0);
        }
        tfn_copy(w, columns_of(sum, &k, 1, parts, 0, 1),
                 columns_of(half, &k, p / 2, parts, 0, 1));
        ncs_note(w->b, "store");
        for (int64_t i = 0; i < 2; i++) {
            if (i < parts) {
                ncs_dma(w->b, -1, lines_of(member(a, i), &k, length, 0, length),
                        part_of(to, &k, length, i));
            }
            ncs_dma(w->b, -1, lines_of(member(out, i), &k, r->out, 0, 1),
                    part_of(sum, &k, 1, i));
        }
    }
    tfn_ring_free(w, &x);
    tfn_ring_free(w, &y);
    tfn_ring_free(w, &t);
    tfn_ring_free(w, &s);
}

/* --- c to X --- */

/* x_0 of each line, scaled; of a real one im = 0. */
static ncs_view first_points(rader *r, tfn_ring *ring, tfn_pair in, const block *k)
{
    tfn_writer *w = r->w;
    int64_t parts = r->real ? 1 : 2;
    ncs_view x = ncs_rows(tfn_ring_next(ring), 0, (int32_t)k->p);
    x = ncs_columns(x, 0, 2 * k->each, 1);
    if (r->real) {
        ncs_memset(w->b, NCS_DVE, x, 0.0);
    }
    ncs_note(w->b, "load");
    for (int64_t i = 0; i < parts; i++) {
        ncs_dma(w->b, -1, part_of(x, k, 1, i), lines_of(member(in, i), k, r->p, 0, 1));
    }
    if (r->job->scale != 1.0) {
        tfn_scale(w, x, x, r->job->scale);
    }
    return x;
}

static void permute_out(rader *r, tfn_pair in, tfn_pair c, tfn_pair out)
{
    tfn_writer *w = r->w;
    int64_t length = r->length, most = r->rows * 2, points = r->out - 1;
    ncs_dtype io = ncs_builder_dtype(w->b, out.re);
    tfn_ring x = tfn_ring_sbuf(w, "x", RING, NCS_F32, NCS_PARTITIONS, most * length);
    tfn_ring y = tfn_ring_sbuf(w, "y", RING, io, NCS_PARTITIONS, most * points);
    tfn_ring f = tfn_ring_sbuf(w, "f", RING, NCS_F32, NCS_PARTITIONS, most);
    block k = { 0, 0, 0 };
    while (next_block(r, &k) && !tfn_failed(w)) {
        ncs_view from = ncs_rows(tfn_ring_next(&x), 0, (int32_t)k.p);
        ncs_view to = ncs_rows(tfn_ring_next(&y), 0, (int32_t)k.p);
        ncs_view first = columns_of(first_points(r, &f, in, &k), &k, 1, 2, 0, 1);
        transfer_in(r, from, c, &k, length, 2);
        ncs_note(w->b, "permute");
        for (int64_t q = 0; q < length; q++) {
            int64_t at = r->power[(length - q) % length] - 1;
            if (at < points) {
                tfn_combine(w, columns_of(to, &k, points, 2, at, 1),
                            columns_of(from, &k, length, 2, q, 1), NCS_ADD, first);
            }
        }
        ncs_note(w->b, "store");
        for (int64_t i = 0; i < 2; i++) {
            ncs_dma(w->b, -1, lines_of(member(out, i), &k, r->out, 1, points),
                    part_of(to, &k, points, i));
        }
    }
    tfn_ring_free(w, &x);
    tfn_ring_free(w, &y);
    tfn_ring_free(w, &f);
}

/* --- the kernel --- */

static tfn_chirp_job convolution_of(const tfi_neuron_job *job)
{
    tfn_chirp_job c;
    memset(&c, 0, sizeof c);
    c.n = c.in = c.out = job->n[0] - 1;
    c.lines = job->batch;
    c.scale = 1.0;
    c.src.line_stride = c.dst.line_stride = c.n;
    return c;
}

static bool accepts(const ncs_machine *machine, const tfi_neuron_job *job)
{
    if (job->rank != 1 || job->mode == TFI_NEURON_KAHAN ||
        job->transform == TFI_NEURON_C2R || job->n[0] < LEAST_P || job->n[0] > MOST_P ||
        job->batch < LEAST_LINES || !is_prime(job->n[0])) {
        return false;
    }
    tfn_chirp_job c = convolution_of(job);
    int64_t n1, n2;
    return tfn_chirp_split(machine, &c, true, &n1, &n2);
}

static tfn_pair scratch(tfn_writer *w, const char *re, const char *im, int64_t lines,
                        int64_t points)
{
    tfn_pair p = { ncs_scratch(w->b, re, NCS_F32, lines, points), ncs_no_view() };
    if (im != NULL) {
        p.im = ncs_scratch(w->b, im, NCS_F32, lines, points);
    }
    return p;
}

static void build(ncs_builder *b, const tfi_neuron_job *job)
{
    tfn_writer w;
    tfn_begin(&w, b, job);
    rader r;
    memset(&r, 0, sizeof r);
    r.w = &w;
    r.job = job;
    r.p = job->n[0];
    r.length = r.p - 1;
    r.real = job->transform == TFI_NEURON_R2C;
    r.out = r.real ? r.p / 2 + 1 : r.p;
    r.rows = tfn_max(1, tfn_min(MOST_COLUMNS / r.p, job->batch / NCS_PARTITIONS));
    find_powers(r.p, r.power);
    tfn_pair in = tfn_inputs(&w, "xr", r.real ? NULL : "xi", job->batch, r.p);
    tfn_pair out = tfn_outputs(&w, "yr", "yi", job->batch, r.out);
    tfn_pair a = scratch(&w, "ar", r.real ? NULL : "ai", job->batch, r.length);
    tfn_pair c = scratch(&w, "cr", "ci", job->batch, r.length);
    tfn_chirp_job convolution = convolution_of(job);
    convolution.src.x = a;
    convolution.dst.x = c;
    double *re = tfn_values(&w, 2 * r.length), *im = tfn_half(re, r.length);
    int64_t n1, n2;
    permute_in(&r, in, a, out);
    if (re != NULL && spectrum(&r, re, im) &&
        tfn_chirp_split(ncs_builder_machine(b), &convolution, true, &n1, &n2)) {
        convolution.re = re;
        convolution.im = im;
        tfn_chirp_pass(&w, &convolution, n1, n2);
    }
    permute_out(&r, in, c, out);
    tfn_values_free(&w, re);
}

const tfi_neuron_kernel tfi_neuron_rader = {
    "rader",
    "batches of prime lengths to 1,000: a cyclic convolution of p - 1 points",
    TFI_NEURON_DFT,
    accepts,
    build,
};
