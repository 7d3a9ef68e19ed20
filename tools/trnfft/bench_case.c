/* bench_case.c - sizes and names of a case. */
#include <math.h>
#include <stdio.h>

#include "bench.h"

int64_t bench_points(const bench_case *c)
{
    int64_t points = 1;
    for (int i = 0; i < c->rank; i++) {
        points *= c->n[i];
    }
    return points;
}

int64_t bench_half(const bench_case *c)
{
    int64_t last = c->n[c->rank - 1];
    return bench_points(c) / last * (last / 2 + 1);
}

int64_t bench_bins(const bench_case *c)
{
    return c->n_fft / 2 + 1;
}

int64_t bench_frames(const bench_case *c)
{
    return 1 + (c->n[0] - c->n_fft % 2) / c->hop;
}

int64_t bench_samples(const bench_case *c)
{
    return (bench_frames(c) - 1) * c->hop + c->n_fft % 2;
}

bool bench_is_real(const bench_case *c)
{
    return c->op == BENCH_FNET;
}

double bench_flops(const bench_case *c)
{
    double n = (double)bench_points(c);
    double items = (double)c->batch;
    switch (c->op) {
    case BENCH_FFT:
    case BENCH_IFFT: return 5.0 * n * log2(n) * items;
    case BENCH_RFFT:
    case BENCH_IRFFT:
    case BENCH_FNET: return 2.5 * n * log2(n) * items;
    case BENCH_STFT:
    case BENCH_ISTFT:
        n = (double)c->n_fft;
        return 2.5 * n * log2(n) * (double)bench_frames(c) * items;
    case BENCH_GEMM: return 8.0 * n * n * n;
    case BENCH_MASK: return 6.0 * n;
    }
    return 0.0;
}

void bench_name_case(const char *operation, bench_case *c)
{
    char shape[BENCH_NAME] = "";
    size_t at = 0;
    if (c->batch > 1) {
        at += (size_t)snprintf(shape, sizeof shape, "%lldx", (long long)c->batch);
    }
    for (int i = 0; i < c->rank && at < sizeof shape; i++) {
        at += (size_t)snprintf(shape + at, sizeof shape - at, i == 0 ? "%lld" : "x%lld",
                               (long long)c->n[i]);
    }
    if (c->n_fft > 0 && at < sizeof shape) {
        snprintf(shape + at, sizeof shape - at, "/%lld/%lld", (long long)c->n_fft,
                 (long long)c->hop);
    }
    snprintf(c->name, sizeof c->name, "%.15s %.31s", operation, shape);
}
