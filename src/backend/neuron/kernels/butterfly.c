/* butterfly.c - powers of two by radix-2 stages on DVE and POOL: the kernel of mode
 * kahan, and what a matrix product has to be compared with.
 *
 *   a + b,  (a - b) w^r
 *
 * kahan: every number is a pair, a high part and what rounding left of it. Sums and
 * differences keep their error (Knuth: e = (a - (s - (s - a))) + (b - (s - a))). Of a
 * product D w the high part of D is cut in two halves of 12 bits (Dekker: t = 4097 D -
 * D, h = 4097 D - t) and the root is a head of 12 bits and a tail of 24, so that h
 * times the head is exact and all else is small. Only the last sum rounds.
 *
 * Budget of a stage, 128 x n points: 5 instructions of n elements, two operands each:
 * 10 n cycles, shared by DVE and POOL; kahan 39: DVE and POOL 38 to 40 n each. DMA
 * 2 x 8 n bytes a line.
 */
#include "backend/neuron/kernels/kernels.h"
#include "backend/neuron/kernels/stages.h"

#include <string.h>

/* Lists of the table: re and im, their heads and tails. */
enum { WR, WI, WR_HEAD, WR_TAIL, WI_HEAD, WI_TAIL, N_LISTS };

static int64_t radix_of(int64_t n, int64_t done)
{
    (void)n;
    (void)done;
    return 2;
}

/* --- plain --- */

/* [re | im] of (p + i q) where p = D re, q = D im of the root. */
static void cross(tfn_writer *w, ncs_view to, ncs_view p, ncs_view q)
{
    tfn_combine(w, tfn_piece_component(to, 0), tfn_piece_component(p, 0), NCS_SUBTRACT,
                tfn_piece_component(q, 1));
    tfn_combine(w, tfn_piece_component(to, 1), tfn_piece_component(p, 1), NCS_ADD,
                tfn_piece_component(q, 0));
}

static void plain_product(tfn_stages *s, const tfn_piece *k, ncs_view to, ncs_view d)
{
    ncs_view p = tfn_piece_temporary(s, 1, k), q = tfn_piece_temporary(s, 2, k);
    tfn_combine(s->w, p, d, NCS_MULTIPLY, tfn_piece_root(s, k, WR, 1));
    tfn_combine(s->w, q, d, NCS_MULTIPLY, tfn_piece_root(s, k, WI, 1));
    cross(s->w, to, p, q);
}

static void plain_stage(tfn_stages *s, const tfn_piece *k, ncs_view from, ncs_view to)
{
    ncs_view x = tfn_piece_in(from, k, 0);
    if (k->radix == 1) {
        plain_product(s, k, tfn_piece_out(to, k, 0), x);
        return;
    }
    ncs_view y = tfn_piece_in(from, k, 1);
    tfn_combine(s->w, tfn_piece_out(to, k, 0), x, NCS_ADD, y);
    if (k->rest == 1) {
        tfn_combine(s->w, tfn_piece_out(to, k, 1), x, NCS_SUBTRACT, y);
        return;
    }
    ncs_view d = tfn_piece_temporary(s, 0, k);
    tfn_combine(s->w, d, x, NCS_SUBTRACT, y);
    plain_product(s, k, tfn_piece_out(to, k, 1), d);
}

/* --- pairs --- */

/* Two chains side by side, one on DVE and one on POOL, so that neither waits for the
 * other; without POOL they take turns on DVE. */
enum { LANES = 2 };

static void on_lane(tfn_writer *w, int lane, ncs_view dst, ncs_view x, ncs_alu op,
                    ncs_view y)
{
    ncs_tensor_tensor(w->b, lane == 1 && w->pool_on ? NCS_POOL : NCS_DVE, dst, x, op,
                      y);
}

/* sum = a op b, error = what rounding it lost; t: scratch. None of the five overlap. */
typedef struct exact_sum {
    ncs_view sum, error, a, b, t;
    ncs_alu op;
} exact_sum;

static void exact_sums(tfn_writer *w, const exact_sum e[LANES])
{
    for (int step = 0; step < 6; step++) {
        for (int i = LANES - 1; i >= 0; i--) {
            const exact_sum *x = &e[i];
            ncs_alu opposite = x->op == NCS_ADD ? NCS_SUBTRACT : NCS_ADD;
            switch (step) {
            case 0: on_lane(w, i, x->sum, x->a, x->op, x->b); break;
            case 1: on_lane(w, i, x->t, x->sum, NCS_SUBTRACT, x->a); break;
            case 2: on_lane(w, i, x->error, x->sum, NCS_SUBTRACT, x->t); break;
            case 3: on_lane(w, i, x->error, x->a, NCS_SUBTRACT, x->error); break;
            case 4: on_lane(w, i, x->t, x->b, opposite, x->t); break;
            default: on_lane(w, i, x->error, x->error, x->op, x->t); break;
            }
        }
    }
}

/* to[0] = x - y, to[1] = x + y of pairs, each with its low part, or `rounded` to one
 * number. Temporaries 2 … 7. */
static void pair_sums(tfn_stages *s, const tfn_piece *k, ncs_view from,
                      const ncs_view to[LANES], const ncs_view low[LANES], bool rounded)
{
    ncs_view x = tfn_piece_in(from, k, 0), y = tfn_piece_in(from, k, 1);
    exact_sum e[LANES];
    for (int i = 0; i < LANES; i++) {
        ncs_view sum = rounded ? tfn_piece_temporary(s, 4 + i, k) : to[i];
        ncs_view error = rounded ? tfn_piece_temporary(s, 6 + i, k) : low[i];
        e[i] = (exact_sum){ sum,
                            error,
                            x,
                            y,
                            tfn_piece_temporary(s, 2 + i, k),
                            i == 0 ? NCS_SUBTRACT : NCS_ADD };
    }
    exact_sums(s->w, e);
    for (int i = 0; i < LANES && s->low_in; i++) {
        on_lane(s->w, i, e[i].t, tfn_piece_low(x, k), e[i].op, tfn_piece_low(y, k));
    }
    for (int i = 0; i < LANES && s->low_in; i++) {
        on_lane(s->w, i, e[i].error, e[i].error, NCS_ADD, e[i].t);
    }
    for (int i = 0; i < LANES && rounded; i++) {
        on_lane(s->w, i, to[i], e[i].sum, NCS_ADD, e[i].error);
    }
}

/* small[i] = D tail + low head + D_low root, of re (i = 0) and im; `more`: scratch. */
static void small_products(tfn_stages *s, const tfn_piece *k, ncs_view low, ncs_view d,
                           ncs_view d_low, const ncs_view small[LANES],
                           const ncs_view more[LANES])
{
    static const int list[3][LANES] = { { WR_TAIL, WI_TAIL },
                                        { WR_HEAD, WI_HEAD },
                                        { WR, WI } };
    const ncs_view factor[3] = { d, low, d_low };
    for (int term = 0; term < 3; term++) {
        for (int i = 0; i < LANES; i++) {
            on_lane(s->w, i, term == 0 ? small[i] : more[i], factor[term], NCS_MULTIPLY,
                    tfn_piece_root(s, k, list[term][i], 1));
        }
        for (int i = 0; i < LANES && term > 0; i++) {
            on_lane(s->w, i, small[i], small[i], NCS_ADD, more[i]);
        }
    }
}

/* to = D (a high part, and a low one) times the root; temporaries 2 … 9. */
static void pair_product(tfn_stages *s, const tfn_piece *k, ncs_view to,
                         ncs_view to_low, ncs_view d, ncs_view d_low)
{
    tfn_writer *w = s->w;
    ncs_view t[TFN_STAGE_TEMPORARIES];
    for (int i = 2; i < TFN_STAGE_TEMPORARIES; i++) {
        t[i] = tfn_piece_temporary(s, i, k);
    }
    ncs_view high = t[2], low = t[3], p = t[4], q = t[5];
    ncs_scalar_tensor(w->b, low, d, NCS_MULTIPLY, 4097.0, ncs_no_view(), NCS_SUBTRACT,
                      d);
    ncs_scalar_tensor(w->b, high, d, NCS_MULTIPLY, 4097.0, ncs_no_view(), NCS_SUBTRACT,
                      low);
    on_lane(w, 1, low, d, NCS_SUBTRACT, high);
    on_lane(w, 1, p, high, NCS_MULTIPLY, tfn_piece_root(s, k, WR_HEAD, 1));
    on_lane(w, 1, q, high, NCS_MULTIPLY, tfn_piece_root(s, k, WI_HEAD, 1));
    const ncs_view small[] = { t[6], t[7] }, more[] = { t[8], t[9] };
    small_products(s, k, low, d, d_low, small, more);
    exact_sum e[LANES];
    for (int c = 0; c < LANES; c++) {
        e[c] = (exact_sum){
            tfn_piece_component(to, c),   tfn_piece_component(t[8], c),
            tfn_piece_component(p, c),    tfn_piece_component(q, 1 - c),
            tfn_piece_component(t[9], c), c == 0 ? NCS_SUBTRACT : NCS_ADD
        };
    }
    exact_sums(w, e);
    for (int c = 0; c < LANES; c++) {
        on_lane(w, c, tfn_piece_component(t[2], c), tfn_piece_component(t[6], c),
                e[c].op, tfn_piece_component(t[7], 1 - c));
    }
    for (int c = 0; c < LANES; c++) {
        on_lane(w, c, tfn_piece_component(to_low, c), tfn_piece_component(t[2], c),
                NCS_ADD, e[c].error);
    }
}

static void kahan_stage(tfn_stages *s, const tfn_piece *k, ncs_view from, ncs_view to)
{
    ncs_view out = tfn_piece_out(to, k, 0);
    if (k->radix == 1) {
        ncs_view x = tfn_piece_in(from, k, 0);
        pair_product(s, k, out, tfn_piece_low(out, k), x, tfn_piece_low(x, k));
        return;
    }
    bool last = k->rest == 1;
    ncs_view other = tfn_piece_out(to, k, 1);
    ncs_view d = last ? other : tfn_piece_temporary(s, 0, k);
    ncs_view d_low = last ? tfn_piece_low(other, k) : tfn_piece_temporary(s, 1, k);
    const ncs_view results[] = { d, out }, low[] = { d_low, tfn_piece_low(out, k) };
    pair_sums(s, k, from, results, low, last && !s->low_out);
    if (!last) {
        pair_product(s, k, other, tfn_piece_low(other, k), d, d_low);
    }
}

/* 12 bits of x, as Dekker's splitting gives them. */
static double head_of(double x)
{
    float f = (float)x, c = 4097.0F * f;
    float d = c - f;
    return (double)(c - d);
}

static void split_roots(double *values, int64_t count)
{
    for (int64_t i = 0; i < count; i++) {
        for (int c = 0; c < 2; c++) {
            double x = values[(c == 0 ? WR : WI) * count + i];
            int head = c == 0 ? WR_HEAD : WI_HEAD;
            values[head * count + i] = head_of(x);
            values[(head + 1) * count + i] = x - head_of(x);
        }
    }
}

/* --- the kernel --- */

static bool accepts(const ncs_machine *machine, const tfi_neuron_job *job)
{
    (void)machine;
    return tfn_stages_accept(job) &&
           (job->mode == TFI_NEURON_KAHAN || job->mode == TFI_NEURON_FAST);
}

static void build(ncs_builder *builder, const tfi_neuron_job *job)
{
    bool kahan = job->mode == TFI_NEURON_KAHAN;
    tfn_stages s;
    memset(&s, 0, sizeof s);
    s.radix = radix_of;
    s.stage = kahan ? kahan_stage : plain_stage;
    s.more_roots = kahan ? split_roots : NULL;
    s.lists = kahan ? N_LISTS : 2;
    s.roots_in_4 = 2;
    s.temporaries = kahan ? TFN_STAGE_TEMPORARIES : 3;
    s.pairs = kahan;
    tfn_stages_build(&s, builder, job);
}

const tfi_neuron_kernel tfi_neuron_butterfly = {
    "butterfly",
    "powers of two to 16,384 by radix-2 stages on DVE and POOL; kahan: in pairs",
    TFI_NEURON_DFT,
    accepts,
    build,
};
