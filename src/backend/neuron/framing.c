/* framing.c - solvers "neuron_stft_framing" and "neuron_istft_framing": short-time
 * transforms of real signals with frames, window and sums on the device, too.
 *
 * The kernels have the window in their matrices, and windows come with an execution. So
 * a plan is priced with a window of ones, and its program is written when it meets a
 * window, and kept until it meets another. */
#include <math.h>
#include <string.h>

#include <trnfft/dtype.h>

#include "backend/neuron/signals.h"
#include "base/size_math.h"
#include "base/threads.h"
#include "tensor/component.h"

typedef struct framing_plan {
    tfi_stft_plan stft; /* the problem; no line */
    const tfi_neuron_device *device;
    const tfi_allocator *alloc;
    bool inverse;
    int64_t samples; /* of an item, padded: (frames - 1) hop + n_fft */
    /* The program for the window met last. Executions take turns. */
    tfi_mutex lock;
    double *window, *envelope;
    tfi_neuron_launch launch;
} framing_plan;

/* ---- programs ---- */

static tfi_neuron_job job_of(const framing_plan *p)
{
    const tfi_stft_problem *q = &p->stft.problem;
    tfi_neuron_job job;
    memset(&job, 0, sizeof job);
    job.task = p->inverse ? TFI_NEURON_ISTFT : TFI_NEURON_STFT;
    job.mode = p->device->mode;
    job.transform = p->inverse ? TFI_NEURON_C2R : TFI_NEURON_R2C;
    job.io = NCS_F32;
    job.sign = p->inverse ? 1 : -1;
    job.rank = 1;
    job.n[0] = q->setup.n_fft;
    job.hop = q->setup.hop;
    job.frames = q->n_frames;
    job.samples = p->samples;
    job.batch = q->n_items;
    job.scale = p->inverse ? tfi_istft_scale(&q->setup) : tfi_stft_scale(&q->setup);
    job.window = p->window;
    job.envelope = p->inverse ? p->envelope : NULL;
    return job;
}

/* The program for p->window, in place of what was there. After a failure there is none,
 * and no window is what it has been written for. */
static trnfft_status write_program(framing_plan *p)
{
    const tfi_neuron_job job = job_of(p);
    tfi_neuron_launch_free(&p->launch);
    trnfft_status status =
        tfi_neuron_launch_make(p->device, &job, p->alloc, &p->launch);
    if (status == TRNFFT_OK && p->launch.kernel == NULL) {
        status =
            tfi_fail(TRNFFT_ERROR_UNSUPPORTED,
                     "neuron:%s, mode %s: no kernel does frames of %lld points",
                     p->device->machine->name, tfi_neuron_mode_name(p->device->mode),
                     (long long)p->stft.problem.setup.n_fft);
    }
    if (status != TRNFFT_OK) {
        p->window[0] = (double)NAN;
    }
    return status;
}

/* Whether `values` are what the program has been written for; else they replace it. */
static bool adopt(double *kept, const float *values, int64_t count)
{
    bool same = true;
    for (int64_t i = 0; i < count; i++) {
        same = same && kept[i] == (double)values[i];
        kept[i] = (double)values[i];
    }
    return same;
}

/* ---- arrays of one execution ---- */

typedef struct arrays {
    void *window, *period;
    float *envelope; /* of all samples */
    float *row;      /* one item's samples */
    float *time;     /* all items, padded */
    float *re, *im;  /* all spectra */
} arrays;

static size_t lay_out(const framing_plan *p, void *memory, arrays *a)
{
    const tfi_stft_problem *q = &p->stft.problem;
    const tfi_stft_setup *s = &q->setup;
    const size_t one = sizeof(float);
    const size_t spectra = one * (size_t)(q->n_items * q->n_frames * s->bins);
    void *parts[5] = { NULL };
    const tfi_scratch_region regions[] = {
        { &a->window, tfi_stft_bytes(s, s->n_fft) },
        { &a->period, tfi_stft_bytes(s, s->hop) },
        { &parts[0], one * (size_t)p->samples },
        { &parts[1],
          one * (size_t)(q->n_samples > p->samples ? q->n_samples : p->samples) },
        { &parts[2], one * (size_t)(q->n_items * p->samples) },
        { &parts[3], spectra },
        { &parts[4], spectra },
    };
    const size_t bytes =
        tfi_scratch_split(regions, sizeof regions / sizeof regions[0], memory);
    a->envelope = parts[0];
    a->row = parts[1];
    a->time = parts[2];
    a->re = parts[3];
    a->im = parts[4];
    return bytes;
}

/* ---- forward ---- */

static void pad_item(const framing_plan *p, const tfi_job *job, const arrays *a,
                     int64_t item)
{
    const tfi_stft_problem *q = &p->stft.problem;
    const tfi_stft_data x = tfi_stft_signal(&p->stft, &job->operands[0], item);
    float *to = a->time + item * p->samples;
    tfi_load_f32(x.dtype, x.re, x.s_time, q->n_samples, a->row, 1);
    for (int64_t t = 0; t < p->samples; t++) {
        const int64_t from =
            tfi_stft_pad_index(q->setup.pad_mode, q->n_samples, t - q->setup.pad);
        to[t] = from >= 0 ? a->row[from] : 0.0f;
    }
}

static void store_spectra(const framing_plan *p, const tfi_job *job, const arrays *a)
{
    const tfi_stft_problem *q = &p->stft.problem;
    const int64_t bins = q->setup.bins;
    for (int64_t item = 0; item < q->n_items; item++) {
        const tfi_stft_data y = tfi_stft_spectrum(&p->stft, &job->operands[1], item);
        for (int64_t f = 0; f < q->n_frames; f++) {
            const int64_t at = (item * q->n_frames + f) * bins;
            const int64_t to = f * y.s_time * y.size;
            tfi_store_f32(y.dtype, y.re + to, y.s_freq, bins, a->re + at, 1);
            tfi_store_f32(y.dtype, y.im + to, y.s_freq, bins, a->im + at, 1);
        }
    }
}

static trnfft_status run_forward(framing_plan *p, const arrays *a)
{
    const tfi_stft_problem *q = &p->stft.problem;
    if (!adopt(p->window, a->window, q->setup.n_fft)) {
        TFI_TRY(write_program(p));
    }
    const int64_t spectrum = q->n_frames * q->setup.bins;
    const tfi_neuron_slot slots[] = { { "x", a->time, NULL, p->samples },
                                      { "yr", NULL, a->re, spectrum },
                                      { "yi", NULL, a->im, spectrum },
                                      { NULL, NULL, NULL, 0 } };
    return tfi_neuron_launch_run(p->device, &p->launch, slots);
}

static trnfft_status forward(const tfi_job_plan *base, const tfi_job *job)
{
    framing_plan *p = (framing_plan *)(uintptr_t)base;
    arrays a;
    memset(&a, 0, sizeof a);
    lay_out(p, job->workspace, &a);
    TFI_TRY(tfi_stft_load_window(&p->stft, job, "trnfft_stft", a.window, NULL));
    for (int64_t item = 0; item < p->stft.problem.n_items; item++) {
        pad_item(p, job, &a, item);
    }
    tfi_mutex_lock(&p->lock);
    const trnfft_status status = run_forward(p, &a);
    tfi_mutex_unlock(&p->lock);
    TFI_TRY(status);
    store_spectra(p, job, &a);
    return TRNFFT_OK;
}

/* ---- back ---- */

static trnfft_status run_back(framing_plan *p, const arrays *a)
{
    const tfi_stft_problem *q = &p->stft.problem;
    const bool same_window = adopt(p->window, a->window, q->setup.n_fft);
    const bool same_envelope = adopt(p->envelope, a->envelope, p->samples);
    if (!same_window || !same_envelope) {
        TFI_TRY(write_program(p));
    }
    const int64_t spectrum = q->n_frames * q->setup.bins;
    const tfi_neuron_slot slots[] = { { "xr", a->re, NULL, spectrum },
                                      { "xi", a->im, NULL, spectrum },
                                      { "y", NULL, a->time, p->samples },
                                      { NULL, NULL, NULL, 0 } };
    return tfi_neuron_launch_run(p->device, &p->launch, slots);
}

/* The sum of squared windows at every sample; 1 where it counts as nothing, since the
 * sum of the frames is nothing there, too. */
static trnfft_status set_envelope(const framing_plan *p, const arrays *a)
{
    const tfi_stft_problem *q = &p->stft.problem;
    tfi_envelope e = { &q->setup, a->window, NULL, a->period, NULL, false, NULL };
    tfi_envelope_prepare(&e);
    TFI_TRY(tfi_istft_check_nola("trnfft_istft", q, &e));
    for (int64_t t = 0; t < p->samples; t++) {
        double re = 1.0, im = 0.0;
        if (!tfi_envelope_vanishes(&e, q->n_frames, t)) {
            tfi_envelope_at(&e, q->n_frames, t, &re, &im);
        }
        a->envelope[t] = (float)re;
    }
    return TRNFFT_OK;
}

static trnfft_status back(const tfi_job_plan *base, const tfi_job *job)
{
    framing_plan *p = (framing_plan *)(uintptr_t)base;
    arrays a;
    memset(&a, 0, sizeof a);
    lay_out(p, job->workspace, &a);
    TFI_TRY(tfi_stft_load_window(&p->stft, job, "trnfft_istft", a.window, NULL));
    TFI_TRY(set_envelope(p, &a));
    tfi_neuron_load_spectra(&p->stft, job, p->stft.problem.setup.bins, a.re, a.im);
    tfi_mutex_lock(&p->lock);
    const trnfft_status status = run_back(p, &a);
    tfi_mutex_unlock(&p->lock);
    TFI_TRY(status);
    for (int64_t item = 0; item < p->stft.problem.n_items; item++) {
        tfi_neuron_store_signal(&p->stft, job, item, p->samples,
                                a.time + item * p->samples, NULL);
    }
    return TRNFFT_OK;
}

/* ---- planning ---- */

static void fini(tfi_plan *plan, const tfi_allocator *alloc)
{
    framing_plan *p = (framing_plan *)plan;
    tfi_neuron_launch_free(&p->launch);
    tfi_free(alloc, p->window);
    tfi_free(alloc, p->envelope);
    tfi_mutex_fini(&p->lock);
}

static void print(const tfi_plan *plan, tfi_printer *printer)
{
    const framing_plan *p = (const framing_plan *)plan;
    const tfi_stft_problem *q = &p->stft.problem;
    tfi_print_line(
        printer,
        "%s:%s %s %lld x %lld frames of %lld points, hop %lld, on the device "
        "(%.3g ns predicted)",
        plan->solver->name, p->device->machine->name,
        tfi_neuron_mode_name(p->device->mode), (long long)q->n_items,
        (long long)q->n_frames, (long long)q->setup.n_fft, (long long)q->setup.hop,
        plan->cost_ns);
    printer->indent += 2;
    tfi_neuron_launch_print(&p->launch, printer);
    printer->indent -= 2;
}

static const tfi_plan_ops ops = { NULL, fini, print };

/* Real signals and windows, one-sided, in f32, and numbers of bytes that exist. */
static bool fits(const tfi_stft_problem *q, bool inverse)
{
    const tfi_stft_setup *s = &q->setup;
    const tfi_line_kind kind = inverse ? tfi_istft_line_kind(s) : tfi_stft_line_kind(s);
    int64_t samples, numbers, spectra;
    return s->compute == TRNFFT_F32 && s->onesided && !s->complex_window &&
           kind == (inverse ? TFI_C2R : TFI_R2C) && q->n_items > 0 && q->n_frames > 0 &&
           tfi_mul_i64(q->n_frames - 1, s->hop, &samples) &&
           tfi_add_i64(samples, s->n_fft, &samples) &&
           tfi_mul_i64(samples, 16 * q->n_items, &numbers) &&
           tfi_mul_i64(q->n_items * s->bins, q->n_frames, &spectra) &&
           tfi_mul_i64(spectra, 16, &spectra);
}

static trnfft_status fill(framing_plan *p)
{
    const tfi_stft_problem *q = &p->stft.problem;
    p->samples = (q->n_frames - 1) * q->setup.hop + q->setup.n_fft;
    p->window = tfi_alloc_array(p->alloc, (size_t)q->setup.n_fft, sizeof *p->window);
    p->envelope = tfi_alloc_array(p->alloc, (size_t)p->samples, sizeof *p->envelope);
    if (p->window == NULL || p->envelope == NULL) {
        return tfi_fail_memory("neuron", (size_t)p->samples * sizeof *p->envelope);
    }
    for (int64_t i = 0; i < q->setup.n_fft; i++) {
        p->window[i] = 1.0;
    }
    for (int64_t i = 0; i < p->samples; i++) {
        p->envelope[i] = 1.0;
    }
    TFI_TRY(write_program(p));
    arrays unused;
    memset(&unused, 0, sizeof unused);
    p->stft.job.workspace_bytes = lay_out(p, NULL, &unused);
    p->stft.job.base.table_bytes =
        p->launch.bytes + (size_t)(p->samples + q->setup.n_fft) * sizeof(double);
    p->stft.job.base.cost_ns =
        p->launch.time.total_ns +
        tfi_neuron_link_ns(p->device,
                           q->n_items * (p->samples + 2 * q->n_frames * q->setup.bins));
    return TRNFFT_OK;
}

static trnfft_status plan_framing(const tfi_solver *solver, const tfi_problem *problem,
                                  tfi_planner *planner, bool inverse, tfi_plan **out)
{
    const tfi_stft_problem *q = (const tfi_stft_problem *)problem;
    *out = NULL;
    if (!fits(q, inverse)) {
        return TRNFFT_OK;
    }
    TFI_TRY(tfi_neuron_check_frames(planner, q));
    framing_plan *p = tfi_plan_new(planner, solver, &ops, sizeof *p);
    if (p == NULL) {
        return tfi_fail_memory("neuron", sizeof *p);
    }
    p->stft.problem = *q;
    p->stft.job.execute = inverse ? back : forward;
    p->device = planner->device->state;
    p->alloc = planner->alloc;
    p->inverse = inverse;
    tfi_mutex_init(&p->lock);
    const trnfft_status status = fill(p);
    if (status != TRNFFT_OK) {
        tfi_plan_free(&p->stft.job.base, planner->alloc);
        return status;
    }
    *out = &p->stft.job.base;
    return TRNFFT_OK;
}

static trnfft_status plan_stft(const tfi_solver *solver, const tfi_problem *problem,
                               tfi_planner *planner, tfi_plan **out)
{
    return plan_framing(solver, problem, planner, false, out);
}

static trnfft_status plan_istft(const tfi_solver *solver, const tfi_problem *problem,
                                tfi_planner *planner, tfi_plan **out)
{
    return plan_framing(solver, problem, planner, true, out);
}

const tfi_solver tfi_neuron_solver_stft_framing = { .name = "neuron_stft_framing",
                                                    .kind = TFI_PROBLEM_STFT,
                                                    .plan = plan_stft };
const tfi_solver tfi_neuron_solver_istft_framing = { .name = "neuron_istft_framing",
                                                     .kind = TFI_PROBLEM_ISTFT,
                                                     .plan = plan_istft };
