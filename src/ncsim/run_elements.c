/* run_elements.c - DVE, ACT and POOL: element by element, row by row in pieces.
 *
 * Operands become f32, each operation is rounded to f32, the result once more to the
 * destination's type.
 */
#include "ncsim/run_core.h"

#include <math.h>
#include <string.h>

#include "base/half.h"

/* What a piece of a row needs. */
typedef struct job {
    const ncs_core *core;
    const ncs_instruction *in;
    const ncs_settings *settings;
    ncs_place dst, src[3];
    bool has[3];
    int64_t p, first, count; /* of the piece */
} job;

#define EACH(expression)                  \
    for (int64_t i = 0; i < count; i++) { \
        out[i] = (expression);            \
    }                                     \
    break

/* out = x op y; out may be x or y. */
static void apply(ncs_alu op, float *out, const float *x, const float *y, int64_t count)
{
    switch (op) {
    case NCS_ADD: EACH(x[i] + y[i]);
    case NCS_SUBTRACT: EACH(x[i] - y[i]);
    case NCS_MULTIPLY: EACH(x[i] * y[i]);
    case NCS_MAX: EACH(x[i] > y[i] ? x[i] : y[i]);
    case NCS_MIN: EACH(x[i] < y[i] ? x[i] : y[i]);
    case NCS_IS_GT: EACH(x[i] > y[i] ? 1.0F : 0.0F);
    case NCS_IS_GE: EACH(x[i] >= y[i] ? 1.0F : 0.0F);
    case NCS_IS_EQ: EACH(x[i] == y[i] ? 1.0F : 0.0F);
    case NCS_ABS_MAX: EACH(fabsf(x[i]) > fabsf(y[i]) ? fabsf(x[i]) : fabsf(y[i]));
    default: EACH(x[i]);
    }
}

/* The same in double, for operations that round once between them. */
static void apply_wide(ncs_alu op, double *out, const double *x, const double *y,
                       int64_t count)
{
    switch (op) {
    case NCS_ADD: EACH(x[i] + y[i]);
    case NCS_SUBTRACT: EACH(x[i] - y[i]);
    case NCS_MULTIPLY: EACH(x[i] * y[i]);
    case NCS_MAX: EACH(x[i] > y[i] ? x[i] : y[i]);
    case NCS_MIN: EACH(x[i] < y[i] ? x[i] : y[i]);
    case NCS_IS_GT: EACH(x[i] > y[i] ? 1.0 : 0.0);
    case NCS_IS_GE: EACH(x[i] >= y[i] ? 1.0 : 0.0);
    case NCS_IS_EQ: EACH(x[i] == y[i] ? 1.0 : 0.0);
    case NCS_ABS_MAX: EACH(fabs(x[i]) > fabs(y[i]) ? fabs(x[i]) : fabs(y[i]));
    default: EACH(x[i]);
    }
}

/* On bits, and on integers modulo 2^32; `sign`: compared as signed. */
static void apply_bits(ncs_alu op, bool sign, uint32_t *out, const uint32_t *x,
                       const uint32_t *y, int64_t count)
{
    const uint32_t bias = sign ? 0x80000000U : 0U; /* signed order as unsigned order */
    switch (op) {
    case NCS_BIT_AND: EACH(x[i] & y[i]);
    case NCS_BIT_OR: EACH(x[i] | y[i]);
    case NCS_BIT_XOR: EACH(x[i] ^ y[i]);
    case NCS_SHIFT_LEFT: EACH(y[i] < 32U ? x[i] << y[i] : 0U);
    case NCS_SHIFT_RIGHT: EACH(y[i] < 32U ? x[i] >> y[i] : 0U);
    case NCS_ADD: EACH(x[i] + y[i]);
    case NCS_SUBTRACT: EACH(x[i] - y[i]);
    case NCS_MULTIPLY: EACH(x[i] * y[i]);
    case NCS_MAX: EACH((x[i] ^ bias) > (y[i] ^ bias) ? x[i] : y[i]);
    case NCS_MIN: EACH((x[i] ^ bias) < (y[i] ^ bias) ? x[i] : y[i]);
    case NCS_IS_GT: EACH((x[i] ^ bias) > (y[i] ^ bias) ? 1U : 0U);
    case NCS_IS_GE: EACH((x[i] ^ bias) >= (y[i] ^ bias) ? 1U : 0U);
    case NCS_IS_EQ: EACH(x[i] == y[i] ? 1U : 0U);
    case NCS_ABS_MAX: /* magnitudes, as unsigned numbers */
        for (int64_t i = 0; i < count; i++) {
            uint32_t a = sign && (x[i] & bias) != 0 ? 0U - x[i] : x[i];
            uint32_t b = sign && (y[i] & bias) != 0 ? 0U - y[i] : y[i];
            out[i] = a > b ? a : b;
        }
        break;
    default: EACH(x[i]);
    }
}

static void flush_if(const job *j, float *values)
{
    if (j->settings->denormals == NCS_DENORMALS_FLUSHED) {
        ncs_flush(values, j->count);
    }
}

static float *load(const job *j, int which, float *out)
{
    ncs_load(&j->src[which], j->p, j->first, j->count, out);
    flush_if(j, out);
    return out;
}

static void store(const job *j, float *values)
{
    flush_if(j, values);
    ncs_store(&j->dst, j->p, j->first, j->count, values);
}

static uint32_t *as_bits(float *row)
{
    return (uint32_t *)(void *)row;
}

/* The number that goes with this row: a column's, or the instruction's as f32. */
static float number(const job *j, int column, double scalar)
{
    float x = (float)scalar;
    if (j->has[column]) {
        ncs_load(&j->src[column], j->p, 0, 1, &x);
    }
    if (j->settings->denormals == NCS_DENORMALS_FLUSHED) {
        ncs_flush(&x, 1);
    }
    return x;
}

static uint32_t number_bits(const job *j, int column, double scalar)
{
    uint32_t x;
    if (j->has[column]) {
        ncs_load_bits(&j->src[column], j->p, 0, 1, &x);
    } else { /* an integer of 32 bits, signed or not: ncs_verify() saw to it */
        x = (uint32_t)(int64_t)scalar;
    }
    return x;
}

static float *fill(float *row, float x, int64_t count)
{
    for (int64_t i = 0; i < count; i++) {
        row[i] = x;
    }
    return row;
}

static bool is_integer(ncs_dtype dtype)
{
    return dtype == NCS_I32 || dtype == NCS_U32;
}

static void copy(const job *j)
{
    float *x = j->core->row[0];
    /* activation(identity) is the way of f32; this one keeps equal types as they are.
     */
    if (j->dst.dtype == j->src[0].dtype) {
        ncs_load_bits(&j->src[0], j->p, j->first, j->count, as_bits(x));
        ncs_store_bits(&j->dst, j->p, j->first, j->count, as_bits(x));
    } else {
        store(j, load(j, 0, x));
    }
}

static void tensor_tensor(const job *j)
{
    float *x = j->core->row[0], *y = j->core->row[1];
    const ncs_alu op = (ncs_alu)j->in->alu[0];
    const ncs_dtype type = j->dst.dtype;
    const bool native = j->in->stream == NCS_POOL && is_integer(type) &&
                        j->src[0].dtype == type && j->src[1].dtype == type;
    if (native || ncs_is_bit_alu(j->in->alu[0])) {
        ncs_load_bits(&j->src[0], j->p, j->first, j->count, as_bits(x));
        ncs_load_bits(&j->src[1], j->p, j->first, j->count, as_bits(y));
        apply_bits(op, type == NCS_I32, as_bits(x), as_bits(x), as_bits(y), j->count);
        ncs_store_bits(&j->dst, j->p, j->first, j->count, as_bits(x));
        return;
    }
    load(j, 0, x);
    load(j, 1, y);
    apply(op, x, x, y, j->count);
    store(j, x);
}

/* x op number, or the other way round. */
static void with_number(ncs_alu op, bool reverse, float *x, float *numbers,
                        int64_t count)
{
    apply(op, x, reverse ? numbers : x, reverse ? x : numbers, count);
}

static void tensor_scalar_bits(const job *j)
{
    uint32_t *x = as_bits(j->core->row[0]), *y = as_bits(j->core->row[1]);
    ncs_load_bits(&j->src[0], j->p, j->first, j->count, x);
    for (int which = 0; which < 2; which++) {
        const bool reverse = j->in->reverse[which];
        const uint32_t s = number_bits(j, 1 + which, j->in->scalar[which]);
        for (int64_t i = 0; i < j->count; i++) {
            y[i] = s;
        }
        if (j->in->alu[which] != NCS_BYPASS) {
            apply_bits((ncs_alu)j->in->alu[which], false, x, reverse ? y : x,
                       reverse ? x : y, j->count);
        }
    }
    ncs_store_bits(&j->dst, j->p, j->first, j->count, x);
}

/* Both operations in double, one rounding behind them. */
static void tensor_scalar_wide(const job *j, float *x)
{
    double *w = j->core->wide[0], *numbers = j->core->wide[1];
    for (int64_t i = 0; i < j->count; i++) {
        w[i] = (double)x[i];
    }
    for (int which = 0; which < 2; which++) {
        const bool reverse = j->in->reverse[which];
        const double s = (double)number(j, 1 + which, j->in->scalar[which]);
        for (int64_t i = 0; i < j->count; i++) {
            numbers[i] = s;
        }
        if (j->in->alu[which] != NCS_BYPASS) {
            apply_wide((ncs_alu)j->in->alu[which], w, reverse ? numbers : w,
                       reverse ? w : numbers, j->count);
        }
    }
    for (int64_t i = 0; i < j->count; i++) {
        x[i] = (float)w[i];
    }
}

static void tensor_scalar(const job *j)
{
    if (ncs_is_bit_alu(j->in->alu[0]) || ncs_is_bit_alu(j->in->alu[1])) {
        tensor_scalar_bits(j);
        return;
    }
    float *x = load(j, 0, j->core->row[0]);
    if (j->settings->two_ops == NCS_ONE_ROUNDING) {
        tensor_scalar_wide(j, x);
        store(j, x);
        return;
    }
    for (int which = 0; which < 2; which++) {
        if (j->in->alu[which] == NCS_BYPASS) {
            continue;
        }
        float s = number(j, 1 + which, j->in->scalar[which]);
        with_number((ncs_alu)j->in->alu[which], j->in->reverse[which], x,
                    fill(j->core->row[1], s, j->count), j->count);
        flush_if(j, x);
    }
    store(j, x);
}

static void scalar_tensor_tensor(const job *j)
{
    const ncs_instruction *in = j->in;
    float *x = j->core->row[0], *y = j->core->row[1];
    if (ncs_is_bit_alu(in->alu[0]) || ncs_is_bit_alu(in->alu[1])) {
        const uint32_t s = number_bits(j, 2, in->scalar[0]);
        ncs_load_bits(&j->src[0], j->p, j->first, j->count, as_bits(x));
        for (int64_t i = 0; i < j->count; i++) {
            as_bits(y)[i] = s;
        }
        apply_bits((ncs_alu)in->alu[0], false, as_bits(x),
                   as_bits(in->reverse[0] ? y : x), as_bits(in->reverse[0] ? x : y),
                   j->count);
        ncs_load_bits(&j->src[1], j->p, j->first, j->count, as_bits(y));
        apply_bits((ncs_alu)in->alu[1], false, as_bits(x),
                   as_bits(in->reverse[1] ? y : x), as_bits(in->reverse[1] ? x : y),
                   j->count);
        ncs_store_bits(&j->dst, j->p, j->first, j->count, as_bits(x));
        return;
    }
    load(j, 0, x);
    if (in->alu[0] != NCS_BYPASS) {
        with_number((ncs_alu)in->alu[0], in->reverse[0], x,
                    fill(y, number(j, 2, in->scalar[0]), j->count), j->count);
        flush_if(j, x);
    }
    load(j, 1, y);
    with_number((ncs_alu)in->alu[1], in->reverse[1], x, y, j->count);
    store(j, x);
}

/* In double; the machine's own approximations are not documented. */
static double function_of(ncs_function f, double x)
{
    const double pi = 3.14159265358979323846;
    switch (f) {
    case NCS_SQUARE: return x * x;
    case NCS_SQRT: return sqrt(x);
    case NCS_RSQRT: return 1.0 / sqrt(x);
    case NCS_RECIPROCAL: return 1.0 / x;
    case NCS_ABS: return fabs(x);
    case NCS_RELU: return x > 0.0 ? x : 0.0;
    case NCS_EXP: return exp(x);
    case NCS_LOG: return log(x);
    case NCS_SIN: /* (float)pi is a little more than pi */
        return fabs(x) <= (double)(float)pi ? sin(x) : (double)NAN;
    case NCS_GELU: return 0.5 * x * (1.0 + erf(x * 0.70710678118654752440));
    case NCS_TANH: return tanh(x);
    default: return x;
    }
}

static void activation(const job *j)
{
    const ncs_instruction *in = j->in;
    const ncs_function f = (ncs_function)in->function;
    float *x = load(j, 0, j->core->row[0]);
    const float s = number(j, 1, in->scalar[0]), b = number(j, 2, in->scalar[1]);
    for (int64_t i = 0; i < j->count; i++) {
        x[i] = j->settings->two_ops == NCS_ONE_ROUNDING
                   ? (float)((double)x[i] * (double)s + (double)b)
                   : x[i] * s + b;
    }
    flush_if(j, x);
    const double error =
        f == NCS_IDENTITY || f == NCS_SQUARE ? 0.0 : j->settings->function_error;
    for (int64_t i = 0; i < j->count && f != NCS_IDENTITY; i++) {
        double sign = ((j->first + i) & 1) != 0 ? -1.0 : 1.0;
        x[i] = (float)(function_of(f, (double)x[i]) * (1.0 + sign * error));
    }
    store(j, x);
}

/* base + p channel + sum i_d step[d] in int32, for each element of the piece. */
static void index_values(const job *j, int32_t *out)
{
    const ncs_instruction *in = j->in;
    const int64_t *size = in->dst.size;
    for (int64_t i = 0; i < j->count; i++) {
        int64_t rest = j->first + i;
        uint32_t value = (uint32_t)in->base + (uint32_t)j->p * (uint32_t)in->channel;
        for (int d = NCS_DIMS - 1; d >= 0; d--) {
            value += (uint32_t)(rest % size[d]) * (uint32_t)in->step[d];
            rest /= size[d];
        }
        out[i] = (int32_t)value;
    }
}

static void iota(const job *j)
{
    float *x = j->core->row[0];
    index_values(j, (int32_t *)(void *)x);
    if (is_integer(j->dst.dtype)) {
        ncs_store_bits(&j->dst, j->p, j->first, j->count, as_bits(x));
        return;
    }
    for (int64_t i = 0; i < j->count; i++) {
        x[i] = (float)(int32_t)as_bits(x)[i];
    }
    ncs_store(&j->dst, j->p, j->first, j->count, x);
}

static void affine_select(const job *j)
{
    float *x = load(j, 0, j->core->row[0]);
    int32_t *value = (int32_t *)(void *)j->core->row[1];
    index_values(j, value);
    const float other = number(j, 1, j->in->scalar[0]);
    for (int64_t i = 0; i < j->count; i++) {
        x[i] = value[i] > 0 ? x[i] : other;
    }
    store(j, x);
}

static void select_elements(const job *j)
{
    float *c = load(j, 0, j->core->row[0]), *x = load(j, 1, j->core->row[1]);
    float *y = load(j, 2, j->core->row[2]);
    for (int64_t i = 0; i < j->count; i++) {
        x[i] = c[i] > 0.0F ? x[i] : y[i];
    }
    store(j, x);
}

static void run_piece(const job *j)
{
    switch (j->in->op) {
    case NCS_COPY: copy(j); break;
    case NCS_TENSOR_TENSOR: tensor_tensor(j); break;
    case NCS_TENSOR_SCALAR: tensor_scalar(j); break;
    case NCS_SCALAR_TENSOR_TENSOR: scalar_tensor_tensor(j); break;
    case NCS_ACTIVATION: activation(j); break;
    case NCS_MEMSET:
        store(j, fill(j->core->row[0], (float)j->in->scalar[0], j->count));
        break;
    case NCS_IOTA: iota(j); break;
    case NCS_AFFINE_SELECT: affine_select(j); break;
    default: select_elements(j);
    }
}

void ncs_run_elements(const ncs_core *core, const ncs_instruction *in,
                      const ncs_settings *settings)
{
    job j = { .core = core, .in = in, .settings = settings };
    j.dst = ncs_place_of(core, &in->dst);
    for (int s = 0; s < 3; s++) {
        j.has[s] = in->src[s].buffer != NCS_NO_BUFFER;
        if (j.has[s]) {
            j.src[s] = ncs_place_of(core, &in->src[s]);
        }
    }
    for (j.p = 0; j.p < j.dst.rows; j.p++) {
        for (j.first = 0; j.first < j.dst.columns; j.first += NCS_PIECE) {
            int64_t left = j.dst.columns - j.first;
            j.count = left < NCS_PIECE ? left : NCS_PIECE;
            run_piece(&j);
        }
    }
}
