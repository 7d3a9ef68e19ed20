/* pairs_sums_tmpl.h - sums and multiply-adds that differ between the parts of points,
 * for vectors of pairs of any length: over words_tmpl.h and MIXED. */

#define K_MIXED(x) MIXED(K(x), -K(x))

/* For the real and the imaginary part: a + b and a - b, a - b and a + b, and
 * multiply-adds of both kinds. */
#if TFK_TYPE == 32 && defined(TFK_DIFF_SUM_F32)
#define SUM_DIFF(a, b)        ((V)TFK_SUM_DIFF_F32(a, b))
#define DIFF_SUM(a, b)        ((V)TFK_DIFF_SUM_F32(a, b))
#define FMA_DIFF_SUM(a, b, c) ((V)TFK_FMA_DIFF_SUM_F32(a, b, c))
#define FMA_SUM_DIFF(a, b, c) ((V)TFK_FMA_SUM_DIFF_F32(a, b, c))
#elif TFK_TYPE == 64 && defined(TFK_DIFF_SUM_F64)
#define SUM_DIFF(a, b)        ((V)TFK_SUM_DIFF_F64(a, b))
#define DIFF_SUM(a, b)        ((V)TFK_DIFF_SUM_F64(a, b))
#define FMA_DIFF_SUM(a, b, c) ((V)TFK_FMA_DIFF_SUM_F64(a, b, c))
#define FMA_SUM_DIFF(a, b, c) ((V)TFK_FMA_SUM_DIFF_F64(a, b, c))
#else
#define SUM_DIFF(a, b)        MIXED((a) + (b), (a) - (b))
#define DIFF_SUM(a, b)        MIXED((a) - (b), (a) + (b))
#define FMA_DIFF_SUM(a, b, c) MIXED(FMS(a, b, c), FMA(a, b, c))
#define FMA_SUM_DIFF(a, b, c) MIXED(FMA(a, b, c), FMS(a, b, c))
#endif
