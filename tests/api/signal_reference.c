/* signal_reference.c - the committed values of scipy and librosa. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#include <cmocka.h>

#include "signal_reference.h"

enum { MAX_ARRAYS = 400 };
static reference_array arrays[MAX_ARRAYS];
static int n_arrays;

static void read_all(void)
{
    FILE *f = fopen(TRNFFT_SOURCE_DIR "/tests/data/signal/reference.txt", "r");
    assert_non_null(f);
    char name[80];
    long long count;
    while (n_arrays < MAX_ARRAYS && fscanf(f, "%79s %lld", name, &count) == 2) {
        reference_array *a = &arrays[n_arrays++];
        memcpy(a->name, name, sizeof name);
        a->count = count;
        a->values = calloc((size_t)count + 1, sizeof *a->values);
        assert_non_null(a->values);
        for (long long i = 0; i < count; i++) {
            assert_int_equal(fscanf(f, "%lf", &a->values[i]), 1);
        }
    }
    fclose(f);
}

const reference_array *reference_arrays(int *count)
{
    if (n_arrays == 0) {
        read_all();
    }
    *count = n_arrays;
    return arrays;
}

const reference_array *reference_find(const char *name)
{
    int count;
    const reference_array *a = reference_arrays(&count);
    for (int i = 0; i < count; i++) {
        if (strcmp(a[i].name, name) == 0) {
            return &a[i];
        }
    }
    fail_msg("no array %s in the reference", name);
    return NULL;
}

double reference_error(const reference_array *expected, const double *values)
{
    double worst = 0;
    for (int64_t i = 0; i < expected->count; i++) {
        double error = fabs(values[i] - expected->values[i]);
        worst = error <= worst ? worst : error; /* a NaN stays */
    }
    return worst;
}
