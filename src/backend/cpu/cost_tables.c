/* cost_tables.c - the constants of the cost model for each CPU level.
 *
 * avx2 is measured on Zen 4 at 3.7 GHz, avx512 on Emerald Rapids in the same unit, so
 * that the two compare (`trnfft calibrate --emit-c` prints such a table), and what it
 * moves beyond a second-level cache on Zen 5; the others are estimated from operation
 * counts and have not been compared with hardware. */
#include "backend/cpu/cost_tables.h"

const double tfi_cost_steps[TFI_COST_STEPS] = { 20e3, 48e3, 400e3, 1.1e6,
                                                12e6, 40e6, 1e30 };

/* Estimated: butterflies by operation counts, 16 registers or 32; runs that end in a
 * masked vector, where the run of so many legs leaves some of `v` lanes idle. */
#define PASS_16                                                             \
    {                                                                       \
        0, 0, 11, 17, 21, 33, 44, 67, 57, 96, 106, 166, 136, 234, 0, 0, 181 \
    }
#define PASS_32                                                              \
    {                                                                        \
        0, 0, 14, 26, 32, 50, 66, 95, 80, 130, 145, 230, 180, 330, 0, 0, 195 \
    }
#define IDLE(r, v) \
    (9.0 * (((v) - (r) % (v)) % (v)) / (r) + ((r) % (v) != 0 ? 6.0 : (r) == (v)))
#define RUNS(v)                                                                       \
    {                                                                                 \
        0, 0, IDLE(2, v), IDLE(3, v), IDLE(4, v), IDLE(5, v), IDLE(6, v), IDLE(7, v), \
            IDLE(8, v), IDLE(9, v), IDLE(10, v), IDLE(11, v), IDLE(12, v),            \
            IDLE(13, v), 0, 0, IDLE(16, v)                                            \
    }
#define ESTIMATED(cycles, v32, v64)                                      \
    {                                                                    \
        .gigahertz = 3.7, .operations = 1.6, .pass = { cycles, cycles }, \
        .first = { cycles, cycles }, .after = { RUNS(v32), RUNS(v64) },  \
        .overhead = 30.0, .fused = { 14, 20 },                           \
        .sweep = { 1500, 500, 300, 160, 130, 55, 20 },                   \
    }

/* The lists of `pass`, `first` and `after`: f32, f64. */
#define MEASURED_AVX2                                                                 \
    {                                                                                 \
        .gigahertz = 3.7, .operations = 1.6,                                          \
        .pass = { { 0, 0, 7.7, 12.3, 15.7, 26.5, 28.1, 62.9, 42.1, 61.3, 63.8, 157.4, \
                    73.3, 211.4, 0, 0, 109 },                                         \
                  { 0, 0, 6.4, 11.5, 15.1, 26.5, 26.4, 61.5, 41.4, 62.1, 63.5, 153.9, \
                    72.1, 210.6, 0, 0, 107.7 } },                                     \
        .first = { { 0, 0, 8.4, 37.1, 28, 53, 62, 99.7, 71.8, 126.4, 144.2, 230.9,    \
                     151.8, 292.1, 0, 0, 165.3 },                                     \
                   { 0, 0, 10.7, 20.2, 20.9, 48.9, 49.7, 85.7, 65.1, 107.2, 108.7,    \
                     194.3, 116.9, 273.1, 0, 0, 160 } },                              \
        .after = { { 0, 0, 19.1, 11.3, 6.4, 4.8, 3.3, 2.5, 2.1, 7.3, 6.1, 4.7, 3.5,   \
                     3.5, 0, 0, 0.9 },                                                \
                   { 0, 0, 7.1, 3.7, 2.7, 6.5, 4, 3.1, 1.4, 3.8, 2.6, 2, 0.7, 3.1, 0, \
                     0, 0.4 } },                                                      \
        .overhead = 30.0, .fused = { 14, 20 },                                        \
        .sweep = { 1500, 500, 300, 160, 130, 55, 20 },                                \
    }

/* On the same scale. */
#define MEASURED_AVX512                                                                \
    {                                                                                  \
        .gigahertz = 3.7, .operations = 1.6,                                           \
        .pass = { { 0, 0, 9.4, 16.4, 21.7, 40.7, 37.5, 59.2, 55.5, 74.7, 78.9, 131.5,  \
                    88.6, 191.5, 0, 0, 132 },                                          \
                  { 0, 0, 7.4, 16.5, 20.3, 32.9, 37.7, 59.2, 54.5, 76.9, 80, 134,      \
                    93.7, 195.6, 0, 0, 136.7 } },                                      \
        .first = { { 0, 0, 7.3, 49.9, 28.1, 126.6, 138, 200, 84.8, 257.7, 278.7, 305,  \
                     286.6, 437.5, 0, 0, 266 },                                        \
                   { 0, 0, 9, 45.7, 30, 78.8, 105, 145, 87.5, 159.3, 206.2, 250.1,     \
                     239, 311.4, 0, 0, 223.5 } },                                      \
        .after = { { 0, 0, 53.2, 33.6, 22.3, 17.3, 13.6, 10.6, 6.9, 7.4, 6.6, 5.6,     \
                     3.1, 3, 0, 0, 1.5 },                                              \
                   { 0, 0, 24.2, 15.6, 8, 7.5, 4.1, 3.1, 2.1, 8.3, 6.4, 5.3, 4.2, 4.2, \
                     0, 0, 0.4 } },                                                    \
        .overhead = 30.0, .fused = { 22, 30 },                                         \
        .sweep = { 1500, 500, 300, 160, 130, 34, 20 },                                 \
    }

static const tfi_costs tables[] = {
    [TFI_CPU_SCALAR] = ESTIMATED(PASS_16, 1, 1),
    [TFI_CPU_SSE2] = ESTIMATED(PASS_16, 4, 2),
    [TFI_CPU_AVX2] = MEASURED_AVX2,
    [TFI_CPU_AVX512] = MEASURED_AVX512,
    [TFI_CPU_NEON] = ESTIMATED(PASS_32, 4, 2),
};

const tfi_costs *tfi_costs_for(tfi_cpu_level cpu)
{
    const size_t i = (size_t)cpu;
    return &tables[i < sizeof tables / sizeof tables[0] ? i : TFI_CPU_SCALAR];
}
