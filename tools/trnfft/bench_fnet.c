/* bench_fnet.c - the second half of FNet mixing, over the real transforms of peers.
 */
#include <string.h>

#include <trnfft/trnfft.h>

#include "bench.h"

/* Bin (r, k) beyond the half is the conjugate of bin (-r, n - k). */
#define DEFINE_EXPAND(real, suffix)                                                 \
    static void expand_##suffix(int64_t rows, int64_t n, const real *restrict half, \
                                real *restrict full)                                \
    {                                                                               \
        int64_t bins = n / 2 + 1;                                                   \
        for (int64_t r = 0; r < rows; r++) {                                        \
            const real *mirror = half + (r == 0 ? 0 : rows - r) * bins;             \
            real *to = full + r * n;                                                \
            memcpy(to, half + r * bins, (size_t)bins * sizeof *to);                 \
            for (int64_t k = bins; k < n; k++) {                                    \
                to[k] = mirror[n - k];                                              \
            }                                                                       \
        }                                                                           \
    }
DEFINE_EXPAND(float, f32)
DEFINE_EXPAND(double, f64)

void bench_fnet_expand(const bench_case *c, const void *half, void *full)
{
    int64_t size = bench_half(c);
    int64_t whole = bench_points(c);
    for (int64_t b = 0; b < c->batch; b++) {
        if (c->dtype == TRNFFT_F64) {
            expand_f64(c->n[0], c->n[1], (const double *)half + b * size,
                       (double *)full + b * whole);
        } else {
            expand_f32(c->n[0], c->n[1], (const float *)half + b * size,
                       (float *)full + b * whole);
        }
    }
}
