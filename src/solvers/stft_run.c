/* stft_run.c - what both directions share: planning, operands, the window. */
#include "solvers/stft_run.h"

#include "backend/cpu/kernel_table.h"

#include <string.h>

size_t tfi_stft_bytes(const tfi_stft_setup *setup, int64_t count)
{
    return (size_t)count *
           (setup->compute == TRNFFT_F64 ? sizeof(double) : sizeof(float));
}

/* Longer frames leave the first cache with their tiles, and multiples of 256 points
 * have kernels for whole rows. */
enum { ALWAYS_TURNED = 512, LONGEST_TURNED = 1024 };

static int64_t magnitude(int64_t x)
{
    return x < 0 ? -x : x;
}

/* Frames fill the lanes of the line. Where the bins of a frame lie side by side, so
 * that a line can work on them in place, tiles are turned, which pays for many short
 * frames. */
static int64_t choose_lanes(const tfi_stft_problem *p)
{
    const tfi_stft_view *y = &p->spectrum;
    const int32_t freq = y->t.rank - (p->setup.time_first ? 1 : 2);
    const int64_t step = y->layout == TRNFFT_INTERLEAVED ? 2 : 1;
    int64_t lanes = tfi_line_preferred_lanes((uint32_t)p->setup.compute);
    const int64_t n = p->setup.n_fft;
    const bool is_short = n <= ALWAYS_TURNED || (n <= LONGEST_TURNED && n % 256 != 0);
    const bool turned = p->n_frames >= lanes && is_short;
    if (y->t.strides[freq] == step && y->t.dtype == p->setup.compute && !turned) {
        return 1;
    }
    lanes = lanes > TFI_STFT_MAX_LANES ? TFI_STFT_MAX_LANES : lanes;
    return lanes < p->n_frames ? lanes : (p->n_frames > 0 ? p->n_frames : 1);
}

trnfft_status tfi_stft_plan_make(const tfi_solver *solver, const tfi_problem *problem,
                                 tfi_planner *planner, const tfi_plan_ops *ops,
                                 tfi_line_kind kind, tfi_stft_plan **out)
{
    const tfi_stft_problem *p = (const tfi_stft_problem *)problem;
    if (p->setup.n_fft > (int64_t)1 << 48) {
        return tfi_fail(TRNFFT_ERROR_OVERFLOW, "n_fft = %lld: too long",
                        (long long)p->setup.n_fft);
    }
    tfi_line_plan *child = NULL;
    TFI_TRY(tfi_line_find(planner, kind, (uint32_t)p->setup.compute, p->setup.n_fft,
                          &child));
    tfi_stft_plan *plan = tfi_plan_new(planner, solver, ops, sizeof *plan);
    if (plan == NULL) {
        tfi_plan_free(&child->base, planner->alloc);
        return tfi_fail_memory("plan", sizeof *plan);
    }
    plan->problem = *p;
    plan->line = child;
    plan->kernels = tfk_frames_for(planner->cpu);
    plan->lanes = choose_lanes(p);
    plan->n_parts = p->n_threads;
    plan->job.lines = tfi_stft_plan_lines;
    double frames = (double)p->n_items * (double)p->n_frames;
    plan->job.base.cost_ns =
        frames * (child->base.cost_ns + 1.0 * (double)p->setup.n_fft);
    *out = plan;
    return TRNFFT_OK;
}

void tfi_stft_plan_fini(tfi_plan *plan, const tfi_allocator *alloc)
{
    tfi_stft_plan *p = (tfi_stft_plan *)plan;
    tfi_plan_free(&p->line->base, alloc);
}

size_t tfi_stft_plan_lines(const tfi_job_plan *plan, tfi_line_problem *list,
                           size_t capacity)
{
    const tfi_stft_plan *p = (const tfi_stft_plan *)plan;
    if (capacity > 0) {
        list[0] = p->line->problem;
        list[0].lanes = 1;
    }
    return 1;
}

tfi_stft_data tfi_stft_item(const tfi_stft_view *view, const trnfft_operand *operand,
                            int32_t tail, int64_t item)
{
    const trnfft_tensor *t = &view->t;
    tfi_stft_data d;
    memset(&d, 0, sizeof d);
    d.dtype = t->dtype;
    d.size = (int64_t)trnfft_dtype_size(t->dtype);
    int64_t offset = 0;
    for (int32_t k = t->rank - tail - 1; k >= 0; k--) {
        offset += item % t->shape[k] * t->strides[k];
        item /= t->shape[k];
    }
    d.re = (char *)operand->re + offset * d.size;
    if (view->layout == TRNFFT_INTERLEAVED) {
        d.im = d.re + d.size;
    } else if (view->layout == TRNFFT_SPLIT) {
        d.im = (char *)operand->im + offset * d.size;
    }
    return d;
}

tfi_stft_data tfi_stft_signal(const tfi_stft_plan *plan, const trnfft_operand *operand,
                              int64_t item)
{
    const tfi_stft_view *v = &plan->problem.signal;
    tfi_stft_data d = tfi_stft_item(v, operand, 1, item);
    d.s_time = v->t.strides[v->t.rank - 1];
    return d;
}

tfi_stft_data tfi_stft_spectrum(const tfi_stft_plan *plan,
                                const trnfft_operand *operand, int64_t item)
{
    const tfi_stft_view *v = &plan->problem.spectrum;
    tfi_stft_data d = tfi_stft_item(v, operand, 2, item);
    int32_t time = v->t.rank - (plan->problem.setup.time_first ? 2 : 1);
    int32_t freq = v->t.rank - (plan->problem.setup.time_first ? 1 : 2);
    d.s_time = v->t.strides[time];
    d.s_freq = v->t.strides[freq];
    return d;
}

static bool aligned(const void *p, int64_t size)
{
    return (uintptr_t)p % (uintptr_t)size == 0;
}

bool tfi_stft_frames(const tfi_stft_setup *setup, const tfi_stft_data *d, int64_t f,
                     tfk_frames *frames)
{
    const bool pairs = d->im == d->re + d->size;
    if (d->dtype != setup->compute || d->s_freq != (pairs ? 2 : 1) ||
        !aligned(d->re, d->size) || !aligned(d->im, d->size)) {
        return false;
    }
    frames->re = d->re + f * d->s_time * d->size;
    frames->im = d->im + f * d->s_time * d->size;
    frames->frame = d->s_time;
    frames->interleaved = pairs;
    return true;
}

int tfi_stft_type(const tfi_stft_setup *setup)
{
    return setup->compute == TRNFFT_F64 ? TFK_F64 : TFK_F32;
}

bool tfi_stft_direct(const tfi_stft_setup *setup, const tfi_stft_data *d, int64_t f,
                     int64_t lanes, tfi_line_operand *line)
{
    bool pairs = d->im == d->re + d->size;
    int64_t step = pairs ? 2 : 1;
    if (d->dtype != setup->compute || !aligned(d->re, d->size) ||
        !aligned(d->im, d->size)) {
        return false;
    }
    if (lanes == 1 ? d->s_freq != step
                   : d->s_time != step || magnitude(d->s_freq) < step * lanes) {
        return false;
    }
    line->re = d->re + f * d->s_time * d->size;
    line->im = d->im + f * d->s_time * d->size;
    line->stride = d->s_freq;
    line->layout = pairs ? TFI_INTERLEAVED : TFI_SPLIT;
    return true;
}

trnfft_status tfi_stft_load_window(const tfi_stft_plan *plan, const tfi_job *job,
                                   const char *function, void *re, void *im)
{
    const tfi_stft_problem *p = &plan->problem;
    trnfft_tensor window = p->window.t;
    if (p->setup.has_window) {
        const trnfft_operand *o = &job->operands[2];
        if (o->re == NULL) {
            return tfi_fail(
                TRNFFT_ERROR_INVALID_ARGUMENT,
                "%s: the window is NULL: the plan has one, the third operand",
                function);
        }
        tfi_stft_data d = tfi_stft_item(&p->window, o, 1, 0);
        if (p->setup.complex_window && d.im == NULL) {
            return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                            "%s: the window's im is NULL: the plan's window is complex",
                            function);
        }
        window.re = d.re;
        window.im = d.im;
    } else if (job->operands[2].re != NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: the third operand, the window, is not NULL: the plan was "
                        "made without one",
                        function);
    }
    tfi_stft_window(&p->setup, &window, re, im);
    return TRNFFT_OK;
}

trnfft_status tfi_stft_plan_wake(tfi_plan *plan, tfi_planner *planner)
{
    tfi_stft_plan *p = (tfi_stft_plan *)plan;
    return tfi_plan_wake(&p->line->base, planner);
}

trnfft_status tfi_istft_check_nola(const char *function, const tfi_stft_problem *p,
                                   const tfi_envelope *e)
{
    const tfi_stft_setup *s = &p->setup;
    const int64_t total = (p->n_frames - 1) * s->hop + s->n_fft;
    const int64_t wanted = s->pad + p->n_samples, end = wanted < total ? wanted : total;
    bool checked_inside = false;
    for (int64_t t = s->pad; t < end;) {
        bool inside = tfi_envelope_inside(e, p->n_frames, t);
        if (inside && checked_inside) { /* one period speaks for all */
            t = p->n_frames * s->hop;
            continue;
        }
        if ((inside || !s->tolerate_edges) &&
            tfi_envelope_vanishes(e, p->n_frames, t)) {
            return tfi_stft_fail_nola(function, s, t, !inside);
        }
        t++;
        int64_t first = s->n_fft - s->hop > s->pad ? s->n_fft - s->hop : s->pad;
        checked_inside = t - first >= s->hop;
    }
    return TRNFFT_OK;
}
