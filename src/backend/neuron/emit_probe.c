/* emit_probe.c - the probe as a Python file: with each experiment stands what the
 * simulator predicts under every combination of the switches, to the bit.
 */
#include "backend/neuron/probe.h"

#include <string.h>

#include "backend/neuron/emit_parts.h"
#include "ncsim/run.h"

static const char *const function_names[NCS_N_FUNCTIONS] = {
    [NCS_SQRT] = "np.sqrt",
    [NCS_RSQRT] = "lambda x: 1 / np.sqrt(x)",
    [NCS_RECIPROCAL] = "np.reciprocal",
    [NCS_EXP] = "np.exp",
    [NCS_LOG] = "np.log",
    [NCS_SIN] = "np.sin",
    [NCS_GELU] = "lambda x: x * 0.5 * (1 + np.vectorize(math.erf)(x / math.sqrt(2)))",
    [NCS_TANH] = "np.tanh",
};

static const char *const driver[] = {
    "",
    "def draw(rng):",
    "    return {}",
    "",
    "",
    "def check_function(name, got, x, function):",
    "    error = np.max(np.abs(got / function(x.astype(np.float64)) - 1))",
    "    print(f\"{name:13} largest relative error {error:.2e} (function_error)\")",
    "    return np.all(np.isfinite(got))",
    "",
    "",
    "def plain(prediction):",
    "    bits = unpack(prediction)",
    "    return np.where(np.isnan(bits.view(np.float32)), 0x7fc00000, bits)",
    "",
    "",
    "def check_choices(name, what, got, choices):",
    "    \"\"\"Which predictions agree to the bit, and in how many results.\"\"\"",
    "    bits = np.where(np.isnan(got), 0x7fc00000, got.view(np.uint32))",
    "    agree = sorted(((int(np.sum(bits == plain(p))), choice)",
    "                    for choice, p in choices.items()),",
    "                   reverse=True)",
    "    most = agree[0][0]",
    "    best = [c for n, c in agree if n == most]",
    "    print(f\"{name:13} {what}\")",
    "    if most == bits.size:",
    "        print(f\"{'':13} -> {' or '.join(best)}\")",
    "        return True",
    "    print(f\"{'':13} -> NONE of {len(agree)}; nearest, \"",
    "          f\"{most} of {bits.size}: {best[0]}\")",
    "    return False",
    "",
    "",
    "def check(given, results):",
    "    results = np.ascontiguousarray(results[0], dtype=np.float32)",
    "    results = results.reshape(-1, SIZE)",
    "    good = True",
    "    for row, (name, (what, given_name, function, choices)) in zip(",
    "            results, EXPERIMENTS.items()):",
    "        if function:",
    "            good &= bool(check_function(name, row, given[given_name], function))",
    "        else:",
    "            good &= check_choices(name, what, row, choices)",
    "    print(\"all explained\" if good else \"NOT all explained: please send it\")",
    "    return int(not good)",
    "",
    NULL,
};

/* All predictions: run r has for each experiment the results of its choice r modulo
 * its choices. Experiments name their switches in the same order, so that one run
 * serves them all. */
enum { RUNS = 16 };

typedef struct prediction {
    tfi_emitter *e;
    float *results; /* [RUNS][probe->n][TFI_PROBE_COUNT] */
    size_t size;    /* numbers of a run */
} prediction;

static trnfft_status predict(prediction *p, const tfi_probe *probe, ncs_core *core)
{
    const int32_t buffer = ncs_program_find_buffer(probe->program, "results");
    trnfft_status status = TRNFFT_OK;
    for (int r = 0; r < RUNS && status == TRNFFT_OK; r++) {
        ncs_settings settings;
        tfi_printer nowhere = { .capacity = 0 };
        ncs_settings_init(&settings, probe->program->machine);
        for (int i = 0; i < probe->n && status == TRNFFT_OK; i++) {
            const tfi_probe_experiment *x = &probe->experiment[i];
            if (tfi_probe_choices(x) > RUNS) {
                return tfi_fail(TRNFFT_ERROR_INTERNAL,
                                "neuron_probe: %s has %d choices", x->name,
                                tfi_probe_choices(x));
            }
            status = tfi_probe_choose(x, r % tfi_probe_choices(x), &settings, &nowhere);
        }
        status = status == TRNFFT_OK ? ncs_run(core, &settings) : status;
        memcpy(p->results + (size_t)r * p->size, ncs_core_memory(core, buffer),
               p->size * sizeof *p->results);
    }
    return status;
}

static void print_choices(prediction *p, const tfi_probe_experiment *x, int row)
{
    tfi_printer *out = p->e->out;
    for (int c = 0; c < tfi_probe_choices(x); c++) {
        ncs_settings settings;
        ncs_settings_init(&settings, p->e->program->machine);
        tfi_printf(out, "    \"%s", x->switches[0] == NULL ? "as assumed" : "");
        (void)tfi_probe_choose(x, c, &settings, out);
        tfi_printf(out, "\": ");
        tfi_emit_words(p->e,
                       p->results + (size_t)c * p->size + (size_t)row * TFI_PROBE_COUNT,
                       TFI_PROBE_COUNT);
        tfi_printf(out, ",\n");
    }
}

/* The table that an experiment of functions reads: that of its note. */
static const char *table_of(const ncs_program *program, const char *note)
{
    for (int32_t i = 0; i < program->n_instructions; i++) {
        const ncs_instruction *in = &program->instruction[i];
        if (in->op == NCS_DMA_COPY && in->note >= 0 &&
            strcmp(program->note[in->note], note) == 0) {
            return program->buffer[in->src[0].buffer].name;
        }
    }
    return "";
}

static void print_experiments(prediction *p, const tfi_probe *probe)
{
    tfi_printer *out = p->e->out;
    tfi_printf(out, "\nSIZE = %d\n# what, argument and function, predictions\n",
               TFI_PROBE_COUNT);
    tfi_printf(out, "EXPERIMENTS = {\n");
    for (int i = 0; i < probe->n; i++) {
        const tfi_probe_experiment *x = &probe->experiment[i];
        tfi_printf(out, "\"%s\": (\"%s\", ", x->name, x->what);
        if (x->function != NCS_IDENTITY) {
            tfi_printf(out, "\"%s\", %s, {}),\n", table_of(probe->program, x->name),
                       function_names[x->function]);
            continue;
        }
        tfi_printf(out, "\"\", None, {\n");
        print_choices(p, x, i);
        tfi_printf(out, "}),\n");
    }
    tfi_printf(out, "}\n\n");
    for (const char *const *line = driver; *line != NULL; line++) {
        tfi_printf(out, "%s\n", *line);
    }
}

static trnfft_status print_checks(tfi_emitter *e)
{
    const tfi_probe *probe = e->probe;
    const tfi_allocator *alloc = probe->program->alloc;
    prediction p = { .e = e, .size = (size_t)probe->n * TFI_PROBE_COUNT };
    ncs_core *core = NULL;
    p.results = tfi_alloc_array(alloc, RUNS * p.size, sizeof *p.results);
    trnfft_status status = p.results == NULL ? tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY,
                                                        "neuron_probe: no memory")
                                             : ncs_core_create(probe->program, &core);
    status = status == TRNFFT_OK ? predict(&p, probe, core) : status;
    if (status == TRNFFT_OK) {
        print_experiments(&p, probe);
    }
    ncs_core_destroy(core);
    tfi_free(alloc, p.results);
    return status;
}

trnfft_status tfi_neuron_emit_probe(const ncs_machine *machine,
                                    const tfi_allocator *alloc, tfi_printer *printer)
{
    tfi_probe probe;
    trnfft_status status = tfi_probe_create(machine, alloc, &probe);
    if (status == TRNFFT_OK) {
        tfi_emitter e = { .program = probe.program,
                          .probe = &probe,
                          .out = printer,
                          .checks = print_checks };
        status = tfi_emit_file(&e);
    }
    tfi_probe_destroy(&probe);
    return status;
}
