/* Are the kernels that move frames between rows and tiles bit-equal to plain C, and do
 * they stay within their arrays? */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "backend/cpu/frames_table.h"
#include "kernels/buffers.h"
#include "kernels/tables.h"

extern const tfk_frames_table tfk_frames_emulated_wide;

enum { LANES = 16 };

static const tfk_frames_table *active(int which)
{
    return which ? &tfk_frames_emulated_wide : tfk_frames_for(tfi_cpu_detect());
}

static void *at(const guarded *g, int64_t i)
{
    return (char *)g->data + i * (int64_t)component_bytes(g->type);
}

static void same(const guarded *want, const guarded *got)
{
    assert_memory_equal(want->data, got->data,
                        component_bytes(got->type) * (size_t)got->count);
    assert_true(guarded_intact(got, got->count));
}

typedef struct shape {
    int which, type, interleaved, misalign;
    int64_t points, lanes, n_frames;
} shape;

/* Frames with a gap between them, real parts before imaginary ones where split. */
static tfk_frames frames_in(const shape *s, const guarded *g)
{
    const int64_t frame = (s->interleaved ? 2 : 1) * s->points + 3;
    const tfk_frames f = { g->data, at(g, s->interleaved ? 1 : s->n_frames * frame),
                           frame, s->interleaved };
    return f;
}

static int64_t frames_size(const shape *s)
{
    return s->n_frames * ((s->interleaved ? 2 : 1) * s->points + 3) *
           (s->interleaved ? 1 : 2);
}

static tfk_tile tile_in(const shape *s, const guarded *g)
{
    const tfk_tile t = { g->data, at(g, s->points * s->lanes), s->points, s->lanes,
                         s->n_frames };
    return t;
}

static void check_moves(const shape *s)
{
    const int64_t size = frames_size(s), area = 2 * s->points * s->lanes;
    const tfk_frames_table *plain = tfk_frames_for(TFI_CPU_SCALAR);
    guarded rows = guarded_new(s->type, size, s->misalign);
    guarded want = guarded_new(s->type, area, 0), got = guarded_new(s->type, area, 0);
    guarded back = guarded_new(s->type, size, s->misalign);
    guarded again = guarded_new(s->type, size, s->misalign);
    guarded_fill(&rows, 1);
    guarded_fill(&back, 2); /* what lies between frames stays */
    guarded_fill(&again, 2);
    const tfk_frames from = frames_in(s, &rows);
    const tfk_tile t = tile_in(s, &want), u = tile_in(s, &got);
    plain->to_tile[s->type](&from, &t);
    active(s->which)->to_tile[s->type](&from, &u);
    same(&want, &got);
    const tfk_frames to = frames_in(s, &back), other = frames_in(s, &again);
    plain->from_tile[s->type](&t, &to);
    active(s->which)->from_tile[s->type](&u, &other);
    same(&back, &again);
    guarded_free(&rows);
    guarded_free(&want);
    guarded_free(&got);
    guarded_free(&back);
    guarded_free(&again);
}

static void check_windows(const shape *s, int64_t hop)
{
    const int64_t area = s->points * s->lanes;
    const int64_t length = s->points + (s->n_frames - 1) * hop;
    const tfk_frames_table *plain = tfk_frames_for(TFI_CPU_SCALAR);
    guarded signal = guarded_new(s->type, length, s->misalign);
    guarded window = guarded_new(s->type, s->points, 0);
    guarded want = guarded_new(s->type, area, 0), got = guarded_new(s->type, area, 0);
    guarded sum = guarded_new(s->type, length, 0),
            other = guarded_new(s->type, length, 0);
    const void *rows[LANES];
    for (int64_t l = 0; l < s->n_frames; l++) {
        rows[l] = at(&signal, l * hop);
    }
    guarded_fill(&signal, 3);
    guarded_fill(&window, 4);
    guarded_fill(&sum, 5);
    guarded_fill(&other, 5);
    tfk_tile t = { want.data, NULL, s->points, s->lanes, s->n_frames };
    plain->weigh[s->type](window.data, rows, &t);
    t.re = got.data;
    active(s->which)->weigh[s->type](window.data, rows, &t);
    same(&want, &got);
    plain->add[s->type](window.data, &t, sum.data, hop);
    active(s->which)->add[s->type](window.data, &t, other.data, hop);
    same(&sum, &other);
    guarded_free(&signal);
    guarded_free(&window);
    guarded_free(&want);
    guarded_free(&got);
    guarded_free(&sum);
    guarded_free(&other);
}

static void each_shape(void (*check)(const shape *, int64_t))
{
    static const int64_t lanes[] = { 1, 3, 8, 16 }, hops[] = { 1, 5, 8, 16, 20 };
    for (int kind = 0; kind < 8; kind++) {
        for (int64_t points = 1; points < 50; points += points < 20 ? 1 : 7) {
            for (int i = 0; i < 4; i++) {
                for (int64_t n = 1; n <= lanes[i]; n += n < 4 ? 1 : 3) {
                    const shape s = { kind & 1,  kind >> 1 & 1,
                                      kind >> 2, (int)(points % 5),
                                      points,    lanes[i],
                                      n };
                    check(&s, hops[(points + n) % 5]);
                }
            }
        }
    }
}

static void moves(const shape *s, int64_t hop)
{
    (void)hop;
    check_moves(s);
}

static void test_moves(void **state)
{
    (void)state;
    each_shape(moves);
}

static void test_windows(void **state)
{
    (void)state;
    each_shape(check_windows);
}

static void test_divide(void **state)
{
    (void)state;
    for (int kind = 0; kind < 4; kind++) {
        for (int64_t n = 0; n < 50; n++) {
            guarded y = guarded_new(kind >> 1, n, (int)(n % 7));
            guarded want = guarded_new(kind >> 1, n, 0),
                    got = guarded_new(kind >> 1, n, 0);
            guarded_fill(&y, 6);
            guarded_fill(&want, 7);
            guarded_fill(&got, 7);
            tfk_frames_for(TFI_CPU_SCALAR)->divide[kind >> 1](y.data, want.data, n);
            active(kind & 1)->divide[kind >> 1](y.data, got.data, n);
            same(&want, &got);
            guarded_free(&y);
            guarded_free(&want);
            guarded_free(&got);
        }
    }
}

/* Plain C against the definition. */
static void test_values(void **state)
{
    (void)state;
    const float rows[2][4] = { { 1, 2, 3, 4 }, { 5, 6, 7, 8 } },
                window[2] = { 10, 100 };
    float re[2 * 3], im[2 * 3], out[2][4], sum[5] = { 1, 1, 1, 1, 1 };
    const tfk_frames pairs = { (void *)(uintptr_t)rows, NULL, 4, 1 };
    const tfk_frames to = { out, NULL, 4, 1 };
    const tfk_tile t = { re, im, 2, 3, 2 };
    const tfk_frames_table *table = active(0);
    table->to_tile[0](&pairs, &t);
    const float want[] = { 1, 5, 5, 3, 7, 7 }, want_im[] = { 2, 6, 6, 4, 8, 8 };
    assert_memory_equal(re, want, sizeof want);
    assert_memory_equal(im, want_im, sizeof want_im);
    table->from_tile[0](&t, &to);
    assert_memory_equal(out, rows, sizeof rows);
    table->add[0](window, &t, sum, 3);
    const float sums[] = { 11, 301, 1, 51, 701 };
    assert_memory_equal(sum, sums, sizeof sums);
    const void *const list[] = { rows[0], rows[1] };
    table->weigh[0](window, list, &t);
    const float weighed[] = { 10, 50, 50, 200, 600, 600 };
    assert_memory_equal(re, weighed, sizeof weighed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_windows),
        cmocka_unit_test(test_divide),
        cmocka_unit_test(test_values),
    };
    if (level_is_missing()) {
        return SKIPPED;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
