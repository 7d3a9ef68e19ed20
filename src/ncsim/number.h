/* number.h - decimal numbers as text, the same under every locale. */
#ifndef NCS_NUMBER_H
#define NCS_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

enum { NCS_NUMBER_BYTES = 40 };

/* The shortest decimal that reads back to the same value ("-0.125", "inf", "nan"). */
void ncs_number_text(double value, char text[NCS_NUMBER_BYTES]);
/* A whole decimal, or inf, -inf, nan; false: something else. */
bool ncs_number_parse(const char *text, size_t length, double *value);

#endif
