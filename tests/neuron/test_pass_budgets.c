/* Do the passes, and the kernels of several of them, take what their header comments
 * say? As test_budgets.c: cycles of PE and of the vector engines and bytes of DMA, on
 * v3 in f32, and the predicted times where the comments have some. A pass is a program
 * of its own here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "backend/neuron/kernels/exchange.h"
#include "backend/neuron/kernels/passes.h"
#include "kernel_run.h"

enum { MOST_POINTS = 1 << 16 };
static const double factors[MOST_POINTS];

/* Of one unit; 0: the comment does not say, but of PE that it is not used. */
typedef struct budget {
    const char *name;
    double units;      /* of the comment, in the job */
    double pe, vector; /* cycles of PE; of DVE, ACT and POOL together */
    double kib;        /* in and out, tables apart */
    double table_kib;  /* of the whole job */
    double us;
} budget;

typedef struct whole_budget {
    int64_t n, batch;
    budget of;
} whole_budget;

static void check(const char *name, const char *what, double counted, double promised,
                  double most)
{
    print_message("%-14s %-14s %.4g of %.4g\n", name, what, counted, promised);
    if (counted > most * promised || counted < 0.9 * promised) {
        fail_msg("%s, %s: %.4g counted, %.4g in the comment", name, what, counted,
                 promised);
    }
}

static double cycles(const ncs_time *t, ncs_stream stream, ncs_constant ghz)
{
    return t->busy_ns[stream] * ncs_machine_find("v3")->constant[ghz].middle;
}

static double vector_cycles(const ncs_time *t)
{
    return cycles(t, NCS_DVE, NCS_DVE_GHZ) + cycles(t, NCS_ACT, NCS_ACT_GHZ) +
           cycles(t, NCS_POOL, NCS_POOL_GHZ);
}

static double data_kib(const ncs_time *t)
{
    return (double)(t->bytes_in + t->bytes_out - t->bytes_table) / 1024.0;
}

static void check_budget(const budget *b, const ncs_time *t)
{
    const double pe = cycles(t, NCS_PE, NCS_PE_GHZ) / b->units;
    if (b->pe > 0.0) {
        check(b->name, "PE", pe, b->pe, 1.1);
    } else {
        assert_true(pe == 0.0);
    }
    if (b->vector > 0.0) {
        check(b->name, "vector engines", vector_cycles(t) / b->units, b->vector, 1.25);
    }
    check(b->name, "KiB", data_kib(t) / b->units, b->kib, 1.01);
    if (b->table_kib > 0.0) {
        check(b->name, "KiB of tables", (double)t->bytes_table / 1024.0, b->table_kib,
              1.01);
    }
    if (b->us > 0.0) {
        check(b->name, "us", t->device_ns * 1e-3 / b->units, b->us, 1.03);
    }
}

/* Without a launch; the builder is gone afterwards. */
static ncs_time time_of(ncs_builder *b, const char *name)
{
    ncs_program *p = NULL;
    if (ncs_builder_finish(b, &p) != TRNFFT_OK) {
        fail_msg("%s: %s", name, trnfft_last_error());
    }
    ncs_settings settings;
    ncs_settings_init(&settings, p->machine);
    settings.constant[NCS_LAUNCH] = 0.0;
    ncs_time time;
    assert_int_equal(ncs_estimate(p, &settings, NULL, NULL, &time), TRNFFT_OK);
    ncs_program_destroy(p);
    return time;
}

/* A program with xr, xi and yr, yi of `rows` rows of `columns` points. */
static ncs_builder *begin(const char *name, tfn_writer *w, tfn_lines *src,
                          tfn_lines *dst, int64_t rows, int64_t columns)
{
    const tfi_neuron_job job = kernel_dft_job(columns, rows);
    ncs_builder *b = ncs_builder_create(ncs_machine_find("v3"), name, NULL);
    assert_non_null(b);
    tfn_begin(w, b, &job);
    *src = (tfn_lines){ tfn_inputs(w, "xr", "xi", rows, columns), 0, columns };
    *dst = (tfn_lines){ tfn_outputs(w, "yr", "yi", rows, columns), 0, columns };
    return b;
}

typedef void digit_pass(tfn_writer *w, const tfn_digit_job *job);

static ncs_time digit_time(const char *name, digit_pass *pass, tfn_digit_job job)
{
    tfn_writer w;
    ncs_builder *b =
        begin(name, &w, &job.src, &job.dst, job.items, job.f * job.rest * job.inner);
    job.sign = -1;
    job.scale = 1.0;
    pass(&w, &job);
    return time_of(b, name);
}

static void digits_keep_their_budgets(void **state)
{
    (void)state;
    const struct {
        digit_pass *pass;
        tfn_digit_job job;
        budget of;
    } digits[] = {
        /* 128 x 128 points, four of them a line; a matrix and twiddles */
        { tfn_first_pass,
          { .f = 128, .rest = 512, .inner = 1, .items = 16 },
          { "first_pass", 64, 2048, 1024, 256, 192 + 4 * 128, 0 } },
        /* 256 columns of 128 points: the last digit, and one with twiddles */
        { tfn_column_pass,
          { .f = 128, .rest = 1, .inner = 256, .items = 64 },
          { "column_pass", 64, 4096, 512, 512, 0, 0 } },
        { tfn_column_pass,
          { .f = 128, .rest = 64, .inner = 256, .items = 1 },
          { "column_pass", 64, 4096, 1024 + 1024, 512, 0, 0 } },
        /* the digits of stockham_eight, 32,768 points: first, rest of 8, last */
        { tfn_first_pass,
          { .f = 8, .rest = 4096, .inner = 1, .items = 16 },
          { "eight, first", 16, 0.56 * 32768, 0, 512, 0, 0 } },
        { tfn_column_pass,
          { .f = 8, .rest = 8, .inner = 512, .items = 16 },
          { "eight, 8 left", 16, 0.25 * 32768, 0, 512, 0, 0 } },
        { tfn_column_pass,
          { .f = 8, .rest = 1, .inner = 4096, .items = 16 },
          { "eight, last", 16, 0.125 * 32768, 0, 512, 0, 0 } },
    };
    for (size_t i = 0; i < sizeof digits / sizeof digits[0]; i++) {
        const budget *of = &digits[i].of;
        const ncs_time t = digit_time(of->name, digits[i].pass, digits[i].job);
        check_budget(of, &t);
    }
}

static void times_keep_their_budget(void **state)
{
    (void)state;
    const int64_t sizes[][2] = { { 16, 65536 }, { 2048, 512 } }; /* few, many lines */
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        tfn_times_job job = {
            .points = sizes[i][1], .lines = sizes[i][0], .re = factors, .im = factors
        };
        tfn_writer w;
        ncs_builder *b =
            begin("times_pass", &w, &job.src, &job.dst, job.lines, job.points);
        tfn_times_pass(&w, &job);
        const ncs_time t = time_of(b, "times_pass");
        const budget of = { "times_pass", 16, 0, 3 * 2048, 1024, 768, 0 };
        check_budget(&of, &t);
    }
}

static void whole_kernels_keep_their_budgets(void **state)
{
    (void)state;
    const whole_budget budgets[] = {
        /* a group is a line; alone, without the loading of tables hidden */
        { 8191, 64, { "bluestein", 64, 8192, 3100 + 3400, 128, 0, 3.8 } },
        { 8191, 1, { "bluestein", 1, 8192, 3100 + 3400, 128, 0, 16.6 } },
        /* by passes */
        { 65537, 8, { "bluestein", 8, 106300, 83400, 17356, 0, 0 } },
        { 521, 1152, { "rader", 1, 337700, 334800, 28132, 0, 0 } },
        { 32768, 64, { "stockham_eight", 64, 39000, 25400, 5 * 512, 0, 0 } },
    };
    for (size_t i = 0; i < sizeof budgets / sizeof budgets[0]; i++) {
        const budget *of = &budgets[i].of;
        const tfi_neuron_job job = kernel_dft_job(budgets[i].n, budgets[i].batch);
        const ncs_time t = kernel_time(of->name, "v3", &job);
        check_budget(of, &t);
    }
}

/* Times a line that comments give without cycles. */
static void batches_take_the_predicted_time(void **state)
{
    (void)state;
    const struct {
        const char *kernel;
        int64_t n;
        double us;
    } lines[] = { { "bluestein", 521, 0.253 },
                  { "bluestein", 769, 0.374 },
                  { "rader", 521, 0.211 },
                  { "rader", 769, 0.303 } };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        const tfi_neuron_job job = kernel_dft_job(lines[i].n, 4096);
        const ncs_time t = kernel_time(lines[i].kernel, "v3", &job);
        check(lines[i].kernel, "us", t.device_ns * 1e-3 / 4096.0, lines[i].us, 1.03);
    }
}

/* The passes of a core's share alone: lines of n1 points, columns of n2. */
static ncs_time rows_time(int64_t n1, int64_t lines)
{
    tfn_line_job job = { .n = n1, .out = n1, .lines = lines, .sign = -1, .scale = 1.0 };
    tfn_writer w;
    ncs_builder *b = begin("rows", &w, &job.src, &job.dst, lines, n1);
    assert_true(
        tfn_four_step_split(ncs_machine_find("v3"), n1, lines, &job.n1, &job.n2));
    tfn_four_step_pass(&w, &job);
    return time_of(b, "rows");
}

static void exchange_keeps_its_budget(void **state)
{
    (void)state;
    const ncs_machine *m = ncs_machine_find("v3");
    tfi_neuron_exchange e = {
        .mode = TFI_NEURON_FAST, .cores = 4, .rank = 1, .sign = -1, .scale = 1.0
    };
    assert_true(tfi_neuron_exchange_split(m, 1 << 20, &e.n1, &e.n2));
    assert_true(e.n1 == 2048 && e.n2 == 512);
    ncs_builder *b = ncs_builder_create(m, "exchange", NULL);
    assert_non_null(b);
    tfi_neuron_exchange_build(b, &e);
    const ncs_time all = time_of(b, "exchange"), rows = rows_time(e.n1, e.n2 / 4);
    const tfn_digit_job job = { .f = e.n2, .rest = 1, .inner = e.n1 / 4, .items = 1 };
    const ncs_time columns = digit_time("columns", tfn_column_pass, job);
    const double units = 4; /* of 65,536 points */
    check("exchange", "PE", cycles(&all, NCS_PE, NCS_PE_GHZ),
          cycles(&rows, NCS_PE, NCS_PE_GHZ) + cycles(&columns, NCS_PE, NCS_PE_GHZ),
          1.1);
    check("exchange", "vector engines",
          (vector_cycles(&all) - vector_cycles(&rows) - vector_cycles(&columns)) /
              units,
          6 * 1024, 1.25);
    check("exchange", "KiB",
          (data_kib(&all) - data_kib(&rows) - data_kib(&columns)) / units, 2 * 512,
          1.01);
    check("exchange", "KiB of tables",
          (double)(all.bytes_table - rows.bytes_table - columns.bytes_table) / 1024.0 /
              units,
          512, 1.01);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(digits_keep_their_budgets),
        cmocka_unit_test(times_keep_their_budget),
        cmocka_unit_test(whole_kernels_keep_their_budgets),
        cmocka_unit_test(batches_take_the_predicted_time),
        cmocka_unit_test(exchange_keeps_its_budget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
