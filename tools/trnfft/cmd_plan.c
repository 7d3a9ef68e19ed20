/* cmd_plan.c - `trnfft plan`: how a transform would be done, and what that beat. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <trnfft/trnfft.h>

#include "plan_why.h"
#include "report.h"
#include "verbs.h"
#include "wisdom_file.h"

typedef struct plan_cli {
    int op, dtype, layout;
    cli_ints shape, dim;
    bool in_place, alternatives, json, measure, why, free_arithmetic;
    int64_t threads;
    const char *force, *wisdom;
    double time_limit_s;
} plan_cli;

#define AT(field) offsetof(plan_cli, field)

static const cli_option options[] = {
    { "op", 0, CLI_CHOICE, AT(op), NULL, "the transform (default fft)",
      "fft|ifft|rfft|irfft|hfft|ihfft" },
    { "shape", 0, CLI_INTS, AT(shape), "LIST",
      "shape of the real or complex side, for instance 32,1024 (default N)", NULL },
    { "dim", 0, CLI_INTS, AT(dim), "LIST",
      "transformed dimensions (default the last; without N all of --shape)", NULL },
    { "dtype", 0, CLI_CHOICE, AT(dtype), NULL, "type of input and output (default f32)",
      "f32|f64|bf16|f16" },
    { "layout", 0, CLI_CHOICE, AT(layout), NULL,
      "of complex numbers (default interleaved)", "interleaved|split" },
    { "in-place", 0, CLI_BOOL, AT(in_place), NULL,
      "output over input; real transforms: of one line", NULL },
    { "threads", 0, CLI_INT, AT(threads), "N",
      "threads of the plan, 1 … 1024 (default 1)", NULL },
    { "free-arithmetic", 0, CLI_BOOL, AT(free_arithmetic), NULL,
      "let batch and layout choose the algorithm, too; both plans are printed", NULL },
    { "force", 0, CLI_TEXT, AT(force), "SOLVER[,…]", "allow only these at the top",
      NULL },
    { "measure", 0, CLI_BOOL, AT(measure), NULL,
      "time the candidates and take the fastest, remembered in --wisdom", NULL },
    { "time-limit", 0, CLI_REAL, AT(time_limit_s), "S",
      "seconds that measuring may take (default 1)", NULL },
    { "wisdom", 0, CLI_TEXT, AT(wisdom), "FILE",
      "what measuring found before, and finds now (default $TRNFFT_WISDOM, or none)",
      NULL },
    { "why", 0, CLI_BOOL, AT(why), NULL,
      "predicted against measured time of every candidate", NULL },
    { "alternatives", 0, CLI_BOOL, AT(alternatives), NULL,
      "what else was considered, with costs (default yes)", NULL },
    { "json", 0, CLI_BOOL, AT(json), NULL, "one JSON object", NULL },
    { NULL, 0, CLI_BOOL, 0, NULL, NULL, NULL },
};

/* Planning looks at no data, only at which operands overlap, so an eighth of the
 * address space stands for each part of an operand. */
static void *part(int number)
{
    uintptr_t eighth = UINTPTR_MAX / 8 / 64 * 64;
    return (void *)(eighth * (uintptr_t)(number + 1));
}

static trnfft_tensor view(int dtype, int layout, bool real, int rank,
                          const int64_t *shape, int first_part)
{
    if (real) {
        return trnfft_tensor_real(dtype, rank, shape, part(first_part));
    }
    return layout == 0 ? trnfft_tensor_interleaved(dtype, rank, shape, part(first_part))
                       : trnfft_tensor_split(dtype, rank, shape, part(first_part),
                                             part(first_part + 1));
}

static int fill_dims(const plan_cli *o, bool length_given, trnfft_problem *p)
{
    int rank = o->shape.count;
    int count = o->dim.count > 0 ? o->dim.count : length_given ? 1 : rank;
    p->n_dim = count;
    for (int i = 0; i < count; i++) {
        int64_t d = o->dim.count > 0 ? o->dim.at[i] : i - count;
        if (d < -rank || d >= rank) {
            return cli_fail(CLI_REFUSED, "--dim: %lld is not a dimension of %d",
                            (long long)d, rank);
        }
        p->dim[i] = (int32_t)d;
        p->n[i] = o->shape.at[d < 0 ? d + rank : d];
    }
    return CLI_OK;
}

static int fill_problem(const plan_cli *o, bool length_given, trnfft_problem *p)
{
    static const int32_t types[] = { TRNFFT_F32, TRNFFT_F64, TRNFFT_BF16, TRNFFT_F16 };
    bool real_in = o->op == TRNFFT_OP_RFFT || o->op == TRNFFT_OP_IHFFT;
    bool real_out = o->op == TRNFFT_OP_IRFFT || o->op == TRNFFT_OP_HFFT;
    int code = fill_dims(o, length_given, p);
    if (code != CLI_OK) {
        return code;
    }
    int64_t whole[TRNFFT_MAX_RANK] = { 0 };
    int64_t half[TRNFFT_MAX_RANK] = { 0 };
    int rank = o->shape.count;
    memcpy(whole, o->shape.at, sizeof whole);
    memcpy(half, o->shape.at, sizeof half);
    int32_t last = p->dim[p->n_dim - 1];
    last = last < 0 ? last + rank : last;
    half[last] = whole[last] / 2 + 1;
    p->op = o->op;
    p->in = view(types[o->dtype], o->layout, real_in, rank, real_out ? half : whole, 0);
    p->out = view(types[o->dtype], o->layout, real_out, rank, real_in ? half : whole,
                  o->in_place ? 0 : 2);
    return CLI_OK;
}

/* The text of one of the describe functions; NULL: out of memory. */
static char *text_of(size_t (*describe)(const trnfft_plan *, char *, size_t),
                     const trnfft_plan *plan)
{
    size_t bytes = 1 << 16; /* nearly always enough: listing candidates takes long */
    for (;;) {
        char *text = malloc(bytes);
        if (text == NULL) {
            return NULL;
        }
        text[0] = '\0';
        const size_t needed = describe(plan, text, bytes) + 1;
        if (needed <= bytes) {
            return text;
        }
        free(text);
        bytes = needed;
    }
}

static int print_plan(const plan_cli *o, const trnfft_plan *plan, double seconds)
{
    char *tree = text_of(trnfft_plan_describe, plan);
    char *beaten =
        o->alternatives ? text_of(trnfft_plan_describe_candidates, plan) : NULL;
    double workspace = (double)trnfft_plan_workspace_bytes(plan);
    int code = CLI_OK;
    if (tree == NULL || (o->alternatives && beaten == NULL)) {
        code = cli_fail(CLI_MEMORY, "out of memory");
    } else if (o->json) {
        cli_json *object = cli_json_object();
        cli_json_text(object, "cpu", trnfft_cpu_name());
        cli_json_text(object, "plan", tree);
        if (o->alternatives) {
            cli_json_text(object, "candidates", beaten);
        }
        if (o->why) {
            code = plan_why_json(plan, o->time_limit_s, object);
        }
        cli_json_number(object, "workspace_bytes", workspace);
        cli_json_number(object, "planning_s", seconds);
        code = code == CLI_OK ? cli_json_print(object, true) : code;
    } else {
        size_t length = strlen(tree);
        printf("%s%s", tree, length > 0 && tree[length - 1] != '\n' ? "\n" : "");
        printf("\nworkspace %.0f bytes, planned in %.3f ms, kernels %s\n", workspace,
               seconds * 1e3, trnfft_cpu_name());
        if (o->why) {
            code = plan_why_print(plan, o->time_limit_s);
        } else if (o->alternatives && beaten[0] != '\0') {
            printf("\nconsidered, the cheapest first:\n%s", beaten);
            length = strlen(beaten);
            printf("%s", beaten[length - 1] != '\n' ? "\n" : "");
        }
    }
    free(tree);
    free(beaten);
    return code;
}

/* What the plan would be with the arithmetic of any batch and layout. */
static int print_fixed(const plan_cli *o, const trnfft_problem *p,
                       trnfft_plan_options fixed)
{
    trnfft_plan *plan = NULL;
    fixed.flags = 0;
    const trnfft_status status = trnfft_plan_create(NULL, p, &fixed, &plan);
    if (status != TRNFFT_OK) {
        return cli_fail_status(status);
    }
    char *tree = text_of(trnfft_plan_describe, plan);
    trnfft_plan_destroy(plan);
    if (tree == NULL) {
        return cli_fail(CLI_MEMORY, "out of memory");
    }
    if (!o->json) {
        printf("\nwith the arithmetic of any batch and layout:\n%s\n", tree);
    }
    free(tree);
    return CLI_OK;
}

/* N or --shape; both: N is the last length. */
static int read_length(const cli_files *files, plan_cli *o)
{
    if (files->count == 0 && o->shape.count == 0) {
        return cli_fail(CLI_USAGE, "a length is missing: trnfft plan N or --shape");
    }
    if (files->count > 0) {
        char *end = NULL;
        long long n = strtoll(files->at[0], &end, 10);
        if (end == files->at[0] || *end != '\0') {
            return cli_fail(CLI_USAGE, "'%s' is not a length", files->at[0]);
        }
        if (o->shape.count == 0) {
            o->shape.count = 1;
        }
        o->shape.at[o->shape.count - 1] = n;
    }
    for (int i = 0; i < o->shape.count; i++) {
        if (o->shape.at[i] < 1) {
            return cli_fail(CLI_REFUSED,
                            "n = %lld: a transform needs at least one point",
                            (long long)o->shape.at[i]);
        }
    }
    return o->json && !cli_json_available() ? cli_json_missing() : CLI_OK;
}

static int run(const cli_verb *verb, int argc, char **argv)
{
    plan_cli o;
    memset(&o, 0, sizeof o);
    o.alternatives = true;
    o.threads = 1;
    o.time_limit_s = 1.0;
    cli_files files;
    int code = cli_parse(verb, argc, argv, &o, &files);
    if (code >= 0) {
        return code;
    }
    code = read_length(&files, &o);
    if (code != CLI_OK) {
        return code;
    }
    if (o.threads < 1 || o.threads > 1024) {
        return cli_fail(CLI_USAGE, "--threads: %lld is not between 1 and 1024",
                        (long long)o.threads);
    }
    if (!(o.time_limit_s > 0)) {
        return cli_fail(CLI_USAGE, "--time-limit: %g is not above 0", o.time_limit_s);
    }
    const char *wisdom = wisdom_file_name(o.wisdom);
    code = wisdom_file_load(wisdom);
    if (code != CLI_OK) {
        return code;
    }
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    trnfft_plan_options plan_options = TRNFFT_PLAN_OPTIONS_INIT;
    plan_options.n_threads = (int32_t)o.threads;
    plan_options.force_solver = o.force;
    plan_options.time_limit_s = o.time_limit_s;
    plan_options.effort = o.measure        ? TRNFFT_EFFORT_MEASURE
                          : wisdom != NULL ? TRNFFT_EFFORT_WISDOM
                                           : TRNFFT_EFFORT_ESTIMATE;
    plan_options.flags = o.free_arithmetic ? TRNFFT_FLAG_FREE_ARITHMETIC : 0;
    code = fill_problem(&o, files.count > 0, &p);
    if (code != CLI_OK) {
        return code;
    }
    trnfft_plan *plan = NULL;
    double start = cli_seconds();
    trnfft_status status = trnfft_plan_create(NULL, &p, &plan_options, &plan);
    double seconds = cli_seconds() - start;
    if (status != TRNFFT_OK) {
        return cli_fail_status(status);
    }
    code = print_plan(&o, plan, seconds);
    trnfft_plan_destroy(plan);
    if (code == CLI_OK && o.free_arithmetic) {
        code = print_fixed(&o, &p, plan_options);
    }
    if (code == CLI_OK && o.measure && wisdom != NULL) {
        code = wisdom_file_save(wisdom);
    }
    return code;
}

const cli_verb cmd_plan_verbs[] = {
    { "plan", "show how a transform would be done, with costs and what it beat",
      "[N] [--shape LIST] [--op OP] [options]",
      "Prints the tree of the plan with predicted costs in nanoseconds, then every "
      "solver that\n"
      "was considered for each line. Nothing is measured unless --measure or --why "
      "asks for it.\n"
      "Solvers that leave a length to others by rule are listed with what they would "
      "cost.",
      "  trnfft plan 1000\n"
      "  trnfft plan 65536 --dtype f64 --layout split\n"
      "  trnfft plan --shape 64,64 --op rfft\n"
      "  trnfft plan 1024 --shape 32,1024\n"
      "  trnfft plan --shape 26,64 --dim 0 --free-arithmetic\n"
      "  trnfft plan 997 --force bluestein\n"
      "  trnfft plan 3000 --measure --wisdom fft.wisdom\n"
      "  trnfft plan 1000 --why\n"
      "  TRNFFT_CPU=scalar trnfft plan 997 --json",
      options, 0, 1, run },
    { NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL },
};
