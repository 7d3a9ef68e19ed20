#!/usr/bin/env python3
"""Turns the rows of `trnfft bench --json` into a Markdown table.

usage: bench/table.py results.jsonl [title] > results.md
"""
import json
import re
import sys


def time(ns):
    if ns is None:
        return "-"
    for limit, scale, unit in ((1e4, 1, "ns"), (1e7, 1e3, "µs"), (float("inf"), 1e6, "ms")):
        if ns < limit:
            return f"{ns / scale:.1f} {unit}"


def library(engine):
    """The plans of one library share a column; FFTW's ESTIMATE has one of its own."""
    if "-estimate" in engine:
        return "ESTIMATE"
    return re.sub(r"-(patient|frame|group|split|real|3m)\b", "", engine)


def cells_of(row, columns, full):
    best = {}
    for engine, ns in row["peers"].items():
        key = library(engine) if full else engine
        best[key] = min(ns, best.get(key, ns))
    cells = [row["case"], row["dtype"], row["layout"], time(row["ns"])]
    if full:
        cells.append("-" if row.get("gflops") is None else f"{row['gflops']:.1f}")
    cells += [time(best.get(column)) for column in columns]
    ratio = "-" if row["ratio"] is None else f"{row['ratio']:.2f}"
    if full:
        ratio += " *" if row.get("unfinished") else ""
    return [*cells, ratio, f"{row['error']:.1e}"]


def print_rows(rows, full):
    engines = [name for row in rows for name in row["peers"]]
    columns = list(dict.fromkeys(library(name) if full else name for name in engines))
    if "ESTIMATE" in columns:
        columns.remove("ESTIMATE")
        columns.append("ESTIMATE")
    print("| case | type | layout | trnfft | " + ("GF/s | " if full else "")
          + "".join(f"{name} | " for name in columns) + "ratio | error |")
    print("|---|---|---|---:|" + "---:|" * (len(columns) + 2 + full))
    for row in rows:
        print("| " + " | ".join(cells_of(row, columns, full)) + " |")


def number(value):
    return "-" if value is None else f"{value:.2f}"


def print_families(families):
    print("| family | layout | rows | geometric mean | goal | least | goal | |")
    print("|---|---|---:|---:|---:|---:|---:|---|")
    for f in families:
        reached = {True: "reached", False: "not reached"}.get(f.get("reached"), "")
        print(f"| {f['family']} | {f['layout']} | {f['rows']} | {number(f['geomean'])} "
              f"| {number(f['goal'])} | {number(f['min_ratio'])} | {number(f['min_goal'])} "
              f"| {reached} |")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        lines = [json.loads(line) for line in file if line.strip()]
    rows = [line for line in lines if "summary" not in line]
    summary = next((line["summary"] for line in lines if "summary" in line), {})
    families = list(dict.fromkeys(row.get("family") for row in rows))
    if len(sys.argv) > 2:
        print(sys.argv[2] + "\n")
    if "families" in summary:
        print_families(summary["families"])
    for family in families:
        if family is not None:
            print(f"\n## {family}\n")
        print_rows([row for row in rows if row.get("family") == family], family is not None)
    if summary.get("geomean") is not None:
        print(f"\n{summary['rows']} rows; ratio = fastest peer / trnfft, above 1 is ahead: "
              f"geometric mean {summary['geomean']:.2f}, least {summary['min_ratio']:.2f}.")
    if any(row.get("unfinished") for row in rows):
        print("\n\\* a PATIENT search of FFTW did not finish within its limit.")


if __name__ == "__main__":
    main()
