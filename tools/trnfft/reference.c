/* reference.c - the long double transform of reference.h. */
#include "reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_FACTORS = 64,
    LARGEST_DIRECT = 61 /* larger primes go through Bluestein's convolution */
};

typedef struct chirp {
    int64_t prime;
    ref_dft *inner;      /* power of two, >= 2 prime - 1                    */
    ref_complex *factor; /* exp(-pi i j^2 / prime), j < prime               */
    ref_complex *kernel; /* spectrum of the conjugate chirp, 1/length in it */
} chirp;

struct ref_dft {
    int64_t n;
    int n_factors;
    int64_t factor[MAX_FACTORS]; /* ascending */
    ref_complex *unit;           /* exp(-2 pi i k / n), k < n */
    int n_chirps;
    chirp chirps[MAX_FACTORS];
};

static const long double PI_4 = 0.785398163397448309615660845819875721L;

static ref_complex product(ref_complex a, ref_complex b)
{
    ref_complex c = { a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re };
    return c;
}

ref_complex ref_unit(int64_t k, int64_t n)
{
    /* 8 k = octant * n + rest, then one angle in [0, pi/4] from rest or n - rest. */
    k %= n;
    int64_t octant = 0;
    int64_t rest = k;
    for (int i = 0; i < 3; i++) {
        bool carry = rest >= n - rest;
        rest = carry ? rest - (n - rest) : rest + rest;
        octant = 2 * octant + (carry ? 1 : 0);
    }
    int64_t part = (octant & 1) != 0 ? n - rest : rest;
    long double angle = PI_4 * ((long double)part / (long double)n);
    long double c = cosl(angle);
    long double s = sinl(angle);
    int64_t turn = (octant + 1) / 2; /* nearest quarter turn */
    if ((octant & 1) != 0) {
        s = -s;
    }
    switch (turn & 3) {
    case 0: return (ref_complex){ c, -s };
    case 1: return (ref_complex){ -s, -c };
    case 2: return (ref_complex){ -c, s };
    default: return (ref_complex){ s, c };
    }
}

static int64_t smallest_factor(int64_t n)
{
    for (int64_t p = 2; p <= n / p; p++) {
        if (n % p == 0) {
            return p;
        }
    }
    return n;
}

static ref_complex *new_array(int64_t n)
{
    return calloc((size_t)n, sizeof(ref_complex));
}

static bool chirp_create(chirp *c, int64_t prime)
{
    int64_t length = 1;
    while (length < 2 * prime - 1) {
        length *= 2;
    }
    c->prime = prime;
    c->inner = ref_create(length);
    c->factor = new_array(prime);
    c->kernel = new_array(length);
    ref_complex *taps = new_array(length);
    bool ok =
        c->inner != NULL && c->factor != NULL && c->kernel != NULL && taps != NULL;
    if (ok) {
        int64_t square = 0; /* j^2 mod 2 prime */
        for (int64_t j = 0; j < prime; j++) {
            c->factor[j] = ref_unit(square, 2 * prime);
            ref_complex tap = { c->factor[j].re / (long double)length,
                                -c->factor[j].im / (long double)length };
            taps[j] = tap;
            taps[(length - j) % length] = tap;
            square = (square + 2 * j + 1) % (2 * prime);
        }
        ok = ref_forward(c->inner, taps, 1, c->kernel);
    }
    free(taps);
    return ok;
}

ref_dft *ref_create(int64_t n)
{
    ref_dft *d = n >= 1 ? calloc(1, sizeof *d) : NULL;
    if (d == NULL) {
        return NULL;
    }
    d->n = n;
    d->unit = new_array(n);
    bool ok = d->unit != NULL;
    for (int64_t k = 0; ok && k < n; k++) {
        d->unit[k] = ref_unit(k, n);
    }
    int64_t largest = 0;
    for (int64_t rest = n; ok && rest > 1;) {
        int64_t p = rest % 4 == 0 ? 4 : smallest_factor(rest);
        d->factor[d->n_factors++] = p;
        if (p > LARGEST_DIRECT && p != largest) {
            ok = chirp_create(&d->chirps[d->n_chirps++], p);
            largest = p;
        }
        rest /= p;
    }
    if (!ok) {
        ref_destroy(d);
        return NULL;
    }
    return d;
}

void ref_destroy(ref_dft *d)
{
    if (d == NULL) {
        return;
    }
    for (int i = 0; i < d->n_chirps; i++) {
        ref_destroy(d->chirps[i].inner);
        free(d->chirps[i].factor);
        free(d->chirps[i].kernel);
    }
    free(d->unit);
    free(d);
}

/* x of `c->prime` points -> its transform, by one cyclic convolution. */
static bool chirp_run(const chirp *c, ref_complex *x)
{
    int64_t length = c->inner->n;
    ref_complex *a = new_array(length);
    ref_complex *b = new_array(length);
    bool ok = a != NULL && b != NULL;
    if (ok) {
        for (int64_t j = 0; j < c->prime; j++) {
            a[j] = product(x[j], c->factor[j]);
        }
        ok = ref_forward(c->inner, a, 1, b);
    }
    if (ok) {
        /* The inverse transform is the forward one of the conjugate, conjugated. */
        for (int64_t k = 0; k < length; k++) {
            ref_complex p = product(b[k], c->kernel[k]);
            b[k] = (ref_complex){ p.re, -p.im };
        }
        ok = ref_forward(c->inner, b, 1, a);
    }
    if (ok) {
        for (int64_t k = 0; k < c->prime; k++) {
            ref_complex y = { a[k].re, -a[k].im };
            x[k] = product(y, c->factor[k]);
        }
    }
    free(a);
    free(b);
    return ok;
}

/* x of p points (a prime, or 4) -> its transform; unit[k * (n / p)] are the p-th roots.
 */
static bool prime_run(const ref_dft *d, int64_t p, ref_complex *x)
{
    if (p == 2) {
        ref_complex a = x[0];
        ref_complex b = x[1];
        x[0] = (ref_complex){ a.re + b.re, a.im + b.im };
        x[1] = (ref_complex){ a.re - b.re, a.im - b.im };
        return true;
    }
    if (p == 4) {
        ref_complex a = { x[0].re + x[2].re, x[0].im + x[2].im };
        ref_complex b = { x[0].re - x[2].re, x[0].im - x[2].im };
        ref_complex c = { x[1].re + x[3].re, x[1].im + x[3].im };
        ref_complex t = { x[1].im - x[3].im, x[3].re - x[1].re }; /* times -i */
        x[0] = (ref_complex){ a.re + c.re, a.im + c.im };
        x[1] = (ref_complex){ b.re + t.re, b.im + t.im };
        x[2] = (ref_complex){ a.re - c.re, a.im - c.im };
        x[3] = (ref_complex){ b.re - t.re, b.im - t.im };
        return true;
    }
    if (p > LARGEST_DIRECT) {
        for (int i = 0; i < d->n_chirps; i++) {
            if (d->chirps[i].prime == p) {
                return chirp_run(&d->chirps[i], x);
            }
        }
        return false;
    }
    ref_complex y[LARGEST_DIRECT];
    int64_t step = d->n / p;
    for (int64_t k = 0; k < p; k++) {
        ref_complex sum = { 0.0L, 0.0L };
        for (int64_t j = 0; j < p; j++) {
            ref_complex t = product(x[j], d->unit[j * k % p * step]);
            sum.re += t.re;
            sum.im += t.im;
        }
        y[k] = sum;
    }
    for (int64_t k = 0; k < p; k++) {
        x[k] = y[k];
    }
    return true;
}

/* Decimation in time: factor `level` splits the `n` points read with `stride`. */
static bool recurse(const ref_dft *d, int level, int64_t n, const ref_complex *in,
                    int64_t stride, ref_complex *out)
{
    if (n == 1) {
        out[0] = in[0];
        return true;
    }
    int64_t p = d->factor[level];
    int64_t m = n / p;
    for (int64_t r = 0; r < p; r++) {
        if (!recurse(d, level + 1, m, in + r * stride, stride * p, out + r * m)) {
            return false;
        }
    }
    ref_complex small[LARGEST_DIRECT];
    ref_complex *x = p <= LARGEST_DIRECT ? small : new_array(p);
    bool ok = x != NULL;
    int64_t step = d->n / n;
    for (int64_t k = 0; ok && k < m; k++) {
        x[0] = out[k];
        for (int64_t r = 1; r < p; r++) {
            x[r] = product(out[r * m + k], d->unit[r * k * step]);
        }
        ok = prime_run(d, p, x);
        for (int64_t r = 0; r < p; r++) {
            out[r * m + k] = x[r];
        }
    }
    if (x != small) {
        free(x);
    }
    return ok;
}

bool ref_forward(const ref_dft *d, const ref_complex *in, int64_t stride,
                 ref_complex *out)
{
    return recurse(d, 0, d->n, in, stride, out);
}

bool ref_inverse(const ref_dft *d, const ref_complex *in, int64_t stride,
                 ref_complex *out)
{
    if (!ref_forward(d, in, stride, out)) {
        return false;
    }
    /* x_j is the forward transform at -j. */
    long double scale = 1.0L / (long double)d->n;
    for (int64_t j = 0; j <= d->n - j; j++) {
        int64_t mirror = (d->n - j) % d->n;
        ref_complex a = out[j % d->n];
        ref_complex b = out[mirror];
        out[j % d->n] = (ref_complex){ b.re * scale, b.im * scale };
        if (mirror != j) {
            out[mirror] = (ref_complex){ a.re * scale, a.im * scale };
        }
        if (d->n == 1) {
            break;
        }
    }
    return true;
}

void ref_direct(int64_t n, const ref_complex *in, ref_complex *out)
{
    for (int64_t k = 0; k < n; k++) {
        ref_complex sum = { 0.0L, 0.0L };
        int64_t angle = 0;
        for (int64_t j = 0; j < n; j++) {
            ref_complex t = product(in[j], ref_unit(angle, n));
            sum.re += t.re;
            sum.im += t.im;
            angle = (angle + k) % n;
        }
        out[k] = sum;
    }
}

bool ref_forward_nd(int rank, const int64_t *shape, ref_complex *data)
{
    int64_t total = 1;
    for (int i = 0; i < rank; i++) {
        total *= shape[i];
    }
    int64_t inner = total;
    for (int axis = 0; axis < rank; axis++) {
        int64_t n = shape[axis];
        inner /= n;
        ref_dft *d = ref_create(n);
        ref_complex *line = new_array(n);
        bool ok = d != NULL && line != NULL;
        for (int64_t at = 0; ok && at < total; at += inner * n) {
            for (int64_t i = 0; ok && i < inner; i++) {
                ok = ref_forward(d, data + at + i, inner, line);
                for (int64_t k = 0; k < n; k++) {
                    data[at + i + k * inner] = line[k];
                }
            }
        }
        free(line);
        ref_destroy(d);
        if (!ok) {
            return false;
        }
    }
    return true;
}
