/* stockham_radices.c - which radices for n: dynamic programming over the divisors of n.
 */
#include "backend/cpu/stockham.h"

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
static double cycles_for(tfi_cpu_level cpu, int radix, int64_t n)
{
    const double cycles =
        pass_cycles[cpu == TFI_CPU_AVX512 || cpu == TFI_CPU_NEON][radix];
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

typedef struct search {
    int exponents[N_PRIMES], weights[N_PRIMES], n_divisors;
    float cost[MAX_DIVISORS]; /* cycles per point of the best sequence for a divisor */
    uint8_t radix[MAX_DIVISORS];
} search;

/* A pass costs about this many cycles whatever its length: the call, its set-up, the
 * first loads. */
static const double pass_overhead = 30.0;

/* `fixed` is that overhead in cycles per vector of the whole line. */
static void search_run(search *s, tfi_cpu_level cpu, int64_t n, double fixed)
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
            int e[N_PRIMES], offset = 0;
            bool fits = cycles_for(cpu, r, n) > 0 && factor(r, e);
            for (int i = 0; fits && i < N_PRIMES; i++) {
                fits = e[i] <= digits[i];
                offset += e[i] * s->weights[i];
            }
            if (!fits) {
                continue;
            }
            float c = s->cost[d - offset] + (float)(cycles_for(cpu, r, n) / r + fixed);
            if (c < s->cost[d]) {
                s->cost[d] = c;
                s->radix[d] = (uint8_t)r;
            }
        }
    }
}

/* How far one factor `radix` moves the index of a divisor. */
static int offset_of(const search *s, int radix)
{
    int e[N_PRIMES], offset = 0;
    factor(radix, e);
    for (int i = 0; i < N_PRIMES; i++) {
        offset += e[i] * s->weights[i];
    }
    return offset;
}

/* The pass after the first one works on runs of as many points as the first has legs:
 * what of its last vector is idle costs, and runs shorter than a vector cost masked
 * moves on top. */
static double short_run_cycles(int run, int lanes)
{
    static const double pass = 9.0, masked = 6.0, single = 1.0;
    const int whole = (run + lanes - 1) / lanes * lanes;
    const double vectors = (double)whole / run;
    return pass * (vectors - 1.0) + (run < lanes    ? masked
                                     : run == lanes ? single
                                                    : 0.0);
}

/* The radix of the first pass; *cost: cycles per point of the whole sequence. */
static int best_first(const search *s, tfi_cpu_level cpu, int64_t n, int lanes,
                      double *cost)
{
    int best = 0;
    for (int r = 2; r <= TFK_MAX_RADIX; r++) {
        int e[N_PRIMES];
        bool fits = cycles_for(cpu, r, n) > 0 && factor(r, e);
        for (int i = 0; fits && i < N_PRIMES; i++) {
            fits = e[i] <= s->exponents[i];
        }
        if (!fits) {
            continue;
        }
        const int rest = s->n_divisors - 1 - offset_of(s, r);
        double c = s->cost[rest] + cycles_for(cpu, r, n) / r +
                   (rest > 0 ? short_run_cycles(r, lanes) : 0.0);
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

int tfi_stockham_radices(const tfi_planner *planner, uint32_t dtype, int64_t n,
                         int radices[TFI_MAX_PASSES], double *cost_ns)
{
    search s;
    if (n < 2 || !factor(n, s.exponents)) {
        return 0;
    }
    int64_t divisors = 1;
    for (int i = 0; i < N_PRIMES; i++) {
        s.weights[i] = (int)divisors;
        divisors *= s.exponents[i] + 1;
        if (divisors > MAX_DIVISORS) {
            return 0;
        }
    }
    s.n_divisors = (int)divisors;
    const int lanes = tfk_table_for(planner->cpu)->lanes[tfi_type_index(dtype)];
    search_run(&s, planner->cpu, n, pass_overhead * lanes / (double)n);
    double best = 0;
    radices[0] = best_first(&s, planner->cpu, n, lanes, &best);
    int count = 1;
    for (int d = s.n_divisors - 1 - offset_of(&s, radices[0]); d > 0;) {
        if (count == TFI_MAX_PASSES) {
            return 0;
        }
        radices[count] = s.radix[d];
        d -= offset_of(&s, radices[count++]);
    }
    sort_descending(radices + 1, count - 1);
    *cost_ns = tfi_cost_cycles(planner, dtype, n, best);
    return count;
}

int64_t tfi_stockham_next(int64_t n)
{
    for (int64_t m = n + n % 2; m < INT64_MAX - 2; m += 2) {
        int e[N_PRIMES];
        if (factor(m, e)) {
            return m;
        }
    }
    return 0;
}
