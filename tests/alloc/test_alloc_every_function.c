/* Every exported function while memory runs out. Those that allocate: each allocation
 * fails once, by the context's allocator and by malloc; a refused call has written
 * nothing. Those that promise not to: they run while every allocation is refused, and
 * ask for none. The list of exported names is compared with the tests of this folder.
 */
#include "alloc/failing.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Lines of 194 = 2 97 points, so that plans have children. Two rows, padded. */
enum { N = 194, M = N / 2 + 1, ROWS = 2, ROOM = 2 * ROWS * 2 * N };

static double space[2][ROOM];

enum side { FULL, HALF, REAL };

static trnfft_tensor view(int32_t dtype, enum side side, double *memory)
{
    int64_t shape[3] = { 1, ROWS, side == HALF ? M : N };
    return side == REAL ? trnfft_tensor_real(dtype, 3, shape, memory)
                        : trnfft_tensor_interleaved(dtype, 3, shape, memory);
}

static void paint(double *memory)
{
    memset(memory, 0xA5, sizeof space[0]);
}

static int is_painted(const double *memory)
{
    const unsigned char *p = (const unsigned char *)memory;
    for (size_t i = 0; i < sizeof space[0]; i++) {
        if (p[i] != 0xA5) {
            return 0;
        }
    }
    return 1;
}

/* --- transforms of tensors */

typedef trnfft_status (*line_function)(const trnfft_tensor *, int64_t, int32_t, int32_t,
                                       const trnfft_tensor *);
typedef trnfft_status (*plane_function)(const trnfft_tensor *, const int64_t *,
                                        const int32_t *, int32_t,
                                        const trnfft_tensor *);
typedef trnfft_status (*nd_function)(const trnfft_tensor *, const int64_t *,
                                     const int32_t *, int32_t, int32_t,
                                     const trnfft_tensor *);

typedef struct transform {
    const char *name;
    enum side from, to;
    line_function line;
    plane_function plane;
    nd_function nd;
} transform;

static const transform transforms[] = {
    { "trnfft_fft", FULL, FULL, trnfft_fft, NULL, NULL },
    { "trnfft_ifft", FULL, FULL, trnfft_ifft, NULL, NULL },
    { "trnfft_rfft", REAL, HALF, trnfft_rfft, NULL, NULL },
    { "trnfft_irfft", HALF, REAL, trnfft_irfft, NULL, NULL },
    { "trnfft_hfft", HALF, REAL, trnfft_hfft, NULL, NULL },
    { "trnfft_ihfft", REAL, HALF, trnfft_ihfft, NULL, NULL },
    { "trnfft_fft2", FULL, FULL, NULL, trnfft_fft2, NULL },
    { "trnfft_ifft2", FULL, FULL, NULL, trnfft_ifft2, NULL },
    { "trnfft_rfft2", REAL, HALF, NULL, trnfft_rfft2, NULL },
    { "trnfft_irfft2", HALF, REAL, NULL, trnfft_irfft2, NULL },
    { "trnfft_hfft2", HALF, REAL, NULL, trnfft_hfft2, NULL },
    { "trnfft_ihfft2", REAL, HALF, NULL, trnfft_ihfft2, NULL },
    { "trnfft_fftn", FULL, FULL, NULL, NULL, trnfft_fftn },
    { "trnfft_ifftn", FULL, FULL, NULL, NULL, trnfft_ifftn },
    { "trnfft_rfftn", REAL, HALF, NULL, NULL, trnfft_rfftn },
    { "trnfft_irfftn", HALF, REAL, NULL, NULL, trnfft_irfftn },
    { "trnfft_hfftn", HALF, REAL, NULL, NULL, trnfft_hfftn },
    { "trnfft_ihfftn", REAL, HALF, NULL, NULL, trnfft_ihfftn },
};

static const transform *chosen;

static trnfft_status run_chosen(trnfft_context *context)
{
    (void)context;
    trnfft_tensor x = view(TRNFFT_F32, chosen->from, space[0]);
    trnfft_tensor y = view(TRNFFT_F64, chosen->to, space[1]);
    memset(space[0], 0, sizeof space[0]);
    paint(space[1]);
    trnfft_status status;
    if (chosen->line != NULL) {
        status = chosen->line(&x, N, -1, TRNFFT_NORM_ORTHO, &y);
    } else if (chosen->plane != NULL) {
        status = chosen->plane(&x, TEST_LIST(-1, N), NULL, TRNFFT_NORM_ORTHO, &y);
    } else {
        status = chosen->nd(&x, TEST_LIST(1, -1, N), NULL, 3, TRNFFT_NORM_ORTHO, &y);
    }
    assert_true(is_painted(space[1]) == (status != TRNFFT_OK));
    return status;
}

static void transforms_of_tensors(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof transforms / sizeof transforms[0]; i++) {
        chosen = &transforms[i];
        run_with_failures(run_chosen, chosen->name);
        run_with_malloc_failures(run_chosen, chosen->name);
    }
}

/* --- functions of one line */

static trnfft_status lines_f32(trnfft_context *context)
{
    (void)context;
    float *x = (float *)space[0], *y = (float *)space[1];
    memset(space, 0, sizeof space);
    trnfft_status status = trnfft_fft_f32(6, x, y);
    STEP(status, trnfft_ifft_f32(7, x, y));
    STEP(status, trnfft_rfft_f32(6, x, y));
    STEP(status, trnfft_irfft_f32(6, x, y));
    STEP(status, trnfft_fft_split_f32(8, x, x + N, y, y + N));
    STEP(status, trnfft_ifft_split_f32(9, x, x + N, y, y + N));
    STEP(status, trnfft_rfft_split_f32(10, x, y, y + N));
    STEP(status, trnfft_irfft_split_f32(11, x, x + N, y));
    STEP(status, trnfft_fnet_mix_f32(2, 6, 7, x, y));
    return status;
}

static trnfft_status lines_f64(trnfft_context *context)
{
    (void)context;
    double *x = space[0], *y = space[1];
    memset(space, 0, sizeof space);
    trnfft_status status = trnfft_fft_f64(6, x, y);
    STEP(status, trnfft_ifft_f64(7, x, y));
    STEP(status, trnfft_rfft_f64(6, x, y));
    STEP(status, trnfft_irfft_f64(6, x, y));
    STEP(status, trnfft_fft_split_f64(8, x, x + N, y, y + N));
    STEP(status, trnfft_ifft_split_f64(9, x, x + N, y, y + N));
    STEP(status, trnfft_rfft_split_f64(10, x, y, y + N));
    STEP(status, trnfft_irfft_split_f64(11, x, x + N, y));
    STEP(status, trnfft_fnet_mix_f64(1, 6, 7, x, y));
    return status;
}

static void functions_of_lines(void **state)
{
    (void)state;
    run_with_failures(lines_f32, "functions of f32 lines");
    run_with_failures(lines_f64, "functions of f64 lines");
    run_with_malloc_failures(lines_f32, "functions of f32 lines");
    run_with_malloc_failures(lines_f64, "functions of f64 lines");
}

/* --- what allocates by malloc whatever the context */

static trnfft_status new_tensors(trnfft_context *context)
{
    (void)context;
    trnfft_tensor a = { 0 }, b = { 0 };
    const int64_t shape[2] = { 3, 5 };
    trnfft_status status =
        trnfft_tensor_empty(TRNFFT_F64, TRNFFT_INTERLEAVED, 2, shape, &a);
    assert_true(status == TRNFFT_OK || a.re == NULL);
    STEP(status, trnfft_tensor_empty(TRNFFT_S24, TRNFFT_REAL, 2, shape, &b));
    trnfft_tensor_free(&a);
    trnfft_tensor_free(&b);
    assert_null(a.re);
    return status;
}

static trnfft_status every_window(trnfft_context *context)
{
    (void)context;
    trnfft_status status = TRNFFT_OK;
    double parameter = 0.5;
    trnfft_tensor w = trnfft_tensor_real(TRNFFT_F64, 1, TEST_LIST(64), space[1]);
    for (int32_t kind = TRNFFT_WINDOW_HANN; kind <= TRNFFT_WINDOW_DPSS; kind++) {
        trnfft_status before = status;
        paint(space[1]);
        STEP(status, trnfft_window(kind, TRNFFT_SYMMETRIC, &parameter, &w));
        assert_true(before != TRNFFT_OK ||
                    is_painted(space[1]) == (status != TRNFFT_OK));
    }
    return status;
}

static trnfft_status contexts(trnfft_context *current)
{
    (void)current;
    trnfft_context *context = NULL;
    trnfft_context_options o;
    trnfft_context_options_init(&o);
    o.n_threads = 2;
    trnfft_status status = trnfft_context_create(&o, &context);
    assert_true((status == TRNFFT_OK) == (context != NULL));
    trnfft_problem p;
    trnfft_problem_init(&p);
    p.in = view(TRNFFT_F32, FULL, space[0]);
    p.out = view(TRNFFT_F32, FULL, space[1]);
    p.n_dim = 1, p.dim[0] = -1;
    trnfft_plan *plan = NULL;
    memset(space[0], 0, sizeof space[0]);
    STEP(status, trnfft_plan_create(context, &p, NULL, &plan));
    STEP(status, trnfft_plan_execute(plan, p.in.re, NULL, p.out.re, NULL, NULL, 0));
    trnfft_plan_destroy(plan);
    trnfft_context_destroy(context);
    return status;
}

static trnfft_status the_default_context(trnfft_context *context)
{
    (void)context;
    trnfft_cache_stats s = TRNFFT_CACHE_STATS_INIT;
    s.plans = -5;
    trnfft_status status = trnfft_plan_cache_stats(NULL, &s);
    assert_true((status == TRNFFT_OK) == (s.plans == 0));
    STEP(status, trnfft_plan_cache_clear(NULL));
    return status;
}

static void memory_of_malloc(void **state)
{
    (void)state;
    run_with_malloc_failures(new_tensors, "tensors");
    run_with_malloc_failures(every_window, "windows");
    run_with_malloc_failures(contexts, "contexts with threads");
    run_with_malloc_failures(the_default_context, "the default context");
}

/* --- what promises not to allocate */

static void shapes_of_transforms(void)
{
    trnfft_tensor full = view(TRNFFT_F32, FULL, space[0]);
    trnfft_tensor half = view(TRNFFT_F32, HALF, space[0]);
    trnfft_tensor real = view(TRNFFT_F32, REAL, space[0]);
    int64_t shape[3];
    EXPECT_OK(trnfft_fft_shape(&full, 7, -1, shape));
    EXPECT_OK(trnfft_ifft_shape(&full, 7, -1, shape));
    EXPECT_OK(trnfft_rfft_shape(&real, 7, -1, shape));
    EXPECT_OK(trnfft_irfft_shape(&half, 7, -1, shape));
    EXPECT_OK(trnfft_hfft_shape(&half, 7, -1, shape));
    EXPECT_OK(trnfft_ihfft_shape(&real, 7, -1, shape));
    EXPECT_OK(trnfft_fft2_shape(&full, NULL, NULL, shape));
    EXPECT_OK(trnfft_ifft2_shape(&full, NULL, NULL, shape));
    EXPECT_OK(trnfft_rfft2_shape(&real, NULL, NULL, shape));
    EXPECT_OK(trnfft_irfft2_shape(&half, NULL, NULL, shape));
    EXPECT_OK(trnfft_hfft2_shape(&half, NULL, NULL, shape));
    EXPECT_OK(trnfft_ihfft2_shape(&real, NULL, NULL, shape));
    EXPECT_OK(trnfft_fftn_shape(&full, NULL, NULL, 0, shape));
    EXPECT_OK(trnfft_ifftn_shape(&full, NULL, NULL, 0, shape));
    EXPECT_OK(trnfft_rfftn_shape(&real, NULL, NULL, 0, shape));
    EXPECT_OK(trnfft_irfftn_shape(&half, NULL, NULL, 0, shape));
    EXPECT_OK(trnfft_hfftn_shape(&half, NULL, NULL, 0, shape));
    EXPECT_OK(trnfft_ihfftn_shape(&real, NULL, NULL, 0, shape));
}

static void work_on_tensors(void)
{
    trnfft_tensor x = view(TRNFFT_F32, FULL, space[0]), part, turned;
    trnfft_tensor y = view(TRNFFT_F32, FULL, space[1]);
    trnfft_tensor real = view(TRNFFT_F64, REAL, space[1]);
    double re, im;
    int64_t offset;
    memset(space, 0, sizeof space);
    trnfft_tensor split = trnfft_tensor_split(TRNFFT_F32, 1, TEST_LIST(5), space[0],
                                              (float *)space[0] + 5);
    trnfft_tensor steps = trnfft_tensor_strided(TRNFFT_F64, 1, TEST_LIST(5),
                                                TEST_LIST(-2), space[1] + 8, NULL);
    EXPECT_OK(trnfft_tensor_validate(&split));
    EXPECT_OK(trnfft_tensor_validate(&steps));
    assert_true(trnfft_tensor_is_complex(&x) && trnfft_tensor_is_contiguous(&x));
    assert_int_equal(trnfft_tensor_numel(&x), ROWS * N);
    EXPECT_OK(trnfft_tensor_offset(&x, TEST_LIST(0, 1, 1), &offset));
    EXPECT_OK(trnfft_tensor_get(&x, TEST_LIST(0, 1, 1), &re, &im));
    EXPECT_OK(trnfft_tensor_slice(&x, 2, 3, 4, -1, &part));
    EXPECT_OK(trnfft_tensor_permute(&x, NULL, &turned));
    EXPECT_OK(trnfft_tensor_copy(&x, &y));
    EXPECT_OK(trnfft_complex_mul(&x, &x, &y));
    EXPECT_OK(trnfft_fftshift(&x, NULL, 0, &y));
    EXPECT_OK(trnfft_ifftshift(&x, NULL, 0, &x));
    EXPECT_OK(trnfft_power(&x, &real));
    EXPECT_OK(trnfft_magnitude(&x, &real));
    EXPECT_OK(trnfft_to_db(&real, 1, 1e-10, 80, &real));
    EXPECT_OK(trnfft_fftfreq(5, 1, &steps));
    steps.shape[0] = 3;
    EXPECT_OK(trnfft_rfftfreq(5, 1, &steps));
    EXPECT_OK(trnfft_next_fast_len(1019, &offset));
    trnfft_tensor filters =
        trnfft_tensor_real(TRNFFT_F32, 2, TEST_LIST(2, 3), space[0]);
    trnfft_tensor power = trnfft_tensor_real(TRNFFT_F32, 2, TEST_LIST(3, 4), space[0]);
    trnfft_tensor mel = trnfft_tensor_real(TRNFFT_F32, 2, TEST_LIST(2, 4), space[1]);
    EXPECT_OK(trnfft_mel_spectrogram(&power, &filters, &mel));
}

static void names_and_defaults(void)
{
    trnfft_problem problem;
    trnfft_plan_options plan;
    trnfft_execute_args args;
    trnfft_context_options context;
    trnfft_stft_options stft;
    trnfft_mel_options mel;
    trnfft_griffin_lim_options griffin_lim;
    int32_t kind;
    double parameter;
    trnfft_problem_init(&problem);
    trnfft_plan_options_init(&plan);
    trnfft_execute_args_init(&args);
    trnfft_context_options_init(&context);
    trnfft_stft_options_init(&stft);
    trnfft_mel_options_init(&mel);
    trnfft_griffin_lim_options_init(&griffin_lim);
    assert_true(trnfft_version()[0] != '\0' && trnfft_version_number() > 0);
    assert_true(trnfft_cpu_name()[0] != '\0' && trnfft_cpu_machine()[0] != '\0');
    assert_true(trnfft_build_info()[0] != '\0');
    assert_true(trnfft_status_name(0)[0] != '\0' && trnfft_status_string(0) != NULL);
    assert_true(trnfft_dtype_size(TRNFFT_F32) == 4);
    assert_true(trnfft_dtype_name(TRNFFT_F32)[0] != '\0');
    EXPECT_OK(trnfft_window_from_name("kaiser:8", &kind, &parameter));
    assert_string_equal(trnfft_window_name(kind), "kaiser");
    assert_true(trnfft_mel_to_hz(trnfft_hz_to_mel(440, 0), 0) > 439);
    assert_true(trnfft_last_error() != NULL);
}

static void run_plan(trnfft_plan *plan, void *workspace, size_t bytes)
{
    trnfft_operand operands[2] = { { space[0], NULL, NULL }, { space[1], NULL, NULL } };
    trnfft_execute_args args = TRNFFT_EXECUTE_ARGS_INIT;
    char text[256];
    EXPECT_OK(
        trnfft_plan_execute(plan, space[0], NULL, space[1], NULL, workspace, bytes));
    args.operands = operands, args.n_operands = 2;
    args.workspace = workspace, args.workspace_bytes = bytes;
    EXPECT_OK(trnfft_plan_execute_with(plan, &args));
    assert_true(trnfft_plan_workspace_bytes(plan) <= bytes);
    assert_true(trnfft_plan_predicted_ns(plan) > 0);
    assert_true(trnfft_plan_describe(plan, text, sizeof text) > 0);
    assert_true(trnfft_plan_describe_candidates(plan, text, sizeof text) == 0);
}

static void run_streams(trnfft_stft_stream *there, trnfft_istft_stream *back)
{
    float samples[64] = { 0 }, re[33], im[33];
    int64_t n, n_bins = trnfft_stft_stream_bins(there);
    assert_true(n_bins == 17 && trnfft_istft_stream_bins(back) == n_bins);
    assert_int_equal(trnfft_stft_stream_dtype(there), TRNFFT_F32);
    EXPECT_OK(trnfft_stft_stream_push(there, samples, 64));
    EXPECT_OK(trnfft_stft_stream_finish(there));
    while (trnfft_stft_stream_pull(there, re, im) == TRNFFT_OK) {
        EXPECT_OK(trnfft_istft_stream_push(back, re, im));
        (void)trnfft_istft_stream_pull(back, samples, 64, &n);
    }
    EXPECT_OK(trnfft_istft_stream_finish(back, -1));
    trnfft_stft_stream_reset(there);
    trnfft_istft_stream_reset(back);
}

static void without_memory(void **state)
{
    (void)state;
    trnfft_context *context = counting_context(), *previous = NULL;
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    trnfft_plan *plan = NULL;
    p.in = view(TRNFFT_F32, FULL, space[0]), p.out = view(TRNFFT_F32, FULL, space[1]);
    memset(space, 0, sizeof space);
    EXPECT_OK(trnfft_plan_create(context, &p, NULL, &plan));
    size_t bytes = trnfft_plan_workspace_bytes(plan);
    void *workspace = malloc(bytes + 1);
    trnfft_stft_options s = TRNFFT_STFT_OPTIONS_INIT;
    s.n_fft = 32, s.stream_capacity = 64;
    trnfft_stft_stream *there = NULL;
    trnfft_istft_stream *back = NULL;
    EXPECT_OK(trnfft_stft_stream_create(context, TRNFFT_F32, &s, &there));
    EXPECT_OK(trnfft_istft_stream_create(context, TRNFFT_F32, &s, &back));
    EXPECT_OK(trnfft_context_set_current(context, &previous));
    trnfft_tensor signal = trnfft_tensor_real(TRNFFT_F32, 1, TEST_LIST(64), space[0]);
    trnfft_tensor frames =
        trnfft_tensor_interleaved(TRNFFT_F32, 2, TEST_LIST(17, 9), space[0]);
    trnfft_cache_stats stats = TRNFFT_CACHE_STATS_INIT;
    int64_t shape[2];

    (void)malloc_fails_at(1);
    (void)allocations_fail_at(1);
    shapes_of_transforms();
    work_on_tensors();
    names_and_defaults();
    EXPECT_OK(trnfft_stft_shape(&signal, &s, shape));
    EXPECT_OK(trnfft_istft_shape(&frames, &s, -1, shape));
    run_streams(there, back);
    EXPECT_OK(trnfft_plan_cache_stats(NULL, &stats));
    EXPECT_OK(trnfft_plan_cache_clear(NULL));
    assert_int_equal(malloc_fails_at(1), 0);
    assert_int_equal(allocations_fail_at(1), 0);
    run_plan(plan, workspace, bytes); /* only the list of candidates asks for memory */
    assert_int_equal(malloc_fails_at(0), 0);
    assert_int_equal(allocations_fail_at(0), 1);

    trnfft_stft_stream_destroy(there);
    trnfft_istft_stream_destroy(back);
    trnfft_plan_destroy(plan);
    free(workspace);
    EXPECT_OK(trnfft_context_set_current(previous, NULL));
    trnfft_context_destroy(context);
}

/* --- nothing is left out */

static char *append(char *text, const char *path)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    size_t length = strlen(text);
    text = realloc(text, length + (1 << 17));
    length += fread(text + length, 1, (1 << 17) - 1, f);
    text[length] = '\0';
    fclose(f);
    return text;
}

static int mentions(const char *text, const char *name)
{
    const size_t n = strlen(name);
    for (const char *p = text; (p = strstr(p, name)) != NULL; p += n) {
        if (!isalnum((unsigned char)p[n]) && p[n] != '_') {
            return 1;
        }
    }
    return 0;
}

static void every_exported_name(void **state)
{
    (void)state;
    static const char folder[] = TRNFFT_SOURCE_DIR "/tests/alloc/";
    char *text = calloc(1, 1), path[1024], line[128];
    static const char *const files[] = { "failing",
                                         "test_alloc_every_function",
                                         "test_alloc_signals",
                                         "test_alloc_transforms",
                                         "test_alloc_wisdom",
                                         "test_alloc_devices",
                                         "test_alloc_neuron" };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        snprintf(path, sizeof path, "%s%s.c", folder, files[i]);
        text = append(text, path);
    }
    FILE *list = fopen(TRNFFT_SOURCE_DIR "/src/trnfft.symbols", "r");
    assert_non_null(list);
    int n_names = 0, n_missing = 0;
    while (fgets(line, sizeof line, list) != NULL) {
        line[strcspn(line, " #\n")] = '\0';
        if (isalpha((unsigned char)line[0])) {
            n_names++;
            if (!mentions(text, line)) {
                n_missing++;
                fprintf(stderr, "%s has no test of what it does without memory\n",
                        line);
            }
        }
    }
    fclose(list);
    free(text);
    printf("%d exported names\n", n_names);
    assert_true(n_names > 100);
    assert_int_equal(n_missing, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(transforms_of_tensors), cmocka_unit_test(functions_of_lines),
        cmocka_unit_test(memory_of_malloc),      cmocka_unit_test(without_memory),
        cmocka_unit_test(every_exported_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
