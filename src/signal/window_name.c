/* window_name.c - names of windows, with their parameter: "kaiser:14". */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <trnfft/window.h>

#include "base/status.h"

/* The first name of a kind is the one that is printed. */
static const struct {
    const char *name;
    int32_t kind;
} names[] = {
    { "hann", TRNFFT_WINDOW_HANN },
    { "hanning", TRNFFT_WINDOW_HANN },
    { "hamming", TRNFFT_WINDOW_HAMMING },
    { "blackman", TRNFFT_WINDOW_BLACKMAN },
    { "bartlett", TRNFFT_WINDOW_BARTLETT },
    { "kaiser", TRNFFT_WINDOW_KAISER },
    { "gaussian", TRNFFT_WINDOW_GAUSSIAN },
    { "nuttall", TRNFFT_WINDOW_NUTTALL },
    { "flattop", TRNFFT_WINDOW_FLATTOP },
    { "tukey", TRNFFT_WINDOW_TUKEY },
    { "boxcar", TRNFFT_WINDOW_BOXCAR },
    { "ones", TRNFFT_WINDOW_BOXCAR },
    { "rectangular", TRNFFT_WINDOW_BOXCAR },
    { "cosine", TRNFFT_WINDOW_COSINE },
    { "sine", TRNFFT_WINDOW_COSINE },
    { "dpss", TRNFFT_WINDOW_DPSS },
    { "slepian", TRNFFT_WINDOW_DPSS },
    { "blackmanharris", TRNFFT_WINDOW_BLACKMANHARRIS },
};

enum { N_NAMES = sizeof names / sizeof names[0] };

const char *trnfft_window_name(int32_t kind)
{
    for (size_t i = 0; i < N_NAMES; i++) {
        if (names[i].kind == kind) {
            return names[i].name;
        }
    }
    return "unknown";
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* The text behind the name if it is the one, else NULL. */
static const char *behind(const char *text, const char *name)
{
    for (; *name != '\0'; text++, name++) {
        if (lower(*text) != *name) {
            return NULL;
        }
    }
    bool over = *text == '\0' || *text == ':' || *text == ',' || *text == '(';
    return over ? text : NULL;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Digits with a point and an exponent, whatever the locale; NULL when there is no
 * number. Up to 15 digits are read with one rounding. */
static const char *read_number(const char *text, double *value)
{
    double sign = *text == '-' ? -1.0 : 1.0;
    text += *text == '-' || *text == '+';
    double digits = 0.0, scale = 1.0;
    bool any = false, point = false;
    for (; is_digit(*text) || (*text == '.' && !point); text++) {
        if (*text == '.') {
            point = true;
            continue;
        }
        any = true;
        digits = 10.0 * digits + (double)(*text - '0');
        scale *= point ? 10.0 : 1.0;
    }
    if (!any) {
        return NULL;
    }
    if (lower(*text) == 'e') {
        text++;
        bool down = *text == '-';
        text += *text == '-' || *text == '+';
        if (!is_digit(*text)) {
            return NULL;
        }
        int exponent = 0;
        for (; is_digit(*text); text++) {
            exponent = exponent < 400 ? 10 * exponent + (*text - '0') : exponent;
        }
        for (; exponent > 0; exponent--) {
            *(down ? &scale : &digits) *= 10.0;
        }
    }
    *value = sign * (digits / scale);
    return text;
}

/* The parameter in ":14", ",14" or "(14)". */
static bool read_parameter(const char *text, double *value)
{
    bool parenthesis = *text == '(';
    for (text++; *text == ' '; text++) {
    }
    text = read_number(text, value);
    if (text != NULL && parenthesis) {
        text = *text == ')' ? text + 1 : NULL;
    }
    return text != NULL && *text == '\0';
}

trnfft_status trnfft_window_from_name(const char *name, int32_t *kind,
                                      double *parameter)
{
    static const char function[] = "trnfft_window_from_name";
    if (name == NULL || kind == NULL || parameter == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: %s = NULL", function,
                        name == NULL ? "name" : (kind == NULL ? "kind" : "parameter"));
    }
    const char *rest = NULL;
    size_t i = 0;
    for (; i < N_NAMES && (rest = behind(name, names[i].name)) == NULL; i++) {
    }
    if (rest == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: name = %s: no such window",
                        function, name);
    }
    int32_t found = names[i].kind;
    bool needs = found == TRNFFT_WINDOW_KAISER || found == TRNFFT_WINDOW_GAUSSIAN ||
                 found == TRNFFT_WINDOW_DPSS;
    double value = found == TRNFFT_WINDOW_TUKEY ? 0.5 : 0.0;
    if (*rest == '\0' ? needs
                      : (!needs && found != TRNFFT_WINDOW_TUKEY) ||
                            !read_parameter(rest, &value)) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: name = %s: %s", function,
                        name,
                        needs || found == TRNFFT_WINDOW_TUKEY
                            ? "wanted is a name with one number, as in kaiser:14"
                            : "this window has no parameter");
    }
    *kind = found;
    *parameter = value;
    return TRNFFT_OK;
}
