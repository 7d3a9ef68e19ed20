"""A codelet over vectors of interleaved points: one operation on pairs for the two real
ones of a point, the same scalar operations.

The parts of a value lie side by side, so that sums and rotations by a constant take one
operation where split vectors take two for twice as many points. What crosses the parts
needs them exchanged, once for each value, and adds one and subtracts the other.
"""
from collections import Counter, namedtuple

# kind: "get" and "put" (what: leg), "swap", "op" (what: see SUMS, "fma" or "mul");
# name: what it makes; args: names; factor: of multiplications, negated for the second
# part where `mixed`
Step = namedtuple("Step", "kind what name args factor mixed")


SUMS = {
    ("add", "add"): "add",
    ("sub", "sub"): "sub",
    ("add", "sub"): "sum_diff",
    ("sub", "add"): "diff_sum",
}


class _Pairing:
    def __init__(self, codelet):
        self.points = codelet.points
        self.steps, self.made = [], set()

    def known(self, a, b):
        """Whether these nodes are the parts of one value, in either order."""
        return {n.id for n in self.points.get(a.id, ())} == {a.id, b.id}

    def in_order(self, a, b):
        return self.points[a.id][0].id == a.id

    def missing(self, a, b):
        return 0 if self.in_order(a, b) or "s%d" % b.id in self.made else 1

    def name(self, a, b):
        """The vector of these parts, exchanged first where need be."""
        if self.in_order(a, b):
            return "v%d" % a.id
        name = "s%d" % b.id
        if name not in self.made:
            self.made.add(name)
            self.steps.append(Step("swap", None, name, ["v%d" % b.id], None, False))
        return name

    def arguments(self, re, im):
        """Names of the operation's vectors; sums may take theirs in either order."""
        ways = [n.args[::-1] for n in (re, im) if n.op == "add"]
        first = [re.args] + ways[:1] if re.op == "add" else [re.args]
        second = [im.args] + ways[-1:] if im.op == "add" else [im.args]
        fits = [
            list(zip(a, b))
            for a in first
            for b in second
            if all(self.known(*parts) for parts in zip(a, b))
        ]
        best = min(fits, key=lambda way: sum(self.missing(*parts) for parts in way))
        return [self.name(*parts) for parts in best]

    def operation(self, re, im):
        what = SUMS.get((re.op, im.op), re.op)
        if what == re.op and (im.op != re.op or abs(re.factor) != abs(im.factor)):
            raise ValueError("the parts of a point take different operations")
        args = self.arguments(re, im)
        mixed = re.factor != im.factor
        self.steps.append(Step("op", what, "v%d" % re.id, args, re.factor, mixed))


def steps(codelet):
    pairing = _Pairing(codelet)
    seen = set()
    for kind, what in codelet.events:
        if kind == "get":
            name = "v%d" % codelet.inputs[what][0].id
            pairing.steps.append(Step("get", what, name, [], None, False))
        elif kind == "put":
            name = pairing.name(*codelet.outputs[what])
            pairing.steps.append(Step("put", what, None, [name], None, False))
        else:
            re, im = codelet.points[what.id]
            seen.add(what.id)
            if re.id in seen and im.id in seen:
                pairing.operation(re, im)
    return pairing.steps


def counts(codelet):
    """Operations on vectors by kind: add (and its like), fma, mul, swap."""
    tally = Counter(s.what if s.kind == "op" else s.kind for s in steps(codelet))
    for what in set(SUMS.values()) - {"add"}:
        tally["add"] += tally.pop(what, 0)
    return tally
