"""Cosines and sines of rational angles as decimals, the same digits for equal values."""
from decimal import Decimal, getcontext
from fractions import Fraction
from functools import lru_cache

getcontext().prec = 60
DIGITS = 50  # values are rounded to so many places, so that equal ones compare equal


def rounded(x):
    return +x.quantize(Decimal(1).scaleb(-DIGITS)) + 0


def _arctan_inverse(n):
    """arctan(1 / n), n an integer above 1."""
    power = total = Decimal(1) / n
    k = 1
    while power.adjusted() > -70:
        power /= -n * n
        k += 2
        total += power / k
    return total


PI = 4 * (4 * _arctan_inverse(5) - _arctan_inverse(239))  # Machin


def _series(x, k):
    """cos x (k = 0) or sin x (k = 1) for 0 <= x <= pi / 4."""
    term = total = Decimal(1) if k == 0 else x
    while term and term.adjusted() > -70:
        term *= -x * x / ((k + 1) * (k + 2))
        total += term
        k += 2
    return total


@lru_cache(maxsize=None)
def cos_turn(turn):
    """cos(2 pi turn), turn a Fraction; reduced to the first octant exactly."""
    turn = abs(turn) % 1
    if turn > Fraction(1, 2):
        turn = 1 - turn
    if turn > Fraction(1, 4):
        return -cos_turn(Fraction(1, 2) - turn)
    if turn == Fraction(1, 4):
        return Decimal(0)
    if turn <= Fraction(1, 8):
        return rounded(_series(2 * PI * turn.numerator / turn.denominator, 0))
    rest = Fraction(1, 4) - turn
    return rounded(_series(2 * PI * rest.numerator / rest.denominator, 1))


def cos(k, n):
    """cos(2 pi k / n)"""
    return cos_turn(Fraction(k, n))


def sin(k, n):
    """sin(2 pi k / n)"""
    return cos_turn(Fraction(k, n) - Fraction(1, 4))
