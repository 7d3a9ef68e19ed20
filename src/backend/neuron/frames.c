/* frames.c - solvers "neuron_stft" and "neuron_istft": all frames of all items in one
 * launch.
 *
 * The host cuts the padded signal into windowed frames and the device transforms them;
 * back, the device transforms the frames and the host adds them up. So every option of
 * the short-time transforms works on a device. Samples and sums are f32. */
#include <string.h>

#include <trnfft/dtype.h>

#include "backend/neuron/signals.h"
#include "base/size_math.h"
#include "tensor/component.h"

typedef struct frames_plan {
    tfi_stft_plan stft; /* the problem; no line, one frame at a time */
    const tfi_neuron_device *device;
    tfi_neuron_launch launch;  /* none where there are no frames */
    int64_t frames;            /* of all items */
    int64_t time_points, bins; /* of a frame as the launch sees it */
} frames_plan;

/* Arrays of one execution. */
typedef struct arrays {
    void *window[2], *period[2];
    float *signal[2]; /* one item: samples, or sums of frames */
    float *time[2];   /* frames in time */
    float *spectrum[2];
} arrays;

static int64_t sum_length(const tfi_stft_problem *p)
{
    return (p->n_frames - 1) * p->setup.hop + p->setup.n_fft;
}

/* Bytes of all arrays; with memory also sets them. */
static size_t lay_out(const frames_plan *p, void *memory, arrays *a)
{
    const tfi_stft_problem *q = &p->stft.problem;
    const size_t window = tfi_stft_bytes(&q->setup, q->setup.n_fft);
    const size_t period = tfi_stft_bytes(&q->setup, q->setup.hop);
    const int64_t total = sum_length(q);
    const size_t signal =
        sizeof(float) * (size_t)(q->n_samples > total ? q->n_samples : total);
    const size_t time = sizeof(float) * (size_t)(p->frames * p->time_points);
    const size_t bins = sizeof(float) * (size_t)(p->frames * p->bins);
    void *parts[6] = { NULL };
    const tfi_scratch_region regions[] = {
        { &a->window[0], window }, { &a->window[1], window }, { &a->period[0], period },
        { &a->period[1], period }, { &parts[0], signal },     { &parts[1], signal },
        { &parts[2], time },       { &parts[3], time },       { &parts[4], bins },
        { &parts[5], bins },
    };
    const size_t bytes =
        tfi_scratch_split(regions, sizeof regions / sizeof regions[0], memory);
    for (int c = 0; c < 2; c++) {
        a->signal[c] = parts[c];
        a->time[c] = parts[2 + c];
        a->spectrum[c] = parts[4 + c];
    }
    return bytes;
}

static bool is_real(const frames_plan *p)
{
    return p->launch.job.transform != TFI_NEURON_C2C;
}

/* ---- forward ---- */

/* Frame f of the item in a->signal, windowed, to place `at` of the frames. */
static void cut(const frames_plan *p, const arrays *a, int64_t f, int64_t at)
{
    const tfi_stft_problem *q = &p->stft.problem;
    const tfi_stft_setup *s = &q->setup;
    const float *w_re = a->window[0], *w_im = s->complex_window ? a->window[1] : NULL;
    float *re = a->time[0] + at * s->n_fft, *im = a->time[1] + at * s->n_fft;
    for (int64_t j = 0; j < s->n_fft; j++) {
        const int64_t i = f * s->hop + j - s->pad;
        const int64_t from = tfi_stft_pad_index(s->pad_mode, q->n_samples, i);
        const float x = from >= 0 ? a->signal[0][from] : 0.0f;
        const float y = from >= 0 && s->complex_signal ? a->signal[1][from] : 0.0f;
        const float u = w_re[j], v = w_im != NULL ? w_im[j] : 0.0f;
        re[j] = w_im != NULL ? x * u - y * v : x * u;
        if (!is_real(p)) {
            im[j] = w_im != NULL ? x * v + y * u : y * u;
        }
    }
}

/* Bins of the real transform's other half. */
static void store_frame(const frames_plan *p, const tfi_stft_data *y, int64_t f,
                        const float *re, const float *im)
{
    const tfi_stft_setup *s = &p->stft.problem.setup;
    const int64_t have = p->bins < s->bins ? p->bins : s->bins;
    const float *parts[2] = { re, im };
    char *to[2] = { y->re + f * y->s_time * y->size, y->im + f * y->s_time * y->size };
    for (int c = 0; c < 2; c++) {
        tfi_store_f32(y->dtype, to[c], y->s_freq, have, parts[c], 1);
        for (int64_t k = have; k < s->bins; k++) {
            const float x = parts[c][s->n_fft - k];
            const float mirrored = c == 0 ? x : -x;
            tfi_store_f32(y->dtype, to[c] + k * y->s_freq * y->size, y->s_freq, 1,
                          &mirrored, 1);
        }
    }
}

static trnfft_status forward(const tfi_job_plan *base, const tfi_job *job)
{
    const frames_plan *p = (const frames_plan *)base;
    const tfi_stft_problem *q = &p->stft.problem;
    arrays a;
    memset(&a, 0, sizeof a);
    lay_out(p, job->workspace, &a);
    TFI_TRY(
        tfi_stft_load_window(&p->stft, job, "trnfft_stft", a.window[0], a.window[1]));
    for (int64_t item = 0; item < q->n_items; item++) {
        const tfi_stft_data x = tfi_stft_signal(&p->stft, &job->operands[0], item);
        const char *parts[2] = { x.re, x.im };
        for (int c = 0; c < (q->setup.complex_signal ? 2 : 1); c++) {
            tfi_load_f32(x.dtype, parts[c], x.s_time, q->n_samples, a.signal[c], 1);
        }
        for (int64_t f = 0; f < q->n_frames; f++) {
            cut(p, &a, f, item * q->n_frames + f);
        }
    }
    TFI_TRY(tfi_neuron_launch_dft(p->device, &p->launch, a.time[0],
                                  is_real(p) ? NULL : a.time[1], a.spectrum[0],
                                  a.spectrum[1]));
    for (int64_t item = 0; item < q->n_items; item++) {
        const tfi_stft_data y = tfi_stft_spectrum(&p->stft, &job->operands[1], item);
        for (int64_t f = 0; f < q->n_frames; f++) {
            const int64_t at = (item * q->n_frames + f) * p->bins;
            store_frame(p, &y, f, a.spectrum[0] + at, a.spectrum[1] + at);
        }
    }
    return TRNFFT_OK;
}

/* ---- back ---- */

/* The sum of an item's frames over the sum of squared windows, to the signal. */
static void add_up(const frames_plan *p, const tfi_job *job, const arrays *a,
                   const tfi_envelope *envelope, int64_t item)
{
    const tfi_stft_problem *q = &p->stft.problem;
    const tfi_stft_setup *s = &q->setup;
    const bool complex_signal = s->complex_signal != 0;
    const int64_t total = sum_length(q), pad = s->pad;
    for (int c = 0; c < 2; c++) {
        memset(a->signal[c], 0, (size_t)total * sizeof(float));
    }
    for (int64_t f = 0; f < q->n_frames; f++) {
        const int64_t at = (item * q->n_frames + f) * s->n_fft;
        tfi_istft_add(s, a->window[0], a->window[1], a->time[0] + at,
                      complex_signal ? a->time[1] + at : NULL, 1,
                      a->signal[0] + f * s->hop,
                      complex_signal ? a->signal[1] + f * s->hop : NULL);
    }
    const int64_t count = tfi_neuron_samples_in(q, total);
    tfi_envelope_divide(envelope, q->n_frames, pad, count, a->signal[0] + pad,
                        complex_signal ? a->signal[1] + pad : NULL);
    tfi_neuron_store_signal(&p->stft, job, item, total, a->signal[0],
                            complex_signal ? a->signal[1] : NULL);
}

static trnfft_status back(const tfi_job_plan *base, const tfi_job *job)
{
    const frames_plan *p = (const frames_plan *)base;
    const tfi_stft_problem *q = &p->stft.problem;
    arrays a;
    memset(&a, 0, sizeof a);
    lay_out(p, job->workspace, &a);
    TFI_TRY(
        tfi_stft_load_window(&p->stft, job, "trnfft_istft", a.window[0], a.window[1]));
    if (q->setup.complex_window == 0) {
        a.window[1] = NULL;
        a.period[1] = NULL;
    }
    tfi_envelope envelope = { &q->setup,   a.window[0], a.window[1], a.period[0],
                              a.period[1], false,       NULL };
    tfi_envelope_prepare(&envelope);
    TFI_TRY(tfi_istft_check_nola("trnfft_istft", q, &envelope));
    tfi_neuron_load_spectra(&p->stft, job, p->bins, a.spectrum[0], a.spectrum[1]);
    TFI_TRY(tfi_neuron_launch_dft(p->device, &p->launch, a.spectrum[0], a.spectrum[1],
                                  a.time[0], is_real(p) ? NULL : a.time[1]));
    for (int64_t item = 0; item < q->n_items; item++) {
        add_up(p, job, &a, &envelope, item);
    }
    return TRNFFT_OK;
}

/* ---- planning ---- */

static void fini(tfi_plan *plan, const tfi_allocator *alloc)
{
    (void)alloc;
    tfi_neuron_launch_free(&((frames_plan *)plan)->launch);
}

static void print(const tfi_plan *plan, tfi_printer *printer)
{
    const frames_plan *p = (const frames_plan *)plan;
    const tfi_stft_problem *q = &p->stft.problem;
    tfi_print_line(printer,
                   "%s:%s %s %lld x %lld frames of %lld points, hop %lld, cut by the "
                   "host (%.3g ns predicted)",
                   plan->solver->name, p->device->machine->name,
                   tfi_neuron_mode_name(p->device->mode), (long long)q->n_items,
                   (long long)q->n_frames, (long long)q->setup.n_fft,
                   (long long)q->setup.hop, plan->cost_ns);
    if (p->launch.kernel != NULL) {
        printer->indent += 2;
        tfi_neuron_launch_print(&p->launch, printer);
        printer->indent -= 2;
    }
}

static const tfi_plan_ops ops = { NULL, fini, print };

static trnfft_status find_launch(frames_plan *p, bool inverse, tfi_line_kind kind,
                                 const tfi_allocator *alloc)
{
    const tfi_stft_problem *q = &p->stft.problem;
    tfi_neuron_job job;
    memset(&job, 0, sizeof job);
    job.task = TFI_NEURON_DFT;
    job.mode = p->device->mode;
    job.transform = (uint32_t)kind;
    job.io = NCS_F32;
    job.sign = inverse ? 1 : -1;
    job.rank = 1;
    job.n[0] = q->setup.n_fft;
    job.batch = p->frames;
    job.scale = inverse ? tfi_istft_scale(&q->setup) : tfi_stft_scale(&q->setup);
    TFI_TRY(tfi_neuron_launch_make(p->device, &job, alloc, &p->launch));
    if (p->launch.kernel == NULL) {
        return tfi_fail(TRNFFT_ERROR_UNSUPPORTED,
                        "neuron:%s, mode %s: no kernel does frames of %lld points",
                        p->device->machine->name, tfi_neuron_mode_name(p->device->mode),
                        (long long)q->setup.n_fft);
    }
    p->stft.job.base.cost_ns =
        p->launch.time.total_ns +
        tfi_neuron_link_ns(p->device, p->frames * 2 * q->setup.n_fft);
    return TRNFFT_OK;
}

/* What one execution needs must be a number of bytes. */
static bool fits(const frames_plan *p)
{
    int64_t numbers, bytes;
    return tfi_mul_i64(p->frames, 4 * p->time_points + 4 * p->bins, &numbers) &&
           tfi_mul_i64(numbers, (int64_t)sizeof(float), &bytes);
}

static trnfft_status plan_frames(const tfi_solver *solver, const tfi_problem *problem,
                                 tfi_planner *planner, bool inverse, tfi_plan **out)
{
    const tfi_stft_problem *q = (const tfi_stft_problem *)problem;
    *out = NULL;
    TFI_TRY(tfi_neuron_check_compute(planner, (uint32_t)q->setup.compute));
    TFI_TRY(tfi_neuron_check_frames(planner, q));
    frames_plan *p = tfi_plan_new(planner, solver, &ops, sizeof *p);
    if (p == NULL) {
        return tfi_fail_memory("neuron", sizeof *p);
    }
    const tfi_line_kind kind =
        inverse ? tfi_istft_line_kind(&q->setup) : tfi_stft_line_kind(&q->setup);
    p->stft.problem = *q;
    p->stft.lanes = 1;
    p->stft.job.execute = inverse ? back : forward;
    p->device = planner->device->state;
    p->frames = q->n_items * q->n_frames;
    p->time_points = q->setup.n_fft;
    p->bins = kind == TFI_C2C ? q->setup.n_fft : q->setup.n_fft / 2 + 1;
    trnfft_status status = TRNFFT_OK;
    if (!fits(p)) {
        status =
            tfi_fail(TRNFFT_ERROR_OVERFLOW, "neuron: more frames than there can be");
    } else if (p->frames > 0) {
        status = find_launch(p, inverse, kind, planner->alloc);
    }
    if (status != TRNFFT_OK) {
        tfi_plan_free(&p->stft.job.base, planner->alloc);
        return status;
    }
    arrays unused;
    memset(&unused, 0, sizeof unused);
    p->stft.job.workspace_bytes = lay_out(p, NULL, &unused);
    p->stft.job.base.table_bytes = p->launch.bytes;
    *out = &p->stft.job.base;
    return TRNFFT_OK;
}

static trnfft_status plan_stft(const tfi_solver *solver, const tfi_problem *problem,
                               tfi_planner *planner, tfi_plan **out)
{
    return plan_frames(solver, problem, planner, false, out);
}

static trnfft_status plan_istft(const tfi_solver *solver, const tfi_problem *problem,
                                tfi_planner *planner, tfi_plan **out)
{
    return plan_frames(solver, problem, planner, true, out);
}

const tfi_solver tfi_neuron_solver_stft = { .name = "neuron_stft",
                                            .kind = TFI_PROBLEM_STFT,
                                            .plan = plan_stft };
const tfi_solver tfi_neuron_solver_istft = { .name = "neuron_istft",
                                             .kind = TFI_PROBLEM_ISTFT,
                                             .plan = plan_istft };
