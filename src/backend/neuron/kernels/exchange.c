/* exchange.c - one long transform on all cores of a group, in one launch of each.
 *
 *   rows      n2 / cores lines of n1 points (tfn_rows_pass or tfn_four_step_pass)
 *   twiddles  every result times w_n^(j2 k1), the rank's own table, into parts of k1
 *   exchange  part s of rank r becomes part r of rank s, by all_to_all
 *   columns   n1 / cores columns of n2 points (tfn_column_pass)
 *
 * Budget beyond the passes, of 65,536 points of a core's share, f32: DVE and POOL 6 x
 * 1,024 cycles, DMA 512 KiB of data and 512 of twiddles in, 512 out; the exchange moves
 * 512 KiB. A rank of less than 128 columns leaves partitions idle, and takes more.
 */
#include "backend/neuron/kernels/exchange.h"

#include "backend/neuron/kernels/passes.h"
#include "base/trig.h"

enum { WIDE = 512, RING = 3, FOUR_STEP_MOST = 16384 };

bool tfi_neuron_exchange_split(const ncs_machine *machine, int64_t n, int64_t *n1,
                               int64_t *n2)
{
    int64_t best = 0;
    for (int64_t f = 2; f <= TFN_DIGIT_MOST && f <= n / f; f++) {
        int64_t a, b;
        const int64_t rest = n / f;
        if (n % f == 0 && (rest <= TFN_ROWS_MOST ||
                           (rest <= FOUR_STEP_MOST &&
                            tfn_four_step_split(machine, rest, 1, &a, &b)))) {
            best = f;
        }
    }
    *n2 = best;
    *n1 = best > 0 ? n / best : 0;
    return best > 0;
}

typedef struct exchange {
    tfn_writer w;
    const tfi_neuron_exchange *e;
    int64_t columns, rows; /* of a rank */
    tfn_pair t, table, send, receive;
    tfn_ring x_re, x_im, w_re, w_im, a, b, y_re, y_im;
} exchange;

static tfn_pair scratch(ncs_builder *b, const char *re, const char *im, int64_t rows,
                        int64_t columns)
{
    const tfn_pair p = { ncs_scratch(b, re, NCS_F32, rows, columns),
                         ncs_scratch(b, im, NCS_F32, rows, columns) };
    return p;
}

/* exp(sign 2 pi i j2 k1 / n) for the rank's j2 and all k1. */
static tfn_pair make_table(exchange *x)
{
    const tfi_neuron_exchange *e = x->e;
    const int64_t count = x->columns * e->n1;
    ncs_builder *b = x->w.b;
    double *re = tfn_values(&x->w, 2 * count), *im = re != NULL ? re + count : NULL;
    tfi_trig *trig = NULL;
    if (re != NULL &&
        tfi_trig_create(ncs_builder_allocator(b), e->n1 * e->n2, &trig) == TRNFFT_OK) {
        for (int64_t j = 0; j < x->columns; j++) {
            const int64_t j2 = e->rank * x->columns + j;
            tfi_trig_fill_f64(trig, 0, e->sign < 0 ? j2 : -j2, e->n1, re + j * e->n1,
                              im + j * e->n1, 1);
        }
        tfi_trig_destroy(trig, ncs_builder_allocator(b));
    } else {
        ncs_builder_fail(b, TRNFFT_ERROR_OUT_OF_MEMORY);
    }
    const tfn_pair table = { ncs_table(b, "tr", NCS_F32, x->columns, e->n1, re),
                             ncs_table(b, "ti", NCS_F32, x->columns, e->n1, im) };
    tfn_values_free(&x->w, re);
    return table;
}

static void row_transforms(exchange *x, tfn_pair from)
{
    const tfi_neuron_exchange *e = x->e;
    const tfn_lines src = { from, 0, e->n1 }, dst = { x->t, 0, e->n1 };
    if (e->n1 <= TFN_ROWS_MOST) {
        const tfn_rows_job job = { .transform = TFI_NEURON_C2C,
                                   .n = e->n1,
                                   .lines = x->columns,
                                   .sign = e->sign,
                                   .scale = 1.0,
                                   .src = src,
                                   .dst = dst };
        tfn_rows_pass(&x->w, &job);
        return;
    }
    tfn_line_job job = { .n = e->n1,
                         .out = e->n1,
                         .lines = x->columns,
                         .sign = e->sign,
                         .scale = 1.0,
                         .src = src,
                         .dst = dst };
    tfn_four_step_split(ncs_builder_machine(x->w.b), e->n1, x->columns, &job.n1,
                        &job.n2);
    tfn_four_step_pass(&x->w, &job);
}

static tfn_ring ring(exchange *x, const char *name)
{
    return tfn_ring_sbuf(&x->w, name, RING, NCS_F32, NCS_PARTITIONS, WIDE);
}

static ncs_view in_hbm(ncs_view v, int64_t offset, int32_t rows, int64_t row_stride,
                       int64_t columns)
{
    const int64_t size[] = { columns }, stride[] = { 1 };
    return ncs_hbm_rows(v, offset, rows, row_stride, 1, size, stride);
}

static ncs_view tile(tfn_ring *r, int32_t rows, int64_t columns)
{
    return ncs_columns(ncs_rows(tfn_ring_next(r), 0, rows), 0, columns, 1);
}

/* y = x w, rows j … of the rank's, `count` columns from k1 on; `there` of them are
 * results, the others zero. To place `to` of a part. */
static void multiply_piece(exchange *x, int64_t j, int32_t rows, int64_t k1,
                           int64_t there, int64_t count, int64_t to)
{
    ncs_builder *b = x->w.b;
    const int64_t n1 = x->e->n1, at = j * n1 + k1;
    const ncs_view y_re = tile(&x->y_re, rows, count);
    const ncs_view y_im = tile(&x->y_im, rows, count);
    if (there < count) {
        ncs_memset(b, NCS_POOL, ncs_columns(y_re, there, count - there, 1), 0.0);
        ncs_memset(b, NCS_POOL, ncs_columns(y_im, there, count - there, 1), 0.0);
    }
    if (there > 0) {
        tfn_ring *const rings[4] = { &x->x_re, &x->x_im, &x->w_re, &x->w_im };
        const ncs_view from[4] = { x->t.re, x->t.im, x->table.re, x->table.im };
        ncs_view v[4];
        for (int i = 0; i < 4; i++) {
            v[i] = tile(rings[i], rows, there);
            ncs_dma(b, -1, v[i], in_hbm(from[i], at, rows, n1, there));
        }
        const ncs_view p = tile(&x->a, rows, there), q = tile(&x->b, rows, there);
        const ncs_view r = tile(&x->a, rows, there), s = tile(&x->b, rows, there);
        tfn_combine(&x->w, p, v[0], NCS_MULTIPLY, v[2]);
        tfn_combine(&x->w, q, v[1], NCS_MULTIPLY, v[3]);
        tfn_combine(&x->w, ncs_columns(y_re, 0, there, 1), p, NCS_SUBTRACT, q);
        tfn_combine(&x->w, r, v[0], NCS_MULTIPLY, v[3]);
        tfn_combine(&x->w, s, v[1], NCS_MULTIPLY, v[2]);
        tfn_combine(&x->w, ncs_columns(y_im, 0, there, 1), r, NCS_ADD, s);
    }
    ncs_dma(b, -1, in_hbm(x->send.re, to, rows, x->rows, count), y_re);
    ncs_dma(b, -1, in_hbm(x->send.im, to, rows, x->rows, count), y_im);
}

/* All results of the rank, times their twiddles, as one part for each rank. */
static void multiply(exchange *x)
{
    const int64_t n1 = x->e->n1;
    for (int64_t j = 0; j < x->columns && !tfn_failed(&x->w); j += NCS_PARTITIONS) {
        const int32_t rows = (int32_t)tfn_min(x->columns - j, NCS_PARTITIONS);
        for (int64_t s = 0; s < x->e->cores; s++) {
            for (int64_t c = 0; c < x->rows; c += WIDE) {
                const int64_t count = tfn_min(x->rows - c, WIDE), k1 = s * x->rows + c;
                const int64_t there = tfn_max(0, tfn_min(count, n1 - k1));
                multiply_piece(x, j, rows, k1, there, count,
                               (s * x->columns + j) * x->rows + c);
            }
        }
    }
}

static void all_to_all(exchange *x, ncs_view dst, ncs_view src)
{
    ncs_instruction i = { .op = NCS_ALL_TO_ALL,
                          .stream = NCS_CC,
                          .post = -1,
                          .dst = dst,
                          .group = x->e->cores,
                          .note = -1 };
    i.src[0] = src;
    i.src[1] = i.src[2] = ncs_no_view();
    ncs_emit(x->w.b, &i);
}

static void column_transforms(exchange *x, tfn_pair to)
{
    const int64_t item = x->e->n2 * x->rows;
    const tfn_digit_job job = { .f = x->e->n2,
                                .rest = 1,
                                .inner = x->rows,
                                .items = 1,
                                .sign = x->e->sign,
                                .scale = x->e->scale,
                                .src = { x->receive, 0, item },
                                .dst = { to, 0, item } };
    tfn_column_pass(&x->w, &job);
}

void tfi_neuron_exchange_build(ncs_builder *b, const tfi_neuron_exchange *e)
{
    const tfi_neuron_job job = { .task = TFI_NEURON_DFT,
                                 .mode = e->mode,
                                 .io = NCS_F32 };
    exchange x = { .e = e,
                   .columns = tfi_neuron_share_of(e->n2, e->cores),
                   .rows = tfi_neuron_share_of(e->n1, e->cores) };
    tfn_begin(&x.w, b, &job);
    const tfn_pair in = tfn_inputs(&x.w, "xr", "xi", x.columns, e->n1);
    const tfn_pair out = tfn_outputs(&x.w, "yr", "yi", e->n2, x.rows);
    const int64_t parts = e->cores * x.columns;
    x.t = scratch(b, "row_re", "row_im", x.columns, e->n1);
    x.send = scratch(b, "send_re", "send_im", parts, x.rows);
    x.receive = scratch(b, "receive_re", "receive_im", parts, x.rows);
    x.table = make_table(&x);
    row_transforms(&x, in);
    ncs_note(b, "twiddle");
    x.x_re = ring(&x, "x_re"), x.x_im = ring(&x, "x_im");
    x.w_re = ring(&x, "w_re"), x.w_im = ring(&x, "w_im");
    x.a = ring(&x, "a"), x.b = ring(&x, "b");
    x.y_re = ring(&x, "y_re"), x.y_im = ring(&x, "y_im");
    multiply(&x);
    ncs_note(b, "exchange");
    all_to_all(&x, x.receive.re, x.send.re);
    all_to_all(&x, x.receive.im, x.send.im);
    column_transforms(&x, out);
}
