/* emit_reference.c - what each task computes, in NumPy and double, for the driver. */
#include "backend/neuron/emit_parts.h"

static const char *const common[] = {
    "def draw(rng):",
    "    \"\"\"Random inputs by name.\"\"\"",
    "    drawn = {name: rng.standard_normal(count) for name, _, count in ARGUMENTS}",
    "    if JOB[\"transform\"] == \"c2r\" and JOB[\"task\"] == \"dft\":",
    "        # The spectrum of a real array: others have no inverse.",
    "        shape = (JOB[\"batch\"],) + JOB[\"n\"]",
    "        axes = tuple(range(1, len(shape)))",
    "        half = np.fft.rfftn(rng.standard_normal(shape), axes=axes)",
    "        half = half / np.sqrt(np.prod(JOB[\"n\"]))",
    "        drawn[\"xr\"], drawn[\"xi\"] = half.real.ravel(), half.imag.ravel()",
    "    return drawn",
    "",
    "",
    "def check(given, results):",
    "    types = {name: dtype for name, dtype, _ in ARGUMENTS}",
    "    want = reference({name: decode(a, types[name]) for name, a in given.items()})",
    "    worst = 0.0",
    "    for (name, dtype, _), r in zip(OUTPUTS, results):",
    "        right = JOB[\"scale\"] * np.ravel(want[name])",
    "        rms = compare(name, decode(r, dtype), right)",
    "        worst = max(worst, rms) if rms == rms else np.inf",
    "    print(f\"bound of mode {JOB['mode']}: {BOUND:.1e}:\",",
    "          \"kept\" if worst <= BOUND else \"BROKEN\")",
    "    return int(not worst <= BOUND)",
    "",
    "",
    "def pair(given, name, shape):",
    "    return (given[name + \"r\"] + 1j * given[name + \"i\"]).reshape(shape)",
    "",
    "",
    "def parts(y):",
    "    return {\"yr\": y.real, \"yi\": y.imag}",
    "",
    NULL,
};

static const char *const dft[] = {
    "",
    "def reference(given):",
    "    n, forward = JOB[\"n\"], JOB[\"sign\"] < 0",
    "    shape = (JOB[\"batch\"],) + n",
    "    axes = tuple(range(1, len(shape)))",
    "    if JOB[\"transform\"] == \"c2c\":",
    "        x = pair(given, \"x\", shape)",
    "        if forward:",
    "            return parts(np.fft.fftn(x, axes=axes))",
    "        return parts(np.fft.ifftn(x, axes=axes) * np.prod(n))",
    "    if JOB[\"transform\"] == \"r2c\":",
    "        y = np.fft.rfftn(given[\"xr\"].reshape(shape), axes=axes)",
    "        return parts(y if forward else y.conj())",
    "    x = pair(given, \"x\", shape[:-1] + (n[-1] // 2 + 1,))",
    "    x = x.conj() if forward else x",
    "    return {\"yr\": np.fft.irfftn(x, s=n, axes=axes) * np.prod(n)}",
    "",
    NULL,
};

static const char *const gemm[] = {
    "",
    "def reference(given):",
    "    batch, m, k, n = JOB[\"batch\"], JOB[\"m\"], JOB[\"k\"], JOB[\"n\"][0]",
    "    if JOB[\"real\"]:",
    "        a = given[\"ar\"].reshape(batch, m, k)",
    "        return {\"yr\": a @ given[\"br\"].reshape(batch, k, n)}",
    "    b = pair(given, \"b\", (batch, k, n))",
    "    return parts(pair(given, \"a\", (batch, m, k)) @ b)",
    "",
    NULL,
};

static const char *const multiply[] = {
    "",
    "def reference(given):",
    "    return parts(pair(given, \"x\", -1) * pair(given, \"w\", -1))",
    "",
    NULL,
};

static const char *const stft[] = {
    "",
    "def window():",
    "    return unpack(WINDOW) if WINDOW[1] else np.ones(JOB[\"n\"][0])",
    "",
    "",
    "def frames_of(x):",
    "    starts = JOB[\"hop\"] * np.arange(JOB[\"frames\"])",
    "    return x[:, starts[:, None] + np.arange(JOB[\"n\"][0])]",
    "",
    "",
    "def reference(given):",
    "    x = given[\"x\"].reshape(JOB[\"batch\"], JOB[\"samples\"])",
    "    y = np.fft.rfft(frames_of(x) * window())",
    "    return parts(y if JOB[\"sign\"] < 0 else y.conj())",
    "",
    NULL,
};

static const char *const istft[] = {
    "",
    "def reference(given):",
    "    n, batch, frames = JOB[\"n\"][0], JOB[\"batch\"], JOB[\"frames\"]",
    "    w = unpack(WINDOW) if WINDOW[1] else np.ones(n)",
    "    x = pair(given, \"x\", (batch, frames, n // 2 + 1))",
    "    x = x if JOB[\"sign\"] > 0 else x.conj()",
    "    pieces = np.fft.irfft(x, n) * n * w",
    "    y = np.zeros((batch, JOB[\"samples\"]))",
    "    for f in range(frames):",
    "        first = f * JOB[\"hop\"]",
    "        piece = pieces[:, f, :JOB[\"samples\"] - first]",
    "        y[:, first:first + n] += piece",
    "    if ENVELOPE[1]:",
    "        envelope = unpack(ENVELOPE)",
    "        y = np.where(envelope != 0, y / np.where(envelope != 0, envelope, 1), y)",
    "    return {\"y\": y}",
    "",
    NULL,
};

static const char *const fnet[] = {
    "",
    "def reference(given):",
    "    x = given[\"x\"].reshape((JOB[\"batch\"],) + JOB[\"n\"])",
    "    return {\"y\": np.fft.fft2(x).real}",
    "",
    NULL,
};

static const char *const linear[] = {
    "",
    "def reference(given):",
    "    batch, k, n = JOB[\"batch\"], JOB[\"k\"], JOB[\"n\"][0]",
    "    return parts(pair(given, \"x\", (batch, k)) @ pair(given, \"w\", (n, k)).T",
    "                 + pair(given, \"b\", -1))",
    "",
    NULL,
};

static const char *const modrelu[] = {
    "",
    "def reference(given):",
    "    x = pair(given, \"x\", (JOB[\"batch\"], JOB[\"n\"][0]))",
    "    size = np.abs(x)",
    "    gate = np.maximum(size + given[\"b\"], 0)",
    "    return parts(x * gate / np.where(size > 0, size, 1))",
    "",
    NULL,
};

static const char *const *const references[TFI_NEURON_N_TASKS] = {
    [TFI_NEURON_DFT] = dft,           [TFI_NEURON_GEMM] = gemm,
    [TFI_NEURON_MULTIPLY] = multiply, [TFI_NEURON_STFT] = stft,
    [TFI_NEURON_ISTFT] = istft,       [TFI_NEURON_FNET] = fnet,
    [TFI_NEURON_LINEAR] = linear,     [TFI_NEURON_MODRELU] = modrelu,
};

/* Relative root mean square that the mode promises, bf16 for three stages of matrices;
 * results that are stored as bf16 are no better than that. */
static const char *bound_of(const tfi_neuron_job *job)
{
    static const char *const bounds[TFI_NEURON_N_MODES] = { "1e-6", "3e-7", "3.9e-3",
                                                            "2e-5" };
    return job->io == NCS_BF16 ? "3.9e-3" : bounds[job->mode % TFI_NEURON_N_MODES];
}

trnfft_status tfi_emit_reference(tfi_emitter *e)
{
    const tfi_neuron_job *job = e->job;
    tfi_printf(e->out, "\nBOUND = %s\n", bound_of(job));
    if (job->task == TFI_NEURON_STFT || job->task == TFI_NEURON_ISTFT) {
        tfi_printf(e->out, "WINDOW = ");
        tfi_emit_doubles(e, job->window, job->window != NULL ? job->n[0] : 0);
        tfi_printf(e->out, "\nENVELOPE = ");
        tfi_emit_doubles(e, job->envelope, job->envelope != NULL ? job->samples : 0);
        tfi_printf(e->out, "\n");
    }
    tfi_printf(e->out, "\n\n");
    const char *const *text[2] = { common, references[job->task % TFI_NEURON_N_TASKS] };
    for (int t = 0; t < 2; t++) {
        for (const char *const *line = text[t]; *line != NULL; line++) {
            tfi_printf(e->out, "%s\n", *line);
        }
    }
    return TRNFFT_OK;
}
