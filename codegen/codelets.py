"""Which codelets there are."""
from collections import Counter, namedtuple

from . import schedule
from .dag import Graph, reachable
from .dft import dft

# Legs of the complex transforms.
COMPLEX = (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16)

# inputs, outputs: leg -> nodes; events: see schedule.py; points: see dag.py
Codelet = namedtuple("Codelet", "name legs inputs outputs events points")


def complex_codelet(legs):
    g = Graph()
    x = [g.point(g.input((j, "re")), g.input((j, "im"))) for j in range(legs)]
    inputs = {j: [v.node for v in pair] for j, pair in enumerate(x)}
    results = [[g.product(v) for v in pair] for pair in dft(g, x)]
    outputs = {k: [v.node for v in g.point(*pair)] for k, pair in enumerate(results)}
    nodes = reachable([n for out in outputs.values() for n in out])
    events = schedule.with_moves(nodes, inputs, outputs)
    return Codelet("DFT_%d" % legs, legs, inputs, outputs, events, g.points)


def counts(codelet):
    """Operations by kind: add (and subtract), mul, fma."""
    tally = Counter(e.what.op for e in codelet.events if e.kind == "op")
    tally["add"] += tally.pop("sub", 0)
    return tally


def spills(codelet, registers):
    return schedule.spills(codelet.events, codelet.inputs, codelet.outputs, registers)
