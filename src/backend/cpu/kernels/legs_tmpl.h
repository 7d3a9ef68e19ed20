/* legs_tmpl.h - the legs of VL butterflies, vectors over the butterflies, stored one
 * butterfly after the other. Instance of vectors. */

#if TFK_WIDE

/* One perfect shuffle of n vectors taken as one long array. */
TFK_INLINE void FN(zip_stage)(V *v, int n)
{
    V t[16];
    UNROLL for (int i = 0; i < n / 2; i++)
    {
        t[2 * i] = ZIPLO(v[i], v[i + n / 2]);
        t[2 * i + 1] = ZIPHI(v[i], v[i + n / 2]);
    }
    UNROLL for (int i = 0; i < n; i++)
    {
        v[i] = t[i];
    }
}

/* n vectors over p (n a power of two <= VL) become the linear order (p, leg). */
TFK_INLINE void FN(interleave_legs)(V *v, int n)
{
    if (n == VL) {
        FN(transpose_square)(v);
        return;
    }
    UNROLL for (int i = 1; i < n; i *= 2)
    {
        FN(zip_stage)(v, n);
    }
}

/* Stores VL rows of R components, row p at out + p R, from R vectors over p. Rows of an
 * R that is no power of two are written too long and overwritten in turn; may write VL
 * * VL components too many. */
TFK_INLINE void FN(store_group)(V *v, int padded, T *out, int row)
{
    FN(interleave_legs)(v, padded);
    if (padded == row) {
        UNROLL for (int i = 0; i < padded; i++)
        {
            STORE(out + i * VL, v[i]);
        }
    } else if (padded == VL) {
        UNROLL for (int i = 0; i < VL; i++)
        {
            STORE(out + i * row, v[i]);
        }
    } else {
        T rows[16 * VL];
        UNROLL for (int i = 0; i < padded; i++)
        {
            STORE(rows + i * VL, v[i]);
        }
        UNROLL for (int p = 0; p < VL; p++)
        {
            memcpy(out + p * row, rows + p * padded, (size_t)padded * sizeof(T));
        }
    }
}

TFK_INLINE void FN(store_rows)(V *v, int R, T *out)
{
    /* The last, possibly short, group first: what it writes too much the others
     * overwrite. */
    const int group = R < VL ? (R <= 2 ? 2 : R <= 4 ? 4 : R <= 8 ? 8 : 16) : VL;
    UNROLL for (int g = (R - 1) / group; g >= 0; g--)
    {
        V t[16];
        UNROLL for (int k = 0; k < group; k++)
        {
            t[k] = g * group + k < R ? v[g * group + k] : v[0];
        }
        FN(store_group)(t, group, out + g * group, R);
    }
}

#endif
