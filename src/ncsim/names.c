/* names.c - the words of the assembler, in the order of the enumerations. */
#include "ncsim/program.h"

static const char *const op_names[NCS_N_OPS] = {
    "nop",
    "dma_copy",
    "matmul",
    "transpose",
    "copy",
    "tensor_tensor",
    "tensor_scalar",
    "scalar_tensor_tensor",
    "activation",
    "memset",
    "iota",
    "affine_select",
    "select",
    "all_gather",
    "all_to_all",
    "permute",
    "reduce_scatter",
};

static const char *const stream_names[NCS_N_STREAMS] = {
    "pe",    "dve",   "act",   "pool",  "sp",    "cc",    "dma0", "dma1",
    "dma2",  "dma3",  "dma4",  "dma5",  "dma6",  "dma7",  "dma8", "dma9",
    "dma10", "dma11", "dma12", "dma13", "dma14", "dma15",
};

static const char *const dtype_names[NCS_N_DTYPES] = {
    "f32", "tf32", "bf16", "f16", "i32", "u32",
};

static const char *const alu_names[NCS_N_ALUS] = {
    "bypass",  "add",    "subtract", "multiply",   "max",
    "min",     "is_gt",  "is_ge",    "is_eq",      "abs_max",
    "bit_and", "bit_or", "bit_xor",  "shift_left", "shift_right",
};

static const char *const function_names[NCS_N_FUNCTIONS] = {
    "identity", "square", "sqrt", "rsqrt", "reciprocal", "abs",
    "relu",     "exp",    "log",  "sin",   "gelu",       "tanh",
};

static const char *const memory_names[3] = { "hbm", "sbuf", "psum" };

/* The name, or "?" for a number that is none: programs may be anything before they are
 * verified. */
static const char *name_of(const char *const *names, int count, int which)
{
    return which >= 0 && which < count ? names[which] : "?";
}

const char *ncs_op_name(ncs_op op)
{
    return name_of(op_names, NCS_N_OPS, (int)op);
}

const char *ncs_stream_name(ncs_stream stream)
{
    return name_of(stream_names, NCS_N_STREAMS, (int)stream);
}

const char *ncs_dtype_name(ncs_dtype dtype)
{
    return name_of(dtype_names, NCS_N_DTYPES, (int)dtype);
}

const char *ncs_alu_name(ncs_alu alu)
{
    return name_of(alu_names, NCS_N_ALUS, (int)alu);
}

const char *ncs_function_name(ncs_function function)
{
    return name_of(function_names, NCS_N_FUNCTIONS, (int)function);
}

const char *ncs_memory_name(ncs_memory memory)
{
    return name_of(memory_names, 3, (int)memory);
}
