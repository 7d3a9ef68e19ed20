/* verify.h - checks of the library against independent results and against itself. */
#ifndef TRNFFT_TOOLS_VERIFY_H
#define TRNFFT_TOOLS_VERIFY_H

#include <stdbool.h>
#include <stdint.h>

enum { VERIFY_KINDS = 64 };

/* What is known of one name and dtype. */
typedef struct verify_kind {
    const char *name;
    int dtype;
    int64_t count;
    int64_t worst_n;
    double worst, bound; /* the error nearest to or furthest beyond its bound */
} verify_kind;

/* Collects the results; prints each of them as JSON when asked for. */
typedef struct verify_log {
    bool json, verbose;
    int64_t passed, failed;
    int n_kinds;
    verify_kind kinds[VERIFY_KINDS];
} verify_log;

/* One result. `dtype` 0: long double, the reference itself. */
void verify_add(verify_log *log, const char *name, int64_t n, int dtype, double error,
                double bound);

/* Everything for one length: accuracy of the transforms and, if asked for, the
 * properties. Returns an exit status: a status other than OK of the library is
 * CLI_FAILED. */
int verify_length(verify_log *log, int64_t n, const int *dtypes, int n_dtypes,
                  bool properties);
/* n-dimensional transforms, STFT, ISTFT, matrix and elementwise product. */
int verify_others(verify_log *log, const int *dtypes, int n_dtypes, bool quick);
/* The long double transform against its defining sum. */
int verify_reference(verify_log *log);

#endif
