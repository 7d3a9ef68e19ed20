/* cmd_calibrate.c - `trnfft calibrate`: predictions against this machine. */
#include <stdio.h>
#include <string.h>

#include <trnfft/trnfft.h>

#include "calibrate.h"
#include "report.h"
#include "verbs.h"

typedef struct calibrate_cli {
    bool check, emit_c, json;
    const char *out;
    int64_t from, to, every;
    int op, dtype;
    double time_limit_s, least;
} calibrate_cli;

#define AT(field) offsetof(calibrate_cli, field)

static const cli_option options[] = {
    { "output", 'o', CLI_TEXT, AT(out), "FILE",
      "measure the constants of the cost model and write them", NULL },
    { "emit-c", 0, CLI_BOOL, AT(emit_c), NULL,
      "with -o: print them as a table of src/backend/cpu/cost_tables.c", NULL },
    { "check", 0, CLI_BOOL, AT(check), NULL, "time default plans against measured ones",
      NULL },
    { "from", 0, CLI_INT, AT(from), "N", "first length (default 1)", NULL },
    { "to", 0, CLI_INT, AT(to), "N", "last length (default 4096)", NULL },
    { "every", 0, CLI_INT, AT(every), "K",
      "only each K-th length (default 1; all of them take minutes)", NULL },
    { "op", 0, CLI_CHOICE, AT(op), NULL, "the transform (default fft)", "fft|rfft" },
    { "dtype", 0, CLI_CHOICE, AT(dtype), NULL, "default f32", "f32|f64" },
    { "time-limit", 0, CLI_REAL, AT(time_limit_s), "S",
      "seconds that measuring one length, or all constants, may take (default 1, 20)",
      NULL },
    { "least", 0, CLI_REAL, AT(least), "PERCENT",
      "fail where fewer lengths are within 10 % (default 0)", NULL },
    { "json", 0, CLI_BOOL, AT(json), NULL, "one JSON object", NULL },
    { NULL, 0, CLI_BOOL, 0, NULL, NULL, NULL },
};

static int check_range(const calibrate_cli *o)
{
    if (o->from < 1 || o->to < o->from || o->to > (int64_t)1 << 24) {
        return cli_fail(CLI_USAGE,
                        "--from %lld --to %lld: not lengths 1 … 2^24 in order",
                        (long long)o->from, (long long)o->to);
    }
    if (o->every < 1) {
        return cli_fail(CLI_USAGE, "--every: %lld is not above 0", (long long)o->every);
    }
    if (!(o->time_limit_s >= 0)) {
        return cli_fail(CLI_USAGE, "--time-limit: %g is below 0", o->time_limit_s);
    }
    return o->json && !cli_json_available() ? cli_json_missing() : CLI_OK;
}

static int run(const cli_verb *verb, int argc, char **argv)
{
    calibrate_cli o = { false, false, false, NULL, 1, 4096, 1, 0, 0, 0.0, 0.0 };
    cli_files files;
    int code = cli_parse(verb, argc, argv, &o, &files);
    if (code >= 0) {
        return code;
    }
    code = check_range(&o);
    if (code != CLI_OK) {
        return code;
    }
    if (!o.check && o.out == NULL) {
        return cli_fail(CLI_USAGE, "nothing to do: --check or -o FILE");
    }
    if (o.out != NULL) {
        code = calibrate_write(o.out, o.time_limit_s > 0 ? o.time_limit_s : 20.0,
                               o.emit_c);
    }
    if (code != CLI_OK || !o.check) {
        return code;
    }
    const calibrate_check_options check = { o.from,
                                            o.to,
                                            o.every,
                                            o.op,
                                            o.dtype == 0 ? TRNFFT_F32 : TRNFFT_F64,
                                            o.time_limit_s > 0 ? o.time_limit_s : 1.0,
                                            o.json };
    return calibrate_check(&check, o.least);
}

const cli_verb cmd_calibrate_verbs[] = {
    { "calibrate", "measure the cost model on this machine, or how good it is",
      "[-o FILE] [--check] [options]",
      "-o writes the constants of predicted costs as this machine has them; programs "
      "with\n"
      "TRNFFT_CALIBRATION=FILE in their environment plan by them.\n"
      "--check plans each length twice, by predicted cost and by measuring, times "
      "both\n"
      "plans in turns and prints for what share of the lengths the default plan takes "
      "at\n"
      "most 10 % more, and where it takes the most.",
      "  trnfft calibrate -o machine.cal\n"
      "  TRNFFT_CALIBRATION=machine.cal trnfft plan 1000\n"
      "  trnfft calibrate --check --every 64 --to 1024",
      options, 0, 0, run },
    { NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL },
};
