/* verify_group.c - whether the cores of a group come to the same collectives. */
#include "ncsim/group.h"
#include "ncsim/verify_parts.h"

#include <string.h>

int32_t ncs_next_collective(const ncs_program *program, int32_t from)
{
    while (from < program->n_instructions &&
           !ncs_is_collective(program->instruction[from].op)) {
        from++;
    }
    return from;
}

static int64_t elements(const ncs_view *v)
{
    return v->n_partitions * ncs_view_columns(v);
}

/* Shares of `cores` cores. */
static bool shares_fit(const ncs_instruction *in, int64_t cores)
{
    const int64_t to = elements(&in->dst), from = elements(&in->src[0]);
    switch (in->op) {
    case NCS_ALL_GATHER: return to == from * cores;
    case NCS_REDUCE_SCATTER: return from == to * cores;
    default: return in->op == NCS_PERMUTE || from % cores == 0;
    }
}

const char *ncs_collective_clash(const ncs_program *p, int32_t i, const ncs_program *q,
                                 int32_t j, int32_t n_cores)
{
    if (i == p->n_instructions || j == q->n_instructions) {
        return i == p->n_instructions && j == q->n_instructions
                   ? NULL
                   : "one of them has no more collectives";
    }
    const ncs_instruction *x = &p->instruction[i], *y = &q->instruction[j];
    if (x->op != y->op) {
        return "they are at different operations";
    }
    if (x->group != y->group || (x->op == NCS_PERMUTE && x->base != y->base)) {
        return "groups or shifts differ";
    }
    if (elements(&x->dst) != elements(&y->dst) ||
        elements(&x->src[0]) != elements(&y->src[0]) ||
        p->buffer[x->dst.buffer].dtype != q->buffer[y->dst.buffer].dtype) {
        return "sizes or types differ";
    }
    const int32_t cores = x->group == 0 ? n_cores : x->group;
    if (n_cores % cores != 0) {
        return "the group does not divide the cores";
    }
    return shares_fit(x, cores) ? NULL : "there are no equal shares";
}

static trnfft_status check_group(ncs_check *c, const ncs_program *const *programs,
                                 int32_t n_cores)
{
    const ncs_program *first = programs[0];
    for (int32_t r = 0; r < n_cores; r++) {
        const ncs_program *p = c->program = programs[r];
        for (int32_t i = -1, j = -1; i < first->n_instructions;) {
            i = ncs_next_collective(first, i + 1);
            j = ncs_next_collective(p, j + 1);
            const char *clash = ncs_collective_clash(first, i, p, j, n_cores);
            if (clash != NULL) {
                c->instruction = j < p->n_instructions ? j : -1;
                return ncs_break(c, NCS_RULE_COLLECTIVE, -1,
                                 "rank %d of %d, against instruction %d of rank 0: %s",
                                 (int)r, (int)n_cores, (int)i, clash);
            }
        }
    }
    return TRNFFT_OK;
}

trnfft_status ncs_verify_group(const ncs_program *const *programs, int32_t n_cores,
                               ncs_report *report)
{
    ncs_report own;
    ncs_check c = { .report = report != NULL ? report : &own, .instruction = -1 };
    memset(c.report, 0, sizeof *c.report);
    c.report->instruction = c.report->buffer = -1;
    const int most = n_cores >= 1 ? programs[0]->machine->max_cores : 0;
    if (n_cores < 1 || n_cores > most) {
        return ncs_break(&c, NCS_RULE_COLLECTIVE, -1, "n_cores = %d: 1 … %d",
                         (int)n_cores, most);
    }
    for (int32_t r = 1; r < n_cores; r++) {
        if (programs[r]->machine != programs[0]->machine) {
            return ncs_break(&c, NCS_RULE_COLLECTIVE, -1,
                             "rank %d is for another machine than rank 0", (int)r);
        }
    }
    return check_group(&c, programs, n_cores);
}
