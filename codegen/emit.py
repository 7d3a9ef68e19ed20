"""C text: each codelet a macro over the words of kernels/words_tmpl.h."""
from collections import Counter

from . import codelets

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


def statements(codelet):
    negated_often = _negated_often(codelet)
    lines = []
    for kind, what in codelet.events:
        if kind == "get":
            names = _names(codelet.inputs[what])
            lines += ["V %s;" % names, "GET(%s, %s);" % (what, names)]
        elif kind == "put":
            lines.append("PUT(%s, %s);" % (what, _names(codelet.outputs[what])))
        else:
            lines.append("const V %s = %s;" % (_name(what), _operation(what, negated_often)))
    return lines


def macro(codelet):
    n = codelets.counts(codelet)
    note = "/* %d additions, %d multiply-adds, %d multiplications */" % (
        n["add"],
        n["fma"],
        n["mul"],
    )
    lines = ["#define TFK_%s(GET, PUT)" % codelet.name, "    do {"]
    lines += ["        " + line for line in statements(codelet)]
    lines.append("    } while (0)")
    return note + "\n" + " \\\n".join(lines) + "\n\n"


def header(made):
    return HEAD + "".join(map(macro, made)) + "#endif\n"
