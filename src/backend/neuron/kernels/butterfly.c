/* butterfly.c - powers of two by radix-2 stages on DVE and POOL, without PE: the
 * kernel of mode kahan, and what a matrix product has to be compared with.
 *
 *   a + b,  (a - b) w^r
 *
 * kahan: the product is compensated. D = a - b is split in two halves of 12 bits
 * (Dekker: h = 4097 D - (4097 D - D)), roots come split and with 24 more bits, and the
 * exact errors of the four real products are added to their sum.
 *
 * Budget of a stage, 128 x n points: 5 instructions of n elements, two operands each:
 * 10 n cycles, shared by DVE and POOL; kahan 33: 64 n. DMA 2 x 8 n bytes a line.
 */
#include "backend/neuron/kernels/kernels.h"
#include "backend/neuron/kernels/stages.h"

#include <string.h>

/* Lists of the table: of re, the rest of its 48 bits and its two halves; of im. */
enum { WR, WI, WR_LOW, WR_HALF, WR_REST, WI_LOW, WI_HALF, WI_REST, N_LISTS };

static int64_t radix_of(int64_t n, int64_t done)
{
    (void)n;
    (void)done;
    return 2;
}

/* The exact error of D times a root, product: its rounded value, and what the root's
 * low part adds. */
static void product_error(nk_stages *s, const nk_piece *k, ncs_view error,
                          ncs_view product, const ncs_view d[3], ncs_view t, int low)
{
    nk_writer *w = s->w;
    ncs_view half = nk_piece_root(s, k, low + 1, 1),
             rest = nk_piece_root(s, k, low + 2, 1);
    nk_combine(w, error, d[1], NCS_MULTIPLY, half);
    nk_combine(w, error, error, NCS_SUBTRACT, product);
    nk_combine(w, t, d[1], NCS_MULTIPLY, rest);
    nk_combine(w, error, error, NCS_ADD, t);
    nk_combine(w, t, d[2], NCS_MULTIPLY, half);
    nk_combine(w, error, error, NCS_ADD, t);
    nk_combine(w, t, d[2], NCS_MULTIPLY, rest);
    nk_combine(w, error, error, NCS_ADD, t);
    nk_combine(w, t, d[0], NCS_MULTIPLY, nk_piece_root(s, k, low, 1));
    nk_combine(w, error, error, NCS_ADD, t);
}

/* [re | im] of (p + i q) where p = D re, q = D im of the root. */
static void cross(nk_writer *w, ncs_view to, ncs_view p, ncs_view q)
{
    nk_combine(w, nk_piece_component(to, 0), nk_piece_component(p, 0), NCS_SUBTRACT,
               nk_piece_component(q, 1));
    nk_combine(w, nk_piece_component(to, 1), nk_piece_component(p, 1), NCS_ADD,
               nk_piece_component(q, 0));
}

static void plain_stage(nk_stages *s, const nk_piece *k, ncs_view from, ncs_view to)
{
    ncs_view x = nk_piece_in(from, k, 0), y = nk_piece_in(from, k, 1);
    nk_combine(s->w, nk_piece_out(to, k, 0), x, NCS_ADD, y);
    if (k->rest == 1) {
        nk_combine(s->w, nk_piece_out(to, k, 1), x, NCS_SUBTRACT, y);
        return;
    }
    ncs_view d = nk_piece_temporary(s, 0, k), p = nk_piece_temporary(s, 1, k);
    ncs_view q = nk_piece_temporary(s, 2, k);
    nk_combine(s->w, d, x, NCS_SUBTRACT, y);
    nk_combine(s->w, p, d, NCS_MULTIPLY, nk_piece_root(s, k, WR, 1));
    nk_combine(s->w, q, d, NCS_MULTIPLY, nk_piece_root(s, k, WI, 1));
    cross(s->w, nk_piece_out(to, k, 1), p, q);
}

static void kahan_stage(nk_stages *s, const nk_piece *k, ncs_view from, ncs_view to)
{
    if (k->rest == 1) {
        plain_stage(s, k, from, to);
        return;
    }
    nk_writer *w = s->w;
    ncs_view t[NK_STAGE_TEMPORARIES];
    for (int i = 0; i < NK_STAGE_TEMPORARIES; i++) {
        t[i] = nk_piece_temporary(s, i, k);
    }
    ncs_view x = nk_piece_in(from, k, 0), y = nk_piece_in(from, k, 1);
    ncs_view d[] = { t[0], t[1], t[2] }; /* D, its halves */
    nk_combine(w, nk_piece_out(to, k, 0), x, NCS_ADD, y);
    nk_combine(w, d[0], x, NCS_SUBTRACT, y);
    (void)nk_choose(w, NK_DVE, 2 * ncs_view_columns(&x), 2);
    ncs_scalar_tensor(w->b, d[2], d[0], NCS_MULTIPLY, 4097.0, ncs_no_view(),
                      NCS_SUBTRACT, d[0]);
    ncs_scalar_tensor(w->b, d[1], d[0], NCS_MULTIPLY, 4097.0, ncs_no_view(),
                      NCS_SUBTRACT, d[2]);
    nk_combine(w, d[2], d[0], NCS_SUBTRACT, d[1]);
    ncs_view p = t[3], q = t[4], p_error = t[5], q_error = t[6];
    nk_combine(w, p, d[0], NCS_MULTIPLY, nk_piece_root(s, k, WR, 1));
    nk_combine(w, q, d[0], NCS_MULTIPLY, nk_piece_root(s, k, WI, 1));
    product_error(s, k, p_error, p, d, t[7], WR_LOW);
    product_error(s, k, q_error, q, d, t[8], WI_LOW);
    cross(w, t[9], p, q);
    cross(w, t[7], p_error, q_error);
    nk_combine(w, nk_piece_out(to, k, 1), t[9], NCS_ADD, t[7]);
}

/* 12 bits of x, as Dekker's splitting gives them. */
static double half_of(double x)
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
            int low = c == 0 ? WR_LOW : WI_LOW;
            values[low * count + i] = x - (double)(float)x;
            values[(low + 1) * count + i] = half_of(x);
            values[(low + 2) * count + i] = (double)(float)x - half_of(x);
        }
    }
}

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
    s.parts = kahan ? N_LISTS : 2;
    s.n_roots = job->n[0] / 2;
    s.temporaries = kahan ? NK_STAGE_TEMPORARIES : 3;
    nk_stages_build(&s, builder, job);
}

const tfi_neuron_kernel tfi_neuron_butterfly = {
    "butterfly",
    "powers of two to 4,096 by radix-2 stages on DVE and POOL; kahan: compensated",
    TFI_NEURON_DFT,
    accepts,
    build,
};
