#!/usr/bin/env python3
"""Runs emitted kernels on the stand-in and compares with what the simulator computed.

    run_emitted.py FOLDER

Each sub-folder has kernel.py, in/NAME.bin, want/NAME.bin (raw, as stored) and `tolerance`: the
largest relative root mean square of the difference. The driver's own check against NumPy has to
pass too. Then mutated files: each must be refused, with the sentence that says why.
"""
import contextlib
import io
import os
import re
import runpy
import sys
import traceback

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "nki_standin"))
sys.dont_write_bytecode = True


def run(path, *options):
    """(exit code, what it printed, the exception or None) of one emitted file."""
    os.environ.pop("NEURON_PLATFORM_TARGET_OVERRIDE", None)
    sys.argv = [path, "--framework", "numpy", *options]
    text = io.StringIO()
    try:
        with contextlib.redirect_stdout(text):
            runpy.run_path(path, run_name="__main__")
    except SystemExit as end:
        return end.code, text.getvalue(), None
    except Exception as fault:  # whatever the stand-in refuses with
        return 1, text.getvalue() + traceback.format_exc(), fault
    return 0, text.getvalue(), None


def values(path, dtype):
    kind = np.dtype({"bfloat16": "<u2", "float16": "<f2", "int32": "<i4",
                     "uint32": "<u4"}.get(dtype, "<f4"))
    stored = np.load(path) if path.endswith(".npy") else np.fromfile(path, kind)
    assert stored.dtype == kind, (path, stored.dtype, kind)
    if dtype == "bfloat16":
        stored = (stored.astype(np.uint32) << 16).view(np.float32)
    return stored.astype(np.float64)


def difference(folder, outputs):
    worst = 0.0
    for name, dtype in outputs:
        want = values(os.path.join(folder, "want", name + ".bin"), dtype)
        got = values(os.path.join(folder, "out", name + ".npy"), dtype)
        if want.shape != got.shape:
            return np.inf
        same = (want == got) | (np.isnan(want) & np.isnan(got))
        delta = np.where(same, 0, got - want)
        size = np.sqrt(np.mean(np.where(np.isfinite(want), want, 0) ** 2))
        rms = np.sqrt(np.mean(delta ** 2)) / (size if size > 0 else 1)
        worst = max(worst, rms) if rms == rms else np.inf
    return worst


def outputs_of(text):
    line = re.search(r"^OUTPUTS = (.*)$", text, re.M).group(1)
    return re.findall(r'\("(\w+)", "(\w+)", \d+\)', line)


def check_case(folder):
    path = os.path.join(folder, "kernel.py")
    with open(path, encoding="utf-8") as f:
        text = f.read()
    with open(os.path.join(folder, "tolerance"), encoding="utf-8") as f:
        tolerance = float(f.read())
    code, printed, _ = run(path, "--inputs", os.path.join(folder, "in"),
                           "--save", os.path.join(folder, "out"))
    rms = difference(folder, outputs_of(text)) if code == 0 else np.inf
    print(f"{os.path.basename(folder)}: {len(text)} bytes, from the simulator {rms:.2e}")
    if code != 0 or not rms <= tolerance:
        print(printed)
        print(f"exit code {code}, tolerance {tolerance}")
        return 1
    return 0


# What to put in the place of the first match, and what the refusal says.
MUTATIONS = (
    (r"nisa\.dma_copy", "nisa.dma_move", "not among the documented names"),
    (r"nisa\.tensor_copy\(dst=", "nisa.tensor_copy(out=", "no parameter out"),
    (r"nisa\.nc_matmul\(dst=(\w+)[^,]*?,", r"nisa.nc_matmul(", "dst is missing"),
    (r"nisa\.dma_copy\(dst=", "nisa.dma_copy(", "go by keyword"),
    (r"accumulate=False", "accumulate=True", "no nc_matmul wrote"),
    (r"accumulate=False", "acc=False", "no parameter acc"),
    (r"accumulate=False", "accumulate=None", "accumulate is True or False"),
    (r"buffer=nl\.psum, address=\(\d+, \d+\)", "buffer=nl.psum, address=(0, 2044)", "a bank"),
    (r"engine=nisa\.engine\.vector", "engine=nisa.engine.dve", "engine.dve"),
    (r"dtype=nl\.float32, buffer=nl\.sbuf", "dtype=nl.float64, buffer=nl.sbuf",
     "language.float64"),
    (r"buffer=nl\.shared_hbm", "buffer=nl.private_hbm", "shared_hbm"),
    (r"buffer=nl\.sbuf, address=\(0, ", "buffer=nl.sbuf, address=(8, ", "partitions 8"),
    (r"nl\.ndarray\(\((\d\d+), ", r"nl.ndarray((200, ", "200 partitions"),
    (r"    return \(", "    import os\n    return (", "not for kernels"),
    (r"    return \(", "    if True:\n        pass\n    return (", "not for kernels"),
    (r"    return \(", "    print(STORED)\n    return (", "not the kernel's own"),
    (r"    return \(", "    while 1:\n        pass\n    return (", "not for kernels"),
)


def check_mutations(folder):
    path = os.path.join(folder, "kernel.py")
    with open(path, encoding="utf-8") as f:
        text = f.read()
    bad = 0
    for number, (pattern, replacement, sentence) in enumerate(MUTATIONS):
        mutated, count = re.subn(pattern, replacement, text, count=1)
        if count == 0:
            print(f"mutation {number}: {pattern} is not in {path}")
            bad += 1
            continue
        changed = os.path.join(folder, f"mutation_{number}.py")
        with open(changed, "w", encoding="utf-8") as f:
            f.write(mutated)
        code, printed, fault = run(changed, "--inputs", os.path.join(folder, "in"))
        if code == 0 or fault is None or not re.search(sentence, str(fault)):
            print(f"mutation {number}, {pattern} -> {replacement}: not refused with "
                  f"\"{sentence}\":\n{printed}")
            bad += 1
    # Without addresses the tiles are the compiler's to place: the same results.
    changed = os.path.join(folder, "placed.py")
    with open(changed, "w", encoding="utf-8") as f:
        f.write(re.sub(r", address=\(\d+, \d+\)", "", text))
    code, printed, _ = run(changed, "--inputs", os.path.join(folder, "in"),
                           "--save", os.path.join(folder, "out"))
    if code != 0 or difference(folder, outputs_of(text)) > 0:
        print(f"without addresses:\n{printed}")
        bad += 1
    # What is documented and wrong runs, and the comparison sees it.
    changed = os.path.join(folder, "wrong.py")
    with open(changed, "w", encoding="utf-8") as f:
        f.write(text.replace("accumulate=True", "accumulate=False", 1))
    code, printed, _ = run(changed, "--inputs", os.path.join(folder, "in"),
                           "--save", os.path.join(folder, "out"))
    if code != 0 or not 1e-2 < difference(folder, outputs_of(text)) < np.inf:
        print(f"a product left out is not seen:\n{printed}")
        bad += 1
    print(f"{len(MUTATIONS)} mutations, {bad} not refused as they should be")
    return bad


def check_driver(folder):
    """The driver's own comparison with NumPy: a kernel that leaves something out fails."""
    with open(os.path.join(folder, "kernel.py"), encoding="utf-8") as f:
        text = f.read()
    changed = os.path.join(folder, "wrong.py")
    with open(changed, "w", encoding="utf-8") as f:
        f.write(text.replace("accumulate=True", "accumulate=False", 1))
    code, printed, fault = run(changed)
    good, right, _ = run(os.path.join(folder, "kernel.py"))
    if code != 1 or fault is not None or "BROKEN" not in printed or good != 0 or \
            "kept" not in right:
        print(f"{folder}: the driver does not see a wrong kernel:\n{printed}\n{right}")
        return 1
    return 0


def decisions(printed):
    """What the probe decided, experiment by experiment."""
    found, name = {}, None
    for line in printed.splitlines():
        if line[:1].isalpha():
            name = line.split()[0]
        elif "->" in line:
            found[name] = line.split("->")[1].strip()
    return found


def check_probe(folder):
    """The probe names what the stand-in does, also when that is made to do otherwise."""
    path = os.path.join(folder, "kernel.py")
    import nki.isa

    def in_double(x, y):
        return (x.astype(np.float64).T @ y.astype(np.float64)).astype(np.float32)

    def backwards(x, y):
        return exact(x[::-1], y[::-1])

    def chopped(x):
        return (x.view(np.uint32) & np.uint32(0xffffe000)).view(np.float32)

    def nonsense(x, y):
        return exact(x, y) * np.float32(1 + 2.0 ** -20)

    exact, nearest = nki.isa._product, nki.isa._tf32
    wanted = (
        (exact, nearest, "sequential", "nearest"),
        (backwards, nearest, "reversed", "nearest"),
        (in_double, chopped, "wide", "truncate"),
        (nonsense, nearest, "NONE", "NONE"),
    )
    bad = 0
    for product, tf32, order, rounding in wanted:
        nki.isa._product, nki.isa._tf32 = product, tf32
        code, printed, fault = run(path)
        nki.isa._product, nki.isa._tf32 = exact, nearest
        said = decisions(printed)
        good = fault is None and (code == 0) == (order != "NONE") and \
            order in said["pe_f32"] and rounding in said["pe_tf32"] and \
            said["dve_reads"] == "denormals=kept"
        if order != "NONE":
            good = good and said["pe_f32"] == f"sum_order={order} f32_products=exact"
        if not good:
            print(f"probe, {order}, {rounding}: exit code {code}\n{printed}")
            bad += 1
    import nki._machine
    nearest_store = nki._machine.View.store

    def cut_store(self, numbers):
        if self.dtype == "bfloat16":
            self.put((numbers.astype(np.float32).view(np.uint32) >> 16).astype("<u2"))
        else:
            nearest_store(self, numbers)

    nki._machine.View.store = cut_store
    code, printed, fault = run(path)
    nki._machine.View.store = nearest_store
    said = decisions(printed)
    if code == 0 or fault is not None or said["dve_to_f16"] != "as assumed" or any(
            "NONE" not in said[e + "_to_bf16"] for e in ("dve", "act", "pool", "dma")):
        print(f"probe, bf16 by cutting: exit code {code}\n{printed}")
        bad += 1
    print(f"{os.path.basename(folder)}: {len(wanted) + 1} machines, {bad} not recognised")
    return bad


def main():
    root = sys.argv[1]
    folders = sorted(os.path.join(root, f) for f in os.listdir(root))
    bad = sum(check_case(f) for f in folders)
    bad += check_mutations(next(f for f in folders if "mutate" in f))
    bad += check_driver(next(f for f in folders if "four_step-c2c-1000x2-fast" in f))
    bad += sum(check_probe(f) for f in folders if os.path.basename(f).startswith("probe"))
    print(f"{len(folders)} emitted kernels, {bad} faults")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
