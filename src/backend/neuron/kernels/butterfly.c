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
 * 10 n cycles, shared by DVE and POOL; kahan 39: 78 n. DMA 2 x 8 n bytes a line.
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
static void cross(nk_writer *w, ncs_view to, ncs_view p, ncs_view q)
{
    nk_combine(w, nk_piece_component(to, 0), nk_piece_component(p, 0), NCS_SUBTRACT,
               nk_piece_component(q, 1));
    nk_combine(w, nk_piece_component(to, 1), nk_piece_component(p, 1), NCS_ADD,
               nk_piece_component(q, 0));
}

static void plain_product(nk_stages *s, const nk_piece *k, ncs_view to, ncs_view d)
{
    ncs_view p = nk_piece_temporary(s, 1, k), q = nk_piece_temporary(s, 2, k);
    nk_combine(s->w, p, d, NCS_MULTIPLY, nk_piece_root(s, k, WR, 1));
    nk_combine(s->w, q, d, NCS_MULTIPLY, nk_piece_root(s, k, WI, 1));
    cross(s->w, to, p, q);
}

static void plain_stage(nk_stages *s, const nk_piece *k, ncs_view from, ncs_view to)
{
    ncs_view x = nk_piece_in(from, k, 0);
    if (k->radix == 1) {
        plain_product(s, k, nk_piece_out(to, k, 0), x);
        return;
    }
    ncs_view y = nk_piece_in(from, k, 1);
    nk_combine(s->w, nk_piece_out(to, k, 0), x, NCS_ADD, y);
    if (k->rest == 1) {
        nk_combine(s->w, nk_piece_out(to, k, 1), x, NCS_SUBTRACT, y);
        return;
    }
    ncs_view d = nk_piece_temporary(s, 0, k);
    nk_combine(s->w, d, x, NCS_SUBTRACT, y);
    plain_product(s, k, nk_piece_out(to, k, 1), d);
}

/* --- pairs --- */

/* sum = a op b, error = what rounding it lost; t: scratch. None of the five overlap. */
static void exact_sum(nk_writer *w, ncs_view sum, ncs_view error, ncs_view a,
                      ncs_alu op, ncs_view b, ncs_view t)
{
    ncs_alu opposite = op == NCS_ADD ? NCS_SUBTRACT : NCS_ADD;
    nk_combine(w, sum, a, op, b);
    nk_combine(w, t, sum, NCS_SUBTRACT, a);
    nk_combine(w, error, sum, NCS_SUBTRACT, t);
    nk_combine(w, error, a, NCS_SUBTRACT, error);
    nk_combine(w, t, b, opposite, t);
    nk_combine(w, error, error, op, t);
}

/* to = x op y of pairs, in temporaries 2 … 4 where `to` shall be one number. */
static void pair_sum(nk_stages *s, const nk_piece *k, ncs_view to, ncs_view to_low,
                     ncs_view x, ncs_alu op, ncs_view y, bool rounded)
{
    nk_writer *w = s->w;
    ncs_view sum = rounded ? nk_piece_temporary(s, 2, k) : to;
    ncs_view error = rounded ? nk_piece_temporary(s, 3, k) : to_low;
    ncs_view t = nk_piece_temporary(s, 4, k);
    exact_sum(w, sum, error, x, op, y, t);
    if (s->low_in) {
        nk_combine(w, t, nk_piece_low(x, k), op, nk_piece_low(y, k));
        nk_combine(w, error, error, NCS_ADD, t);
    }
    if (rounded) {
        nk_combine(w, to, sum, NCS_ADD, error);
    }
}

/* to = D (a high part, and a low one) times the root; temporaries 2 … 9. */
static void pair_product(nk_stages *s, const nk_piece *k, ncs_view to, ncs_view to_low,
                         ncs_view d, ncs_view d_low)
{
    nk_writer *w = s->w;
    ncs_view t[NK_STAGE_TEMPORARIES];
    for (int i = 2; i < NK_STAGE_TEMPORARIES; i++) {
        t[i] = nk_piece_temporary(s, i, k);
    }
    ncs_view high = t[2], low = t[3], p = t[4], q = t[5];
    (void)nk_choose(w, NK_DVE, 2 * ncs_view_columns(&d), 2);
    ncs_scalar_tensor(w->b, low, d, NCS_MULTIPLY, 4097.0, ncs_no_view(), NCS_SUBTRACT,
                      d);
    ncs_scalar_tensor(w->b, high, d, NCS_MULTIPLY, 4097.0, ncs_no_view(), NCS_SUBTRACT,
                      low);
    nk_combine(w, low, d, NCS_SUBTRACT, high);
    nk_combine(w, p, high, NCS_MULTIPLY, nk_piece_root(s, k, WR_HEAD, 1));
    nk_combine(w, q, high, NCS_MULTIPLY, nk_piece_root(s, k, WI_HEAD, 1));
    for (int i = 0; i < 2; i++) { /* what is small: times re, times im */
        ncs_view small = t[6 + i], more = t[8];
        nk_combine(w, small, low, NCS_MULTIPLY,
                   nk_piece_root(s, k, i == 0 ? WR_HEAD : WI_HEAD, 1));
        nk_combine(w, more, d, NCS_MULTIPLY,
                   nk_piece_root(s, k, i == 0 ? WR_TAIL : WI_TAIL, 1));
        nk_combine(w, small, small, NCS_ADD, more);
        nk_combine(w, more, d_low, NCS_MULTIPLY, nk_piece_root(s, k, WR + i, 1));
        nk_combine(w, small, small, NCS_ADD, more);
    }
    for (int c = 0; c < 2; c++) {
        exact_sum(w, nk_piece_component(to, c), nk_piece_component(t[8], c),
                  nk_piece_component(p, c), c == 0 ? NCS_SUBTRACT : NCS_ADD,
                  nk_piece_component(q, 1 - c), nk_piece_component(t[9], c));
    }
    cross(w, t[2], t[6], t[7]);
    nk_combine(w, to_low, t[2], NCS_ADD, t[8]);
}

static void kahan_stage(nk_stages *s, const nk_piece *k, ncs_view from, ncs_view to)
{
    ncs_view x = nk_piece_in(from, k, 0), out = nk_piece_out(to, k, 0);
    if (k->radix == 1) {
        pair_product(s, k, out, nk_piece_low(out, k), x, nk_piece_low(x, k));
        return;
    }
    bool last = k->rest == 1, rounded = last && !s->low_out;
    ncs_view y = nk_piece_in(from, k, 1), other = nk_piece_out(to, k, 1);
    pair_sum(s, k, out, nk_piece_low(out, k), x, NCS_ADD, y, rounded);
    if (last) {
        pair_sum(s, k, other, nk_piece_low(other, k), x, NCS_SUBTRACT, y, rounded);
        return;
    }
    ncs_view d = nk_piece_temporary(s, 0, k), d_low = nk_piece_temporary(s, 1, k);
    pair_sum(s, k, d, d_low, x, NCS_SUBTRACT, y, false);
    pair_product(s, k, other, nk_piece_low(other, k), d, d_low);
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
    return nk_stages_accept(job) &&
           (job->mode == TFI_NEURON_KAHAN || job->mode == TFI_NEURON_FAST);
}

static void build(ncs_builder *builder, const tfi_neuron_job *job)
{
    bool kahan = job->mode == TFI_NEURON_KAHAN;
    nk_stages s;
    memset(&s, 0, sizeof s);
    s.radix = radix_of;
    s.stage = kahan ? kahan_stage : plain_stage;
    s.more_roots = kahan ? split_roots : NULL;
    s.lists = kahan ? N_LISTS : 2;
    s.roots_in_4 = 2;
    s.temporaries = kahan ? NK_STAGE_TEMPORARIES : 3;
    s.pairs = kahan;
    nk_stages_build(&s, builder, job);
}

const tfi_neuron_kernel tfi_neuron_butterfly = {
    "butterfly",
    "powers of two to 16,384 by radix-2 stages on DVE and POOL; kahan: in pairs",
    TFI_NEURON_DFT,
    accepts,
    build,
};
