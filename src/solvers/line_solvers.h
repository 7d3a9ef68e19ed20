/* line_solvers.h - the list of one-dimensional solvers. */
#ifndef TFI_SOLVERS_LINE_SOLVERS_H
#define TFI_SOLVERS_LINE_SOLVERS_H

#include <stdbool.h>

#include "backend/cpu/stockham.h"
#include "plan/line.h"
#include "plan/planner.h"

/* NULL-terminated; in order of preference at equal cost. */
extern const tfi_solver *const tfi_line_solvers[];

extern const tfi_solver tfi_solver_rader, tfi_solver_bluestein, tfi_solver_four_step,
    tfi_solver_two_sweep, tfi_solver_decimate, tfi_solver_half_complex,
    tfi_solver_real_pass, tfi_solver_real_split, tfi_solver_real_rader,
    tfi_solver_real_rader_padded, tfi_solver_real_rader_direct,
    tfi_solver_real_bluestein, tfi_solver_direct, tfi_solver_real_direct,
    tfi_solver_real_via_complex;

/* Whether a real line of even length is left to "real_direct" by "half_complex". */
bool tfi_real_direct_takes(const tfi_planner *planner, const tfi_line_problem *line);

#endif
