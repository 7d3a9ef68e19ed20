/* chunks.h - 128-bit chunks exchanged between vectors, whatever they hold. As many
 * vectors as each has chunks: chunk i of vector j changes places with chunk j of vector
 * i. */
#if TFK_BYTES == 64
#define CHUNK_EVEN(a, b) __builtin_shufflevector(a, b, 0, 1, 4, 5, 8, 9, 12, 13)
#define CHUNK_ODD(a, b)  __builtin_shufflevector(a, b, 2, 3, 6, 7, 10, 11, 14, 15)
TFK_INLINE void tfk_exchange_chunks(tfk_vd *v)
{
    const tfk_vd a = CHUNK_EVEN(v[0], v[1]), b = CHUNK_ODD(v[0], v[1]);
    const tfk_vd c = CHUNK_EVEN(v[2], v[3]), d = CHUNK_ODD(v[2], v[3]);
    v[0] = CHUNK_EVEN(a, c);
    v[1] = CHUNK_EVEN(b, d);
    v[2] = CHUNK_ODD(a, c);
    v[3] = CHUNK_ODD(b, d);
}
#undef CHUNK_EVEN
#undef CHUNK_ODD
#elif TFK_BYTES == 32
TFK_INLINE void tfk_exchange_chunks(tfk_vd *v)
{
    const tfk_vd low = __builtin_shufflevector(v[0], v[1], 0, 1, 4, 5);
    v[1] = __builtin_shufflevector(v[0], v[1], 2, 3, 6, 7);
    v[0] = low;
}
#else
TFK_INLINE void tfk_exchange_chunks(tfk_vd *v)
{
    (void)v;
}
#endif
