/* slepian.c - the first Slepian sequence by inverse iteration on a tridiagonal matrix.
 *
 * It is the eigenvector of the largest eigenvalue of the matrix T with the diagonal
 * ((m-1-2i)/2)^2 cos(2 pi W), W = nw / m, and i (m-i) / 2 beside it. Now (m^2 - 1)/4 -
 * T = L + D: L is a Laplacian (its rows sum to 0, its off-diagonals are the -i
 * (m-i)/2), and D is 2 sin^2(pi W) ((m-1-2i)/2)^2 >= 0. So we want the smallest
 * eigenvalue of a diagonally dominant matrix without a positive off-diagonal. Kept as
 * (off-diagonals, excess of the diagonal over them), such a matrix is factored and
 * solved without a single subtraction: every entry of the eigenvector gets nearly full
 * relative accuracy, whatever m, where a general eigensolver loses eps times m^2. The
 * next even eigenvalue is about five times as large, so each iteration gains 0.7
 * digits; the start is even, and so are all iterates.
 */
#include "signal/slepian.h"

#include <math.h>

#include "plan/context.h"

#define PI 3.14159265358979323846

enum { MAX_ITERATIONS = 200 };

/* -(off-diagonal) between points i - 1 and i. */
static double coupling(int64_t i, int64_t m)
{
    return 0.5 * (double)i * (double)(m - i);
}

/* pivot[i] of the factorisation; excess[i] = pivot[i] minus the coupling to i + 1. */
static void factor(double nw, int64_t m, double *pivot)
{
    /* Below this the sequence is 1 to the last bit, but squares would underflow to 0.
     */
    double s = sin(PI * fmax(nw, 1e-100) / (double)m);
    double excess = 0.0;
    for (int64_t i = 0; i < m; i++) {
        double x = 0.5 * (double)(m - 1 - 2 * i);
        double own = 2.0 * s * s * x * x;
        if (i > 0) {
            own += coupling(i, m) * (excess / pivot[i - 1]);
        }
        excess = own;
        pivot[i] = i + 1 < m ? excess + coupling(i + 1, m) : excess;
    }
}

/* w = (L + D)^-1 w, then scaled to a largest value of 1. */
static void iterate(int64_t m, const double *pivot, double *w)
{
    for (int64_t i = 1; i < m; i++) {
        w[i] += coupling(i, m) / pivot[i - 1] * w[i - 1];
    }
    double largest = w[m - 1] /= pivot[m - 1];
    for (int64_t i = m - 2; i >= 0; i--) {
        w[i] = (w[i] + coupling(i + 1, m) * w[i + 1]) / pivot[i];
        largest = w[i] > largest ? w[i] : largest;
    }
    for (int64_t i = 0; i < m; i++) {
        w[i] /= largest;
    }
}

trnfft_status tfi_slepian(const char *function, double nw, int64_t m, double *w)
{
    const tfi_allocator *alloc = tfi_current_allocator();
    double *pivot = tfi_alloc_array(alloc, (size_t)m, 2 * sizeof *pivot);
    if (pivot == NULL) {
        return tfi_fail_memory(function, (size_t)m * 2 * sizeof *pivot);
    }
    double *before = pivot + m;
    factor(nw, m, pivot);
    for (int64_t i = 0; i < m; i++) {
        w[i] = before[i] = 1.0;
    }
    for (int round = 0; round < MAX_ITERATIONS; round++) {
        iterate(m, pivot, w);
        double change = 0.0;
        for (int64_t i = 0; i < m; i++) {
            change = fmax(change, fabs(w[i] - before[i]));
            before[i] = w[i];
        }
        if (change < 4e-16) {
            break;
        }
    }
    double square = (double)m * (double)m;
    for (int64_t i = 0; i < (m + 1) / 2; i++) { /* symmetric to the last bit */
        double value = 0.5 * (w[i] + w[m - 1 - i]);
        value = m % 2 == 0 ? value * (square / (square + nw)) : value;
        w[i] = w[m - 1 - i] = value;
    }
    tfi_free(alloc, pivot);
    return TRNFFT_OK;
}
