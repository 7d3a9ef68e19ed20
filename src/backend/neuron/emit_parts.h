/* emit_parts.h - what the files of the translator share. */
#ifndef TFI_NEURON_EMIT_PARTS_H
#define TFI_NEURON_EMIT_PARTS_H

#include "backend/neuron/emit.h"
#include "backend/neuron/probe.h"

typedef struct tfi_emitter {
    const ncs_program *program;
    const tfi_neuron_job *job; /* NULL: none */
    const tfi_probe *probe;    /* the same */
    tfi_printer *out;
    /* Prints the driver's draw() and check(). */
    trnfft_status (*checks)(struct tfi_emitter *e);
} tfi_emitter;

/* emit.c: the whole file. */
trnfft_status tfi_emit_file(tfi_emitter *e);

/* emit_views.c: the name as Python allows it; a view as a slice where it is one, else
 * as .ap(). `dtype` not NULL: the elements read as this type (nl.…). */
void tfi_emit_name(tfi_emitter *e, int32_t buffer);
/* Words for comments and strings: whatever could end those becomes "_". */
void tfi_emit_text(tfi_emitter *e, const char *text);
void tfi_emit_view(tfi_emitter *e, const ncs_view *view, const char *dtype);
/* The type that storage is declared with: "float32" for f32 and tf32. */
const char *tfi_emit_dtype(ncs_dtype dtype);

/* emit_instructions.c */
/* OK, or UNSUPPORTED with a sentence about instruction `index`. */
trnfft_status tfi_emit_check(const ncs_program *program, int32_t index);
void tfi_emit_instruction(tfi_emitter *e, const ncs_instruction *in);

/* emit_tables.c: NAME = (encoding, dtype, elements, text) for the driver's unpack(). */
trnfft_status tfi_emit_tables(tfi_emitter *e);
/* Such a constant without a name: doubles, or f32 as their bits. */
void tfi_emit_doubles(tfi_emitter *e, const double *values, int64_t count);
void tfi_emit_words(tfi_emitter *e, const float *values, int64_t count);

/* emit_roots.c: such a constant as what computes it, for tables of roots of unity;
 * false, and nothing printed, for others. */
bool tfi_emit_roots(tfi_emitter *e, const ncs_buffer *buffer);

/* emit_driver.c: what stands before and behind the kernel; checks of nothing but
 * finite results. */
void tfi_emit_head(tfi_emitter *e);
trnfft_status tfi_emit_driver(tfi_emitter *e);
trnfft_status tfi_emit_no_reference(tfi_emitter *e);

/* emit_reference.c: checks by what the job's task is in NumPy. */
trnfft_status tfi_emit_reference(tfi_emitter *e);

#endif
