#!/usr/bin/env python3
"""Turns the rows of `trnfft bench --json` into a Markdown table.

usage: bench/table.py results.jsonl [title] > results.md
"""
import json
import sys


def time(ns):
    if ns is None:
        return "-"
    for limit, scale, unit in ((1e4, 1, "ns"), (1e7, 1e3, "µs"), (float("inf"), 1e6, "ms")):
        if ns < limit:
            return f"{ns / scale:.1f} {unit}"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        rows = [json.loads(line) for line in file if line.strip()]
    peers = []
    for row in rows:
        peers += [name for name in row.get("peers", {}) if name not in peers]
    if len(sys.argv) > 2:
        print(sys.argv[2] + "\n")
    print("| case | type | layout | trnfft | " + "".join(f"{p} | " for p in peers) + "ratio | error |")
    print("|---|---|---|" + "---:|" * (len(peers) + 3))
    for row in rows:
        if "summary" in row:
            s = row["summary"]
            if s["geomean"] is not None:
                print(f"\n{s['rows']} rows; ratio = fastest peer / trnfft, above 1 is ahead: "
                      f"geometric mean {s['geomean']:.2f}, least {s['min_ratio']:.2f}.")
            continue
        cells = [row["case"], row["dtype"], row["layout"], time(row["ns"])]
        cells += [time(row["peers"].get(p)) for p in peers]
        cells += ["-" if row["ratio"] is None else f"{row['ratio']:.2f}", f"{row['error']:.1e}"]
        print("| " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
