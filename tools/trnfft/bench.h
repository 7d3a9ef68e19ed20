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
    BENCH_RFFT = 2,  /* real input, half of the last dimension's bins      */
    BENCH_IRFFT = 3, /* real output of n points, not scaled                */
    BENCH_STFT = 4,  /* Hann, centred, reflected, one-sided, frames x bins */
    BENCH_ISTFT = 5,
    BENCH_GEMM = 6, /* complex n x n times n x n                           */
    BENCH_MASK = 7, /* elementwise complex product                         */
    BENCH_FNET = 8  /* real part of the 2-D transform of a real array      */
} bench_op;

/* What of a case is timed. */
typedef enum bench_mode {
    BENCH_RUN = 0,    /* its execution on one thread                            */
    BENCH_PLAN = 1,   /* making the default plan, in a context that is new      */
    BENCH_THREADS = 2 /* its execution on two threads; one thread is the "peer" */
} bench_mode;

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
    bool columns;       /* point j of item b at j * batch + b, else at b * n + j */
    bench_mode mode;    /* the rest: suite "full" only                           */
    const char *family; /* NULL outside of it                                    */
    double limit_ns;    /* that a BENCH_PLAN row may take; 0: by its executions  */
    double goal;        /* least ratio of this very row, 0: only its family has one */
    bool three;         /* BENCH_GEMM: three real products are allowed           */
} bench_case;

int64_t bench_points(const bench_case *c); /* product of n[] */
int64_t bench_half(const bench_case *c);   /* points of its half spectrum */
double bench_flops(const bench_case *c);   /* by the usual count: 5 n log2 n and such */
/* No complex operand: layouts do not differ. */
bool bench_is_real(const bench_case *c);
/* "fft 32x1024" from an operation and what the case has. */
void bench_name_case(const char *operation, bench_case *c);
int64_t bench_bins(const bench_case *c); /* of one STFT frame */
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

/* Suite "full": the families in their order; `family` NULL: all. f64 rows are among
 * them. */
bool bench_full_create(const char *family, const bench_filter *filter,
                       bench_suite *suite);

/* What a family of "full" is to reach, for one layout or for all (NULL). */
typedef struct bench_goal {
    const char *family, *layout;
    double geomean; /* of the ratios            */
    double least;   /* of every ratio, 0: none  */
    const char *text;
} bench_goal;

extern const bench_goal bench_goals[];
extern const int bench_n_goals;
/* "pow2|large|…", for the option and the help. */
#define BENCH_FAMILIES                                                                 \
    "pow2|large|smooth|primes|real|batched|nd|f64|gemm|gemm3m|stft|fnet|tiny|planning" \
    "|threads"

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
    const char *library; /* whose it is: several engines may be one library's */
    void *state;
    /* Before a block, outside of its time; NULL: nothing to do. */
    void (*prepare)(void *state, const bench_arrays *arrays);
    /* `count` executions of the case from arrays->a (and b) to arrays->out. */
    void (*run)(void *state, const bench_arrays *arrays, int64_t count);
    void (*destroy)(void *state);
    double plan_s; /* seconds that planning took */
} bench_engine;

/* The library on `n_threads`, 0: what the context has, which is one. Returns an exit
 * status and says what was wrong. */
int bench_ours_create(const bench_case *c, const bench_arrays *arrays, int n_threads,
                      bench_engine *engine);
/* Nanoseconds that the default plan of a case takes in a new context, its median. */
int bench_ours_plan_ns(const bench_case *c, const bench_arrays *arrays, int rounds,
                       double *ns);

/* Real parts of a full spectrum (items x rows x columns) out of those of its half
 * (items x rows x half a row and one): FNet mixing after a real transform. */
void bench_fnet_expand(const bench_case *c, const void *half, void *full);

/* ---- timing ---- */

typedef struct bench_timing {
    double min_block_s; /* 0.5e-3 */
    int blocks;         /* rounds, at least 13 */
    double most_s;      /* 0: no bound; else fewer rounds, down to 5, where the rounds
                           would take longer than this */
} bench_timing;

/* Blocks of all engines take turns. ns[i]: time of one execution of engine i. The first
 * engine's is the median of its blocks; another one's is that median times the median
 * over the rounds of (its block / the first engine's block of the same round). */
void bench_measure(const bench_timing *timing, const bench_arrays *arrays,
                   const bench_engine *engines, int count, double *ns);

/* The middle one of `count` numbers, which are sorted. */
double bench_median(double *list, int count);

/* Keeps this process on the processor where it runs now; the number, or -1. */
int bench_pin(void);
/* Lets it run where it could before, and pins it again. */
void bench_unpin(void);
void bench_repin(void);

#endif
