/* trig_tables.h - the inside of tfi_trig, shared by the files that build and use it.
 *
 * The circle is cut into 4n units, so that a quarter is n units whatever n is. By
 * symmetry every k comes down to an angle a in 0 … n/2 units (an eighth of the circle);
 * a is a multiple of g = gcd(4, n), so idx = a / g counts M = n / (2g) + 1 angles.
 * idx = hi B + lo with a power of two B, and with u = 2 pi g / (4n),
 * W = exp(i hi B u) and 1 + d = exp(i lo u):
 *
 *     cos = C + (C dr - S di)            C, S: W in double-double
 *     sin = S + (C di + S dr)            dr, di: d, di in double-double
 *
 * B u is kept below 2^-8, so only C di needs more than double precision, and only
 * beside a small S: its leading product is made exact by giving both factors 26 bits.
 */
#ifndef TFI_BASE_TRIG_TABLES_H
#define TFI_BASE_TRIG_TABLES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/double_double.h"
#include "base/trig.h"

typedef struct tfi_trig_coarse {
    double c, s, c_low, s_low;
} tfi_trig_coarse;

typedef struct tfi_trig_fine {
    double dr;      /* cos - 1 */
    double di;      /* sin, rounded */
    double di_high; /* its first 26 bits */
    double di_low;  /* and the rest */
} tfi_trig_fine;

/* Places k, k + dk, … mod n, k and dk in 0 … n-1; each `block` of their factors (a
 * multiple of 8) begins `pitch` after the one before. */
typedef struct tfi_trig_steps {
    uint64_t k, dk;
    int64_t count, block, pitch;
} tfi_trig_steps;

/* The same factors, to the bit, by vectors; not for `direct`. */
typedef struct tfi_trig_vectors {
    void (*steps_f32)(const tfi_trig *t, const tfi_trig_steps *s, float *re, float *im);
    void (*steps_f64)(const tfi_trig *t, const tfi_trig_steps *s, double *re,
                      double *im);
    /* Rows of one or two vectors, 8 or 16 factors. */
    void (*rows_f32)(const tfi_trig *t, uint64_t k0, int64_t count, int64_t width,
                     float *re, float *im);
    void (*rows_f64)(const tfi_trig *t, uint64_t k0, int64_t count, int64_t width,
                     double *re, double *im);
    void (*list_f32)(const tfi_trig *t, const int64_t *k, int64_t count, float *re,
                     float *im);
    void (*list_f64)(const tfi_trig *t, const int64_t *k, int64_t count, double *re,
                     double *im);
} tfi_trig_vectors;

/* sin x / x and (cos x - 1) / x^2 as polynomials in x^2 for 0 <= x <= pi / 4, error
 * below 2^-90: from TFI_TRIG_HEAD terms on a double is enough. */
enum { TFI_TRIG_HEAD = 7, TFI_TRIG_TAIL = 7 };
typedef struct tfi_trig_terms {
    tfi_dd head[TFI_TRIG_HEAD];
    double tail[TFI_TRIG_TAIL];
} tfi_trig_terms;
extern const tfi_trig_terms tfi_trig_sine, tfi_trig_cosine;

/* The first so many entries of a coarse table, and every one whose number is a multiple
 * of that, come from the series, the others are products of two of them. */
enum { TFI_TRIG_STRIDE = 16 };
void tfi_trig_coarse_one_by_one(const tfi_trig *t, size_t count,
                                tfi_trig_coarse *table);
/* The same bits; false where this machine has no vectors for it. */
bool tfi_trig_coarse_by_vectors(const tfi_trig *t, size_t count,
                                tfi_trig_coarse *table);

/* Those of this machine for n points, or NULL. */
const tfi_trig_vectors *tfi_trig_vectors_for(uint64_t n);

struct tfi_trig {
    uint64_t n;
    unsigned unit_shift; /* log2 gcd(4, n) */
    unsigned fine_bits;  /* log2 B */
    bool direct;         /* n too large for tables: each factor by its series */
    const tfi_trig_vectors *vectors; /* NULL: one by one */
    tfi_dd unit;                     /* the angle of idx = 1 */
    tfi_trig_coarse *coarse;
    tfi_trig_fine *fine;
    size_t n_bytes;
};

/* cos and sin of idx units in double-double, by their series. */
tfi_trig_coarse tfi_trig_series(const tfi_trig *t, uint64_t idx);

#endif
