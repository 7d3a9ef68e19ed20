/* signal_reference.h - reads tests/data/signal/reference.txt. */
#ifndef TESTS_API_SIGNAL_REFERENCE_H
#define TESTS_API_SIGNAL_REFERENCE_H

#include <stdint.h>

typedef struct reference_array {
    char name[80];
    int64_t count;
    double *values;
} reference_array;

/* All arrays, in the order of the file; fails the test when it cannot be read. */
const reference_array *reference_arrays(int *count);
/* The array of this name; fails the test when there is none. */
const reference_array *reference_find(const char *name);
/* max |a - b| */
double reference_error(const reference_array *expected, const double *values);

#endif
