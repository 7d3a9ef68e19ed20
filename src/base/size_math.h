/* size_math.h - arithmetic on sizes that notices overflow. Each function returns false
 * on overflow and then leaves *out alone. */
#ifndef TFI_BASE_SIZE_MATH_H
#define TFI_BASE_SIZE_MATH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline bool tfi_mul_size(size_t a, size_t b, size_t *out)
{
    if (b != 0 && a > SIZE_MAX / b)
        return false;
    *out = a * b;
    return true;
}

static inline bool tfi_add_size(size_t a, size_t b, size_t *out)
{
    if (a > SIZE_MAX - b)
        return false;
    *out = a + b;
    return true;
}

static inline bool tfi_add_i64(int64_t a, int64_t b, int64_t *out)
{
    if (b >= 0 ? a > INT64_MAX - b : a < INT64_MIN - b)
        return false;
    *out = a + b;
    return true;
}

/* clang's builtin needs a function that libgcc lacks on 32-bit machines. */
#if defined(__GNUC__) && (!defined(__clang__) || __SIZEOF_POINTER__ == 8)
static inline bool tfi_mul_i64(int64_t a, int64_t b, int64_t *out)
{
    int64_t product;
    if (__builtin_mul_overflow(a, b, &product))
        return false;
    *out = product;
    return true;
}
#else
static inline bool tfi_mul_i64(int64_t a, int64_t b, int64_t *out)
{
    if (a != 0 && b != 0) {
        if ((a == -1 && b == INT64_MIN) || (b == -1 && a == INT64_MIN))
            return false;
        /* The quotient rounds towards zero: exact for products at the limit. */
        if (a > 0 ? (b > 0 ? a > INT64_MAX / b : b < INT64_MIN / a)
                  : (b > 0 ? a < INT64_MIN / b : a < INT64_MAX / b))
            return false;
    }
    *out = a * b;
    return true;
}
#endif

/* A non-negative 64-bit count as size_t; false when negative or too large. */
static inline bool tfi_to_size(int64_t a, size_t *out)
{
    if (a < 0 || (uint64_t)a > SIZE_MAX)
        return false;
    *out = (size_t)a;
    return true;
}

#endif
