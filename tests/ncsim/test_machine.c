/* The generations as data, and settings by name. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

#include "ncsim/machine.h"
#include "ncsim/number.h"
#include "ncsim/settings.h"

/* Constants that grow with speed: their optimistic end is the larger one. */
static int faster_is_larger(int constant)
{
    const char *unit = ncs_constant_unit((ncs_constant)constant);
    return strcmp(unit, "GHz") == 0 || strcmp(unit, "B/ns") == 0 ||
           (strcmp(unit, "ratio") == 0 && constant != NCS_POOL_SLOWDOWN) ||
           strcmp(unit, "switch") == 0;
}

/* What inspection of the vendor's package found to be usable. */
static void test_usable_memory(void **state)
{
    (void)state;
    assert_int_equal(ncs_machine_find("v2")->sbuf_bytes, 180224);
    assert_int_equal(ncs_machine_find("v3")->sbuf_bytes, 212984);
    assert_int_equal(ncs_machine_find("v4")->sbuf_bytes, 245752);
}

static void test_every_constant_is_a_range_with_a_source(void **state)
{
    (void)state;
    const ncs_machine *m;
    for (size_t i = 0; (m = ncs_machine_at(i)) != NULL; i++) {
        for (int c = 0; c < NCS_N_CONSTANTS; c++) {
            const ncs_value *v = &m->constant[c];
            assert_non_null(v->source);
            assert_true(strncmp(v->source, "documented", 10) == 0 ||
                        strncmp(v->source, "measured by third parties", 25) == 0 ||
                        strncmp(v->source, "inferred", 8) == 0);
            if (faster_is_larger(c)) {
                assert_true(v->low >= v->middle && v->middle >= v->high);
            } else {
                assert_true(v->low <= v->middle && v->middle <= v->high);
            }
        }
    }
}

static void test_generations_by_name(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        static const char *const names[] = { "v2", "v3", "v4" };
        assert_ptr_equal(ncs_machine_find(names[i]), ncs_machine_at(i));
        assert_string_equal(ncs_machine_at(i)->name, names[i]);
    }
    assert_null(ncs_machine_at(3));
    assert_null(ncs_machine_find("v1"));
    assert_null(ncs_machine_find(""));
}

/* 128 x 128 multiply-adds a cycle against the documented peaks in TFLOPS. */
static void test_names_as_a_list(void **state)
{
    (void)state;
    char text[NCS_MACHINE_NAMES_BYTES];
    assert_string_equal(ncs_machine_names("or", text), "v2, v3 or v4");
    for (size_t i = 0; ncs_machine_at(i) != NULL; i++) {
        assert_non_null(strstr(text, ncs_machine_at(i)->name));
        assert_non_null(ncs_machine_at(i)->platform);
    }
}

static void test_clocks_give_the_documented_peaks(void **state)
{
    (void)state;
    static const double peak[] = { 92, 79, 79 }, f32[] = { 23, 20, 20 };
    for (size_t i = 0; i < 3; i++) {
        const ncs_value *v = ncs_machine_at(i)->constant;
        const double tflops = 2 * 128 * 128 * v[NCS_PE_GHZ].middle / 1000;
        assert_true(fabs(tflops - peak[i]) < 0.5);
        assert_true(fabs(tflops / v[NCS_PE_F32_PASSES].middle - f32[i]) < 0.5);
    }
}

static void test_names_and_units(void **state)
{
    (void)state;
    assert_string_equal(ncs_constant_name(NCS_DMA_LATENCY), "dma_latency");
    assert_string_equal(ncs_constant_unit(NCS_DMA_LATENCY), "ns");
    assert_string_equal(ncs_constant_name(NCS_N_CONSTANTS), "?");
    assert_string_equal(ncs_constant_unit((ncs_constant)-1), "?");
    for (int c = 0; c < NCS_N_CONSTANTS; c++) {
        assert_true(strlen(ncs_constant_what((ncs_constant)c)) > 5);
    }
}

static void test_settings_begin_in_the_middle(void **state)
{
    (void)state;
    const ncs_machine *m = ncs_machine_find("v2");
    ncs_settings s;
    ncs_settings_init(&s, m);
    for (int c = 0; c < NCS_N_CONSTANTS; c++) {
        assert_true(s.constant[c] == m->constant[c].middle);
    }
    assert_true(s.constant[NCS_LAUNCH] == 850);
    assert_int_equal(s.sum_order, NCS_SUM_SEQUENTIAL);
    assert_true(s.function_error == 0);
    s.constant[NCS_LAUNCH] = 7;
    s.sum_order = NCS_SUM_WIDE;
    ncs_settings_at(&s, m, -1);
    assert_true(s.constant[NCS_DMA_GBPS] == 27.2);
    ncs_settings_at(&s, m, 1);
    assert_true(s.constant[NCS_DMA_GBPS] == 17);
    assert_true(s.constant[NCS_DMA_LATENCY] == 2000);
    assert_true(s.constant[NCS_LAUNCH] == 7); /* left alone, as numerics are */
    assert_int_equal(s.sum_order, NCS_SUM_WIDE);
}

static void test_settings_by_name(void **state)
{
    (void)state;
    ncs_settings s;
    ncs_settings_init(&s, ncs_machine_find("v3"));
    assert_int_equal(ncs_settings_set(&s, "sum_order=pairwise"), TRNFFT_OK);
    assert_int_equal(s.sum_order, NCS_SUM_PAIRWISE);
    assert_int_equal(ncs_settings_set(&s, "two_ops=one_rounding"), TRNFFT_OK);
    assert_int_equal(s.two_ops, NCS_ONE_ROUNDING);
    assert_int_equal(ncs_settings_set(&s, "dma_latency=2000.5"), TRNFFT_OK);
    assert_true(s.constant[NCS_DMA_LATENCY] == 2000.5);
    assert_int_equal(ncs_settings_set(&s, "function_error=1e-6"), TRNFFT_OK);
    assert_true(s.function_error == 1e-6);
    assert_int_equal(ncs_settings_set(&s, "launch=0"), TRNFFT_OK);
    assert_true(s.constant[NCS_LAUNCH] == 0);

    static const char *const wrong[][2] = {
        { "launch", "name=value expected" },
        { "=3", "name=value expected" },
        { "lunch=3", "\"lunch\": no such name" },
        { "sum_order=random", "one of sequential, reversed, pairwise, wide" },
        { "sum_order=", "one of sequential" },
        { "dma_latency=", "not a finite number" },
        { "dma_latency=fast", "not a finite number" },
        { "dma_latency=1x", "not a finite number" },
        { "dma_latency=inf", "must be at least 0" },
        { "dma_latency=nan", "must be at least 0" },
        { "dma_latency=-1", "must be at least 0" },
        { "pe_ghz=0", "must be greater than 0" },
        { "hbm_gbps=-2", "must be greater than 0" },
    };
    const ncs_settings before = s;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(ncs_settings_set(&s, wrong[i][0]),
                         TRNFFT_ERROR_INVALID_ARGUMENT);
        assert_non_null(strstr(trnfft_last_error(), wrong[i][1]));
        assert_memory_equal(&before, &s, sizeof s);
    }
}

static void test_ends_by_name(void **state)
{
    (void)state;
    const ncs_machine *m = ncs_machine_find("v2");
    ncs_settings s;
    ncs_settings_init(&s, m);
    assert_int_equal(ncs_settings_apply(&s, m, "range=low"), TRNFFT_OK);
    assert_true(s.constant[NCS_DMA_GBPS] == 27.2 && s.constant[NCS_LAUNCH] == 850);
    assert_int_equal(ncs_settings_apply(&s, m, "dma_gbps=20"), TRNFFT_OK);
    assert_true(s.constant[NCS_DMA_GBPS] == 20);
    assert_int_equal(ncs_settings_apply(&s, m, "range=high"), TRNFFT_OK);
    assert_true(s.constant[NCS_DMA_LATENCY] == 2000);
    assert_int_equal(ncs_settings_apply(&s, m, "range=highest"),
                     TRNFFT_ERROR_INVALID_ARGUMENT);
    assert_non_null(strstr(trnfft_last_error(), "one of low, middle, high"));
}

/* Every choice that is listed can be set. */
static void test_switches_are_listed(void **state)
{
    (void)state;
    const char *name;
    const char *const *choices;
    size_t count = 0;
    ncs_settings s;
    ncs_settings_init(&s, ncs_machine_find("v3"));
    for (; ncs_settings_switch(count, &name, &choices); count++) {
        for (size_t k = 0; choices[k] != NULL; k++) {
            char text[80];
            snprintf(text, sizeof text, "%s=%s", name, choices[k]);
            assert_int_equal(ncs_settings_set(&s, text), TRNFFT_OK);
        }
    }
    assert_int_equal(count, 6);
}

static void test_numbers_round_trip(void **state)
{
    (void)state;
    static const double values[] = {
        0,    -0.0,    1,        -1,     4097,
        0.1,  1e-300,  1.0 / 3,  5e-324, 1.7976931348623157e308,
        -2.5, 1048576, 16777217, 1e22,   -INFINITY
    };
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        char text[NCS_NUMBER_BYTES];
        double back = 1;
        ncs_number_text(values[i], text);
        assert_true(ncs_number_parse(text, strlen(text), &back));
        assert_memory_equal(&back, &values[i], sizeof back);
    }
    double v;
    assert_false(ncs_number_parse("", 0, &v));
    assert_false(ncs_number_parse("0x10", 4, &v));
    assert_false(ncs_number_parse("1 ", 2, &v));
    assert_false(ncs_number_parse("1e999", 5, &v));
    assert_false(ncs_number_parse("infinity", 8, &v));
    assert_true(ncs_number_parse("12", 1, &v));
    assert_true(v == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_usable_memory),
        cmocka_unit_test(test_every_constant_is_a_range_with_a_source),
        cmocka_unit_test(test_generations_by_name),
        cmocka_unit_test(test_names_as_a_list),
        cmocka_unit_test(test_clocks_give_the_documented_peaks),
        cmocka_unit_test(test_names_and_units),
        cmocka_unit_test(test_settings_begin_in_the_middle),
        cmocka_unit_test(test_settings_by_name),
        cmocka_unit_test(test_ends_by_name),
        cmocka_unit_test(test_switches_are_listed),
        cmocka_unit_test(test_numbers_round_trip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
