/* gemm_tmpl.h - the inner product of packed panels for one type T; included by gemm.c
 * twice.
 *
 * c(i, j) += sum_k a(k, i) b(k, j) for a block of MR x NR, k ascending: whatever the
 * blocking, an element's terms are added one after the other. Rows of the block are two
 * vectors of V. */
typedef T FN(vector) __attribute__((vector_size(16)));
#define V FN(vector)

static inline V FN(load)(const T *p)
{
    V v;
    memcpy(&v, p, sizeof v);
    return v;
}

static inline void FN(step)(V re[2], V im[2], T xr, T xi, const V yr[2], const V yi[2])
{
    for (int j = 0; j < 2; j++) {
        re[j] += xr * yr[j];
        im[j] += xr * yi[j];
        re[j] -= xi * yi[j];
        im[j] += xi * yr[j];
    }
}

static void FN(block)(int64_t n_k, const T *a_re, const T *a_im, const T *b_re,
                      const T *b_im, T *c_re, T *c_im)
{
    V re[MR][2], im[MR][2];
    memcpy(re, c_re, sizeof re);
    memcpy(im, c_im, sizeof im);
    for (int64_t k = 0; k < n_k; k++) {
        const V yr[2] = { FN(load)(b_re + k * NR), FN(load)(b_re + k * NR + NR / 2) };
        const V yi[2] = { FN(load)(b_im + k * NR), FN(load)(b_im + k * NR + NR / 2) };
        for (int i = 0; i < MR; i++) {
            FN(step)(re[i], im[i], a_re[k * MR + i], a_im[k * MR + i], yr, yi);
        }
    }
    memcpy(c_re, re, sizeof re);
    memcpy(c_im, im, sizeof im);
}

/* One block of the accumulators, of which n_i x n_j elements exist. */
static void FN(update)(int64_t n_k, const void *const a[2], const void *const b[2],
                       void *const acc[2], int64_t at, int64_t row, int64_t n_i,
                       int64_t n_j)
{
    T re[MR][NR] = { { 0 } }, im[MR][NR] = { { 0 } };
    T *const c_re = (T *)acc[0] + at, *const c_im = (T *)acc[1] + at;
    for (int64_t i = 0; i < n_i; i++) {
        memcpy(re[i], c_re + i * row, (size_t)n_j * sizeof(T));
        memcpy(im[i], c_im + i * row, (size_t)n_j * sizeof(T));
    }
    FN(block)(n_k, a[0], a[1], b[0], b[1], &re[0][0], &im[0][0]);
    for (int64_t i = 0; i < n_i; i++) {
        memcpy(c_re + i * row, re[i], (size_t)n_j * sizeof(T));
        memcpy(c_im + i * row, im[i], (size_t)n_j * sizeof(T));
    }
}

/* Spreads a panel of `width` columns over `full` ones, zeros in the rest; from the end,
 * in place. */
static void FN(spread)(void *panel, int64_t n_k, int64_t width, int64_t full)
{
    T *p = panel;
    for (int64_t k = n_k - 1; k >= 0; k--) {
        for (int64_t i = full - 1; i >= 0; i--) {
            p[k * full + i] = i < width ? p[k * width + i] : (T)0;
        }
    }
}
#undef V
