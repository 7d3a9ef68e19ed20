/* run_matmul.c - the PE array: dst = stationary^T moving, as the settings say that it
 * rounds.
 */
#include "ncsim/run_core.h"

#include <string.h>

#include "base/fma_product.h"
#include "base/half.h"

typedef struct product {
    int64_t k, m, n;
    const float *stationary, *moving; /* [k][m], [k][n] */
    ncs_sum_order order;
    bool rounded, to_bf16; /* products: to f32, and from there to bf16 */
} product;

/* One product as it enters the sums; exact ones fit a double. */
static inline double term(const product *d, float x, float y)
{
    double exact = (double)x * (double)y;
    if (!d->rounded) {
        return exact;
    }
    float f = (float)exact;
    return (double)(d->to_bf16 ? tfi_bf16_to_f32(tfi_f32_to_bf16(f)) : f);
}

/* s[i] = the sum of rows [first, first + count) of column i of row `row` of the result:
 * pairs first; the sum of a pair of products is rounded once. */
static void pairwise(const product *d, int64_t row, int64_t first, int64_t count,
                     float *s)
{
    const int64_t n = d->n;
    const float *x = d->stationary + first * d->m + row, *y = d->moving + first * n;
    if (count == 1) {
        for (int64_t i = 0; i < n; i++) {
            s[i] = (float)term(d, x[0], y[i]);
        }
        return;
    }
    if (count == 2) {
        for (int64_t i = 0; i < n; i++) {
            s[i] = (float)(term(d, x[0], y[i]) + term(d, x[d->m], y[n + i]));
        }
        return;
    }
    int64_t half = 2; /* the largest power of two below count */
    while (2 * half < count) {
        half *= 2;
    }
    pairwise(d, row, first, half, s);
    pairwise(d, row, first + half, count - half, s + n); /* depth < 8: s has 8 n */
    for (int64_t i = 0; i < n; i++) {
        s[i] += s[n + i];
    }
}

/* One row of the result: rounded products in their order, or any in double. */
static void sum_row(const product *d, int64_t row, float *out, double *wide)
{
    const int64_t n = d->n;
    for (int64_t i = 0; i < n; i++) {
        out[i] = 0.0F;
        wide[i] = 0.0;
    }
    for (int64_t step = 0; step < d->k; step++) {
        const float x = d->stationary[step * d->m + row], *y = d->moving + step * n;
        if (d->order == NCS_SUM_WIDE) {
            for (int64_t i = 0; i < n; i++) {
                wide[i] += term(d, x, y[i]);
            }
        } else {
            for (int64_t i = 0; i < n; i++) {
                out[i] += (float)term(d, x, y[i]);
            }
        }
    }
    for (int64_t i = 0; i < n && d->order == NCS_SUM_WIDE; i++) {
        out[i] = (float)wide[i];
    }
}

static void multiply(const ncs_core *core, const product *d, float *out)
{
    const bool in_order =
        d->order == NCS_SUM_SEQUENTIAL || d->order == NCS_SUM_REVERSED;
    if (in_order && !d->rounded) {
        tfi_fma_product(out, d->stationary, d->moving, (size_t)d->k, (size_t)d->m,
                        (size_t)d->n);
        return;
    }
    for (int64_t row = 0; row < d->m; row++) {
        if (d->order == NCS_SUM_PAIRWISE) {
            float *s = (float *)(void *)core->terms;
            pairwise(d, row, 0, d->k, s);
            memcpy(out + row * d->n, s, (size_t)d->n * sizeof *s);
        } else {
            sum_row(d, row, out + row * d->n, core->terms);
        }
    }
}

/* The upper 12 bits of the significand, or what they leave. */
static void take_part(const float *x, int64_t count, bool high, float *out)
{
    for (int64_t i = 0; i < count; i++) {
        uint32_t u = tfi_f32_bits(x[i]);
        float top = tfi_bits_f32(u & 0xfffff000U);
        /* Infinities and NaNs are all in the upper part. */
        bool special = (u & 0x7f800000U) == 0x7f800000U;
        out[i] = special ? (high ? x[i] : 0.0F) : (high ? top : x[i] - top);
    }
}

/* Passes of parts of the operands, low * low first (or not at all); each is summed by
 * itself, then added to those before. The parts lie behind the operands. */
static void multiply_split(const ncs_core *core, const product *d, bool low_low)
{
    const int64_t count_x = d->k * d->m, count_y = d->k * d->n, count = d->m * d->n;
    float *x = core->stationary + count_x, *y = core->moving + count_y;
    product part = *d;
    part.stationary = x;
    part.moving = y;
    bool first = true;
    for (int pass = low_low ? 0 : 1; pass < 4; pass++) {
        take_part(core->stationary, count_x, (pass & 2) != 0, x);
        take_part(core->moving, count_y, (pass & 1) != 0, y);
        multiply(core, &part, first ? core->result : core->pass);
        for (int64_t i = 0; i < count && !first; i++) {
            core->result[i] += core->pass[i];
        }
        first = false;
    }
}

/* tf32 has 10 bits behind the point. */
static void round_tf32(float *x, int64_t count, ncs_tf32_rounding rounding)
{
    for (int64_t i = 0; i < count; i++) {
        uint32_t u = tfi_f32_bits(x[i]);
        if ((u & 0x7f800000U) == 0x7f800000U) {
            continue;
        }
        if (rounding == NCS_TF32_NEAREST) {
            u += 0xfffU + ((u >> 13) & 1U);
        }
        x[i] = tfi_bits_f32(u & 0xffffe000U);
    }
}

/* Row p of the operand is the p-th that enters the sums: reversed here if so wanted.
 */
static ncs_dtype read_operand(const ncs_core *core, const ncs_view *view,
                              const ncs_settings *settings, float *out)
{
    const ncs_place place = ncs_place_of(core, view);
    const bool reversed = settings->sum_order == NCS_SUM_REVERSED;
    for (int64_t p = 0; p < place.rows; p++) {
        int64_t row = reversed ? place.rows - 1 - p : p;
        for (int64_t i = 0; i < place.columns; i += NCS_PIECE) {
            int64_t left = place.columns - i;
            ncs_load(&place, row, i, left < NCS_PIECE ? left : NCS_PIECE,
                     out + p * place.columns + i);
        }
    }
    const int64_t count = place.rows * place.columns;
    if (place.dtype == NCS_TF32) {
        round_tf32(out, count, settings->tf32_rounding);
    }
    if (settings->denormals == NCS_DENORMALS_FLUSHED) {
        ncs_flush(out, count);
    }
    return place.dtype;
}

static void write_result(const ncs_core *core, const ncs_instruction *in,
                         const product *d, const ncs_settings *settings)
{
    const ncs_place dst = ncs_place_of(core, &in->dst);
    const bool flush = settings->denormals == NCS_DENORMALS_FLUSHED;
    if (flush) {
        ncs_flush(core->result, d->m * d->n);
    }
    for (int64_t p = 0; p < d->m; p++) {
        for (int64_t i = 0; i < d->n; i += NCS_PIECE) {
            float *sum = core->result + p * d->n + i, *before = core->row[0];
            int64_t count = d->n - i < NCS_PIECE ? d->n - i : NCS_PIECE;
            if (in->accumulate == NCS_ACCUMULATE) {
                ncs_load(&dst, p, i, count, before);
                for (int64_t j = 0; j < count; j++) {
                    sum[j] = before[j] + sum[j];
                }
                if (flush) {
                    ncs_flush(sum, count);
                }
            }
            ncs_store(&dst, p, i, count, sum);
        }
    }
}

void ncs_run_matmul(const ncs_core *core, const ncs_instruction *in,
                    const ncs_settings *settings)
{
    ncs_dtype x = read_operand(core, &in->src[0], settings, core->stationary);
    ncs_dtype y = read_operand(core, &in->src[1], settings, core->moving);
    const bool full = x == NCS_F32 && y == NCS_F32;
    const ncs_f32_products f32 = full ? settings->f32_products : NCS_F32_EXACT;
    product d = { .k = in->src[0].n_partitions,
                  .m = ncs_view_columns(&in->src[0]),
                  .n = ncs_view_columns(&in->src[1]),
                  .stationary = core->stationary,
                  .moving = core->moving,
                  .order = settings->sum_order,
                  .to_bf16 = !full && settings->low_products == NCS_LOW_BF16 };
    d.rounded = d.to_bf16 || f32 == NCS_F32_ROUNDED;
    if (f32 == NCS_F32_SPLIT4 || f32 == NCS_F32_SPLIT3) {
        multiply_split(core, &d, f32 == NCS_F32_SPLIT4);
    } else {
        multiply(core, &d, core->result);
    }
    write_result(core, in, &d, settings);
}
