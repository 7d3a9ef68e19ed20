/* 06 - Errors: a status with a pinned number and a sentence that names the parameter.
 * Nothing is written when an argument is wrong. */
#include <stdio.h>
#include <trnfft/trnfft.h>

int main(void)
{
    float data[8] = { 0 }, out[16];
    trnfft_tensor x = trnfft_tensor_real(TRNFFT_F32, 1, (int64_t[]){ 8 }, data);
    trnfft_tensor y = trnfft_tensor_interleaved(TRNFFT_F32, 1, (int64_t[]){ 5 }, out);

    trnfft_status status = trnfft_rfft(&x, 0, -1, TRNFFT_NORM_BACKWARD, &y);
    printf("%d %s\n    %s\n", (int)status, trnfft_status_name(status),
           trnfft_last_error());

    status = trnfft_rfft(&x, TRNFFT_N_DEFAULT, 1, TRNFFT_NORM_BACKWARD, &y);
    printf("%d %s\n    %s\n", (int)status, trnfft_status_name(status),
           trnfft_last_error());

    status = trnfft_rfft(&x, TRNFFT_N_DEFAULT, 0, TRNFFT_NORM_BACKWARD, &y);
    printf("%d %s\n", (int)status, trnfft_status_name(status));
    return status == TRNFFT_OK ? 0 : 1;
}
