/* The defining sums, dimension by dimension, in double. Obviously right and slow. */
#include "fuzz/problem.h"

#include <math.h>
#include <string.h>

#include "support/reference.h"
#include "support/tensors.h"

typedef struct grid {
    int32_t rank;
    int64_t shape[TRNFFT_MAX_RANK];
    int64_t size;
    double *at; /* pairs, C order */
} grid;

static grid grid_create(int32_t rank, const int64_t *shape)
{
    grid g = { .rank = rank, .size = 1 };
    for (int32_t d = 0; d < rank; d++) {
        g.shape[d] = shape[d];
        g.size *= shape[d];
    }
    g.at = calloc(2 * (size_t)g.size + 2, sizeof *g.at);
    return g;
}

static int64_t step_of(const grid *g, int32_t dim)
{
    int64_t step = 1;
    for (int32_t d = dim + 1; d < g->rank; d++) {
        step *= g->shape[d];
    }
    return step;
}

/* The grid with another length along one dimension, cut or padded with zeros. */
static void resize(grid *g, int32_t dim, int64_t length)
{
    int64_t shape[TRNFFT_MAX_RANK];
    memcpy(shape, g->shape, sizeof shape);
    shape[dim] = length;
    grid out = grid_create(g->rank, shape);
    int64_t step = step_of(g, dim), old = g->shape[dim], outer = 1;
    for (int32_t d = 0; d < dim; d++) {
        outer *= shape[d];
    }
    for (int64_t o = 0; o < outer; o++) {
        for (int64_t j = 0; j < length && j < old; j++) {
            memcpy(out.at + 2 * (o * length + j) * step,
                   g->at + 2 * (o * old + j) * step, 2 * (size_t)step * sizeof *g->at);
        }
    }
    free(g->at);
    *g = out;
}

/* Lines along a dimension: reads `points` of them, half of a Hermitian line if asked.
 */
static void transform(grid *g, int32_t dim, int sign, int hermitian)
{
    int64_t n = g->shape[dim], step = step_of(g, dim);
    test_complex x[2 * FUZZ_MAX_LENGTH + 1], y[2 * FUZZ_MAX_LENGTH + 1];
    for (int64_t line = 0; line < (n > 0 ? g->size / n : 0); line++) {
        double *p = g->at + 2 * (line / step * n * step + line % step);
        for (int64_t j = 0; j < n; j++) {
            int64_t source = hermitian && j > n / 2 ? n - j : j;
            double im = p[2 * source * step + 1];
            im = hermitian && (j == 0 || 2 * j == n) ? 0 : source != j ? -im : im;
            x[j] = (test_complex){ p[2 * source * step], im };
        }
        test_dft_direct(n, sign, x, y);
        for (int64_t j = 0; j < n; j++) {
            p[2 * j * step] = (double)y[j].re;
            p[2 * j * step + 1] = (double)y[j].im;
        }
    }
}

/* The dimensions and lengths in full; 0 for nonsense. */
static int resolve(const trnfft_problem *p, int half_in, int32_t *n_dim, int32_t *dim,
                   int64_t *n)
{
    *n_dim = p->n_dim == 0 ? p->in.rank : p->n_dim;
    for (int32_t i = 0; i < *n_dim; i++) {
        dim[i] = p->n_dim == 0 ? i : p->dim[i] < 0 ? p->dim[i] + p->in.rank : p->dim[i];
        if (dim[i] < 0 || dim[i] >= p->in.rank) {
            return 0;
        }
        int64_t size = p->in.shape[dim[i]];
        int last = i == *n_dim - 1;
        n[i] = p->n_dim == 0 || p->n[i] == -1
                   ? (half_in && last ? 2 * (size - 1) : size)
                   : p->n[i];
        if (n[i] < 1 || n[i] > 2 * FUZZ_MAX_LENGTH) {
            return 0;
        }
        for (int32_t k = 0; k < i; k++) {
            if (dim[k] == dim[i]) {
                return 0;
            }
        }
    }
    return *n_dim > 0 || (p->in.rank == 0 && p->op <= TRNFFT_OP_IFFT);
}

double *fuzz_problem_answer(const trnfft_problem *p)
{
    int32_t n_dim, dim[TRNFFT_MAX_RANK];
    int64_t n[TRNFFT_MAX_RANK], total = 1;
    int half_in = p->op == TRNFFT_OP_IRFFT || p->op == TRNFFT_OP_HFFT;
    int half_out = p->op == TRNFFT_OP_RFFT || p->op == TRNFFT_OP_IHFFT;
    int sign =
        p->op == TRNFFT_OP_FFT || p->op == TRNFFT_OP_RFFT || p->op == TRNFFT_OP_HFFT
            ? -1
            : 1;
    if (!resolve(p, half_in, &n_dim, dim, n)) {
        return NULL;
    }
    grid g = grid_create(p->in.rank, p->in.shape);
    test_tensor_get(&p->in, g.at);
    if (p->in.im == NULL) {
        for (int64_t i = g.size - 1; i >= 0; i--) {
            g.at[2 * i] = g.at[i];
            g.at[2 * i + 1] = 0;
        }
    }
    for (int32_t i = 0; i < n_dim; i++) {
        int last = i == n_dim - 1;
        resize(&g, dim[i], half_in && last ? n[i] / 2 + 1 : n[i]);
        total *= n[i];
    }
    for (int32_t i = 0; i < n_dim; i++) {
        if (i == n_dim - 1 && half_in) {
            resize(&g, dim[i], n[i]); /* room for the other half */
            transform(&g, dim[i], sign, 1);
        } else {
            transform(&g, dim[i], sign, 0);
        }
    }
    if (half_out) {
        resize(&g, dim[n_dim - 1], n[n_dim - 1] / 2 + 1);
    }
    double scale = p->norm == TRNFFT_NORM_ORTHO ? 1 / sqrt((double)total)
                   : (p->norm == TRNFFT_NORM_FORWARD) == (sign < 0) ? 1 / (double)total
                                                                    : 1;
    int parts = half_in ? 1 : 2;
    for (int64_t i = 0; i < g.size; i++) {
        for (int part = 0; part < parts; part++) {
            g.at[i * parts + part] = g.at[2 * i + part] * scale;
        }
    }
    return g.at;
}
