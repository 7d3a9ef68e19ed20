/* Are the kernels that turn real rows round bit-equal to plain C, and do they stay
 * within their arrays? */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "backend/cpu/fold_table.h"
#include "kernels/buffers.h"
#include "kernels/tables.h"

extern const tfk_fold_table tfk_fold_emulated_wide;

static const tfk_fold_table *active(int which)
{
    return which ? &tfk_fold_emulated_wide : tfk_fold_for(tfi_cpu_detect());
}

static void *at(const guarded *g, int64_t i)
{
    return (char *)g->data + i * (int64_t)component_bytes(g->type);
}

/* Rows `gap` behind each other's ends, those of b from the last to the first. */
static void check_fold(int which, int type, int64_t rows, int64_t n, int misalign)
{
    const int64_t gap = 3, row = n + gap, count = rows * row - gap;
    guarded a = guarded_new(type, count, misalign);
    guarded b = guarded_new(type, count, misalign / 2);
    guarded want = guarded_new(type, count, 0), got = guarded_new(type, count, 0);
    guarded_fill(&a, 1);
    guarded_fill(&b, 2);
    guarded_fill(&want, 3); /* what lies between rows stays */
    guarded_fill(&got, 3);
    tfk_fold f = {
        a.data, at(&b, (rows - 1) * row + n - 1), want.data, row, -row, row, rows, n
    };
    tfk_fold_for(TFI_CPU_SCALAR)->fold[type](&f);
    f.out = got.data;
    active(which)->fold[type](&f);
    assert_memory_equal(want.data, got.data, component_bytes(type) * (size_t)count);
    assert_true(guarded_intact(&got, count));
    guarded_free(&a);
    guarded_free(&b);
    guarded_free(&want);
    guarded_free(&got);
}

static void test_fold(void **state)
{
    (void)state;
    for (int kind = 0; kind < 4; kind++) {
        for (int64_t n = 1; n < 40; n++) {
            for (int misalign = 0; misalign < 8; misalign++) {
                check_fold(kind & 1, kind >> 1, 1 + misalign % 4, n, misalign);
            }
        }
    }
}

static void check_move(int which, int type, int64_t n, int misalign, int kind)
{
    const size_t size = component_bytes(type);
    const int back = kind & 1, stream = kind >> 1;
    guarded in = guarded_new(type, n, misalign);
    guarded out = guarded_new(type, n, stream ? 0 : 7 - misalign);
    guarded_fill(&in, 5);
    active(which)->move[type](in.data, out.data, n, back, stream);
    active(which)->fence();
    for (int64_t i = 0; i < n; i++) {
        assert_memory_equal(at(&in, back ? n - 1 - i : i), at(&out, i), size);
    }
    assert_true(guarded_intact(&out, n));
    guarded_free(&in);
    guarded_free(&out);
}

static void test_move(void **state)
{
    (void)state;
    for (int kind = 0; kind < 16; kind++) {
        for (int64_t n = 0; n < 70; n++) {
            for (int misalign = 0; misalign < 8; misalign++) {
                check_move(kind & 1, kind >> 1 & 1, n, misalign, kind >> 2);
            }
        }
    }
}

/* The sums themselves: halves that are exact, and no overflow on the way. */
static void test_values(void **state)
{
    (void)state;
    enum { N = 19 };
    float a[N], b[N], out[N];
    for (int i = 0; i < N; i++) {
        a[i] = (float)(3 * i);
        b[i] = (float)(100 + i);
    }
    a[4] = b[N - 1 - 4] = 0x1.fffffep127F;
    const tfk_fold f = { a, b + N - 1, out, 0, 0, 0, 1, N };
    active(0)->fold[TFK_F32](&f);
    for (int i = 0; i < N; i++) {
        const float sum = 0.5F * (float)(3 * i + 100 + N - 1 - i);
        assert_true(out[i] == (i == 4 ? 0x1.fffffep127F : sum));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fold),
        cmocka_unit_test(test_move),
        cmocka_unit_test(test_values),
    };
    if (level_is_missing()) {
        return SKIPPED;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
