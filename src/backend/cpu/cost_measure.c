/* cost_measure.c - the constants of the cost model, timed kernel by kernel in L1.
 *
 * A value is the least of many sweeps through all kernels, so that what disturbs the
 * machine for a while touches no kernel more than others. The clock's rate is not asked
 * for: cycles are counted on the scale of the table that the measurement starts from,
 * moved by the median of all radices. */
#include <stdlib.h>
#include <string.h>

#include <trnfft/dtype.h>

#include "backend/cpu/cost_tables.h"
#include "backend/cpu/line_tools.h"
#include "base/clock.h"

enum { POINTS = 512, BLOCKS = 4, TURNS = 60 };
static const double block_s = 20e-6;

typedef struct bench {
    const tfk_table *kernels;
    int type;
    char *memory; /* in re, in im, out re, out im, twiddles */
    size_t part;  /* bytes of one */
} bench;

/* How a pass is walked: what its three prices are fitted to. */
typedef enum shape { LONG_RUN = 0, FIRST = 1, SHORT_RUN = 2 } shape;

static tfk_pass pass_of(const bench *b, shape kind, int radix, int run, int64_t *points)
{
    const int64_t inner = kind == FIRST ? 1 : run;
    const int64_t outer = POINTS / (radix * inner);
    tfk_pass p;
    memset(&p, 0, sizeof p);
    p.scale = 1.0;
    p.n_outer = outer;
    p.n_inner = inner;
    p.in_outer = inner;
    p.in_leg = outer * inner;
    p.out_outer = radix * inner;
    p.out_leg = inner;
    p.twiddle = b->memory + 4 * b->part;
    p.overrun = kind != FIRST;
    *points = outer * inner * radix;
    return p;
}

/* Nanoseconds of one pass. */
static double time_pass(const bench *b, shape kind, int radix, const tfk_pass *p)
{
    const tfk_pass_fn run = kind == FIRST ? b->kernels->first[b->type][radix]
                                          : b->kernels->pass[b->type][radix];
    char *m = b->memory;
    double least = 0;
    int64_t times = 1;
    for (int block = 0; block < BLOCKS; block++) {
        const double start = tfi_clock_s();
        for (int64_t i = 0; i < times; i++) {
            run(p, m, m + b->part, m + 2 * b->part, m + 3 * b->part);
        }
        const double s = tfi_clock_s() - start;
        const double one = s / (double)times;
        least = least == 0 || one < least ? one : least;
        if (s < block_s / 2) {
            times *= s < block_s / 20 ? 8 : 2;
            block = -1;
        }
    }
    return least * 1e9;
}

/* Cycles, on the scale of `costs`, of a vector of butterflies: what a pass takes beyond
 * its overhead. The least of this time and those before goes to *least. */
static void time_cycles(const bench *b, const tfi_costs *costs, shape kind, int radix,
                        int run, double *least)
{
    int64_t points = 0;
    const tfk_pass p = pass_of(b, kind, radix, run, &points);
    const double cycles =
        time_pass(b, kind, radix, &p) * costs->gigahertz - costs->overhead;
    const double vectors =
        (double)points / ((double)radix * (double)b->kernels->lanes[b->type]);
    if (cycles > 0 && (*least == 0 || cycles / vectors < *least)) {
        *least = cycles / vectors;
    }
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *list, int count)
{
    qsort(list, (size_t)count, sizeof *list, ascending);
    return list[count / 2];
}

/* Least times so far. `run`: of a pass of RUN_LEGS over runs of so many points, [0]
 * over long ones. */
enum { RUN_LEGS = 4, LONG = 32 };
typedef struct least {
    double pass[TFI_COST_RADICES], first[TFI_COST_RADICES], run[TFI_COST_RADICES];
} least_times;

static bool is_there(const bench *b, int radix)
{
    return b->kernels->pass[b->type][radix] != NULL &&
           b->kernels->first[b->type][radix] != NULL;
}

static void sweep_type(const bench *b, const tfi_costs *start, least_times *least)
{
    time_cycles(b, start, LONG_RUN, RUN_LEGS, LONG, &least->run[0]);
    for (int r = 2; r < TFI_COST_RADICES; r++) {
        if (is_there(b, r)) {
            time_cycles(b, start, LONG_RUN, r, LONG, &least->pass[r]);
            time_cycles(b, start, FIRST, r, 1, &least->first[r]);
            time_cycles(b, start, SHORT_RUN, RUN_LEGS, r, &least->run[r]);
        }
    }
}

static void keep_type(const least_times *least, int type, tfi_costs *costs)
{
    for (int r = 2; r < TFI_COST_RADICES; r++) {
        if (least->pass[r] > 0 && least->first[r] > 0) {
            const double more = least->run[r] - least->run[0];
            costs->pass[type][r] = least->pass[r];
            costs->first[type][r] = least->first[r];
            costs->after[type][r] = more > 0 ? more / RUN_LEGS : 0;
        }
    }
}

/* The rate that makes the butterflies of this machine as long as those of the table. */
static void set_rate(const tfi_costs *start, tfi_costs *costs)
{
    double ratios[2 * TFI_COST_RADICES];
    int n = 0;
    for (int type = 0; type < 2; type++) {
        for (int r = 2; r < TFI_COST_RADICES; r++) {
            if (start->pass[type][r] > 0 && costs->pass[type][r] > 0) {
                ratios[n++] = costs->pass[type][r] / start->pass[type][r];
            }
        }
    }
    const double slower = n > 0 ? median(ratios, n) : 1.0;
    costs->gigahertz = start->gigahertz / slower;
    for (int type = 0; type < 2; type++) {
        for (int r = 2; r < TFI_COST_RADICES; r++) {
            costs->pass[type][r] /= slower;
            costs->first[type][r] /= slower;
            costs->after[type][r] /= slower;
        }
    }
}

trnfft_status tfi_costs_measure(const tfi_allocator *alloc, tfi_cpu_level cpu,
                                double time_limit_s, tfi_costs *costs)
{
    const tfi_costs start = *costs;
    bench b;
    memset(&b, 0, sizeof b);
    b.kernels = tfk_table_for(cpu);
    b.part = tfi_part_bytes(TRNFFT_F64, POINTS + TFK_SLACK);
    const size_t bytes = 4 * b.part + 2 * 16 * b.part;
    b.memory = tfi_alloc_zeroed(alloc, bytes);
    if (b.memory == NULL) {
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY, "no memory for %zu bytes", bytes);
    }
    const double deadline = tfi_clock_s() + time_limit_s;
    least_times least[2];
    memset(least, 0, sizeof least);
    for (int turn = 0; turn < TURNS && (turn == 0 || tfi_clock_s() < deadline);
         turn++) {
        for (b.type = 0; b.type < 2; b.type++) {
            sweep_type(&b, &start, &least[b.type]);
        }
    }
    keep_type(&least[0], 0, costs);
    keep_type(&least[1], 1, costs);
    set_rate(&start, costs);
    tfi_free(alloc, b.memory);
    return TRNFFT_OK;
}
