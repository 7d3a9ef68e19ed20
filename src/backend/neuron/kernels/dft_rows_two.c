/* dft_rows_two.c - many rows of n1 n2 <= 2,048 points: a row a partition, in runs as
 * HBM has them, each step as rows of up to 128 points go (dft_rows.c).
 *
 * With j = j1 n2 + j2 and k = k1 + n1 k2, step 1 transforms j1 for every j2, twiddles
 * follow from PSUM, step 2 transforms j2 for every k1. Both steps are the same work on
 * units of up to 256 columns: fold the even and odd parts of a strided index, turn them
 * on PE, two real products per group, block-diagonal where the length is below 128. The
 * columns of step 2's matrix are in the order of the result: k2, then k1.
 * Step 1 of a block of rows alternates with step 2 of the block before.
 * Of a real row, u alone comes out of step 1's fold, k1 <= n1 / 2 are enough for step
 * 2, and the rest of the result is read backwards from it: half of the products. What
 * is to become real needs j2 <= n2 / 2 in step 1 alone, whose results [re | im], n2
 * numbers for each k1, are step 2's operand without a fold.
 *
 * Budget of 128 rows of 1,024 points, f32: PE 2 x 8 x 1,536 cycles, DVE and POOL
 * 4 x 2,048 (folds) + 4 x 2,048 (twiddles), ACT and DVE 6 x 1,024 copied columns, DMA
 * 2 x 1 MiB in runs of 4 KiB: four_step.c would have runs of 128 bytes.
 */
#include "backend/neuron/kernels/kernels.h"
#include "backend/neuron/kernels/kernel_tools.h"

#include <string.h>

enum { MOST_N = 2048, HALF = 256, LAG = 4, UNITS = LAG + 1 /* on their way */ };

/* A step: `length` points are transformed for `inner` neighbours, `group` at once. */
typedef struct level {
    int64_t length, inner, group;
    int64_t stride;        /* from point to point of what it reads */
    int64_t out;           /* results of each */
    int64_t pitch;         /* from re to im in what it reads */
    int parts, results;    /* of its operand (u, v) and of its results (re, im) */
    tfn_operand matrix[2]; /* [group length, group out] for re and im */
} level;

typedef struct two {
    tfn_writer *w;
    const tfi_neuron_job *job;
    int64_t n, n1, n2;
    level level[2];
    ncs_view twiddle; /* [128, -im | re | im], each of [j2, k1 < level[0].out] */
    tfn_ring x, b, y; /* [128, re | im] of a block */
    tfn_ring u, turned, product, bank;
} two;

typedef struct block {
    int64_t first;
    int32_t p;
    ncs_view x, b, y;
} block;

/* Neighbours from … + count of a step of a block. */
typedef struct unit {
    int64_t from, count;
    ncs_view u; /* [p, 2, length, count] */
    tfn_operand turned;
    block k;
    int step;
    bool last; /* of its block and step */
} unit;

/* --- tables --- */

/* Rows (neighbour, j): cos for j <= length / 2, else the sine that multiplies the odd
 * part, for re and, negated, for im; of real data the even part is re and the odd one
 * im alone. Columns (neighbour, k), or (k, neighbour). */
static void load_matrices(two *t, level *l, bool crossed)
{
    int64_t n = l->length, high = l->group * n, wide = l->group * l->out;
    bool real = l->parts == 1 && l->results == 2;
    bool packed = l->results == 1; /* [re 0 … n / 2 | im backwards] to real numbers */
    double *all = tfn_values(t->w, 2 * high * wide), *re = tfn_values(t->w, 2 * n * n);
    if (all != NULL && re != NULL) {
        double *im = re + n * n;
        tfn_fourier(t->w, n, -(int)t->job->sign, 1.0, n, n, re, im, n);
        for (int64_t i = 0; i < n * l->out * l->group; i++) {
            int64_t g = i / (n * l->out), j = i / l->out % n, k = i % l->out;
            bool even = 2 * j <= n;
            double x = even ? re[j * n + k] : im[(n - j) * n + k];
            int64_t at =
                (g * n + j) * wide + (crossed ? k * l->group + g : g * l->out + k);
            double weight = packed && j > 0 && 2 * j != n ? 2.0 : 1.0;
            all[at] = real && !even ? 0.0 : weight * x;
            all[high * wide + at] = !even ? -x : real ? 0.0 : x;
        }
    }
    for (int v = 0; v < l->results; v++) {
        l->matrix[v] = tfn_constant(t->w, v == 0 ? "tu" : "tv", (int32_t)high, wide,
                                    all == NULL ? NULL : all + v * high * wide);
    }
    tfn_values_free(t->w, re);
    tfn_values_free(t->w, all);
}

static void load_twiddle(two *t)
{
    int64_t kept = t->level[0].out, n = t->n2 * kept;
    double *values = tfn_values(t->w, 3 * n);
    if (values != NULL) {
        tfn_fourier(t->w, t->n, (int)t->job->sign, t->job->scale, t->n2, kept,
                    values + n, values + 2 * n, kept);
        for (int64_t i = 0; i < n; i++) {
            values[i] = -values[2 * n + i];
        }
    }
    t->twiddle = tfn_vector_constant(t->w, "twiddle", NCS_PARTITIONS, 1, 3 * n, values);
    tfn_values_free(t->w, values);
}

/* --- a unit's four stages --- */

/* [parts, points, count] from point `at` of the step's index in a tile [2, length,
 * inner], the parts in order or crossed. */
static ncs_view points(const two *t, const unit *u, ncs_view tile, int64_t at,
                       int64_t count, int step, bool crossed)
{
    const level *l = &t->level[u->step];
    int64_t size[] = { l->parts, count, u->count };
    int64_t stride[] = { crossed ? -l->pitch : l->pitch, step * l->stride, 1 };
    return ncs_pattern(tile, at * l->stride + u->from + (crossed ? l->pitch : 0), 3,
                       size, stride);
}

static ncs_view folded(const two *t, const unit *u, int64_t at, int64_t count, int step)
{
    const level *l = &t->level[u->step];
    int64_t size[] = { l->parts, count, u->count };
    int64_t stride[] = { l->length * u->count, step * u->count, 1 };
    return ncs_pattern(u->u, at * u->count, 3, size, stride);
}

/* u = [even re | odd im], v = [even im | odd re]; of real data u = [even | odd]. */
static void fold(two *t, unit *u)
{
    if (u->count == 0 || t->level[u->step].results == 1) {
        return;
    }
    ncs_note(t->w->b, "fold");
    int64_t n = t->level[u->step].length, pairs = (n - 1) / 2;
    bool crossed = u->step == 1 || t->job->transform != TFI_NEURON_R2C;
    ncs_view x = u->step == 0 ? u->k.x : u->k.b;
    u->u = ncs_rows(tfn_ring_next(&t->u), 0, u->k.p);
    /* points without a partner: 0, n / 2 */
    int64_t single = n % 2 == 0 ? 2 : 1;
    int apart = n % 2 == 0 ? (int)(n / 2) : 1;
    tfn_copy(t->w, folded(t, u, 0, single, apart),
             points(t, u, x, 0, single, apart, false));
    if (pairs > 0) {
        tfn_combine(t->w, folded(t, u, 1, pairs, 1),
                    points(t, u, x, 1, pairs, 1, false), NCS_ADD,
                    points(t, u, x, n - 1, pairs, -1, false));
        tfn_combine(t->w, folded(t, u, n - 1, pairs, -1),
                    points(t, u, x, 1, pairs, 1, crossed), NCS_SUBTRACT,
                    points(t, u, x, n - 1, pairs, -1, crossed));
    }
}

/* Groups of a unit: two whole ones, or one that may be short. */
static int64_t groups_of(const two *t, const unit *u)
{
    return tfn_ceil_div(u->count, t->level[u->step].group);
}

static int64_t members(const two *t, const unit *u)
{
    return tfn_min(t->level[u->step].group, u->count);
}

static void turn(two *t, unit *u)
{
    if (u->count == 0) {
        return;
    }
    ncs_note(t->w->b, "transpose");
    int64_t n = t->level[u->step].length, groups = groups_of(t, u), g = members(t, u);
    int64_t slots = t->level[u->step].parts * groups; /* u, u, v, v */
    int32_t p = u->k.p, high = (int32_t)(g * n);
    ncs_view bank = ncs_rows(tfn_ring_next(&t->bank), 0, high);
    for (int64_t s = 0; s < slots; s++) {
        int64_t size[] = { g, n }, stride[] = { 1, u->count };
        int64_t at = s / groups * n * u->count + s % groups * g;
        ncs_view from = u->u;
        if (t->level[u->step].results == 1) { /* B is the operand */
            from = u->k.b;
            at = u->from + s * g;
            stride[1] = t->level[1].stride;
        }
        ncs_transpose(t->w->b, NCS_PE, ncs_columns(bank, s * p, p, 1),
                      ncs_pattern(from, at, 2, size, stride));
    }
    u->turned = tfn_operand_rows(tfn_ring_next_operand(&t->turned), 0, high);
    u->turned = tfn_operand_columns(u->turned, 0, slots * p, 1);
    tfn_operand_store(t->w, u->turned, ncs_columns(bank, 0, slots * p, 1));
}

/* A pattern in the place of the two dimensions that a view has. */
static ncs_view part_of(ncs_view v, int64_t at, const int64_t size[2],
                        const int64_t stride[2])
{
    v.size[NCS_DIMS - 2] = 1;
    return ncs_pattern(v, at, 2, size, stride);
}

/* The real parts of j2 <= n2 / 2 to their places, the imaginary ones of 0 < j2 < n2 / 2
 * to those of n2 - j2. */
static void pack(two *t, const unit *u, ncs_view p, ncs_view q, int64_t half)
{
    int64_t n1 = t->n1, first = u->from == 0 ? 1 : 0;
    int64_t last = tfn_min(u->from + u->count, (t->n2 + 1) / 2); /* with a partner */
    int64_t size[] = { u->count, n1 }, to[] = { n1, 1 }, back[] = { -n1, 1 };
    tfn_combine(t->w, ncs_pattern(u->k.b, u->from * n1, 2, size, to),
                part_of(p, 0, size, to), NCS_ADD, part_of(q, 0, size, to));
    size[0] = last - u->from - first;
    if (size[0] > 0) {
        int64_t at = half + first * n1;
        tfn_combine(t->w,
                    ncs_pattern(u->k.b, (t->n2 - u->from - first) * n1, 2, size, back),
                    part_of(p, at, size, to), NCS_ADD, part_of(q, at, size, to));
    }
}

/* Step 1: B = bank times twiddles; step 2: the result in its order. */
static void deliver(two *t, const unit *u, ncs_view bank)
{
    const level *l = &t->level[u->step];
    int64_t half = u->count * l->out, pitch = t->level[1].pitch;
    if (u->step == 1) {
        int64_t g = members(t, u);
        int64_t size[] = { l->results, groups_of(t, u), l->out, g };
        int64_t from[] = { half, l->out * g, g, 1 }, to[] = { t->n, g, t->n1, 1 };
        ncs_note(t->w->b, "result");
        tfn_copy(t->w, ncs_pattern(u->k.y, u->from, 4, size, to),
                 ncs_pattern(bank, 0, 4, size, from));
        return;
    }
    ncs_note(t->w->b, "twiddle");
    int64_t size[] = { 2, half }, straight[] = { half, 1 }, crossed[] = { -half, 1 };
    int64_t same[] = { 0, 1 }, both[] = { 2 * pitch, 1 }, to[] = { pitch, 1 };
    int64_t at = u->from * l->out;
    ncs_view w = ncs_rows(t->twiddle, 0, u->k.p);
    ncs_view p = ncs_rows(tfn_ring_next(&t->product), 0, u->k.p);
    ncs_view q = ncs_rows(tfn_ring_next(&t->product), 0, u->k.p);
    p = ncs_pattern(p, 0, 2, size, straight);
    q = ncs_pattern(q, 0, 2, size, straight);
    (void)tfn_choose(t->w, TFN_DVE, 4 * half, 1);
    ncs_tensor_tensor(t->w->b, NCS_DVE, p, ncs_pattern(bank, 0, 2, size, straight),
                      NCS_MULTIPLY, ncs_pattern(w, pitch + at, 2, size, same));
    ncs_tensor_tensor(t->w->b, NCS_DVE, q, ncs_pattern(bank, half, 2, size, crossed),
                      NCS_MULTIPLY, ncs_pattern(w, at, 2, size, both));
    if (t->job->transform != TFI_NEURON_C2R) {
        tfn_combine(t->w, ncs_pattern(u->k.b, at, 2, size, to), p, NCS_ADD, q);
    } else {
        pack(t, u, p, q, half);
    }
}

static void multiply(two *t, unit *u)
{
    if (u->count == 0) {
        return;
    }
    ncs_note(t->w->b, "product");
    const level *l = &t->level[u->step];
    int64_t groups = groups_of(t, u), g = members(t, u), high = g * l->length;
    int64_t half = u->count * l->out, wide = g * l->out;
    ncs_view bank = ncs_rows(tfn_ring_next(&t->bank), 0, u->k.p);
    for (int64_t s = 0; s < l->results * groups; s++) {
        int64_t v = s / groups, slot = l->parts == 2 ? s : s % groups;
        tfn_operand m = tfn_operand_rows(l->matrix[v], 0, (int32_t)high);
        int64_t size[] = { l->out, g }, stride[] = { l->group, 1 };
        m = u->step == 1 ? tfn_operand_pattern(m, 0, 2, size, stride)
                         : tfn_operand_columns(m, 0, wide, 1);
        tfn_product(t->w, ncs_columns(bank, v * half + s % groups * wide, wide, 1),
                    tfn_operand_columns(u->turned, slot * u->k.p, u->k.p, 1), m, true);
    }
    deliver(t, u, ncs_columns(bank, 0, l->results * half, 1));
}

/* --- blocks --- */

static ncs_view rows_of(ncs_view hbm, const block *k, int64_t points)
{
    int64_t one[] = { 1 };
    return ncs_hbm_rows(hbm, k->first * points, k->p, points, 1, &points, one);
}

static block load(two *t, tfn_pair in, int64_t first)
{
    block k = { first, (int32_t)tfn_min(NCS_PARTITIONS, t->job->batch - first),
                tfn_ring_next(&t->x), tfn_ring_next(&t->b), tfn_ring_next(&t->y) };
    k.x = ncs_rows(k.x, 0, k.p);
    k.b = ncs_rows(k.b, 0, k.p);
    k.y = ncs_rows(k.y, 0, k.p);
    ncs_note(t->w->b, "load");
    bool c2r = t->job->transform == TFI_NEURON_C2R;
    int64_t points = c2r ? t->n / 2 + 1 : t->n, mirrored = (t->n - 1) / 2;
    for (int i = 0; i < (in.im.buffer < 0 ? 1 : 2); i++) {
        ncs_dma(t->w->b, -1, ncs_columns(k.x, i * t->n, points, 1),
                rows_of(i == 0 ? in.re : in.im, &k, points));
    }
    for (int i = 0; i < 2 && c2r && mirrored > 0; i++) { /* x_(n-k) = conj x_k */
        tfn_scale(t->w, ncs_columns(k.x, i * t->n + t->n - 1, mirrored, -1),
                  ncs_columns(k.x, i * t->n + 1, mirrored, 1), i == 0 ? 1.0 : -1.0);
    }
    return k;
}

/* X_(n - k) = conj X_k for the k1 that step 2 left out, as far as they are wanted. */
static void mirror(two *t, const block *k)
{
    int64_t kept = t->level[0].out, left = t->n1 - kept;
    int64_t rows = tfn_min(t->n2, tfn_ceil_div(t->n / 2 + 1, t->n1));
    int64_t size[] = { rows, left }, to[] = { t->n1, 1 }, from[] = { -t->n1, -1 };
    ncs_note(t->w->b, "mirror");
    for (int i = 0; i < 2 && left > 0; i++) {
        int64_t source = (t->n2 - 1) * t->n1 + t->n1 - kept;
        tfn_scale(t->w, ncs_pattern(k->y, i * t->n + kept, 2, size, to),
                  ncs_pattern(k->y, i * t->n + source, 2, size, from),
                  i == 0 ? 1.0 : -1.0);
    }
}

static void store(two *t, const block *k, tfn_pair out)
{
    bool r2c = t->job->transform == TFI_NEURON_R2C;
    if (r2c) {
        mirror(t, k);
    }
    int64_t points = r2c ? t->n / 2 + 1 : t->n;
    ncs_note(t->w->b, "store");
    for (int i = 0; i < (out.im.buffer < 0 ? 1 : 2); i++) {
        ncs_dma(t->w->b, -1, rows_of(i == 0 ? out.re : out.im, k, points),
                ncs_columns(k->y, i * t->n, points, 1));
    }
}

/* The units in turn: those of step 1 of a block, with step 2 of the one before between
 * them. */
typedef struct order {
    block k[3];              /* the block of step 1 and the ones before */
    int64_t blocks, started; /* blocks loaded for step 1 */
    int64_t at[2];           /* neighbours done of step 1, step 2 */
    int64_t since;           /* units since the last one of step 1 of k[1] */
} order;

static bool next_unit(two *t, order *o, tfn_pair in, unit *u)
{
    const int64_t inner[] = { t->level[0].inner, t->level[1].inner };
    bool open[] = { o->started > 0 && o->at[0]<inner[0], o->started> 1 &&
                    o->at[1] < inner[1] };
    if (!open[0] && !open[1]) {
        if (o->started == o->blocks + 1) {
            return false;
        }
        o->k[1] = o->k[0];
        if (o->started < o->blocks) { /* it has been loaded while the last one ran */
            o->k[0] = o->k[2];
            if (o->started + 1 < o->blocks) {
                o->k[2] = load(t, in, (o->started + 1) * NCS_PARTITIONS);
            }
            o->at[0] = 0;
        }
        o->at[1] = 0;
        o->since = 0;
        o->started++;
        open[0] = o->started <= o->blocks;
        open[1] = o->started > 1;
    }
    bool second = o->since >= LAG && open[1];
    int step =
        second && (!open[0] || o->at[1] * inner[0] < o->at[0] * inner[1]) ? 1 : 0;
    o->since++;
    if (step == 0 && !open[0]) {
        u->count = 0; /* nothing to do until step 1 has come out */
        u->last = false;
        return true;
    }
    const level *l = &t->level[step];
    int64_t left = l->inner - o->at[step];
    u->k = o->k[step];
    u->step = step;
    u->from = o->at[step];
    u->count = left >= 2 * l->group ? 2 * l->group : tfn_min(left, l->group);
    o->at[step] += u->count;
    u->last = step == 1 && o->at[1] == l->inner;
    return true;
}

static void set_up(two *t, tfn_writer *w, const tfi_neuron_job *job)
{
    int32_t all = NCS_PARTITIONS;
    bool r2c = job->transform == TFI_NEURON_R2C, c2r = job->transform == TFI_NEURON_C2R;
    t->w = w;
    t->job = job;
    t->n = job->n[0];
    level *first = &t->level[0], *second = &t->level[1];
    first->length = t->n1;
    first->inner = c2r ? t->n2 / 2 + 1 : t->n2;
    first->stride = second->length = second->out = t->n2;
    first->out = second->inner = second->stride = r2c ? t->n1 / 2 + 1 : t->n1;
    first->pitch = t->n;
    second->pitch = t->n2 * first->out;
    first->parts = r2c ? 1 : 2;
    second->results = second->parts = c2r ? 1 : 2;
    first->results = 2;
    for (int s = 0; s < 2; s++) {
        level *l = &t->level[s];
        l->group = tfn_min(NCS_PARTITIONS / l->length, l->inner);
    }
    t->x = tfn_ring_sbuf(w, "x", 2, w->io, all, (r2c ? 1 : 2) * t->n);
    t->b = tfn_ring_sbuf(w, "b", 2, NCS_F32, all, 2 * second->pitch);
    t->y = tfn_ring_sbuf(w, "y", 2, w->io, all, (c2r ? 1 : 2) * t->n);
    t->u = tfn_ring_sbuf(w, "u", LAG + 1, NCS_F32, all, 2 * HALF);
    t->turned = tfn_ring_operand(w, "turned", 3, all, 2 * HALF);
    t->product = tfn_ring_sbuf(w, "product", 4, NCS_F32, all, 2 * HALF);
    t->bank = tfn_ring_psum(w, "bank", NCS_PSUM_BANKS, all, 2 * HALF);
}

static void run(two *t, tfn_pair in, tfn_pair out)
{
    order o;
    memset(&o, 0, sizeof o);
    o.blocks = tfn_ceil_div(t->job->batch, NCS_PARTITIONS);
    o.k[2] = load(t, in, 0);
    load_matrices(t, &t->level[0], false);
    load_twiddle(t);
    load_matrices(t, &t->level[1], true);
    unit u[UNITS];
    int64_t begun = 0;
    for (int64_t done = -LAG; done < begun && !tfn_failed(t->w); done++) {
        tfn_level(t->w);
        if (next_unit(t, &o, in, &u[begun % UNITS])) {
            fold(t, &u[begun++ % UNITS]);
        }
        if (done + 1 >= 0 && done + 1 < begun) {
            turn(t, &u[(done + 1) % UNITS]);
        }
        if (done >= 0) {
            unit *now = &u[done % UNITS];
            multiply(t, now);
            if (now->last) {
                store(t, &now->k, out);
            }
        }
    }
}

/* Fewest groups of both steps; n1 the larger factor. */
static bool split(int64_t n, int64_t *n1, int64_t *n2)
{
    int64_t best = 0;
    for (int64_t a = NCS_PARTITIONS; a * a >= n; a--) {
        if (n % a != 0) {
            continue;
        }
        int64_t b = n / a, cost = tfn_ceil_div(b, tfn_min(b, NCS_PARTITIONS / a)) +
                                  tfn_ceil_div(a, tfn_min(a, NCS_PARTITIONS / b));
        if (best == 0 || cost < best) {
            best = cost;
            *n1 = a;
            *n2 = b;
        }
    }
    return best > 0 && *n2 > 1;
}

static bool accepts(const ncs_machine *machine, const tfi_neuron_job *job)
{
    (void)machine;
    int64_t n1 = 0, n2 = 0;
    return job->rank == 1 && job->mode != TFI_NEURON_KAHAN &&
           job->n[0] > NCS_PARTITIONS && job->n[0] <= MOST_N &&
           split(job->n[0], &n1, &n2);
}

static void build(ncs_builder *b, const tfi_neuron_job *job)
{
    tfn_writer w;
    two t;
    memset(&t, 0, sizeof t);
    if (!split(job->n[0], &t.n1, &t.n2)) {
        return; /* not of a job that was accepted */
    }
    tfn_begin(&w, b, job);
    bool r2c = job->transform == TFI_NEURON_R2C, c2r = job->transform == TFI_NEURON_C2R;
    int64_t n = job->n[0], half = n / 2 + 1;
    tfn_pair in = tfn_inputs(&w, "xr", r2c ? NULL : "xi", job->batch, c2r ? half : n);
    tfn_pair out = tfn_outputs(&w, "yr", c2r ? NULL : "yi", job->batch, r2c ? half : n);
    set_up(&t, &w, job);
    run(&t, in, out);
}

const tfi_neuron_kernel tfi_neuron_dft_rows_two = {
    "dft_rows_two", "many rows of up to 2,048 points in two steps, a row a partition",
    TFI_NEURON_DFT, accepts,
    build,
};
