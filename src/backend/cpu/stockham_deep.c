/* stockham_deep.c - which lines go depth first, and their tables. */
#include "backend/cpu/stockham_deep.h"

#include <string.h>

#include "base/status.h"

#include <trnfft/dtype.h>

/* Lines of three passes and more. */
enum { LEAST = 128, SHORT_RUN = 8 };
/* Lines of two passes, in pairs and of parts. */
enum { TWO_MOST = 192, TWO_MOST_OF_PARTS = 160 };

_Static_assert((int)TWO_MOST <= (int)TFK_DEEP_TWO_MOST, "a line fits");

static bool is_power_of_two(int64_t n)
{
    return (n & (n - 1)) == 0;
}

bool tfi_deep_legs_meet(int64_t n)
{
    return n >= 20000 && n % 2048 == 0;
}

/* Of powers of two the vectors of all passes are full. */
static bool is_better_in_passes(int64_t n)
{
    return n < LEAST || is_power_of_two(n) || tfi_deep_legs_meet(n);
}

static bool has(uint32_t radices, int radix)
{
    return (radices >> radix & 1) != 0;
}

static bool does(const tfk_deep_kernel *k, int64_t n, const int *radices, int count)
{
    const bool is_two = count == 2;
    bool all = k->run != NULL && count <= k->most && has(k->first, radices[0]) &&
               has(k->last, radices[count - 1]) && n / radices[0] >= k->points &&
               radices[0] >= k->points &&
               (is_two ? n <= TWO_MOST : radices[0] % k->points == 0);
    for (int i = 1; i + 1 < count; i++) {
        all = all && has(k->middle, radices[i]);
    }
    return all;
}

static const tfk_deep_kernel *kernel_for(const tfi_planner *planner, uint32_t dtype,
                                         int64_t n, const int *radices, int count)
{
    const tfk_deep_kernel *k;
    for (int i = 0; (k = tfk_deep_for(planner->cpu, i)) != NULL; i++) {
        k += tfi_type_index(dtype);
        if (does(k, n, radices, count)) {
            return k;
        }
    }
    return NULL;
}

/* Cycles of a pass over a vector: the operations of the codelet, and moves. */
static double pass_cycles(int radix)
{
    static const double operations[TFK_MAX_RADIX + 1] = { 0,  0,   2,  6,  8,  16,
                                                          18, 30,  26, 40, 42, 75,
                                                          48, 102, 0,  0,  72 };
    return 0.5 * operations[radix] + 1.5 * radix;
}

static double vectors(int64_t points, const tfk_deep_kernel *k)
{
    const int64_t whole = (points + k->points - 1) / k->points;
    return (double)whole;
}

bool tfi_deep_two(const tfi_planner *planner, uint32_t dtype, int64_t n, int radices[2],
                  double *cycles)
{
    const int lanes = tfk_table_for(planner->cpu)->lanes[tfi_type_index(dtype)];
    double best = 0;
    for (int a = 2; a <= TFK_MAX_RADIX && n <= TWO_MOST_OF_PARTS; a++) {
        if (n % a != 0 || n / a < 2 || n / a > TFK_MAX_RADIX) {
            continue;
        }
        const int pair[2] = { a, (int)(n / a) };
        const tfk_deep_kernel *k = kernel_for(planner, dtype, n, pair, 2);
        if (k == NULL) {
            continue;
        }
        const double c = vectors(pair[1], k) * (pass_cycles(pair[0]) + 2.0 * pair[0]) +
                         vectors(pair[0], k) * pass_cycles(pair[1]);
        if (best == 0 || c < best) {
            best = c;
            memcpy(radices, pair, sizeof pair);
        }
    }
    *cycles = best * lanes / (double)n;
    return best > 0;
}

void tfi_deep_find(const tfi_planner *planner, const tfi_line_problem *line,
                   const int *radices, int count, tfi_deep *d)
{
    const int64_t n = line->n;
    d->kernel = NULL;
    if (planner->lanes || (count > 2 && is_better_in_passes(n))) {
        return;
    }
    d->kernel = kernel_for(planner, line->dtype, n, radices, count);
    if (d->kernel != NULL) {
        d->line.n = n;
        d->line.n_passes = count;
        memcpy(d->line.radix, radices, (size_t)count * sizeof *radices);
    }
}

size_t tfi_deep_scratch(const tfi_deep *d, uint32_t dtype)
{
    return d->kernel != NULL && d->line.n_passes > 2
               ? tfi_array_bytes(dtype, tfk_deep_scratch(&d->line, d->kernel->points))
               : 0;
}

/* Parts cost more here than in the passes. They are worth it where the runs of the
 * second pass are shorter than its vectors, and those of the others no multiples. */
bool tfi_deep_serves(const tfi_deep *d, const tfi_line_args *args)
{
    const bool in_pairs = args->in.layout == TFI_INTERLEAVED;
    const bool out_pairs = args->out.layout == TFI_INTERLEAVED;
    if (d->kernel == NULL || args->lanes != 1 ||
        args->in.stride != (in_pairs ? 2 : 1) ||
        args->out.stride != (out_pairs ? 2 : 1)) {
        return false;
    }
    return (in_pairs && out_pairs) ||
           (d->line.n_passes == 2 && d->kernel->points > 2 &&
            d->line.n <= TWO_MOST_OF_PARTS) ||
           (d->line.n_passes > 2 && d->line.radix[0] == SHORT_RUN &&
            !is_power_of_two(d->line.n));
}

void tfi_deep_set(const tfi_deep *d, const tfi_line_args *args, tfk_deep *line)
{
    *line = d->line;
    line->scale = args->scale;
    line->conj_in = args->conj_in;
    line->conj_out = args->conj_out;
    line->in_interleaved = args->in.layout == TFI_INTERLEAVED;
    line->out_interleaved = args->out.layout == TFI_INTERLEAVED;
}

/* In the table of a pass leg k of point p has its cosine at CELL, its sine a
 * block behind. */
#define CELL(k, p, BLOCK) \
    (((p) / BLOCK * (radix - 1) + (k)-1) * 2 * BLOCK + (p) % BLOCK)
#define FILL(T, suffix, BLOCK)                                                  \
    static void fill_##suffix(const T *restrict pass, int64_t radix, int64_t m, \
                              int64_t window, T *restrict table)                \
    {                                                                           \
        for (int64_t p = 0; p < m; p += window) {                               \
            const int64_t begin = p + window <= m ? p : m - window;             \
            for (int64_t k = 1; k < radix; k++, table += 2 * window) {          \
                for (int64_t i = 0; i < window; i++) {                          \
                    const T *w = pass + CELL(k, begin + i, BLOCK);              \
                    table[2 * i] = w[0];                                        \
                    table[2 * i + 1] = w[BLOCK];                                \
                }                                                               \
            }                                                                   \
        }                                                                       \
    }
FILL(float, f32, TFK_TWIDDLE_BLOCK_F32)
FILL(double, f64, TFK_TWIDDLE_BLOCK_F64)
#undef FILL
#undef CELL

void tfi_twiddle_pairs(uint32_t dtype, const void *pass, int64_t radix, int64_t m,
                       int64_t window, void *table)
{
    if (dtype == TRNFFT_F64) {
        fill_f64(pass, radix, m, window, table);
    } else {
        fill_f32(pass, radix, m, window, table);
    }
}

/* Points of a window of the table of pass i. */
static int64_t window_of(const tfi_deep *d, int i)
{
    return i == 0 ? d->kernel->points : 1;
}

/* Bytes of the table of pass i, of m butterflies. */
static size_t table_bytes(const tfi_deep *d, uint32_t dtype, int i, int64_t m)
{
    const int64_t window = window_of(d, i);
    const int64_t points = (m + window - 1) / window * window;
    return tfi_array_bytes(dtype, 2 * points * (d->line.radix[i] - 1));
}

size_t tfi_deep_table_bytes(const tfi_deep *d, uint32_t dtype)
{
    size_t bytes = 0;
    int64_t m = d->line.n;
    for (int i = 0; d->kernel != NULL && i + 1 < d->line.n_passes; i++) {
        m /= d->line.radix[i];
        bytes += table_bytes(d, dtype, i, m);
    }
    return bytes;
}

void tfi_deep_fill(tfi_deep *d, uint32_t dtype, void *const *passes, void *tables)
{
    char *table = tables;
    int64_t m = d->line.n;
    for (int i = 0; d->kernel != NULL && i + 1 < d->line.n_passes; i++) {
        const int radix = d->line.radix[i];
        m /= radix;
        d->line.twiddle[i] = table;
        tfi_twiddle_pairs(dtype, passes[i], radix, m, window_of(d, i), table);
        table += table_bytes(d, dtype, i, m);
    }
}
