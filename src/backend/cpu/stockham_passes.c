/* stockham_passes.c - a line by a sequence of passes. */
#include "backend/cpu/stockham_passes.h"

#include <stdbool.h>
#include <string.h>

#include <trnfft/dtype.h>

/* Legs a multiple of MEET bytes apart lie in few sets of the first-level cache, which
 * then loses what was fetched ahead. What the next pass reads so is written with a gap
 * behind each of its legs. Short lines stay in that cache. */
enum { MEET = 2048, GAP = 192, LEAST = 32768 /* bytes of a part */ };

/* Room for all gaps of a part: a page, so that parts and buffers lie to each other as
 * without gaps. */
enum { ALL_GAPS = 4096 };
_Static_assert((int)TFK_MAX_RADIX *(int)GAP <= (int)ALL_GAPS, "room for all gaps");

/* Bytes of one lane of a leg and of a run of the pass behind pass i, or 0 where the
 * blocks that pass i would go by begin where its table cannot be entered. The first
 * pass of a single line takes whole blocks of that. */
static void find_gap(tfi_passes *p, int i)
{
    const int64_t size = (int64_t)tfi_type_bytes(p->dtype);
    const int64_t block = p->rest[i] / p->radices[i + 1];
    const int64_t entry = tfi_twiddle_block(p->dtype);
    if (block % entry == 0 || (i > 0 && entry % block == 0)) {
        p->leg[i] = p->n / p->radices[i + 1] * size;
        p->run[i] = p->n / p->rest[i] * size;
    }
}

void tfi_passes_init(tfi_passes *p, const tfk_table *kernels,
                     const tfi_line_problem *line, const int *radices, int count)
{
    p->kernels = kernels;
    p->dtype = line->dtype;
    p->n = line->n;
    p->count = count;
    memcpy(p->radices, radices, (size_t)count * sizeof *radices);
    int64_t rest = line->n;
    for (int i = 0; i < count; i++) {
        rest /= radices[i];
        p->rest[i] = rest;
        p->leg[i] = p->run[i] = 0;
    }
    for (int i = 0; i + 1 < count; i++) {
        find_gap(p, i);
    }
}

static inline bool is_long(const tfi_passes *p, int64_t lanes)
{
    return p->n * lanes * (int64_t)tfi_type_bytes(p->dtype) >= LEAST;
}

/* Whether what pass i writes has gaps between the legs that the next pass reads. That
 * has runs of whole vectors then: nobody reads gaps. */
static inline bool has_gaps(const tfi_passes *p, int i, int64_t lanes)
{
    return p->leg[i] > 0 && is_long(p, lanes) && p->leg[i] * lanes % MEET == 0 &&
           p->run[i] * lanes % TFI_VECTOR_BYTES == 0;
}

/* Never less for more lanes: callers that work in strips ask for the widest. */
static size_t buffer_bytes(const tfi_passes *p, int64_t lanes)
{
    return tfi_array_bytes(p->dtype, p->n * lanes + TFK_SLACK) +
           (is_long(p, lanes) ? ALL_GAPS : 0);
}

size_t tfi_passes_scratch(const tfi_passes *p, int64_t lanes)
{
    const size_t buffers = p->count == 2 ? 1 : 2;
    return 2 * buffers * buffer_bytes(p, lanes);
}

enum { OPERAND = 2 }; /* in place of a scratch buffer */

static void set_first(tfi_pass_step *step, const tfi_line_args *args, int64_t m)
{
    tfk_pass *pass = &step->pass;
    step->from = OPERAND;
    pass->in_interleaved = args->in.layout == TFI_INTERLEAVED;
    pass->conj_in = args->conj_in;
    pass->in_outer = args->in.stride;
    pass->in_leg = m * args->in.stride;
}

static void set_last(tfi_pass_step *step, const tfi_line_args *args, int64_t s)
{
    tfk_pass *pass = &step->pass;
    const int64_t lanes = args->lanes;
    step->to = OPERAND;
    pass->out_interleaved = args->out.layout == TFI_INTERLEAVED;
    pass->out_leg = s * args->out.stride;
    pass->twiddle = NULL;
    pass->finish = 1;
    pass->scale = args->scale;
    pass->conj_out = args->conj_out;
    pass->n_outer = 1;
    pass->n_inner = s * lanes;
    if (lanes > 1 && (pass->out_interleaved || args->out.stride != lanes)) {
        pass->n_outer = s;
        pass->n_inner = lanes;
        pass->in_outer = lanes;
        pass->out_outer = args->out.stride;
    }
}

/* The blocks of pass i, each of which writes one leg of the next pass. */
static void set_blocks(const tfi_passes *p, int i, int64_t lanes, tfi_pass_step *step)
{
    const int64_t size = (int64_t)tfi_type_bytes(p->dtype);
    tfk_pass *pass = &step->pass;
    step->blocks = 1;
    if (has_gaps(p, i, lanes)) {
        step->blocks = p->radices[i + 1];
        pass->n_outer /= step->blocks;
        step->in_block = pass->n_outer * pass->in_outer * size;
        step->out_block = pass->n_outer * pass->out_outer * size + GAP;
        step->dtype = p->dtype;
        step->w_row = 2 * tfi_twiddle_block(p->dtype) * (p->radices[i] - 1);
    }
}

/* Pass i, before which s points are done. */
static void set_step(const tfi_passes *p, const tfi_line_args *args, int i, int64_t s,
                     tfi_pass_step *step)
{
    const int type = tfi_type_index(p->dtype);
    const int64_t size = (int64_t)tfi_type_bytes(p->dtype);
    const int64_t lanes = args->lanes, m = p->rest[i], run = s * lanes;
    const int radix = p->radices[i];
    tfk_pass *pass = &step->pass;
    pass->scale = 1.0;
    pass->n_outer = m;
    pass->n_inner = run;
    pass->twiddle = p->twiddles[i];
    pass->in_interleaved = pass->out_interleaved = 0;
    pass->conj_in = pass->conj_out = 0;
    pass->finish = 0;
    pass->may_alias = 0;
    pass->overrun = (i > 0 || args->slack) && (i < p->count - 1 || args->slack);
    pass->in_outer = run;
    pass->in_leg = m * run + (i > 0 && has_gaps(p, i - 1, lanes) ? GAP / size : 0);
    pass->out_outer = radix * run;
    pass->out_leg = run;
    step->from = (i - 1) & 1;
    step->to = i & 1;
    if (i == 0) {
        set_first(step, args, m);
    }
    if (i == p->count - 1) {
        set_last(step, args, s);
    }
    set_blocks(p, i, lanes, step);
    step->kernel = i == 0 && lanes == 1 ? p->kernels->first[type][radix]
                                        : p->kernels->pass[type][radix];
}

/* Four pointers of operands, and two buffers of two parts each. */
typedef struct places {
    const void *in_re, *in_im;
    void *out_re, *out_im;
    char *scratch;
    size_t buffer; /* bytes of a part */
} places;

/* Where the twiddles of outer index o begin. */
static const void *twiddle_at(const tfi_pass_step *s, int64_t o)
{
    const int64_t block = tfi_twiddle_block(s->dtype);
    return tfi_at(s->pass.twiddle, s->dtype, o / block * s->w_row + o % block);
}

static void run_blocks(const tfi_pass_step *s, const char *in_re, const char *in_im,
                       char *out_re, char *out_im)
{
    tfk_pass pass = s->pass;
    for (int64_t b = 0; b < s->blocks; b++) {
        const int64_t i = b * s->in_block, k = b * s->out_block;
        pass.twiddle = twiddle_at(s, b * pass.n_outer);
        s->kernel(&pass, in_re + i, in_im + i, out_re + k, out_im + k);
    }
}

static inline void run_step(const tfi_pass_step *s, const places *at)
{
    char *from = at->scratch + 2 * (size_t)s->from * at->buffer;
    char *to = at->scratch + 2 * (size_t)s->to * at->buffer;
    const bool first = s->from == OPERAND, last = s->to == OPERAND;
    const void *in_re = first ? at->in_re : from;
    const void *in_im = first ? at->in_im : from + at->buffer;
    if (s->blocks > 1) {
        run_blocks(s, in_re, in_im, to, to + at->buffer);
    } else {
        s->kernel(&s->pass, in_re, in_im, last ? at->out_re : to,
                  last ? at->out_im : to + at->buffer);
    }
}

/* Bytes of a part of what the first pass wrote, where the second one has runs shorter
 * than a vector and reads behind them; else 0. */
static size_t end_of(const tfi_passes *p, int64_t lanes)
{
    const size_t size = tfi_type_bytes(p->dtype);
    const size_t run = (size_t)(p->radices[0] * lanes) * size;
    return p->count > 2 && run < TFI_VECTOR_BYTES ? (size_t)(p->n * lanes) * size : 0;
}

static inline void end_buffer(const places *at, size_t end)
{
    if (end > 0) {
        tfi_clear_behind(at->scratch, at->scratch + at->buffer, end, 0);
    }
}

void tfi_passes_run(const tfi_passes *p, const tfi_line_args *args)
{
    const places at = { args->in.re,  args->in.im,   args->out.re,
                        args->out.im, args->scratch, buffer_bytes(p, args->lanes) };
    int64_t s = 1;
    end_buffer(&at, end_of(p, args->lanes));
    for (int i = 0; i < p->count; i++) {
        tfi_pass_step step;
        set_step(p, args, i, s, &step);
        run_step(&step, &at);
        s *= p->radices[i];
    }
}

void tfi_passes_prepare(const tfi_passes *p, const tfi_line_args *args,
                        tfi_prepared_passes *line)
{
    int64_t s = 1;
    line->buffer = buffer_bytes(p, 1);
    line->end = end_of(p, 1);
    line->count = p->count;
    for (int i = 0; i < p->count; i++) {
        set_step(p, args, i, s, &line->steps[i]);
        s *= p->radices[i];
    }
}

void tfi_prepared_passes_run(const tfi_prepared_passes *line, const void *in_re,
                             const void *in_im, void *out_re, void *out_im,
                             void *scratch)
{
    const places at = { in_re, in_im, out_re, out_im, scratch, line->buffer };
    end_buffer(&at, line->end);
    for (int i = 0; i < line->count; i++) {
        run_step(&line->steps[i], &at);
    }
}
