"""Expressions of real values as a graph in which equal expressions are one node.

Nodes do what the machine does: read an input, add, subtract, multiply by a constant, and
multiply-add with a constant. What algorithms handle are *values*: a constant factor times
a node. Rotations and the sums of odd lengths only change factors; a factor is multiplied
in where two values of different factors meet, which a multiply-add does for nothing.
Signs live in factors, so that a - b and b - a are one node.
"""
from collections import namedtuple
from decimal import Decimal

from .exact import rounded

ONE, ZERO = Decimal(1), Decimal(0)

# op: "in" (args: name), "add" "sub" (two nodes), "mul" (node), "fma" (x, y: y + factor x)
Node = namedtuple("Node", "id op args factor")


class Value(namedtuple("Value", "factor node")):
    """factor * node; a factor of 0 has no node."""

    __slots__ = ()

    def __neg__(self):
        return self.times(-ONE)

    def times(self, constant):
        if self.factor == 0 or constant == 0:
            return Value(ZERO, None)
        return Value(rounded(self.factor * constant), self.node)


class Graph:
    def __init__(self):
        self.nodes = []
        self.points = {}  # node -> (node of the real part, node of the imaginary part)
        self._known = {}

    def _node(self, op, args, factor=ONE):
        key = (op, factor) + tuple(a.id if isinstance(a, Node) else a for a in args)
        if key not in self._known:
            self._known[key] = Node(len(self.nodes), op, args, factor)
            self.nodes.append(self._known[key])
        return self._known[key]

    def input(self, name):
        return Value(ONE, self._node("in", (name,)))

    def point(self, re, im):
        """A complex value; notes which nodes are the parts of one, see pairs.py."""
        if re.factor != 0 and im.factor != 0:
            for n in re.node, im.node:
                self.points.setdefault(n.id, (re.node, im.node))
        return re, im

    def add(self, a, b):
        """a + b as one operation at most, the larger factor left outside."""
        if a.factor == 0 or b.factor == 0:
            return b if a.factor == 0 else a
        if a.node is b.node:
            return Value(rounded(a.factor + b.factor), a.node)
        if abs(a.factor) == abs(b.factor):
            x, y = sorted((a, b), key=lambda v: v.node.id)
            same = x.factor == y.factor
            return Value(x.factor, self._node("add" if same else "sub", (x.node, y.node)))
        # A unit factor stays, so that sums that have lost their factor never get one.
        x, y = sorted((a, b), key=lambda v: (abs(v.factor) != 1, -abs(v.factor)))
        ratio = rounded(y.factor / x.factor)
        return Value(x.factor, self._node("fma", (y.node, x.node), ratio))

    def sub(self, a, b):
        return self.add(a, -b)

    def product(self, v):
        """v with its factor multiplied in."""
        return v if v.factor == 0 else Value(ONE, self.settle(v))

    def settle(self, v):
        """The node that is v itself: what outputs need."""
        if v.factor == 1:
            return v.node
        n = v.node
        if v.factor == -1 and n.op == "sub":
            return self._node("sub", (n.args[1], n.args[0]))
        return self._node("mul", (n,), v.factor)


def reachable(outputs):
    """Nodes that the outputs need, operands first, in order of construction."""
    seen, stack = {}, list(outputs)
    while stack:
        n = stack.pop()
        if n.id not in seen:
            seen[n.id] = n
            stack.extend(a for a in n.args if isinstance(a, Node))
    return [seen[i] for i in sorted(seen)]


def operands(node):
    return [a for a in node.args if isinstance(a, Node)]
