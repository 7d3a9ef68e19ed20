/* tensors.h - tensors of any dtype and layout, filled from and read back as doubles. */
#ifndef TESTS_SUPPORT_TENSORS_H
#define TESTS_SUPPORT_TENSORS_H

#include <stdint.h>

#include <trnfft/dtype.h>
#include <trnfft/status.h>
#include <trnfft/tensor.h>

/* A list of sizes or dims in place: TEST_LIST(2, 3). */
#define TEST_LIST(...) ((int64_t[]){ __VA_ARGS__ })
#define TEST_DIMS(...) ((int32_t[]){ __VA_ARGS__ })

/* Contiguous C order, malloc'd (so that a sanitizer sees its ends) and filled with
 * 0xA5. */
trnfft_tensor test_tensor(int32_t dtype, int32_t layout, int32_t rank,
                          const int64_t *shape);
void test_tensor_free(trnfft_tensor *tensor);

int64_t test_tensor_size(const trnfft_tensor *tensor); /* elements */
int test_tensor_is_complex(const trnfft_tensor *tensor);

/* Values in C order whatever the strides; complex tensors take re, im pairs. */
void test_tensor_set(const trnfft_tensor *tensor, const double *values);
void test_tensor_get(const trnfft_tensor *tensor, double *values);

/* A new tensor with these values (pairs unless layout is TRNFFT_REAL). */
trnfft_tensor test_tensor_of(int32_t dtype, int32_t layout, int32_t rank,
                             const int64_t *shape, const double *values);

/* max |a - b| / max |b| over components; NaN anywhere in either: +inf. b has the
 * tensor's size. */
double test_tensor_error(const trnfft_tensor *tensor, const double *expected);

/* Fails the running test, printing both, unless the error is <= tolerance. */
void test_expect_values(const trnfft_tensor *tensor, const double *expected,
                        double tolerance, const char *file, int line);
#define EXPECT_VALUES(tensor, expected, tolerance) \
    test_expect_values((tensor), (expected), (tolerance), __FILE__, __LINE__)

/* Fails unless status is OK (printing the sentence). */
void test_expect_ok(trnfft_status status, const char *what, const char *file, int line);
#define EXPECT_OK(call) test_expect_ok((call), #call, __FILE__, __LINE__)

/* Fails unless status is that error and the sentence contains `part` (NULL: any, not
 * empty). */
void test_expect_error(trnfft_status got, trnfft_status wanted, const char *part,
                       const char *what, const char *file, int line);
#define EXPECT_ERROR(call, wanted, part) \
    test_expect_error((call), (wanted), (part), #call, __FILE__, __LINE__)
/* Any error at all. */
#define EXPECT_REFUSED(call) EXPECT_ERROR(call, TRNFFT_OK, NULL)

/* Both layouts times f32 and f64, for loops over a case. */
typedef struct test_variant {
    int32_t dtype;
    int32_t layout;
    double tolerance; /* of the failure-class table, not below what it prints */
} test_variant;
extern const test_variant test_variants[4];

/* 1 when the environment asks for the long run (TRNFFT_TEST_FULL=1). */
int test_full(void);
/* Scales a number of rounds down under sanitizers and emulators (TRNFFT_TEST_QUICK=1).
 */
int64_t test_rounds(int64_t rounds);

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TEST_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define TEST_SANITIZED 1
#endif
#endif
#ifndef TEST_SANITIZED
#define TEST_SANITIZED 0
#endif
/* Whether times tell anything: not where code counts its lines either. */
#ifndef TEST_TIMED
#define TEST_TIMED !TEST_SANITIZED
#endif

#endif
