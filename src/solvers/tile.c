/* tile.c - converting copies between strided operands and tiles. */
#include "solvers/tile.h"

#include <stdbool.h>
#include <string.h>

#include "base/half.h"

/* Unaligned loads and stores of each type. */
static inline float load_f32(const char *p)
{
    float x;
    memcpy(&x, p, sizeof x);
    return x;
}

static inline double load_f64(const char *p)
{
    double x;
    memcpy(&x, p, sizeof x);
    return x;
}

static inline uint16_t load_u16(const char *p)
{
    uint16_t x;
    memcpy(&x, p, sizeof x);
    return x;
}

static inline float load_bf16(const char *p)
{
    return tfi_bf16_to_f32(load_u16(p));
}

static inline float load_f16(const char *p)
{
    return tfi_f16_to_f32(load_u16(p));
}

static inline void store_u16(char *p, uint16_t x)
{
    memcpy(p, &x, sizeof x);
}

/* A two-dimensional copy. The tile side is contiguous in one of the two directions;
 * that one is the inner loop, with the usual strides known to the compiler. */
typedef struct shape {
    int64_t n_outer, n_inner;
    int64_t outer, inner;           /* operand strides, bytes */
    int64_t tile_outer, tile_inner; /* tile strides, components */
} shape;

#define READ_LOOP(STRIDE, LOAD)                    \
    for (int64_t i = 0; i < s->n_inner; i++) {     \
        t[i] = (T)LOAD(p + i * (int64_t)(STRIDE)); \
    }
#define DEFINE_READ(NAME, TYPE, LOAD, SIZE)                           \
    static void NAME(const shape *s, const char *base, void *tile)    \
    {                                                                 \
        typedef TYPE T;                                               \
        for (int64_t o = 0; o < s->n_outer; o++) {                    \
            const char *p = base + o * s->outer;                      \
            T *t = (T *)tile + o * s->tile_outer;                     \
            if (s->tile_inner != 1) {                                 \
                for (int64_t i = 0; i < s->n_inner; i++) {            \
                    t[i * s->tile_inner] = (T)LOAD(p + i * s->inner); \
                }                                                     \
            } else if (s->inner == (SIZE)) {                          \
                READ_LOOP(SIZE, LOAD)                                 \
            } else if (s->inner == 2 * (SIZE)) {                      \
                READ_LOOP(2 * (SIZE), LOAD)                           \
            } else {                                                  \
                READ_LOOP(s->inner, LOAD)                             \
            }                                                         \
        }                                                             \
    }

DEFINE_READ(read_f32_f32, float, load_f32, 4)
DEFINE_READ(read_f64_f32, float, load_f64, 8)
DEFINE_READ(read_bf16_f32, float, load_bf16, 2)
DEFINE_READ(read_f16_f32, float, load_f16, 2)
DEFINE_READ(read_f32_f64, double, load_f32, 4)
DEFINE_READ(read_f64_f64, double, load_f64, 8)
DEFINE_READ(read_bf16_f64, double, load_bf16, 2)
DEFINE_READ(read_f16_f64, double, load_f16, 2)

#define STORE_F32(p, x)        \
    do {                       \
        float y_ = (float)(x); \
        memcpy(p, &y_, 4);     \
    } while (0)
#define STORE_F64(p, x)          \
    do {                         \
        double y_ = (double)(x); \
        memcpy(p, &y_, 8);       \
    } while (0)
#define STORE_BF16_32(p, x) store_u16(p, tfi_f32_to_bf16(x))
#define STORE_F16_32(p, x)  store_u16(p, tfi_f32_to_f16(x))
#define STORE_BF16_64(p, x) store_u16(p, tfi_f64_to_bf16(x))
#define STORE_F16_64(p, x)  store_u16(p, tfi_f64_to_f16(x))

#define WRITE_LOOP(STRIDE, STORE)               \
    for (int64_t i = 0; i < s->n_inner; i++) {  \
        STORE(p + i * (int64_t)(STRIDE), t[i]); \
    }
#define DEFINE_WRITE(NAME, TYPE, STORE, SIZE)                      \
    static void NAME(const shape *s, char *base, const void *tile) \
    {                                                              \
        typedef TYPE T;                                            \
        for (int64_t o = 0; o < s->n_outer; o++) {                 \
            char *p = base + o * s->outer;                         \
            const T *t = (const T *)tile + o * s->tile_outer;      \
            if (s->tile_inner != 1) {                              \
                for (int64_t i = 0; i < s->n_inner; i++) {         \
                    STORE(p + i * s->inner, t[i * s->tile_inner]); \
                }                                                  \
            } else if (s->inner == (SIZE)) {                       \
                WRITE_LOOP(SIZE, STORE)                            \
            } else if (s->inner == 2 * (SIZE)) {                   \
                WRITE_LOOP(2 * (SIZE), STORE)                      \
            } else {                                               \
                WRITE_LOOP(s->inner, STORE)                        \
            }                                                      \
        }                                                          \
    }

DEFINE_WRITE(write_f32_f32, float, STORE_F32, 4)
DEFINE_WRITE(write_f32_f64, float, STORE_F64, 8)
DEFINE_WRITE(write_f32_bf16, float, STORE_BF16_32, 2)
DEFINE_WRITE(write_f32_f16, float, STORE_F16_32, 2)
DEFINE_WRITE(write_f64_f32, double, STORE_F32, 4)
DEFINE_WRITE(write_f64_f64, double, STORE_F64, 8)
DEFINE_WRITE(write_f64_bf16, double, STORE_BF16_64, 2)
DEFINE_WRITE(write_f64_f16, double, STORE_F16_64, 2)

typedef void (*read_fn)(const shape *, const char *, void *);
typedef void (*write_fn)(const shape *, char *, const void *);

/* By compute type (f32, f64) and operand type. */
static const read_fn readers[2][TRNFFT_F16 + 1] = {
    { NULL, read_f32_f32, read_f64_f32, read_bf16_f32, read_f16_f32 },
    { NULL, read_f32_f64, read_f64_f64, read_bf16_f64, read_f16_f64 },
};
static const write_fn writers[2][TRNFFT_F16 + 1] = {
    { NULL, write_f32_f32, write_f32_f64, write_f32_bf16, write_f32_f16 },
    { NULL, write_f64_f32, write_f64_f64, write_f64_bf16, write_f64_f16 },
};

static int64_t magnitude(int64_t x)
{
    return x < 0 ? -x : x;
}

/* The inner loop runs along the lanes, unless the operand is tighter along the points.
 */
static shape shape_of(const tfi_part *part, int64_t points, int64_t lanes)
{
    const bool along_points =
        lanes == 1 ||
        (points > 1 && magnitude(part->point_stride) < magnitude(part->lane_stride));
    shape s;
    if (along_points) {
        s = (shape){ lanes, points, part->lane_stride, part->point_stride, 1, lanes };
    } else {
        s = (shape){ points, lanes, part->point_stride, part->lane_stride, lanes, 1 };
    }
    return s;
}

void tfi_tile_read(uint32_t compute, const tfi_part *part, int64_t points,
                   int64_t total, int64_t lanes, void *tile)
{
    const size_t size = compute == TRNFFT_F64 ? sizeof(double) : sizeof(float);
    int64_t present = part->base != NULL ? points : 0;
    if (present > 0) {
        const shape s = shape_of(part, present, lanes);
        readers[compute == TRNFFT_F64][part->dtype](&s, part->base, tile);
    }
    if (total > present) {
        memset((char *)tile + (size_t)(present * lanes) * size, 0,
               (size_t)((total - present) * lanes) * size);
    }
}

void tfi_tile_write(uint32_t compute, const tfi_part *part, int64_t points,
                    int64_t lanes, const void *tile)
{
    const shape s = shape_of(part, points, lanes);
    writers[compute == TRNFFT_F64][part->dtype](&s, part->base, tile);
}
