/* gemm_tmpl.h - the inner product of packed panels for one type T; included by gemm.c twice.
 *
 * acc(i, j) += sum_k a(k, i) b(k, j) for a block of MR x NR, k ascending: whatever the blocking, an
 * element's terms are added one after the other. */
static void FN(block)(int64_t n_k, const T *a_re, const T *a_im, const T *b_re,
                      const T *b_im, T re[MR][NR], T im[MR][NR])
{
    for (int64_t k = 0; k < n_k; k++) {
        for (int i = 0; i < MR; i++) {
            const T xr = a_re[k * MR + i], xi = a_im[k * MR + i];
            for (int j = 0; j < NR; j++) {
                const T yr = b_re[k * NR + j], yi = b_im[k * NR + j];
                re[i][j] += xr * yr - xi * yi;
                im[i][j] += xr * yi + xi * yr;
            }
        }
    }
}

/* One block of the accumulators, of which n_i x n_j elements exist. */
static void FN(update)(int64_t n_k, const void *const a[2], const void *const b[2],
                       void *const acc[2], int64_t at, int64_t row, int64_t n_i, int64_t n_j)
{
    T re[MR][NR] = { { 0 } }, im[MR][NR] = { { 0 } };
    T *const c_re = (T *)acc[0] + at, *const c_im = (T *)acc[1] + at;
    for (int64_t i = 0; i < n_i; i++) {
        memcpy(re[i], c_re + i * row, (size_t)n_j * sizeof(T));
        memcpy(im[i], c_im + i * row, (size_t)n_j * sizeof(T));
    }
    FN(block)(n_k, a[0], a[1], b[0], b[1], re, im);
    for (int64_t i = 0; i < n_i; i++) {
        memcpy(c_re + i * row, re[i], (size_t)n_j * sizeof(T));
        memcpy(c_im + i * row, im[i], (size_t)n_j * sizeof(T));
    }
}

/* Spreads a panel of `width` columns over `full` ones, zeros in the rest; from the end, in place. */
static void FN(spread)(void *panel, int64_t n_k, int64_t width, int64_t full)
{
    T *p = panel;
    for (int64_t k = n_k - 1; k >= 0; k--) {
        for (int64_t i = full - 1; i >= 0; i--) {
            p[k * full + i] = i < width ? p[k * width + i] : (T)0;
        }
    }
}
