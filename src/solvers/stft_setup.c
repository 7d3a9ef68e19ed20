/* stft_setup.c - reads the options of short-time transforms. */
#include "solvers/stft_setup.h"

#include <string.h>

#include "base/size_math.h"
#include "plan/options.h"
#include "tensor/view.h"

/* Lengths up to here can be added and doubled without overflow. */
#define LIMIT ((int64_t)1 << 60)

void trnfft_stft_options_init(trnfft_stft_options *options)
{
    static const trnfft_stft_options defaults = TRNFFT_STFT_OPTIONS_INIT;
    if (options != NULL) {
        *options = defaults;
    }
}

static trnfft_status fail_value(const char *function, const char *name, int64_t value,
                                const char *rule)
{
    return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: %s = %lld: %s", function, name,
                    (long long)value, rule);
}

static trnfft_status resolve_lengths(const char *function, const trnfft_stft_options *o,
                                     tfi_stft_setup *setup)
{
    if (o->n_fft < 1) {
        return fail_value(function, "n_fft", o->n_fft, "must be at least 1");
    }
    if (o->n_fft > LIMIT) {
        return tfi_fail(TRNFFT_ERROR_OVERFLOW, "%s: n_fft = %lld: too long", function,
                        (long long)o->n_fft);
    }
    setup->n_fft = o->n_fft;
    setup->win_length = o->win_length == TRNFFT_N_DEFAULT ? o->n_fft : o->win_length;
    setup->hop = o->hop_length == TRNFFT_N_DEFAULT ? o->n_fft / 4 : o->hop_length;
    if (setup->hop < 1) {
        return o->hop_length == TRNFFT_N_DEFAULT
                   ? fail_value(function, "n_fft", o->n_fft,
                                "the default hop_length, n_fft / 4, is 0: pass one")
                   : fail_value(function, "hop_length", o->hop_length,
                                "must be at least 1");
    }
    if (setup->win_length < 1 || setup->win_length > o->n_fft) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: win_length = %lld: must be 1 … n_fft = %lld", function,
                        (long long)setup->win_length, (long long)o->n_fft);
    }
    setup->left = (o->n_fft - setup->win_length) / 2;
    return TRNFFT_OK;
}

static trnfft_status resolve_flags(const char *function, const trnfft_stft_options *o,
                                   tfi_stft_setup *setup)
{
    const struct {
        const char *name;
        int32_t value, least, most;
    } rows[] = {
        { "center", o->center, 0, 1 },
        { "pad_mode", o->pad_mode, TRNFFT_PAD_REFLECT, TRNFFT_PAD_CIRCULAR },
        { "normalized", o->normalized, 0, 1 },
        { "onesided", o->onesided, TRNFFT_ONESIDED_AUTO, 1 },
        { "align_to_window", o->align_to_window, 0, 1 },
        { "layout", o->layout, TRNFFT_FREQ_TIME, TRNFFT_TIME_FREQ },
        { "tolerate_edges", o->tolerate_edges, 0, 1 },
        { "return_complex", o->return_complex, 0, 1 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].value < rows[i].least || rows[i].value > rows[i].most) {
            return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                            "%s: %s = %d: must be %d … %d", function, rows[i].name,
                            (int)rows[i].value, (int)rows[i].least, (int)rows[i].most);
        }
    }
    setup->center = o->center;
    setup->pad_mode = o->pad_mode;
    setup->normalized = o->normalized;
    setup->time_first = o->layout == TRNFFT_TIME_FREQ;
    setup->tolerate_edges = o->tolerate_edges;
    setup->pad = o->center ? o->n_fft / 2 : 0;
    return TRNFFT_OK;
}

static trnfft_status resolve_window(const char *function, const trnfft_tensor *window,
                                    tfi_stft_setup *setup)
{
    if (window == NULL) {
        return TRNFFT_OK;
    }
    TFI_TRY(tfi_tensor_check_layout(function, "window", window));
    if (window->rank != 1 || window->shape[0] != setup->win_length) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: window has rank %d and %lld points: it must have one "
                        "dimension of win_length = %lld points",
                        function, (int)window->rank,
                        (long long)(window->rank > 0 ? window->shape[0] : 1),
                        (long long)setup->win_length);
    }
    setup->has_window = 1;
    setup->complex_window = window->im != NULL;
    if (window->dtype == TRNFFT_F64) {
        setup->compute = TRNFFT_F64;
    }
    return TRNFFT_OK;
}

trnfft_status tfi_stft_read_options(const char *function,
                                    const trnfft_stft_options *options,
                                    trnfft_stft_options *o)
{
    if (options == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: options = NULL", function);
    }
    trnfft_stft_options_init(o);
    return tfi_read_struct(function, "options", "TRNFFT_STFT_OPTIONS_INIT", options, o,
                           sizeof *o);
}

trnfft_status tfi_check_window_data(const char *function, const trnfft_stft_options *o)
{
    return o->window == NULL ? TRNFFT_OK
                             : tfi_tensor_check(function, "window", o->window);
}

static trnfft_status resolve(const char *function, const trnfft_stft_options *options,
                             int32_t dtype, trnfft_stft_options *o,
                             tfi_stft_setup *setup)
{
    memset(setup, 0, sizeof *setup);
    TFI_TRY(tfi_stft_read_options(function, options, o));
    setup->compute = dtype == TRNFFT_F64 ? TRNFFT_F64 : TRNFFT_F32;
    TFI_TRY(resolve_lengths(function, o, setup));
    TFI_TRY(resolve_flags(function, o, setup));
    return resolve_window(function, o->window, setup);
}

trnfft_status tfi_stft_resolve(const char *function, const trnfft_stft_options *options,
                               const trnfft_tensor *signal, tfi_stft_setup *setup)
{
    trnfft_stft_options o = TRNFFT_STFT_OPTIONS_INIT;
    TFI_TRY(resolve(function, options, signal->dtype, &o, setup));
    setup->complex_signal = signal->im != NULL;
    if (o.align_to_window && o.center) {
        return fail_value(function, "align_to_window", 1, "needs center = 0");
    }
    if (o.align_to_window) {
        setup->pad = setup->left;
        setup->pad_mode = TRNFFT_PAD_CONSTANT;
    }
    bool complex = setup->complex_signal || setup->complex_window;
    if (o.onesided == 1 && complex) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: onesided = 1: the %s is complex, so no half of the "
                        "spectrum follows from the other",
                        function, setup->complex_signal ? "signal" : "window");
    }
    setup->onesided = o.onesided == TRNFFT_ONESIDED_AUTO ? !complex : o.onesided;
    setup->bins = setup->onesided ? setup->n_fft / 2 + 1 : setup->n_fft;
    return TRNFFT_OK;
}

/* Which side the bins speak for. n_fft = 1 and 2 have as many either way. */
static trnfft_status resolve_sides(const char *function, const trnfft_stft_options *o,
                                   int64_t bins, tfi_stft_setup *setup)
{
    int64_t half = o->n_fft / 2 + 1;
    bool two = bins == o->n_fft && (bins != half || o->return_complex);
    setup->onesided = o->onesided == TRNFFT_ONESIDED_AUTO ? !two : o->onesided;
    setup->bins = setup->onesided ? half : o->n_fft;
    if (bins >= 0 && bins != setup->bins) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: n_fft = %lld: the spectrum has %lld bins, wanted are %lld "
                        "(onesided = %d)",
                        function, (long long)o->n_fft, (long long)bins,
                        (long long)setup->bins, (int)o->onesided);
    }
    return TRNFFT_OK;
}

trnfft_status tfi_istft_resolve(const char *function,
                                const trnfft_stft_options *options, int32_t dtype,
                                int64_t bins, tfi_stft_setup *setup)
{
    trnfft_stft_options o = TRNFFT_STFT_OPTIONS_INIT;
    TFI_TRY(resolve(function, options, dtype, &o, setup));
    if (setup->hop > setup->win_length) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: hop_length = %lld: must be at most win_length = %lld",
                        function, (long long)setup->hop, (long long)setup->win_length);
    }
    TFI_TRY(resolve_sides(function, &o, bins, setup));
    if (o.return_complex && setup->onesided) {
        return fail_value(function, "return_complex", 1,
                          "a one-sided spectrum is that of a real signal");
    }
    if (setup->complex_window && !o.return_complex) {
        return fail_value(function, "return_complex", 0,
                          "a complex window gives a complex signal");
    }
    setup->complex_signal = o.return_complex;
    return TRNFFT_OK;
}

static trnfft_status check_padding(const char *function, const tfi_stft_setup *setup,
                                   int64_t n)
{
    if (setup->pad == 0) {
        return TRNFFT_OK;
    }
    const char *rule = NULL;
    if (setup->pad_mode == TRNFFT_PAD_REFLECT && setup->pad >= n) {
        rule = "reflecting n_fft / 2 samples needs a longer signal";
    } else if (setup->pad_mode == TRNFFT_PAD_CIRCULAR && setup->pad > n) {
        rule = "circular padding by n_fft / 2 samples needs at least as many";
    } else if (setup->pad_mode == TRNFFT_PAD_REPLICATE && n == 0) {
        rule = "there is no sample to replicate";
    }
    if (rule != NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: n_fft = %lld: the signal has %lld samples: %s", function,
                        (long long)setup->n_fft, (long long)n, rule);
    }
    return TRNFFT_OK;
}

trnfft_status tfi_stft_count(const char *function, const tfi_stft_setup *setup,
                             int64_t n, int64_t *n_frames)
{
    TFI_TRY(check_padding(function, setup, n));
    int64_t rest;
    if (!tfi_add_i64(n, 2 * setup->pad - setup->n_fft, &rest)) {
        return tfi_fail(TRNFFT_ERROR_OVERFLOW, "%s: %lld samples are too many",
                        function, (long long)n);
    }
    if (rest < 0) {
        return tfi_fail(
            TRNFFT_ERROR_INVALID_ARGUMENT,
            "%s: n_fft = %lld: the signal has only %lld samples (center = %s)",
            function, (long long)setup->n_fft, (long long)n,
            setup->center ? "true" : "false");
    }
    *n_frames = 1 + rest / setup->hop;
    return TRNFFT_OK;
}

trnfft_status tfi_istft_count(const char *function, const tfi_stft_setup *setup,
                              int64_t n_frames, int64_t length, int64_t *n)
{
    if (n_frames < 1) {
        return tfi_fail(TRNFFT_ERROR_INVALID_SHAPE, "%s: the spectrum has no frames",
                        function);
    }
    if (length < -1) {
        return fail_value(function, "length", length, "must be at least 0, or -1");
    }
    int64_t total;
    if (!tfi_mul_i64(setup->hop, n_frames - 1, &total) ||
        !tfi_add_i64(total, setup->n_fft, &total) || total > 4 * LIMIT) {
        return tfi_fail(TRNFFT_ERROR_OVERFLOW,
                        "%s: hop_length = %lld: the signal is too long", function,
                        (long long)setup->hop);
    }
    if (length > LIMIT) {
        return tfi_fail(TRNFFT_ERROR_OVERFLOW, "%s: length = %lld: too long", function,
                        (long long)length);
    }
    *n = length >= 0 ? length : total - 2 * setup->pad;
    return TRNFFT_OK;
}

int64_t tfi_stft_pad_index(int32_t pad_mode, int64_t n, int64_t i)
{
    if (i >= 0 && i < n) {
        return i;
    }
    switch (pad_mode) {
    case TRNFFT_PAD_REFLECT: return i < 0 ? -i : 2 * (n - 1) - i;
    case TRNFFT_PAD_REPLICATE: return i < 0 ? 0 : n - 1;
    case TRNFFT_PAD_CIRCULAR: return i < 0 ? i + n : i - n;
    default: return -1;
    }
}

trnfft_status tfi_stft_fail_nola(const char *function, const tfi_stft_setup *setup,
                                 int64_t t, bool edge)
{
    return tfi_fail(
        TRNFFT_ERROR_NOLA,
        "%s: the windows sum to 0 at sample %lld (hop_length = %lld, center = "
        "%s): %s",
        function, (long long)(t - setup->pad), (long long)setup->hop,
        setup->center ? "true" : "false",
        edge
            ? "pass tolerate_edges or keep center on; no window of zeros has an inverse"
            : "take a smaller hop_length or another window");
}
