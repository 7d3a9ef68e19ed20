/* gather_pairs_tmpl.h - pairs of a list in another order, for one type T. */

/* The pairs index[i] of a list, one after the other. */
static void FN(gather_pairs)(const T *restrict list, const int32_t *restrict index,
                             int64_t count, T *restrict pairs)
{
#pragma GCC unroll 4
    for (int64_t i = 0; i < count; i++) {
        memcpy(pairs + 2 * i, list + 2 * (int64_t)index[i], 2 * sizeof(T));
    }
}
