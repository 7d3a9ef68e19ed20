"""nki.isa: the instructions, eager and in order."""
import functools
import math

import numpy as np

from nki import _documented
from nki._documented import ARITHMETIC, BITVEC, FUNCTIONS, ISA, Refused, check_call
from nki._machine import BANK_BYTES, FLOATS, STORED, View, Tensor, machine, view_of


class _Engines:
    def __getattr__(self, name):
        if name not in _documented.ENGINES:
            _documented.refuse_name("nki.isa.engine", name)
        return name


engine = _Engines()


def _instruction(function):
    name = function.__name__

    @functools.wraps(function)
    def call(*args, **kwargs):
        check_call("nisa." + name, ISA[name], args, kwargs)
        kwargs.pop("name", None)
        return function(**kwargs)
    return call


# Rules -------------------------------------------------------------------------------

def _start(call, name, v):
    """Where data of an engine may start among the partitions."""
    step = 128 if v.rows > 64 else 64 if v.rows > 32 else 32
    if v.partition % step:
        raise Refused(f"{call}: {name} has {v.rows} rows from partition {v.partition}")


def _on_core(call, on, **operands):
    """Views of SBUF and PSUM that engine `on` may use."""
    views = []
    for name, operand in operands.items():
        v = view_of(call, name, operand)
        if v.region not in ("sbuf", "psum"):
            raise Refused(f"{call}: {name} is in HBM")
        if v.region == "psum" and on == "gpsimd":
            raise Refused(f"{call}: {name}: GpSimd cannot touch PSUM")
        if v.rows > 128:
            raise Refused(f"{call}: {name} has {v.rows} partitions")
        _start(call, name, v)
        views.append(v)
    return views


def _alike(call, dst, *others):
    for v in others:
        if (v.rows, v.columns) != (dst.rows, dst.columns):
            raise Refused(f"{call}: {v.rows} x {v.columns} and {dst.rows} x {dst.columns}")


def _engine(call, given, allowed):
    if given not in allowed:
        raise Refused(f"{call}: engine {given}; documented: {', '.join(allowed)}")
    return given


def _operator(call, op, allowed):
    name = getattr(op, "name", None)
    if name not in allowed:
        raise Refused(f"{call}: op {name or op!r} is not documented for it")
    return name


def _done(dst, by_pe=False):
    dst.mark(by_pe)


# Arithmetic --------------------------------------------------------------------------

def _apply(op, x, y):
    """float32 in, one rounding to float32 out."""
    with np.errstate(all="ignore"):
        if op == "add":
            return x + y
        if op == "subtract":
            return x - y
        if op == "multiply":
            return x * y
        if op == "maximum":
            return np.where(x > y, x, y)
        if op == "minimum":
            return np.where(x < y, x, y)
        result = {"equal": x == y, "not_equal": x != y, "greater": x > y,
                  "greater_equal": x >= y, "less": x < y, "less_equal": x <= y}[op]
        return result.astype(np.float32)


def _apply_bits(op, x, y):
    if op == "bitwise_and":
        return x & y
    if op == "bitwise_or":
        return x | y
    if op == "bitwise_xor":
        return x ^ y
    shift = np.minimum(y, 31)
    moved = x << shift if op == "left_shift" else x >> shift
    return np.where(y < 32, moved, np.uint32(0))


def _integers(call, *views):
    for v in views:
        if v.dtype not in ("int32", "uint32"):
            raise Refused(f"{call}: bit operations take integers, not {v.dtype}")


def _words(v):
    return v.bits().astype(STORED[v.dtype]).view("<u4")


def _put_words(v, words):
    v.put(words.astype("<u4").view(STORED[v.dtype]))


def _number(call, name, operand, rows, bits=False):
    """A number for all, or a column with one for each partition: (rows or 1, 1)."""
    if isinstance(operand, (View, Tensor)):
        v, = _on_core(call, "vector", **{name: operand})
        if v.columns != 1 or v.rows != rows:
            raise Refused(f"{call}: {name} is {v.rows} x {v.columns}, not {rows} x 1")
        if bits:
            _integers(call, v)
            return _words(v)
        if v.dtype != "float32":
            raise Refused(f"{call}: {name} is {v.dtype}: columns are float32")
        return v.load()
    if bits:
        if not isinstance(operand, int):
            raise Refused(f"{call}: {name} = {operand!r} is no integer")
        return np.array([[operand & 0xffffffff]], np.uint32)
    if not isinstance(operand, (int, float)) or not math.isfinite(operand):
        raise Refused(f"{call}: {name} = {operand!r} is no number")
    return np.array([[operand]], np.float32)


def _ordered(reverse, x, y):
    return (y, x) if reverse else (x, y)


# Instructions ------------------------------------------------------------------------

@_instruction
def dma_copy(dst, src):
    d, s = view_of("dma_copy", "dst", dst), view_of("dma_copy", "src", src)
    for name, v in (("dst", d), ("src", s)):
        if v.region == "psum":
            raise Refused(f"dma_copy: {name} is in PSUM")
    if d.rows * d.columns != s.rows * s.columns:
        raise Refused(f"dma_copy: {s.rows} x {s.columns} to {d.rows} x {d.columns}")
    if d.tensor.argument:
        raise Refused("dma_copy: dst is an argument of the kernel")
    if d.dtype == s.dtype:
        d.put(np.array(s.cells).reshape(-1))
    else:
        d.store(s.load().reshape(d.rows, d.columns))


def _tf32(x):
    bits = x.view(np.uint32)
    rounded = (bits + 0xfff + ((bits >> 13) & 1)) & np.uint32(0xffffe000)
    finite = (bits & 0x7f800000) != 0x7f800000
    return np.where(finite, rounded, bits).astype(np.uint32).view(np.float32)


def _product(x, y):
    """x^T y: rows in their order, exact products, sums rounded to float32."""
    total = np.zeros((x.shape[1], y.shape[1]), np.float32)
    x, y = x.astype(np.float64), y.astype(np.float64)
    with np.errstate(all="ignore"):
        for row in range(x.shape[0]):
            total = (total + x[row][:, None] * y[row]).astype(np.float32)
    return total


@_instruction
def nc_matmul(dst, stationary, moving, accumulate=None):
    call = "nc_matmul"
    d, x, y = _on_core(call, "tensor", dst=dst, stationary=stationary, moving=moving)
    generation = machine().generation
    if d.region != "psum" or x.region != "sbuf" or y.region != "sbuf":
        raise Refused(f"{call}: reads SBUF and writes PSUM")
    if d.dtype != "float32":
        raise Refused(f"{call}: dst is {d.dtype}: float32 on v2 and v3")
    for name, v in (("stationary", x), ("moving", y)):
        if v.dtype not in FLOATS:
            raise Refused(f"{call}: {name} is {v.dtype}")
    wide = ("float32", "tfloat32")
    if (x.dtype in wide) != (y.dtype in wide):
        raise Refused(f"{call}: {x.dtype} with {y.dtype}")
    most = 512 if generation < 4 else 4096
    if x.rows != y.rows or x.columns > 128 or y.columns > most:
        raise Refused(f"{call}: [{x.rows}, {x.columns}]^T [{y.rows}, {y.columns}]")
    if (d.rows, d.columns) != (x.columns, y.columns):
        raise Refused(f"{call}: dst is {d.rows} x {d.columns}")
    if generation < 4 and d.bytes[0] // BANK_BYTES != d.bytes[1] // BANK_BYTES:
        raise Refused(f"{call}: dst leaves a bank: bytes {d.bytes[0]} … {d.bytes[1]}")
    if accumulate not in (True, False):
        raise Refused(f"{call}: accumulate is True or False, nothing left to the compiler")
    a, b = x.load(), y.load()
    total = _product(_tf32(a) if x.dtype == "tfloat32" else a,
                     _tf32(b) if y.dtype == "tfloat32" else b)
    if accumulate:
        if not np.all(d.marks == np.iinfo(d.marks.dtype).max):
            raise Refused(f"{call}: accumulates on what no nc_matmul wrote: undefined")
        total = d.load() + total
    d.store(total)
    _done(d, by_pe=True)


@_instruction
def nc_transpose(dst, data, engine="unknown"):
    call = "nc_transpose"
    on = _engine(call, engine, ("tensor", "vector"))
    d, x = _on_core(call, on, dst=dst, data=data)
    most = 128 if on == "tensor" else 32
    if on == "tensor" and (d.region != "psum" or x.region != "sbuf"):
        raise Refused(f"{call}: the tensor engine reads SBUF and writes PSUM")
    if d.dtype != x.dtype or max(x.rows, x.columns) > most:
        raise Refused(f"{call}: {x.rows} x {x.columns} of {x.dtype} to {d.dtype}")
    if (d.rows, d.columns) != (x.columns, x.rows):
        raise Refused(f"{call}: dst is {d.rows} x {d.columns}")
    if on == "tensor" and machine().generation < 3 and x.dtype in FLOATS:
        # A product with the identity: not exact where a number is not finite.
        d.store(_product(x.load(), np.eye(x.rows, dtype=np.float32)))
    else:
        d.put(np.ascontiguousarray(x.bits().T))
    _done(d)


@_instruction
def tensor_copy(dst, src, engine="unknown"):
    call = "tensor_copy"
    on = _engine(call, engine, ("vector", "scalar", "gpsimd"))
    if on == "scalar" and machine().generation < 3:
        raise Refused(f"{call}: not on the scalar engine of v2: activation(op=nl.copy)")
    d, x = _on_core(call, on, dst=dst, src=src)
    _alike(call, d, x)
    if d.dtype == x.dtype:
        d.put(np.array(x.bits()))
    else:
        d.store(x.load())
    _done(d)


@_instruction
def tensor_copy_predicated(dst, src, predicate, reverse_pred=False):
    call = "tensor_copy_predicated"
    d, x, p = _on_core(call, "vector", dst=dst, src=src, predicate=predicate)
    _alike(call, d, x, p)
    if p.dtype not in ("uint8", "uint16", "uint32") or d.dtype != x.dtype:
        raise Refused(f"{call}: {x.dtype} to {d.dtype} where {p.dtype}")
    if x.region == "psum" and p.region == "psum":
        raise Refused(f"{call}: src and predicate are both in PSUM")
    where = (p.bits() != 0) != bool(reverse_pred)
    d.put(np.where(where, x.bits(), d.bits()))
    _done(d)


@_instruction
def tensor_tensor(dst, data1, data2, op, engine="unknown"):
    call = "tensor_tensor"
    on = _engine(call, engine, ("vector", "gpsimd"))
    name = _operator(call, op, ARITHMETIC + BITVEC)
    d, x, y = _on_core(call, on, dst=dst, data1=data1, data2=data2)
    _alike(call, d, x, y)
    if x.region == "psum" and y.region == "psum":
        raise Refused(f"{call}: data1 and data2 are both in PSUM")
    if name in BITVEC:
        _integers(call, d, x, y)
        if on != "vector":
            raise Refused(f"{call}: bit operations are the vector engine's")
        _put_words(d, _apply_bits(name, _words(x), _words(y)))
    elif on == "gpsimd" and d.dtype == x.dtype == y.dtype and d.dtype in ("int32", "uint32"):
        with np.errstate(over="ignore"):
            whole = {"add": np.add, "subtract": np.subtract, "multiply": np.multiply,
                     "maximum": np.maximum, "minimum": np.minimum}.get(name)
            if whole is None:
                raise Refused(f"{call}: {name} of integers on GpSimd")
            d.put(whole(x.bits(), y.bits()))
    else:
        d.store(_apply(name, x.load(), y.load()))
    _done(d)


@_instruction
def tensor_scalar(dst, data, op0, operand0, reverse0=False, op1=None, operand1=None,
                  reverse1=False, engine="unknown"):
    call = "tensor_scalar"
    on = _engine(call, engine, ("vector", "scalar", "unknown"))
    ops = [_operator(call, op0, ARITHMETIC + BITVEC)]
    if (op1 is None) != (operand1 is None):
        raise Refused(f"{call}: op1 and operand1 go together")
    if op1 is not None:
        ops.append(_operator(call, op1, ARITHMETIC + BITVEC))
    bits = ops[0] in BITVEC
    if any((op in BITVEC) != bits for op in ops):
        raise Refused(f"{call}: {ops}: both of bits or both of numbers")
    if on == "scalar" and (machine().generation < 3 or ops not in (
            ["multiply"], ["add"], ["multiply", "add"]) or reverse0 or reverse1):
        raise Refused(f"{call}: {ops} on the scalar engine")
    d, x = _on_core(call, "vector" if on == "unknown" else on, dst=dst, data=data)
    _alike(call, d, x)
    if bits:
        _integers(call, d, x)
        if on != "vector":
            raise Refused(f"{call}: bit operations are the vector engine's")
    value = _words(x) if bits else x.load()
    apply = _apply_bits if bits else _apply
    for i, (op, operand, reverse) in enumerate(zip(ops, (operand0, operand1),
                                                   (reverse0, reverse1))):
        s = _number(call, f"operand{i}", operand, x.rows, bits)
        value = apply(op, *_ordered(reverse, value, np.broadcast_to(s, value.shape)))
    if bits:
        _put_words(d, value)
    else:
        d.store(value)
    _done(d)


@_instruction
def scalar_tensor_tensor(dst, data, op0, operand0, op1, operand1, reverse0=False,
                         reverse1=False):
    call = "scalar_tensor_tensor"
    first, second = (_operator(call, op, ARITHMETIC) for op in (op0, op1))
    d, x, y = _on_core(call, "vector", dst=dst, data=data, operand1=operand1)
    _alike(call, d, x, y)
    if x.region == "psum" and y.region == "psum":
        raise Refused(f"{call}: data and operand1 are both in PSUM")
    s = np.broadcast_to(_number(call, "operand0", operand0, x.rows), (x.rows, x.columns))
    value = _apply(first, *_ordered(reverse0, x.load(), s))
    d.store(_apply(second, *_ordered(reverse1, value, y.load())))
    _done(d)


def _function(name, x):
    """In double, without a sense of how ACT approximates."""
    x = x.astype(np.float64)
    with np.errstate(all="ignore"):
        if name == "gelu":
            return x * 0.5 * (1 + np.vectorize(math.erf)(x / math.sqrt(2)))
        if name == "sin":
            return np.where(np.abs(x) <= float(np.float32(math.pi)), np.sin(x), np.nan)
        if name == "relu":
            return np.maximum(x, 0)
        if name == "rsqrt":
            return 1 / np.sqrt(x)
        if name == "copy":
            return x
        return {"square": np.square, "sqrt": np.sqrt, "reciprocal": np.reciprocal,
                "abs": np.abs, "exp": np.exp, "log": np.log, "tanh": np.tanh}[name](x)


@_instruction
def activation(dst, op, data, bias=None, scale=1.0):
    call = "activation"
    name = _operator(call, op, FUNCTIONS)
    d, x = _on_core(call, "scalar", dst=dst, data=data)
    _alike(call, d, x)
    value = x.load()
    if machine().generation < 3 and bias is not None and not isinstance(bias, (View, Tensor)):
        raise Refused(f"{call}: the bias is a column on v2")
    with np.errstate(all="ignore"):
        value = value * _number(call, "scale", scale, x.rows)
        if bias is not None:
            value = value + _number(call, "bias", bias, x.rows)
        d.store(_function(name, value).astype(np.float32))
    _done(d)


@_instruction
def memset(dst, value, engine="unknown"):
    call = "memset"
    on = _engine(call, engine, ("vector", "gpsimd"))
    d, = _on_core(call, on, dst=dst)
    if isinstance(value, int) != (d.dtype not in FLOATS):
        raise Refused(f"{call}: {value!r} for {d.dtype}: the type has to be the same")
    number = np.array([[value]], STORED[d.dtype]) if d.dtype not in FLOATS else \
        _number(call, "value", value, d.rows)
    wide = np.broadcast_to(number, (d.rows, d.columns))
    d.put(wide) if d.dtype not in FLOATS else d.store(wide)
    _done(d)


def _affine(call, d, pattern, offset, channel_multiplier):
    sizes = [size for _, size in pattern]
    if not 1 <= len(pattern) <= 4 or int(np.prod(sizes)) != d.columns:
        raise Refused(f"{call}: pattern {pattern} for {d.columns} columns")
    value = np.int64(offset) + np.zeros(sizes, np.int64)
    for axis, (step, size) in enumerate(pattern):
        shape = [1] * len(sizes)
        shape[axis] = size
        value = value + step * np.arange(size).reshape(shape)
    rows = channel_multiplier * np.arange(d.rows)[:, None]
    wide = rows + value.reshape(1, -1)
    return ((wide + 2 ** 31) % 2 ** 32 - 2 ** 31).astype(np.int32)


@_instruction
def iota(dst, pattern, offset=0, channel_multiplier=0):
    d, = _on_core("iota", "gpsimd", dst=dst)
    value = _affine("iota", d, pattern, offset, channel_multiplier)
    if d.dtype in ("int32", "uint32"):
        d.put(value.view(STORED[d.dtype]))
    else:
        d.store(value.astype(np.float32))


@_instruction
def affine_select(dst, pattern, channel_multiplier, on_true_tile, on_false_value, cmp_op=None,
                  offset=0):
    call = "affine_select"
    d, x = _on_core(call, "gpsimd", dst=dst, on_true_tile=on_true_tile)
    _alike(call, d, x)
    name = _operator(call, cmp_op, ("equal", "not_equal", "greater", "greater_equal", "less",
                                    "less_equal"))
    value = _affine(call, d, pattern, offset, channel_multiplier)
    where = _apply(name, value, np.int32(0)) != 0
    other = _number(call, "on_false_value", on_false_value, d.rows)
    d.store(np.where(where, x.load(), other))


def __getattr__(name):
    _documented.refuse_name("nki.isa", name)
