/* Devices, and plans for them, with each allocation failing in turn. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <trnfft/trnfft.h>

#include "failing.h"
#include "support/tensors.h"

enum { ITEMS = 3, N = 12 };

static float in[2 * ITEMS * N], out[2 * ITEMS * N];

static trnfft_status plan_and_run(trnfft_context *context, trnfft_device *device)
{
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    trnfft_plan_options o = TRNFFT_PLAN_OPTIONS_INIT;
    trnfft_plan *plan = NULL;
    p.in = trnfft_tensor_interleaved(TRNFFT_F32, 2, TEST_LIST(ITEMS, N), in);
    p.out = trnfft_tensor_interleaved(TRNFFT_F32, 2, TEST_LIST(ITEMS, N), out);
    p.n_dim = 1;
    p.dim[0] = -1;
    o.device = device;
    trnfft_status status = trnfft_plan_create(context, &p, &o, &plan);
    if (status == TRNFFT_OK) {
        status = trnfft_plan_execute(plan, in, NULL, out, NULL, NULL, 0);
    }
    trnfft_plan_destroy(plan);
    return status;
}

static trnfft_status open_and_run(trnfft_context *context)
{
    trnfft_device *device = NULL;
    trnfft_status status = trnfft_device_open("neuron:v3,cores=2", &device);
    if (status == TRNFFT_OK) {
        status = plan_and_run(context, device);
    }
    trnfft_device_close(device);
    return status;
}

static void test_neuron(void **state)
{
    (void)state;
    run_with_failures(open_and_run, "trnfft_plan_create on neuron:v3");
    run_with_malloc_failures(open_and_run, "trnfft_device_open");
    assert_true(trnfft_device_name(NULL)[0] != '\0');
    assert_true(trnfft_device_describe(NULL, NULL, 0) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_neuron) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
