/* stft_inverse.c - the inverse short-time transform: frames back to time, a tile of
 * lanes at a time, windowed, added up in ascending order, divided by the sum of squared
 * windows. */
#include <string.h>

#include "solvers/stft_run.h"
#include "tensor/component.h"

static const char function[] = "trnfft_istft";

/* Scratch of one thread. */
typedef struct part_scratch {
    void *in[2]; /* bins, point k of lane l at k * lanes + l, where they cannot be read
                    directly */
    void *tile[2]; /* frames in time */
    void *sum[2];  /* n_fft + (lanes - 1) hop samples: those that tiles are adding to */
    void *line;
} part_scratch;

typedef struct execution {
    const tfi_stft_plan *plan;
    const tfi_job *job;
    void *window[2];
    void *period[2];
    tfi_envelope envelope;
    char *parts;
} execution;

static int64_t sum_length(const tfi_stft_plan *plan)
{
    const tfi_stft_setup *s = &plan->problem.setup;
    return s->n_fft + (plan->lanes - 1) * s->hop;
}

static size_t split_shared(const tfi_stft_plan *plan, void *memory, execution *e)
{
    const tfi_stft_setup *s = &plan->problem.setup;
    const size_t window = tfi_stft_bytes(s, s->n_fft),
                 period = tfi_stft_bytes(s, s->hop);
    const tfi_scratch_region regions[] = {
        { &e->window[0], window },
        { &e->window[1], s->complex_window ? window : 0 },
        { &e->period[0], period },
        { &e->period[1], s->complex_window ? period : 0 },
    };
    return tfi_scratch_split(regions, sizeof regions / sizeof regions[0], memory);
}

static size_t split_part(const tfi_stft_plan *plan, void *memory, part_scratch *s)
{
    const tfi_stft_setup *setup = &plan->problem.setup;
    const size_t bins = tfi_stft_bytes(setup, setup->bins * plan->lanes);
    const size_t tile = tfi_stft_bytes(setup, setup->n_fft * plan->lanes);
    const size_t sum = tfi_stft_bytes(setup, sum_length(plan));
    size_t line = tfi_line_scratch(plan->line, plan->lanes);
    size_t one = tfi_line_scratch(plan->line, 1);
    const tfi_scratch_region regions[] = {
        { &s->in[0], bins },
        { &s->in[1], bins },
        { &s->tile[0], tile },
        { &s->tile[1], setup->onesided ? 0 : tile },
        { &s->sum[0], sum },
        { &s->sum[1], setup->complex_signal ? sum : 0 },
        { &s->line, line > one ? line : one },
    };
    return tfi_scratch_split(regions, sizeof regions / sizeof regions[0], memory);
}

static void gather(const tfi_stft_setup *s, const tfi_stft_data *x, int64_t f,
                   int64_t lanes, void *const tile[2])
{
    const char *parts[2] = { x->re, x->im };
    for (int c = 0; c < 2; c++) {
        const char *at = parts[c] + f * x->s_time * x->size;
        for (int64_t k = 0; k < s->bins; k++) {
            const char *from = at + k * x->s_freq * x->size;
            if (s->compute == TRNFFT_F64) {
                tfi_load_f64(x->dtype, from, x->s_time, lanes,
                             (double *)tile[c] + k * lanes, 1);
            } else {
                tfi_load_f32(x->dtype, from, x->s_time, lanes,
                             (float *)tile[c] + k * lanes, 1);
            }
        }
    }
}

/* Frames f … f + lanes - 1 of the spectrum, in time, in a tile of so many lanes or
 * more: kernels fill the last one up. */
static int64_t transform_back(const tfi_stft_plan *plan, const part_scratch *scratch,
                              const tfi_stft_data *x, int64_t f, int64_t lanes)
{
    const tfi_stft_setup *s = &plan->problem.setup;
    tfi_line_args args = { 0 };
    memset(&args, 0, sizeof args);
    int64_t width = lanes;
    if (!tfi_stft_direct(s, x, f, lanes, &args.in)) {
        tfk_frames frames;
        if (tfi_stft_frames(s, x, f, &frames)) {
            width = s->complex_signal ? lanes : plan->lanes;
            const tfk_tile tile = { scratch->in[0], scratch->in[1], s->bins, width,
                                    lanes };
            plan->kernels->to_tile[tfi_stft_type(s)](&frames, &tile);
        } else {
            gather(s, x, f, lanes, scratch->in);
        }
        args.in =
            (tfi_line_operand){ scratch->in[0], scratch->in[1], width, TFI_SPLIT };
    }
    args.out =
        (tfi_line_operand){ scratch->tile[0], scratch->tile[1], width, TFI_SPLIT };
    args.lanes = width;
    args.scale = tfi_istft_scale(s);
    args.conj_in = 1;
    args.conj_out = !s->onesided;
    args.scratch = scratch->line;
    tfi_line_execute(plan->line, &args);
    return width;
}

/* The tile's frames times window to the sums. */
static void add(const execution *e, const part_scratch *scratch, int64_t lanes,
                int64_t width)
{
    const tfi_stft_setup *s = &e->plan->problem.setup;
    if (width > 1 && !s->complex_signal) {
        const tfk_tile tile = { scratch->tile[0], NULL, s->n_fft, width, lanes };
        e->plan->kernels->add[tfi_stft_type(s)](e->window[0], &tile, scratch->sum[0],
                                                s->hop);
        return;
    }
    tfi_istft_add(s, e->window[0], e->window[1], scratch->tile[0],
                  s->complex_signal ? scratch->tile[1] : NULL, lanes, scratch->sum[0],
                  scratch->sum[1]);
}

/* Samples t … t + count - 1, counted from the start of frame 0, from the sum to the
 * signal. */
static void emit(const execution *e, const part_scratch *scratch,
                 const tfi_stft_data *y, int64_t t, int64_t count)
{
    const tfi_stft_problem *p = &e->plan->problem;
    const tfi_stft_setup *s = &p->setup;
    int64_t skip = t < s->pad ? s->pad - t : 0;
    int64_t end = s->pad + p->n_samples;
    if (t + count > end) {
        count = end - t;
    }
    if (count <= skip) {
        return;
    }
    const size_t from = tfi_stft_bytes(s, skip);
    char *parts[2] = { y->re, y->im };
    void *sums[2] = { (char *)scratch->sum[0] + from,
                      s->complex_signal ? (char *)scratch->sum[1] + from : NULL };
    t += skip;
    count -= skip;
    tfi_envelope_divide(&e->envelope, p->n_frames, t, count, sums[0], sums[1]);
    for (int c = 0; c < (s->complex_signal ? 2 : 1); c++) {
        char *to = parts[c] + (t - s->pad) * y->s_time * y->size;
        if (s->compute == TRNFFT_F64) {
            tfi_store_f64(y->dtype, to, y->s_time, count, sums[c], 1);
        } else {
            tfi_store_f32(y->dtype, to, y->s_time, count, sums[c], 1);
        }
    }
}

/* Zeros where `length` asks for more than the frames cover. */
static void emit_zeros(const tfi_stft_problem *p, const tfi_stft_data *y, int64_t total)
{
    static const double zero = 0.0;
    int64_t from = total - p->setup.pad;
    char *parts[2] = { y->re, y->im };
    for (int c = 0; c < (p->setup.complex_signal ? 2 : 1); c++) {
        for (int64_t i = from; i < p->n_samples; i++) {
            tfi_store_f64(y->dtype, parts[c] + i * y->s_time * y->size, y->s_time, 1,
                          &zero, 1);
        }
    }
}

static void run_item(const execution *e, const part_scratch *scratch, int64_t item)
{
    const tfi_stft_plan *plan = e->plan;
    const tfi_stft_problem *p = &plan->problem;
    const tfi_stft_setup *s = &p->setup;
    tfi_stft_data x = tfi_stft_spectrum(plan, &e->job->operands[0], item);
    tfi_stft_data y = tfi_stft_signal(plan, &e->job->operands[1], item);
    const size_t width = tfi_stft_bytes(s, 1);
    const size_t length = (size_t)sum_length(plan) * width;
    const int n_parts = s->complex_signal ? 2 : 1;
    for (int c = 0; c < n_parts; c++) {
        memset(scratch->sum[c], 0, length);
    }
    int64_t t = 0;
    for (int64_t f = 0; f < p->n_frames && t < s->pad + p->n_samples;) {
        int64_t lanes = p->n_frames - f < plan->lanes ? p->n_frames - f : plan->lanes;
        add(e, scratch, lanes, transform_back(plan, scratch, &x, f, lanes));
        const int64_t done = lanes * s->hop;
        const size_t n_done = (size_t)done * width;
        const size_t rest = (size_t)(s->n_fft - s->hop) * width;
        f += lanes;
        emit(e, scratch, &y, t, f < p->n_frames ? done : done + s->n_fft - s->hop);
        t += f < p->n_frames ? done : done + s->n_fft - s->hop;
        for (int c = 0; f < p->n_frames && c < n_parts; c++) {
            memmove(scratch->sum[c], (char *)scratch->sum[c] + n_done, rest);
            memset((char *)scratch->sum[c] + rest, 0, length - rest);
        }
    }
    emit_zeros(p, &y, (p->n_frames - 1) * s->hop + s->n_fft);
}

static void run_part(void *argument, int part)
{
    const execution *e = argument;
    const tfi_stft_plan *plan = e->plan;
    part_scratch scratch;
    split_part(plan, e->parts + (size_t)part * plan->part_bytes, &scratch);
    for (int64_t item = part; item < plan->problem.n_items; item += plan->n_parts) {
        run_item(e, &scratch, item);
    }
}

static trnfft_status execute(const tfi_job_plan *job_plan, const tfi_job *job)
{
    const tfi_stft_plan *plan = (const tfi_stft_plan *)job_plan;
    execution e;
    memset(&e, 0, sizeof e);
    e.plan = plan;
    e.job = job;
    e.parts = (char *)job->workspace + plan->shared_bytes;
    split_shared(plan, job->workspace, &e);
    TFI_TRY(tfi_stft_load_window(plan, job, function, e.window[0], e.window[1]));
    e.envelope =
        (tfi_envelope){ &plan->problem.setup,
                        e.window[0],
                        e.window[1],
                        e.period[0],
                        e.period[1],
                        false,
                        plan->kernels->divide[tfi_stft_type(&plan->problem.setup)] };
    tfi_envelope_prepare(&e.envelope);
    TFI_TRY(tfi_istft_check_nola(function, &plan->problem, &e.envelope));
    if (plan->n_parts == 1) {
        run_part(&e, 0);
    } else {
        tfi_team_run(job->team, (int)plan->n_parts, run_part, &e);
    }
    return TRNFFT_OK;
}

static trnfft_status wake(tfi_plan *plan, tfi_planner *planner)
{
    tfi_stft_plan *p = (tfi_stft_plan *)plan;
    TFI_TRY(tfi_stft_plan_wake(plan, planner));
    execution e = { .plan = p };
    part_scratch scratch;
    p->shared_bytes = split_shared(p, NULL, &e);
    p->part_bytes = split_part(p, NULL, &scratch);
    p->job.workspace_bytes = p->shared_bytes + (size_t)p->n_parts * p->part_bytes;
    return TRNFFT_OK;
}

static void print(const tfi_plan *plan, tfi_printer *printer)
{
    const tfi_stft_plan *p = (const tfi_stft_plan *)plan;
    const tfi_stft_problem *q = &p->problem;
    tfi_print_line(
        printer,
        "istft: %lld x %lld frames of %lld points, hop %lld, %lld bins, %lld "
        "at a time, %s, %.0f ns",
        (long long)q->n_items, (long long)q->n_frames, (long long)q->setup.n_fft,
        (long long)q->setup.hop, (long long)q->setup.bins, (long long)p->lanes,
        trnfft_dtype_name(q->setup.compute), plan->cost_ns);
    tfi_plan_print_child(&p->line->base, printer);
}

static const tfi_plan_ops ops = { wake, tfi_stft_plan_fini, print };

static trnfft_status plan_istft(const tfi_solver *solver, const tfi_problem *problem,
                                tfi_planner *planner, tfi_plan **out)
{
    const tfi_stft_problem *p = (const tfi_stft_problem *)problem;
    tfi_stft_plan *plan = NULL;
    TFI_TRY(tfi_stft_plan_make(solver, problem, planner, &ops,
                               tfi_istft_line_kind(&p->setup), &plan));
    plan->n_parts =
        plan->n_parts < p->n_items ? plan->n_parts : (p->n_items > 0 ? p->n_items : 1);
    plan->job.execute = execute;
    *out = &plan->job.base;
    return TRNFFT_OK;
}

const tfi_solver tfi_solver_istft = { .name = "istft_frames",
                                      .kind = TFI_PROBLEM_ISTFT,
                                      .plan = plan_istft,
                                      .lanes_inside = true };
