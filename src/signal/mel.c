/* mel.c - scales of pitch, banks of triangular filters, mel spectrograms. */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include <trnfft/signal.h>

#include "plan/context.h"
#include "plan/options.h"
#include "signal/elements.h"
#include "tensor/component.h"
#include "tensor/view.h"

/* Slaney's scale: 3 mel every 200 Hz up to 1 kHz = 15 mel, then 27 mel for a factor
 * of 6.4. */
#define HZ_PER_MEL (200.0 / 3.0)
#define KNEE_HZ    1000.0
#define KNEE_MEL   15.0
#define LOG_STEP   (log(6.4) / 27.0)

double trnfft_hz_to_mel(double hz, int32_t scale)
{
    if (scale == TRNFFT_MEL_HTK) {
        return 2595.0 * log10(1.0 + hz / 700.0);
    }
    if (scale != TRNFFT_MEL_SLANEY) {
        return NAN;
    }
    return hz < KNEE_HZ ? hz / HZ_PER_MEL : KNEE_MEL + log(hz / KNEE_HZ) / LOG_STEP;
}

double trnfft_mel_to_hz(double mel, int32_t scale)
{
    if (scale == TRNFFT_MEL_HTK) {
        return 700.0 * (pow(10.0, mel / 2595.0) - 1.0);
    }
    if (scale != TRNFFT_MEL_SLANEY) {
        return NAN;
    }
    return mel < KNEE_MEL ? mel * HZ_PER_MEL
                          : KNEE_HZ * exp(LOG_STEP * (mel - KNEE_MEL));
}

void trnfft_mel_options_init(trnfft_mel_options *options)
{
    static const trnfft_mel_options defaults = TRNFFT_MEL_OPTIONS_INIT;
    if (options != NULL) {
        *options = defaults;
    }
}

static trnfft_status fail_double(const char *name, double value, const char *rule)
{
    return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "trnfft_mel_filters: %s = %g: %s",
                    name, value, rule);
}

static trnfft_status check_count(const char *name, int64_t value, int64_t most)
{
    if (value >= 1 && value <= most) {
        return TRNFFT_OK;
    }
    return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                    "trnfft_mel_filters: %s = %lld: must be 1 to %lld", name,
                    (long long)value, (long long)most);
}

static trnfft_status read_options(const trnfft_mel_options *options,
                                  trnfft_mel_options *o)
{
    static const char function[] = "trnfft_mel_filters";
    if (options == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: options = NULL", function);
    }
    trnfft_mel_options_init(o);
    TFI_TRY(tfi_read_struct(function, "options", "TRNFFT_MEL_OPTIONS_INIT", options, o,
                            sizeof *o));
    if (!(o->sample_rate > 0.0) || !tfi_is_finite(o->sample_rate)) {
        return fail_double("sample_rate", o->sample_rate, "must be above 0 Hz");
    }
    TFI_TRY(check_count("n_fft", o->n_fft, (int64_t)1 << 48));
    TFI_TRY(check_count("n_mels", o->n_mels, (int64_t)1 << 32));
    if (!(o->f_min >= 0.0) || !tfi_is_finite(o->f_min)) {
        return fail_double("f_min", o->f_min, "must be at least 0 Hz");
    }
    o->f_max = o->f_max == -1.0 ? 0.5 * o->sample_rate : o->f_max;
    if (!(o->f_max > o->f_min) || !tfi_is_finite(o->f_max)) {
        return fail_double("f_max", o->f_max, "must be above f_min");
    }
    if (o->scale != TRNFFT_MEL_SLANEY && o->scale != TRNFFT_MEL_HTK) {
        return fail_double("scale", o->scale,
                           "must be TRNFFT_MEL_SLANEY or TRNFFT_MEL_HTK");
    }
    if (o->norm != TRNFFT_MEL_NORM_SLANEY && o->norm != TRNFFT_MEL_NORM_NONE) {
        return fail_double("norm", o->norm,
                           "must be TRNFFT_MEL_NORM_SLANEY or TRNFFT_MEL_NORM_NONE");
    }
    return TRNFFT_OK;
}

/* Edge number i of n_mels + 2, in Hz. */
static double edge(const trnfft_mel_options *o, int64_t i)
{
    double least = trnfft_hz_to_mel(o->f_min, o->scale);
    double most = trnfft_hz_to_mel(o->f_max, o->scale);
    if (i == o->n_mels + 1) {
        return trnfft_mel_to_hz(most, o->scale);
    }
    double step = (most - least) / (double)(o->n_mels + 1);
    return trnfft_mel_to_hz(least + step * (double)i, o->scale);
}

/* Row m of the bank; false if it has no weight at all. */
static bool fill_filter(const trnfft_mel_options *o, int64_t m, const trnfft_tensor *t)
{
    const double low = edge(o, m), middle = edge(o, m + 1), high = edge(o, m + 2);
    const double norm = o->norm == TRNFFT_MEL_NORM_SLANEY ? 2.0 / (high - low) : 1.0;
    const int64_t size = (int64_t)trnfft_dtype_size(t->dtype);
    bool any = false;
    for (int64_t k = 0; k < t->shape[1]; k++) {
        double hz = (double)k * (o->sample_rate / (double)o->n_fft);
        double rising = (hz - low) / (middle - low),
               falling = (high - hz) / (high - middle);
        double weight = rising < falling ? rising : falling;
        weight = weight > 0.0 ? weight * norm : 0.0;
        any = any || weight > 0.0;
        char *to = (char *)t->re + (m * t->strides[0] + k * t->strides[1]) * size;
        tfi_store_f64(t->dtype, to, 1, 1, &weight, 1);
    }
    return any;
}

trnfft_status trnfft_mel_filters(const trnfft_mel_options *options,
                                 const trnfft_tensor *filters, int64_t *n_empty)
{
    static const char function[] = "trnfft_mel_filters";
    trnfft_mel_options o = TRNFFT_MEL_OPTIONS_INIT;
    trnfft_context *context = NULL;
    TFI_TRY(read_options(options, &o));
    const int64_t shape[2] = { o.n_mels, o.n_fft / 2 + 1 };
    TFI_TRY(tfi_check_real_result(function, "filters", filters, 2, shape));
    TFI_TRY(tfi_context_resolve(function, NULL, &context));
    int64_t empty = 0;
    for (int64_t m = 0; m < o.n_mels; m++) {
        empty += !fill_filter(&o, m, filters);
    }
    if (n_empty != NULL) {
        *n_empty = empty;
    }
    if (empty > 0) {
        tfi_context_log(
            context, TRNFFT_LOG_WARNING,
            "%s: %lld of %lld filters are empty: lower n_mels or raise n_fft", function,
            (long long)empty, (long long)o.n_mels);
    }
    return TRNFFT_OK;
}

static trnfft_status check_operand(const char *name, const trnfft_tensor *t,
                                   int32_t least)
{
    static const char function[] = "trnfft_mel_spectrogram";
    TFI_TRY(tfi_tensor_check(function, name, t));
    if (t->rank < least) {
        return tfi_fail(TRNFFT_ERROR_INVALID_SHAPE,
                        "%s: %s has rank %d: must be at least %d", function, name,
                        (int)t->rank, (int)least);
    }
    if (t->im != NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_DTYPE,
                        "%s: %s is complex: it must be real", function, name);
    }
    return TRNFFT_OK;
}

static trnfft_status check_mel(const trnfft_tensor *power, const trnfft_tensor *filters,
                               const trnfft_tensor *mel)
{
    static const char function[] = "trnfft_mel_spectrogram";
    TFI_TRY(check_operand("power", power, 2));
    TFI_TRY(check_operand("filters", filters, 2));
    const int64_t bins = power->shape[power->rank - 2];
    if (filters->rank != 2 || filters->shape[1] != bins) {
        return tfi_fail(TRNFFT_ERROR_INVALID_SHAPE,
                        "%s: filters has %lld bins, power has %lld", function,
                        (long long)filters->shape[1], (long long)bins);
    }
    int64_t shape[TRNFFT_MAX_RANK];
    memcpy(shape, power->shape, sizeof shape);
    shape[power->rank - 2] = filters->shape[0];
    TFI_TRY(tfi_check_real_result(function, "mel", mel, power->rank, shape));
    if (tfi_tensor_overlap(power, mel) != TFI_OVERLAP_NONE ||
        tfi_tensor_overlap(filters, mel) != TFI_OVERLAP_NONE) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ALIASING, "%s: mel overlaps an input",
                        function);
    }
    return TRNFFT_OK;
}

/* TFI_PIECE frames of one filter of one item: out = sum_k weight[k] power[k]. */
static void run_piece(const trnfft_tensor *power, const trnfft_tensor *filters,
                      int64_t m, const char *x, int64_t count, double *out)
{
    double piece[TFI_PIECE];
    const int64_t bins = filters->shape[1], row = m * filters->strides[0];
    const int64_t size = (int64_t)trnfft_dtype_size(power->dtype);
    const int64_t s_freq = power->strides[power->rank - 2] * size;
    const int64_t s_time = power->strides[power->rank - 1];
    memset(out, 0, (size_t)count * sizeof *out);
    for (int64_t k = 0; k < bins; k++) {
        double weight = tfi_component_load(filters->dtype, filters->re,
                                           row + k * filters->strides[1]);
        if (weight == 0.0) {
            continue;
        }
        tfi_load_f64(power->dtype, x + k * s_freq, s_time, count, piece, 1);
        for (int64_t i = 0; i < count; i++) {
            out[i] += weight * piece[i];
        }
    }
}

trnfft_status trnfft_mel_spectrogram(const trnfft_tensor *power,
                                     const trnfft_tensor *filters,
                                     const trnfft_tensor *mel)
{
    TFI_TRY(check_mel(power, filters, mel));
    double out[TFI_PIECE];
    const int64_t frames = power->shape[power->rank - 1], n_mels = filters->shape[0];
    const int64_t in_size = (int64_t)trnfft_dtype_size(power->dtype);
    const int64_t out_size = (int64_t)trnfft_dtype_size(mel->dtype);
    const int64_t s_mel = mel->strides[mel->rank - 2],
                  s_time = mel->strides[mel->rank - 1];
    const int64_t total = tfi_tensor_numel(mel);
    const int64_t items = total == 0 ? 0 : total / (frames * n_mels);
    for (int64_t item = 0; item < items; item++) {
        const int64_t from = tfi_line_offset(power, 2, item);
        const int64_t to = tfi_line_offset(mel, 2, item);
        for (int64_t t = 0; t < frames; t += TFI_PIECE) {
            int64_t count = frames - t < TFI_PIECE ? frames - t : TFI_PIECE;
            const char *x = (const char *)power->re +
                            (from + t * power->strides[power->rank - 1]) * in_size;
            for (int64_t m = 0; m < n_mels; m++) {
                run_piece(power, filters, m, x, count, out);
                char *y = (char *)mel->re + (to + m * s_mel + t * s_time) * out_size;
                tfi_store_f64(mel->dtype, y, s_time, count, out, 1);
            }
        }
    }
    return TRNFFT_OK;
}
