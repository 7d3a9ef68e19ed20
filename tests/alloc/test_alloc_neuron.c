/* The same for programs of a simulated NeuronCore, which take their memory from malloc.
 */
#include "alloc/failing.h"

#include <string.h>

#include <trnfft/experimental/neuron.h>

static const char text[] =
    "program copy v3\n"
    "hbm x f32 256 input\n"
    "hbm y f32 256 output\n"
    "hbm w f32 4 table 3f800000*4\n"
    "sbuf s f32 32p 8 @ 0 0\n"
    "dma0 dma_copy s[0:32 0 8:1] <- x[32*8 0 8:1] post 0 note load\n"
    "dma1 dma_copy y[32*8 0 8:1] <- s[0:32 0 8:1] wait 0>=1 note store\n";

static trnfft_status assembled(trnfft_context *context)
{
    (void)context;
    trnfft_neuron_program *p = NULL;
    const trnfft_status status = trnfft_neuron_assemble(text, sizeof text - 1, &p);
    assert_true((status == TRNFFT_OK) == (p != NULL));
    trnfft_neuron_program_destroy(p);
    return status;
}

static trnfft_status built(trnfft_context *context)
{
    (void)context;
    trnfft_neuron_program *p = NULL;
    trnfft_neuron_job job = TRNFFT_NEURON_JOB_INIT;
    job.n[0] = 32;
    job.batch = 16;
    const trnfft_status status = trnfft_neuron_build("v3", NULL, &job, &p);
    assert_true((status == TRNFFT_OK) == (p != NULL));
    trnfft_neuron_program_destroy(p);
    return status;
}

static trnfft_neuron_program *program; /* made before memory runs out */

static trnfft_status estimated(trnfft_context *context)
{
    (void)context;
    trnfft_neuron_time t = TRNFFT_NEURON_TIME_INIT;
    t.total_ns = -5;
    const trnfft_status status = trnfft_neuron_estimate(program, NULL, 0, &t);
    assert_true((status == TRNFFT_OK) == (t.total_ns != -5));
    return status;
}

static trnfft_status drawn(trnfft_context *context)
{
    (void)context;
    size_t n = 0;
    char begin[8] = "";
    const trnfft_status status = trnfft_neuron_trace(
        program, NULL, 0, TRNFFT_NEURON_FORMAT_SVG, NULL, begin, sizeof begin, &n);
    assert_true((status == TRNFFT_OK) == (n > 0 && begin[0] == '<'));
    return status;
}

static void count_span(const trnfft_neuron_span *span, void *user)
{
    (void)span;
    ++*(int *)user;
}

static trnfft_status spanned(trnfft_context *context)
{
    (void)context;
    int count = 0;
    const trnfft_status status =
        trnfft_neuron_spans(program, NULL, 0, count_span, &count);
    assert_true((status == TRNFFT_OK) == (count == 2));
    return status;
}

static trnfft_status emitted(trnfft_context *context)
{
    (void)context;
    size_t n = 0;
    const trnfft_status status = trnfft_neuron_emit(program, NULL, NULL, 0, &n);
    assert_true((status == TRNFFT_OK) == (n > 0));
    return status;
}

static trnfft_status computed(trnfft_context *context)
{
    (void)context;
    static float x[256], y[256];
    y[0] = -5;
    const trnfft_neuron_operand o[] = { { "x", x, sizeof x }, { "y", y, sizeof y } };
    const trnfft_status status = trnfft_neuron_run(program, NULL, 0, o, 2);
    assert_true((status == TRNFFT_OK) == (y[0] == 0));
    return status;
}

static trnfft_status probed(trnfft_context *context)
{
    (void)context;
    size_t n = 0;
    const trnfft_status status = trnfft_neuron_emit_probe("v3", NULL, 0, &n);
    assert_true((status == TRNFFT_OK) == (n > 0));
    return status;
}

static void memory_runs_out(void **state)
{
    (void)state;
    run_with_malloc_failures(assembled, "assembling");
    run_with_malloc_failures(built, "kernels");
    assert_int_equal(trnfft_neuron_assemble(text, sizeof text - 1, &program),
                     TRNFFT_OK);
    run_with_malloc_failures(estimated, "estimates");
    run_with_malloc_failures(drawn, "timelines");
    run_with_malloc_failures(spanned, "spans");
    run_with_malloc_failures(computed, "runs");
    run_with_malloc_failures(probed, "probes");
    run_with_malloc_failures(emitted, "sources");
    trnfft_neuron_program_destroy(program);
}

static void without_memory(void **state)
{
    (void)state;
    char part[64];
    trnfft_neuron_job job;
    trnfft_neuron_info info;
    trnfft_neuron_place place;
    trnfft_neuron_value value;
    trnfft_neuron_time t;
    assert_int_equal(trnfft_neuron_assemble(text, sizeof text - 1, &program),
                     TRNFFT_OK);
    (void)malloc_fails_at(1);
    trnfft_neuron_job_init(&job);
    trnfft_neuron_info_init(&info);
    trnfft_neuron_place_init(&place);
    trnfft_neuron_value_init(&value);
    trnfft_neuron_time_init(&t);
    assert_int_equal(trnfft_neuron_disassemble(program, part, sizeof part),
                     trnfft_neuron_disassemble(program, NULL, 0));
    assert_int_equal(trnfft_neuron_verify(program), TRNFFT_OK);
    assert_int_equal(trnfft_neuron_describe(program, &info), TRNFFT_OK);
    assert_int_equal(trnfft_neuron_buffer(program, 0, &place), TRNFFT_OK);
    assert_int_equal(trnfft_neuron_constant("v3", 0, &value), TRNFFT_OK);
    assert_non_null(trnfft_neuron_kernel(0, NULL));
    assert_non_null(trnfft_neuron_machine(0, NULL));
    assert_non_null(trnfft_neuron_switch(0, NULL));
    assert_int_equal(malloc_fails_at(0), 0);
    trnfft_neuron_program_destroy(program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_runs_out),
        cmocka_unit_test(without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
