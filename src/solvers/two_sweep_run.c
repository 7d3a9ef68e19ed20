/* two_sweep_run.c - execution of plans of "two_sweep", see line_two_sweep.c: strips,
 * the place of the middle array, parts, several lanes. */
#include "solvers/line_move.h"
#include "solvers/two_sweep.h"

enum {
    AHEAD = 4,      /* rows fetched before they are needed */
    LINE = 16,      /* components */
    ROW_BYTES = 128 /* of a part, that are read or written side by side at least */
};

static int64_t min_i64(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Components of a group of a tile: no power of two. */
static int64_t tile_step(const tfi_two_sweep *p)
{
    return 2 * p->n1 * p->group + LINE;
}

/* The same of the middle array in the workspace. */
static int64_t middle_group(const tfi_two_sweep *p)
{
    return 2 * p->n2 * p->group + LINE;
}

static size_t middle_bytes(const tfi_two_sweep *p)
{
    return tfi_array_bytes(p->line.problem.dtype, p->n_slots * middle_group(p));
}

/* Strips done at once where an operand is split: one of them would touch a
 * single line of the cache in each row of a part. */
static int split_at_once(const tfi_two_sweep *p)
{
    const size_t row = (size_t)p->w * tfi_type_bytes(p->line.problem.dtype);
    return row < ROW_BYTES ? 2 : 1;
}

static size_t tile_bytes(const tfi_two_sweep *p, int64_t n_groups)
{
    return tfi_array_bytes(p->line.problem.dtype, n_groups * tile_step(p));
}

static size_t work_bytes(const tfi_two_sweep *p)
{
    const int64_t n_groups = split_at_once(p) * (p->w / p->group);
    const size_t columns =
        tfi_lane_dft_scratch(&p->columns, p->group, n_groups) + tile_bytes(p, n_groups);
    const size_t rows = tfi_lane_dft_scratch(&p->rows, p->group, n_groups);
    return columns > rows ? columns : rows;
}

static size_t line_bytes(const tfi_two_sweep *p)
{
    return tfi_array_bytes(p->line.problem.dtype, p->line.problem.n);
}

size_t tfi_two_sweep_scratch(const tfi_line_plan *plan, int64_t lanes)
{
    const tfi_two_sweep *p = (const tfi_two_sweep *)plan;
    return tfi_each_lane_scratch(plan, lanes) + middle_bytes(p) + work_bytes(p);
}

/* Row j2 of the middle array: place k1 at k1 % g of group k1 / g, re and im; the last
 * group holds the last g places. */
typedef struct middle {
    void *re, *im;
    int64_t row, group; /* components from row to row, from group to group */
    int stream;
} middle;

typedef struct sweep {
    const tfi_two_sweep *plan;
    const tfi_line_args *args;
    middle middle;
    int stream_out;
} sweep;

/* Components from group to group where lanes lie side by side. */
static int64_t group_step(const tfi_two_sweep *p, const tfi_line_operand *o)
{
    return o->layout == TFI_INTERLEAVED ? 2 * p->group : p->group;
}

/* The tile of `count` strips from s on, into rows of the middle array. */
static void turn_tile(const sweep *w, int64_t s, int64_t count, const void *tile)
{
    const tfi_two_sweep *p = w->plan;
    const uint32_t dtype = p->line.problem.dtype;
    const middle *m = &w->middle;
    const int64_t j2 = tfi_two_sweep_start(p, s), n_groups = p->w / p->group;
    tfk_turn t;
    t.in = tile;
    t.in_group = tile_step(p);
    t.out_re = tfi_at(m->re, dtype, j2 * m->row);
    t.out_im = tfi_at(m->im, dtype, j2 * m->row);
    t.out_row = m->row;
    t.out_group = m->group;
    t.row = tfi_at(p->coarse, dtype, s * n_groups * 2 * p->n1);
    t.row_im = p->n1;
    t.row_group = 2 * p->n1;
    t.fine = p->fine;
    t.fine_im = p->n1 * p->group;
    t.n_rows = p->n1;
    t.group = p->group;
    t.n_groups = count * n_groups;
    t.skip = s * p->w - j2;
    t.stream = m->stream;
    p->columns.kernels->turn[tfi_type_index(dtype)](&t);
}

/* Sweep 1, `count` strips from s on. */
static void do_columns(const sweep *w, int64_t s, int64_t count, char *work)
{
    const tfi_two_sweep *p = w->plan;
    const uint32_t dtype = p->line.problem.dtype;
    const tfi_line_args *args = w->args;
    const int64_t n_groups = count * (p->w / p->group);
    tfi_lane_args strip = { 0 };
    strip.in = tfi_operand_at(&args->in, dtype, 0, tfi_two_sweep_start(p, s));
    strip.in.stride = p->n2 * args->in.stride;
    strip.out = tfi_split(work, tfi_at(work, dtype, p->group), 2 * p->group);
    strip.groups =
        (tfi_lane_groups){ p->group, n_groups, group_step(p, &args->in), tile_step(p) };
    strip.scale = 1.0;
    strip.conj_in = args->conj_in;
    strip.ahead = AHEAD;
    strip.scratch = work + tile_bytes(p, n_groups);
    tfi_lane_dft_execute(&p->columns, &strip);
    turn_tile(w, s, count, work);
}

/* Sweep 2, `count` groups from `slot` on. */
static void do_rows(const sweep *w, int64_t slot, int64_t count, char *work)
{
    const tfi_two_sweep *p = w->plan;
    const uint32_t dtype = p->line.problem.dtype;
    const tfi_line_args *args = w->args;
    const middle *m = &w->middle;
    const int64_t k1 = min_i64(slot * p->group, p->n1 - p->group);
    const int64_t at = slot * m->group;
    tfi_lane_args strip = { 0 };
    strip.in = tfi_split(tfi_at(m->re, dtype, at), tfi_at(m->im, dtype, at), m->row);
    strip.out = tfi_operand_at(&args->out, dtype, 0, k1);
    strip.out.stride = p->n1 * args->out.stride;
    strip.groups =
        (tfi_lane_groups){ p->group, count, m->group, group_step(p, &args->out) };
    strip.scale = args->scale;
    strip.conj_out = args->conj_out;
    strip.ahead = AHEAD;
    strip.stream = w->stream_out;
    strip.scratch = work;
    tfi_lane_dft_execute(&p->rows, &strip);
}

/* Whether the output is written past the caches: it is too much to be found there
 * later, and its runs are whole vectors. */
static int may_stream(const tfi_two_sweep *p, const tfi_line_operand *out)
{
    const uintptr_t odd =
        (uintptr_t)out->re | (out->layout == TFI_INTERLEAVED ? 0 : (uintptr_t)out->im);
    return 2 * line_bytes(p) >= TFI_TWO_SWEEP_STREAM && odd % 64 == 0 &&
           p->n1 % p->w == 0;
}

/* Bytes that the n points of a part, or of pairs, take. */
static size_t part_bytes(const tfi_two_sweep *p, const tfi_line_operand *o)
{
    return line_bytes(p) * (o->layout == TFI_INTERLEAVED ? 2 : 1);
}

static int parts_meet(const void *a, size_t a_bytes, const void *b, size_t b_bytes)
{
    const uintptr_t x = (uintptr_t)a, y = (uintptr_t)b;
    return x < y + b_bytes && y < x + a_bytes;
}

/* Whether the operands share memory. */
static int operands_meet(const tfi_two_sweep *p, const tfi_line_args *args)
{
    const tfi_line_operand *x = &args->in, *y = &args->out;
    const size_t a = part_bytes(p, x), b = part_bytes(p, y);
    return parts_meet(x->re, a, y->re, b) || parts_meet(x->re, a, y->im, b) ||
           parts_meet(x->im, a, y->re, b) || parts_meet(x->im, a, y->im, b);
}

/* The output where it can be, in the layout that the kernels like; else `scratch`. */
static middle place_middle(const tfi_two_sweep *p, const tfi_line_args *args)
{
    const uint32_t dtype = p->line.problem.dtype;
    const tfi_line_operand *out = &args->out;
    const int64_t n1 = p->n1, g = p->group;
    middle m;
    if (2 * line_bytes(p) < TFI_TWO_SWEEP_STREAM && n1 % p->w == 0 &&
        !operands_meet(p, args)) {
        const int pairs = out->layout == TFI_INTERLEAVED;
        m = (middle){ out->re, pairs ? tfi_at(out->re, dtype, g) : out->im,
                      pairs ? 2 * n1 : n1, pairs ? 2 * g : g, 0 };
    } else {
        m = (middle){ args->scratch, tfi_at(args->scratch, dtype, g), 2 * g,
                      middle_group(p), 2 * line_bytes(p) >= TFI_TWO_SWEEP_LARGE };
    }
    return m;
}

/* First of `count` steps for a part. */
static int64_t part_start(int64_t count, int part, int n_parts)
{
    return count / n_parts * part + count % n_parts * part / n_parts;
}

/* Sweep 1 or 2 (phase 0 or 1), the share of one part. A strip that is moved back
 * belongs to the part of the one before it. */
void tfi_two_sweep_part(const tfi_line_plan *plan, const tfi_line_args *args, int phase,
                        int part, int n_parts)
{
    const tfi_two_sweep *p = (const tfi_two_sweep *)plan;
    const sweep w = { p, args, place_middle(p, args), may_stream(p, &args->out) };
    char *work = (char *)args->scratch + middle_bytes(p) + (size_t)part * work_bytes(p);
    const int64_t count = phase == 0 ? p->n_strips : p->n_slots;
    const int64_t whole = phase == 0 ? p->n2 / p->w : p->n1 / p->group;
    const int64_t next =
        part + 1 == n_parts ? count : part_start(whole, part + 1, n_parts);
    const tfi_line_operand *far = phase == 0 ? &args->in : &args->out;
    const int64_t most = (phase == 0 ? 1 : p->w / p->group) *
                         (far->layout == TFI_INTERLEAVED ? 1 : split_at_once(p));
    for (int64_t i = part_start(whole, part, n_parts); i < next;) {
        const int64_t left = min_i64(next, whole) - i; /* that are not moved back */
        const int64_t some = left >= most ? most : left > 1 ? left : 1;
        if (phase == 0) {
            do_columns(&w, i, some, work);
        } else {
            do_rows(&w, i, some, work);
        }
        i += some;
    }
    p->columns.kernels->fence();
}

size_t tfi_two_sweep_parts_scratch(const tfi_line_plan *plan, int n_parts)
{
    const tfi_two_sweep *p = (const tfi_two_sweep *)plan;
    return middle_bytes(p) + (size_t)n_parts * work_bytes(p);
}

static void execute_line(const tfi_line_plan *plan, const tfi_line_args *args)
{
    tfi_two_sweep_part(plan, args, 0, 0, 1);
    tfi_two_sweep_part(plan, args, 1, 0, 1);
}

void tfi_two_sweep_execute(const tfi_line_plan *plan, const tfi_line_args *args)
{
    tfi_each_lane(plan, args, execute_line);
}
