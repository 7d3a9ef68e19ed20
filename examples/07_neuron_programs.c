/* 07 - What a simulated NeuronCore would do for one transform: its program as text,
 * run, and when each instruction runs. Experimental; predicted, never run on silicon.
 */
#include <math.h>
#include <stdio.h>
#include <trnfft/experimental/neuron.h>
#include <trnfft/trnfft.h>

enum { N = 256, BATCH = 8 };

static float xr[BATCH * N], xi[BATCH * N], yr[BATCH * N], yi[BATCH * N];

/* One line for each instruction of the critical path. */
static void print_span(const trnfft_neuron_span *span, void *user)
{
    (void)user;
    if (span->critical) {
        printf("    %6.2f … %6.2f us  %-5s %-14s %s\n", span->start_ns / 1000,
               span->done_ns / 1000, span->name, span->operation, span->note);
    }
}

static trnfft_status predict(const char *machine, const trnfft_neuron_job *job)
{
    trnfft_neuron_program *p = NULL;
    trnfft_neuron_time t = TRNFFT_NEURON_TIME_INIT;
    trnfft_status status = trnfft_neuron_build(machine, NULL, job, &p);
    if (status == TRNFFT_OK) {
        status = trnfft_neuron_estimate(p, NULL, 0, &t);
    }
    if (status == TRNFFT_OK) {
        printf("  %s: %.2f us, bound by %s\n", machine, t.device_ns / 1000,
               t.device_bound);
    }
    trnfft_neuron_program_destroy(p);
    return status;
}

/* An impulse at place b of row b gives a wave of b turns. */
static double largest_error(void)
{
    double worst = 0;
    for (int b = 0; b < BATCH; b++) {
        for (int k = 0; k < N; k++) {
            const double angle = -2 * 3.141592653589793 * b * k / N;
            worst = fmax(worst, fabs(yr[b * N + k] - cos(angle)));
            worst = fmax(worst, fabs(yi[b * N + k] - sin(angle)));
        }
    }
    return worst;
}

int main(void)
{
    trnfft_neuron_job job = TRNFFT_NEURON_JOB_INIT;
    job.n[0] = N;
    job.batch = BATCH;
    printf("%d transforms of %d points, predicted:\n", BATCH, N);
    const char *machine;
    for (size_t i = 0; (machine = trnfft_neuron_machine(i, NULL)) != NULL; i++) {
        if (predict(machine, &job) != TRNFFT_OK) {
            fprintf(stderr, "%s\n", trnfft_last_error());
            return 1;
        }
    }

    trnfft_neuron_program *p = NULL;
    if (trnfft_neuron_build("v3", NULL, &job, &p) != TRNFFT_OK) {
        fprintf(stderr, "%s\n", trnfft_last_error());
        return 1;
    }
    char text[200];
    trnfft_neuron_disassemble(p, text, sizeof text);
    printf("the program begins:\n%s…\n", text);
    printf("its critical path on v3:\n");
    trnfft_neuron_spans(p, NULL, 0, print_span, NULL);

    for (int b = 0; b < BATCH; b++) {
        xr[b * N + b] = 1;
    }
    const trnfft_neuron_operand operands[] = { { "xr", xr, sizeof xr },
                                               { "xi", xi, sizeof xi },
                                               { "yr", yr, sizeof yr },
                                               { "yi", yi, sizeof yi } };
    const trnfft_status status = trnfft_neuron_run(p, NULL, 0, operands, 4);
    trnfft_neuron_program_destroy(p);
    if (status != TRNFFT_OK) {
        fprintf(stderr, "%s\n", trnfft_last_error());
        return 1;
    }
    printf("largest error of the simulated core: %.1e\n", largest_error());
    return largest_error() < 1e-6 ? 0 : 1;
}
