/* bench.h - what `trnfft bench` times, on which memory, against whom.
 *
 * A case is one operation on one shape, type and layout. An engine (the library, or a
 * peer loaded at run time) runs a case on arrays; all engines of a case share the same
 * arrays.
 */
#ifndef TRNFFT_TOOLS_BENCH_H
#define TRNFFT_TOOLS_BENCH_H

#include <stdbool.h>
#include <stdint.h>

#include "reference.h"

typedef enum bench_op {
    BENCH_FFT = 0,   /* complex, over all `rank` dimensions, `batch` times */
    BENCH_IFFT = 1,  /* not scaled, as peers have it                       */
    BENCH_RFFT = 2,  /* real input, rank 1                                 */
    BENCH_IRFFT = 3, /* real output of n points, not scaled                */
    BENCH_STFT = 4,  /* Hann, centred, reflected, one-sided, frames x bins */
    BENCH_ISTFT = 5,
    BENCH_GEMM = 6, /* complex n x n times n x n                           */
    BENCH_MASK = 7  /* elementwise complex product                         */
} bench_op;

enum { BENCH_MAX_RANK = 3, BENCH_MAX_ENGINES = 24, BENCH_NAME = 48 };

typedef struct bench_case {
    const char *suite;
    char name[BENCH_NAME]; /* "fft 1024", "stft 16000/256/128" */
    bench_op op;
    int dtype; /* TRNFFT_F32 or TRNFFT_F64 */
    bool interleaved;
    int rank;
    int64_t n[BENCH_MAX_RANK]; /* STFT: n[0] = samples */
    int64_t batch;
    int64_t n_fft, hop;
} bench_case;

int64_t bench_points(const bench_case *c); /* product of n[] */
int64_t bench_bins(const bench_case *c);   /* of one STFT frame */
int64_t bench_frames(const bench_case *c);
int64_t bench_samples(const bench_case *c); /* that an ISTFT of those frames gives */

/* ---- suites ---- */

typedef struct bench_suite {
    const char *name;
    int count;
    bench_case *cases;
} bench_suite;

typedef struct bench_filter {
    int dtype;
    bool split, interleaved;
} bench_filter;

/* "seeds", "sizes", "signal". False: no such suite or out of memory. */
bool bench_suite_create(const char *name, const bench_filter *filter,
                        bench_suite *suite);
/* `list` as in "64,1000,32x1024*8": shapes, and a batch after '*'. False: the list is
 * wrong. */
bool bench_suite_parse(bench_op op, const char *list, const bench_filter *filter,
                       bench_suite *suite);
void bench_suite_destroy(bench_suite *suite);

/* ---- memory ---- */

/* `points` numbers; part k at re[k * stride]. Real: im NULL. */
typedef struct bench_view {
    void *re, *im;
    int64_t stride, points;
} bench_view;

typedef struct bench_arrays {
    void *
        slab; /* everything below in one block, at the same offsets for the same case */
    int64_t n_bytes;
    bench_view a, b, out; /* b: second factor of a product, else empty */
} bench_arrays;

bool bench_arrays_create(const bench_case *c, bench_arrays *arrays);
void bench_arrays_destroy(bench_arrays *arrays);
/* 24 random bits as a number in [-1, 1). */
double bench_random(uint64_t *state);
/* Seeded uniform numbers in [-1, 1) with all bits of the type; Hermitian ends for real
 * outputs. */
void bench_arrays_fill(const bench_case *c, bench_arrays *arrays);
void bench_view_clear(const bench_case *c, const bench_view *view);
ref_complex bench_view_get(const bench_case *c, const bench_view *view, int64_t i);
/* Periodic Hann of n points in the compute type. */
void bench_hann(int dtype, int64_t n, void *out);

/* ---- truth ---- */

typedef struct bench_truth {
    ref_complex
        *value; /* value[i] belongs to out point index[i], or to i if index is NULL */
    int64_t *index;
    int64_t count;
} bench_truth;

bool bench_truth_create(const bench_case *c, const bench_arrays *arrays,
                        bench_truth *truth);
void bench_truth_destroy(bench_truth *truth);
/* Relative RMS of arrays->out; not finite when a value is not. */
double bench_error(const bench_case *c, const bench_arrays *arrays,
                   const bench_truth *truth);

/* ---- engines ---- */

typedef struct bench_engine {
    char name[BENCH_NAME];
    void *state;
    /* `count` executions of the case from arrays->a (and b) to arrays->out. */
    void (*run)(void *state, const bench_arrays *arrays, int64_t count);
    void (*destroy)(void *state);
    double plan_s; /* seconds that planning took */
} bench_engine;

/* The library. Returns an exit status and says what was wrong. */
int bench_ours_create(const bench_case *c, const bench_arrays *arrays,
                      bench_engine *engine);

/* ---- timing ---- */

typedef struct bench_timing {
    double min_block_s; /* 0.5e-3 */
    int blocks;         /* rounds, at least 13 */
} bench_timing;

/* Blocks of all engines take turns. ns[i]: time of one execution of engine i. The first
 * engine's is the median of its blocks; another one's is that median times the median
 * over the rounds of (its block / the first engine's block of the same round). */
void bench_measure(const bench_timing *timing, const bench_arrays *arrays,
                   const bench_engine *engines, int count, double *ns);

/* Keeps this process on the processor where it runs now; the number, or -1. */
int bench_pin(void);

#endif
