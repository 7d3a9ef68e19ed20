/* float_class.h - what a double is. The macros of math.h name every type of a number,
 * and some C libraries' draw warnings of conversions that never happen. */
#ifndef TFI_BASE_FLOAT_CLASS_H
#define TFI_BASE_FLOAT_CLASS_H

#include <float.h>
#include <stdbool.h>

static inline bool tfi_is_nan(double x)
{
    return x != x;
}

static inline bool tfi_is_finite(double x)
{
    return x >= -DBL_MAX && x <= DBL_MAX;
}

#endif
