/* fnet_run.c - runs FNet mixing: strips of columns into half a spectrum in the
 * workspace, then rows of that into the output. Every item is read before any of it is
 * written, which is why it works in place. */
#include <string.h>

#include "backend/cpu/line_tools.h"
#include "solvers/fnet.h"
#include "solvers/tile.h"

typedef struct walk {
    const tfi_fnet_plan *plan;
    const tfi_job *job;
    char *z;       /* of the items that threads share */
    char *threads; /* the memory of the threads, one after the other */
    int64_t item;  /* that they share */
    bool read_direct, write_direct;
    bool stream; /* rows go from a buffer past the caches */
} walk;

/* What a thread works in. */
typedef struct bench {
    char *z, *memory;
} bench;

static int type_of(const walk *w)
{
    return tfi_type_index(w->plan->problem.compute);
}

static char *at(const walk *w, void *p, int64_t components)
{
    return tfi_at(p, w->plan->problem.compute, components);
}

static int64_t offset_of(const tfi_fnet_problem *p, const tfi_fnet_view *x,
                         int64_t item)
{
    int64_t offset = 0;
    for (int32_t d = p->n_batch - 1; d >= 0; d--) {
        offset += item % p->batch[d] * x->batch[d];
        item /= p->batch[d];
    }
    return offset;
}

/* Number (row, column) of an item of an operand. */
static char *number_at(const walk *w, int operand, int64_t item, int64_t row,
                       int64_t column)
{
    const tfi_fnet_problem *p = &w->plan->problem;
    const tfi_fnet_view *x = operand == 0 ? &p->in : &p->out;
    const int64_t number = offset_of(p, x, item) + row * x->row + column * x->column;
    return (char *)w->job->operands[operand].re +
           number * (int64_t)trnfft_dtype_size(x->dtype);
}

static tfi_part part_at(const tfi_fnet_view *x, char *base)
{
    const int64_t size = (int64_t)trnfft_dtype_size(x->dtype);
    const tfi_part part = { base, x->dtype, x->row * size, x->column * size };
    return part;
}

/* Z from number (row, column) on, points `stride` apart. */
static tfi_line_operand z_at(const walk *w, const bench *m, int64_t row, int64_t column,
                             int64_t stride)
{
    const tfi_fnet_plan *plan = w->plan;
    const int64_t point = row * plan->z_row + column;
    if (!plan->z_pairs) {
        return tfi_split(at(w, m->z, point), at(w, m->z + plan->z_part, point), stride);
    }
    return tfi_pairs_at(plan->problem.compute, at(w, m->z, 2 * point), stride);
}

/* ---- columns ---- */

/* A run of an item's columns with contiguous rows. */
typedef struct columns {
    char *base; /* of row 0 */
    int64_t row;
} columns;

/* Columns first … first + n - 1, where they are or through `tile`. */
static columns read_columns(const walk *w, int64_t item, int64_t first, int64_t n,
                            char *tile)
{
    const tfi_fnet_problem *p = &w->plan->problem;
    char *base = number_at(w, 0, item, 0, first);
    if (w->read_direct) {
        return (columns){ base, p->in.row };
    }
    const tfi_part part = part_at(&p->in, base);
    tfi_tile_read(p->compute, &part, p->rows, p->rows, n, tile);
    return (columns){ tile, n };
}

/* n columns of W from those of X and their mirrors, of which b holds the first at its
 * last column: row 0 is its own mirror, row j that of s - j. */
static void fold(const walk *w, const columns *a, const columns *b, int64_t mirrors,
                 int64_t n, char *out, int64_t out_row)
{
    const int64_t s = w->plan->problem.rows;
    void (*const kernel)(const tfk_fold *) = w->plan->kernels->fold[type_of(w)];
    tfk_fold f = { a->base, at(w, b->base, mirrors - 1), out, 0, 0, 0, 1, n };
    kernel(&f);
    f.a = at(w, a->base, a->row);
    f.b = at(w, b->base, (s - 1) * b->row + mirrors - 1);
    f.out = at(w, out, out_row);
    f.a_row = a->row;
    f.b_row = -b->row;
    f.out_row = out_row;
    f.n_rows = s - 1;
    kernel(&f);
}

static void zero_columns(const walk *w, char *tile, int64_t row, int64_t from,
                         int64_t to)
{
    const tfi_fnet_problem *p = &w->plan->problem;
    for (int64_t j = 0; j < p->rows && from < to; j++) {
        memset(at(w, tile, j * row + from), 0,
               (size_t)(to - from) * tfi_type_bytes(p->compute));
    }
}

static void run_strip(const walk *w, const bench *m, int64_t item, int64_t strip)
{
    const tfi_fnet_plan *plan = w->plan;
    const int64_t h = plan->problem.columns, first = strip * plan->lanes;
    const int64_t lanes =
        plan->padded - first < plan->lanes ? plan->padded - first : plan->lanes;
    const int64_t n = plan->bins - first < lanes ? plan->bins - first : lanes;
    /* Column 0 is its own mirror. */
    const int64_t own = first == 0 ? 1 : 0, others = n - own;
    char *tile = m->memory, *copies = tile + plan->strip_bytes;
    const columns a = read_columns(w, item, first, n, copies);
    if (own == 1) {
        fold(w, &a, &a, 1, 1, tile, lanes);
    }
    if (others > 0) {
        const columns b = read_columns(w, item, h - first - n + 1, others,
                                       copies + plan->strip_bytes);
        const columns rest = { at(w, a.base, own), a.row };
        fold(w, &rest, &b, others, others, at(w, tile, own), lanes);
    }
    zero_columns(w, tile, lanes, n, lanes);
    tfi_line_args args = { 0 };
    args.in = tfi_split(tile, NULL, lanes);
    args.out = z_at(w, m, 0, first, plan->z_row);
    args.lanes = lanes;
    args.scale = 1.0;
    args.scratch = m->memory + plan->scratch;
    tfi_line_execute(plan->down, &args);
}

/* ---- rows ---- */

static void move_row(const walk *w, const char *from, char *to, int64_t n, int back)
{
    w->plan->kernels->move[type_of(w)](from, to, n, back, w->stream);
}

/* Row l of the output, which the line has put there, to its mirror, row s - l. */
static void mirror_in_place(const walk *w, char *row, char *to)
{
    memcpy(to, row, tfi_type_bytes(w->plan->problem.compute));
    move_row(w, at(w, row, 1), at(w, to, 1), w->plan->problem.columns - 1, 1);
}

/* Row l to the output, from a buffer with room for one point more, and its mirror by
 * way of `turned`. */
static void write_row(const walk *w, char *row, char *turned, char *to, char *mirror)
{
    const tfi_fnet_problem *p = &w->plan->problem;
    const int64_t h = p->columns;
    tfi_part part = part_at(&p->out, to);
    memcpy(at(w, row, h), row, tfi_type_bytes(p->compute)); /* point -0 of the mirror */
    if (w->stream) {
        move_row(w, row, to, h, 0);
    } else {
        tfi_tile_write(p->compute, &part, 1, h, row);
    }
    if (mirror == NULL) {
        return;
    }
    if (w->stream) {
        move_row(w, at(w, row, 1), mirror, h, 1);
    } else {
        part.base = mirror;
        move_row(w, at(w, row, 1), turned, h, 1);
        tfi_tile_write(p->compute, &part, 1, h, turned);
    }
}

static void run_block(const walk *w, const bench *m, int64_t item, int64_t index)
{
    const tfi_fnet_plan *plan = w->plan;
    const tfi_fnet_problem *p = &plan->problem;
    const int64_t first = index * plan->block, left = plan->lines - first;
    tfi_line_rows rows = { left < plan->block ? left : plan->block,
                           plan->z_pairs ? 2 * plan->z_row : plan->z_row, plan->row };
    char *buffer = m->memory, *turned = at(w, m->memory, plan->block * plan->row);
    if (w->write_direct) {
        buffer = number_at(w, 1, item, first, 0);
        rows.out_row = p->out.row;
    }
    tfi_line_args args = { 0 };
    args.in = z_at(w, m, first, 0, 1);
    args.out = tfi_split(buffer, NULL, 1);
    args.lanes = 1;
    args.scale = p->scale;
    args.scratch = m->memory + plan->scratch;
    tfi_line_execute_rows(plan->across, &args, &rows);
    for (int64_t r = 0; r < rows.n_rows; r++) {
        const int64_t l = first + r, back = (p->rows - l) % p->rows;
        char *row = at(w, buffer, r * rows.out_row);
        char *mirror = back != l ? number_at(w, 1, item, back, 0) : NULL;
        if (!w->write_direct) {
            write_row(w, row, turned, number_at(w, 1, item, l, 0), mirror);
        } else if (mirror != NULL) {
            mirror_in_place(w, row, mirror);
        }
    }
}

/* ---- threads ---- */

static int64_t share(int64_t n, int n_parts, int part)
{
    return n / n_parts * part + n % n_parts * part / n_parts;
}

static char *memory_of(const walk *w, int part)
{
    return w->threads + (size_t)part * w->plan->thread_bytes;
}

static void end_stream(const walk *w)
{
    if (w->stream) {
        w->plan->kernels->fence();
    }
}

static void run_items(void *argument, int part)
{
    const walk *w = argument;
    const tfi_fnet_plan *plan = w->plan;
    const int64_t n = plan->problem.n_items;
    const bench m = { w->z + (size_t)part * plan->z_bytes, memory_of(w, part) };
    for (int64_t i = share(n, plan->n_threads, part);
         i < share(n, plan->n_threads, part + 1); i++) {
        for (int64_t strip = 0; strip < plan->n_strips; strip++) {
            run_strip(w, &m, i, strip);
        }
        for (int64_t block = 0; block < plan->n_blocks; block++) {
            run_block(w, &m, i, block);
        }
    }
    end_stream(w);
}

static void run_strips(void *argument, int part)
{
    const walk *w = argument;
    const tfi_fnet_plan *plan = w->plan;
    const bench m = { w->z, memory_of(w, part) };
    for (int64_t i = share(plan->n_strips, plan->n_threads, part);
         i < share(plan->n_strips, plan->n_threads, part + 1); i++) {
        run_strip(w, &m, w->item, i);
    }
}

static void run_blocks(void *argument, int part)
{
    const walk *w = argument;
    const tfi_fnet_plan *plan = w->plan;
    const bench m = { w->z, memory_of(w, part) };
    for (int64_t i = share(plan->n_blocks, plan->n_threads, part);
         i < share(plan->n_blocks, plan->n_threads, part + 1); i++) {
        run_block(w, &m, w->item, i);
    }
    end_stream(w);
}

/* Whether lines can work on the operand where it is. */
static bool is_direct(const tfi_fnet_problem *p, const tfi_fnet_view *x,
                      const trnfft_operand *operand)
{
    return x->dtype == (int32_t)p->compute && (x->column == 1 || p->columns == 1) &&
           (uintptr_t)operand->re % tfi_type_bytes(p->compute) == 0;
}

/* Whether every row begins at a line of the cache. */
static bool are_aligned(const tfi_fnet_problem *p, const trnfft_operand *operand)
{
    uint64_t odd = (uint64_t)p->out.row;
    for (int32_t d = 0; d < p->n_batch; d++) {
        odd |= (uint64_t)p->out.batch[d];
    }
    odd *= tfi_type_bytes(p->compute);
    return (odd | (uint64_t)(uintptr_t)operand->re) % TFI_ALIGNMENT == 0;
}

trnfft_status tfi_fnet_execute(const tfi_job_plan *base, const tfi_job *job)
{
    const tfi_fnet_plan *plan = (const tfi_fnet_plan *)base;
    const tfi_fnet_problem *p = &plan->problem;
    walk w = { .plan = plan, .job = job, .z = job->workspace };
    const size_t n_z = plan->by_item ? (size_t)plan->n_threads : 1;
    w.threads = w.z + n_z * plan->z_bytes;
    w.read_direct = is_direct(p, &p->in, &job->operands[0]);
    w.write_direct = is_direct(p, &p->out, &job->operands[1]);
    w.stream = plan->stream && w.write_direct && are_aligned(p, &job->operands[1]);
    w.write_direct = w.write_direct && !w.stream;
    if (plan->by_item) {
        tfi_team_run(job->team, plan->n_threads, run_items, &w);
        return TRNFFT_OK;
    }
    for (w.item = 0; w.item < p->n_items; w.item++) {
        tfi_team_run(job->team, plan->n_threads, run_strips, &w);
        tfi_team_run(job->team, plan->n_threads, run_blocks, &w);
    }
    return TRNFFT_OK;
}
