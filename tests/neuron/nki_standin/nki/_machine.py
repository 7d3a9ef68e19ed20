"""Memories of one core, tensors in them, views of those."""
import os

import numpy as np
from numpy.lib.stride_tricks import as_strided

from nki._documented import AP, DTYPES, Refused, check_call

STORED = {"float32": "<f4", "tfloat32": "<f4", "bfloat16": "<u2", "float16": "<f2",
          "int32": "<i4", "uint32": "<u4", "uint16": "<u2", "uint8": "u1"}
FLOATS = ("float32", "tfloat32", "bfloat16", "float16")
PARTITIONS, PSUM_BYTES, BANK_BYTES = 128, 16384, 2048
# Bytes of a partition of SBUF: the whole memory, not what a compiler leaves of it.
TARGETS = {"trn1": (2, 192 << 10), "trn2": (3, 224 << 10), "trn3": (4, 256 << 10)}


class Machine:
    """Bytes that nobody wrote are 0xff: NaN in every floating-point type."""

    def __init__(self):
        target = os.environ.get("NEURON_PLATFORM_TARGET_OVERRIDE", "trn3")
        if target not in TARGETS:
            raise Refused(f"NEURON_PLATFORM_TARGET_OVERRIDE={target}: {', '.join(TARGETS)}")
        self.generation, sbuf_bytes = TARGETS[target]
        self.sbuf = np.full((PARTITIONS, sbuf_bytes), 0xff, np.uint8)
        self.psum = np.full((PARTITIONS, PSUM_BYTES), 0xff, np.uint8)
        self.by_pe = np.zeros((PARTITIONS, PSUM_BYTES), np.uint8)  # 0xff: PE wrote it


class Now:
    """The machine of the kernel that is running."""
    machine = None


def machine():
    if Now.machine is None:
        raise Refused("outside of a kernel there is no NeuronCore")
    return Now.machine


class Tensor:
    """A rectangle of SBUF or PSUM as (partitions, elements), or an array in HBM."""

    def __init__(self, shape, dtype, region, address=None, cells=None):
        if dtype not in DTYPES:
            raise Refused(f"ndarray: dtype {dtype!r} is none of nki.language's")
        self.shape, self.dtype, self.region = tuple(shape), dtype, region
        self.memory, self.marks = None, None
        self.partition, self.address = 0, 0
        self.argument = False
        self.item = np.dtype(STORED[dtype]).itemsize
        if len(self.shape) < 2 or any(int(n) < 1 for n in self.shape):
            raise Refused(f"ndarray: shape {self.shape} is not (rows, elements)")
        self.elements = int(np.prod(self.shape[1:]))
        if region in ("private_hbm", "shared_hbm"):
            count = int(np.prod(self.shape))
            if cells is None:
                cells = np.full(count * self.item, 0xff, np.uint8).view(STORED[dtype])
            self.cells = cells
            return
        self.place(address)

    def place(self, address):
        m, rows, width = machine(), self.shape[0], self.elements * self.item
        memory = m.sbuf if self.region == "sbuf" else m.psum
        if rows > PARTITIONS:
            raise Refused(f"ndarray: {rows} partitions, there are {PARTITIONS}")
        marks = m.by_pe
        if address is None:  # the allocator's: a place of its own
            memory, address = np.full((PARTITIONS, width), 0xff, np.uint8), (0, 0)
            marks = np.zeros_like(memory)
        partition, first = address
        if partition % 32 or partition + rows > PARTITIONS:
            raise Refused(f"ndarray: partitions {partition} … {partition + rows - 1}")
        if first % 4 or first < 0 or first + width > memory.shape[1]:
            raise Refused(f"ndarray: bytes {first} … {first + width - 1} of {self.region}")
        self.partition, self.address = partition, first
        box = (slice(partition, partition + rows), slice(first, first + width))
        memory[box] = 0xff
        self.cells = memory[box].view(STORED[self.dtype])
        if self.region == "psum":
            marks[box] = 0
            self.marks = marks[box].view(f"<u{self.item}")

    def ap(self, *args, **kwargs):
        check_call("ap", AP, args, kwargs)
        pattern, offset = kwargs["pattern"], kwargs.get("offset", 0)
        dtype = kwargs.get("dtype") or self.dtype
        if np.dtype(STORED.get(dtype, "u1")).itemsize != self.item:
            raise Refused(f"ap: {self.dtype} as {dtype}: another size")
        if len(pattern) < 2 or len(pattern) > 5:
            raise Refused(f"ap: {len(pattern)} dimensions, 2 to 5 are possible")
        steps = [int(step) for step, _ in pattern]
        sizes = [int(size) for _, size in pattern]
        if min(sizes) < 1:
            raise Refused(f"ap: sizes {sizes}")
        return View(self, offset, steps, sizes, dtype)

    def __getitem__(self, key):
        if self.region in ("private_hbm", "shared_hbm"):
            raise Refused("slices of HBM: the stand-in has .ap() alone")
        if not (isinstance(key, tuple) and len(key) == 2 and
                all(isinstance(s, slice) for s in key)):
            raise Refused("a tile is sliced as [first:end, first:end:step]")
        rows, columns = key
        if rows.step is not None:
            raise Refused("no engine steps over partitions")
        step = 1 if columns.step is None else columns.step
        first, end = columns.start, columns.stop
        if not (0 <= rows.start < rows.stop <= self.shape[0] and step > 0 and
                0 <= first < end <= self.elements):
            raise Refused(f"slice [{rows.start}:{rows.stop}, {first}:{end}:{step}] of "
                          f"{self.shape}")
        return View(self, rows.start * self.elements + first, [self.elements, step],
                    [rows.stop - rows.start, (end - first + step - 1) // step], self.dtype)

    def whole(self):
        return View(self, 0, [self.elements, 1], [self.shape[0], self.elements], self.dtype)


class View:
    """Elements offset + sum of index * step of a tensor, its rows first."""

    def __init__(self, tensor, offset, steps, sizes, dtype):
        self.tensor, self.dtype, self.region = tensor, dtype, tensor.region
        self.rows, self.columns = sizes[0], int(np.prod(sizes[1:]))
        reach = [step * (size - 1) for step, size in zip(steps, sizes)]
        low = offset + sum(r for r in reach if r < 0)
        high = offset + sum(r for r in reach if r > 0)
        item = tensor.item
        if tensor.region in ("sbuf", "psum"):
            if steps[0] != tensor.elements:
                raise Refused(f"ap: rows {steps[0]} apart, a partition has "
                              f"{tensor.elements} elements")
            row, column = divmod(offset, tensor.elements)
            free = reach[1:]
            low = column + sum(r for r in free if r < 0)
            high = column + sum(r for r in free if r > 0)
            if row + self.rows > tensor.shape[0] or low < 0 or high >= tensor.elements:
                raise Refused(f"a view leaves its tile {tensor.shape}")
            self.partition = tensor.partition + row
            self.bytes = (tensor.address + low * item, tensor.address + (high + 1) * item - 1)
            start = (row, column)
            strides = [tensor.cells.strides[0]] + [s * item for s in steps[1:]]
        else:
            if low < 0 or high >= tensor.cells.size:
                raise Refused(f"a view leaves its array of {tensor.cells.size}")
            start, strides = (offset,), [s * item for s in steps]
        cells = tensor.cells if dtype == tensor.dtype else tensor.cells.view(STORED[dtype])
        self.cells = self.strided(cells, start, sizes, strides)
        self.marks = None
        if tensor.marks is not None:
            strides = [tensor.marks.strides[0]] + strides[1:]
            self.marks = self.strided(tensor.marks, start, sizes, strides)

    @staticmethod
    def strided(cells, start, sizes, strides):
        at = cells[start[0]:, start[1]:] if len(start) == 2 else cells[start[0]:]
        return as_strided(at, sizes, strides)

    def bits(self):
        return self.cells.reshape(self.rows, self.columns)

    def load(self):
        """(rows, columns) of float32."""
        x = self.bits()
        if self.dtype == "bfloat16":
            return (x.astype(np.uint32) << 16).view(np.float32)
        return x.astype(np.float32)

    def put(self, values):
        self.cells[...] = values.reshape(self.cells.shape)

    def store(self, values):
        """Of float32, to the nearest of the type; integers saturate."""
        if self.dtype == "bfloat16":
            bits = values.astype(np.float32).view(np.uint32).astype(np.uint64)
            rounded = (bits + 0x7fff + ((bits >> 16) & 1)) >> 16
            nan = (bits & 0x7fffffff) > 0x7f800000
            self.put(np.where(nan, (bits >> 16) | 0x40, rounded).astype("<u2"))
        elif self.dtype in FLOATS:
            with np.errstate(over="ignore"):
                self.put(values.astype(STORED[self.dtype]))
        else:
            kind = np.iinfo(STORED[self.dtype])
            wide = np.rint(np.nan_to_num(values.astype(np.float64), nan=0.0))
            self.put(np.clip(wide, kind.min, kind.max).astype(STORED[self.dtype]))

    def mark(self, by_pe):
        if self.marks is not None:
            self.marks[...] = np.iinfo(self.marks.dtype).max if by_pe else 0


def view_of(call, name, operand):
    if isinstance(operand, Tensor):
        return operand.whole()
    if isinstance(operand, View):
        return operand
    raise Refused(f"{call}: {name} = {operand!r} is no tensor")
