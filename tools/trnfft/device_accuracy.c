/* device_accuracy.c - see device_accuracy.h.
 *
 * Relative RMS of f32 transforms of random data against the same in f64 on the host,
 * worst over the lengths. */
#include "device_accuracy.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <trnfft/experimental/neuron.h>
#include <trnfft/trnfft.h>

#include "report.h"

static const char *const modes[] = { "fast", "kahan", "bf16", "bf16x3" };
enum { N_MODES = sizeof modes / sizeof modes[0] };

/* Random numbers that f32 holds, and their exact transform. */
typedef struct sample {
    int64_t n;
    float *x, *y;
    double *exact;
} sample;

static void sample_free(sample *s)
{
    free(s->x);
    free(s->y);
    free(s->exact);
    memset(s, 0, sizeof *s);
}

static int sample_make(int64_t n, sample *s)
{
    const size_t count = (size_t)(2 * n);
    double *x = malloc(count * sizeof *x);
    s->n = n;
    s->x = malloc(count * sizeof *s->x);
    s->y = malloc(count * sizeof *s->y);
    s->exact = malloc(count * sizeof *s->exact);
    if (x == NULL || s->x == NULL || s->y == NULL || s->exact == NULL) {
        free(x);
        sample_free(s);
        return cli_fail(CLI_MEMORY, "out of memory");
    }
    uint64_t state = (uint64_t)n;
    for (size_t i = 0; i < count; i++) {
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        s->x[i] = (float)((double)(state >> 40) / (double)(1 << 23) - 1.0);
        x[i] = (double)s->x[i];
    }
    trnfft_device *host = NULL;
    trnfft_context *context = NULL, *before = NULL;
    trnfft_context_options options = TRNFFT_CONTEXT_OPTIONS_INIT;
    trnfft_status status = trnfft_device_open("host", &host);
    options.device = host;
    status = status == TRNFFT_OK ? trnfft_context_create(&options, &context) : status;
    if (status == TRNFFT_OK) {
        (void)trnfft_context_set_current(context, &before);
        status = trnfft_fft_f64(n, x, s->exact);
        (void)trnfft_context_set_current(before, NULL);
    }
    trnfft_context_destroy(context);
    trnfft_device_close(host);
    free(x);
    return status == TRNFFT_OK ? CLI_OK : cli_fail_status(status);
}

/* Negative: the device does not do this length. */
static double error_of(trnfft_device *device, sample *s)
{
    const int64_t shape[] = { s->n };
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    trnfft_plan_options o = TRNFFT_PLAN_OPTIONS_INIT;
    trnfft_plan *plan = NULL;
    p.in = trnfft_tensor_interleaved(TRNFFT_F32, 1, shape, s->x);
    p.out = trnfft_tensor_interleaved(TRNFFT_F32, 1, shape, s->y);
    o.device = device;
    double wrong = -1.0;
    if (trnfft_plan_create(NULL, &p, &o, &plan) == TRNFFT_OK &&
        trnfft_plan_execute(plan, s->x, NULL, s->y, NULL, NULL, 0) == TRNFFT_OK) {
        double all = 0;
        wrong = 0;
        for (int64_t i = 0; i < 2 * s->n; i++) {
            const double d = (double)s->y[i] - s->exact[i];
            wrong += d * d;
            all += s->exact[i] * s->exact[i];
        }
        wrong = sqrt(wrong / all);
    }
    trnfft_plan_destroy(plan);
    return wrong;
}

/* The worst error of a mode with one setting changed ("" none). */
static int worst_error(const char *name, const char *mode, const char *setting,
                       sample *samples, int count, double *worst)
{
    char text[256];
    trnfft_device *device = NULL;
    snprintf(text, sizeof text, "%.120s,mode=%s%s%.80s", name, mode,
             setting[0] != '\0' ? "," : "", setting);
    if (trnfft_device_open(text, &device) != TRNFFT_OK) {
        return cli_fail(CLI_USAGE, "%s", trnfft_last_error());
    }
    *worst = -1.0;
    for (int i = 0; i < count; i++) {
        const double error = error_of(device, &samples[i]);
        *worst = error > *worst || error != error ? error : *worst;
    }
    trnfft_device_close(device);
    return CLI_OK;
}

static int do_setting(const char *name, const char *setting, sample *samples, int count,
                      cli_json *array)
{
    if (array == NULL) {
        printf("%-28s", setting[0] != '\0' ? setting : "defaults");
    }
    for (int m = 0; m < N_MODES; m++) {
        double worst = -1.0;
        const int code = worst_error(name, modes[m], setting, samples, count, &worst);
        if (code != CLI_OK) {
            return code;
        }
        if (array == NULL && worst < 0) {
            printf(" %10s", "-");
        } else if (array == NULL) {
            printf(" %10.2e", worst);
        } else if (worst >= 0) {
            cli_json *c = cli_json_object();
            cli_json_text(c, "setting", setting);
            cli_json_text(c, "mode", modes[m]);
            cli_json_number(c, "error", worst);
            cli_json_add(array, NULL, c);
        }
    }
    if (array == NULL) {
        printf("\n");
    }
    return CLI_OK;
}

static int do_all(const char *name, sample *samples, int count, cli_json *array)
{
    if (array == NULL) {
        printf("relative RMS error on %s, the worst of n =", name);
        for (int i = 0; i < count; i++) {
            printf("%s %lld", i > 0 ? "," : "", (long long)samples[i].n);
        }
        printf("\n%-28s %10s %10s %10s %10s\n", "setting", modes[0], modes[1], modes[2],
               modes[3]);
    }
    int code = do_setting(name, "", samples, count, array);
    const char *switch_name;
    const char *const *choices;
    for (size_t i = 0; (switch_name = trnfft_neuron_switch(i, &choices)) != NULL; i++) {
        for (int c = 0; code == CLI_OK && choices != NULL && choices[c] != NULL; c++) {
            char setting[96];
            snprintf(setting, sizeof setting, "%s=%s", switch_name, choices[c]);
            code = do_setting(name, setting, samples, count, array);
        }
    }
    return code;
}

int device_accuracy(const char *device, const cli_ints *n, bool json)
{
    sample samples[CLI_MAX_LIST];
    memset(samples, 0, sizeof samples);
    int code = CLI_OK;
    for (int i = 0; code == CLI_OK && i < n->count; i++) {
        code = sample_make(n->at[i], &samples[i]);
    }
    cli_json *array = json ? cli_json_array() : NULL;
    if (code == CLI_OK) {
        code = do_all(device, samples, n->count, array);
    }
    for (int i = 0; i < CLI_MAX_LIST; i++) {
        sample_free(&samples[i]);
    }
    return code == CLI_OK && json ? cli_json_print(array, true) : code;
}
