/* gemm.c - complex matrix products: the solvers "gemm_blocked", with four real products
 * of each pair of elements, and "gemm_three", with three of sums, where the error that
 * the caller allows is large enough for it. */
#include <string.h>

#include <trnfft/gemm.h>

#include "base/size_math.h"
#include "plan/cached.h"
#include "solvers/gemm.h"
#include "solvers/solvers.h"
#include "tensor/view.h"

/* Sizes of packed blocks by way and type. k: a panel of each factor in the first cache;
 * every block's sums are added to the result, so these numbers are part of the
 * arithmetic. i: the rows of a in the second cache. j: the columns of b in the third.
 */
static const int64_t blocks_k[2][2] = { { 256, 256 }, { 512, 256 } };
static const int64_t blocks_i[2][2] = { { 192, 96 }, { 96, 96 } };
enum { BLOCK_J = 1024 };
/* Bytes of a block of all rows of a share, at most, where each panel of columns is used
 * at once and the next one takes its place in the first cache. */
enum { NARROW = 768 << 10 };
/* Results that are stored in another type or stride: what one thread has at a time. */
enum { STORE_I = 192, STORE_J = 256 };

static void print(const tfi_plan *base, tfi_printer *printer)
{
    const tfi_gemm_plan *plan = (const tfi_gemm_plan *)base;
    const tfi_gemm_problem *p = &plan->problem;
    tfi_print_line(
        printer, "%s %s m=%lld n=%lld k=%lld, %s products, blocks %lld x %lld x %lld",
        base->solver->name, trnfft_dtype_name((int32_t)p->compute), (long long)p->m,
        (long long)p->n, (long long)p->k, plan->three ? "three" : "four",
        (long long)plan->block_i, (long long)plan->block_j, (long long)plan->block_k);
    if (plan->n_threads > 1) {
        tfi_printf(printer, ", %d threads", plan->n_threads);
    }
    tfi_printf(printer, " (%.3g ns)", base->cost_ns);
}

static const tfi_plan_ops gemm_ops = { NULL, NULL, print };

static int64_t pieces(int64_t n, int64_t size)
{
    return (n + size - 1) / size;
}

static int64_t multiple(int64_t n, int64_t of)
{
    return pieces(n, of) * of;
}

static int64_t count_batch(const tfi_gemm_problem *p)
{
    int64_t count = 1;
    for (int32_t d = 0; d < p->n_batch; d++) {
        if (!tfi_mul_i64(count, p->batch[d], &count)) {
            return -1;
        }
    }
    return count;
}

/* Cuts the results into shares: as many as there are threads, or small enough to be
 * kept in the workspace. Which one an element belongs to does not change its bits. */
static void share(tfi_gemm_plan *g, int64_t batch, int64_t n_threads)
{
    const tfi_gemm_problem *p = &g->problem;
    const int64_t rows = g->ops->rows, columns = g->ops->columns[g->type];
    const int64_t wanted = pieces(n_threads, batch);
    const int64_t by_i = tfi_gemm_least(wanted, pieces(p->m, 4 * rows));
    const int64_t by_j =
        tfi_gemm_least(pieces(wanted, by_i), pieces(p->n, 4 * columns));
    g->item_i = multiple(pieces(p->m, by_i), rows);
    g->item_j = multiple(pieces(p->n, by_j), columns);
    if (!g->direct) {
        g->item_i = tfi_gemm_least(g->item_i, STORE_I);
        g->item_j = tfi_gemm_least(g->item_j, STORE_J);
    }
    g->items_i = pieces(p->m, g->item_i);
    g->items_j = pieces(p->n, g->item_j);
}

static trnfft_status count_items(tfi_gemm_plan *g, double *work)
{
    const tfi_gemm_problem *p = &g->problem;
    const int64_t batch = count_batch(p);
    if (p->m == 0 || p->n == 0 || batch == 0) {
        return TRNFFT_OK; /* sizes are bounded only where there are elements */
    }
    *work = (double)p->m * (double)p->n * (double)p->k * (double)batch;
    const double useful = *work / (g->type == TFK_F64 ? 1e5 : 2e5) + 1.0;
    g->n_threads = (double)p->n_threads < useful ? p->n_threads : (int)useful;
    if (batch > 0) {
        share(g, batch, g->n_threads);
    }
    if (batch < 0 || !tfi_mul_i64(g->items_i, g->items_j, &g->n_items) ||
        !tfi_mul_i64(g->n_items, batch, &g->n_items)) {
        return tfi_fail(TRNFFT_ERROR_OVERFLOW, "the blocks exceed 64 bits");
    }
    g->n_threads = (int)tfi_gemm_least(g->n_threads, g->n_items);
    return TRNFFT_OK;
}

static bool is_plain(const tfi_gemm_problem *p, const tfi_matrix *x)
{
    return x->dtype == (int32_t)p->compute && x->layout != TRNFFT_REAL;
}

/* Four products read rows whose components lie side by side as fast as packed ones. */
static bool is_read_in_place(const tfi_gemm_problem *p, bool three)
{
    return !three && is_plain(p, &p->a) &&
           p->a.column == (p->a.layout == TRNFFT_SPLIT ? 1 : 2);
}

static void size_blocks(tfi_gemm_plan *g)
{
    const tfi_gemm_problem *p = &g->problem;
    const size_t size = g->type == TFK_F64 ? sizeof(double) : sizeof(float);
    const int64_t columns = g->ops->columns[g->type], parts = g->three ? 3 : 2;
    g->block_k = blocks_k[g->three][g->type];
    const int64_t k = tfi_gemm_least(g->block_k, p->k);
    g->narrow = g->item_i <= NARROW / (parts * (int64_t)size) / (k > 0 ? k : 1);
    g->block_i = g->narrow ? g->item_i : blocks_i[g->three][g->type];
    g->block_j = g->narrow ? columns : BLOCK_J;
    const int64_t i = multiple(tfi_gemm_least(g->block_i, g->item_i), g->ops->rows);
    const int64_t j = tfi_gemm_least(g->block_j, multiple(g->item_j, columns));
    tfi_gemm_memory *m = &g->memory;
    m->a = g->in_place
               ? 0
               : tfi_align_up(
                     (size_t)(pieces(i, g->ops->rows) * tfi_gemm_panel_a(g, k)) * size);
    m->b = tfi_align_up((size_t)(j * k * parts) * size);
    m->c = g->direct ? 0 : tfi_align_up((size_t)(g->item_i * g->item_j) * size);
    m->stage = is_plain(p, &p->a) && is_plain(p, &p->b)
                   ? 0
                   : tfi_align_up((size_t)(TFI_GEMM_STRIP * k) * size);
    m->scratch = g->three ? tfi_align_up((size_t)(2 * i * columns) * size) : 0;
    m->whole = m->a + m->b + 2 * (m->c + m->stage) + m->scratch;
}

static trnfft_status plan_way(const tfi_solver *solver, const tfi_problem *problem,
                              tfi_planner *planner, bool three, tfi_plan **out)
{
    tfi_gemm_plan *g = tfi_plan_new(planner, solver, &gemm_ops, sizeof *g);
    if (g == NULL) {
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY, "no memory for a plan");
    }
    tfi_gemm_problem *p = &g->problem;
    memcpy(p, problem, sizeof *p);
    const tfk_gemm_table *table = tfk_gemm_for(planner->cpu);
    g->ops = three ? &table->three : &table->four;
    g->type = p->compute == TRNFFT_F64 ? TFK_F64 : TFK_F32;
    g->three = three;
    g->direct = is_plain(p, &p->c) &&
                p->c.column == (p->c.layout == TRNFFT_INTERLEAVED ? 2 : 1);
    g->in_place = is_read_in_place(p, three);
    g->n_threads = 1;
    double work = 0.0;
    const trnfft_status status = count_items(g, &work);
    if (status != TRNFFT_OK) {
        tfi_plan_free(&g->job.base, planner->alloc);
        return status;
    }
    size_blocks(g);
    g->job.base.cost_ns =
        50.0 + work * (three ? 0.06 : 0.08) * (g->type == TFK_F64 ? 2.0 : 1.0);
    g->job.workspace_bytes = g->memory.whole * (size_t)g->n_threads;
    g->job.execute = tfi_gemm_execute;
    *out = &g->job.base;
    return TRNFFT_OK;
}

static trnfft_status plan_four(const tfi_solver *solver, const tfi_problem *problem,
                               tfi_planner *planner, tfi_plan **out)
{
    return plan_way(solver, problem, planner, false, out);
}

static trnfft_status plan_three(const tfi_solver *solver, const tfi_problem *problem,
                                tfi_planner *planner, tfi_plan **out)
{
    const tfi_gemm_problem *p = (const tfi_gemm_problem *)problem;
    *out = NULL;
    if (!(p->max_error >= tfi_gemm_error(p, true))) {
        return TRNFFT_OK;
    }
    return plan_way(solver, problem, planner, true, out);
}

const tfi_solver tfi_solver_gemm_blocked = { .name = "gemm_blocked",
                                             .kind = TFI_PROBLEM_GEMM,
                                             .plan = plan_four };
const tfi_solver tfi_solver_gemm_three = { .name = "gemm_three",
                                           .kind = TFI_PROBLEM_GEMM,
                                           .plan = plan_three };

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
