/* pairs_store_tmpl.h - what the first pass over interleaved points does with its legs:
 * they cross over, and lie side by side. Over pairs_words_tmpl.h. */

/* Vectors of POINTS legs to vectors over the legs. */
TFK_INLINE void FN(pairs_transpose)(V *t)
{
#if POINTS == 8
    V u[8];
    UNROLL for (int i = 0; i < 4; i++)
    {
        u[2 * i] = EVEN_POINTS(t[2 * i], t[2 * i + 1]);
        u[2 * i + 1] = ODD_POINTS(t[2 * i], t[2 * i + 1]);
    }
    FN(pairs_quarters)(&u[0], &u[2], &u[4], &u[6]);
    FN(pairs_quarters)(&u[1], &u[3], &u[5], &u[7]);
    UNROLL for (int i = 0; i < 8; i++)
    {
        t[i] = u[i];
    }
#elif POINTS == 4 && TFK_TYPE == 64
    FN(pairs_quarters)(&t[0], &t[1], &t[2], &t[3]);
#elif POINTS == 4
    V a = EVEN_POINTS(t[0], t[1]), b = ODD_POINTS(t[0], t[1]);
    V c = EVEN_POINTS(t[2], t[3]), d = ODD_POINTS(t[2], t[3]);
    t[0] = LOW_HALVES(a, c);
    t[1] = LOW_HALVES(b, d);
    t[2] = HIGH_HALVES(a, c);
    t[3] = HIGH_HALVES(b, d);
#else
    V a = LOW_HALVES(t[0], t[1]);
    t[1] = HIGH_HALVES(t[0], t[1]);
    t[0] = a;
#endif
}

/* R >= POINTS legs of POINTS butterflies, one butterfly after the other; or, where
 * blocks is not 0, in blocks of POINTS legs, the last one of which may overlap the one
 * before, so many butterflies of a block side by side: as the next pass loads them. */
TFK_INLINE void FN(pairs_store)(const V *v, int R, int blocks, T *out)
{
    UNROLL for (int g = 0; g < R; g += POINTS)
    {
        const int at = g + POINTS <= R ? g : R - POINTS;
        V t[POINTS];
        UNROLL for (int i = 0; i < POINTS; i++)
        {
            t[i] = v[at + i];
        }
        FN(pairs_transpose)(t);
        UNROLL for (int i = 0; i < POINTS; i++)
        {
            STORE(out + (blocks ? g * blocks * 2 + i * VL : 2 * (i * R + at)), t[i]);
        }
    }
}
