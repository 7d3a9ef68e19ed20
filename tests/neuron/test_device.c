/* Do devices open by their names, and are transforms on a NeuronCore those of the host?
 */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include <trnfft/trnfft.h>

#include "support/random.h"
#include "support/tensors.h"

static void test_names(void **state)
{
    (void)state;
    static const struct {
        const char *name, *part;
    } wrong[] = { { "", "no device is called \"\"" },
                  { "gpu:0", "no device is called \"gpu\"" },
                  { "neuron", "the generations are" },
                  { "neuron:v9", "neuron:v9" },
                  { "neuron:v3,cores=0", "cores = \"0\"" },
                  { "neuron:v3,cores=2x", "cores = \"2x\"" },
                  { "neuron:v2,cores=33", "must be 1 … 32 on v2" },
                  { "neuron:v3,mode=f64", "mode = \"f64\"" },
                  { "neuron:v3,kernel=none", "kernel = \"none\"" },
                  { "neuron:v3,cores", "name=value" },
                  { "neuron:v3,warp=9", "warp" },
                  { "auto:", "no device is called \"\"" },
                  { "host:1", "no device is called \"host\"" } };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        trnfft_device *device = NULL;
        EXPECT_ERROR(trnfft_device_open(wrong[i].name, &device),
                     TRNFFT_ERROR_INVALID_ARGUMENT, wrong[i].part);
        assert_null(device);
    }
    char name[400];
    memset(name, 'x', sizeof name);
    name[sizeof name - 1] = '\0';
    trnfft_device *device = NULL;
    EXPECT_ERROR(trnfft_device_open(name, &device), TRNFFT_ERROR_INVALID_ARGUMENT,
                 "399 bytes");
    EXPECT_ERROR(trnfft_device_open(NULL, &device), TRNFFT_ERROR_INVALID_ARGUMENT,
                 "name = NULL");
    EXPECT_ERROR(trnfft_device_open("host", NULL), TRNFFT_ERROR_INVALID_ARGUMENT,
                 "device = NULL");
    trnfft_device_close(NULL);
}

static void test_describe(void **state)
{
    (void)state;
    char text[400];
    trnfft_device *device = NULL;
    EXPECT_OK(
        trnfft_device_open("neuron:v3,cores=4,mode=bf16,sum_order=pairwise", &device));
    assert_string_equal(trnfft_device_name(device),
                        "neuron:v3,cores=4,mode=bf16,sum_order=pairwise");
    const size_t length = trnfft_device_describe(device, text, sizeof text);
    assert_int_equal(length, strlen(text));
    assert_non_null(strstr(text, "4 cores, simulated"));
    assert_non_null(strstr(text, "mode bf16"));
    assert_int_equal(trnfft_device_describe(device, NULL, 0), length);
    trnfft_device_close(device);
    assert_string_equal(trnfft_device_name(NULL), "host");
    assert_true(trnfft_device_describe(NULL, text, sizeof text) > 5);
}

/* ---- transforms ---- */

typedef struct problem {
    int32_t op, layout, rank, n_dim, norm;
    int64_t shape[4]; /* of the input */
    int32_t dim[3];
    int64_t n[3]; /* -1: as it is */
} problem;

static const problem problems[] = {
    { TRNFFT_OP_FFT, TRNFFT_SPLIT, 1, 1, 0, { 64 }, { 0 }, { -1 } },
    { TRNFFT_OP_FFT, TRNFFT_INTERLEAVED, 2, 1, 1, { 5, 100 }, { 1 }, { -1 } },
    { TRNFFT_OP_FFT, TRNFFT_SPLIT, 2, 1, 0, { 96, 7 }, { 0 }, { -1 } },
    { TRNFFT_OP_IFFT, TRNFFT_INTERLEAVED, 3, 1, 0, { 3, 17, 4 }, { 1 }, { -1 } },
    { TRNFFT_OP_FFT, TRNFFT_SPLIT, 1, 1, 2, { 50 }, { 0 }, { 128 } },
    { TRNFFT_OP_FFT, TRNFFT_SPLIT, 1, 1, 0, { 128 }, { 0 }, { 31 } },
    { TRNFFT_OP_FFT, TRNFFT_SPLIT, 2, 1, 0, { 130, 1 }, { 1 }, { -1 } },
    { TRNFFT_OP_RFFT, TRNFFT_SPLIT, 2, 1, 0, { 9, 60 }, { -1 }, { -1 } },
    { TRNFFT_OP_RFFT, TRNFFT_INTERLEAVED, 1, 1, 0, { 33 }, { 0 }, { -1 } },
    { TRNFFT_OP_IHFFT, TRNFFT_SPLIT, 1, 1, 0, { 40 }, { 0 }, { -1 } },
    { TRNFFT_OP_IRFFT, TRNFFT_SPLIT, 2, 1, 0, { 4, 33 }, { 1 }, { -1 } },
    { TRNFFT_OP_IRFFT, TRNFFT_INTERLEAVED, 1, 1, 0, { 20 }, { 0 }, { 39 } },
    { TRNFFT_OP_HFFT, TRNFFT_SPLIT, 1, 1, 1, { 17 }, { 0 }, { -1 } },
    { TRNFFT_OP_FFT, TRNFFT_SPLIT, 2, 2, 0, { 16, 24 }, { 0, 1 }, { -1, -1 } },
    { TRNFFT_OP_FFT, TRNFFT_SPLIT, 3, 2, 0, { 12, 5, 20 }, { 2, 0 }, { -1, -1 } },
    { TRNFFT_OP_RFFT,
      TRNFFT_SPLIT,
      3,
      3,
      0,
      { 6, 8, 10 },
      { 0, 1, 2 },
      { -1, -1, -1 } },
    { TRNFFT_OP_IRFFT, TRNFFT_SPLIT, 3, 2, 0, { 3, 8, 9 }, { 1, 2 }, { -1, -1 } },
    { TRNFFT_OP_FFT, TRNFFT_SPLIT, 2, 1, 0, { 0, 16 }, { 1 }, { -1 } },
};

static int is_real_in(int32_t op)
{
    return op == TRNFFT_OP_RFFT || op == TRNFFT_OP_IHFFT;
}

static int is_real_out(int32_t op)
{
    return op == TRNFFT_OP_IRFFT || op == TRNFFT_OP_HFFT;
}

static void output_shape(const problem *p, int64_t *shape)
{
    memcpy(shape, p->shape, sizeof p->shape);
    for (int32_t i = 0; i < p->n_dim; i++) {
        const int32_t d = p->dim[i] < 0 ? p->dim[i] + p->rank : p->dim[i];
        const int last = i == p->n_dim - 1;
        int64_t n = p->n[i] >= 0                 ? p->n[i]
                    : last && is_real_out(p->op) ? 2 * (p->shape[d] - 1)
                                                 : p->shape[d];
        shape[d] = last && is_real_in(p->op) ? n / 2 + 1 : n;
    }
}

static trnfft_status run_with(const problem *p, trnfft_device *device,
                              const char *force, const trnfft_tensor *in,
                              const trnfft_tensor *out)
{
    trnfft_problem q = TRNFFT_PROBLEM_INIT;
    q.op = p->op;
    q.in = *in;
    q.out = *out;
    q.n_dim = p->n_dim;
    q.norm = p->norm;
    for (int32_t i = 0; i < p->n_dim; i++) {
        q.dim[i] = p->dim[i];
        q.n[i] = p->n[i];
    }
    trnfft_plan_options o = TRNFFT_PLAN_OPTIONS_INIT;
    o.device = device;
    o.force_solver = force;
    trnfft_plan *plan = NULL;
    trnfft_status status = trnfft_plan_create(NULL, &q, &o, &plan);
    if (status == TRNFFT_OK) {
        status = trnfft_plan_execute(plan, in->re, in->im, out->re, out->im, NULL, 0);
    }
    trnfft_plan_destroy(plan);
    return status;
}

static trnfft_status run(const problem *p, trnfft_device *device,
                         const trnfft_tensor *in, const trnfft_tensor *out)
{
    return run_with(p, device, NULL, in, out);
}

static void check_problem(const problem *p, trnfft_device *device, double tolerance)
{
    int64_t shape[4];
    output_shape(p, shape);
    const int32_t in_layout = is_real_in(p->op) ? TRNFFT_REAL : p->layout;
    const int32_t out_layout = is_real_out(p->op) ? TRNFFT_REAL : p->layout;
    trnfft_tensor in = test_tensor(TRNFFT_F32, in_layout, p->rank, p->shape);
    trnfft_tensor want = test_tensor(TRNFFT_F32, out_layout, p->rank, shape);
    trnfft_tensor got = test_tensor(TRNFFT_F32, out_layout, p->rank, shape);
    const int64_t n_in = 2 * test_tensor_size(&in), n_out = 2 * test_tensor_size(&got);
    double *values = calloc((size_t)(n_in > n_out ? n_in : n_out) + 1, sizeof *values);
    test_random r = test_random_seed(3);
    test_random_fill_f64(&r, values, n_in);
    test_tensor_set(&in, values);
    EXPECT_OK(run(p, NULL, &in, &want));
    EXPECT_OK(run(p, device, &in, &got));
    test_tensor_get(&want, values);
    EXPECT_VALUES(&got, values, tolerance);
    free(values);
    test_tensor_free(&in);
    test_tensor_free(&want);
    test_tensor_free(&got);
}

static void test_transforms(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        double tolerance;
    } devices[] = { { "neuron:v2", 4e-6 },
                    { "neuron:v3", 4e-6 },
                    { "neuron:v4", 4e-6 },
                    { "neuron:v3,cores=3", 4e-6 },
                    { "neuron:v3,mode=bf16", 2e-2 },
                    { "auto:neuron:v3", 4e-6 },
                    { "host", 0 } };
    for (size_t d = 0; d < sizeof devices / sizeof devices[0]; d++) {
        trnfft_device *device = NULL;
        EXPECT_OK(trnfft_device_open(devices[d].name, &device));
        for (size_t i = 0; i < sizeof problems / sizeof problems[0]; i++) {
            check_problem(&problems[i], device, devices[d].tolerance);
        }
        trnfft_device_close(device);
    }
}

/* Batches over cores give the bits of one core: items do not meet. */
static void test_cores_give_the_same_bits(void **state)
{
    (void)state;
    enum { ITEMS = 13, N = 48 };
    const int64_t shape[] = { ITEMS, N };
    trnfft_tensor in = test_tensor(TRNFFT_F32, TRNFFT_SPLIT, 2, shape);
    trnfft_tensor one = test_tensor(TRNFFT_F32, TRNFFT_SPLIT, 2, shape);
    trnfft_tensor many = test_tensor(TRNFFT_F32, TRNFFT_SPLIT, 2, shape);
    test_random r = test_random_seed(8);
    test_random_fill_f32(&r, in.re, ITEMS * N);
    test_random_fill_f32(&r, in.im, ITEMS * N);
    const problem p = { TRNFFT_OP_FFT, TRNFFT_SPLIT, 2,     1, 0,
                        { ITEMS, N },  { 1 },        { -1 } };
    static const int cores[] = { 1, 2, 4, 8, 16, 32 };
    for (size_t i = 0; i < sizeof cores / sizeof cores[0]; i++) {
        char name[40];
        snprintf(name, sizeof name, "neuron:v3,cores=%d", cores[i]);
        trnfft_device *device = NULL;
        EXPECT_OK(trnfft_device_open(name, &device));
        EXPECT_OK(run(&p, device, &in, i == 0 ? &one : &many));
        trnfft_device_close(device);
        if (i > 0) {
            assert_memory_equal(one.re, many.re, ITEMS * N * sizeof(float));
            assert_memory_equal(one.im, many.im, ITEMS * N * sizeof(float));
        }
    }
    test_tensor_free(&in);
    test_tensor_free(&one);
    test_tensor_free(&many);
}

/* One line by several cores: the exchange moves numbers and multiplies by the same
 * twiddles, however many cores there are. */
static void check_split(const char *solver, int64_t n, int64_t batch, int32_t op)
{
    static const int cores[] = { 1, 2, 3, 4, 8, 16, 32 };
    const int64_t shape[] = { batch, n }, count = batch * n;
    trnfft_tensor in = test_tensor(TRNFFT_F32, TRNFFT_INTERLEAVED, 2, shape);
    trnfft_tensor want = test_tensor(TRNFFT_F32, TRNFFT_INTERLEAVED, 2, shape);
    trnfft_tensor one = test_tensor(TRNFFT_F32, TRNFFT_INTERLEAVED, 2, shape);
    trnfft_tensor many = test_tensor(TRNFFT_F32, TRNFFT_INTERLEAVED, 2, shape);
    double *values = calloc((size_t)(2 * count), sizeof *values);
    test_random r = test_random_seed((uint64_t)n);
    test_random_fill_f32(&r, in.re, 2 * count);
    const problem p = { op, TRNFFT_INTERLEAVED, 2, 1, 0, { batch, n }, { 1 }, { -1 } };
    EXPECT_OK(run(&p, NULL, &in, &want));
    test_tensor_get(&want, values);
    for (size_t i = 0; i < sizeof cores / sizeof cores[0]; i++) {
        char name[40];
        snprintf(name, sizeof name, "neuron:v3,cores=%d", cores[i]);
        trnfft_device *device = NULL;
        EXPECT_OK(trnfft_device_open(name, &device));
        trnfft_tensor *out = i == 0 ? &one : &many;
        EXPECT_OK(run_with(&p, device, solver, &in, out));
        trnfft_device_close(device);
        EXPECT_VALUES(out, values, 4e-6);
        assert_memory_equal(one.re, out->re, (size_t)(2 * count) * sizeof(float));
    }
    free(values);
    test_tensor_free(&in);
    test_tensor_free(&want);
    test_tensor_free(&one);
    test_tensor_free(&many);
}

static void test_one_line_on_many_cores(void **state)
{
    (void)state;
    check_split("neuron_split", 100, 1, TRNFFT_OP_FFT);
    check_split("neuron_split", 77, 3, TRNFFT_OP_IFFT); /* 7 x 11: shares are uneven */
    check_split("neuron_split", 1024, 1, TRNFFT_OP_FFT);
    check_split("neuron_split", 1920, 2, TRNFFT_OP_IFFT);
}

static void test_one_line_with_collectives(void **state)
{
    (void)state;
    check_split("neuron_collective", 100, 1, TRNFFT_OP_FFT);
    check_split("neuron_collective", 77, 1, TRNFFT_OP_IFFT);
    check_split("neuron_collective", 1024, 1, TRNFFT_OP_FFT);
    check_split("neuron_collective", 36000, 1, TRNFFT_OP_IFFT);
}

/* ---- programs in a folder ---- */

static int count_programs(const char *folder, char *last)
{
    DIR *d = opendir(folder);
    assert_non_null(d);
    int n = 0;
    for (struct dirent *e = readdir(d); e != NULL; e = readdir(d)) {
        if (strstr(e->d_name, ".nca") != NULL) {
            snprintf(last, 400, "%s/%.200s", folder, e->d_name);
            n++;
        }
    }
    closedir(d);
    return n;
}

static void transform_with_cache(const char *folder)
{
    char name[300];
    snprintf(name, sizeof name, "neuron:v3,cache=%s", folder);
    trnfft_device *device = NULL;
    EXPECT_OK(trnfft_device_open(name, &device));
    check_problem(&problems[1], device, 4e-6);
    trnfft_device_close(device);
}

static void damage(const char *path)
{
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    fseek(file, -20, SEEK_END);
    fputc('#', file);
    fclose(file);
}

/* A file that is written anew gets another inode or another time. */
static struct stat state_of(const char *path)
{
    struct stat s;
    assert_int_equal(stat(path, &s), 0);
    return s;
}

static int is_untouched(const struct stat *before, const char *path)
{
    const struct stat now = state_of(path);
    return now.st_ino == before->st_ino &&
           now.st_mtim.tv_sec == before->st_mtim.tv_sec &&
           now.st_mtim.tv_nsec == before->st_mtim.tv_nsec;
}

/* Programs of other code than this library's are not found. */
static void assert_names_build(const char *path)
{
    char line[600] = "", expected[64];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    fclose(file);
    snprintf(expected, sizeof expected, "; trnfft %s build ", trnfft_version());
    assert_memory_equal(line, expected, strlen(expected));
    assert_int_equal(strspn(line + strlen(expected), "0123456789abcdef"), 16);
}

static void test_programs_are_kept(void **state)
{
    (void)state;
    char folder[] = "/tmp/trnfft-programs-XXXXXX", file[400] = "";
    assert_non_null(mkdtemp(folder));
    transform_with_cache(folder);
    const int n = count_programs(folder, file);
    assert_true(n >= 1);
    assert_names_build(file);
    const struct stat written = state_of(file);
    transform_with_cache(folder); /* reads, and has no reason to write */
    assert_int_equal(count_programs(folder, file), n);
    assert_true(is_untouched(&written, file));
    damage(file);
    const struct stat damaged = state_of(file);
    transform_with_cache(folder); /* does not read that, and writes anew */
    assert_int_equal(count_programs(folder, file), n);
    assert_false(is_untouched(&damaged, file));
    while (count_programs(folder, file) > 0) {
        assert_int_equal(remove(file), 0);
    }
    assert_int_equal(remove(folder), 0);
    trnfft_device *device = NULL;
    EXPECT_ERROR(trnfft_device_open("neuron:v3,cache=/nowhere", &device),
                 TRNFFT_ERROR_INVALID_ARGUMENT, "/nowhere");
}

static void test_f64_is_refused(void **state)
{
    (void)state;
    const int64_t shape[] = { 16 };
    trnfft_tensor in = test_tensor(TRNFFT_F64, TRNFFT_SPLIT, 1, shape);
    const problem p = { TRNFFT_OP_FFT, TRNFFT_SPLIT, 1, 1, 0, { 16 }, { 0 }, { -1 } };
    trnfft_device *device = NULL;
    EXPECT_OK(trnfft_device_open("neuron:v2", &device));
    EXPECT_ERROR(run(&p, device, &in, &in), TRNFFT_ERROR_UNSUPPORTED,
                 "neuron:v2 computes in f32");
    trnfft_device_close(device);
    EXPECT_OK(trnfft_device_open("auto:neuron:v2", &device));
    memset(in.re, 0, 16 * sizeof(double));
    memset(in.im, 0, 16 * sizeof(double));
    EXPECT_OK(run(&p, device, &in, &in));
    trnfft_device_close(device);
    test_tensor_free(&in);
}

/* What would take long to plan is refused at once, or is the host's. */
static void test_large_batches_are_refused(void **state)
{
    (void)state;
    static float x[2];
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    trnfft_plan_options o = TRNFFT_PLAN_OPTIONS_INIT;
    trnfft_plan *plan = NULL;
    p.in = trnfft_tensor_interleaved(TRNFFT_F32, 2, TEST_LIST(1 << 20, 4), x);
    p.out = p.in;
    p.n_dim = 1;
    p.dim[0] = -1;
    EXPECT_OK(trnfft_device_open("neuron:v3", &o.device));
    EXPECT_ERROR(trnfft_plan_create(NULL, &p, &o, &plan), TRNFFT_ERROR_UNSUPPORTED,
                 "1048576 lines");
    trnfft_device_close(o.device);
    EXPECT_OK(trnfft_device_open("auto:neuron:v3", &o.device));
    EXPECT_OK(trnfft_plan_create(NULL, &p, &o, &plan));
    trnfft_plan_destroy(plan);
    trnfft_device_close(o.device);
}

/* Plans and contexts keep a closed device alive. */
static void test_closed_device_lives_on(void **state)
{
    (void)state;
    trnfft_device *device = NULL;
    EXPECT_OK(trnfft_device_open("neuron:v3", &device));
    trnfft_context_options options = TRNFFT_CONTEXT_OPTIONS_INIT;
    options.device = device;
    trnfft_context *context = NULL, *previous = NULL;
    EXPECT_OK(trnfft_context_create(&options, &context));
    trnfft_device_close(device);
    EXPECT_OK(trnfft_context_set_current(context, &previous));
    float x[2 * 8] = { 1 }, y[2 * 8];
    EXPECT_OK(trnfft_fft_f32(8, x, y));
    for (int k = 0; k < 8; k++) {
        assert_true(y[2 * k] == 1 && y[2 * k + 1] == 0);
    }
    EXPECT_OK(trnfft_context_set_current(previous, NULL));
    trnfft_context_destroy(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_describe),
        cmocka_unit_test(test_transforms),
        cmocka_unit_test(test_cores_give_the_same_bits),
        cmocka_unit_test(test_one_line_on_many_cores),
        cmocka_unit_test(test_one_line_with_collectives),
        cmocka_unit_test(test_programs_are_kept),
        cmocka_unit_test(test_f64_is_refused),
        cmocka_unit_test(test_large_batches_are_refused),
        cmocka_unit_test(test_closed_device_lives_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
