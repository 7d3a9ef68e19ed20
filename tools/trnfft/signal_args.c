/* signal_args.c - from options to the library's window and STFT options. */
#include "signal_args.h"

#include <string.h>

static bool is_file(const char *text)
{
    size_t n = strlen(text);
    return strchr(text, '/') != NULL || (n > 4 && strcmp(text + n - 4, ".npy") == 0) ||
           (n > 4 && strcmp(text + n - 4, ".csv") == 0);
}

/* The file's numbers, in the precision of the signal. */
static int load_window(const char *path, io_type type, io_array *out)
{
    const file_options defaults = { 0 };
    io_array raw;
    io_error e;
    int code = load_array(path, &defaults, &raw);
    if (code != CLI_OK) {
        return code;
    }
    if (raw.rank != 1) {
        io_array_free(&raw);
        return cli_fail(CLI_REFUSED, "--window: %s has %d dimensions: a window has one",
                        path, raw.rank);
    }
    bool is_complex = io_type_is_complex(raw.type);
    io_type want = is_complex ? io_type_complex(type) : io_type_real(type);
    if (raw.type == want) {
        *out = raw;
        return CLI_OK;
    }
    if (!io_array_create(out, want, 1, raw.shape, &e)) {
        io_array_free(&raw);
        return cli_fail(e.code, "%s: %s", path, e.text);
    }
    int64_t components = raw.shape[0] * (is_complex ? 2 : 1);
    for (int64_t i = 0; i < components; i++) {
        if (io_type_real(want) == IO_F64) {
            ((double *)out->data)[i] = (double)((float *)raw.data)[i];
        } else {
            ((float *)out->data)[i] = (float)((double *)raw.data)[i];
        }
    }
    io_array_free(&raw);
    return CLI_OK;
}

int make_window(const char *text, int64_t length, bool periodic, io_type type,
                io_array *out)
{
    int32_t kind = 0;
    double parameter = 0.0;
    io_error e;
    if (is_file(text)) {
        return load_window(text, type, out);
    }
    trnfft_status status = trnfft_window_from_name(text, &kind, &parameter);
    if (status != TRNFFT_OK) {
        return cli_fail(CLI_USAGE, "--window: %s", cli_last_error(status));
    }
    if (length < 1) {
        return cli_fail(CLI_REFUSED,
                        "--win-length: %lld: a window has at least one point",
                        (long long)length);
    }
    if (!io_array_create(out, io_type_real(type), 1, &length, &e)) {
        return cli_fail(e.code, "%s", e.text);
    }
    trnfft_tensor view = array_view(out);
    status = trnfft_window(kind, periodic ? TRNFFT_PERIODIC : TRNFFT_SYMMETRIC,
                           &parameter, &view);
    return status == TRNFFT_OK ? CLI_OK : cli_fail_status(status);
}

int make_stft_options(const signal_args *a, io_type type, io_array *window,
                      trnfft_tensor *view, trnfft_stft_options *out)
{
    trnfft_stft_options_init(out);
    out->n_fft = a->n_fft;
    out->hop_length = a->hop_length;
    out->win_length = a->win_length;
    out->center = a->center;
    out->pad_mode = a->pad_mode;
    out->normalized = a->normalized;
    out->onesided = a->onesided;
    out->align_to_window = a->align_to_window;
    out->layout = a->layout == 1 ? TRNFFT_TIME_FREQ : TRNFFT_FREQ_TIME;
    out->tolerate_edges = a->tolerate_edges;
    if (a->window == NULL || strcmp(a->window, "none") == 0) {
        return CLI_OK;
    }
    int64_t length = a->win_length >= 0 ? a->win_length : a->n_fft;
    int code = make_window(a->window, length, a->periodic, type, window);
    if (code == CLI_OK) {
        *view = array_view(window);
        out->window = view;
    }
    return code;
}
