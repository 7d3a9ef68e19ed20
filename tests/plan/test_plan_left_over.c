/* What was left in a workspace is nothing to a transform: no lane that is computed and
 * thrown away may meet it. Denormal numbers there would make it several times slower,
 * signalling ones would raise the invalid exception, both of which the processor's
 * flags tell. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <trnfft/plan.h>

#include "support/tensors.h"

#if defined(__x86_64__)
#include <xmmintrin.h>

enum { INVALID = 1, DENORMAL = 2, FLAGS = 63 };
enum { MOST_N = 600, MOST_ROWS = 17, ROOM = (MOST_N + 2) * MOST_ROWS };

static double in[2 * ROOM], out[2 * ROOM];

typedef struct leftover_case {
    int32_t dtype, op;
    int64_t n, rows;
    int columns, interleaved;
} leftover_case;

static trnfft_tensor operand(const leftover_case *c, int is_input, void *data)
{
    const int real = c->op == (is_input ? TRNFFT_OP_RFFT : TRNFFT_OP_IRFFT);
    const int64_t n = real || c->op == TRNFFT_OP_FFT ? c->n : c->n / 2 + 1;
    const int64_t shape[2] = { c->columns ? n : c->rows, c->columns ? c->rows : n };
    return real ? trnfft_tensor_real(c->dtype, 2, shape, data)
           : c->interleaved
               ? trnfft_tensor_interleaved(c->dtype, 2, shape, data)
               : trnfft_tensor_split(c->dtype, 2, shape, data, (double *)data + ROOM);
}

/* Words of a denormal, or a signalling, number of the type. */
static void leave(unsigned char *workspace, size_t bytes, int32_t dtype, int signalling)
{
    const uint32_t single = signalling ? UINT32_C(0x7fa00000) : UINT32_C(0x00400000);
    const uint64_t twice =
        signalling ? UINT64_C(0x7ff4000000000000) : UINT64_C(0x0008000000000000);
    const size_t size = dtype == TRNFFT_F64 ? sizeof twice : sizeof single;
    for (size_t i = 0; i + size <= bytes; i += size) {
        memcpy(workspace + i,
               dtype == TRNFFT_F64 ? (const void *)&twice : (const void *)&single,
               size);
    }
}

static void check(const leftover_case *c)
{
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    trnfft_plan *plan = NULL;
    p.op = c->op;
    p.n_dim = 1;
    p.dim[0] = c->columns ? 0 : 1;
    p.n[0] = c->n;
    p.in = operand(c, 1, in);
    p.out = operand(c, 0, out);
    EXPECT_OK(trnfft_plan_create(NULL, &p, NULL, &plan));
    const size_t bytes = trnfft_plan_workspace_bytes(plan);
    unsigned char *workspace = malloc(bytes + 1);
    assert_non_null(workspace);
    for (int signalling = 0; signalling < 2; signalling++) {
        leave(workspace, bytes, c->dtype, signalling);
        _mm_setcsr(_mm_getcsr() & ~(unsigned)FLAGS);
        EXPECT_OK(trnfft_plan_execute(plan, p.in.re, p.in.im, p.out.re, p.out.im,
                                      workspace, bytes));
        if ((_mm_getcsr() & (signalling ? INVALID : DENORMAL)) != 0) {
            char text[2000];
            trnfft_plan_describe(plan, text, sizeof text);
            fail_msg("%s left over were met: %lld rows%s\n%s",
                     signalling ? "signalling numbers" : "denormals",
                     (long long)c->rows, c->columns ? ", as columns" : "", text);
        }
    }
    free(workspace);
    trnfft_plan_destroy(plan);
}

static void test_left_over(void **state)
{
    static const int32_t ops[] = { TRNFFT_OP_FFT, TRNFFT_OP_RFFT, TRNFFT_OP_IRFFT };
    static const int64_t rows[] = { 1, 3, 5, 9, 17 };
    (void)state;
    for (int i = 0; i < 2 * ROOM; i++) {
        /* No zeros and nothing near them, read as either type. */
        const float pair[2] = { 1.0f + (float)(i % 61), 2.0f + (float)(i % 7) };
        memcpy(&in[i], pair, sizeof pair);
    }
    for (int64_t n = 1; n <= MOST_N; n++) {
        for (int kind = 0; kind < 12; kind++) {
            leftover_case c = { kind & 1 ? TRNFFT_F64 : TRNFFT_F32,
                                ops[kind / 4],
                                n,
                                rows[(n + kind) % 5],
                                (int)(n / 5) % 2,
                                kind >> 1 & 1 };
            check(&c);
            c.rows = 1;
            c.columns = 0;
            check(&c);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_left_over) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void)
{
    printf("skipped: the flags of denormal operands are those of x86-64\n");
    return 77;
}

#endif
