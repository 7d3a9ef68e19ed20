/* real_pairs_tmpl.h - real rows of 2 m points around the kernels of pairs_tmpl.h for m
 * and the pass of real_pairs_pass_tmpl.h. Of few points the passes beside that one
 * leave and find z in registers, or where the compiler puts what it has no registers
 * for; of more they are functions with z in memory between them. Instance of vectors of
 * 256 or 512 bits. */

/* The last pass of a row into blocks, and the first one out of them. */
#define HELD_PUT(k, v) z[(k)*to] = v
#define HELD_GET(j, v) v = FN(from_blocks)(z, (j)*m + p)
#define HELD_PASSES(R)                                                               \
    TFK_INLINE void FN(held_last_##R)(const T *x, int from, int to, V *z)            \
    {                                                                                \
        TFK_PAIRS_DFT_##R(PAIRS_GET, HELD_PUT);                                      \
    }                                                                                \
    TFK_INLINE void FN(held_first_##R)(const V *z, int p, int m, const T *w, T *out) \
    {                                                                                \
        V held[R];                                                                   \
        TFK_PAIRS_DFT_##R(HELD_GET, PAIRS_FIRST_PUT);                                \
        FN(pairs_store)(held, R, m, out);                                            \
    }
HELD_PASSES(4)
HELD_PASSES(5)
HELD_PASSES(6)
HELD_PASSES(7)
HELD_PASSES(8)
HELD_PASSES(9)
HELD_PASSES(10)
HELD_PASSES(12)
HELD_PASSES(16)

/* So many vectors of z are held, in either direction. */
enum { FN(POST_HELD) = TFK_BYTES == 64 ? 24 : 12, FN(PRE_HELD) = 32 };

/* z and X of a row, through radices A and B. */
#define REAL_ROW_DUO(A, B)                                                             \
    TFK_INLINE void FN(real_post_##A##_##B##_1)(FN(real_pairs) * r,                    \
                                                const void *const *w, T *x, int pairs) \
    {                                                                                  \
        enum {                                                                         \
            M = A * B,                                                                 \
            IN = (B + POINTS - 1) / POINTS,                                            \
            OUT = (A + POINTS - 1) / POINTS                                            \
        };                                                                             \
        static const tfk_rows one = { .n_rows = 1, .scale = 1.0 };                     \
        if (A % POINTS != 0 || M > POINTS * FN(POST_HELD)) {                           \
            TFK_ALIGNED T buffer[2 * M];                                               \
            r->z = buffer;                                                             \
            FN(pairs_whole_plain_##A##_##B)(&one, w[0], x, x, buffer, buffer);         \
            FN(post_memory)(r, pairs);                                                 \
            return;                                                                    \
        }                                                                              \
        V z[M / POINTS];                                                               \
        TFK_ALIGNED T s[VL * OUT * B];                                                 \
        for (int i = 0; i < IN; i++) {                                                 \
            const int p = FN(pairs_window)(i, B);                                      \
            FN(pairs_first_##A)                                                        \
            (x + 2 * p, x, 1, B, (const T *)w[0] + i * ((A - 1) * 2 * VL), SET1((T)1), \
             1, B, s + p * VL);                                                        \
        }                                                                              \
        UNROLL for (int q = 0; q < A; q += POINTS)                                     \
        {                                                                              \
            FN(held_last_##B)                                                          \
            (s + q / POINTS * (B * VL), POINTS, A / POINTS, z + q / POINTS);           \
        }                                                                              \
        FN(post_held)(r, z, pairs);                                                    \
        FN(post_ends)                                                                  \
        (r, pairs, z[0][0], z[0][1], z[M / 2 / POINTS][M % (2 * POINTS)],              \
         z[M / 2 / POINTS][M % (2 * POINTS) + 1]);                                     \
    }                                                                                  \
    TFK_INLINE void FN(real_pre_##A##_##B##_1)(FN(real_pairs) * r,                     \
                                               const void *const *w, T *x, int pairs)  \
    {                                                                                  \
        enum {                                                                         \
            M = A * B,                                                                 \
            IN = (B + POINTS - 1) / POINTS,                                            \
            OUT = (A + POINTS - 1) / POINTS                                            \
        };                                                                             \
        if (M % POINTS != 0 || M > POINTS * FN(PRE_HELD)) {                            \
            const tfk_rows one = { .n_rows = 1, .scale = r->scale };                   \
            TFK_ALIGNED T buffer[2 * M];                                               \
            r->z = buffer;                                                             \
            FN(pre_memory)(r, pairs);                                                  \
            FN(pairs_whole_##A##_##B)(&one, w[0], buffer, buffer, x, x);               \
            return;                                                                    \
        }                                                                              \
        V z[M / POINTS];                                                               \
        TFK_ALIGNED T s[VL * OUT * B];                                                 \
        FN(pre_held)(r, z, pairs);                                                     \
        UNROLL for (int i = 0; i < IN; i++)                                            \
        {                                                                              \
            const int p = FN(pairs_window)(i, B);                                      \
            FN(held_first_##A)                                                         \
            (z, p, B, (const T *)w[0] + i * ((A - 1) * 2 * VL), s + p * VL);           \
        }                                                                              \
        for (int i = 0; i < OUT; i++) {                                                \
            const int q = FN(pairs_window)(i, A);                                      \
            FN(pairs_last_##B)                                                         \
            (s + i * (B * VL), POINTS, A, SET1(r->scale), 0, 1, x + 2 * q, x + 2 * q); \
        }                                                                              \
    }
#define REAL_ROW_TRIO(A, B, C)                                           \
    TFK_INLINE void FN(real_post_##A##_##B##_##C)(                       \
        const FN(real_pairs) * r, const void *const *w, T *x, int pairs) \
    {                                                                    \
        static const tfk_rows one = { .n_rows = 1, .scale = 1.0 };       \
        FN(pairs_whole_plain_##A##_##B##_##C)                            \
        (&one, w, x, x, r->z, r->z, r->z + 2 * r->m);                    \
        FN(post_memory)(r, pairs);                                       \
    }                                                                    \
    TFK_INLINE void FN(real_pre_##A##_##B##_##C)(                        \
        const FN(real_pairs) * r, const void *const *w, T *x, int pairs) \
    {                                                                    \
        const tfk_rows one = { .n_rows = 1, .scale = r->scale };         \
        FN(pre_memory)(r, pairs);                                        \
        FN(pairs_whole_##A##_##B##_##C)                                  \
        (&one, w, r->z, r->z, x, x, r->z + 2 * r->m);                    \
    }

/* All rows one way, a function for either layout of the complex side: its pass, and
 * which of in and out the complex and the real side are. */
#define REAL_ROWS(M, id, way, pass, side, real)                                      \
    TFK_INLINE void FN(real_##way##_as_##id)(const tfk_rows *a,                      \
                                             const void *const *twiddle, const T *w, \
                                             T *x, T *re, T *im, T *z, int pairs)    \
    {                                                                                \
        FN(real_pairs)                                                               \
        r = { w, z, re, im, M, (T)a->scale, a->conj_##side ? (T)-1 : (T)1 };         \
        int64_t row = 0;                                                             \
        do {                                                                         \
            FN(real_##pass##_##id)(&r, twiddle, x, pairs);                           \
            x += a->real##_row;                                                      \
            r.re += a->side##_row;                                                   \
            r.im += a->side##_row;                                                   \
        } while (++row < a->n_rows);                                                 \
    }                                                                                \
    static __attribute__((noinline)) void FN(real_##way##_pairs_##id)(               \
        const tfk_rows *a, const void *const *twiddle, const void *w, T *x, T *re,   \
        void *scratch)                                                               \
    {                                                                                \
        FN(real_##way##_as_##id)(a, twiddle, w, x, re, re + 1, scratch, 1);          \
    }                                                                                \
    TFK_INLINE void FN(real_##way##_rows_##id)(                                      \
        const tfk_rows *a, const void *const *twiddle, const void *w, const void *x, \
        const void *re, const void *im, void *scratch)                               \
    {                                                                                \
        T *to_x = (T *)(uintptr_t)x, *to_re = (T *)(uintptr_t)re;                    \
        if (a->side##_interleaved) {                                                 \
            FN(real_##way##_pairs_##id)(a, twiddle, w, to_x, to_re, scratch);        \
        } else {                                                                     \
            FN(real_##way##_as_##id)                                                 \
            (a, twiddle, w, to_x, to_re, (T *)(uintptr_t)im, scratch, 0);            \
        }                                                                            \
    }
#define REAL_PAIRS(M, id)                                                              \
    REAL_ROWS(M, id, to, post, out, in)                                                \
    REAL_ROWS(M, id, from, pre, in, out)                                               \
    static void FN(real_forward_##id)(const tfk_rows *a, const void *const twiddle[2], \
                                      const void *w, const void *x, const void *none,  \
                                      void *re, void *im, void *scratch)               \
    {                                                                                  \
        (void)none;                                                                    \
        FN(real_to_rows_##id)(a, twiddle, w, x, re, im, scratch);                      \
    }                                                                                  \
    static void FN(real_backward_##id)(                                                \
        const tfk_rows *a, const void *const twiddle[2], const void *w,                \
        const void *re, const void *im, void *x, void *none, void *scratch)            \
    {                                                                                  \
        (void)none;                                                                    \
        FN(real_from_rows_##id)(a, twiddle, w, x, re, im, scratch);                    \
    }

#define REAL_DUO(A, B, F32, F64) REAL_ROW_DUO(A, B) REAL_PAIRS(A *B, A##_##B##_1)
#define REAL_TRIO(A, B, C, F32, F64) \
    REAL_ROW_TRIO(A, B, C) REAL_PAIRS(A *B *C, A##_##B##_##C)
#if TFK_TYPE == 32
EACH_PAIRS_DUO_F32(REAL_DUO)
#else
EACH_PAIRS_DUO_F64(REAL_DUO)
#endif
EACH_PAIRS_TRIO(REAL_TRIO)

#undef PAIRS_FIRST_PUT
#undef PAIRS_GET
#undef HELD_PUT
#undef HELD_GET
#undef HELD_PASSES
#undef REAL_ROW_DUO
#undef REAL_ROW_TRIO
#undef REAL_ROWS
#undef REAL_PAIRS
#undef REAL_DUO
#undef REAL_TRIO
