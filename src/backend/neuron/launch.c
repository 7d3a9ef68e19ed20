/* launch.c - see launch.h. */
#include "backend/neuron/launch.h"

#include <string.h>

#include "backend/neuron/program_cache.h"
#include "base/half.h"
#include "ncsim/run.h"

static int64_t points(const tfi_neuron_job *job, bool half)
{
    int64_t n = 1;
    for (int32_t d = 0; d < job->rank; d++) {
        n *= half && d == job->rank - 1 ? job->n[d] / 2 + 1 : job->n[d];
    }
    return n;
}

int64_t tfi_neuron_points_in(const tfi_neuron_job *job)
{
    return points(job, job->transform == TFI_NEURON_C2R);
}

int64_t tfi_neuron_points_out(const tfi_neuron_job *job)
{
    return points(job, job->transform == TFI_NEURON_R2C);
}

void tfi_neuron_launch_free(tfi_neuron_launch *launch)
{
    for (int i = 0; i < launch->n_shares; i++) {
        ncs_program_destroy(launch->share[i].program);
        launch->share[i].program = NULL;
    }
    launch->n_shares = 0;
}

static size_t program_bytes(const ncs_program *p)
{
    size_t bytes = (size_t)p->n_instructions * sizeof p->instruction[0];
    for (int32_t i = 0; i < p->n_buffers; i++) {
        const ncs_buffer *b = &p->buffer[i];
        if (b->data != NULL) {
            bytes += (size_t)(b->elements * ncs_dtype_bytes(b->dtype));
        }
    }
    return bytes;
}

/* From the cache's folder, if there is one, or written anew. */
static trnfft_status find_program(const tfi_neuron_device *device,
                                  const tfi_neuron_kernel *kernel,
                                  const tfi_neuron_job *job, const tfi_allocator *alloc,
                                  ncs_program **out)
{
    *out = NULL;
    if (device->cache[0] != '\0') {
        TFI_TRY(tfi_neuron_cache_load(device->cache, device->machine, kernel, job,
                                      alloc, out));
    }
    if (*out != NULL) {
        return TRNFFT_OK;
    }
    ncs_builder *b = ncs_builder_create(device->machine, kernel->name, alloc);
    if (b == NULL) {
        return tfi_fail_memory("neuron", sizeof *job);
    }
    kernel->build(b, job);
    TFI_TRY(ncs_builder_finish(b, out));
    if (device->cache[0] != '\0') {
        tfi_neuron_cache_save(device->cache, kernel, job, *out, alloc);
    }
    return TRNFFT_OK;
}

/* The kernel's program for a share of the batch. */
static trnfft_status add_share(const tfi_neuron_device *device,
                               const tfi_allocator *alloc, int64_t batch, int cores,
                               tfi_neuron_launch *launch)
{
    tfi_neuron_job job = launch->job;
    job.batch = batch;
    tfi_neuron_share *share = &launch->share[launch->n_shares];
    TFI_TRY(find_program(device, launch->kernel, &job, alloc, &share->program));
    launch->n_shares++;
    share->batch = batch;
    share->cores = cores;
    launch->bytes += program_bytes(share->program);
    return TRNFFT_OK;
}

/* The batch over the cores: some have one item more than the others. */
static trnfft_status build_shares(const tfi_neuron_device *device,
                                  const tfi_allocator *alloc, tfi_neuron_launch *launch)
{
    const int64_t batch = launch->job.batch;
    const int64_t cores = batch < device->cores ? batch : device->cores;
    const int64_t each = batch / cores, more = batch % cores;
    if (more > 0) {
        TFI_TRY(add_share(device, alloc, each + 1, (int)more, launch));
    }
    return add_share(device, alloc, each, (int)(cores - more), launch);
}

static trnfft_status try_kernel(const tfi_neuron_device *device,
                                const tfi_neuron_kernel *kernel,
                                const tfi_neuron_job *job, const tfi_allocator *alloc,
                                tfi_neuron_launch *out)
{
    memset(out, 0, sizeof *out);
    out->job = *job;
    out->kernel = kernel;
    trnfft_status status = build_shares(device, alloc, out);
    if (status == TRNFFT_OK) {
        status = ncs_estimate(out->share[0].program, &device->settings, NULL, NULL,
                              &out->time);
    }
    if (status != TRNFFT_OK) {
        tfi_neuron_launch_free(out);
    }
    return status;
}

trnfft_status tfi_neuron_launch_make(const tfi_neuron_device *device,
                                     const tfi_neuron_job *job,
                                     const tfi_allocator *alloc, tfi_neuron_launch *out)
{
    memset(out, 0, sizeof *out);
    for (const tfi_neuron_kernel *const *k = tfi_neuron_kernels; *k != NULL; k++) {
        if ((*k)->task != job->task ||
            (device->kernel != NULL && *k != device->kernel) ||
            !(*k)->accepts(device->machine, job)) {
            continue;
        }
        tfi_neuron_launch candidate;
        const trnfft_status status = try_kernel(device, *k, job, alloc, &candidate);
        if (status != TRNFFT_OK) {
            tfi_neuron_launch_free(out);
            return status;
        }
        if (out->kernel == NULL || candidate.time.total_ns < out->time.total_ns) {
            tfi_neuron_launch_free(out);
            *out = candidate;
        } else {
            tfi_neuron_launch_free(&candidate);
        }
    }
    return TRNFFT_OK;
}

void tfi_neuron_launch_print(const tfi_neuron_launch *l, tfi_printer *printer)
{
    static const char *const kinds[] = { "c2c", "r2c", "c2r" };
    tfi_print_line(printer, "launch %s %s n=", l->kernel->name,
                   kinds[l->job.transform]);
    for (int32_t i = 0; i < l->job.rank; i++) {
        tfi_printf(printer, "%s%lld", i > 0 ? "x" : "", (long long)l->job.n[i]);
    }
    tfi_printf(printer, " batch %lld on", (long long)l->job.batch);
    for (int i = 0; i < l->n_shares; i++) {
        tfi_printf(printer, "%s %d core%s x %lld", i > 0 ? "," : "", l->share[i].cores,
                   l->share[i].cores == 1 ? "" : "s", (long long)l->share[i].batch);
    }
    tfi_print_line(printer,
                   "  predicted %.4g us on the device (%s), %.4g us with the launch",
                   l->time.device_ns * 1e-3, ncs_bound_name(l->time.bound),
                   l->time.total_ns * 1e-3);
}

/* ---- running ---- */

static void to_core(void *memory, ncs_dtype dtype, const float *from, int64_t count)
{
    if (dtype != NCS_BF16) {
        memcpy(memory, from, (size_t)count * sizeof *from);
        return;
    }
    uint16_t *half = memory;
    for (int64_t i = 0; i < count; i++) {
        half[i] = tfi_f32_to_bf16(from[i]);
    }
}

static void from_core(const void *memory, ncs_dtype dtype, float *to, int64_t count)
{
    if (dtype != NCS_BF16) {
        memcpy(to, memory, (size_t)count * sizeof *to);
        return;
    }
    const uint16_t *half = memory;
    for (int64_t i = 0; i < count; i++) {
        to[i] = tfi_bf16_to_f32(half[i]);
    }
}

static trnfft_status run_core(const tfi_neuron_device *device, ncs_core *core,
                              const tfi_neuron_share *share,
                              const tfi_neuron_slot *slots, int64_t first)
{
    const ncs_program *p = share->program;
    for (const tfi_neuron_slot *s = slots; s->name != NULL; s++) {
        const int32_t b = ncs_program_find_buffer(p, s->name);
        if (b >= 0 && s->from != NULL) {
            to_core(ncs_core_memory(core, b), p->buffer[b].dtype,
                    s->from + first * s->points, share->batch * s->points);
        }
    }
    TFI_TRY(ncs_run(core, &device->settings));
    for (const tfi_neuron_slot *s = slots; s->name != NULL; s++) {
        const int32_t b = ncs_program_find_buffer(p, s->name);
        if (b >= 0 && s->to != NULL) {
            from_core(ncs_core_memory(core, b), p->buffer[b].dtype,
                      s->to + first * s->points, share->batch * s->points);
        }
    }
    return TRNFFT_OK;
}

trnfft_status tfi_neuron_launch_run(const tfi_neuron_device *device,
                                    const tfi_neuron_launch *launch,
                                    const tfi_neuron_slot *slots)
{
    int64_t first = 0;
    for (int i = 0; i < launch->n_shares; i++) {
        const tfi_neuron_share *share = &launch->share[i];
        ncs_core *core = NULL;
        TFI_TRY(ncs_core_create(share->program, &core));
        trnfft_status status = TRNFFT_OK;
        for (int c = 0; c < share->cores && status == TRNFFT_OK; c++) {
            status = run_core(device, core, share, slots, first);
            first += share->batch;
        }
        ncs_core_destroy(core);
        TFI_TRY(status);
    }
    return TRNFFT_OK;
}

trnfft_status tfi_neuron_launch_dft(const tfi_neuron_device *device,
                                    const tfi_neuron_launch *launch, const float *x_re,
                                    const float *x_im, float *y_re, float *y_im)
{
    const int64_t in = tfi_neuron_points_in(&launch->job);
    const int64_t out = tfi_neuron_points_out(&launch->job);
    const tfi_neuron_slot slots[] = { { "xr", x_re, NULL, in },
                                      { "xi", x_im, NULL, in },
                                      { "yr", NULL, y_re, out },
                                      { "yi", NULL, y_im, out },
                                      { NULL, NULL, NULL, 0 } };
    return tfi_neuron_launch_run(device, launch, slots);
}
