/* neuron_source.c - the program that a verb is about: from a file, or a kernel's for a
 * job. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "arrays.h"
#include "neuron.h"

int neuron_write(const char *path, const char *text, size_t n_bytes)
{
    output_file *out = NULL;
    int code = output_open(path != NULL ? path : "-", false, &out);
    if (code != CLI_OK) {
        return code;
    }
    fwrite(text, 1, n_bytes, output_stream(out));
    return output_commit(out);
}

/* Settings stand in one text, cut at commas. */
static int read_settings(const cli_texts *set, neuron_source *s)
{
    size_t room = 1;
    for (int i = 0; i < set->count; i++) {
        room += strlen(set->at[i]) + 1;
    }
    char *at = s->settings_text = malloc(room);
    if (at == NULL) {
        return cli_fail(CLI_MEMORY, "out of memory");
    }
    for (int i = 0; i < set->count; i++) {
        for (const char *word = set->at[i]; *word != '\0';) {
            const size_t length = strcspn(word, ",");
            if (s->n_settings == NEURON_MAX_SETTINGS) {
                return cli_fail(CLI_USAGE, "--set: more than %d settings",
                                NEURON_MAX_SETTINGS);
            }
            memcpy(at, word, length);
            at[length] = '\0';
            s->settings[s->n_settings++] = at;
            at += length + 1;
            word += length + (word[length] == ',');
        }
    }
    return CLI_OK;
}

/* n doubles of the window that --window names. */
static int make_window(const char *name, int64_t n, double **out)
{
    int32_t kind = 0;
    double parameter = 0;
    trnfft_status status =
        trnfft_window_from_name(name != NULL ? name : "hann", &kind, &parameter);
    *out = malloc((size_t)n * sizeof **out);
    if (*out == NULL) {
        return cli_fail(CLI_MEMORY, "out of memory");
    }
    if (status == TRNFFT_OK) {
        const trnfft_tensor view = data_view(IO_F64, 1, &n, *out);
        status = trnfft_window(kind, TRNFFT_PERIODIC, &parameter, &view);
    }
    return status == TRNFFT_OK ? CLI_OK : cli_fail_status(status);
}

static int check_count(const char *option, int64_t value)
{
    return value == NEURON_ABSENT || (value >= 1 && value <= INT64_C(1) << 40)
               ? CLI_OK
               : cli_fail(CLI_USAGE, "--%s: %" PRId64 " is not between 1 and 2^40",
                          option, value);
}

static int read_frames(const neuron_cli *o, neuron_source *s)
{
    trnfft_neuron_job *j = &s->job;
    int bad = check_count("hop", o->hop);
    bad = bad == CLI_OK ? check_count("frames", o->frames) : bad;
    bad = bad == CLI_OK ? check_count("samples", o->samples) : bad;
    if (bad != CLI_OK) {
        return bad;
    }
    j->hop = o->hop != NEURON_ABSENT ? o->hop : (j->n[0] + 3) / 4;
    j->frames = o->frames;
    if (j->frames == NEURON_ABSENT) {
        j->frames = o->samples >= j->n[0] ? 1 + (o->samples - j->n[0]) / j->hop : 1;
    }
    j->samples =
        o->samples != NEURON_ABSENT ? o->samples : j->n[0] + (j->frames - 1) * j->hop;
    const int code = make_window(o->window, j->n[0], &s->window);
    j->window = s->window;
    return code;
}

int neuron_read_job(const neuron_cli *o, neuron_source *s)
{
    memset(s, 0, sizeof *s);
    s->info = (trnfft_neuron_info)TRNFFT_NEURON_INFO_INIT;
    int code = read_settings(&o->set, s);
    if (code != CLI_OK) {
        return code;
    }
    if (o->n.count < 1 || o->n.count > 3) {
        return cli_fail(CLI_USAGE, o->n.count < 1 ? "a file or a job is missing: --n N"
                                                  : "--n: more than three dimensions");
    }
    trnfft_neuron_job *j = &s->job;
    trnfft_neuron_job_init(j);
    j->task = o->task;
    j->mode = o->mode;
    j->transform = o->transform;
    j->io = o->io == 1 ? TRNFFT_BF16 : TRNFFT_F32;
    const bool back =
        o->transform == TRNFFT_NEURON_C2R || o->task == TRNFFT_NEURON_TASK_ISTFT;
    j->sign = o->inverse || back ? 1 : -1;
    j->rank = o->n.count;
    for (int d = 0; d < j->rank; d++) {
        j->n[d] = o->n.at[d];
        if (j->n[d] < 1 || j->n[d] > INT64_C(1) << 40) {
            return cli_fail(CLI_USAGE, "--n: %" PRId64 " is not a length", j->n[d]);
        }
    }
    j->batch = o->batch;
    j->m = o->m;
    j->k = o->k;
    j->real_product = o->real_product;
    j->scale = o->scale;
    s->has_job = true;
    const bool frames =
        o->task == TRNFFT_NEURON_TASK_STFT || o->task == TRNFFT_NEURON_TASK_ISTFT;
    return frames ? read_frames(o, s) : CLI_OK;
}

static int open_file(const neuron_cli *o, const char *path, neuron_source *s)
{
    int code = CLI_OK;
    memset(s, 0, sizeof *s);
    s->info = (trnfft_neuron_info)TRNFFT_NEURON_INFO_INIT;
    if (o->n.count > 0 || o->kernel != NULL) {
        return cli_fail(CLI_USAGE,
                        "%s: the file is the program: --n and --kernel are "
                        "for programs to be made",
                        path);
    }
    code = read_settings(&o->set, s);
    FILE *f = code == CLI_OK ? input_open(path, &code) : NULL;
    if (f == NULL) {
        return code;
    }
    const int64_t size = io_bytes_left(f);
    char *text = size < 0 ? NULL : malloc((size_t)size + 1);
    if (text == NULL) {
        code = cli_fail(CLI_MEMORY, "%s: out of memory", input_name(path));
    } else if (fread(text, 1, (size_t)size, f) != (size_t)size) {
        code = cli_fail(CLI_FILE, "%s: cannot be read", input_name(path));
    } else {
        const trnfft_status status =
            trnfft_neuron_assemble(text, (size_t)size, &s->program);
        if (status != TRNFFT_OK) {
            code = cli_fail(cli_exit_of_status(status), "%s, %s", input_name(path),
                            cli_last_error(status));
        }
    }
    free(text);
    fclose(f);
    return code;
}

int neuron_open(const neuron_cli *o, const char *path, neuron_source *s)
{
    int code = path != NULL ? open_file(o, path, s) : neuron_read_job(o, s);
    if (code == CLI_OK && path == NULL) {
        const trnfft_status status = trnfft_neuron_build(
            o->machine != NULL ? o->machine : "v3", o->kernel, &s->job, &s->program);
        code = status == TRNFFT_OK ? CLI_OK : cli_fail_status(status);
    }
    if (code == CLI_OK) {
        (void)trnfft_neuron_describe(s->program, &s->info);
        if (path != NULL && o->machine != NULL &&
            strcmp(o->machine, s->info.machine) != 0) {
            code = cli_fail(CLI_USAGE, "--machine: %s is a program for %s, not for %s",
                            input_name(path), s->info.machine, o->machine);
        }
    }
    return code;
}

void neuron_close(neuron_source *s)
{
    trnfft_neuron_program_destroy(s->program);
    free(s->window);
    free(s->settings_text);
}

void neuron_title(const neuron_source *s, char *text, size_t room)
{
    static const char *const tasks[] = { "points",
                                         "product",
                                         "points, product",
                                         "points, STFT",
                                         "points, inverse STFT",
                                         "points, FNet",
                                         "columns, linear layer",
                                         "points, ModReLU" };
    static const char *const modes[] = { "f32", "f32 compensated", "bf16", "3 bf16" };
    if (!s->has_job) {
        snprintf(text, room, "%s", s->info.name);
        return;
    }
    const trnfft_neuron_job *j = &s->job;
    size_t used = (size_t)snprintf(text, room, "%s: ", s->info.name);
    if (j->batch > 1 && used < room) {
        used += (size_t)snprintf(text + used, room - used, "%" PRId64 " × ", j->batch);
    }
    if (j->task == TRNFFT_NEURON_TASK_GEMM && used < room) {
        used += (size_t)snprintf(text + used, room - used,
                                 "%" PRId64 " × %" PRId64 " × ", j->m, j->k);
    }
    for (int d = 0; d < j->rank && used < room; d++) {
        used += (size_t)snprintf(text + used, room - used, "%s%" PRId64,
                                 d > 0 ? " × " : "", j->n[d]);
    }
    if (used < room) {
        snprintf(text + used, room - used, " %s, %s", tasks[j->task], modes[j->mode]);
    }
}
