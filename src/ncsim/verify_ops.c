/* verify_ops.c - what each operation asks of its stream and its operands. */
#include "ncsim/verify_parts.h"

#include "base/size_math.h"

enum { NONE = 0, NEEDED, OPTIONAL };

#define ON(stream) (1U << (stream))
#define ON_DMA     (0xffffU << NCS_DMA0)

/* Streams that have an operation on some machine, and its operands. */
typedef struct op_rule {
    uint32_t streams;
    uint8_t operand[NCS_OPERANDS];
} op_rule;

static const op_rule rules[NCS_N_OPS] = {
    [NCS_NOP] = { 0xffffffffU, { NONE } },
    [NCS_DMA_COPY] = { ON_DMA, { NEEDED, NEEDED } },
    [NCS_MATMUL] = { ON(NCS_PE), { NEEDED, NEEDED, NEEDED } },
    [NCS_TRANSPOSE] = { ON(NCS_PE) | ON(NCS_DVE), { NEEDED, NEEDED } },
    [NCS_COPY] = { ON(NCS_DVE) | ON(NCS_POOL) | ON(NCS_ACT), { NEEDED, NEEDED } },
    [NCS_TENSOR_TENSOR] = { ON(NCS_DVE) | ON(NCS_POOL), { NEEDED, NEEDED, NEEDED } },
    [NCS_TENSOR_SCALAR] = { ON(NCS_DVE) | ON(NCS_POOL) | ON(NCS_ACT),
                            { NEEDED, NEEDED, OPTIONAL, OPTIONAL } },
    [NCS_SCALAR_TENSOR_TENSOR] = { ON(NCS_DVE), { NEEDED, NEEDED, NEEDED, OPTIONAL } },
    [NCS_ACTIVATION] = { ON(NCS_ACT), { NEEDED, NEEDED, OPTIONAL, OPTIONAL } },
    [NCS_MEMSET] = { ON(NCS_DVE) | ON(NCS_POOL), { NEEDED } },
    [NCS_IOTA] = { ON(NCS_POOL), { NEEDED } },
    [NCS_AFFINE_SELECT] = { ON(NCS_POOL), { NEEDED, NEEDED } },
    [NCS_SELECT] = { ON(NCS_DVE), { NEEDED, NEEDED, NEEDED, NEEDED } },
    [NCS_ALL_GATHER] = { ON(NCS_CC), { NEEDED, NEEDED } },
    [NCS_ALL_TO_ALL] = { ON(NCS_CC), { NEEDED, NEEDED } },
    [NCS_PERMUTE] = { ON(NCS_CC), { NEEDED, NEEDED } },
    [NCS_REDUCE_SCATTER] = { ON(NCS_CC), { NEEDED, NEEDED } },
};

/* One operand, with what is asked about it again and again. */
typedef struct operand {
    const ncs_view *view;
    const ncs_buffer *buffer; /* NULL: not there */
    int64_t rows, columns;
    const char *name;
    int32_t index; /* of the buffer */
} operand;

static operand operand_of(const ncs_check *c, const ncs_instruction *in, int which)
{
    operand o = { .view = ncs_operand(in, which), .name = ncs_operand_names[which] };
    o.index = o.view->buffer;
    if (o.index != NCS_NO_BUFFER) {
        o.buffer = &c->program->buffer[o.index];
        o.rows = o.view->n_partitions;
        o.columns = ncs_view_columns(o.view);
    }
    return o;
}

static bool is_integer(ncs_dtype t)
{
    return t == NCS_I32 || t == NCS_U32;
}

static bool is_wide_float(ncs_dtype t)
{
    return t == NCS_F32 || t == NCS_TF32;
}

/* Whether this machine's engine has the operation. */
static trnfft_status check_engine(ncs_check *c, const ncs_instruction *in)
{
    const ncs_machine *m = c->machine;
    if ((rules[in->op].streams & ON(in->stream)) == 0) {
        return ncs_break(c, NCS_RULE_ENGINE, -1, "no such operation on this stream");
    }
    if (in->stream != NCS_ACT) {
        return TRNFFT_OK;
    }
    if ((in->op == NCS_COPY && !m->act_tensor_copy) ||
        (in->op == NCS_TENSOR_SCALAR && !m->act_tensor_scalar)) {
        return ncs_break(c, NCS_RULE_ENGINE, -1, "ACT of %s has none", m->name);
    }
    if (in->op == NCS_TENSOR_SCALAR) {
        const int first = in->alu[0], second = in->alu[1];
        bool one = (first == NCS_MULTIPLY || first == NCS_ADD) && second == NCS_BYPASS;
        if (!one && !(first == NCS_MULTIPLY && second == NCS_ADD)) {
            return ncs_break(c, NCS_RULE_ENGINE, -1,
                             "%s, %s: ACT has multiply, add, multiply then add",
                             ncs_alu_name((ncs_alu)first),
                             ncs_alu_name((ncs_alu)second));
        }
    }
    if (in->op == NCS_ACTIVATION && in->src[2].buffer == NCS_NO_BUFFER &&
        !(in->scalar[1] == 0.0) && !m->act_scalar_bias) {
        return ncs_break(c, NCS_RULE_ENGINE, -1,
                         "bias = %g: ACT of %s takes a column, or 0", in->scalar[1],
                         m->name);
    }
    return TRNFFT_OK;
}

/* Which operands there are, and whether the engine reaches their memories. */
static trnfft_status check_operands(ncs_check *c, const ncs_instruction *in)
{
    const bool dma = in->stream >= NCS_DMA0, collective = in->stream == NCS_CC;
    for (int i = 0; i < NCS_OPERANDS; i++) {
        const operand o = operand_of(c, in, i);
        const int want = rules[in->op].operand[i];
        if ((o.buffer == NULL && want == NEEDED) ||
            (o.buffer != NULL && want == NONE)) {
            return ncs_break(c, NCS_RULE_FORM, o.index, "%s %s", o.name,
                             want == NEEDED ? "is missing" : "is no operand of it");
        }
        if (o.buffer == NULL) {
            continue;
        }
        const ncs_memory m = o.buffer->memory;
        bool good;
        if (collective) {
            good = m == NCS_HBM;
        } else if (dma) {
            good = m != NCS_PSUM;
        } else if (in->stream == NCS_PE) {
            good = m == (i == 0 ? NCS_PSUM : NCS_SBUF);
        } else {
            good = m == NCS_SBUF || (m == NCS_PSUM && in->stream != NCS_POOL);
        }
        if (!good) {
            return ncs_break(c, NCS_RULE_MEMORY, o.index, "%s (%s) in %s: out of reach",
                             o.name, o.buffer->name, ncs_memory_name(m));
        }
        if (i == 0 && (o.buffer->role == NCS_INPUT || o.buffer->role == NCS_TABLE)) {
            return ncs_break(c, NCS_RULE_READ_ONLY, o.index, "dst (%s) is %s",
                             o.buffer->name,
                             o.buffer->role == NCS_INPUT ? "an input" : "a table");
        }
    }
    return TRNFFT_OK;
}

/* Engines reach the partitions in halves and quadrants: up to 32 from a multiple of 32,
 * up to 64 from 0 or 64, more from 0. DMA reaches all. */
static trnfft_status check_partitions(ncs_check *c, const ncs_instruction *in)
{
    for (int i = 0; i < NCS_OPERANDS && in->stream < NCS_CC; i++) {
        const operand o = operand_of(c, in, i);
        if (o.buffer == NULL || o.buffer->memory == NCS_HBM) {
            continue;
        }
        const int32_t start = o.buffer->partition + o.view->partition;
        const int32_t step = o.rows <= 32 ? 32 : (o.rows <= 64 ? 64 : NCS_PARTITIONS);
        if (start % step != 0) {
            return ncs_break(c, NCS_RULE_ALIGNMENT, o.index,
                             "%s (%s): %d rows start at partition %d: a multiple of %d "
                             "is possible",
                             o.name, o.buffer->name, (int)o.rows, (int)start,
                             (int)step);
        }
    }
    return TRNFFT_OK;
}

/* From here on the operands that rules[] asks for are there.
 * NOLINTBEGIN(clang-analyzer-core.NullDereference) */
static trnfft_status check_both_psum(ncs_check *c, const ncs_instruction *in)
{
    const operand x = operand_of(c, in, 1), y = operand_of(c, in, 2);
    if (x.buffer->memory == NCS_PSUM && y.buffer->memory == NCS_PSUM) {
        return ncs_break(c, NCS_RULE_MEMORY, y.index,
                         "src[0] (%s) and src[1] (%s) are both in PSUM", x.buffer->name,
                         y.buffer->name);
    }
    return TRNFFT_OK;
}

/* The same rows and columns as dst, or one column. */
static trnfft_status check_shape(ncs_check *c, const ncs_instruction *in, int which,
                                 bool column)
{
    const operand dst = operand_of(c, in, 0), o = operand_of(c, in, which);
    const int64_t columns = column ? 1 : dst.columns;
    if (o.buffer != NULL && (o.rows != dst.rows || o.columns != columns)) {
        return ncs_break(c, NCS_RULE_SHAPE, o.index,
                         "%s (%s) has %lld x %lld elements, dst (%s) %lld x %lld%s",
                         o.name, o.buffer->name, (long long)o.rows,
                         (long long)o.columns, dst.buffer->name, (long long)dst.rows,
                         (long long)dst.columns, column ? ": one column" : "");
    }
    return TRNFFT_OK;
}

/* A column of numbers: f32, or bits. */
static trnfft_status check_column(ncs_check *c, const ncs_instruction *in, int which,
                                  bool bits)
{
    const operand o = operand_of(c, in, which);
    TFI_TRY(check_shape(c, in, which, true));
    if (o.buffer != NULL && !bits && o.buffer->dtype != NCS_F32) {
        return ncs_break(c, NCS_RULE_DTYPE, o.index, "%s (%s): a column of %s: f32",
                         o.name, o.buffer->name, ncs_dtype_name(o.buffer->dtype));
    }
    return TRNFFT_OK;
}

/* Operations on bits: all of them, on DVE, on 32-bit types. */
static trnfft_status check_bits(ncs_check *c, const ncs_instruction *in, bool *bits)
{
    bool any = false, other = false;
    const int n = in->op == NCS_TENSOR_TENSOR ? 1 : 2;
    for (int i = 0; i < n; i++) {
        any = any || ncs_is_bit_alu(in->alu[i]);
        other = other || (!ncs_is_bit_alu(in->alu[i]) && in->alu[i] != NCS_BYPASS);
    }
    *bits = any;
    if (!any) {
        return TRNFFT_OK;
    }
    if (other) {
        return ncs_break(
            c, NCS_RULE_DTYPE, -1, "%s, %s: both operations are on bits or none is",
            ncs_alu_name((ncs_alu)in->alu[0]), ncs_alu_name((ncs_alu)in->alu[1]));
    }
    if (in->stream != NCS_DVE) {
        return ncs_break(c, NCS_RULE_ENGINE, -1, "%s: operations on bits are DVE's",
                         ncs_alu_name((ncs_alu)in->alu[0]));
    }
    for (int i = 0; i < NCS_OPERANDS; i++) {
        const operand o = operand_of(c, in, i);
        if (o.buffer != NULL && ncs_dtype_bytes(o.buffer->dtype) != 4) {
            return ncs_break(c, NCS_RULE_DTYPE, o.index,
                             "%s (%s) is %s: operations on bits take 32-bit types",
                             o.name, o.buffer->name, ncs_dtype_name(o.buffer->dtype));
        }
    }
    return TRNFFT_OK;
}

/* What PE writes stays in so many banks. */
static trnfft_status check_banks(ncs_check *c, const ncs_instruction *in)
{
    const operand dst = operand_of(c, in, 0);
    int64_t low, high;
    (void)ncs_view_span(dst.view, false, &low, &high);
    const int64_t bytes = ncs_dtype_bytes(dst.buffer->dtype);
    low = (dst.buffer->address + low * bytes) / NCS_PSUM_BANK_BYTES;
    high = (dst.buffer->address + high * bytes) / NCS_PSUM_BANK_BYTES;
    if (high - low >= c->machine->psum_span_banks) {
        return ncs_break(c, NCS_RULE_OVERLAP, dst.index,
                         "dst (%s) lies in banks %lld … %lld: at most %d on %s",
                         dst.buffer->name, (long long)low, (long long)high,
                         c->machine->psum_span_banks, c->machine->name);
    }
    return TRNFFT_OK;
}

static trnfft_status check_matmul_types(ncs_check *c, const operand *dst,
                                        const operand *x, const operand *y)
{
    const ncs_dtype tx = x->buffer->dtype, ty = y->buffer->dtype;
    if (dst->buffer->dtype != NCS_F32) {
        return ncs_break(c, NCS_RULE_DTYPE, dst->index, "dst (%s) is %s: f32",
                         dst->buffer->name, ncs_dtype_name(dst->buffer->dtype));
    }
    if (is_integer(tx) || is_integer(ty) || is_wide_float(tx) != is_wide_float(ty)) {
        return ncs_break(c, NCS_RULE_DTYPE, y->index,
                         "src[0] (%s) is %s, src[1] (%s) is %s: f32 and tf32 go "
                         "together, bf16 and f16 do",
                         x->buffer->name, ncs_dtype_name(tx), y->buffer->name,
                         ncs_dtype_name(ty));
    }
    return TRNFFT_OK;
}

static trnfft_status check_matmul(ncs_check *c, const ncs_instruction *in)
{
    const operand dst = operand_of(c, in, 0), x = operand_of(c, in, 1),
                  y = operand_of(c, in, 2);
    TFI_TRY(check_matmul_types(c, &dst, &x, &y));
    if (x.columns > c->machine->stationary_max || y.columns > c->machine->moving_max) {
        return ncs_break(c, NCS_RULE_SHAPE, x.index,
                         "src[0] (%s) has %lld columns, src[1] (%s) %lld: at most %lld "
                         "and %lld",
                         x.buffer->name, (long long)x.columns, y.buffer->name,
                         (long long)y.columns, (long long)c->machine->stationary_max,
                         (long long)c->machine->moving_max);
    }
    if (x.rows != y.rows || dst.rows != x.columns || dst.columns != y.columns) {
        return ncs_break(c, NCS_RULE_SHAPE, dst.index,
                         "src[0] (%s) is %lld x %lld, src[1] (%s) %lld x %lld, dst "
                         "(%s) %lld x %lld: K x M, K x N, M x N",
                         x.buffer->name, (long long)x.rows, (long long)x.columns,
                         y.buffer->name, (long long)y.rows, (long long)y.columns,
                         dst.buffer->name, (long long)dst.rows, (long long)dst.columns);
    }
    const int32_t from = x.buffer->partition + x.view->partition;
    const int32_t other = y.buffer->partition + y.view->partition;
    if (from != other) {
        return ncs_break(c, NCS_RULE_PARTITIONS, y.index,
                         "src[0] (%s) starts at partition %d, src[1] (%s) at %d: rows "
                         "of the array have one partition each",
                         x.buffer->name, (int)from, y.buffer->name, (int)other);
    }
    return check_banks(c, in);
}

static trnfft_status check_transpose(ncs_check *c, const ncs_instruction *in)
{
    const operand dst = operand_of(c, in, 0), src = operand_of(c, in, 1);
    const int most = in->stream == NCS_PE ? NCS_PARTITIONS : NCS_QUADRANT;
    if (dst.buffer->dtype != src.buffer->dtype ||
        (in->stream == NCS_PE && is_integer(src.buffer->dtype))) {
        return ncs_break(c, NCS_RULE_DTYPE, dst.index,
                         "src[0] (%s) is %s, dst (%s) %s: the same type, of PE a "
                         "floating-point type",
                         src.buffer->name, ncs_dtype_name(src.buffer->dtype),
                         dst.buffer->name, ncs_dtype_name(dst.buffer->dtype));
    }
    if (src.rows > most || src.columns > most || dst.rows != src.columns ||
        dst.columns != src.rows) {
        return ncs_break(c, NCS_RULE_SHAPE, dst.index,
                         "src[0] (%s) is %lld x %lld, dst (%s) %lld x %lld: P x F, F x "
                         "P, at most %d",
                         src.buffer->name, (long long)src.rows, (long long)src.columns,
                         dst.buffer->name, (long long)dst.rows, (long long)dst.columns,
                         most);
    }
    return in->stream == NCS_PE ? check_banks(c, in) : TRNFFT_OK;
}

static trnfft_status check_dma(ncs_check *c, const ncs_instruction *in)
{
    const operand dst = operand_of(c, in, 0), src = operand_of(c, in, 1);
    int64_t to, from;
    if (!tfi_mul_i64(dst.rows, dst.columns, &to) ||
        !tfi_mul_i64(src.rows, src.columns, &from) || to != from) {
        return ncs_break(c, NCS_RULE_SHAPE, dst.index,
                         "src[0] (%s) has %lld x %lld elements, dst (%s) %lld x %lld",
                         src.buffer->name, (long long)src.rows, (long long)src.columns,
                         dst.buffer->name, (long long)dst.rows, (long long)dst.columns);
    }
    return TRNFFT_OK;
}

/* What can be said without the other cores; `cores` 0: any number. */
static trnfft_status check_collective(ncs_check *c, const ncs_instruction *in)
{
    const operand dst = operand_of(c, in, 0), src = operand_of(c, in, 1);
    int64_t to, from, cores = in->group;
    if (dst.buffer->dtype != src.buffer->dtype) {
        return ncs_break(c, NCS_RULE_DTYPE, dst.index,
                         "src[0] (%s) is %s, dst (%s) %s: the same type",
                         src.buffer->name, ncs_dtype_name(src.buffer->dtype),
                         dst.buffer->name, ncs_dtype_name(dst.buffer->dtype));
    }
    bool good = tfi_mul_i64(dst.rows, dst.columns, &to) &&
                tfi_mul_i64(src.rows, src.columns, &from);
    if (good && in->op == NCS_ALL_GATHER) {
        good = to % from == 0 && (cores == 0 || to / from == cores);
    } else if (good && in->op == NCS_REDUCE_SCATTER) {
        good = from % to == 0 && from / to <= c->machine->max_cores &&
               (cores == 0 || from / to == cores);
    } else if (good) {
        good = from == to && (in->op == NCS_PERMUTE || cores == 0 || from % cores == 0);
    }
    if (!good) {
        return ncs_break(c, NCS_RULE_SHAPE, dst.index,
                         "src[0] (%s) has %lld x %lld elements, dst (%s) %lld x %lld, "
                         "group = %d: no equal shares",
                         src.buffer->name, (long long)src.rows, (long long)src.columns,
                         dst.buffer->name, (long long)dst.rows, (long long)dst.columns,
                         (int)in->group);
    }
    return TRNFFT_OK;
}

static trnfft_status check_elements(ncs_check *c, const ncs_instruction *in)
{
    bool bits = false;
    const bool columns = in->op == NCS_TENSOR_SCALAR || in->op == NCS_ACTIVATION;
    TFI_TRY(check_shape(c, in, 1, false));
    if (in->op == NCS_TENSOR_TENSOR || in->op == NCS_TENSOR_SCALAR ||
        in->op == NCS_SCALAR_TENSOR_TENSOR) {
        TFI_TRY(check_bits(c, in, &bits));
    }
    if (columns) {
        TFI_TRY(check_column(c, in, 2, bits));
        return check_column(c, in, 3, bits);
    }
    if (in->op == NCS_TENSOR_TENSOR || in->op == NCS_SCALAR_TENSOR_TENSOR) {
        TFI_TRY(check_both_psum(c, in));
    }
    TFI_TRY(check_shape(c, in, 2, false));
    if (in->op == NCS_SCALAR_TENSOR_TENSOR) {
        return check_column(c, in, 3, bits);
    }
    return check_shape(c, in, 3, false);
}
/* NOLINTEND(clang-analyzer-core.NullDereference) */

/* A destination names no element twice, so it has no more than the buffer: this bounds
 * the work of looking at it, and at sources, which are as large. */
static trnfft_status check_extent(ncs_check *c, const ncs_instruction *in)
{
    const operand dst = operand_of(c, in, 0);
    int64_t count = dst.columns;
    if (dst.buffer == NULL) {
        return TRNFFT_OK;
    }
    if ((dst.buffer->memory == NCS_HBM &&
         !tfi_mul_i64(dst.rows, dst.columns, &count)) ||
        count > dst.buffer->elements) {
        return ncs_break(c, NCS_RULE_SELF_OVERLAP, dst.index,
                         "dst (%s) is %lld x %lld of %lld elements: some of them twice",
                         dst.buffer->name, (long long)dst.rows, (long long)dst.columns,
                         (long long)dst.buffer->elements);
    }
    return TRNFFT_OK;
}

trnfft_status ncs_check_operation(ncs_check *c, const ncs_instruction *in)
{
    TFI_TRY(check_engine(c, in));
    TFI_TRY(check_operands(c, in));
    TFI_TRY(check_partitions(c, in));
    TFI_TRY(check_extent(c, in));
    switch (in->op) {
    case NCS_NOP: return TRNFFT_OK;
    case NCS_DMA_COPY: return check_dma(c, in);
    case NCS_MATMUL: return check_matmul(c, in);
    case NCS_TRANSPOSE: return check_transpose(c, in);
    case NCS_ALL_GATHER:
    case NCS_ALL_TO_ALL:
    case NCS_PERMUTE:
    case NCS_REDUCE_SCATTER: return check_collective(c, in);
    default: return check_elements(c, in);
    }
}
