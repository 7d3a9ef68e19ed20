"""Counts the instructions of compiled kernels, function by function, from objdump's listing."""
import re
import subprocess

LABEL = re.compile(r"^[0-9a-f]+ <(.+)>:$")
LINE = re.compile(r"^\s+[0-9a-f]+:\s+(\S+)\s*(.*)$")
PADDING = {"nop", "nopw", "nopl", "xchg", "data16", "cs", "udf"}
# Floating-point arithmetic of 64-bit ARM; the operands tell a vector from a single number.
NEON_ARITHMETIC = re.compile(r"f(n?m(add|sub|ul)|add|sub|mul|mla|mls|div|neg|abs|sqrt)$")
NEON_VECTOR = re.compile(r"v\d+\.(4s|2d|2s)")
NEON_SCALAR = re.compile(r"[sd]\d+")


def functions(objdump, path):
    """Yields (name, [(mnemonic, operands)]) for every function of an object file."""
    out = subprocess.run([objdump, "-d", "--no-show-raw-insn", path], check=True,
                         capture_output=True, text=True).stdout
    name, body = None, []
    for line in out.splitlines():
        label = LABEL.match(line)
        if label:
            if name:
                yield name, body
            name, body = label[1], []
            continue
        code = LINE.match(line)
        if code and name and code[1] not in PADDING:
            body.append((code[1], code[2]))
    if name:
        yield name, body


def counts(objdump, paths):
    """Instructions of each function of the files; parts split off by the compiler count as their
    function's."""
    total = {}
    for path in paths:
        for name, body in functions(objdump, path):
            name = re.sub(r"\.(cold|part|isra|constprop).*$", "", name)
            total[name] = total.get(name, 0) + len(body)
    return total


def neon_share(objdump, paths):
    """For each function with arithmetic: (vector operations, single ones)."""
    share = {}
    for path in paths:
        for name, body in functions(objdump, path):
            vector = single = 0
            for mnemonic, operands in body:
                if NEON_ARITHMETIC.match(mnemonic):
                    vector += bool(NEON_VECTOR.match(operands))
                    single += bool(NEON_SCALAR.match(operands))
            if vector + single:
                share[name] = (vector, single)
    return share
