/* plan_why.c - `trnfft plan --why`. */
#include "plan_why.h"

#include <stdio.h>
#include <string.h>

typedef struct table {
    char problem[128];
} table;

static void print_row(const trnfft_candidate *c, void *user)
{
    table *t = user;
    char name[160], measured[32] = "not measured", share[32] = "";
    if (strcmp(t->problem, c->problem) != 0) {
        snprintf(t->problem, sizeof t->problem, "%s", c->problem);
        printf("\n%-34s %12s %12s\n", c->problem, "predicted ns", "measured ns");
    }
    snprintf(name, sizeof name, "%s%s%s", c->solver, c->choice[0] != '-' ? " " : "",
             c->choice[0] != '-' ? c->choice : "");
    if (c->measured_ns > 0) {
        snprintf(measured, sizeof measured, "%.4g", c->measured_ns);
        snprintf(share, sizeof share, "%5.2f", c->measured_ns / c->predicted_ns);
    }
    printf("  %-32s %12.4g %12s %s%s%s\n", name, c->predicted_ns, measured, share,
           c->chosen != 0 ? "  chosen" : "", c->fastest != 0 ? "  fastest" : "");
}

int plan_why_print(const trnfft_plan *plan, double time_limit_s)
{
    table t = { "" };
    trnfft_status status = trnfft_plan_candidates(plan, time_limit_s, print_row, &t);
    return status == TRNFFT_OK ? CLI_OK : cli_fail_status(status);
}

static void add_row(const trnfft_candidate *c, void *user)
{
    cli_json *row = cli_json_object();
    cli_json_text(row, "line", c->problem);
    cli_json_text(row, "solver", c->solver);
    cli_json_text(row, "choice", c->choice[0] != '-' ? c->choice : "");
    cli_json_number(row, "predicted_ns", c->predicted_ns);
    if (c->measured_ns > 0) {
        cli_json_number(row, "measured_ns", c->measured_ns);
    }
    cli_json_bool(row, "chosen", c->chosen != 0);
    cli_json_bool(row, "fastest", c->fastest != 0);
    cli_json_add(user, NULL, row);
}

int plan_why_json(const trnfft_plan *plan, double time_limit_s, cli_json *object)
{
    cli_json *rows = cli_json_array();
    trnfft_status status = trnfft_plan_candidates(plan, time_limit_s, add_row, rows);
    cli_json_add(object, "why", rows);
    return status == TRNFFT_OK ? CLI_OK : cli_fail_status(status);
}
