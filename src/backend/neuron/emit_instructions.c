/* emit_instructions.c - one instruction as calls of nki.isa, by keyword throughout. */
#include "backend/neuron/emit_parts.h"

#include "base/float_class.h"
#include "ncsim/number.h"

static const char *const alu_names[NCS_N_ALUS] = {
    [NCS_ADD] = "add",
    [NCS_SUBTRACT] = "subtract",
    [NCS_MULTIPLY] = "multiply",
    [NCS_MAX] = "maximum",
    [NCS_MIN] = "minimum",
    [NCS_IS_GT] = "greater",
    [NCS_IS_GE] = "greater_equal",
    [NCS_IS_EQ] = "equal",
    [NCS_BIT_AND] = "bitwise_and",
    [NCS_BIT_OR] = "bitwise_or",
    [NCS_BIT_XOR] = "bitwise_xor",
    [NCS_SHIFT_LEFT] = "left_shift",
    [NCS_SHIFT_RIGHT] = "right_shift",
};

static const char *const function_names[NCS_N_FUNCTIONS] = {
    [NCS_IDENTITY] = "copy",
    [NCS_SQUARE] = "square",
    [NCS_SQRT] = "sqrt",
    [NCS_RSQRT] = "rsqrt",
    [NCS_RECIPROCAL] = "reciprocal",
    [NCS_ABS] = "abs",
    [NCS_RELU] = "relu",
    [NCS_EXP] = "exp",
    [NCS_LOG] = "log",
    [NCS_SIN] = "sin",
    [NCS_GELU] = "gelu",
    [NCS_TANH] = "tanh",
};

static bool has(const ncs_view *view)
{
    return view->buffer != NCS_NO_BUFFER;
}

static ncs_dtype type_of(const tfi_emitter *e, const ncs_view *view)
{
    return e->program->buffer[view->buffer].dtype;
}

static bool is_bits(const ncs_instruction *in)
{
    return in->alu[0] >= NCS_BIT_AND || in->alu[1] >= NCS_BIT_AND;
}

/* What the documents of NKI 0.3 have no call for. */
static const char *missing(const ncs_program *program, const ncs_instruction *in)
{
    switch (in->op) {
    case NCS_ALL_GATHER:
    case NCS_ALL_TO_ALL:
    case NCS_PERMUTE:
    case NCS_REDUCE_SCATTER: return "collectives take the launch of a group of cores";
    case NCS_TENSOR_TENSOR:
    case NCS_TENSOR_SCALAR:
    case NCS_SCALAR_TENSOR_TENSOR:
        if (in->alu[0] == NCS_ABS_MAX || in->alu[1] == NCS_ABS_MAX) {
            return "abs_max is documented for NeuronCore-v4 alone";
        }
        break;
    case NCS_SELECT: {
        const ncs_buffer *b = program->buffer;
        ncs_dtype t = b[in->dst.buffer].dtype;
        if (b[in->src[1].buffer].dtype != t || b[in->src[2].buffer].dtype != t) {
            return "tensor_copy_predicated does not change types";
        }
        break;
    }
    default: break;
    }
    bool reads_numbers = in->op == NCS_TENSOR_SCALAR || in->op == NCS_MEMSET ||
                         in->op == NCS_SCALAR_TENSOR_TENSOR ||
                         in->op == NCS_ACTIVATION || in->op == NCS_AFFINE_SELECT;
    if (reads_numbers &&
        !(tfi_is_finite(in->scalar[0]) && tfi_is_finite(in->scalar[1]))) {
        return "its constants are finite numbers";
    }
    return NULL;
}

trnfft_status tfi_emit_check(const ncs_program *program, int32_t index)
{
    const ncs_instruction *in = &program->instruction[index];
    const char *why = missing(program, in);
    return why == NULL
               ? TRNFFT_OK
               : tfi_fail(TRNFFT_ERROR_UNSUPPORTED,
                          "neuron_emit: instruction %d of %s, %s: NKI has no "
                          "documented equivalent: %s",
                          (int)index, program->name, ncs_op_name((ncs_op)in->op), why);
}

static void begin(tfi_emitter *e, const char *call, const ncs_view *dst)
{
    tfi_printf(e->out, "    nisa.%s(dst=", call);
    tfi_emit_view(e, dst, NULL);
}

static void operand(tfi_emitter *e, const char *keyword, const ncs_view *view)
{
    tfi_printf(e->out, ", %s=", keyword);
    tfi_emit_view(e, view, NULL);
}

/* What PE reads as tf32 lies in memory as float32. */
static void pe_operand(tfi_emitter *e, const char *keyword, const ncs_view *view)
{
    tfi_printf(e->out, ", %s=", keyword);
    tfi_emit_view(e, view, type_of(e, view) == NCS_TF32 ? "tfloat32" : NULL);
}

/* Bit operations take integers: other types are read as their bits. */
static const char *as_bits(const tfi_emitter *e, const ncs_view *view)
{
    ncs_dtype t = type_of(e, view);
    return t == NCS_I32 || t == NCS_U32 ? NULL : "uint32";
}

static void number(tfi_emitter *e, const char *keyword, double value)
{
    char text[NCS_NUMBER_BYTES];
    ncs_number_text(value, text);
    bool whole = true; /* "3" is an integer to Python */
    for (const char *c = text; *c != '\0'; c++) {
        whole = whole && *c != '.' && *c != 'e';
    }
    tfi_printf(e->out, ", %s=%s%s", keyword, text, whole ? ".0" : "");
}

/* A number or a column. */
static void scalar(tfi_emitter *e, const char *keyword, const ncs_view *column,
                   double value, bool bits)
{
    if (has(column)) {
        tfi_printf(e->out, ", %s=", keyword);
        tfi_emit_view(e, column, bits ? as_bits(e, column) : NULL);
    } else if (bits) {
        tfi_printf(e->out, ", %s=%lld", keyword, (long long)value);
    } else {
        number(e, keyword, value);
    }
}

static void operation(tfi_emitter *e, const char *keyword, uint8_t alu)
{
    tfi_printf(e->out, ", %s=nl.%s", keyword, alu_names[alu]);
}

static void finish(tfi_emitter *e, const char *engine)
{
    if (engine != NULL) {
        tfi_printf(e->out, ", engine=nisa.engine.%s", engine);
    }
    tfi_printf(e->out, ")\n");
}

static const char *engine_of(const ncs_instruction *in)
{
    return in->stream == NCS_PE     ? "tensor"
           : in->stream == NCS_ACT  ? "scalar"
           : in->stream == NCS_POOL ? "gpsimd"
                                    : "vector";
}

static void copy(tfi_emitter *e, const ncs_instruction *in)
{
    begin(e, "tensor_copy", &in->dst);
    operand(e, "src", &in->src[0]);
    finish(e, engine_of(in));
}

static void matmul(tfi_emitter *e, const ncs_instruction *in)
{
    begin(e, "nc_matmul", &in->dst);
    pe_operand(e, "stationary", &in->src[0]);
    pe_operand(e, "moving", &in->src[1]);
    tfi_printf(e->out, ", accumulate=%s",
               in->accumulate == NCS_ACCUMULATE ? "True" : "False");
    finish(e, NULL);
}

/* dst, then the operand, each as bits where the operation works on bits. */
static void begin_alu(tfi_emitter *e, const char *call, const ncs_instruction *in,
                      const char *first)
{
    bool bits = is_bits(in);
    tfi_printf(e->out, "    nisa.%s(dst=", call);
    tfi_emit_view(e, &in->dst, bits ? as_bits(e, &in->dst) : NULL);
    tfi_printf(e->out, ", %s=", first);
    tfi_emit_view(e, &in->src[0], bits ? as_bits(e, &in->src[0]) : NULL);
}

static void tensor_tensor(tfi_emitter *e, const ncs_instruction *in, uint8_t alu,
                          bool reverse)
{
    if (alu == NCS_BYPASS) {
        copy(e, in);
        return;
    }
    const int first = reverse ? 1 : 0;
    begin_alu(e, "tensor_tensor", in, first == 0 ? "data1" : "data2");
    tfi_printf(e->out, ", %s=", first == 0 ? "data2" : "data1");
    tfi_emit_view(e, &in->src[1], is_bits(in) ? as_bits(e, &in->src[1]) : NULL);
    operation(e, "op", alu);
    finish(e, engine_of(in));
}

static void tensor_scalar(tfi_emitter *e, const ncs_instruction *in)
{
    const bool bits = is_bits(in);
    int n = 0;
    static const char *const op[2] = { "op0", "op1" };
    static const char *const value[2] = { "operand0", "operand1" };
    static const char *const reverse[2] = { "reverse0", "reverse1" };
    if (in->alu[0] == NCS_BYPASS && in->alu[1] == NCS_BYPASS) {
        copy(e, in);
        return;
    }
    begin_alu(e, "tensor_scalar", in, "data");
    for (int i = 0; i < 2; i++) {
        if (in->alu[i] == NCS_BYPASS) {
            continue;
        }
        operation(e, op[n], in->alu[i]);
        scalar(e, value[n], &in->src[1 + i], in->scalar[i], bits);
        if (in->reverse[i]) {
            tfi_printf(e->out, ", %s=True", reverse[n]);
        }
        n++;
    }
    /* Documents have it on GpSimd for rsqrt alone: there the compiler chooses. */
    finish(e, in->stream == NCS_POOL ? NULL : engine_of(in));
}

static void scalar_tensor_tensor(tfi_emitter *e, const ncs_instruction *in)
{
    if (in->alu[0] == NCS_BYPASS) {
        tensor_tensor(e, in, in->alu[1], in->reverse[1]);
        return;
    }
    if (in->alu[1] == NCS_BYPASS) {
        ncs_instruction one = *in;
        one.src[1] = in->src[2];
        one.src[2].buffer = NCS_NO_BUFFER;
        tensor_scalar(e, &one);
        return;
    }
    begin_alu(e, "scalar_tensor_tensor", in, "data");
    operation(e, "op0", in->alu[0]);
    scalar(e, "operand0", &in->src[2], in->scalar[0], is_bits(in));
    operation(e, "op1", in->alu[1]);
    tfi_printf(e->out, ", operand1=");
    tfi_emit_view(e, &in->src[1], is_bits(in) ? as_bits(e, &in->src[1]) : NULL);
    if (in->reverse[0]) {
        tfi_printf(e->out, ", reverse0=True");
    }
    if (in->reverse[1]) {
        tfi_printf(e->out, ", reverse1=True");
    }
    finish(e, NULL);
}

static void activation(tfi_emitter *e, const ncs_instruction *in)
{
    begin(e, "activation", &in->dst);
    tfi_printf(e->out, ", op=nl.%s", function_names[in->function]);
    operand(e, "data", &in->src[0]);
    if (has(&in->src[1]) || in->scalar[0] != 1.0) {
        scalar(e, "scale", &in->src[1], in->scalar[0], false);
    }
    if (has(&in->src[2]) || in->scalar[1] != 0.0) {
        scalar(e, "bias", &in->src[2], in->scalar[1], false);
    }
    finish(e, NULL);
}

/* The value has to be of dst's type. */
static void fill(tfi_emitter *e, const ncs_instruction *in)
{
    const bool whole = as_bits(e, &in->dst) == NULL;
    begin(e, "memset", &in->dst);
    scalar(e, "value", &in->src[1], in->scalar[0], whole);
    finish(e, engine_of(in));
}

/* The affine value of iota and affine_select. */
static void affine(tfi_emitter *e, const ncs_instruction *in)
{
    tfi_printf(e->out, ", pattern=[");
    int n = 0;
    for (int d = 0; d < NCS_DIMS; d++) {
        if (in->dst.size[d] != 1 || (d == NCS_DIMS - 1 && n == 0)) {
            tfi_printf(e->out, "%s[%lld, %lld]", n > 0 ? ", " : "",
                       (long long)in->step[d], (long long)in->dst.size[d]);
            n++;
        }
    }
    tfi_printf(e->out, "], offset=%lld, channel_multiplier=%lld", (long long)in->base,
               (long long)in->channel);
}

static void affine_select(tfi_emitter *e, const ncs_instruction *in)
{
    begin(e, "affine_select", &in->dst);
    affine(e, in);
    operand(e, "on_true_tile", &in->src[0]);
    number(e, "on_false_value", in->scalar[0]);
    tfi_printf(e->out, ", cmp_op=nl.greater");
    finish(e, NULL);
}

static bool same_view(const ncs_view *x, const ncs_view *y)
{
    bool same = x->buffer == y->buffer && x->partition == y->partition &&
                x->offset == y->offset;
    for (int d = 0; d < NCS_DIMS; d++) {
        same = same && x->size[d] == y->size[d] &&
               (x->size[d] == 1 || x->stride[d] == y->stride[d]);
    }
    return same;
}

/* A predicate of bytes, then one plain copy and one where it holds. */
static void select_elements(tfi_emitter *e, const ncs_instruction *in)
{
    const bool keeps = same_view(&in->dst, &in->src[1]);
    tfi_printf(e->out,
               "    chosen = nl.ndarray((%d, %lld), dtype=nl.uint8, buffer=nl.sbuf)\n"
               "    nisa.tensor_scalar(dst=chosen",
               (int)in->dst.n_partitions, (long long)ncs_view_columns(&in->dst));
    operand(e, "data", &in->src[0]);
    operation(e, "op0", NCS_IS_GT);
    number(e, "operand0", 0.0);
    finish(e, "vector");
    if (!keeps && !same_view(&in->dst, &in->src[2])) {
        begin(e, "tensor_copy", &in->dst);
        operand(e, "src", &in->src[2]);
        finish(e, "vector");
    }
    begin(e, "tensor_copy_predicated", &in->dst);
    operand(e, "src", keeps ? &in->src[2] : &in->src[1]);
    tfi_printf(e->out, ", predicate=chosen%s", keeps ? ", reverse_pred=True" : "");
    finish(e, NULL);
}

void tfi_emit_instruction(tfi_emitter *e, const ncs_instruction *in)
{
    switch (in->op) {
    case NCS_DMA_COPY:
        begin(e, "dma_copy", &in->dst);
        operand(e, "src", &in->src[0]);
        finish(e, NULL);
        break;
    case NCS_MATMUL: matmul(e, in); break;
    case NCS_TRANSPOSE:
        begin(e, "nc_transpose", &in->dst);
        operand(e, "data", &in->src[0]);
        finish(e, engine_of(in));
        break;
    case NCS_COPY: copy(e, in); break;
    case NCS_TENSOR_TENSOR: tensor_tensor(e, in, in->alu[0], false); break;
    case NCS_TENSOR_SCALAR: tensor_scalar(e, in); break;
    case NCS_SCALAR_TENSOR_TENSOR: scalar_tensor_tensor(e, in); break;
    case NCS_ACTIVATION: activation(e, in); break;
    case NCS_MEMSET: fill(e, in); break;
    case NCS_IOTA:
        begin(e, "iota", &in->dst);
        affine(e, in);
        finish(e, NULL);
        break;
    case NCS_AFFINE_SELECT: affine_select(e, in); break;
    case NCS_SELECT: select_elements(e, in); break;
    default: break; /* nop: nothing to order here */
    }
}
