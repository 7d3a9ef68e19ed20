/* planner.h - the three nouns: problem (what), solver (who can), plan (how, ready to
 * run).
 *
 * This layer knows no Fourier transform and no backend. A problem is a plain struct
 * that starts with tfi_problem and is compared as bytes (so padding must be zeroed); a
 * solver either returns a plan with a predicted cost or declines; the planner keeps the
 * cheapest. Planning has two phases: tfi_planner_find() prices candidates without
 * computing tables, tfi_plan_wake() then builds the tables of the winner and of its
 * children.
 */
#ifndef TFI_PLAN_PLANNER_H
#define TFI_PLAN_PLANNER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/alloc.h"
#include "base/cpu.h"
#include "base/printer.h"
#include "base/status.h"

typedef struct tfi_problem tfi_problem;
typedef struct tfi_plan tfi_plan;
typedef struct tfi_solver tfi_solver;
typedef struct tfi_planner tfi_planner;
typedef struct tfi_choice tfi_choice;

/* What is to be computed. `kind` is one of tfi_problem_kind, `n_bytes` the whole size.
 */
typedef enum tfi_problem_kind {
    TFI_PROBLEM_LINE = 1,   /* tfi_line_problem   (plan/line.h)          */
    TFI_PROBLEM_TENSOR = 2, /* tfi_tensor_problem: an n-dimensional transform */
    TFI_PROBLEM_GEMM = 3,
    TFI_PROBLEM_STFT = 4,
    TFI_PROBLEM_ISTFT = 5,
    TFI_PROBLEM_COPY = 6,
    TFI_PROBLEM_FNET = 7
} tfi_problem_kind;

struct tfi_problem {
    uint32_t kind;
    uint32_t n_bytes;
};

typedef struct tfi_plan_ops {
    /* Builds tables (allocating through the planner's allocator) and wakes the
     * children. NULL: none. */
    trnfft_status (*wake)(tfi_plan *plan, tfi_planner *planner);
    /* Frees what the plan owns, children included, but not the struct itself. NULL:
     * nothing owned. */
    void (*fini)(tfi_plan *plan, const tfi_allocator *alloc);
    /* One line for itself, children below with a larger indent. */
    void (*print)(const tfi_plan *plan, tfi_printer *printer);
} tfi_plan_ops;

/* Ready to run, immutable once awake. Concrete plans start with this struct. */
struct tfi_plan {
    const tfi_plan_ops *ops;
    const tfi_solver *solver;
    double cost_ns; /* predicted time of one execution (line plans: of one lane) */
    /* Bytes of tables owned by this node once awake, children apart. */
    size_t table_bytes;
    size_t struct_bytes; /* bytes of the concrete plan; set by tfi_plan_new() */
};

/* What a solver is free to decide, as numbers that it understands itself: radices, a
 * split, a length. None: it decides alone. */
enum { TFI_MAX_CHOICE = 24, TFI_MAX_CHOICES = 6 /* of one solver */ };
struct tfi_choice {
    int32_t count;
    int64_t at[TFI_MAX_CHOICE];
};

/* Who can. `plan` sets *out and returns OK, or declines with OK and *out = NULL. */
struct tfi_solver {
    const char *name; /* unique, lower snake: "stockham", "rader" …; used to force it */
    uint32_t kind;    /* the problem kind that it looks at */
    /* Where planner->choice is set, the plan made that way; the numbers may come from a
     * file, so one that is impossible is declined. */
    trnfft_status (*plan)(const tfi_solver *solver, const tfi_problem *problem,
                          tfi_planner *planner, tfi_plan **out);
    /* The choices worth measuring for a problem that it accepts, the one that it makes
     * alone first; returns how many, at most `capacity`. NULL: there is nothing to
     * choose. */
    size_t (*choices)(const tfi_solver *solver, const tfi_problem *problem,
                      tfi_planner *planner, tfi_choice *list, size_t capacity);
    /* Runs its children on several lanes even for a single line. */
    bool lanes_inside;
};

/* One candidate that was considered for a problem: kept for `trnfft plan` and for
 * measuring. */
typedef struct tfi_candidate {
    const tfi_solver *solver;
    tfi_choice choice;
    double cost_ns;     /* predicted */
    double measured_ns; /* 0: not measured */
    bool own;           /* the solver's way where nothing is chosen */
} tfi_candidate;

struct tfi_planner {
    const tfi_allocator *alloc;
    const tfi_solver *const *solvers; /* NULL-terminated registry */
    tfi_cpu_level cpu;                /* the ISA whose kernels and costs are used */
    /* The machine that plans are for (device.h); NULL: the host. */
    const struct trnfft_device *device;
    /* A user's constants of the cost model, the back end's to read; NULL: its own. */
    const struct tfi_costs *costs;
    /* Comma-separated solver names. The top-level problem of their kind must be solved
     * by one of these (children are free); NULL: no restriction. Set by tests and
     * `trnfft plan --force`. */
    const char *force;
    struct tfi_planner_memo *memo; /* best solver per problem, owned by the planner */
    int depth;          /* how many problems are being planned, one inside the other */
    uint32_t active;    /* bit k set: a problem of kind k is among them */
    size_t awake_bytes; /* structs and tables of all plans woken so far */
    /* True while solvers are asked about a problem that `force` restricts (not its
     * children): a solver that declines where it cannot win, such as bluestein on
     * smooth lengths, accepts then. */
    int forced;
    const tfi_choice *choice; /* that the solver asked has to make; NULL: free */
    /* What is known from measuring, for problems that `force` does not restrict: sets
     * *out, or leaves it NULL. NULL: nothing is. */
    trnfft_status (*advise)(tfi_planner *planner, const tfi_problem *problem,
                            tfi_plan **out);
    void *advisor;
    /* Top lines may be planned for the lanes that they run on, too: their bits then
     * depend on batch and layout. */
    bool free_arithmetic;
    bool estimating; /* advice is not wanted just now */
    /* Only the cost of a line is wanted: its plan is thrown away and may lack its
     * children, see tfi_line_child(). */
    bool pricing;
    /* Lines asked for run on several lanes: prices of children, and what is measured of
     * a caller's lines, depend on it. */
    bool lanes;
};

trnfft_status tfi_planner_init(tfi_planner *planner, const tfi_allocator *alloc,
                               const tfi_solver *const *solvers, tfi_cpu_level cpu);
void tfi_planner_fini(tfi_planner *planner);

/* The cheapest plan for the problem, asleep. TRNFFT_ERROR_UNSUPPORTED if every solver
 * declines. */
trnfft_status tfi_planner_find(tfi_planner *planner, const tfi_problem *problem,
                               tfi_plan **out);
/* Predicted cost only; the plan is thrown away and remembered in the memo. */
trnfft_status tfi_planner_cost(tfi_planner *planner, const tfi_problem *problem,
                               double *cost_ns);
/* What one solver makes of a problem as its top, even where it cannot win; choice NULL:
 * free. *out = NULL: it declines. */
trnfft_status tfi_planner_ask(tfi_planner *planner, const tfi_solver *solver,
                              const tfi_choice *choice, const tfi_problem *problem,
                              tfi_plan **out);
/* The candidates of a problem with their predicted costs, cheapest first, each choice
 * of a solver one of them; *count: how many there are, at most `capacity`.
 * OUT_OF_MEMORY. */
trnfft_status tfi_planner_candidates(tfi_planner *planner, const tfi_problem *problem,
                                     tfi_candidate *list, size_t capacity,
                                     size_t *count);

/* Zeroed memory for a concrete plan of `bytes`, with ops and solver set. NULL: out of
 * memory. */
void *tfi_plan_new(const tfi_planner *planner, const tfi_solver *solver,
                   const tfi_plan_ops *ops, size_t bytes);
trnfft_status tfi_plan_wake(tfi_plan *plan, tfi_planner *planner);
void tfi_plan_free(tfi_plan *plan,
                   const tfi_allocator *alloc); /* NULL: nothing happens */
void tfi_plan_print(const tfi_plan *plan, tfi_printer *printer);
/* The same, indented below the line of its parent. */
void tfi_plan_print_child(const tfi_plan *child, tfi_printer *printer);

#endif
