/* verify.c - the rules in their order, and the sentence of the first one broken. */
#include "ncsim/verify_parts.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/size_math.h"

const char *const ncs_operand_names[NCS_OPERANDS] = { "dst", "src[0]", "src[1]",
                                                      "src[2]" };

static const char *const rule_names[NCS_N_RULES] = { "none",
#define NCS_RULE(name) #name,
                                                     NCS_RULE_LIST(NCS_RULE)
#undef NCS_RULE
};

const char *ncs_rule_name(ncs_rule rule)
{
    return (int)rule >= 0 && (int)rule < NCS_N_RULES ? rule_names[rule] : "?";
}

int ncs_say_broken(ncs_check *c, ncs_rule rule, int32_t buffer, const char *format, ...)
{
    ncs_report *r = c->report;
    r->rule = rule;
    r->instruction = c->instruction;
    r->buffer = buffer;
    int length = 0;
    if (c->instruction >= 0) {
        const ncs_instruction *in = &c->program->instruction[c->instruction];
        length = snprintf(r->sentence, sizeof r->sentence,
                          "instruction %d, %s on %s: ", (int)c->instruction,
                          ncs_op_name((ncs_op)in->op),
                          ncs_stream_name((ncs_stream)in->stream));
    }
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(r->sentence + length, sizeof r->sentence - (size_t)length, format,
              arguments);
    va_end(arguments);
    return tfi_say("ncs_verify: %s", r->sentence);
}

bool ncs_view_span(const ncs_view *view, bool hbm, int64_t *low, int64_t *high)
{
    *low = *high = view->offset;
    for (int d = -1; d < NCS_DIMS; d++) {
        int64_t count = d < 0 ? (hbm ? view->n_partitions : 1) : view->size[d];
        int64_t stride = d < 0 ? view->row_stride : view->stride[d], reach;
        if (count <= 1) {
            continue;
        }
        int64_t *end = stride < 0 ? low : high;
        if (!tfi_mul_i64(count - 1, stride, &reach) || !tfi_add_i64(*end, reach, end)) {
            return false;
        }
    }
    return true;
}

static trnfft_status check(ncs_check *c)
{
    const ncs_program *p = c->program;
    TFI_TRY(ncs_check_buffers(c));
    for (int32_t i = 0; i < p->n_instructions; i++) {
        c->instruction = i;
        TFI_TRY(ncs_check_form(c, &p->instruction[i]));
        TFI_TRY(ncs_check_operation(c, &p->instruction[i]));
    }
    c->instruction = -1;
    TFI_TRY(ncs_check_order(c));
    return ncs_find_peaks(c);
}

trnfft_status ncs_verify(const ncs_program *program, ncs_report *report)
{
    ncs_report own;
    ncs_check c = { .program = program,
                    .report = report != NULL ? report : &own,
                    .instruction = -1 };
    memset(c.report, 0, sizeof *c.report);
    c.report->instruction = c.report->buffer = -1;
    if (program == NULL || program->machine == NULL) {
        return ncs_break(&c, NCS_RULE_FORM, -1, "program = %s",
                         program == NULL ? "NULL" : "one without a machine");
    }
    c.machine = program->machine;
    return check(&c);
}
