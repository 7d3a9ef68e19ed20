/* freq.c - the frequencies that belong to bins. */
#include <float.h>
#include <math.h>
#include <stdint.h>

#include <trnfft/fft.h>

#include "base/status.h"
#include "tensor/view.h"

static trnfft_status check(const char *function, int64_t n, double d, int64_t count,
                           const trnfft_tensor *output)
{
    if (n < 1) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: n = %lld: a transform needs at least one point", function,
                        (long long)n);
    }
    if (!(fabs(d) <= DBL_MAX) || d == 0.0) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: d = %g: the distance of samples must be finite and not 0",
                        function, d);
    }
    TFI_TRY(tfi_tensor_check_output(function, "output", output));
    if (output->im != NULL || output->dtype == TRNFFT_S16 ||
        output->dtype == TRNFFT_S24) {
        return tfi_fail(
            TRNFFT_ERROR_INVALID_DTYPE,
            "%s: output is %s%s: frequencies need a real floating-point tensor",
            function, output->im != NULL ? "complex " : "",
            trnfft_dtype_name(output->dtype));
    }
    if (output->rank != 1 || output->shape[0] != count) {
        return tfi_fail(
            TRNFFT_ERROR_INVALID_SHAPE,
            "%s: output: expected the shape (%lld), got rank %d, first size %lld",
            function, (long long)count, (int)output->rank,
            output->rank > 0 ? (long long)output->shape[0] : 0LL);
    }
    return TRNFFT_OK;
}

/* Writes `first` … `first + count - 1`, over n d, from element `at` on; in pieces
 * through f64, so that any output type is rounded once. */
static trnfft_status write_run(const trnfft_tensor *output, int64_t at, int64_t first,
                               int64_t count, double span)
{
    double piece[256];
    for (int64_t done = 0; done < count;) {
        int64_t size = count - done < 256 ? count - done : 256;
        for (int64_t i = 0; i < size; ++i) {
            piece[i] = (double)(first + done + i) / span;
        }
        trnfft_tensor from = trnfft_tensor_real(TRNFFT_F64, 1, &size, piece);
        trnfft_tensor to;
        TFI_TRY(trnfft_tensor_slice(output, 0, at + done, size, 1, &to));
        TFI_TRY(trnfft_tensor_copy(&from, &to));
        done += size;
    }
    return TRNFFT_OK;
}

trnfft_status trnfft_fftfreq(int64_t n, double d, const trnfft_tensor *output)
{
    TFI_TRY(check("trnfft_fftfreq", n, d, n, output));
    int64_t n_positive = (n - 1) / 2 + 1;
    double span = (double)n * d;
    TFI_TRY(write_run(output, 0, 0, n_positive, span));
    return write_run(output, n_positive, -(n / 2), n / 2, span);
}

trnfft_status trnfft_rfftfreq(int64_t n, double d, const trnfft_tensor *output)
{
    int64_t count = n / 2 + 1;
    TFI_TRY(check("trnfft_rfftfreq", n, d, count, output));
    return write_run(output, 0, 0, count, (double)n * d);
}
