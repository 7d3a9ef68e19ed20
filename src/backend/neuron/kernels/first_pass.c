/* first_pass.c - the first digit of a line, f <= 128 points a `rest` apart: PE with the
 * data stationary turns [f, rest] into [rest, f] while it multiplies.
 *
 * 128 columns of the rest go through PE at a time and leave on the partitions, their
 * digit side by side; twiddles differ for every element and are loaded with the data.
 *
 * Budget of 128 x 128 points of a rest of 512 or more, f32: PE 2 x 1,024 cycles, DVE
 * 2 x 256, POOL 2 x 256, DMA 2 x 128 KiB, and 128 KiB of twiddles once for all items;
 * 192 KiB of matrix once for everything.
 */
#include "backend/neuron/kernels/passes.h"

#include <string.h>

enum { RING = 3, AT_ONCE = 4 /* blocks of 128 columns of a load */ };

typedef struct first_pass {
    tfn_writer *w;
    const tfn_digit_job *job;
    bool real_in;
    tfn_operand matrix; /* [f, 3 f]: -im | re | im */
    ncs_view table;     /* HBM, [rest, re f | im f] */
    tfn_ring raw, x, product, y, twiddle, bank;
} first_pass;

/* Columns from … of the rest, `blocks` of `high`. */
typedef struct load_of {
    int64_t item, from, blocks, high;
    tfn_operand x;
    ncs_view y, twiddle;
} load_of;

static void load_tables(first_pass *p)
{
    const tfn_digit_job *job = p->job;
    int64_t f = job->f, rest = job->rest;
    double *values = tfn_values(p->w, 3 * f * f);
    if (values != NULL) {
        tfn_fourier(p->w, f, job->sign, 1.0, f, f, values + f, values + 2 * f, 3 * f);
        for (int64_t i = 0; i < f * f; i++) {
            double *row = values + i / f * 3 * f;
            row[i % f] = -row[2 * f + i % f];
        }
    }
    p->matrix = tfn_constant(p->w, "w", (int32_t)f, 3 * f, values);
    tfn_values_free(p->w, values);
    values = tfn_values(p->w, 2 * f * rest);
    if (values != NULL) {
        tfn_fourier(p->w, f * rest, job->sign, job->scale, rest, f, values, values + f,
                    2 * f);
        p->table = ncs_table(p->w->b, "twiddle", NCS_F32, rest, 2 * f, values);
    }
    tfn_values_free(p->w, values);
}

static void set_up(first_pass *p, tfn_writer *w, const tfn_digit_job *job)
{
    memset(p, 0, sizeof *p);
    p->w = w;
    p->job = job;
    p->real_in = job->src.x.im.buffer < 0;
    int64_t high = tfn_min(NCS_PARTITIONS, job->rest), f = job->f;
    int64_t columns = AT_ONCE * high;
    if (w->mode == TFI_NEURON_BF16X3) {
        p->raw = tfn_ring_sbuf(w, "raw", RING, NCS_F32, (int32_t)f, 2 * columns);
    }
    p->x = tfn_ring_operand(w, "x", RING, (int32_t)f, 2 * columns);
    p->twiddle = tfn_ring_sbuf(w, "tw", RING, NCS_F32, (int32_t)high, AT_ONCE * 2 * f);
    p->product = tfn_ring_sbuf(w, "product", 4, NCS_F32, (int32_t)high, 2 * f);
    p->y = tfn_ring_sbuf(w, "y", RING, ncs_builder_dtype(w->b, job->dst.x.re),
                         (int32_t)high, AT_ONCE * 2 * f);
    p->bank = tfn_ring_psum(w, "bank", NCS_PSUM_BANKS, (int32_t)high, 2 * f);
}

static void tear_down(first_pass *p)
{
    tfn_ring_free(p->w, &p->raw);
    tfn_ring_free(p->w, &p->x);
    tfn_ring_free(p->w, &p->twiddle);
    tfn_ring_free(p->w, &p->product);
    tfn_ring_free(p->w, &p->y);
    tfn_ring_free(p->w, &p->bank);
    tfn_operand_free(p->w, p->matrix);
}

static void load(first_pass *p, load_of *l)
{
    ncs_note(p->w->b, "load");
    const tfn_digit_job *job = p->job;
    int64_t each = l->blocks * l->high;
    tfn_operand x = tfn_ring_next_operand(&p->x);
    ncs_view to = p->raw.count > 0 ? tfn_ring_next(&p->raw) : x.part[0];
    int64_t from = job->src.offset + l->item * job->src.line_stride + l->from;
    int64_t one[] = { 1 }, parts = p->real_in ? 1 : 2;
    for (int64_t i = 0; i < parts; i++) {
        ncs_dma(p->w->b, -1, ncs_columns(to, i * each, each, 1),
                ncs_hbm_rows(i == 0 ? job->src.x.re : job->src.x.im, from,
                             (int32_t)job->f, job->rest, 1, &each, one));
    }
    if (p->raw.count > 0) {
        tfn_operand_store(p->w, tfn_operand_columns(x, 0, parts * each, 1),
                          ncs_columns(to, 0, parts * each, 1));
    }
    l->x = x;
    l->y = ncs_rows(tfn_ring_next(&p->y), 0, (int32_t)l->high);
}

/* The twiddles of a load: as far down as its columns. */
static void load_twiddle(first_pass *p, load_of *l)
{
    int64_t f = p->job->f;
    int64_t size[] = { l->blocks, 2 * f }, there[] = { l->high * 2 * f, 1 };
    int64_t here[] = { 2 * f, 1 };
    l->twiddle = ncs_rows(tfn_ring_next(&p->twiddle), 0, (int32_t)l->high);
    ncs_dma(p->w->b, -1, ncs_pattern(l->twiddle, 0, 2, size, here),
            ncs_hbm_rows(p->table, l->from * 2 * f, (int32_t)l->high, 2 * f, 2, size,
                         there));
}

static void block(first_pass *p, const load_of *l, int64_t b)
{
    int64_t f = p->job->f, each = l->blocks * l->high, at = b * l->high;
    ncs_note(p->w->b, "product");
    ncs_view bank = ncs_rows(tfn_ring_next(&p->bank), 0, (int32_t)l->high);
    tfn_product(p->w, bank, tfn_operand_columns(l->x, at, l->high, 1),
                tfn_operand_columns(p->matrix, f, 2 * f, 1), true);
    if (!p->real_in) {
        tfn_product(p->w, bank, tfn_operand_columns(l->x, each + at, l->high, 1),
                    tfn_operand_columns(p->matrix, 0, 2 * f, 1), false);
    }
    ncs_note(p->w->b, "twiddle");
    int64_t size[] = { 2, f }, straight[] = { f, 1 }, crossed[] = { -f, 1 };
    int64_t same[] = { 0, 1 };
    ncs_view a = ncs_rows(tfn_ring_next(&p->product), 0, (int32_t)l->high);
    ncs_view c = ncs_rows(tfn_ring_next(&p->product), 0, (int32_t)l->high);
    (void)tfn_choose(p->w, TFN_DVE, 4 * f, 1);
    ncs_tensor_tensor(p->w->b, NCS_DVE, ncs_pattern(a, 0, 2, size, straight),
                      ncs_pattern(bank, 0, 2, size, straight), NCS_MULTIPLY,
                      ncs_pattern(l->twiddle, b * 2 * f, 2, size, same));
    ncs_tensor_tensor(p->w->b, NCS_DVE, ncs_pattern(c, 0, 2, size, straight),
                      ncs_pattern(bank, f, 2, size, crossed), NCS_MULTIPLY,
                      ncs_pattern(l->twiddle, b * 2 * f + f, 2, size, same));
    ncs_view y = ncs_columns(l->y, b * 2 * f, 2 * f, 1);
    tfn_combine(p->w, ncs_columns(y, 0, f, 1), ncs_columns(a, 0, f, 1), NCS_SUBTRACT,
                ncs_columns(c, 0, f, 1));
    tfn_combine(p->w, ncs_columns(y, f, f, 1), ncs_columns(a, f, f, 1), NCS_ADD,
                ncs_columns(c, f, f, 1));
}

static void store(first_pass *p, const load_of *l)
{
    ncs_note(p->w->b, "store");
    const tfn_digit_job *job = p->job;
    int64_t f = job->f, to = job->dst.offset + l->item * job->dst.line_stride;
    int64_t size[] = { l->blocks, f }, there[] = { l->high * f, 1 };
    int64_t here[] = { 2 * f, 1 };
    for (int i = 0; i < 2; i++) {
        ncs_dma(p->w->b, -1,
                ncs_hbm_rows(i == 0 ? job->dst.x.re : job->dst.x.im, to + l->from * f,
                             (int32_t)l->high, f, 2, size, there),
                ncs_pattern(l->y, i * f, 2, size, here));
    }
}

/* Items of one stretch of the rest follow each other: they share its twiddles. */
static bool next_load(const tfn_digit_job *job, load_of *l)
{
    if (l->blocks > 0 && ++l->item < job->items) {
        return true;
    }
    l->item = 0;
    l->from += l->blocks * l->high;
    int64_t left = job->rest - l->from;
    l->high = tfn_min(NCS_PARTITIONS, left);
    l->blocks = left > 0 ? tfn_min(AT_ONCE, left / l->high) : 0;
    return left > 0;
}

void tfn_first_pass(tfn_writer *w, const tfn_digit_job *job)
{
    first_pass p;
    set_up(&p, w, job);
    load_of at = { 0 }, ready[RING];
    int64_t loaded = 0, done = 0;
    bool more = next_load(job, &at);
    while ((more || done < loaded) && !tfn_failed(w)) {
        for (; more && loaded < done + RING - 1; more = next_load(job, &at)) {
            load(&p, &at);
            if (loaded == 0) {
                load_tables(&p);
            }
            if (at.item == 0) {
                load_twiddle(&p, &at);
            }
            ready[loaded++ % RING] = at;
        }
        const load_of *l = &ready[done++ % RING];
        for (int64_t b = 0; b < l->blocks; b++) {
            tfn_level(w);
            block(&p, l, b);
        }
        store(&p, l);
    }
    tear_down(&p);
}
