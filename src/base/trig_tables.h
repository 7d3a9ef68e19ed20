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

struct tfi_trig {
    uint64_t n;
    unsigned unit_shift; /* log2 gcd(4, n) */
    unsigned fine_bits;  /* log2 B */
    bool direct;         /* n too large for tables: each factor by its series */
    tfi_dd unit;         /* the angle of idx = 1 */
    tfi_trig_coarse *coarse;
    tfi_trig_fine *fine;
    size_t n_bytes;
};

/* cos and sin of idx units in double-double, by their series. */
tfi_trig_coarse tfi_trig_series(const tfi_trig *t, uint64_t idx);

#endif
