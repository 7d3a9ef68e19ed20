/* griffin_lim.c - a signal from magnitudes alone: transform there and back, keep the
 * phases. */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include <trnfft/signal.h>

#include "base/status.h"
#include "plan/options.h"
#include "signal/elements.h"
#include "solvers/stft.h"
#include "tensor/view.h"

static const char function[] = "trnfft_griffin_lim";

void trnfft_griffin_lim_options_init(trnfft_griffin_lim_options *options)
{
    static const trnfft_griffin_lim_options defaults = TRNFFT_GRIFFIN_LIM_OPTIONS_INIT;
    if (options != NULL) {
        *options = defaults;
    }
}

typedef struct rounds {
    trnfft_griffin_lim_options o;
    trnfft_stft_options stft;
    int64_t length;          /* of the signal between rounds */
    trnfft_tensor magnitude; /* these are contiguous, of the compute type */
    trnfft_tensor phased;    /* magnitude with phases */
    trnfft_tensor now, before;
    trnfft_tensor signal;
} rounds;

static trnfft_status read_options(const trnfft_griffin_lim_options *options,
                                  trnfft_griffin_lim_options *o)
{
    trnfft_griffin_lim_options_init(o);
    if (options != NULL) {
        TFI_TRY(tfi_read_struct(function, "options", "TRNFFT_GRIFFIN_LIM_OPTIONS_INIT",
                                options, o, sizeof *o));
    }
    if (o->n_iter < 0) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: n_iter = %lld: must be at least 0", function,
                        (long long)o->n_iter);
    }
    if (!(o->momentum >= 0.0) || !tfi_is_finite(o->momentum)) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: momentum = %g: must be at least 0", function, o->momentum);
    }
    if (o->init != TRNFFT_PHASE_RANDOM && o->init != TRNFFT_PHASE_ZERO) {
        return tfi_fail(
            TRNFFT_ERROR_INVALID_ARGUMENT,
            "%s: init = %d: must be TRNFFT_PHASE_RANDOM or TRNFFT_PHASE_ZERO", function,
            (int)o->init);
    }
    if (o->reserved != 0) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: reserved = %d: must be 0",
                        function, (int)o->reserved);
    }
    return TRNFFT_OK;
}

/* Uniform in [0, 1), the same sequence everywhere (splitmix64). */
static double next_random(uint64_t *state)
{
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static double get(const trnfft_tensor *t, const void *part, int64_t i)
{
    return t->dtype == TRNFFT_F64 ? ((const double *)part)[i]
                                  : (double)((const float *)part)[i];
}

static void put(const trnfft_tensor *t, void *part, int64_t i, double value)
{
    if (t->dtype == TRNFFT_F64) {
        ((double *)part)[i] = value;
    } else {
        ((float *)part)[i] = (float)value;
    }
}

static void first_phases(rounds *r)
{
    uint64_t state = r->o.seed;
    const int64_t count = tfi_tensor_numel(&r->magnitude);
    for (int64_t i = 0; i < count; i++) {
        double m = get(&r->magnitude, r->magnitude.re, i);
        double x = r->o.init == TRNFFT_PHASE_ZERO
                       ? 0.0
                       : 6.283185307179586 * next_random(&state);
        put(&r->phased, r->phased.re, i, m * cos(x));
        put(&r->phased, r->phased.im, i, m * sin(x));
    }
}

/* phased = magnitude with the phases of now - factor before. */
static void next_phases(rounds *r, double factor)
{
    const int64_t count = tfi_tensor_numel(&r->magnitude);
    const double tiny =
        r->phased.dtype == TRNFFT_F64 ? 2.2250738585072014e-308 : 0x1p-126;
    for (int64_t i = 0; i < count; i++) {
        double re = get(&r->now, r->now.re, i), im = get(&r->now, r->now.im, i);
        if (factor != 0.0) {
            re -= factor * get(&r->before, r->before.re, i);
            im -= factor * get(&r->before, r->before.im, i);
        }
        double length = hypot(re, im) + tiny,
               m = get(&r->magnitude, r->magnitude.re, i);
        put(&r->phased, r->phased.re, i, re / length * m);
        put(&r->phased, r->phased.im, i, im / length * m);
    }
}

static trnfft_status run_rounds(rounds *r)
{
    const double factor = r->o.momentum / (1.0 + r->o.momentum);
    first_phases(r);
    for (int64_t i = 0; i < r->o.n_iter; i++) {
        TFI_TRY(trnfft_istft(&r->phased, &r->stft, r->length, &r->signal));
        TFI_TRY(trnfft_stft(&r->signal, &r->stft, &r->now));
        next_phases(r, i > 0 ? factor : 0.0);
        trnfft_tensor swap = r->before;
        r->before = r->now;
        r->now = swap;
    }
    return TRNFFT_OK;
}

/* The length between rounds: the caller's if it gives as many frames as there are. */
static trnfft_status choose_length(rounds *r, const tfi_stft_setup *setup,
                                   int64_t n_frames, int64_t length, int64_t *n)
{
    TFI_TRY(tfi_istft_count(function, setup, n_frames, -1, n));
    r->length = -1;
    int64_t frames;
    if (length >= 0 && tfi_stft_count(function, setup, length, &frames) == TRNFFT_OK &&
        frames == n_frames) {
        *n = r->length = length;
    }
    return tfi_stft_count(function, setup, *n, &frames);
}

static trnfft_status allocate(rounds *r, const trnfft_tensor *magnitude, int32_t dtype,
                              int64_t n)
{
    const int32_t rank = magnitude->rank;
    int64_t shape[TRNFFT_MAX_RANK];
    memcpy(shape, magnitude->shape, sizeof shape);
    TFI_TRY(trnfft_tensor_empty(dtype, TRNFFT_REAL, rank, shape, &r->magnitude));
    TFI_TRY(trnfft_tensor_empty(dtype, TRNFFT_SPLIT, rank, shape, &r->phased));
    TFI_TRY(trnfft_tensor_empty(dtype, TRNFFT_SPLIT, rank, shape, &r->now));
    TFI_TRY(trnfft_tensor_empty(dtype, TRNFFT_SPLIT, rank, shape, &r->before));
    shape[rank - 2] = n;
    TFI_TRY(trnfft_tensor_empty(dtype, TRNFFT_REAL, rank - 1, shape, &r->signal));
    return trnfft_tensor_copy(magnitude, &r->magnitude);
}

static void release(rounds *r)
{
    trnfft_tensor_free(&r->magnitude);
    trnfft_tensor_free(&r->phased);
    trnfft_tensor_free(&r->now);
    trnfft_tensor_free(&r->before);
    trnfft_tensor_free(&r->signal);
}

static trnfft_status read_stft(const trnfft_stft_options *stft, trnfft_stft_options *o)
{
    if (stft == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: stft = NULL: the options of the transform are needed",
                        function);
    }
    trnfft_stft_options_init(o);
    return tfi_read_struct(function, "stft", "TRNFFT_STFT_OPTIONS_INIT", stft, o,
                           sizeof *o);
}

static trnfft_status check(rounds *r, const trnfft_tensor *magnitude,
                           const trnfft_stft_options *stft, const trnfft_tensor *signal,
                           tfi_stft_setup *setup)
{
    TFI_TRY(tfi_tensor_check(function, "magnitude", magnitude));
    TFI_TRY(tfi_tensor_check_output(function, "signal", signal));
    if (magnitude->rank < 2 || magnitude->im != NULL) {
        return tfi_fail(magnitude->rank < 2 ? TRNFFT_ERROR_INVALID_SHAPE
                                            : TRNFFT_ERROR_INVALID_DTYPE,
                        "%s: magnitude must be real and have bins and frames",
                        function);
    }
    TFI_TRY(tfi_check_no_overlap(function, "magnitude", magnitude, signal));
    TFI_TRY(read_stft(stft, &r->stft));
    if (r->stft.onesided == 0 || r->stft.return_complex != 0) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: %s = %d: the magnitude is one-sided, the signal real",
                        function, r->stft.onesided == 0 ? "onesided" : "return_complex",
                        r->stft.onesided == 0 ? 0 : (int)r->stft.return_complex);
    }
    r->stft.onesided = 1;
    r->stft.tolerate_edges = 1;
    const bool time_first = r->stft.layout == TRNFFT_TIME_FREQ;
    return tfi_istft_resolve(function, &r->stft, magnitude->dtype,
                             magnitude->shape[magnitude->rank - (time_first ? 1 : 2)],
                             setup);
}

trnfft_status trnfft_griffin_lim(const trnfft_tensor *magnitude,
                                 const trnfft_stft_options *stft,
                                 const trnfft_griffin_lim_options *options,
                                 int64_t length, const trnfft_tensor *signal)
{
    rounds r;
    memset(&r, 0, sizeof r);
    tfi_stft_setup setup;
    TFI_TRY(read_options(options, &r.o));
    TFI_TRY(check(&r, magnitude, stft, signal, &setup));
    const bool time_first = r.stft.layout == TRNFFT_TIME_FREQ;
    int64_t n, shape[TRNFFT_MAX_RANK], given;
    const int64_t n_frames = magnitude->shape[magnitude->rank - (time_first ? 2 : 1)];
    TFI_TRY(choose_length(&r, &setup, n_frames, length, &n));
    TFI_TRY(tfi_istft_count(function, &setup, n_frames, length, &given));
    memcpy(shape, magnitude->shape, sizeof shape);
    shape[magnitude->rank - 2] = given;
    bool same = signal->rank == magnitude->rank - 1 && signal->im == NULL;
    for (int32_t d = 0; same && d < signal->rank; d++) {
        same = signal->shape[d] == shape[d];
    }
    if (!same) {
        return tfi_fail(TRNFFT_ERROR_INVALID_SHAPE,
                        "%s: signal must be real, with the batch of magnitude and %lld "
                        "samples",
                        function, (long long)given);
    }
    const bool wide = magnitude->dtype == TRNFFT_F64 || signal->dtype == TRNFFT_F64;
    trnfft_status status = allocate(&r, magnitude, wide ? TRNFFT_F64 : TRNFFT_F32, n);
    if (status == TRNFFT_OK) {
        status = run_rounds(&r);
    }
    if (status == TRNFFT_OK) {
        status = trnfft_istft(&r.phased, &r.stft, length, signal);
    }
    release(&r);
    return status;
}
