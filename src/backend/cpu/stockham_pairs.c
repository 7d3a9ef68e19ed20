/* stockham_pairs.c - which kernel on vectors of pairs, and its tables. */
#include "backend/cpu/stockham_pairs.h"

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

static int64_t block_of(uint32_t dtype)
{
    return dtype == TRNFFT_F64 ? TFK_TWIDDLE_BLOCK_F64 : TFK_TWIDDLE_BLOCK_F32;
}

/* Component `to` of a table gets component `from` of a pass's, `copies` times. */
static void put(uint32_t dtype, void *table, int64_t to, const void *pass, int64_t from,
                int copies)
{
    const size_t bytes = tfi_type_bytes(dtype);
    for (int i = 0; i < copies; i++) {
        memcpy(tfi_at(table, dtype, to + i), (const char *)pass + (size_t)from * bytes,
               bytes);
    }
}

/* Where the cosine of leg k, point p lies in the table of a pass. */
static int64_t pass_at(uint32_t dtype, int radix, int k, int64_t p)
{
    const int64_t block = block_of(dtype);
    return (p / block * (radix - 1) + k - 1) * 2 * block + p % block;
}

static void fill_windows(uint32_t dtype, const void *pass, int radix, int64_t m,
                         int64_t window, void *table)
{
    const int64_t block = block_of(dtype);
    int64_t to = 0;
    for (int64_t p = 0; p < m; p += window) {
        const int64_t begin = p + window <= m ? p : m - window;
        for (int k = 1; k < radix; k++, to += 4 * window) {
            for (int64_t i = 0; i < window; i++) {
                const int64_t from = pass_at(dtype, radix, k, begin + i);
                put(dtype, table, to + 2 * i, pass, from, 2);
                put(dtype, table, to + 2 * (window + i), pass, from + block, 2);
            }
        }
    }
}

static void fill_middle(uint32_t dtype, const void *pass, int radix, int64_t m,
                        void *table)
{
    int64_t to = 0;
    for (int64_t p = 0; p < m; p++) {
        for (int k = 1; k < radix; k++, to += 2) {
            const int64_t from = pass_at(dtype, radix, k, p);
            put(dtype, table, to, pass, from, 1);
            put(dtype, table, to + 1, pass, from + block_of(dtype), 1);
        }
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
    fill_windows(dtype, passes[0], radix[0], m, window, p->twiddle[0]);
    if (radix[2] > 1) {
        fill_middle(dtype, passes[1], radix[1], radix[2], p->twiddle[1]);
    }
    return TRNFFT_OK;
}

void tfi_pairs_fini(tfi_pairs *p, const tfi_allocator *alloc)
{
    tfi_free(alloc, p->twiddle[0]);
    tfi_free(alloc, p->twiddle[1]);
}
