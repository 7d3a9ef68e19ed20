/* elements.c - elementwise functions of spectra: power, magnitude, decibels. */
#include "signal/elements.h"

#include <math.h>

#include <trnfft/signal.h>

#include "tensor/component.h"
#include "tensor/view.h"

trnfft_status tfi_check_real_result(const char *function, const char *name,
                                    const trnfft_tensor *output, int32_t rank,
                                    const int64_t *shape)
{
    TFI_TRY(tfi_tensor_check_output(function, name, output));
    if (output->rank != rank) {
        return tfi_fail(TRNFFT_ERROR_INVALID_SHAPE,
                        "%s: %s has rank %d, the result has rank %d", function, name,
                        (int)output->rank, (int)rank);
    }
    for (int32_t d = 0; d < rank; d++) {
        if (output->shape[d] != shape[d]) {
            return tfi_fail(
                TRNFFT_ERROR_INVALID_SHAPE,
                "%s: %s has %lld elements along dimension %d, the result has "
                "%lld",
                function, name, (long long)output->shape[d], (int)d,
                (long long)shape[d]);
        }
    }
    if (output->im != NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_DTYPE,
                        "%s: %s is complex: the result is real", function, name);
    }
    if (output->dtype == TRNFFT_S16 || output->dtype == TRNFFT_S24) {
        return tfi_fail(TRNFFT_ERROR_INVALID_DTYPE,
                        "%s: %s is %s: results need a floating-point type", function,
                        name, trnfft_dtype_name(output->dtype));
    }
    return TRNFFT_OK;
}

int64_t tfi_line_offset(const trnfft_tensor *t, int32_t tail, int64_t line)
{
    int64_t offset = 0;
    for (int32_t d = t->rank - tail - 1; d >= 0; d--) {
        offset += line % t->shape[d] * t->strides[d];
        line /= t->shape[d];
    }
    return offset;
}

static char *component(const trnfft_tensor *t, const void *part, int64_t offset)
{
    return (char *)(uintptr_t)part + offset * (int64_t)trnfft_dtype_size(t->dtype);
}

void tfi_for_elements(const trnfft_tensor *input, const trnfft_tensor *output,
                      tfi_element_loop loop, const void *user)
{
    double a[TFI_PIECE], b[TFI_PIECE], y[TFI_PIECE];
    const int64_t total = tfi_tensor_numel(input);
    if (total == 0) {
        return;
    }
    const int32_t last = input->rank - 1;
    const int64_t n = input->rank > 0 ? input->shape[last] : 1;
    const int64_t s_in = input->rank > 0 ? input->strides[last] : 1;
    const int64_t s_out = output->rank > 0 ? output->strides[last] : 1;
    for (int64_t line = 0; line < total / n; line++) {
        int64_t x = tfi_line_offset(input, 1, line),
                z = tfi_line_offset(output, 1, line);
        for (int64_t i = 0; i < n; i += TFI_PIECE) {
            int64_t count = n - i < TFI_PIECE ? n - i : TFI_PIECE;
            tfi_load_f64(input->dtype, component(input, input->re, x + i * s_in), s_in,
                         count, a, 1);
            if (input->im != NULL) {
                tfi_load_f64(input->dtype, component(input, input->im, x + i * s_in),
                             s_in, count, b, 1);
            }
            loop(count, a, input->im != NULL ? b : NULL, y, user);
            tfi_store_f64(output->dtype, component(output, output->re, z + i * s_out),
                          s_out, count, y, 1);
        }
    }
}

static void power_loop(int64_t count, const double *a, const double *b, double *y,
                       const void *user)
{
    (void)user;
    for (int64_t i = 0; i < count; i++) {
        y[i] = b == NULL ? a[i] * a[i] : a[i] * a[i] + b[i] * b[i];
    }
}

static void magnitude_loop(int64_t count, const double *a, const double *b, double *y,
                           const void *user)
{
    (void)user;
    for (int64_t i = 0; i < count; i++) {
        double square = b == NULL ? a[i] * a[i] : a[i] * a[i] + b[i] * b[i];
        /* Squares of f32 are exact to the last bit but one here; only f64 can leave the
         * range. */
        bool safe = square > 1e-290 && square < 1e300;
        y[i] = safe ? sqrt(square) : hypot(a[i], b == NULL ? 0.0 : b[i]);
    }
}

/* Input and output apart, or the result in place of the real parts, element by element.
 */
static trnfft_status check_pair(const char *function, const trnfft_tensor *input,
                                const trnfft_tensor *output)
{
    trnfft_tensor real = *input;
    real.im = NULL;
    if (tfi_tensor_overlap(input, output) == TFI_OVERLAP_NONE ||
        tfi_tensor_overlap(&real, output) == TFI_OVERLAP_SAME) {
        return TRNFFT_OK;
    }
    return tfi_fail(TRNFFT_ERROR_INVALID_ALIASING,
                    "%s: the result overlaps the input in another way than element by "
                    "element",
                    function);
}

static trnfft_status elementwise(const char *function, const char *in_name,
                                 const trnfft_tensor *input, const char *out_name,
                                 const trnfft_tensor *output)
{
    TFI_TRY(tfi_tensor_check(function, in_name, input));
    TFI_TRY(
        tfi_check_real_result(function, out_name, output, input->rank, input->shape));
    return check_pair(function, input, output);
}

trnfft_status trnfft_power(const trnfft_tensor *spectrum, const trnfft_tensor *power)
{
    TFI_TRY(elementwise("trnfft_power", "spectrum", spectrum, "power", power));
    tfi_for_elements(spectrum, power, power_loop, NULL);
    return TRNFFT_OK;
}

trnfft_status trnfft_magnitude(const trnfft_tensor *spectrum,
                               const trnfft_tensor *magnitude)
{
    TFI_TRY(
        elementwise("trnfft_magnitude", "spectrum", spectrum, "magnitude", magnitude));
    tfi_for_elements(spectrum, magnitude, magnitude_loop, NULL);
    return TRNFFT_OK;
}

typedef struct decibels {
    double amin, shift; /* shift: the decibels of ref */
    double floor;
} decibels;

static void db_loop(int64_t count, const double *a, const double *b, double *y,
                    const void *user)
{
    const decibels *d = user;
    (void)b;
    for (int64_t i = 0; i < count; i++) {
        /* NaN stays: the comparison is false for it. */
        double p = a[i] < d->amin ? d->amin : a[i];
        double value = 10.0 * log10(p) - d->shift;
        y[i] = value < d->floor ? d->floor : value;
    }
}

static double largest_of(const trnfft_tensor *t)
{
    double piece[TFI_PIECE], largest = -INFINITY;
    const int64_t total = tfi_tensor_numel(t);
    const int64_t n = t->rank > 0 ? t->shape[t->rank - 1] : 1;
    const int64_t stride = t->rank > 0 ? t->strides[t->rank - 1] : 1;
    for (int64_t line = 0; total > 0 && line < total / n; line++) {
        int64_t x = tfi_line_offset(t, 1, line);
        for (int64_t i = 0; i < n; i += TFI_PIECE) {
            int64_t count = n - i < TFI_PIECE ? n - i : TFI_PIECE;
            tfi_load_f64(t->dtype, component(t, t->re, x + i * stride), stride, count,
                         piece, 1);
            for (int64_t k = 0; k < count; k++) {
                largest = piece[k] > largest ? piece[k] : largest;
            }
        }
    }
    return largest;
}

/* Item number `item`: the last two dimensions. */
static trnfft_tensor item_of(const trnfft_tensor *t, int64_t item)
{
    int32_t tail = t->rank < 2 ? t->rank : 2;
    trnfft_tensor v = *t;
    v.re = component(t, t->re, tfi_line_offset(t, tail, item));
    v.rank = tail;
    for (int32_t d = 0; d < tail; d++) {
        v.shape[d] = t->shape[t->rank - tail + d];
        v.strides[d] = t->strides[t->rank - tail + d];
    }
    return v;
}

trnfft_status trnfft_to_db(const trnfft_tensor *power, double ref, double amin,
                           double top_db, const trnfft_tensor *db)
{
    static const char function[] = "trnfft_to_db";
    TFI_TRY(elementwise(function, "power", power, "db", db));
    if (power->im != NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_DTYPE,
                        "%s: power is complex: take trnfft_power() first", function);
    }
    if (!(amin > 0.0) || !tfi_is_finite(amin)) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: amin = %g: must be above 0 and finite", function, amin);
    }
    if (!(ref >= 0.0) || !tfi_is_finite(ref)) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: ref = %g: must be at least 0 and finite", function, ref);
    }
    if (top_db != top_db) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: top_db = nan: must be a number", function);
    }
    const int64_t total = tfi_tensor_numel(power);
    if (total == 0) {
        return TRNFFT_OK;
    }
    const trnfft_tensor first = item_of(power, 0);
    const int64_t each = tfi_tensor_numel(&first);
    decibels d = { amin, 10.0 * log10(ref > amin ? ref : amin), -INFINITY };
    for (int64_t item = 0; item < total / each; item++) {
        trnfft_tensor x = item_of(power, item), y = item_of(db, item);
        if (top_db >= 0.0) {
            double largest = largest_of(&x);
            d.floor = 10.0 * log10(largest > amin ? largest : amin) - d.shift - top_db;
        }
        tfi_for_elements(&x, &y, db_loop, &d);
    }
    return TRNFFT_OK;
}
