/* emit_parts.h - what the files of the translator share. */
#ifndef TFI_NEURON_EMIT_PARTS_H
#define TFI_NEURON_EMIT_PARTS_H

#include "backend/neuron/emit.h"

typedef struct tfi_emitter {
    const ncs_program *program;
    const tfi_neuron_job *job;
    tfi_printer *out;
} tfi_emitter;

/* emit_views.c: the name as Python allows it; a view as a slice where it is one, else
 * as .ap(). `dtype` not NULL: the elements read as this type (nl.…). */
void tfi_emit_name(tfi_emitter *e, int32_t buffer);
void tfi_emit_view(tfi_emitter *e, const ncs_view *view, const char *dtype);
/* The type that storage is declared with: "float32" for f32 and tf32. */
const char *tfi_emit_dtype(ncs_dtype dtype);

/* emit_instructions.c */
/* OK, or UNSUPPORTED with a sentence about instruction `index`. */
trnfft_status tfi_emit_check(const ncs_program *program, int32_t index);
void tfi_emit_instruction(tfi_emitter *e, const ncs_instruction *in);

/* emit_tables.c: NAME = (encoding, dtype, elements, text) for the driver's unpack(). */
trnfft_status tfi_emit_tables(tfi_emitter *e);
void tfi_emit_doubles(tfi_emitter *e, const char *name, const double *values,
                      int64_t count);

/* emit_driver.c: what stands before and behind the kernel. */
void tfi_emit_head(tfi_emitter *e);
void tfi_emit_driver(tfi_emitter *e);

/* emit_reference.c: draw(), check() and reference() of the job's task. */
void tfi_emit_reference(tfi_emitter *e);

#endif
