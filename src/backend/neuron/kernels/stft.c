/* stft.c - short-time Fourier transforms of real signals: framing by overlapping reads,
 * the window in the matrix, one-sided results with frames on partitions.
 *
 * Rows of samples, `hop` apart in HBM, are turned on PE: base[j][r] = x[r hop + j]. A
 * frame is a column of it, and so is its rest, some columns further on:
 *   x[f hop + (q m hop + j)] = base[j][f + q m],
 * so that one turned array, m hop <= 128 rows high, is the stationary operand of all
 * tiles of n, each with its own shift: DMA reads and PE turns 128 samples a frame
 * instead of n. Hops over 128 have bases for their parts. Where the hop fits 128 badly
 * (160: parts of 128 and 32), bases are whole frames in tiles of 128, without shifts.
 *
 * The moving operand is window[j] (cos | sign sin)(2 pi j k / n), Re and Im side by
 * side; rows of results are contiguous in HBM. Where n is even, even and odd samples
 * may be summed apart, in bases of 128 of each: A and B of k <= n / 4 are enough, since
 *   X_k = A + B,  X_(n/2-k) = conj(A - B),
 * which halves PE's work for three passes of DVE over results that leave PSUM anyway.
 * Of these four ways the cheapest is taken, by PE, DMA and the number of frames.
 * (Samples on partitions straight from HBM would be runs of one number, at a fiftieth
 * of the bandwidth.)
 *
 * Budget of 128 frames, n 512, hop 128, v3: PE 4 x 1032 + 512 cycles in f32, 1.9 us; in
 * bf16, not halved, 4 x 514 + 128, 0.9 us; DVE 516 columns and 129 of turned samples,
 * 0.8 us, ACT 258 + 129; DMA 128 KiB in, 257 KiB out, 1.1 us. 4096 frames are predicted
 * to take 80.5 us in f32 (PE 78 %), 43.5 in bf16 (DMA 86 %).
 */
#include "backend/neuron/kernels/kernels.h"
#include "backend/neuron/kernels/product_tools.h"

#include <string.h>

#include "base/size_math.h"

enum { MOST_N = 4096, MOST_BASES = 32, MOST_TILES = 64 };
enum { CHUNK = 4 * NCS_PARTITIONS /* frames that are turned together */ };
enum { QUEUE_SAMPLES = 0, QUEUE_TABLES = 1 };

typedef struct base {
    int64_t at, high; /* samples at, at + step … of a row */
} base;

typedef struct tile {
    int base;
    int64_t shift;    /* columns of the base */
    int64_t at, high; /* samples at, at + step … of a frame */
} tile;

/* How a frame is put together. */
typedef struct frame {
    int64_t n, hop, row; /* samples of a row */
    int64_t step;        /* 2: bases and tiles in turns of even and odd samples */
    int n_bases, n_tiles;
    base base[MOST_BASES];
    tile tile[MOST_TILES];
    int64_t last, before; /* the largest shift, and the next smaller one */
} frame;

typedef struct stft {
    tfn_writer *w;
    const tfi_neuron_job *job;
    frame f;
    bool sharp;                  /* room for tables in two parts of bf16 */
    int64_t bins, chunk, groups; /* n / 2 + 1; frames a chunk; row groups a load */
    ncs_view x;
    tfn_pair y;
    tfn_matrix table[MOST_TILES];
    tfn_matrix turned[2][MOST_BASES];
    tfn_ring raw, turns, bank, odd, out;
} stft;

/* Frames first … first + count of an item of the batch, as columns of turned bases. */
typedef struct chunk {
    int64_t item, first, count;
    const tfn_matrix *turned;
} chunk;

/* --- how frames are put together --- */

static void add_tile(frame *f, int b, int64_t shift)
{
    int64_t at = shift * f->hop + f->base[b].at;
    int64_t high = tfn_min(f->base[b].high, tfn_ceil_div(f->n - at, f->step));
    if (f->n > at) {
        f->tile[f->n_tiles++] = (tile){ b, shift, at, high };
        if (shift > f->last) {
            f->before = f->last;
            f->last = shift;
        }
    }
}

static void add_bases(frame *f)
{
    for (int64_t at = 0; at < f->row; at += f->step * NCS_PARTITIONS) {
        for (int64_t i = at; i < at + f->step && i < f->row; i++) {
            int64_t high = tfn_ceil_div(f->row - i, f->step);
            f->base[f->n_bases++] = (base){ i, tfn_min(NCS_PARTITIONS, high) };
        }
    }
}

/* Hops between two shifts; 0: cannot be. */
static int64_t hops_of(int64_t hop, int64_t step)
{
    int64_t hops = tfn_max(1, step * NCS_PARTITIONS / hop);
    return hops - hops * hop % step; /* an odd number of samples would change sides */
}

/* `shared`: bases of a hop, or of several short ones, used at several shifts. False:
 * too many of something. */
static bool make_frame(int64_t n, int64_t hop, bool shared, int64_t step, frame *f)
{
    memset(f, 0, sizeof *f);
    f->n = n;
    f->hop = hop;
    f->step = step;
    int64_t hops = hops_of(hop, step), shifts = 1;
    if (shared && hops > 0) {
        shifts = tfn_ceil_div(n, hops * hop);
    }
    f->row = shared ? tfn_min(n, hops * hop) : n;
    int64_t bases = step * tfn_ceil_div(f->row, step * NCS_PARTITIONS);
    if ((shared && hops == 0) || n % step != 0 || bases > MOST_BASES ||
        bases * shifts > MOST_TILES) {
        return false;
    }
    add_bases(f);
    for (int64_t i = 0; i < shifts; i++) {
        for (int b = 0; b < f->n_bases; b++) {
            add_tile(f, b, i * hops);
        }
    }
    return true;
}

/* Columns of a table: Re and Im of the results that its products sum up to. */
static int64_t columns_of(const frame *f)
{
    return 2 * (f->n / 2 / f->step + 1);
}

/* PE's cycles for everything, or as many as DMA takes; the sums and differences of even
 * and odd samples are not hidden where there are few frames. */
static double price_of(const ncs_machine *machine, const tfi_neuron_job *job,
                       const frame *f)
{
    enum { SUMS = 1200, SUMS_EACH = 100 };
    const ncs_value *c = machine->constant;
    bool bf16 = job->mode == TFI_NEURON_BF16;
    double passes = bf16                             ? 1.0
                    : job->mode == TFI_NEURON_BF16X3 ? 3.0
                                                     : c[NCS_PE_F32_PASSES].middle;
    double turn = bf16 ? 1.0 : c[NCS_PE_F32_TRANSPOSE_PASSES].middle;
    double pe = f->n_tiles * passes * (double)tfn_max(64, columns_of(f)) +
                f->n_bases * turn * NCS_PARTITIONS;
    double bytes = (double)((f->row + f->n + 2) * ncs_dtype_bytes((ncs_dtype)job->io)) +
                   3 * c[NCS_DMA_ROW_OVERHEAD].middle;
    double dma = bytes * NCS_PARTITIONS / NCS_DMA_ENGINES / c[NCS_DMA_GBPS].middle *
                 c[NCS_PE_GHZ].middle;
    double each = (pe > dma ? pe : dma) + (f->step == 2 ? SUMS_EACH : 0);
    double groups = (double)job->frames * (double)job->batch / NCS_PARTITIONS;
    return (groups > 1.0 ? groups : 1.0) * each + (f->step == 2 ? SUMS : 0);
}

static bool choose_frame(const ncs_machine *machine, const tfi_neuron_job *job,
                         frame *out)
{
    double least = -1.0;
    for (int way = 0; way < 4; way++) {
        frame f;
        if (make_frame(job->n[0], job->hop, way % 2 == 0, 1 + way / 2, &f)) {
            double price = price_of(machine, job, &f);
            if (least < 0.0 || price < least) {
                least = price;
                *out = f;
            }
        }
    }
    return least >= 0.0;
}

/* --- tables --- */

/* bf16 rounds data, 1.5e-3, and the table, about as much, against a promise of 2.2e-3:
 * where this window is worse than most, the table brings its low parts if there is
 * room.
 */
static void load_tables(stft *s)
{
    const double room = 2.2e-3 * 2.2e-3 - 1.52e-3 * 1.52e-3;
    tfn_writer *w = s->w;
    const frame *f = &s->f;
    int64_t n = f->n, wide = columns_of(f);
    double *all = tfn_values(w, n * wide), *sorted = tfn_values(w, n * wide);
    if (all != NULL && sorted != NULL) {
        tfn_fourier(w, n, (int)s->job->sign, 1.0, n, wide / 2, all, all + wide / 2,
                    wide);
    }
    double *to = sorted; /* rows as the tiles have them */
    for (int t = 0; t < f->n_tiles && all != NULL && sorted != NULL; t++) {
        const tile *k = &f->tile[t];
        for (int64_t r = 0; r < k->high; r++) {
            int64_t j = k->at + r * f->step;
            for (int64_t c = 0; c < wide; c++) {
                *to++ = all[j * wide + c] * s->job->window[j];
            }
        }
    }
    bool sharp = s->sharp && to != sorted && tfn_bf16_error(sorted, n * wide) > room;
    const double *from = to == sorted ? NULL : sorted;
    for (int t = 0; t < f->n_tiles; t++) {
        int64_t high = f->tile[t].high;
        s->table[t] = (sharp ? tfn_matrix_constant_sharp : tfn_matrix_constant)(
            w, "table", high, wide, QUEUE_TABLES, from);
        from = from == NULL ? NULL : from + high * wide;
    }
    tfn_values_free(w, sorted);
    tfn_values_free(w, all);
}

/* --- rows, turned --- */

/* Row groups of up to 128 rows from row `first` of the chunk on, `columns` samples of
 * each, into a raw tile: group g at columns g * row. */
static ncs_view load_rows(stft *s, const chunk *c, int64_t first, int64_t rows,
                          int64_t columns)
{
    tfn_writer *w = s->w;
    const frame *f = &s->f;
    ncs_view raw = tfn_ring_next(&s->raw);
    int64_t whole = rows / NCS_PARTITIONS, rest = rows % NCS_PARTITIONS;
    int64_t start = c->item * s->job->samples + (c->first + first) * f->hop;
    int64_t size[] = { whole, columns }, apart[] = { f->row, 1 };
    int64_t hbm[] = { NCS_PARTITIONS * f->hop, 1 };
    if (whole > 0) {
        ncs_dma(w->b, QUEUE_SAMPLES, ncs_pattern(raw, 0, 2, size, apart),
                ncs_hbm_rows(s->x, start, NCS_PARTITIONS, f->hop, 2, size, hbm));
    }
    if (rest > 0) {
        ncs_dma(
            w->b, 0,
            ncs_rows(ncs_columns(raw, whole * f->row, columns, 1), 0, (int32_t)rest),
            ncs_hbm_rows(s->x, start + whole * NCS_PARTITIONS * f->hop, (int32_t)rest,
                         f->hop, 1, &columns, &apart[1]));
    }
    return raw;
}

/* These rows become columns of the bases. */
static void turn_rows(stft *s, const chunk *c, int64_t first, int64_t rows,
                      int64_t columns)
{
    tfn_writer *w = s->w;
    const frame *f = &s->f;
    ncs_note(w->b, "load");
    ncs_view raw = load_rows(s, c, first, rows, columns);
    ncs_note(w->b, "turn");
    for (int b = 0; b < f->n_bases; b++) {
        int64_t left = columns - f->base[b].at;
        int64_t high = tfn_min(f->base[b].high, tfn_ceil_div(left, f->step));
        if (left < 1) {
            continue;
        }
        ncs_view bank = ncs_rows(tfn_ring_next(&s->turns), 0, (int32_t)high);
        for (int64_t r = 0; r < rows; r += NCS_PARTITIONS) {
            int64_t p = tfn_min(NCS_PARTITIONS, rows - r);
            int64_t at = r / NCS_PARTITIONS * f->row + f->base[b].at;
            ncs_transpose(w->b, NCS_PE, ncs_columns(bank, r, p, 1),
                          ncs_rows(ncs_columns(raw, at, high, f->step), 0, (int32_t)p));
        }
        tfn_operand to = tfn_matrix_columns(&c->turned[b], 0, first, rows);
        tfn_operand_store(w, tfn_operand_rows(to, 0, (int32_t)high),
                          ncs_columns(bank, 0, rows, 1));
    }
}

/* The number-th chunk. Rows behind the last but one shift are read by the last tiles
 * alone, and may not be there in full. */
static chunk next_chunk(stft *s, int64_t number)
{
    const frame *f = &s->f;
    int64_t chunks = tfn_ceil_div(s->job->frames, s->chunk);
    chunk c = { number / chunks, number % chunks * s->chunk, 0, s->turned[number % 2] };
    c.count = tfn_min(s->chunk, s->job->frames - c.first);
    int64_t full = c.count + (f->last > 0 ? f->before : 0);
    int64_t all = c.count + f->last, most = s->groups * NCS_PARTITIONS;
    for (int64_t r = 0; r < all;) {
        int64_t rows = tfn_min(most, (r < full ? full : all) - r);
        turn_rows(s, &c, r, rows, r < full ? f->row : f->n - f->last * f->hop);
        r += rows;
    }
    return c;
}

/* --- products --- */

/* Sums of the tiles whose number is `side` modulo step: columns first … of Re and,
 * where `both`, the same of Im beside them. */
static ncs_view sums(stft *s, const chunk *c, int64_t from, int64_t frames, int side,
                     bool both, int64_t first, int64_t count)
{
    int64_t size[] = { both ? 2 : 1, count }, apart[] = { columns_of(&s->f) / 2, 1 };
    ncs_view bank = ncs_rows(tfn_ring_next(&s->bank), 0, (int32_t)frames);
    bank = ncs_columns(bank, 0, size[0] * count, 1);
    for (int t = side; t < s->f.n_tiles; t += (int)s->f.step) {
        const tile *k = &s->f.tile[t];
        tfn_operand samples =
            tfn_matrix_columns(&c->turned[k->base], 0, from + k->shift, frames);
        tfn_product(s->w, bank, tfn_operand_rows(samples, 0, (int32_t)k->high),
                    tfn_matrix_pattern(&s->table[t], 0, first, 2, size, apart),
                    t == side);
    }
    return bank;
}

/* Even samples' sums A and odd ones' B: X_k = A + B, X_(n/2-k) = conj(A - B). */
static void combine(stft *s, ncs_view out, ncs_view even, ncs_view odd, int64_t first,
                    int64_t count)
{
    tfn_writer *w = s->w;
    double scale = s->job->scale;
    ncs_view b = ncs_columns(ncs_rows(tfn_ring_next(&s->odd), 0, odd.n_partitions), 0,
                             2 * count, 1);
    ncs_activation(w->b, b, NCS_IDENTITY, odd, scale, 0.0);
    int64_t size[] = { 2, count }, apart[] = { s->bins, 1 };
    ncs_scalar_tensor(w->b, ncs_pattern(out, first, 2, size, apart), even, NCS_MULTIPLY,
                      scale, ncs_no_view(), NCS_ADD, b);
    int64_t half = s->f.n / 2, pairs = tfn_min(count, (half - 1) / 2 + 1 - first);
    for (int i = 0; i < 2 && pairs > 0; i++) {
        ncs_view to = ncs_columns(out, i * s->bins + half - first, pairs, -1);
        ncs_scalar_tensor(w->b, to, ncs_columns(even, i * count, pairs, 1),
                          NCS_MULTIPLY, i == 0 ? scale : -scale, ncs_no_view(),
                          i == 0 ? NCS_SUBTRACT : NCS_ADD,
                          ncs_columns(b, i * count, pairs, 1));
    }
}

/* All samples at once: Re and Im as one row of results. */
static void multiply_whole(stft *s, const chunk *c, ncs_view out, int64_t from,
                           int64_t frames)
{
    int64_t wide = 2 * s->bins, each = tfn_ceil_div(wide, tfn_ceil_div(wide, TFN_BANK));
    for (int64_t at = 0; at < wide; at += each) {
        int64_t count = tfn_min(each, wide - at);
        ncs_view bank = sums(s, c, from, frames, 0, false, at, count);
        if (s->job->scale == 1.0) {
            tfn_copy(s->w, ncs_columns(out, at, count, 1), bank);
        } else {
            tfn_scale(s->w, ncs_columns(out, at, count, 1), bank, s->job->scale);
        }
    }
}

static void multiply_sides(stft *s, const chunk *c, ncs_view out, int64_t from,
                           int64_t frames)
{
    int64_t wide = columns_of(&s->f) / 2;
    int64_t each = tfn_ceil_div(wide, tfn_ceil_div(wide, TFN_BANK / 2));
    for (int64_t at = 0; at < wide; at += each) {
        int64_t count = tfn_min(each, wide - at);
        ncs_view even = sums(s, c, from, frames, 0, true, at, count);
        ncs_view odd = sums(s, c, from, frames, 1, true, at, count);
        combine(s, out, even, odd, at, count);
    }
}

static void multiply(stft *s, const chunk *c, int64_t from, int64_t frames)
{
    tfn_writer *w = s->w;
    int32_t high = (int32_t)frames;
    ncs_view out = ncs_rows(tfn_ring_next(&s->out), 0, high);
    ncs_note(w->b, "product");
    (s->f.step == 2 ? multiply_sides : multiply_whole)(s, c, out, from, frames);
    ncs_note(w->b, "store");
    int64_t row = c->item * s->job->frames + c->first + from;
    for (int i = 0; i < 2; i++) {
        ncs_dma(w->b, -1, ncs_rows(i == 0 ? s->y.re : s->y.im, (int32_t)row, high),
                ncs_columns(out, i * s->bins, s->bins, 1));
    }
}

/* --- shape --- */

static bool choose_chunk(const ncs_machine *machine, const tfi_neuron_job *job, stft *s)
{
    const frame *f = &s->f;
    bool bf16 = job->mode == TFI_NEURON_BF16;
    int64_t raw = bf16 ? 2 : 4;
    s->bins = job->n[0] / 2 + 1;
    int64_t tables = f->n_tiles * tfn_matrix_bytes(job, 1, columns_of(f));
    int64_t fixed = tables + 3 * 2 * s->bins * 4 + 3 * TFN_BANK * 4 + 4096;
    for (s->chunk = CHUNK; s->chunk >= NCS_PARTITIONS; s->chunk /= 2) {
        s->groups = tfn_max(1, tfn_min(TFN_TURNS, 2048 / f->row));
        s->groups = tfn_min(s->groups, s->chunk / NCS_PARTITIONS);
        int64_t rows = tfn_min(s->chunk, job->frames) + f->last;
        int64_t bytes = fixed + 3 * s->groups * f->row * raw +
                        2 * f->n_bases * tfn_matrix_bytes(job, 1, rows);
        if (bytes <= machine->sbuf_bytes) {
            s->sharp = bf16 && bytes + tables <= machine->sbuf_bytes;
            return true;
        }
    }
    return false;
}

static void make_tiles(stft *s)
{
    tfn_writer *w = s->w;
    int64_t frames = tfn_min(s->chunk, s->job->frames);
    bool several = s->job->batch * tfn_ceil_div(s->job->frames, s->chunk) > 1;
    for (int i = 0; i < (several ? 2 : 1); i++) {
        for (int b = 0; b < s->f.n_bases; b++) {
            s->turned[i][b] =
                tfn_matrix_tile(w, "turned", s->f.base[b].high, frames + s->f.last);
        }
    }
    s->raw = tfn_ring_sbuf(w, "x", 3, tfn_raw_dtype(w), NCS_PARTITIONS,
                           s->groups * s->f.row);
    s->turns = tfn_ring_turns(w, 2);
    s->bank = tfn_ring_psum(w, "bank", NCS_PSUM_BANKS - 2, NCS_PARTITIONS, TFN_BANK);
    if (s->f.step == 2) {
        s->odd = tfn_ring_sbuf(w, "odd", 3, NCS_F32, NCS_PARTITIONS, TFN_BANK);
    }
    s->out = tfn_ring_sbuf(w, "y", 3, w->io, NCS_PARTITIONS, 2 * s->bins);
}

static bool accepts(const ncs_machine *machine, const tfi_neuron_job *job)
{
    stft s;
    memset(&s, 0, sizeof s);
    int64_t needed;
    return job->n[0] >= 1 && job->n[0] <= MOST_N && job->hop >= 1 && job->frames >= 1 &&
           job->batch >= 1 && job->window != NULL && job->mode != TFI_NEURON_KAHAN &&
           tfi_mul_i64(job->frames - 1, job->hop, &needed) &&
           job->samples - job->n[0] >= needed && choose_frame(machine, job, &s.f) &&
           choose_chunk(machine, job, &s);
}

static void build(ncs_builder *b, const tfi_neuron_job *job)
{
    tfn_writer w;
    stft s;
    tfn_begin(&w, b, job);
    memset(&s, 0, sizeof s);
    s.w = &w;
    s.job = job;
    (void)choose_frame(ncs_builder_machine(b), job, &s.f);
    (void)choose_chunk(ncs_builder_machine(b), job, &s);
    s.x = ncs_input(b, "x", w.io, job->batch, job->samples);
    s.y = tfn_outputs(&w, "yr", "yi", job->batch * job->frames, s.bins);
    make_tiles(&s);
    int64_t chunks = job->batch * tfn_ceil_div(job->frames, s.chunk);
    chunk now = next_chunk(&s, 0);
    load_tables(&s);
    for (int64_t i = 0; i < chunks && !tfn_failed(&w); i++) {
        chunk ahead = now;
        if (i + 1 < chunks) { /* PE turns before it multiplies */
            ahead = next_chunk(&s, i + 1);
        }
        for (int64_t f = 0; f < now.count; f += NCS_PARTITIONS) {
            multiply(&s, &now, f, tfn_min(NCS_PARTITIONS, now.count - f));
        }
        now = ahead;
    }
}

const tfi_neuron_kernel tfi_neuron_stft = {
    "stft",          "frames by overlapping reads, shifts of one turned array",
    TFI_NEURON_STFT, accepts,
    build,
};
