/* solvers.h - the kinds of problems and the solvers of this folder. */
#ifndef TFI_SOLVERS_SOLVERS_H
#define TFI_SOLVERS_SOLVERS_H

#include "plan/kind.h"
#include "plan/planner.h"
#include "solvers/line_solvers.h"

extern const tfi_kind tfi_kind_fft, tfi_kind_copy, tfi_kind_gemm, tfi_kind_stft,
    tfi_kind_istft, tfi_kind_fnet;
extern const tfi_solver tfi_solver_row_column, tfi_solver_copy, tfi_solver_gemm_blocked,
    tfi_solver_gemm_three, tfi_solver_stft, tfi_solver_istft, tfi_solver_fnet;

#endif
