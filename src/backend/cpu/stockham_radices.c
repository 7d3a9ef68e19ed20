/* stockham_radices.c - which radices for n: dynamic programming over the divisors of n.
 */
#include "backend/cpu/stockham.h"
#include "backend/cpu/stockham_deep.h"

#include <stdbool.h>
#include <string.h>

#include "backend/cpu/fused_table.h"
#include "backend/cpu/kernel_table.h"
#include "backend/cpu/line_tools.h"

#include <trnfft/dtype.h>

/* How many legs, so many bytes apart, fall into the same set of the L1 cache. */
static int64_t legs_in_a_set(int radix, int64_t leg)
{
    enum { WAY = 4096 }; /* bytes after which an L1 cache uses the same set again */
    return leg % WAY == 0 ? radix : WAY % leg == 0 ? radix * leg / WAY : 0;
}

/* Many legs in the same few sets cost a fifth of a pass, over lanes half of it. */
static double cycles_for(const tfi_planner *planner, uint32_t dtype, int radix,
                         int64_t n)
{
    const double cycles = tfi_costs_of(planner)->pass[tfi_type_index(dtype)][radix];
    if (planner->lanes) {
        const int64_t leg = n / radix * tfi_line_preferred_lanes(dtype) *
                            (int64_t)tfi_type_bytes(dtype);
        return legs_in_a_set(radix, leg) >= 8 ? 1.5 * cycles : cycles;
    }
    return radix > 8 && n >= 8192 ? 1.2 * cycles : cycles;
}

/* What the last pass of a single line costs more per point where it stores many legs
 * into the same few sets of the L1 cache, the two parts of split points often into the
 * same ones: lines of the cache leave it before the next one of their leg is stored.
 * For the choice among sequences; in prices, the constants of passes have their share.
 */
static double last_cycles(const tfi_planner *planner, uint32_t dtype, int radix,
                          int64_t n)
{
    const int64_t size = (int64_t)tfi_type_bytes(dtype);
    const int64_t legs = radix > 8 ? 16 : legs_in_a_set(radix, n / radix * size);
    if (planner->lanes || n * size < 32768 || legs < 8) {
        return 0;
    }
    return (double)legs / 16.0 * cycles_for(planner, dtype, radix, n) / radix;
}

enum { N_PRIMES = 6, MAX_DIVISORS = 4096 }; /* 2, 3, 5, 7, 11, 13 */

/* Exponents of n over the primes, a byte for each, the lowest for 2; *divisors: how
 * many numbers divide it. False if something else is left, or they are too many. */
static bool factor(int64_t n, uint64_t *exponents, int *divisors)
{
    int found[N_PRIMES] = { 0 };
    uint64_t rest = (uint64_t)n;
    if (n < 2) {
        return false;
    }
#define STRIP(I, P)                                    \
    for (; rest % (P) == 0; rest /= (P), found[I]++) { \
    }
    STRIP(0, 2)
    STRIP(1, 3)
    STRIP(2, 5)
    STRIP(3, 7)
    STRIP(4, 11)
    STRIP(5, 13)
#undef STRIP
    *exponents = 0;
    *divisors = 1;
    for (int i = 0; i < N_PRIMES && *divisors <= MAX_DIVISORS; i++) {
        *exponents |= (uint64_t)found[i] << (8 * i);
        *divisors *= found[i] + 1;
    }
    return rest == 1 && *divisors <= MAX_DIVISORS;
}

bool tfi_stockham_exists(int64_t n)
{
    uint64_t exponents = 0;
    int divisors = 0;
    return factor(n, &exponents, &divisors);
}

/* The same of every radix, which the search asks for again and again. */
#define E(E2, E3, E5, E7, E11, E13)                                \
    ((uint64_t)(E2) | (uint64_t)(E3) << 8 | (uint64_t)(E5) << 16 | \
     (uint64_t)(E7) << 24 | (uint64_t)(E11) << 32 | (uint64_t)(E13) << 40)
static const uint64_t radix_exponents[TFK_MAX_RADIX + 1] = {
    [2] = E(1, 0, 0, 0, 0, 0),  [3] = E(0, 1, 0, 0, 0, 0),  [4] = E(2, 0, 0, 0, 0, 0),
    [5] = E(0, 0, 1, 0, 0, 0),  [6] = E(1, 1, 0, 0, 0, 0),  [7] = E(0, 0, 0, 1, 0, 0),
    [8] = E(3, 0, 0, 0, 0, 0),  [9] = E(0, 2, 0, 0, 0, 0),  [10] = E(1, 0, 1, 0, 0, 0),
    [11] = E(0, 0, 0, 0, 1, 0), [12] = E(2, 1, 0, 0, 0, 0), [13] = E(0, 0, 0, 0, 0, 1),
    [14] = E(1, 0, 0, 1, 0, 0), [15] = E(0, 1, 1, 0, 0, 0), [16] = E(4, 0, 0, 0, 0, 0),
};
#undef E

/* Whether none of the exponents `a` exceeds its one of `b`. */
static inline bool divides(uint64_t a, uint64_t b)
{
    const uint64_t tops = UINT64_C(0x8080808080808080);
    return (((b | tops) - a) & tops) == tops;
}

typedef struct search {
    int64_t n;
    uint64_t exponents;
    int n_divisors;
    int n_radices;                    /* those that divide n and have a pass, */
    int list[TFK_MAX_RADIX];          /* from the smallest on */
    int offset[TFK_MAX_RADIX + 1];    /* how far one moves the index of a divisor */
    double cycles[TFK_MAX_RADIX + 1]; /* per point */
    double last[TFK_MAX_RADIX + 1];   /* what they take more as the last pass */
    bool last_matters;                /* some of those are not 0 */
    double fixed; /* what every pass costs, in cycles per vector of points */
    float cost[MAX_DIVISORS]; /* cycles per point of the best sequence for a divisor */
    uint8_t radix[MAX_DIVISORS];
} search;

/* A pass costs some cycles whatever its radix, the call, its set-up, the first loads:
 * those in cycles per vector of one lane. */
static double overhead_cycles(const tfi_planner *planner, uint32_t dtype, int lanes)
{
    const int64_t shared = planner->lanes ? tfi_line_preferred_lanes(dtype) : 1;
    return tfi_costs_of(planner)->overhead * lanes / (double)shared;
}

/* The same and `pass_ns`, in cycles per vector of points of the whole line. */
static double fixed_cycles(const tfi_planner *planner, uint32_t dtype, int64_t n,
                           double pass_ns)
{
    const int lanes = tfk_table_for(planner->cpu)->lanes[tfi_type_index(dtype)];
    return (overhead_cycles(planner, dtype, lanes) +
            pass_ns * tfi_costs_of(planner)->gigahertz * lanes) /
           (double)n;
}

static int exponent(uint64_t exponents, int i)
{
    return (int)(exponents >> (8 * i) & 0xff);
}

/* The radices of n, and its divisors in mixed radix; false: it has other factors. */
static bool search_init(search *s, const tfi_planner *planner, uint32_t dtype,
                        int64_t n)
{
    int weights[N_PRIMES], weight = 1;
    if (!factor(n, &s->exponents, &s->n_divisors)) {
        return false;
    }
    for (int i = 0; i < N_PRIMES; i++) {
        weights[i] = weight;
        weight *= exponent(s->exponents, i) + 1;
    }
    s->n = n;
    s->n_radices = 0;
    s->last_matters = false;
    for (int r = 2; r <= TFK_MAX_RADIX; r++) {
        if (!divides(radix_exponents[r], s->exponents)) {
            continue;
        }
        s->cycles[r] = cycles_for(planner, dtype, r, n) / r;
        s->last[r] = last_cycles(planner, dtype, r, n);
        s->last_matters = s->last_matters || s->last[r] > 0;
        s->offset[r] = 0;
        for (int i = 0; i < N_PRIMES; i++) {
            s->offset[r] += exponent(radix_exponents[r], i) * weights[i];
        }
        if (s->cycles[r] > 0) {
            s->list[s->n_radices++] = r;
        }
    }
    return true;
}

/* Counts up in mixed radix below and at `most`. */
static uint64_t next_divisor(uint64_t digits, uint64_t most)
{
    int i = 0;
    for (; exponent(digits, i) == exponent(most, i); i++) {
        digits &= ~(UINT64_C(0xff) << (8 * i));
    }
    return digits + (UINT64_C(1) << (8 * i));
}

static void search_run(search *s, double fixed)
{
    uint64_t digits = 0;
    float step[TFK_MAX_RADIX];
    s->fixed = fixed;
    for (int i = 0; i < s->n_radices; i++) {
        step[i] = (float)(s->cycles[s->list[i]] + fixed);
    }
    s->cost[0] = 0;
    for (int d = 1; d < s->n_divisors; d++) {
        digits = next_divisor(digits, s->exponents);
        float best = 1e30f;
        int best_radix = 0;
        for (int i = 0; i < s->n_radices; i++) {
            const int r = s->list[i];
            if (!divides(radix_exponents[r], digits)) {
                continue;
            }
            const float c = s->cost[d - s->offset[r]] + step[i];
            if (c < best) {
                best = c;
                best_radix = r;
            }
        }
        s->cost[d] = best;
        s->radix[d] = (uint8_t)best_radix;
    }
}

/* What the first pass of a single line costs more than one of many lanes, in cycles per
 * vector of points: its own walk, and the runs of as many points as it has legs that
 * the next pass works on (`alone`: there is none). */
static double first_cycles(const tfi_planner *planner, uint32_t dtype, int64_t n,
                           int radix, bool alone)
{
    const tfi_costs *costs = tfi_costs_of(planner);
    const int type = tfi_type_index(dtype);
    if (planner->lanes) {
        return 0;
    }
    /* As measured in the second-level cache, of double alone. */
    enum { MOST = 65536 };
    const int64_t leg = n / radix * 2 * (int64_t)sizeof(double);
    const bool is_crowded =
        type == TFK_F64 && n <= MOST && legs_in_a_set(radix, leg) >= 16;
    const double crowd = is_crowded ? 1.15 : 1.0;
    return (crowd * costs->first[type][radix] - costs->pass[type][radix]) / radix +
           (alone ? 0.0 : costs->after[type][radix]);
}

/* The best sequence after a first pass: *last is the radix of its last pass, 0 where
 * any order does, or NULL for the price; returns its cycles per point. */
static double rest_cycles(const search *s, int first, int *last)
{
    const int rest = s->n_divisors - 1 - s->offset[first];
    const uint64_t exponents = s->exponents - radix_exponents[first];
    double best = s->cost[rest];
    if (last == NULL) {
        return best;
    }
    *last = 0;
    for (int i = 0; s->last_matters && rest != 0 && i < s->n_radices; i++) {
        const int r = s->list[i];
        if (!divides(radix_exponents[r], exponents)) {
            continue;
        }
        const double c =
            s->cost[rest - s->offset[r]] + s->cycles[r] + s->fixed + s->last[r];
        if (*last == 0 || c < best) {
            best = c;
            *last = r;
        }
    }
    return best;
}

/* The radices of the first pass and the last, see rest_cycles(); *cost: cycles per
 * point of the whole sequence. One pass alone is a codelet, where there is one. */
static int best_first(const tfi_planner *planner, uint32_t dtype, const search *s,
                      int *last, double *cost)
{
    const tfk_rows_table *rows = tfk_rows_for(planner->cpu);
    int best = 0;
    for (int i = 0; i < s->n_radices; i++) {
        const int r = s->list[i];
        const bool alone = s->n_divisors - 1 == s->offset[r];
        int end = 0;
        if (alone && rows->rows[tfi_type_index(dtype)][r] == NULL) {
            continue;
        }
        double c = rest_cycles(s, r, last != NULL ? &end : NULL) + s->cycles[r] +
                   first_cycles(planner, dtype, s->n, r, alone);
        if (best == 0 || c < *cost) {
            best = r;
            *cost = c;
            if (last != NULL) {
                *last = end;
            }
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

/* The best sequence that begins with `first` and ends in `last`, if that is not 0;
 * returns its length, 0: none, or too long. */
static int sequence_of(const search *s, int first, int last,
                       int radices[TFI_MAX_PASSES])
{
    const int most = last != 0 ? TFI_MAX_PASSES - 1 : TFI_MAX_PASSES;
    int count = 1;
    if (first == 0) {
        return 0;
    }
    radices[0] = first;
    int d = s->n_divisors - 1 - s->offset[first] - (last != 0 ? s->offset[last] : 0);
    while (d > 0) {
        if (count == most || s->radix[d] == 0) {
            return 0;
        }
        radices[count] = s->radix[d];
        d -= s->offset[radices[count++]];
    }
    sort_descending(radices + 1, count - 1);
    if (last != 0) {
        radices[count++] = last;
    }
    return count;
}

/* Whether three passes are one kernel, which is the best way then. */
static bool has_three(const tfk_pairs *table, int type, int64_t n, int *radices)
{
    for (const tfk_pairs *d = table; d->n != 0; d++) {
        if (d->n == n && (d->serves[type] & TFK_PAIRS_THREE) != 0) {
            memcpy(radices, d->radix, sizeof d->radix);
            return true;
        }
    }
    return false;
}

/* Whether two passes are a kernel of vectors of pairs alone. */
static bool has_two(const tfk_pairs *table, int type, int64_t n, int *radices)
{
    for (const tfk_pairs *d = table; d->n != 0; d++) {
        if (d->n == n && d->rows[type] != NULL && (d->serves[type] & TFK_PAIRS_TWO)) {
            memcpy(radices, d->radix, 2 * sizeof d->radix[0]);
            return true;
        }
    }
    return false;
}

/* Lengths whose passes are one kernel for rows take those; returns how many, 0: there
 * is none. */
static int fused_radices(const tfi_planner *planner, uint32_t dtype, int64_t n,
                         int radices[TFI_MAX_PASSES], double *cycles)
{
    const int type = tfi_type_index(dtype);
    int count = 0;
    for (const tfk_duo *d = tfk_duo_for(planner->cpu); count == 0 && d->n != 0; d++) {
        if (d->n == n) {
            memcpy(radices, d->radix, sizeof d->radix);
            count = 2;
        }
    }
    if (count == 0 && has_two(tfk_pairs_for(planner->cpu), type, n, radices)) {
        count = 2;
    }
    if (count == 0 && (has_three(tfk_pairs_wide_for(planner->cpu), type, n, radices) ||
                       has_three(tfk_pairs_for(planner->cpu), type, n, radices))) {
        count = 3;
    }
    if (count == 0 && !planner->lanes &&
        tfi_deep_two(planner, dtype, n, radices, cycles)) {
        return 2;
    }
    *cycles = count > 0 ? tfi_costs_of(planner)->fused[count - 2] : 0;
    return planner->lanes ? 0 : count;
}

int tfi_stockham_radices(const tfi_planner *planner, uint32_t dtype, int64_t n,
                         double pass_ns, int radices[TFI_MAX_PASSES], double *cost_ns)
{
    search s;
    double cycles = 0;
    const int fused = fused_radices(planner, dtype, n, radices, &cycles);
    if (fused > 0) {
        *cost_ns = tfi_cost_cycles(planner, dtype, n, cycles);
        return fused;
    }
    if (!search_init(&s, planner, dtype, n)) {
        return 0;
    }
    search_run(&s, fixed_cycles(planner, dtype, n, pass_ns));
    double best = 0, with_last = 0;
    int last = 0;
    int first = best_first(planner, dtype, &s, NULL, &best);
    if (s.last_matters) {
        first = best_first(planner, dtype, &s, &last, &with_last);
    }
    const int count = sequence_of(&s, first, last, radices);
    *cost_ns = tfi_cost_cycles(planner, dtype, n, best) - (count - 1) * pass_ns;
    const int ordered = tfi_stockham_order(planner, dtype, n, 0, radices);
    return ordered > 0 ? ordered : count;
}

/* Where one kernel does all passes, it is the plan: no other sequence is priced below.
 */
static double behind_fused(double cost, double fused)
{
    return cost > 1.01 * fused ? cost : 1.01 * fused;
}

/* The sequence that is taken without a choice comes first, whatever its price; returns
 * how many there are. */
static size_t put_own_first(const tfi_planner *planner, uint32_t dtype, int64_t n,
                            double pass_ns, tfi_choice *list, size_t count,
                            size_t capacity)
{
    int radices[TFI_MAX_PASSES];
    tfi_choice own = { 0 };
    double cost_ns = 0;
    own.count = tfi_stockham_radices(planner, dtype, n, pass_ns, radices, &cost_ns);
    if (own.count < 2 || own.count > TFI_MAX_CHOICE || capacity == 0) {
        return count;
    }
    for (int i = 0; i < own.count; i++) {
        own.at[i] = radices[i];
    }
    size_t at = 0;
    while (at < count &&
           (list[at].count != own.count ||
            memcmp(list[at].at, own.at, (size_t)own.count * sizeof *own.at) != 0)) {
        at++;
    }
    count = at < count || count == capacity ? count : count + 1;
    memmove(list + 1, list, (at < count ? at : count - 1) * sizeof *list);
    list[0] = own;
    return count;
}

/* The best sequence that begins with `first`, and what it costs. */
static tfi_choice choice_with(const tfi_planner *planner, uint32_t dtype,
                              const search *s, int first, double *cost)
{
    int radices[TFI_MAX_PASSES], last = 0;
    tfi_choice choice = { 0 };
    *cost = rest_cycles(s, first, &last) + s->cycles[first] +
            first_cycles(planner, dtype, s->n, first, false);
    const int count = sequence_of(s, first, last, radices);
    const int ordered = tfi_stockham_order(planner, dtype, s->n, first, radices);
    choice.count = ordered > 0 ? ordered : count;
    for (int j = 0; j < choice.count && j < TFI_MAX_CHOICE; j++) {
        choice.at[j] = radices[j];
    }
    return choice;
}

size_t tfi_stockham_choices(const tfi_planner *planner, uint32_t dtype, int64_t n,
                            double pass_ns, tfi_choice *list, size_t capacity)
{
    search s;
    if (!search_init(&s, planner, dtype, n)) {
        return 0;
    }
    tfi_choice_list choices = { list, capacity, 0, { 0 } };
    double cycles = 0;
    int fused[TFI_MAX_PASSES] = { 0 };
    const int n_fused = fused_radices(planner, dtype, n, fused, &cycles);
    search_run(&s, fixed_cycles(planner, dtype, n, pass_ns));
    for (int i = 0; i < s.n_radices; i++) {
        double cost = 0;
        tfi_choice choice = choice_with(planner, dtype, &s, s.list[i], &cost);
        if (n_fused > 0 && s.list[i] == fused[0]) {
            choice.count = n_fused;
            for (int j = 0; j < n_fused; j++) {
                choice.at[j] = fused[j];
            }
            cost = cycles;
        } else if (n_fused > 0) {
            cost = behind_fused(cost, cycles);
        }
        if (choice.count >= 2 && choice.count <= TFI_MAX_CHOICE) {
            tfi_choice_offer(&choices, &choice, cost);
        }
    }
    return put_own_first(planner, dtype, n, pass_ns, list, choices.count, capacity);
}

int tfi_stockham_chosen(const tfi_planner *planner, uint32_t dtype, int64_t n,
                        const tfi_choice *choice, int radices[TFI_MAX_PASSES],
                        double *cost_ns)
{
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
        cost += i > 0 ? fixed_cycles(planner, dtype, n, 0) : 0.0;
        cost += i == 1 ? first_cycles(planner, dtype, n, radices[0], false) : 0.0;
    }
    int fused[TFI_MAX_PASSES];
    double cycles = 0;
    const int n_fused = fused_radices(planner, dtype, n, fused, &cycles);
    const bool is_fused = choice->count == n_fused &&
                          memcmp(fused, radices, (size_t)n_fused * sizeof *fused) == 0;
    *cost_ns = tfi_cost_cycles(planner, dtype, n,
                               is_fused      ? cycles
                               : n_fused > 0 ? behind_fused(cost, cycles)
                                             : cost);
    return rest == 1 ? choice->count : 0;
}
