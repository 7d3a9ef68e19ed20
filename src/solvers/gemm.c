/* gemm.c - complex matrix products: kind gemm and solver "gemm_blocked".
 *
 * Blocks of a and b are packed into panels of the compute type, split; a block of
 * results is accumulated over all of k in the workspace and then stored once, so narrow
 * types round once.
 */
#include <string.h>

#include <trnfft/gemm.h>

#include "base/size_math.h"
#include "plan/cached.h"
#include "plan/job.h"
#include "plan/kind.h"
#include "solvers/registry.h"
#include "solvers/tile.h"
#include "tensor/view.h"

enum { MR = 2, BLOCK_I = 64, BLOCK_J = 128, BLOCK_K = 256 };

#define T        float
#define NR       8
#define FN(name) name##_f32
#include "solvers/gemm_tmpl.h"
#undef T
#undef NR
#undef FN
#define T        double
#define NR       4
#define FN(name) name##_f64
#include "solvers/gemm_tmpl.h"
#undef T
#undef NR
#undef FN

typedef struct matrix {
    int32_t dtype, layout;
    int64_t row, column; /* strides, components */
    int64_t batch[TRNFFT_MAX_RANK];
} matrix;

typedef struct gemm_problem {
    tfi_problem base;
    uint32_t compute;
    int32_t n_threads;
    int32_t n_batch, reserved;
    int64_t batch[TRNFFT_MAX_RANK];
    int64_t m, n, k;
    matrix a, b, c;
} gemm_problem;

typedef struct gemm_plan {
    tfi_job_plan job;
    gemm_problem problem;
    int n_threads;
    int64_t blocks_i, blocks_j, n_items;
    size_t a_bytes, b_bytes, c_bytes; /* of one part of a packed block */
    size_t thread_bytes;
} gemm_plan;

static trnfft_status check_shapes(const char *f, const trnfft_problem *p)
{
    const trnfft_tensor *a = &p->in, *b = &p->b, *c = &p->out;
    const int32_t r = a->rank;
    if (r < 2 || b->rank != r || c->rank != r) {
        return tfi_fail(
            TRNFFT_ERROR_INVALID_SHAPE,
            "%s: ranks %d, %d and %d of a, b and c: all must be the same, at "
            "least 2",
            f, (int)a->rank, (int)b->rank, (int)c->rank);
    }
    for (int32_t d = 0; d < r - 2; d++) {
        if (a->shape[d] != c->shape[d] || b->shape[d] != c->shape[d]) {
            return tfi_fail(TRNFFT_ERROR_INVALID_SHAPE,
                            "%s: shape[%d] is %lld, %lld and %lld in a, b and c: batch "
                            "dimensions must be the same",
                            f, (int)d, (long long)a->shape[d], (long long)b->shape[d],
                            (long long)c->shape[d]);
        }
    }
    if (a->shape[r - 1] != b->shape[r - 2] || a->shape[r - 2] != c->shape[r - 2] ||
        b->shape[r - 1] != c->shape[r - 1]) {
        return tfi_fail(
            TRNFFT_ERROR_INVALID_SHAPE,
            "%s: a is %lld x %lld, b %lld x %lld and c %lld x %lld: must be m x "
            "k, k x n and m x n",
            f, (long long)a->shape[r - 2], (long long)a->shape[r - 1],
            (long long)b->shape[r - 2], (long long)b->shape[r - 1],
            (long long)c->shape[r - 2], (long long)c->shape[r - 1]);
    }
    return TRNFFT_OK;
}

static trnfft_status check_memory(const char *f, const trnfft_problem *p)
{
    trnfft_tensor c = p->out;
    c.im = c.re != NULL ? c.im : NULL;
    if (tfi_tensor_self_overlap(&c)) {
        return tfi_fail(TRNFFT_ERROR_INVALID_STRIDE,
                        "%s: c.strides: elements of an output share memory", f);
    }
    const trnfft_tensor *inputs[2] = { &p->in, &p->b };
    for (int i = 0; i < 2; i++) {
        if (c.re != NULL && inputs[i]->re != NULL &&
            tfi_tensor_overlap(inputs[i], &c) != TFI_OVERLAP_NONE) {
            return tfi_fail(TRNFFT_ERROR_INVALID_ALIASING,
                            "%s: c overlaps %s: a product needs memory of its own", f,
                            i == 0 ? "a" : "b");
        }
    }
    return TRNFFT_OK;
}

static trnfft_status check(const char *f, const trnfft_problem *p)
{
    static const char *const names[] = { "a", "b", "c" };
    const trnfft_tensor *views[] = { &p->in, &p->b, &p->out };
    for (int i = 0; i < 3; i++) {
        TFI_TRY(tfi_tensor_check_layout(f, names[i], views[i]));
        if (views[i]->dtype == TRNFFT_S16 || views[i]->dtype == TRNFFT_S24) {
            return tfi_fail(TRNFFT_ERROR_INVALID_DTYPE,
                            "%s: %s is %s: convert integer samples to f32 with "
                            "trnfft_tensor_copy first",
                            f, names[i], trnfft_dtype_name(views[i]->dtype));
        }
    }
    TFI_TRY(check_shapes(f, p));
    if (p->out.im == NULL && tfi_tensor_numel(&p->out) > 0) {
        return tfi_fail(TRNFFT_ERROR_INVALID_DTYPE,
                        "%s: c is real: the result is complex", f);
    }
    if (p->compute != 0 && p->compute != TRNFFT_F32 && p->compute != TRNFFT_F64) {
        return tfi_fail(TRNFFT_ERROR_INVALID_DTYPE,
                        "%s: compute = %s: the arithmetic is TRNFFT_F32 or TRNFFT_F64",
                        f, trnfft_dtype_name(p->compute));
    }
    return check_memory(f, p);
}

static void set_matrix(matrix *x, const trnfft_tensor *t)
{
    const int32_t r = t->rank;
    x->dtype = t->dtype;
    x->layout = t->im == NULL ? TRNFFT_REAL : TRNFFT_SPLIT;
    if (tfi_tensor_numel(t) == 0) {
        return; /* strides mean nothing and are not bounded */
    }
    x->row = t->strides[r - 2];
    x->column = t->strides[r - 1];
    memcpy(x->batch, t->strides, (size_t)(r - 2) * sizeof x->batch[0]);
}

static trnfft_status build(const tfi_request *r, tfi_problem *out)
{
    const trnfft_problem *p = r->problem;
    gemm_problem *g = (gemm_problem *)out;
    TFI_TRY(check(r->function, p));
    const bool wide = p->in.dtype == TRNFFT_F64 || p->b.dtype == TRNFFT_F64 ||
                      p->out.dtype == TRNFFT_F64;
    const int32_t rank = p->out.rank;
    g->base.kind = TFI_PROBLEM_GEMM;
    g->base.n_bytes = (uint32_t)sizeof *g;
    g->compute = p->compute != 0 ? (uint32_t)p->compute
                 : wide          ? TRNFFT_F64
                                 : TRNFFT_F32;
    g->n_threads = r->options->n_threads;
    g->n_batch = rank - 2;
    memcpy(g->batch, p->out.shape, (size_t)(rank - 2) * sizeof g->batch[0]);
    g->m = p->out.shape[rank - 2];
    g->n = p->out.shape[rank - 1];
    g->k = p->in.shape[rank - 1];
    set_matrix(&g->a, &p->in);
    set_matrix(&g->b, &p->b);
    set_matrix(&g->c, &p->out);
    return TRNFFT_OK;
}

const tfi_kind tfi_kind_gemm = { TRNFFT_KIND_GEMM, "gemm", 3, false, build, NULL };

/* ---- execution ---- */

typedef struct gemm_walk {
    const gemm_plan *plan;
    const trnfft_operand *operands;
    char *scratch;
} gemm_walk;

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* A part of a matrix as points along one stride and lanes along the other. */
static tfi_part part_of(const matrix *x, void *base, int64_t offset, int64_t point,
                        int64_t lane)
{
    const int64_t size = (int64_t)trnfft_dtype_size(x->dtype);
    tfi_part part = { base != NULL ? (char *)base + offset * size : NULL, x->dtype,
                      point * size, lane * size };
    return part;
}

/* Packs n_k points of `count` lanes, `width` lanes a panel, both parts. */
static void pack(const gemm_plan *g, const matrix *x, const trnfft_operand *o,
                 int64_t offset, int64_t point, int64_t lane, int64_t n_k,
                 int64_t count, int64_t width, void *const to[2])
{
    const size_t size =
        g->problem.compute == TRNFFT_F64 ? sizeof(double) : sizeof(float);
    for (int i = 0; i < 2; i++) {
        void *base = i == 0 ? o->re : x->layout == TRNFFT_REAL ? NULL : o->im;
        for (int64_t l = 0; l < count; l += width) {
            const int64_t lanes = least(width, count - l);
            char *panel = (char *)to[i] + (size_t)(l * n_k) * size;
            tfi_part part = part_of(x, base, offset + l * lane, point, lane);
            tfi_tile_read(g->problem.compute, &part, n_k, n_k, lanes, panel);
            if (lanes < width && g->problem.compute == TRNFFT_F64) {
                spread_f64(panel, n_k, lanes, width);
            } else if (lanes < width) {
                spread_f32(panel, n_k, lanes, width);
            }
        }
    }
}

static void multiply(const gemm_plan *g, int64_t n_k, int64_t n_i, int64_t n_j,
                     void *const a[2], void *const b[2], void *const c[2])
{
    const bool wide = g->problem.compute == TRNFFT_F64;
    const int64_t nr = wide ? 4 : 8;
    const size_t size = wide ? sizeof(double) : sizeof(float);
    for (int64_t j = 0; j < n_j; j += nr) {
        const size_t at_b = (size_t)(j * n_k) * size;
        const void *const panel_b[2] = { (char *)b[0] + at_b, (char *)b[1] + at_b };
        for (int64_t i = 0; i < n_i; i += MR) {
            const size_t at_a = (size_t)(i * n_k) * size;
            const void *const panel_a[2] = { (char *)a[0] + at_a, (char *)a[1] + at_a };
            const int64_t rows = least(MR, n_i - i), columns = least(nr, n_j - j);
            if (wide) {
                update_f64(n_k, panel_a, panel_b, c, i * n_j + j, n_j, rows, columns);
            } else {
                update_f32(n_k, panel_a, panel_b, c, i * n_j + j, n_j, rows, columns);
            }
        }
    }
}

static void run_block(const gemm_walk *w, int64_t item, char *scratch)
{
    const gemm_plan *g = w->plan;
    const gemm_problem *p = &g->problem;
    const int64_t j = item % g->blocks_j * BLOCK_J;
    const int64_t i = item / g->blocks_j % g->blocks_i * BLOCK_I;
    int64_t rest = item / g->blocks_j / g->blocks_i;
    int64_t at_a = i * p->a.row, at_b = j * p->b.column,
            at_c = i * p->c.row + j * p->c.column;
    for (int32_t d = p->n_batch - 1; d >= 0; d--) {
        const int64_t index = rest % p->batch[d];
        rest /= p->batch[d];
        at_a += index * p->a.batch[d];
        at_b += index * p->b.batch[d];
        at_c += index * p->c.batch[d];
    }
    const int64_t n_i = least(BLOCK_I, p->m - i), n_j = least(BLOCK_J, p->n - j);
    void *const a[2] = { scratch, scratch + g->a_bytes };
    scratch += 2 * g->a_bytes;
    void *const b[2] = { scratch, scratch + g->b_bytes };
    scratch += 2 * g->b_bytes;
    void *const c[2] = { scratch, scratch + g->c_bytes };
    memset(c[0], 0, g->c_bytes);
    memset(c[1], 0, g->c_bytes);
    for (int64_t k = 0; k < p->k; k += BLOCK_K) {
        const int64_t n_k = least(BLOCK_K, p->k - k);
        pack(g, &p->a, &w->operands[0], at_a + k * p->a.column, p->a.column, p->a.row,
             n_k, n_i, MR, a);
        pack(g, &p->b, &w->operands[2], at_b + k * p->b.row, p->b.row, p->b.column, n_k,
             n_j, p->compute == TRNFFT_F64 ? 4 : 8, b);
        multiply(g, n_k, n_i, n_j, a, b, c);
    }
    tfi_part re = part_of(&p->c, w->operands[1].re, at_c, p->c.row, p->c.column);
    tfi_part im = part_of(&p->c, w->operands[1].im, at_c, p->c.row, p->c.column);
    tfi_tile_write(p->compute, &re, n_i, n_j, c[0]);
    tfi_tile_write(p->compute, &im, n_i, n_j, c[1]);
}

static void run_part(void *argument, int part)
{
    const gemm_walk *w = argument;
    const gemm_plan *g = w->plan;
    char *scratch = w->scratch + (size_t)part * g->thread_bytes;
    for (int64_t item = part; item < g->n_items; item += g->n_threads) {
        run_block(w, item, scratch);
    }
}

static trnfft_status execute(const tfi_job_plan *base, const tfi_job *job)
{
    const gemm_plan *plan = (const gemm_plan *)base;
    gemm_walk w = { plan, job->operands, job->workspace };
    tfi_team_run(job->team, plan->n_threads, run_part, &w);
    return TRNFFT_OK;
}

/* ---- planning ---- */

static void print(const tfi_plan *base, tfi_printer *printer)
{
    const gemm_plan *plan = (const gemm_plan *)base;
    const gemm_problem *p = &plan->problem;
    tfi_print_line(printer, "gemm_blocked %s m=%lld n=%lld k=%lld, blocks %d x %d x %d",
                   trnfft_dtype_name((int32_t)p->compute), (long long)p->m,
                   (long long)p->n, (long long)p->k, BLOCK_I, BLOCK_J, BLOCK_K);
    if (plan->n_threads > 1) {
        tfi_printf(printer, ", %d threads", plan->n_threads);
    }
    tfi_printf(printer, " (%.3g ns)", base->cost_ns);
}

static const tfi_plan_ops gemm_ops = { NULL, NULL, print };

static trnfft_status count_items(gemm_plan *plan)
{
    const gemm_problem *p = &plan->problem;
    bool empty = p->m == 0 || p->n == 0;
    for (int32_t d = 0; d < p->n_batch; d++) {
        empty = empty || p->batch[d] == 0;
    }
    if (empty) {
        return TRNFFT_OK; /* sizes are bounded only where there are elements */
    }
    plan->blocks_i = (p->m + BLOCK_I - 1) / BLOCK_I;
    plan->blocks_j = (p->n + BLOCK_J - 1) / BLOCK_J;
    bool ok = tfi_mul_i64(plan->blocks_i, plan->blocks_j, &plan->n_items);
    for (int32_t d = 0; d < p->n_batch; d++) {
        ok = ok && tfi_mul_i64(plan->n_items, p->batch[d], &plan->n_items);
    }
    return ok ? TRNFFT_OK
              : tfi_fail(TRNFFT_ERROR_OVERFLOW, "the blocks exceed 64 bits");
}

static trnfft_status plan_gemm(const tfi_solver *solver, const tfi_problem *problem,
                               tfi_planner *planner, tfi_plan **out)
{
    gemm_plan *plan = tfi_plan_new(planner, solver, &gemm_ops, sizeof *plan);
    if (plan == NULL) {
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY, "no memory for a plan");
    }
    gemm_problem *p = &plan->problem;
    memcpy(p, problem, sizeof *p);
    trnfft_status status = count_items(plan);
    if (status != TRNFFT_OK) {
        tfi_plan_free(&plan->job.base, planner->alloc);
        return status;
    }
    const size_t size = p->compute == TRNFFT_F64 ? sizeof(double) : sizeof(float);
    const size_t n_k = (size_t)least(BLOCK_K, p->k);
    const size_t n_i = (size_t)least(BLOCK_I, least(BLOCK_I, p->m) + MR),
                 n_j = (size_t)least(BLOCK_J, least(BLOCK_J, p->n) + 8);
    plan->a_bytes = tfi_align_up(n_k * n_i * size);
    plan->b_bytes = tfi_align_up(n_k * n_j * size);
    plan->c_bytes = tfi_align_up(n_i * n_j * size);
    plan->thread_bytes = 2 * (plan->a_bytes + plan->b_bytes + plan->c_bytes);
    const double work =
        (double)p->m * (double)p->n * (double)p->k * (double)plan->n_items /
        (double)(plan->blocks_i * plan->blocks_j + (plan->n_items == 0));
    plan->job.base.cost_ns = 50.0 + work * (p->compute == TRNFFT_F64 ? 0.6 : 0.3);
    const double useful = plan->job.base.cost_ns / 20e3 + 1.0;
    const int64_t n_threads =
        least(p->n_threads, plan->n_items > 0 ? plan->n_items : 1);
    plan->n_threads = (int)((double)n_threads < useful ? (double)n_threads : useful);
    plan->job.workspace_bytes = plan->thread_bytes * (size_t)plan->n_threads;
    plan->job.execute = execute;
    *out = &plan->job.base;
    return TRNFFT_OK;
}

const tfi_solver tfi_solver_gemm_blocked = { .name = "gemm_blocked",
                                             .kind = TFI_PROBLEM_GEMM,
                                             .plan = plan_gemm };

trnfft_status trnfft_complex_gemm(const trnfft_tensor *a, const trnfft_tensor *b,
                                  const trnfft_tensor *c)
{
    static const char f[] = "trnfft_complex_gemm";
    TFI_TRY(tfi_tensor_check(f, "a", a));
    TFI_TRY(tfi_tensor_check(f, "b", b));
    TFI_TRY(tfi_tensor_check(f, "c", c));
    trnfft_problem problem = TRNFFT_PROBLEM_INIT;
    problem.kind = TRNFFT_KIND_GEMM;
    problem.in = *a;
    problem.b = *b;
    problem.out = *c;
    return tfi_run_problem(f, &problem, NULL);
}
