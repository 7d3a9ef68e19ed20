/* butterfly.c - powers of two by radix-2 stages on DVE and POOL, without PE: the
 * kernel of mode kahan, and what a matrix product has to be compared with.
 *
 * Lines lie in the free dimension, several a partition. A stage takes a (the first half
 * of a line) and b (the second), both as [rest, done], to [rest, 2, done]:
 *   a + b,  (a - b) w^(r)    w = exp(sign 2 pi i / (2 rest)),  r < rest
 * so that the last one leaves the natural order (Stockham). Views do all the moving;
 * one table of n / 2 roots serves every stage, read with a stride.
 *
 * kahan: the product is compensated. D = a - b is split in two halves of 12 bits
 * (Dekker: h = 4097 D - (4097 D - D)), roots come split and with 24 more bits, and the
 * exact errors of the four real products are added to their sum.
 *
 * Budget of a stage, 128 x n points: 5 instructions of n elements, two operands each:
 * 10 n cycles, shared by DVE and POOL; kahan 33: 64 n. DMA 2 x 8 n bytes a line.
 */
#include "backend/neuron/kernels/kernels.h"
#include "backend/neuron/kernels/kernel_tools.h"

#include <string.h>

enum {
    MOST_N = 4096,
    CHUNK = 512,
    /* points of a line's half at once */ TEMPORARIES = 10
};

/* Parts of the roots in the table, n / 2 columns each. */
enum { WR, WI, WR_LOW, WR_HALF, WR_REST, WI_LOW, WI_HALF, WI_REST, N_PARTS };

typedef struct butterfly {
    nk_writer *w;
    const tfi_neuron_job *job;
    bool kahan;
    int64_t n, rows;         /* rows of a partition at most */
    ncs_view roots;          /* [128, parts, n / 2] */
    ncs_view t[TEMPORARIES]; /* [128, 2, rows, chunk] */
    nk_ring x;               /* [128, 2, rows, n] */
} butterfly;

/* A block of lines: p partitions of `each`. */
typedef struct block {
    int64_t first, p, each;
} block;

/* A piece of a stage: `rest` times `done` points of a half, from r and i on. */
typedef struct piece {
    int64_t each, n, done, r, i, rest_count, done_count;
} piece;

/* --- views: [2, each, rest, done] --- */

static ncs_view pattern4(ncs_view v, int64_t offset, const piece *k, int64_t part,
                         int64_t line, int64_t rest, int64_t done)
{
    int64_t size[] = { 2, k->each, k->rest_count, k->done_count };
    int64_t stride[] = { part, line, rest, done };
    return ncs_pattern(v, offset, 4, size, stride);
}

/* Half 0 or 1 of the lines, before the stage. */
static ncs_view half(ncs_view x, const piece *k, int which)
{
    int64_t at = which * k->n / 2 + k->r * k->done + k->i;
    return pattern4(x, at, k, k->each * k->n, k->n, k->done, 1);
}

/* Result 0 or 1, after it. */
static ncs_view result(ncs_view x, const piece *k, int which)
{
    int64_t at = (2 * k->r + which) * k->done + k->i;
    return pattern4(x, at, k, k->each * k->n, k->n, 2 * k->done, 1);
}

static ncs_view temporary(ncs_view t, const piece *k)
{
    int64_t c = k->rest_count * k->done_count;
    return pattern4(t, 0, k, k->each * c, c, k->done_count, 1);
}

/* One of re and im of such a view, by its first dimension. */
static ncs_view component(ncs_view v, int which)
{
    v.offset += which * v.stride[0];
    v.size[0] = 1;
    return v;
}

static ncs_view root(const butterfly *f, const piece *k, int part)
{
    int64_t at = part * f->n / 2 + k->r * k->done;
    return pattern4(f->roots, at, k, 0, 0, k->done, 0);
}

/* --- stages --- */

/* [e0 | e1] -> the error of D times the root in product, plus what its low part adds.
 */
static void product_error(butterfly *f, const piece *k, ncs_view error,
                          ncs_view product, ncs_view d, ncs_view high, ncs_view low,
                          ncs_view t, const int part[4])
{
    nk_writer *w = f->w;
    nk_combine(w, error, high, NCS_MULTIPLY, root(f, k, part[2]));
    nk_combine(w, error, error, NCS_SUBTRACT, product);
    nk_combine(w, t, high, NCS_MULTIPLY, root(f, k, part[3]));
    nk_combine(w, error, error, NCS_ADD, t);
    nk_combine(w, t, low, NCS_MULTIPLY, root(f, k, part[2]));
    nk_combine(w, error, error, NCS_ADD, t);
    nk_combine(w, t, low, NCS_MULTIPLY, root(f, k, part[3]));
    nk_combine(w, error, error, NCS_ADD, t);
    nk_combine(w, t, d, NCS_MULTIPLY, root(f, k, part[1]));
    nk_combine(w, error, error, NCS_ADD, t);
}

/* out = D w. */
static void times_root(butterfly *f, const piece *k, ncs_view out, ncs_view d)
{
    static const int re[] = { WR, WR_LOW, WR_HALF, WR_REST };
    static const int im[] = { WI, WI_LOW, WI_HALF, WI_REST };
    nk_writer *w = f->w;
    ncs_view t[TEMPORARIES];
    for (int i = 0; i < TEMPORARIES; i++) {
        t[i] = f->t[i].buffer >= 0 ? temporary(f->t[i], k) : ncs_no_view();
    }
    ncs_view p = t[1], q = t[2]; /* D re, D im */
    nk_combine(w, p, d, NCS_MULTIPLY, root(f, k, WR));
    nk_combine(w, q, d, NCS_MULTIPLY, root(f, k, WI));
    ncs_view sum = out;
    if (f->kahan) {
        ncs_view high = t[3], low = t[4];
        (void)nk_choose(w, NK_DVE, 2 * ncs_view_columns(&d), 2);
        ncs_scalar_tensor(w->b, low, d, NCS_MULTIPLY, 4097.0, ncs_no_view(),
                          NCS_SUBTRACT, d);
        ncs_scalar_tensor(w->b, high, d, NCS_MULTIPLY, 4097.0, ncs_no_view(),
                          NCS_SUBTRACT, low);
        nk_combine(w, low, d, NCS_SUBTRACT, high);
        product_error(f, k, t[5], p, d, high, low, t[7], re);
        product_error(f, k, t[6], q, d, high, low, t[8], im);
        sum = t[9];
    }
    nk_combine(w, component(sum, 0), component(p, 0), NCS_SUBTRACT, component(q, 1));
    nk_combine(w, component(sum, 1), component(p, 1), NCS_ADD, component(q, 0));
    if (f->kahan) {
        ncs_view e = t[5], g = t[6];
        nk_combine(w, component(t[7], 0), component(e, 0), NCS_SUBTRACT,
                   component(g, 1));
        nk_combine(w, component(t[7], 1), component(e, 1), NCS_ADD, component(g, 0));
        nk_combine(w, out, sum, NCS_ADD, t[7]);
    }
}

static void stage(butterfly *f, const block *b, ncs_view from, ncs_view to,
                  int64_t done)
{
    int64_t rest = f->n / 2 / done, points = f->n / 2;
    int64_t chunk = nk_min(points, nk_max(1, CHUNK / b->each));
    while (points % chunk != 0 || (chunk > done ? chunk % done : done % chunk) != 0) {
        chunk--;
    }
    for (int64_t at = 0; at < points; at += chunk) {
        nk_level(f->w);
        piece k = { b->each,
                    f->n,
                    done,
                    at / done,
                    at % done,
                    nk_max(1, chunk / done),
                    nk_min(done, chunk) };
        ncs_view x = half(from, &k, 0), y = half(from, &k, 1);
        nk_combine(f->w, result(to, &k, 0), x, NCS_ADD, y);
        if (rest == 1) {
            nk_combine(f->w, result(to, &k, 1), x, NCS_SUBTRACT, y);
            continue;
        }
        ncs_view d = temporary(f->t[0], &k);
        nk_combine(f->w, d, x, NCS_SUBTRACT, y);
        times_root(f, &k, result(to, &k, 1), d);
    }
}

/* --- what comes in and goes out --- */

static ncs_view lines(ncs_view hbm, const block *b, int64_t stride, int64_t points)
{
    int64_t size[] = { b->each, points }, there[] = { stride, 1 };
    return ncs_hbm_rows(hbm, b->first * stride, (int32_t)b->p, b->each * stride, 2,
                        size, there);
}

/* Points `at` … of the real or imaginary parts, step +-1. */
static ncs_view part(const butterfly *f, const block *b, ncs_view x, int which,
                     int64_t at, int64_t points, int64_t step)
{
    int64_t size[] = { b->each, points }, here[] = { f->n, step };
    return ncs_pattern(x, which * b->each * f->n + at, 2, size, here);
}

static void load(butterfly *f, const block *b, ncs_view x, nk_pair in)
{
    ncs_note(f->w->b, "load");
    bool c2r = f->job->transform == TFI_NEURON_C2R;
    int64_t points = c2r ? f->n / 2 + 1 : f->n, mirrored = (f->n - 1) / 2;
    ncs_dma(f->w->b, -1, part(f, b, x, 0, 0, points, 1),
            lines(in.re, b, points, points));
    if (in.im.buffer < 0) {
        ncs_memset(f->w->b, NCS_POOL, part(f, b, x, 1, 0, points, 1), 0.0);
    } else {
        ncs_dma(f->w->b, -1, part(f, b, x, 1, 0, points, 1),
                lines(in.im, b, points, points));
    }
    for (int i = 0; i < 2 && c2r && mirrored > 0; i++) {
        nk_scale(f->w, part(f, b, x, i, f->n - 1, mirrored, -1),
                 part(f, b, x, i, 1, mirrored, 1), i == 0 ? 1.0 : -1.0);
    }
}

static void store(butterfly *f, const block *b, ncs_view x, nk_pair out)
{
    bool r2c = f->job->transform == TFI_NEURON_R2C;
    int64_t points = r2c ? f->n / 2 + 1 : f->n;
    for (int i = 0; i < (out.im.buffer < 0 ? 1 : 2); i++) {
        ncs_view v = part(f, b, x, i, 0, points, 1);
        if (f->job->scale != 1.0) {
            nk_scale(f->w, v, v, f->job->scale);
        }
        ncs_note(f->w->b, "store");
        ncs_dma(f->w->b, -1, lines(i == 0 ? out.re : out.im, b, points, points), v);
    }
}

/* 12 bits of x, as Dekker's splitting gives them. */
static double half_of(double x)
{
    float f = (float)x, c = 4097.0F * f;
    float d = c - f;
    return (double)(c - d);
}

static void load_roots(butterfly *f)
{
    int64_t count = f->n / 2, parts = f->kahan ? N_PARTS : 2;
    double *values = nk_values(f->w, parts * count);
    if (values != NULL && count > 0) {
        nk_roots(f->w, f->n, (int)f->job->sign, count, values + WR * count,
                 values + WI * count);
        for (int64_t i = 0; i < count && f->kahan; i++) {
            for (int c = 0; c < 2; c++) {
                double x = values[(c == 0 ? WR : WI) * count + i];
                int low = c == 0 ? WR_LOW : WI_LOW;
                values[low * count + i] = x - (double)(float)x;
                values[(low + 1) * count + i] = half_of(x);
                values[(low + 2) * count + i] = (double)(float)x - half_of(x);
            }
        }
        f->roots =
            nk_vector_constant(f->w, "roots", NCS_PARTITIONS, 1, parts * count, values);
    }
    nk_values_free(f->w, values);
}

static void set_up(butterfly *f, nk_writer *w, const tfi_neuron_job *job)
{
    memset(f, 0, sizeof *f);
    f->w = w;
    f->job = job;
    f->kahan = job->mode == TFI_NEURON_KAHAN;
    f->n = job->n[0];
    f->rows = nk_max(1, nk_min(1024 / f->n, job->batch / NCS_PARTITIONS));
    int64_t chunk = nk_max(1, nk_min(f->n / 2, CHUNK / f->rows));
    int used = f->kahan ? TEMPORARIES : 3;
    for (int i = 0; i < TEMPORARIES; i++) {
        f->t[i] =
            i < used ? ncs_sbuf(w->b, "t", NCS_F32, NCS_PARTITIONS, 2 * f->rows * chunk)
                     : ncs_no_view();
    }
    int ring = f->n * f->rows > 2048 ? 2 : 4;
    f->x = nk_ring_sbuf(w, "x", ring, NCS_F32, NCS_PARTITIONS, 2 * f->rows * f->n);
    f->roots = ncs_no_view();
}

static bool accepts(const ncs_machine *machine, const tfi_neuron_job *job)
{
    (void)machine;
    int64_t n = job->n[0];
    return job->rank == 1 && n >= 1 && n <= MOST_N && (n & (n - 1)) == 0 &&
           (job->mode == TFI_NEURON_KAHAN || job->mode == TFI_NEURON_FAST);
}

static void build(ncs_builder *builder, const tfi_neuron_job *job)
{
    nk_writer w;
    nk_begin(&w, builder, job);
    bool r2c = job->transform == TFI_NEURON_R2C, c2r = job->transform == TFI_NEURON_C2R;
    int64_t n = job->n[0], one_sided = n / 2 + 1;
    nk_pair in =
        nk_inputs(&w, "xr", r2c ? NULL : "xi", job->batch, c2r ? one_sided : n);
    nk_pair out =
        nk_outputs(&w, "yr", c2r ? NULL : "yi", job->batch, r2c ? one_sided : n);
    butterfly f;
    set_up(&f, &w, job);
    for (int64_t at = 0; at < job->batch && !nk_failed(&w);) {
        block b = { at, nk_min(NCS_PARTITIONS, job->batch - at), 1 };
        b.each = nk_min(f.rows, (job->batch - at) / b.p);
        ncs_view x = ncs_rows(nk_ring_next(&f.x), 0, (int32_t)b.p);
        load(&f, &b, x, in);
        if (at == 0) {
            load_roots(&f);
        }
        butterfly here = f; /* the views of so many partitions */
        for (int i = 0; i < TEMPORARIES; i++) {
            here.t[i] = ncs_rows(f.t[i], 0, (int32_t)b.p);
        }
        here.roots = ncs_rows(f.roots, 0, (int32_t)b.p);
        for (int64_t done = 1; done < n; done *= 2) {
            ncs_note(builder, "stage");
            ncs_view to = ncs_rows(nk_ring_next(&f.x), 0, (int32_t)b.p);
            stage(&here, &b, x, to, done);
            x = to;
        }
        store(&f, &b, x, out);
        at += b.p * b.each;
    }
}

const tfi_neuron_kernel tfi_neuron_butterfly = {
    "butterfly",
    "powers of two to 4,096 by radix-2 stages on DVE and POOL; kahan: compensated",
    TFI_NEURON_DFT,
    accepts,
    build,
};
