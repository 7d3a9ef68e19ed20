/* gemm_run.c - runs a matrix product: blocks of a and b are packed in the compute type
 * and multiplied by the kernels of the CPU level.
 *
 * The loops from the outside: shares of the result (batch, rows, columns), columns that
 * a packed block of b holds, k in blocks, rows that a packed block of a holds. Results
 * of the compute type are accumulated where they belong; others in a block of the
 * workspace that is stored once, so that narrow types round once. */
#include "solvers/gemm.h"
#include "solvers/tile.h"

typedef struct walk {
    const tfi_gemm_plan *plan;
    const trnfft_operand *operands;
    char *scratch;
} walk;

/* A factor: rows of a or columns of b are its lanes. Strides in components. */
typedef struct factor {
    const tfi_matrix *matrix;
    char *re, *im; /* im NULL: real */
    int64_t k, lane;
} factor;

/* What a thread works in. */
typedef struct bench {
    char *a, *b, *c[2], *stage[2], *scratch;
} bench;

static size_t component(const tfi_gemm_plan *g)
{
    return g->type == TFK_F64 ? sizeof(double) : sizeof(float);
}

/* Part i of a matrix from component `offset` on. */
static char *part_at(const tfi_matrix *x, const trnfft_operand *o, int i,
                     int64_t offset)
{
    char *const base = i == 0 ? o->re : x->layout == TRNFFT_REAL ? NULL : o->im;
    return base != NULL ? base + offset * (int64_t)trnfft_dtype_size(x->dtype) : NULL;
}

static factor moved(const factor *f, int64_t k, int64_t lane)
{
    const int64_t at =
        (k * f->k + lane * f->lane) * (int64_t)trnfft_dtype_size(f->matrix->dtype);
    factor m = *f;
    m.re += at;
    m.im = m.im != NULL ? m.im + at : NULL;
    return m;
}

/* Converts a strip, lanes side by side, both parts. */
static void stage(const tfi_gemm_plan *g, const factor *f, int64_t n_k, int64_t lanes,
                  const bench *w)
{
    const int64_t size = (int64_t)trnfft_dtype_size(f->matrix->dtype);
    for (int i = 0; i < 2; i++) {
        const tfi_part part = { i == 0 ? f->re : f->im, f->matrix->dtype, f->k * size,
                                f->lane * size };
        tfi_tile_read(g->problem.compute, &part, n_k, n_k, lanes, w->stage[i]);
    }
}

/* Packs n_k x n_lanes, `lanes` to a panel of `panel` components; panel by panel where
 * the kernel cannot read the type. */
static void pack(const tfi_gemm_plan *g, void (*kernel)(const tfk_gemm_pack *),
                 const factor *f, int64_t n_k, int64_t n_lanes, int64_t lanes,
                 int64_t panel, const bench *w, char *to)
{
    tfk_gemm_pack p = { f->re, f->im, f->k, f->lane, n_k, n_lanes, to };
    if (f->im != NULL && f->matrix->dtype == (int32_t)g->problem.compute) {
        kernel(&p);
        return;
    }
    for (int64_t l = 0; l < n_lanes; l += lanes) {
        const factor strip = moved(f, 0, l);
        p.n_lanes = tfi_gemm_least(lanes, n_lanes - l);
        stage(g, &strip, n_k, p.n_lanes, w);
        p.re = w->stage[0];
        p.im = w->stage[1];
        p.k = p.n_lanes;
        p.lane = 1;
        p.out = to;
        kernel(&p);
        to += (size_t)panel * component(g);
    }
}

/* A block of a as the kernels read it: where it lies, or packed. */
static void take_left(const tfi_gemm_plan *g, const factor *a, const bench *w,
                      tfk_gemm *to)
{
    const tfk_gemm_ops *ops = g->ops;
    const int64_t rows = ops->rows;
    if (g->in_place) {
        const tfk_gemm_left left = { a->re, a->im, a->lane, a->k, rows * a->lane };
        to->a = left;
        return;
    }
    const int64_t panel = tfi_gemm_panel_a(g, to->n_k);
    pack(g, ops->pack_a[g->type], a, to->n_k, to->n_i, rows, panel, w, w->a);
    const tfk_gemm_left left = { w->a, w->a + (size_t)rows * component(g), 1, 2 * rows,
                                 panel };
    to->a = left;
}

static void take_right(const tfi_gemm_plan *g, const factor *b, const bench *w,
                       tfk_gemm *to)
{
    const int64_t columns = g->ops->columns[g->type];
    const int64_t panel = (g->three ? 3 : 2) * columns * to->n_k;
    pack(g, g->ops->pack_b[g->type], b, to->n_k, to->n_j, columns, panel, w, w->b);
}

/* Adds the product of the blocks taken to the results from (i, j) of `whole` on. */
static void multiply_block(const tfi_gemm_plan *g, const tfk_gemm *whole, int64_t i,
                           int64_t j, tfk_gemm *to)
{
    const int64_t step = to->c_interleaved ? 2 : 1;
    const size_t at = (size_t)(i * to->c_row + j * step) * component(g);
    to->c_re = (char *)whole->c_re + at;
    to->c_im = (char *)whole->c_im + at;
    g->ops->multiply[g->type](to);
}

/* k from `k` on, as many as a block has. */
static void take_k(const tfi_gemm_plan *g, int64_t k, tfk_gemm *to)
{
    to->n_k = tfi_gemm_least(g->block_k, g->problem.k - k);
    to->accumulate = k > 0;
}

/* All of k for n_i x n_j results, whose place and layout `whole` holds: blocks of b
 * that all rows pass by. k once even if there is nothing to add. */
static void multiply_wide(const tfi_gemm_plan *g, const factor *a, const factor *b,
                          int64_t n_i, int64_t n_j, const bench *w,
                          const tfk_gemm *whole)
{
    tfk_gemm to = *whole;
    for (int64_t j = 0; j < n_j; j += g->block_j) {
        int64_t k = 0;
        to.n_j = tfi_gemm_least(g->block_j, n_j - j);
        do {
            take_k(g, k, &to);
            const factor b_block = moved(b, k, j);
            take_right(g, &b_block, w, &to);
            for (int64_t i = 0; i < n_i; i += g->block_i) {
                const factor a_block = moved(a, k, i);
                to.n_i = tfi_gemm_least(g->block_i, n_i - i);
                take_left(g, &a_block, w, &to);
                multiply_block(g, whole, i, j, &to);
            }
            k += g->block_k;
        } while (k < g->problem.k);
    }
}

/* The same where one block of a has all rows: panels of b pass by. */
static void multiply_narrow(const tfi_gemm_plan *g, const factor *a, const factor *b,
                            int64_t n_i, int64_t n_j, const bench *w,
                            const tfk_gemm *whole)
{
    tfk_gemm to = *whole;
    int64_t k = 0;
    to.n_i = n_i;
    do {
        take_k(g, k, &to);
        const factor a_block = moved(a, k, 0);
        take_left(g, &a_block, w, &to);
        for (int64_t j = 0; j < n_j; j += g->block_j) {
            const factor b_block = moved(b, k, j);
            to.n_j = tfi_gemm_least(g->block_j, n_j - j);
            take_right(g, &b_block, w, &to);
            multiply_block(g, whole, 0, j, &to);
        }
        k += g->block_k;
    } while (k < g->problem.k);
}

/* A share of the result: the operands moved to it. */
static void run_item(const walk *w, int64_t item, const bench *at)
{
    const tfi_gemm_plan *g = w->plan;
    const tfi_gemm_problem *p = &g->problem;
    const int64_t j = item % g->items_j * g->item_j;
    const int64_t i = item / g->items_j % g->items_i * g->item_i;
    int64_t rest = item / g->items_j / g->items_i;
    int64_t at_a = i * p->a.row, at_b = j * p->b.column;
    int64_t at_c = i * p->c.row + j * p->c.column;
    for (int32_t d = p->n_batch - 1; d >= 0; d--) {
        const int64_t index = rest % p->batch[d];
        rest /= p->batch[d];
        at_a += index * p->a.batch[d];
        at_b += index * p->b.batch[d];
        at_c += index * p->c.batch[d];
    }
    const trnfft_operand *const o = w->operands;
    const factor a = { &p->a, part_at(&p->a, &o[0], 0, at_a),
                       part_at(&p->a, &o[0], 1, at_a), p->a.column, p->a.row };
    const factor b = { &p->b, part_at(&p->b, &o[2], 0, at_b),
                       part_at(&p->b, &o[2], 1, at_b), p->b.row, p->b.column };
    char *const c[2] = { part_at(&p->c, &o[1], 0, at_c),
                         part_at(&p->c, &o[1], 1, at_c) };
    const int64_t n_i = tfi_gemm_least(g->item_i, p->m - i);
    const int64_t n_j = tfi_gemm_least(g->item_j, p->n - j);
    tfk_gemm to = { .c_re = at->c[0], .c_im = at->c[1], .c_row = n_j };
    to.b = at->b;
    to.scratch = at->scratch;
    if (g->direct) {
        to.c_re = c[0];
        to.c_im = c[1];
        to.c_row = p->c.row;
        to.c_interleaved = p->c.layout == TRNFFT_INTERLEAVED;
    }
    if (g->narrow) {
        multiply_narrow(g, &a, &b, n_i, n_j, at, &to);
    } else {
        multiply_wide(g, &a, &b, n_i, n_j, at, &to);
    }
    const int64_t size = (int64_t)trnfft_dtype_size(p->c.dtype);
    for (int k = 0; !g->direct && k < 2; k++) {
        const tfi_part out = { c[k], p->c.dtype, p->c.row * size, p->c.column * size };
        tfi_tile_write(p->compute, &out, n_i, n_j, at->c[k]);
    }
}

static void run_part(void *argument, int part)
{
    const walk *w = argument;
    const tfi_gemm_plan *g = w->plan;
    const tfi_gemm_memory *m = &g->memory;
    char *p = w->scratch + (size_t)part * m->whole;
    bench at;
    at.a = p;
    at.b = at.a + m->a;
    at.c[0] = at.b + m->b;
    at.c[1] = at.c[0] + m->c;
    at.stage[0] = at.c[1] + m->c;
    at.stage[1] = at.stage[0] + m->stage;
    at.scratch = at.stage[1] + m->stage;
    for (int64_t item = part; item < g->n_items; item += g->n_threads) {
        run_item(w, item, &at);
    }
}

trnfft_status tfi_gemm_execute(const tfi_job_plan *base, const tfi_job *job)
{
    const tfi_gemm_plan *plan = (const tfi_gemm_plan *)base;
    walk w = { plan, job->operands, job->workspace };
    tfi_team_run(job->team, plan->n_threads, run_part, &w);
    return TRNFFT_OK;
}
