/* text.h - programs as text: an assembler and a disassembler that agree to the letter.
 *
 *   program dft128 v3
 *   hbm x f32 16384 input
 *   hbm w f32 32768 table
 *     3f800000*256 3f7fb10f ...                    (bits, with repeat counts)
 *   sbuf xs f32 128p 256 @ 0 0                     (first partition, byte)
 *   psum acc f32 128p 256 @ 0 0
 *   dma0 dma_copy xs[0:128 0 256:1] <- x[128*256 0 256:1] post 0 note load
 *   pe matmul acc[0:128 0 256:1] <- ws[0:128 0 128:1], xs[0:128 0 256:1] overwrite
 *      wait 0>=1 post 1                            (all of it in one line)
 *
 * A view of SBUF or PSUM is name[first:rows offset size:stride ...], of HBM
 * name[rows*row_stride offset size:stride ...], outermost dimension first; dimensions
 * of size 1 before the others are left out. Behind the operands stand, where they are
 * not zero: overwrite or accumulate, the ALU's words, the function, reverse0, reverse1,
 * scalar s0 s1, base, channel, step, group, wait, post, note. Remarks go from ; to the
 * end of the line. A missing operand before another one is -.
 */
#ifndef NCS_TEXT_H
#define NCS_TEXT_H

#include "base/printer.h"
#include "ncsim/program.h"

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
