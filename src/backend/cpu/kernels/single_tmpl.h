/* single_tmpl.h - single rows of few points in scalars, all of them in registers or
 * nearly: a short row would leave a vector of parts nearly empty. Instance of one lane.
 */
#define SINGLE_GET(j, u, v) u = x[step_in * (j)], v = y[step_in * (j)] * sign
#define SINGLE_PUT(k, u, v) \
    xo[step_out * (k)] = (u)*scale, yo[step_out * (k)] = (v)*scale_im

/* All points are read before one is written. */
#define SINGLE_BODY(N, in_parts, out_parts, plain)                         \
    enum { step_in = (in_parts) ? 1 : 2, step_out = (out_parts) ? 1 : 2 }; \
    const T sign = !(plain) && a->conj_in ? (T)-1 : (T)1;                  \
    const T scale = (plain) ? (T)1 : (T)a->scale;                          \
    const T scale_im = !(plain) && a->conj_out ? -scale : scale;           \
    y = (in_parts) ? y : x + 1;                                            \
    yo = (out_parts) ? yo : xo + 1;                                        \
    TFK_DFT_##N(SINGLE_GET, SINGLE_PUT)

EACH_SINGLE(SINGLE_KINDS)

#undef SINGLE_GET
#undef SINGLE_PUT
#undef SINGLE_BODY
