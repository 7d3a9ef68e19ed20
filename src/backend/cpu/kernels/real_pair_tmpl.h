/* real_pair_tmpl.h - a pair of bins of a real transform of even length from a pair of
 * bins of the complex one, and back. */

/* X_k = E + w O and X_{m-k} = conj(E - w O), E and O the even and odd parts (times 2).
 */
TFK_INLINE void FN(post_pair)(V *ar, V *ai, V *br, V *bi, V c, V s)
{
    V er = *ar + *br, ei = *ai - *bi, or_ = *ai + *bi, oi = *br - *ar;
    V tr = FMS(or_, c, oi * s), ti = FMA(oi, c, or_ * s);
    *ar = er + tr;
    *ai = ei + ti;
    *br = er - tr;
    *bi = ti - ei;
}

/* Z_k = A + i B w and Z_{m-k} = conj(A) + i conj(B w), A = X_k + conj X_{m-k}, B their
 * difference. */
TFK_INLINE void FN(pre_pair)(V *xr, V *xi, V *yr, V *yi, V c, V s)
{
    V ar = *xr + *yr, ai = *xi - *yi, br = *xr - *yr, bi = *xi + *yi;
    V cr = FMS(br, c, bi * s), ci = FMA(bi, c, br * s);
    *xr = ar - ci;
    *xi = ai + cr;
    *yr = ar + ci;
    *yi = cr - ai;
}
