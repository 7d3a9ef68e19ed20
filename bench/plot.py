#!/usr/bin/env python3
"""Draws GF/s over n of the rows of `trnfft bench --suite full --save results.jsonl`.

usage: bench/plot.py results.jsonl plot.svg [machine]

Two panels, interleaved and split: lines through the powers of two, dots for other lengths. A library's
point is its fastest plan; FFTW's ESTIMATE is a library of its own here.
"""
import html
import json
import math
import re
import sys

FAMILIES = ("tiny", "pow2", "large", "smooth", "primes")
COLOURS = {"trnfft": "#d62728", "fftw": "#1f77b4", "fftw-debian": "#7fb2e5", "mkl": "#2ca02c",
           "kissfft": "#8c6d31", "fftw ESTIMATE": "#9467bd"}
SPARE = ("#e377c2", "#7f7f7f", "#bcbd22", "#17becf")
WIDTH, PANEL, LEFT, RIGHT, TOP, GAP = 960, 330, 60, 150, 56, 70


def library(engine):
    if engine.endswith("-estimate"):
        return "fftw ESTIMATE"
    return re.sub(r"-patient$", "", engine)


def points(rows, layout):
    """{library: {n: GF/s}} of single complex lines in one precision."""
    found = {}
    for row in rows:
        name = re.fullmatch(r"fft (\d+)", row.get("case", ""))
        if (not name or row["layout"] != layout or row["dtype"] != "f32"
                or row.get("family") not in FAMILIES or int(name[1]) < 2):
            continue
        n = int(name[1])
        times = {"trnfft": row["ns"]}
        for engine, ns in row["peers"].items():
            key = library(engine)
            times[key] = min(ns, times.get(key, math.inf))
        for key, ns in times.items():
            found.setdefault(key, {})[n] = 5.0 * n * math.log2(n) / ns
    return found


class Panel:
    """Axes: powers of two to the right, GF/s upwards."""

    def __init__(self, top, lowest, highest, most):
        self.top, self.low = top, math.log2(lowest)
        self.span = max(math.log2(highest) - self.low, 1.0)
        self.step = 10 if most > 40 else 5
        self.most = math.ceil(most / self.step) * self.step
        self.out = []

    def x(self, n):
        return LEFT + (math.log2(n) - self.low) / self.span * (WIDTH - LEFT - RIGHT)

    def y(self, value):
        return self.top + PANEL - value / self.most * PANEL

    def text(self, x, y, words, more=""):
        self.out.append(f'<text x="{x:.1f}" y="{y:.1f}" {more}>{html.escape(words)}</text>')

    def line(self, x, y, to_x, to_y):
        self.out.append(f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" '
                        'stroke="#ddd"/>')

    def grid(self, title):
        for value in range(0, self.most + 1, self.step):
            self.line(LEFT, self.y(value), WIDTH - RIGHT, self.y(value))
            self.text(LEFT - 8, self.y(value) + 4, str(value), 'text-anchor="end"')
        for power in range(math.ceil(self.low), math.floor(self.low + self.span) + 1):
            self.line(self.x(2 ** power), self.top, self.x(2 ** power), self.top + PANEL)
            if power % 2 == 0:
                self.text(self.x(2 ** power), self.top + PANEL + 18, f"2^{power}",
                          'text-anchor="middle"')
        self.text(LEFT, self.top - 8, title, 'font-weight="bold"')
        self.text(WIDTH - RIGHT, self.top + PANEL + 34, "n", 'text-anchor="end"')
        self.text(LEFT - 45, self.top - 8, "GF/s")

    def curve(self, name, values, colour, row):
        lines = sorted(n for n in values if n & (n - 1) == 0)
        wide = 2.5 if name == "trnfft" else 1.5
        if lines:
            path = " ".join(f"{self.x(n):.1f},{self.y(values[n]):.1f}" for n in lines)
            self.out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" '
                            f'stroke-width="{wide}"/>')
        for n, value in sorted(values.items()):
            if n & (n - 1):
                self.out.append(f'<circle cx="{self.x(n):.1f}" cy="{self.y(value):.1f}" r="2" '
                                f'fill="{colour}" fill-opacity="0.6"/>')
        at = self.top + 14 + 18 * row
        self.out.append(f'<rect x="{WIDTH - RIGHT + 14}" y="{at - 9}" width="12" height="10" '
                        f'fill="{colour}"/>')
        self.text(WIDTH - RIGHT + 32, at, name)


def draw(rows, machine):
    layouts = [(layout, points(rows, layout)) for layout in ("interleaved", "split")]
    layouts = [(layout, found) for layout, found in layouts if found]
    if not layouts:
        return None
    every = [n for _, found in layouts for values in found.values() for n in values]
    most = max(v for _, found in layouts for values in found.values() for v in values.values())
    names = sorted({name for _, found in layouts for name in found},
                   key=lambda name: (list(COLOURS).index(name) if name in COLOURS else 99, name))
    spare = iter(SPARE * 9)
    colours = {name: COLOURS.get(name) or next(spare) for name in names}
    height = TOP + len(layouts) * (PANEL + GAP)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
           'font-family="sans-serif" font-size="12">',
           f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
           f'<text x="{LEFT}" y="22" font-size="14">Complex transforms, f32, one thread: '
           f'{html.escape(machine)}</text>']
    for i, (layout, found) in enumerate(layouts):
        panel = Panel(TOP + i * (PANEL + GAP), min(every), max(every), most)
        panel.grid(f"{layout}: lines join powers of two, dots are other lengths")
        shown = [name for name in names if name in found]
        for row, name in enumerate(shown):
            panel.curve(name, found[name], colours[name], row)
        out += panel.out
    return "\n".join([*out, "</svg>\n"])


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        rows = [json.loads(line) for line in file if line.strip()]
    picture = draw(rows, sys.argv[3] if len(sys.argv) > 3 else "")
    if picture is None:
        print("plot: no rows of single complex lines, nothing to draw", file=sys.stderr)
        return
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write(picture)


if __name__ == "__main__":
    main()
