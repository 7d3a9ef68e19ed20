/* nd_plan.c - solver "row_column": one axis after the other, each as a loop over all
 * other dimensions.
 *
 * The order is torch's: real input transforms the last axis first, real output the last
 * axis last. Intermediate results live in the output where it has the compute type,
 * else in the workspace (or in an input that may be destroyed), so that narrow storage
 * rounds once, at the end. A pass covers only what exists: axes still to come are as
 * long as the input, their padding is never stored.
 */
#include <string.h>

#include <trnfft/dtype.h>

#include "base/size_math.h"
#include "backend/cpu/line_tools.h"
#include "solvers/nd.h"

enum {
    MIN_LANES = 4,
    WIDEST = 4,        /* strips, in preferred numbers of lanes */
    SHORT_ROW = 16,    /* rows up to here that need tiles share them */
    ROW_POINTS = 4096, /* of one item of rows */
    LINE = 64,         /* bytes of a line of the cache */
    RUN_BYTES = 128,   /* that a wide strip has side by side at least */
    WIDE_ROW = 64      /* components */
};
static const int64_t cache_bytes = (int64_t)512 << 10;
static const int64_t strip_bytes = (int64_t)128 << 10; /* of wide strips */
static const int64_t max_tile_bytes =
    (int64_t)32 << 20; /* more lanes than that cost more than they gain */
static const double min_thread_ns =
    20e3; /* less work than that is not worth a helper */

/* Everything that changes from pass to pass. */
typedef struct state {
    const tfi_tensor_problem *t;
    tfi_nd_plan *plan;
    int64_t extent[TRNFFT_MAX_RANK]; /* what exists of each dimension just now */
    tfi_nd_view temp;
    tfi_nd_place place;   /* of the data just now */
    tfi_nd_place between; /* of intermediate data */
} state;

static int64_t unit_of(const tfi_nd_side *side)
{
    return side->is_complex && side->layout == TFI_INTERLEAVED ? 2 : 1;
}

static int64_t magnitude(int64_t x)
{
    return x < 0 ? -x : x;
}

static const tfi_nd_view *view_at(const state *s, tfi_nd_place place)
{
    return place == TFI_ND_IN ? &s->t->in : place == TFI_ND_OUT ? &s->t->out : &s->temp;
}

static void set_side(const state *s, tfi_nd_place place, int64_t axis, int64_t points,
                     tfi_nd_side *side)
{
    const tfi_nd_view *view = view_at(s, place);
    side->place = place;
    side->dtype = view->dtype;
    side->is_complex = view->layout != TRNFFT_REAL;
    side->layout = view->layout == TRNFFT_INTERLEAVED ? TFI_INTERLEAVED : TFI_SPLIT;
    side->points = points;
    side->stride = view->strides[axis];
    side->size = (int64_t)trnfft_dtype_size(view->dtype);
}

static void swap_dims(tfi_nd_pass *p, int a, int b)
{
    const int64_t e = p->extent[a], i = p->in.batch_strides[a],
                  o = p->out.batch_strides[a];
    p->extent[a] = p->extent[b];
    p->in.batch_strides[a] = p->in.batch_strides[b];
    p->out.batch_strides[a] = p->out.batch_strides[b];
    p->extent[b] = e;
    p->in.batch_strides[b] = i;
    p->out.batch_strides[b] = o;
}

static bool is_tighter(const tfi_nd_pass *p, int a, int b)
{
    const int64_t oa = magnitude(p->out.batch_strides[a]);
    const int64_t ob = magnitude(p->out.batch_strides[b]);
    return oa != ob
               ? oa < ob
               : magnitude(p->in.batch_strides[a]) < magnitude(p->in.batch_strides[b]);
}

/* Whether walking `extent` steps of the inner stride is one step of the outer one. */
static bool is_one_run(int64_t outer, int64_t inner, int64_t extent)
{
    return inner * extent == outer;
}

/* The other dimensions, tightest first, merged where two of them are one run on both
 * sides. */
static void set_batch(const state *s, int64_t axis, tfi_nd_pass *p)
{
    const tfi_nd_view *in = view_at(s, p->in.place), *out = view_at(s, p->out.place);
    int n = 0;
    for (int32_t d = 0; d < s->t->rank; d++) {
        if (d != axis && s->extent[d] != 1) {
            p->extent[n] = s->extent[d];
            p->in.batch_strides[n] = in->strides[d];
            p->out.batch_strides[n] = out->strides[d];
            for (int i = n++; i > 0 && is_tighter(p, i, i - 1); i--) {
                swap_dims(p, i, i - 1);
            }
        }
    }
    int kept = n > 0 ? 1 : 0;
    for (int d = 1; d < n; d++) {
        const int k = kept - 1;
        const int64_t extent = p->extent[k];
        if (is_one_run(p->in.batch_strides[d], p->in.batch_strides[k], extent) &&
            is_one_run(p->out.batch_strides[d], p->out.batch_strides[k], extent)) {
            p->extent[k] *= p->extent[d];
        } else {
            swap_dims(p, kept++, d);
        }
    }
    if (kept == 0) {
        p->extent[0] = 1;
        p->in.batch_strides[0] = p->out.batch_strides[0] = 0;
        kept = 1;
    }
    p->n_batch = kept;
}

/* How well a batch dimension serves as lanes: the sum over both sides. */
static int lane_worth(const tfi_nd_pass *p, int d)
{
    const tfi_nd_side *sides[2] = { &p->in, &p->out };
    int worth = 0;
    for (int i = 0; i < 2; i++) {
        const int64_t stride = magnitude(sides[i]->batch_strides[d]);
        const bool is_unit = sides[i]->batch_strides[d] == unit_of(sides[i]);
        worth += stride < magnitude(sides[i]->stride) ? 2 : 0;
        worth += is_unit ? 1 : 0;
    }
    return p->extent[d] > 1 ? worth : -1;
}

/* As wide as stays in cache: a strip touches a page or more for each of its points,
 * which costs the less the more lanes share it. */
static int64_t lanes_for(const tfi_nd_pass *p, int64_t n, uint32_t compute)
{
    const int64_t pair = 2 * (int64_t)tfi_type_bytes(compute);
    const int64_t preferred = tfi_line_preferred_lanes(compute);
    const bool in_pairs = unit_of(&p->in) == 2 && unit_of(&p->out) == 2;
    const int64_t run = RUN_BYTES / (in_pairs ? pair : pair / 2);
    const int64_t narrow = run > preferred ? run : preferred;
    int64_t lanes = WIDEST * preferred;
    while ((lanes > narrow && n > strip_bytes / (pair * lanes)) ||
           (lanes > preferred && n > cache_bytes / (pair * lanes)) ||
           (lanes > MIN_LANES && n > max_tile_bytes / (pair * lanes))) {
        lanes /= 2;
    }
    return lanes < p->extent[0] ? lanes : p->extent[0];
}

static tfi_nd_access access_of(const tfi_nd_pass *p, const tfi_nd_side *side,
                               bool wants_complex, int64_t points, uint32_t compute)
{
    if (side->dtype != (int32_t)compute || side->is_complex != wants_complex ||
        side->points < points) {
        return TFI_ND_TILE;
    }
    const int64_t unit = unit_of(side);
    if (p->lanes == 1 || p->as_rows) {
        return side->stride == unit || points == 1 ? TFI_ND_DIRECT : TFI_ND_TILE;
    }
    const bool apart = magnitude(side->stride) >= unit * p->lanes || points == 1;
    return side->batch_strides[0] == unit && apart ? TFI_ND_DIRECT : TFI_ND_TILE;
}

static void set_access(tfi_nd_pass *p, tfi_line_kind kind, uint32_t compute)
{
    p->in.access = access_of(p, &p->in, kind != TFI_R2C, p->line_in, compute);
    p->out.access = access_of(p, &p->out, kind != TFI_C2R, p->line_out, compute);
}

/* Whether the line can work on contiguous points on both sides. */
static bool are_rows(tfi_nd_pass *p, tfi_line_kind kind, uint32_t compute)
{
    p->as_rows = true;
    set_access(p, kind, compute);
    p->as_rows = false;
    return p->extent[0] > 1 && p->in.access == TFI_ND_DIRECT &&
           p->out.access == TFI_ND_DIRECT;
}

/* Rows of one item: enough to hide what an item costs, few enough to share out. */
static int64_t rows_for(const tfi_nd_pass *p, int64_t n)
{
    int64_t rows = ROW_POINTS / n;
    rows = rows < 1 ? 1 : rows;
    return rows < p->extent[0] ? rows : p->extent[0];
}

static void choose_lanes(tfi_nd_pass *p, tfi_line_kind kind, int64_t n,
                         uint32_t compute)
{
    int best = 0;
    for (int d = 1; d < p->n_batch; d++) {
        best = lane_worth(p, d) > lane_worth(p, best) ? d : best;
    }
    for (; best > 0; best--) { /* to the front, the rest keeps its order */
        swap_dims(p, best, best - 1);
    }
    if (lane_worth(p, 0) >= 2) {
        p->lanes = lanes_for(p, n, compute);
    } else if (are_rows(p, kind, compute)) {
        p->as_rows = true;
        p->lanes = rows_for(p, n);
    } else {
        const bool is_short = n <= SHORT_ROW && p->extent[0] > 1;
        p->lanes = is_short ? lanes_for(p, n, compute) : 1;
    }
    p->n_strips = (p->extent[0] + p->lanes - 1) / p->lanes;
    p->n_items = p->n_strips;
    p->n_lines = p->extent[0];
    for (int d = 1; d < p->n_batch; d++) {
        p->n_items *= p->extent[d];
        p->n_lines *= p->extent[d];
    }
}

/* The scratch of one thread. Tiles exist even where access is direct: operands whose
 * address is no multiple of their component need them. */
static trnfft_status set_scratch(tfi_nd_pass *p, uint32_t compute)
{
    const tfi_line_kind kind = (tfi_line_kind)p->line->problem.kind;
    const int64_t lanes = p->as_rows ? 1 : p->lanes;
    const size_t size = tfi_type_bytes(compute);
    size_t in = 0, out = 0;
    bool ok = tfi_mul_size((size_t)p->line_in, (size_t)lanes * size, &in) &&
              tfi_mul_size((size_t)p->line_out, (size_t)lanes * size, &out) &&
              in < SIZE_MAX / 16 && out < SIZE_MAX / 16;
    if (!ok) {
        return tfi_fail(TRNFFT_ERROR_OVERFLOW,
                        "the workspace exceeds the address space");
    }
    p->part_in_bytes = tfi_align_up(in);
    p->part_out_bytes = tfi_align_up(out);
    const size_t tile_in = p->part_in_bytes * (kind == TFI_R2C ? 1 : 2);
    const size_t tile_out = p->part_out_bytes * (kind == TFI_C2R ? 1 : 2);
    p->tile_out = kind == TFI_C2C ? 0 : tile_in;
    p->scratch = kind == TFI_C2C ? tile_in : tile_in + tile_out;
    p->thread_bytes = p->scratch + tfi_align_up(tfi_line_scratch(p->line, lanes));
    return TRNFFT_OK;
}

static double pass_cost(const tfi_nd_pass *p)
{
    double line = p->line->base.cost_ns;
    line += p->in.access == TFI_ND_TILE ? 0.5 * (double)p->line_in : 0.0;
    line += p->out.access == TFI_ND_TILE ? 0.5 * (double)p->line_out : 0.0;
    return (double)p->n_lines * line + 5.0 * (double)p->n_items;
}

/* Plans the pass over axis number `i` of the caller's list. */
static trnfft_status add_pass(state *s, tfi_planner *planner, int i, bool is_last)
{
    const tfi_tensor_problem *t = s->t;
    tfi_nd_pass *p = &s->plan->pass[s->plan->n_passes];
    const int64_t axis = t->axis[i], n = t->n[i];
    const tfi_line_kind kind = i == t->n_axes - 1 ? (tfi_line_kind)t->kind : TFI_C2C;
    p->line_in = kind == TFI_C2R ? n / 2 + 1 : n;
    p->line_out = kind == TFI_R2C ? n / 2 + 1 : n;
    const int64_t present = s->extent[axis] < p->line_in ? s->extent[axis] : p->line_in;
    const tfi_nd_place to = is_last ? TFI_ND_OUT : s->between;
    set_side(s, s->place, axis, present, &p->in);
    set_side(s, to, axis, p->line_out, &p->out);
    set_batch(s, axis, p);
    choose_lanes(p, kind, n, t->compute);
    set_access(p, kind, t->compute);
    planner->lanes = p->lanes > 1 && !p->as_rows;
    TFI_TRY(tfi_line_find(planner, kind, t->compute, n, &p->line));
    s->plan->n_passes++;
    const bool contiguous = p->lanes == 1 || p->as_rows;
    p->in.line_stride = contiguous ? unit_of(&p->in) : p->in.stride;
    p->out.line_stride = contiguous ? unit_of(&p->out) : p->out.stride;
    TFI_TRY(set_scratch(p, t->compute));
    p->scale = is_last ? t->scale : 1.0;
    p->conj_in = t->inverse && kind != TFI_R2C;
    p->conj_out = t->inverse && kind != TFI_C2R;
    s->plan->job.base.cost_ns += pass_cost(p);
    s->extent[axis] = p->line_out;
    s->place = to;
    return TRNFFT_OK;
}

/* Intermediate data of that shape in the workspace, split or in pairs as the input is.
 * Rows that strips of columns are written to begin with a line of the cache, unless
 * runs of several axes are to be one. */
static trnfft_status set_temp(state *s, const int64_t *shape)
{
    const tfi_tensor_problem *t = s->t;
    const bool in_pairs = t->in.layout == TRNFFT_INTERLEAVED;
    const size_t component = tfi_type_bytes(t->compute);
    const int64_t line = LINE / (int64_t)component;
    int64_t count = in_pairs ? 2 : 1;
    s->temp.dtype = (int32_t)t->compute;
    s->temp.layout = in_pairs ? TRNFFT_INTERLEAVED : TRNFFT_SPLIT;
    for (int32_t d = t->rank - 1; d >= 0; d--) {
        s->temp.shape[d] = shape[d];
        s->temp.strides[d] = count;
        if (shape[d] > 0 && !tfi_mul_i64(count, shape[d], &count)) {
            return tfi_fail(TRNFFT_ERROR_OVERFLOW, "intermediate data exceed 64 bits");
        }
        if (t->n_axes == 2 && count >= WIDE_ROW && count < INT64_MAX / 64) {
            count = (count + line - 1) / line * line;
        }
    }
    size_t elements;
    if (count > INT64_MAX / 64 || !tfi_to_size(count, &elements) ||
        elements > SIZE_MAX / 64) {
        return tfi_fail(TRNFFT_ERROR_OVERFLOW,
                        "intermediate data exceed the address space");
    }
    const size_t bytes = tfi_align_up(elements * component);
    s->plan->temp_im = in_pairs ? component : bytes;
    s->plan->temp_bytes = in_pairs ? bytes : 2 * bytes;
    return TRNFFT_OK;
}

/* Where intermediate results live, and what is needed of each dimension. */
static trnfft_status set_between(state *s)
{
    const tfi_tensor_problem *t = s->t;
    bool padded = false;
    int64_t shape[TRNFFT_MAX_RANK];
    memcpy(s->extent, t->in.shape, sizeof s->extent);
    memcpy(shape, t->in.shape, sizeof shape);
    for (int32_t i = 0; i < t->n_axes; i++) {
        const bool last = i == t->n_axes - 1;
        const int64_t axis = t->axis[i];
        const int64_t takes = last && t->kind == TFI_C2R ? t->n[i] / 2 + 1 : t->n[i];
        int64_t *extent = &s->extent[axis];
        padded = padded || (*extent < takes && !(last && t->kind == TFI_C2R));
        *extent = *extent < takes ? *extent : takes;
        shape[axis] = last && t->kind == TFI_C2R   ? *extent
                      : last && t->kind == TFI_R2C ? t->n[i] / 2 + 1
                                                   : t->n[i];
    }
    s->place = TFI_ND_IN;
    s->between = TFI_ND_TEMP;
    if (t->kind != TFI_C2R && t->out.dtype == (int32_t)t->compute) {
        s->between = TFI_ND_OUT;
    } else if (t->kind == TFI_C2R && t->in_writable && !padded &&
               t->in.dtype == (int32_t)t->compute) {
        s->between = TFI_ND_IN;
    }
    if (s->between != TFI_ND_TEMP || t->n_axes == 1) {
        return TRNFFT_OK;
    }
    return set_temp(s, shape);
}

/* Only where there are elements are the sizes bounded. */
static bool is_empty(const tfi_tensor_problem *t)
{
    bool empty = false;
    for (int32_t d = 0; d < t->rank; d++) {
        empty = empty || t->out.shape[d] == 0;
    }
    return empty;
}

static trnfft_status add_passes(state *s, tfi_planner *planner)
{
    const int32_t n = s->t->n_axes;
    if (is_empty(s->t)) {
        return TRNFFT_OK; /* nothing to do */
    }
    TFI_TRY(set_between(s));
    if (s->t->kind == TFI_C2R) {
        for (int32_t i = n - 2; i >= 0; i--) {
            TFI_TRY(add_pass(s, planner, i, false));
        }
        return add_pass(s, planner, n - 1, true);
    }
    for (int32_t i = n - 1; i >= 0; i--) {
        TFI_TRY(add_pass(s, planner, i, i == 0));
    }
    return TRNFFT_OK;
}

/* Lines that are too few for the threads, and that know how to be shared. */
static void choose_split(const tfi_nd_plan *plan, tfi_nd_pass *p)
{
    const int64_t n_threads = plan->problem.n_threads;
    const bool few = p->n_lines < n_threads ||
                     (p->n_lines < 4 * n_threads && p->n_lines % n_threads != 0);
    const double line_ns = p->line->base.cost_ns;
    p->split = n_threads > 1 && few && p->lanes == 1 && p->line->n_phases > 0 &&
               line_ns > 2.0 * p->line->n_phases * min_thread_ns;
}

/* Of a pass for `n_threads` threads; false: more than there can be. */
static bool pass_bytes(const tfi_nd_pass *p, int n_threads, size_t *bytes)
{
    if (!p->split || n_threads == 1) {
        return tfi_mul_size(p->thread_bytes, (size_t)n_threads, bytes);
    }
    const size_t line = tfi_align_up(p->line->parts_scratch(p->line, n_threads));
    return tfi_add_size(p->scratch, line, bytes);
}

static trnfft_status set_workspace(tfi_nd_plan *plan)
{
    int64_t n_items = 1;
    for (int i = 0; i < plan->n_passes; i++) {
        tfi_nd_pass *p = &plan->pass[i];
        choose_split(plan, p);
        const int64_t parts = p->split ? plan->problem.n_threads : p->n_items;
        n_items = parts > n_items ? parts : n_items;
    }
    const double useful = plan->job.base.cost_ns / min_thread_ns + 1.0;
    int64_t n_threads = plan->problem.n_threads;
    n_threads = n_threads < n_items ? n_threads : n_items;
    n_threads = (double)n_threads < useful ? n_threads : (int64_t)useful;
    plan->n_threads = (int)n_threads;
    bool ok = true;
    size_t scratch = 0;
    for (int i = 0; i < plan->n_passes; i++) {
        size_t bytes = 0;
        ok = ok && pass_bytes(&plan->pass[i], plan->n_threads, &bytes);
        scratch = bytes > scratch ? bytes : scratch;
    }
    if (!ok || !tfi_add_size(scratch, plan->temp_bytes, &plan->job.workspace_bytes)) {
        return tfi_fail(TRNFFT_ERROR_OVERFLOW,
                        "the workspace exceeds the address space");
    }
    return TRNFFT_OK;
}

static void set_line_operand(const tfi_nd_side *side, tfi_line_operand *o)
{
    o->stride = side->line_stride;
    o->layout = side->is_complex ? side->layout : TFI_SPLIT;
}

/* One line, or the lanes of one item, between the operands themselves. */
static void set_single(tfi_nd_plan *plan)
{
    const tfi_nd_pass *p = &plan->pass[0];
    if (plan->n_passes != 1 || p->n_items != 1 || p->as_rows ||
        (p->split && plan->n_threads > 1) || p->in.access != TFI_ND_DIRECT ||
        p->out.access != TFI_ND_DIRECT) {
        return;
    }
    tfi_single *single = &plan->job.single;
    single->line = p->line;
    set_line_operand(&p->in, &single->args.in);
    set_line_operand(&p->out, &single->args.out);
    single->args.lanes = p->extent[0];
    single->args.scale = p->scale;
    single->args.conj_in = p->conj_in;
    single->args.conj_out = p->conj_out;
    single->scratch = plan->temp_bytes + p->scratch;
    if (p->line->prepare != NULL && single->args.lanes == 1) {
        single->run = p->line->prepare(p->line, &single->args, &single->prepared);
    }
}

static trnfft_status nd_wake(tfi_plan *base, tfi_planner *planner)
{
    tfi_nd_plan *plan = (tfi_nd_plan *)base;
    for (int i = 0; i < plan->n_passes; i++) {
        TFI_TRY(tfi_plan_wake(&plan->pass[i].line->base, planner));
    }
    set_single(plan);
    return TRNFFT_OK;
}

static void nd_fini(tfi_plan *base, const tfi_allocator *alloc)
{
    tfi_nd_plan *plan = (tfi_nd_plan *)base;
    for (int i = 0; i < plan->n_passes; i++) {
        tfi_plan_free((tfi_plan *)plan->pass[i].line, alloc);
    }
}

static const char *access_text(const tfi_nd_pass *p, const tfi_nd_side *side)
{
    if (side->access == TFI_ND_TILE) {
        return side->dtype == (int32_t)p->line->problem.dtype
                   ? "tiles"
                   : trnfft_dtype_name(side->dtype);
    }
    return side->is_complex && side->layout == TFI_INTERLEAVED ? "pairs" : "direct";
}

static void print_pass(const tfi_nd_pass *p, int64_t axis, tfi_printer *printer)
{
    static const char *const kinds[] = { "c2c", "r2c", "c2r" };
    tfi_print_line(printer, "axis %lld %s n=%lld, %lld line%s", (long long)axis,
                   kinds[p->line->problem.kind], (long long)p->line->problem.n,
                   (long long)p->n_lines, p->n_lines == 1 ? "" : "s");
    if (p->as_rows) {
        tfi_printf(printer, " as rows");
    } else if (p->lanes > 1) {
        tfi_printf(printer, " in strips of %lld", (long long)p->lanes);
    }
    tfi_printf(printer, ", %s -> %s", access_text(p, &p->in), access_text(p, &p->out));
    tfi_plan_print_child(&p->line->base, printer);
}

static int64_t axis_of_pass(const tfi_nd_plan *plan, int pass)
{
    const int32_t n = plan->problem.n_axes;
    if (plan->problem.kind == TFI_C2R) {
        return plan->problem.axis[pass == n - 1 ? n - 1 : n - 2 - pass];
    }
    return plan->problem.axis[n - 1 - pass];
}

static void nd_print(const tfi_plan *base, tfi_printer *printer)
{
    const tfi_nd_plan *plan = (const tfi_nd_plan *)base;
    const tfi_tensor_problem *t = &plan->problem;
    tfi_print_line(printer, "row_column %s%s", trnfft_dtype_name((int32_t)t->compute),
                   t->inverse ? " inverse" : "");
    if (t->scale != 1.0) {
        tfi_printf(printer, ", scale %.6g", t->scale);
    }
    if (t->in_place) {
        tfi_printf(printer, ", in place");
    }
    if (plan->n_threads > 1) {
        tfi_printf(printer, ", %d threads", plan->n_threads);
    }
    tfi_printf(printer, " (%.3g ns)", base->cost_ns);
    printer->indent += 2;
    for (int i = 0; i < plan->n_passes; i++) {
        print_pass(&plan->pass[i], axis_of_pass(plan, i), printer);
    }
    printer->indent -= 2;
}

static size_t nd_lines(const tfi_job_plan *job, tfi_line_problem *list, size_t capacity)
{
    const tfi_nd_plan *plan = (const tfi_nd_plan *)job;
    for (int i = 0; i < plan->n_passes && (size_t)i < capacity; i++) {
        list[i] = plan->pass[i].line->problem;
        list[i].lanes = plan->pass[i].lanes > 1 && !plan->pass[i].as_rows;
    }
    return (size_t)plan->n_passes;
}

static const tfi_plan_ops nd_ops = { nd_wake, nd_fini, nd_print };

static trnfft_status plan_nd(const tfi_solver *solver, const tfi_problem *problem,
                             tfi_planner *planner, tfi_plan **out)
{
    tfi_nd_plan *plan = tfi_plan_new(planner, solver, &nd_ops, sizeof *plan);
    if (plan == NULL) {
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY, "no memory for %zu bytes of a plan",
                        sizeof *plan);
    }
    memcpy(&plan->problem, problem, sizeof plan->problem);
    state s;
    memset(&s, 0, sizeof s);
    s.t = &plan->problem;
    s.plan = plan;
    plan->job.base.cost_ns = 10.0;
    trnfft_status status = add_passes(&s, planner);
    if (status == TRNFFT_OK) {
        status = set_workspace(plan);
    }
    if (status != TRNFFT_OK) {
        tfi_plan_free(&plan->job.base, planner->alloc);
        return status;
    }
    plan->job.execute = tfi_nd_execute;
    plan->job.lines = nd_lines;
    *out = &plan->job.base;
    return TRNFFT_OK;
}

const tfi_solver tfi_solver_row_column = { .name = "row_column",
                                           .kind = TFI_PROBLEM_TENSOR,
                                           .plan = plan_nd };
