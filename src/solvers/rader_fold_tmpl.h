/* rader_fold_tmpl.h - the permutations of rader_fold.c for one type T. */

#include "solvers/gather_pairs_tmpl.h"

static double FN(fold_in)(const tfi_rader_fold *f, const tfi_line_args *args, T *pairs,
                          T *room)
{
    const T *in = args->in.re;
    const bool forward = f->line->kind == TFI_R2C;
    tfk_halves halves = { .sign = f->sign_in, .out = room, .n = f->h };
    if (forward) {
        halves.in = in + 1;
        f->kernels->fold_halves[TYPE](&halves);
    } else {
        const bins from = bins_of(&args->in, sizeof(T));
        halves.in = from.re;
        halves.in_im = from.im;
        halves.scale = 1.0;
        halves.scale_second = args->conj_in ? 1.0 : -1.0;
        f->kernels->turn_halves[TYPE](&halves);
    }
    FN(gather_pairs)(room, f->from, f->h, pairs);
    return forward ? (double)in[0] : 0.5 * (double)in[0];
}

static void FN(fold_out)(const tfi_rader_fold *f, const tfi_line_args *args,
                         const T *pairs, T zero, T *room)
{
    const bool forward = f->line->kind == TFI_R2C;
    const double scale = forward ? args->scale : 2.0 * args->scale;
    T *out = args->out.re;
    tfk_halves halves = { .in = room,
                          .sign = f->sign_out,
                          .n = f->h,
                          .scale = scale,
                          .scale_second = scale };
    FN(gather_pairs)(pairs, f->place, f->h, room);
    out[0] = zero * (T)scale;
    if (forward) {
        const bins to = bins_of(&args->out, sizeof(T));
        halves.out = to.re;
        halves.out_im = to.im;
        halves.scale_second = args->conj_out ? -scale : scale;
        *(T *)args->out.im = 0;
        f->kernels->turn_halves[TYPE](&halves);
    } else {
        halves.out = out + 1;
        f->kernels->unfold_halves[TYPE](&halves);
    }
}

/* What `power` is beyond the middle, -1 or 1. */
static T FN(sign_of)(int64_t n, int32_t power)
{
    return (T)(1 - 2 * tfi_is_beyond(n, power));
}

static void FN(fill_signs)(const tfi_rader_fold *f, const int32_t *powers)
{
    const int64_t n = f->line->n;
    T *in = f->sign_in, *out = f->sign_out;
    for (int64_t q = 0; q < f->h; q++) {
        const int32_t first = powers[q], last = powers[n - 1 - q];
        in[tfi_folded(n, first) - 1] = FN(sign_of)(n, first);
        out[tfi_folded(n, last) - 1] = FN(sign_of)(n, last);
    }
}
