#include "support/tensors.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support/tolerances.h"

const test_variant test_variants[4] = {
    { TRNFFT_F32, TRNFFT_SPLIT, TEST_CASE_TOLERANCE_F32 },
    { TRNFFT_F32, TRNFFT_INTERLEAVED, TEST_CASE_TOLERANCE_F32 },
    { TRNFFT_F64, TRNFFT_SPLIT, TEST_CASE_PRINTED },
    { TRNFFT_F64, TRNFFT_INTERLEAVED, TEST_CASE_PRINTED },
};

int test_full(void)
{
    const char *full = getenv("TRNFFT_TEST_FULL");
    return full != NULL && full[0] == '1';
}

int64_t test_rounds(int64_t rounds)
{
    const char *quick = getenv("TRNFFT_TEST_QUICK");
    if (TEST_SANITIZED || (quick != NULL && quick[0] == '1')) {
        return rounds / 10 > 0 ? rounds / 10 : 1;
    }
    return rounds;
}

static size_t component_bytes(int32_t dtype)
{
    switch (dtype) {
    case TRNFFT_F64: return 8;
    case TRNFFT_F32: return 4;
    case TRNFFT_S24: return 3;
    default: return 2;
    }
}

int test_tensor_is_complex(const trnfft_tensor *tensor)
{
    return tensor->im != NULL;
}

int64_t test_tensor_size(const trnfft_tensor *tensor)
{
    int64_t size = 1;
    for (int32_t d = 0; d < tensor->rank; d++) {
        size *= tensor->shape[d];
    }
    return size;
}

trnfft_tensor test_tensor(int32_t dtype, int32_t layout, int32_t rank,
                          const int64_t *shape)
{
    trnfft_tensor t;
    memset(&t, 0, sizeof t);
    t.dtype = dtype;
    t.rank = rank;
    int64_t size = 1, step = layout == TRNFFT_INTERLEAVED ? 2 : 1;
    for (int32_t d = rank - 1; d >= 0; d--) {
        t.shape[d] = shape[d];
        t.strides[d] = size * step;
        size *= shape[d] > 0 ? shape[d] : 1;
    }
    for (int32_t d = 0; d < rank; d++) {
        size = shape[d] > 0 ? size : 0;
    }
    size_t unit = component_bytes(dtype);
    size_t bytes = (size_t)size * unit * (layout == TRNFFT_REAL ? 1 : 2);
    char *memory = malloc(bytes > 0 ? bytes : unit * 2);
    assert_non_null(memory);
    memset(memory, 0xA5, bytes);
    t.re = memory;
    if (layout == TRNFFT_SPLIT) {
        t.im = memory + (size > 0 ? (size_t)size * unit : unit);
    } else if (layout == TRNFFT_INTERLEAVED) {
        t.im = memory + unit;
    }
    return t;
}

void test_tensor_free(trnfft_tensor *tensor)
{
    free(tensor->re);
    tensor->re = tensor->im = NULL;
}

static double bf16_value(uint16_t bits)
{
    uint32_t wide = (uint32_t)bits << 16;
    float f;
    memcpy(&f, &wide, 4);
    return (double)f;
}

static double f16_value(uint16_t bits)
{
    int exponent = (bits >> 10) & 31, fraction = bits & 1023;
    double sign = bits & 0x8000 ? -1.0 : 1.0;
    if (exponent == 31) {
        return fraction != 0 ? (double)NAN : sign * (double)INFINITY;
    }
    return exponent == 0 ? sign * ldexp(fraction, -24)
                         : sign * ldexp(1024 + fraction, exponent - 25);
}

/* Nearest-even by counting in units of the last place; values beyond the range become
 * infinite. */
static uint16_t round_to(double value, int fraction_bits, int bias, int top_exponent)
{
    uint16_t sign = signbit(value) ? 0x8000 : 0;
    value = fabs(value);
    if (value == 0.0) {
        return sign; /* frexp() gives 0 an exponent of its own */
    }
    int exponent;
    (void)frexp(value, &exponent); /* value < 2^exponent */
    exponent = exponent - 1 < 1 - bias ? 1 - bias : exponent - 1;
    int64_t units = (int64_t)nearbyint(ldexp(value, fraction_bits - exponent));
    int64_t bits = units + ((int64_t)(exponent + bias - 1) << fraction_bits);
    int64_t infinite = (int64_t)top_exponent << fraction_bits;
    return (uint16_t)(sign | (bits > infinite ? infinite : bits));
}

static uint16_t to_half(int32_t dtype, double value)
{
    if (isnan(value)) {
        return dtype == TRNFFT_BF16 ? 0x7fc0 : 0x7e00;
    }
    if (isinf(value)) {
        return (uint16_t)((value < 0 ? 0x8000 : 0) |
                          (dtype == TRNFFT_BF16 ? 0x7f80 : 0x7c00));
    }
    return dtype == TRNFFT_BF16 ? round_to(value, 7, 127, 255)
                                : round_to(value, 10, 15, 31);
}

static double load(int32_t dtype, const char *base, int64_t offset)
{
    const char *p = base + offset * (int64_t)component_bytes(dtype);
    float f;
    double d;
    uint16_t h;
    switch (dtype) {
    case TRNFFT_F64: memcpy(&d, p, 8); return d;
    case TRNFFT_F32: memcpy(&f, p, 4); return (double)f;
    case TRNFFT_BF16: memcpy(&h, p, 2); return bf16_value(h);
    case TRNFFT_F16: memcpy(&h, p, 2); return f16_value(h);
    default: fail_msg("no reader for dtype %d", (int)dtype); return 0;
    }
}

static void store(int32_t dtype, char *base, int64_t offset, double value)
{
    char *p = base + offset * (int64_t)component_bytes(dtype);
    float f = (float)value;
    int16_t s = (int16_t)value;
    uint16_t h;
    switch (dtype) {
    case TRNFFT_F64: memcpy(p, &value, 8); break;
    case TRNFFT_F32: memcpy(p, &f, 4); break;
    case TRNFFT_BF16:
    case TRNFFT_F16: h = to_half(dtype, value), memcpy(p, &h, 2); break;
    case TRNFFT_S16: memcpy(p, &s, 2); break;
    default: fail_msg("no writer for dtype %d", (int)dtype);
    }
}

/* Offset in components of element `index` in C order. */
static int64_t offset_of(const trnfft_tensor *t, int64_t index)
{
    int64_t offset = 0;
    for (int32_t d = t->rank - 1; d >= 0; d--) {
        offset += (index % t->shape[d]) * t->strides[d];
        index /= t->shape[d];
    }
    return offset;
}

void test_tensor_set(const trnfft_tensor *tensor, const double *values)
{
    int64_t size = test_tensor_size(tensor),
            parts = test_tensor_is_complex(tensor) ? 2 : 1;
    for (int64_t i = 0; i < size; i++) {
        int64_t at = offset_of(tensor, i);
        store(tensor->dtype, tensor->re, at, values[i * parts]);
        if (parts == 2) {
            store(tensor->dtype, tensor->im, at, values[2 * i + 1]);
        }
    }
}

void test_tensor_get(const trnfft_tensor *tensor, double *values)
{
    int64_t size = test_tensor_size(tensor),
            parts = test_tensor_is_complex(tensor) ? 2 : 1;
    for (int64_t i = 0; i < size; i++) {
        int64_t at = offset_of(tensor, i);
        values[i * parts] = load(tensor->dtype, tensor->re, at);
        if (parts == 2) {
            values[2 * i + 1] = load(tensor->dtype, tensor->im, at);
        }
    }
}

trnfft_tensor test_tensor_of(int32_t dtype, int32_t layout, int32_t rank,
                             const int64_t *shape, const double *values)
{
    trnfft_tensor t = test_tensor(dtype, layout, rank, shape);
    test_tensor_set(&t, values);
    return t;
}

static double *values_of(const trnfft_tensor *tensor, int64_t *count)
{
    *count = test_tensor_size(tensor) * (test_tensor_is_complex(tensor) ? 2 : 1);
    double *values = malloc((size_t)(*count + 1) * sizeof *values);
    assert_non_null(values);
    test_tensor_get(tensor, values);
    return values;
}

static double error_of(const double *got, const double *expected, int64_t count)
{
    double worst = 0, largest = 0;
    for (int64_t i = 0; i < count; i++) {
        double d = fabs(got[i] - expected[i]);
        if (isnan(d)) {
            return (double)INFINITY;
        }
        worst = fmax(worst, d);
        largest = fmax(largest, fabs(expected[i]));
    }
    return largest > 0 ? worst / largest : worst;
}

double test_tensor_error(const trnfft_tensor *tensor, const double *expected)
{
    int64_t count;
    double *got = values_of(tensor, &count);
    double error = error_of(got, expected, count);
    free(got);
    return error;
}

void test_expect_values(const trnfft_tensor *tensor, const double *expected,
                        double tolerance, const char *file, int line)
{
    int64_t count;
    double *got = values_of(tensor, &count);
    double error = error_of(got, expected, count);
    if (!(error <= tolerance)) {
        fprintf(stderr, "%s:%d: dtype %d: error %.3g > %.3g\n", file, line,
                (int)tensor->dtype, error, tolerance);
        for (int64_t i = 0; i < count && i < 24; i++) {
            fprintf(stderr, "  [%d] got %.12g expected %.12g\n", (int)i, got[i],
                    expected[i]);
        }
        free(got);
        _fail(file, line);
    }
    free(got);
}

void test_expect_ok(trnfft_status status, const char *what, const char *file, int line)
{
    if (status != TRNFFT_OK) {
        fprintf(stderr, "%s:%d: %s: %s: %s\n", file, line, what,
                trnfft_status_name(status), trnfft_last_error());
        _fail(file, line);
    }
}

void test_expect_error(trnfft_status got, trnfft_status wanted, const char *part,
                       const char *what, const char *file, int line)
{
    const char *sentence = got < 0 ? trnfft_last_error() : "";
    int right = wanted == TRNFFT_OK ? got < 0 : got == wanted;
    if (!right || sentence == NULL || sentence[0] == '\0' ||
        (part != NULL && strstr(sentence, part) == NULL)) {
        fprintf(stderr, "%s:%d: %s: got %s \"%s\", wanted %s with \"%s\"\n", file, line,
                what, trnfft_status_name(got), sentence,
                wanted == TRNFFT_OK ? "any error" : trnfft_status_name(wanted),
                part != NULL ? part : "");
        _fail(file, line);
    }
}
