/* number.c - printf and strtod write and read the locale's decimal point; programs and
 * settings always have a full stop. */
#include "ncsim/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/float_class.h"

/* What printf puts between 0 and 5. */
static char decimal_point(void)
{
    char text[16];
    snprintf(text, sizeof text, "%.1f", 0.5);
    return text[1];
}

void ncs_number_text(double value, char text[NCS_NUMBER_BYTES])
{
    if (tfi_is_nan(value)) {
        memcpy(text, "nan", sizeof "nan");
        return;
    }
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, NCS_NUMBER_BYTES, "%.*g", digits, value);
        if (strtod(text, NULL) == value) {
            break;
        }
    }
    const char point = decimal_point();
    char *at = point == '.' ? NULL : strchr(text, point);
    if (at != NULL) {
        *at = '.';
    }
}

bool ncs_number_parse(const char *text, size_t length, double *value)
{
    static const struct {
        const char *word;
        double value;
    } words[] = { { "inf", INFINITY }, { "-inf", -INFINITY }, { "nan", NAN } };
    char copy[NCS_NUMBER_BYTES];
    if (length == 0 || length >= sizeof copy) {
        return false;
    }
    memcpy(copy, text, length);
    copy[length] = '\0';
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(copy, words[i].word) == 0) {
            *value = words[i].value;
            return true;
        }
    }
    if (strspn(copy, "0123456789+-.eE") != length) {
        return false;
    }
    char *at = strchr(copy, '.');
    if (at != NULL) {
        *at = decimal_point();
    }
    char *end = NULL;
    *value = strtod(copy, &end);
    return end == copy + length && tfi_is_finite(*value);
}
