"""The order of a codelet's moves and operations, and what it spills.

Algorithms build their expressions in an order that keeps few values alive: one small
transform after the other. Legs are read at their first use and written when complete.
Compilers keep the order; given it, they spill about as many values as Belady's rule does.
"""
from collections import namedtuple

from .dag import operands

# kind: "get" (leg), "op" (node), "put" (leg)
Event = namedtuple("Event", "kind what")


def _uses(events, outputs):
    """uses[node id]: positions that read the node, ascending."""
    uses = {}
    for at, e in enumerate(events):
        for n in reads(e, outputs):
            uses.setdefault(n.id, []).append(at)
    return uses


def reads(event, outputs):
    if event.kind == "op":
        return operands(event.what)
    return outputs[event.what] if event.kind == "put" else []


def writes(event, inputs):
    if event.kind == "op":
        return [event.what]
    return inputs[event.what] if event.kind == "get" else []


def with_moves(nodes, inputs, outputs):
    """Events for the nodes in this order: legs are read just before their first use and
    written as soon as they are complete."""
    leg_of = {n.id: leg for leg, pair in inputs.items() for n in pair}
    waiting = {leg: {n.id for n in pair} for leg, pair in outputs.items()}
    events, read = [], set()
    for n in nodes:
        if n.op == "in":
            continue
        for a in operands(n):
            leg = leg_of.get(a.id)
            if leg is not None and leg not in read:
                read.add(leg)
                events.append(Event("get", leg))
        events.append(Event("op", n))
        for leg, ids in waiting.items():
            if n.id in ids:
                ids.remove(n.id)
                if not ids:
                    events.append(Event("put", leg))
    return events


def spills(events, inputs, outputs, registers, put_registers=2):
    """How many values do not fit into so many registers, by Belady's rule: the value
    whose next use is furthest leaves. A put needs `put_registers` for itself."""
    uses = _uses(events, outputs)
    here, saved = set(), set()

    def next_use(i, at):
        return next((p for p in uses.get(i, []) if p > at), None)

    def make_room(at, wanted, limit):
        """Sends values away until the wanted ones fit too."""
        while len(here | wanted) > limit and here - wanted:
            victim = max(here - wanted, key=lambda i: (next_use(i, at), i))
            here.remove(victim)
            saved.add(victim)

    for at, e in enumerate(events):
        needed = {n.id for n in reads(e, outputs)}
        make_room(at - 1, needed, registers - (put_registers if e.kind == "put" else 0))
        here |= needed
        here = {i for i in here if next_use(i, at) is not None}
        made = {n.id for n in writes(e, inputs) if n.id in uses}
        make_room(at, made, registers)
        here |= made
    return len(saved)
