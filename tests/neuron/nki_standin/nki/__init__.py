"""nki: kernels run at once, on NumPy arrays; see README.md."""
import ast
import linecache

import numpy as np

from nki import _documented
from nki._documented import Refused
from nki._machine import Machine, Now, STORED, Tensor

__version__ = _documented.VERSION + " (stand-in)"

# The Python that a kernel consists of: assignments, calls, slices, loops over range().
_ALLOWED = {ast.Module, ast.FunctionDef, ast.arguments, ast.arg, ast.Assign, ast.Expr, ast.Call,
            ast.keyword, ast.Attribute, ast.Name, ast.Constant, ast.Tuple, ast.List,
            ast.Subscript, ast.Slice, ast.UnaryOp, ast.USub, ast.For, ast.BinOp, ast.Add,
            ast.Sub, ast.Mult, ast.Return, ast.Load, ast.Store}


def _check_python(function):
    code = function.__code__
    lines = linecache.getlines(code.co_filename)[code.co_firstlineno - 1:]
    # From the decorator to the next line that is not indented.
    end = next((i for i, line in enumerate(lines[2:], 2) if line[:1].strip()), len(lines))
    tree = ast.parse("".join(lines[:end]))
    names = {arg.arg for arg in tree.body[0].args.args} | {"nl", "nisa", "nki", "range"}
    loaded, stack = [], [tree]
    while stack:
        node = stack.pop()
        kind = type(node)
        if kind not in _ALLOWED:
            raise Refused(f"kernel, line {getattr(node, 'lineno', '?')}: "
                          f"{kind.__name__} is not for kernels")
        if kind is ast.For and not (isinstance(node.iter, ast.Call) and
                                    getattr(node.iter.func, "id", "") == "range"):
            raise Refused(f"kernel, line {node.lineno}: a loop over something else than range()")
        if kind is ast.Name:
            if isinstance(node.ctx, ast.Store):
                names.add(node.id)
            else:
                loaded.append(node)
            continue
        for field in node._fields:
            value = getattr(node, field)
            if isinstance(value, list):
                stack.extend(v for v in value if isinstance(v, ast.AST))
            elif isinstance(value, ast.AST) and field != "ctx":
                stack.append(value)
    for node in loaded:
        if node.id not in names:
            raise Refused(f"kernel, line {node.lineno}: {node.id} is not the kernel's own")


def _dtype_name(array):
    if array.dtype.names == ("bfloat16",):
        return "bfloat16"
    name = array.dtype.name
    if name not in STORED:
        raise Refused(f"an argument of type {name}")
    return name


class _Kernel:
    def __init__(self, function):
        _check_python(function)
        self.function = function

    def __call__(self, *arrays):
        Now.machine = Machine()
        given = []
        for a in arrays:
            a = np.ascontiguousarray(a)
            name = _dtype_name(a)
            t = Tensor(a.shape, name, "private_hbm",
                       cells=a.view(STORED[name]).reshape(-1).copy())
            t.argument = True
            given.append(t)
        try:
            results = self.function(*given)
        finally:
            Now.machine = None
        for t in results:
            if not isinstance(t, Tensor) or t.region != "shared_hbm":
                raise Refused("what a kernel returns is in nl.shared_hbm")
        return tuple(t.cells.reshape(t.shape) for t in results)


def jit(function):
    return _Kernel(function)


def simulate(kernel):
    return kernel


def __getattr__(name):
    _documented.refuse_name("nki", name)
