/* calibrate_check.c - how often the default plan is as good as the measured one. */
#include "calibrate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <trnfft/trnfft.h>

#include "report.h"

enum { ROUNDS = 9, MORE_ROUNDS = 41, WORST = 12, TEXT = 4096 };
static const double block_s = 60e-6;
static const double allowed = 1.10;

typedef struct pair {
    trnfft_plan *plan[2]; /* default, measured */
    void *in, *out, *workspace;
    size_t bytes;
    int64_t n;
    double ns[2];
} pair;

typedef struct result {
    int64_t n;
    double ratio, ns;
    char chosen[96], instead[96];
} result;

static trnfft_status make(const calibrate_check_options *o, pair *p, int which)
{
    const int64_t half = p->n / 2 + 1;
    trnfft_problem q = TRNFFT_PROBLEM_INIT;
    q.op = o->op == 0 ? TRNFFT_OP_FFT : TRNFFT_OP_RFFT;
    q.in = o->op == 0 ? trnfft_tensor_interleaved(o->dtype, 1, &p->n, p->in)
                      : trnfft_tensor_real(o->dtype, 1, &p->n, p->in);
    q.out = trnfft_tensor_interleaved(o->dtype, 1, o->op == 0 ? &p->n : &half, p->out);
    trnfft_plan_options options = TRNFFT_PLAN_OPTIONS_INIT;
    options.effort = which == 0 ? TRNFFT_EFFORT_ESTIMATE : TRNFFT_EFFORT_MEASURE;
    options.time_limit_s = o->time_limit_s;
    return trnfft_plan_create(NULL, &q, &options, &p->plan[which]);
}

static double run(const pair *p, int which, int64_t times)
{
    const double start = cli_seconds();
    for (int64_t i = 0; i < times; i++) {
        trnfft_plan_execute(p->plan[which], p->in, NULL, p->out, NULL, p->workspace,
                            p->bytes);
    }
    return cli_seconds() - start;
}

/* The least times of both, in turns. */
static void race(pair *p, int rounds)
{
    int64_t times[2] = { 1, 1 };
    for (int i = 0; i < 2; i++) {
        double s = 0;
        while ((s = run(p, i, times[i])) < block_s / 2) {
            times[i] *= 2;
        }
        p->ns[i] = 1e9 * s / (double)times[i];
        const double fit = (double)times[i] * block_s / s;
        times[i] = fit > 1 ? (int64_t)fit : 1;
    }
    for (int r = 0; r < rounds; r++) {
        for (int k = 0; k < 2; k++) {
            const int i = (k + r) % 2;
            const double ns = 1e9 * run(p, i, times[i]) / (double)times[i];
            p->ns[i] = ns < p->ns[i] ? ns : p->ns[i];
        }
    }
}

/* The first line of the tree that is about the line itself, without the cost. */
static void say_plan(const trnfft_plan *plan, char *text, size_t capacity)
{
    static char tree[TEXT];
    trnfft_plan_describe(plan, tree, sizeof tree);
    const char *line = strchr(tree, '\n');
    line = line != NULL ? strchr(line + 1, '\n') : NULL;
    line = line != NULL ? line + 1 + strspn(line + 1, " ") : tree;
    size_t n = strcspn(line, "(\n");
    while (n > 0 && line[n - 1] == ' ') {
        n--;
    }
    snprintf(text, capacity, "%.*s", (int)n, line);
}

static bool are_same(const trnfft_plan *a, const trnfft_plan *b)
{
    static char text[2][TEXT];
    trnfft_plan_describe(a, text[0], TEXT);
    trnfft_plan_describe(b, text[1], TEXT);
    return strcmp(text[0], text[1]) == 0;
}

static int compare(const calibrate_check_options *o, pair *p, result *r)
{
    for (int i = 0; i < 2; i++) {
        trnfft_status status = make(o, p, i);
        if (status != TRNFFT_OK) {
            return cli_fail_status(status);
        }
        const size_t needed = trnfft_plan_workspace_bytes(p->plan[i]);
        p->bytes = needed > p->bytes ? needed : p->bytes;
    }
    p->workspace = calloc(1, p->bytes + 1);
    if (p->workspace == NULL) {
        return cli_fail(CLI_MEMORY, "out of memory");
    }
    r->n = p->n;
    r->ratio = 1;
    r->ns = 0;
    if (!are_same(p->plan[0], p->plan[1])) {
        race(p, ROUNDS);
        if (p->ns[0] > allowed * p->ns[1]) { /* once more: it may have been noise */
            race(p, MORE_ROUNDS);
        }
        r->ratio = p->ns[0] / p->ns[1];
        r->ns = p->ns[0];
        say_plan(p->plan[0], r->chosen, sizeof r->chosen);
        say_plan(p->plan[1], r->instead, sizeof r->instead);
    }
    return CLI_OK;
}

/* Frees the plans and what one length needed. */
static void forget(pair *p)
{
    trnfft_plan_destroy(p->plan[0]);
    trnfft_plan_destroy(p->plan[1]);
    free(p->workspace);
    p->plan[0] = p->plan[1] = NULL;
    p->workspace = NULL;
    p->bytes = 0;
}

static int slowest_first(const void *x, const void *y)
{
    const double a = ((const result *)x)->ratio, b = ((const result *)y)->ratio;
    return (a < b) - (a > b);
}

static int print_results(const calibrate_check_options *o, result *list, int64_t count,
                         double least)
{
    int64_t within = 0;
    double log_sum = 0;
    for (int64_t i = 0; i < count; i++) {
        within += list[i].ratio <= allowed;
        log_sum += log(list[i].ratio);
    }
    const double share = 100.0 * (double)within / (double)count;
    const double mean = exp(log_sum / (double)count);
    qsort(list, (size_t)count, sizeof *list, slowest_first);
    const int64_t shown = count < WORST ? count : WORST;
    if (o->json) {
        cli_json *object = cli_json_object(), *worst = cli_json_array();
        cli_json_text(object, "cpu", trnfft_cpu_name());
        cli_json_number(object, "lengths", (double)count);
        cli_json_number(object, "within_10_percent", share);
        cli_json_number(object, "mean_ratio", mean);
        for (int64_t i = 0; i < shown && list[i].ratio > 1; i++) {
            cli_json *row = cli_json_object();
            cli_json_number(row, "n", (double)list[i].n);
            cli_json_number(row, "ratio", list[i].ratio);
            cli_json_text(row, "default", list[i].chosen);
            cli_json_text(row, "measured", list[i].instead);
            cli_json_add(worst, NULL, row);
        }
        cli_json_add(object, "worst", worst);
        int code = cli_json_print(object, true);
        return code != CLI_OK || share >= least ? code : CLI_FAILED;
    }
    printf("%lld lengths, kernels %s: the default plan is within 10 %% of the measured "
           "one for %.1f %%\ngeometric mean of their times %.3f\n",
           (long long)count, trnfft_cpu_name(), share, mean);
    for (int64_t i = 0; i < shown && list[i].ratio > 1; i++) {
        printf("%s  n = %-8lld %6.2f   %10.4g ns   %s instead of %s\n",
               i == 0 ? "the worst:\n" : "", (long long)list[i].n, list[i].ratio,
               list[i].ns, list[i].instead, list[i].chosen);
    }
    return share >= least
               ? CLI_OK
               : cli_fail(CLI_FAILED, "%.1f %% are less than %.1f %%", share, least);
}

static void fill(void *memory, int32_t dtype, int64_t count)
{
    for (int64_t i = 0; i < count; i++) {
        const double x = (double)((i * 7919) % 1009) / 1009.0 - 0.5;
        if (dtype == TRNFFT_F64) {
            ((double *)memory)[i] = x;
        } else {
            ((float *)memory)[i] = (float)x;
        }
    }
}

static int check_all(const calibrate_check_options *o, pair *p, result *list,
                     int64_t count, double least)
{
    for (int64_t i = 0; i < count; i++) {
        p->n = o->from + i * o->every;
        int code = compare(o, p, &list[i]);
        forget(p);
        if (code != CLI_OK) {
            return code;
        }
        cli_progress("lengths", i + 1, count);
    }
    cli_progress_end();
    return print_results(o, list, count, least);
}

int calibrate_check(const calibrate_check_options *o, double least)
{
    const int64_t count = (o->to - o->from) / o->every + 1;
    const size_t size = trnfft_dtype_size(o->dtype);
    const int64_t components = 2 * (o->to + 2);
    pair p = { { NULL, NULL }, NULL, NULL, NULL, 0, 0, { 0, 0 } };
    result *list = calloc((size_t)count, sizeof *list);
    p.in = malloc((size_t)components * size);
    p.out = malloc((size_t)components * size);
    int code = CLI_OK;
    if (list == NULL || p.in == NULL || p.out == NULL) {
        code = cli_fail(CLI_MEMORY, "out of memory");
    } else {
        fill(p.in, o->dtype, components);
        code = check_all(o, &p, list, count, least);
    }
    free(list);
    free(p.in);
    free(p.out);
    return code;
}
