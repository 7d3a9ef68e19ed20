/* DVE, ACT and POOL: every operation, for every type, against numbers worked out one by
 * one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "ncsim/plain.h"
#include "ncsim/run_bench.h"

static double in(const bench *b, int which, int64_t e)
{
    if (b->column[which]) {
        e /= b->columns;
    }
    return plain_get(bench_array(b, which), b->type[which], e);
}

/* An operand as f32. */
static float arg(const bench *b, int which, int64_t e)
{
    return (float)in(b, which, e);
}

static void expect(const bench *b, int64_t e, double want, const char *what)
{
    const double got = in(b, 0, e);
    if (!plain_same(got, want)) {
        fail_msg("%s (%s), %s <- %s %s, element %d of %g, %g: %.9g instead of %.9g",
                 ncs_op_name((ncs_op)b->in.op), what, ncs_dtype_name(b->type[0]),
                 ncs_dtype_name(b->type[1]), ncs_dtype_name(b->type[2]), (int)e,
                 b->operand[1] ? in(b, 1, e) : 0, b->operand[2] ? in(b, 2, e) : 0, got,
                 want);
    }
}

static void test_copies(void **state)
{
    (void)state;
    static const ncs_stream streams[] = { NCS_DVE, NCS_POOL, NCS_ACT };
    for (int s = 0; s < 3; s++) {
        for (int pair = 0; pair < NCS_N_DTYPES * NCS_N_DTYPES; pair++) {
            bench b = bench_of(NCS_COPY, streams[s], 12, 36, 1, NCS_F32);
            b.type[0] = (ncs_dtype)(pair % NCS_N_DTYPES);
            b.type[1] = (ncs_dtype)(pair / NCS_N_DTYPES);
            bench_open(&b);
            bench_fill(&b);
            bench_run(&b);
            for (int64_t e = 0; e < b.elements; e++) {
                double want = b.type[0] == b.type[1]
                                  ? in(&b, 1, e)
                                  : plain_round(b.type[0], (double)arg(&b, 1, e));
                expect(&b, e, want, ncs_stream_name(streams[s]));
            }
            if (b.type[0] == b.type[1]) { /* bit by bit: payloads of NaNs too */
                assert_memory_equal(bench_array(&b, 0), bench_array(&b, 1),
                                    (size_t)(b.elements * ncs_dtype_bytes(b.type[0])));
            }
            bench_close(&b);
        }
    }
}

static bool is_integer(ncs_dtype t)
{
    return t == NCS_I32 || t == NCS_U32;
}

/* On integers, exactly, modulo 2^32. */
static double integer_alu(ncs_alu op, ncs_dtype t, double x, double y)
{
    double r;
    switch (op) {
    case NCS_MULTIPLY:
        r = (double)(uint32_t)((uint64_t)(int64_t)x * (uint64_t)(int64_t)y);
        break;
    case NCS_ADD: r = x + y; break;
    case NCS_SUBTRACT: r = x - y; break;
    case NCS_MAX: return x > y ? x : y;
    case NCS_MIN: return x < y ? x : y;
    case NCS_IS_GT: return x > y;
    case NCS_IS_GE: return x >= y;
    case NCS_IS_EQ: return x == y;
    case NCS_ABS_MAX: r = fmax(fabs(x), fabs(y)); break;
    default: return x;
    }
    r -= 4294967296.0 * floor(r / 4294967296.0);
    return t == NCS_I32 && r >= 2147483648.0 ? r - 4294967296.0 : r;
}

static void check_tensor_tensor(ncs_stream stream, ncs_alu op, const ncs_dtype t[3],
                                bool psum)
{
    bench b = bench_of(NCS_TENSOR_TENSOR, stream, 5, 24, 2, NCS_F32);
    memcpy(b.type, t, 3 * sizeof *t);
    b.in.alu[0] = (uint8_t)op;
    b.memory[0] = psum ? NCS_PSUM : NCS_SBUF;
    b.memory[1] = psum ? NCS_PSUM : NCS_SBUF;
    bench_open(&b);
    bench_fill(&b);
    bench_run(&b);
    const bool native =
        stream == NCS_POOL && is_integer(t[0]) && t[1] == t[0] && t[2] == t[0];
    for (int64_t e = 0; e < b.elements; e++) {
        double want = native ? integer_alu(op, t[0], in(&b, 1, e), in(&b, 2, e))
                             : plain_round(t[0], (double)plain_alu(op, arg(&b, 1, e),
                                                                   arg(&b, 2, e)));
        expect(&b, e, want, ncs_alu_name(op));
    }
    bench_close(&b);
}

static void test_tensor_tensor(void **state)
{
    (void)state;
    for (int op = NCS_BYPASS; op <= NCS_ABS_MAX; op++) {
        for (int three = 0; three < 216; three++) {
            const ncs_dtype t[3] = { (ncs_dtype)(three % 6), (ncs_dtype)(three / 6 % 6),
                                     (ncs_dtype)(three / 36) };
            check_tensor_tensor(NCS_DVE, (ncs_alu)op, t, three % 2 == 0);
            check_tensor_tensor(NCS_POOL, (ncs_alu)op, t, false);
        }
    }
}

static uint32_t bits(const bench *b, int which, int64_t e)
{
    uint32_t x;
    e = b->column[which] ? e / b->columns : e;
    memcpy(&x, (const char *)bench_array(b, which) + 4 * e, 4);
    return x;
}

static uint32_t bit_alu(int op, uint32_t x, uint32_t y)
{
    switch (op) {
    case NCS_BIT_AND: return x & y;
    case NCS_BIT_OR: return x | y;
    case NCS_BIT_XOR: return x ^ y;
    case NCS_SHIFT_LEFT: return y > 31 ? 0 : (uint32_t)((uint64_t)x << y);
    case NCS_SHIFT_RIGHT: return y > 31 ? 0 : x >> y;
    default: return x;
    }
}

static void check_bits(const bench *b, int64_t e, uint32_t want)
{
    const uint32_t got = bits(b, 0, e);
    if (got != want) {
        fail_msg("%s, %s then %s, reversed %d %d, element %d: %08x instead of %08x",
                 ncs_op_name((ncs_op)b->in.op), ncs_alu_name((ncs_alu)b->in.alu[0]),
                 ncs_alu_name((ncs_alu)b->in.alu[1]), b->in.reverse[0],
                 b->in.reverse[1], (int)e, got, want);
    }
}

static void test_bits(void **state)
{
    (void)state;
    static const ncs_dtype types[] = { NCS_F32, NCS_I32, NCS_U32, NCS_TF32 };
    for (int op = NCS_BIT_AND; op <= NCS_SHIFT_RIGHT; op++) {
        for (int t = 0; t < 64; t++) {
            bench b = bench_of(NCS_TENSOR_TENSOR, NCS_DVE, 3, 30, 2, NCS_U32);
            b.in.alu[0] = (uint8_t)op;
            b.type[0] = types[t % 4];
            b.type[1] = types[t / 4 % 4];
            b.type[2] = types[t / 16];
            bench_open(&b);
            bench_fill(&b);
            bench_run(&b);
            for (int64_t e = 0; e < b.elements; e++) {
                check_bits(&b, e, bit_alu(op, bits(&b, 1, e), bits(&b, 2, e)));
            }
            bench_close(&b);
        }
    }
}

/* Two operations on bits with numbers or columns, either way round. */
static void test_bits_with_numbers(void **state)
{
    (void)state;
    for (int c = 0; c < 6 * 6 * 16; c++) {
        const int first = c % 6 == 0 ? NCS_BYPASS : NCS_BIT_AND + c % 6 - 1;
        const int second = c / 6 % 6 == 0 ? NCS_BYPASS : NCS_BIT_AND + c / 6 % 6 - 1;
        bench b = bench_of(NCS_TENSOR_SCALAR, NCS_DVE, 4, 12, 1, NCS_I32);
        b.in.alu[0] = (uint8_t)first;
        b.in.alu[1] = (uint8_t)second;
        b.in.reverse[0] = c / 36 % 2;
        b.in.reverse[1] = c / 72 % 2;
        b.in.scalar[0] = c % 5 == 0 ? -7 : (c % 5 == 1 ? 4042322160.0 : c % 40);
        b.in.scalar[1] = c % 35;
        for (int i = 2; i < 4; i++) {
            b.operand[i] = b.column[i] = (c / (i == 2 ? 144 : 288)) % 2;
        }
        if (first == NCS_BYPASS && second == NCS_BYPASS) {
            continue;
        }
        bench_open(&b);
        bench_fill(&b);
        bench_run(&b);
        for (int64_t e = 0; e < b.elements; e++) {
            uint32_t x = bits(&b, 1, e);
            for (int i = 0; i < 2; i++) {
                uint32_t s = b.operand[2 + i] ? bits(&b, 2 + i, e)
                                              : (uint32_t)(int64_t)b.in.scalar[i];
                if (b.in.alu[i] != NCS_BYPASS) {
                    x = b.in.reverse[i] ? bit_alu(b.in.alu[i], s, x)
                                        : bit_alu(b.in.alu[i], x, s);
                }
            }
            check_bits(&b, e, x);
        }
        bench_close(&b);
    }
}

static float with_number(const bench *b, int which, float x, float s)
{
    const ncs_alu op = (ncs_alu)b->in.alu[which];
    if (op == NCS_BYPASS) {
        return x;
    }
    return b->in.reverse[which] ? plain_alu(op, s, x) : plain_alu(op, x, s);
}

static void test_tensor_scalar(void **state)
{
    (void)state;
    static const ncs_stream streams[] = { NCS_DVE, NCS_POOL };
    const int ops = NCS_ABS_MAX + 1;
    for (int c = 0; c < ops * ops * 16; c++) {
        bench b = bench_of(NCS_TENSOR_SCALAR, streams[c % 2], 4, 12, 1, NCS_F32);
        b.in.alu[0] = (uint8_t)(c / 16 % ops);
        b.in.alu[1] = (uint8_t)(c / 16 / ops);
        b.in.reverse[0] = c % 2;
        b.in.reverse[1] = c / 2 % 2;
        b.in.scalar[0] = c % 7 == 0 ? 0.1 : c % 7 - 3; /* 0.1 is rounded to f32 */
        b.in.scalar[1] = 1.0 / (1 + c % 5);
        b.type[0] = (ncs_dtype)(c % 6);
        b.type[1] = (ncs_dtype)(c / 3 % 6);
        b.type[2] = b.type[3] = NCS_F32;
        b.operand[2] = b.column[2] = c / 4 % 2;
        b.operand[3] = b.column[3] = c / 8 % 2;
        b.memory[2] = streams[c % 2] == NCS_DVE && c % 3 == 0 ? NCS_PSUM : NCS_SBUF;
        bench_open(&b);
        bench_fill(&b);
        bench_run(&b);
        for (int64_t e = 0; e < b.elements; e++) {
            float x = arg(&b, 1, e);
            for (int i = 0; i < 2; i++) {
                float s = b.operand[2 + i] ? arg(&b, 2 + i, e) : (float)b.in.scalar[i];
                x = with_number(&b, i, x, s);
            }
            expect(&b, e, plain_round(b.type[0], (double)x),
                   ncs_alu_name((ncs_alu)b.in.alu[0]));
        }
        bench_close(&b);
    }
}

/* ACT of v3 has multiply, add, and both. */
static void test_scalar_on_act(void **state)
{
    (void)state;
    static const int ops[][2] = { { NCS_MULTIPLY, NCS_BYPASS },
                                  { NCS_ADD, NCS_BYPASS },
                                  { NCS_MULTIPLY, NCS_ADD } };
    for (int c = 0; c < 3; c++) {
        bench b = bench_of(NCS_TENSOR_SCALAR, NCS_ACT, 128, 18, 1, NCS_BF16);
        b.in.alu[0] = (uint8_t)ops[c][0];
        b.in.alu[1] = (uint8_t)ops[c][1];
        b.in.scalar[0] = 1.0 / 3;
        b.in.scalar[1] = 7;
        bench_open(&b);
        bench_fill(&b);
        bench_run(&b);
        for (int64_t e = 0; e < b.elements; e++) {
            float x = with_number(&b, 0, arg(&b, 1, e), (float)b.in.scalar[0]);
            x = with_number(&b, 1, x, 7);
            expect(&b, e, plain_round(NCS_BF16, (double)x), "act");
        }
        bench_close(&b);
    }
}

static void test_scalar_tensor_tensor(void **state)
{
    (void)state;
    const int ops = NCS_ABS_MAX + 1;
    for (int c = 0; c < ops * ops * 8; c++) {
        bench b = bench_of(NCS_SCALAR_TENSOR_TENSOR, NCS_DVE, 4, 12, 2, NCS_F32);
        b.in.alu[0] = (uint8_t)(c / 8 % ops);
        b.in.alu[1] = (uint8_t)(c / 8 / ops);
        b.in.reverse[0] = c % 2;
        b.in.reverse[1] = c / 2 % 2;
        b.in.scalar[0] = 1.0 / 3;
        b.type[0] = (ncs_dtype)(c % 6);
        b.type[2] = (ncs_dtype)(c / 5 % 6);
        b.operand[3] = b.column[3] = c / 4 % 2;
        b.memory[1] = c % 3 == 0 ? NCS_PSUM : NCS_SBUF;
        bench_open(&b);
        bench_fill(&b);
        bench_run(&b);
        for (int64_t e = 0; e < b.elements; e++) {
            float s = b.operand[3] ? arg(&b, 3, e) : (float)b.in.scalar[0];
            float x = with_number(&b, 0, arg(&b, 1, e), s);
            x = b.in.reverse[1] ? plain_alu((ncs_alu)b.in.alu[1], arg(&b, 2, e), x)
                                : plain_alu((ncs_alu)b.in.alu[1], x, arg(&b, 2, e));
            expect(&b, e, plain_round(b.type[0], (double)x),
                   ncs_alu_name((ncs_alu)b.in.alu[1]));
        }
        bench_close(&b);
    }
}

/* On bits it has two operations too. */
static void test_scalar_tensor_bits(void **state)
{
    (void)state;
    for (int c = 0; c < 25 * 8; c++) {
        bench b = bench_of(NCS_SCALAR_TENSOR_TENSOR, NCS_DVE, 3, 6, 2, NCS_U32);
        b.in.alu[0] = (uint8_t)(NCS_BIT_AND + c % 5);
        b.in.alu[1] = (uint8_t)(NCS_BIT_AND + c / 5 % 5);
        b.in.reverse[0] = c / 25 % 2;
        b.in.reverse[1] = c / 50 % 2;
        b.in.scalar[0] = 3;
        b.operand[3] = b.column[3] = c / 100;
        bench_open(&b);
        bench_fill(&b);
        bench_run(&b);
        for (int64_t e = 0; e < b.elements; e++) {
            uint32_t s = b.operand[3] ? bits(&b, 3, e) : 3, x = bits(&b, 1, e);
            x = b.in.reverse[0] ? bit_alu(b.in.alu[0], s, x)
                                : bit_alu(b.in.alu[0], x, s);
            x = b.in.reverse[1] ? bit_alu(b.in.alu[1], bits(&b, 2, e), x)
                                : bit_alu(b.in.alu[1], x, bits(&b, 2, e));
            check_bits(&b, e, x);
        }
        bench_close(&b);
    }
}

/* The functions by other ways, in long double. */
static long double function_of(int f, long double x)
{
    switch (f) {
    case NCS_SQUARE: return x * x;
    case NCS_SQRT: return sqrtl(x);
    case NCS_RSQRT: return powl(x, -0.5L);
    case NCS_RECIPROCAL: return 1 / x;
    case NCS_ABS: return x < 0 ? -x : x;
    case NCS_RELU: return x < 0 ? 0 : x;
    case NCS_EXP: return powl(2.718281828459045235360287L, x);
    case NCS_LOG: return log2l(x) / 1.442695040888963407359925L;
    case NCS_SIN: return cosl(x - 1.570796326794896619231322L);
    case NCS_GELU: return x * (1 - 0.5L * erfcl(x * 0.707106781186547524400844L));
    case NCS_TANH: return (expl(x) - expl(-x)) / (expl(x) + expl(-x));
    default: return x;
    }
}

static void test_functions(void **state)
{
    (void)state;
    for (int f = 0; f < NCS_N_FUNCTIONS; f++) {
        for (int c = 0; c < 16; c++) {
            bench b = bench_of(NCS_ACTIVATION, NCS_ACT, 4, 60, 1, NCS_F32);
            b.in.function = (uint8_t)f;
            b.in.scalar[0] = 0.75;
            b.in.scalar[1] = f == NCS_LOG || f == NCS_SQRT || f == NCS_RSQRT ? 2 : 0.25;
            b.operand[2] = b.column[2] = c % 2;
            b.operand[3] = b.column[3] = c / 2 % 2;
            b.type[0] = c / 4 % 2 ? NCS_BF16 : NCS_F32;
            b.memory[1] = c / 8 ? NCS_PSUM : NCS_SBUF;
            bench_open(&b);
            for (int64_t e = 0; e < b.elements; e++) {
                plain_put(bench_array(&b, 1), NCS_F32, e,
                          (double)(float)(sin((double)e) * 2));
            }
            for (int64_t r = 0; r < b.rows; r++) {
                plain_put(bench_array(&b, 2), NCS_F32, r, 0.5 + 0.125 * (double)r);
                plain_put(bench_array(&b, 3), NCS_F32, r, 1.5 + 0.0625 * (double)r);
            }
            bench_run(&b);
            for (int64_t e = 0; e < b.elements; e++) {
                float s = b.operand[2] ? arg(&b, 2, e) : 0.75F;
                float t = b.operand[3] ? arg(&b, 3, e) : (float)b.in.scalar[1];
                float x = arg(&b, 1, e) * s;
                x = x + t;
                double want = (double)function_of(f, (long double)x);
                double got = in(&b, 0, e), near = b.type[0] == NCS_F32 ? 1e-7 : 4e-3;
                if (fabs(got - want) > near * fabs(want) + 1e-12) {
                    fail_msg("%s(%.9g) = %.9g instead of %.9g",
                             ncs_function_name((ncs_function)f), (double)x, got, want);
                }
            }
            bench_close(&b);
        }
    }
}

/* Beyond pi there is no sine; what is not a number stays none. */
static void test_function_edges(void **state)
{
    (void)state;
    static const struct {
        ncs_function f;
        double x, want;
    } cases[] = {
        { NCS_SIN, 3.1415927410125732, -8.742277657347586e-8 },
        { NCS_SIN, 3.14159298, NAN },
        { NCS_SIN, -9, NAN },
        { NCS_SIN, INFINITY, NAN },
        { NCS_SQRT, -1, NAN },
        { NCS_RSQRT, 0, INFINITY },
        { NCS_RECIPROCAL, -0.0, INFINITY },
        { NCS_LOG, 0, -INFINITY },
        { NCS_EXP, 100, INFINITY },
        { NCS_EXP, -INFINITY, 0 },
        { NCS_RELU, -0.0, 0 },
        { NCS_RELU, NAN, 0 },
        { NCS_TANH, INFINITY, 1 },
        { NCS_ABS, -INFINITY, INFINITY },
        { NCS_IDENTITY, NAN, NAN },
        { NCS_SQUARE, 2e19, INFINITY },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bench b = bench_of(NCS_ACTIVATION, NCS_ACT, 1, 1, 1, NCS_F32);
        b.in.function = (uint8_t)cases[i].f;
        b.in.scalar[0] = 1;
        bench_open(&b);
        plain_put(bench_array(&b, 1), NCS_F32, 0, cases[i].x);
        bench_run(&b);
        /* Adding 0 takes the sign from a negative zero. */
        expect(&b, 0, (double)(float)cases[i].want, ncs_function_name(cases[i].f));
        bench_close(&b);
    }
}

static void test_memset(void **state)
{
    (void)state;
    static const double values[] = { 0, 1.0 / 3, -2.5, 3e9, NAN, INFINITY, -0.0 };
    for (int c = 0; c < 7 * 6 * 2; c++) {
        bench b = bench_of(NCS_MEMSET, c % 2 ? NCS_POOL : NCS_DVE, 7, 12, 0, NCS_F32);
        b.type[0] = (ncs_dtype)(c / 2 % 6);
        b.in.scalar[0] = values[c / 12];
        bench_open(&b);
        bench_run(&b);
        for (int64_t e = 0; e < b.elements; e++) {
            expect(&b, e, plain_round(b.type[0], (double)(float)values[c / 12]), "");
        }
        bench_close(&b);
    }
}

/* base + p channel + i step, with the dimensions of the odd pattern: 2 x 3 x columns.
 */
static int32_t index_of(const bench *b, int64_t e)
{
    const int64_t p = e / b->columns, rest = e % b->columns, inner = b->columns / 6;
    const int64_t value =
        b->in.base + p * b->in.channel + rest / (3 * inner) * b->in.step[1] +
        rest / inner % 3 * b->in.step[2] + rest % inner * b->in.step[3];
    return (int32_t)(uint32_t)(uint64_t)value;
}

static bench index_bench(ncs_op op, int sources, int c)
{
    static const int64_t numbers[][5] = {
        { 0, 1, 0, 0, 1 },
        { -100, 40, 7, -13, 5 },
        { INT32_MAX, 1, 0, 1, INT32_MAX }, /* wraps around */
        { INT32_MIN, INT32_MIN, -1, INT32_MAX, 123456789 },
    };
    bench b = bench_of(op, NCS_POOL, 9, 24, sources, NCS_F32);
    const int64_t *n = numbers[c % 4];
    b.type[0] = (ncs_dtype)(c / 4 % 6);
    b.in.base = n[0];
    b.in.channel = n[1];
    memcpy(&b.in.step[1], &n[2], 3 * sizeof *n);
    b.in.step[0] = 99; /* of a dimension of size 1 */
    return b;
}

static void test_iota(void **state)
{
    (void)state;
    for (int c = 0; c < 24; c++) {
        bench b = index_bench(NCS_IOTA, 0, c);
        bench_open(&b);
        bench_run(&b);
        for (int64_t e = 0; e < b.elements; e++) {
            const int32_t v = index_of(&b, e);
            double want = b.type[0] == NCS_I32 ? (double)v
                          : b.type[0] == NCS_U32
                              ? (double)(uint32_t)v
                              : plain_round(b.type[0], (double)(float)v);
            expect(&b, e, want, "");
        }
        bench_close(&b);
    }
}

static void test_affine_select(void **state)
{
    (void)state;
    for (int c = 0; c < 24; c++) {
        bench b = index_bench(NCS_AFFINE_SELECT, 1, c);
        b.in.scalar[0] = -1.0 / 3;
        bench_open(&b);
        bench_fill(&b);
        bench_run(&b);
        for (int64_t e = 0; e < b.elements; e++) {
            double x =
                index_of(&b, e) > 0 ? (double)arg(&b, 1, e) : (double)(-1.0F / 3);
            expect(&b, e, plain_round(b.type[0], x), "");
        }
        bench_close(&b);
    }
}

static void test_select(void **state)
{
    (void)state;
    for (int c = 0; c < 216; c++) {
        bench b = bench_of(NCS_SELECT, NCS_DVE, 6, 24, 3, NCS_F32);
        b.type[0] = (ncs_dtype)(c % 6);
        b.type[1] = (ncs_dtype)(c / 6 % 6);
        b.type[3] = (ncs_dtype)(c / 36);
        bench_open(&b);
        bench_fill(&b);
        bench_run(&b);
        for (int64_t e = 0; e < b.elements; e++) {
            float x = arg(&b, 1, e) > 0 ? arg(&b, 2, e) : arg(&b, 3, e);
            expect(&b, e, plain_round(b.type[0], (double)x), "");
        }
        bench_close(&b);
    }
}

/* Rows of more than one piece. */
static void test_long_rows(void **state)
{
    (void)state;
    static const int64_t columns[] = { 2047, 2048, 2049, 5001, 4200 };
    for (size_t c = 0; c < sizeof columns / sizeof *columns; c++) {
        bench b = bench_of(NCS_TENSOR_TENSOR, NCS_DVE, 3, columns[c], 2, NCS_F32);
        b.simple = columns[c] != 4200; /* which is in three dimensions */
        b.in.alu[0] = NCS_MULTIPLY;
        bench_open(&b);
        bench_fill(&b);
        bench_run(&b);
        for (int64_t e = 0; e < b.elements; e++) {
            expect(&b, e, (double)plain_alu(NCS_MULTIPLY, arg(&b, 1, e), arg(&b, 2, e)),
                   "");
        }
        bench_close(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_copies),
        cmocka_unit_test(test_tensor_tensor),
        cmocka_unit_test(test_bits),
        cmocka_unit_test(test_bits_with_numbers),
        cmocka_unit_test(test_tensor_scalar),
        cmocka_unit_test(test_scalar_on_act),
        cmocka_unit_test(test_scalar_tensor_tensor),
        cmocka_unit_test(test_scalar_tensor_bits),
        cmocka_unit_test(test_functions),
        cmocka_unit_test(test_function_edges),
        cmocka_unit_test(test_memset),
        cmocka_unit_test(test_iota),
        cmocka_unit_test(test_affine_select),
        cmocka_unit_test(test_select),
        cmocka_unit_test(test_long_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
