/* lines.c - the functions of one line: contiguous arrays become tensors of rank 1. */
#include <stddef.h>
#include <stdint.h>

#include <trnfft/fft.h>

#include "base/status.h"
#include "plan/cached.h"

/* Lengths whose arrays of pairs stay below 2^61 bytes, the limit of tensors. */
#define MAX_LENGTH (INT64_C(1) << 56)

/* One operand: n points; im NULL = real; step 1, or 2 for pairs. */
static trnfft_tensor view(int32_t dtype, int64_t n, int64_t step, const void *re,
                          const void *im)
{
    trnfft_tensor t = { .dtype = dtype, .rank = 1 };
    t.shape[0] = n;
    t.strides[0] = step;
    t.re = (void *)(uintptr_t)re; /* inputs are only read */
    t.im = (void *)(uintptr_t)im;
    return t;
}

static trnfft_status run(const char *function, int32_t op, int64_t n, trnfft_tensor in,
                         trnfft_tensor out)
{
    trnfft_problem problem = TRNFFT_PROBLEM_INIT;
    problem.op = op;
    problem.in = in;
    problem.out = out;
    problem.n_dim = 1;
    problem.n[0] = n;
    return tfi_run_problem(function, &problem, NULL);
}

static trnfft_status check(const char *function, int64_t n, const char *null_name)
{
    if (null_name != NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: %s = NULL: an array is needed", function, null_name);
    }
    if (n < 1) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: n = %lld: a transform needs at least one point", function,
                        (long long)n);
    }
    if (n > MAX_LENGTH) {
        return tfi_fail(TRNFFT_ERROR_OVERFLOW,
                        "%s: n = %lld: the arrays do not fit the address space",
                        function, (long long)n);
    }
    return TRNFFT_OK;
}

/* fft and ifft, interleaved. */
#define PAIRS(name, operation, suffix, type, dtype)                                 \
    trnfft_status trnfft_##name##suffix(int64_t n, const type *input, type *output) \
    {                                                                               \
        static const char function[] = "trnfft_" #name #suffix;                     \
        TFI_TRY(check(function, n,                                                  \
                      input == NULL    ? "input"                                    \
                      : output == NULL ? "output"                                   \
                                       : NULL));                                    \
        return run(function, operation, n, view(dtype, n, 2, input, input + 1),     \
                   view(dtype, n, 2, output, output + 1));                          \
    }

/* fft and ifft, split. */
#define SPLIT(name, operation, suffix, type, dtype)                                    \
    trnfft_status trnfft_##name##_split##suffix(int64_t n, const type *input_re,       \
                                                const type *input_im, type *output_re, \
                                                type *output_im)                       \
    {                                                                                  \
        static const char function[] = "trnfft_" #name "_split" #suffix;               \
        TFI_TRY(check(function, n,                                                     \
                      input_re == NULL    ? "input_re"                                 \
                      : input_im == NULL  ? "input_im"                                 \
                      : output_re == NULL ? "output_re"                                \
                      : output_im == NULL ? "output_im"                                \
                                          : NULL));                                    \
        return run(function, operation, n, view(dtype, n, 1, input_re, input_im),      \
                   view(dtype, n, 1, output_re, output_im));                           \
    }

#define REAL(suffix, type, dtype)                                                  \
    trnfft_status trnfft_rfft##suffix(int64_t n, const type *input, type *output)  \
    {                                                                              \
        static const char function[] = "trnfft_rfft" #suffix;                      \
        TFI_TRY(check(function, n,                                                 \
                      input == NULL    ? "input"                                   \
                      : output == NULL ? "output"                                  \
                                       : NULL));                                   \
        return run(function, TRNFFT_OP_RFFT, n, view(dtype, n, 1, input, NULL),    \
                   view(dtype, n / 2 + 1, 2, output, output + 1));                 \
    }                                                                              \
    trnfft_status trnfft_irfft##suffix(int64_t n, const type *input, type *output) \
    {                                                                              \
        static const char function[] = "trnfft_irfft" #suffix;                     \
        TFI_TRY(check(function, n,                                                 \
                      input == NULL    ? "input"                                   \
                      : output == NULL ? "output"                                  \
                                       : NULL));                                   \
        return run(function, TRNFFT_OP_IRFFT, n,                                   \
                   view(dtype, n / 2 + 1, 2, input, input + 1),                    \
                   view(dtype, n, 1, output, NULL));                               \
    }                                                                              \
    trnfft_status trnfft_rfft_split##suffix(int64_t n, const type *input,          \
                                            type *output_re, type *output_im)      \
    {                                                                              \
        static const char function[] = "trnfft_rfft_split" #suffix;                \
        TFI_TRY(check(function, n,                                                 \
                      input == NULL       ? "input"                                \
                      : output_re == NULL ? "output_re"                            \
                      : output_im == NULL ? "output_im"                            \
                                          : NULL));                                \
        return run(function, TRNFFT_OP_RFFT, n, view(dtype, n, 1, input, NULL),    \
                   view(dtype, n / 2 + 1, 1, output_re, output_im));               \
    }                                                                              \
    trnfft_status trnfft_irfft_split##suffix(int64_t n, const type *input_re,      \
                                             const type *input_im, type *output)   \
    {                                                                              \
        static const char function[] = "trnfft_irfft_split" #suffix;               \
        TFI_TRY(check(function, n,                                                 \
                      input_re == NULL   ? "input_re"                              \
                      : input_im == NULL ? "input_im"                              \
                      : output == NULL   ? "output"                                \
                                         : NULL));                                   \
        return run(function, TRNFFT_OP_IRFFT, n,                                   \
                   view(dtype, n / 2 + 1, 1, input_re, input_im),                  \
                   view(dtype, n, 1, output, NULL));                               \
    }

#define TYPE(suffix, type, dtype)                    \
    PAIRS(fft, TRNFFT_OP_FFT, suffix, type, dtype)   \
    PAIRS(ifft, TRNFFT_OP_IFFT, suffix, type, dtype) \
    SPLIT(fft, TRNFFT_OP_FFT, suffix, type, dtype)   \
    SPLIT(ifft, TRNFFT_OP_IFFT, suffix, type, dtype) \
    REAL(suffix, type, dtype)

TYPE(_f32, float, TRNFFT_F32)
TYPE(_f64, double, TRNFFT_F64)
