/* neuron_report.c - `trnfft neuron report`: published times beside predicted ones. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "neuron_report.h"

/* --- one row --- */

static void make_job(const neuron_row *r, neuron_line *line)
{
    trnfft_neuron_job *j = &line->job;
    trnfft_neuron_job_init(j);
    j->task = r->task;
    j->mode = r->mode;
    j->rank = r->rank;
    memcpy(j->n, r->n, sizeof j->n);
    j->batch = r->batch;
    j->m = r->m;
    j->k = r->k;
    j->hop = r->hop;
    j->frames = r->frames;
    j->samples = r->frames > 0 ? r->n[0] + (r->frames - 1) * r->hop : 0;
}

static void from_program(const trnfft_neuron_program *p, const char *const *settings,
                         size_t n_settings, neuron_outcome *out)
{
    trnfft_neuron_time t = TRNFFT_NEURON_TIME_INIT;
    trnfft_neuron_info info = TRNFFT_NEURON_INFO_INIT;
    out->known = trnfft_neuron_estimate(p, settings, n_settings, &t) == TRNFFT_OK &&
                 trnfft_neuron_describe(p, &info) == TRNFFT_OK;
    if (!out->known) {
        return;
    }
    out->launches = 1;
    out->device_us = t.device_ns / 1000;
    out->total_us = t.total_ns / 1000;
    out->busy_pe = t.device_ns > 0 ? t.pe_ns / t.device_ns : 0;
    out->busy_dma = t.device_ns > 0 ? t.dma_ns / t.device_ns : 0;
    snprintf(out->kernel, sizeof out->kernel, "%s", info.name);
    snprintf(out->bound, sizeof out->bound, "%s", t.device_bound);
}

/* Adds up what a plan's text says of its launches. */
static void read_plan(const char *text, neuron_outcome *out)
{
    static const char key[] = "predicted ";
    double longest = 0;
    for (const char *at = text; (at = strstr(at, "launch ")) != NULL; at++) {
        const char *time = strstr(at, key);
        char kernel[sizeof out->kernel];
        double device = 0, total = 0;
        if (sscanf(at, "launch %47s", kernel) != 1 || time == NULL ||
            sscanf(time, "predicted %lf us on the device (%*[a-z]), %lf us", &device,
                   &total) != 2) {
            continue;
        }
        out->launches++;
        out->device_us += device;
        out->total_us += total;
        if (device > longest) {
            longest = device;
            memcpy(out->kernel, kernel, sizeof kernel);
        }
        at = time;
    }
    out->known = out->launches > 0;
}

/* Transforms that are no single program: as the library plans them on the device. */
static void from_plan(const neuron_line *line, const char *const *settings,
                      size_t n_settings, neuron_outcome *out)
{
    char name[512], text[8192];
    size_t used =
        (size_t)snprintf(name, sizeof name, "neuron:%s%s", line->row->machine,
                         line->job.mode == TRNFFT_NEURON_MODE_BF16 ? ",mode=bf16" : "");
    for (size_t i = 0; i < n_settings && used < sizeof name; i++) {
        used += (size_t)snprintf(name + used, sizeof name - used, ",%s", settings[i]);
    }
    if (line->job.task != TRNFFT_NEURON_TASK_DFT || used >= sizeof name) {
        return;
    }
    trnfft_device *device = NULL;
    trnfft_plan *plan = NULL;
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    trnfft_plan_options options = TRNFFT_PLAN_OPTIONS_INIT;
    int64_t shape[4] = { line->job.batch, line->job.n[0], line->job.n[1],
                         line->job.n[2] };
    /* Planning looks at no data, only at which operands overlap. */
    char *base = (char *)(uintptr_t)(UINTPTR_MAX / 4 / 64 * 64);
    p.in = trnfft_tensor_interleaved(TRNFFT_F32, line->job.rank + 1, shape, base);
    p.out = trnfft_tensor_interleaved(TRNFFT_F32, line->job.rank + 1, shape,
                                      (void *)(2 * (uintptr_t)base));
    p.n_dim = line->job.rank;
    for (int d = 0; d < line->job.rank; d++) {
        p.dim[d] = d + 1;
    }
    if (trnfft_device_open(name, &device) == TRNFFT_OK) {
        options.device = device;
        if (trnfft_plan_create(NULL, &p, &options, &plan) == TRNFFT_OK) {
            trnfft_plan_describe(plan, text, sizeof text);
            read_plan(text, out);
        }
        trnfft_plan_destroy(plan);
        trnfft_device_close(device);
    }
}

static neuron_outcome predict(const neuron_line *line, const char *const *settings,
                              size_t n_settings)
{
    neuron_outcome out = { 0 };
    if (line->program != NULL) {
        from_program(line->program, settings, n_settings, &out);
    } else {
        from_plan(line, settings, n_settings, &out);
    }
    return out;
}

/* --- all of them --- */

static bool counts(const neuron_line *line)
{
    return line->row->assumption == NULL && line->middle.known;
}

/* Geometric means of published over predicted. */
static void take_means(neuron_report *r)
{
    double with = 0, low = 0, high = 0, without = 0;
    r->n_counted = 0;
    for (int i = 0; i < r->n_lines; i++) {
        const neuron_line *l = &r->line[i];
        if (counts(l)) {
            with += log(l->row->published_us / l->middle.total_us);
            low += log(l->row->published_us / l->low.total_us);
            high += log(l->row->published_us / l->high.total_us);
            without += log(l->row->published_us / l->middle.device_us);
            r->n_counted++;
        }
    }
    const double n = r->n_counted > 0 ? r->n_counted : 1;
    r->mean = exp(with / n);
    r->mean_low = exp(low / n);
    r->mean_high = exp(high / n);
    r->mean_device = exp(without / n);
}

static void fill_lines(neuron_report *r, bool check)
{
    static const char *const low[] = { "range=low" }, *const high[] = { "range=high" };
    for (int i = 0; i < r->n_lines; i++) {
        neuron_line *l = &r->line[i];
        l->row = &neuron_seeds[i];
        l->error = -1;
        make_job(l->row, l);
        (void)trnfft_neuron_build(l->row->machine, NULL, &l->job, &l->program);
        l->middle = predict(l, NULL, 0);
        l->low = predict(l, low, 1);
        l->high = predict(l, high, 1);
        if (check && l->program != NULL) {
            l->error = neuron_error_of(l->program, &l->job);
        }
        cli_progress("rows", i + 1, r->n_lines);
    }
    take_means(r);
}

static bool is_met(const neuron_goal *g, const neuron_outcome *o, double *each_us)
{
    *each_us = g->each_us > 0 ? o->device_us * (double)g->per / (double)g->batch
                              : o->device_us;
    return o->known &&
           (g->each_us > 0 ? *each_us <= g->each_us
                           : o->busy_pe >= g->busy || o->busy_dma >= g->dma_busy);
}

static void fill_verdicts(neuron_report *r)
{
    static const char *const ends[] = { "range=low", "range=middle", "range=high" };
    static const neuron_row on_v3 = { .machine = "v3" };
    for (int i = 0; i < r->n_verdicts; i++) {
        const neuron_goal *g = &neuron_goals[i];
        neuron_verdict *v = &r->verdict[i];
        const neuron_row row = { .task = g->task,
                                 .mode = g->mode,
                                 .rank = g->rank,
                                 .n = { g->n[0], g->n[1], g->n[2] },
                                 .batch = g->batch };
        make_job(&row, &v->line);
        v->line.row = &on_v3;
        (void)trnfft_neuron_build("v3", NULL, &v->line.job, &v->line.program);
        v->goal = g;
        for (int end = 0; end < 3; end++) {
            const neuron_outcome o = predict(&v->line, ends + end, 1);
            v->met[end] = is_met(g, &o, &v->each_us[end]);
            if (end == 1) {
                v->outcome = o;
            }
        }
        cli_progress("goals", i + 1, r->n_verdicts);
    }
}

/* Goals that are met or missed otherwise with one setting of v3. */
static uint32_t flips_of(const neuron_report *r, size_t index, int end)
{
    trnfft_neuron_value v = TRNFFT_NEURON_VALUE_INIT;
    uint32_t flips = 0;
    if (trnfft_neuron_constant("v3", index, &v) != TRNFFT_OK || v.low == v.high) {
        return 0;
    }
    for (int i = 0; i < r->n_verdicts; i++) {
        const neuron_verdict *verdict = &r->verdict[i];
        char text[80];
        const char *const settings[] = { text };
        double each = 0;
        snprintf(text, sizeof text, "%s=%.17g", v.name, end == 0 ? v.low : v.high);
        const neuron_outcome o = predict(&verdict->line, settings, 1);
        if (is_met(verdict->goal, &o, &each) != verdict->met[1]) {
            flips |= UINT32_C(1) << i;
        }
    }
    return flips;
}

static void influence_of(const neuron_report *r, size_t index, neuron_influence *out)
{
    double count = 0;
    for (int end = 0; end < 2; end++) {
        out->device[end] = out->total[end] = 0;
        out->moved[end] = 0;
        out->flipped[end] = flips_of(r, index, end);
    }
    for (int i = 0; i < r->n_lines; i++) {
        const neuron_line *l = &r->line[i];
        trnfft_neuron_value v = TRNFFT_NEURON_VALUE_INIT;
        if (!counts(l) || l->program == NULL ||
            trnfft_neuron_constant(l->row->machine, index, &v) != TRNFFT_OK) {
            continue;
        }
        count++;
        for (int end = 0; end < 2; end++) {
            char text[80];
            const char *const settings[] = { text };
            snprintf(text, sizeof text, "%s=%.17g", v.name, end == 0 ? v.low : v.high);
            const neuron_outcome o = predict(l, settings, 1);
            out->device[end] += log(o.device_us / l->middle.device_us);
            out->total[end] += log(o.total_us / l->middle.total_us);
            out->moved[end] += strcmp(o.bound, l->middle.bound) != 0;
        }
    }
    for (int end = 0; end < 2; end++) {
        out->device[end] = exp(out->device[end] / fmax(count, 1));
        out->total[end] = exp(out->total[end] / fmax(count, 1));
    }
}

bool neuron_has_influence(const neuron_influence *i)
{
    return fabs(i->device[0] - 1) >= 0.0005 || fabs(i->device[1] - 1) >= 0.0005 ||
           i->flipped[0] != 0 || i->flipped[1] != 0;
}

static double reach_of(const neuron_influence *i)
{
    return fmax(fabs(log(i->device[0])), fabs(log(i->device[1]))) +
           fmax(fabs(log(i->total[0])), fabs(log(i->total[1])));
}

static int by_reach(const void *a, const void *b)
{
    const double x = reach_of(a), y = reach_of(b);
    return (x < y) - (x > y);
}

/* Constants whose documents leave a range, the most important first. */
static void fill_influences(neuron_report *r)
{
    trnfft_neuron_value v = TRNFFT_NEURON_VALUE_INIT, w = TRNFFT_NEURON_VALUE_INIT;
    for (size_t i = 0; trnfft_neuron_constant("v2", i, &v) == TRNFFT_OK &&
                       trnfft_neuron_constant("v3", i, &w) == TRNFFT_OK &&
                       r->n_influences < NEURON_MAX_INFLUENCES;
         i++) {
        if (v.low != v.high || w.low != w.high) {
            neuron_influence *out = &r->influence[r->n_influences++];
            out->constant = v;
            influence_of(r, i, out);
        }
        cli_progress("constants", (int64_t)i, 0);
    }
    qsort(r->influence, (size_t)r->n_influences, sizeof r->influence[0], by_reach);
}

/* --- what is printed --- */

static void print_rows(const neuron_report *r, FILE *f)
{
    fprintf(f,
            "| source | operation | shape | on | published µs | device µs | low … high "
            "| with launch | launches | kernel | bound by | ratio | without launch |%s"
            "\n|---|---|---|---|---:|---:|---:|---:|---:|---|---|---:|---:|%s\n",
            r->checked ? " error |" : "", r->checked ? "---:|" : "");
    for (int i = 0; i < r->n_lines; i++) {
        const neuron_line *l = &r->line[i];
        const neuron_outcome *m = &l->middle;
        fprintf(f, "| %s | %s | %s%s | %s | %.1f |", l->row->source, l->row->operation,
                l->row->shape, l->row->assumption != NULL ? " *" : "", l->row->machine,
                l->row->published_us);
        if (!m->known) {
            fprintf(f, " not yet | | | | | | | |%s\n", r->checked ? " |" : "");
            continue;
        }
        fprintf(f, " %.2f | %.2f … %.2f | %.1f | %d | %s | %s | %.1f | %.0f |",
                m->device_us, l->low.device_us, l->high.device_us, m->total_us,
                m->launches, m->kernel, m->bound, l->row->published_us / m->total_us,
                l->row->published_us / m->device_us);
        if (r->checked && l->error >= 0) {
            fprintf(f, " %.1e |", l->error);
        } else if (r->checked) {
            fprintf(f, " |");
        }
        fprintf(f, "\n");
    }
    for (int i = 0; i < r->n_lines; i++) {
        if (r->line[i].row->assumption != NULL) {
            fprintf(f, "\n\\* %s, %s: %s; not in the mean.", r->line[i].row->operation,
                    r->line[i].row->shape, r->line[i].row->assumption);
        }
    }
}

static void print_goals(const neuron_report *r, FILE *f)
{
    fprintf(f,
            "\n\n## Goals: NeuronCore-v3, device alone\n\n| | goal | predicted | low "
            "… high | PE busy | DMA busy | kernel | met | at the optimistic end | at "
            "the pessimistic end |\n|---:|---|---:|---:|---:|---:|---|---|---|---|\n");
    for (int i = 0; i < r->n_verdicts; i++) {
        const neuron_verdict *v = &r->verdict[i];
        if (!v->outcome.known) {
            fprintf(f, "| %d | %s | not yet | | | | | no | | |\n", i + 1,
                    v->goal->what);
            continue;
        }
        fprintf(
            f,
            "| %d | %s | %.2f µs | %.2f … %.2f | %.0f %% | %.0f %% | %s | %s | %s | "
            "%s |\n",
            i + 1, v->goal->what, v->each_us[1], v->each_us[0], v->each_us[2],
            100 * v->outcome.busy_pe, 100 * v->outcome.busy_dma, v->outcome.kernel,
            v->met[1] ? "yes" : "no", v->met[0] ? "yes" : "no",
            v->met[2] ? "yes" : "no");
    }
}

void neuron_print_flips(uint32_t flips, FILE *f)
{
    int count = 0;
    for (int i = 0; i < 32; i++) {
        if (flips >> i & 1) {
            fprintf(f, "%s%d", count++ > 0 ? ", " : "", i + 1);
        }
    }
    fprintf(f, count > 0 ? "" : "none");
}

static void print_influences(const neuron_report *r, FILE *f)
{
    fprintf(f,
            "\n## What the constants do\n\nOne constant at an end of its range, the "
            "others in the middle: geometric means over the rows of one launch, and "
            "how many of them are then bound by something else on the device.\n\n"
            "| constant (v2) | range | device: low | high | with launch: low | high | "
            "verdicts moved: low | high | goals that flip (v3): low | high "
            "|\n|---|---|---:|---:|---:|---:|---:|---:|---|---|\n");
    for (int i = 0; i < r->n_influences; i++) {
        const neuron_influence *c = &r->influence[i];
        if (!neuron_has_influence(c) && strcmp(c->constant.name, "launch") != 0) {
            continue;
        }
        fprintf(f,
                "| %s | %g … %g … %g %s | %+.1f %% | %+.1f %% | %+.2f %% | %+.2f %% | "
                "%d | %d | ",
                c->constant.name, c->constant.low, c->constant.middle, c->constant.high,
                c->constant.unit, 100 * (c->device[0] - 1), 100 * (c->device[1] - 1),
                100 * (c->total[0] - 1), 100 * (c->total[1] - 1), c->moved[0],
                c->moved[1]);
        neuron_print_flips(c->flipped[0], f);
        fprintf(f, " | ");
        neuron_print_flips(c->flipped[1], f);
        fprintf(f, " |\n");
    }
    fprintf(f, "\nWithout influence here:");
    for (int i = 0, n = 0; i < r->n_influences; i++) {
        const neuron_influence *c = &r->influence[i];
        if (!neuron_has_influence(c) && strcmp(c->constant.name, "launch") != 0) {
            fprintf(f, "%s %s", n++ > 0 ? "," : "", c->constant.name);
        }
    }
    fprintf(f, ".\n");
}

static void print_report(const neuron_report *r, FILE *f)
{
    fprintf(
        f,
        "# Published times of a Python library on Trainium, and predictions for this "
        "one\n\n"
        "trnfft %s. Published: measured by its authors on trn1 (v2) and trn2 (v3), "
        "launches included. Ours: **predicted** by the cost model of a simulated core "
        "from "
        "documented constants, one core, never run on silicon. A launch is charged "
        "with %.0f µs, what third parties measured for the library that is compared "
        "with; ratio = published / predicted with the launch, in the middle of every "
        "range. Each row is one program "
        "unless it says otherwise%s.\n\n",
        trnfft_version(), r->launch_us,
        r->checked ? "; errors are relative RMS of a simulated run against the host in "
                     "double"
                   : "");
    fprintf(
        f,
        "Geometric mean of the ratio over %d rows: **%.1f**; at the optimistic end of "
        "every range %.1f, at the pessimistic end %.1f. Without launches: %.0f.\n\n",
        r->n_counted, r->mean, r->mean_low, r->mean_high, r->mean_device);
    print_rows(r, f);
    print_goals(r, f);
    if (r->n_influences > 0) {
        print_influences(r, f);
    }
}

static cli_json *row_json(const neuron_report *r, const neuron_line *l)
{
    cli_json *o = cli_json_object();
    cli_json_text(o, "source", l->row->source);
    cli_json_text(o, "operation", l->row->operation);
    cli_json_text(o, "shape", l->row->shape);
    cli_json_text(o, "machine", l->row->machine);
    cli_json_number(o, "published_us", l->row->published_us);
    cli_json_bool(o, "known", l->middle.known);
    cli_json_bool(o, "in_mean", counts(l));
    if (l->row->assumption != NULL) {
        cli_json_text(o, "assumption", l->row->assumption);
    }
    if (l->middle.known) {
        cli_json_number(o, "device_us", l->middle.device_us);
        cli_json_number(o, "device_low_us", l->low.device_us);
        cli_json_number(o, "device_high_us", l->high.device_us);
        cli_json_number(o, "total_us", l->middle.total_us);
        cli_json_number(o, "total_high_us", l->high.total_us);
        cli_json_number(o, "launches", l->middle.launches);
        cli_json_text(o, "kernel", l->middle.kernel);
        cli_json_text(o, "device_bound", l->middle.bound);
        cli_json_number(o, "ratio", l->row->published_us / l->middle.total_us);
    }
    if (r->checked && l->error >= 0) {
        cli_json_number(o, "relative_rms_error", l->error);
    }
    return o;
}

static int print_json(const neuron_report *r)
{
    cli_json *o = cli_json_object(), *rows = cli_json_array(),
             *goals = cli_json_array();
    cli_json_text(o, "remark", "predicted, never run on silicon");
    cli_json_number(o, "launch_us", r->launch_us);
    cli_json_number(o, "rows_in_mean", r->n_counted);
    cli_json_number(o, "mean_ratio", r->mean);
    cli_json_number(o, "mean_ratio_low", r->mean_low);
    cli_json_number(o, "mean_ratio_high", r->mean_high);
    cli_json_number(o, "mean_ratio_without_launch", r->mean_device);
    for (int i = 0; i < r->n_lines; i++) {
        cli_json_add(rows, NULL, row_json(r, &r->line[i]));
    }
    for (int i = 0; i < r->n_verdicts; i++) {
        const neuron_verdict *v = &r->verdict[i];
        cli_json *goal = cli_json_object();
        cli_json_text(goal, "goal", v->goal->what);
        cli_json_bool(goal, "met", v->met[1]);
        cli_json_bool(goal, "met_low", v->met[0]);
        cli_json_bool(goal, "met_high", v->met[2]);
        if (v->outcome.known) {
            cli_json_number(goal, "device_us", v->outcome.device_us);
            cli_json_number(goal, "pe_busy", v->outcome.busy_pe);
            cli_json_number(goal, "dma_busy", v->outcome.busy_dma);
        }
        cli_json_add(goals, NULL, goal);
    }
    cli_json_add(o, "rows", rows);
    cli_json_add(o, "goals", goals);
    return cli_json_print(o, true);
}

static int write_report(const neuron_cli *o, const neuron_report *r)
{
    if (o->json) {
        return print_json(r);
    }
    output_file *out = NULL;
    const int code = output_open(o->output != NULL ? o->output : "-", false, &out);
    if (code != CLI_OK) {
        return code;
    }
    const size_t n = o->output == NULL ? 0 : strlen(o->output);
    if (n > 5 && strcmp(o->output + n - 5, ".html") == 0) {
        neuron_page(r, output_stream(out));
    } else if (n > 4 && strcmp(o->output + n - 4, ".svg") == 0) {
        neuron_chart(r, output_stream(out));
    } else {
        print_report(r, output_stream(out));
    }
    return output_commit(out);
}

int neuron_report_verb(const neuron_cli *o)
{
    neuron_report *r = calloc(1, sizeof *r);
    neuron_line *lines = calloc((size_t)neuron_n_seeds, sizeof *lines);
    neuron_verdict *verdicts = calloc((size_t)neuron_n_goals, sizeof *verdicts);
    int code = CLI_OK;
    if (r == NULL || lines == NULL || verdicts == NULL) {
        code = cli_fail(CLI_MEMORY, "out of memory");
    } else {
        trnfft_neuron_value v = TRNFFT_NEURON_VALUE_INIT;
        for (size_t i = 0; trnfft_neuron_constant("v2", i, &v) == TRNFFT_OK; i++) {
            r->launch_us = strcmp(v.name, "launch") == 0 ? v.middle : r->launch_us;
        }
        r->line = lines;
        r->n_lines = neuron_n_seeds;
        r->verdict = verdicts;
        r->n_verdicts = neuron_n_goals;
        r->checked = o->check;
        fill_lines(r, o->check);
        fill_verdicts(r);
        if (o->sensitivity) {
            fill_influences(r);
        }
        cli_progress_end();
        code = write_report(o, r);
    }
    for (int i = 0; lines != NULL && i < neuron_n_seeds; i++) {
        trnfft_neuron_program_destroy(lines[i].program);
    }
    for (int i = 0; verdicts != NULL && i < neuron_n_goals; i++) {
        trnfft_neuron_program_destroy(verdicts[i].line.program);
    }
    free(verdicts);
    free(lines);
    free(r);
    return code;
}
