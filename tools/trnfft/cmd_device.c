/* cmd_device.c - `trnfft device`: what devices are, when they are worth it, and what
 * more cores would bring. Predictions of the cost models; nothing is measured. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <trnfft/trnfft.h>

#include "device_accuracy.h"
#include "device_chart.h"
#include "files.h"
#include "report.h"
#include "verbs.h"

typedef struct device_cli {
    cli_ints n, batch, cores;
    const char *output;
    bool json;
} device_cli;

#define AT(field) offsetof(device_cli, field)

static const cli_option options[] = {
    { "n", 'n', CLI_INTS, AT(n), "LIST", "lengths (complex, f32)", NULL },
    { "batch", 0, CLI_INTS, AT(batch), "LIST", "how many lines at once", NULL },
    { "cores", 0, CLI_INTS, AT(cores), "LIST", "scaling: numbers of cores", NULL },
    { "output", 'o', CLI_TEXT, AT(output), "FILE.svg", "scaling: a plot", NULL },
    { "json", 0, CLI_BOOL, AT(json), NULL, "one JSON array", NULL },
    { NULL, 0, CLI_BOOL, 0, NULL, NULL, NULL },
};

/* Planning looks at no data, only at whether operands overlap: a quarter of the address
 * space for each. */
static void *quarter(int number)
{
    return (void *)(UINTPTR_MAX / 4 / 64 * 64 * (uintptr_t)(number + 1));
}

/* The predicted time of `batch` lines of n points; negative: no plan. */
static double predict(trnfft_device *device, int64_t n, int64_t batch)
{
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    trnfft_plan_options o = TRNFFT_PLAN_OPTIONS_INIT;
    const int64_t shape[] = { batch, n };
    trnfft_plan *plan = NULL;
    p.in = trnfft_tensor_interleaved(TRNFFT_F32, 2, shape, quarter(0));
    p.out = trnfft_tensor_interleaved(TRNFFT_F32, 2, shape, quarter(1));
    p.n_dim = 1;
    p.dim[0] = -1;
    o.device = device;
    double ns = -1.0;
    if (trnfft_plan_create(NULL, &p, &o, &plan) == TRNFFT_OK) {
        ns = trnfft_plan_predicted_ns(plan);
    }
    trnfft_plan_destroy(plan);
    return ns;
}

/* `name` with more options: "neuron:v3" and "cores=4". */
static int open_with(const char *name, const char *more, trnfft_device **device)
{
    char text[320];
    snprintf(text, sizeof text, "%.200s%s%.100s", name, more[0] != '\0' ? "," : "",
             more);
    return trnfft_device_open(text, device) == TRNFFT_OK
               ? CLI_OK
               : cli_fail(CLI_USAGE, "%s", trnfft_last_error());
}

static void print_us(double ns)
{
    if (ns < 0) {
        printf(" %10s", "-");
    } else {
        printf(" %10.4g", ns * 1e-3);
    }
}

/* ---- show ---- */

static int show(const char *name, const device_cli *o)
{
    char text[2000];
    trnfft_device *device = NULL;
    (void)o;
    const int code = open_with(name, "", &device);
    if (code == CLI_OK) {
        trnfft_device_describe(device, text, sizeof text);
        printf("%s\n", text);
    }
    trnfft_device_close(device);
    return code;
}

/* ---- crossover ---- */

static void add_cell(cli_json *array, int64_t n, int64_t batch, double host,
                     double device)
{
    cli_json *c = cli_json_object();
    cli_json_number(c, "n", (double)n);
    cli_json_number(c, "batch", (double)batch);
    cli_json_number(c, "host_ns", host);
    if (device >= 0) {
        cli_json_number(c, "device_ns", device);
        cli_json_text(c, "sooner", device < host ? "device" : "host");
    }
    cli_json_add(array, NULL, c);
}

static int crossover(const char *name, const device_cli *o)
{
    trnfft_device *host = NULL, *device = NULL;
    int code = open_with("host", "", &host);
    code = code == CLI_OK ? open_with(name, "", &device) : code;
    cli_json *array = o->json ? cli_json_array() : NULL;
    if (code == CLI_OK && !o->json) {
        printf("predicted us, operands in host memory: host (%s), %s, the sooner\n",
               trnfft_cpu_name(), name);
    }
    for (int i = 0; code == CLI_OK && i < o->n.count; i++) {
        for (int j = 0; j < o->batch.count; j++) {
            const int64_t n = o->n.at[i], batch = o->batch.at[j];
            const double h = predict(host, n, batch), d = predict(device, n, batch);
            if (o->json) {
                add_cell(array, n, batch, h, d);
                continue;
            }
            printf("n %9lld  batch %7lld", (long long)n, (long long)batch);
            print_us(h);
            print_us(d);
            printf("  %s\n", d >= 0 && d < h ? "device" : "host");
            fflush(stdout);
        }
    }
    trnfft_device_close(host);
    trnfft_device_close(device);
    return code == CLI_OK && o->json ? cli_json_print(array, true) : code;
}

/* ---- scaling ---- */

static void add_point(cli_json *array, const device_point *point)
{
    cli_json *c = cli_json_object();
    cli_json_number(c, "n", (double)point->n);
    cli_json_number(c, "batch", (double)point->batch);
    cli_json_number(c, "cores", (double)point->cores);
    cli_json_number(c, "predicted_ns", point->ns);
    cli_json_number(c, "speedup", point->speedup);
    cli_json_add(array, NULL, c);
}

/* On the device alone: the link is the same for any number of cores, and so is one
 * launch; plans with two pay for the second. */
enum { LAUNCH_US = 850 };

static int predict_cores(const char *name, int64_t cores, device_point *point)
{
    char more[64];
    trnfft_device *device = NULL;
    snprintf(more, sizeof more, "launch=%d,host_gbps=1e9,cores=%lld", LAUNCH_US,
             (long long)cores);
    const int code = open_with(name, more, &device);
    if (code == CLI_OK) {
        point->cores = cores;
        point->ns = predict(device, point->n, point->batch) - 1e3 * LAUNCH_US;
    }
    trnfft_device_close(device);
    return code;
}

/* Numbers of cores, modes and settings are a NeuronCore's. */
static int check_neuron(const char *action, const char *name)
{
    return strncmp(name, "neuron:", 7) == 0
               ? CLI_OK
               : cli_fail(CLI_USAGE,
                          "%s: '%s' is no NeuronCore, whose names begin with neuron:",
                          action, name);
}

static int scaling(const char *name, const device_cli *o)
{
    enum { MOST = CLI_MAX_LIST * CLI_MAX_LIST * CLI_MAX_LIST };
    static device_point points[MOST];
    size_t count = 0;
    int code = check_neuron("scaling", name);
    const size_t length = o->output != NULL ? strlen(o->output) : 0;
    if (code == CLI_OK && o->output != NULL &&
        (length < 4 || strcmp(o->output + length - 4, ".svg") != 0)) {
        return cli_fail(CLI_USAGE, "-o %s: the plot is .svg", o->output);
    }
    for (int i = 0; i < o->n.count; i++) {
        for (int j = 0; j < o->batch.count; j++) {
            double first = 0;
            for (int k = 0; k < o->cores.count && code == CLI_OK; k++) {
                cli_progress("scaling", (int64_t)count,
                             (int64_t)o->n.count * o->batch.count * o->cores.count);
                device_point p = { o->n.at[i], o->batch.at[j], 0, 0, 0 };
                code = predict_cores(name, o->cores.at[k], &p);
                first = k == 0 ? p.ns : first;
                p.speedup = p.ns > 0 ? first / p.ns : 0;
                points[count++] = p;
            }
        }
    }
    cli_progress_end();
    if (code != CLI_OK) {
        return code;
    }
    cli_json *array = o->json ? cli_json_array() : NULL;
    if (!o->json) {
        printf("predicted us on %s, one launch and the host link left out, and how "
               "many times as fast as the first\n",
               name);
    }
    for (size_t i = 0; i < count; i++) {
        if (o->json) {
            add_point(array, &points[i]);
            continue;
        }
        printf("n %9lld  batch %7lld  cores %3lld", (long long)points[i].n,
               (long long)points[i].batch, (long long)points[i].cores);
        print_us(points[i].ns);
        printf(" %6.2f\n", points[i].speedup);
    }
    code = o->json ? cli_json_print(array, true) : CLI_OK;
    return code == CLI_OK && o->output != NULL
               ? device_chart_write(o->output, name, points, count)
               : code;
}

/* ---- accuracy ---- */

static int accuracy(const char *name, const device_cli *o)
{
    const int code = check_neuron("accuracy", name);
    return code == CLI_OK ? device_accuracy(name, &o->n, o->json) : code;
}

/* ---- the verb ---- */

static void fill_list(cli_ints *list, int count, const int64_t *values)
{
    if (list->count == 0) {
        list->count = count;
        memcpy(list->at, values, (size_t)count * sizeof *values);
    }
}

static int check_list(const char *option, const cli_ints *list, int64_t most)
{
    for (int i = 0; i < list->count; i++) {
        if (list->at[i] < 1 || list->at[i] > most) {
            return cli_fail(CLI_USAGE, "--%s: %lld is not between 1 and %lld", option,
                            (long long)list->at[i], (long long)most);
        }
    }
    return CLI_OK;
}

static int run(const cli_verb *verb, int argc, char **argv)
{
    static const struct {
        const char *name;
        int (*run)(const char *device, const device_cli *o);
    } actions[] = { { "show", show },
                    { "crossover", crossover },
                    { "scaling", scaling },
                    { "accuracy", accuracy } };
    device_cli o;
    memset(&o, 0, sizeof o);
    cli_files files;
    int code = cli_parse(verb, argc, argv, &o, &files);
    if (code >= 0) {
        return code;
    }
    const bool is_scaling = strcmp(files.at[0], "scaling") == 0;
    if (is_scaling) {
        fill_list(&o.n, 2, (const int64_t[]){ 1024, 1048576 });
    } else if (strcmp(files.at[0], "accuracy") == 0) {
        fill_list(&o.n, 4, (const int64_t[]){ 64, 128, 1024, 4096 });
    }
    fill_list(&o.n, 6, (const int64_t[]){ 64, 256, 1024, 4096, 16384, 65536 });
    fill_list(&o.batch, 2, (const int64_t[]){ 1, 64 });
    fill_list(&o.cores, 6, (const int64_t[]){ 1, 2, 4, 8, 16, 32 });
    code = check_list("n", &o.n, INT64_C(1) << 24);
    code = code == CLI_OK ? check_list("batch", &o.batch, INT64_C(1) << 20) : code;
    code = code == CLI_OK ? check_list("cores", &o.cores, 128) : code;
    if (code == CLI_OK && o.json && !cli_json_available()) {
        return cli_json_missing();
    }
    for (size_t i = 0; code == CLI_OK && i < sizeof actions / sizeof actions[0]; i++) {
        if (strcmp(files.at[0], actions[i].name) == 0) {
            return actions[i].run(files.count > 1 ? files.at[1] : "neuron:v3", &o);
        }
    }
    return code != CLI_OK
               ? code
               : cli_fail(CLI_USAGE,
                          "'%s': must be show, crossover, scaling or accuracy",
                          files.at[0]);
}

const cli_verb cmd_device_verbs[] = {
    { "device", "what devices are, when they are worth it, what more cores bring",
      "show|crossover|scaling|accuracy [NAME] [options]",
      "NAME is what trnfft_device_open() takes: host, neuron:v3 (the default), "
      "neuron:v2,cores=8\n"
      "… (TRNFFT_DEVICE makes all verbs use one). crossover compares the predicted "
      "time "
      "of the\n"
      "host with that of the device, launches and the operands' way over the host link "
      "included;\n"
      "scaling predicts what more cores bring; accuracy tables the errors of the modes "
      "over what\n"
      "documents leave open about the arithmetic of a NeuronCore. NeuronCores are "
      "simulated:\n"
      "nothing here ran on silicon.",
      "  trnfft device show neuron:v3,cores=4\n"
      "  trnfft device crossover neuron:v3 --n 256,16384,1048576 --batch 1,1024\n"
      "  trnfft device scaling neuron:v3 --n 1048576 --batch 1,64 -o scaling.svg\n"
      "  trnfft device accuracy neuron:v2 --n 128,4096",
      options, 1, 2, run },
    { NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL },
};
