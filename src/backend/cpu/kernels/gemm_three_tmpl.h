/* gemm_three_tmpl.h - complex matrix products by three real ones, for one type. */

/* c + p[0] b */
#if defined(TFK_FMA_AT_F32) && TFK_TYPE == 32
#define FMA_AT(p, b, c) ((V)TFK_FMA_AT_F32(p, b, c))
#elif defined(TFK_FMA_AT_F64) && TFK_TYPE == 64
#define FMA_AT(p, b, c) ((V)TFK_FMA_AT_F64(p, b, c))
#else
#define FMA_AT(p, b, c) FMA(SET1(*(p)), b, c)
#endif

/* What becomes of a finished block of each real product. p is kept in t; q turns it
 * into p - q, kept with p + q at t + sums; r completes c. */
TFK_INLINE void FN(three_keep)(T *t, int64_t sums, const int part,
                               V sum[][TFK_THREE_VECTORS], const int rows)
{
    UNROLL for (int r = 0; r < rows; r++)
    {
        UNROLL for (int j = 0; j < TFK_THREE_VECTORS; j++, t += VL)
        {
            if (part == 0) {
                STORE(t, sum[r][j]);
            } else {
                const V first = LOAD(t);
                STORE(t, first - sum[r][j]);
                STORE(t + sums, first + sum[r][j]);
            }
        }
    }
}

TFK_INLINE void FN(three_add)(const T *t, int64_t sums, const FN(target) * c,
                              V sum[][TFK_THREE_VECTORS], const int rows,
                              const int pairs, const int accumulate)
{
    T *re = c->re, *im = c->im;
    const int64_t row = c->row;
    UNROLL for (int r = 0; r < rows; r++)
    {
        UNROLL for (int j = 0; j < TFK_THREE_VECTORS; j++, t += VL)
        {
            const int64_t at = r * row + j * VL * (pairs + 1);
            FN(add_to)
            (re + at, im + at, pairs, accumulate, LOAD(t), sum[r][j] - LOAD(t + sums));
        }
    }
}

/* One k: where the components of a lie, each used for all vectors of columns. */
TFK_INLINE void FN(three_step)(const T *a, const T *b, V sum[][TFK_THREE_VECTORS],
                               const int rows)
{
    enum { COLS = TFK_THREE_VECTORS };
    V u[COLS];
    UNROLL for (int j = 0; j < COLS; j++)
    {
        u[j] = LOAD(b + j * VL);
    }
    UNROLL for (int r = 0; r < rows; r++)
    {
        UNROLL for (int j = 0; j < COLS; j++)
        {
            sum[r][j] = FMA_AT(a + r * FN(piece), u[j], sum[r][j]);
        }
    }
}

/* One of the three products of a strip of columns. */
typedef struct FN(strip) {
    int part;
    int64_t n_k, sums; /* components of p, which p + q lies behind */
} FN(strip);

/* A block of a times a panel of b, which become `t` or c. Each piece of k brings
 * another line of what comes next, at `ahead`, nearer: all at once they would be waited
 * for. */
TFK_INLINE void FN(three_block)(const FN(strip) * s, const T *a, const T *b,
                                const T *ahead, T *t, const FN(target) * c,
                                const int rows)
{
    enum { COLS = TFK_THREE_VECTORS, U = FN(piece) };
    V sum[TFK_THREE_ROWS][COLS];
    UNROLL for (int r = 0; r < rows; r++)
    {
        UNROLL for (int j = 0; j < COLS; j++)
        {
            sum[r][j] = (V){ 0 };
        }
    }
    if (s->part == 2) {
        FN(fetch)(c, rows, COLS * VL, c->pairs);
    }
    int64_t k = s->n_k;
    for (; k >= U; k -= U, a += U * TFK_THREE_ROWS, b += U * COLS * VL) {
        __builtin_prefetch(ahead, 0, 2);
        ahead += 64 / sizeof(T);
        UNROLL for (int i = 0; i < U; i++)
        {
            FN(three_step)(a + i, b + i * COLS * VL, sum, rows);
        }
    }
    for (; k > 0; k--, a++, b += COLS * VL) {
        FN(three_step)(a, b, sum, rows);
    }
    const int64_t sums = s->sums;
    if (s->part == 0) {
        FN(three_keep)(t, sums, 0, sum, rows);
    } else if (s->part == 1) {
        FN(three_keep)(t, sums, 1, sum, rows);
    } else if (c->pairs && c->accumulate) {
        FN(three_add)(t, sums, c, sum, rows, 1, 1);
    } else if (c->pairs) {
        FN(three_add)(t, sums, c, sum, rows, 1, 0);
    } else {
        FN(three_add)(t, sums, c, sum, rows, 0, c->accumulate);
    }
}

#define THREE_BLOCK(R)                                                     \
    static __attribute__((noinline)) void FN(three_block_##R)(             \
        const FN(strip) * s, const T *a, const T *b, const T *ahead, T *t, \
        const FN(target) * c)                                              \
    {                                                                      \
        FN(three_block)(s, a, b, ahead, t, c, R);                          \
    }
TFK_EACH_THREE_ROWS(THREE_BLOCK)
#undef THREE_BLOCK

static void FN(three_rows)(const FN(strip) * s, int64_t rows, const T *a, const T *b,
                           const T *ahead, T *t, const FN(target) * c)
{
    switch (rows) {
#define THREE_CASE(R) \
    case R: FN(three_block_##R)(s, a, b, ahead, t, c); break;
        TFK_EACH_THREE_ROWS(THREE_CASE)
#undef THREE_CASE
    default: break;
    }
}

/* The last of the three at the right edge. */
static void FN(three_edge)(const FN(strip) * s, int64_t rows, int64_t width, const T *a,
                           const T *b, T *t, const FN(target) * c)
{
    enum { C = FN(three_columns) };
    T buffer[2 * TFK_THREE_ROWS * C];
    memset(buffer, 0, sizeof buffer);
    const FN(target) edge = { buffer, buffer + rows * C, C, 0, c->accumulate };
    if (c->accumulate) {
        FN(edge_move)(c, rows, width, C, buffer, 0);
    }
    FN(three_rows)(s, rows, a, b, b, t, &edge);
    FN(edge_move)(c, rows, width, C, buffer, 1);
}

/* `part` of the columns from j on, over all rows. */
static void FN(three_strip)(const tfk_gemm *g, int64_t j, int part)
{
    enum { C = FN(three_columns), U = FN(piece), LINE = 64 / (int)sizeof(T) };
    const int64_t at = j * (g->c_interleaved ? 2 : 1), width = g->n_j - j;
    const int64_t panel = (g->n_k + U - 1) / U * U * TFK_THREE_ROWS;
    const int far = 3 * g->n_j * g->n_k > FN(near) && (part < 2 || width > C);
    const FN(strip) s = { part, g->n_k, g->n_i * C };
    const T *a = (const T *)g->a.re + part * panel;
    const T *b = (const T *)g->b + (3 * j + part * C) * g->n_k;
    const T *ahead = far ? b + C * g->n_k : b;
    T *t = g->scratch;
    FN(target)
    c = { (T *)g->c_re + at, (T *)g->c_im + at, g->c_row, g->c_interleaved,
          g->accumulate };
    for (int64_t i = 0; i < g->n_i; i += TFK_THREE_ROWS) {
        const int64_t left = g->n_i - i;
        const int64_t rows = left < TFK_THREE_ROWS ? left : TFK_THREE_ROWS;
        if (part == 2 && width < C) {
            FN(three_edge)(&s, rows, width, a, b, t, &c);
        } else {
            FN(three_rows)(&s, rows, a, b, ahead, t, &c);
        }
        a += 3 * panel;
        ahead += far ? g->n_k / U * LINE : 0;
        t += rows * C;
        c.re += rows * c.row;
        c.im += rows * c.row;
    }
}

/* A strip of columns takes each product over all rows in turn: then a panel of one real
 * matrix stays in the first cache. */
static void FN(gemm_three)(const tfk_gemm *g)
{
    for (int64_t j = 0; j < g->n_j; j += FN(three_columns)) {
        for (int part = 0; part < 3; part++) {
            FN(three_strip)(g, j, part);
        }
    }
}

#undef FMA_AT
