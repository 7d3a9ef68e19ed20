/* stream.h - stores past the caches: what an ISA header leaves out because few kernels
 * want it.
 *
 *   TFK_V_STREAM(p, v)  a vector of either type to an address that is a multiple of
 *                       TFK_BYTES; an ordinary store where there is none of the kind
 *   TFK_FENCE()         makes such stores visible to other threads in order
 */
#ifndef TFI_SIMD_STREAM_H
#define TFI_SIMD_STREAM_H

#if defined(TFI_SIMD_AVX512_H)
#define TFK_V_STREAM(p, v) _mm512_stream_si512((__m512i *)(void *)(p), (__m512i)(v))
#define TFK_FENCE()        _mm_sfence()
#elif defined(TFI_SIMD_AVX2_H)
#define TFK_V_STREAM(p, v) _mm256_stream_si256((__m256i *)(void *)(p), (__m256i)(v))
#define TFK_FENCE()        _mm_sfence()
#elif defined(TFI_SIMD_SSE2_H)
#include <emmintrin.h>
#define TFK_V_STREAM(p, v) _mm_stream_si128((__m128i *)(void *)(p), (__m128i)(v))
#define TFK_FENCE()        _mm_sfence()
#else
#define TFK_V_STREAM(p, v)         \
    do {                           \
        __typeof__(v) v_ = (v);    \
        memcpy(p, &v_, sizeof v_); \
    } while (0)
#define TFK_FENCE() ((void)0)
#endif

#endif
