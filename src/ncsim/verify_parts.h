/* verify_parts.h - what the files verify*.c share: one program under examination.
 */
#ifndef NCS_VERIFY_PARTS_H
#define NCS_VERIFY_PARTS_H

#include "ncsim/verify.h"

typedef struct ncs_check {
    const ncs_program *program;
    const ncs_machine *machine;
    ncs_report *report;
    int32_t instruction; /* under examination; -1: none */
} ncs_check;

/* Fills the report, "instruction 3, copy on dve: " and the rest; INVALID_ARGUMENT. A
 * macro for tfi_fail()'s reason. */
#define ncs_break(c, rule, buffer, ...)                    \
    tfi_said(ncs_say_broken(c, rule, buffer, __VA_ARGS__), \
             TRNFFT_ERROR_INVALID_ARGUMENT)
int ncs_say_broken(ncs_check *c, ncs_rule rule, int32_t buffer, const char *format, ...)
    TFI_PRINTF(4, 5);

enum { NCS_OPERANDS = 4 }; /* dst, src[0], src[1], src[2] */
static inline const ncs_view *ncs_operand(const ncs_instruction *in, int which)
{
    return which == 0 ? &in->dst : &in->src[which - 1];
}
extern const char *const ncs_operand_names[NCS_OPERANDS];

/* First and last element of the buffer that a view names; false: beyond all numbers. */
bool ncs_view_span(const ncs_view *view, bool hbm, int64_t *low, int64_t *high);

/* verify_form.c: each field in its range, so that everything later may rely on it. */
trnfft_status ncs_check_buffers(ncs_check *c);
trnfft_status ncs_check_form(ncs_check *c, const ncs_instruction *in);
/* verify_ops.c: engines, memories, types, shapes, partitions. */
trnfft_status ncs_check_operation(ncs_check *c, const ncs_instruction *in);
/* verify_order.c, verify_state.c: semaphores, races, what was written by whom. */
trnfft_status ncs_check_order(ncs_check *c);
/* verify_peak.c */
trnfft_status ncs_find_peaks(ncs_check *c);

/* What must have been done before an instruction starts: of each stream, so many
 * instructions. */
typedef struct ncs_clock {
    int32_t done[NCS_N_STREAMS];
} ncs_clock;

/* Who wrote and read what (verify_state.c). */
typedef struct ncs_track ncs_track;
trnfft_status ncs_track_create(ncs_check *c, const int32_t *position, ncs_track **out);
void ncs_track_destroy(ncs_track *t);
trnfft_status ncs_track_instruction(ncs_track *t, const ncs_instruction *in,
                                    const ncs_clock *start);
trnfft_status ncs_track_outputs(ncs_track *t);

#endif
