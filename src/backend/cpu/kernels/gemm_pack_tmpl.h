/* gemm_pack_tmpl.h - packing the factors of complex matrix products (gemm_table.h has
 * the layouts), for one type. */

/* Vectors of a row in each register block. */
enum {
    FN(four_columns) = TFK_FOUR_VECTORS * VL,
    FN(three_columns) = TFK_THREE_VECTORS * VL
};

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

static void FN(gemm_pack_b_four)(const tfk_gemm_pack *p)
{
    FN(pack)(p, FN(four_columns), 0);
}

static void FN(gemm_pack_b_three)(const tfk_gemm_pack *p)
{
    FN(pack)(p, FN(three_columns), 1);
}

/* ---- a for three products: pieces of 16 bytes along k ---- */

enum { FN(piece) = TFK_GEMM_PIECE / (int)sizeof(T) };

/* Where element (x, k) of a panel goes, and how far the other parts are behind. */
typedef struct FN(pieces) {
    T *out;
    int64_t part;
} FN(pieces);

TFK_INLINE T *FN(piece_at)(const FN(pieces) * to, int64_t x, int64_t k)
{
    enum { U = FN(piece) };
    return to->out + k / U * (U * TFK_THREE_ROWS) + x * U + k % U;
}

/* A piece at a time, any strides, from k on, which is where one begins. */
TFK_INLINE void FN(pieces_rest)(const FN(pieces) * to, const tfk_gemm_pack *p,
                                const T *re, const T *im, int64_t k, int64_t width)
{
    enum { U = FN(piece), ROOM = VL > U ? VL : U };
    for (; k < p->n_k; k += U) {
        const int64_t some = p->n_k - k < U ? p->n_k - k : U;
        for (int64_t x = 0; x < width; x++) {
            T r[ROOM] = { 0 }, m[ROOM] = { 0 }, sum[ROOM];
            T *q = FN(piece_at)(to, x, k);
            for (int64_t i = 0; i < some; i++) {
                r[i] = re[(k + i) * p->k + x * p->lane];
                m[i] = im[(k + i) * p->k + x * p->lane];
            }
            for (int64_t i = 0; i < U; i += VL) {
                STORE(sum + i, LOAD(r + i) + LOAD(m + i));
            }
            memcpy(q, r, (size_t)some * sizeof(T));
            memcpy(q + to->part, m, (size_t)some * sizeof(T));
            memcpy(q + 2 * to->part, sum, (size_t)some * sizeof(T));
        }
    }
}

#if TFK_WIDE
/* Piece i of the three parts. */
TFK_INLINE void FN(put_piece)(const FN(pieces) * to, T *q, V re, V im, const int i)
{
    const V sum = re + im;
    memcpy(q, (const char *)&re + TFK_GEMM_PIECE * i, TFK_GEMM_PIECE);
    memcpy(q + to->part, (const char *)&im + TFK_GEMM_PIECE * i, TFK_GEMM_PIECE);
    memcpy(q + 2 * to->part, (const char *)&sum + TFK_GEMM_PIECE * i, TFK_GEMM_PIECE);
}

/* A panel whose k lie side by side in memory, as far as whole vectors go: as many rows
 * at a time as pieces fill a vector. Behind the last row it comes again. */
TFK_INLINE int64_t FN(pieces_of_rows)(const FN(pieces) * to, const tfk_gemm_pack *p,
                                      const T *re, const T *im, int64_t width,
                                      int pairs)
{
    enum { U = FN(piece), ROWS = VL / U };
    const int64_t whole = p->n_k / VL * VL;
    for (int64_t x = 0; x < width; x += ROWS) {
        for (int64_t k = 0; k < whole; k += VL) {
            tfk_vd u[ROWS], v[ROWS];
            T *q = FN(piece_at)(to, x, k);
            UNROLL for (int i = 0; i < ROWS; i++)
            {
                const int64_t row = x + i < width ? x + i : width - 1;
                const int64_t at = row * p->lane + k * (pairs + 1);
                V r, m;
                FN(load_points)(re + at, im + at, pairs, VL, &r, &m);
                u[i] = (tfk_vd)r;
                v[i] = (tfk_vd)m;
            }
            tfk_exchange_chunks(u);
            tfk_exchange_chunks(v);
            UNROLL for (int i = 0; i < ROWS; i++, q += U * TFK_THREE_ROWS)
            {
                STORE(q, (V)u[i]);
                STORE(q + to->part, (V)v[i]);
                STORE(q + 2 * to->part, (V)u[i] + (V)v[i]);
            }
        }
    }
    return whole;
}

/* A panel whose lanes lie side by side, as far as whole pieces go. */
TFK_INLINE int64_t FN(pieces_of_columns)(const FN(pieces) * to, const tfk_gemm_pack *p,
                                         const T *re, const T *im, int64_t width,
                                         int pairs)
{
    enum { U = FN(piece) };
    const int64_t whole = p->n_k / U * U;
    for (int64_t k = 0; k < whole; k += U) {
        for (int64_t x = 0; x < width; x += VL) {
            const int64_t left = width - x;
            V u[U], v[U];
            UNROLL for (int i = 0; i < U; i++)
            {
                const int64_t at = (k + i) * p->k + (pairs + 1) * x;
                FN(load_points)(re + at, im + at, pairs, left, &u[i], &v[i]);
            }
            FN(transpose_chunks)(u);
            FN(transpose_chunks)(v);
            UNROLL for (int i = 0; i < VL; i++)
            {
                if (i < left) {
                    T *q = FN(piece_at)(to, x + i, k);
                    FN(put_piece)(to, q, u[i % U], v[i % U], i / U);
                }
            }
        }
    }
    return whole;
}
#endif

static void FN(gemm_pack_a_three)(const tfk_gemm_pack *p)
{
    enum { L = TFK_THREE_ROWS, U = FN(piece) };
    const int64_t part = (p->n_k + U - 1) / U * U * L;
    FN(pieces) to = { p->out, part };
    for (int64_t j = 0; j < p->n_lanes; j += L, to.out += 3 * part) {
        const int64_t width = p->n_lanes - j < L ? p->n_lanes - j : L;
        const T *re = (const T *)p->re + j * p->lane;
        const T *im = (const T *)p->im + j * p->lane;
        int64_t k = 0;
#if TFK_WIDE
        const int adjacent = im == re + 1;
        if (adjacent && p->k == 2) {
            k = FN(pieces_of_rows)(&to, p, re, im, width, 1);
        } else if (p->k == 1) {
            k = FN(pieces_of_rows)(&to, p, re, im, width, 0);
        } else if (adjacent && p->lane == 2) {
            k = FN(pieces_of_columns)(&to, p, re, im, width, 1);
        } else if (p->lane == 1) {
            k = FN(pieces_of_columns)(&to, p, re, im, width, 0);
        }
#endif
        FN(pieces_rest)(&to, p, re, im, k, width);
    }
}
