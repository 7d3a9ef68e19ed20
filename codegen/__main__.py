"""python3 -m codegen [--check]: writes the generated headers and the table of README.md,
or says where the committed ones differ (exit status 1)."""
import argparse
import difflib
import pathlib
import sys

from . import check, codelets, emit

ROOT = pathlib.Path(__file__).resolve().parent.parent
HEADER = "src/backend/cpu/kernels/gen/dft_gen.h"
PAIRS_HEADER = "src/backend/cpu/kernels/gen/dft_pairs_gen.h"
REAL_HEADER = "src/backend/cpu/kernels/gen/dft_real_gen.h"
README = "codegen/README.md"
BEGIN, END = "<!-- table -->\n", "<!-- /table -->\n"


def complex_codelets():
    made = [codelets.complex_codelet(n) for n in codelets.COMPLEX]
    for c in made:
        check.check_complex(c)
    return made


def real_codelets():
    made = [(codelets.r2c_codelet(n), codelets.c2r_codelet(n)) for n in codelets.REAL]
    for both in made:
        check.check_real(*both)
    return [c for both in made for c in both]


def with_table(text, made):
    rows = [
        "| codelet | additions | multiply-adds | multiplications | all | spills of 16 | of 32 |\n",
        "|---|---|---|---|---|---|---|\n",
    ]
    for c in made:
        n = codelets.counts(c)
        numbers = [n["add"], n["fma"], n["mul"], sum(n.values())]
        numbers += [codelets.spills(c, registers) for registers in (16, 32)]
        rows.append("| `%s` | %s |\n" % (c.name, " | ".join(map(str, numbers))))
    head, rest = text.split(BEGIN)
    return head + BEGIN + "".join(rows) + END + rest.split(END)[1]


def main():
    arguments = argparse.ArgumentParser(prog="codegen", description=__doc__)
    arguments.add_argument("--check", action="store_true", help="compare, write nothing")
    options = arguments.parse_args()
    made, real = complex_codelets(), real_codelets()
    files = {
        HEADER: emit.header(made),
        PAIRS_HEADER: emit.pairs_header(made),
        REAL_HEADER: emit.real_header(real),
        README: with_table((ROOT / README).read_text(), made + real),
    }
    differ = False
    for name, text in files.items():
        path = ROOT / name
        old = path.read_text() if path.exists() else ""
        if old == text:
            continue
        differ = True
        if options.check:
            lines = difflib.unified_diff(
                old.splitlines(), text.splitlines(), name, "generated", lineterm="", n=1
            )
            print("\n".join(list(lines)[:40]))
        else:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
    if options.check and differ:
        sys.exit("codegen: committed output differs; `make codegen` writes it")


main()
