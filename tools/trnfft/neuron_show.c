/* neuron_show.c - `trnfft neuron asm|trace|emit|plan|machines`: what is printed without
 * running anything. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "neuron.h"

/* --- asm --- */

static int write_program(const neuron_cli *o, const neuron_source *s)
{
    const size_t n = trnfft_neuron_disassemble(s->program, NULL, 0);
    char *text = malloc(n + 1);
    if (text == NULL) {
        return cli_fail(CLI_MEMORY, "out of memory");
    }
    trnfft_neuron_disassemble(s->program, text, n + 1);
    const int code = neuron_write(o->output, text, n);
    free(text);
    return code;
}

int neuron_asm(const neuron_cli *o, const char *path)
{
    neuron_source s;
    int code = neuron_open(o, path, &s);
    if (code == CLI_OK && !o->print) {
        const trnfft_status status = trnfft_neuron_verify(s.program);
        code = status == TRNFFT_OK
                   ? CLI_OK
                   : cli_fail(CLI_REFUSED, "%s: %s",
                              path != NULL ? input_name(path) : s.info.name,
                              cli_last_error(status));
    }
    if (code == CLI_OK && o->check) {
        printf("%s keeps the rules of NeuronCore-%s: %d instructions, %" PRId64
               " bytes of SBUF and %" PRId64 " of PSUM a partition\n",
               s.info.name, s.info.machine, (int)s.info.n_instructions,
               s.info.sbuf_peak, s.info.psum_peak);
    } else if (code == CLI_OK) {
        code = write_program(o, &s);
    }
    neuron_close(&s);
    return code;
}

/* --- trace, emit --- */

static bool ends_in(const char *path, const char *ending)
{
    const size_t n = path == NULL ? 0 : strlen(path), m = strlen(ending);
    return n >= m && strcmp(path + n - m, ending) == 0;
}

/* The text in one of two forms, made twice: for its size and for itself. */
static trnfft_status make_text(const neuron_cli *o, const neuron_source *s, bool trace,
                               char *text, size_t capacity, size_t *n)
{
    char title[160];
    neuron_title(s, title, sizeof title);
    if (!trace) {
        return trnfft_neuron_emit(s->program, s->has_job ? &s->job : NULL, text,
                                  capacity, n);
    }
    const bool svg = ends_in(o->output, ".svg");
    return trnfft_neuron_trace(s->program, s->settings, s->n_settings,
                               svg ? TRNFFT_NEURON_FORMAT_SVG
                                   : TRNFFT_NEURON_FORMAT_JSON,
                               title, text, capacity, n);
}

static int write_text(const neuron_cli *o, const char *path, bool trace)
{
    neuron_source s;
    size_t n = 0;
    char *text = NULL;
    int code = neuron_open(o, path, &s);
    if (code == CLI_OK) {
        trnfft_status status = make_text(o, &s, trace, NULL, 0, &n);
        text = status == TRNFFT_OK ? malloc(n + 1) : NULL;
        if (status == TRNFFT_OK && text == NULL) {
            code = cli_fail(CLI_MEMORY, "out of memory");
        } else {
            status =
                status == TRNFFT_OK ? make_text(o, &s, trace, text, n + 1, &n) : status;
            code = status == TRNFFT_OK ? neuron_write(o->output, text, n)
                                       : cli_fail_status(status);
        }
    }
    free(text);
    neuron_close(&s);
    return code;
}

int neuron_trace(const neuron_cli *o, const char *path)
{
    if (o->output != NULL && strcmp(o->output, "-") != 0 &&
        !ends_in(o->output, ".svg") && !ends_in(o->output, ".json") &&
        !ends_in(o->output, ".png")) {
        return cli_fail(CLI_USAGE, "-o %s: a timeline is .json, .svg or .png",
                        o->output);
    }
    if (!ends_in(o->output, ".png")) {
        return write_text(o, path, true);
    }
    neuron_source s;
    int code = neuron_open(o, path, &s);
    code = code == CLI_OK ? neuron_picture(&s, o->output) : code;
    neuron_close(&s);
    return code;
}

/* The probe is the same for all jobs. */
static int write_probe(const neuron_cli *o)
{
    const char *machine = o->machine != NULL ? o->machine : "v3";
    size_t n = 0;
    char *text = NULL;
    trnfft_status status = trnfft_neuron_emit_probe(machine, NULL, 0, &n);
    if (status == TRNFFT_OK) {
        text = malloc(n + 1);
        if (text == NULL) {
            return cli_fail(CLI_MEMORY, "out of memory");
        }
        status = trnfft_neuron_emit_probe(machine, text, n + 1, &n);
    }
    const int code = status == TRNFFT_OK ? neuron_write(o->output, text, n)
                                         : cli_fail_status(status);
    free(text);
    return code;
}

int neuron_emit(const neuron_cli *given, const char *path)
{
    neuron_cli own = *given;
    const neuron_cli *o = &own;
    if (own.output == NULL && own.out.count == 1) { /* here the same as -o */
        own.output = own.out.at[0];
    }
    if (o->probe && (path != NULL || o->n.count > 0 || o->kernel != NULL)) {
        return cli_fail(CLI_USAGE, "--probe: takes no file, no --n and no --kernel");
    }
    return o->probe ? write_probe(o) : write_text(o, path, false);
}

/* --- plan --- */

static const char *const range_names[] = { "range=low", "range=middle", "range=high" };

/* One kernel's program at both ends and in the middle of all constants. */
typedef struct candidate {
    const char *kernel, *what;
    trnfft_neuron_time at[3];
    trnfft_neuron_info info;
} candidate;

static int price(const neuron_cli *o, neuron_source *s, candidate *c, bool *accepted)
{
    trnfft_neuron_program *p = NULL;
    trnfft_status status = trnfft_neuron_build(o->machine != NULL ? o->machine : "v3",
                                               c->kernel, &s->job, &p);
    *accepted = status == TRNFFT_OK;
    if (status == TRNFFT_ERROR_UNSUPPORTED) {
        return CLI_OK;
    }
    for (int end = 0; end < 3 && status == TRNFFT_OK; end++) {
        const char *settings[NEURON_MAX_SETTINGS + 1] = { range_names[end] };
        memcpy(settings + 1, s->settings, s->n_settings * sizeof *settings);
        c->at[end] = (trnfft_neuron_time)TRNFFT_NEURON_TIME_INIT;
        status = trnfft_neuron_estimate(p, settings, s->n_settings + 1, &c->at[end]);
    }
    if (status == TRNFFT_OK) {
        c->info = (trnfft_neuron_info)TRNFFT_NEURON_INFO_INIT;
        status = trnfft_neuron_describe(p, &c->info);
        c->info.name = c->kernel;
    }
    trnfft_neuron_program_destroy(p);
    return status == TRNFFT_OK ? CLI_OK : cli_fail_status(status);
}

static int by_time(const void *a, const void *b)
{
    const double x = ((const candidate *)a)->at[1].device_ns;
    const double y = ((const candidate *)b)->at[1].device_ns;
    return (x > y) - (x < y);
}

static void print_candidates(const neuron_source *s, const candidate *c, int count)
{
    printf("%-20s %10s %10s %10s %10s  %-8s %6s  %s\n", "kernel", "low us", "middle us",
           "high us", "each us", "bound by", "instr.", "what it does");
    for (int i = 0; i < count; i++) {
        printf("%-20s %10.2f %10.2f %10.2f %10.3f  %-8s %6d  %s\n", c[i].kernel,
               c[i].at[0].device_ns / 1000, c[i].at[1].device_ns / 1000,
               c[i].at[2].device_ns / 1000,
               c[i].at[1].device_ns / 1000 / (double)s->job.batch,
               c[i].at[1].device_bound, (int)c[i].info.n_instructions, c[i].what);
    }
    printf("predicted device times over the ranges of the constants, never measured on "
           "silicon; a launch adds %.0f us\n",
           (c[0].at[1].total_ns - c[0].at[1].device_ns) / 1000);
}

static int print_candidates_json(const candidate *c, int count)
{
    cli_json *array = cli_json_array();
    for (int i = 0; i < count; i++) {
        cli_json *object = cli_json_object();
        cli_json_text(object, "kernel", c[i].kernel);
        cli_json_text(object, "what", c[i].what);
        cli_json_number(object, "device_low_us", c[i].at[0].device_ns / 1000);
        cli_json_number(object, "device_us", c[i].at[1].device_ns / 1000);
        cli_json_number(object, "device_high_us", c[i].at[2].device_ns / 1000);
        cli_json_number(object, "total_us", c[i].at[1].total_ns / 1000);
        cli_json_text(object, "device_bound", c[i].at[1].device_bound);
        cli_json_number(object, "instructions", c[i].info.n_instructions);
        cli_json_number(object, "sbuf_peak_bytes", (double)c[i].info.sbuf_peak);
        cli_json_number(object, "psum_peak_bytes", (double)c[i].info.psum_peak);
        cli_json_add(array, NULL, object);
    }
    return cli_json_print(array, true);
}

int neuron_plan(const neuron_cli *o)
{
    enum { MOST = 64 };
    neuron_source s;
    int count = 0;
    candidate *c = calloc(MOST, sizeof *c);
    if (c == NULL) {
        return cli_fail(CLI_MEMORY, "out of memory");
    }
    int code = neuron_read_job(o, &s);
    const char *what = NULL, *name;
    for (size_t i = 0; code == CLI_OK && count < MOST &&
                       (name = trnfft_neuron_kernel(i, &what)) != NULL;
         i++) {
        if (o->kernel != NULL && strcmp(o->kernel, name) != 0) {
            continue;
        }
        bool accepted = false;
        c[count].kernel = name;
        c[count].what = what;
        code = price(o, &s, &c[count], &accepted);
        count += accepted;
    }
    if (code == CLI_OK && count == 0) {
        code = cli_fail(CLI_REFUSED, "no kernel takes this job as one program");
    }
    if (code == CLI_OK) {
        qsort(c, (size_t)count, sizeof *c, by_time);
        if (o->json) {
            code = print_candidates_json(c, count);
        } else {
            print_candidates(&s, c, count);
        }
    }
    free(c);
    neuron_close(&s);
    return code;
}

/* --- machines --- */

static void print_machine(const char *name, const char *chip)
{
    trnfft_neuron_value v = TRNFFT_NEURON_VALUE_INIT;
    printf("NeuronCore-%s (%s)\n", name, chip);
    printf("  %-24s %-7s %9s %9s %9s  %s\n", "constant", "unit", "low", "middle",
           "high", "what; source");
    for (size_t i = 0; trnfft_neuron_constant(name, i, &v) == TRNFFT_OK; i++) {
        printf("  %-24s %-7s %9g %9g %9g  %s; %s\n", v.name, v.unit, v.low, v.middle,
               v.high, v.what, v.source);
    }
    printf("\n");
}

static void add_machine(cli_json *array, const char *name, const char *chip)
{
    trnfft_neuron_value v = TRNFFT_NEURON_VALUE_INIT;
    cli_json *machine = cli_json_object(), *constants = cli_json_array();
    cli_json_text(machine, "name", name);
    cli_json_text(machine, "chip", chip);
    for (size_t i = 0; trnfft_neuron_constant(name, i, &v) == TRNFFT_OK; i++) {
        cli_json *constant = cli_json_object();
        cli_json_text(constant, "name", v.name);
        cli_json_text(constant, "unit", v.unit);
        cli_json_text(constant, "what", v.what);
        cli_json_number(constant, "low", v.low);
        cli_json_number(constant, "middle", v.middle);
        cli_json_number(constant, "high", v.high);
        cli_json_text(constant, "source", v.source);
        cli_json_add(constants, NULL, constant);
    }
    cli_json_add(machine, "constants", constants);
    cli_json_add(array, NULL, machine);
}

static void print_switches(void)
{
    const char *name;
    const char *const *choices = NULL;
    printf("switches of the numerics, where documents are silent; the first choice is "
           "the default\n");
    for (size_t i = 0; (name = trnfft_neuron_switch(i, &choices)) != NULL; i++) {
        printf("  %-24s", name);
        for (size_t k = 0; choices[k] != NULL; k++) {
            printf("%s%s", k > 0 ? "|" : "", choices[k]);
        }
        printf("\n");
    }
    printf(
        "  %-24srelative error of the scalar engine's functions (0)\n"
        "\nTimes go from the optimistic (low) to the pessimistic (high) end. Nothing "
        "here was ever compared with silicon.\n",
        "function_error");
}

int neuron_machines(const neuron_cli *o)
{
    const char *name, *chip = NULL;
    bool found = o->machine == NULL;
    for (size_t i = 0; (name = trnfft_neuron_machine(i, NULL)) != NULL; i++) {
        found = found || strcmp(o->machine, name) == 0;
    }
    if (!found) {
        char names[64] = "";
        for (size_t i = 0; (name = trnfft_neuron_machine(i, NULL)) != NULL; i++) {
            const bool is_last = trnfft_neuron_machine(i + 1, NULL) == NULL;
            const size_t length = strlen(names);
            snprintf(names + length, sizeof names - length, "%s%s",
                     i == 0    ? ""
                     : is_last ? " and "
                               : ", ",
                     name);
        }
        return cli_fail(CLI_USAGE, "--machine: '%s' is none of %s", o->machine, names);
    }
    cli_json *array = o->json ? cli_json_array() : NULL;
    for (size_t i = 0; (name = trnfft_neuron_machine(i, &chip)) != NULL; i++) {
        if (o->machine != NULL && strcmp(o->machine, name) != 0) {
            continue;
        }
        if (o->json) {
            add_machine(array, name, chip);
        } else {
            print_machine(name, chip);
        }
    }
    if (o->json) {
        return cli_json_print(array, true);
    }
    print_switches();
    return CLI_OK;
}
