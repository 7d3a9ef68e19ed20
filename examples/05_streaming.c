/* 05 - STFT of a stream: push what arrives, pull what is ready. Fit for an audio
 * callback: nothing is allocated after creation. */
#include <stdio.h>
#include <stdlib.h>
#include <trnfft/trnfft.h>

enum { N_FFT = 256, HOP = 64, BINS = N_FFT / 2 + 1, SAMPLES = 1000 };

static int pull_all(trnfft_stft_stream *stream, trnfft_status *last)
{
    float re[BINS], im[BINS];
    int frames = 0;
    while ((*last = trnfft_stft_stream_pull(stream, re, im)) == TRNFFT_OK) {
        frames++;
    }
    return frames;
}

int main(void)
{
    static float samples[SAMPLES];
    trnfft_stft_options s = TRNFFT_STFT_OPTIONS_INIT;
    s.n_fft = N_FFT;
    s.hop_length = HOP;

    trnfft_stft_stream *stream = NULL;
    if (trnfft_stft_stream_create(NULL, TRNFFT_F32, &s, &stream) != TRNFFT_OK) {
        fprintf(stderr, "%s\n", trnfft_last_error());
        return 1;
    }
    int frames = 0;
    trnfft_status last = TRNFFT_AGAIN;
    for (int at = 0; at < SAMPLES; at += 100) { /* blocks of any size */
        trnfft_stft_stream_push(stream, samples + at, 100);
        frames +=
            pull_all(stream, &last); /* ends with TRNFFT_AGAIN: more samples needed */
    }
    printf("%d frames while the samples came\n", frames);
    trnfft_stft_stream_finish(stream);
    frames += pull_all(stream, &last);
    printf("%d frames in all, then %s\n", frames, trnfft_status_name(last));
    trnfft_stft_stream_destroy(stream);
    return frames == 1 + SAMPLES / HOP && last == TRNFFT_END ? 0 : 1;
}
