/* vector.h - the vector vocabulary over the compiler's vector extension (gcc 12, clang
 * 14).
 *
 * An ISA header defines before including this file
 *   TFK_BYTES                 bytes of a vector register
 *   TFK_V_FMA_F32(a, b, c)    a * b + c on vectors, fused or not, and TFK_V_FMA_F64
 *   TFK_S_FMA_F32(a, b, c)    the same on scalars, and TFK_S_FMA_F64
 * and may define TFK_V_LOADN_F32(p, n), TFK_V_STOREN_F32(p, v, n) (first n components,
 * zeros in the rest; nothing beyond them is touched) and the F64 twins, and
 *   TFK_KEEP(v)               v stays in a register: not loaded again for each use
 */
#ifndef TFI_SIMD_VECTOR_H
#define TFI_SIMD_VECTOR_H

#include <stdint.h>
#include <string.h>

#define TFK_INLINE static inline __attribute__((always_inline, unused))

typedef float tfk_vf __attribute__((vector_size(TFK_BYTES)));
typedef double tfk_vd __attribute__((vector_size(TFK_BYTES)));

#ifndef TFK_KEEP
#define TFK_KEEP(v) (void)(v)
#endif

#ifndef TFK_V_LOADN_F32
TFK_INLINE tfk_vf tfk_loadn_f32(const float *p, int64_t n)
{
    tfk_vf v = { 0 };
    for (int64_t i = 0; i < n; i++) {
        v[i] = p[i];
    }
    return v;
}
TFK_INLINE void tfk_storen_f32(float *p, tfk_vf v, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        p[i] = v[i];
    }
}
#define TFK_V_LOADN_F32  tfk_loadn_f32
#define TFK_V_STOREN_F32 tfk_storen_f32
#endif

#ifndef TFK_V_LOADN_F64
TFK_INLINE tfk_vd tfk_loadn_f64(const double *p, int64_t n)
{
    tfk_vd v = { 0 };
    for (int64_t i = 0; i < n; i++) {
        v[i] = p[i];
    }
    return v;
}
TFK_INLINE void tfk_storen_f64(double *p, tfk_vd v, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        p[i] = v[i];
    }
}
#define TFK_V_LOADN_F64  tfk_loadn_f64
#define TFK_V_STOREN_F64 tfk_storen_f64
#endif

#endif
