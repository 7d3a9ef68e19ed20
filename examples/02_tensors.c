/* 02 - torch.fft on tensors: dimensions, padding, norms, layouts.
 *
 * A trnfft_tensor is a view: it owns nothing, and its strides may be anything.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <trnfft/trnfft.h>

static void must(trnfft_status status)
{
    if (status != TRNFFT_OK) {
        fprintf(stderr, "%s: %s\n", trnfft_status_name(status), trnfft_last_error());
        exit(1);
    }
}

int main(void)
{
    /* torch.fft.rfft(x, n=8, dim=-1, norm="ortho") of a (2, 5) tensor: rows are padded.
     */
    float x_data[2][5] = { { 1, 2, 3, 4, 5 }, { 5, 4, 3, 2, 1 } };
    trnfft_tensor x = trnfft_tensor_real(TRNFFT_F32, 2, (int64_t[]){ 2, 5 }, x_data);

    int64_t shape[TRNFFT_MAX_RANK];
    must(trnfft_rfft_shape(&x, 8, -1, shape));
    printf("rfft with n = 8 of a 2 x 5 tensor is %d x %d\n", (int)shape[0],
           (int)shape[1]);

    /* Owned tensors are aligned; split ones keep real and imaginary parts apart. */
    trnfft_tensor spectrum, back;
    must(trnfft_tensor_empty(TRNFFT_F32, TRNFFT_SPLIT, 2, shape, &spectrum));
    must(trnfft_rfft(&x, 8, -1, TRNFFT_NORM_ORTHO, &spectrum));

    must(trnfft_irfft_shape(&spectrum, 8, -1, shape));
    must(trnfft_tensor_empty(TRNFFT_F32, TRNFFT_REAL, 2, shape, &back));
    must(trnfft_irfft(&spectrum, 8, -1, TRNFFT_NORM_ORTHO, &back));
    const float *b = back.re;
    printf("first row again: %.3f %.3f %.3f %.3f %.3f, then zeros\n", (double)b[0],
           (double)b[1], (double)b[2], (double)b[3], (double)b[4]);
    int ok = fabsf(b[4] - 5) < 1e-5f && fabsf(b[5]) < 1e-5f;

    /* torch.fft.fftn(z, dim=(-1, 0)) in place, of interleaved doubles. */
    double z_data[4][3][2] = { { { 1, 0 } } };
    trnfft_tensor z =
        trnfft_tensor_interleaved(TRNFFT_F64, 2, (int64_t[]){ 4, 3 }, z_data);
    must(trnfft_fftn(&z, NULL, (int32_t[]){ -1, 0 }, 2, TRNFFT_NORM_BACKWARD, &z));
    printf("an impulse becomes ones: %.1f %.1f … %.1f\n", z_data[0][0][0],
           z_data[0][1][0], z_data[3][2][0]);
    ok = ok && fabs(z_data[3][2][0] - 1) < 1e-15;

    trnfft_tensor_free(&spectrum);
    trnfft_tensor_free(&back);
    return ok ? 0 : 1;
}
