/* stft_problem.c - public problems of the STFT kinds become tfi_stft_problem. */
#include <string.h>

#include "plan/options.h"
#include "solvers/stft.h"
#include "tensor/view.h"

static tfi_stft_view view_of(const trnfft_tensor *t)
{
    tfi_stft_view v;
    memset(&v, 0, sizeof v);
    v.layout = t->im == NULL
                   ? TRNFFT_REAL
                   : (tfi_tensor_is_interleaved(t) ? TRNFFT_INTERLEAVED : TRNFFT_SPLIT);
    v.t.dtype = t->dtype;
    v.t.rank = t->rank;
    memcpy(v.t.shape, t->shape, (size_t)t->rank * sizeof t->shape[0]);
    memcpy(v.t.strides, t->strides, (size_t)t->rank * sizeof t->strides[0]);
    return v;
}

/* The operand must have these sizes; `complex` is what it has to be. */
static trnfft_status check_result(const char *function, const char *name,
                                  const trnfft_tensor *t, int32_t rank,
                                  const int64_t *shape, bool complex)
{
    bool same = t->rank == rank;
    for (int32_t d = 0; same && d < rank; d++) {
        if (t->shape[d] != shape[d]) {
            return tfi_fail(
                TRNFFT_ERROR_INVALID_SHAPE,
                "%s: %s has %lld elements along dimension %d, the result has "
                "%lld",
                function, name, (long long)t->shape[d], (int)d, (long long)shape[d]);
        }
    }
    if (!same) {
        return tfi_fail(TRNFFT_ERROR_INVALID_SHAPE,
                        "%s: %s has rank %d, the result has rank %d", function, name,
                        (int)t->rank, (int)rank);
    }
    if (t->dtype == TRNFFT_S16 || t->dtype == TRNFFT_S24) {
        return tfi_fail(TRNFFT_ERROR_INVALID_DTYPE,
                        "%s: %s is %s: results need a floating-point type", function,
                        name, trnfft_dtype_name(t->dtype));
    }
    if ((t->im != NULL) != complex && tfi_tensor_numel(t) > 0) {
        return tfi_fail(TRNFFT_ERROR_INVALID_DTYPE, "%s: %s is %s: the result is %s",
                        function, name, complex ? "real" : "complex",
                        complex ? "complex" : "real");
    }
    return TRNFFT_OK;
}

trnfft_status tfi_check_no_overlap(const char *function, const char *name,
                                   const trnfft_tensor *input,
                                   const trnfft_tensor *output)
{
    bool there = input != NULL && input->re != NULL && output->re != NULL;
    if (there && tfi_tensor_overlap(input, output) != TFI_OVERLAP_NONE) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ALIASING,
                        "%s: the result overlaps the %s: frames share samples, so this "
                        "cannot be done in place",
                        function, name);
    }
    return TRNFFT_OK;
}

static trnfft_status check_rank(const char *function, const char *name,
                                const trnfft_tensor *t, int32_t least, int32_t most)
{
    if (t->rank < least || t->rank > most) {
        return tfi_fail(TRNFFT_ERROR_INVALID_SHAPE,
                        "%s: %s has rank %d: must be %d … %d", function, name,
                        (int)t->rank, (int)least, (int)most);
    }
    return TRNFFT_OK;
}

/* Sizes before the last `tail` dimensions. */
static int64_t count_items(const trnfft_tensor *t, int32_t tail)
{
    int64_t items = 1;
    for (int32_t d = 0; d < t->rank - tail; d++) {
        items *= t->shape[d];
    }
    return items;
}

trnfft_status tfi_stft_infer(const char *function, const trnfft_tensor *signal,
                             const trnfft_stft_options *options, tfi_stft_setup *setup,
                             int64_t *shape)
{
    TFI_TRY(tfi_tensor_check_layout(function, "signal", signal));
    TFI_TRY(check_rank(function, "signal", signal, 1, TRNFFT_MAX_RANK - 1));
    TFI_TRY(tfi_stft_resolve(function, options, signal, setup));
    int64_t frames;
    TFI_TRY(tfi_stft_count(function, setup, signal->shape[signal->rank - 1], &frames));
    memcpy(shape, signal->shape, (size_t)(signal->rank - 1) * sizeof shape[0]);
    shape[signal->rank - 1] = setup->time_first ? frames : setup->bins;
    shape[signal->rank] = setup->time_first ? setup->bins : frames;
    return TRNFFT_OK;
}

trnfft_status tfi_istft_infer(const char *function, const trnfft_tensor *spectrum,
                              const trnfft_stft_options *options, int64_t length,
                              tfi_stft_setup *setup, int64_t *shape)
{
    TFI_TRY(tfi_tensor_check_layout(function, "spectrum", spectrum));
    TFI_TRY(check_rank(function, "spectrum", spectrum, 2, TRNFFT_MAX_RANK));
    if (spectrum->im == NULL && tfi_tensor_numel(spectrum) > 0) {
        return tfi_fail(TRNFFT_ERROR_INVALID_DTYPE,
                        "%s: spectrum is real: it must be complex", function);
    }
    trnfft_stft_options o;
    TFI_TRY(tfi_stft_read_options(function, options, &o));
    const int64_t *tail = &spectrum->shape[spectrum->rank - 2];
    bool time_first = o.layout == TRNFFT_TIME_FREQ;
    TFI_TRY(tfi_istft_resolve(function, &o, spectrum->dtype, tail[time_first ? 1 : 0],
                              setup));
    int64_t n;
    TFI_TRY(tfi_istft_count(function, setup, tail[time_first ? 0 : 1], length, &n));
    memcpy(shape, spectrum->shape, (size_t)(spectrum->rank - 2) * sizeof shape[0]);
    shape[spectrum->rank - 2] = n;
    return TRNFFT_OK;
}

static void finish_problem(const tfi_request *r, uint32_t kind, tfi_stft_problem *p)
{
    const trnfft_problem *q = r->problem;
    bool wide = q->in.dtype == TRNFFT_F64 || q->out.dtype == TRNFFT_F64;
    if (q->compute == TRNFFT_F32 || q->compute == TRNFFT_F64) {
        p->setup.compute = q->compute;
    } else if (wide) {
        p->setup.compute = TRNFFT_F64;
    }
    p->base.kind = kind;
    p->base.n_bytes = (uint32_t)sizeof *p;
    p->window.t.rank = 0;
    if (q->stft->window != NULL) {
        p->window = view_of(q->stft->window);
    }
    p->n_threads = r->options->n_threads;
}

static trnfft_status check_common(const tfi_request *r)
{
    const trnfft_problem *q = r->problem;
    if (q->stft == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: problem.stft = NULL",
                        r->function);
    }
    if (q->compute != 0 && q->compute != TRNFFT_F32 && q->compute != TRNFFT_F64) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: problem.compute = %d: must be 0, TRNFFT_F32 or TRNFFT_F64",
                        r->function, (int)q->compute);
    }
    return TRNFFT_OK;
}

/* Problems need no data, so that tfi_tensor_check_output() would ask too much. */
static trnfft_status check_output(const char *function, const char *name,
                                  const trnfft_tensor *t)
{
    TFI_TRY(tfi_tensor_check_layout(function, name, t));
    if (tfi_tensor_self_overlap(t)) {
        return tfi_fail(TRNFFT_ERROR_INVALID_STRIDE,
                        "%s: %s.strides: elements of an output share memory", function,
                        name);
    }
    return TRNFFT_OK;
}

static trnfft_status build_stft(const tfi_request *r, tfi_problem *out)
{
    const trnfft_problem *q = r->problem;
    tfi_stft_problem *p = (tfi_stft_problem *)out;
    int64_t shape[TRNFFT_MAX_RANK] = { 0 };
    TFI_TRY(check_common(r));
    TFI_TRY(tfi_stft_infer(r->function, &q->in, q->stft, &p->setup, shape));
    TFI_TRY(check_output(r->function, "spectrum", &q->out));
    TFI_TRY(
        check_result(r->function, "spectrum", &q->out, q->in.rank + 1, shape, true));
    TFI_TRY(tfi_check_no_overlap(r->function, "signal", &q->in, &q->out));
    p->signal = view_of(&q->in);
    p->spectrum = view_of(&q->out);
    p->n_samples = q->in.shape[q->in.rank - 1];
    p->n_frames = shape[p->setup.time_first ? q->in.rank - 1 : q->in.rank];
    p->n_items = count_items(&q->in, 1);
    finish_problem(r, TFI_PROBLEM_STFT, p);
    return TRNFFT_OK;
}

static trnfft_status build_istft(const tfi_request *r, tfi_problem *out)
{
    const trnfft_problem *q = r->problem;
    tfi_stft_problem *p = (tfi_stft_problem *)out;
    int64_t shape[TRNFFT_MAX_RANK] = { 0 };
    TFI_TRY(check_common(r));
    TFI_TRY(tfi_istft_infer(r->function, &q->in, q->stft, q->length, &p->setup, shape));
    TFI_TRY(check_output(r->function, "signal", &q->out));
    TFI_TRY(check_result(r->function, "signal", &q->out, q->in.rank - 1, shape,
                         p->setup.complex_signal != 0));
    TFI_TRY(tfi_check_no_overlap(r->function, "spectrum", &q->in, &q->out));
    p->signal = view_of(&q->out);
    p->spectrum = view_of(&q->in);
    p->n_samples = shape[q->in.rank - 2];
    p->n_frames = q->in.shape[q->in.rank - (p->setup.time_first ? 2 : 1)];
    p->n_items = count_items(&q->out, 1);
    finish_problem(r, TFI_PROBLEM_ISTFT, p);
    return TRNFFT_OK;
}

/* What the options say, whether they are right or not. */
static size_t extra_key(const trnfft_problem *problem, uint64_t *words)
{
    trnfft_stft_options o;
    trnfft_stft_options_init(&o);
    size_t n = 0;
    if (problem->stft == NULL ||
        tfi_read_struct("", "", "", problem->stft, &o, sizeof o) != TRNFFT_OK) {
        words[n++] = UINT64_MAX;
        return n;
    }
    words[n++] = (uint64_t)o.n_fft;
    words[n++] = (uint64_t)o.hop_length;
    words[n++] = (uint64_t)o.win_length;
    const int32_t flags[] = { o.center,         o.pad_mode,        o.normalized,
                              o.onesided,       o.align_to_window, o.layout,
                              o.tolerate_edges, o.return_complex };
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        words[n++] = (uint64_t)(int64_t)flags[i];
    }
    const trnfft_tensor *w = o.window;
    if (w != NULL) {
        bool pairs = w->im != NULL &&
                     (uintptr_t)w->im == (uintptr_t)w->re + trnfft_dtype_size(w->dtype);
        words[n++] = (uint64_t)(int64_t)w->dtype;
        words[n++] = (uint64_t)(int64_t)w->rank;
        words[n++] = w->rank > 0 ? (uint64_t)w->shape[0] : 0;
        words[n++] = w->rank > 0 ? (uint64_t)w->strides[0] : 0;
        words[n++] = (w->im != NULL) | (uint64_t)pairs << 1 |
                     (uint64_t)(w->buffer != NULL) << 2 |
                     (uint64_t)(w->reserved[0] != 0 || w->reserved[1] != 0) << 3;
    }
    return n;
}

const tfi_kind tfi_kind_stft = { TRNFFT_KIND_STFT, "stft",   3, true,
                                 build_stft,       extra_key };
const tfi_kind tfi_kind_istft = { TRNFFT_KIND_ISTFT, "istft",  3, true,
                                  build_istft,       extra_key };
