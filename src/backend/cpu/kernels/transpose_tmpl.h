/* transpose_tmpl.h - VL vectors of VL lanes transposed in registers: first within the
 * 128-bit chunks (cheap shuffles), then the chunks among each other. Vector i becomes
 * lane i of all vectors. */

#if TFK_WIDE
#if TFK_TYPE == 32 && TFK_BYTES == 64
#define UNPACK_LO(a, b)                                                             \
    __builtin_shufflevector(a, b, 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, \
                            13, 29)
#define UNPACK_HI(a, b)                                                               \
    __builtin_shufflevector(a, b, 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, \
                            15, 31)
#define PAIR_LO(a, b)                                                               \
    __builtin_shufflevector(a, b, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, \
                            28, 29)
#define PAIR_HI(a, b)                                                                 \
    __builtin_shufflevector(a, b, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, \
                            30, 31)
#define CHUNK_EVEN(a, b)                                                            \
    __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, \
                            26, 27)
#define CHUNK_ODD(a, b)                                                               \
    __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, \
                            30, 31)
#elif TFK_TYPE == 32 && TFK_BYTES == 32
#define UNPACK_LO(a, b) __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13)
#define UNPACK_HI(a, b) __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15)
#define PAIR_LO(a, b)   __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13)
#define PAIR_HI(a, b)   __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15)
#define CHUNK_LO(a, b)  __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11)
#define CHUNK_HI(a, b)  __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15)
#elif TFK_TYPE == 32 && TFK_BYTES == 16
#define UNPACK_LO(a, b) __builtin_shufflevector(a, b, 0, 4, 1, 5)
#define UNPACK_HI(a, b) __builtin_shufflevector(a, b, 2, 6, 3, 7)
#define PAIR_LO(a, b)   __builtin_shufflevector(a, b, 0, 1, 4, 5)
#define PAIR_HI(a, b)   __builtin_shufflevector(a, b, 2, 3, 6, 7)
#elif TFK_TYPE == 64 && TFK_BYTES == 64
#define UNPACK_LO(a, b)  __builtin_shufflevector(a, b, 0, 8, 2, 10, 4, 12, 6, 14)
#define UNPACK_HI(a, b)  __builtin_shufflevector(a, b, 1, 9, 3, 11, 5, 13, 7, 15)
#define CHUNK_EVEN(a, b) __builtin_shufflevector(a, b, 0, 1, 4, 5, 8, 9, 12, 13)
#define CHUNK_ODD(a, b)  __builtin_shufflevector(a, b, 2, 3, 6, 7, 10, 11, 14, 15)
#elif TFK_TYPE == 64 && TFK_BYTES == 32
#define UNPACK_LO(a, b) __builtin_shufflevector(a, b, 0, 4, 2, 6)
#define UNPACK_HI(a, b) __builtin_shufflevector(a, b, 1, 5, 3, 7)
#define CHUNK_LO(a, b)  __builtin_shufflevector(a, b, 0, 1, 4, 5)
#define CHUNK_HI(a, b)  __builtin_shufflevector(a, b, 2, 3, 6, 7)
#elif TFK_TYPE == 64 && TFK_BYTES == 16
#define UNPACK_LO(a, b) __builtin_shufflevector(a, b, 0, 2)
#define UNPACK_HI(a, b) __builtin_shufflevector(a, b, 1, 3)
#endif

/* Columns of 128-bit chunks: E vectors, each chunk an E x E block. */
TFK_INLINE void FN(transpose_chunks)(V *v)
{
#if TFK_TYPE == 32
    V a = UNPACK_LO(v[0], v[1]), b = UNPACK_HI(v[0], v[1]);
    V c = UNPACK_LO(v[2], v[3]), d = UNPACK_HI(v[2], v[3]);
    v[0] = PAIR_LO(a, c);
    v[1] = PAIR_HI(a, c);
    v[2] = PAIR_LO(b, d);
    v[3] = PAIR_HI(b, d);
#else
    V a = UNPACK_LO(v[0], v[1]);
    v[1] = UNPACK_HI(v[0], v[1]);
    v[0] = a;
#endif
}

TFK_INLINE void FN(transpose_square)(V *v)
{
    enum { E = 128 / TFK_TYPE, CHUNKS = VL / E };
    UNROLL for (int g = 0; g < CHUNKS; g++)
    {
        FN(transpose_chunks)(v + g * E);
    }
#if TFK_BYTES == 32
    UNROLL for (int i = 0; i < E; i++)
    {
        V a = CHUNK_LO(v[i], v[E + i]);
        v[E + i] = CHUNK_HI(v[i], v[E + i]);
        v[i] = a;
    }
#elif TFK_BYTES == 64
    UNROLL for (int i = 0; i < E; i++)
    {
        V a = CHUNK_EVEN(v[i], v[E + i]), b = CHUNK_ODD(v[i], v[E + i]);
        V c = CHUNK_EVEN(v[2 * E + i], v[3 * E + i]);
        V d = CHUNK_ODD(v[2 * E + i], v[3 * E + i]);
        v[i] = CHUNK_EVEN(a, c);
        v[E + i] = CHUNK_EVEN(b, d);
        v[2 * E + i] = CHUNK_ODD(a, c);
        v[3 * E + i] = CHUNK_ODD(b, d);
    }
#endif
}

#undef UNPACK_LO
#undef UNPACK_HI
#undef PAIR_LO
#undef PAIR_HI
#undef CHUNK_LO
#undef CHUNK_HI
#undef CHUNK_EVEN
#undef CHUNK_ODD
#endif
