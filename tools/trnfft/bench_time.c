/* bench_time.c - interleaved blocks on one processor. */
#define _GNU_SOURCE
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "report.h"

#if defined(__linux__)
#include <sched.h>
#endif

enum { MAX_BLOCKS = 1001, WARM_BLOCKS = 2, FEWEST_BLOCKS = 5 };
#define LONG_EXECUTION_S 0.02 /* goes through more than the caches hold anyway */

#if defined(__linux__)
static cpu_set_t before, pinned;
static bool is_pinned;
#endif

int bench_pin(void)
{
#if defined(__linux__)
    int cpu = sched_getcpu();
    CPU_ZERO(&pinned);
    if (cpu >= 0 && cpu < CPU_SETSIZE &&
        sched_getaffinity(0, sizeof before, &before) == 0) {
        CPU_SET((size_t)cpu, &pinned);
        if (sched_setaffinity(0, sizeof pinned, &pinned) == 0) {
            is_pinned = true;
            return cpu;
        }
    }
#endif
    return -1;
}

void bench_unpin(void)
{
#if defined(__linux__)
    if (is_pinned) {
        sched_setaffinity(0, sizeof before, &before);
    }
#endif
}

void bench_repin(void)
{
#if defined(__linux__)
    if (is_pinned) {
        sched_setaffinity(0, sizeof pinned, &pinned);
    }
#endif
}

static void prepare(const bench_engine *e, const bench_arrays *arrays)
{
    if (e->prepare != NULL) {
        e->prepare(e->state, arrays);
    }
}

static double block(const bench_engine *e, const bench_arrays *arrays, int64_t count)
{
    prepare(e, arrays);
    double start = cli_seconds();
    e->run(e->state, arrays, count);
    return cli_seconds() - start;
}

/* Brings the engine's own data into the caches, where those of the engine before are: a
 * block of one or two executions would time their loading. */
static void warm_up(const bench_engine *e, const bench_arrays *arrays)
{
    prepare(e, arrays);
    e->run(e->state, arrays, 1);
}

/* How many executions fill a block. */
static int64_t block_length(const bench_engine *e, const bench_arrays *arrays,
                            double min_s)
{
    int64_t count = 1;
    for (;;) {
        double s = block(e, arrays, count);
        if (s >= min_s) {
            /* Not more than what is needed, were this block disturbed. */
            int64_t fewer = (int64_t)ceil((double)count * min_s / s * 1.25);
            return fewer < count ? fewer : count;
        }
        double grow = s > 0.0 ? min_s / s * 1.2 : 100.0;
        count = (int64_t)((double)count * (grow > 100.0 ? 100.0 : grow)) + 1;
    }
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_median(double *list, int count)
{
    qsort(list, (size_t)count, sizeof *list, ascending);
    return count % 2 != 0 ? list[count / 2]
                          : 0.5 * (list[count / 2 - 1] + list[count / 2]);
}

void bench_measure(const bench_timing *timing, const bench_arrays *arrays,
                   const bench_engine *engines, int count, double *ns)
{
    static double seconds[BENCH_MAX_ENGINES][MAX_BLOCKS];
    int64_t length[BENCH_MAX_ENGINES];
    int rounds = timing->blocks < MAX_BLOCKS ? timing->blocks : MAX_BLOCKS;
    double start = 0.0;
    for (int warm = 0; warm < WARM_BLOCKS; warm++) {
        start = cli_seconds();
        for (int i = 0; i < count; i++) {
            length[i] = block_length(&engines[i], arrays, timing->min_block_s);
        }
    }
    double round_s = cli_seconds() - start; /* a little more than one */
    if (timing->most_s > 0.0 && round_s * rounds > timing->most_s) {
        int fewer = (int)(timing->most_s / round_s);
        rounds = fewer > FEWEST_BLOCKS ? fewer : FEWEST_BLOCKS;
    }
    for (int r = 0; r < rounds; r++) {
        for (int k = 0; k < count; k++) {
            int i =
                (k + r) % count; /* nobody always follows the same neighbour's start */
            if (r == 0 || seconds[i][r - 1] < LONG_EXECUTION_S) {
                warm_up(&engines[i], arrays);
            }
            seconds[i][r] = block(&engines[i], arrays, length[i]) / (double)length[i];
        }
    }
    for (int i = count - 1; i > 0; i--) {
        for (int r = 0; r < rounds; r++) {
            seconds[i][r] /= seconds[0][r];
        }
        ns[i] = bench_median(seconds[i], rounds);
    }
    ns[0] = bench_median(seconds[0], rounds) * 1e9;
    for (int i = 1; i < count; i++) {
        ns[i] *= ns[0];
    }
}
