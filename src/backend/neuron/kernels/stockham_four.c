/* stockham_four.c - powers of two by radix-4 stages on DVE and POOL, the last one
 * radix 2 where it must be.
 *
 *   s0 = x0 + x2, s1 = x0 - x2, s2 = x1 + x3, s3 = x1 - x3
 *   s0 + s2,  (s1 + sign i s3) w^r,  (s0 - s2) w^(2r),  (s1 - sign i s3) w^(3r)
 *
 * Budget of a stage, 128 x n points: 17 n cycles of DVE and POOL together, where two
 * stages of radix 2 take 20 n. DMA 2 x 8 n bytes a line.
 */
#include "backend/neuron/kernels/kernels.h"
#include "backend/neuron/kernels/stages.h"

#include <string.h>

static int64_t radix_of(int64_t n, int64_t done)
{
    return n / done % 4 == 0 ? 4 : 2;
}

/* Result q is d times root r power. */
static void finish(tfn_stages *s, const tfn_piece *k, ncs_view to, int64_t q,
                   int64_t power, ncs_view d)
{
    ncs_view p = tfn_piece_temporary(s, 5, k), c = tfn_piece_temporary(s, 6, k);
    ncs_view out = tfn_piece_out(to, k, q);
    tfn_combine(s->w, p, d, NCS_MULTIPLY, tfn_piece_root(s, k, 0, power));
    tfn_combine(s->w, c, d, NCS_MULTIPLY, tfn_piece_root(s, k, 1, power));
    tfn_combine(s->w, tfn_piece_component(out, 0), tfn_piece_component(p, 0),
                NCS_SUBTRACT, tfn_piece_component(c, 1));
    tfn_combine(s->w, tfn_piece_component(out, 1), tfn_piece_component(p, 1), NCS_ADD,
                tfn_piece_component(c, 0));
}

/* to = a + sign i b. */
static void turned_sum(tfn_stages *s, ncs_view to, ncs_view a, ncs_view b, int sign)
{
    tfn_combine(s->w, tfn_piece_component(to, 0), tfn_piece_component(a, 0),
                sign > 0 ? NCS_SUBTRACT : NCS_ADD, tfn_piece_component(b, 1));
    tfn_combine(s->w, tfn_piece_component(to, 1), tfn_piece_component(a, 1),
                sign > 0 ? NCS_ADD : NCS_SUBTRACT, tfn_piece_component(b, 0));
}

static void stage_two(tfn_stages *s, const tfn_piece *k, ncs_view from, ncs_view to)
{
    ncs_view x = tfn_piece_in(from, k, 0), y = tfn_piece_in(from, k, 1);
    tfn_combine(s->w, tfn_piece_out(to, k, 0), x, NCS_ADD, y);
    tfn_combine(s->w, tfn_piece_out(to, k, 1), x, NCS_SUBTRACT, y); /* rest is 1 */
}

static void stage_four(tfn_stages *s, const tfn_piece *k, ncs_view from, ncs_view to)
{
    if (k->radix == 1) {
        finish(s, k, to, 0, 1, tfn_piece_in(from, k, 0));
        return;
    }
    if (k->radix == 2) {
        stage_two(s, k, from, to);
        return;
    }
    ncs_view x[4], t[5];
    for (int q = 0; q < 4; q++) {
        x[q] = tfn_piece_in(from, k, q);
    }
    for (int i = 0; i < 5; i++) {
        t[i] = tfn_piece_temporary(s, i, k);
    }
    bool plain = k->rest == 1;
    int sign = s->sign;
    tfn_combine(s->w, t[0], x[0], NCS_ADD, x[2]);
    tfn_combine(s->w, t[1], x[0], NCS_SUBTRACT, x[2]);
    tfn_combine(s->w, t[2], x[1], NCS_ADD, x[3]);
    tfn_combine(s->w, t[3], x[1], NCS_SUBTRACT, x[3]);
    tfn_combine(s->w, tfn_piece_out(to, k, 0), t[0], NCS_ADD, t[2]);
    tfn_combine(s->w, plain ? tfn_piece_out(to, k, 2) : t[0], t[0], NCS_SUBTRACT, t[2]);
    turned_sum(s, plain ? tfn_piece_out(to, k, 1) : t[4], t[1], t[3], sign);
    turned_sum(s, plain ? tfn_piece_out(to, k, 3) : t[2], t[1], t[3], -sign);
    if (!plain) {
        finish(s, k, to, 1, 1, t[4]);
        finish(s, k, to, 2, 2, t[0]);
        finish(s, k, to, 3, 3, t[2]);
    }
}

static bool accepts(const ncs_machine *machine, const tfi_neuron_job *job)
{
    (void)machine;
    return tfn_stages_accept(job) && job->mode == TFI_NEURON_FAST;
}

static void build(ncs_builder *builder, const tfi_neuron_job *job)
{
    tfn_stages s;
    memset(&s, 0, sizeof s);
    s.radix = radix_of;
    s.stage = stage_four;
    s.lists = 2;
    s.roots_in_4 = 3;
    s.temporaries = 7;
    tfn_stages_build(&s, builder, job);
}

const tfi_neuron_kernel tfi_neuron_stockham_four = {
    "stockham_four", "powers of two to 16,384 by radix-4 stages on DVE and POOL",
    TFI_NEURON_DFT,  accepts,
    build,
};
