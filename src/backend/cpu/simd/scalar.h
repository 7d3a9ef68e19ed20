/* scalar.h - the vocabulary in plain C, one lane: the reference. Words are explained in
 * vector.h. TFK_SCALAR_FUSED selects fma() for the twin of the ISAs that have it. */
#ifndef TFI_SIMD_SCALAR_H
#define TFI_SIMD_SCALAR_H

#define TFK_KEEP(v) (void)(v)

#ifdef TFK_SCALAR_FUSED
#define TFK_S_FMA_F32(a, b, c) __builtin_fmaf(a, b, c)
#define TFK_S_FMA_F64(a, b, c) __builtin_fma(a, b, c)
#else
#define TFK_S_FMA_F32(a, b, c) ((a) * (b) + (c))
#define TFK_S_FMA_F64(a, b, c) ((a) * (b) + (c))
#endif

#endif
