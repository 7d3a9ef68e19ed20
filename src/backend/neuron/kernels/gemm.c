/* gemm.c - matrix products of any size, complex and real, and the complex linear layer.
 *
 * C = A B with the rows of C on partitions: A^T is the stationary operand, B, as HBM
 * has it, the moving one. PE sums over partitions, and A has k along its rows: it is
 * turned on PE, 128 x 128 at a time. (Computing C^T = B^T A^T instead needs the same
 * turns, of A, and then those of C^T as well; DMA could turn only in runs of one
 * number, 50 times slower.)
 *
 *   four   SBUF has Br | Bi | -Bi; Ar^T is loaded for Br | Bi, Ai^T for -Bi | Br, the
 *          latter a view that steps back: two loads for four products, sums in one bank
 *   three  k1 = (Ar + Ai) Br, k2 = Ar (Bi - Br), k3 = Ai (Br + Bi),
 *          Re = k1 - k3, Im = k1 + k2; sums of operands lose a bit, so not in bf16
 *   real   one product
 *   layer  B = W^T, turned like A, in four products or three; the bias is added as
 *          results leave PSUM
 *
 * Columns of B in panels that stay in SBUF while all rows of A pass, loaded in chunks
 * of a bank so that products begin with the first; rows of A are turned a tile ahead.
 *
 * Budget for 128 x 128 x 512, f32, v3: PE four 8192 cycles, three 6144, real 2048, and
 * turns 2 (3, 1) x 256; DVE, ACT and POOL 1024 columns of results, 256 of A^T and 512
 * of -Bi; three 1536, 640 and 2560 for sums of operands; DMA 1152 KiB. Predicted on v3:
 * 512^3 complex in four products 64 us (54.6 of them products), in three 58; 1024^3 461
 * (PE 98 %) and 369, in bf16 149; the layer 512 x 512 -> 1024 132 and 116.
 */
#include "backend/neuron/kernels/kernels.h"
#include "backend/neuron/kernels/product_tools.h"

#include <string.h>

typedef enum form { FOUR, THREE, REAL } form;

enum { DEEP = 4, RAW = 6, STAGE = 6 }; /* tiles of each */
enum { QUEUE = 0 };                    /* loads in order: what is needed first */

typedef struct gemm {
    tfn_writer *w;
    const tfi_neuron_job *job;
    form form;
    bool layer;
    int64_t m, k, n, batch;
    int64_t panel, panels, tiles_m; /* columns of a panel */
    int64_t chunk;                  /* columns of a bank */
    int sets, parts;                /* of B in SBUF, of A; arrays of the result */
    tfn_pair a, b, y, bias;         /* in HBM */
    tfn_ring raw, raw_b, stage, temp, turns, bank, out, q;
    tfn_matrix at[2][3], bm[DEEP]; /* taking turns */
    int depth, next_b;             /* panels in SBUF */
    ncs_view bias_tile;            /* layer: re | im, in each partition */
} gemm;

/* What is multiplied at once: rows of A against a panel. */
typedef struct step {
    int64_t item, first, wide, row, high;
    const tfn_matrix *at, *b;
} step;

static void set_shape(gemm *g, const tfi_neuron_job *job, form f)
{
    memset(g, 0, sizeof *g);
    g->job = job;
    g->form = f;
    g->layer = job->task == TFI_NEURON_LINEAR;
    g->m = g->layer ? job->batch : job->m;
    g->batch = g->layer ? 1 : job->batch;
    g->k = job->k;
    g->n = job->n[0];
    g->sets = f == REAL ? 1 : 3;
    g->parts = f == REAL ? 1 : f == THREE ? 3 : 2;
    g->tiles_m = tfn_ceil_div(g->m, NCS_PARTITIONS);
}

/* Columns of a bank, and of what is loaded at once. */
static int64_t chunk_of(const gemm *g, int64_t panel)
{
    int64_t most = g->form == REAL ? TFN_BANK : TFN_BANK / 2;
    return tfn_ceil_div(panel, tfn_ceil_div(panel, most));
}

/* Rows of results under way. */
static int outs_of(const gemm *g, int64_t panel)
{
    return panel > chunk_of(g, panel) ? 2 : 3;
}

/* Bytes a partition of everything in SBUF, with `depth` panels of so many columns. */
static int64_t bytes_of(const gemm *g, int64_t panel, int depth)
{
    const tfi_neuron_job *job = g->job;
    bool split = job->mode == TFI_NEURON_BF16X3;
    int64_t raw = job->mode == TFI_NEURON_BF16 ? 2 : 4;
    int64_t results = g->form == REAL ? 1 : 2;
    int64_t all = depth * tfn_matrix_bytes(job, g->k, g->sets * panel);
    all += 2 * g->parts * tfn_matrix_bytes(job, g->k, NCS_PARTITIONS);
    all += RAW * g->k * raw + outs_of(g, panel) * results * panel * 4;
    if (g->form == THREE || split) {
        all += (STAGE + 2 + 2) * chunk_of(g, panel) * 4;
    }
    if (g->layer) {
        all += (g->form == THREE ? 8 : 4) * g->k * raw + 2 * g->n * 4;
        all += g->form == THREE ? 2 * chunk_of(g, panel) * 4 : 0;
    }
    return all + 1024;
}

/* The widest panels of which two fit, then as many as are of use; false: none. */
static bool choose_panels(const ncs_machine *machine, gemm *g)
{
    for (g->panels = 1;; g->panels++) {
        g->panel = tfn_ceil_div(g->n, g->panels);
        g->panels = tfn_ceil_div(g->n, g->panel);
        int64_t used = g->panels * g->batch;
        g->depth = (int)tfn_min(used, 2);
        if (g->panel <= 2 * TFN_BANK &&
            bytes_of(g, g->panel, g->depth) <= machine->sbuf_bytes) {
            while (g->depth < tfn_min(used, DEEP) &&
                   bytes_of(g, g->panel, g->depth + 1) <= machine->sbuf_bytes) {
                g->depth++;
            }
            return true;
        }
        if (g->panel <= 32) {
            return false;
        }
    }
}

static void make_tiles(gemm *g)
{
    tfn_writer *w = g->w;
    int32_t high = (int32_t)tfn_min(NCS_PARTITIONS, g->m);
    ncs_dtype raw = tfn_raw_dtype(w);
    bool several = g->tiles_m * g->panels * g->batch > 1;
    for (int i = 0; i < (several ? 2 : 1); i++) {
        for (int s = 0; s < g->parts; s++) {
            g->at[i][s] = tfn_matrix_tile(w, "at", g->k, high);
        }
    }
    for (int i = 0; i < g->depth; i++) {
        g->bm[i] = tfn_matrix_tile(w, "b", g->k, g->sets * g->panel);
    }
    g->raw = tfn_ring_sbuf(w, "a", RAW, raw, high, g->k);
    int32_t rows = (int32_t)tfn_min(NCS_PARTITIONS, g->k);
    if (g->layer) {
        g->raw_b = tfn_ring_sbuf(w, "w", g->form == THREE ? 8 : 4, raw,
                                 (int32_t)tfn_min(NCS_PARTITIONS, g->panel), g->k);
    }
    if (!g->layer && (g->form == THREE || w->mode == TFI_NEURON_BF16X3)) {
        g->stage = tfn_ring_sbuf(w, "stage", STAGE, NCS_F32, rows, g->chunk);
    }
    if (g->form == THREE && w->mode == TFI_NEURON_BF16X3) {
        g->temp = tfn_ring_sbuf(w, "temp", 2, NCS_F32, rows, g->chunk);
    }
    g->turns = tfn_ring_turns(w, 2);
    g->bank = tfn_ring_psum(w, "bank", NCS_PSUM_BANKS - 2, NCS_PARTITIONS, TFN_BANK);
    g->out = tfn_ring_sbuf(w, "c", outs_of(g, g->panel), w->io, high,
                           (g->form == REAL ? 1 : 2) * g->panel);
    if (g->form == THREE) {
        g->q = tfn_ring_sbuf(w, "k1", g->layer ? 4 : 2, NCS_F32, high, g->chunk);
    }
}

/* Columns at … of tile t of Br | Bi - Br | Br + Bi, from f32. */
static void sums_of_b(gemm *g, const tfn_matrix *b, int64_t t, int64_t offset,
                      int64_t at, int64_t wide)
{
    tfn_writer *w = g->w;
    int32_t high = (int32_t)tfn_matrix_high(b, t);
    int64_t one = 1;
    ncs_view x[2];
    for (int i = 0; i < 2; i++) {
        x[i] = ncs_columns(ncs_rows(tfn_ring_next(&g->stage), 0, high), 0, wide, 1);
        ncs_dma(w->b, QUEUE, x[i],
                ncs_hbm_rows(i == 0 ? g->b.re : g->b.im,
                             offset + t * NCS_PARTITIONS * g->n, high, g->n, 1, &wide,
                             &one));
    }
    tfn_operand_store(w, tfn_matrix_columns(b, t, at, wide), x[0]);
    tfn_operand_combine(w, tfn_matrix_columns(b, t, g->panel + at, wide), x[1],
                        NCS_SUBTRACT, x[0], &g->temp);
    tfn_operand_combine(w, tfn_matrix_columns(b, t, 2 * g->panel + at, wide), x[0],
                        NCS_ADD, x[1], &g->temp);
}

/* Rows `first` … of W become columns at … of B: Wr | Wi, or Wr | Wi - Wr | Wr + Wi. */
static void turn_weights(gemm *g, const tfn_matrix *b, int64_t first, int64_t at,
                         int64_t wide)
{
    tfn_writer *w = g->w;
    for (int64_t row = 0; row < wide; row += NCS_PARTITIONS) {
        int32_t high = (int32_t)tfn_min(NCS_PARTITIONS, wide - row);
        ncs_view raw[2];
        for (int i = 0; i < 2; i++) {
            raw[i] = ncs_rows(tfn_ring_next(&g->raw_b), 0, high);
            ncs_dma(w->b, QUEUE, raw[i],
                    ncs_rows(i == 0 ? g->b.re : g->b.im, (int32_t)(first + row), high));
        }
        tfn_matrix_turn(w, b, at + row, &g->turns, raw[0]);
        if (g->form != THREE) {
            tfn_matrix_turn(w, b, g->panel + at + row, &g->turns, raw[1]);
            continue;
        }
        for (int i = 0; i < 2; i++) {
            ncs_view sum = ncs_rows(tfn_ring_next(&g->raw_b), 0, high);
            tfn_combine(w, sum, raw[1], i == 0 ? NCS_SUBTRACT : NCS_ADD, raw[0]);
            tfn_matrix_turn(w, b, (1 + i) * g->panel + at + row, &g->turns, sum);
        }
    }
}

/* Columns at … of the step's panel, all tiles. Chunk by chunk, each before the products
 * with the one before, so that these begin early. */
static void load_chunk(gemm *g, const step *s, int64_t at)
{
    tfn_writer *w = g->w;
    int64_t wide = tfn_min(g->chunk, s->wide - at), first = s->first + at;
    int64_t offset = s->item * g->k * g->n + first;
    ncs_note(w->b, "load b");
    if (g->layer) {
        turn_weights(g, s->b, first, at, wide);
    }
    for (int64_t t = 0; t < tfn_matrix_tiles(s->b); t++) {
        if (g->form == THREE && !g->layer) {
            sums_of_b(g, s->b, t, offset, at, wide);
        }
        int loaded = g->form == THREE || g->layer ? 0 : g->form == REAL ? 1 : 2;
        for (int i = 0; i < loaded; i++) {
            tfn_matrix_load_tile(w, s->b, t, i * g->panel + at, &g->stage, QUEUE,
                                 i == 0 ? g->b.re : g->b.im, offset, g->n, wide);
        }
        if (g->form == FOUR) {
            tfn_operand_scale(w, tfn_matrix_columns(s->b, t, 2 * g->panel + at, wide),
                              tfn_matrix_columns(s->b, t, g->panel + at, wide), -1.0);
        }
    }
}

/* Rows of A, turned: Ar, Ai and for three products their sum. */
static const tfn_matrix *load_rows(gemm *g, const step *s, int64_t number)
{
    tfn_writer *w = g->w;
    tfn_matrix *at = g->at[number % 2];
    int32_t high = (int32_t)s->high;
    ncs_view raw[3];
    ncs_note(w->b, "load a");
    for (int i = 0; i < g->parts; i++) {
        raw[i] = ncs_rows(tfn_ring_next(&g->raw), 0, high);
        if (i < 2) {
            ncs_dma(w->b, QUEUE, raw[i],
                    ncs_rows(i == 0 ? g->a.re : g->a.im,
                             (int32_t)(s->item * g->m + s->row), high));
        } else {
            tfn_combine(w, raw[2], raw[0], NCS_ADD, raw[1]);
        }
    }
    ncs_note(w->b, "turn a");
    for (int i = 0; i < g->parts; i++) {
        tfn_matrix_turn(w, &at[i], 0, &g->turns, raw[i]);
    }
    return at;
}

/* Results of columns first … of the panel to their place in `out`: re | im. */
static void finish_four(gemm *g, ncs_view out, ncs_view bank, const step *s,
                        int64_t first, int64_t count)
{
    tfn_writer *w = g->w;
    int64_t n = g->form == REAL ? 1 : 2;
    int64_t size[] = { n, count }, apart[] = { g->panel, 1 }, of_bias[] = { g->n, 1 };
    ncs_view dst = ncs_pattern(out, first, 2, size, apart);
    bank = ncs_columns(bank, 0, n * count, 1);
    if (g->layer) {
        ncs_view bias =
            ncs_rows(ncs_pattern(g->bias_tile, s->first + first, 2, size, of_bias), 0,
                     (int32_t)s->high);
        (void)tfn_choose(w, TFN_DVE, n * count, 1);
        ncs_tensor_tensor(w->b, NCS_DVE, dst, bank, NCS_ADD, bias);
    } else if (g->job->scale == 1.0) {
        tfn_copy(w, dst, bank);
    } else {
        tfn_scale(w, dst, bank, g->job->scale);
    }
}

static void multiply_four(gemm *g, ncs_view out, const step *s, int64_t first,
                          int64_t count)
{
    int64_t n = g->form == REAL ? 1 : 2, size[] = { n, count };
    int64_t forth[] = { g->panel, 1 }, back[] = { -2 * g->panel, 1 };
    ncs_view bank = ncs_rows(tfn_ring_next(&g->bank), 0, (int32_t)s->high);
    ncs_view sum = ncs_columns(bank, 0, n * count, 1);
    for (int64_t t = 0; t < tfn_matrix_tiles(s->b); t++) {
        tfn_product(g->w, sum, tfn_matrix_columns(&s->at[0], t, 0, s->high),
                    tfn_matrix_pattern(s->b, t, first, 2, size, forth), t == 0);
        if (n == 2) {
            tfn_product(
                g->w, sum, tfn_matrix_columns(&s->at[1], t, 0, s->high),
                tfn_matrix_pattern(s->b, t, 2 * g->panel + first, 2, size, back),
                false);
        }
    }
    finish_four(g, out, bank, s, first, count);
}

static void multiply_three(gemm *g, ncs_view out, const step *s, int64_t first,
                           int64_t count)
{
    static const int part_of_a[] = { 2, 0, 1 };
    tfn_writer *w = g->w;
    int32_t high = (int32_t)s->high;
    double scale = g->job->scale;
    ncs_view k[3];
    for (int i = 0; i < 3; i++) {
        k[i] = ncs_columns(ncs_rows(tfn_ring_next(&g->bank), 0, high), 0, count, 1);
        tfn_matrix_product(w, k[i], &s->at[part_of_a[i]], 0, s->high, s->b,
                           i * g->panel + first, count, true);
    }
    ncs_view q[2];
    for (int i = 0; i < 2; i++) { /* k1, with the bias of Re and of Im */
        if (i == 0 || g->layer) {
            q[i] = ncs_columns(ncs_rows(tfn_ring_next(&g->q), 0, high), 0, count, 1);
        } else {
            q[i] = q[0];
        }
        if (g->layer) {
            ncs_view bias =
                ncs_columns(g->bias_tile, i * g->n + s->first + first, count, 1);
            ncs_tensor_tensor(w->b, NCS_DVE, q[i], k[0], NCS_ADD,
                              ncs_rows(bias, 0, high));
        } else if (i == 0) {
            ncs_activation(w->b, q[i], NCS_IDENTITY, k[0], scale, 0.0);
        }
    }
    ncs_scalar_tensor(w->b, ncs_columns(out, first, count, 1), k[2], NCS_MULTIPLY,
                      -scale, ncs_no_view(), NCS_ADD, q[0]);
    ncs_scalar_tensor(w->b, ncs_columns(out, g->panel + first, count, 1), k[1],
                      NCS_MULTIPLY, scale, ncs_no_view(), NCS_ADD, q[1]);
}

/* Columns at … of the panel, to their places in `out` and in HBM. */
static void multiply(gemm *g, ncs_view out, const step *s, int64_t at)
{
    tfn_writer *w = g->w;
    int64_t count = tfn_min(g->chunk, s->wide - at);
    ncs_note(w->b, "product");
    if (g->form == THREE) {
        multiply_three(g, out, s, at, count);
    } else {
        multiply_four(g, out, s, at, count);
    }
    ncs_note(w->b, "store");
    for (int i = 0; i < (g->form == REAL ? 1 : 2); i++) {
        ncs_view y = ncs_columns(i == 0 ? g->y.re : g->y.im, s->first + at, count, 1);
        ncs_dma(w->b, -1,
                ncs_rows(y, (int32_t)(s->item * g->m + s->row), (int32_t)s->high),
                ncs_columns(out, i * g->panel + at, count, 1));
    }
}

/* The operands of the number-th step, ready. */
static step next_step(gemm *g, int64_t number, const tfn_matrix *b)
{
    step s;
    int64_t panel = number / g->tiles_m % g->panels;
    s.item = number / g->tiles_m / g->panels;
    s.first = panel * g->panel;
    s.wide = tfn_min(g->panel, g->n - s.first);
    s.row = number % g->tiles_m * NCS_PARTITIONS;
    s.high = tfn_min(NCS_PARTITIONS, g->m - s.row);
    s.at = load_rows(g, &s, number);
    s.b = b;
    if (s.row == 0) {
        s.b = &g->bm[g->next_b++ % g->depth];
        load_chunk(g, &s, 0);
    }
    return s;
}

static void load_bias(gemm *g)
{
    int32_t rows = (int32_t)tfn_min(NCS_PARTITIONS, g->m);
    g->bias_tile = ncs_sbuf(g->w->b, "bias", NCS_F32, rows, 2 * g->n);
    for (int i = 0; i < 2; i++) {
        ncs_view from = i == 0 ? g->bias.re : g->bias.im;
        from.n_partitions = rows;
        from.row_stride = 0;
        ncs_dma(g->w->b, QUEUE, ncs_columns(g->bias_tile, i * g->n, g->n, 1), from);
    }
}

static void build(ncs_builder *b, const tfi_neuron_job *job, form f)
{
    tfn_writer w;
    gemm g;
    tfn_begin(&w, b, job);
    set_shape(&g, job, f);
    g.w = &w;
    (void)choose_panels(ncs_builder_machine(b), &g);
    g.chunk = chunk_of(&g, g.panel);
    bool real = f == REAL;
    g.a = tfn_inputs(&w, g.layer ? "xr" : "ar",
                     real      ? NULL
                     : g.layer ? "xi"
                               : "ai",
                     g.batch * g.m, g.k);
    g.b = tfn_inputs(&w, g.layer ? "wr" : "br",
                     real      ? NULL
                     : g.layer ? "wi"
                               : "bi",
                     g.layer ? g.n : g.batch * g.k, g.layer ? g.k : g.n);
    if (g.layer) {
        g.bias = tfn_inputs(&w, "br", "bi", 1, g.n);
    }
    g.y = tfn_outputs(&w, "yr", real ? NULL : "yi", g.batch * g.m, g.n);
    make_tiles(&g);
    int64_t steps = g.batch * g.panels * g.tiles_m;
    step s = next_step(&g, 0, NULL);
    if (g.layer) {
        load_bias(&g);
    }
    for (int64_t i = 0; i < steps && !tfn_failed(&w); i++) {
        step ahead = s;
        ncs_view out = ncs_rows(tfn_ring_next(&g.out), 0, (int32_t)s.high);
        for (int64_t at = 0; at < s.wide; at += g.chunk) {
            if (s.row == 0 && at + g.chunk < s.wide) {
                load_chunk(&g, &s, at + g.chunk);
            }
            if (at + g.chunk >= s.wide && i + 1 < steps) {
                ahead =
                    next_step(&g, i + 1, s.b); /* PE turns before its last product */
            }
            multiply(&g, out, &s, at);
        }
        s = ahead;
    }
}

static bool fits(const ncs_machine *machine, const tfi_neuron_job *job, form f)
{
    gemm g;
    set_shape(&g, job, f);
    return g.m >= 1 && g.k >= 1 && g.n >= 1 && g.batch >= 1 &&
           job->mode != TFI_NEURON_KAHAN && choose_panels(machine, &g);
}

static bool accepts_four(const ncs_machine *machine, const tfi_neuron_job *job)
{
    return fits(machine, job, job->real_product ? REAL : FOUR);
}

static void build_four(ncs_builder *b, const tfi_neuron_job *job)
{
    build(b, job, job->real_product ? REAL : FOUR);
}

static bool accepts_three(const ncs_machine *machine, const tfi_neuron_job *job)
{
    return !job->real_product && job->mode != TFI_NEURON_BF16 &&
           fits(machine, job, THREE);
}

static void build_three(ncs_builder *b, const tfi_neuron_job *job)
{
    build(b, job, THREE);
}

static bool accepts_layer(const ncs_machine *machine, const tfi_neuron_job *job)
{
    return job->scale == 1.0 && fits(machine, job, FOUR);
}

static void build_layer(ncs_builder *b, const tfi_neuron_job *job)
{
    build(b, job, FOUR);
}

static bool accepts_layer_three(const ncs_machine *machine, const tfi_neuron_job *job)
{
    return job->scale == 1.0 && job->mode != TFI_NEURON_BF16 &&
           fits(machine, job, THREE);
}

static void build_layer_three(ncs_builder *b, const tfi_neuron_job *job)
{
    build(b, job, THREE);
}

const tfi_neuron_kernel tfi_neuron_gemm_four = {
    "gemm",          "matrix product: four real products for two stationary loads",
    TFI_NEURON_GEMM, accepts_four,
    build_four,
};

const tfi_neuron_kernel tfi_neuron_gemm_three = {
    "gemm_three",    "complex matrix product in three real ones (Gauss)",
    TFI_NEURON_GEMM, accepts_three,
    build_three,
};

const tfi_neuron_kernel tfi_neuron_linear = {
    "linear",          "complex linear layer: X W^T + b, both turned on PE",
    TFI_NEURON_LINEAR, accepts_layer,
    build_layer,
};

const tfi_neuron_kernel tfi_neuron_linear_three = {
    "linear_three",    "the same in three real products (Gauss)",
    TFI_NEURON_LINEAR, accepts_layer_three,
    build_layer_three,
};
