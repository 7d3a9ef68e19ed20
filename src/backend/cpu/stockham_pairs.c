/* stockham_pairs.c - which kernel on vectors of pairs, and its tables. */
#include "backend/cpu/stockham_pairs.h"
#include "backend/cpu/stockham_deep.h"

#include <string.h>

#include "base/status.h"

#include <trnfft/dtype.h>

static bool are_equal(const int *a, const int *radices, int count)
{
    return a[0] == radices[0] && a[1] == radices[1] &&
           a[2] == (count == 3 ? radices[2] : 1);
}

static const tfk_pairs *find_pairs(const tfk_pairs *table, int type, const int *radices,
                                   int count)
{
    for (const tfk_pairs *d = table; d->n != 0; d++) {
        if (are_equal(d->radix, radices, count) && d->rows[type] != NULL &&
            (count == 2 || d->serves[type] != 0)) {
            return d;
        }
    }
    return NULL;
}

static const tfk_trio *find_trio(const tfk_trio *table, int type, const int *radices)
{
    for (const tfk_trio *d = table; d->n != 0; d++) {
        if (are_equal(d->radix, radices, 3) && d->rows[type] != NULL) {
            return d;
        }
    }
    return NULL;
}

void tfi_pairs_find(const tfi_planner *planner, const tfi_line_problem *line,
                    const int *radices, int count, tfi_pairs *p)
{
    const int type = tfi_type_index(line->dtype);
    p->kernel = NULL;
    p->trio = NULL;
    if (planner->lanes || count < 2 || count > 3) {
        return;
    }
    if (count == 3) {
        p->trio = find_trio(tfk_trio_wide_for(planner->cpu), type, radices);
    }
    if (count == 3 && p->trio == NULL) {
        p->trio = find_trio(tfk_trio_for(planner->cpu), type, radices);
    }
    p->kernel = find_pairs(tfk_pairs_wide_for(planner->cpu), type, radices, count);
    if (p->kernel == NULL) {
        p->kernel = find_pairs(tfk_pairs_for(planner->cpu), type, radices, count);
    }
}

/* The table of the first pass, by windows of points, whose cosines and then sines
 * stand twice each. In that of the pass, which it comes from, leg k of point p has its
 * cosine at CELL, its sine a block behind. */
#define CELL(k, p, BLOCK) \
    (((p) / BLOCK * (radix - 1) + (k)-1) * 2 * BLOCK + (p) % BLOCK)
#define FILL(T, suffix, BLOCK)                                                     \
    static void windows_##suffix(const T *restrict pass, int64_t radix, int64_t m, \
                                 int64_t window, T *restrict table)                \
    {                                                                              \
        for (int64_t p = 0; p < m; p += window) {                                  \
            const int64_t begin = p + window <= m ? p : m - window;                \
            for (int64_t k = 1; k < radix; k++, table += 4 * window) {             \
                for (int64_t i = 0; i < window; i++) {                             \
                    const T *w = pass + CELL(k, begin + i, BLOCK);                 \
                    T *c = table + 2 * i, *s = c + 2 * window;                     \
                    c[0] = c[1] = w[0];                                            \
                    s[0] = s[1] = w[BLOCK];                                        \
                }                                                                  \
            }                                                                      \
        }                                                                          \
    }
FILL(float, f32, TFK_TWIDDLE_BLOCK_F32)
FILL(double, f64, TFK_TWIDDLE_BLOCK_F64)
#undef FILL
#undef CELL

static void fill_tables(const tfi_pairs *p, uint32_t dtype, void *const *passes)
{
    const int *radix = p->kernel->radix;
    const int64_t window = p->kernel->window[tfi_type_index(dtype)];
    const int64_t m = (int64_t)radix[1] * radix[2];
    if (dtype == TRNFFT_F64) {
        windows_f64(passes[0], radix[0], m, window, p->twiddle[0]);
    } else {
        windows_f32(passes[0], radix[0], m, window, p->twiddle[0]);
    }
    if (radix[2] > 1) {
        tfi_twiddle_pairs(dtype, passes[1], radix[1], radix[2], 1, p->twiddle[1]);
    }
}

trnfft_status tfi_pairs_wake(tfi_pairs *p, tfi_planner *planner, uint32_t dtype,
                             void *const *passes, size_t *table_bytes)
{
    if (p->kernel == NULL) {
        return TRNFFT_OK;
    }
    const int *radix = p->kernel->radix;
    const int64_t window = p->kernel->window[tfi_type_index(dtype)];
    const int64_t m = (int64_t)radix[1] * radix[2];
    const int64_t first = (m + window - 1) / window * (radix[0] - 1) * 4 * window;
    const int64_t counts[2] = { first, (int64_t)radix[2] * (radix[1] - 1) * 2 };
    for (int i = 0; i < (radix[2] > 1 ? 2 : 1); i++) {
        const size_t bytes = tfi_array_bytes(dtype, counts[i]);
        p->twiddle[i] = tfi_alloc_table(planner->alloc, bytes);
        if (p->twiddle[i] == NULL) {
            return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY,
                            "no memory for %zu bytes of twiddles", bytes);
        }
        *table_bytes += bytes;
    }
    fill_tables(p, dtype, passes);
    return TRNFFT_OK;
}

void tfi_pairs_fini(tfi_pairs *p, const tfi_allocator *alloc)
{
    tfi_free(alloc, p->twiddle[0]);
    tfi_free(alloc, p->twiddle[1]);
}
