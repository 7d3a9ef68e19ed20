/* line.h - the problem that all one-dimensional solvers share: a DFT along one line,
 * for one or several lanes at once.
 *
 *   c2c  X_k = sum_j x_j exp(-2 pi i j k / n)
 *   r2c  the same for real x, k = 0 … n/2
 *   c2r  x_j = sum_k X_k exp(-2 pi i j k / n) for Hermitian X given by k = 0 … n/2,
 * real x_j; (conjugate the input for the usual inverse); Im X_0 and, n even, Im X_{n/2}
 * are ignored
 *
 * There is one direction only: the other one is conj_in and conj_out at execution. The
 * arithmetic graph of a plan depends on (kind, n, dtype, cpu level) alone: lanes,
 * layout, strides and conjugation choose only how it is walked, so every lane gets the
 * same bits that a single line gets.
 */
#ifndef TFI_PLAN_LINE_H
#define TFI_PLAN_LINE_H

#include "plan/planner.h"

typedef enum tfi_line_kind { TFI_C2C = 0, TFI_R2C = 1, TFI_C2R = 2 } tfi_line_kind;

typedef struct tfi_line_problem {
    tfi_problem base;
    uint32_t kind;  /* tfi_line_kind */
    uint32_t dtype; /* compute type: TRNFFT_F32 or TRNFFT_F64 */
    int64_t n;      /* points of the (real) line, >= 1 */
    /* Whether it will run on several lanes, as children of some solvers always do:
     * prices differ. Of lines that are no children it tells measured plans apart; by
     * predicted cost, 0, they have one plan for both. */
    int64_t lanes;
} tfi_line_problem;

typedef enum tfi_layout { TFI_SPLIT = 0, TFI_INTERLEAVED = 1 } tfi_layout;

/* One operand. Point j of lane b:
 *
 *   TFI_SPLIT         re[j * stride + b] and im[j * stride + b]; im NULL: real
 *
 *   TFI_INTERLEAVED   re[j * stride + 2 * b], im = re + 1
 *
 * With lanes == 1 the points must be contiguous: stride 1 (split, real) or 2
 * (interleaved). With more lanes the stride is free (any sign) as long as it covers no
 * two lanes at once. */
typedef struct tfi_line_operand {
    void *re, *im;
    int64_t stride; /* components of the compute type */
    tfi_layout layout;
} tfi_line_operand;

typedef struct tfi_line_args {
    /* `in` is only read. `out` may be the very memory of `in` (every solver reads all
     * points of all lanes of a call before it writes any point of those lanes); any
     * other overlap is forbidden. */
    tfi_line_operand in, out;
    int64_t lanes; /* >= 1 */
    double scale;  /* multiplies every output */
    /* Conjugate complex input, output; ignored on a real side. */
    int conj_in, conj_out;
    void *scratch; /* tfi_line_scratch(plan, lanes) bytes, 64-byte aligned */
    /* Both operands are split with stride == lanes, and a vector's worth of components
     * behind them may be read and overwritten. */
    int slack;
} tfi_line_args;

/* Rows: lines whose points are contiguous, one beginning in_row (out_row) components
 * after the other. */
typedef struct tfi_line_rows {
    int64_t n_rows, in_row, out_row;
} tfi_line_rows;

/* What tfi_line_plan.prepare() writes: the plan's business. A plan with one child may
 * leave `words` to it and keep its own in `above`. */
typedef struct tfi_line_prepared {
    uint64_t words[104];
    uint64_t above[24];
} tfi_line_prepared;

/* Runs a prepared line; scratch may be anything where the line needs none. Returns 0:
 * TRNFFT_OK for functions that end in it. No allocation, no lock, no system call. */
typedef int (*tfi_line_run)(const void *prepared, const void *in_re, const void *in_im,
                            void *out_re, void *out_im, void *scratch);

typedef struct tfi_line_plan {
    tfi_plan base;
    tfi_line_problem problem;
    /* No allocation, no lock, no system call. */
    void (*execute)(const struct tfi_line_plan *plan, const tfi_line_args *args);
    /* The same for rows, lines apart from each other: NULL where that is one execution
     * for each. See tfi_line_execute_rows(). */
    void (*execute_rows)(const struct tfi_line_plan *plan, const tfi_line_args *args,
                         const tfi_line_rows *rows);
    /* The same for callers that know everything but the pointers long before: prepare()
     * writes what the function that it returns needs, `args` is of one lane. NULL:
     * there is no such short way. */
    tfi_line_run (*prepare)(const struct tfi_line_plan *plan, const tfi_line_args *args,
                            tfi_line_prepared *prepared);
    /* Bytes of scratch for this many lanes (a multiple of 64). */
    size_t (*scratch_bytes)(const struct tfi_line_plan *plan, int64_t lanes);
    /* One line by several threads, to the same bits: n_phases phases one after the
     * other, each of n_parts parts that may run at once; args->lanes is 1 and
     * args->scratch holds parts_scratch(n_parts) bytes. n_phases 0: there is no such
     * way. */
    int n_phases;
    size_t (*parts_scratch)(const struct tfi_line_plan *plan, int n_parts);
    void (*execute_part)(const struct tfi_line_plan *plan, const tfi_line_args *args,
                         int phase, int part, int n_parts);
} tfi_line_plan;

static inline size_t tfi_line_scratch(const tfi_line_plan *plan, int64_t lanes)
{
    return plan->scratch_bytes(plan, lanes);
}

static inline void tfi_line_execute(const tfi_line_plan *plan,
                                    const tfi_line_args *args)
{
    plan->execute(plan, args);
}

/* `args` is of one lane, for row 0. Rows are in any order, those of a call may be read
 * before any of them is written. */
void tfi_line_execute_rows(const tfi_line_plan *plan, const tfi_line_args *args,
                           const tfi_line_rows *rows);

/* Lanes that the target likes to work on at once for this type (one cache line of
 * components): 16 for f32, 8 for f64. Callers that have columns pass this many, fewer
 * at the edge. */
int64_t tfi_line_preferred_lanes(uint32_t dtype);

/* The best line plan, asleep, and its predicted cost alone. TRNFFT_ERROR_OVERFLOW: the
 * line is too long for the address space (above 2^23 points on 32-bit machines). */
trnfft_status tfi_line_find(tfi_planner *planner, tfi_line_kind kind, uint32_t dtype,
                            int64_t n, tfi_line_plan **out);
trnfft_status tfi_line_cost(tfi_planner *planner, tfi_line_kind kind, uint32_t dtype,
                            int64_t n, double *cost_ns);

/* The best line plan for a solver's child, and its cost; where only the solver's own
 * cost is wanted, *out = NULL. */
trnfft_status tfi_line_child(tfi_planner *planner, tfi_line_kind kind, uint32_t dtype,
                             int64_t n, tfi_line_plan **out, double *cost_ns);

/* Finds and wakes the best line plan (planner->alloc owns it). */
trnfft_status tfi_line_plan_create(tfi_planner *planner, tfi_line_kind kind,
                                   uint32_t dtype, int64_t n, tfi_line_plan **out);

#endif
