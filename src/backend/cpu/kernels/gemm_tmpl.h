/* gemm_tmpl.h - what both ways to multiply complex matrices share, for one type.
 * Formulas and layouts are in gemm_table.h.
 *
 * A register block of ROWS x COLS accumulators stays in registers over all of k: COLS
 * vectors of columns are loaded, components of the left factor are broadcast. Blocks at
 * the lower edge have fewer rows, those at the right edge go through a buffer. */

/* Where a register block of results lies. */
typedef struct FN(target) {
    T *re, *im;
    int64_t row;
    int pairs, accumulate;
} FN(target);

/* The lines of c that will be wanted when the sums are done: `columns` of each row. */
TFK_INLINE void FN(fetch)(const FN(target) * c, const int rows, const int columns,
                          const int pairs)
{
    enum { LINE = 64 / (int)sizeof(T) };
    UNROLL for (int r = 0; r < rows; r++)
    {
        UNROLL for (int j = 0; j < columns * (pairs + 1); j += LINE)
        {
            __builtin_prefetch(c->re + r * c->row + j, 1, 3);
            if (!pairs) {
                __builtin_prefetch(c->im + r * c->row + j, 1, 3);
            }
        }
    }
}

/* Stores VL results, added to what is there or not. */
TFK_INLINE void FN(add_to)(T *re, T *im, int pairs, int accumulate, V x, V y)
{
    if (accumulate) {
        V u, v;
        FN(load_points)(re, im, pairs, VL, &u, &v);
        x = u + x;
        y = v + y;
    }
    FN(store_points)(re, im, pairs, VL, x, y);
}

/* `width` columns of `rows` rows between c and a split buffer of `columns` columns. */
TFK_INLINE void FN(edge_move)(const FN(target) * c, int64_t rows, int64_t width,
                              int64_t columns, T *buffer, int back)
{
    const int64_t step = c->pairs + 1, part = rows * columns;
    for (int64_t r = 0; r < rows; r++) {
        for (int64_t j = 0; j < width; j++) {
            T *re = c->re + r * c->row + j * step, *im = c->im + r * c->row + j * step;
            T *to = buffer + r * columns + j;
            if (back) {
                *re = to[0];
                *im = to[part];
            } else {
                to[0] = *re;
                to[part] = *im;
            }
        }
    }
}

/* What packed columns may take to be in the second cache for certain. */
enum { FN(near) = (1 << 18) / (int)sizeof(T) };
