/* stockham_radices.c - which radices for n: dynamic programming over the divisors of n.
 */
#include "backend/cpu/stockham.h"

#include <stdbool.h>
#include <string.h>

#include "backend/cpu/kernel_table.h"
#include "backend/cpu/line_tools.h"

#include <trnfft/dtype.h>

/* Cycles of one butterfly of R legs on full vectors, twiddles, loads and stores
 * included: measured in L1 for 16 registers (AVX2), estimated from operation counts
 * for 32. */
static const double pass_cycles[2][TFK_MAX_RADIX + 1] = {
    { 0, 0, 11, 17, 21, 33, 44, 67, 57, 96, 106, 166, 136, 234, 0, 0, 181 },
    { 0, 0, 14, 26, 32, 50, 66, 95, 80, 130, 145, 230, 180, 330, 0, 0, 195 },
};

/* Many legs far apart fall into the same few sets of the L1 cache: that is worth a
 * fifth of a pass. */
static double cycles_for(const tfi_planner *planner, uint32_t dtype, int radix,
                         int64_t n)
{
    const double cycles = pass_cycles[planner->cpu == TFI_CPU_AVX512 ||
                                      planner->cpu == TFI_CPU_NEON][radix];
    if (planner->lanes) {
        const int64_t leg = n / radix * tfi_line_preferred_lanes(dtype) *
                            (int64_t)tfi_type_bytes(dtype);
        return radix >= 8 && leg % 4096 == 0 ? 1.5 * cycles : cycles;
    }
    return radix > 8 && n >= 8192 ? 1.2 * cycles : cycles;
}

static const int primes[] = { 2, 3, 5, 7, 11, 13 };
enum { N_PRIMES = 6, MAX_DIVISORS = 4096 };

/* Exponents of n over the primes; false if something is left. */
static bool factor(int64_t n, int exponents[N_PRIMES])
{
    for (int i = 0; i < N_PRIMES; i++) {
        exponents[i] = 0;
        while (n % primes[i] == 0) {
            n /= primes[i];
            exponents[i]++;
        }
    }
    return n == 1;
}

/* The same of every radix, which the search asks for again and again. */
static const int8_t radix_exponents[TFK_MAX_RADIX + 1][N_PRIMES] = {
    [2] = { 1 },           [3] = { 0, 1 },
    [4] = { 2 },           [5] = { 0, 0, 1 },
    [6] = { 1, 1 },        [7] = { 0, 0, 0, 1 },
    [8] = { 3 },           [9] = { 0, 2 },
    [10] = { 1, 0, 1 },    [11] = { 0, 0, 0, 0, 1 },
    [12] = { 2, 1 },       [13] = { 0, 0, 0, 0, 0, 1 },
    [14] = { 1, 0, 0, 1 }, [15] = { 0, 1, 1 },
    [16] = { 4 },
};

typedef struct search {
    int exponents[N_PRIMES], weights[N_PRIMES], n_divisors;
    int offset[TFK_MAX_RADIX + 1]; /* how far a factor moves the index of a divisor */
    double cycles[TFK_MAX_RADIX + 1]; /* per point; 0: no such pass */
    float cost[MAX_DIVISORS]; /* cycles per point of the best sequence for a divisor */
    uint8_t radix[MAX_DIVISORS];
} search;

/* A pass costs about this many cycles whatever its length: the call, its set-up, the
 * first loads. */
static const double pass_overhead = 30.0;

/* The same in cycles per vector of one lane. */
static double overhead_cycles(const tfi_planner *planner, uint32_t dtype, int lanes)
{
    const int64_t shared = planner->lanes ? tfi_line_preferred_lanes(dtype) : 1;
    return pass_overhead * lanes / (double)shared;
}

/* Radix and weights of n's divisors in mixed radix; false if they are too many. */
static bool search_init(search *s, const tfi_planner *planner, uint32_t dtype,
                        int64_t n)
{
    int64_t divisors = 1;
    for (int i = 0; i < N_PRIMES; i++) {
        s->weights[i] = (int)divisors;
        divisors *= s->exponents[i] + 1;
        if (divisors > MAX_DIVISORS) {
            return false;
        }
    }
    s->n_divisors = (int)divisors;
    for (int r = 2; r <= TFK_MAX_RADIX; r++) {
        s->cycles[r] = cycles_for(planner, dtype, r, n) / r;
        s->offset[r] = 0;
        for (int i = 0; i < N_PRIMES; i++) {
            s->offset[r] += radix_exponents[r][i] * s->weights[i];
        }
    }
    return true;
}

/* Whether radix r divides what has these exponents, and has a pass. */
static bool divides(const search *s, int r, const int exponents[N_PRIMES])
{
    bool fits = s->cycles[r] > 0;
    for (int i = 0; fits && i < N_PRIMES; i++) {
        fits = radix_exponents[r][i] <= exponents[i];
    }
    return fits;
}

/* `fixed` is that overhead in cycles per vector of the whole line. */
static void search_run(search *s, double fixed)
{
    int digits[N_PRIMES] = { 0 };
    s->cost[0] = 0;
    for (int d = 1; d < s->n_divisors; d++) {
        for (int i = 0; i < N_PRIMES; i++) { /* count up in mixed radix */
            if (digits[i] < s->exponents[i]) {
                digits[i]++;
                break;
            }
            digits[i] = 0;
        }
        s->cost[d] = 1e30f;
        for (int r = 2; r <= TFK_MAX_RADIX; r++) {
            if (!divides(s, r, digits)) {
                continue;
            }
            float c = s->cost[d - s->offset[r]] + (float)(s->cycles[r] + fixed);
            if (c < s->cost[d]) {
                s->cost[d] = c;
                s->radix[d] = (uint8_t)r;
            }
        }
    }
}

/* The pass after the first one works on runs of as many points as the first has legs:
 * what of its last vector is idle costs, and a vector that is not full costs masked
 * moves on top. */
static double short_run_cycles(const tfi_planner *planner, int run, int lanes)
{
    if (planner->lanes) {
        return 0;
    }
    static const double pass = 9.0, masked = 6.0, single = 1.0;
    const int whole = (run + lanes - 1) / lanes * lanes;
    const double vectors = (double)whole / run;
    return pass * (vectors - 1.0) + (whole != run   ? masked
                                     : run == lanes ? single
                                                    : 0.0);
}

/* The radix of the first pass; *cost: cycles per point of the whole sequence. */
static int best_first(const tfi_planner *planner, const search *s, int lanes,
                      double *cost)
{
    int best = 0;
    for (int r = 2; r <= TFK_MAX_RADIX; r++) {
        if (!divides(s, r, s->exponents)) {
            continue;
        }
        const int rest = s->n_divisors - 1 - s->offset[r];
        double c = s->cost[rest] + s->cycles[r] +
                   (rest > 0 ? short_run_cycles(planner, r, lanes) : 0.0);
        if (best == 0 || c < *cost) {
            best = r;
            *cost = c;
        }
    }
    return best;
}

/* Largest first: later passes then have full vectors sooner. */
static void sort_descending(int *a, int n)
{
    for (int i = 1; i < n; i++) {
        for (int j = i; j > 0 && a[j] > a[j - 1]; j--) {
            int t = a[j];
            a[j] = a[j - 1];
            a[j - 1] = t;
        }
    }
}

/* The best sequence that begins with `first`; returns its length, 0: too long. */
static int sequence_after(const search *s, int first, int radices[TFI_MAX_PASSES])
{
    radices[0] = first;
    int count = 1;
    for (int d = s->n_divisors - 1 - s->offset[first]; d > 0;) {
        if (count == TFI_MAX_PASSES) {
            return 0;
        }
        radices[count] = s->radix[d];
        d -= s->offset[radices[count++]];
    }
    sort_descending(radices + 1, count - 1);
    return count;
}

/* Lengths whose two passes are one kernel take those. */
static int duo_radices(const tfi_planner *planner, uint32_t dtype, int64_t n,
                       int radices[TFI_MAX_PASSES], double *cost_ns)
{
    for (const tfk_duo *d = tfk_duo_for(planner->cpu); d->n != 0; d++) {
        if (d->n == n) {
            radices[0] = d->radix[0];
            radices[1] = d->radix[1];
            *cost_ns = tfi_cost_cycles(planner, dtype, n, 14.0);
            return 2;
        }
    }
    return 0;
}

int tfi_stockham_radices(const tfi_planner *planner, uint32_t dtype, int64_t n,
                         int radices[TFI_MAX_PASSES], double *cost_ns)
{
    search s;
    if (!planner->lanes && duo_radices(planner, dtype, n, radices, cost_ns) == 2) {
        return 2;
    }
    if (n < 2 || !factor(n, s.exponents)) {
        return 0;
    }
    if (!search_init(&s, planner, dtype, n)) {
        return 0;
    }
    const int lanes = tfk_table_for(planner->cpu)->lanes[tfi_type_index(dtype)];
    search_run(&s, overhead_cycles(planner, dtype, lanes) / (double)n);
    double best = 0;
    const int count =
        sequence_after(&s, best_first(planner, &s, lanes, &best), radices);
    *cost_ns = tfi_cost_cycles(planner, dtype, n, best);
    return count;
}

size_t tfi_stockham_choices(const tfi_planner *planner, uint32_t dtype, int64_t n,
                            tfi_choice *list, size_t capacity)
{
    search s;
    if (n < 2 || !factor(n, s.exponents) || !search_init(&s, planner, dtype, n)) {
        return 0;
    }
    const int lanes = tfk_table_for(planner->cpu)->lanes[tfi_type_index(dtype)];
    double costs[TFI_MAX_CHOICES];
    size_t kept = 0;
    search_run(&s, overhead_cycles(planner, dtype, lanes) / (double)n);
    for (int first = 2; first <= TFK_MAX_RADIX; first++) {
        int radices[TFI_MAX_PASSES];
        if (!divides(&s, first, s.exponents)) {
            continue;
        }
        const int count = sequence_after(&s, first, radices);
        if (count < 2 || count > TFI_MAX_CHOICE) {
            continue;
        }
        const double cost = s.cost[s.n_divisors - 1 - s.offset[first]] +
                            s.cycles[first] + short_run_cycles(planner, first, lanes);
        size_t at = kept < capacity ? kept++ : capacity;
        for (; at > 0 && cost < costs[at - 1]; at--) {
            if (at < capacity) {
                costs[at] = costs[at - 1];
                list[at] = list[at - 1];
            }
        }
        if (at < capacity) {
            costs[at] = cost;
            list[at].count = count;
            for (int i = 0; i < count; i++) {
                list[at].at[i] = radices[i];
            }
        }
    }
    return kept;
}

int tfi_stockham_chosen(const tfi_planner *planner, uint32_t dtype, int64_t n,
                        const tfi_choice *choice, int radices[TFI_MAX_PASSES],
                        double *cost_ns)
{
    const int lanes = tfk_table_for(planner->cpu)->lanes[tfi_type_index(dtype)];
    double cost = 0;
    int64_t rest = n;
    for (int i = 0; i < choice->count; i++) {
        const int64_t r = choice->at[i];
        if (r < 2 || r > TFK_MAX_RADIX || rest % r != 0 ||
            !(cycles_for(planner, dtype, (int)r, n) > 0)) {
            return 0;
        }
        rest /= r;
        radices[i] = (int)r;
        cost += cycles_for(planner, dtype, radices[i], n) / radices[i];
        cost += i > 0 ? overhead_cycles(planner, dtype, lanes) / (double)n : 0.0;
        cost += i == 1 ? short_run_cycles(planner, radices[0], lanes) : 0.0;
    }
    *cost_ns = tfi_cost_cycles(planner, dtype, n, cost);
    return rest == 1 ? choice->count : 0;
}
