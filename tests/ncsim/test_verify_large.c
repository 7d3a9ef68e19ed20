/* What verification costs, where memory ends, and what long programs come to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "ncsim/make.h"
#include "ncsim/run.h"
#include "ncsim/verify.h"

typedef struct tiles {
    int32_t x, y, table;        /* HBM */
    int32_t a, b, c, w, halves; /* SBUF */
    int32_t q, r;               /* PSUM */
} tiles;

static void elements(ncs_program *p, ncs_op op, ncs_stream stream, int32_t dst,
                     int32_t x, int32_t y)
{
    ncs_instruction in = make_instruction(op, stream);
    in.dst = make_whole(p, dst);
    in.src[0] = make_whole(p, x);
    if (y >= 0) {
        in.src[1] = make_whole(p, y);
    }
    in.alu[0] = NCS_MULTIPLY;
    make_chain(p, in);
}

/* About the work of a transform of 16,384 points: loads of data and tables, four
 * products of 128 x 128 x 256, twiddles, copies, a store. */
static ncs_program *four_steps(void)
{
    static float table[3 * 128 * 256];
    ncs_program *p = make_program("v3");
    tiles t;
    t.x = make_hbm(p, "x", NCS_F32, 128 * 256, NCS_INPUT);
    t.y = make_hbm(p, "y", NCS_F32, 128 * 256, NCS_OUTPUT);
    t.table = make_table(p, "table", NCS_F32, 3 * 128 * 256, table);
    t.a = make_tile(p, "a", NCS_SBUF, NCS_F32, 0, 128, 256, 0);
    t.b = make_tile(p, "b", NCS_SBUF, NCS_F32, 0, 128, 256, 1024);
    t.c = make_tile(p, "c", NCS_SBUF, NCS_F32, 0, 128, 256, 2048);
    t.w = make_tile(p, "w", NCS_SBUF, NCS_F32, 0, 128, 768, 3072);
    t.halves = make_tile(p, "halves", NCS_SBUF, NCS_BF16, 0, 128, 256, 8192);
    t.q = make_tile(p, "q", NCS_PSUM, NCS_F32, 0, 128, 256, 0);
    t.r = make_tile(p, "r", NCS_PSUM, NCS_F32, 0, 128, 256, 2048);
    make_load(p, make_whole(p, t.w), make_view(p, t.table, 128, 768, 0));
    make_load(p, make_whole(p, t.a), make_view(p, t.x, 128, 256, 0));
    for (int step = 0; step < 2; step++) {
        make_matmul(p, make_whole(p, t.q), make_view(p, t.w, 128, 128, 0),
                    make_whole(p, t.a), NCS_OVERWRITE);
        make_matmul(p, make_whole(p, t.q), make_view(p, t.w, 128, 128, 128),
                    make_whole(p, t.a), NCS_ACCUMULATE);
        elements(p, NCS_COPY, NCS_ACT, t.b, t.q, -1);
        for (int product = 0; product < 4; product++) {
            elements(p, NCS_TENSOR_TENSOR, NCS_DVE, t.c, t.q, t.b);
        }
        elements(p, NCS_COPY, NCS_POOL, t.halves, t.c, -1);
        elements(p, NCS_COPY, NCS_DVE, t.a, t.halves, -1);
    }
    make_load(p, make_view(p, t.y, 128, 256, 0), make_whole(p, t.a));
    return p;
}

/* Times say nothing where another processor is played (tools/dev/test_cross.sh). */
static bool emulated(void)
{
    return getenv("TRNFFT_TEST_QUICK") != NULL;
}

static void test_transform_time(void **state)
{
    (void)state;
    ncs_program *p = four_steps();
    ncs_core *core = NULL;
    ncs_settings settings;
    ncs_settings_init(&settings, p->machine);
    double verify = 1e9, run = 1e9;
    for (int i = 0; i < 5; i++) {
        double start = tfi_clock_s();
        assert_int_equal(ncs_verify(p, NULL), TRNFFT_OK);
        double end = tfi_clock_s();
        verify = end - start < verify ? end - start : verify;
    }
    assert_int_equal(ncs_core_create(p, &core), TRNFFT_OK);
    for (int i = 0; i < 5; i++) {
        memset(ncs_core_memory(core, 0), 0, 128 * 256 * sizeof(float));
        double start = tfi_clock_s();
        assert_int_equal(ncs_run(core, &settings), TRNFFT_OK);
        double end = tfi_clock_s();
        run = end - start < run ? end - start : run;
    }
    print_message("16,384 points: verified in %.2f ms, run in %.2f ms\n", verify * 1e3,
                  run * 1e3);
    /* The budget is 50 ms for both; sanitizers may take ten times as long to run. */
    assert_true(emulated() || (verify < 0.05 && run < 0.5));
    ncs_core_destroy(core);
    ncs_program_destroy(p);
}

static void test_long_program_time(void **state)
{
    (void)state;
    ncs_program *p = make_program("v3");
    int32_t t[4];
    static const char *const names[4] = { "a", "b", "c", "d" };
    for (int i = 0; i < 4; i++) {
        t[i] = make_tile(p, names[i], NCS_SBUF, NCS_F32, 0, 128, 512, 2048 * i);
        ncs_instruction in = make_instruction(NCS_MEMSET, NCS_DVE);
        in.dst = make_whole(p, t[i]);
        make_chain(p, in);
    }
    /* Columns one by one, strided halves, whole tiles, by three engines in turn. */
    static const ncs_stream engines[3] = { NCS_DVE, NCS_ACT, NCS_POOL };
    int32_t posts[NCS_N_STREAMS] = { [NCS_DVE] = 4 };
    for (int i = 0; i < 20000; i++) {
        ncs_instruction in = make_instruction(NCS_COPY, engines[i % 3]);
        in.dst = make_whole(p, t[(i + 1) % 4]);
        in.src[0] = make_whole(p, t[i % 4]);
        if (i % 5 == 0) {
            in.dst.offset = in.src[0].offset = i % 512;
            in.dst.size[3] = in.src[0].size[3] = 1;
        } else if (i % 5 == 1) {
            in.dst.stride[3] = in.src[0].stride[3] = 2;
            in.dst.size[3] = in.src[0].size[3] = 256;
        }
        const int32_t before = p->instruction[p->n_instructions - 1].post;
        make_wait(&in, before, posts[before - 2]);
        in.post = 2 + in.stream;
        posts[in.stream]++;
        make_add(p, &in);
    }
    double start = tfi_clock_s();
    ncs_report report;
    if (ncs_verify(p, &report) != TRNFFT_OK) {
        fail_msg("%s", report.sentence);
    }
    double time = tfi_clock_s() - start;
    print_message("20,000 instructions verified in %.0f ms\n", time * 1e3);
    assert_true(emulated() || time < 4);
    assert_int_equal(report.sbuf_peak, 4 * 2048);
    assert_int_equal(report.psum_peak, 0);
    ncs_program_destroy(p);
}

/* Tiles count from their first to their last use. */
static void test_peaks(void **state)
{
    (void)state;
    ncs_program *p = make_program("v2");
    int32_t a = make_tile(p, "a", NCS_SBUF, NCS_F32, 0, 128, 100, 0);
    int32_t b = make_tile(p, "b", NCS_SBUF, NCS_F32, 0, 64, 50, 4096);
    int32_t c = make_tile(p, "c", NCS_SBUF, NCS_BF16, 64, 64, 30, 8192);
    int32_t d = make_tile(p, "d", NCS_PSUM, NCS_F32, 0, 128, 512, 2048);
    make_tile(p, "unused", NCS_SBUF, NCS_F32, 0, 128, 10000, 16384);
    const int32_t order[] = { a, b, c, a, d, d };
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        ncs_instruction in = make_instruction(NCS_MEMSET, NCS_DVE);
        in.dst = make_whole(p, order[i]);
        make_chain(p, in);
    }
    ncs_report report;
    assert_int_equal(ncs_verify(p, &report), TRNFFT_OK);
    assert_int_equal(report.sbuf_peak, 600);
    assert_int_equal(report.psum_peak, 2048);
    ncs_program_destroy(p);
}

/* v4 may span banks and accumulate on what another engine wrote. */
static void test_v4(void **state)
{
    (void)state;
    static const char *const machines[2] = { "v3", "v4" };
    for (int m = 0; m < 2; m++) {
        for (int which = 0; which < 2; which++) {
            ncs_program *p = make_program(machines[m]);
            int32_t a = make_tile(p, "a", NCS_SBUF, NCS_BF16, 0, 128, 128, 0);
            int32_t b = make_tile(p, "b", NCS_SBUF, NCS_BF16, 0, 128, 512, 1024);
            int32_t q = make_tile(p, "q", NCS_PSUM, NCS_F32, 0, 128, 1024, 0);
            const int32_t set[3] = { a, b, q };
            for (int i = 0; i < 3; i++) {
                ncs_instruction in = make_instruction(NCS_MEMSET, NCS_DVE);
                in.dst = make_whole(p, set[i]);
                make_chain(p, in);
            }
            make_matmul(p, make_view(p, q, 128, 512, which == 0 ? 4 : 0),
                        make_whole(p, a), make_whole(p, b),
                        which == 0 ? NCS_OVERWRITE : NCS_ACCUMULATE);
            ncs_report report;
            trnfft_status status = ncs_verify(p, &report);
            assert_int_equal(status == TRNFFT_OK, m == 1);
            assert_int_equal(report.rule, m == 1       ? NCS_RULE_NONE
                                          : which == 0 ? NCS_RULE_OVERLAP
                                                       : NCS_RULE_ACCUMULATION);
            ncs_program_destroy(p);
        }
    }
}

static void test_no_program(void **state)
{
    (void)state;
    ncs_report report;
    assert_int_equal(ncs_verify(NULL, &report), TRNFFT_ERROR_INVALID_ARGUMENT);
    assert_int_equal(report.rule, NCS_RULE_FORM);
    ncs_program *p = make_program("v2");
    assert_int_equal(ncs_verify(p, &report), TRNFFT_OK); /* empty */
    p->machine = NULL;
    assert_int_equal(ncs_verify(p, &report), TRNFFT_ERROR_INVALID_ARGUMENT);
    p->n_instructions = 3; /* of no list */
    p->machine = ncs_machine_find("v2");
    assert_int_equal(ncs_verify(p, &report), TRNFFT_ERROR_INVALID_ARGUMENT);
    p->n_instructions = 0;
    ncs_program_destroy(p);
    assert_string_equal(ncs_rule_name(NCS_RULE_SELF_OVERLAP), "SELF_OVERLAP");
    assert_string_equal(ncs_rule_name((ncs_rule)-1), "?");
    assert_string_equal(ncs_rule_name(NCS_N_RULES), "?");
}

/* --- memory that ends --- */

typedef struct short_memory {
    int left, live;
} short_memory;

static void *allocate(size_t bytes, void *user)
{
    short_memory *m = user;
    if (m->left == 0) {
        return NULL;
    }
    m->left--;
    m->live++;
    return malloc(bytes);
}

static void release(void *p, void *user)
{
    short_memory *m = user;
    m->live -= p != NULL;
    free(p);
}

/* Each column has another writer: states grow. */
static ncs_program *many_states(void)
{
    ncs_program *p = make_program("v2");
    int32_t a = make_tile(p, "a", NCS_SBUF, NCS_F32, 0, 128, 400, 0);
    for (int i = 0; i < 400; i++) {
        ncs_instruction in = make_instruction(NCS_MEMSET, NCS_DVE);
        in.dst = make_view(p, a, 128, 1, i);
        make_add(p, &in);
    }
    return p;
}

static void check_short_memory(ncs_program *p, int least_verify, int least_create)
{
    short_memory m = { 0, 0 };
    const tfi_allocator alloc = { allocate, release, &m };
    int failures[2] = { 0, 0 };
    p->alloc = &alloc;
    for (int which = 0; which < 2; which++) {
        trnfft_status status = TRNFFT_ERROR_OUT_OF_MEMORY;
        for (int n = 0; status != TRNFFT_OK; n++) {
            ncs_core *core = NULL;
            m.left = n;
            status = which == 0 ? ncs_verify(p, NULL) : ncs_core_create(p, &core);
            if (status != TRNFFT_OK) {
                assert_int_equal(status, TRNFFT_ERROR_OUT_OF_MEMORY);
                assert_null(core);
                failures[which]++;
            }
            ncs_core_destroy(core);
            assert_int_equal(m.live, 0);
        }
    }
    assert_true(failures[0] >= least_verify && failures[1] >= least_create);
    p->alloc = NULL;
    ncs_program_destroy(p);
}

static void test_out_of_memory(void **state)
{
    (void)state;
    check_short_memory(four_steps(), 12, 10);
    check_short_memory(many_states(), 15, 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_transform_time), cmocka_unit_test(test_long_program_time),
        cmocka_unit_test(test_peaks),          cmocka_unit_test(test_v4),
        cmocka_unit_test(test_no_program),     cmocka_unit_test(test_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
