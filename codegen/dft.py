"""The algorithms. A vector of n complex points is a list of pairs of values (re, im).

All are decimation in time: constant rotations stand before the sums that they go into,
where dag.Value turns them into two multiply-adds for a point and the rest into the sums.
"""
from decimal import Decimal
from math import gcd

from . import exact


def rotate(g, point, k, n):
    """point * exp(-2 pi i k / n)"""
    (re, im), c, s = point, exact.cos(k, n), exact.sin(k, n)
    return g.point(
        g.add(re.times(c), im.times(s)),
        g.sub(im.times(c), re.times(s)),
    )


def _add(g, a, b):
    return g.point(g.add(a[0], b[0]), g.add(a[1], b[1]))


def _sub(g, a, b):
    return g.point(g.sub(a[0], b[0]), g.sub(a[1], b[1]))


def _dft2(g, x):
    return [_add(g, x[0], x[1]), _sub(g, x[0], x[1])]


def _dft4(g, x):
    a, b = _add(g, x[0], x[2]), _sub(g, x[0], x[2])
    c, d = _add(g, x[1], x[3]), _sub(g, x[1], x[3])
    return [
        _add(g, a, c),
        g.point(g.add(b[0], d[1]), g.sub(b[1], d[0])),
        _sub(g, a, c),
        g.point(g.sub(b[0], d[1]), g.add(b[1], d[0])),
    ]


PLAIN_SUMS = 11  # points


def _dft_odd(g, x):
    """By the definition: sums x_j + x_(n-j) meet cosines, differences meet sines.

    The order matters for registers only. Short ones make all real parts of the result and
    then all imaginary ones, for each half needs its own half of the sums and differences;
    long ones spill in any order, and take both parts in turn so that a constant serves
    twice. Those also multiply their first sine in at once: operation for operation the
    sums of the kernels that go by the definition (direct_tmpl.h), which take single lines
    of these lengths."""
    n, half = len(x), range(1, len(x) // 2 + 1)
    even = [None] + [_add(g, x[j], x[n - j]) for j in half]
    odd = [None] + [_sub(g, x[j], x[n - j]) for j in half]
    y = [[None, None] for _ in x]
    partial = {}

    def note(key, i, value, crossed=False):
        """Part i of a sum; sums of differences have grown from the other part."""
        parts = partial.setdefault(key, {})
        parts[1 - i if crossed else i] = value
        if len(parts) == 2:
            g.point(parts[0], parts[1])
        return value

    def total(i):
        y[0][i] = x[0][i]
        for j in half:
            y[0][i] = note(("total", j), i, g.add(y[0][i], even[j][i]))

    def row(parts, k):
        """Those parts of results k and n - k."""
        e = {i: x[0][i] for i in parts}
        d = {i: odd[1][1 - i].times(exact.sin(k, n)) for i in parts}
        if n >= PLAIN_SUMS:
            d = {i: note(("odd", k, 1), i, g.product(v), True) for i, v in d.items()}
        for j in half:
            for i in parts:
                term = even[j][i].times(exact.cos(j * k, n))
                e[i] = note(("even", k, j), i, g.add(e[i], term))
        for j in half[1:]:
            for i in parts:
                term = odd[j][1 - i].times(exact.sin(j * k, n))
                d[i] = note(("odd", k, j), i, g.add(d[i], term), True)
        for sign, q in (1, k), (-1, n - k):
            for i in parts:
                term = d[i].times(Decimal(sign - 2 * sign * i))
                y[q][i] = note(("result", q), i, g.add(e[i], term))

    for parts in [(0,), (1,)] if n < 7 else [(0, 1)]:
        for i in parts:
            total(i)
        for k in half:
            row(parts, k)
    return [tuple(v) for v in y]


def _prime_factor(g, x, a, b, split):
    """n = a b, coprime: a transform of a x b without rotations."""
    n = a * b
    columns = [dft(g, [x[(b * j + a * i) % n] for j in range(a)], split) for i in range(b)]
    y = [None] * n
    for k in range(a):
        row = dft(g, [columns[i][k] for i in range(b)], split)
        for m in range(b):  # the index that is k mod a and m mod b
            y[next(q for q in range(k, n, a) if q % b == m)] = row[m]
    return y


def _cooley_tukey(g, x, a, b, split):
    """n = a b: b transforms of a points, rotations, a transforms of b points."""
    n = a * b
    columns = [dft(g, x[i::b], split) for i in range(b)]
    y = [None] * n
    for k in range(a):
        row = [rotate(g, columns[i][k], i * k, n) for i in range(b)]
        for m, value in enumerate(dft(g, row, split)):
            y[k + a * m] = value
    return y


# The first step of each composite length: (points of the inner transforms, outer ones).
# Coprime pairs go without rotations.
SPLITS = {
    6: (2, 3),
    8: (4, 2),
    9: (3, 3),
    10: (2, 5),
    12: (4, 3),
    14: (2, 7),
    15: (3, 5),
    16: (4, 4),
    20: (4, 5),
    25: (5, 5),
    32: (8, 4),
    64: (8, 8),
}


def dft(g, x, split=None):
    """X_k = sum_j x_j exp(-2 pi i j k / n)"""
    n = len(x)
    split = split or SPLITS
    if n == 1:
        return list(x)
    if n == 2:
        return _dft2(g, x)
    if n == 4:
        return _dft4(g, x)
    if n not in split:
        return _dft_odd(g, x)
    a, b = split[n]
    return (_prime_factor if gcd(a, b) == 1 else _cooley_tukey)(g, x, a, b, split)
