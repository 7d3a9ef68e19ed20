/* line_two_sweep.c - solver "two_sweep": n = n1 n2 for lines beyond the second-level
 * cache, in two sweeps over memory.
 *
 * The decomposition of "four_step" (line_four_step.c), laid out for the memory: with
 * j = n2 j1 + j2 and k = k1 + n1 k2,
 *   sweep 1  strips of W columns j2: DFTs of n1 points over W lanes, into the middle
 *            array [group of columns][k1][re | im];
 *   sweep 2  blocks of W rows k1: the rows of all groups, times w^(j2 k1), transposed
 *            into a tile [group of rows][j2][re | im]; DFTs of n2 points over W lanes,
 *            whose last pass writes runs of W outputs.
 * A row of a group is one line of the cache. Strips, tiles and everything between the
 * sweeps stay in the second-level cache, the innermost DFTs in the first (lane_dft.h).
 * The last strip and the last block are moved back to stay W wide, so that some values
 * are computed twice, to the same bits.
 *
 * Twiddles are products of two factors, w^(start k1) by strip and w^(b k1) by column in
 * the strip: a table of n would be as much memory traffic as the data.
 */
#include "base/primes.h"
#include "solvers/lane_dft.h"
#include "solvers/line_solvers.h"
#include "solvers/tile.h"

enum {
    AHEAD = 4, /* rows fetched before they are needed */
    LINE = 16  /* components */
};

/* Bytes of a line from which on the results are written past the caches, and from which
 * on the middle array is too, and strips are twice as wide. */
static const size_t stream_bytes = (size_t)4 << 20, large_bytes = (size_t)16 << 20;

typedef struct two_sweep_plan {
    tfi_line_plan line;
    tfi_lane_dft columns, rows; /* of n1 and of n2 points */
    tfi_cpu_level cpu;
    int64_t n1, n2;
    int64_t w, group; /* lanes of a strip, of a group */
    int64_t n_strips, n_blocks;
    void *coarse; /* [block][strip][re W | im W] of w^(start k1) */
    void *fine;   /* [block][re W x W | im W x W] of w^(b k1), row k1, column b */
} two_sweep_plan;

static int64_t min_i64(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t strip_start(const two_sweep_plan *p, int64_t s)
{
    return min_i64(s * p->w, p->n2 - p->w);
}

static int64_t block_start(const two_sweep_plan *p, int64_t b)
{
    return min_i64(b * p->w, p->n1 - p->w);
}

/* Components from group to group of the middle array and of the tile: no power of two.
 */
static int64_t middle_step(const two_sweep_plan *p)
{
    return 2 * p->n1 * p->group + LINE;
}

static int64_t tile_step(const two_sweep_plan *p)
{
    return 2 * p->n2 * p->group + LINE;
}

static size_t middle_bytes(const two_sweep_plan *p)
{
    const int64_t groups = p->n_strips * (p->w / p->group);
    return tfi_array_bytes(p->line.problem.dtype, groups * middle_step(p));
}

static size_t tile_bytes(const two_sweep_plan *p)
{
    return tfi_array_bytes(p->line.problem.dtype, p->w / p->group * tile_step(p));
}

static size_t work_bytes(const two_sweep_plan *p)
{
    const int64_t n_groups = p->w / p->group;
    const size_t columns = tfi_lane_dft_scratch(&p->columns, p->group, n_groups);
    const size_t rows = tfi_lane_dft_scratch(&p->rows, p->group, n_groups);
    return columns > rows + tile_bytes(p) ? columns : rows + tile_bytes(p);
}

static size_t line_bytes(const two_sweep_plan *p)
{
    return tfi_array_bytes(p->line.problem.dtype, p->line.problem.n);
}

static size_t two_sweep_scratch(const tfi_line_plan *plan, int64_t lanes)
{
    const two_sweep_plan *p = (const two_sweep_plan *)plan;
    const size_t copies = lanes == 1 ? 0 : 2 * (size_t)lanes * line_bytes(p);
    return copies + middle_bytes(p) + work_bytes(p);
}

typedef struct sweep {
    const two_sweep_plan *plan;
    const tfi_line_args *args;
    char *middle;
    int stream_middle, stream_out;
} sweep;

/* Components from group to group where lanes lie side by side. */
static int64_t group_step(const two_sweep_plan *p, const tfi_line_operand *o)
{
    return o->layout == TFI_INTERLEAVED ? 2 * p->group : p->group;
}

/* Strip s, into the middle array. */
static void do_strip(const sweep *w, int64_t s, char *work)
{
    const two_sweep_plan *p = w->plan;
    const uint32_t dtype = p->line.problem.dtype;
    const tfi_line_args *args = w->args;
    const tfi_lane_groups groups = { p->group, p->w / p->group,
                                     group_step(p, &args->in), middle_step(p) };
    char *middle = tfi_at(w->middle, dtype, s * groups.n_groups * groups.out);
    tfi_lane_args strip = { 0 };
    strip.in = tfi_operand_at(&args->in, dtype, 0, strip_start(p, s));
    strip.in.stride = p->n2 * args->in.stride;
    strip.out = tfi_split(middle, tfi_at(middle, dtype, p->group), 2 * p->group);
    strip.groups = groups;
    strip.scale = 1.0;
    strip.conj_in = args->conj_in;
    strip.ahead = AHEAD;
    strip.stream = w->stream_middle;
    strip.scratch = work;
    tfi_lane_dft_execute(&p->columns, &strip);
}

/* Rows W of block b of all groups, into a tile. */
static void turn_block(const sweep *w, int64_t b, char *tile)
{
    const two_sweep_plan *p = w->plan;
    const uint32_t dtype = p->line.problem.dtype;
    const int64_t step = middle_step(p), size = p->w, row = 2 * p->group;
    const int64_t n_groups = p->w / p->group, all = p->n_strips * n_groups;
    tfk_turn t;
    t.group = p->group;
    t.n_rows = t.fine_row = size;
    t.fine_im = size * size;
    t.out_group = tile_step(p);
    for (int64_t i = 0; i < all; i++) {
        const int64_t s = i / n_groups, g = i % n_groups * p->group;
        t.in = tfi_at(w->middle, dtype, i * step + block_start(p, b) * row);
        t.out = tfi_at(tile, dtype, (strip_start(p, s) + g) * row);
        t.row_re = tfi_at(p->coarse, dtype, (b * p->n_strips + s) * 2 * size);
        t.row_im = tfi_at(t.row_re, dtype, size);
        t.fine_re = tfi_at(p->fine, dtype, b * 2 * size * size + g);
        t.next = i + AHEAD < all ? tfi_at(t.in, dtype, AHEAD * step) : NULL;
        p->columns.kernels->turn[tfi_type_index(dtype)](&t);
    }
}

static void do_block(const sweep *w, int64_t b, char *work)
{
    const two_sweep_plan *p = w->plan;
    const uint32_t dtype = p->line.problem.dtype;
    const tfi_line_args *args = w->args;
    const tfi_lane_groups groups = { p->group, p->w / p->group, tile_step(p),
                                     group_step(p, &args->out) };
    turn_block(w, b, work);
    tfi_lane_args row = { 0 };
    row.in = tfi_split(work, tfi_at(work, dtype, p->group), 2 * p->group);
    row.out = tfi_operand_at(&args->out, dtype, 0, block_start(p, b));
    row.out.stride = p->n1 * args->out.stride;
    row.groups = groups;
    row.scale = args->scale;
    row.conj_out = args->conj_out;
    row.stream = w->stream_out;
    row.scratch = work + tile_bytes(p);
    tfi_lane_dft_execute(&p->rows, &row);
}

/* Whether the output is written past the caches: it is too much to be found there
 * later, and its runs are whole vectors. */
static int may_stream(const two_sweep_plan *p, const tfi_line_operand *out)
{
    const uintptr_t odd =
        (uintptr_t)out->re | (out->layout == TFI_INTERLEAVED ? 0 : (uintptr_t)out->im);
    return 2 * line_bytes(p) >= stream_bytes && odd % 64 == 0 && p->n1 % p->w == 0;
}

/* First of `count` steps for a part. */
static int64_t part_start(int64_t count, int part, int n_parts)
{
    return count / n_parts * part + count % n_parts * part / n_parts;
}

/* Sweep 1 or 2 (phase 0 or 1), the share of one part. */
static void execute_part(const tfi_line_plan *plan, const tfi_line_args *args,
                         int phase, int part, int n_parts)
{
    const two_sweep_plan *p = (const two_sweep_plan *)plan;
    const sweep w = { p, args, args->scratch, 2 * line_bytes(p) >= large_bytes,
                      may_stream(p, &args->out) };
    char *work = w.middle + middle_bytes(p) + (size_t)part * work_bytes(p);
    const int64_t count = phase == 0 ? p->n_strips : p->n_blocks;
    const int64_t next = part_start(count, part + 1, n_parts);
    for (int64_t i = part_start(count, part, n_parts); i < next; i++) {
        if (phase == 0) {
            do_strip(&w, i, work);
        } else {
            do_block(&w, i, work);
        }
    }
    p->columns.kernels->fence();
}

static size_t parts_scratch(const tfi_line_plan *plan, int n_parts)
{
    const two_sweep_plan *p = (const two_sweep_plan *)plan;
    return middle_bytes(p) + (size_t)n_parts * work_bytes(p);
}

static void execute_line(const two_sweep_plan *p, const tfi_line_args *args)
{
    execute_part(&p->line, args, 0, 0, 1);
    execute_part(&p->line, args, 1, 0, 1);
}

/* One part of lane b of an operand of several lanes. */
static tfi_part part_of(const two_sweep_plan *p, const tfi_line_operand *o, int64_t b,
                        int imaginary)
{
    const uint32_t dtype = p->line.problem.dtype;
    const int64_t size = (int64_t)tfi_type_bytes(dtype);
    const int64_t lane = o->layout == TFI_INTERLEAVED ? 2 * size : size;
    tfi_part part = { (char *)(imaginary ? o->im : o->re) + b * lane, (int32_t)dtype,
                      o->stride * size, lane };
    return part;
}

/* Lanes are copied to lines of their own and back: all are read before one is written.
 */
static void execute_lanes(const two_sweep_plan *p, const tfi_line_args *args)
{
    const uint32_t dtype = p->line.problem.dtype;
    const int64_t n = p->line.problem.n;
    const size_t bytes = line_bytes(p);
    char *copies = args->scratch;
    tfi_line_args line = *args;
    line.lanes = 1;
    line.slack = 0;
    line.scratch = copies + 2 * (size_t)args->lanes * bytes;
    for (int64_t b = 0; b < 2 * args->lanes; b++) {
        const tfi_part part = part_of(p, &args->in, b / 2, (int)(b % 2));
        tfi_tile_read(dtype, &part, n, n, 1, copies + (size_t)b * bytes);
    }
    for (int64_t b = 0; b < args->lanes; b++) {
        char *copy = copies + 2 * (size_t)b * bytes;
        line.in = line.out = tfi_split(copy, copy + bytes, 1);
        execute_line(p, &line);
    }
    for (int64_t b = 0; b < 2 * args->lanes; b++) {
        const tfi_part part = part_of(p, &args->out, b / 2, (int)(b % 2));
        tfi_tile_write(dtype, &part, n, 1, copies + (size_t)b * bytes);
    }
}

static void two_sweep_execute(const tfi_line_plan *plan, const tfi_line_args *args)
{
    const two_sweep_plan *p = (const two_sweep_plan *)plan;
    if (args->lanes == 1) {
        execute_line(p, args);
    } else {
        execute_lanes(p, args);
    }
}

static void fill_block(const two_sweep_plan *p, const tfi_trig *trig, int64_t b)
{
    const uint32_t dtype = p->line.problem.dtype;
    const int64_t w = p->w, k0 = block_start(p, b);
    for (int64_t s = 0; s < p->n_strips; s++) {
        void *re = tfi_at(p->coarse, dtype, (b * p->n_strips + s) * 2 * w);
        const int64_t j2 = strip_start(p, s);
        tfi_trig_fill(trig, dtype, j2 * k0, j2, w, re, tfi_at(re, dtype, w));
    }
    for (int64_t r = 0; r < w; r++) {
        void *re = tfi_at(p->fine, dtype, (2 * b * w + r) * w);
        tfi_trig_fill(trig, dtype, 0, k0 + r, w, re, tfi_at(re, dtype, w * w));
    }
}

static trnfft_status two_sweep_wake(tfi_plan *plan, tfi_planner *planner)
{
    two_sweep_plan *p = (two_sweep_plan *)plan;
    const uint32_t dtype = p->line.problem.dtype;
    TFI_TRY(tfi_lane_dft_wake(&p->columns, planner->alloc, &plan->table_bytes));
    TFI_TRY(tfi_lane_dft_wake(&p->rows, planner->alloc, &plan->table_bytes));
    const size_t coarse = tfi_array_bytes(dtype, p->n_blocks * p->n_strips * 2 * p->w);
    const size_t fine = tfi_array_bytes(dtype, p->n_blocks * 2 * p->w * p->w);
    p->coarse = tfi_alloc_table(planner->alloc, coarse);
    p->fine = tfi_alloc_table(planner->alloc, fine);
    if (p->coarse == NULL || p->fine == NULL) {
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY,
                        "no memory for %zu bytes of twiddles", coarse + fine);
    }
    plan->table_bytes += coarse + fine;
    tfi_trig *trig = NULL;
    TFI_TRY(tfi_trig_create(planner->alloc, p->line.problem.n, &trig));
    for (int64_t b = 0; b < p->n_blocks; b++) {
        fill_block(p, trig, b);
    }
    tfi_trig_destroy(trig, planner->alloc);
    return TRNFFT_OK;
}

static void two_sweep_fini(tfi_plan *plan, const tfi_allocator *alloc)
{
    two_sweep_plan *p = (two_sweep_plan *)plan;
    tfi_free(alloc, p->coarse);
    tfi_free(alloc, p->fine);
    tfi_lane_dft_fini(&p->columns, alloc);
    tfi_lane_dft_fini(&p->rows, alloc);
}

static void two_sweep_print(const tfi_plan *plan, tfi_printer *printer)
{
    const two_sweep_plan *p = (const two_sweep_plan *)plan;
    tfi_print_line(printer, "two_sweep %s n=%lld = %lld x %lld radices ",
                   tfi_cpu_name(p->cpu), (long long)p->line.problem.n, (long long)p->n1,
                   (long long)p->n2);
    tfi_lane_dft_print(&p->columns, printer);
    tfi_printf(printer, ", ");
    tfi_lane_dft_print(&p->rows, printer);
    tfi_printf(printer, " (%.3g ns)", plan->cost_ns);
}

static const tfi_plan_ops two_sweep_ops = { two_sweep_wake, two_sweep_fini,
                                            two_sweep_print };

/* Wide strips take fewer turns over the pages of a line. */
static int64_t strip_width(const tfi_line_problem *line)
{
    const int64_t lanes = tfi_line_preferred_lanes(line->dtype);
    const size_t bytes = 2 * tfi_array_bytes(line->dtype, line->n);
    return bytes >= large_bytes ? 2 * lanes : lanes;
}

/* What it costs with n1 columns; 0: not to be had. */
static double price(const tfi_planner *planner, const tfi_line_problem *line,
                    int64_t n1)
{
    const int64_t n2 = line->n / n1, w = strip_width(line);
    if (n1 < w || n2 < w) {
        return 0;
    }
    tfi_lane_dft d;
    double c1 = 0, c2 = 0;
    if (!tfi_lane_dft_find(planner, line->dtype, n1, &d, &c1) ||
        !tfi_lane_dft_find(planner, line->dtype, n2, &d, &c2)) {
        return 0;
    }
    /* Fitted to whole transforms: calls, edges and what the fetches do not hide. */
    static const double rest = 1.33;
    const double bytes = (double)tfi_type_bytes(line->dtype) * (double)line->n;
    return rest * ((double)n2 * c1 + (double)n1 * c2 +
                   tfi_cost_cycles(planner, line->dtype, line->n, 8.0)) +
           2.0 * tfi_cost_sweep(line->dtype, line->n, 4.0 * bytes);
}

/* The best n1 near the square root; 0: none. */
static int64_t best_split(const tfi_planner *planner, const tfi_line_problem *line,
                          double *best_cost)
{
    enum { MAX_SPLITS = 4 };
    const uint32_t n = (uint32_t)line->n, root = (uint32_t)tfi_square_root(line->n);
    int64_t best = 0;
    int count = 0;
    for (uint32_t f = root; f > root / 8 && count < MAX_SPLITS; f--) {
        const double cost = n % f == 0 ? price(planner, line, f) : 0;
        count += cost > 0 ? 1 : 0;
        if (cost > 0 && (best == 0 || cost < 0.98 * *best_cost)) {
            best = f;
            *best_cost = cost;
        }
    }
    return best;
}

static trnfft_status plan_two_sweep(const tfi_solver *solver,
                                    const tfi_problem *problem, tfi_planner *planner,
                                    tfi_plan **out)
{
    const tfi_line_problem *line = (const tfi_line_problem *)problem;
    const int64_t least = 4096, most = (int64_t)1 << 26;
    double cost = 0;
    *out = NULL;
    if (line->kind != TFI_C2C || line->n < least || line->n > most) {
        return TRNFFT_OK;
    }
    const int64_t n1 = best_split(planner, line, &cost);
    if (n1 == 0) {
        return TRNFFT_OK;
    }
    two_sweep_plan *p =
        (two_sweep_plan *)tfi_line_new(planner, solver, &two_sweep_ops, sizeof *p, line,
                                       two_sweep_execute, two_sweep_scratch);
    if (p == NULL) {
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY, "no memory for a plan");
    }
    p->line.n_phases = 2;
    p->line.parts_scratch = parts_scratch;
    p->line.execute_part = execute_part;
    p->cpu = planner->cpu;
    p->n1 = n1;
    p->n2 = line->n / n1;
    p->w = strip_width(line);
    p->group = tfi_lane_group(tfk_table_for(planner->cpu), line->dtype);
    p->n_strips = (p->n2 + p->w - 1) / p->w;
    p->n_blocks = (p->n1 + p->w - 1) / p->w;
    p->line.base.cost_ns = cost;
    (void)tfi_lane_dft_find(planner, line->dtype, p->n1, &p->columns, &cost);
    (void)tfi_lane_dft_find(planner, line->dtype, p->n2, &p->rows, &cost);
    *out = &p->line.base;
    return TRNFFT_OK;
}

const tfi_solver tfi_solver_two_sweep = { .name = "two_sweep",
                                          .kind = TFI_PROBLEM_LINE,
                                          .plan = plan_two_sweep };
