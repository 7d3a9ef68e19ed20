/* <trnfft/experimental/neuron.h>: each promise of the header in turn. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

#include <trnfft/experimental/neuron.h>
#include <trnfft/trnfft.h>

/* y = 2 x, by way of SBUF. */
static const char doubling[] =
    "program doubling v3\n"
    "hbm x f32 256 input\n"
    "hbm y f32 256 output\n"
    "sbuf s f32 32p 8 @ 0 0\n"
    "dma0 dma_copy s[0:32 0 8:1] <- x[32*8 0 8:1] post 0 note load\n"
    "dve tensor_scalar s[0:32 0 8:1] <- s[0:32 0 8:1] multiply bypass scalar 2 "
    "wait 0>=1 post 1\n"
    "dma0 dma_copy y[32*8 0 8:1] <- s[0:32 0 8:1] wait 1>=1\n";

/* The same without waiting for the input. */
static const char racing[] =
    "program racing v2\n"
    "hbm x f32 256 input\n"
    "hbm y f32 256 output\n"
    "sbuf s f32 32p 8 @ 0 0\n"
    "dma0 dma_copy s[0:32 0 8:1] <- x[32*8 0 8:1] post 0\n"
    "dve tensor_scalar s[0:32 0 8:1] <- s[0:32 0 8:1] multiply bypass scalar 2 post 1\n"
    "dma0 dma_copy y[32*8 0 8:1] <- s[0:32 0 8:1] wait 1>=1\n";

static trnfft_neuron_program *assemble(const char *text)
{
    trnfft_neuron_program *p = NULL;
    const trnfft_status status = trnfft_neuron_assemble(text, strlen(text), &p);
    if (status != TRNFFT_OK) {
        fail_msg("%s", trnfft_last_error());
    }
    return p;
}

/* The status, and a part of its sentence. */
static void refused(trnfft_status status, trnfft_status expected, const char *sentence)
{
    assert_int_equal(status, expected);
    if (strstr(trnfft_last_error(), sentence) == NULL) {
        fail_msg("\"%s\" has no \"%s\"", trnfft_last_error(), sentence);
    }
}

static void test_text_there_and_back(void **state)
{
    (void)state;
    trnfft_neuron_program *p = assemble(doubling);
    const size_t n = trnfft_neuron_disassemble(p, NULL, 0);
    assert_int_equal(n, strlen(doubling));
    char text[1000], part[20];
    assert_int_equal(trnfft_neuron_disassemble(p, text, sizeof text), n);
    assert_string_equal(text, doubling);
    assert_int_equal(trnfft_neuron_disassemble(p, part, sizeof part), n);
    assert_int_equal(strlen(part), sizeof part - 1);
    assert_int_equal(trnfft_neuron_disassemble(NULL, text, sizeof text), 0);
    assert_int_equal(trnfft_neuron_verify(p), TRNFFT_OK);
    trnfft_neuron_program_destroy(p);
    trnfft_neuron_program_destroy(NULL);

    trnfft_neuron_program *none = (trnfft_neuron_program *)(uintptr_t)1;
    refused(trnfft_neuron_assemble("program a v3\nnonsense", 21, &none),
            TRNFFT_ERROR_FORMAT, "trnfft_neuron_assemble: line 2: \"nonsense\"");
    assert_ptr_equal(none, (trnfft_neuron_program *)(uintptr_t)1);
    refused(trnfft_neuron_assemble(NULL, 0, &none), TRNFFT_ERROR_INVALID_ARGUMENT,
            "text = NULL");
    refused(trnfft_neuron_assemble("", 0, NULL), TRNFFT_ERROR_INVALID_ARGUMENT,
            "program = NULL");
}

/* A program that breaks a rule can be looked at, not run. */
static void test_rules(void **state)
{
    (void)state;
    trnfft_neuron_program *p = assemble(racing);
    refused(trnfft_neuron_verify(p), TRNFFT_ERROR_INVALID_ARGUMENT,
            "trnfft_neuron_verify: instruction 1, tensor_scalar on dve");
    trnfft_neuron_time t = TRNFFT_NEURON_TIME_INIT;
    t.total_ns = -5;
    refused(trnfft_neuron_estimate(p, NULL, 0, &t), TRNFFT_ERROR_INVALID_ARGUMENT,
            "trnfft_neuron_estimate: instruction 1");
    assert_true(t.total_ns == -5);
    size_t n;
    refused(trnfft_neuron_trace(p, NULL, 0, 0, NULL, NULL, 0, &n),
            TRNFFT_ERROR_INVALID_ARGUMENT, "trnfft_neuron_trace: instruction 1");
    float x[256] = { 0 };
    const trnfft_neuron_operand o = { "x", x, sizeof x };
    refused(trnfft_neuron_run(p, NULL, 0, &o, 1), TRNFFT_ERROR_INVALID_ARGUMENT,
            "trnfft_neuron_run: instruction 1");
    trnfft_neuron_info info = TRNFFT_NEURON_INFO_INIT;
    assert_int_equal(trnfft_neuron_describe(p, &info), TRNFFT_OK);
    assert_string_equal(info.machine, "v2");
    assert_int_equal(info.sbuf_peak, 0);
    trnfft_neuron_program_destroy(p);
    refused(trnfft_neuron_verify(NULL), TRNFFT_ERROR_INVALID_ARGUMENT,
            "program = NULL");
}

static void test_what_a_program_has(void **state)
{
    (void)state;
    trnfft_neuron_program *p = assemble(doubling);
    trnfft_neuron_info info;
    trnfft_neuron_info_init(&info);
    assert_int_equal(trnfft_neuron_describe(p, &info), TRNFFT_OK);
    assert_string_equal(info.name, "doubling");
    assert_string_equal(info.machine, "v3");
    assert_int_equal(info.n_buffers, 3);
    assert_int_equal(info.n_instructions, 3);
    assert_true(info.sbuf_peak >= 32);
    assert_int_equal(info.psum_peak, 0);
    trnfft_neuron_place place;
    trnfft_neuron_place_init(&place);
    assert_int_equal(trnfft_neuron_buffer(p, 1, &place), TRNFFT_OK);
    assert_string_equal(place.name, "y");
    assert_string_equal(place.memory, "hbm");
    assert_string_equal(place.role, "output");
    assert_string_equal(place.dtype, "f32");
    assert_int_equal(place.elements, 256);
    assert_int_equal(place.n_bytes, 1024);
    refused(trnfft_neuron_buffer(p, 3, &place), TRNFFT_ERROR_INVALID_ARGUMENT,
            "index = 3: the program has 3 buffers");
    refused(trnfft_neuron_buffer(p, -1, &place), TRNFFT_ERROR_INVALID_ARGUMENT,
            "index = -1");
    refused(trnfft_neuron_buffer(NULL, 0, &place), TRNFFT_ERROR_INVALID_ARGUMENT,
            "program = NULL");
    refused(trnfft_neuron_buffer(p, 0, NULL), TRNFFT_ERROR_INVALID_ARGUMENT,
            "place = NULL");
    refused(trnfft_neuron_describe(NULL, &info), TRNFFT_ERROR_INVALID_ARGUMENT,
            "program = NULL");
    refused(trnfft_neuron_describe(p, NULL), TRNFFT_ERROR_INVALID_ARGUMENT,
            "info = NULL");
    info.struct_size = 3;
    refused(trnfft_neuron_describe(p, &info), TRNFFT_ERROR_INVALID_ARGUMENT,
            "start from TRNFFT_NEURON_INFO_INIT");
    trnfft_neuron_program_destroy(p);
}

static void test_run(void **state)
{
    (void)state;
    trnfft_neuron_program *p = assemble(doubling);
    float x[256], y[256];
    for (int i = 0; i < 256; i++) {
        x[i] = (float)i - 100;
        y[i] = -1;
    }
    trnfft_neuron_operand o[3] = { { "y", y, sizeof y }, { "x", x, sizeof x } };
    assert_int_equal(trnfft_neuron_run(p, NULL, 0, o, 2), TRNFFT_OK);
    for (int i = 0; i < 256; i++) {
        assert_true(y[i] == 2 * x[i] && x[i] == (float)i - 100);
    }
    /* Outputs may be left out, inputs not. */
    assert_int_equal(trnfft_neuron_run(p, NULL, 0, o + 1, 1), TRNFFT_OK);
    memset(y, 0x55, sizeof y);
    float kept[256];
    memcpy(kept, y, sizeof y);
    const trnfft_status bad = TRNFFT_ERROR_INVALID_ARGUMENT;
    refused(trnfft_neuron_run(p, NULL, 0, o, 1), bad, "input x is missing");
    refused(trnfft_neuron_run(p, NULL, 0, NULL, 0), bad, "operands = NULL");
    refused(trnfft_neuron_run(NULL, NULL, 0, o, 2), bad, "program = NULL");
    o[2] = o[1];
    refused(trnfft_neuron_run(p, NULL, 0, o, 3), bad, "name = x: given twice");
    o[2].name = "s";
    refused(trnfft_neuron_run(p, NULL, 0, o, 3), bad, "name = s: no input or output");
    o[2].name = NULL;
    refused(trnfft_neuron_run(p, NULL, 0, o, 3), bad, "operands[2].name = NULL");
    o[1].n_bytes = 1000;
    refused(trnfft_neuron_run(p, NULL, 0, o, 2), bad, "n_bytes = 1000: x has 1024");
    o[1].data = NULL;
    refused(trnfft_neuron_run(p, NULL, 0, o, 2), bad, "operands[1].data = NULL");
    assert_memory_equal(kept, y, sizeof y);
    trnfft_neuron_program_destroy(p);
}

static void test_settings(void **state)
{
    (void)state;
    trnfft_neuron_program *p = assemble(doubling);
    trnfft_neuron_time low, middle, high, later;
    trnfft_neuron_time_init(&low);
    middle = high = later = low;
    static const char *const ends[] = { "range=low", "range=high", "dma_latency=99999",
                                        "launch=0" };
    assert_int_equal(trnfft_neuron_estimate(p, NULL, 0, &middle), TRNFFT_OK);
    assert_int_equal(trnfft_neuron_estimate(p, ends, 1, &low), TRNFFT_OK);
    assert_int_equal(trnfft_neuron_estimate(p, ends + 1, 1, &high), TRNFFT_OK);
    assert_int_equal(trnfft_neuron_estimate(p, ends + 1, 3, &later), TRNFFT_OK);
    assert_true(low.device_ns < middle.device_ns && middle.device_ns < high.device_ns);
    assert_true(later.device_ns > 199000 && later.total_ns == later.device_ns);
    assert_true(middle.total_ns - middle.device_ns > 849999);
    assert_true(high.total_ns - high.device_ns < 850001); /* launch is left */
    assert_string_equal(middle.bound, "launch");
    assert_string_equal(middle.device_bound, "latency");
    assert_int_equal(middle.bytes_in, 1024);
    assert_int_equal(middle.bytes_out, 1024);
    assert_int_equal(middle.bytes_table, 0);
    assert_int_equal(middle.macs, 0);
    assert_int_equal(middle.critical_length, 3);
    assert_true(middle.dve_ns > 0 && middle.dma_ns > 0 && middle.pe_ns == 0);

    static const char *const wrong[] = { "sum_order=never", "range=maximal", NULL };
    const trnfft_status bad = TRNFFT_ERROR_INVALID_ARGUMENT;
    refused(trnfft_neuron_estimate(p, wrong, 1, &low), bad,
            "trnfft_neuron_estimate: setting sum_order = never: one of sequential");
    refused(trnfft_neuron_estimate(p, wrong + 1, 1, &low), bad,
            "setting range = maximal: one of low, middle, high");
    refused(trnfft_neuron_estimate(p, wrong + 2, 1, &low), bad, "settings[0] = NULL");
    refused(trnfft_neuron_estimate(p, NULL, 1, &low), bad, "settings = NULL");
    refused(trnfft_neuron_estimate(p, NULL, 0, NULL), bad, "time = NULL");
    refused(trnfft_neuron_estimate(NULL, NULL, 0, &low), bad, "program = NULL");
    trnfft_neuron_program_destroy(p);
}

/* A caller of another version: fewer fields are filled, more are zeroed. */
static void test_structs_of_other_versions(void **state)
{
    (void)state;
    trnfft_neuron_program *p = assemble(doubling);
    struct {
        trnfft_neuron_time t;
        double more;
    } longer = { TRNFFT_NEURON_TIME_INIT, 5 };
    longer.t.struct_size = sizeof longer;
    assert_int_equal(trnfft_neuron_estimate(p, NULL, 0, &longer.t), TRNFFT_OK);
    assert_true(longer.more == 0 && longer.t.total_ns > 0);
    assert_int_equal(longer.t.struct_size, sizeof longer);
    trnfft_neuron_time shorter = TRNFFT_NEURON_TIME_INIT;
    shorter.struct_size = offsetof(trnfft_neuron_time, device_ns);
    assert_int_equal(trnfft_neuron_estimate(p, NULL, 0, &shorter), TRNFFT_OK);
    assert_true(shorter.total_ns > 0 && shorter.device_ns == 0);
    trnfft_neuron_program_destroy(p);
}

static void test_timelines(void **state)
{
    (void)state;
    trnfft_neuron_program *p = assemble(doubling);
    for (int32_t format = 0; format < 2; format++) {
        size_t n = 0, again = 0;
        assert_int_equal(
            trnfft_neuron_trace(p, NULL, 0, format, "a title", NULL, 0, &n), TRNFFT_OK);
        char *text = malloc(n + 1);
        assert_int_equal(
            trnfft_neuron_trace(p, NULL, 0, format, "a title", text, n + 1, &again),
            TRNFFT_OK);
        assert_int_equal(n, again);
        assert_int_equal(strlen(text), n);
        assert_int_equal(text[0], format == TRNFFT_NEURON_FORMAT_JSON ? '{' : '<');
        assert_true((strstr(text, "a title") != NULL) == (format == 1));
        free(text);
    }
    size_t n;
    const trnfft_status bad = TRNFFT_ERROR_INVALID_ARGUMENT;
    refused(trnfft_neuron_trace(p, NULL, 0, 2, NULL, NULL, 0, &n), bad, "format = 2");
    refused(trnfft_neuron_trace(p, NULL, 0, 1, NULL, NULL, 0, NULL), bad,
            "n_bytes = NULL");
    refused(trnfft_neuron_trace(NULL, NULL, 0, 1, NULL, NULL, 0, &n), bad,
            "program = NULL");
    trnfft_neuron_program_destroy(p);
}

typedef struct seen {
    int count, critical;
    double end_ns;
} seen;

static void look(const trnfft_neuron_span *span, void *user)
{
    static const char *const names[] = { "dma0", "dve", "dma0" };
    static const char *const notes[] = { "load", "", "" };
    seen *s = user;
    assert_int_equal(span->struct_size, sizeof *span);
    assert_int_equal(span->instruction, s->count);
    assert_string_equal(span->name, names[s->count]);
    assert_string_equal(span->note, notes[s->count]);
    assert_int_equal(span->stream, s->count == 1 ? 1 : 6);
    assert_string_equal(span->operation, s->count == 1 ? "tensor_scalar" : "dma_copy");
    assert_int_equal(span->waited_for, s->count - 1);
    assert_true(span->start_ns <= span->end_ns && span->end_ns <= span->done_ns);
    s->end_ns = span->done_ns;
    s->critical += span->critical;
    s->count++;
}

static void test_spans(void **state)
{
    (void)state;
    trnfft_neuron_program *p = assemble(doubling);
    trnfft_neuron_time t = TRNFFT_NEURON_TIME_INIT;
    seen s = { 0, 0, 0 };
    static const char *const high[] = { "range=high", "nonsense=1" };
    assert_int_equal(trnfft_neuron_spans(p, high, 1, look, &s), TRNFFT_OK);
    assert_int_equal(trnfft_neuron_estimate(p, high, 1, &t), TRNFFT_OK);
    assert_int_equal(s.count, 3);
    assert_int_equal(s.critical, t.critical_length);
    assert_true(s.end_ns == t.device_ns);
    const trnfft_status bad = TRNFFT_ERROR_INVALID_ARGUMENT;
    refused(trnfft_neuron_spans(p, high, 2, look, &s), bad,
            "\"nonsense\": no such name");
    refused(trnfft_neuron_spans(p, high, 1, NULL, &s), bad, "each = NULL");
    refused(trnfft_neuron_spans(NULL, NULL, 0, look, &s), bad, "program = NULL");
    assert_int_equal(s.count, 3);
    trnfft_neuron_program_destroy(p);
}

/* A delta in row r of 64 points gives a wave of r / 64 turns a point. */
static void test_a_kernel_of_a_job(void **state)
{
    (void)state;
    enum { N = 64 };
    trnfft_neuron_job job;
    trnfft_neuron_job_init(&job);
    job.n[0] = N;
    job.batch = N;
    trnfft_neuron_program *p = NULL;
    assert_int_equal(trnfft_neuron_build("v3", NULL, &job, &p), TRNFFT_OK);
    static float xr[N * N], xi[N * N], yr[N * N], yi[N * N];
    memset(xr, 0, sizeof xr);
    memset(xi, 0, sizeof xi);
    for (int r = 0; r < N; r++) {
        xr[N * r + r] = 1;
    }
    const trnfft_neuron_operand o[] = { { "xr", xr, sizeof xr },
                                        { "xi", xi, sizeof xi },
                                        { "yr", yr, sizeof yr },
                                        { "yi", yi, sizeof yi } };
    assert_int_equal(trnfft_neuron_run(p, NULL, 0, o, 4), TRNFFT_OK);
    for (int r = 0; r < N; r++) {
        for (int k = 0; k < N; k++) {
            const double angle = -2 * 3.141592653589793 * r * k / N;
            assert_true(fabs(yr[N * r + k] - cos(angle)) < 1e-6);
            assert_true(fabs(yi[N * r + k] - sin(angle)) < 1e-6);
        }
    }
    trnfft_neuron_info info = TRNFFT_NEURON_INFO_INIT;
    assert_int_equal(trnfft_neuron_describe(p, &info), TRNFFT_OK);
    trnfft_neuron_program *same = NULL;
    assert_int_equal(trnfft_neuron_build("v3", info.name, &job, &same), TRNFFT_OK);
    trnfft_neuron_program_destroy(same);
    trnfft_neuron_program_destroy(p);
}

static void test_source_for_nki(void **state)
{
    (void)state;
    trnfft_neuron_program *p = assemble(doubling);
    trnfft_neuron_job job = TRNFFT_NEURON_JOB_INIT;
    size_t n = 0, again = 0;
    assert_int_equal(trnfft_neuron_emit(p, NULL, NULL, 0, &n), TRNFFT_OK);
    char *text = malloc(n + 1);
    assert_int_equal(trnfft_neuron_emit(p, NULL, text, n + 1, &again), TRNFFT_OK);
    assert_true(n == again && strlen(text) == n);
    assert_non_null(strstr(text, "import nki"));
    free(text);
    const trnfft_status bad = TRNFFT_ERROR_INVALID_ARGUMENT;
    refused(trnfft_neuron_emit(NULL, NULL, NULL, 0, &n), bad, "program = NULL");
    refused(trnfft_neuron_emit(p, NULL, NULL, 0, NULL), bad, "n_bytes = NULL");
    refused(trnfft_neuron_emit(p, &job, NULL, 0, &n), bad,
            "trnfft_neuron_emit: job.n[0] = 0");
    trnfft_neuron_program_destroy(p);
}

static void test_jobs_that_are_refused(void **state)
{
    (void)state;
    const trnfft_status bad = TRNFFT_ERROR_INVALID_ARGUMENT;
    trnfft_neuron_program *p = NULL;
    trnfft_neuron_job job = TRNFFT_NEURON_JOB_INIT;
    refused(trnfft_neuron_build("v3", NULL, &job, &p), bad, "job.n[0] = 0");
    job.n[0] = 64;
    refused(trnfft_neuron_build("v1", NULL, &job, &p), bad, "machine = v1");
    refused(trnfft_neuron_build(NULL, NULL, &job, &p), bad, "machine = NULL");
    refused(trnfft_neuron_build("v3", "magic", &job, &p), bad, "kernel = magic");
    refused(trnfft_neuron_build("v3", NULL, NULL, &p), bad, "job = NULL");
    refused(trnfft_neuron_build("v3", NULL, &job, NULL), bad, "program = NULL");
    trnfft_neuron_job j = job;
    j.struct_size = 0;
    refused(trnfft_neuron_build("v3", NULL, &j, &p), bad, "TRNFFT_NEURON_JOB_INIT");
    j = job, j.sign = 0;
    refused(trnfft_neuron_build("v3", NULL, &j, &p), bad, "job.sign = 0");
    j = job, j.mode = 4;
    refused(trnfft_neuron_build("v3", NULL, &j, &p), bad, "job.mode = 4");
    j = job, j.task = -1;
    refused(trnfft_neuron_build("v3", NULL, &j, &p), bad, "job.task = -1");
    j = job, j.transform = 3;
    refused(trnfft_neuron_build("v3", NULL, &j, &p), bad, "job.transform = 3");
    j = job, j.io = TRNFFT_F64;
    refused(trnfft_neuron_build("v3", NULL, &j, &p), bad, "job.io = 2");
    j = job, j.rank = 4;
    refused(trnfft_neuron_build("v3", NULL, &j, &p), bad, "job.rank = 4");
    j = job, j.rank = 2, j.n[1] = 0;
    refused(trnfft_neuron_build("v3", NULL, &j, &p), bad, "job.n[1] = 0");
    j = job, j.batch = 0;
    refused(trnfft_neuron_build("v3", NULL, &j, &p), bad, "job.batch = 0");
    j = job, j.scale = NAN;
    refused(trnfft_neuron_build("v3", NULL, &j, &p), bad, "job.scale");
    j = job, j.batch = INT64_C(1) << 40;
    refused(trnfft_neuron_build("v3", NULL, &j, &p), bad, "more than 2^40");
    j = job, j.task = TRNFFT_NEURON_TASK_GEMM, j.k = 5;
    refused(trnfft_neuron_build("v3", NULL, &j, &p), bad, "job.m = 0");
    assert_null(p);
}

static void test_lists(void **state)
{
    (void)state;
    const char *text = NULL;
    size_t n = 0;
    for (; trnfft_neuron_kernel(n, &text) != NULL; n++) {
        assert_true(strlen(text) > 0);
        assert_true(strlen(trnfft_neuron_kernel(n, NULL)) > 0);
    }
    assert_true(n > 0);
    assert_string_equal(trnfft_neuron_machine(1, &text), "v3");
    assert_string_equal(text, "Trainium2");
    assert_string_equal(trnfft_neuron_machine(0, NULL), "v2");
    assert_null(trnfft_neuron_machine(3, &text));

    trnfft_neuron_value v;
    trnfft_neuron_value_init(&v);
    bool found = false;
    size_t count = 0;
    for (; trnfft_neuron_constant("v2", count, &v) == TRNFFT_OK; count++) {
        assert_true(strlen(v.unit) > 0 && strlen(v.what) > 0 && strlen(v.source) > 10);
        if (strcmp(v.name, "dma_gbps") == 0) {
            assert_true(v.low == 27.2 && v.middle == 17 && v.high == 17);
            found = true;
        }
    }
    assert_true(found && count > 20);
    const trnfft_status bad = TRNFFT_ERROR_INVALID_ARGUMENT;
    refused(trnfft_neuron_constant("v2", count, &v), bad, "index = ");
    refused(trnfft_neuron_constant("v9", 0, &v), bad, "machine = v9");
    refused(trnfft_neuron_constant(NULL, 0, &v), bad, "machine = NULL");
    refused(trnfft_neuron_constant("v2", 0, NULL), bad, "value = NULL");

    const char *const *choices = NULL;
    assert_string_equal(trnfft_neuron_switch(0, &choices), "sum_order");
    assert_string_equal(choices[0], "sequential");
    assert_non_null(trnfft_neuron_switch(5, NULL));
    assert_null(trnfft_neuron_switch(6, &choices));
}

static void test_probe(void **state)
{
    (void)state;
    size_t n = 0;
    char begin[10];
    const trnfft_status bad = TRNFFT_ERROR_INVALID_ARGUMENT;
    refused(trnfft_neuron_emit_probe("v9", NULL, 0, &n), bad, "machine = v9");
    refused(trnfft_neuron_emit_probe(NULL, NULL, 0, &n), bad, "machine = NULL");
    refused(trnfft_neuron_emit_probe("v3", NULL, 0, NULL), bad, "n_bytes = NULL");
    assert_int_equal(trnfft_neuron_emit_probe("v3", begin, sizeof begin, &n),
                     TRNFFT_OK);
    assert_string_equal(begin, "\"\"\"probe,");
    assert_true(n > 1000);
}

static void test_no_source_for_collectives(void **state)
{
    (void)state;
    trnfft_neuron_program *p =
        assemble("program exchanging v3\n"
                 "hbm x f32 256 input\n"
                 "hbm y f32 256 output\n"
                 "cc all_to_all y[1*256 0 256:1] <- x[1*256 0 256:1] group 2\n");
    size_t n = 7;
    refused(trnfft_neuron_emit(p, NULL, NULL, 0, &n), TRNFFT_ERROR_UNSUPPORTED,
            "all_to_all");
    assert_int_equal(n, 7);
    trnfft_neuron_program_destroy(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text_there_and_back),
        cmocka_unit_test(test_rules),
        cmocka_unit_test(test_what_a_program_has),
        cmocka_unit_test(test_run),
        cmocka_unit_test(test_settings),
        cmocka_unit_test(test_structs_of_other_versions),
        cmocka_unit_test(test_timelines),
        cmocka_unit_test(test_spans),
        cmocka_unit_test(test_a_kernel_of_a_job),
        cmocka_unit_test(test_source_for_nki),
        cmocka_unit_test(test_jobs_that_are_refused),
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_probe),
        cmocka_unit_test(test_no_source_for_collectives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
