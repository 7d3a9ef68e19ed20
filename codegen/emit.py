"""C text: each codelet a macro over the words of kernels/words_tmpl.h."""
from collections import Counter

from . import codelets, pairs

TAIL = "#endif\n"

HEAD = """\
/* dft_gen.h - written by codegen/, do not edit: see codegen/README.md.
 *
 * TFK_DFT_R(GET, PUT): X_k = sum_j x_j exp(-2 pi i j k / R). GET(j, re, im) assigns leg
 * j to two variables, PUT(k, re, im) takes result k; each is used once for every leg,
 * all GET before the first PUT. */
#ifndef TFI_CPU_DFT_GEN_H
#define TFI_CPU_DFT_GEN_H

"""


def constant(x):
    """Enough digits for any double, and no more."""
    return "K(%s)" % format(+x.quantize(type(x)(1).scaleb(-24)).normalize(), "f")


def _name(node):
    return "v%d" % node.id


def _names(nodes):
    return ", ".join(map(_name, nodes))


def _negated_often(codelet):
    """Nodes that several operations multiply by a negative constant. A compiler would
    negate them once and for all instead of using the instruction that does."""
    n = Counter(
        a.what.args[0].id
        for a in codelet.events
        if a.kind == "op" and a.what.op == "fma" and a.what.factor < 0
    )
    return {i for i in n if n[i] > 1}


def _operation(node, negated_often):
    a = [_name(x) for x in node.args]
    if node.op == "mul":
        return "%s * %s" % (a[0], constant(node.factor))
    if node.op == "fma" and node.factor < 0 and node.args[0].id in negated_often:
        return "FMA(%s, %s, %s)" % (a[0], constant(node.factor), a[1])
    if node.op == "fma":
        word = "FMA" if node.factor > 0 else "FNMA"
        return "%s(%s, %s, %s)" % (word, a[0], constant(abs(node.factor)), a[1])
    return "%s %s %s" % (a[0], {"add": "+", "sub": "-"}[node.op], a[1])


def _word(name, codelet, parts):
    """Of real legs of complex codelets, whose other legs have two parts."""
    return name + "_REAL" if codelet.name[:3] in _MIXED[name] and len(parts) == 1 else name


_MIXED = {"GET": ("C2R",), "PUT": ("R2C",)}


def statements(codelet):
    negated_often = _negated_often(codelet)
    lines = []
    for kind, what in codelet.events:
        if kind == "get":
            parts = codelet.inputs[what]
            names = _names(parts)
            lines += ["V %s;" % names]
            lines += ["%s(%s, %s);" % (_word("GET", codelet, parts), what, names)]
        elif kind == "put":
            parts = codelet.outputs[what]
            word = _word("PUT", codelet, parts)
            lines.append("%s(%s, %s);" % (word, what, _names(parts)))
        else:
            lines.append("const V %s = %s;" % (_name(what), _operation(what, negated_often)))
    return lines


WORDS = {"DFT": "GET, PUT", "R2C": "GET, PUT, PUT_REAL", "C2R": "GET, GET_REAL, PUT"}


def macro(codelet):
    n = codelets.counts(codelet)
    note = "/* %d additions, %d multiply-adds, %d multiplications */" % (
        n["add"],
        n["fma"],
        n["mul"],
    )
    words = WORDS[codelet.name.split("_")[0]]
    lines = ["#define TFK_%s(%s)" % (codelet.name, words), "    do {"]
    lines += ["        " + line for line in statements(codelet)]
    lines.append("    } while (0)")
    return note + "\n" + " \\\n".join(lines) + "\n\n"


def header(made):
    return HEAD + "".join(map(macro, made)) + TAIL


REAL_HEAD = """\
/* dft_real_gen.h - written by codegen/, do not edit: see codegen/README.md.
 *
 * TFK_R2C_R(GET, PUT, PUT_REAL): X_k = sum_j x_j exp(-2 pi i j k / R) of real x, k = 0 …
 * R/2. GET(j, x) assigns leg j, PUT(k, re, im) takes result k, PUT_REAL(0, re) the first
 * one.
 * TFK_C2R_R(GET, GET_REAL, PUT): x_j = sum_k X_k exp(-2 pi i j k / R) from that half,
 * with GET(k, re, im), GET_REAL(0, re) and PUT(j, x). */
#ifndef TFI_CPU_DFT_REAL_GEN_H
#define TFI_CPU_DFT_REAL_GEN_H

"""


def real_header(made):
    return REAL_HEAD + "".join(map(macro, made)) + TAIL


PAIRS_HEAD = """\
/* dft_pairs_gen.h - written by codegen/, do not edit: see codegen/README.md.
 *
 * TFK_PAIRS_DFT_R(GET, PUT): the transforms of dft_gen.h on vectors of interleaved
 * points, the same scalar operations. GET(j, v) assigns leg j to a variable, PUT(k, v)
 * takes result k. Words of their own: SWAP exchanges the parts of each point, SUM_DIFF
 * adds the first parts and subtracts the second, DIFF_SUM the reverse, and K_MIXED is a
 * constant that is negative for the second. */
#ifndef TFI_CPU_DFT_PAIRS_GEN_H
#define TFI_CPU_DFT_PAIRS_GEN_H

"""

PAIRS_SUMS = {
    "add": "%s + %s",
    "sub": "%s - %s",
    "sum_diff": "SUM_DIFF(%s, %s)",
    "diff_sum": "DIFF_SUM(%s, %s)",
}


def _pairs_step(step):
    if step.kind == "get":
        return ["V %s;" % step.name, "GET(%s, %s);" % (step.what, step.name)]
    if step.kind == "put":
        return ["PUT(%s, %s);" % (step.what, step.args[0])]
    if step.kind == "swap":
        value = "SWAP(%s)" % step.args[0]
    elif step.what in PAIRS_SUMS:
        value = PAIRS_SUMS[step.what] % tuple(step.args)
    else:
        factor = constant(abs(step.factor))
        if step.mixed:
            factor = "K_MIXED" + factor[1:]
        if step.what == "mul":
            value = "%s%s * %s" % ("-" if step.factor < 0 else "", step.args[0], factor)
        else:
            word = "FMA" if step.factor > 0 else "FNMA"
            value = "%s(%s, %s, %s)" % (word, step.args[0], factor, step.args[1])
    return ["const V %s = %s;" % (step.name, value)]


def pairs_macro(codelet):
    n = pairs.counts(codelet)
    kinds = ("add", "fma", "mul", "swap")
    note = "/* %d additions, %d multiply-adds, %d multiplications, %d exchanges */"
    lines = ["#define TFK_PAIRS_%s(GET, PUT)" % codelet.name, "    do {"]
    lines += ["        " + line for s in pairs.steps(codelet) for line in _pairs_step(s)]
    lines.append("    } while (0)")
    return note % tuple(n[k] for k in kinds) + "\n" + " \\\n".join(lines) + "\n\n"


def pairs_header(made):
    return PAIRS_HEAD + "".join(map(pairs_macro, made)) + TAIL
