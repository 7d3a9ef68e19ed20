/* arguments.c - resolves n or s, and dim, by torch's rules. */
#include "fft/arguments.h"

#include <stdio.h>
#include <string.h>

#include "base/status.h"
#include "tensor/view.h"

const tfi_transform tfi_transform_fft = { .op = TRNFFT_OP_FFT };
const tfi_transform tfi_transform_ifft = { .op = TRNFFT_OP_IFFT };
const tfi_transform tfi_transform_rfft = { .op = TRNFFT_OP_RFFT,
                                           .real_input = true,
                                           .half_output = true };
const tfi_transform tfi_transform_irfft = { .op = TRNFFT_OP_IRFFT,
                                            .half_input = true,
                                            .real_output = true };
const tfi_transform tfi_transform_hfft = { .op = TRNFFT_OP_HFFT,
                                           .half_input = true,
                                           .real_output = true };
const tfi_transform tfi_transform_ihfft = { .op = TRNFFT_OP_IHFFT,
                                            .real_input = true,
                                            .half_output = true };

/* "n" or "s[2]", "dim" or "dim[2]": how the caller knows the argument. */
typedef char argument_name[24];

static const char *name_of(const tfi_fft_function *f, const char *line,
                           const char *list, int32_t index, argument_name text)
{
    if (f->form == TFI_FFT_LINE) {
        return line;
    }
    snprintf(text, sizeof(argument_name), "%s[%d]", list, (int)index);
    return text;
}

static trnfft_status check_input(const tfi_fft_function *f, const trnfft_tensor *input)
{
    TFI_TRY(tfi_tensor_check_layout(f->name, "input", input));
    if (input->dtype == TRNFFT_S16 || input->dtype == TRNFFT_S24) {
        return tfi_fail(TRNFFT_ERROR_INVALID_DTYPE,
                        "%s: input is %s: integer samples are not transformed, convert "
                        "them to f32 with trnfft_tensor_copy first",
                        f->name, trnfft_dtype_name(input->dtype));
    }
    if (f->transform->real_input && input->im != NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_DTYPE,
                        "%s: input is complex: this transform takes real input, use "
                        "trnfft_%s for complex",
                        f->name, f->transform->op == TRNFFT_OP_RFFT ? "fft" : "ifft");
    }
    int32_t least = f->form == TFI_FFT_LINE ? 1 : f->form == TFI_FFT_PLANE ? 2 : 0;
    if (input->rank < least) {
        return tfi_fail(TRNFFT_ERROR_INVALID_SHAPE,
                        "%s: input has rank %d: the transform needs at least %d "
                        "dimension%s",
                        f->name, (int)input->rank, (int)least, least == 1 ? "" : "s");
    }
    return TRNFFT_OK;
}

/* How many dimensions are transformed, and which they are as the caller says it:
 * from dim, or the last ones. */
static trnfft_status count_dims(const tfi_fft_function *f, const tfi_fft_arguments *a,
                                tfi_fft_call *call)
{
    int32_t rank = a->input->rank;
    bool all = a->dim == NULL && a->s == NULL && a->n_dim == 0;
    call->n_dim = all ? rank : a->n_dim;
    if (a->n_dim < 0) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: n_dim = %d: a count cannot be negative", f->name,
                        (int)a->n_dim);
    }
    if (a->n_dim > rank) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: n_dim = %d: the input has only %d dimension%s", f->name,
                        (int)a->n_dim, (int)rank, rank == 1 ? "" : "s");
    }
    bool halves = f->transform->half_input || f->transform->half_output;
    if (call->n_dim == 0 && halves) {
        return tfi_fail(all ? TRNFFT_ERROR_INVALID_SHAPE
                            : TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: %s: the transform needs at least 1 dimension", f->name,
                        all ? "input has rank 0" : "n_dim = 0");
    }
    return TRNFFT_OK;
}

static trnfft_status resolve_dims(const tfi_fft_function *f, const tfi_fft_arguments *a,
                                  tfi_fft_call *call)
{
    TFI_TRY(count_dims(f, a, call));
    int32_t rank = a->input->rank;
    unsigned seen = 0;
    for (int32_t i = 0; i < call->n_dim; ++i) {
        argument_name text;
        int32_t given = a->dim != NULL ? a->dim[i] : rank - call->n_dim + i;
        if (given < -rank || given >= rank) {
            return tfi_fail(
                TRNFFT_ERROR_INVALID_ARGUMENT,
                "%s: %s = %d: out of range, the input has dimensions %d … %d", f->name,
                name_of(f, "dim", "dim", i, text), (int)given, (int)-rank,
                (int)rank - 1);
        }
        int32_t d = given < 0 ? given + rank : given;
        if ((seen >> d & 1U) != 0) {
            return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                            "%s: %s = %d repeats dimension %d", f->name,
                            name_of(f, "dim", "dim", i, text), (int)given, (int)d);
        }
        seen |= 1U << d;
        call->dim[i] = d;
    }
    return TRNFFT_OK;
}

/* The length of transform i: as given, or what the size of its dimension implies. */
static trnfft_status resolve_length(const tfi_fft_function *f,
                                    const tfi_fft_arguments *a, int32_t i,
                                    tfi_fft_call *call)
{
    argument_name text;
    int64_t size = a->input->shape[call->dim[i]];
    int64_t n = a->s != NULL ? a->s[i] : TRNFFT_N_DEFAULT;
    bool implied = n == TRNFFT_N_DEFAULT;
    if (implied && f->transform->half_input && i == call->n_dim - 1) {
        if (size >
            INT64_MAX / 2) { /* sizes are bounded only where there are elements */
            return tfi_fail(
                TRNFFT_ERROR_OVERFLOW,
                "%s: the %lld bins of dimension %d stand for more points than "
                "fit 64 bits",
                f->name, (long long)size, (int)call->dim[i]);
        }
        n = 2 * (size - 1);
    } else if (implied) {
        n = size;
    }
    if (n < 1 && implied) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: invalid n (%lld), implied by size %lld of dimension %d: a "
                        "transform needs at least one point, give %s",
                        f->name, (long long)n, (long long)size, (int)call->dim[i],
                        name_of(f, "n", "s", i, text));
    }
    if (n < 1) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: %s = %lld: a transform needs at least one point", f->name,
                        name_of(f, "n", "s", i, text), (long long)n);
    }
    call->n[i] = n;
    return TRNFFT_OK;
}

trnfft_status tfi_fft_resolve(const tfi_fft_function *function,
                              const tfi_fft_arguments *arguments, tfi_fft_call *call)
{
    TFI_TRY(check_input(function, arguments->input));
    TFI_TRY(resolve_dims(function, arguments, call));
    memcpy(call->shape, arguments->input->shape, sizeof call->shape);
    for (int32_t i = 0; i < call->n_dim; ++i) {
        TFI_TRY(resolve_length(function, arguments, i, call));
        call->shape[call->dim[i]] = call->n[i];
    }
    if (function->transform->half_output) {
        int32_t last = call->n_dim - 1;
        call->shape[call->dim[last]] = call->n[last] / 2 + 1;
    }
    return TRNFFT_OK;
}
