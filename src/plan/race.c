/* race.c - two line plans in turns. */
#include <string.h>

#include <trnfft/dtype.h>

#include "base/clock.h"
#include "plan/measure.h"

/* Blocks long enough for the clock, short enough that other work of the machine hits
 * few of them: the least time of several blocks is free of it. */
static const double block_s = 40e-6;
enum { ROUNDS = 9, LEAST_ROUNDS = 3 };
static const double clearly_slower = 1.12;

struct tfi_race {
    const tfi_allocator *alloc;
    tfi_line_problem problem;
    tfi_line_args args;
    void *memory[2];
};

/* Lanes of strips, fewer where they would not fit a cache by far. */
static int64_t lanes_of(const tfi_line_problem *p)
{
    enum { LEAST = 4 };
    static const int64_t most_points = (int64_t)1 << 22;
    int64_t lanes = p->lanes != 0 ? tfi_line_preferred_lanes(p->dtype) : 1;
    while (lanes > LEAST && p->n > most_points / lanes) {
        lanes /= 2;
    }
    return lanes;
}

static size_t component(const tfi_line_problem *p)
{
    return p->dtype == TRNFFT_F64 ? sizeof(double) : sizeof(float);
}

/* Numbers in -0.5 … 0.5: no denormals, no overflow. */
static void fill(void *memory, const tfi_line_problem *p, int64_t count)
{
    uint32_t x = 1;
    for (int64_t i = 0; i < count; i++) {
        x = x * UINT32_C(1664525) + UINT32_C(1013904223);
        const double value = (double)(x >> 8) / 16777216.0 - 0.5;
        if (p->dtype == TRNFFT_F64) {
            ((double *)memory)[i] = value;
        } else {
            ((float *)memory)[i] = (float)value;
        }
    }
}

/* One line as most callers have it, in pairs; several lanes as tiles have them. */
static tfi_line_operand operand(void *memory, const tfi_line_problem *p, int64_t lanes,
                                bool is_complex)
{
    tfi_line_operand o = { memory, NULL, lanes, TFI_SPLIT };
    if (is_complex && lanes == 1) {
        o.layout = TFI_INTERLEAVED;
        o.stride = 2;
        o.im = (char *)memory + component(p);
    } else if (is_complex) {
        o.im = (char *)memory + (size_t)(p->n * lanes) * component(p);
    }
    return o;
}

trnfft_status tfi_race_create(const tfi_line_problem *problem,
                              const tfi_allocator *alloc, tfi_race **out)
{
    tfi_race *race = tfi_alloc_zeroed(alloc, sizeof *race);
    if (race == NULL) {
        return tfi_fail_memory("measuring", sizeof *race);
    }
    race->alloc = alloc;
    race->problem = *problem;
    const int64_t lanes = lanes_of(problem);
    const int64_t count = 2 * (problem->n + 2) * lanes;
    for (int i = 0; i < 2; i++) {
        race->memory[i] = tfi_alloc_array(alloc, (size_t)count, component(problem));
        if (race->memory[i] == NULL) {
            tfi_race_destroy(race);
            return tfi_fail_memory("measuring", (size_t)count * component(problem));
        }
        fill(race->memory[i], problem, count);
    }
    const tfi_line_kind kind = (tfi_line_kind)problem->kind;
    race->args.in = operand(race->memory[0], problem, lanes, kind != TFI_R2C);
    race->args.out = operand(race->memory[1], problem, lanes, kind != TFI_C2R);
    race->args.lanes = lanes;
    race->args.scale = 1.0;
    *out = race;
    return TRNFFT_OK;
}

void tfi_race_destroy(tfi_race *race)
{
    if (race != NULL) {
        const tfi_allocator *alloc = race->alloc;
        tfi_free(alloc, race->memory[0]);
        tfi_free(alloc, race->memory[1]);
        tfi_free(alloc, race);
    }
}

static double run(const tfi_line_plan *plan, const tfi_line_args *args, int64_t times)
{
    const double start = tfi_clock_s();
    for (int64_t i = 0; i < times; i++) {
        tfi_line_execute(plan, args);
    }
    return tfi_clock_s() - start;
}

/* How many executions fill a block, the tables warm. */
static int64_t block_length(const tfi_line_plan *plan, const tfi_line_args *args)
{
    int64_t times = 1;
    for (;;) {
        const double s = run(plan, args, times);
        if (s >= 0.5 * block_s || times >= (int64_t)1 << 20) {
            const double fit = s > 0 ? (double)times * block_s / s : 1.0;
            return fit < 1.0 ? 1 : (int64_t)fit;
        }
        times *= s < 0.05 * block_s ? 8 : 2;
    }
}

static void keep_least(double *least, double s)
{
    if (*least == 0 || s < *least) {
        *least = s;
    }
}

static void take_turns(const tfi_line_plan *const plans[2], const tfi_line_args args[2],
                       double deadline, bool patient, double least[2])
{
    int64_t times[2];
    for (int i = 0; i < 2; i++) {
        times[i] = block_length(plans[i], &args[i]);
    }
    for (int round = 0; round < ROUNDS; round++) {
        for (int k = 0; k < 2; k++) {
            const int i = (k + round) % 2;
            keep_least(&least[i], run(plans[i], &args[i], times[i]) / (double)times[i]);
        }
        const bool decided = !patient && round + 1 >= LEAST_ROUNDS &&
                             least[1] > clearly_slower * least[0];
        if (decided || tfi_clock_s() > deadline) {
            return;
        }
    }
}

trnfft_status tfi_race_run(tfi_race *race, const tfi_line_plan *a,
                           const tfi_line_plan *b, double deadline, bool patient,
                           double *a_ns, double *b_ns)
{
    const tfi_line_plan *const plans[2] = { a, b };
    tfi_line_args args[2] = { race->args, race->args };
    const int64_t lanes = race->args.lanes;
    size_t bytes = 64;
    for (int i = 0; i < 2; i++) {
        const size_t needed = tfi_line_scratch(plans[i], lanes);
        bytes = needed > bytes ? needed : bytes;
    }
    void *scratch = tfi_alloc(race->alloc, bytes);
    if (scratch == NULL) {
        return tfi_fail_memory("measuring", bytes);
    }
    memset(scratch, 0, bytes); /* pages that exist */
    args[0].scratch = args[1].scratch = scratch;
    double least[2] = { 0, 0 };
    take_turns(plans, args, deadline, patient, least);
    tfi_free(race->alloc, scratch);
    *a_ns = least[0] * 1e9 / (double)lanes;
    *b_ns = least[1] * 1e9 / (double)lanes;
    return TRNFFT_OK;
}
