"""Which codelets there are."""
from collections import Counter, namedtuple

from . import schedule
from .dag import ZERO, Graph, Value, reachable
from .dft import SPLITS, dft

# Legs of the complex transforms.
COMPLEX = (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)

# Legs of the real ones: what is even goes through half as many complex points.
REAL = (3, 5, 7, 9, 11, 13, 15)

NOTHING = Value(ZERO, None)

# inputs, outputs: leg -> nodes; events: see schedule.py; points: see dag.py
Codelet = namedtuple("Codelet", "name legs inputs outputs events points")


def _finished(name, g, legs, inputs, results):
    """A codelet from values for each leg, those that are real alone."""
    parts = {leg: [v.node for v in values] for leg, values in inputs.items()}
    outputs = {leg: [g.settle(v) for v in values] for leg, values in results.items()}
    nodes = reachable([n for out in outputs.values() for n in out])
    events = schedule.with_moves(nodes, parts, outputs)
    return Codelet("%s_%d" % (name, legs), legs, parts, outputs, events, g.points)


def complex_codelet(legs):
    g = Graph()
    x = [g.point(g.input((j, "re")), g.input((j, "im"))) for j in range(legs)]
    results = [g.point(*(g.product(v) for v in pair)) for pair in dft(g, x)]
    return _finished("DFT", g, legs, dict(enumerate(x)), dict(enumerate(results)))


def r2c_codelet(legs):
    """Real points to k = 0 … legs / 2, the first of which is real: the complex algorithms
    with imaginary parts of nothing."""
    g = Graph()
    x = {j: [g.input((j, "re"))] for j in range(legs)}
    y = dft(g, [(x[j][0], NOTHING) for j in range(legs)])
    bins = {k: list(y[k]) for k in range(legs // 2 + 1)}
    bins[0] = [y[0][0]]
    return _finished("R2C", g, legs, x, bins)


def c2r_codelet(legs):
    """From k = 0 … legs / 2, the first of which is real, to real points: the other half
    of the spectrum is that one's conjugate, which the graph finds out, but not behind
    rotations. So the definition may take less than a first step."""
    ways = SPLITS, {n: split for n, split in SPLITS.items() if n != legs}
    return min((_c2r(legs, way) for way in ways), key=lambda c: sum(counts(c).values()))


def _c2r(legs, splits):
    g = Graph()
    half = range(1, legs // 2 + 1)
    bins = {0: [g.input((0, "re"))]}
    bins.update((k, [g.input((k, part)) for part in ("re", "im")]) for k in half)
    spectrum = [(bins[0][0], NOTHING)] + [tuple(bins[k]) for k in half]
    spectrum += [(bins[k][0], -bins[k][1]) for k in reversed(half)]
    y = dft(g, spectrum, splits)
    return _finished("C2R", g, legs, bins, {j: [y[j][0]] for j in range(legs)})


def counts(codelet):
    """Operations by kind: add (and subtract), mul, fma."""
    tally = Counter(e.what.op for e in codelet.events if e.kind == "op")
    tally["add"] += tally.pop("sub", 0)
    return tally


def spills(codelet, registers):
    return schedule.spills(codelet.events, codelet.inputs, codelet.outputs, registers)
