/* Does the emitted NKI compute, on the stand-in of the documented functions, what the
 * program computes on the simulator and what NumPy says? Skipped (77) without NumPy. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "backend/neuron/emit.h"
#include "backend/neuron/probe.h"
#include "base/half.h"
#include "base/trig.h"
#include "ncsim/run.h"
#include "neuron/emit_programs.h"
#include "neuron/kernel_run.h"
#include "support/random.h"

enum { PATH_BYTES = 400 };
static char root[PATH_BYTES];

static void write_file(const char *folder, const char *name, const void *data,
                       size_t bytes)
{
    char path[2 * PATH_BYTES];
    snprintf(path, sizeof path, "%.600s/%s", folder, name);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(data, 1, bytes, f), bytes);
    assert_int_equal(fclose(f), 0);
}

/* Lowest byte first on every host. */
static void write_elements(const char *folder, const char *name, const ncs_buffer *b,
                           const void *memory)
{
    const int64_t each = ncs_dtype_bytes(b->dtype);
    unsigned char *bytes = malloc((size_t)(b->elements * each));
    assert_non_null(bytes);
    for (int64_t i = 0; i < b->elements; i++) {
        uint32_t x =
            each == 2 ? ((const uint16_t *)memory)[i] : ((const uint32_t *)memory)[i];
        for (int64_t k = 0; k < each; k++) {
            bytes[i * each + k] = (unsigned char)(x >> (8 * k));
        }
    }
    write_file(folder, name, bytes, (size_t)(b->elements * each));
    free(bytes);
}

static char *emit(const ncs_program *program, const tfi_neuron_job *job, size_t *bytes)
{
    tfi_printer counted = { .capacity = 0 };
    trnfft_status status = tfi_neuron_emit(program, job, &counted);
    if (status != TRNFFT_OK) {
        print_error("%s\n", trnfft_last_error());
    }
    assert_int_equal(status, TRNFFT_OK);
    tfi_printer printer = { .capacity = counted.length + 1 };
    printer.text = malloc(printer.capacity);
    assert_non_null(printer.text);
    assert_int_equal(tfi_neuron_emit(program, job, &printer), TRNFFT_OK);
    assert_int_equal(printer.length, counted.length);
    *bytes = printer.length;
    return printer.text;
}

static void fill(void *memory, const ncs_buffer *b, test_random *r)
{
    for (int64_t i = 0; i < b->elements; i++) {
        float x = test_random_unit_f32(r);
        switch (b->dtype) {
        case NCS_BF16: ((uint16_t *)memory)[i] = tfi_f32_to_bf16(x); break;
        case NCS_F16: ((uint16_t *)memory)[i] = tfi_f32_to_f16(x); break;
        case NCS_I32:
        case NCS_U32: ((uint32_t *)memory)[i] = (uint32_t)test_random_u64(r); break;
        default: ((float *)memory)[i] = x;
        }
    }
}

/* Spectra of real lines or frames: the first and for even n the last imaginary part of
 * each is 0. One dimension. */
static void make_hermitian(const ncs_program *p, ncs_core *core,
                           const tfi_neuron_job *job)
{
    int32_t xi = ncs_program_find_buffer(p, "xi");
    assert_int_equal(p->buffer[xi].dtype, NCS_F32);
    float *x = ncs_core_memory(core, xi);
    const int64_t n = job->n[0], half = n / 2 + 1;
    for (int64_t line = 0; line < p->buffer[xi].elements / half; line++) {
        x[line * half] = 0.0F;
        if (n % 2 == 0) {
            x[line * half + half - 1] = 0.0F;
        }
    }
}

/* A folder with the emitted file, inputs, what the simulator makes of them. */
static void add_file(const char *name, const ncs_program *p, const tfi_neuron_job *job,
                     double tolerance, const char *python, size_t n_bytes)
{
    char folder[PATH_BYTES + 64], in[PATH_BYTES + 80], want[PATH_BYTES + 80];
    snprintf(folder, sizeof folder, "%s/%s-%s", root, name, p->machine->name);
    snprintf(in, sizeof in, "%s/in", folder);
    snprintf(want, sizeof want, "%s/want", folder);
    assert_int_equal(mkdir(folder, 0777), 0);
    assert_int_equal(mkdir(in, 0777), 0);
    assert_int_equal(mkdir(want, 0777), 0);
    char text[40];
    snprintf(text, sizeof text, "%g", tolerance);
    write_file(folder, "tolerance", text, strlen(text));
    write_file(folder, "kernel.py", python, n_bytes);
    ncs_core *core = NULL;
    assert_int_equal(ncs_core_create(p, &core), TRNFFT_OK);
    test_random r = test_random_seed(5);
    for (int32_t i = 0; i < p->n_buffers; i++) {
        if (p->buffer[i].role == NCS_INPUT && p->buffer[i].memory == NCS_HBM) {
            fill(ncs_core_memory(core, i), &p->buffer[i], &r);
        }
    }
    if (job != NULL && job->transform == TFI_NEURON_C2R) {
        make_hermitian(p, core, job);
    }
    ncs_settings settings;
    ncs_settings_init(&settings, p->machine);
    assert_int_equal(ncs_run(core, &settings), TRNFFT_OK);
    for (int32_t i = 0; i < p->n_buffers; i++) {
        const ncs_buffer *b = &p->buffer[i];
        if (b->memory == NCS_HBM && (b->role == NCS_INPUT || b->role == NCS_OUTPUT)) {
            char file[40];
            snprintf(file, sizeof file, "%s.bin", b->name);
            write_elements(b->role == NCS_INPUT ? in : want, file, b,
                           ncs_core_memory(core, i));
        }
    }
    ncs_core_destroy(core);
}

static void add_case(const char *name, const ncs_program *p, const tfi_neuron_job *job,
                     double tolerance)
{
    size_t n_bytes = 0;
    char *python = emit(p, job, &n_bytes);
    add_file(name, p, job, tolerance, python, n_bytes);
    free(python);
}

/* The probe, which has to name the simulator's defaults. */
static void add_probes(void)
{
    static const char *const machines[] = { "v2", "v3", "v4" };
    for (int m = 0; m < 3; m++) {
        const ncs_machine *machine = ncs_machine_find(machines[m]);
        tfi_probe probe;
        assert_int_equal(tfi_probe_create(machine, NULL, &probe), TRNFFT_OK);
        tfi_printer counted = { .capacity = 0 };
        assert_int_equal(tfi_neuron_emit_probe(machine, NULL, &counted), TRNFFT_OK);
        tfi_printer printer = { .capacity = counted.length + 1 };
        printer.text = malloc(printer.capacity);
        assert_non_null(printer.text);
        assert_int_equal(tfi_neuron_emit_probe(machine, NULL, &printer), TRNFFT_OK);
        add_file("probe", probe.program, NULL, 0.0, printer.text, printer.length);
        free(printer.text);
        tfi_probe_destroy(&probe);
    }
}

/* Does every combination of its switches give an experiment other results? */
static void experiments_tell_settings_apart(void **state)
{
    (void)state;
    tfi_probe probe;
    const ncs_machine *machine = ncs_machine_find("v3");
    assert_int_equal(tfi_probe_create(machine, NULL, &probe), TRNFFT_OK);
    ncs_core *core = NULL;
    assert_int_equal(ncs_core_create(probe.program, &core), TRNFFT_OK);
    const float *results =
        ncs_core_memory(core, ncs_program_find_buffer(probe.program, "results"));
    for (int i = 0; i < probe.n; i++) {
        const tfi_probe_experiment *x = &probe.experiment[i];
        const int n = tfi_probe_choices(x);
        float(*seen)[TFI_PROBE_COUNT] = malloc((size_t)n * sizeof *seen);
        assert_non_null(seen);
        for (int c = 0; c < n; c++) {
            char text[200];
            tfi_printer printer = { .text = text, .capacity = sizeof text };
            ncs_settings settings;
            ncs_settings_init(&settings, machine);
            assert_int_equal(tfi_probe_choose(x, c, &settings, &printer), TRNFFT_OK);
            assert_int_equal(ncs_run(core, &settings), TRNFFT_OK);
            memcpy(seen[c], results + i * TFI_PROBE_COUNT, sizeof seen[c]);
            for (int before = 0; before < c; before++) {
                if (memcmp(seen[before], seen[c], sizeof seen[c]) == 0) {
                    fail_msg("%s: %s gives what choice %d gives", x->name, text,
                             before);
                }
            }
        }
        free(seen);
    }
    ncs_core_destroy(core);
    tfi_probe_destroy(&probe);
}

static void add_hand_written(void)
{
    static const char *const machines[] = { "v2", "v3" };
    for (int m = 0; m < 2; m++) {
        for (int part = 0; part < 3; part++) {
            char name[40];
            snprintf(name, sizeof name, "operations-%d", part);
            ncs_program *p = emit_every_operation(machines[m], part);
            add_case(name, p, NULL, 1e-6);
            ncs_program_destroy(p);
        }
        ncs_program *p = emit_every_type(machines[m]);
        add_case("types", p, NULL, 1e-6);
        ncs_program_destroy(p);
    }
    ncs_program *p = emit_mutable();
    add_case("mutate", p, NULL, 1e-6);
    ncs_program_destroy(p);
}

enum {
    FAST = 1 << TFI_NEURON_FAST,
    KAHAN = 1 << TFI_NEURON_KAHAN,
    BF16 = 1 << TFI_NEURON_BF16,
    ALL = (1 << TFI_NEURON_N_MODES) - 1
};

/* Jobs for all kernels: what each accepts of these, with the driver's own check. On v3
 * in the modes of `modes` (bits), small ones on v2 in the first of them, in all: v4,
 * too. */
static void add_job(const char *name, const tfi_neuron_job *given, unsigned modes,
                    const char *only, int *count)
{
    static const char *const mode_names[] = { "fast", "kahan", "bf16", "bf16x3" };
    bool first = true;
    for (uint32_t mode = 0; mode < TFI_NEURON_N_MODES; mode++) {
        tfi_neuron_job job = *given;
        job.mode = mode;
        const int last = first && modes == ALL ? 4 : 3;
        const bool small = given->n[0] * given->batch <= 4096;
        for (int m = first && small ? 2 : 3; m <= last && (modes >> mode & 1U) != 0;
             m++) {
            const char *machine = m == 2 ? "v2" : m == 3 ? "v3" : "v4";
            for (int i = 0; tfi_neuron_kernels[i] != NULL; i++) {
                const tfi_neuron_kernel *k = tfi_neuron_kernels[i];
                if ((only != NULL && strcmp(only, k->name) != 0) ||
                    k->task != job.task ||
                    !k->accepts(ncs_machine_find(machine), &job)) {
                    continue;
                }
                char title[100];
                snprintf(title, sizeof title, "%s-%s-%s", k->name, name,
                         mode_names[mode]);
                ncs_program *p = kernel_program(k->name, machine, &job);
                add_case(title, p, &job, 1e-6);
                ncs_program_destroy(p);
                count[i]++;
            }
        }
        first = first && (modes >> mode & 1U) == 0;
    }
}

static void add_transforms(int *count)
{
    static const struct {
        const char *name;
        int64_t n[3], batch;
        tfi_neuron_transform transform;
        int32_t sign, io;
        unsigned modes;
        const char *only; /* this kernel, NULL: all */
    } jobs[] = {
        { "c2c-64x5", { 64 }, 5, TFI_NEURON_C2C, -1, NCS_F32, ALL, NULL },
        { "c2c-64x9-io", { 64 }, 9, TFI_NEURON_C2C, -1, NCS_BF16, BF16, NULL },
        { "c2c-100x130", { 100 }, 130, TFI_NEURON_C2C, 1, NCS_F32, FAST, NULL },
        { "r2c-128x7", { 128 }, 7, TFI_NEURON_R2C, -1, NCS_F32, ALL, NULL },
        { "c2r-90x6", { 90 }, 6, TFI_NEURON_C2R, 1, NCS_F32, FAST | BF16, NULL },
        { "r2c-511x3", { 511 }, 3, TFI_NEURON_R2C, -1, NCS_F32, FAST, NULL },
        { "c2c-1000x2", { 1000 }, 2, TFI_NEURON_C2C, -1, NCS_F32, FAST | BF16, NULL },
        { "c2c-521x256", { 521 }, 256, TFI_NEURON_C2C, -1, NCS_F32, FAST, "rader" },
        { "c2c-1021x1", { 1021 }, 1, TFI_NEURON_C2C, -1, NCS_F32, FAST, NULL },
        { "r2c-8209x1", { 8209 }, 1, TFI_NEURON_R2C, -1, NCS_F32, FAST, NULL },
        { "c2c-2048x1", { 2048 }, 1, TFI_NEURON_C2C, -1, NCS_F32, FAST | KAHAN, NULL },
        { "c2c-16384x1", { 16384 }, 1, TFI_NEURON_C2C, -1, NCS_F32, FAST, NULL },
        { "c2c-32768x1", { 32768 }, 1, TFI_NEURON_C2C, 1, NCS_F32, FAST, NULL },
        { "r2c-24x36", { 24, 36 }, 2, TFI_NEURON_R2C, -1, NCS_F32, FAST, NULL },
        { "c2c-8x6x10", { 8, 6, 10 }, 1, TFI_NEURON_C2C, -1, NCS_F32, FAST, NULL },
    };
    for (size_t i = 0; i < sizeof jobs / sizeof jobs[0]; i++) {
        tfi_neuron_job job = kernel_dft_job(jobs[i].n[0], jobs[i].batch);
        for (int d = 1; d < 3 && jobs[i].n[d] > 0; d++) {
            job.n[d] = jobs[i].n[d];
            job.rank = d + 1;
        }
        job.transform = (uint32_t)jobs[i].transform;
        job.sign = jobs[i].sign;
        job.io = (uint32_t)jobs[i].io;
        job.scale = jobs[i].sign > 0 ? 1.0 / (double)jobs[i].n[0] : 1.0;
        add_job(jobs[i].name, &job, jobs[i].modes, jobs[i].only, count);
    }
}

static void add_other_tasks(int *count)
{
    tfi_neuron_job job = kernel_dft_job(40, 2);
    job.task = TFI_NEURON_GEMM;
    job.m = 70;
    job.k = 150;
    job.scale = 0.5;
    add_job("complex", &job, ALL, NULL, count);
    job.real_product = true;
    add_job("real", &job, FAST, NULL, count);
    job = kernel_dft_job(1000, 1);
    job.task = TFI_NEURON_MULTIPLY;
    add_job("1000", &job, FAST, NULL, count);
    job = kernel_dft_job(24, 2);
    job.task = TFI_NEURON_FNET;
    job.rank = 2;
    job.n[1] = 96;
    add_job("24x96", &job, FAST | BF16, NULL, count);
    job = kernel_dft_job(70, 9);
    job.task = TFI_NEURON_LINEAR;
    job.k = 100;
    add_job("9x100", &job, FAST, NULL, count);
    job = kernel_dft_job(200, 5);
    job.task = TFI_NEURON_MODRELU;
    add_job("5x200", &job, FAST, NULL, count);
    enum { N = 64, HOP = 16, FRAMES = 20, SAMPLES = N + (FRAMES - 1) * HOP };
    double window[N], envelope[SAMPLES] = { 0 };
    for (int i = 0; i < N; i++) {
        window[i] = 0.1 + (double)(i * (N - i)) / (N * N);
        for (int f = 0; f < FRAMES; f++) {
            envelope[f * HOP + i] += window[i] * window[i];
        }
    }
    job = kernel_dft_job(N, 2);
    job.task = TFI_NEURON_STFT;
    job.transform = TFI_NEURON_R2C;
    job.hop = HOP;
    job.frames = FRAMES;
    job.samples = SAMPLES;
    job.window = window;
    add_job("64", &job, FAST | BF16, NULL, count);
    job.task = TFI_NEURON_ISTFT;
    job.transform = TFI_NEURON_C2R;
    job.sign = 1;
    job.scale = 1.0 / N;
    job.envelope = envelope;
    add_job("64", &job, FAST, NULL, count);
}

static void add_kernels(void)
{
    int count[64] = { 0 };
    add_transforms(count);
    add_other_tasks(count);
    for (int i = 0; tfi_neuron_kernels[i] != NULL; i++) {
        if (count[i] == 0) {
            fail_msg("no job here is for the kernel %s: add one",
                     tfi_neuron_kernels[i]->name);
        }
    }
}

static void collectives_are_refused(void **state)
{
    (void)state;
    ncs_builder *b = ncs_builder_create(ncs_machine_find("v3"), "group", NULL);
    ncs_view x = ncs_input(b, "x", NCS_F32, 4, 32),
             y = ncs_output(b, "y", NCS_F32, 4, 32);
    ncs_instruction in = emit_plain(NCS_ALL_TO_ALL, NCS_CC, y);
    in.src[0] = x;
    ncs_emit(b, &in);
    ncs_program *p = emit_finish(b);
    tfi_printer printer = { .capacity = 0 };
    assert_int_equal(tfi_neuron_emit(p, NULL, &printer), TRNFFT_ERROR_UNSUPPORTED);
    assert_int_equal(printer.length, 0);
    assert_non_null(strstr(trnfft_last_error(), "all_to_all"));
    ncs_program_destroy(p);
}

/* The text of a program that loads a table of [rows][blocks][columns]: +-cosines and
 * sines of 2 pi r k / n, one element off by `fault` ulps. */
static char *emit_table(int64_t n, int blocks, double scale, int fault)
{
    enum { R = 48, F = 32 };
    static double values[R * 3 * F];
    tfi_trig *trig = NULL;
    assert_int_equal(tfi_trig_create(NULL, n, &trig), TRNFFT_OK);
    for (int i = 0; i < R * blocks * F; i++) {
        double re, im; /* of exp(-2 pi i k / n) */
        tfi_trig_one(trig, (int64_t)(i / (blocks * F)) * (i % F) % n, &re, &im);
        int block = i / F % blocks;
        values[i] = scale * (block == 0 ? im : block == 1 ? re : -im);
    }
    tfi_trig_destroy(trig, NULL);
    values[1000] *= 1.0 + fault * 0x1p-23;
    ncs_builder *b = ncs_builder_create(ncs_machine_find("v3"), "table", NULL);
    ncs_view w = ncs_table(b, "w", NCS_F32, R, blocks * F, values);
    ncs_view y = ncs_output(b, "y", NCS_F32, R, blocks * F);
    ncs_view tile = ncs_sbuf(b, "t", NCS_F32, R, blocks * F);
    ncs_dma(b, -1, tile, w);
    ncs_dma(b, -1, y, tile);
    ncs_program *p = emit_finish(b);
    size_t n_bytes = 0;
    char *text = emit(p, NULL, &n_bytes);
    ncs_program_destroy(p);
    return text;
}

static void tables_of_roots_are_computed(void **state)
{
    (void)state;
    static const struct {
        int64_t n;
        int blocks, fault;
        double scale;
        const char *part; /* NULL: printed */
    } cases[] = {
        { 48 * 32, 2, 0, 1.0, "\"roots\", (48, 32, 1536, 1, \"-s\", \"c\"), " },
        { 48 * 32, 3, 0, 0.25,
          "\"roots\", (48, 32, 1536, 0.25, \"-s\", \"c\", \"s\"), " },
        { 32, 3, 0, 1.0, "\"roots\", (48, 32, 32, 1, \"-s\", \"c\", \"s\"), " },
        { 48 * 32, 2, 1, 1.0, NULL },
        { 48 * 32, 3, -1, 1.0, NULL },
        { 1000, 3, 0, 1.0, NULL },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *text =
            emit_table(cases[i].n, cases[i].blocks, cases[i].scale, cases[i].fault);
        bool found = strstr(text, "\"roots\", (") != NULL;
        if (found != (cases[i].part != NULL) ||
            (found && strstr(text, cases[i].part) == NULL)) {
            fail_msg("case %d:\n%.400s", (int)i, strstr(text, "TABLES = "));
        }
        free(text);
    }
}

/* The first on PATH may be one of the user's own, without the package of the system. */
static const char *python_with_numpy(void)
{
    static const char *const names[] = { "python3", "/usr/bin/python3" };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char command[100];
        snprintf(command, sizeof command, "%s -c 'import numpy' 2>/dev/null", names[i]);
        if (system(command) == 0) {
            return names[i];
        }
    }
    return NULL;
}

static void emitted_files_run_on_the_stand_in(void **state)
{
    (void)state;
    const char *temporary = getenv("TMPDIR");
    snprintf(root, sizeof root, "%s/trnfft-emit-XXXXXX",
             temporary != NULL && strlen(temporary) < 300 ? temporary : "/tmp");
    assert_non_null(mkdtemp(root));
    add_hand_written();
    add_kernels();
    add_probes();
    char command[PATH_BYTES + 100];
    snprintf(command, sizeof command, "%s tests/neuron/run_emitted.py '%s'",
             python_with_numpy(), root);
    fflush(NULL);
    int code = system(command);
    if (code == 0 && getenv("TRNFFT_KEEP") == NULL) {
        snprintf(command, sizeof command, "rm -rf '%s'", root);
        assert_int_equal(system(command), 0);
    } else {
        print_message("kept: %s\n", root);
    }
    assert_int_equal(code, 0);
}

int main(void)
{
    if (python_with_numpy() == NULL) {
        printf("skipped: no python3 with NumPy (Debian: python3-numpy) to run the "
               "emitted files\n");
        return 77;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(collectives_are_refused),
        cmocka_unit_test(experiments_tell_settings_apart),
        cmocka_unit_test(tables_of_roots_are_computed),
        cmocka_unit_test(emitted_files_run_on_the_stand_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
