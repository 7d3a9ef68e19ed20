/* Are the circulant kernels the sums that they say, to the bit, and do they stay within
 * their arrays? */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "backend/cpu/circulant_table.h"
#include "kernels/buffers.h"
#include "kernels/tables.h"

extern const tfk_circulant_table tfk_circulant_emulated, tfk_circulant_emulated_wide;

enum { TABLES = 3 };

/* NULL: the level has none. */
static const tfk_circulant_table *active(int which)
{
    return which == 0   ? tfk_circulant_for(tfi_cpu_detect())
           : which == 1 ? &tfk_circulant_emulated
                        : &tfk_circulant_emulated_wide;
}

static int is_fused(int which)
{
    return which == 0 ? tfk_table_for(tfi_cpu_detect())->fused
                      : tfk_table_emulated_wide.fused;
}

/* w_t of part `part` lies at 2 (t + h - 1) + part. */
#define SUMS(T, suffix, fused_add)                                                   \
    static void sums_##suffix(int fused, int points, int64_t h, const T *in,         \
                              const T *w, T start, T *out, T *total)                 \
    {                                                                                \
        for (int part = 0; part < 2; part++) {                                       \
            const T first = part == 0 ? start : (T)-0.0;                             \
            total[part] = first;                                                     \
            for (int64_t block = 0; block < h; block += points) {                    \
                T some = (T)-0.0;                                                    \
                for (int64_t q = block; q < block + points && q < h; q++) {          \
                    some += in[2 * q + part];                                        \
                }                                                                    \
                total[part] += some;                                                 \
            }                                                                        \
            for (int64_t s = 0; s < h; s++) {                                        \
                T sum = first;                                                       \
                for (int64_t q = 0; q < h; q++) {                                    \
                    const T a = in[2 * q + part], b = w[2 * (s - q + h - 1) + part]; \
                    const T product = a * b;                                         \
                    sum = fused ? fused_add(a, b, sum) : product + sum;              \
                }                                                                    \
                out[2 * s + part] = sum;                                             \
            }                                                                        \
        }                                                                            \
    }
SUMS(float, f32, fmaf)
SUMS(double, f64, fma)
#undef SUMS

/* The copies that a kernel reads, of w_t; zeros where there is none. */
static guarded copies_of(const guarded *w, int64_t h, int points)
{
    const int64_t copy = TFK_CIRCULANT_COPY(h, points);
    const int64_t lead = (TFK_CIRCULANT_VECTORS(h, points) - 1) * points;
    const size_t pair = 2 * component_bytes(w->type);
    guarded all = guarded_new(w->type, 2 * points * copy, 0);
    memset(all.data, 0, pair * (size_t)(points * copy));
    for (int64_t i = 0; i < points * copy; i++) {
        const int64_t at = i % copy - i / copy - lead + h - 1;
        if (at >= 0 && at < 2 * h - 1) {
            memcpy((char *)all.data + (size_t)i * pair,
                   (char *)w->data + (size_t)at * pair, pair);
        }
    }
    return all;
}

static void check(int which, int type, int64_t h)
{
    const tfk_circulant_table *table = active(which);
    const int points = table->points[type];
    const size_t size = component_bytes(type);
    guarded w = guarded_new(type, 2 * (2 * h - 1), 0), in = guarded_new(type, 2 * h, 0);
    guarded want = guarded_new(type, 2 * h + 2, 0);
    const int64_t room = 2 * TFK_CIRCULANT_VECTORS(h, points) * points;
    guarded got = guarded_new(type, room, 0), total = guarded_new(type, 2, 1);
    guarded_fill(&w, 1);
    guarded_fill(&in, 2);
    guarded copies = copies_of(&w, h, points);
    const tfk_circulant circulant = { copies.data, h };
    table->circulant[type](&circulant, in.data, 0.75, got.data, total.data);
    void *sum = (char *)want.data + 2 * size * (size_t)h;
    if (type == TFK_F64) {
        sums_f64(is_fused(which), points, h, in.data, w.data, 0.75, want.data, sum);
    } else {
        sums_f32(is_fused(which), points, h, in.data, w.data, 0.75F, want.data, sum);
    }
    assert_memory_equal(want.data, got.data, 2 * size * (size_t)h);
    assert_memory_equal(sum, total.data, 2 * size);
    assert_true(guarded_intact(&got, room));
    assert_true(guarded_intact(&total, 2));
    guarded_free(&w);
    guarded_free(&in);
    guarded_free(&want);
    guarded_free(&got);
    guarded_free(&total);
    guarded_free(&copies);
}

static void test_circulant(void **state)
{
    (void)state;
    for (int which = 0; which < TABLES; which++) {
        for (int64_t h = 1; h < 150 && active(which) != NULL; h++) {
            check(which, TFK_F32, h);
            check(which, TFK_F64, h);
        }
    }
}

int main(void)
{
    if (level_is_missing()) {
        return SKIPPED;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_circulant),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
