/* 01 - One line a transform: contiguous arrays, no setup.
 *
 *   cc 01_one_line.c $(pkg-config --cflags --libs trnfft) -lm
 */
#include <math.h>
#include <stdio.h>
#include <trnfft/trnfft.h>

enum { N = 1000 };

int main(void)
{
    static float x[N], back[N], spectrum[2 * (N / 2 + 1)]; /* re, im pairs */
    const double pi = 3.14159265358979323846;
    for (int i = 0; i < N; i++) {
        x[i] = (float)cos(2 * pi * 50 * i / N); /* 50 turns */
    }
    if (trnfft_rfft_f32(N, x, spectrum) != TRNFFT_OK) {
        fprintf(stderr, "%s\n", trnfft_last_error());
        return 1;
    }
    int peak = 0;
    for (int k = 0; k <= N / 2; k++) {
        if (hypotf(spectrum[2 * k], spectrum[2 * k + 1]) >
            hypotf(spectrum[2 * peak], spectrum[2 * peak + 1])) {
            peak = k;
        }
    }
    printf("the strongest bin is %d, its height %.1f\n", peak,
           (double)spectrum[2 * peak]);

    /* Back: the length is that of the real signal; the factor 1/n is included. */
    if (trnfft_irfft_f32(N, spectrum, back) != TRNFFT_OK) {
        fprintf(stderr, "%s\n", trnfft_last_error());
        return 1;
    }
    float worst = 0;
    for (int i = 0; i < N; i++) {
        worst = fmaxf(worst, fabsf(back[i] - x[i]));
    }
    printf("the way back differs by at most %.1e\n", (double)worst);
    return peak == 50 && worst < 1e-5f ? 0 : 1;
}
