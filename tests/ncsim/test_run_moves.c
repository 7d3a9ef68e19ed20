/* DMA and transposes: every element where it belongs, types changed by way of f32. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "ncsim/make.h"
#include "ncsim/plain.h"
#include "ncsim/run_bench.h"
#include "ncsim/verify.h"

static void put_all(ncs_core *core, const ncs_program *p, int32_t buffer)
{
    for (int64_t i = 0; i < p->buffer[buffer].elements; i++) {
        plain_put(ncs_core_memory(core, buffer), p->buffer[buffer].dtype, i,
                  bench_value(p->buffer[buffer].dtype, i));
    }
}

static ncs_core *run_program(ncs_program *p, int32_t input)
{
    ncs_report report;
    ncs_core *core = NULL;
    ncs_settings settings;
    ncs_settings_init(&settings, p->machine);
    if (ncs_verify(p, &report) != TRNFFT_OK) {
        fail_msg("%s", report.sentence);
    }
    assert_int_equal(ncs_core_create(p, &core), TRNFFT_OK);
    put_all(core, p, input);
    assert_int_equal(ncs_run(core, &settings), TRNFFT_OK);
    return core;
}

/* The place of element e of a view in its buffer in HBM. */
static int64_t element_of(const ncs_view *v, int64_t e)
{
    int64_t at = v->offset;
    for (int d = NCS_DIMS - 1; d >= 0; d--) {
        at += e % v->size[d] * v->stride[d];
        e /= v->size[d];
    }
    return at + e * v->row_stride;
}

static double converted(ncs_dtype to, ncs_dtype from, double x)
{
    return to == from ? x : plain_round(to, (double)(float)x);
}

/* From HBM to HBM, any view to any other. */
static void check_dma(ncs_dtype to, ncs_dtype from, ncs_view dst, ncs_view src)
{
    ncs_program *p = make_program("v2");
    src.buffer = make_hbm(p, "x", from, 20000, NCS_INPUT);
    dst.buffer = make_hbm(p, "y", to, 20000, NCS_SCRATCH);
    make_load(p, dst, src);
    ncs_core *core = run_program(p, src.buffer);
    const void *x = ncs_core_memory(core, src.buffer);
    const void *y = ncs_core_memory(core, dst.buffer);
    const int64_t count = dst.n_partitions * ncs_view_columns(&dst);
    for (int64_t e = 0; e < count; e++) {
        double want = converted(to, from, plain_get(x, from, element_of(&src, e)));
        double got = plain_get(y, to, element_of(&dst, e));
        if (!plain_same(got, want)) {
            fail_msg("%s to %s, element %d: %g instead of %g", ncs_dtype_name(from),
                     ncs_dtype_name(to), (int)e, got, want);
        }
    }
    /* What is not of dst is as it was made: NaN patterns. */
    static unsigned char named[80000];
    const int64_t bytes = ncs_dtype_bytes(to);
    memset(named, 0, sizeof named);
    for (int64_t e = 0; e < count; e++) {
        memset(named + element_of(&dst, e) * bytes, 1, (size_t)bytes);
    }
    for (int64_t k = 0; k < 20000 * bytes; k++) {
        assert_true(named[k] || ((const unsigned char *)y)[k] == 0xff);
    }
    ncs_core_destroy(core);
    ncs_program_destroy(p);
}

static void test_dma_types(void **state)
{
    (void)state;
    const ncs_view dst = { .n_partitions = 3,
                           .row_stride = 100,
                           .offset = 20,
                           .size = { 1, 2, 1, 15 },
                           .stride = { 0, 40, 0, 2 } };
    const ncs_view src = { .n_partitions = 1,
                           .offset = 300,
                           .size = { 3, 5, 3, 2 },
                           .stride = { 7, -11, 1, 3 } };
    for (int pair = 0; pair < NCS_N_DTYPES * NCS_N_DTYPES; pair++) {
        check_dma((ncs_dtype)(pair % NCS_N_DTYPES), (ncs_dtype)(pair / NCS_N_DTYPES),
                  dst, src);
    }
}

static void test_dma_shapes(void **state)
{
    (void)state;
    static const ncs_view views[] = {
        /* of 6000 elements each */
        { .n_partitions = 1, .size = { 1, 1, 1, 6000 }, .stride = { 0, 0, 0, 1 } },
        { .n_partitions = 1, .size = { 1, 1, 1, 6000 }, .stride = { 0, 0, 0, 3 } },
        { .n_partitions = 1,
          .offset = 5999,
          .size = { 1, 1, 1, 6000 },
          .stride = { 0, 0, 0, -1 } },
        { .n_partitions = 60,
          .row_stride = 1,
          .size = { 1, 1, 1, 100 },
          .stride = { 0, 0, 0, 60 } },
        { .n_partitions = 6000,
          .row_stride = 2,
          .offset = 1,
          .size = { 1, 1, 1, 1 },
          .stride = { 0, 0, 0, 0 } },
        { .n_partitions = 2,
          .row_stride = 3000,
          .size = { 10, 5, 2, 30 },
          .stride = { 300, 60, 30, 1 } },
        { .n_partitions = 5,
          .row_stride = -2000,
          .offset = 8000,
          .size = { 3, 1, 4, 100 },
          .stride = { 400, 9, 100, 1 } },
    };
    enum { COUNT = sizeof views / sizeof *views };
    for (int d = 0; d < COUNT; d++) {
        for (int s = 0; s < COUNT; s++) {
            check_dma(NCS_F32, NCS_F32, views[d], views[s]);
            check_dma(NCS_F16, NCS_BF16, views[d], views[s]);
        }
        /* Frames of a signal: reads that overlap, and one number for all. */
        const ncs_view frames = { .n_partitions = 60,
                                  .row_stride = 25,
                                  .size = { 1, 1, 1, 100 },
                                  .stride = { 0, 0, 0, 1 } };
        const ncs_view number = { .n_partitions = 60,
                                  .offset = 7,
                                  .size = { 1, 1, 1, 100 },
                                  .stride = { 0, 0, 0, 0 } };
        check_dma(NCS_F32, NCS_F32, views[d], frames);
        check_dma(NCS_BF16, NCS_F32, views[d], number);
    }
}

/* Through the core and back: rows of a matrix on partitions, an uneven start. */
static void test_dma_on_core(void **state)
{
    (void)state;
    ncs_program *p = make_program("v3");
    int32_t x = make_hbm(p, "x", NCS_F32, 600, NCS_INPUT);
    int32_t y = make_hbm(p, "y", NCS_F32, 600, NCS_OUTPUT);
    int32_t tile = make_tile(p, "t", NCS_SBUF, NCS_F32, 5, 30, 20, 4);
    int32_t other = make_tile(p, "u", NCS_SBUF, NCS_F32, 50, 20, 30, 400);
    make_load(p, make_whole(p, tile), make_view(p, x, 30, 20, 0));
    make_load(p, make_whole(p, other), make_whole(p, tile)); /* between partitions */
    ncs_view columns = make_view(p, y, 20, 30, 0);
    columns.row_stride = 1;
    columns.stride[3] = 20;
    make_load(p, columns, make_whole(p, other));
    ncs_core *core = run_program(p, x);
    for (int64_t e = 0; e < 600; e++) {
        double want = bench_value(NCS_F32, e);
        double got = plain_get(ncs_core_memory(core, y), NCS_F32, e % 30 * 20 + e / 30);
        assert_true(plain_same(got, want));
    }
    ncs_core_destroy(core);
    ncs_program_destroy(p);
}

/* An instruction that does nothing does nothing. */
static void test_nop(void **state)
{
    (void)state;
    ncs_program *p = make_program("v4");
    int32_t x = make_hbm(p, "x", NCS_F32, 6, NCS_INPUT);
    int32_t y = make_hbm(p, "y", NCS_F32, 6, NCS_OUTPUT);
    ncs_instruction nop = make_instruction(NCS_NOP, NCS_SP);
    make_chain(p, nop);
    make_load(p, make_whole(p, y), make_whole(p, x));
    make_chain(p, nop);
    ncs_core *core = run_program(p, x);
    assert_memory_equal(ncs_core_memory(core, x), ncs_core_memory(core, y), 24);
    ncs_core_destroy(core);
    ncs_program_destroy(p);
}

static void check_transpose(const char *machine, ncs_stream stream, int32_t rows,
                            int64_t columns, ncs_dtype t, ncs_memory memory)
{
    bench b = bench_of(NCS_TRANSPOSE, stream, rows, columns, 1, t);
    b.machine = machine;
    b.simple = rows % 2 == 0;
    b.memory[0] = memory;
    bench_open(&b);
    bench_fill(&b);
    bench_run(&b);
    const bool product = stream == NCS_PE && strcmp(machine, "v2") == 0;
    for (int64_t c = 0; c < columns; c++) {
        bool finite = true;
        for (int64_t r = 0; r < rows; r++) {
            finite =
                finite && isfinite(plain_get(bench_array(&b, 1), t, r * columns + c));
        }
        for (int64_t r = 0; r < rows; r++) {
            double want = plain_get(bench_array(&b, 1), t, r * columns + c);
            double got = plain_get(bench_array(&b, 0), t, c * rows + r);
            if (product) {
                want = finite ? want + 0.0 : (double)NAN;
            }
            if (!plain_same(got, want)) {
                fail_msg("%s, %s, %d x %d of %s: [%d, %d] = %g instead of %g", machine,
                         ncs_stream_name(stream), rows, (int)columns, ncs_dtype_name(t),
                         (int)r, (int)c, got, want);
            }
        }
    }
    bench_close(&b);
}

static void test_transposes(void **state)
{
    (void)state;
    static const int32_t sizes[] = { 1, 2, 7, 31, 32, 100, 128 };
    for (int i = 0; i < 49; i++) {
        const int32_t rows = sizes[i / 7], columns = sizes[i % 7];
        check_transpose("v2", NCS_PE, rows, columns, NCS_F32, NCS_PSUM);
        check_transpose("v3", NCS_PE, rows, columns, NCS_F32, NCS_PSUM);
        check_transpose("v2", NCS_PE, rows, columns, NCS_BF16, NCS_PSUM);
        check_transpose("v4", NCS_PE, rows, columns, NCS_F16, NCS_PSUM);
        if (rows <= 32 && columns <= 32) {
            check_transpose("v2", NCS_DVE, rows, columns, NCS_F32, NCS_SBUF);
            check_transpose("v2", NCS_DVE, rows, columns, NCS_U32, NCS_PSUM);
            check_transpose("v3", NCS_DVE, rows, columns, NCS_BF16, NCS_SBUF);
        }
    }
}

/* NaNs keep their payload where a transpose is exact. */
static void test_exact_bits(void **state)
{
    (void)state;
    bench b = bench_of(NCS_TRANSPOSE, NCS_PE, 2, 2, 1, NCS_F32);
    b.memory[0] = NCS_PSUM;
    bench_open(&b);
    const uint32_t x[4] = { 0x7fabcdefU, 0x80000000U, 0xff800000U, 1U };
    memcpy(bench_array(&b, 1), x, sizeof x);
    bench_run(&b);
    const uint32_t want[4] = { x[0], x[2], x[1], x[3] };
    assert_memory_equal(bench_array(&b, 0), want, sizeof want);
    bench_close(&b);
}

/* What nobody has written is a NaN in every floating-point type. */
static void test_poison(void **state)
{
    (void)state;
    ncs_program *p = make_program("v3");
    static float numbers[5];
    int32_t y = make_hbm(p, "y", NCS_BF16, 10, NCS_SCRATCH);
    int32_t t = make_table(p, "t", NCS_F32, 5, numbers);
    int32_t tile = make_tile(p, "s", NCS_SBUF, NCS_F32, 0, 1, 1, 0);
    ncs_core *core = NULL;
    assert_int_equal(ncs_verify(p, NULL), TRNFFT_OK);
    assert_int_equal(ncs_core_create(p, &core), TRNFFT_OK);
    for (int64_t i = 0; i < 10; i++) {
        assert_true(isnan(plain_get(ncs_core_memory(core, y), NCS_BF16, i)));
    }
    assert_null(ncs_core_memory(core, t));
    assert_null(ncs_core_memory(core, tile));
    assert_null(ncs_core_memory(core, -1));
    assert_null(ncs_core_memory(core, 3));
    ncs_core_destroy(core);
    ncs_core_destroy(NULL);
    ncs_program_destroy(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nop),        cmocka_unit_test(test_dma_types),
        cmocka_unit_test(test_dma_shapes), cmocka_unit_test(test_dma_on_core),
        cmocka_unit_test(test_transposes), cmocka_unit_test(test_exact_bits),
        cmocka_unit_test(test_poison),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
