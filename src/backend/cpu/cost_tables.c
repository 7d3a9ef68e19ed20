/* cost_tables.c - the constants of the cost model for each CPU level.
 *
 * avx2 is measured (Zen 4, 3.7 GHz; `trnfft calibrate --emit-c` prints such a table);
 * the others are estimated from operation counts and have not been compared with
 * hardware. */
#include "backend/cpu/cost_tables.h"

const double tfi_cost_steps[TFI_COST_STEPS] = { 20e3, 48e3, 400e3, 1.1e6,
                                                8e6,  24e6, 1e30 };

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
#define IDLE(r, v)                                   \
    (9.0 * (((r) + (v)-1) / (v) * (v) - (r)) / (r) + \
     ((r) % (v) != 0 ? 6.0 : (r) == (v)))
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
        .overhead = 30.0, .sweep = { 1500, 500, 300, 160, 130, 60, 20 }, \
    }

/* The lists of `pass`, `first` and `after`: f32, f64. */
#define MEASURED_AVX2                                                                \
    {                                                                                \
        .gigahertz = 3.7, .operations = 1.6,                                         \
        .pass = { { 0, 0, 10, 17.2, 20.1, 39, 40.6, 70.6, 55, 93.2, 103.5, 171.1,    \
                    134.5, 238.5, 0, 0, 181.1 },                                     \
                  { 0, 0, 9.8, 17, 20.2, 39, 41.5, 70.7, 56.3, 94.8, 102.3, 171.3,   \
                    136.8, 238.1, 0, 0, 182.3 } },                                   \
        .first = { { 0, 0, 9.1, 41.2, 29.5, 60.4, 72.9, 103.8, 70.3, 149.9, 164.3,   \
                     234.1, 187.2, 297.5, 0, 0, 205.8 },                             \
                   { 0, 0, 10.8, 23.7, 22.1, 55.7, 59.3, 89.7, 67.5, 128.6, 134.8,   \
                     206.4, 157.7, 291.3, 0, 0, 203 } },                             \
        .after = { { 0, 0, 22.2, 12.9, 7.8, 5.3, 3.6, 2.5, 0.9, 6.2, 4.9, 3.5, 2.3,  \
                     2.3, 0, 0, 0.3 },                                               \
                   { 0, 0, 8.2, 4.1, 1.1, 5.4, 2.8, 1.8, 0.4, 3.5, 2, 1.2, 0.2, 2.5, \
                     0, 0, 0.1 } },                                                  \
        .overhead = 30.0, .sweep = { 1500, 500, 300, 160, 130, 60, 20 },             \
    }

static const tfi_costs tables[] = {
    [TFI_CPU_SCALAR] = ESTIMATED(PASS_16, 1, 1),
    [TFI_CPU_SSE2] = ESTIMATED(PASS_16, 4, 2),
    [TFI_CPU_AVX2] = MEASURED_AVX2,
    [TFI_CPU_AVX512] = ESTIMATED(PASS_32, 16, 8),
    [TFI_CPU_NEON] = ESTIMATED(PASS_32, 4, 2),
};

const tfi_costs *tfi_costs_for(tfi_cpu_level cpu)
{
    const size_t i = (size_t)cpu;
    return &tables[i < sizeof tables / sizeof tables[0] ? i : TFI_CPU_SCALAR];
}
