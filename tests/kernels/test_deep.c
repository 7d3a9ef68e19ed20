/* Are lines depth first bit-equal to the passes that they stand for, in plain C, for
 * any radices, layout and alignment, in place too, and do they write nothing else? */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "backend/cpu/deep_table.h"
#include "kernels/buffers.h"
#include "kernels/tables.h"

extern const tfk_deep_kernel tfk_deep_emulated[2];
extern const tfk_deep_kernel tfk_deep_emulated_wide[2];

typedef struct deep_case {
    const tfk_deep_kernel *kernel;
    const tfk_table *reference;
    int type, n_passes, radix[TFK_DEEP_MOST];
    int64_t n;
    int in_pairs, out_pairs, conj, in_place;
    double scale;
} deep_case;

static void *component(const deep_case *c, const guarded *part, int64_t at)
{
    return (char *)part->data + component_bytes(c->type) * (size_t)at;
}

static void *imaginary(const deep_case *c, const guarded part[2], int pairs)
{
    return pairs ? component(c, &part[0], 1) : part[1].data;
}

static int64_t table_count(const deep_case *c, int64_t radix, int64_t m)
{
    const int64_t block =
        c->type == TFK_F64 ? TFK_TWIDDLE_BLOCK_F64 : TFK_TWIDDLE_BLOCK_F32;
    return (m + block - 1) / block * (radix - 1) * 2 * block;
}

/* The table of a pass by windows of points, see deep_table.h, out of that of the pass.
 */
static guarded arranged(const deep_case *c, const guarded *pass, int radix, int64_t m,
                        int64_t window)
{
    const int64_t block =
        c->type == TFK_F64 ? TFK_TWIDDLE_BLOCK_F64 : TFK_TWIDDLE_BLOCK_F32;
    const int64_t windows = (m + window - 1) / window;
    guarded table = guarded_new(c->type, windows * window * (radix - 1) * 2, 0);
    int64_t to = 0;
    for (int64_t i = 0; i < windows; i++) {
        const int64_t begin = (i + 1) * window > m ? m - window : i * window;
        for (int k = 0; k < radix - 1; k++) {
            for (int64_t p = begin; p < begin + window; p++) {
                for (int part = 0; part < 2; part++) {
                    const int64_t from =
                        ((p / block * (radix - 1) + k) * 2 + part) * block + p % block;
                    memcpy(component(c, &table, to++), component(c, pass, from),
                           component_bytes(c->type));
                }
            }
        }
    }
    return table;
}

/* Pass i in plain C, before which s points are done. */
static void run_pass(const deep_case *c, int i, int64_t s, const guarded *twiddle,
                     guarded from[2], guarded to[2])
{
    const bool first = i == 0, last = i == c->n_passes - 1;
    const int in_step = first && c->in_pairs ? 2 : 1,
              out_step = last && c->out_pairs ? 2 : 1;
    const int64_t m = c->n / s / c->radix[i];
    const tfk_pass pass = { .in_outer = first ? in_step : s,
                            .out_outer = c->radix[i] * s,
                            .in_leg = m * s * in_step,
                            .out_leg = s * out_step,
                            .n_outer = m,
                            .n_inner = s,
                            .twiddle = last ? NULL : twiddle->data,
                            .scale = last ? c->scale : 1.0,
                            .in_interleaved = first && c->in_pairs,
                            .out_interleaved = last && c->out_pairs,
                            .conj_in = first ? c->conj & 1 : 0,
                            .conj_out = last ? c->conj >> 1 : 0,
                            .finish = last };
    (first ? c->reference->first : c->reference->pass)[c->type][c->radix[i]](
        &pass, from[0].data, imaginary(c, from, first && c->in_pairs), to[0].data,
        imaginary(c, to, last && c->out_pairs));
}

static void run_passes(const deep_case *c, const guarded *twiddle, guarded in[2],
                       guarded out[2])
{
    guarded buffer[2][2];
    int64_t s = 1;
    for (int i = 0; i < 4; i++) {
        buffer[i / 2][i % 2] = guarded_new(c->type, c->n + TFK_SLACK, 0);
    }
    for (int i = 0; i < c->n_passes; i++) {
        run_pass(c, i, s, &twiddle[i], i == 0 ? in : buffer[(i - 1) % 2],
                 i == c->n_passes - 1 ? out : buffer[i % 2]);
        s *= c->radix[i];
    }
    for (int i = 0; i < 4; i++) {
        guarded_free(&buffer[i / 2][i % 2]);
    }
}

static void run_deep(const deep_case *c, const guarded *twiddle, guarded in[2],
                     guarded out[2])
{
    tfk_deep line = { .n = c->n,
                      .n_passes = c->n_passes,
                      .scale = c->scale,
                      .conj_in = c->conj & 1,
                      .conj_out = c->conj >> 1,
                      .in_interleaved = c->in_pairs,
                      .out_interleaved = c->out_pairs };
    guarded table[TFK_DEEP_MOST];
    int64_t m = c->n;
    for (int i = 0; i < c->n_passes; i++) {
        line.radix[i] = c->radix[i];
        m /= c->radix[i];
        if (i + 1 < c->n_passes) {
            table[i] = arranged(c, &twiddle[i], c->radix[i], m,
                                i == 0 ? c->kernel->points : 1);
            line.twiddle[i] = table[i].data;
        }
    }
    const int64_t room =
        c->n_passes > 2 ? tfk_deep_scratch(&line, c->kernel->points) : 0;
    guarded scratch = guarded_new(c->type, room, 0);
    c->kernel->run(&line, in[0].data, imaginary(c, in, c->in_pairs), out[0].data,
                   imaginary(c, out, c->out_pairs), scratch.data);
    assert_true(guarded_intact(&scratch, room));
    guarded_free(&scratch);
    for (int i = 0; i + 1 < c->n_passes; i++) {
        guarded_free(&table[i]);
    }
}

static void compare(const deep_case *c)
{
    guarded in[2], want[2], got[2], twiddle[TFK_DEEP_MOST];
    const int64_t n_in = c->n * (c->in_pairs ? 2 : 1);
    const int64_t count = c->n * (c->out_pairs ? 2 : 1);
    int64_t m = c->n;
    for (int i = 0; i < 2; i++) {
        in[i] = guarded_new(c->type, n_in, (int)(c->n + 3 * i) % 5);
        want[i] = guarded_new(c->type, count, 0);
        got[i] = guarded_new(c->type, count, (int)(c->n + i) % 3);
        guarded_fill(&in[i], (uint32_t)(c->n + i));
        guarded_fill(&got[i], (uint32_t)(c->n + i));
    }
    for (int i = 0; i < c->n_passes; i++) {
        m /= c->radix[i];
        twiddle[i] = guarded_new(c->type, table_count(c, c->radix[i], m), 0);
        guarded_fill(&twiddle[i], (uint32_t)(5 + i));
    }
    run_passes(c, twiddle, in, want);
    run_deep(c, twiddle, c->in_place ? got : in, got);
    for (int i = 0; i < (c->out_pairs ? 1 : 2); i++) {
        if (memcmp(want[i].data, got[i].data,
                   component_bytes(c->type) * (size_t)count) != 0 ||
            !guarded_intact(&got[i], count)) {
            fail_msg("type %d n %lld = %dx%dx%d... pairs %d%d conj %d in place %d",
                     c->type, (long long)c->n, c->radix[0], c->radix[1], c->radix[2],
                     c->in_pairs, c->out_pairs, c->conj, c->in_place);
        }
    }
    for (int i = 0; i < 2; i++) {
        guarded_free(&in[i]);
        guarded_free(&want[i]);
        guarded_free(&got[i]);
    }
    for (int i = 0; i < c->n_passes; i++) {
        guarded_free(&twiddle[i]);
    }
}

/* Kinds of calls from `first` on, so many apart. */
static void each_kind(deep_case c, int first, int step)
{
    c.n = 1;
    for (int i = 0; i < c.n_passes; i++) {
        c.n *= c.radix[i];
    }
    for (int kind = first; kind < 64; kind += step) {
        c.in_pairs = kind & 1;
        c.out_pairs = kind >> 1 & 1;
        c.conj = kind >> 2 & 3;
        c.in_place = c.in_pairs == c.out_pairs && (kind >> 4 & 1);
        c.scale = kind >> 5 ? 1.0 : 0.37;
        compare(&c);
    }
}

static bool has(uint32_t radices, int radix)
{
    return (radices >> radix & 1) != 0;
}

/* Every first radix with every last one. */
static int two_passes(deep_case c)
{
    int count = 0;
    c.n_passes = 2;
    for (int a = c.kernel->points; a <= TFK_MAX_RADIX; a++) {
        for (int b = c.kernel->points; b <= TFK_MAX_RADIX; b++) {
            if (has(c.kernel->first, a) && has(c.kernel->last, b) &&
                a * b <= TFK_DEEP_TWO_MOST) {
                c.radix[0] = a;
                c.radix[1] = b;
                each_kind(c, 0, 1);
                count++;
            }
        }
    }
    return count;
}

/* Radices between a first and a last one: every one, and up to the most passes the
 * smallest ones. */
static int more_passes(deep_case c)
{
    int count = 0;
    for (int a = c.kernel->points; a <= TFK_MAX_RADIX; a += c.kernel->points) {
        for (int b = 2; b <= TFK_MAX_RADIX && has(c.kernel->first, a); b++) {
            c.radix[0] = a;
            for (int last = 2; last <= TFK_MAX_RADIX && has(c.kernel->middle, b);
                 last++) {
                if (has(c.kernel->last, last) && b * last >= c.kernel->points) {
                    c.n_passes = 3;
                    c.radix[1] = b;
                    c.radix[2] = last;
                    each_kind(c, count++ % 5, 5);
                }
            }
        }
        for (c.n_passes = 4; c.n_passes <= c.kernel->most; c.n_passes++) {
            for (int i = 1; i < c.n_passes; i++) {
                c.radix[i] = i % 2 == 0 ? 4 : 3;
            }
            each_kind(c, 0, 3);
            count++;
        }
    }
    return count;
}

static void sweep(const tfk_deep_kernel *both, const tfk_table *reference)
{
    for (int type = 0; type < 2; type++) {
        const deep_case c = { .kernel = &both[type],
                              .reference = reference,
                              .type = type };
        const int two = two_passes(c), more = more_passes(c);
        assert_true(two > 0);
        assert_int_equal(more > 0, both[type].most > 2);
    }
}

/* The passes of a real line of 2 m points with z in pairs, and with z split in plain C.
 */
static void compare_real(const tfk_deep_kernel *kernel, const tfk_table *reference,
                         int type, int64_t m, int kind)
{
    const int backward = kind & 1, pairs = kind >> 1 & 1;
    const deep_case c = { .type = type };
    const int64_t count = m / 2 + 1, x_count = (m + 1) * (pairs ? 2 : 1);
    guarded w = guarded_new(type, 2 * (count + kernel->points), 0), w_part[2],
            z_part[2];
    guarded z = guarded_new(type, 2 * m, 0), x[2], want[2];
    guarded_fill(&w, 3);
    guarded_fill(&z, (uint32_t)m);
    for (int i = 0; i < 2; i++) {
        w_part[i] = guarded_new(type, count, 0);
        z_part[i] = guarded_new(type, m, 0);
        x[i] = guarded_new(type, x_count, (int)(m + i) % 3);
        want[i] = guarded_new(type, x_count, (int)(m + i) % 3);
        guarded_fill(&x[i], (uint32_t)(m + 7 * i));
        guarded_fill(&want[i], (uint32_t)(m + 7 * i));
        for (int64_t k = 0; k < count; k++) {
            memcpy(component(&c, &w_part[i], k), component(&c, &w, 2 * k + i),
                   component_bytes(type));
        }
        for (int64_t k = 0; k < m; k++) {
            memcpy(component(&c, &z_part[i], k), component(&c, &z, 2 * k + i),
                   component_bytes(type));
        }
    }
    tfk_real_line line = {
        w.data, NULL, m, pairs ? 2 : 1, kind >> 2 & 1 ? 1.0 : 0.37, pairs, kind >> 3 & 1
    };
    tfk_real_line split = line;
    split.w_re = w_part[0].data;
    split.w_im = w_part[1].data;
    if (backward) {
        kernel->pre(&line, x[0].data, imaginary(&c, x, pairs), z.data,
                    component(&c, &z, 1));
        reference->real_pre_line[type](&split, x[0].data, imaginary(&c, x, pairs),
                                       z_part[0].data, z_part[1].data);
    } else {
        kernel->post(&line, z.data, component(&c, &z, 1), x[0].data,
                     imaginary(&c, x, pairs));
        reference->real_post_line[type](&split, z_part[0].data, z_part[1].data,
                                        want[0].data, imaginary(&c, want, pairs));
    }
    for (int i = 0; i < 2; i++) {
        for (int64_t k = 0; k < m; k++) {
            assert_memory_equal(component(&c, &z, 2 * k + i),
                                component(&c, &z_part[i], k), component_bytes(type));
        }
        assert_memory_equal(x[i].data, want[i].data,
                            component_bytes(type) * (size_t)x_count);
        assert_true(guarded_intact(&x[i], x_count));
        guarded_free(&w_part[i]);
        guarded_free(&z_part[i]);
        guarded_free(&x[i]);
        guarded_free(&want[i]);
    }
    assert_true(guarded_intact(&z, 2 * m));
    guarded_free(&w);
    guarded_free(&z);
}

static void real_lines(const tfk_deep_kernel *both, const tfk_table *reference)
{
    for (int type = 0; type < 2; type++) {
        const int64_t least = (int64_t)both[type].points * both[type].points;
        for (int64_t m = least; m < least + 100; m++) {
            for (int kind = 0; kind < 16; kind++) {
                compare_real(&both[type], reference, type, m, kind);
            }
        }
    }
}

static void test_real(void **state)
{
    const tfi_cpu_level level = tfi_cpu_detect();
    (void)state;
    for (int i = 0; tfk_deep_for(level, i) != NULL; i++) {
        real_lines(tfk_deep_for(level, i), reference_of(tfk_table_for(level)));
    }
    real_lines(tfk_deep_emulated, tfk_table_for(TFI_CPU_SCALAR));
    real_lines(tfk_deep_emulated_wide, tfk_table_for(TFI_CPU_SCALAR));
}

static void test_deep(void **state)
{
    const tfi_cpu_level level = tfi_cpu_detect();
    (void)state;
    for (int i = 0; tfk_deep_for(level, i) != NULL; i++) {
        sweep(tfk_deep_for(level, i), reference_of(tfk_table_for(level)));
    }
    sweep(tfk_deep_emulated, tfk_table_for(TFI_CPU_SCALAR));
    sweep(tfk_deep_emulated_wide, tfk_table_for(TFI_CPU_SCALAR));
}

int main(void)
{
    if (level_is_missing()) {
        return SKIPPED;
    }
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_deep),
                                        cmocka_unit_test(test_real) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
