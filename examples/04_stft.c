/* 04 - torch.stft and torch.istft: there and back without a trace. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <trnfft/trnfft.h>

enum { SAMPLES = 16000, N_FFT = 512, HOP = 128, WIN = 400 };

static void must(trnfft_status status)
{
    if (status != TRNFFT_OK) {
        fprintf(stderr, "%s: %s\n", trnfft_status_name(status), trnfft_last_error());
        exit(1);
    }
}

int main(void)
{
    static float samples[SAMPLES], again[SAMPLES], window[WIN];
    for (int i = 0; i < SAMPLES; i++) { /* a tone that rises from 200 Hz to 2,200 Hz */
        double t = i / 16000.0;
        samples[i] = (float)(0.5 * sin(2 * 3.14159265358979 * (200 + 1000 * t) * t));
    }
    trnfft_tensor signal =
        trnfft_tensor_real(TRNFFT_F32, 1, (int64_t[]){ SAMPLES }, samples);
    trnfft_tensor back =
        trnfft_tensor_real(TRNFFT_F32, 1, (int64_t[]){ SAMPLES }, again);
    trnfft_tensor w = trnfft_tensor_real(TRNFFT_F32, 1, (int64_t[]){ WIN }, window);
    must(trnfft_window(TRNFFT_WINDOW_HANN, TRNFFT_PERIODIC, NULL, &w));

    trnfft_stft_options s = TRNFFT_STFT_OPTIONS_INIT; /* torch's defaults */
    s.n_fft = N_FFT;
    s.hop_length = HOP;
    s.win_length = WIN;
    s.window = &w;

    int64_t shape[TRNFFT_MAX_RANK];
    trnfft_tensor spec;
    must(trnfft_stft_shape(&signal, &s, shape));
    must(trnfft_tensor_empty(TRNFFT_F32, TRNFFT_SPLIT, 2, shape, &spec));
    must(trnfft_stft(&signal, &s, &spec));
    printf("%d samples: %d frequencies x %d frames\n", SAMPLES, (int)shape[0],
           (int)shape[1]);

    const float *re = spec.re, *im = spec.im;
    for (int64_t frame = 0; frame < shape[1]; frame += 25) {
        int64_t peak = 0;
        double best = -1;
        for (int64_t k = 0; k < shape[0]; k++) {
            int64_t at = k * spec.strides[0] + frame * spec.strides[1];
            double height = hypot((double)re[at], (double)im[at]);
            if (height > best) {
                best = height;
                peak = k;
            }
        }
        printf("at %.2f s the strongest is %.0f Hz\n", (double)frame * HOP / 16000,
               (double)peak * 16000 / N_FFT);
    }
    must(trnfft_istft(&spec, &s, SAMPLES, &back));
    float worst = 0;
    for (int i = 0; i < SAMPLES; i++) {
        worst = fmaxf(worst, fabsf(again[i] - samples[i]));
    }
    printf("resynthesised within %.1e\n", (double)worst);
    trnfft_tensor_free(&spec);
    return worst < 1e-5f ? 0 : 1;
}
