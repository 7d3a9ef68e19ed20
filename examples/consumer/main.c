/* A C11 program with the installed library: prints its version and transforms an
 * impulse. */
#include <stdio.h>
#include <string.h>
#include <trnfft/trnfft.h>

int main(void)
{
    float x[2 * 7] = { 1 }, y[2 * 7];
    if (trnfft_fft_f32(7, x, y) != TRNFFT_OK) {
        fprintf(stderr, "%s\n", trnfft_last_error());
        return 1;
    }
    trnfft_problem problem = TRNFFT_PROBLEM_INIT;
    trnfft_plan_options options = TRNFFT_PLAN_OPTIONS_INIT;
    trnfft_stft_options stft = TRNFFT_STFT_OPTIONS_INIT;
    printf("trnfft %s: %.0f %.0f\n", trnfft_version(), (double)y[0], (double)y[12]);
    int sizes = problem.struct_size == sizeof problem &&
                options.struct_size == sizeof options &&
                stft.struct_size == sizeof stft;
    return sizes && strcmp(trnfft_version(), TRNFFT_VERSION_STRING) == 0 ? 0 : 1;
}
