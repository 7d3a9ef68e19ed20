/* duo_tmpl.h - whole transforms of n = A B points along contiguous rows: the two passes
 * of a Stockham transform with radices A and B in one function, where every stride is a
 * constant. The operations are those of `first` with radix A and of the last `pass`
 * with radix B, point by point. Instance of vectors. */

/* Whether VL rows are taken at once: not where a single one runs at full vectors. */
#define DUO_IN_PANELS(A, B) ((A) * (B) <= 32 || (A) % 8 != 0)

/* Not more: straight code of four vectors of 16 legs, in four layouts, is 100 KB. */
#define DUO_STEPS _Pragma("GCC unroll 2")

/* Twiddles of leg k from point p on, see tfk_pass. */
#define DUO_TWIDDLE(w, A, k, p) \
    ((w) + (p) / BLOCK * ((A)-1) * 2 * BLOCK + ((k)-1) * 2 * BLOCK + (p) % BLOCK)

/* Points p … p + VL - 1 (fewer at the end) of the first pass. */
#define DUO_FIRST(A, B)                                                             \
    TFK_INLINE void FN(duo_first_##A##_##B)(const T *x, const T *y, int il, T sign, \
                                            const T *w, int p, T *sr, T *si)        \
    {                                                                               \
        V re[A], im[A];                                                             \
        UNROLL for (int j = 0; j < A; j++)                                          \
        {                                                                           \
            const int at = (il ? 2 : 1) * (j * B + p);                              \
            FN(load_points)(x + at, y + at, il, B - p, &re[j], &im[j]);             \
            im[j] = im[j] * SET1(sign);                                             \
        }                                                                           \
        FN(bf##A)(re, im);                                                          \
        UNROLL for (int k = 1; k < A; k++)                                          \
        {                                                                           \
            V c = LOAD(DUO_TWIDDLE(w, A, k, p));                                    \
            V s = LOAD(DUO_TWIDDLE(w, A, k, p) + BLOCK);                            \
            V t = FMS(re[k], c, im[k] * s);                                         \
            im[k] = FMA(im[k], c, re[k] * s);                                       \
            re[k] = t;                                                              \
        }                                                                           \
        FN(store_rows)(re, A, sr + p * A);                                          \
        FN(store_rows)(im, A, si + p * A);                                          \
    }

/* Points q … q + VL - 1 of each leg of the last pass. */
#define DUO_LAST(A, B)                                                                \
    TFK_INLINE void FN(duo_last_##A##_##B)(const T *sr, const T *si, int il, T scale, \
                                           T scale_im, int q, T *x, T *y)             \
    {                                                                                 \
        V re[B], im[B];                                                               \
        UNROLL for (int j = 0; j < B; j++)                                            \
        {                                                                             \
            re[j] = LOAD(sr + j * A + q);                                             \
            im[j] = LOAD(si + j * A + q);                                             \
        }                                                                             \
        FN(bf##B)(re, im);                                                            \
        UNROLL for (int k = 0; k < B; k++)                                            \
        {                                                                             \
            const int to = (il ? 2 : 1) * (k * A + q);                                \
            FN(store_points)                                                          \
            (x + to, y + to, il, A - q, re[k] * SET1(scale), im[k] * SET1(scale_im)); \
        }                                                                             \
    }

/* VL rows at once: the same with vectors over the rows and twiddles in every lane. */
#define DUO_PANEL(A, B)                                                             \
    TFK_INLINE void FN(duo_panel_##A##_##B)(const T *w, T scale, T scale_im, V *re, \
                                            V *im)                                  \
    {                                                                               \
        V sr[A * B], si[A * B], tr[16], ti[16];                                     \
        for (int p = 0; p < B; p++) {                                               \
            UNROLL for (int j = 0; j < A; j++)                                      \
            {                                                                       \
                tr[j] = re[j * B + p];                                              \
                ti[j] = im[j * B + p];                                              \
            }                                                                       \
            FN(bf##A)(tr, ti);                                                      \
            sr[p * A] = tr[0];                                                      \
            si[p * A] = ti[0];                                                      \
            UNROLL for (int k = 1; k < A; k++)                                      \
            {                                                                       \
                V c = SET1(*(DUO_TWIDDLE(w, A, k, p)));                             \
                V s = SET1(*(DUO_TWIDDLE(w, A, k, p) + BLOCK));                     \
                sr[p * A + k] = FMS(tr[k], c, ti[k] * s);                           \
                si[p * A + k] = FMA(ti[k], c, tr[k] * s);                           \
            }                                                                       \
        }                                                                           \
        for (int q = 0; q < A; q++) {                                               \
            UNROLL for (int j = 0; j < B; j++)                                      \
            {                                                                       \
                tr[j] = sr[j * A + q];                                              \
                ti[j] = si[j * A + q];                                              \
            }                                                                       \
            FN(bf##B)(tr, ti);                                                      \
            UNROLL for (int k = 0; k < B; k++)                                      \
            {                                                                       \
                re[k * A + q] = tr[k] * SET1(scale);                                \
                im[k * A + q] = ti[k] * SET1(scale_im);                             \
            }                                                                       \
        }                                                                           \
    }                                                                               \
    static __attribute__((noinline)) int64_t FN(duo_many_##A##_##B)(                \
        const tfk_rows *a, const T *w, const T *x, const T *y, T *xo, T *yo)        \
    {                                                                               \
        const T sign = a->conj_in ? (T)-1 : (T)1;                                   \
        const T scale = (T)a->scale, scale_im = a->conj_out ? -scale : scale;       \
        const int64_t y_row = a->in_interleaved ? 0 : a->in_row;                    \
        const int64_t yo_row = a->out_interleaved ? 0 : a->out_row;                 \
        int64_t row = 0;                                                            \
        for (; row + VL <= a->n_rows; row += VL) {                                  \
            V re[A * B], im[A * B];                                                 \
            FN(panel_load)                                                          \
            (x + row * a->in_row, y + row * y_row, a->in_row, A * B,                \
             a->in_interleaved, sign, re, im);                                      \
            FN(duo_panel_##A##_##B)(w, scale, scale_im, re, im);                    \
            FN(panel_store)                                                         \
            (xo + row * a->out_row, yo + row * yo_row, a->out_row, A * B,           \
             a->out_interleaved, re, im);                                           \
        }                                                                           \
        return row;                                                                 \
    }

/* Rows from `row` on, one after the other; layouts are constants. y and yo are not
 * looked at where pairs lie at x and xo. */
#define DUO(A, B)                                                                   \
    DUO_FIRST(A, B)                                                                 \
    DUO_LAST(A, B)                                                                  \
    DUO_PANEL(A, B)                                                                 \
    TFK_INLINE void FN(duo_as_##A##_##B)(const tfk_rows *a, const T *w, const T *x, \
                                         const T *y, T *xo, T *yo, int64_t row,     \
                                         int in, int out)                           \
    {                                                                               \
        enum { ROOM = (B / VL + 1) * VL * A + VL * VL };                            \
        const T sign = a->conj_in ? (T)-1 : (T)1;                                   \
        const T scale = (T)a->scale, scale_im = a->conj_out ? -scale : scale;       \
        TFK_ALIGNED T sr[ROOM], si[ROOM];                                           \
        x += row * a->in_row;                                                       \
        y = in ? x : y + row * a->in_row;                                           \
        xo += row * a->out_row;                                                     \
        yo = out ? xo : yo + row * a->out_row;                                      \
        if (A % VL != 0) { /* the last vector reads on: nothing that takes long */  \
            STORE(sr + A * B, (V){ 0 });                                            \
            STORE(si + A * B, (V){ 0 });                                            \
        }                                                                           \
        do {                                                                        \
            DUO_STEPS for (int p = 0; p < B; p += VL)                               \
            {                                                                       \
                FN(duo_first_##A##_##B)(x, y, in, sign, w, p, sr, si);              \
            }                                                                       \
            DUO_STEPS for (int q = 0; q < A; q += VL)                               \
            {                                                                       \
                FN(duo_last_##A##_##B)(sr, si, out, scale, scale_im, q, xo, yo);    \
            }                                                                       \
            x += a->in_row;                                                         \
            y += a->in_row;                                                         \
            xo += a->out_row;                                                       \
            yo += a->out_row;                                                       \
        } while (++row < a->n_rows);                                                \
    }                                                                               \
    static void FN(duo_##A##_##B)(const tfk_rows *a, const void *w, const void *x,  \
                                  const void *y, void *xo, void *yo)                \
    {                                                                               \
        int64_t row = 0;                                                            \
        if (DUO_IN_PANELS(A, B) && a->n_rows >= VL) {                               \
            y = a->in_interleaved ? x : y;                                          \
            yo = a->out_interleaved ? xo : yo;                                      \
            row = FN(duo_many_##A##_##B)(a, w, x, y, xo, yo);                       \
            if (row == a->n_rows) {                                                 \
                return;                                                             \
            }                                                                       \
        }                                                                           \
        if (a->in_interleaved && a->out_interleaved) {                              \
            FN(duo_as_##A##_##B)(a, w, x, x, xo, xo, row, 1, 1);                    \
        } else if (!a->in_interleaved && !a->out_interleaved) {                     \
            FN(duo_as_##A##_##B)(a, w, x, y, xo, yo, row, 0, 0);                    \
        } else if (a->in_interleaved) {                                             \
            FN(duo_as_##A##_##B)(a, w, x, x, xo, yo, row, 1, 0);                    \
        } else {                                                                    \
            FN(duo_as_##A##_##B)(a, w, x, y, xo, xo, row, 0, 1);                    \
        }                                                                           \
    }

EACH_DUO(DUO)

#undef DUO
#undef DUO_FIRST
#undef DUO_LAST
#undef DUO_PANEL
#undef DUO_TWIDDLE
#undef DUO_STEPS
#undef DUO_IN_PANELS
