/* avx512_fma_at.h - a word of AVX-512 that matrix products alone use. */
#ifndef TFI_SIMD_AVX512_FMA_AT_H
#define TFI_SIMD_AVX512_FMA_AT_H

/* c + p[0] b with the broadcast in the instruction: one less to issue and one more
 * load, which a compiler does not choose for a value that is used again. */
#define TFK_FMA_AT(name, times, p, b, c)                                            \
    __extension__({                                                                 \
        __typeof__(c) c_ = (c);                                                     \
        __asm__(name " %2%{1to" times "%}, %1, %0" : "+v"(c_) : "v"(b), "m"(*(p))); \
        c_;                                                                         \
    })
#define TFK_FMA_AT_F32(p, b, c) TFK_FMA_AT("vfmadd231ps", "16", p, b, c)
#define TFK_FMA_AT_F64(p, b, c) TFK_FMA_AT("vfmadd231pd", "8", p, b, c)

#endif
