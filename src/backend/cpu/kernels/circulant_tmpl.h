/* circulant_tmpl.h - two real convolutions side by side by their definition, see
 * circulant_table.h. Instance of vectors of 256 or 512 bits. */

/* Sums that registers hold beside a pair and the total. */
#if TFK_BYTES == 64
#define MOST 16
#else
#define MOST 12
#endif

/* The sums of `count` vectors from vector v on, and the total, by vectors of pairs: of
 * many equal numbers one after the other would all round the same way. The count is a
 * constant. */
TFK_INLINE V FN(circulant_sums)(const tfk_circulant *a, const T *in, V start, int64_t v,
                                int count, T *out)
{
    const int64_t h = a->h, vectors = TFK_CIRCULANT_VECTORS(h, POINTS);
    const int64_t copy = TFK_CIRCULANT_COPY(h, POINTS) * 2;
    const T *w = (const T *)a->w + (vectors - 1 + v) * VL;
    V sum[MOST], total = start;
    UNROLL for (int i = 0; i < count; i++)
    {
        sum[i] = start;
    }
    for (int64_t block = 0; block < h; block += POINTS) {
        const T *row = w;
        V part = K(-0.0);
        const int64_t end = block + POINTS < h ? block + POINTS : h;
        for (int64_t q = block; q < end; q++) {
            const V pair = FN(point_of)(in, NULL, 1, (int)q);
            part = part + pair;
            UNROLL for (int i = 0; i < count; i++)
            {
                sum[i] = FMA(pair, LOAD(row + i * VL), sum[i]);
            }
            row += copy;
        }
        total = total + part;
        w -= VL;
    }
    UNROLL for (int i = 0; i < count; i++)
    {
        STORE(out + (v + i) * VL, sum[i]);
    }
    return total;
}

/* As few parts as hold all vectors, of as many each. */
static void FN(circulant)(const tfk_circulant *a, const void *in, double start,
                          void *out, void *total)
{
    const int64_t vectors = TFK_CIRCULANT_VECTORS(a->h, POINTS);
    const int64_t parts = (vectors + MOST - 1) / MOST;
    const V first = MIXED(SET1((T)start), K(-0.0));
    V all = first;
    for (int64_t part = 0, v = 0; part < parts; part++) {
        const int64_t end = vectors * (part + 1) / parts;
#define CASE(n)                                            \
    case n: /* fewer than there are in small instances */  \
        all = FN(circulant_sums)(a, in, first, v, n, out); \
        break;
        switch (end - v) {
            CASE(1)
            CASE(2)
            CASE(3)
            CASE(4)
            CASE(5)
            CASE(6)
            CASE(7)
            CASE(8)
            CASE(9)
            CASE(10)
            CASE(11)
#if MOST == 16
            CASE(12)
            CASE(13)
            CASE(14)
            CASE(15)
        default: all = FN(circulant_sums)(a, in, first, v, 16, out); break;
#else
        default: all = FN(circulant_sums)(a, in, first, v, 12, out); break;
#endif
        }
        v = end;
    }
    memcpy(total, &all, 2 * sizeof(T));
}
#undef CASE
#undef MOST
