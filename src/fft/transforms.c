/* transforms.c - the functions on tensors: torch's arguments become a problem, the
 * cache gives its plan. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <trnfft/fft.h>

#include "base/status.h"
#include "fft/arguments.h"
#include "plan/cached.h"
#include "tensor/view.h"

static trnfft_status check_norm(const tfi_fft_function *f, int32_t norm)
{
    if (norm < TRNFFT_NORM_BACKWARD || norm > TRNFFT_NORM_FORWARD) {
        return tfi_fail(
            TRNFFT_ERROR_INVALID_ARGUMENT,
            "%s: norm = %d: must be TRNFFT_NORM_BACKWARD, TRNFFT_NORM_ORTHO or "
            "TRNFFT_NORM_FORWARD",
            f->name, (int)norm);
    }
    return TRNFFT_OK;
}

/* "(4, 501)" in at most 200 bytes. */
static const char *shape_text(int32_t rank, const int64_t *shape, char text[200])
{
    size_t length = 0;
    text[length++] = '(';
    for (int32_t d = 0; d < rank; ++d) {
        length += (size_t)snprintf(text + length, 200 - length, "%s%lld",
                                   d > 0 ? ", " : "", (long long)shape[d]);
    }
    snprintf(text + length, 200 - length, ")");
    return text;
}

static trnfft_status check_output(const tfi_fft_function *f, const tfi_fft_call *call,
                                  int32_t rank, const trnfft_tensor *output)
{
    TFI_TRY(tfi_tensor_check_output(f->name, "output", output));
    if (output->dtype == TRNFFT_S16 || output->dtype == TRNFFT_S24) {
        return tfi_fail(TRNFFT_ERROR_INVALID_DTYPE,
                        "%s: output is %s: results need a floating-point type", f->name,
                        trnfft_dtype_name(output->dtype));
    }
    bool real = output->im == NULL;
    /* Without elements there is no data, so a view of complex data has no im either. */
    if (real != f->transform->real_output && tfi_tensor_numel(output) > 0) {
        return tfi_fail(TRNFFT_ERROR_INVALID_DTYPE,
                        "%s: output is %s: the result is %s", f->name,
                        real ? "real" : "complex", real ? "complex" : "real");
    }
    bool same = output->rank == rank;
    for (int32_t d = 0; same && d < rank; ++d) {
        same = output->shape[d] == call->shape[d];
    }
    if (!same) {
        char expected[200], given[200];
        return tfi_fail(TRNFFT_ERROR_INVALID_SHAPE,
                        "%s: output has the shape %s, the result has %s", f->name,
                        shape_text(output->rank, output->shape, given),
                        shape_text(rank, call->shape, expected));
    }
    return TRNFFT_OK;
}

static trnfft_status transform(const tfi_fft_function *f, const tfi_fft_arguments *a,
                               int32_t norm, const trnfft_tensor *output)
{
    tfi_fft_call call;
    TFI_TRY(tfi_tensor_check(f->name, "input", a->input));
    TFI_TRY(tfi_fft_resolve(f, a, &call));
    TFI_TRY(check_norm(f, norm));
    TFI_TRY(check_output(f, &call, a->input->rank, output));
    if (tfi_tensor_numel(output) == 0) {
        return TRNFFT_OK; /* an empty batch */
    }
    trnfft_problem problem = TRNFFT_PROBLEM_INIT;
    if (call.n_dim == 0) { /* no dimension is transformed */
        problem.kind = TRNFFT_KIND_COPY;
    }
    problem.op = f->transform->op;
    problem.in = *a->input;
    problem.out = *output;
    problem.n_dim = call.n_dim;
    problem.norm = norm;
    memcpy(problem.dim, call.dim, sizeof call.dim);
    memcpy(problem.n, call.n, sizeof call.n);
    return tfi_run_problem(f->name, &problem, NULL);
}

static trnfft_status shape_of(const tfi_fft_function *f, const tfi_fft_arguments *a,
                              int64_t *shape)
{
    tfi_fft_call call;
    TFI_TRY(tfi_fft_resolve(f, a, &call));
    if (a->input->rank == 0) {
        return TRNFFT_OK;
    }
    if (shape == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: shape = NULL", f->name);
    }
    memcpy(shape, call.shape, (size_t)a->input->rank * sizeof shape[0]);
    return TRNFFT_OK;
}

/* The six families; each has three members and a shape function for each. */
#define LINE(name)                                                                  \
    trnfft_status trnfft_##name(const trnfft_tensor *input, int64_t n, int32_t dim, \
                                int32_t norm, const trnfft_tensor *output)          \
    {                                                                               \
        static const tfi_fft_function f = { "trnfft_" #name, &tfi_transform_##name, \
                                            TFI_FFT_LINE };                         \
        const tfi_fft_arguments a = { input, &n, &dim, 1 };                         \
        return transform(&f, &a, norm, output);                                     \
    }                                                                               \
    trnfft_status trnfft_##name##_shape(const trnfft_tensor *input, int64_t n,      \
                                        int32_t dim, int64_t *shape)                \
    {                                                                               \
        static const tfi_fft_function f = { "trnfft_" #name "_shape",               \
                                            &tfi_transform_##name, TFI_FFT_LINE };  \
        const tfi_fft_arguments a = { input, &n, &dim, 1 };                         \
        return shape_of(&f, &a, shape);                                             \
    }

#define PLANE(name)                                                                    \
    trnfft_status trnfft_##name##2(const trnfft_tensor *input, const int64_t *s,       \
                                   const int32_t *dim, int32_t norm,                   \
                                   const trnfft_tensor *output)                        \
    {                                                                                  \
        static const tfi_fft_function f = { "trnfft_" #name "2",                       \
                                            &tfi_transform_##name, TFI_FFT_PLANE };    \
        const tfi_fft_arguments a = { input, s, dim, 2 };                              \
        return transform(&f, &a, norm, output);                                        \
    }                                                                                  \
    trnfft_status trnfft_##name##2_shape(const trnfft_tensor *input, const int64_t *s, \
                                         const int32_t *dim, int64_t *shape)           \
    {                                                                                  \
        static const tfi_fft_function f = { "trnfft_" #name "2_shape",                 \
                                            &tfi_transform_##name, TFI_FFT_PLANE };    \
        const tfi_fft_arguments a = { input, s, dim, 2 };                              \
        return shape_of(&f, &a, shape);                                                \
    }

#define ND(name)                                                                       \
    trnfft_status trnfft_##name##n(const trnfft_tensor *input, const int64_t *s,       \
                                   const int32_t *dim, int32_t n_dim, int32_t norm,    \
                                   const trnfft_tensor *output)                        \
    {                                                                                  \
        static const tfi_fft_function f = { "trnfft_" #name "n",                       \
                                            &tfi_transform_##name, TFI_FFT_ND };       \
        const tfi_fft_arguments a = { input, s, dim, n_dim };                          \
        return transform(&f, &a, norm, output);                                        \
    }                                                                                  \
    trnfft_status trnfft_##name##n_shape(const trnfft_tensor *input, const int64_t *s, \
                                         const int32_t *dim, int32_t n_dim,            \
                                         int64_t *shape)                               \
    {                                                                                  \
        static const tfi_fft_function f = { "trnfft_" #name "n_shape",                 \
                                            &tfi_transform_##name, TFI_FFT_ND };       \
        const tfi_fft_arguments a = { input, s, dim, n_dim };                          \
        return shape_of(&f, &a, shape);                                                \
    }

#define FAMILY(name) LINE(name) PLANE(name) ND(name)

FAMILY(fft)
FAMILY(ifft)
FAMILY(rfft)
FAMILY(irfft)
FAMILY(hfft)
FAMILY(ihfft)
