#include "support/reference.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <trnfft/dtype.h>

#include "support/random.h"
#include "support/tensors.h"

#define TEST_PI 3.14159265358979323846264338327950288419716939937510L
/* Primes up to this are summed directly, larger ones go through Bluestein. */
#define DIRECT_LIMIT 31

int test_reference_is_wide(void)
{
    return LDBL_MANT_DIG >= 64;
}

static void *must_alloc(size_t bytes)
{
    void *p = malloc(bytes > 0 ? bytes : 1);
    if (p == NULL) {
        fprintf(stderr, "reference transform: out of memory (%zu bytes)\n", bytes);
        abort();
    }
    return p;
}

test_complex test_root(int64_t k, int64_t n)
{
    k %= n;
    if (k < 0) {
        k += n;
    }
    /* Eighths of the circle, counted exactly: 8 k = octant * n + rest. */
    int64_t octant = (8 * k) / n;
    int64_t rest = 8 * k - octant * n;
    if (octant & 1) {
        rest = n - rest; /* distance to the next multiple of a quarter */
    }
    long double angle = TEST_PI * (long double)rest / (4.0L * (long double)n);
    long double c = cosl(angle), s = sinl(angle);
    if (octant & 1) {
        long double t = c;
        c = s, s = t;
        /* now cos and sin of (pi/2 - angle) within the quarter */
    }
    switch (octant / 2) {
    case 0: return (test_complex){ c, -s };
    case 1: return (test_complex){ -s, -c };
    case 2: return (test_complex){ -c, s };
    default: return (test_complex){ s, c };
    }
}

static test_complex mul(test_complex a, test_complex b)
{
    return (test_complex){ a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re };
}

typedef struct dft {
    int64_t n;             /* whole length                                 */
    test_complex *root;    /* n roots, forward                             */
    int64_t leaf;          /* the part of n without factors <= DIRECT_LIMIT */
    struct dft *bluestein; /* power-of-two transform for the leaf          */
    test_complex *chirp;   /* leaf values exp(-pi i j^2 / leaf)            */
    test_complex *filter;  /* transformed conjugate chirp                  */
    test_complex *work;
} dft;

static void forward(dft *t, int64_t n, int64_t stride, const test_complex *x,
                    test_complex *y);

static int64_t smallest_factor(int64_t n)
{
    for (int64_t p = 2; p <= DIRECT_LIMIT; p++) {
        if (n % p == 0) {
            return p;
        }
    }
    return n;
}

static dft *dft_create(int64_t n);

static void prepare_bluestein(dft *t)
{
    int64_t n = t->leaf, m = 1;
    while (m < 2 * n - 1) {
        m *= 2;
    }
    size_t bytes = (size_t)m * sizeof(test_complex);
    t->bluestein = dft_create(m);
    t->chirp = must_alloc((size_t)n * sizeof(test_complex));
    t->filter = must_alloc(bytes);
    t->work = must_alloc(2 * bytes);
    memset(t->work, 0, bytes);
    int64_t square = 0; /* j^2 mod 2n, by differences: never overflows */
    for (int64_t j = 0; j < n; j++) {
        t->chirp[j] = test_root(square, 2 * n);
        test_complex w = { t->chirp[j].re, -t->chirp[j].im };
        t->work[j] = w;
        t->work[j == 0 ? 0 : m - j] = w;
        square = (square + 2 * j + 1) % (2 * n);
    }
    forward(t->bluestein, m, 1, t->work, t->filter);
}

static dft *dft_create(int64_t n)
{
    dft *t = must_alloc(sizeof *t);
    *t = (dft){ .n = n, .leaf = n };
    for (int64_t p; t->leaf > 1 && (p = smallest_factor(t->leaf)) <= DIRECT_LIMIT;) {
        t->leaf /= p;
    }
    t->root = must_alloc((size_t)n * sizeof(test_complex));
    for (int64_t k = 0; k < n; k++) {
        t->root[k] = test_root(k, n);
    }
    if (t->leaf > 1) {
        prepare_bluestein(t);
    }
    return t;
}

static void dft_destroy(dft *t)
{
    if (t->bluestein != NULL) {
        dft_destroy(t->bluestein);
    }
    free(t->chirp);
    free(t->filter);
    free(t->work);
    free(t->root);
    free(t);
}

/* The leaf: X_k = chirp_k sum_j (x_j chirp_j) conj(chirp_{k-j}). */
static void bluestein(dft *t, int64_t stride, const test_complex *x, test_complex *y)
{
    int64_t n = t->leaf, m = t->bluestein->n;
    test_complex *a = t->work, *b = t->work + m;
    memset(a, 0, (size_t)m * sizeof *a);
    for (int64_t j = 0; j < n; j++) {
        a[j] = mul(x[j * stride], t->chirp[j]);
    }
    forward(t->bluestein, m, 1, a, b);
    for (int64_t k = 0; k < m; k++) {
        test_complex p = mul(b[k], t->filter[k]);
        b[k] = (test_complex){ p.re, -p.im }; /* inverse by conjugation */
    }
    forward(t->bluestein, m, 1, b, a);
    for (int64_t k = 0; k < n; k++) {
        test_complex c = { a[k].re / (long double)m, -a[k].im / (long double)m };
        y[k] = mul(c, t->chirp[k]);
    }
}

/* y (contiguous) = DFT of the n points x[0], x[stride] ...; n * stride divides t->n. */
static void forward(dft *t, int64_t n, int64_t stride, const test_complex *x,
                    test_complex *y)
{
    if (n == 1) {
        y[0] = x[0];
        return;
    }
    if (n == t->leaf) {
        bluestein(t, stride, x, y);
        return;
    }
    int64_t p = smallest_factor(n), m = n / p, step = t->n / n;
    for (int64_t q = 0; q < p; q++) {
        forward(t, m, stride * p, x + q * stride, y + q * m);
    }
    test_complex part[DIRECT_LIMIT];
    for (int64_t k = 0; k < m; k++) {
        for (int64_t q = 0; q < p; q++) {
            part[q] = mul(y[q * m + k], t->root[q * k * step]);
        }
        for (int64_t r = 0; r < p; r++) {
            test_complex sum = part[0];
            for (int64_t q = 1, at = r; q < p; q++) {
                test_complex v = mul(part[q], t->root[at * (t->n / p)]);
                sum.re += v.re;
                sum.im += v.im;
                at = at + r < p ? at + r : at + r - p;
            }
            y[r * m + k] = sum;
        }
    }
}

static void conjugate(int64_t n, test_complex *x)
{
    for (int64_t k = 0; k < n; k++) {
        x[k].im = -x[k].im;
    }
}

void test_dft(int64_t n, int sign, const test_complex *x, test_complex *y)
{
    dft *t = dft_create(n);
    size_t bytes = (size_t)n * sizeof(test_complex);
    test_complex *copy = must_alloc(bytes);
    memcpy(copy, x, bytes);
    if (sign > 0) {
        conjugate(n, copy);
    }
    forward(t, n, 1, copy, y);
    if (sign > 0) {
        conjugate(n, y);
    }
    free(copy);
    dft_destroy(t);
}

void test_dft_direct(int64_t n, int sign, const test_complex *x, test_complex *y)
{
    test_complex *root = must_alloc((size_t)n * sizeof *root);
    for (int64_t k = 0; k < n; k++) {
        root[k] = test_root(sign < 0 ? k : n - k, n);
    }
    for (int64_t k = 0; k < n; k++) {
        test_complex sum = { 0, 0 };
        int64_t jk = 0;
        for (int64_t j = 0; j < n; j++) {
            test_complex v = mul(x[j], root[jk]);
            sum.re += v.re;
            sum.im += v.im;
            jk = jk + k < n ? jk + k : jk + k - n;
        }
        y[k] = sum;
    }
    free(root);
}

double test_rms_error_f32(int64_t n, const float *re, const float *im, int64_t stride,
                          const test_complex *expected)
{
    long double error = 0, norm = 0;
    for (int64_t k = 0; k < n; k++) {
        long double dr = re[k * stride] - expected[k].re;
        long double di = im == NULL ? 0 : im[k * stride] - expected[k].im;
        error += dr * dr + di * di;
        norm += expected[k].re * expected[k].re;
        norm += im == NULL ? 0 : expected[k].im * expected[k].im;
    }
    return norm > 0 ? (double)sqrtl(error / norm) : (double)sqrtl(error);
}

double test_rms_error_f64(int64_t n, const double *re, const double *im, int64_t stride,
                          const test_complex *expected)
{
    long double error = 0, norm = 0;
    for (int64_t k = 0; k < n; k++) {
        long double dr = re[k * stride] - expected[k].re;
        long double di = im == NULL ? 0 : im[k * stride] - expected[k].im;
        error += dr * dr + di * di;
        norm += expected[k].re * expected[k].re;
        norm += im == NULL ? 0 : expected[k].im * expected[k].im;
    }
    return norm > 0 ? (double)sqrtl(error / norm) : (double)sqrtl(error);
}

double test_line_rms_error(const trnfft_tensor *line, const test_complex *expected)
{
    const int64_t n = line->shape[0], stride = line->strides[0];
    return line->dtype == TRNFFT_F64
               ? test_rms_error_f64(n, line->re, line->im, stride, expected)
               : test_rms_error_f32(n, line->re, line->im, stride, expected);
}

void test_random_line(const trnfft_tensor *line, test_complex *exact)
{
    const int64_t n = line->shape[0];
    test_random r = test_random_seed((uint64_t)n);
    double *values = must_alloc(2 * (size_t)n * sizeof *values);
    for (int64_t i = 0; i < n; i++) {
        values[2 * i] = test_random_unit_f32(&r);
        values[2 * i + 1] = test_random_unit_f32(&r);
        exact[i] = (test_complex){ values[2 * i], values[2 * i + 1] };
    }
    test_tensor_set(line, values);
    free(values);
}
