/* signal_report.c - what a piece of work says about itself. */
#include <string.h>

#include "signal_jobs.h"

const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

int report_print_json(const job_report *r)
{
    if (!cli_json_available()) {
        return cli_json_missing();
    }
    cli_json *o = cli_json_object();
    cli_json_text(o, "input", r->input);
    cli_json_text(o, "output", r->output != NULL ? r->output : "-");
    cli_json_number(o, "samples", (double)r->samples);
    if (r->rate > 0) {
        cli_json_number(o, "rate", (double)r->rate);
    }
    cli_json_number(o, "channels", (double)r->channels);
    cli_json_number(o, "frames", (double)r->frames);
    cli_json_number(o, "bins", (double)r->bins);
    cli_json_number(o, "read_s", r->read_s);
    cli_json_number(o, "transform_s", r->transform_s);
    cli_json_number(o, "other_s", r->other_s);
    cli_json_number(o, "total_s", r->total_s);
    if (r->rate > 0 && r->samples > 0) {
        cli_json_number(o, "real_time_factor",
                        r->total_s * (double)r->rate / (double)r->samples);
    }
    return cli_json_print(o, false);
}
