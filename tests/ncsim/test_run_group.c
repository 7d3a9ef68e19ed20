/* Groups of cores: what each collective leaves on each rank, and cores that disagree.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "base/half.h"
#include "ncsim/make.h"
#include "ncsim/run.h"
#include "ncsim/verify.h"

enum { MOST = 32, SHARE = 6 };

typedef struct exchange {
    ncs_op op;
    ncs_dtype dtype;
    int32_t cores, group, shift;
} exchange;

static int32_t group_size(const exchange *e)
{
    return e->group == 0 ? e->cores : e->group;
}

/* x goes by DMA to "send", the collective, "receive" goes to y; send's rows are apart
 * and received columns are every other one, so that views matter. */
static ncs_program *program_of(const exchange *e)
{
    ncs_program *p = make_program("v2");
    const int64_t g = group_size(e);
    const int64_t sent = e->op == NCS_ALL_GATHER ? SHARE : SHARE * g;
    const int64_t received = e->op == NCS_REDUCE_SCATTER ? SHARE : SHARE * g;
    int32_t x = make_hbm(p, "x", e->dtype, sent, NCS_INPUT);
    int32_t y = make_hbm(p, "y", e->dtype, received, NCS_OUTPUT);
    int32_t out = make_hbm(p, "send", e->dtype, 2 * sent, NCS_SCRATCH);
    int32_t in = make_hbm(p, "receive", e->dtype, 2 * received, NCS_SCRATCH);
    ncs_view from = make_view(p, out, (int32_t)(sent / 3), 3, 0);
    from.row_stride = 5;
    ncs_view to = make_view(p, in, 1, received, 0);
    to.stride[3] = 2;
    make_load(p, from, make_whole(p, x));
    ncs_instruction c = make_instruction(e->op, NCS_CC);
    c.dst = to;
    c.src[0] = from;
    c.group = e->group;
    c.base = e->shift;
    make_chain(p, c);
    make_load(p, make_whole(p, y), to);
    return p;
}

/* Element i of rank r's x, a small integer. */
static float value(int32_t rank, int64_t i)
{
    return (float)(100 * rank + (int32_t)i % 100);
}

static float expected(const exchange *e, int32_t rank, int64_t i)
{
    const int32_t g = group_size(e), first = rank / g * g, own = rank - first;
    const int32_t part = (int32_t)(i / SHARE);
    float sum = 0;
    switch (e->op) {
    case NCS_ALL_GATHER: return value(first + part, i % SHARE);
    case NCS_ALL_TO_ALL: return value(first + part, own * SHARE + i % SHARE);
    case NCS_PERMUTE: return value(first + (own + MOST * g - e->shift) % g, i);
    default:
        for (int32_t r = 0; r < g; r++) {
            sum += value(first + r, own * SHARE + i);
        }
        return sum;
    }
}

static void put(void *memory, ncs_dtype t, int64_t i, float x)
{
    if (t == NCS_F16) {
        ((uint16_t *)memory)[i] = tfi_f32_to_f16(x);
    } else if (t == NCS_I32) {
        ((int32_t *)memory)[i] = (int32_t)x;
    } else {
        ((float *)memory)[i] = x;
    }
}

static float get(const void *memory, ncs_dtype t, int64_t i)
{
    return t == NCS_F16   ? tfi_f16_to_f32(((const uint16_t *)memory)[i])
           : t == NCS_I32 ? (float)((const int32_t *)memory)[i]
                          : ((const float *)memory)[i];
}

static void check_exchange(const exchange *e)
{
    ncs_program *p = program_of(e);
    const ncs_program *programs[MOST];
    ncs_core *cores[MOST];
    ncs_settings settings;
    ncs_settings_init(&settings, p->machine);
    ncs_report report;
    if (ncs_verify(p, &report) != TRNFFT_OK) {
        fail_msg("%s", report.sentence);
    }
    for (int32_t r = 0; r < e->cores; r++) {
        programs[r] = p;
        assert_int_equal(ncs_core_create(p, &cores[r]), TRNFFT_OK);
        for (int64_t i = 0; i < p->buffer[0].elements; i++) {
            put(ncs_core_memory(cores[r], 0), e->dtype, i, value(r, i));
        }
    }
    if (ncs_verify_group(programs, e->cores, &report) != TRNFFT_OK) {
        fail_msg("%s", report.sentence);
    }
    for (int repeat = 0; repeat < 2; repeat++) {
        assert_int_equal(ncs_run_group(cores, e->cores, &settings), TRNFFT_OK);
        for (int32_t r = 0; r < e->cores; r++) {
            for (int64_t i = 0; i < p->buffer[1].elements; i++) {
                float x = get(ncs_core_memory(cores[r], 1), e->dtype, i);
                if (x != expected(e, r, i)) {
                    fail_msg("%s of %d cores, rank %d, element %d: %g instead of %g",
                             ncs_op_name(e->op), e->cores, r, (int)i, (double)x,
                             (double)expected(e, r, i));
                }
            }
        }
    }
    /* One core alone has nobody to exchange with. */
    assert_int_equal(ncs_run(cores[0], &settings), TRNFFT_ERROR_INVALID_ARGUMENT);
    for (int32_t r = 0; r < e->cores; r++) {
        ncs_core_destroy(cores[r]);
    }
    ncs_program_destroy(p);
}

static void test_exchanges(void **state)
{
    (void)state;
    static const int32_t sizes[] = { 1, 2, 4, 8, 32 };
    static const ncs_op ops[] = { NCS_ALL_GATHER, NCS_ALL_TO_ALL, NCS_PERMUTE,
                                  NCS_REDUCE_SCATTER };
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        for (size_t o = 0; o < 4; o++) {
            exchange e = { ops[o], NCS_F32, sizes[s], 0, 1 };
            check_exchange(&e);
            e.shift = 3;
            e.dtype = NCS_I32;
            check_exchange(&e);
            e.group = sizes[s] > 2 ? sizes[s] / 2 : 1;
            check_exchange(&e);
            e.group = 1;
            check_exchange(&e);
        }
    }
    /* Sums within f16. */
    check_exchange(&(exchange){ NCS_REDUCE_SCATTER, NCS_F16, 4, 0, 0 });
    check_exchange(&(exchange){ NCS_ALL_TO_ALL, NCS_F16, 8, 0, 0 });
}

/* Sums are rounded once, from f32: 2048 + 1 + 1 + 1 in f16 is 2052 then, and not 2048
 * as step by step. */
static void test_sums_round_once(void **state)
{
    (void)state;
    const exchange e = { NCS_REDUCE_SCATTER, NCS_F16, 4, 0, 0 };
    ncs_program *p = program_of(&e);
    ncs_core *cores[4];
    ncs_settings settings;
    ncs_settings_init(&settings, p->machine);
    for (int32_t r = 0; r < 4; r++) {
        assert_int_equal(ncs_core_create(p, &cores[r]), TRNFFT_OK);
        for (int64_t i = 0; i < SHARE * 4; i++) {
            put(ncs_core_memory(cores[r], 0), NCS_F16, i, r == 0 ? 2048 : 1);
        }
    }
    assert_int_equal(ncs_run_group(cores, 4, &settings), TRNFFT_OK);
    assert_true(get(ncs_core_memory(cores[2], 1), NCS_F16, 0) == 2052);
    for (int32_t r = 0; r < 4; r++) {
        ncs_core_destroy(cores[r]);
    }
    ncs_program_destroy(p);
}

typedef struct disagreement {
    exchange zero, other; /* rank 0, and rank 2 of four */
    const char *words;
} disagreement;

static void check_disagreement(const exchange *zero, const exchange *other,
                               const char *words)
{
    ncs_program *p = program_of(zero), *q = program_of(other);
    const ncs_program *programs[4] = { p, p, q, p };
    ncs_core *cores[4];
    ncs_settings settings;
    ncs_settings_init(&settings, p->machine);
    ncs_report report;
    assert_int_equal(ncs_verify(p, NULL), TRNFFT_OK);
    assert_int_equal(ncs_verify(q, NULL), TRNFFT_OK);
    assert_int_equal(ncs_verify_group(programs, 4, &report) == TRNFFT_OK,
                     words == NULL);
    assert_int_equal(report.rule, words == NULL ? NCS_RULE_NONE : NCS_RULE_COLLECTIVE);
    if (words != NULL && strstr(report.sentence, words) == NULL) {
        fail_msg("%s instead of %s", report.sentence, words);
    }
    for (int r = 0; r < 4; r++) {
        assert_int_equal(ncs_core_create(programs[r], &cores[r]), TRNFFT_OK);
    }
    assert_int_equal(ncs_run_group(cores, 4, &settings) == TRNFFT_OK, words == NULL);
    for (int r = 0; r < 4; r++) {
        ncs_core_destroy(cores[r]);
    }
    ncs_program_destroy(p);
    ncs_program_destroy(q);
}

static void test_disagreements(void **state)
{
    (void)state;
    const exchange all = { NCS_ALL_TO_ALL, NCS_F32, 4, 0, 0 };
    exchange e = all;
    check_disagreement(&all, &e, NULL);
    e.op = NCS_PERMUTE;
    check_disagreement(&all, &e,
                       "rank 2 of 4, against instruction 1 of rank 0: they "
                       "are at different operations");
    e = all;
    e.group = 4;
    check_disagreement(&all, &e, "groups or shifts differ");
    e = all;
    e.dtype = NCS_TF32;
    check_disagreement(&all, &e, "sizes or types differ");
    e.dtype = NCS_F32;
    e.cores = 8;
    check_disagreement(&all, &e, "sizes or types differ");
    check_disagreement(&e, &e, NULL); /* 8 shares' elements among 4 cores */
    const exchange gather = { NCS_ALL_GATHER, NCS_F32, 8, 0, 0 };
    check_disagreement(&gather, &gather, "no equal shares");
    const exchange scatter = { NCS_REDUCE_SCATTER, NCS_F32, 2, 0, 0 };
    check_disagreement(&scatter, &scatter, "no equal shares");
    const exchange three = { NCS_ALL_TO_ALL, NCS_F32, 3, 3, 0 };
    check_disagreement(&three, &three, "does not divide the cores");
    exchange shift = { NCS_PERMUTE, NCS_F32, 4, 0, 1 }, other = shift;
    check_disagreement(&shift, &other, NULL);
    other.shift = 2;
    check_disagreement(&shift, &other, "groups or shifts differ");
}

/* A core that is done while others wait. */
static void test_missing_collective(void **state)
{
    (void)state;
    const exchange e = { NCS_PERMUTE, NCS_F32, 2, 0, 1 };
    ncs_program *p = program_of(&e), *q = make_program("v2");
    const ncs_program *programs[2] = { p, q };
    ncs_report report;
    assert_int_equal(ncs_verify_group(programs, 2, &report),
                     TRNFFT_ERROR_INVALID_ARGUMENT);
    assert_non_null(strstr(report.sentence, "no more collectives"));
    ncs_program *swapped[2] = { q, p };
    assert_int_equal(ncs_verify_group((const ncs_program *const *)swapped, 2, NULL),
                     TRNFFT_ERROR_INVALID_ARGUMENT);
    ncs_core *cores[2];
    ncs_settings settings;
    ncs_settings_init(&settings, p->machine);
    assert_int_equal(ncs_core_create(p, &cores[0]), TRNFFT_OK);
    assert_int_equal(ncs_core_create(q, &cores[1]), TRNFFT_OK);
    assert_int_equal(ncs_run_group(cores, 2, &settings), TRNFFT_ERROR_INVALID_ARGUMENT);
    assert_int_equal(ncs_run_group(cores, 0, &settings), TRNFFT_ERROR_INVALID_ARGUMENT);
    assert_int_equal(ncs_run_group(cores + 1, 1, &settings), TRNFFT_OK);
    ncs_core_destroy(cores[0]);
    ncs_core_destroy(cores[1]);

    assert_int_equal(ncs_verify_group(programs, 0, &report),
                     TRNFFT_ERROR_INVALID_ARGUMENT);
    assert_int_equal(ncs_verify_group(programs, 33, &report),
                     TRNFFT_ERROR_INVALID_ARGUMENT);
    q->machine = ncs_machine_find("v3");
    assert_int_equal(ncs_verify_group(programs, 2, &report),
                     TRNFFT_ERROR_INVALID_ARGUMENT);
    assert_non_null(strstr(report.sentence, "another machine"));
    ncs_program_destroy(p);
    ncs_program_destroy(q);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exchanges),
        cmocka_unit_test(test_sums_round_once),
        cmocka_unit_test(test_disagreements),
        cmocka_unit_test(test_missing_collective),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
