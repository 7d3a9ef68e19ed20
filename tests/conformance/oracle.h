/* oracle.h - reads the reference cases of tests/data: the manifest, its arrays as
 * f64, its tolerances, and compares a result with the expected array by the measure
 * that the data define.
 *
 *   oracle_suite suite;
 *   if (!oracle_open("tests/data/fft", &suite)) …
 *   for (size_t i = 0; i < suite.n_cases; ++i) {
 *       oracle_case c = oracle_case_at(&suite, i);
 *       oracle_array x, y;   oracle_load(&suite, &c, "inputs", "x", &x); …
 *       oracle_operand in, out;  oracle_operand_from(&x, TRNFFT_F32, ORACLE_SPLIT,
 * &in); … … run, then oracle_error(&y, &out) <= c.tol_f32
 *   }
 * Nothing here knows what a transform is. Messages go to stderr.
 */
#ifndef TRNFFT_TESTS_ORACLE_H
#define TRNFFT_TESTS_ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <trnfft/trnfft.h>

struct cJSON;

typedef struct oracle_suite {
    char folder[512];
    struct cJSON *root;
    const struct cJSON *cases;
    size_t n_cases;
} oracle_suite;

typedef struct oracle_case {
    const struct cJSON *json;
    const char *id;
    const char *function;
    const char *reason; /* why the call must fail; NULL where it must succeed */
    bool expect_error;
    double tol_f64, tol_f32; /* 0 where the call must fail */
} oracle_case;

/* A contiguous array in C order; complex values are (re, im) pairs. */
typedef struct oracle_array {
    int32_t rank;
    int64_t shape[TRNFFT_MAX_RANK];
    int64_t n_values; /* product of the shape: 1 for rank 0, 0 for an empty array */
    bool is_complex;
    double *values;
} oracle_array;

/* How a tensor's components lie in memory. ORACLE_STRIDED: dimensions in Fortran
 * order, the first one backwards, a gap between elements: legal, and unlike anything
 * that a fast path expects. */
typedef enum oracle_layout {
    ORACLE_SPLIT = 0,
    ORACLE_INTERLEAVED = 1,
    ORACLE_STRIDED = 2
} oracle_layout;
#define ORACLE_N_LAYOUTS 3
const char *oracle_layout_name(oracle_layout layout);

/* A tensor with the memory behind it. */
typedef struct oracle_operand {
    trnfft_tensor tensor;
    void *memory;
    size_t n_bytes;
} oracle_operand;

bool oracle_open(const char *folder, oracle_suite *suite);
void oracle_close(oracle_suite *suite);
oracle_case oracle_case_at(const oracle_suite *suite, size_t index);

/* Array `name` of `group` ("inputs", "outputs"). False: the case has none, or the
 * file is unreadable (which it says). Free the values with oracle_array_free(). */
bool oracle_has(const oracle_case *c, const char *group, const char *name);
bool oracle_load(const oracle_suite *suite, const oracle_case *c, const char *group,
                 const char *name, oracle_array *out);
void oracle_array_free(oracle_array *array);

/* Arguments. `fallback` is what a null or absent argument gives. */
bool oracle_arg_is_null(const oracle_case *c, const char *name);
int64_t oracle_arg_int(const oracle_case *c, const char *name, int64_t fallback);
double oracle_arg_double(const oracle_case *c, const char *name, double fallback);
bool oracle_arg_bool(const oracle_case *c, const char *name, bool fallback);
const char *oracle_arg_string(const oracle_case *c, const char *name,
                              const char *fallback);
/* Fills at most `capacity` entries of the list; returns its length, or -1 for null. */
int oracle_arg_list(const oracle_case *c, const char *name, int64_t *list,
                    int capacity);

/* A tensor of this shape with every component set to a value that no answer has;
 * dtype is F32 or F64. */
bool oracle_operand_empty(int32_t rank, const int64_t *shape, bool is_complex,
                          int32_t dtype, oracle_layout layout, oracle_operand *out);
/* The same, holding the array's values (rounded once to f32 where asked). */
bool oracle_operand_from(const oracle_array *array, int32_t dtype, oracle_layout layout,
                         oracle_operand *out);
void oracle_operand_free(oracle_operand *operand);

/* max|got - want| / max|want|; max|got| where want is all 0; 0 for empty arrays;
 * infinity for a NaN, another shape, or real where complex is wanted. */
double oracle_error(const oracle_array *want, const trnfft_tensor *got);

#endif
