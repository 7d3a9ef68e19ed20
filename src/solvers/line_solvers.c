/* line_solvers.c - the one-dimensional solvers: leaves of the CPU back end and
 * rewrites. */
#include "solvers/line_solvers.h"

#include <stddef.h>

const tfi_solver *const tfi_line_solvers[] = {
    &tfi_solver_codelet,           &tfi_solver_stockham,
    &tfi_solver_two_sweep,         &tfi_solver_four_step,
    &tfi_solver_decimate,          &tfi_solver_rader,
    &tfi_solver_bluestein,         &tfi_solver_direct,
    &tfi_solver_half_complex,      &tfi_solver_real_direct,
    &tfi_solver_real_pass,         &tfi_solver_real_split,
    &tfi_solver_real_rader,        &tfi_solver_real_rader_padded,
    &tfi_solver_real_rader_direct, &tfi_solver_real_bluestein,
    &tfi_solver_real_via_complex,  NULL,
};
