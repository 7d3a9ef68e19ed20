/* text.h - programs as text: an assembler and a disassembler that agree to the letter.
 *
 *   program dft128 v3
 *   hbm  x    f32 16384 input
 *   hbm  w    f32 32768 table 3f800000*16384 …        (bits, with repeats)
 *   sbuf xs   f32 128p 256 @ 0 0                      (partition, byte)
 *   psum acc  f32 128p 256 @ 0 0
 *   dma0 dma_copy xs[0:128 0 256:1] <- x[128*256 0 256:1] post 0      ; load
 *   pe   matmul acc[…] <- xs[…], ws[…] overwrite wait 0>=1 post 1
 *
 * A view: name[first:rows offset size:stride …], HBM:
 * name[rows*row_stride offset size:stride …].
 */
#ifndef NCS_TEXT_H
#define NCS_TEXT_H

#include "ncsim/program.h"
#include "base/printer.h"

/* Appends the whole program. */
void ncs_disassemble(const ncs_program *program, tfi_printer *printer);
/* One instruction, for reports; no newline. */
void ncs_disassemble_one(const ncs_program *program, const ncs_instruction *instruction,
                         tfi_printer *printer);

/* INVALID_ARGUMENT with the line and the word that was not understood. What it accepts
 * is well formed, not verified. */
trnfft_status ncs_assemble(const char *text, size_t n_bytes, const tfi_allocator *alloc,
                           ncs_program **out);

#endif
