/* Do large transforms give the right values and the same bits for any number of
 * threads, in place, at any address, in either layout? Do the threads end with their
 * context, and does a child of fork() have its own? */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <dirent.h>
#include <math.h>
#include <sys/wait.h>
#include <unistd.h>

#include <trnfft/trnfft.h>

#include "support/random.h"
#include "support/reference.h"
#include "support/tensors.h"

typedef struct request {
    int32_t dtype;
    int64_t n, batch;
    int split, inverse, n_threads;
} request;

static size_t part_bytes(const request *r)
{
    return (size_t)(r->n * r->batch) * (r->dtype == TRNFFT_F64 ? 8 : 4);
}

static double get(const request *r, const void *p, int64_t i)
{
    return r->dtype == TRNFFT_F64 ? ((const double *)p)[i]
                                  : (double)((const float *)p)[i];
}

/* Where component `part` of point i of an operand at p lies. */
static int64_t place(const request *r, int64_t i, int part)
{
    return r->split ? i + part * r->n * r->batch : 2 * i + part;
}

static void *new_memory(const request *r)
{
    return aligned_alloc(64, (2 * part_bytes(r) + 191) / 64 * 64);
}

static void *new_input(const request *r)
{
    void *p = new_memory(r);
    test_random random = test_random_seed(7);
    for (int64_t i = 0; i < 2 * r->n * r->batch; i++) {
        const float x = test_random_unit_f32(&random);
        if (r->dtype == TRNFFT_F64) {
            ((double *)p)[i] = (double)x;
        } else {
            ((float *)p)[i] = x;
        }
    }
    return p;
}

static trnfft_tensor tensor_at(const request *r, void *p)
{
    const int64_t shape[2] = { r->batch, r->n };
    return r->split
               ? trnfft_tensor_split(r->dtype, 2, shape, p, (char *)p + part_bytes(r))
               : trnfft_tensor_interleaved(r->dtype, 2, shape, p);
}

static void transform(const request *r, void *in, void *out)
{
    trnfft_context_options o = TRNFFT_CONTEXT_OPTIONS_INIT;
    trnfft_context *context = NULL, *before = NULL;
    o.n_threads = r->n_threads;
    assert_int_equal(trnfft_context_create(&o, &context), TRNFFT_OK);
    trnfft_context_set_current(context, &before);
    const trnfft_tensor x = tensor_at(r, in);
    trnfft_tensor y = tensor_at(r, out);
    const trnfft_status status =
        r->inverse ? trnfft_ifft(&x, r->n, -1, TRNFFT_NORM_BACKWARD, &y)
                   : trnfft_fft(&x, r->n, -1, TRNFFT_NORM_BACKWARD, &y);
    assert_int_equal(status, TRNFFT_OK);
    trnfft_context_set_current(before, NULL);
    trnfft_context_destroy(context);
}

/* Bin k of the last line by its definition. */
static void expect_bin(const request *r, const void *in, const void *out, int64_t k)
{
    const int64_t first = (r->batch - 1) * r->n;
    long double re = 0, im = 0, power = 0;
    for (int64_t j = 0; j < r->n; j++) {
        const test_complex w =
            test_root((int64_t)((uint64_t)j * (uint64_t)k % (uint64_t)r->n), r->n);
        const long double a = get(r, in, place(r, first + j, 0));
        const long double b = get(r, in, place(r, first + j, 1));
        const long double s = r->inverse ? -w.im : w.im;
        re += a * w.re - b * s;
        im += a * s + b * w.re;
        power += a * a + b * b;
    }
    const long double scale = r->inverse ? 1.0L / (long double)r->n : 1.0L;
    const long double dr = get(r, out, place(r, first + k, 0)) - re * scale;
    const long double di = get(r, out, place(r, first + k, 1)) - im * scale;
    const long double bound = r->dtype == TRNFFT_F64 ? 4e-15L : 2e-6L;
    assert_true(sqrtl(dr * dr + di * di) <= bound * scale * sqrtl(power));
}

static void check(request r)
{
    void *in = new_input(&r), *one = new_memory(&r), *other = new_memory(&r);
    char *odd = (char *)other + (r.dtype == TRNFFT_F64 ? 8 : 4);
    r.n_threads = 1;
    transform(&r, in, one);
    expect_bin(&r, in, one, 1);
    expect_bin(&r, in, one, r.n / 2 + 3);
    for (r.n_threads = 2; r.n_threads <= 3; r.n_threads++) {
        memset(other, 0xff, 2 * part_bytes(&r));
        transform(&r, in, other);
        assert_memory_equal(one, other, 2 * part_bytes(&r));
    }
    r.n_threads = 2;
    transform(&r, in, odd); /* not aligned: never past the caches */
    assert_memory_equal(one, odd, 2 * part_bytes(&r));
    transform(&r, in, in);
    assert_memory_equal(one, in, 2 * part_bytes(&r));
    free(in);
    free(one);
    free(other);
}

static void same_bits_for_any_number(void **state)
{
    (void)state;
    check((request){ TRNFFT_F32, 1 << 18, 1, 0, 0, 0 });
    check((request){ TRNFFT_F32, 1 << 19, 1, 1, 0, 0 });
    check((request){ TRNFFT_F64, 1 << 18, 1, 1, 1, 0 });
    check((request){ TRNFFT_F32, 500000, 3, 0, 1, 0 });
    check((request){ TRNFFT_F64, 344064, 1, 0, 0, 0 });
}

static void wide_strips(void **state)
{
    (void)state;
    check((request){ TRNFFT_F32, 1 << 21, 1, 0, 0, 0 });
    check((request){ TRNFFT_F32, 2000000, 1, 1, 0, 0 });
}

/* Threads of this process; 0: cannot be told here. */
static int count_threads(void)
{
    DIR *directory = opendir("/proc/self/task");
    int count = 0;
    for (struct dirent *e; directory != NULL && (e = readdir(directory)) != NULL;) {
        count += e->d_name[0] != '.';
    }
    if (directory != NULL) {
        closedir(directory);
    }
    return count;
}

static trnfft_status some_work(void)
{
    enum { ROWS = 256, N = 1024 };
    static float x[2 * ROWS * N];
    const int64_t shape[2] = { ROWS, N };
    const trnfft_tensor in = trnfft_tensor_interleaved(TRNFFT_F32, 2, shape, x);
    trnfft_tensor out = in;
    return trnfft_fft(&in, N, -1, TRNFFT_NORM_ORTHO, &out);
}

static void threads_end_with_their_context(void **state)
{
    (void)state;
    const int before = count_threads();
    trnfft_context_options o = TRNFFT_CONTEXT_OPTIONS_INIT;
    trnfft_context *context = NULL;
    o.n_threads = 4;
    assert_int_equal(trnfft_context_create(&o, &context), TRNFFT_OK);
    trnfft_context_set_current(context, NULL);
    for (int i = 0; i < 10; i++) {
        assert_int_equal(some_work(), TRNFFT_OK);
    }
    if (before > 0) {
        assert_int_equal(count_threads(), before + 3);
    }
    trnfft_context_destroy(context);
    assert_int_equal(count_threads(), before);
}

static void environment_says_how_many(void **state)
{
    (void)state;
    const int before = count_threads();
    static const struct {
        const char *text;
        int helpers;
    } cases[] = { { "3", 2 }, { "1", 0 }, { "0", 0 }, { "many", 0 }, { "2x", 0 } };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        trnfft_shutdown();
        assert_int_equal(setenv("TRNFFT_THREADS", cases[i].text, 1), 0);
        assert_int_equal(some_work(), TRNFFT_OK);
        if (before > 0) {
            assert_int_equal(count_threads(), before + cases[i].helpers);
        }
    }
    unsetenv("TRNFFT_THREADS");
    trnfft_shutdown();
}

static void a_child_has_threads_of_its_own(void **state)
{
    (void)state;
    trnfft_context_options o = TRNFFT_CONTEXT_OPTIONS_INIT;
    trnfft_context *context = NULL;
    o.n_threads = TRNFFT_ALL_THREADS;
    assert_int_equal(trnfft_context_create(&o, &context), TRNFFT_OK);
    trnfft_context_set_current(context, NULL);
    assert_int_equal(some_work(), TRNFFT_OK);
    if (TEST_SANITIZED) { /* the thread sanitizer allows no threads after fork() */
        trnfft_context_destroy(context);
        skip();
    }
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        _exit(some_work() == TRNFFT_OK ? 0 : 1);
    }
    int status = 1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_int_equal(some_work(), TRNFFT_OK);
    trnfft_context_destroy(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_bits_for_any_number),
        cmocka_unit_test(wide_strips),
        cmocka_unit_test(threads_end_with_their_context),
        cmocka_unit_test(environment_says_how_many),
        cmocka_unit_test(a_child_has_threads_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
