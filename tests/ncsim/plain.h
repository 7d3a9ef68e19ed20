/* plain.h - the machine's arithmetic once more, slowly and by other means: numbers are
 * doubles, rounding is done on their exponents.
 */
#ifndef TESTS_NCSIM_PLAIN_H
#define TESTS_NCSIM_PLAIN_H

#include "ncsim/program.h"

/* x as the type holds it: nearest, ties to even; integers saturate, NaN becomes 0
 * there.
 */
double plain_round(ncs_dtype t, double x);
/* An f32 number to so many significant bits, cut or rounded; denormal ones have fewer.
 */
double plain_bits(double x, int bits, bool cut);

/* Element i of an array of the type, and back (x is a value of the type). */
double plain_get(const void *array, ncs_dtype t, int64_t i);
void plain_put(void *array, ncs_dtype t, int64_t i, double x);

/* x op y in f32; not for operations on bits. */
float plain_alu(ncs_alu op, float x, float y);

/* The same value, a NaN where one is wanted, and zeros of the same sign. */
bool plain_same(double x, double y);

#endif
