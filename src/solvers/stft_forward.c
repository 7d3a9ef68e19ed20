/* stft_forward.c - the short-time transform: windowed frames, a tile of lanes at a
 * time, through one line plan, straight into the spectrum where its layout allows.
 *
 * The signal is never padded as a whole: only frames that reach over an end are put
 * together. */
#include <string.h>

#include "solvers/stft_run.h"
#include "tensor/component.h"

static const char function[] = "trnfft_stft";

/* Scratch of one thread. */
typedef struct part_scratch {
    void *rows[2]; /* lanes frames each, samples in the compute type */
    void *tile[2]; /* windowed, point j of lane l at j * lanes + l */
    void *out[2];  /* bins, the same, where the spectrum cannot be written directly */
    void *line;
} part_scratch;

typedef struct execution {
    const tfi_stft_plan *plan;
    const tfi_job *job;
    void *window[2];
    char *parts; /* scratch of the threads, one after the other */
} execution;

static size_t split_shared(const tfi_stft_plan *plan, void *memory, execution *e)
{
    const tfi_stft_setup *s = &plan->problem.setup;
    const size_t window = tfi_stft_bytes(s, s->n_fft);
    const tfi_scratch_region regions[] = {
        { &e->window[0], window },
        { &e->window[1], s->complex_window ? window : 0 },
    };
    return tfi_scratch_split(regions, sizeof regions / sizeof regions[0], memory);
}

static size_t split_part(const tfi_stft_plan *plan, void *memory, part_scratch *s)
{
    const tfi_stft_setup *setup = &plan->problem.setup;
    const bool c2c = tfi_stft_line_kind(setup) == TFI_C2C;
    const size_t tile = tfi_stft_bytes(setup, setup->n_fft * plan->lanes);
    const size_t bins = tfi_stft_bytes(setup, setup->bins * plan->lanes);
    size_t line = tfi_line_scratch(plan->line, plan->lanes);
    size_t one = tfi_line_scratch(plan->line, 1);
    const tfi_scratch_region regions[] = {
        { &s->rows[0], tile },
        { &s->rows[1], setup->complex_signal ? tile : 0 },
        { &s->tile[0], tile },
        { &s->tile[1], c2c ? tile : 0 },
        { &s->out[0], bins },
        { &s->out[1], bins },
        { &s->line, line > one ? line : one },
    };
    return tfi_scratch_split(regions, sizeof regions / sizeof regions[0], memory);
}

static void load(const tfi_stft_setup *s, const tfi_stft_data *x, const char *part,
                 int64_t from, int64_t count, char *to)
{
    const char *p = part + from * x->s_time * x->size;
    if (s->compute == TRNFFT_F64) {
        tfi_load_f64(x->dtype, p, x->s_time, count, (double *)(void *)to, 1);
    } else {
        tfi_load_f32(x->dtype, p, x->s_time, count, (float *)(void *)to, 1);
    }
}

/* Samples from … to - 1, which the signal has not. */
static void pad(const tfi_stft_problem *p, const tfi_stft_data *x, const char *part,
                int64_t from, int64_t to, char *row)
{
    const tfi_stft_setup *s = &p->setup;
    const size_t width = tfi_stft_bytes(s, 1);
    const bool plain = x->dtype == s->compute;
    for (int64_t i = from; i < to; i++, row += width) {
        const int64_t at = tfi_stft_pad_index(s->pad_mode, p->n_samples, i);
        if (at < 0) {
            memset(row, 0, width);
        } else if (plain && width == sizeof(float)) {
            memcpy(row, part + at * x->s_time * x->size, sizeof(float));
        } else {
            load(s, x, part, at, 1, row);
        }
    }
}

/* The n_fft samples from `start` on, padded, of one part: in the signal itself or in
 * row. */
static const void *frame_at(const tfi_stft_problem *p, const tfi_stft_data *x,
                            const char *part, int64_t start, char *row)
{
    const tfi_stft_setup *s = &p->setup;
    const int64_t n = p->n_samples, end = start + s->n_fft;
    const int64_t width = (int64_t)tfi_stft_bytes(s, 1);
    const int64_t lo = start > 0 ? start : 0, hi = end < n ? end : n;
    if (lo == start && hi == end && x->dtype == s->compute && x->s_time == 1 &&
        (uintptr_t)part % (uintptr_t)width == 0) {
        return part + start * width;
    }
    if (lo >= hi) {
        pad(p, x, part, start, end, row);
        return row;
    }
    pad(p, x, part, start, lo, row);
    load(s, x, part, lo, hi - lo, row + (lo - start) * width);
    pad(p, x, part, hi, end, row + (hi - start) * width);
    return row;
}

/* X[n - k] = conj X[k]: the bins of a real frame that the line does not give. */
static void mirror(const tfi_stft_setup *s, const tfi_line_operand *out, int64_t lanes)
{
    const int64_t step = out->layout == TFI_INTERLEAVED ? 2 : 1;
    for (int64_t k = s->n_fft / 2 + 1; k < s->n_fft; k++) {
        const int64_t to = k * out->stride, from = (s->n_fft - k) * out->stride;
        if (s->compute == TRNFFT_F64) {
            double *re = out->re, *im = out->im;
            for (int64_t l = 0; l < lanes; l++) {
                re[to + step * l] = re[from + step * l];
                im[to + step * l] = -im[from + step * l];
            }
        } else {
            float *re = out->re, *im = out->im;
            for (int64_t l = 0; l < lanes; l++) {
                re[to + step * l] = re[from + step * l];
                im[to + step * l] = -im[from + step * l];
            }
        }
    }
}

/* bins x lanes from scratch into the spectrum, converting. */
static void store(const tfi_stft_setup *s, const tfi_stft_data *y, int64_t f,
                  int64_t lanes, const void *const tile[2])
{
    char *parts[2] = { y->re, y->im };
    for (int c = 0; c < 2; c++) {
        char *at = parts[c] + f * y->s_time * y->size;
        for (int64_t k = 0; k < s->bins; k++) {
            char *to = at + k * y->s_freq * y->size;
            if (s->compute == TRNFFT_F64) {
                tfi_store_f64(y->dtype, to, y->s_time, lanes,
                              (const double *)tile[c] + k * lanes, 1);
            } else {
                tfi_store_f32(y->dtype, to, y->s_time, lanes,
                              (const float *)tile[c] + k * lanes, 1);
            }
        }
    }
}

/* Frames times window into a tile of `width` lanes. */
static void weigh(const execution *e, const part_scratch *scratch,
                  const void *const rows[2][TFI_STFT_MAX_LANES], int64_t lanes,
                  int64_t width)
{
    const tfi_stft_setup *s = &e->plan->problem.setup;
    if (width > 1 && tfi_stft_line_kind(s) == TFI_R2C) {
        const tfk_tile tile = { scratch->tile[0], NULL, s->n_fft, width, lanes };
        e->plan->kernels->weigh[tfi_stft_type(s)](e->window[0], rows[0], &tile);
        return;
    }
    tfi_stft_weigh(s, e->window[0], e->window[1], rows[0],
                   s->complex_signal ? rows[1] : NULL, lanes, scratch->tile[0],
                   scratch->tile[1]);
}

static void run_tile(const execution *e, const part_scratch *scratch, int64_t item,
                     int64_t f, int64_t lanes)
{
    const tfi_stft_problem *p = &e->plan->problem;
    const tfi_stft_setup *s = &p->setup;
    tfi_stft_data x = tfi_stft_signal(e->plan, &e->job->operands[0], item);
    tfi_stft_data y = tfi_stft_spectrum(e->plan, &e->job->operands[1], item);
    const void *rows[2][TFI_STFT_MAX_LANES];
    const size_t row = tfi_stft_bytes(s, s->n_fft);
    for (int64_t l = 0; l < lanes; l++) {
        int64_t start = (f + l) * s->hop - s->pad;
        rows[0][l] =
            frame_at(p, &x, x.re, start, (char *)scratch->rows[0] + (size_t)l * row);
        if (s->complex_signal) {
            rows[1][l] = frame_at(p, &x, x.im, start,
                                  (char *)scratch->rows[1] + (size_t)l * row);
        }
    }
    tfi_line_args args = { 0 };
    memset(&args, 0, sizeof args);
    tfk_frames frames;
    const bool is_real = tfi_stft_line_kind(s) == TFI_R2C;
    const bool direct = tfi_stft_direct(s, &y, f, lanes, &args.out);
    const bool turned = !direct && tfi_stft_frames(s, &y, f, &frames);
    /* Kernels fill the last tile up. */
    const int64_t width = turned && is_real ? e->plan->lanes : lanes;
    weigh(e, scratch, rows, lanes, width);
    args.in =
        (tfi_line_operand){ scratch->tile[0], scratch->tile[1], width, TFI_SPLIT };
    if (!direct) {
        args.out =
            (tfi_line_operand){ scratch->out[0], scratch->out[1], width, TFI_SPLIT };
    }
    args.lanes = width;
    args.scale = tfi_stft_scale(s);
    args.scratch = scratch->line;
    tfi_line_execute(e->plan->line, &args);
    if (!s->onesided && is_real) {
        mirror(s, &args.out, width);
    }
    if (turned) {
        const tfk_tile tile = { scratch->out[0], scratch->out[1], s->bins, width,
                                lanes };
        e->plan->kernels->from_tile[tfi_stft_type(s)](&tile, &frames);
    } else if (!direct) {
        const void *const tile[2] = { scratch->out[0], scratch->out[1] };
        store(s, &y, f, lanes, tile);
    }
}

/* A contiguous share of all tiles of all items. */
static void run_part(void *argument, int part)
{
    const execution *e = argument;
    const tfi_stft_plan *plan = e->plan;
    const tfi_stft_problem *p = &plan->problem;
    part_scratch scratch;
    split_part(plan, e->parts + (size_t)part * plan->part_bytes, &scratch);
    const int64_t tiles = (p->n_frames + plan->lanes - 1) / plan->lanes;
    const int64_t units = tiles * p->n_items, each = units / plan->n_parts;
    const int64_t more = units % plan->n_parts;
    const int64_t from = part * each + (part < more ? part : more);
    const int64_t to = from + each + (part < more);
    for (int64_t u = from; u < to; u++) {
        int64_t f = u % tiles * plan->lanes;
        int64_t rest = p->n_frames - f;
        run_tile(e, &scratch, u / tiles, f, rest < plan->lanes ? rest : plan->lanes);
    }
}

static trnfft_status execute(const tfi_job_plan *job_plan, const tfi_job *job)
{
    const tfi_stft_plan *plan = (const tfi_stft_plan *)job_plan;
    execution e = {
        plan, job, { NULL, NULL }, (char *)job->workspace + plan->shared_bytes
    };
    split_shared(plan, job->workspace, &e);
    TFI_TRY(tfi_stft_load_window(plan, job, function, e.window[0], e.window[1]));
    if (plan->n_parts == 1) {
        run_part(&e, 0);
    } else {
        tfi_team_run(job->team, (int)plan->n_parts, run_part, &e);
    }
    return TRNFFT_OK;
}

/* Sizes of scratch are known only once the line is awake. */
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
    tfi_print_line(printer,
                   "stft: %lld x %lld frames of %lld points, hop %lld, %lld bins, %lld "
                   "at a time, %s, %.0f ns",
                   (long long)q->n_items, (long long)q->n_frames,
                   (long long)q->setup.n_fft, (long long)q->setup.hop,
                   (long long)q->setup.bins, (long long)p->lanes,
                   trnfft_dtype_name(q->setup.compute), plan->cost_ns);
    tfi_plan_print_child(&p->line->base, printer);
}

static const tfi_plan_ops ops = { wake, tfi_stft_plan_fini, print };

static trnfft_status plan_stft(const tfi_solver *solver, const tfi_problem *problem,
                               tfi_planner *planner, tfi_plan **out)
{
    const tfi_stft_problem *p = (const tfi_stft_problem *)problem;
    tfi_stft_plan *plan = NULL;
    TFI_TRY(tfi_stft_plan_make(solver, problem, planner, &ops,
                               tfi_stft_line_kind(&p->setup), &plan));
    int64_t units = (p->n_frames + plan->lanes - 1) / plan->lanes * p->n_items;
    plan->n_parts = plan->n_parts < units ? plan->n_parts : (units > 0 ? units : 1);
    plan->job.execute = execute;
    *out = &plan->job.base;
    return TRNFFT_OK;
}

const tfi_solver tfi_solver_stft = { .name = "stft_frames",
                                     .kind = TFI_PROBLEM_STFT,
                                     .plan = plan_stft,
                                     .lanes_inside = true };
