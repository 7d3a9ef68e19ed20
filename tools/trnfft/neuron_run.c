/* neuron_run.c - `trnfft neuron run`: operands in, results out, how exact, how long. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "neuron_report.h"

/* --- between doubles and the program's types --- */

static void to_device(neuron_plane *p)
{
    const char *type = p->place.dtype;
    for (int64_t i = 0; i < p->place.elements; i++) {
        const float f = (float)p->value[i];
        if (strcmp(type, "bf16") == 0) { /* nearest even, on the bits */
            uint32_t bits;
            memcpy(&bits, &f, sizeof bits);
            bits += 0x7fff + (bits >> 16 & 1);
            const uint16_t half = (uint16_t)(bits >> 16);
            memcpy((char *)p->data + 2 * i, &half, sizeof half);
            bits &= 0xffff0000u;
            float back;
            memcpy(&back, &bits, sizeof back);
            p->value[i] = back;
        } else if (strcmp(type, "i32") == 0 || strcmp(type, "u32") == 0) {
            const int32_t whole = (int32_t)p->value[i];
            memcpy((char *)p->data + 4 * i, &whole, sizeof whole);
            p->value[i] = whole;
        } else {
            memcpy((char *)p->data + 4 * i, &f, sizeof f);
            p->value[i] = f;
        }
    }
}

static void from_device(neuron_plane *p)
{
    const char *type = p->place.dtype;
    for (int64_t i = 0; i < p->place.elements; i++) {
        if (strcmp(type, "bf16") == 0) {
            uint16_t half;
            memcpy(&half, (const char *)p->data + 2 * i, sizeof half);
            const uint32_t bits = (uint32_t)half << 16;
            float f;
            memcpy(&f, &bits, sizeof f);
            p->value[i] = f;
        } else if (strcmp(type, "i32") == 0 || strcmp(type, "u32") == 0) {
            int32_t whole;
            memcpy(&whole, (const char *)p->data + 4 * i, sizeof whole);
            p->value[i] = whole;
        } else {
            float f;
            memcpy(&f, (const char *)p->data + 4 * i, sizeof f);
            p->value[i] = f;
        }
    }
}

/* --- the arrays --- */

static void free_planes(neuron_planes *planes)
{
    for (int i = 0; i < planes->count; i++) {
        free(planes->at[i].data);
        free(planes->at[i].value);
        free(planes->at[i].expected);
    }
    free(planes->at);
}

static int make_planes(const neuron_source *s, neuron_planes *planes)
{
    planes->at = calloc((size_t)s->info.n_buffers + 1, sizeof *planes->at);
    if (planes->at == NULL) {
        return cli_fail(CLI_MEMORY, "out of memory");
    }
    for (int32_t i = 0; i < s->info.n_buffers; i++) {
        trnfft_neuron_place place = TRNFFT_NEURON_PLACE_INIT;
        if (trnfft_neuron_buffer(s->program, i, &place) != TRNFFT_OK ||
            (strcmp(place.role, "input") != 0 && strcmp(place.role, "output") != 0)) {
            continue;
        }
        if (strcmp(place.dtype, "f16") == 0) {
            return cli_fail(CLI_REFUSED, "%s is f16, which run does not convert",
                            place.name);
        }
        neuron_plane *p = &planes->at[planes->count++];
        p->place = place;
        p->data = calloc(1, (size_t)place.n_bytes + 1);
        p->value = calloc((size_t)place.elements + 1, sizeof *p->value);
        if (strcmp(place.role, "output") == 0) {
            p->expected = calloc((size_t)place.elements + 1, sizeof *p->expected);
        }
        if (p->data == NULL || p->value == NULL ||
            (strcmp(place.role, "output") == 0 && p->expected == NULL)) {
            return cli_fail(CLI_MEMORY, "out of memory");
        }
    }
    return CLI_OK;
}

/* splitmix64; numbers in [-1, 1). */
static double random_number(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    z ^= z >> 31;
    return (double)(z >> 11) * 0x1p-52 - 1;
}

/* "x=file": the plane x, or of complex arrays xr and xi; *path becomes the file. */
static int find_planes(const char *option, const char *text,
                       const neuron_planes *planes, neuron_plane *out[2],
                       const char **path)
{
    const char *equals = strchr(text, '=');
    char name[32];
    out[0] = out[1] = NULL;
    if (equals == NULL || equals == text || equals - text > 24 || equals[1] == '\0') {
        return cli_fail(CLI_USAGE, "--%s %s: NAME=FILE expected", option, text);
    }
    *path = equals + 1;
    const int length = (int)(equals - text);
    const char *const endings[] = { "", "r", "i" };
    const char *role = strcmp(option, "in") == 0 ? "input" : "output";
    for (int e = 0; e < 3; e++) {
        snprintf(name, sizeof name, "%.*s%s", length, text, endings[e]);
        for (int i = 0; i < planes->count; i++) {
            neuron_plane *p = &planes->at[i];
            if (strcmp(p->place.name, name) == 0 && strcmp(p->place.role, role) == 0) {
                out[e == 2] = out[e == 2] != NULL ? out[e == 2] : p;
            }
        }
        if (e == 0 && out[0] != NULL) {
            return CLI_OK;
        }
    }
    if (out[0] == NULL) {
        return cli_fail(CLI_USAGE, "--%s %s: the program has no %s %.*s", option, text,
                        role, length, text);
    }
    return CLI_OK;
}

static int load_plane(const char *text, const neuron_planes *planes)
{
    neuron_plane *to[2];
    const char *path;
    const file_options options = { 0 };
    io_array a = { 0 };
    int code = find_planes("in", text, planes, to, &path);
    if (code == CLI_OK) {
        code = load_array(path, &options, &a);
    }
    if (code != CLI_OK || to[0] == NULL) {
        return code;
    }
    const int parts = io_type_is_complex(a.type) ? 2 : 1;
    const int64_t count = io_array_count(&a);
    const bool f64 = io_type_real(a.type) == IO_F64;
    if (parts == 2 && to[1] == NULL) {
        code = cli_fail(CLI_REFUSED, "%s: %s is real", input_name(path),
                        to[0]->place.name);
    } else if (count != to[0]->place.elements) {
        code =
            cli_fail(CLI_REFUSED, "%s: %" PRId64 " numbers, but %s has %" PRId64,
                     input_name(path), count, to[0]->place.name, to[0]->place.elements);
    } else {
        for (int64_t i = 0; i < count * parts; i++) {
            to[i % parts]->value[i / parts] =
                f64 ? ((const double *)a.data)[i] : (double)((const float *)a.data)[i];
        }
    }
    io_array_free(&a);
    return code;
}

static int save_plane(const char *text, const neuron_planes *planes)
{
    neuron_plane *from[2];
    const char *path;
    const file_options options = { 0 };
    io_array a = { 0 };
    io_error e;
    int code = find_planes("out", text, planes, from, &path);
    if (code != CLI_OK || from[0] == NULL) {
        return code;
    }
    const int parts = from[1] != NULL ? 2 : 1;
    const int64_t count = from[0]->place.elements;
    if (!io_array_create(&a, parts == 2 ? IO_C64 : IO_F32, 1, &count, &e)) {
        return file_fail(path, &e);
    }
    for (int64_t i = 0; i < count * parts; i++) {
        ((float *)a.data)[i] = (float)from[i % parts]->value[i / parts];
    }
    code = save_array(path, &options, &a);
    io_array_free(&a);
    return code;
}

/* --- the run --- */

static int fill_inputs(const neuron_cli *o, neuron_planes *planes)
{
    uint64_t seed = (uint64_t)o->seed;
    for (int i = 0; i < planes->count; i++) {
        neuron_plane *p = &planes->at[i];
        for (int64_t k = 0;
             strcmp(p->place.role, "input") == 0 && k < p->place.elements; k++) {
            p->value[k] = random_number(&seed);
        }
    }
    for (int i = 0; i < o->in.count; i++) {
        const int code = load_plane(o->in.at[i], planes);
        if (code != CLI_OK) {
            return code;
        }
    }
    for (int i = 0; i < planes->count; i++) {
        if (strcmp(planes->at[i].place.role, "input") == 0) {
            to_device(&planes->at[i]);
        }
    }
    return CLI_OK;
}

static int compute(const neuron_source *s, neuron_planes *planes)
{
    trnfft_neuron_operand *operands =
        calloc((size_t)planes->count + 1, sizeof *operands);
    if (operands == NULL) {
        return cli_fail(CLI_MEMORY, "out of memory");
    }
    for (int i = 0; i < planes->count; i++) {
        operands[i].name = planes->at[i].place.name;
        operands[i].data = planes->at[i].data;
        operands[i].n_bytes = (size_t)planes->at[i].place.n_bytes;
    }
    const trnfft_status status = trnfft_neuron_run(
        s->program, s->settings, s->n_settings, operands, (size_t)planes->count);
    free(operands);
    if (status != TRNFFT_OK) {
        return cli_fail_status(status);
    }
    for (int i = 0; i < planes->count; i++) {
        if (strcmp(planes->at[i].place.role, "output") == 0) {
            from_device(&planes->at[i]);
        }
    }
    return CLI_OK;
}

/* Of all outputs together, relative RMS. */
static double error_of(const neuron_planes *planes)
{
    double off = 0, all = 0;
    for (int i = 0; i < planes->count; i++) {
        const neuron_plane *p = &planes->at[i];
        for (int64_t k = 0; p->expected != NULL && k < p->place.elements; k++) {
            const double d = p->value[k] - p->expected[k];
            off += d * d;
            all += p->expected[k] * p->expected[k];
        }
    }
    return all > 0 ? sqrt(off / all) : sqrt(off);
}

/* What the critical path is made of: work of each stream, what passes before transfers
 * move, and between engines. */
typedef struct parts {
    double at; /* so far */
    double pe, dve, act, pool, dma, other;
    double before_dma, between;
} parts;

static void follow(const trnfft_neuron_span *span, void *user)
{
    parts *p = user;
    if (!span->critical) {
        return;
    }
    double *const places[] = { &p->pe, &p->dve, &p->act, &p->pool };
    const bool dma = span->stream >= 6;
    double *place = dma ? &p->dma : span->stream < 4 ? places[span->stream] : &p->other;
    *(dma ? &p->before_dma : &p->between) += fmax(0, span->start_ns - p->at);
    *place += fmax(0, span->end_ns - fmax(span->start_ns, p->at));
    p->at = fmax(p->at, span->end_ns);
}

typedef struct outcome {
    double error; /* < 0: nothing to compare with */
    double host_s;
    trnfft_neuron_time t;
    parts path;
} outcome;

static void print_path(const parts *p, double device_ns)
{
    const struct {
        const char *name;
        double ns;
    } all[] = { { "dma", p->dma },
                { "before transfers move", p->before_dma },
                { "pe", p->pe },
                { "dve", p->dve },
                { "act", p->act },
                { "pool", p->pool },
                { "collectives", p->other },
                { "between engines", p->between + fmax(0, device_ns - p->at) } };
    printf("  critical  ");
    const char *comma = " ";
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (all[i].ns >= 5) {
            printf("%s%s %.2f", comma, all[i].name, all[i].ns / 1000);
            comma = ", ";
        }
    }
    printf(" us\n");
}

static void print_outcome(const neuron_source *s, const outcome *r)
{
    const trnfft_neuron_time *t = &r->t;
    const struct {
        const char *name;
        double ns;
    } busy[] = { { "pe", t->pe_ns },
                 { "dve", t->dve_ns },
                 { "act", t->act_ns },
                 { "pool", t->pool_ns },
                 { "dma", t->dma_ns } };
    char title[160];
    neuron_title(s, title, sizeof title);
    printf("%s, NeuronCore-%s, simulated\n", title, s->info.machine);
    if (r->error >= 0) {
        printf("  error      %.2e relative RMS against the host in double\n", r->error);
    }
    printf("  time       %.2f us on the device", t->device_ns / 1000);
    if (s->has_job && s->job.batch > 1) {
        printf(" (%.3f us each)", t->device_ns / 1000 / (double)s->job.batch);
    }
    printf(", %.2f us with the launch; predicted\n  busy     ", t->total_ns / 1000);
    for (size_t i = 0; i < sizeof busy / sizeof busy[0]; i++) {
        printf("  %s %.0f %%", busy[i].name,
               t->device_ns > 0 ? 100 * busy[i].ns / t->device_ns : 0);
    }
    printf("\n  bound by   %s on the device, %s in all\n", t->device_bound, t->bound);
    print_path(&r->path, t->device_ns);
    printf("  moved      %.1f KiB in, of these %.1f KiB of tables, %.1f KiB out; %.4g "
           "million multiply-adds\n",
           (double)t->bytes_in / 1024, (double)t->bytes_table / 1024,
           (double)t->bytes_out / 1024, (double)t->macs / 1e6);
    printf("  program    %d instructions, %d on the critical path; %" PRId64
           " bytes of SBUF and %" PRId64 " of PSUM a partition\n",
           (int)s->info.n_instructions, (int)t->critical_length, s->info.sbuf_peak,
           s->info.psum_peak);
    printf("  simulated in %.3f s. Nothing here ran on silicon.\n", r->host_s);
}

static int print_outcome_json(const neuron_source *s, const outcome *r)
{
    cli_json *o = cli_json_object();
    char title[160];
    neuron_title(s, title, sizeof title);
    cli_json_text(o, "program", s->info.name);
    cli_json_text(o, "title", title);
    cli_json_text(o, "machine", s->info.machine);
    cli_json_text(o, "remark", "simulated; times are predictions");
    if (r->error >= 0) {
        cli_json_number(o, "relative_rms_error", r->error);
    }
    cli_json_number(o, "device_us", r->t.device_ns / 1000);
    cli_json_number(o, "total_us", r->t.total_ns / 1000);
    cli_json_number(o, "pe_us", r->t.pe_ns / 1000);
    cli_json_number(o, "dve_us", r->t.dve_ns / 1000);
    cli_json_number(o, "act_us", r->t.act_ns / 1000);
    cli_json_number(o, "pool_us", r->t.pool_ns / 1000);
    cli_json_number(o, "dma_us", r->t.dma_ns / 1000);
    cli_json_number(o, "critical_dma_us", r->path.dma / 1000);
    cli_json_number(o, "critical_before_dma_us", r->path.before_dma / 1000);
    cli_json_number(o, "critical_engines_us",
                    (r->path.pe + r->path.dve + r->path.act + r->path.pool) / 1000);
    cli_json_text(o, "bound", r->t.bound);
    cli_json_text(o, "device_bound", r->t.device_bound);
    cli_json_number(o, "bytes_in", (double)r->t.bytes_in);
    cli_json_number(o, "bytes_out", (double)r->t.bytes_out);
    cli_json_number(o, "bytes_table", (double)r->t.bytes_table);
    cli_json_number(o, "multiply_adds", (double)r->t.macs);
    cli_json_number(o, "instructions", s->info.n_instructions);
    cli_json_number(o, "sbuf_peak_bytes", (double)s->info.sbuf_peak);
    cli_json_number(o, "psum_peak_bytes", (double)s->info.psum_peak);
    return cli_json_print(o, true);
}

static int run_source(const neuron_cli *o, const neuron_source *s,
                      neuron_planes *planes)
{
    outcome r = { .error = -1, .t = TRNFFT_NEURON_TIME_INIT };
    int code = make_planes(s, planes);
    code = code == CLI_OK ? fill_inputs(o, planes) : code;
    const double before = cli_seconds();
    code = code == CLI_OK ? compute(s, planes) : code;
    r.host_s = cli_seconds() - before;
    if (code != CLI_OK) {
        return code;
    }
    if (s->has_job && neuron_reference(&s->job, planes)) {
        r.error = error_of(planes);
    }
    trnfft_status status =
        trnfft_neuron_estimate(s->program, s->settings, s->n_settings, &r.t);
    if (status == TRNFFT_OK) {
        status = trnfft_neuron_spans(s->program, s->settings, s->n_settings, follow,
                                     &r.path);
    }
    if (status != TRNFFT_OK) {
        return cli_fail_status(status);
    }
    for (int i = 0; i < o->out.count && code == CLI_OK; i++) {
        code = save_plane(o->out.at[i], planes);
    }
    if (code == CLI_OK && o->json) {
        return print_outcome_json(s, &r);
    }
    if (code == CLI_OK) {
        print_outcome(s, &r);
    }
    return code;
}

int neuron_run(const neuron_cli *o, const char *path)
{
    neuron_source s;
    neuron_planes planes = { 0, NULL };
    int code = neuron_open(o, path, &s);
    if (code == CLI_OK) {
        code = run_source(o, &s, &planes);
    }
    free_planes(&planes);
    neuron_close(&s);
    return code;
}

double neuron_error_of(trnfft_neuron_program *program, const trnfft_neuron_job *job)
{
    neuron_source s = { .program = program, .info = TRNFFT_NEURON_INFO_INIT };
    const neuron_cli o = { .seed = 1 };
    neuron_planes planes = { 0, NULL };
    double error = -1;
    if (trnfft_neuron_describe(program, &s.info) == TRNFFT_OK &&
        make_planes(&s, &planes) == CLI_OK && fill_inputs(&o, &planes) == CLI_OK &&
        compute(&s, &planes) == CLI_OK && neuron_reference(job, &planes)) {
        error = error_of(&planes);
    }
    free_planes(&planes);
    return error;
}
