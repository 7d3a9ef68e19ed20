"""What AWS documents for NKI 0.3.0, as far as the stand-in goes.

Source: aws-neuron-sdk at 539a73c5 (SDK 2.29), nki/api/nki/isa/__init__.py,
nki/api/nki/language/__init__.py, nki/api/nki.api.shared.rst, nki/deep-dives/nki-aps.rst.
"""
VERSION = "0.3.0"

# Parameters in order; behind "|" those with defaults, behind "!" those that are documented
# and that the stand-in does not do.
ISA = {
    "dma_copy": "dst src | name ! oob_mode dge_mode engine",
    "nc_matmul": "dst stationary moving | accumulate name ! is_stationary_onezero "
                 "is_moving_onezero is_transpose tile_position tile_size perf_mode",
    "nc_transpose": "dst data | engine name",
    "tensor_tensor": "dst data1 data2 op | engine name",
    "tensor_scalar": "dst data op0 operand0 | reverse0 op1 operand1 reverse1 engine name",
    "scalar_tensor_tensor": "dst data op0 operand0 op1 operand1 | reverse0 reverse1 name",
    "activation": "dst op data | bias scale name ! reduce_op reduce_res reduce_cmd",
    "tensor_copy": "dst src | engine name",
    "tensor_copy_predicated": "dst src predicate | reverse_pred name",
    "memset": "dst value | engine name",
    "iota": "dst pattern | offset channel_multiplier name",
    "affine_select": "dst pattern channel_multiplier on_true_tile on_false_value "
                     "| cmp_op offset name",
}
NDARRAY = "shape dtype | buffer name address"
AP = "pattern | offset dtype ! scalar_offset vector_offset indirect_dim"
ENGINES = ("tensor", "vector", "scalar", "gpsimd", "dma", "sync", "unknown")

DTYPES = ("float32", "tfloat32", "bfloat16", "float16", "int32", "uint32", "uint16", "uint8")
REGIONS = ("sbuf", "psum", "private_hbm", "shared_hbm")
ARITHMETIC = ("add", "subtract", "multiply", "maximum", "minimum", "equal", "not_equal",
              "greater", "greater_equal", "less", "less_equal")
BITVEC = ("bitwise_and", "bitwise_or", "bitwise_xor", "left_shift", "right_shift")
FUNCTIONS = ("copy", "square", "sqrt", "rsqrt", "reciprocal", "abs", "relu", "exp", "log",
             "sin", "gelu", "tanh")


class Refused(Exception):
    """What the documents do not have, or forbid."""


def check_call(name, signature, args, kwargs, positional=0):
    """Holds a call to its signature; returns nothing."""
    required, _, rest = signature.partition("|")
    optional, _, undone = rest.partition("!")
    required, optional, undone = required.split(), optional.split(), undone.split()
    if len(args) > positional:
        raise Refused(f"{name}: operands go by keyword ({', '.join(required)})")
    for given in kwargs:
        if given in undone:
            raise Refused(f"{name}: {given} is documented, but the stand-in does not do it")
        if given not in required and given not in optional:
            raise Refused(f"{name}: no parameter {given} is documented for NKI {VERSION}")
    for wanted in required[len(args):]:
        if wanted not in kwargs:
            raise Refused(f"{name}: {wanted} is missing")


def refuse_name(module, name):
    raise AttributeError(f"{module}.{name}: not among the documented names of NKI {VERSION} "
                         "that the stand-in has")
