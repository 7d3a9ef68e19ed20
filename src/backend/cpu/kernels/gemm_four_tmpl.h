/* gemm_four_tmpl.h - complex matrix products by four real ones, for one type. */

#undef FNMA /* one instruction here, where the general word negates first */
#if TFK_TYPE == 32
#define FNMA(a, b, c) ((V)TFK_FNMA_F32(a, b, c))
#else
#define FNMA(a, b, c) ((V)TFK_FNMA_F64(a, b, c))
#endif

/* A value the compiler makes no versions of a loop for. */
#define KEEP_IN_LOOP(x) __asm__("" : "+r"(x))

/* Row r of a register block: every fourth has a pointer of its own, which the scales of
 * addresses and two distances reach the others from. */
typedef struct FN(steps) {
    int64_t one, three, k;
} FN(steps);

TFK_INLINE FN(steps) FN(steps_of)(const tfk_gemm_left *a)
{
    const int64_t size = sizeof(T);
    FN(steps) s = { a->row * size, 3 * a->row * size, a->k * size };
    KEEP_IN_LOOP(s.one);
    KEEP_IN_LOOP(s.three);
    KEEP_IN_LOOP(s.k);
    return s;
}

TFK_INLINE V FN(spread)(const char *const *a, const FN(steps) * s, const int r)
{
    const int i = r % 4;
    const int64_t at = i == 0 ? 0 : i == 1 ? s->one : i == 2 ? 2 * s->one : s->three;
    T x;
    memcpy(&x, a[r / 4] + at, sizeof x);
    return SET1(x);
}

TFK_INLINE void FN(set_rows)(const void *a, const FN(steps) * s, const int rows,
                             const char **at)
{
    UNROLL for (int r = 0; r < rows; r += 4)
    {
        at[r / 4] = (const char *)a + r * s->one;
    }
}

TFK_INLINE void FN(next_k)(const FN(steps) * s, const int rows, const char **at)
{
    UNROLL for (int r = 0; r < rows; r += 4)
    {
        at[r / 4] += s->k;
    }
}

/* A block of a times a panel of b; the real and imaginary parts of a have the same
 * strides. */
TFK_INLINE void FN(four_block)(const tfk_gemm_left *a, const T *b, int64_t n_k,
                               const FN(target) * c, const int rows, const int pairs)
{
    enum { COLS = TFK_FOUR_VECTORS };
    V re[TFK_FOUR_ROWS][COLS], im[TFK_FOUR_ROWS][COLS];
    const int64_t c_row = c->row;
    const FN(steps) s = FN(steps_of)(a);
    const char *a_re[TFK_FOUR_ROWS], *a_im[TFK_FOUR_ROWS];
    FN(set_rows)(a->re, &s, rows, a_re);
    FN(set_rows)(a->im, &s, rows, a_im);
    T *c_re = c->re, *c_im = c->im;
    const int accumulate = c->accumulate;
    UNROLL for (int r = 0; r < rows; r++)
    {
        UNROLL for (int j = 0; j < COLS; j++)
        {
            re[r][j] = im[r][j] = (V){ 0 };
        }
    }
    FN(fetch)(c, rows, COLS * VL, pairs);
    for (int64_t k = n_k; k > 0; k--) {
        V u[COLS], v[COLS];
        UNROLL for (int j = 0; j < COLS; j++)
        {
            u[j] = LOAD(b + j * VL);
            v[j] = LOAD(b + (COLS + j) * VL);
        }
        UNROLL for (int r = 0; r < rows; r++)
        {
            const V p = FN(spread)(a_re, &s, r);
            UNROLL for (int j = 0; j < COLS; j++)
            {
                re[r][j] = FMA(p, u[j], re[r][j]);
                im[r][j] = FMA(p, v[j], im[r][j]);
            }
            const V q = FN(spread)(a_im, &s, r);
            UNROLL for (int j = 0; j < COLS; j++)
            {
                re[r][j] = FNMA(q, v[j], re[r][j]);
                im[r][j] = FMA(q, u[j], im[r][j]);
            }
        }
        FN(next_k)(&s, rows, a_re);
        FN(next_k)(&s, rows, a_im);
        b += 2 * COLS * VL;
    }
    UNROLL for (int r = 0; r < rows; r++)
    {
        UNROLL for (int j = 0; j < COLS; j++)
        {
            const int64_t at = r * c_row + j * VL * (pairs + 1);
            FN(add_to)(c_re + at, c_im + at, pairs, accumulate, re[r][j], im[r][j]);
        }
    }
}

#define FOUR_BLOCK(R)                                                          \
    static __attribute__((noinline)) void FN(four_split_##R)(                  \
        const tfk_gemm_left *a, const T *b, int64_t n_k, const FN(target) * c) \
    {                                                                          \
        FN(four_block)(a, b, n_k, c, R, 0);                                    \
    }                                                                          \
    static __attribute__((noinline)) void FN(four_pairs_##R)(                  \
        const tfk_gemm_left *a, const T *b, int64_t n_k, const FN(target) * c) \
    {                                                                          \
        FN(four_block)(a, b, n_k, c, R, 1);                                    \
    }
TFK_EACH_FOUR_ROWS(FOUR_BLOCK)
#undef FOUR_BLOCK

static void FN(four_rows)(const tfk_gemm_left *a, int64_t rows, const T *b, int64_t n_k,
                          const FN(target) * c)
{
    switch (rows + (c->pairs ? 16 : 0)) {
#define FOUR_CASE(R)                                 \
    case R: FN(four_split_##R)(a, b, n_k, c); break; \
    case R + 16: FN(four_pairs_##R)(a, b, n_k, c); break;
        TFK_EACH_FOUR_ROWS(FOUR_CASE)
#undef FOUR_CASE
    default: break;
    }
}

static void FN(four_edge)(const tfk_gemm_left *a, int64_t rows, int64_t width,
                          const T *b, int64_t n_k, const FN(target) * c)
{
    enum { C = FN(four_columns) };
    T buffer[2 * TFK_FOUR_ROWS * C];
    memset(buffer, 0, sizeof buffer);
    const FN(target) edge = { buffer, buffer + rows * C, C, 0, c->accumulate };
    if (c->accumulate) {
        FN(edge_move)(c, rows, width, C, buffer, 0);
    }
    FN(four_rows)(a, rows, b, n_k, &edge);
    FN(edge_move)(c, rows, width, C, buffer, 1);
}

/* While a panel is used, the next one comes nearer: share i of n of its `count`
 * components. */
TFK_INLINE void FN(fetch_panel)(const T *panel, int64_t count, int64_t i, int64_t n)
{
    const int64_t line = 64 / (int64_t)sizeof(T), lines = (count + line - 1) / line;
    for (int64_t l = lines * i / n; l < lines * (i + 1) / n; l++) {
        __builtin_prefetch(panel + l * line, 0, 2);
    }
}

static void FN(gemm_four)(const tfk_gemm *g)
{
    enum { C = FN(four_columns) };
    const int64_t tiles = (g->n_i + TFK_FOUR_ROWS - 1) / TFK_FOUR_ROWS;
    const int far = 2 * g->n_j * g->n_k > FN(near);
    for (int64_t j = 0; j < g->n_j; j += C) {
        const T *b = (const T *)g->b + 2 * j * g->n_k;
        const int64_t at = j * (g->c_interleaved ? 2 : 1), width = g->n_j - j;
        FN(target)
        c = { (T *)g->c_re + at, (T *)g->c_im + at, g->c_row, g->c_interleaved,
              g->accumulate };
        tfk_gemm_left a = g->a;
        for (int64_t i = 0; i < g->n_i; i += TFK_FOUR_ROWS) {
            const int64_t left = g->n_i - i;
            const int64_t rows = left < TFK_FOUR_ROWS ? left : TFK_FOUR_ROWS;
            if (width > C && far) {
                const int64_t count = 2 * C * g->n_k;
                FN(fetch_panel)(b + count, count, i / TFK_FOUR_ROWS, tiles);
            }
            if (width < C) {
                FN(four_edge)(&a, rows, width, b, g->n_k, &c);
            } else {
                FN(four_rows)(&a, rows, b, g->n_k, &c);
            }
            a.re = (const T *)a.re + a.tile;
            a.im = (const T *)a.im + a.tile;
            c.re += rows * c.row;
            c.im += rows * c.row;
        }
    }
}

#undef FNMA
#undef KEEP_IN_LOOP
