/* Short-time transforms on the simulated machine, against sums over every frame. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>

#include "product_run.h"
#include "support/random.h"
#include "support/reference.h"

static const char *const machines[] = { "v2", "v3", "v4" };
static const tfi_neuron_mode modes[] = { TFI_NEURON_FAST, TFI_NEURON_BF16,
                                         TFI_NEURON_BF16X3 };

/* A window with no symmetry at all, so that nothing may rely on one. */
static double *window_of(int64_t n)
{
    double *window = malloc((size_t)n * sizeof *window);
    assert_non_null(window);
    test_random r = test_random_seed(5);
    for (int64_t i = 0; i < n; i++) {
        const double hann =
            0.55 - 0.45 * cos(6.283185307179586 * (double)i / (double)n);
        window[i] = hann * (1.0 + 0.2 * test_random_unit(&r));
    }
    return window;
}

typedef struct shape {
    int64_t batch, n, hop, frames, more; /* samples behind the last frame */
} shape;

static tfi_neuron_job stft_job(const shape *s, tfi_neuron_mode mode,
                               const double *window)
{
    tfi_neuron_job job = product_job(TFI_NEURON_STFT, mode);
    job.transform = TFI_NEURON_R2C;
    job.batch = s->batch;
    job.n[0] = s->n;
    job.hop = s->hop;
    job.frames = s->frames;
    job.samples = (s->frames - 1) * s->hop + s->n + s->more;
    job.window = window;
    return job;
}

static double stft_error(const char *machine, const tfi_neuron_job *job)
{
    const int64_t n = job->n[0], bins = n / 2 + 1;
    product_run run = product_begin("stft", machine, job);
    product_execute(&run);
    double *x = product_numbers(&run, "x"), *yr = product_numbers(&run, "yr");
    double *yi = product_numbers(&run, "yi");
    test_complex *line = malloc((size_t)n * sizeof *line);
    assert_non_null(line);
    product_rms rms = { 0.0, 0.0 };
    for (int64_t f = 0; f < job->batch * job->frames; f++) {
        const double *from =
            x + f / job->frames * job->samples + f % job->frames * job->hop;
        for (int64_t j = 0; j < n; j++) {
            line[j] = (test_complex){ (long double)(from[j] * job->window[j]), 0 };
        }
        test_dft(n, (int)job->sign, line, line);
        for (int64_t k = 0; k < bins; k++) {
            product_add(&rms, yr[f * bins + k], job->scale * (double)line[k].re);
            product_add(&rms, yi[f * bins + k], job->scale * (double)line[k].im);
        }
    }
    free(x), free(yr), free(yi), free(line);
    product_end(&run);
    return product_error(&rms);
}

static void check_stft(const char *machine, const tfi_neuron_job *job)
{
    const double error = stft_error(machine, job);
    if (!(error <= product_bound(job, 1))) {
        fail_msg("stft on %s, n %d, hop %d, frames %d, batch %d, mode %u: %.3g",
                 machine, (int)job->n[0], (int)job->hop, (int)job->frames,
                 (int)job->batch, (unsigned)job->mode, error);
    }
}

static const shape shapes[] = {
    { 1, 16, 4, 9, 0 },      { 2, 64, 16, 33, 3 },    { 1, 100, 25, 130, 0 },
    { 3, 128, 32, 40, 7 },   { 1, 127, 128, 5, 1 },   { 1, 96, 200, 6, 0 },
    { 2, 256, 64, 129, 0 },  { 1, 256, 1, 150, 0 },   { 1, 400, 160, 70, 11 },
    { 1, 512, 128, 300, 0 }, { 1, 512, 100, 131, 5 }, { 1, 480, 240, 20, 0 },
    { 1, 511, 171, 17, 0 },  { 1, 64, 7, 700, 2 },    { 1, 1, 1, 5, 0 },
    { 1, 300, 129, 515, 0 }, { 1, 258, 34, 1100, 1 }, { 2, 260, 31, 600, 0 },
    { 1, 200, 150, 900, 3 },
};

static void every_shape_and_mode(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        double *window = window_of(shapes[i].n);
        for (size_t m = 0; m < 3; m++) {
            tfi_neuron_job job = stft_job(&shapes[i], modes[m], window);
            job.sign = i % 3 == 2 ? 1 : -1;
            job.scale = i % 2 == 1 ? 0.7 : 1.0;
            if (modes[m] == TFI_NEURON_BF16 && shapes[i].n * shapes[i].frames < 256) {
                continue; /* the promise is the RMS of many roundings */
            }
            check_stft(machines[(i + m) % 3], &job);
        }
        free(window);
    }
}

static void long_frames(void **state)
{
    (void)state;
    static const shape longer[] = { { 1, 1024, 256, 20, 0 }, { 1, 2048, 512, 5, 1 } };
    for (size_t i = 0; i < sizeof longer / sizeof longer[0]; i++) {
        double *window = window_of(longer[i].n);
        tfi_neuron_job job = stft_job(&longer[i], TFI_NEURON_FAST, window);
        check_stft("v3", &job);
        free(window);
    }
}

static void times_of_frames(void **state)
{
    (void)state;
    static const struct {
        shape s;
        double most[3]; /* us, of each mode */
    } shown[] = {
        { { 1, 128, 32, 63, 0 }, { 5.5, 5.5, 5.5 } },
        { { 1, 256, 64, 63, 0 }, { 6.5, 6, 6.5 } },
        { { 1, 512, 128, 126, 0 }, { 9, 7, 9 } },
        { { 1, 400, 160, 3000, 0 }, { 62, 42, 58 } },
        { { 1, 512, 128, 4096, 0 }, { 88, 48, 80 } },
        { { 8, 1024, 256, 512, 0 }, { 280, 92, 225 } },
    };
    for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++) {
        double *window = window_of(shown[i].s.n);
        for (int64_t j = 0; j < shown[i].s.n; j++) { /* Hann */
            window[j] =
                0.5 - 0.5 * cos(6.283185307179586 * (double)j / (double)shown[i].s.n);
        }
        for (size_t m = 0; m < 3; m++) {
            tfi_neuron_job job = stft_job(&shown[i].s, modes[m], window);
            char what[64];
            (void)snprintf(what, sizeof what, "n %d hop %d frames %d x %d",
                           (int)job.n[0], (int)job.hop, (int)job.batch,
                           (int)job.frames);
            product_print_time("stft", "v3", &job, what);
            const double ns = kernel_time("stft", "v3", &job).device_ns;
            assert_true(ns <= shown[i].most[m] * 1e3);
        }
        free(window);
    }
}

/* The sum of squared windows. */
static double *envelope_of(const shape *s, const double *window)
{
    const int64_t samples = (s->frames - 1) * s->hop + s->n;
    double *envelope = calloc((size_t)samples, sizeof *envelope);
    assert_non_null(envelope);
    for (int64_t f = 0; f < s->frames; f++) {
        for (int64_t j = 0; j < s->n; j++) {
            envelope[f * s->hop + j] += window[j] * window[j];
        }
    }
    return envelope;
}

static tfi_neuron_job istft_job(const shape *s, tfi_neuron_mode mode,
                                const double *window, const double *envelope)
{
    tfi_neuron_job job = stft_job(s, mode, window);
    job.task = TFI_NEURON_ISTFT;
    job.transform = TFI_NEURON_C2R;
    job.sign = 1;
    job.scale = 1.0 / (double)s->n;
    job.samples = (s->frames - 1) * s->hop + s->n - s->more;
    job.envelope = envelope;
    return job;
}

/* One item's frames, transformed, windowed and added. */
static void overlap_add(const tfi_neuron_job *job, const double *xr, const double *xi,
                        double *sum)
{
    const int64_t n = job->n[0], bins = n / 2 + 1;
    test_complex *line = malloc((size_t)n * sizeof *line);
    assert_non_null(line);
    for (int64_t f = 0; f < job->frames; f++) {
        for (int64_t k = 0; k < n; k++) {
            const int64_t at = f * bins + (k < bins ? k : n - k);
            const bool real = k == 0 || 2 * k == n;
            const double im = real ? 0.0 : k < bins ? xi[at] : -xi[at];
            line[k] = (test_complex){ (long double)xr[at], (long double)im };
        }
        test_dft(n, (int)job->sign, line, line);
        for (int64_t j = 0; j < n && f * job->hop + j < job->samples; j++) {
            sum[f * job->hop + j] += job->window[j] * job->scale * (double)line[j].re;
        }
    }
    free(line);
}

static void check_istft(const char *machine, const tfi_neuron_job *job)
{
    const int64_t bins = job->n[0] / 2 + 1;
    product_run run = product_begin("istft", machine, job);
    product_execute(&run);
    double *xr = product_numbers(&run, "xr"), *xi = product_numbers(&run, "xi");
    double *y = product_numbers(&run, "y");
    product_rms rms = { 0.0, 0.0 };
    for (int64_t b = 0; b < job->batch; b++) {
        double *sum = calloc((size_t)job->samples, sizeof *sum);
        assert_non_null(sum);
        overlap_add(job, xr + b * job->frames * bins, xi + b * job->frames * bins, sum);
        for (int64_t i = 0; i < job->samples; i++) {
            product_add(&rms, y[b * job->samples + i], sum[i] / job->envelope[i]);
        }
        free(sum);
    }
    free(xr), free(xi), free(y);
    product_end(&run);
    if (!(product_error(&rms) <= product_bound(job, 1))) {
        fail_msg("istft on %s, n %d, hop %d, frames %d, batch %d, mode %u: %.3g",
                 machine, (int)job->n[0], (int)job->hop, (int)job->frames,
                 (int)job->batch, (unsigned)job->mode, product_error(&rms));
    }
}

/* `more`: samples that are left out at the end. */
static const shape inverse_shapes[] = {
    { 1, 16, 4, 9, 0 },      { 2, 64, 16, 33, 3 },    { 1, 100, 25, 130, 0 },
    { 3, 128, 32, 40, 40 },  { 1, 127, 127, 5, 1 },   { 2, 256, 64, 129, 0 },
    { 1, 256, 4, 150, 0 },   { 1, 400, 160, 70, 11 }, { 1, 512, 128, 300, 0 },
    { 1, 512, 100, 131, 5 }, { 1, 480, 240, 20, 0 },  { 1, 511, 171, 17, 0 },
    { 1, 64, 7, 700, 2 },    { 1, 1, 1, 5, 0 },       { 1, 512, 512, 3, 0 },
    { 1, 200, 50, 1200, 9 },
};

static void inverse_of_every_shape_and_mode(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof inverse_shapes / sizeof inverse_shapes[0]; i++) {
        const shape *s = &inverse_shapes[i];
        double *window = window_of(s->n), *envelope = envelope_of(s, window);
        for (size_t m = 0; m < 3; m++) {
            tfi_neuron_job job = istft_job(s, modes[m], window, envelope);
            if (modes[m] == TFI_NEURON_BF16 && s->n * s->frames < 256) {
                continue; /* the promise is the RMS of many roundings */
            }
            check_istft(machines[(i + m) % 3], &job);
        }
        free(window), free(envelope);
    }
}

static void times_of_inverses(void **state)
{
    (void)state;
    static const struct {
        shape s;
        double most[3]; /* us, of each mode */
    } shown[] = {
        { { 1, 256, 64, 63, 0 }, { 6.5, 6, 6.5 } },
        { { 1, 512, 128, 126, 0 }, { 15, 9.5, 14 } },
        { { 1, 400, 160, 3000, 0 }, { 105, 65, 103 } },
        { { 1, 512, 128, 4096, 0 }, { 160, 65, 137 } },
    };
    for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++) {
        const shape *s = &shown[i].s;
        double *window = window_of(s->n);
        for (int64_t j = 0; j < s->n; j++) { /* Hamming */
            window[j] = 0.54 - 0.46 * cos(6.283185307179586 * (double)j / (double)s->n);
        }
        double *envelope = envelope_of(s, window);
        for (size_t m = 0; m < 3; m++) {
            tfi_neuron_job job = istft_job(s, modes[m], window, envelope);
            char what[64];
            (void)snprintf(what, sizeof what, "n %d hop %d frames %d", (int)job.n[0],
                           (int)job.hop, (int)job.frames);
            product_print_time("istft", "v3", &job, what);
            const double ns = kernel_time("istft", "v3", &job).device_ns;
            assert_true(ns <= shown[i].most[m] * 1e3);
        }
        free(window), free(envelope);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_shape_and_mode),
        cmocka_unit_test(long_frames),
        cmocka_unit_test(times_of_frames),
        cmocka_unit_test(inverse_of_every_shape_and_mode),
        cmocka_unit_test(times_of_inverses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
