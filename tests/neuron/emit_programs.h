/* emit_programs.h - programs written by hand for what kernels may not use. */
#ifndef TESTS_NEURON_EMIT_PROGRAMS_H
#define TESTS_NEURON_EMIT_PROGRAMS_H

#include "ncsim/builder.h"

/* Fails the running test where the builder has an error. */
ncs_program *emit_finish(ncs_builder *b);
/* Instructions that the builder has no shorthand for: no operand but dst. */
ncs_instruction emit_plain(ncs_op op, ncs_stream stream, ncs_view dst);

/* All operations in three parts: arithmetic, functions, patterns. */
ncs_program *emit_every_operation(const char *machine, int part);
/* Types through DMA, engines and products, and as bits. */
ncs_program *emit_every_type(const char *machine);
/* What the mutations of run_emitted.py change. */
ncs_program *emit_mutable(void);

#endif
