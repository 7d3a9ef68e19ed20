/* shift.c - fftshift and ifftshift: cyclic moves along some dimensions. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <trnfft/fft.h>

#include "base/status.h"
#include "tensor/view.h"

/* How far every dimension moves: element j goes to (j + amount) mod size, 0 <=
 * amount < size. */
typedef struct shift_call {
    const char *function;
    int64_t amount[TRNFFT_MAX_RANK];
} shift_call;

/* fftshift moves by n/2, ifftshift by n - n/2; a dimension named twice moves twice. */
static void add_move(shift_call *call, const trnfft_tensor *t, int32_t d, bool back)
{
    int64_t n = t->shape[d];
    int64_t move = back ? n - n / 2 : n / 2;
    if (n > 0) {
        /* Both terms are at most n, which is far below 2^62. */
        call->amount[d] = (call->amount[d] + move) % n;
    }
}

static trnfft_status resolve(shift_call *call, const trnfft_tensor *t,
                             const int32_t *dim, int32_t n_dim, bool back)
{
    memset(call->amount, 0, sizeof call->amount);
    if (dim == NULL) {
        for (int32_t d = 0; d < t->rank; ++d) {
            add_move(call, t, d, back);
        }
        return TRNFFT_OK;
    }
    if (n_dim < 0) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: n_dim = %d: a count cannot be negative", call->function,
                        (int)n_dim);
    }
    for (int32_t i = 0; i < n_dim; ++i) {
        if (dim[i] < -t->rank || dim[i] >= t->rank) {
            return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                            "%s: dim[%d] = %d: out of range for a tensor of rank %d",
                            call->function, (int)i, (int)dim[i], (int)t->rank);
        }
        add_move(call, t, dim[i] < 0 ? dim[i] + t->rank : dim[i], back);
    }
    return TRNFFT_OK;
}

/* Copies the up to 2^rank blocks that keep together, dimension by dimension. */
static trnfft_status copy_moved(const shift_call *call, int32_t d,
                                const trnfft_tensor *in, const trnfft_tensor *out)
{
    while (d < in->rank && call->amount[d] == 0) {
        ++d;
    }
    if (d == in->rank) {
        return trnfft_tensor_copy(in, out);
    }
    int64_t n = in->shape[d];
    int64_t amount = call->amount[d];
    trnfft_tensor from, to;
    TFI_TRY(trnfft_tensor_slice(in, d, 0, n - amount, 1, &from));
    TFI_TRY(trnfft_tensor_slice(out, d, amount, n - amount, 1, &to));
    TFI_TRY(copy_moved(call, d + 1, &from, &to));
    TFI_TRY(trnfft_tensor_slice(in, d, n - amount, amount, 1, &from));
    TFI_TRY(trnfft_tensor_slice(out, d, 0, amount, 1, &to));
    return copy_moved(call, d + 1, &from, &to);
}

/* Reverses elements from … to - 1 of a line; `step` in bytes. */
static void reverse(char *line, int64_t step, int64_t from, int64_t to, size_t size)
{
    char a[8], b[8];
    for (--to; from < to; ++from, --to) {
        char *p = line + from * step;
        char *q = line + to * step;
        memcpy(a, p, size);
        memcpy(b, q, size);
        memcpy(p, b, size);
        memcpy(q, a, size);
    }
}

/* Moves every line along dimension d of one part (real or imaginary) by reversing
 * the whole, then both pieces: no second array is needed. */
static void move_lines(const trnfft_tensor *t, void *part, int32_t d, int64_t amount)
{
    size_t size = trnfft_dtype_size(t->dtype);
    int64_t n = t->shape[d];
    int64_t n_lines = tfi_tensor_numel(t) / n;
    int64_t step = t->strides[d] * (int64_t)size;
    int64_t at[TRNFFT_MAX_RANK] = { 0 };
    char *line = part;
    for (int64_t i = 0; i < n_lines; ++i) {
        reverse(line, step, 0, n, size);
        reverse(line, step, 0, amount, size);
        reverse(line, step, amount, n, size);
        for (int32_t k = t->rank - 1; k >= 0; --k) {
            int64_t skip = t->strides[k] * (int64_t)size;
            if (k == d) {
                continue;
            }
            if (++at[k] < t->shape[k]) {
                line += skip;
                break;
            }
            line -= (t->shape[k] - 1) * skip;
            at[k] = 0;
        }
    }
}

/* Tensors without elements overlap nothing, so there is one at least. */
static void move_in_place(const shift_call *call, const trnfft_tensor *t)
{
    for (int32_t d = 0; d < t->rank; ++d) {
        if (call->amount[d] != 0) {
            move_lines(t, t->re, d, call->amount[d]);
            if (t->im != NULL) {
                move_lines(t, t->im, d, call->amount[d]);
            }
        }
    }
}

static trnfft_status check_operands(const char *function, const trnfft_tensor *input,
                                    const trnfft_tensor *output)
{
    TFI_TRY(tfi_tensor_check(function, "input", input));
    TFI_TRY(tfi_tensor_check_output(function, "output", output));
    bool same = input->rank == output->rank;
    for (int32_t d = 0; same && d < input->rank; ++d) {
        same = input->shape[d] == output->shape[d];
    }
    if (!same) {
        return tfi_fail(TRNFFT_ERROR_INVALID_SHAPE,
                        "%s: output: its shape differs from the input's", function);
    }
    if ((input->im == NULL) != (output->im == NULL)) {
        return tfi_fail(TRNFFT_ERROR_INVALID_DTYPE,
                        "%s: output is %s, the input is %s: both must be of one kind",
                        function, output->im == NULL ? "real" : "complex",
                        input->im == NULL ? "real" : "complex");
    }
    bool to_sample = output->dtype == TRNFFT_S16 || output->dtype == TRNFFT_S24;
    if (to_sample && output->dtype != input->dtype) {
        return tfi_fail(TRNFFT_ERROR_INVALID_DTYPE,
                        "%s: output is %s: samples are written only from the same type",
                        function, trnfft_dtype_name(output->dtype));
    }
    return TRNFFT_OK;
}

static trnfft_status shift(const char *function, const trnfft_tensor *input,
                           const int32_t *dim, int32_t n_dim,
                           const trnfft_tensor *output, bool back)
{
    shift_call call = { .function = function };
    TFI_TRY(check_operands(function, input, output));
    TFI_TRY(resolve(&call, input, dim, n_dim, back));
    switch (tfi_tensor_overlap(input, output)) {
    case TFI_OVERLAP_NONE: return copy_moved(&call, 0, input, output);
    case TFI_OVERLAP_SAME: move_in_place(&call, output); return TRNFFT_OK;
    case TFI_OVERLAP_PARTIAL: break;
    }
    return tfi_fail(TRNFFT_ERROR_INVALID_ALIASING,
                    "%s: input and output overlap without being the same elements",
                    function);
}

trnfft_status trnfft_fftshift(const trnfft_tensor *input, const int32_t *dim,
                              int32_t n_dim, const trnfft_tensor *output)
{
    return shift("trnfft_fftshift", input, dim, n_dim, output, false);
}

trnfft_status trnfft_ifftshift(const trnfft_tensor *input, const int32_t *dim,
                               int32_t n_dim, const trnfft_tensor *output)
{
    return shift("trnfft_ifftshift", input, dim, n_dim, output, true);
}
