/* gemm.h - products of complex matrices between their three files: plans and the way
 * they run. */
#ifndef TFI_SOLVERS_GEMM_H
#define TFI_SOLVERS_GEMM_H

#include <math.h>

#include "backend/cpu/gemm_table.h"
#include "plan/gemm_problem.h"
#include "plan/job.h"

/* Bytes of the pieces of a thread's workspace. */
typedef struct tfi_gemm_memory {
    size_t a, b;    /* packed blocks, 0: read in place                 */
    size_t c;       /* each part of a block of results, 0: none needed */
    size_t stage;   /* each part of a strip being converted            */
    size_t scratch; /* of the kernel                                   */
    size_t whole;
} tfi_gemm_memory;

typedef struct tfi_gemm_plan {
    tfi_job_plan job;
    tfi_gemm_problem problem;
    const tfk_gemm_ops *ops;
    int type; /* TFK_F32 or TFK_F64 */
    bool three;
    bool in_place; /* rows of a are read where they lie */
    bool narrow;   /* one block of a for all rows, one panel of b at a time */
    bool direct;   /* results are accumulated where they belong */
    int n_threads;
    int64_t block_i, block_j, block_k; /* of the packed blocks              */
    int64_t item_i, item_j;            /* of the share that one thread does */
    int64_t items_i, items_j, n_items;
    tfi_gemm_memory memory;
} tfi_gemm_plan;

/* Lines of a strip that is converted at a time. */
enum { TFI_GEMM_STRIP = TFK_GEMM_MAX_COLUMNS };

/* Relative RMS error of sums of k products of random factors, by four or three real
 * products each; k at least 1. */
static inline double tfi_gemm_error(const tfi_gemm_problem *p, bool three)
{
    const double e = p->compute == TRNFFT_F64 ? 0x1p-53 : 0x1p-24;
    return (three ? 2.0 : 1.0) * e * (2.0 + sqrt((double)p->k));
}

trnfft_status tfi_gemm_execute(const tfi_job_plan *plan, const tfi_job *job);

/* Components of a panel of a of n_k: three products pack whole pieces. */
static inline int64_t tfi_gemm_panel_a(const tfi_gemm_plan *g, int64_t n_k)
{
    const int64_t piece = TFK_GEMM_PIECE / (g->type == TFK_F64 ? 8 : 4);
    return g->ops->rows *
           (g->three ? 3 * ((n_k + piece - 1) / piece * piece) : 2 * n_k);
}

static inline int64_t tfi_gemm_least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

#endif
