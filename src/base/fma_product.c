/* fma_product.c - out = a^T b with fused steps, row after row. */
#include "base/fma_product.h"

#include <stdint.h>
#include <string.h>

#include "base/cpu.h"

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#endif

/* The product is exact in double. Their sum is rounded to odd, so that rounding it once
 * more, to float, is rounding the exact sum. */
static inline float fused(float a, float b, float c)
{
    double x = (double)a * (double)b, y = (double)c;
    double s = x + y, part = s - x;
    double error = (x - (s - part)) + (y - part);
    int64_t bits;
    memcpy(&bits, &s, sizeof bits);
    /* Not for infinities and NaNs, whose error is a NaN. */
    int64_t inexact = (error > 0.0) | (error < 0.0);
    int64_t even = ~bits & 1;
    int64_t away = (error > 0.0) == (s > 0.0) ? 1 : -1;
    bits += (inexact & even) * away;
    memcpy(&s, &bits, sizeof s);
    return (float)s;
}

float tfi_fma_f32(float a, float b, float c)
{
    return fused(a, b, c);
}

enum { COLUMNS = 32 };

/* out = x y + c for a few columns, rounded to double on the way: false where that may
 * show, because the double lies halfway between two floats or is less than the least
 * normal one. */
static inline int nearly_fused(float *out, float x, const float *y, const float *c)
{
    uint64_t doubtful = 0;
    for (int j = 0; j < COLUMNS; j++) {
        double s = (double)x * (double)y[j] + (double)c[j], size = s < 0.0 ? -s : s;
        uint64_t bits;
        memcpy(&bits, &s, sizeof bits);
        out[j] = (float)s;
        doubtful |= (uint64_t)((bits & 0x1fffffffU) == 0x10000000U);
        doubtful |= (uint64_t)((size < 0x1p-126) & (size > 0.0));
    }
    return doubtful == 0;
}

static void columns_plain(float *out, const float *a, const float *b, size_t k,
                          size_t m, size_t n)
{
    float sum[COLUMNS] = { 0 }, next[COLUMNS];
    for (size_t r = 0; r < k; r++) {
        const float x = a[r * m], *y = b + r * n;
        if (!nearly_fused(next, x, y, sum)) {
            for (int j = 0; j < COLUMNS; j++) {
                next[j] = fused(x, y[j], sum[j]);
            }
        }
        memcpy(sum, next, sizeof sum);
    }
    memcpy(out, sum, sizeof sum);
}

/* What a processor without fused operations does. */
static void product_plain(float *out, const float *a, const float *b, const size_t k,
                          const size_t m, const size_t n)
{
    const size_t whole = n - n % COLUMNS;
    for (size_t i = 0; i < m; i++) {
        for (size_t j = 0; j < whole; j += COLUMNS) {
            columns_plain(out + i * n + j, a + i, b + j, k, m, n);
        }
        for (size_t j = whole; j < n; j++) {
            float sum = 0.0F;
            for (size_t r = 0; r < k; r++) {
                sum = fused(a[r * m + i], b[r * n + j], sum);
            }
            out[i * n + j] = sum;
        }
    }
}

#if defined(__aarch64__)
static void product_fused(float *out, const float *a, const float *b, const size_t k,
                          const size_t m, const size_t n)
{
    for (size_t i = 0; i < m; i++) {
        float *sum = out + i * n;
        for (size_t j = 0; j < n; j++) {
            sum[j] = 0.0F;
        }
        for (size_t r = 0; r < k; r++) {
            const float x = a[r * m + i];
            for (size_t j = 0; j < n; j++) {
                sum[j] = __builtin_fmaf(x, b[r * n + j], sum[j]);
            }
        }
    }
}
#endif

#if defined(__x86_64__) && defined(__GNUC__)
/* Four rows of 16 columns in registers. */
__attribute__((target("avx2,fma"))) static void
tile_4x16(float *out, const float *a, const float *b, size_t k, size_t m, size_t n)
{
    __m256 s[4][2];
    for (int i = 0; i < 4; i++) {
        s[i][0] = s[i][1] = _mm256_setzero_ps();
    }
    for (size_t r = 0; r < k; r++) {
        const __m256 y0 = _mm256_loadu_ps(b + r * n);
        const __m256 y1 = _mm256_loadu_ps(b + r * n + 8);
        for (int i = 0; i < 4; i++) {
            const __m256 x = _mm256_broadcast_ss(a + r * m + i);
            s[i][0] = _mm256_fmadd_ps(x, y0, s[i][0]);
            s[i][1] = _mm256_fmadd_ps(x, y1, s[i][1]);
        }
    }
    for (size_t i = 0; i < 4; i++) {
        _mm256_storeu_ps(out + i * n, s[i][0]);
        _mm256_storeu_ps(out + i * n + 8, s[i][1]);
    }
}

/* One row from column `first` on, eight columns at a time, then one. */
__attribute__((target("avx2,fma"))) static void strip(float *out, const float *a,
                                                      const float *b, const size_t k,
                                                      const size_t m, const size_t n,
                                                      const size_t first)
{
    size_t j = first;
    for (; j + 8 <= n; j += 8) {
        __m256 s = _mm256_setzero_ps();
        for (size_t r = 0; r < k; r++) {
            s = _mm256_fmadd_ps(_mm256_broadcast_ss(a + r * m),
                                _mm256_loadu_ps(b + r * n + j), s);
        }
        _mm256_storeu_ps(out + j, s);
    }
    for (; j < n; j++) {
        __m128 s = _mm_setzero_ps();
        for (size_t r = 0; r < k; r++) {
            s = _mm_fmadd_ss(_mm_load_ss(a + r * m), _mm_load_ss(b + r * n + j), s);
        }
        _mm_store_ss(out + j, s);
    }
}

__attribute__((target("avx2,fma"))) static void
product_avx2(float *out, const float *a, const float *b, size_t k, size_t m, size_t n)
{
    const size_t rows = m & ~(size_t)3, columns = n & ~(size_t)15;
    for (size_t j = 0; j < columns; j += 16) {
        for (size_t i = 0; i < rows; i += 4) {
            tile_4x16(out + i * n + j, a + i, b + j, k, m, n);
        }
    }
    for (size_t i = 0; i < m; i++) {
        strip(out + i * n, a + i, b, k, m, n, i < rows ? columns : 0);
    }
}
#endif

void tfi_fma_product(float *out, const float *a, const float *b, size_t k, size_t m,
                     size_t n)
{
#if defined(__x86_64__) && defined(__GNUC__)
    const tfi_cpu_level level = tfi_cpu_detect();
    if (level == TFI_CPU_AVX2 || level == TFI_CPU_AVX512) {
        product_avx2(out, a, b, k, m, n);
        return;
    }
#endif
#if defined(__aarch64__)
    if (tfi_cpu_detect() == TFI_CPU_NEON) {
        product_fused(out, a, b, k, m, n);
        return;
    }
#endif
    product_plain(out, a, b, k, m, n);
}
