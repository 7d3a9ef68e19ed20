/* signal_args.c - from options to the library's window and STFT options. */
#include "signal_args.h"

#include <string.h>

static bool ends_with(const char *text, const char *ending)
{
    size_t n = strlen(text), m = strlen(ending);
    return n > m && strcmp(text + n - m, ending) == 0;
}

static bool is_file(const char *text)
{
    return strchr(text, '/') != NULL || ends_with(text, ".npy") ||
           ends_with(text, ".csv");
}

/* The file's numbers. A .npy file keeps its precision, so that a float64 window makes a
 * float64 transform, as in torch; text takes that of the signal. */
static int load_window(const char *path, io_type type, io_array *out)
{
    bool text = file_format(path, FILE_AUTO) == FILE_CSV;
    bool f64 = io_type_real(type) == IO_F64;
    const file_options options = { .dtype = !text ? NULL : f64 ? "f8" : "f4" };
    int code = load_array(path, &options, out);
    if (code == CLI_OK && out->rank != 1) {
        code = cli_fail(CLI_REFUSED, "--window: %s has %d dimensions: a window has one",
                        path, out->rank);
    }
    return code;
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
    if (a->n_fft < 1) {
        return cli_fail(CLI_REFUSED, "--n-fft: %lld: must be at least 1",
                        (long long)a->n_fft);
    }
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
