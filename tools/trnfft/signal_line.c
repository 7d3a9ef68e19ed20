/* signal_line.c - the command line of stft and istft. */
#include <string.h>

#include "signal_jobs.h"
#include "verbs.h"

static int check(const stft_line *line)
{
    const char *output = line->job.output;
    if (line->json && (output == NULL || strcmp(output, "-") == 0)) {
        return cli_fail(CLI_USAGE, "--json needs -o FILE: stdout cannot take both");
    }
    if (line->json && !cli_json_available()) {
        return cli_json_missing();
    }
    if (line->job.signal.n_fft < 0) {
        return cli_fail(CLI_USAGE, "--n-fft is missing");
    }
    return CLI_OK;
}

int run_stft_line(const cli_verb *verb, int argc, char **argv,
                  int (*work)(const stft_job *job, job_report *report))
{
    stft_line line = { .job = { .signal = SIGNAL_ARGS_INIT, .length = -1 } };
    cli_files files;
    job_report report;
    int code = cli_parse(verb, argc, argv, &line, &files);
    if (code >= 0) {
        return code;
    }
    code = check(&line);
    if (code != CLI_OK) {
        return code;
    }
    line.job.input = files.at[0];
    code = work(&line.job, &report);
    return code == CLI_OK && line.json ? report_print_json(&report) : code;
}
