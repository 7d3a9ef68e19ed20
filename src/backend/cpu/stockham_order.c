/* stockham_order.c - the order of a single line's passes by what each radix takes at
 * its place: first, in the middle or last, depth first or pass by pass
 * (stockham_order_tables.h). Prices are those of stockham_radices.c.
 */
#include <math.h>

#include "backend/cpu/line_tools.h"
#include "backend/cpu/stockham.h"
#include "backend/cpu/stockham_deep.h"
#include "backend/cpu/stockham_order_tables.h"

static const int radix_list[] = { 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16 };
enum { N_RADICES = sizeof radix_list / sizeof *radix_list };

enum { LEAST = 129, MOST_DIVISORS = 160, LEAST_FIRST = 4 };

/* Products of the passes so far, ascending, and the best way to each. */
typedef struct order {
    int count;
    int product[MOST_DIVISORS], radix[MOST_DIVISORS]; /* of the last pass so far */
    double cost[MOST_DIVISORS];
} order;

/* The divisors of n above 1; false: too many. */
static bool find_products(int n, order *o)
{
    int large[MOST_DIVISORS], n_large = 0;
    o->count = 0;
    for (int d = 1; d * d <= n; d++) {
        if (n % d != 0) {
            continue;
        }
        if (o->count + n_large + 2 > MOST_DIVISORS) {
            return false;
        }
        if (d > 1) {
            o->product[o->count++] = d;
        }
        if (d * d < n) {
            large[n_large++] = n / d;
        }
    }
    while (n_large > 0) {
        o->product[o->count++] = large[--n_large];
    }
    return true;
}

static int index_of(const order *o, int product)
{
    int low = 0, high = o->count - 1;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (o->product[middle] < product) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* How much longer a pass over runs of so many points takes than over whole vectors. */
static double fill(int run, int width)
{
    const int vectors = (run + width - 1) / width;
    return (double)(vectors * width) / (double)run;
}

static void offer(order *o, int at, double cost, int radix)
{
    if (cost < o->cost[at]) {
        o->cost[at] = cost;
        o->radix[at] = radix;
    }
}

/* All sequences of a family that begin with a radix of `firsts` (bits). */
static void run_order(order *o, const pass_times *p, int width, double call,
                      uint32_t firsts)
{
    for (int at = 0; at < o->count; at++) {
        const int product = o->product[at];
        const bool is_last = at == o->count - 1;
        o->cost[at] = HUGE_VAL;
        if (product <= TFK_MAX_RADIX && product >= LEAST_FIRST &&
            (firsts >> product & 1) != 0) {
            offer(o, at, p->first[product] + call, product);
        }
        for (int i = 0; i < N_RADICES; i++) {
            const int r = radix_list[i], run = product / r;
            if (product % r != 0 || run < 2) {
                continue;
            }
            const bool is_soon = p->soon != NULL && run == width;
            const double work = is_last   ? p->last[r]
                                : is_soon ? p->soon[r]
                                          : p->middle[r];
            offer(o, at, o->cost[index_of(o, run)] + work * fill(run, width) + call, r);
        }
    }
}

/* The sequence from its end. */
static int read_order(const order *o, int radices[TFI_MAX_PASSES])
{
    int count = 0;
    for (int rest = o->product[o->count - 1]; rest > 1; count++) {
        rest /= o->radix[index_of(o, rest)];
    }
    int at = count;
    for (int rest = o->product[o->count - 1]; rest > 1;) {
        radices[--at] = o->radix[index_of(o, rest)];
        rest /= radices[at];
    }
    return count;
}

/* Radices with passes that are multiples of `points`, 0: all, as bits. */
static uint32_t radices_of(int points)
{
    uint32_t bits = 0;
    for (int i = 0; i < N_RADICES; i++) {
        const bool wanted = points == 0 || radix_list[i] % points == 0;
        bits |= (uint32_t)wanted << radix_list[i];
    }
    return bits;
}

/* The table of a length that has one. */
static int band_of(int64_t n)
{
    int band = 0;
    while (n > band_ends[band]) {
        band++;
    }
    return band;
}

/* Whether lines of n points of this planner are among those that were measured. */
static bool is_fitted(const tfi_planner *planner, int64_t n)
{
    return (planner->cpu == TFI_CPU_AVX512 || planner->cpu == TFI_CPU_AVX2) &&
           planner->costs == NULL && !planner->lanes && !planner->pricing &&
           n >= LEAST && n <= band_ends[BANDS - 1] && (n & (n - 1)) != 0;
}

int tfi_stockham_order(const tfi_planner *planner, uint32_t dtype, int64_t n, int first,
                       int radices[TFI_MAX_PASSES])
{
    const int type = tfi_type_index(dtype),
              lanes = tfk_table_for(planner->cpu)->lanes[type];
    const bool has_deep = planner->cpu == TFI_CPU_AVX512;
    order o, deep;
    if (!is_fitted(planner, n) || !find_products((int)n, &o)) {
        return 0;
    }
    const int band = band_of(n);
    const pass_times *passes =
        has_deep ? &avx512[band][type][PASSES] : &avx2[band][type];
    const pass_times *depth = &avx512[band][type][DEEP];
    const uint32_t wanted = first == 0 ? ~0U : 1U << first;
    const uint32_t depth_first =
        has_deep && !tfi_deep_legs_meet(n) ? radices_of(lanes / 2) & wanted : 0;
    const uint32_t others = radices_of(0) & wanted & ~depth_first;
    const double vector = (double)lanes / (double)n;
    deep = o;
    run_order(&o, passes, lanes, passes->call * vector, others);
    run_order(&deep, depth, lanes / 2, depth->call * vector, depth_first);
    const bool is_deep = deep.cost[deep.count - 1] < o.cost[o.count - 1];
    const order *best = is_deep ? &deep : &o;
    return best->cost[best->count - 1] < HUGE_VAL ? read_order(best, radices) : 0;
}
