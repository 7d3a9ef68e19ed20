/* test_fft.c - every case of tests/data/fft against torch's answer: f32 and f64, the
 * input and the output in each of three layouts, tolerances from the manifest. Cases
 * that torch refuses must be refused here, with a sentence and an output left alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "device.h"
#include "oracle.h"

typedef trnfft_status line_function(const trnfft_tensor *, int64_t, int32_t, int32_t,
                                    const trnfft_tensor *);
typedef trnfft_status line_shape(const trnfft_tensor *, int64_t, int32_t, int64_t *);
typedef trnfft_status plane_function(const trnfft_tensor *, const int64_t *,
                                     const int32_t *, int32_t, const trnfft_tensor *);
typedef trnfft_status plane_shape(const trnfft_tensor *, const int64_t *,
                                  const int32_t *, int64_t *);
typedef trnfft_status nd_function(const trnfft_tensor *, const int64_t *,
                                  const int32_t *, int32_t, int32_t,
                                  const trnfft_tensor *);
typedef trnfft_status nd_shape(const trnfft_tensor *, const int64_t *, const int32_t *,
                               int32_t, int64_t *);

/* One row per name: exactly one of line, plane and nd is there. */
struct transform {
    const char *name;
    line_function *line;
    line_shape *line_shape;
    plane_function *plane;
    plane_shape *plane_shape;
    nd_function *nd;
    nd_shape *nd_shape;
    bool real_output;
};

#define FAMILY(base, real)                                                           \
    { #base, trnfft_##base, trnfft_##base##_shape, NULL, NULL, NULL, NULL, real },   \
        { #base "2", NULL, NULL, trnfft_##base##2, trnfft_##base##2_shape,           \
          NULL,      NULL, real },                                                   \
    {                                                                                \
#base "n", NULL, NULL, NULL, NULL, trnfft_##base##n, trnfft_##base##n_shape, \
            real                                                                     \
    }

static const struct transform transforms[] = {
    FAMILY(fft, false),  FAMILY(ifft, false), FAMILY(rfft, false),
    FAMILY(irfft, true), FAMILY(hfft, true),  FAMILY(ihfft, false),
};

/* A case with its arrays and arguments, and one way to run it. */
struct run {
    const oracle_case *c;
    const struct transform *transform; /* NULL: a helper such as fftshift */
    oracle_array x, y; /* input and expected output, values NULL if none */
    int32_t dtype;
    oracle_layout in_layout, out_layout;
    int64_t n, s[TRNFFT_MAX_RANK];
    int32_t dim[TRNFFT_MAX_RANK], n_dim, norm;
    bool has_s, has_dim;
};

static const struct transform *find_transform(const char *name)
{
    for (size_t i = 0; i < sizeof transforms / sizeof transforms[0]; ++i) {
        if (strcmp(transforms[i].name, name) == 0) {
            return &transforms[i];
        }
    }
    return NULL;
}

static int32_t norm_of(const char *name)
{
    return strcmp(name, "backward") == 0 ? TRNFFT_NORM_BACKWARD
           : strcmp(name, "ortho") == 0  ? TRNFFT_NORM_ORTHO
           : strcmp(name, "forward") == 0
               ? TRNFFT_NORM_FORWARD
               : 77; /* the case asks for a norm that is none */
}

/* Reads n, s, dim and norm. One n_dim counts s and dim in C; where a case gives them
 * different lengths, the shorter is filled with what cannot be valid. */
static void read_arguments(struct run *r)
{
    int64_t dim[TRNFFT_MAX_RANK] = { 0 };
    int n_s = oracle_arg_list(r->c, "s", r->s, TRNFFT_MAX_RANK);
    int n_dim = oracle_arg_list(r->c, "dim", dim, TRNFFT_MAX_RANK);
    r->has_s = n_s >= 0;
    r->has_dim = n_dim >= 0;
    r->n = oracle_arg_int(r->c, "n", TRNFFT_N_DEFAULT);
    r->norm = norm_of(oracle_arg_string(r->c, "norm", "backward"));
    r->n_dim = n_s > n_dim ? n_s : n_dim > 0 ? n_dim : 0;
    for (int i = 0; i < r->n_dim; ++i) {
        r->dim[i] = i < n_dim ? (int32_t)dim[i] : INT32_MIN;
        r->s[i] = i < n_s ? r->s[i] : 0;
    }
    if (!r->has_dim && !r->has_s) {
        r->dim[0] = (int32_t)oracle_arg_int(r->c, "dim", -1);
    }
    if (r->has_s && r->has_dim && n_s != n_dim) {
        printf("%s: s and dim of different lengths have no form in C, one n_dim counts "
               "both; run with an impossible dim in the gap\n",
               r->c->id);
    }
}

static trnfft_status call(const struct run *r, const trnfft_tensor *x,
                          const trnfft_tensor *y)
{
    const char *name = r->c->function;
    const struct transform *t = r->transform;
    const int64_t *s = r->has_s ? r->s : NULL;
    const int32_t *dim = r->has_dim ? r->dim : NULL;
    if (strcmp(name, "fftfreq") == 0) {
        return trnfft_fftfreq(r->n, oracle_arg_double(r->c, "d", 1.0), y);
    }
    if (strcmp(name, "rfftfreq") == 0) {
        return trnfft_rfftfreq(r->n, oracle_arg_double(r->c, "d", 1.0), y);
    }
    if (strcmp(name, "fftshift") == 0) {
        return trnfft_fftshift(x, dim, r->n_dim, y);
    }
    if (strcmp(name, "ifftshift") == 0) {
        return trnfft_ifftshift(x, dim, r->n_dim, y);
    }
    if (t->line != NULL) {
        return t->line(x, r->n, r->dim[0], r->norm, y);
    }
    if (t->plane != NULL) {
        return t->plane(x, s, dim, r->norm, y);
    }
    return t->nd(x, s, dim, r->n_dim, r->norm, y);
}

static trnfft_status call_shape(const struct run *r, const trnfft_tensor *x,
                                int64_t *shape)
{
    const struct transform *t = r->transform;
    const int64_t *s = r->has_s ? r->s : NULL;
    const int32_t *dim = r->has_dim ? r->dim : NULL;
    if (t->line != NULL) {
        return t->line_shape(x, r->n, r->dim[0], shape);
    }
    if (t->plane != NULL) {
        return t->plane_shape(x, s, dim, shape);
    }
    return t->nd_shape(x, s, dim, r->n_dim, shape);
}

/* True if the shape function gives the shape of torch's answer. */
static bool shape_is_right(const struct run *r, const trnfft_tensor *x)
{
    int64_t shape[TRNFFT_MAX_RANK] = { 0 };
    if (r->transform == NULL) {
        return true;
    }
    if (call_shape(r, x, shape) != TRNFFT_OK) {
        printf("%s: shape refused: %s\n", r->c->id, trnfft_last_error());
        return false;
    }
    if (memcmp(shape, r->y.shape, (size_t)r->y.rank * sizeof shape[0]) != 0) {
        printf("%s: the shape function gives another shape\n", r->c->id);
        return false;
    }
    return true;
}

static bool expect_answer(const struct run *r, const trnfft_tensor *x)
{
    oracle_operand out;
    assert_true(oracle_operand_empty(r->y.rank, r->y.shape, r->y.is_complex, r->dtype,
                                     r->out_layout, &out));
    trnfft_status status = call(r, x, &out.tensor);
    double error = status == TRNFFT_OK ? oracle_error(&r->y, &out.tensor) : 0.0;
    double tolerance = r->dtype == TRNFFT_F64 ? r->c->tol_f64 : r->c->tol_f32;
    bool ok = status == TRNFFT_OK && error <= tolerance && shape_is_right(r, x);
    if (!ok) {
        printf("%s %s %s %s -> %s: %s, error %.3g, allowed %.3g\n", r->c->id,
               r->c->function, trnfft_dtype_name(r->dtype),
               oracle_layout_name(r->in_layout), oracle_layout_name(r->out_layout),
               status == TRNFFT_OK ? "ran" : trnfft_last_error(), error, tolerance);
    }
    oracle_operand_free(&out);
    return ok;
}

/* The output is as large as any answer of the case could be. */
static bool expect_refusal(const struct run *r, const trnfft_tensor *x)
{
    int64_t shape[TRNFFT_MAX_RANK];
    for (int32_t d = 0; d < x->rank; ++d) {
        shape[d] = x->shape[d];
    }
    oracle_operand out, untouched;
    bool is_complex = !r->transform->real_output;
    assert_true(oracle_operand_empty(x->rank, shape, is_complex, r->dtype,
                                     r->out_layout, &out));
    assert_true(oracle_operand_empty(x->rank, shape, is_complex, r->dtype,
                                     r->out_layout, &untouched));
    trnfft_status status = call(r, x, &out.tensor);
    char sentence[512];
    snprintf(sentence, sizeof sentence, "%s", trnfft_last_error());
    bool ok = status < 0 && strncmp(sentence, "trnfft_", 7) == 0 &&
              memcmp(out.memory, untouched.memory, out.n_bytes) == 0;
    /* The norm and the output are nothing that a shape depends on. */
    if (r->norm <= TRNFFT_NORM_FORWARD) {
        ok = ok && call_shape(r, x, shape) == status;
    }
    if (!ok) {
        printf("%s %s must be refused (%s) with nothing written; it says %s, %s\n",
               r->c->id, r->c->function, r->c->reason, trnfft_status_name(status),
               sentence);
    } else if (r->dtype == TRNFFT_F64 && r->in_layout == 0 && r->out_layout == 0) {
        printf("%s refused: %s\n", r->c->id, sentence);
    }
    oracle_operand_free(&out);
    oracle_operand_free(&untouched);
    return ok;
}

static bool run_variant(struct run *r)
{
    oracle_operand in = { 0 };
    if (r->x.values != NULL) {
        assert_true(oracle_operand_from(&r->x, r->dtype, r->in_layout, &in));
    }
    bool ok = r->c->expect_error ? expect_refusal(r, &in.tensor)
                                 : expect_answer(r, &in.tensor);
    oracle_operand_free(&in);
    return ok;
}

/* Runs a case in every precision and pair of layouts; returns how many failed. */
static int run_case(const oracle_suite *suite, const oracle_case *c, int *n_runs)
{
    struct run r;
    memset(&r, 0, sizeof r);
    r.c = c;
    r.transform = find_transform(c->function);
    read_arguments(&r);
    if (oracle_has(c, "inputs", "x")) {
        assert_true(oracle_load(suite, c, "inputs", "x", &r.x));
    }
    if (!c->expect_error) {
        assert_true(oracle_load(suite, c, "outputs", "y", &r.y));
    }
    int n_failed = 0;
    for (int i = 0; i < 2 * ORACLE_N_LAYOUTS * ORACLE_N_LAYOUTS; ++i) {
        r.dtype = i % 2 == 0 ? TRNFFT_F64 : TRNFFT_F32;
        if (!device_has(r.dtype)) {
            continue;
        }
        r.in_layout = (oracle_layout)(i / 2 % ORACLE_N_LAYOUTS);
        r.out_layout = (oracle_layout)(i / 2 / ORACLE_N_LAYOUTS);
        n_failed += run_variant(&r) ? 0 : 1;
        ++*n_runs;
    }
    oracle_array_free(&r.x);
    oracle_array_free(&r.y);
    return n_failed;
}

static void test_every_case(void **state)
{
    (void)state;
    oracle_suite suite;
    int n_runs = 0, n_failed = 0;
    assert_true(oracle_open(TRNFFT_SOURCE_DIR "/tests/data/fft", &suite));
    assert_int_equal(suite.n_cases, 140);
    for (size_t i = 0; i < suite.n_cases; ++i) {
        oracle_case c = oracle_case_at(&suite, i);
        n_failed += run_case(&suite, &c, &n_runs);
    }
    printf("torch.fft: %zu cases, %d runs, %d failed\n", suite.n_cases, n_runs,
           n_failed);
    oracle_close(&suite);
    assert_int_equal(n_failed, 0);
}

/* The 540 cases that there are: a family runs, or says what it waits for. Data of a
 * family that waits must not lie here unused. */
static void test_every_family(void **state)
{
    (void)state;
    static const struct {
        const char *name, *later;
        int n_cases;
    } families[] = {
        { "fft", NULL, 140 },         { "stft", NULL, 129 },
        { "grad", "gradients", 203 }, { "nn", "complex layers", 51 },
        { "fnet", NULL, 2 },          { "encoder", "the FNet encoder", 15 }
    };
    int n_run = 0, n_all = 0;
    for (size_t i = 0; i < sizeof families / sizeof families[0]; i++) {
        char path[512];
        snprintf(path, sizeof path, TRNFFT_SOURCE_DIR "/tests/data/%s/manifest.json",
                 families[i].name);
        FILE *manifest = fopen(path, "r");
        assert_true((manifest != NULL) == (families[i].later == NULL));
        n_all += families[i].n_cases;
        if (manifest != NULL) {
            fclose(manifest);
            n_run += families[i].n_cases;
        } else {
            printf("%s: %d cases later: %s\n", families[i].name, families[i].n_cases,
                   families[i].later);
        }
    }
    printf("%d of %d reference cases run\n", n_run, n_all);
    assert_int_equal(n_all, 540);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_every_case),
                                        cmocka_unit_test(test_every_family) };
    return cmocka_run_group_tests(tests, device_set_up, device_tear_down);
}
