/* stockham_order.c - the order of a single line's passes by what each radix takes at
 * its place: first, in the middle or last, depth first or pass by pass.
 *
 * Fitted to the times of 20,000 to 40,000 random sequences for lengths of 100 … 4,096
 * points on Zen 5 with AVX-512 and with AVX2 (least squares of relative errors, which
 * are 0.05 to 0.1, and 0.03), most in pairs. They tell sequences of one length apart,
 * no more: prices are those of stockham_radices.c.
 */
#include <math.h>

#include "backend/cpu/line_tools.h"
#include "backend/cpu/stockham.h"

#include <trnfft/dtype.h>

/* Nanoseconds for each vector of points that a pass takes, whole or filled in part;
 * some are negative, since a sequence has one first pass and one last. */
typedef struct places {
    double first[TFK_MAX_RADIX + 1], middle[TFK_MAX_RADIX + 1], last[TFK_MAX_RADIX + 1];
    double call;        /* of a pass */
    const double *soon; /* in the middle where runs are one vector, if not as there */
} places;

enum { PASSES, DEEP };
static const double soon_f32[TFK_MAX_RADIX + 1] = { 0,     0,     -1.70, -1.15, -1.06,
                                                    -0.65, -0.59, -0.13, -0.34, 0.25,
                                                    0.12,  3.52,  0.11,  4.89,  0,
                                                    0,     0.44 };
static const places avx512[2][2] = {
    [TFK_F32] = {
        [PASSES] = { { 0, 0, -4.52, -0.65, -1.80, 1.51, 1.19, 1.62, 0.21, 1.62, 1.07,
                       2.04, 1.16, 3.25, 0, 0, 0.5 },
                     { 0, 0, 1.49, 1.73, 1.72, 1.86, 1.83, 2.06, 1.71, 2.20, 2.08, 3.04,
                       1.93, 3.68, 0, 0, 2.22 },
                     { 0, 0, 1.54, 1.94, 1.76, 2.37, 2.20, 2.51, 2.01, 2.65, 2.57, 3.32,
                       2.37, 4.04, 0, 0, 2.49 },
                     6.9, NULL },
        [DEEP] = { { 0, 0, 0, 0, 0, 0, 0, 0, 3.70, 0, 0, 0, 0, 0, 0, 0, 1.28 },
                   { 0, 0, 1.79, 2.13, 2.09, 2.53, 2.56, 2.86, 2.73, 3.17, 2.99, 5.19,
                     3.06, 6.03, 0, 0, 3.34 },
                   { 0, 0, -0.47, -0.36, -0.38, -0.16, -0.14, 0.07, -0.14, 0.34, 0.16,
                     2.33, 0.25, 3.02, 0, 0, 0.48 },
                   11.6, soon_f32 },
    },
    [TFK_F64] = {
        [PASSES] = { { 0, 0, -5.69, -2.14, -2.24, -1.15, -1.03, -0.67, -0.66, -0.69,
                       -1.04, 0.09, 0.89, 0.76, 0, 0, 1.0 },
                     { 0, 0, 1.62, 2.03, 2.10, 2.31, 2.29, 2.58, 2.29, 2.71, 2.64, 3.56,
                       2.54, 4.22, 0, 0, 2.94 },
                     { 0, 0, 2.26, 2.65, 2.71, 3.12, 3.24, 3.47, 3.27, 3.70, 3.60, 4.33,
                       3.54, 4.95, 0, 0, 3.89 },
                     6.0, NULL },
        [DEEP] = { { 0, 0, 0, 0, 0.01, 0, 0, 0, -0.40, 0, 0, 0, 1.01, 0, 0, 0, 0.91 },
                   { 0, 0, 1.78, 2.60, 2.76, 3.46, 3.48, 4.08, 3.75, 4.43, 4.35, 5.29,
                     4.50, 6.16, 0, 0, 5.11 },
                   { 0, 0, -2.11, -1.39, -1.14, -0.48, -0.25, 0.24, 0.06, 0.66, 0.64,
                     1.31, 0.73, 2.03, 0, 0, 1.25 },
                   19.8, NULL },
    },
};

/* There all lines of more than two passes go pass by pass. */
static const places avx2[2] = {
    [TFK_F32] = { { 0, 0, 0.70, 2.04, 1.15, 2.00, 1.77, 2.35, 1.47, 2.34, 2.08, 3.34,
                    1.73, 4.01, 0, 0, 1.77 },
                  { 0, 0, 0.83, 1.02, 0.91, 1.27, 1.11, 2.01, 1.16, 1.75, 1.62, 3.15,
                    1.39, 3.66, 0, 0, 1.57 },
                  { 0, 0, 0.37, 0.61, 0.57, 0.93, 0.85, 1.56, 0.94, 1.38, 1.29, 2.50,
                    1.30, 3.00, 0, 0, 1.32 },
                  6.1,
                  NULL },
    [TFK_F64] = { { 0, 0, 0.25, 0.69, 0.27, 0.87, 0.67, 1.31, 0.55, 1.26, 1.02, 2.29,
                    0.77, 2.95, 0, 0, 0.95 },
                  { 0, 0, 0.79, 0.97, 0.89, 1.20, 1.05, 1.93, 1.14, 1.60, 1.46, 2.91,
                    1.30, 3.41, 0, 0, 1.53 },
                  { 0, 0, 1.14, 1.32, 1.33, 1.63, 1.59, 2.20, 1.72, 2.06, 1.97, 3.20,
                    1.97, 3.60, 0, 0, 2.04 },
                  4.2,
                  NULL },
};

static const int radix_list[] = { 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16 };
enum { N_RADICES = sizeof radix_list / sizeof *radix_list };

enum { LEAST = 129, MOST = 4096, MOST_DIVISORS = 64 };

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
static void run_order(order *o, const places *p, int width, double call,
                      uint32_t firsts)
{
    for (int at = 0; at < o->count; at++) {
        const int product = o->product[at];
        const bool is_last = at == o->count - 1;
        o->cost[at] = HUGE_VAL;
        if (product <= TFK_MAX_RADIX && (firsts >> product & 1) != 0) {
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

/* Radices with passes, as bits, and those of them that go depth first. */
static uint32_t radices_of(int points)
{
    uint32_t bits = 0;
    for (int i = 0; i < N_RADICES; i++) {
        const bool wanted = points == 0 || radix_list[i] % points == 0;
        bits |= (uint32_t)wanted << radix_list[i];
    }
    return bits;
}

/* Whether lines of n points of this planner are among those that were measured. */
static bool is_fitted(const tfi_planner *planner, int64_t n)
{
    return (planner->cpu == TFI_CPU_AVX512 || planner->cpu == TFI_CPU_AVX2) &&
           planner->costs == NULL && !planner->lanes && !planner->pricing &&
           n >= LEAST && n <= MOST && (n & (n - 1)) != 0;
}

int tfi_stockham_order(const tfi_planner *planner, uint32_t dtype, int64_t n, int first,
                       int radices[TFI_MAX_PASSES])
{
    const int type = tfi_type_index(dtype),
              lanes = tfk_table_for(planner->cpu)->lanes[type];
    order o, deep;
    if (!is_fitted(planner, n) || !find_products((int)n, &o)) {
        return 0;
    }
    deep = o;
    const bool has_deep = planner->cpu == TFI_CPU_AVX512;
    const places *passes = has_deep ? &avx512[type][PASSES] : &avx2[type];
    const uint32_t wanted = first == 0 ? ~0U : 1U << first;
    const uint32_t depth_first = has_deep ? radices_of(lanes / 2) & wanted : 0;
    const uint32_t others = radices_of(0) & wanted & ~depth_first;
    const double vector = (double)lanes / (double)n;
    run_order(&o, passes, lanes, passes->call * vector, others);
    run_order(&deep, &avx512[type][DEEP], lanes / 2, avx512[type][DEEP].call * vector,
              depth_first);
    const bool is_deep = deep.cost[deep.count - 1] < o.cost[o.count - 1];
    const order *best = is_deep ? &deep : &o;
    return best->cost[best->count - 1] < HUGE_VAL ? read_order(best, radices) : 0;
}
