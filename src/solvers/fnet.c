/* fnet.c - solver "fnet_folded": FNet mixing by half of a real transform in two
 * dimensions; the way is told in fnet.h. */
#include "solvers/fnet.h"

#include <string.h>

#include "backend/cpu/line_tools.h"
#include "base/size_math.h"
#include "solvers/half_complex.h"
#include "solvers/solvers.h"

enum {
    WIDEST = 4,         /* strips, in preferred numbers of lanes */
    MIN_LANES = 4,      /* of a full strip */
    BLOCK_POINTS = 6144 /* of a block of rows */
};
/* A strip, and as much again. */
static const int64_t strip_cache = (int64_t)256 << 10;
/* Input and output of more than the second cache: what is written is not read again. */
static const double stream_bytes = (double)(2 << 20);
static const double min_thread_ns = 20e3;

/* Where rows of Z lie this far apart, a column meets few sets of a cache. */
enum { BAD_STRIDE = 1024 };

static void set_shape(tfi_fnet_plan *f)
{
    const tfi_fnet_problem *p = &f->problem;
    const int64_t size = (int64_t)tfi_type_bytes(p->compute);
    const int64_t preferred = tfi_line_preferred_lanes(p->compute);
    f->bins = p->columns / 2 + 1;
    f->padded = f->bins < preferred ? f->bins
                                    : (f->bins + preferred - 1) / preferred * preferred;
    f->z_row = f->padded;
    if (f->padded >= preferred && f->z_row * size % BAD_STRIDE == 0) {
        f->z_row += preferred;
    }
    f->row = (p->columns / preferred + 1) * preferred;
    f->lines = p->rows / 2 + 1;
    f->lanes = WIDEST * preferred;
    while (f->lanes > MIN_LANES && p->rows > strip_cache / (2 * size * f->lanes)) {
        f->lanes /= 2;
    }
    /* Fewer columns are one strip: the rest of them could be a single lane. */
    f->lanes = f->padded < preferred || f->padded < f->lanes ? f->padded : f->lanes;
    f->n_strips = (f->padded + f->lanes - 1) / f->lanes;
    f->block = BLOCK_POINTS / p->columns;
    f->block = f->block < 1 ? 1 : f->block > f->lines ? f->lines : f->block;
    f->n_blocks = (f->lines + f->block - 1) / f->block;
}

/* Bytes of rows x columns components. */
static bool area(const tfi_fnet_problem *p, int64_t rows, int64_t columns,
                 size_t *bytes)
{
    size_t n = 0;
    if (!tfi_mul_size((size_t)rows, (size_t)columns, &n) ||
        !tfi_mul_size(n, tfi_type_bytes(p->compute), &n) || n > SIZE_MAX / 64) {
        return false;
    }
    *bytes = tfi_align_up(n);
    return true;
}

static bool set_bytes(tfi_fnet_plan *f)
{
    const tfi_fnet_problem *p = &f->problem;
    size_t rows = 0, z = 0;
    if (!area(p, p->rows, f->lanes, &f->strip_bytes) ||
        !area(p, f->block + 1, f->row, &rows) || !area(p, f->lines, f->z_row, &z)) {
        return false;
    }
    f->z_part = tfi_align_up(z + tfi_part_bytes(p->compute, 0));
    f->z_bytes = 2 * f->z_part;
    /* The strip, and copies of it and of its mirror: operands whose address is no
     * multiple of their component need them. */
    const size_t tiles = 3 * f->strip_bytes;
    const size_t down = tfi_line_scratch(f->down, f->lanes);
    const size_t across = tfi_line_scratch(f->across, 1);
    f->scratch = tiles > rows ? tiles : rows;
    f->thread_bytes = f->scratch + tfi_align_up(down > across ? down : across);
    return true;
}

/* Threads take items where that keeps them all busy, else the strips and blocks of each
 * item. */
static void set_threads(tfi_fnet_plan *f)
{
    const tfi_fnet_problem *p = &f->problem;
    const int64_t wanted = p->n_threads;
    const double useful = f->job.base.cost_ns / min_thread_ns + 1.0;
    f->by_item = wanted == 1 || p->n_items % wanted == 0 || p->n_items >= 4 * wanted;
    const int64_t most = f->by_item ? p->n_items : f->n_strips;
    int64_t n = wanted < most ? wanted : most;
    n = (double)n < useful ? n : (int64_t)useful;
    f->n_threads = (int)n;
    f->by_item = f->by_item || n == 1;
}

static bool set_workspace(tfi_fnet_plan *f)
{
    size_t z = 0, threads = 0;
    const size_t n = (size_t)f->n_threads;
    return tfi_mul_size(f->z_bytes, f->by_item ? n : 1, &z) &&
           tfi_mul_size(f->thread_bytes, n, &threads) &&
           tfi_add_size(z, threads, &f->job.workspace_bytes);
}

static trnfft_status fail_overflow(void)
{
    return tfi_fail(TRNFFT_ERROR_OVERFLOW, "the workspace exceeds the address space");
}

static trnfft_status fill(tfi_fnet_plan *f, tfi_planner *planner)
{
    const tfi_fnet_problem *p = &f->problem;
    f->n_threads = 1;
    f->by_item = true;
    if (p->n_items == 0) {
        return TRNFFT_OK; /* nothing to do, and sizes are not bounded */
    }
    const bool lanes = planner->lanes;
    set_shape(f);
    planner->lanes = f->lanes > 1;
    trnfft_status status =
        tfi_line_find(planner, TFI_R2C, p->compute, p->rows, &f->down);
    planner->lanes = false;
    if (status == TRNFFT_OK) {
        status = tfi_line_find(planner, TFI_C2R, p->compute, p->columns, &f->across);
    }
    planner->lanes = lanes;
    TFI_TRY(status);
    f->z_pairs = tfi_half_complex_likes_pairs(f->across);
    if (!set_bytes(f)) {
        return fail_overflow();
    }
    const double points = (double)p->rows * (double)p->columns;
    f->job.base.cost_ns +=
        (double)p->n_items * ((double)f->padded * f->down->base.cost_ns +
                              (double)f->lines * f->across->base.cost_ns +
                              0.2 * points * (p->compute == TRNFFT_F64 ? 2.0 : 1.0));
    f->stream =
        2.0 * points * (double)p->n_items * (double)tfi_type_bytes(p->compute) >=
        stream_bytes;
    set_threads(f);
    return set_workspace(f) ? TRNFFT_OK : fail_overflow();
}

static trnfft_status wake(tfi_plan *base, tfi_planner *planner)
{
    tfi_fnet_plan *f = (tfi_fnet_plan *)base;
    if (f->problem.n_items == 0) {
        return TRNFFT_OK;
    }
    TFI_TRY(tfi_plan_wake(&f->down->base, planner));
    return tfi_plan_wake(&f->across->base, planner);
}

static void fini(tfi_plan *base, const tfi_allocator *alloc)
{
    tfi_fnet_plan *f = (tfi_fnet_plan *)base;
    tfi_plan_free((tfi_plan *)f->down, alloc);
    tfi_plan_free((tfi_plan *)f->across, alloc);
}

static void print_lines(const tfi_fnet_plan *f, tfi_printer *printer)
{
    tfi_print_line(printer, "columns r2c, %lld in strips of %lld", (long long)f->padded,
                   (long long)f->lanes);
    tfi_plan_print_child(&f->down->base, printer);
    tfi_print_line(printer, "rows c2r, %lld", (long long)f->lines);
    tfi_plan_print_child(&f->across->base, printer);
}

static void print(const tfi_plan *base, tfi_printer *printer)
{
    const tfi_fnet_plan *f = (const tfi_fnet_plan *)base;
    const tfi_fnet_problem *p = &f->problem;
    tfi_print_line(printer, "fnet_folded %s %lld x %lld x %lld",
                   trnfft_dtype_name((int32_t)p->compute), (long long)p->n_items,
                   (long long)p->rows, (long long)p->columns);
    if (p->scale != 1.0) {
        tfi_printf(printer, ", scale %.6g", p->scale);
    }
    if (f->n_threads > 1) {
        tfi_printf(printer, ", %d threads%s", f->n_threads,
                   f->by_item ? "" : " on each item");
    }
    tfi_printf(printer, " (%.3g ns)", base->cost_ns);
    if (p->n_items > 0) {
        printer->indent += 2;
        print_lines(f, printer);
        printer->indent -= 2;
    }
}

static size_t list_lines(const tfi_job_plan *job, tfi_line_problem *list,
                         size_t capacity)
{
    const tfi_fnet_plan *f = (const tfi_fnet_plan *)job;
    if (f->problem.n_items == 0) {
        return 0;
    }
    const tfi_line_plan *lines[] = { f->down, f->across };
    for (size_t i = 0; i < 2 && i < capacity; i++) {
        list[i] = lines[i]->problem;
        list[i].lanes = i == 0 && f->lanes > 1;
    }
    return 2;
}

static const tfi_plan_ops fnet_ops = { wake, fini, print };

static trnfft_status plan_fnet(const tfi_solver *solver, const tfi_problem *problem,
                               tfi_planner *planner, tfi_plan **out)
{
    tfi_fnet_plan *f = tfi_plan_new(planner, solver, &fnet_ops, sizeof *f);
    if (f == NULL) {
        return tfi_fail_memory("fnet", sizeof *f);
    }
    memcpy(&f->problem, problem, sizeof f->problem);
    f->kernels = tfk_fold_for(planner->cpu);
    f->job.base.cost_ns = 30.0;
    f->job.execute = tfi_fnet_execute;
    f->job.lines = list_lines;
    const trnfft_status status = fill(f, planner);
    if (status != TRNFFT_OK) {
        tfi_plan_free(&f->job.base, planner->alloc);
        return status;
    }
    *out = &f->job.base;
    return TRNFFT_OK;
}

const tfi_solver tfi_solver_fnet = { .name = "fnet_folded",
                                     .kind = TFI_PROBLEM_FNET,
                                     .plan = plan_fnet };
