/* halves_tmpl.h - both halves of a real line as pairs of their sums and differences,
 * and back: see tfk_halves. */

/* Points i … of the first half, the last ones of the other, in the order of their
 * mirrors. */
TFK_INLINE void FN(fold_vector)(const tfk_halves *a, int64_t i, int64_t count)
{
    const T *x = a->in, *end = x + 2 * a->n - 1;
    V up, down, sign, same;
    FN(load_points)(x + i, (const T *)a->sign + i, 0, count, &up, &sign);
    FN(load_back)(end - i, end - i, 0, count, &down, &same);
    FN(store_points)
    ((T *)a->out + 2 * i, (T *)a->out + 2 * i + 1, 1, count, up + down,
     (up - down) * sign);
}

TFK_INLINE void FN(pairs_of)(const tfk_halves *a, int parts, int64_t i, int64_t count,
                             V *u, V *v)
{
    const T *re = a->in, *im = parts ? a->in_im : re + 1, *signs = a->sign;
    const int64_t at = parts ? i : 2 * i;
    V sign, same;
    FN(load_points)(re + at, im + at, !parts, count, u, v);
    FN(load_points)(signs + i, signs + i, 0, count, &sign, &same);
    *u = *u * SET1((T)a->scale);
    *v = *v * (sign * SET1((T)a->scale_second));
}

#define TURN_VECTOR(name, parts_in, parts_out)                                       \
    TFK_INLINE void FN(name##_vector)(const tfk_halves *a, int64_t i, int64_t count) \
    {                                                                                \
        T *re = a->out, *im = (parts_out) ? a->out_im : re + 1;                      \
        const int64_t at = (parts_out) ? i : 2 * i;                                  \
        V u, v;                                                                      \
        FN(pairs_of)(a, parts_in, i, count, &u, &v);                                 \
        FN(store_points)(re + at, im + at, !(parts_out), count, u, v);               \
    }
TURN_VECTOR(turn_pairs, 0, 0)
TURN_VECTOR(turn_from_parts, 1, 0)
TURN_VECTOR(turn_to_parts, 0, 1)
#undef TURN_VECTOR

TFK_INLINE void FN(unfold_vector)(const tfk_halves *a, int64_t i, int64_t count)
{
    T *x = a->out, *end = x + 2 * a->n - 1;
    V u, v;
    FN(pairs_of)(a, 0, i, count, &u, &v);
    const V up = u + v, down = u - v;
#if TFK_WIDE
    if (count < VL) {
        STOREN(x + i, up, count);
        FN(store_back)(end - i, end - i, 0, count, down, down);
        return;
    }
    STORE(x + i, up);
    STORE(end - i - (VL - 1), REVERSE(down));
#else
    x[i] = up;
    end[-i] = down;
#endif
}

/* in and out lie apart, so the last vector may repeat some of the one before. */
#define HALVES(name)                                            \
    static void FN(name##_halves)(const tfk_halves *argument)   \
    {                                                           \
        const tfk_halves copy = *argument, *const a = &copy;    \
        const int64_t n = a->n;                                 \
        if (n < VL) {                                           \
            FN(name##_vector)(a, 0, n);                         \
            return;                                             \
        }                                                       \
        for (int64_t i = 0; i < n; i += VL) {                   \
            FN(name##_vector)(a, i + VL <= n ? i : n - VL, VL); \
        }                                                       \
    }
HALVES(fold)
HALVES(turn_pairs)
HALVES(turn_from_parts)
HALVES(turn_to_parts)
HALVES(unfold)
#undef HALVES

static void FN(turn_halves)(const tfk_halves *a)
{
    if (a->in_im != NULL) {
        FN(turn_from_parts_halves)(a);
    } else if (a->out_im != NULL) {
        FN(turn_to_parts_halves)(a);
    } else {
        FN(turn_pairs_halves)(a);
    }
}
