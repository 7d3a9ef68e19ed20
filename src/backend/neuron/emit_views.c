/* emit_views.c - names, types and views as Python. */
#include "backend/neuron/emit_parts.h"

#include <string.h>

/* Python's own words and the names that the file uses. */
static const char *const taken[] = {
    "and",    "as",   "assert", "async",  "await",  "break",   "class",    "continue",
    "def",    "del",  "elif",   "else",   "except", "finally", "for",      "from",
    "global", "if",   "import", "in",     "is",     "lambda",  "nonlocal", "not",
    "or",     "pass", "raise",  "return", "try",    "while",   "with",     "yield",
    "nki",    "nl",   "nisa",   "np",     "kernel", "range",   "chosen",
};

void tfi_emit_name(tfi_emitter *e, int32_t buffer)
{
    const char *name = e->program->buffer[buffer].name;
    bool clash = false;
    for (size_t i = 0; i < sizeof taken / sizeof taken[0]; i++) {
        clash = clash || strcmp(name, taken[i]) == 0;
    }
    tfi_printf(e->out, "%s%s", name, clash ? "_" : "");
}

void tfi_emit_text(tfi_emitter *e, const char *text)
{
    for (; *text != '\0'; text++) {
        const char c = *text;
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                           (c >= '0' && c <= '9') || strchr(" _-.,:+*()", c) != NULL;
        tfi_printf(e->out, "%c", plain ? c : '_');
    }
}

const char *tfi_emit_dtype(ncs_dtype dtype)
{
    switch (dtype) {
    case NCS_BF16: return "bfloat16";
    case NCS_F16: return "float16";
    case NCS_I32: return "int32";
    case NCS_U32: return "uint32";
    default: return "float32";
    }
}

typedef struct pattern {
    int n;
    int64_t step[NCS_DIMS], size[NCS_DIMS];
} pattern;

/* Free dimensions without those of size 1, neighbours joined where they are one. */
static pattern free_pattern(const ncs_view *view)
{
    pattern p = { .n = 0 };
    for (int d = 0; d < NCS_DIMS; d++) {
        if (view->size[d] == 1) {
            continue;
        }
        if (p.n > 0 && p.step[p.n - 1] == view->stride[d] * view->size[d]) {
            p.size[p.n - 1] *= view->size[d];
            p.step[p.n - 1] = view->stride[d];
            continue;
        }
        p.step[p.n] = view->stride[d];
        p.size[p.n] = view->size[d];
        p.n++;
    }
    if (p.n == 0) {
        p = (pattern){ .n = 1, .step = { 1 }, .size = { 1 } };
    }
    return p;
}

/* Rows, and columns one after the other or every so many. */
static void print_slice(tfi_emitter *e, const ncs_view *view, const pattern *p)
{
    const ncs_buffer *b = &e->program->buffer[view->buffer];
    const int64_t end = view->offset + (p->size[0] - 1) * p->step[0] + 1;
    if (view->n_partitions == b->n_partitions && p->size[0] == b->elements) {
        return; /* all of it */
    }
    tfi_printf(e->out, "[%d:%d, %lld:%lld", (int)view->partition,
               (int)(view->partition + view->n_partitions), (long long)view->offset,
               (long long)end);
    if (p->step[0] != 1) {
        tfi_printf(e->out, ":%lld", (long long)p->step[0]);
    }
    tfi_printf(e->out, "]");
}

void tfi_emit_view(tfi_emitter *e, const ncs_view *view, const char *dtype)
{
    const ncs_buffer *b = &e->program->buffer[view->buffer];
    const bool hbm = b->memory == NCS_HBM;
    const pattern p = free_pattern(view);
    tfi_emit_name(e, view->buffer);
    if (!hbm && dtype == NULL && p.n == 1 && p.step[0] > 0) {
        print_slice(e, view, &p);
        return;
    }
    const long long row = hbm ? view->row_stride : b->elements;
    const long long offset =
        hbm ? view->offset : view->partition * b->elements + view->offset;
    tfi_printf(e->out, ".ap(pattern=[[%lld, %d]", row, (int)view->n_partitions);
    for (int d = 0; d < p.n; d++) {
        tfi_printf(e->out, ", [%lld, %lld]", (long long)p.step[d],
                   (long long)p.size[d]);
    }
    tfi_printf(e->out, "], offset=%lld", offset);
    if (dtype != NULL) {
        tfi_printf(e->out, ", dtype=nl.%s", dtype);
    }
    tfi_printf(e->out, ")");
}
