/* test_stft_oracle.c - every case of tests/data/stft against torch's answer: f32 and
 * f64, signal and spectrum in each of three layouts, bins first and frames first. What
 * torch refuses must be refused here with a sentence, the result left alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <trnfft/stft.h>

#include "device.h"
#include "oracle.h"

struct run {
    const oracle_case *c;
    oracle_array x, y, window;
    bool has_window, inverse, first;
    int32_t dtype;
    oracle_layout in_layout, out_layout;
    bool time_first;
    trnfft_stft_options options;
    int64_t length;
};

static void read_options(struct run *r)
{
    const oracle_case *c = r->c;
    trnfft_stft_options *o = &r->options;
    trnfft_stft_options_init(o);
    o->n_fft = oracle_arg_int(c, "n_fft", 0);
    o->hop_length = oracle_arg_int(c, "hop_length", TRNFFT_N_DEFAULT);
    o->win_length = oracle_arg_int(c, "win_length", TRNFFT_N_DEFAULT);
    o->center = oracle_arg_bool(c, "center", true);
    o->normalized = oracle_arg_bool(c, "normalized", false);
    o->onesided = oracle_arg_is_null(c, "onesided")
                      ? TRNFFT_ONESIDED_AUTO
                      : oracle_arg_bool(c, "onesided", true);
    o->align_to_window = oracle_arg_bool(c, "align_to_window", false);
    o->return_complex = oracle_arg_bool(c, "return_complex", false);
    r->length = oracle_arg_int(c, "length", -1);
    static const char *const modes[] = { "reflect", "constant", "replicate",
                                         "circular" };
    const char *mode = oracle_arg_string(c, "pad_mode", "reflect");
    o->pad_mode = -1;
    for (int32_t i = 0; i < 4; i++) {
        o->pad_mode = strcmp(mode, modes[i]) == 0 ? i : o->pad_mode;
    }
}

/* The last two dimensions exchanged: a view, so the data stay as torch has them. */
static trnfft_tensor swapped(const trnfft_tensor *t)
{
    trnfft_tensor s = *t;
    int32_t a = t->rank - 2, b = t->rank - 1;
    s.shape[a] = t->shape[b];
    s.shape[b] = t->shape[a];
    s.strides[a] = t->strides[b];
    s.strides[b] = t->strides[a];
    return s;
}

static trnfft_status call(const struct run *r, const trnfft_tensor *x,
                          const trnfft_tensor *y)
{
    trnfft_stft_options o = r->options;
    o.layout = r->time_first ? TRNFFT_TIME_FREQ : TRNFFT_FREQ_TIME;
    if (r->inverse) {
        trnfft_tensor spectrum = r->time_first && x->rank >= 2 ? swapped(x) : *x;
        return trnfft_istft(&spectrum, &o, r->length, y);
    }
    trnfft_tensor spectrum = r->time_first ? swapped(y) : *y;
    return trnfft_stft(x, &o, &spectrum);
}

static bool shape_is_right(const struct run *r, const trnfft_tensor *x)
{
    int64_t shape[TRNFFT_MAX_RANK] = { 0 };
    trnfft_status status = r->inverse
                               ? trnfft_istft_shape(x, &r->options, r->length, shape)
                               : trnfft_stft_shape(x, &r->options, shape);
    return status == TRNFFT_OK &&
           memcmp(shape, r->y.shape, (size_t)r->y.rank * sizeof shape[0]) == 0;
}

static bool expect_answer(struct run *r, const trnfft_tensor *x)
{
    oracle_operand out;
    assert_true(oracle_operand_empty(r->y.rank, r->y.shape, r->y.is_complex, r->dtype,
                                     r->out_layout, &out));
    trnfft_status status = call(r, x, &out.tensor);
    double error = status == TRNFFT_OK ? oracle_error(&r->y, &out.tensor) : 0.0;
    double tolerance = r->dtype == TRNFFT_F64 ? r->c->tol_f64 : r->c->tol_f32;
    bool ok = status == TRNFFT_OK && error <= tolerance && shape_is_right(r, x);
    if (!ok) {
        printf("%s %s %s %s -> %s time_first %d: %s, error %.3g, allowed %.3g\n",
               r->c->id, r->c->function, trnfft_dtype_name(r->dtype),
               oracle_layout_name(r->in_layout), oracle_layout_name(r->out_layout),
               r->time_first, status == TRNFFT_OK ? "ran" : trnfft_last_error(), error,
               tolerance);
    }
    oracle_operand_free(&out);
    return ok;
}

static bool expect_refusal(struct run *r, const trnfft_tensor *x)
{
    int64_t shape[TRNFFT_MAX_RANK] = { 0 };
    int32_t rank = r->inverse ? x->rank - 1 : x->rank + 1;
    for (int32_t d = 0; d < rank; d++) {
        shape[d] = d < x->rank ? x->shape[d] : 4;
    }
    bool complex = !r->inverse || r->options.return_complex;
    oracle_operand out, untouched;
    assert_true(
        oracle_operand_empty(rank, shape, complex, r->dtype, r->out_layout, &out));
    assert_true(oracle_operand_empty(rank, shape, complex, r->dtype, r->out_layout,
                                     &untouched));
    trnfft_status status = call(r, x, &out.tensor);
    int64_t inferred[TRNFFT_MAX_RANK];
    trnfft_status shape_status =
        r->inverse ? trnfft_istft_shape(x, &r->options, r->length, inferred)
                   : trnfft_stft_shape(x, &r->options, inferred);
    if (shape_status == TRNFFT_OK &&
        r->inverse) { /* NOLA: the right shape is refused, too */
        oracle_operand_free(&out);
        oracle_operand_free(&untouched);
        assert_true(oracle_operand_empty(rank, inferred, complex, r->dtype,
                                         r->out_layout, &out));
        assert_true(oracle_operand_empty(rank, inferred, complex, r->dtype,
                                         r->out_layout, &untouched));
        status = call(r, x, &out.tensor);
    }
    bool ok = status < 0 && strncmp(trnfft_last_error(), "trnfft_", 7) == 0 &&
              memcmp(out.memory, untouched.memory, out.n_bytes) == 0 &&
              (shape_status < 0 || status == TRNFFT_ERROR_NOLA);
    if (!ok) {
        printf("%s %s must be refused (%s) with nothing written; it says %s, %s\n",
               r->c->id, r->c->function, r->c->reason, trnfft_status_name(status),
               trnfft_last_error());
    } else if (r->first) {
        printf("%s refused: %s\n", r->c->id, trnfft_last_error());
    }
    oracle_operand_free(&out);
    oracle_operand_free(&untouched);
    return ok;
}

static bool run_variant(struct run *r)
{
    oracle_operand in = { 0 }, window = { 0 };
    assert_true(oracle_operand_from(&r->x, r->dtype, r->in_layout, &in));
    if (r->has_window) {
        assert_true(oracle_operand_from(&r->window, r->dtype, r->in_layout, &window));
        r->options.window = &window.tensor;
    }
    bool ok = r->c->expect_error ? expect_refusal(r, &in.tensor)
                                 : expect_answer(r, &in.tensor);
    oracle_operand_free(&in);
    oracle_operand_free(&window);
    r->options.window = NULL;
    return ok;
}

static int run_case(const oracle_suite *suite, const oracle_case *c, int *n_runs)
{
    struct run r;
    memset(&r, 0, sizeof r);
    r.c = c;
    r.inverse = strcmp(c->function, "istft") == 0;
    read_options(&r);
    const char *input = oracle_has(c, "inputs", "x") ? "x" : "y";
    assert_true(oracle_load(suite, c, "inputs", input, &r.x));
    r.has_window = oracle_has(c, "inputs", "window");
    if (r.has_window) {
        assert_true(oracle_load(suite, c, "inputs", "window", &r.window));
    }
    if (!c->expect_error) {
        const char *output = oracle_has(c, "outputs", "y") ? "y" : "x";
        assert_true(oracle_load(suite, c, "outputs", output, &r.y));
    }
    int n_failed = 0;
    for (int i = 0; i < 4 * ORACLE_N_LAYOUTS * ORACLE_N_LAYOUTS; ++i) {
        r.dtype = i % 2 == 0 ? TRNFFT_F64 : TRNFFT_F32;
        if (!device_has(r.dtype)) {
            continue;
        }
        r.time_first = i / 2 % 2 == 1 && !c->expect_error;
        r.in_layout = (oracle_layout)(i / 4 % ORACLE_N_LAYOUTS);
        r.out_layout = (oracle_layout)(i / 4 / ORACLE_N_LAYOUTS);
        r.first = i == 0;
        n_failed += run_variant(&r) ? 0 : 1;
        ++*n_runs;
    }
    oracle_array_free(&r.x);
    oracle_array_free(&r.y);
    oracle_array_free(&r.window);
    return n_failed;
}

static void test_every_case(void **state)
{
    (void)state;
    oracle_suite suite;
    int n_runs = 0, n_failed = 0;
    assert_true(oracle_open(TRNFFT_SOURCE_DIR "/tests/data/stft", &suite));
    assert_int_equal(suite.n_cases, 129);
    for (size_t i = 0; i < suite.n_cases; ++i) {
        oracle_case c = oracle_case_at(&suite, i);
        n_failed += run_case(&suite, &c, &n_runs);
    }
    printf("torch.stft and istft: %zu cases, %d runs, %d failed\n", suite.n_cases,
           n_runs, n_failed);
    oracle_close(&suite);
    assert_int_equal(n_failed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_every_case) };
    return cmocka_run_group_tests(tests, device_set_up, device_tear_down);
}
