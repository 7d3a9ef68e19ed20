/* emit_driver.c - the Python around the kernel: what the file says about itself, its
 * buffers and its job as data, and the driver that runs it, checks it against NumPy and
 * saves what is to be sent back.
 */
#include "backend/neuron/emit_parts.h"

#include <trnfft/version.h>

#include <string.h>

#include "ncsim/number.h"

static void print_lines(tfi_emitter *e, const char *const *lines)
{
    for (; *lines != NULL; lines++) {
        tfi_printf(e->out, "%s\n", *lines);
    }
}

static const char *const head[] = {
    "It was translated from a program of trnfft's simulator and never ran on silicon:",
    "no number below was measured. Tests of trnfft run it on a stand-in of the",
    "functions that AWS documents for NKI 0.3.0 (Neuron SDK 2.29).",
    NULL,
};

static const char *const usage[] = {
    "",
    "Run it on the instance, in an environment of the Neuron image that has NKI:",
    "",
    "    python3 FILE                   runs, compares with NumPy, prints the errors",
    "    python3 FILE --save OUT        also writes inputs and results, OUT/NAME.npy",
    "    python3 FILE --repeat 20       also prints the time of each call",
    "    python3 FILE --framework F     numpy (NKI alone), torch, jax, simulate",
    "",
    "Please send back what it printed, the folder OUT, and the output of",
    "`neuron-ls` and `pip list | grep -i -e nki -e neuron`.",
    "\"\"\"",
    "import argparse",
    "import base64",
    "import math",
    "import os",
    "import time",
    "",
    "import numpy as np",
    "",
    NULL,
};

/* One core for a kernel, results that do not depend on chance, types as they are. */
static const char *const imports[] = {
    "os.environ.setdefault(\"NEURON_LOGICAL_NC_CONFIG\", \"1\")",
    "os.environ.setdefault(\"NEURON_RT_STOCHASTIC_ROUNDING_EN\", \"0\")",
    "os.environ.setdefault(\"NEURON_CC_FLAGS\", \"--auto-cast=none\")",
    "import nki",
    "import nki.isa as nisa",
    "import nki.language as nl",
    "",
    NULL,
};

static bool has_negative_step(const ncs_program *program)
{
    for (int32_t i = 0; i < program->n_instructions; i++) {
        const ncs_instruction *in = &program->instruction[i];
        const ncs_view *views[4] = { &in->dst, &in->src[0], &in->src[1], &in->src[2] };
        for (int v = 0; v < 4; v++) {
            for (int d = 0; d < NCS_DIMS; d++) {
                if (views[v]->buffer != NCS_NO_BUFFER && views[v]->size[d] > 1 &&
                    views[v]->stride[d] < 0) {
                    return true;
                }
            }
        }
    }
    return false;
}

static bool meet(const ncs_buffer *a, const ncs_buffer *b)
{
    return a->memory == b->memory &&
           a->address < b->address + b->elements * ncs_dtype_bytes(b->dtype) &&
           b->address < a->address + a->elements * ncs_dtype_bytes(a->dtype) &&
           a->partition < b->partition + b->n_partitions &&
           b->partition < a->partition + a->n_partitions;
}

/* Tiles in the place of earlier ones. */
static bool has_reuse(const ncs_program *program)
{
    for (int32_t i = 0; i < program->n_buffers; i++) {
        for (int32_t j = 0; j < i && program->buffer[i].memory != NCS_HBM; j++) {
            if (meet(&program->buffer[j], &program->buffer[i])) {
                return true;
            }
        }
    }
    return false;
}

static bool has_type(const ncs_program *program, ncs_dtype type)
{
    for (int32_t i = 0; i < program->n_buffers; i++) {
        if (program->buffer[i].dtype == type) {
            return true;
        }
    }
    return false;
}

/* What the file relies on although no document says so in as many words. */
static void print_doubts(tfi_emitter *e)
{
    const ncs_program *program = e->program;
    static const char *const doubts[] = {
        "* .ap() with steps below 0",
        "* tiles at addresses that earlier tiles had, with the order left to the "
        "compiler",
        "* float32 tiles read as tfloat32 by way of .ap(dtype=)",
        "* NKI 0.3 on Trainium 1: AWS names Trainium 2 and 3; 0.2 lacks address= and "
        "accumulate=",
    };
    const bool has[] = { has_negative_step(program), has_reuse(program),
                         has_type(program, NCS_TF32),
                         strcmp(program->machine->name, "v2") == 0 };
    bool any = false;
    for (size_t i = 0; i < sizeof has / sizeof has[0]; i++) {
        if (has[i]) {
            tfi_printf(e->out, "%s%s\n",
                       any ? "" : "\nIt relies on what documents do not promise:\n\n",
                       doubts[i]);
        }
        any = any || has[i];
    }
}

static void print_buffers(tfi_emitter *e, const char *name, ncs_role role,
                          ncs_role or_role)
{
    tfi_printf(e->out, "%s = (", name);
    for (int32_t i = 0; i < e->program->n_buffers; i++) {
        const ncs_buffer *b = &e->program->buffer[i];
        if (b->memory == NCS_HBM && (b->role == role || b->role == or_role)) {
            tfi_printf(e->out, "(\"%s\", \"%s\", %lld), ", b->name,
                       tfi_emit_dtype(b->dtype), (long long)b->elements);
        }
    }
    tfi_printf(e->out, ")\n");
}

static const char *const tasks[TFI_NEURON_N_TASKS] = {
    "dft", "gemm", "multiply", "stft", "istft", "fnet", "linear", "modrelu",
};
static const char *const modes[TFI_NEURON_N_MODES] = {
    "fast",
    "kahan",
    "bf16",
    "bf16x3",
};
static const char *const transforms[3] = { "c2c", "r2c", "c2r" };

static void print_job(tfi_emitter *e)
{
    const tfi_neuron_job *job = e->job;
    if (job == NULL) {
        tfi_printf(e->out, "JOB = None\n");
        return;
    }
    char scale[NCS_NUMBER_BYTES];
    ncs_number_text(job->scale, scale);
    tfi_printf(e->out, "JOB = {\"task\": \"%s\", \"mode\": \"%s\", ",
               tasks[job->task % TFI_NEURON_N_TASKS],
               modes[job->mode % TFI_NEURON_N_MODES]);
    tfi_printf(e->out, "\"transform\": \"%s\", \"n\": (",
               transforms[job->transform % 3]);
    const int rank = job->rank < 1 ? 1 : job->rank > 3 ? 3 : job->rank;
    for (int d = 0; d < rank; d++) {
        tfi_printf(e->out, "%lld, ", (long long)job->n[d]);
    }
    tfi_printf(e->out, "), \"batch\": %lld, \"sign\": %d, \"scale\": %s,\n       ",
               (long long)job->batch, (int)job->sign, scale);
    tfi_printf(e->out,
               "\"m\": %lld, \"k\": %lld, \"hop\": %lld, \"frames\": %lld, "
               "\"samples\": %lld, \"real\": %s}\n",
               (long long)job->m, (long long)job->k, (long long)job->hop,
               (long long)job->frames, (long long)job->samples,
               job->real_product ? "True" : "False");
}

void tfi_emit_head(tfi_emitter *e)
{
    const ncs_machine *machine = e->program->machine;
    const char *platform = machine->platform;
    tfi_printf(e->out, "\"\"\"");
    tfi_emit_text(e, e->program->name);
    tfi_printf(e->out,
               ", a kernel in NKI for %s (NeuronCore-%s), written by trnfft %s.\n\n",
               platform, machine->name, TRNFFT_VERSION_STRING);
    print_lines(e, head);
    print_doubts(e);
    print_lines(e, usage);
    tfi_printf(e->out,
               "os.environ.setdefault(\"NEURON_PLATFORM_TARGET_OVERRIDE\", \"%s\")\n",
               platform);
    print_lines(e, imports);
    /* Arguments in the order of the kernel's: tables among them. */
    print_buffers(e, "ARGUMENTS", NCS_INPUT, NCS_TABLE);
    print_buffers(e, "OUTPUTS", NCS_OUTPUT, NCS_OUTPUT);
    print_job(e);
    tfi_printf(e->out, "\n\n");
}

static const char *const storage[] = {
    "",
    "",
    "STORED = {\"float32\": \"<f4\", \"bfloat16\": \"<u2\", \"float16\": \"<f2\",",
    "          \"int32\": \"<i4\", \"uint32\": \"<u4\", \"float64\": \"<f8\"}",
    "",
    "",
    "def turn(m, n):",
    "    \"\"\"Cosines and sines of 2 pi m / n, 0 <= m < n, by eighths.\"\"\"",
    "    eighth, rest = np.divmod(8 * m, n)",
    "    rest = np.where(eighth % 2, n - rest, rest)",
    "    angle = rest * (np.pi / 4 / n)",
    "    near, far = np.cos(angle), np.sin(angle)",
    "    swap = (eighth % 4 == 1) | (eighth % 4 == 2)",
    "    c, s = np.where(swap, far, near), np.where(swap, near, far)",
    "    left = (eighth >= 2) & (eighth < 6)",
    "    return np.where(left, -c, c), np.where(eighth >= 4, -s, s)",
    "",
    "",
    "def roots(rows, columns, n, scale, *kinds):",
    "    m = np.arange(rows)[:, None] * np.arange(columns) % n",
    "    c, s = turn(m, n)",
    "    blocks = {\"c\": c, \"-c\": -c, \"s\": s, \"-s\": -s}",
    "    wide = np.concatenate([blocks[kind] for kind in kinds], axis=1)",
    "    return (scale * wide).astype(\"<f4\").reshape(-1)",
    "",
    "",
    "def unpack(entry):",
    "    \"\"\"A constant: roots of unity, elements, or distinct ones by index.\"\"\"",
    "    if entry[2] == \"roots\":",
    "        values = roots(*entry[3])",
    "        bits = np.where(values != 0, values.view(\"<u4\"), 0)",
    "        if int(np.sum(bits, dtype=np.uint64)) != entry[4]:",
    "            print(\"a table is not trnfft's to the bit: NumPy's cosines\")",
    "        return values",
    "    dtype, count, distinct, text = entry",
    "    raw = base64.b64decode(text)",
    "    kind = np.dtype(STORED[dtype])",
    "    if distinct == 0:",
    "        return np.frombuffer(raw, kind, count)",
    "    values = np.frombuffer(raw, kind, distinct)",
    "    index = np.frombuffer(raw, \"<u1\" if distinct <= 256 else \"<u2\", count,",
    "                          distinct * kind.itemsize)",
    "    return values[index]",
    "",
    "",
    "def encode(values, dtype):",
    "    \"\"\"As the machine stores them; bfloat16: its bits, nearest even.\"\"\"",
    "    if dtype != \"bfloat16\":",
    "        return np.asarray(values).astype(STORED[dtype])",
    "    bits = np.asarray(values, np.float32).view(np.uint32).astype(np.uint64)",
    "    return ((bits + 0x7fff + ((bits >> 16) & 1)) >> 16).astype(\"<u2\")",
    "",
    "",
    "def decode(stored, dtype):",
    "    \"\"\"As doubles.\"\"\"",
    "    if dtype == \"bfloat16\":",
    "        stored = (stored.astype(np.uint32) << 16).view(np.float32)",
    "    return stored.astype(np.float64)",
    "",
    NULL,
};

static const char *const runner[] = {
    "",
    "def as_list(results):",
    "    return list(results) if isinstance(results, (tuple, list)) else [results]",
    "",
    "",
    "def run_torch(arrays):",
    "    import torch",
    "    from torch_xla.core import xla_model",
    "    device = xla_model.xla_device()",
    "    given = []",
    "    for (_, dtype, _), a in zip(ARGUMENTS, arrays):",
    "        if dtype == \"bfloat16\":",
    "            t = torch.from_numpy(a.view(np.int16)).view(torch.bfloat16)",
    "        elif dtype == \"uint32\":",
    "            t = torch.from_numpy(a.view(np.int32))",
    "        else:",
    "            t = torch.from_numpy(a)",
    "        given.append(t.to(device))",
    "",
    "    def call():",
    "        results = [r.cpu() for r in as_list(kernel(*given))]",
    "        return [r.view(torch.int16).numpy().view(np.uint16)",
    "                if dtype == \"bfloat16\" else r.numpy()",
    "                for (_, dtype, _), r in zip(OUTPUTS, results)]",
    "    return call",
    "",
    "",
    "def run_arrays(arrays, convert, target):",
    "    \"\"\"NumPy arrays, or what `convert` makes of them.\"\"\"",
    "    given = []",
    "    for (_, dtype, _), a in zip(ARGUMENTS, arrays):",
    "        if dtype == \"bfloat16\":",
    "            import ml_dtypes",
    "            a = a.view(ml_dtypes.bfloat16)",
    "        given.append(convert(a))",
    "",
    "    def call():",
    "        results = [np.asarray(r) for r in as_list(target(*given))]",
    "        return [r.view(np.uint16) if dtype == \"bfloat16\" else r",
    "                for (_, dtype, _), r in zip(OUTPUTS, results)]",
    "    return call",
    "",
    "",
    "def prepare(framework, arrays):",
    "    if framework == \"torch\":",
    "        return run_torch(arrays)",
    "    if framework == \"jax\":",
    "        import jax.numpy as jnp",
    "        return run_arrays(arrays, jnp.asarray, kernel)",
    "    if framework == \"simulate\":",
    "        return run_arrays(arrays, np.asarray, nki.simulate(kernel))",
    "    return run_arrays(arrays, np.asarray, kernel)",
    "",
    "",
    "def arguments(folder, seed):",
    "    \"\"\"By name, as stored: tables, and inputs of the folder or random.\"\"\"",
    "    given = {name: unpack(entry) for name, entry in TABLES.items()}",
    "    drawn = {} if folder else draw(np.random.default_rng(seed))",
    "    for name, dtype, count in ARGUMENTS:",
    "        if name in given:",
    "            continue",
    "        if folder:",
    "            path = os.path.join(folder, name)",
    "            if os.path.exists(path + \".npy\"):",
    "                given[name] = np.load(path + \".npy\").reshape(-1)",
    "            else:",
    "                given[name] = np.fromfile(path + \".bin\", STORED[dtype])",
    "        else:",
    "            given[name] = encode(drawn[name], dtype)",
    "        assert given[name].size == count, (name, given[name].size, count)",
    "    return given",
    "",
    NULL,
};

static const char *const main_lines[] = {
    "",
    "def compare(name, got, want):",
    "    \"\"\"The error: root mean square, relative to that of `want`.\"\"\"",
    "    size = np.sqrt(np.mean(want ** 2))",
    "    size = size if size > 0 else 1.0",
    "    rms = np.sqrt(np.mean((got - want) ** 2)) / size",
    "    most = np.max(np.abs(got - want)) / size",
    "    print(f\"{name}: rms {rms:.3e}, max {most:.3e}, relative to rms {size:.4g}\")",
    "    return rms",
    "",
    "",
    "def main():",
    "    parser = argparse.ArgumentParser()",
    "    parser.add_argument(\"--framework\", default=\"numpy\",",
    "                        choices=(\"numpy\", \"torch\", \"jax\", \"simulate\"))",
    "    parser.add_argument(\"--seed\", type=int, default=1)",
    "    parser.add_argument(\"--inputs\", help=\"folder with NAME.npy or raw .bin\")",
    "    parser.add_argument(\"--save\", help=\"folder for NAME.npy, in and out\")",
    "    parser.add_argument(\"--repeat\", type=int, default=0)",
    "    options = parser.parse_args()",
    "    given = arguments(options.inputs, options.seed)",
    "    arrays = [np.array(given[name]).reshape(1, -1) for name, _, _ in ARGUMENTS]",
    "    call = prepare(options.framework, arrays)",
    "    results = [np.ascontiguousarray(r).reshape(-1) for r in call()]",
    "    version = getattr(nki, \"__version__\", \"?\")",
    "    print(f\"{TITLE}: framework {options.framework}, NKI {version}\")",
    "    for _ in range(options.repeat):",
    "        start = time.perf_counter()",
    "        call()",
    "        us = (time.perf_counter() - start) * 1e6",
    "        print(f\"call: {us:.1f} us with its launch\")",
    "    if options.save:",
    "        os.makedirs(options.save, exist_ok=True)",
    "        for name, _, _ in ARGUMENTS:",
    "            if name not in TABLES:",
    "                np.save(os.path.join(options.save, name + \".npy\"), given[name])",
    "        for (name, dtype, _), r in zip(OUTPUTS, results):",
    "            np.save(os.path.join(options.save, name + \".npy\"),",
    "                    r.astype(STORED[dtype]))",
    "    return check(given, results)",
    "",
    "",
    "if __name__ == \"__main__\":",
    "    raise SystemExit(main())",
    NULL,
};

static const char *const without_job[] = {
    "",
    "def draw(rng):",
    "    return {name: rng.standard_normal(count) for name, _, count in ARGUMENTS}",
    "",
    "",
    "def check(given, results):",
    "    bad = 0",
    "    for (name, dtype, _), r in zip(OUTPUTS, results):",
    "        values = decode(r, dtype)",
    "        count = np.sum(~np.isfinite(values))",
    "        print(f\"{name}: {count} of {values.size} not finite\")",
    "        bad += not np.all(np.isfinite(values))",
    "    return int(bad > 0)",
    "",
    NULL,
};

trnfft_status tfi_emit_no_reference(tfi_emitter *e)
{
    print_lines(e, without_job);
    return TRNFFT_OK;
}

trnfft_status tfi_emit_driver(tfi_emitter *e)
{
    tfi_printf(e->out, "TITLE = \"");
    tfi_emit_text(e, e->program->name);
    tfi_printf(e->out, " on %s\"\n", e->program->machine->platform);
    print_lines(e, storage);
    print_lines(e, runner);
    trnfft_status status = e->checks(e);
    print_lines(e, main_lines);
    return status;
}
