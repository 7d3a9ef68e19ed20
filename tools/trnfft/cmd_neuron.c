/* cmd_neuron.c - `trnfft neuron`: programs for a simulated NeuronCore. */
#include <string.h>

#include "neuron_report.h"

#define AT(field) offsetof(neuron_cli, field)

static const cli_option options[] = {
    { "machine", 0, CLI_TEXT, AT(machine), "v2|v3|v4",
      "the generation (default v3; a file says its own)", NULL },
    { "kernel", 0, CLI_TEXT, AT(kernel), "NAME",
      "that one alone (default: the one predicted to be the soonest)", NULL },
    { "task", 0, CLI_CHOICE, AT(task), NULL, "of the kernel (default dft)",
      "dft|gemm|multiply|stft|istft|fnet|linear|modrelu" },
    { "n", 0, CLI_INTS, AT(n), "N[,N[,N]]",
      "lengths, up to three dimensions; gemm, linear: columns of the result", NULL },
    { "batch", 0, CLI_INT, AT(batch), "N", "how many (default 1)", NULL },
    { "mode", 0, CLI_CHOICE, AT(mode), NULL,
      "operands of the tensor engine (default fast: f32)", "fast|kahan|bf16|bf16x3" },
    { "io", 0, CLI_CHOICE, AT(io), NULL, "type of inputs and outputs (default f32)",
      "f32|bf16" },
    { "transform", 0, CLI_CHOICE, AT(transform), NULL, "dft: real sides (default c2c)",
      "c2c|r2c|c2r" },
    { "inverse", 0, CLI_BOOL, AT(inverse), NULL,
      "exponent with +, which c2r and istft have anyway", NULL },
    { "scale", 0, CLI_REAL, AT(scale), "X", "factor of all results (default 1)", NULL },
    { "m", 0, CLI_INT, AT(m), "N", "gemm: rows of the result", NULL },
    { "k", 0, CLI_INT, AT(k), "N", "gemm, linear: terms of a sum", NULL },
    { "real-product", 0, CLI_BOOL, AT(real_product), NULL, "gemm: of real matrices",
      NULL },
    { "hop", 0, CLI_INT, AT(hop), "N", "stft, istft (default n / 4)", NULL },
    { "frames", 0, CLI_INT, AT(frames), "N", "stft, istft", NULL },
    { "samples", 0, CLI_INT, AT(samples), "N",
      "stft, istft (default n + (frames - 1) hop)", NULL },
    { "window", 0, CLI_TEXT, AT(window), "NAME", "stft, istft (default hann)", NULL },
    { "set", 0, CLI_TEXTS, AT(set), "NAME=VALUE[,…]",
      "constants and switches of the machine (trnfft neuron machines), "
      "range=low|middle|high",
      NULL },
    { "in", 0, CLI_TEXTS, AT(in), "NAME=FILE",
      "run: an input from .npy or CSV (default random numbers); x fills xr and xi",
      NULL },
    { "out", 0, CLI_TEXTS, AT(out), "NAME=FILE",
      "run: an output to .npy or CSV; y takes yr and yi (emit: --out FILE is -o FILE)",
      NULL },
    { "seed", 0, CLI_INT, AT(seed), "N", "run: of random inputs (default 1)", NULL },
    { "check", 0, CLI_BOOL, AT(check), NULL,
      "asm: only say whether it keeps the rules; report: run everything, "
      "too, for its errors",
      NULL },
    { "print", 0, CLI_BOOL, AT(print), NULL, "asm: print it whatever the rules say",
      NULL },
    { "output", 'o', CLI_TEXT, AT(output), "FILE",
      "asm, trace, emit, report: where to write (default stdout); trace: .json, "
      ".svg or .png, report: .md, .html or .svg",
      NULL },
    { "probe", 0, CLI_BOOL, AT(probe), NULL,
      "emit: instead of a kernel what tells how a machine rounds", NULL },
    { "suite", 0, CLI_CHOICE, AT(suite), NULL,
      "report: published times to compare with (default seeds)", "seeds" },
    { "sensitivity", 0, CLI_BOOL, AT(sensitivity), NULL,
      "report: what each constant's range does", NULL },
    { "json", 0, CLI_BOOL, AT(json), NULL, "run, plan, machines, report: JSON", NULL },
    { NULL, 0, CLI_BOOL, 0, NULL, NULL, NULL },
};

static const char *const actions[] = { "asm",  "run",      "trace",  "emit",
                                       "plan", "machines", "report", NULL };

static int action_of(const char *word)
{
    for (int i = 0; actions[i] != NULL; i++) {
        if (strcmp(actions[i], word) == 0) {
            return i;
        }
    }
    return -1;
}

static int run(const cli_verb *verb, int argc, char **argv)
{
    neuron_cli o = { .batch = 1, .scale = 1, .seed = 1 };
    o.hop = o.frames = o.samples = NEURON_ABSENT;
    cli_files files;
    int code = cli_parse(verb, argc, argv, &o, &files);
    if (code >= 0) {
        return code;
    }
    const int action = action_of(files.at[0]);
    if (action < 0) {
        return cli_fail(CLI_USAGE,
                        "'%s' is none of asm, run, trace, emit, plan, machines and "
                        "report",
                        files.at[0]);
    }
    if (o.json && !cli_json_available()) {
        return cli_json_missing();
    }
    const char *path = files.count > 1 ? files.at[1] : NULL;
    if (path != NULL && action > 3) {
        return cli_fail(CLI_USAGE, "'%s': %s takes no file", path, actions[action]);
    }
    switch (action) {
    case 0: return neuron_asm(&o, path);
    case 1: return neuron_run(&o, path);
    case 2: return neuron_trace(&o, path);
    case 3: return neuron_emit(&o, path);
    case 4: return neuron_plan(&o);
    case 5: return neuron_machines(&o);
    default: return neuron_report_verb(&o);
    }
}

const cli_verb cmd_neuron_verbs[] = {
    { "neuron", "programs for a simulated NeuronCore: run, time, draw, translate",
      "asm|run|trace|emit|plan|machines|report [FILE.nca] [options]",
      "A program for one core of AWS Trainium, from a file of the assembler or made by "
      "a "
      "kernel\n"
      "for a job (--task, --n, --batch …). asm checks and prints it, run computes it "
      "on "
      "the\n"
      "simulated core and compares with the host, trace draws when what happens, emit "
      "writes it\n"
      "as source for NKI, plan lists what kernels could do a job and how fast, "
      "machines "
      "lists the\n"
      "constants behind the times with their ranges and sources, report puts "
      "predictions beside published times. Results are what the "
      "documented\n"
      "machine computes, times are predictions: nothing here ever ran on silicon.",
      "  trnfft neuron run --n 16384 --batch 64\n"
      "  trnfft neuron run --n 256 --batch 512 --mode bf16 --machine v2 --set "
      "range=high\n"
      "  trnfft neuron plan --task fnet --n 512,768\n"
      "  trnfft neuron trace --n 16384 -o timeline.svg\n"
      "  trnfft neuron emit --kernel four_step --n 1024 -o k.py\n"
      "  trnfft neuron emit --probe --machine v2 -o probe.py\n"
      "  trnfft neuron asm --n 64 -o dft64.nca\n"
      "  trnfft neuron run dft64.nca --in x=x.npy --out y=y.npy\n"
      "  trnfft neuron machines --machine v2\n"
      "  trnfft neuron report --sensitivity -o report.html",
      options, 1, 2, run },
    { NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL },
};
