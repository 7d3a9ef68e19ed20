/* lines.c - the functions of one line: contiguous arrays become tensors of rank 1. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <trnfft/fft.h>

#include "base/status.h"
#include "plan/cached.h"

/* Lengths whose arrays of pairs stay below 2^61 bytes, the limit of tensors. */
#define MAX_LENGTH (INT64_C(1) << 56)

/* One operand: `count` points; im NULL = real; step 1, or 2 for pairs. */
typedef struct line {
    int64_t count, step;
    const void *re, *im;
} line;

static void set_view(trnfft_tensor *t, int32_t dtype, const line *l)
{
    t->dtype = dtype;
    t->rank = 1;
    t->shape[0] = l->count;
    t->strides[0] = l->step;
    t->re = (void *)(uintptr_t)l->re; /* inputs are only read */
    t->im = (void *)(uintptr_t)l->im;
}

/* The time of a small transform is the time to get here and back: the problem is zeroed
 * and filled where it is, not made of copies. Zero is the default of all but n and
 * length. */
static trnfft_status run(const char *function, int32_t op, int32_t dtype, int64_t n,
                         line in, line out)
{
    trnfft_problem problem;
    memset(&problem, 0, sizeof problem);
    problem.struct_size = sizeof problem;
    problem.op = op;
    set_view(&problem.in, dtype, &in);
    set_view(&problem.out, dtype, &out);
    problem.n_dim = 1;
    problem.n[0] = n;
    problem.length = -1;
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
        return run(function, operation, dtype, n, (line){ n, 2, input, input + 1 }, \
                   (line){ n, 2, output, output + 1 });                             \
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
        return run(function, operation, dtype, n, (line){ n, 1, input_re, input_im },  \
                   (line){ n, 1, output_re, output_im });                              \
    }

#define REAL(suffix, type, dtype)                                                   \
    trnfft_status trnfft_rfft##suffix(int64_t n, const type *input, type *output)   \
    {                                                                               \
        static const char function[] = "trnfft_rfft" #suffix;                       \
        TFI_TRY(check(function, n,                                                  \
                      input == NULL    ? "input"                                    \
                      : output == NULL ? "output"                                   \
                                       : NULL));                                    \
        return run(function, TRNFFT_OP_RFFT, dtype, n, (line){ n, 1, input, NULL }, \
                   (line){ n / 2 + 1, 2, output, output + 1 });                     \
    }                                                                               \
    trnfft_status trnfft_irfft##suffix(int64_t n, const type *input, type *output)  \
    {                                                                               \
        static const char function[] = "trnfft_irfft" #suffix;                      \
        TFI_TRY(check(function, n,                                                  \
                      input == NULL    ? "input"                                    \
                      : output == NULL ? "output"                                   \
                                       : NULL));                                    \
        return run(function, TRNFFT_OP_IRFFT, dtype, n,                             \
                   (line){ n / 2 + 1, 2, input, input + 1 },                        \
                   (line){ n, 1, output, NULL });                                   \
    }                                                                               \
    trnfft_status trnfft_rfft_split##suffix(int64_t n, const type *input,           \
                                            type *output_re, type *output_im)       \
    {                                                                               \
        static const char function[] = "trnfft_rfft_split" #suffix;                 \
        TFI_TRY(check(function, n,                                                  \
                      input == NULL       ? "input"                                 \
                      : output_re == NULL ? "output_re"                             \
                      : output_im == NULL ? "output_im"                             \
                                          : NULL));                                 \
        return run(function, TRNFFT_OP_RFFT, dtype, n, (line){ n, 1, input, NULL }, \
                   (line){ n / 2 + 1, 1, output_re, output_im });                   \
    }                                                                               \
    trnfft_status trnfft_irfft_split##suffix(int64_t n, const type *input_re,       \
                                             const type *input_im, type *output)    \
    {                                                                               \
        static const char function[] = "trnfft_irfft_split" #suffix;                \
        TFI_TRY(check(function, n,                                                  \
                      input_re == NULL   ? "input_re"                               \
                      : input_im == NULL ? "input_im"                               \
                      : output == NULL   ? "output"                                 \
                                         : NULL));                                    \
        return run(function, TRNFFT_OP_IRFFT, dtype, n,                             \
                   (line){ n / 2 + 1, 1, input_re, input_im },                      \
                   (line){ n, 1, output, NULL });                                   \
    }

#define TYPE(suffix, type, dtype)                    \
    PAIRS(fft, TRNFFT_OP_FFT, suffix, type, dtype)   \
    PAIRS(ifft, TRNFFT_OP_IFFT, suffix, type, dtype) \
    SPLIT(fft, TRNFFT_OP_FFT, suffix, type, dtype)   \
    SPLIT(ifft, TRNFFT_OP_IFFT, suffix, type, dtype) \
    REAL(suffix, type, dtype)

TYPE(_f32, float, TRNFFT_F32)
TYPE(_f64, double, TRNFFT_F64)
