/* registry.c - the tables that the planner asks: a new kind, solver or back end is one
 * line here. */
#include "solvers/solvers.h"

#include "backend/neuron/backend.h"
#include "base/threads.h"

const tfi_kind *const tfi_kinds[] = { &tfi_kind_fft,
                                      &tfi_kind_copy,
                                      &tfi_kind_gemm,
                                      &tfi_kind_stft,
                                      &tfi_kind_istft,
                                      &tfi_kind_fnet,
                                      NULL };

const tfi_backend *const tfi_backends[] = { &tfi_backend_neuron, NULL };

/* Solvers of whole problems; those of lines follow. */
static const tfi_solver *const job_solvers[] = {
    &tfi_solver_row_column,   &tfi_solver_copy,
    &tfi_solver_gemm_blocked, &tfi_solver_gemm_three,
    &tfi_solver_stft,         &tfi_solver_istft,
    &tfi_solver_fnet,         NULL
};

enum { MAX_SOLVERS = 64 };
static const tfi_solver *all_solvers[MAX_SOLVERS + 1];
static tfi_once collected = TFI_ONCE_INIT;

static void collect(void)
{
    int n = 0;
    for (const tfi_solver *const *s = job_solvers; *s != NULL && n < MAX_SOLVERS; s++) {
        all_solvers[n++] = *s;
    }
    for (const tfi_solver *const *s = tfi_line_solvers; *s != NULL && n < MAX_SOLVERS;
         s++) {
        all_solvers[n++] = *s;
    }
}

const tfi_solver *const *tfi_all_solvers(void)
{
    tfi_once_run(&collected, collect);
    return all_solvers;
}
