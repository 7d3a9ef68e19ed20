/* lanes4.h - four floats at once in the compiler's own vectors, for loops that turn
 * rows into columns. Each operation is rounded as in plain C. */
#ifndef TFI_BASE_LANES4_H
#define TFI_BASE_LANES4_H

#include <stdint.h>

typedef float tfi_f32x4 __attribute__((vector_size(16)));
/* The same at any address of a float. */
typedef float tfi_f32x4_memory __attribute__((vector_size(16), aligned(4), may_alias));

#if defined(__clang__)
#define TFI_SHUFFLE4(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l)
#else
typedef int32_t tfi_i32x4 __attribute__((vector_size(16)));
#define TFI_SHUFFLE4(a, b, i, j, k, l) \
    __builtin_shuffle(a, b, (tfi_i32x4){ i, j, k, l })
#endif

static inline tfi_f32x4 tfi_load4(const float *p)
{
    return (tfi_f32x4) * (const tfi_f32x4_memory *)p;
}

static inline void tfi_store4(float *p, tfi_f32x4 x)
{
    *(tfi_f32x4_memory *)p = (tfi_f32x4_memory)x;
}

/* Element j of row i becomes element i of row j. */
static inline void tfi_transpose4(tfi_f32x4 rows[4])
{
    tfi_f32x4 a = TFI_SHUFFLE4(rows[0], rows[1], 0, 4, 1, 5);
    tfi_f32x4 b = TFI_SHUFFLE4(rows[0], rows[1], 2, 6, 3, 7);
    tfi_f32x4 c = TFI_SHUFFLE4(rows[2], rows[3], 0, 4, 1, 5);
    tfi_f32x4 d = TFI_SHUFFLE4(rows[2], rows[3], 2, 6, 3, 7);
    rows[0] = TFI_SHUFFLE4(a, c, 0, 1, 4, 5);
    rows[1] = TFI_SHUFFLE4(a, c, 2, 3, 6, 7);
    rows[2] = TFI_SHUFFLE4(b, d, 0, 1, 4, 5);
    rows[3] = TFI_SHUFFLE4(b, d, 2, 3, 6, 7);
}

#endif
