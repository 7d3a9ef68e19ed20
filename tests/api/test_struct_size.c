/* test_struct_size.c - a struct_size that no version can have is refused, for every
 * struct that a caller hands over: nothing is read or written to its supposed end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include <trnfft/experimental/neuron.h>
#include <trnfft/trnfft.h>

#include "support/tensors.h"

static const size_t too_large[] = { 4097, SIZE_MAX / 2, SIZE_MAX };

/* `call` refuses s.struct_size = each of too_large. */
#define REFUSES(s, parameter, init, call)                                     \
    for (size_t i = 0; i < sizeof too_large / sizeof too_large[0]; i++) {     \
        char part[160];                                                       \
        snprintf(part, sizeof part,                                           \
                 "%s.struct_size = %zu: more than 4096 bytes: start from %s", \
                 parameter, too_large[i], init);                              \
        (s).struct_size = too_large[i];                                       \
        EXPECT_ERROR(call, TRNFFT_ERROR_INVALID_ARGUMENT, part);              \
    }

static float data[64];

static void contexts(void **state)
{
    (void)state;
    trnfft_context *context = NULL;
    trnfft_context_options o = TRNFFT_CONTEXT_OPTIONS_INIT;
    REFUSES(o, "options", "TRNFFT_CONTEXT_OPTIONS_INIT",
            trnfft_context_create(&o, &context));
    trnfft_cache_stats s = TRNFFT_CACHE_STATS_INIT;
    REFUSES(s, "stats", "TRNFFT_CACHE_STATS_INIT", trnfft_plan_cache_stats(NULL, &s));
}

static void plans(void **state)
{
    (void)state;
    trnfft_plan *plan = NULL;
    trnfft_tensor x = trnfft_tensor_interleaved(TRNFFT_F32, 1, TEST_LIST(8), data);
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    p.in = x;
    p.out = x;
    trnfft_plan_options o = TRNFFT_PLAN_OPTIONS_INIT;
    EXPECT_OK(trnfft_plan_create(NULL, &p, &o, &plan));
    trnfft_execute_args a = TRNFFT_EXECUTE_ARGS_INIT;
    REFUSES(a, "args", "TRNFFT_EXECUTE_ARGS_INIT", trnfft_plan_execute_with(plan, &a));
    trnfft_plan_destroy(plan);
    REFUSES(o, "options", "TRNFFT_PLAN_OPTIONS_INIT",
            trnfft_plan_create(NULL, &p, &o, &plan));
    REFUSES(p, "problem", "TRNFFT_PROBLEM_INIT",
            trnfft_plan_create(NULL, &p, NULL, &plan));
}

static void signals(void **state)
{
    (void)state;
    int64_t shape[4];
    trnfft_tensor x = trnfft_tensor_real(TRNFFT_F32, 1, TEST_LIST(64), data);
    trnfft_stft_options s = TRNFFT_STFT_OPTIONS_INIT;
    s.n_fft = 8;
    trnfft_stft_options good = s;
    REFUSES(s, "options", "TRNFFT_STFT_OPTIONS_INIT", trnfft_stft_shape(&x, &s, shape));
    trnfft_mel_options m = TRNFFT_MEL_OPTIONS_INIT;
    REFUSES(m, "options", "TRNFFT_MEL_OPTIONS_INIT", trnfft_mel_filters(&m, &x, NULL));
    trnfft_tensor spectrum = trnfft_tensor_real(TRNFFT_F32, 2, TEST_LIST(5, 4), data);
    trnfft_tensor signal = trnfft_tensor_real(TRNFFT_F32, 1, TEST_LIST(6), data + 32);
    REFUSES(s, "stft", "TRNFFT_STFT_OPTIONS_INIT",
            trnfft_griffin_lim(&spectrum, &s, NULL, -1, &signal));
    trnfft_griffin_lim_options g = TRNFFT_GRIFFIN_LIM_OPTIONS_INIT;
    REFUSES(g, "options", "TRNFFT_GRIFFIN_LIM_OPTIONS_INIT",
            trnfft_griffin_lim(&spectrum, &good, &g, -1, &signal));
}

static void neuron(void **state)
{
    (void)state;
    trnfft_neuron_program *p = NULL;
    trnfft_neuron_job job = TRNFFT_NEURON_JOB_INIT;
    job.n[0] = 64;
    EXPECT_OK(trnfft_neuron_build("v3", NULL, &job, &p));
    trnfft_neuron_info info = TRNFFT_NEURON_INFO_INIT;
    REFUSES(info, "info", "TRNFFT_NEURON_INFO_INIT", trnfft_neuron_describe(p, &info));
    trnfft_neuron_place place = TRNFFT_NEURON_PLACE_INIT;
    REFUSES(place, "place", "TRNFFT_NEURON_PLACE_INIT",
            trnfft_neuron_buffer(p, 0, &place));
    trnfft_neuron_time t = TRNFFT_NEURON_TIME_INIT;
    REFUSES(t, "time", "TRNFFT_NEURON_TIME_INIT",
            trnfft_neuron_estimate(p, NULL, 0, &t));
    trnfft_neuron_program_destroy(p);
    trnfft_neuron_value value = TRNFFT_NEURON_VALUE_INIT;
    REFUSES(value, "value", "TRNFFT_NEURON_VALUE_INIT",
            trnfft_neuron_constant("v3", 0, &value));
    REFUSES(job, "job", "TRNFFT_NEURON_JOB_INIT",
            trnfft_neuron_build("v3", NULL, &job, &p));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contexts),
        cmocka_unit_test(plans),
        cmocka_unit_test(signals),
        cmocka_unit_test(neuron),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
