/* gemm_tmpl.h - complex matrix products on packed panels (gemm_table.h has formulas and
 * layouts), for one type.
 *
 * A register block of ROWS x COLS accumulators stays in registers over all of k: COLS
 * vectors of columns are loaded, components of the left factor are broadcast. Blocks at
 * the lower edge have fewer rows, those at the right edge go through a buffer. */

#undef FNMA /* one instruction here, where the general word negates first */
#if TFK_TYPE == 32
#define FNMA(a, b, c) ((V)TFK_FNMA_F32(a, b, c))
#else
#define FNMA(a, b, c) ((V)TFK_FNMA_F64(a, b, c))
#endif

/* Vectors of a row in each register block. */
enum {
    FN(four_columns) = TFK_FOUR_VECTORS * VL,
    FN(three_columns) = TFK_THREE_VECTORS * VL
};

/* ---- packing ---- */

/* A way to lay out panels of `lanes` lanes: component `lane` of k at k * step + lane,
 * the second and third part `part` later. */
typedef struct FN(panels) {
    int64_t lanes, step, part, size; /* size of a panel */
    int three;
} FN(panels);

TFK_INLINE FN(panels) FN(panels_of)(int64_t lanes, int64_t n_k, int three)
{
    const FN(panels) four_way = { lanes, 2 * lanes, lanes, 2 * n_k * lanes, 0 };
    const FN(panels) three_way = { lanes, lanes, n_k * lanes, 3 * n_k * lanes, 1 };
    return three ? three_way : four_way;
}

/* The vectors of one k. Where the lanes are not whole vectors, what lies behind them is
 * written too and again later, but for the last k. */
TFK_INLINE void FN(put)(const FN(panels) * to, T *out, int last, const V *re,
                        const V *im)
{
    const int64_t lanes = to->lanes;
    for (int part = 0; part < (to->three ? 3 : 2); part++, out += to->part) {
        UNROLL for (int64_t j = 0; j < lanes; j += VL)
        {
            const int64_t i = j / VL;
            const V x = part == 0 ? re[i] : part == 1 ? im[i] : re[i] + im[i];
            if (last && lanes - j < VL) {
                STOREN(out + j, x, lanes - j);
            } else {
                STORE(out + j, x);
            }
        }
    }
}

enum { FN(groups) = TFK_GEMM_MAX_COLUMNS / VL + 1 }; /* vectors of the lanes, at most */

/* One k of a panel whose lanes lie side by side in memory. */
TFK_INLINE void FN(pack_row)(const FN(panels) * to, const T *x, const T *y,
                             int64_t width, int pairs, int last, T *out)
{
    V u[FN(groups)], v[FN(groups)];
    UNROLL for (int64_t j = 0; j < to->lanes; j += VL)
    {
        V re = { 0 }, im = { 0 };
        const int64_t left = (width < to->lanes ? width : to->lanes) - j;
        if (left > 0) {
            FN(load_points)(x + (pairs + 1) * j, y + j, pairs, left, &re, &im);
        }
        u[j / VL] = re;
        v[j / VL] = im;
    }
    FN(put)(to, out, last, u, v);
}

/* Some panels at a time, so that long pieces of each row are read. */
TFK_INLINE void FN(pack_rows)(const FN(panels) * to, const tfk_gemm_pack *p, int pairs)
{
    enum { GROUP = 4 };
    const int64_t lanes = to->lanes;
    T *out = p->out;
    for (int64_t j = 0; j < p->n_lanes;) {
        const int64_t left = p->n_lanes - j;
        const int64_t group = left >= GROUP * lanes ? GROUP : 1;
        for (int64_t k = 0; k < p->n_k; k++) {
            const int64_t at = k * p->k + j * (pairs + 1);
            const T *x = (const T *)p->re + at, *y = (const T *)p->im + at;
            T *row = out + k * to->step;
            const int last = k + 1 == p->n_k;
            if (group == GROUP) {
                UNROLL for (int64_t g = 0; g < GROUP; g++)
                {
                    const int64_t more = g * lanes * (pairs + 1);
                    FN(pack_row)
                    (to, x + more, y + more, lanes, pairs, last, row + g * to->size);
                }
            } else {
                FN(pack_row)(to, x, y, left, pairs, last, row);
            }
        }
        j += group * lanes;
        out += group * to->size;
    }
}

#if TFK_WIDE
/* A panel whose k lie side by side in memory: squares are transposed. Returns how many
 * k are done. */
TFK_INLINE int64_t FN(pack_squares)(const FN(panels) * to, const tfk_gemm_pack *p,
                                    const T *re, const T *im, int64_t width, int pairs,
                                    const int groups, T *out)
{
    int64_t k = 0;
    for (; k + VL <= p->n_k; k += VL) {
        V u[VL][FN(groups)], v[VL][FN(groups)];
        UNROLL for (int g = 0; g < groups; g++)
        {
            V x[VL], y[VL];
            UNROLL for (int i = 0; i < VL; i++)
            {
                const int64_t lane = g * VL + i;
                const int64_t at = k * (pairs + 1) + lane * p->lane;
                x[i] = y[i] = (V){ 0 };
                if (lane < to->lanes && lane < width) {
                    FN(load_points)(re + at, im + at, pairs, VL, &x[i], &y[i]);
                }
            }
            FN(transpose_square)(x);
            FN(transpose_square)(y);
            UNROLL for (int i = 0; i < VL; i++)
            {
                u[i][g] = x[i];
                v[i][g] = y[i];
            }
        }
        UNROLL for (int i = 0; i < VL; i++)
        {
            FN(put)(to, out + (k + i) * to->step, k + i + 1 == p->n_k, u[i], v[i]);
        }
    }
    return k;
}
#endif

/* One element at a time, any strides; lanes from `width` on are zero. */
TFK_INLINE void FN(pack_rest)(const FN(panels) * to, const tfk_gemm_pack *p, int64_t k,
                              const T *re, const T *im, int64_t width, T *out)
{
    for (; k < p->n_k; k++) {
        for (int64_t j = 0; j < to->lanes; j++) {
            const int64_t at = k * p->k + j * p->lane;
            const T x = j < width ? re[at] : 0, y = j < width ? im[at] : 0;
            T *q = out + k * to->step + j;
            q[0] = x;
            q[to->part] = y;
            if (to->three) {
                q[2 * to->part] = x + y;
            }
        }
    }
}

TFK_INLINE void FN(pack)(const tfk_gemm_pack *p, const int lanes, const int three)
{
    const FN(panels) to = FN(panels_of)(lanes, p->n_k, three);
    const T *re = p->re, *im = p->im;
    const int adjacent = im == re + 1;
    if (adjacent && p->lane == 2) {
        FN(pack_rows)(&to, p, 1);
        return;
    }
    if (p->lane == 1) {
        FN(pack_rows)(&to, p, 0);
        return;
    }
    T *out = p->out;
    for (int64_t j = 0; j < p->n_lanes; j += lanes, out += to.size) {
        const int64_t width = p->n_lanes - j;
        const T *x = re + j * p->lane, *y = im + j * p->lane;
        int64_t k = 0;
#if TFK_WIDE
        const int groups = (lanes + VL - 1) / VL;
        if (adjacent && p->k == 2) {
            k = FN(pack_squares)(&to, p, x, y, width, 1, groups, out);
        } else if (p->k == 1) {
            k = FN(pack_squares)(&to, p, x, y, width, 0, groups, out);
        }
#endif
        FN(pack_rest)(&to, p, k, x, y, width, out);
    }
}

static void FN(gemm_pack_a_four)(const tfk_gemm_pack *p)
{
    FN(pack)(p, TFK_FOUR_ROWS, 0);
}

static void FN(gemm_pack_a_three)(const tfk_gemm_pack *p)
{
    FN(pack)(p, TFK_THREE_ROWS, 1);
}

static void FN(gemm_pack_b_four)(const tfk_gemm_pack *p)
{
    FN(pack)(p, FN(four_columns), 0);
}

static void FN(gemm_pack_b_three)(const tfk_gemm_pack *p)
{
    FN(pack)(p, FN(three_columns), 1);
}

/* ---- four products ---- */

/* Where a register block of results lies. */
typedef struct FN(target) {
    T *re, *im;
    int64_t row;
    int pairs, accumulate;
} FN(target);

/* The lines of c that will be wanted when the sums are done. */
TFK_INLINE void FN(fetch)(const FN(target) * c, const int rows, const int pairs)
{
    UNROLL for (int r = 0; r < rows; r++)
    {
        __builtin_prefetch(c->re + r * c->row, 1, 3);
        if (!pairs) {
            __builtin_prefetch(c->im + r * c->row, 1, 3);
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

TFK_INLINE void FN(four_block)(const tfk_gemm *g, int64_t i, const T *b,
                               const FN(target) * c, const int rows, const int pairs)
{
    enum { COLS = TFK_FOUR_VECTORS };
    V re[TFK_FOUR_ROWS][COLS], im[TFK_FOUR_ROWS][COLS];
    const int64_t c_row = c->row;
    const T *a = (const T *)g->a + 2 * i * g->n_k;
    T *c_re = c->re, *c_im = c->im;
    const int accumulate = c->accumulate;
    UNROLL for (int r = 0; r < rows; r++)
    {
        UNROLL for (int j = 0; j < COLS; j++)
        {
            re[r][j] = im[r][j] = (V){ 0 };
        }
    }
    FN(fetch)(c, rows, pairs);
    for (int64_t k = g->n_k; k > 0; k--) {
        V u[COLS], v[COLS];
        UNROLL for (int j = 0; j < COLS; j++)
        {
            u[j] = LOAD(b + j * VL);
            v[j] = LOAD(b + (COLS + j) * VL);
        }
        UNROLL for (int r = 0; r < rows; r++)
        {
            const V p = SET1(a[r]);
            UNROLL for (int j = 0; j < COLS; j++)
            {
                re[r][j] = FMA(p, u[j], re[r][j]);
                im[r][j] = FMA(p, v[j], im[r][j]);
            }
            const V q = SET1(a[TFK_FOUR_ROWS + r]);
            UNROLL for (int j = 0; j < COLS; j++)
            {
                re[r][j] = FNMA(q, v[j], re[r][j]);
                im[r][j] = FMA(q, u[j], im[r][j]);
            }
        }
        a += 2 * TFK_FOUR_ROWS;
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

#define FOUR_BLOCK(R)                                                   \
    static __attribute__((noinline)) void FN(four_split_##R)(           \
        const tfk_gemm *g, int64_t i, const T *b, const FN(target) * c) \
    {                                                                   \
        FN(four_block)(g, i, b, c, R, 0);                               \
    }                                                                   \
    static __attribute__((noinline)) void FN(four_pairs_##R)(           \
        const tfk_gemm *g, int64_t i, const T *b, const FN(target) * c) \
    {                                                                   \
        FN(four_block)(g, i, b, c, R, 1);                               \
    }
TFK_EACH_FOUR_ROWS(FOUR_BLOCK)
#undef FOUR_BLOCK

static void FN(four_rows)(const tfk_gemm *g, int64_t i, int64_t rows, const T *b,
                          const FN(target) * c)
{
    switch (rows + (c->pairs ? 16 : 0)) {
#define FOUR_CASE(R)                               \
    case R: FN(four_split_##R)(g, i, b, c); break; \
    case R + 16: FN(four_pairs_##R)(g, i, b, c); break;
        TFK_EACH_FOUR_ROWS(FOUR_CASE)
#undef FOUR_CASE
    default: break;
    }
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

static void FN(four_edge)(const tfk_gemm *g, int64_t i, int64_t rows, int64_t width,
                          const T *b, const FN(target) * c)
{
    enum { C = FN(four_columns) };
    T buffer[2 * TFK_FOUR_ROWS * C];
    memset(buffer, 0, sizeof buffer);
    const FN(target) edge = { buffer, buffer + rows * C, C, 0, c->accumulate };
    if (c->accumulate) {
        FN(edge_move)(c, rows, width, C, buffer, 0);
    }
    FN(four_rows)(g, i, rows, b, &edge);
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
    for (int64_t j = 0; j < g->n_j; j += C) {
        const T *b = (const T *)g->b + 2 * j * g->n_k;
        const int64_t at = j * (g->c_interleaved ? 2 : 1), width = g->n_j - j;
        FN(target)
        c = { (T *)g->c_re + at, (T *)g->c_im + at, g->c_row, g->c_interleaved,
              g->accumulate };
        for (int64_t i = 0; i < g->n_i; i += TFK_FOUR_ROWS) {
            const int64_t left = g->n_i - i;
            const int64_t rows = left < TFK_FOUR_ROWS ? left : TFK_FOUR_ROWS;
            if (width > C) {
                const int64_t count = 2 * C * g->n_k;
                FN(fetch_panel)(b + count, count, i / TFK_FOUR_ROWS, tiles);
            }
            if (width < C) {
                FN(four_edge)(g, i, rows, width, b, &c);
            } else {
                FN(four_rows)(g, i, rows, b, &c);
            }
            c.re += rows * c.row;
            c.im += rows * c.row;
        }
    }
}

/* ---- three products ---- */

/* What becomes of a finished block of each real product: p is kept in t; q turns it
 * into p - q, kept with p + q at t + sums; r completes c. */
TFK_INLINE void FN(three_finish)(T *t, int64_t sums, const FN(target) * c, int64_t at,
                                 int part, V sum)
{
    if (part == 0) {
        STORE(t, sum);
        return;
    }
    const V first = LOAD(t);
    if (part == 1) {
        STORE(t, first - sum);
        STORE(t + sums, first + sum);
        return;
    }
    FN(add_to)
    (c->re + at, c->im + at, c->pairs, c->accumulate, first, sum - LOAD(t + sums));
}

TFK_INLINE void FN(three_block)(const tfk_gemm *g, const T *a, const T *b, T *t,
                                const FN(target) * c, const int part, const int rows)
{
    enum { COLS = TFK_THREE_VECTORS };
    V sum[TFK_THREE_ROWS][COLS];
    UNROLL for (int r = 0; r < rows; r++)
    {
        UNROLL for (int j = 0; j < COLS; j++)
        {
            sum[r][j] = (V){ 0 };
        }
    }
    for (int64_t k = g->n_k; k > 0; k--) {
        V u[COLS];
        UNROLL for (int j = 0; j < COLS; j++)
        {
            u[j] = LOAD(b + j * VL);
        }
        UNROLL for (int r = 0; r < rows; r++)
        {
            const V p = SET1(a[r]);
            UNROLL for (int j = 0; j < COLS; j++)
            {
                sum[r][j] = FMA(p, u[j], sum[r][j]);
            }
        }
        a += TFK_THREE_ROWS;
        b += COLS * VL;
    }
    const int64_t sums = g->n_i * COLS * VL;
    UNROLL for (int r = 0; r < rows; r++)
    {
        UNROLL for (int j = 0; j < COLS; j++)
        {
            FN(three_finish)
            (t + (r * COLS + j) * VL, sums, c, r * c->row + j * VL * (c->pairs + 1),
             part, sum[r][j]);
        }
    }
}

#define THREE_BLOCK(R)                                                         \
    static __attribute__((noinline)) void FN(three_block_##R)(                 \
        const tfk_gemm *g, const T *a, const T *b, T *t, const FN(target) * c, \
        int part)                                                              \
    {                                                                          \
        FN(three_block)(g, a, b, t, c, part, R);                               \
    }
TFK_EACH_THREE_ROWS(THREE_BLOCK)
#undef THREE_BLOCK

static void FN(three_rows)(const tfk_gemm *g, int64_t i, int64_t rows, const T *b,
                           const FN(target) * c, int part)
{
    const T *a = (const T *)g->a + (3 * i + part * TFK_THREE_ROWS) * g->n_k;
    T *t = (T *)g->scratch + i * FN(three_columns);
    switch (rows) {
#define THREE_CASE(R) \
    case R: FN(three_block_##R)(g, a, b, t, c, part); break;
        TFK_EACH_THREE_ROWS(THREE_CASE)
#undef THREE_CASE
    default: break;
    }
}

/* The last of the three at the right edge. */
static void FN(three_edge)(const tfk_gemm *g, int64_t i, int64_t rows, int64_t width,
                           const T *b, const FN(target) * c)
{
    enum { C = FN(three_columns) };
    T buffer[2 * TFK_THREE_ROWS * C];
    memset(buffer, 0, sizeof buffer);
    const FN(target) edge = { buffer, buffer + rows * C, C, 0, c->accumulate };
    if (c->accumulate) {
        FN(edge_move)(c, rows, width, C, buffer, 0);
    }
    FN(three_rows)(g, i, rows, b, &edge, 2);
    FN(edge_move)(c, rows, width, C, buffer, 1);
}

/* A strip of columns takes each product over all rows in turn: then a panel of one real
 * matrix stays in the first cache. */
static void FN(gemm_three)(const tfk_gemm *g)
{
    enum { C = FN(three_columns) };
    const int64_t tiles = (g->n_i + TFK_THREE_ROWS - 1) / TFK_THREE_ROWS;
    for (int64_t j = 0; j < g->n_j; j += C) {
        const int64_t at = j * (g->c_interleaved ? 2 : 1), width = g->n_j - j;
        for (int part = 0; part < 3; part++) {
            const T *b = (const T *)g->b + (3 * j + part * C) * g->n_k;
            FN(target)
            c = { (T *)g->c_re + at, (T *)g->c_im + at, g->c_row, g->c_interleaved,
                  g->accumulate };
            for (int64_t i = 0; i < g->n_i; i += TFK_THREE_ROWS) {
                const int64_t left = g->n_i - i;
                const int64_t rows = left < TFK_THREE_ROWS ? left : TFK_THREE_ROWS;
                if (part < 2 || width > C) {
                    const int64_t count = C * g->n_k;
                    FN(fetch_panel)(b + count, count, i / TFK_THREE_ROWS, tiles);
                }
                if (part == 2 && width < C) {
                    FN(three_edge)(g, i, rows, width, b, &c);
                } else {
                    FN(three_rows)(g, i, rows, b, &c, part);
                }
                c.re += rows * c.row;
                c.im += rows * c.row;
            }
        }
    }
}

#undef FNMA
