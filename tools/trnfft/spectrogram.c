/* spectrogram.c - power over time and frequency, or mel bands, of a file of any length.
 */
#include "spectrogram.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- signals --- */

static int64_t default_n_fft(int64_t rate)
{
    return rate >= 32000                ? 2048
           : rate >= 16000 || rate == 0 ? 1024
           : rate >= 8000               ? 512
                                        : 256;
}

static int64_t default_hop(int64_t n_fft, int64_t samples, int64_t columns)
{
    int64_t longest = n_fft / 4, shortest = n_fft / 32;
    int64_t hop = columns > 0 ? samples / columns : longest;
    hop = hop > longest ? longest : hop < shortest ? shortest : hop;
    return hop < 1 ? 1 : hop;
}

int picture_signal_open(const picture_job *job, int64_t wanted_columns,
                        bool one_channel, picture_signal *out)
{
    file_options file = job->file;
    memset(out, 0, sizeof *out);
    if (one_channel && file.channel == NULL) {
        file.channel = "mix";
    }
    int code = source_open(job->input, &file, &out->source);
    if (code != CLI_OK) {
        return code;
    }
    int64_t samples = source_frames(out->source);
    signal_args *a = &out->args;
    *a = job->signal;
    a->n_fft = a->n_fft < 0 ? default_n_fft(source_rate(out->source)) : a->n_fft;
    if (a->n_fft > 0 && a->hop_length < 0) {
        a->hop_length = default_hop(a->n_fft, samples, wanted_columns);
    }
    a->window = a->window == NULL ? "hann" : a->window;
    if (samples <= a->n_fft / 2) {
        a->pad_mode = 1; /* too short to be mirrored: zeros */
    }
    io_type type = source_type(out->source);
    code = make_stft_options(a, type, &out->window, &out->view, &out->options);
    if (code == CLI_OK && io_type_is_complex(out->window.type)) {
        code = cli_fail(CLI_REFUSED,
                        "--window: %s is complex: pictures and mel bands "
                        "take real windows",
                        a->window);
    }
    code =
        code == CLI_OK ? frames_count(&out->options, type, samples, &out->run) : code;
    if (code != CLI_OK) {
        picture_signal_close(out);
        return code;
    }
    bool rectangular = out->window.data == NULL;
    int64_t length = rectangular ? 0 : io_array_count(&out->window);
    out->window_sum =
        rectangular ? (double)(a->win_length >= 0 ? a->win_length : a->n_fft) : 0.0;
    for (int64_t i = 0; i < length; i++) {
        out->window_sum += out->window.type == IO_F64
                               ? ((double *)out->window.data)[i]
                               : (double)((float *)out->window.data)[i];
    }
    return CLI_OK;
}

void picture_signal_close(picture_signal *p)
{
    source_close(p->source);
    io_array_free(&p->window);
    p->source = NULL;
}

void picture_report(const picture_signal *p, int64_t bins, double start,
                    job_report *report)
{
    report->samples = source_frames(p->source);
    report->rate = source_rate(p->source);
    report->channels = source_channels(p->source);
    report->frames = p->run.frames;
    report->bins = bins;
    report->read_s = p->run.read_s;
    report->transform_s = p->run.transform_s;
    report->total_s = cli_seconds() - start;
    report->other_s = report->total_s - report->read_s - report->transform_s;
}

void frame_power(io_type type, int64_t bins, const void *re, const void *im, float *out)
{
    for (int64_t i = 0; i < bins; i++) {
        double a =
            type == IO_F64 ? ((const double *)re)[i] : (double)((const float *)re)[i];
        double b =
            type == IO_F64 ? ((const double *)im)[i] : (double)((const float *)im)[i];
        out[i] = (float)(a * a + b * b);
    }
}

/* --- mel bands --- */

static int alloc_bank(mel_bank *b)
{
    size_t n = (size_t)b->n_mels;
    b->weights = malloc(n * (size_t)b->bins * sizeof(float));
    b->first = malloc(n * sizeof(int64_t));
    b->last = malloc(n * sizeof(int64_t));
    b->centre_hz = malloc(n * sizeof(double));
    if (b->weights == NULL || b->first == NULL || b->last == NULL ||
        b->centre_hz == NULL) {
        return cli_fail(CLI_MEMORY, "out of memory for the mel filters");
    }
    return CLI_OK;
}

static void find_edges(mel_bank *b, const trnfft_mel_options *o)
{
    double low = trnfft_hz_to_mel(o->f_min, o->scale);
    double high =
        trnfft_hz_to_mel(o->f_max < 0.0 ? 0.5 * o->sample_rate : o->f_max, o->scale);
    double step = (high - low) / (double)(b->n_mels + 1);
    for (int64_t m = 0; m < b->n_mels; m++) {
        const float *w = b->weights + m * b->bins;
        int64_t first = 0, last = b->bins;
        while (first < b->bins && w[first] == 0.0f) {
            first++;
        }
        while (last > first && w[last - 1] == 0.0f) {
            last--;
        }
        b->first[m] = first;
        b->last[m] = last;
        b->centre_hz[m] = trnfft_mel_to_hz(low + step * (double)(m + 1), o->scale);
    }
}

int mel_bank_create(const picture_job *job, int64_t n_fft, int64_t rate, mel_bank *out)
{
    enum { MOST = 65536 };
    trnfft_mel_options o = TRNFFT_MEL_OPTIONS_INIT;
    int64_t empty = 0;
    int64_t shape[2] = { job->n_mels, n_fft / 2 + 1 };
    *out = (mel_bank){ .n_mels = shape[0], .bins = shape[1] };
    if (rate <= 0) {
        return cli_fail(CLI_USAGE, "%s: mel bands need --rate HZ",
                        input_name(job->input));
    }
    if (job->n_mels < 1 || job->n_mels > MOST) {
        return cli_fail(CLI_USAGE, "--n-mels: %lld is not within 1 and %d",
                        (long long)job->n_mels, MOST);
    }
    o.sample_rate = (double)rate;
    o.n_fft = n_fft;
    o.n_mels = job->n_mels;
    o.f_min = isnan(job->f_min) ? 0.0 : job->f_min;
    o.f_max = isnan(job->f_max) ? 0.5 * (double)rate : job->f_max;
    if (!(o.f_max > o.f_min) || !(o.f_min >= 0.0)) {
        return cli_fail(CLI_USAGE,
                        "--f-min %g and --f-max %g are no range of frequencies",
                        o.f_min, o.f_max);
    }
    o.scale = job->mel_scale == 1 ? TRNFFT_MEL_SLANEY : TRNFFT_MEL_HTK;
    o.norm = job->mel_norm == 1 ? TRNFFT_MEL_NORM_SLANEY : TRNFFT_MEL_NORM_NONE;
    int code = alloc_bank(out);
    if (code != CLI_OK) {
        return code;
    }
    trnfft_tensor view = data_view(IO_F32, 2, shape, out->weights);
    trnfft_status status = trnfft_mel_filters(&o, &view, &empty);
    if (status != TRNFFT_OK) {
        return cli_fail_status(status);
    }
    if (empty > 0) {
        cli_warn(
            "%lld of %lld mel filters are empty: fewer --n-mels or a larger --n-fft "
            "fills them",
            (long long)empty, (long long)job->n_mels);
    }
    find_edges(out, &o);
    return CLI_OK;
}

void mel_bank_free(mel_bank *b)
{
    free(b->weights);
    free(b->first);
    free(b->last);
    free(b->centre_hz);
}

void mel_bank_apply(const mel_bank *b, const float *power, float *out)
{
    for (int64_t m = 0; m < b->n_mels; m++) {
        const float *w = b->weights + m * b->bins;
        double sum = 0.0;
        for (int64_t i = b->first[m]; i < b->last[m]; i++) {
            sum += (double)w[i] * (double)power[i];
        }
        out[m] = (float)sum;
    }
}

/* --- pictures --- */

typedef struct columns {
    io_type type;
    const mel_bank *bank; /* NULL: plain bins */
    int64_t n, bins, frames;
    float *sums; /* n × bins */
    int64_t *counts;
    float *power, *bands; /* of one frame */
    double scale;         /* of power, inner bins */
    int64_t n_fft;
} columns;

static int add_frame(void *user, int64_t channel, int64_t frame, const void *re,
                     const void *im)
{
    columns *c = user;
    (void)channel;
    int64_t raw = c->bank != NULL ? c->bank->bins : c->bins;
    frame_power(c->type, raw, re, im, c->power);
    for (int64_t i = 0; i < raw; i++) {
        bool edge = i == 0 || 2 * i == c->n_fft;
        c->power[i] *= (float)(edge ? 0.25 * c->scale : c->scale);
    }
    const float *from = c->power;
    if (c->bank != NULL) {
        mel_bank_apply(c->bank, c->power, c->bands);
        from = c->bands;
    }
    int64_t column = (int64_t)((double)frame * (double)c->n / (double)c->frames);
    column = column >= c->n ? c->n - 1 : column;
    float *to = c->sums + column * c->bins;
    for (int64_t i = 0; i < c->bins; i++) {
        to[i] += from[i];
    }
    c->counts[column]++;
    return CLI_OK;
}

static int alloc_columns(columns *c, int64_t raw_bins)
{
    c->sums = calloc((size_t)(c->n * c->bins), sizeof(float));
    c->counts = calloc((size_t)c->n, sizeof(int64_t));
    c->power = malloc((size_t)raw_bins * sizeof(float));
    c->bands = malloc((size_t)c->bins * sizeof(float));
    if (c->sums == NULL || c->counts == NULL || c->power == NULL || c->bands == NULL) {
        return cli_fail(CLI_MEMORY, "out of memory for the picture");
    }
    return CLI_OK;
}

static void free_columns(columns *c)
{
    free(c->sums);
    free(c->counts);
    free(c->power);
    free(c->bands);
}

static int save_picture(const picture_job *job, const chart *c)
{
    picture p = { 0 };
    output_file *out = NULL;
    io_error e = { 0 };
    int code = output_open(job->output, true, &out);
    if (code != CLI_OK) {
        return code;
    }
    if (!chart_draw(c, &p, &e)) {
        code = cli_fail(e.code, "%s", e.text);
    } else if (!png_write(output_stream(out), &p, c->title, &e)) {
        code = file_fail(output_name(job->output), &e);
    }
    picture_free(&p);
    if (code != CLI_OK) {
        output_abandon(out);
        return code;
    }
    return output_commit(out);
}

/* The axis: from f_min to f_max, both with defaults that suit the scale. */
static int set_axis(const picture_job *job, const picture_signal *s, chart *c)
{
    int64_t rate = source_rate(s->source);
    double nyquist = rate > 0 ? 0.5 * (double)rate : 0.5;
    double lowest = fmax(rate > 0 ? 30.0 : 0.0, 2.0 * nyquist / (double)s->args.n_fft);
    c->in_samples = rate == 0;
    c->scale = job->mel ? (job->mel_scale == 1 ? SCALE_MEL_SLANEY : SCALE_MEL_HTK)
               : job->log_frequency ? SCALE_LOG
                                    : SCALE_LINEAR;
    c->low_hz = !isnan(job->f_min) ? job->f_min : c->scale == SCALE_LOG ? lowest : 0.0;
    c->high_hz = isnan(job->f_max) ? nyquist : job->f_max;
    if (c->high_hz > nyquist * (1.0 + 1e-9) || !(c->low_hz >= 0.0) ||
        !(c->low_hz < c->high_hz) || (c->scale == SCALE_LOG && c->low_hz <= 0.0)) {
        return cli_fail(
            CLI_USAGE, "--f-min %g and --f-max %g are no range within 0 and %g Hz%s",
            c->low_hz, c->high_hz, nyquist,
            c->scale == SCALE_LOG ? " (a log axis needs f-min above 0)" : "");
    }
    return CLI_OK;
}

static double *make_bin_hz(const picture_signal *s, const mel_bank *bank, int64_t bins)
{
    double *hz = malloc((size_t)bins * sizeof *hz);
    int64_t rate = source_rate(s->source);
    for (int64_t i = 0; hz != NULL && i < bins; i++) {
        hz[i] = bank != NULL ? bank->centre_hz[i]
                             : (double)i * (rate > 0 ? (double)rate : 1.0) /
                                   (double)s->args.n_fft;
    }
    return hz;
}

static int draw(const picture_job *job, const picture_signal *s, const mel_bank *bank,
                columns *k)
{
    int64_t rate = source_rate(s->source);
    double unit_s = rate > 0 ? 1.0 / (double)rate : 1.0;
    double duration = (double)source_frames(s->source) * unit_s;
    double hop = (double)s->args.hop_length * unit_s;
    double first = job->signal.center ? 0.0 : 0.5 * (double)s->args.n_fft * unit_s;
    double per_column = (double)k->frames / (double)k->n;
    for (int64_t i = 0; i < k->n; i++) {
        for (int64_t b = 0; b < k->bins && k->counts[i] > 1; b++) {
            k->sums[i * k->bins + b] /= (float)k->counts[i];
        }
    }
    double *hz = make_bin_hz(s, bank, k->bins);
    if (hz == NULL) {
        return cli_fail(CLI_MEMORY, "out of memory");
    }
    chart c = { .title =
                    job->title != NULL ? job->title : base_name(input_name(job->input)),
                .width = (int)job->size[0],
                .height = (int)job->size[1],
                .map = (colour_map)job->map,
                .power = k->sums,
                .bin_hz = hz,
                .columns = k->n,
                .bins = k->bins,
                .duration_s = duration,
                .first_s = first + 0.5 * (per_column - 1.0) * hop,
                .step_s = per_column * hop,
                .decibel = job->decibel,
                .amin = job->amin,
                .top_db = job->top_db,
                .unit = !job->decibel ? "Amplitude"
                        : rate > 0    ? "Level (dB re full scale)"
                                      : "Level (dB re 1)" };
    int code = set_axis(job, s, &c);
    code = code == CLI_OK ? save_picture(job, &c) : code;
    free(hz);
    return code;
}

static int check_picture(const picture_job *job)
{
    enum { LARGEST = 16384 };
    if (!png_available()) {
        return cli_fail(CLI_NOT_BUILT, "this program was built without libpng (Debian: "
                                       "libpng-dev), which writes pictures");
    }
    if (job->size[0] < 200 || job->size[1] < 150 || job->size[0] > LARGEST ||
        job->size[1] > LARGEST) {
        return cli_fail(CLI_USAGE, "--size: %lldx%lld is not within 200x150 and %dx%d",
                        (long long)job->size[0], (long long)job->size[1], LARGEST,
                        LARGEST);
    }
    if (!(job->amin > 0.0) || !(job->top_db > 0.0)) {
        return cli_fail(CLI_USAGE, "--amin and --top-db must be above 0");
    }
    return CLI_OK;
}

int spectrogram_file(const picture_job *job, job_report *report)
{
    double start = cli_seconds();
    picture_signal s;
    mel_bank bank = { 0 };
    columns k = { 0 };
    *report = (job_report){ .input = job->input, .output = job->output };
    int width = chart_plot_width((int)job->size[0], (int)job->size[1]);
    int code = check_picture(job);
    code = code == CLI_OK ? picture_signal_open(job, width, true, &s) : code;
    if (code != CLI_OK) {
        return code;
    }
    if (job->mel) {
        code = mel_bank_create(job, s.args.n_fft, source_rate(s.source), &bank);
    }
    if (code == CLI_OK) {
        double sum = fabs(s.window_sum) > 0.0 ? s.window_sum : 1.0;
        k = (columns){ .type = s.run.type,
                       .bank = job->mel ? &bank : NULL,
                       .n = s.run.frames < width ? s.run.frames : width,
                       .bins = job->mel ? bank.n_mels : s.run.bins,
                       .frames = s.run.frames,
                       .scale = 4.0 / (sum * sum) *
                                (job->signal.normalized ? (double)s.args.n_fft : 1.0),
                       .n_fft = s.args.n_fft };
        code = alloc_columns(&k, s.run.bins);
    }
    if (code == CLI_OK) {
        code = frames_run(s.source, &s.options, "spectrogram", add_frame, &k, &s.run);
    }
    code = code == CLI_OK ? draw(job, &s, job->mel ? &bank : NULL, &k) : code;
    picture_report(&s, k.bins, start, report);
    free_columns(&k);
    mel_bank_free(&bank);
    picture_signal_close(&s);
    return code;
}
