/* dft_rows.c - contiguous rows of n <= 512 points, many at once.
 *
 * 128 partitions hold R consecutive rows each, as HBM has them (runs of R n numbers).
 * The even and odd parts are folded along the row before anything else:
 *   u_j = xr_j + xr_(n-j),  u_(n-j) = xi_j - xi_(n-j)
 *   v_j = xi_j + xi_(n-j),  v_(n-j) = xr_(n-j) - xr_j        (0 < j < n / 2)
 * so that with the real matrix T, rows cos for j <= n / 2 and sin for the others,
 *   Re X = u T,  Im X = v T:
 * two real products instead of four. PE transposes u and v; what it transposed is the
 * stationary operand, T the moving one, and the result has its rows on partitions
 * again. Rows shorter than 128 go together, T block-diagonal; longer ones in tiles of
 * at most 128 accumulated in PSUM. A real row folds into u alone; of a one-sided one
 * the two parts side by side are u.
 *
 * Budget for 128 rows of 128 points, f32, per row tile: PE 2 x 256 (transposes on v3)
 * + 2 x 512 cycles, DVE and POOL 4 x 126, ACT and DVE 4 x 128 copied columns, DMA
 * 2 x 128 KiB. bf16 (two products, the matrix in two parts): PE 2 x 256 + 2 x 256;
 * bf16x3: 2 x 256 + 2 x 384.
 */
#include "backend/neuron/kernels/kernels.h"
#include "backend/neuron/kernels/passes.h"

#include <string.h>

enum { BLOCKS = 4, UNITS = 4 }; /* on their way at once */
enum { SLOTS = 4, /* of 128 columns: what a bank of PSUM takes */ BANK = 512 };

typedef struct rows {
    tfn_writer *w;
    const tfn_rows_job *job;
    int64_t n, out;        /* points of a row of u, of a row of a result */
    int64_t group;         /* rows that go together, 1 where n > 64 */
    int64_t tiles, width;  /* a row in tiles of so many points; the last may be less */
    int64_t most_rows;     /* per partition */
    int n_u, n_x, n_y;     /* operands u, v; arrays read; results */
    tfn_operand matrix[2]; /* [width, tiles * group * out] of result 0, 1 */
    int matrix_of[2], u_of[2];
    tfn_ring x[2], u[2], turned[2], y[2];
    tfn_ring bank;
} rows;

/* T of the transform: `re` gives the first result, `im` the second. */
static void fill_matrix(rows *r, double *re, double *im, int64_t stride)
{
    const tfn_rows_job *job = r->job;
    int64_t n = r->n, half = n / 2;
    switch (job->transform) {
    case TFI_NEURON_C2C:
        tfn_fourier(r->w, n, -job->sign, job->scale, n, n, re, im, stride);
        for (int64_t j = half + 1; j < n && im != NULL; j++) {
            for (int64_t k = 0; k < n; k++) { /* row n - j': sin(2 pi j' k / n) */
                re[j * stride + k] = im[(n - j) * stride + k];
            }
        }
        break;
    case TFI_NEURON_R2C:
        tfn_fourier(r->w, n, job->sign, job->scale, n, r->out, re, im, stride);
        for (int64_t j = 0; j < n; j++) { /* u_(n-j) is x_j - x_(n-j) */
            for (int64_t k = 0; k < r->out; k++) {
                if (j <= half) {
                    im[j * stride + k] = 0.0;
                } else {
                    re[j * stride + k] = 0.0;
                    im[j * stride + k] = -im[j * stride + k];
                }
            }
        }
        break;
    case TFI_NEURON_C2R: /* rows: Re 0 … n/2, then Im 1 … (n-1)/2 */
        tfn_fourier(r->w, n, -job->sign, job->scale, half + 1, n, re, im, stride);
        for (int64_t j = 1; j <= half; j++) {
            bool twice = 2 * j != n;
            for (int64_t k = 0; k < n && twice; k++) {
                re[j * stride + k] *= 2.0;
                re[(half + j) * stride + k] = 2.0 * im[j * stride + k];
            }
        }
        break;
    }
}

/* `block` (n rows of `out`, `stride` apart) in tiles side by side, each of a group of
 * rows. */
static tfn_operand matrix_operand(rows *r, const double *block)
{
    int64_t high = r->group * r->width, wide = r->group * r->out;
    double *all = tfn_values(r->w, high * r->tiles * wide);
    for (int64_t t = 0; t < r->tiles && all != NULL; t++) {
        for (int64_t g = 0; g < r->group; g++) {
            for (int64_t j = 0; j < r->width && t * r->width + j < r->n; j++) {
                memcpy(
                    all + (g * r->width + j) * r->tiles * wide + t * wide + g * r->out,
                    block + (t * r->width + j) * r->out, (size_t)r->out * sizeof *all);
            }
        }
    }
    tfn_operand o = tfn_constant(r->w, "t", (int32_t)high, r->tiles * wide, all);
    tfn_values_free(r->w, all);
    return o;
}

static void load_matrices(rows *r)
{
    double *re = tfn_values(r->w, 2 * r->n * tfn_max(r->out, r->n));
    if (re == NULL) {
        return;
    }
    double *im = re + r->n * r->out;
    fill_matrix(r, re, im, r->out);
    r->matrix[0] = matrix_operand(r, re);
    if (r->job->transform == TFI_NEURON_R2C) {
        r->matrix[1] = matrix_operand(r, im);
    }
    tfn_values_free(r->w, re);
}

static void set_shape(rows *r, tfn_writer *w, const tfn_rows_job *job)
{
    memset(r, 0, sizeof *r);
    r->w = w;
    r->job = job;
    r->n = job->n;
    bool c2c = job->transform == TFI_NEURON_C2C;
    bool r2c = job->transform == TFI_NEURON_R2C;
    r->out = r2c ? job->n / 2 + 1 : job->n;
    r->n_u = c2c ? 2 : 1;
    r->n_x = r2c ? 1 : 2;
    r->n_y = c2c || r2c ? 2 : 1;
    r->u_of[1] = c2c ? 1 : 0;
    r->matrix_of[1] = r2c ? 1 : 0;
    r->tiles = tfn_ceil_div(r->n, NCS_PARTITIONS);
    r->width = tfn_ceil_div(r->n, r->tiles);
    r->group = r->tiles > 1 ? 1 : NCS_PARTITIONS / r->n;
    int64_t want = tfn_max(1, tfn_min(64, 1024 / r->n)); /* 4 KiB runs */
    r->group = tfn_min(r->group, tfn_max(1, job->lines / NCS_PARTITIONS));
    want = want / r->group * r->group;
    r->most_rows = tfn_max(r->group, want);
}

static void make_tiles(rows *r, int64_t partitions, int64_t rows_each)
{
    tfn_writer *w = r->w;
    int32_t p = (int32_t)partitions;
    bool folds = r->job->transform != TFI_NEURON_C2R;
    int64_t in = rows_each * r->n, out = rows_each * r->out;
    for (int i = 0; i < r->n_x && folds; i++) {
        r->x[i] = tfn_ring_sbuf(w, i == 0 ? "xr" : "xi", BLOCKS,
                                ncs_builder_dtype(w->b, r->job->src.x.re), p, in);
    }
    for (int i = 0; i < r->n_u; i++) {
        r->u[i] = tfn_ring_sbuf(w, i == 0 ? "u" : "v", BLOCKS, NCS_F32, p, in);
        r->turned[i] =
            tfn_ring_operand(w, i == 0 ? "ut" : "vt", 3, (int32_t)(r->group * r->width),
                             SLOTS * NCS_PARTITIONS);
    }
    for (int i = 0; i < r->n_y; i++) {
        r->y[i] = tfn_ring_sbuf(w, i == 0 ? "yr" : "yi", BLOCKS,
                                ncs_builder_dtype(w->b, r->job->dst.x.re), p, out);
    }
    r->bank = tfn_ring_psum(w, "bank", NCS_PSUM_BANKS, NCS_PARTITIONS, BANK);
}

static void free_tiles(rows *r)
{
    for (int i = 0; i < 2; i++) {
        tfn_ring_free(r->w, &r->x[i]);
        tfn_ring_free(r->w, &r->u[i]);
        tfn_ring_free(r->w, &r->turned[i]);
        tfn_ring_free(r->w, &r->y[i]);
        tfn_operand_free(r->w, r->matrix[i]);
    }
    tfn_ring_free(r->w, &r->bank);
}

/* --- one block: `p` partitions of `each` rows --- */

typedef struct block {
    int64_t first, p, each;
    ncs_view x[2], u[2], y[2];
} block;

/* Rows from + r of each partition's, `points` from point `at` on, step +-1. */
static ncs_view part(ncs_view tile, int64_t pitch, int64_t from, int64_t count,
                     int64_t at, int64_t points, int64_t step)
{
    int64_t size[] = { count, points }, stride[] = { pitch, step };
    return ncs_pattern(tile, from * pitch + at, 2, size, stride);
}

static ncs_view lines_view(ncs_view hbm, const tfn_lines *lines, const block *k,
                           int64_t from, int64_t count, int64_t at, int64_t points)
{
    int64_t size[] = { count, points }, stride[] = { lines->line_stride, 1 };
    return ncs_hbm_rows(hbm,
                        lines->offset + (k->first + from) * lines->line_stride + at,
                        (int32_t)k->p, k->each * lines->line_stride, 2, size, stride);
}

static ncs_view member(tfn_pair x, int i)
{
    return i == 0 ? x.re : x.im;
}

static void load(rows *r, const block *k, int64_t from, int64_t count)
{
    ncs_note(r->w->b, "load");
    const tfn_lines *src = &r->job->src;
    if (r->job->transform != TFI_NEURON_C2R) {
        for (int i = 0; i < r->n_x; i++) {
            ncs_dma(r->w->b, -1, part(k->x[i], r->n, from, count, 0, r->n, 1),
                    lines_view(member(src->x, i), src, k, from, count, 0, r->n));
        }
        return;
    }
    int64_t half = r->n / 2, odd = (r->n - 1) / 2;
    ncs_dma(r->w->b, -1, part(k->u[0], r->n, from, count, 0, half + 1, 1),
            lines_view(src->x.re, src, k, from, count, 0, half + 1));
    if (odd > 0) {
        ncs_dma(r->w->b, -1, part(k->u[0], r->n, from, count, half + 1, odd, 1),
                lines_view(src->x.im, src, k, from, count, 1, odd));
    }
}

/* What array `from` gives to operand `to`: its even part if they belong together, its
 * odd one otherwise (and of a real array, which has but one operand, both). */
static void fold_part(rows *r, ncs_view to, ncs_view x, bool even, bool negated,
                      int64_t from, int64_t count)
{
    int64_t n = r->n, pairs = (n - 1) / 2;
    ncs_view low = part(x, n, from, count, 1, pairs, 1);
    ncs_view high = part(x, n, from, count, n - 1, pairs, -1);
    if (even) { /* points 0 and n / 2 have no partner */
        int64_t single[] = { count, n % 2 == 0 ? 2 : 1 }, apart[] = { n, n / 2 };
        ncs_view dst = ncs_pattern(to, from * n, 2, single, apart);
        ncs_view src = ncs_pattern(x, from * n, 2, single, apart);
        unsigned engine = r->w->pool_on ? TFN_POOL : TFN_ACT;
        ncs_copy(r->w->b, tfn_choose(r->w, engine, 2 * count, 1), dst, src);
    }
    if (pairs > 0 && even) {
        tfn_combine(r->w, part(to, n, from, count, 1, pairs, 1), low, NCS_ADD, high);
    } else if (pairs > 0) {
        tfn_combine(r->w, part(to, n, from, count, n - 1, pairs, -1),
                    negated ? high : low, NCS_SUBTRACT, negated ? low : high);
    }
}

static void fold(rows *r, const block *k, int64_t from, int64_t count)
{
    if (r->job->transform == TFI_NEURON_C2R) {
        return;
    }
    ncs_note(r->w->b, "fold");
    for (int i = 0; i < r->n_x; i++) { /* xr, which is there first, then xi */
        int odd_to = r->n_u == 1 ? 0 : 1 - i;
        fold_part(r, k->u[odd_to], k->x[i], false, odd_to == 1, from, count);
        fold_part(r, k->u[i], k->x[i], true, false, from, count);
    }
}

/* Transposes of `groups` groups of `rows_in` rows from row `from` on, as an operand of
 * slots (group, tile). */
static tfn_operand turn(rows *r, const block *k, int which, int64_t from,
                        int64_t groups, int64_t rows_in)
{
    ncs_note(r->w->b, "transpose");
    int32_t p = (int32_t)k->p;
    ncs_view bank = tfn_ring_next(&r->bank);
    tfn_operand turned = tfn_ring_next_operand(&r->turned[which]);
    int64_t last = r->n - (r->tiles - 1) * r->width;
    for (int64_t g = 0; g < groups; g++) {
        for (int64_t t = 0; t < r->tiles; t++) {
            int64_t wide =
                r->tiles > 1 ? (t + 1 < r->tiles ? r->width : last) : rows_in * r->n;
            int64_t at = (from + g * rows_in) * r->n + t * r->width;
            ncs_transpose(r->w->b, NCS_PE,
                          ncs_rows(ncs_columns(bank, (g * r->tiles + t) * p, p, 1), 0,
                                   (int32_t)wide),
                          ncs_columns(k->u[which], at, wide, 1));
        }
    }
    int64_t same = last == r->width ? r->tiles : r->tiles - 1; /* tiles as high */
    for (int64_t t = 0; t < r->tiles; t += same) {
        int64_t high = r->tiles > 1 ? (t == 0 ? r->width : last) : rows_in * r->n;
        int64_t size[] = { groups, (t == 0 ? same : 1) * p };
        int64_t stride[] = { r->tiles * p, 1 };
        ncs_view from_bank =
            ncs_rows(ncs_pattern(bank, t * p, 2, size, stride), 0, (int32_t)high);
        tfn_operand to = tfn_operand_rows(
            tfn_operand_pattern(turned, t * p, 2, size, stride), 0, (int32_t)high);
        tfn_operand_store(r->w, to, from_bank);
    }
    return turned;
}

/* A bank of results: `groups` groups of `rows_in` rows. */
static void multiply(rows *r, const block *k, const tfn_operand *turned, int64_t from,
                     int64_t groups, int64_t rows_in)
{
    int32_t p = (int32_t)k->p;
    int64_t last = r->n - (r->tiles - 1) * r->width;
    int64_t wide = rows_in * r->out, pitch = r->group * r->out;
    for (int i = 0; i < r->n_y; i++) {
        ncs_note(r->w->b, "product");
        ncs_view bank = ncs_rows(tfn_ring_next(&r->bank), 0, p);
        for (int64_t g = 0; g < groups; g++) {
            for (int64_t t = 0; t < r->tiles; t++) {
                int64_t high = r->tiles > 1 ? (t + 1 < r->tiles ? r->width : last)
                                            : rows_in * r->n;
                tfn_operand stationary =
                    tfn_operand_rows(tfn_operand_columns(turned[r->u_of[i]],
                                                         (g * r->tiles + t) * p, p, 1),
                                     0, (int32_t)high);
                tfn_operand moving = tfn_operand_rows(
                    tfn_operand_columns(r->matrix[r->matrix_of[i]], t * pitch, wide, 1),
                    0, (int32_t)high);
                tfn_product(r->w, ncs_columns(bank, g * wide, wide, 1), stationary,
                            moving, t == 0);
            }
        }
        ncs_note(r->w->b, "result");
        tfn_copy(r->w, ncs_columns(k->y[i], from * r->out, groups * wide, 1),
                 ncs_columns(bank, 0, groups * wide, 1));
    }
}

static void store(rows *r, const block *k, int64_t from, int64_t count)
{
    ncs_note(r->w->b, "store");
    const tfn_lines *dst = &r->job->dst;
    for (int i = 0; i < r->n_y; i++) {
        ncs_dma(r->w->b, -1,
                lines_view(member(dst->x, i), dst, k, from, count, 0, r->out),
                part(k->y[i], r->out, from, count, 0, r->out, 1));
    }
}

/* --- the order of work: loads first, then each unit folded, transposed, multiplied,
 * one unit behind the other, so that no engine waits for the next in a chain --- */

static block next_block(rows *r, int64_t first)
{
    block k = { 0 };
    int64_t left = r->job->lines - first;
    k.first = first;
    k.p = tfn_min(NCS_PARTITIONS, left);
    k.each = tfn_min(r->most_rows, left / k.p);
    bool folds = r->job->transform != TFI_NEURON_C2R;
    for (int i = 0; i < r->n_x && folds; i++) {
        k.x[i] = ncs_rows(tfn_ring_next(&r->x[i]), 0, (int32_t)k.p);
    }
    for (int i = 0; i < r->n_u; i++) {
        k.u[i] = ncs_rows(tfn_ring_next(&r->u[i]), 0, (int32_t)k.p);
    }
    for (int i = 0; i < r->n_y; i++) {
        k.y[i] = ncs_rows(tfn_ring_next(&r->y[i]), 0, (int32_t)k.p);
    }
    return k;
}

/* A bank's worth of a block: `groups` groups of `rows_in` rows from row `from` on. */
typedef struct unit {
    block k;
    int64_t from, groups, rows_in;
    tfn_operand turned[2];
} unit;

static int64_t rows_of(const unit *u)
{
    return u->groups * u->rows_in;
}

typedef struct walk {
    block block[BLOCKS]; /* loaded, in turns */
    int64_t n_loaded, loaded_lines;
    int64_t n_begun, done_rows; /* blocks taken into units; rows of the last one */
    int64_t at_once;            /* groups of a unit */
} walk;

/* The first block comes piece by piece, so that work can begin. */
static void load_block(rows *r, walk *v)
{
    block k = next_block(r, v->loaded_lines);
    int64_t piece = v->n_loaded == 0 ? v->at_once * r->group : k.each;
    for (int64_t from = 0; from < k.each; from += piece) {
        load(r, &k, from, tfn_min(piece, k.each - from));
        if (v->n_loaded == 0 && (from == piece || piece >= k.each)) {
            load_matrices(r);
        }
    }
    v->loaded_lines += k.p * k.each;
    v->block[v->n_loaded++ % BLOCKS] = k;
}

/* The next unit; false: all are begun. */
static bool next_unit(rows *r, walk *v, unit *u)
{
    block *k = &v->block[(v->n_begun + BLOCKS - 1) % BLOCKS];
    if (v->n_begun == 0 || v->done_rows == k->each) {
        if (v->n_begun == v->n_loaded) {
            return false;
        }
        k = &v->block[v->n_begun++ % BLOCKS];
        v->done_rows = 0;
        while (v->loaded_lines < r->job->lines && v->n_loaded < v->n_begun + 2) {
            load_block(r, v);
        }
    }
    u->k = *k;
    u->from = v->done_rows;
    u->rows_in = tfn_min(r->group, k->each - u->from);
    u->groups = tfn_min(v->at_once, (k->each - u->from) / u->rows_in);
    v->done_rows += rows_of(u);
    return true;
}

static bool is_last(const rows *r, const unit *u)
{
    return u->k.first + u->k.p * u->k.each == r->job->lines &&
           u->from + rows_of(u) == u->k.each;
}

static void finish_unit(rows *r, const unit *u)
{
    multiply(r, &u->k, u->turned, u->from, u->groups, u->rows_in);
    const block *k = &u->k;
    int64_t end = u->from + rows_of(u);
    bool last = k->first + k->p * k->each == r->job->lines;
    if (last) { /* piece by piece, so that little is left at the end */
        store(r, k, u->from, rows_of(u));
    } else if (end == k->each) {
        store(r, k, 0, k->each);
    }
}

void tfn_rows_pass(tfn_writer *w, const tfn_rows_job *job)
{
    rows r;
    set_shape(&r, w, job);
    int64_t p = tfn_min(NCS_PARTITIONS, job->lines);
    int64_t each = tfn_min(r.most_rows, job->lines / p);
    make_tiles(&r, p, each);
    walk v = { 0 };
    v.at_once = tfn_max(1, tfn_min(BANK / (r.group * r.out), SLOTS / r.tiles));
    while (v.at_once > 1 && job->lines < 4 * p * v.at_once * r.group) {
        v.at_once /= 2; /* few units: smaller ones */
    }
    load_block(&r, &v);
    const bool few = v.at_once < 4;
    unit u[UNITS];
    int64_t begun = 0;
    for (int64_t done = -2; (done < begun) && !tfn_failed(w); done++) {
        tfn_level(w);
        if (next_unit(&r, &v, &u[begun % UNITS])) {
            unit *fresh = &u[begun++ % UNITS];
            fold(&r, &fresh->k, fresh->from, rows_of(fresh));
        }
        const bool waiting = !is_last(&r, &u[(begun - 1) % UNITS]);
        if (few && waiting) {
            w->busy[NCS_DVE] += 1e3; /* held up by loads */
        }
        if (done + 1 >= 0 && done + 1 < begun) {
            unit *t = &u[(done + 1) % UNITS];
            for (int i = 0; i < r.n_u; i++) {
                t->turned[i] = turn(&r, &t->k, i, t->from, t->groups, t->rows_in);
            }
        }
        if (done >= 0) {
            w->busy[NCS_DVE] += few ? 1e3 : 0.0; /* results by the faster ACT */
            finish_unit(&r, &u[done % UNITS]);
        }
    }
    free_tiles(&r);
}

static bool accepts(const ncs_machine *machine, const tfi_neuron_job *job)
{
    (void)machine;
    return job->rank == 1 && job->n[0] <= TFN_ROWS_MOST &&
           job->mode != TFI_NEURON_KAHAN;
}

static void build(ncs_builder *b, const tfi_neuron_job *job)
{
    tfn_writer w;
    tfn_begin(&w, b, job);
    int64_t n = job->n[0], half = n / 2 + 1;
    tfn_rows_job rows_job;
    memset(&rows_job, 0, sizeof rows_job);
    rows_job.transform = (tfi_neuron_transform)job->transform;
    rows_job.n = n;
    rows_job.lines = job->batch;
    rows_job.sign = job->sign;
    rows_job.scale = job->scale;
    rows_job.src.line_stride = job->transform == TFI_NEURON_C2R ? half : n;
    rows_job.dst.line_stride = job->transform == TFI_NEURON_R2C ? half : n;
    rows_job.src.x =
        tfn_inputs(&w, "xr", job->transform == TFI_NEURON_R2C ? NULL : "xi", job->batch,
                   rows_job.src.line_stride);
    rows_job.dst.x =
        tfn_outputs(&w, "yr", job->transform == TFI_NEURON_C2R ? NULL : "yi",
                    job->batch, rows_job.dst.line_stride);
    tfn_rows_pass(&w, &rows_job);
}

const tfi_neuron_kernel tfi_neuron_dft_rows = {
    "dft_rows",     "rows of up to 512 points: folded, transposed on PE, one matrix",
    TFI_NEURON_DFT, accepts,
    build,
};
