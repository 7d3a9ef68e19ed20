/* cases.h - what the failure-class tests share. A test is named by the id of its class.
 */
#ifndef TESTS_CASES_CASES_H
#define TESTS_CASES_CASES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <trnfft/trnfft.h>

#include "support/random.h"
#include "support/reference.h"
#include "support/tensors.h"
#include "support/tolerances.h"

#define BACKWARD  TRNFFT_NORM_BACKWARD
#define ORTHO     TRNFFT_NORM_ORTHO
#define FORWARD   TRNFFT_NORM_FORWARD
#define N_DEFAULT TRNFFT_N_DEFAULT

/* The functions of one dimension share this type. */
typedef trnfft_status (*transform_1d)(const trnfft_tensor *in, int64_t n, int32_t dim,
                                      int32_t norm, const trnfft_tensor *out);

/* One line through a function in every variant (f32, f64, split, interleaved). `n_in`
 * elements in, `n_out` out, real where the flag says so. */
typedef struct line_case {
    transform_1d function;
    int64_t n_in;
    int in_is_real;
    const double *in;
    int64_t n; /* the argument n */
    int32_t norm;
    int64_t n_out;
    int out_is_real;
    const double *out;
} line_case;

static inline void check_line(const line_case *c)
{
    for (int v = 0; v < 4; v++) {
        const test_variant *variant = &test_variants[v];
        trnfft_tensor in = test_tensor_of(variant->dtype,
                                          c->in_is_real ? TRNFFT_REAL : variant->layout,
                                          1, TEST_LIST(c->n_in), c->in);
        trnfft_tensor out =
            test_tensor(variant->dtype, c->out_is_real ? TRNFFT_REAL : variant->layout,
                        1, TEST_LIST(c->n_out));
        EXPECT_OK(c->function(&in, c->n, -1, c->norm, &out));
        EXPECT_VALUES(&out, c->out, variant->tolerance);
        test_tensor_free(&in);
        test_tensor_free(&out);
    }
}

#define COUNT(array) ((int64_t)(sizeof(array) / sizeof *(array)))

#endif
