/* nd_walk.c - runs the passes of a "row_column" plan.
 *
 * A pass is a sequence of items, strips of lanes at one position of the outer
 * dimensions. Items are independent, so threads take equal runs of them; a barrier lies
 * between passes. Every item reads all of its points before it writes the first, which
 * makes transforms in place work.
 */

#include "backend/cpu/line_tools.h"
#include "solvers/nd.h"
#include "solvers/tile.h"

/* One side of a pass with the pointers of this execution. */
typedef struct side {
    const tfi_nd_side *layout;
    char *re, *im; /* element 0; im NULL: real */
    int64_t size;  /* bytes of a component */
    tfi_nd_access access;
    int64_t line_stride; /* what a direct line plan is told */
} side;

typedef struct walk {
    const tfi_nd_pass *pass;
    uint32_t compute;
    bool in_complex, out_complex; /* what the line takes and gives */
    side in, out;
    int n_parts;
    tfi_team *team; /* where each line is taken by n_parts threads, else NULL */
    char *scratch;  /* thread_bytes for each part */
    size_t scratch_step;
} walk;

/* Where an item lies, component offsets from element 0. */
typedef struct position {
    int64_t strip;
    int64_t index[TRNFFT_MAX_RANK];
    int64_t in, out; /* of the outer dimensions */
} position;

/* From the beginning, all 0, to an item. */
static void set_position(const tfi_nd_pass *p, int64_t item, position *at)
{
    if (item == 0) { /* small plans feel the divisions */
        return;
    }
    at->strip = item % p->n_strips;
    int64_t rest = item / p->n_strips;
    for (int d = 1; d < p->n_batch; d++) {
        at->index[d] = rest % p->extent[d];
        rest /= p->extent[d];
        at->in += at->index[d] * p->in.batch_strides[d];
        at->out += at->index[d] * p->out.batch_strides[d];
    }
}

static void advance(const tfi_nd_pass *p, position *at)
{
    if (++at->strip < p->n_strips) {
        return;
    }
    at->strip = 0;
    for (int d = 1; d < p->n_batch; d++) {
        at->in += p->in.batch_strides[d];
        at->out += p->out.batch_strides[d];
        if (++at->index[d] < p->extent[d]) {
            return;
        }
        at->in -= p->extent[d] * p->in.batch_strides[d];
        at->out -= p->extent[d] * p->out.batch_strides[d];
        at->index[d] = 0;
    }
}

/* First lane of a strip. A last strip of one lane takes a second one from its
 * neighbour: line plans want several lanes or contiguous points. */
static int64_t strip_start(const tfi_nd_pass *p, int64_t strip)
{
    if (strip == p->n_strips) {
        return p->extent[0];
    }
    const bool single = p->lanes > 2 && !p->as_rows && strip > 0 &&
                        strip == p->n_strips - 1 &&
                        p->extent[0] - strip * p->lanes == 1;
    return strip * p->lanes - (single ? 1 : 0);
}

/* Written in place: copies of structs that were just written stall small transforms. */
static void direct_operand(const side *s, int64_t offset, tfi_line_operand *o)
{
    o->re = s->re + offset * s->size;
    o->im = s->im != NULL ? s->im + offset * s->size : NULL;
    o->stride = s->line_stride;
    o->layout = s->layout->is_complex ? s->layout->layout : TFI_SPLIT;
}

static void tile_operand(char *tile, size_t part_bytes, bool is_complex, int64_t lanes,
                         tfi_line_operand *o)
{
    o->re = tile;
    o->im = is_complex ? tile + part_bytes : NULL;
    o->stride = lanes;
    o->layout = TFI_SPLIT;
}

static tfi_part part_of(const side *s, char *base, int64_t offset)
{
    tfi_part part = { base != NULL ? base + offset * s->size : NULL, s->layout->dtype,
                      s->layout->stride * s->size,
                      s->layout->batch_strides[0] * s->size };
    return part;
}

static void read_tile(const walk *w, int64_t offset, int64_t lanes,
                      const tfi_line_operand *tile)
{
    const int64_t points = w->in.layout->points, total = w->pass->line_in;
    tfi_part part = part_of(&w->in, w->in.re, offset);
    tfi_tile_read(w->compute, &part, points, total, lanes, tile->re);
    if (tile->im != NULL) {
        part = part_of(&w->in, w->in.im, offset);
        tfi_tile_read(w->compute, &part, points, total, lanes, tile->im);
    }
}

static void write_tile(const walk *w, int64_t offset, int64_t lanes,
                       const tfi_line_operand *tile)
{
    tfi_part part = part_of(&w->out, w->out.re, offset);
    tfi_tile_write(w->compute, &part, w->pass->line_out, lanes, tile->re);
    if (w->out.im != NULL) {
        part = part_of(&w->out, w->out.im, offset);
        tfi_tile_write(w->compute, &part, w->pass->line_out, lanes, tile->im);
    }
}

/* One phase of a line that all threads take. */
typedef struct split_line {
    const tfi_line_plan *line;
    const tfi_line_args *args;
    int phase, n_parts;
} split_line;

static void run_split_part(void *argument, int part)
{
    const split_line *s = argument;
    s->line->execute_part(s->line, s->args, s->phase, part, s->n_parts);
}

static void execute_line(const walk *w, const tfi_line_args *args)
{
    if (w->team == NULL) {
        tfi_line_execute(w->pass->line, args);
        return;
    }
    split_line s = { w->pass->line, args, 0, w->n_parts };
    for (; s.phase < s.line->n_phases; s.phase++) {
        tfi_team_run(w->team, w->n_parts, run_split_part, &s);
    }
}

/* `lanes` lanes from the offsets on. */
static void run_lanes(const walk *w, int64_t in, int64_t out, int64_t lanes,
                      char *scratch, tfi_line_args *args)
{
    const tfi_nd_pass *p = w->pass;
    args->lanes = lanes;
    if (w->in.access == TFI_ND_DIRECT) {
        direct_operand(&w->in, in, &args->in);
    } else {
        tile_operand(scratch, p->part_in_bytes, w->in_complex, lanes, &args->in);
        read_tile(w, in, lanes, &args->in);
    }
    if (w->out.access == TFI_ND_DIRECT) {
        direct_operand(&w->out, out, &args->out);
        execute_line(w, args);
    } else {
        tile_operand(scratch + p->tile_out, p->part_out_bytes, w->out_complex, lanes,
                     &args->out);
        execute_line(w, args);
        write_tile(w, out, lanes, &args->out);
    }
}

/* Rows where they are; through tiles one by one. */
static void run_rows(const walk *w, int64_t in, int64_t out, int64_t n_rows,
                     char *scratch, tfi_line_args *args)
{
    const tfi_nd_pass *p = w->pass;
    const tfi_line_rows rows = { n_rows, p->in.batch_strides[0],
                                 p->out.batch_strides[0] };
    if (w->in.access == TFI_ND_DIRECT && w->out.access == TFI_ND_DIRECT) {
        args->lanes = 1;
        direct_operand(&w->in, in, &args->in);
        direct_operand(&w->out, out, &args->out);
        tfi_line_execute_rows(p->line, args, &rows);
        return;
    }
    for (int64_t i = 0; i < n_rows; i++) {
        run_lanes(w, in + i * rows.in_row, out + i * rows.out_row, 1, scratch, args);
    }
}

static void run_item(const walk *w, const position *at, char *scratch,
                     tfi_line_args *args)
{
    const tfi_nd_pass *p = w->pass;
    const int64_t lane = strip_start(p, at->strip);
    const int64_t lanes = strip_start(p, at->strip + 1) - lane;
    const int64_t in = at->in + lane * p->in.batch_strides[0];
    const int64_t out = at->out + lane * p->out.batch_strides[0];
    if (p->as_rows) {
        run_rows(w, in, out, lanes, scratch, args);
    } else {
        run_lanes(w, in, out, lanes, scratch, args);
    }
}

/* All but the lanes and the operands. */
static void set_args(const tfi_nd_pass *p, char *scratch, tfi_line_args *args)
{
    args->scale = p->scale;
    args->conj_in = p->conj_in;
    args->conj_out = p->conj_out;
    args->scratch = scratch + p->scratch;
    args->slack = 0;
}

/* First item of a part; the parts differ by one item at most. */
static int64_t part_start(const walk *w, int part)
{
    if (part == 0 || part == w->n_parts) {
        return part == 0 ? 0 : w->pass->n_items;
    }
    const int64_t each = w->pass->n_items / w->n_parts;
    return each * part + w->pass->n_items % w->n_parts * part / w->n_parts;
}

/* Items first … next - 1. */
static void run_items(const walk *w, int64_t first, int64_t next, char *scratch)
{
    const tfi_nd_pass *p = w->pass;
    tfi_line_args args;
    set_args(p, scratch, &args);
    position at = { 0 };
    set_position(p, first, &at);
    for (int64_t item = first;; advance(p, &at)) {
        run_item(w, &at, scratch, &args);
        if (++item == next) {
            return;
        }
    }
}

static void run_part(void *argument, int part)
{
    const walk *w = argument;
    const int64_t first = part_start(w, part), next = part_start(w, part + 1);
    if (first < next) {
        run_items(w, first, next, w->scratch + (size_t)part * w->scratch_step);
    }
}

static void run_split(walk *w, tfi_team *team)
{
    w->team = team;
    run_items(w, 0, w->pass->n_items, w->scratch);
}

static void set_side(const tfi_nd_plan *plan, const tfi_job *job,
                     const tfi_nd_side *layout, side *s)
{
    s->layout = layout;
    s->size = layout->size;
    if (layout->place == TFI_ND_TEMP) {
        s->re = job->workspace;
        s->im = s->re + plan->temp_im;
    } else {
        const trnfft_operand *o = &job->operands[layout->place];
        s->re = o->re;
        s->im = layout->is_complex ? o->im : NULL;
    }
    const uintptr_t odd =
        ((uintptr_t)s->re | (uintptr_t)s->im) & (uintptr_t)(s->size - 1);
    s->access = odd != 0 ? TFI_ND_TILE : layout->access;
    s->line_stride = layout->line_stride;
}

static void run_pass(const tfi_nd_plan *plan, const tfi_job *job,
                     const tfi_nd_pass *pass)
{
    if (pass->n_items == 0) {
        return;
    }
    walk w; /* not zeroed first: that costs as much as a transform of 8 points */
    w.pass = pass;
    w.compute = plan->problem.compute;
    w.in_complex = pass->line->problem.kind != TFI_R2C;
    w.out_complex = pass->line->problem.kind != TFI_C2R;
    set_side(plan, job, &pass->in, &w.in);
    set_side(plan, job, &pass->out, &w.out);
    w.n_parts = plan->n_threads;
    w.scratch = (char *)job->workspace + plan->temp_bytes;
    w.scratch_step = pass->thread_bytes;
    w.team = NULL;
    if (pass->split && w.n_parts > 1) {
        run_split(&w, job->team);
    } else if (w.n_parts == 1) {
        run_part(&w, 0);
    } else {
        tfi_team_run(job->team, w.n_parts, run_part, &w);
    }
}

trnfft_status tfi_nd_execute(const tfi_job_plan *base, const tfi_job *job)
{
    const tfi_nd_plan *plan = (const tfi_nd_plan *)base;
    for (int i = 0; i < plan->n_passes; i++) {
        run_pass(plan, job, &plan->pass[i]);
    }
    return TRNFFT_OK;
}
