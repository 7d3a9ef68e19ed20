"""Every codelet against the definition: its moves and operations, in decimals."""
import random
from decimal import Decimal

from . import pairs
from .exact import cos, sin

TOLERANCE = Decimal("1e-35")


def run(codelet, legs):
    """What the codelet makes of the values of its legs (lists): output leg -> values."""
    variables, results = {}, {}
    for kind, what in codelet.events:
        if kind == "get":
            for node, value in zip(codelet.inputs[what], legs[what]):
                variables[node.id] = value
        elif kind == "put":
            results[what] = [variables[n.id] for n in codelet.outputs[what]]
        else:
            a = [variables[n.id] for n in what.args]
            variables[what.id] = {
                "add": lambda: a[0] + a[1],
                "sub": lambda: a[0] - a[1],
                "mul": lambda: what.factor * a[0],
                "fma": lambda: what.factor * a[0] + a[1],
            }[what.op]()
    return results


def run_pairs(codelet, legs):
    """The same of its steps over pairs."""
    variables, results = {}, {}
    for s in pairs.steps(codelet):
        a = [variables[name] for name in s.args]
        if s.kind == "get":
            variables[s.name] = legs[s.what]
        elif s.kind == "put":
            results[s.what] = a[0]
        elif s.kind == "swap":
            variables[s.name] = a[0][::-1]
        else:
            factors = (s.factor, -s.factor if s.mixed else s.factor)
            signs = {"sub": (-1, -1), "sum_diff": (1, -1), "diff_sum": (-1, 1)}
            variables[s.name] = [
                {
                    "mul": lambda: factors[i] * a[0][i],
                    "fma": lambda: factors[i] * a[0][i] + a[1][i],
                }.get(s.what, lambda: a[0][i] + signs.get(s.what, (1, 1))[i] * a[1][i])()
                for i in (0, 1)
            ]
    return results


def definition(x, k):
    n = len(x)
    c = [cos(j * k, n) for j in range(n)]
    s = [sin(j * k, n) for j in range(n)]
    return [
        sum(c[j] * x[j][0] + s[j] * x[j][1] for j in range(n)),
        sum(c[j] * x[j][1] - s[j] * x[j][0] for j in range(n)),
    ]


def _number(r):
    return Decimal(r.randrange(-999, 1000)) / 1000


def _compare(codelet, got, want):
    for leg, values in want.items():
        for a, b in zip(got[leg], values, strict=True):
            if abs(a - b) > TOLERANCE:
                raise AssertionError("%s: leg %d is wrong" % (codelet.name, leg))


def check_complex(codelet):
    r = random.Random(codelet.legs)
    x = [[_number(r) for _ in "ri"] for _ in range(codelet.legs)]
    want = {k: definition(x, k) for k in range(codelet.legs)}
    for got in run(codelet, x), run_pairs(codelet, x):
        _compare(codelet, got, want)


def check_real(r2c, c2r):
    """Both directions: the points, the half spectrum, and the points in reverse."""
    r, n = random.Random(r2c.legs), r2c.legs
    x = [[_number(r)] for _ in range(n)]
    bins = {k: definition([[v[0], Decimal(0)] for v in x], k) for k in range(n // 2 + 1)}
    bins[0] = bins[0][:1]
    _compare(r2c, run(r2c, x), bins)
    back = {j: [n * x[-j % n][0]] for j in range(n)}
    _compare(c2r, run(c2r, bins), back)
