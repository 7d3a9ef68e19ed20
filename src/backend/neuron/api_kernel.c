/* api_kernel.c - programs from jobs. */
#include <math.h>
#include <string.h>

#include "backend/neuron/api.h"
#include "backend/neuron/kernel.h"
#include "base/float_class.h"
#include "base/size_math.h"
#include "ncsim/timing.h"
#include "plan/options.h"

_Static_assert((int)TRNFFT_NEURON_TASK_MODRELU == (int)TFI_NEURON_MODRELU, "tasks");
_Static_assert((int)TRNFFT_NEURON_MODE_BF16X3 == (int)TFI_NEURON_BF16X3, "modes");
_Static_assert((int)TRNFFT_NEURON_C2R == (int)TFI_NEURON_C2R, "transforms");

void trnfft_neuron_job_init(trnfft_neuron_job *job)
{
    *job = (trnfft_neuron_job)TRNFFT_NEURON_JOB_INIT;
}

const char *trnfft_neuron_kernel(size_t index, const char **what)
{
    size_t i = 0;
    while (i < index && tfi_neuron_kernels[i] != NULL) {
        i++;
    }
    if (tfi_neuron_kernels[i] == NULL) {
        return NULL;
    }
    if (what != NULL) {
        *what = tfi_neuron_kernels[i]->what;
    }
    return tfi_neuron_kernels[i]->name;
}

/* Every number of a job within its range; the first that is not is named. */
static trnfft_status check_job(const char *f, const trnfft_neuron_job *j)
{
    const int64_t far = INT64_C(1) << 40;
    const struct {
        const char *name;
        int64_t value, least, most;
    } numbers[] = {
        { "task", j->task, 0, TFI_NEURON_N_TASKS - 1 },
        { "mode", j->mode, 0, TFI_NEURON_N_MODES - 1 },
        { "transform", j->transform, 0, TRNFFT_NEURON_C2R },
        { "rank", j->rank, 1, 3 },
        { "n[0]", j->n[0], 1, far },
        { "n[1]", j->rank > 1 ? j->n[1] : 1, 1, far },
        { "n[2]", j->rank > 2 ? j->n[2] : 1, 1, far },
        { "batch", j->batch, 1, far },
        { "m", j->m, j->task == TFI_NEURON_GEMM, far },
        { "k", j->k, j->task == TFI_NEURON_GEMM || j->task == TFI_NEURON_LINEAR, far },
        { "hop", j->hop, j->task == TFI_NEURON_STFT || j->task == TFI_NEURON_ISTFT,
          far },
        { "frames", j->frames,
          j->task == TFI_NEURON_STFT || j->task == TFI_NEURON_ISTFT, far },
        { "samples", j->samples,
          j->task == TFI_NEURON_STFT || j->task == TFI_NEURON_ISTFT, far },
        { "real_product", j->real_product, 0, 1 },
    };
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (numbers[i].value < numbers[i].least || numbers[i].value > numbers[i].most) {
            return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                            "%s: job.%s = %lld: must be between %lld and %lld", f,
                            numbers[i].name, (long long)numbers[i].value,
                            (long long)numbers[i].least, (long long)numbers[i].most);
        }
    }
    if (j->sign != -1 && j->sign != 1) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: job.sign = %d: must be -1 or 1", f, (int)j->sign);
    }
    if (j->io != TRNFFT_F32 && j->io != TRNFFT_BF16) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: job.io = %d: must be TRNFFT_F32 or TRNFFT_BF16", f,
                        (int)j->io);
    }
    if (!tfi_is_finite(j->scale)) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: job.scale is not finite",
                        f);
    }
    return TRNFFT_OK;
}

/* More points than this do not fit into a core's share of HBM. */
static trnfft_status check_points(const char *f, const tfi_neuron_job *j)
{
    int64_t points = j->batch;
    bool fits = true;
    for (int d = 0; d < 3; d++) {
        fits = fits && tfi_mul_i64(points, j->n[d], &points);
    }
    if (j->task == TFI_NEURON_GEMM || j->task == TFI_NEURON_LINEAR) {
        fits = fits && tfi_mul_i64(points, j->k, &points);
    }
    if (j->task == TFI_NEURON_GEMM) {
        fits = fits && tfi_mul_i64(points, j->m, &points);
    }
    if (!fits || points > INT64_C(1) << 40) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: job: more than 2^40 points or products", f);
    }
    return TRNFFT_OK;
}

trnfft_status tfi_neuron_job_read(const char *f, const trnfft_neuron_job *given,
                                  tfi_neuron_job *job, double **ones)
{
    trnfft_neuron_job j = TRNFFT_NEURON_JOB_INIT;
    TFI_TRY(tfi_read_struct(f, "job", "TRNFFT_NEURON_JOB_INIT", given, &j, sizeof j));
    TFI_TRY(check_job(f, &j));
    *job = (tfi_neuron_job){
        .task = (uint32_t)j.task,
        .mode = (uint32_t)j.mode,
        .transform = (uint32_t)j.transform,
        .io = j.io == TRNFFT_BF16 ? NCS_BF16 : NCS_F32,
        .sign = j.sign,
        .rank = j.rank,
        .n = { j.n[0], j.rank > 1 ? j.n[1] : 1, j.rank > 2 ? j.n[2] : 1 },
        .batch = j.batch,
        .m = j.m,
        .k = j.k,
        .hop = j.hop,
        .frames = j.frames,
        .samples = j.samples,
        .real_product = j.real_product != 0,
        .scale = j.scale,
        .window = j.window,
        .envelope = j.envelope,
    };
    TFI_TRY(check_points(f, job));
    const bool back = job->task == TFI_NEURON_ISTFT;
    const bool window = (job->task == TFI_NEURON_STFT || back) && job->window == NULL;
    const bool envelope = back && job->envelope == NULL;
    const int64_t count = (window ? job->n[0] : 0) > (envelope ? job->samples : 0)
                              ? job->n[0]
                              : job->samples;
    *ones = NULL;
    if (!window && !envelope) {
        return TRNFFT_OK;
    }
    *ones = tfi_alloc_array(NULL, (size_t)count, sizeof **ones);
    if (*ones == NULL) {
        return tfi_fail_memory(f, (size_t)count * sizeof **ones);
    }
    for (int64_t i = 0; i < count; i++) {
        (*ones)[i] = 1;
    }
    job->window = window ? *ones : job->window;
    job->envelope = envelope ? *ones : job->envelope;
    return TRNFFT_OK;
}

static trnfft_status build_one(const ncs_machine *machine,
                               const tfi_neuron_kernel *kernel,
                               const tfi_neuron_job *job, ncs_program **out,
                               ncs_report *report)
{
    ncs_builder *b = ncs_builder_create(machine, kernel->name, NULL);
    if (b == NULL) {
        return TRNFFT_ERROR_OUT_OF_MEMORY;
    }
    kernel->build(b, job);
    return ncs_builder_finish_with(b, out, report);
}

/* Of all kernels that accept the job (or of the one that is named) the soonest. */
static trnfft_status build_best(const char *f, const ncs_machine *machine,
                                const tfi_neuron_kernel *only,
                                const tfi_neuron_job *job, ncs_program **out,
                                ncs_report *report)
{
    double least = INFINITY;
    ncs_settings settings;
    ncs_settings_init(&settings, machine);
    for (size_t i = 0; tfi_neuron_kernels[i] != NULL; i++) {
        const tfi_neuron_kernel *kernel = tfi_neuron_kernels[i];
        if ((only != NULL && only != kernel) || kernel->task != job->task ||
            !kernel->accepts(machine, job)) {
            continue;
        }
        ncs_program *program = NULL;
        ncs_report found;
        ncs_time t;
        trnfft_status status = build_one(machine, kernel, job, &program, &found);
        if (status == TRNFFT_OK) {
            status = ncs_estimate(program, &settings, NULL, NULL, &t);
        }
        if (status != TRNFFT_OK) {
            ncs_program_destroy(program);
            ncs_program_destroy(*out);
            *out = NULL;
            return tfi_fail_as(f, status);
        }
        if (t.device_ns < least) {
            least = t.device_ns;
            ncs_program_destroy(*out);
            *out = program;
            *report = found;
        } else {
            ncs_program_destroy(program);
        }
    }
    if (*out == NULL) {
        return tfi_fail(TRNFFT_ERROR_UNSUPPORTED,
                        "%s: %s%s this job on %s (n, batch, mode and transform decide)",
                        f, only != NULL ? only->name : "no kernel",
                        only != NULL ? " does not take" : " takes", machine->name);
    }
    return TRNFFT_OK;
}

trnfft_status trnfft_neuron_build(const char *machine, const char *kernel,
                                  const trnfft_neuron_job *job,
                                  trnfft_neuron_program **program)
{
    static const char f[] = "trnfft_neuron_build";
    if (job == NULL || program == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: %s = NULL", f,
                        job == NULL ? "job" : "program");
    }
    const ncs_machine *m = NULL;
    TFI_TRY(tfi_neuron_require_machine(f, machine, &m));
    const tfi_neuron_kernel *only =
        kernel == NULL ? NULL : tfi_neuron_kernel_find(kernel);
    if (kernel != NULL && only == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: kernel = %.40s: there is no such kernel", f, kernel);
    }
    tfi_neuron_job known;
    double *ones = NULL;
    ncs_program *built = NULL;
    ncs_report report;
    trnfft_status status = tfi_neuron_job_read(f, job, &known, &ones);
    if (status == TRNFFT_OK) {
        status = build_best(f, m, only, &known, &built, &report);
    }
    tfi_free(NULL, ones);
    return status == TRNFFT_OK ? tfi_neuron_program_wrap(f, built, &report, program)
                               : status;
}
