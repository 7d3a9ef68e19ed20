/**
 * @file plan.h
 * @brief Plans: describe a problem once, execute it on many arrays.
 *
 * A *problem* says what is to be computed and how the operands lie in memory. A *plan*
 * is a way to do it, with all tables ready, chosen by predicted cost: planning measures
 * nothing unless asked to (#TRNFFT_EFFORT_MEASURE) and never touches the operands.
 * Executing a plan with the caller's workspace and one thread allocates nothing, locks
 * nothing and makes no system call.
 *
 * @code
 * trnfft_problem p = TRNFFT_PROBLEM_INIT;
 * p.op = TRNFFT_OP_RFFT;
 * p.in = x;
 * p.out = y;
 * p.n_dim = 1;
 * p.dim[0] = -1;
 * p.n[0] = 1000;
 * trnfft_plan *plan = NULL;
 * if (trnfft_plan_create(NULL, &p, NULL, &plan) != TRNFFT_OK)
 *     puts(trnfft_last_error());
 * @endcode
 */
#ifndef TRNFFT_PLAN_H
#define TRNFFT_PLAN_H

#include <stddef.h>
#include <stdint.h>

#include <trnfft/context.h>
#include <trnfft/dtype.h>
#include <trnfft/export.h>
#include <trnfft/status.h>
#include <trnfft/tensor.h>

#ifdef __cplusplus
extern "C" {
#endif

/** @brief A plan, ready to run; opaque, immutable. Since 0.1. */
typedef struct trnfft_plan trnfft_plan;

/** @brief Options of a short-time transform (stft.h). */
struct trnfft_stft_options;

/** @brief Something to wait for on a device; opaque. Since 0.1. */
struct trnfft_event;

/** @brief Kinds of problems. Since 0.1. */
typedef TRNFFT_ENUM(trnfft_kind){
    TRNFFT_KIND_FFT = 0,   /**< the transforms of torch.fft, over any dimensions */
    TRNFFT_KIND_GEMM = 1,  /**< out = in b, products of complex matrices (gemm.h) */
    TRNFFT_KIND_STFT = 2,  /**< short-time transform of in (stft.h) */
    TRNFFT_KIND_ISTFT = 3, /**< inverse short-time transform of in (stft.h) */
    TRNFFT_KIND_COPY = 4,  /**< out = in, converting type and layout */
    TRNFFT_KIND_FNET = 5   /**< out = real(fft2(in)) of real in, over the last two
                              dimensions (fnet.h) */
} trnfft_kind;

/** @brief Transforms: with several dimensions these are torch's fftn, ifftn, rfftn …
 * Since 0.1. */
typedef TRNFFT_ENUM(trnfft_op){
    TRNFFT_OP_FFT = 0,   /**< forward, complex output */
    TRNFFT_OP_IFFT = 1,  /**< back, complex output */
    TRNFFT_OP_RFFT = 2,  /**< forward, real input, half the bins of the last dim */
    TRNFFT_OP_IRFFT = 3, /**< back, half the bins of the last dim, real output */
    TRNFFT_OP_HFFT = 4,  /**< forward, half of a Hermitian signal, real output */
    TRNFFT_OP_IHFFT = 5  /**< back, real input, half of a Hermitian signal */
} trnfft_op;

/** @brief Arithmetic of a plan. Since 0.1. */
typedef TRNFFT_ENUM(trnfft_precision){
    TRNFFT_PRECISION_NATIVE = 0 /**< the compute type's own operations */
} trnfft_precision;

/** @brief Allows a plan to destroy its input, which then needs less workspace. The
 * values left in the input are unspecified. Since 0.1. */
#define TRNFFT_FLAG_OVERWRITE_INPUT 1u

/** @brief Lets batch and layout choose the algorithm, too. Without it the bits of a
 * transform depend on its length, type and operation alone; some lengths pay for that:
 * a length of few points is transformed as suits a single line, and columns of 18 and
 * 26 points take 1.25 and 1.35 times as long as they could (AVX2, f32), real columns of
 * 28 to 62 up to 1.4 times. Since 0.1. */
#define TRNFFT_FLAG_FREE_ARITHMETIC 2u

/**
 * @brief What is to be computed. Since 0.1.
 *
 * Start from #TRNFFT_PROBLEM_INIT or trnfft_problem_init(). Of the pointers in the
 * views only their relations matter: whether an output is the very memory of an input.
 * The views' buffers and pointers are not kept.
 */
typedef struct trnfft_problem {
    size_t struct_size; /**< sizeof(trnfft_problem) */
    int32_t kind;       /**< a #trnfft_kind; default #TRNFFT_KIND_FFT */
    int32_t op;         /**< a #trnfft_op; default #TRNFFT_OP_FFT */
    trnfft_tensor in;   /**< first operand: input, signal, left matrix */
    trnfft_tensor out;  /**< result */
    trnfft_tensor b;    /**< third operand: right matrix; else not read */
    int32_t n_dim; /**< dimensions transformed, 1 … 8; default 0: all, n is not read */
    int32_t dim[TRNFFT_MAX_RANK]; /**< which, -rank … rank - 1, the last one halved in
                                     real transforms; default 0 */
    int64_t n[TRNFFT_MAX_RANK];   /**< their lengths (of the real side), >= 1;
                                     #TRNFFT_N_DEFAULT, the default: from the input */
    int32_t norm;                 /**< a #trnfft_norm; default #TRNFFT_NORM_BACKWARD */
    int32_t compute; /**< type of the arithmetic: #TRNFFT_F32 or #TRNFFT_F64; default 0:
                        f64 where an operand is f64, else f32 */
    const struct trnfft_stft_options *stft; /**< for the STFT kinds, read during the
                                               call only; else NULL */
    int64_t length; /**< ISTFT: length of the signal; default -1: from the frames */
} trnfft_problem;

/** @brief A view of nothing. Since 0.1. */
#define TRNFFT_TENSOR_INIT                                                        \
    {                                                                             \
        0, 0, { 0, 0, 0, 0, 0, 0, 0, 0 }, { 0, 0, 0, 0, 0, 0, 0, 0 }, NULL, NULL, \
            NULL,                                                                 \
        {                                                                         \
            0, 0                                                                  \
        }                                                                         \
    }

/** @brief Initialises a #trnfft_problem, C11 and C++17. Since 0.1. */
#define TRNFFT_PROBLEM_INIT                                                   \
    {                                                                         \
        sizeof(trnfft_problem), 0, 0, TRNFFT_TENSOR_INIT, TRNFFT_TENSOR_INIT, \
            TRNFFT_TENSOR_INIT, 0, { 0, 0, 0, 0, 0, 0, 0, 0 },                \
            { -1, -1, -1, -1, -1, -1, -1, -1 }, 0, 0, NULL, -1                \
    }

/**
 * @brief How a plan is looked for. Since 0.1.
 *
 * Start from #TRNFFT_PLAN_OPTIONS_INIT or trnfft_plan_options_init().
 */
typedef struct trnfft_plan_options {
    size_t struct_size; /**< sizeof(trnfft_plan_options) */
    int32_t effort;     /**< a #trnfft_effort; default #TRNFFT_EFFORT_ESTIMATE */
    int32_t n_threads;  /**< 1 … 1,024; default 0: the context's. Any number gives the
                            same bits */
    double time_limit_s; /**< seconds that measuring may take, tables of the plan itself
                            apart; default 0: one second */
    int32_t precision;   /**< a #trnfft_precision */
    uint32_t flags;      /**< 0, #TRNFFT_FLAG_OVERWRITE_INPUT,
                            #TRNFFT_FLAG_FREE_ARITHMETIC or both */
    double max_rel_error; /**< largest relative RMS error allowed; default 0: the type's
                             usual accuracy. A bound below what the arithmetic can hold
                             (f32 6e-7, f64 1.5e-15; products of matrices: gemm.h) is
                             refused */
    struct trnfft_device *device; /**< NULL, the default: the context's */
    const char *force_solver; /**< for tests: comma-separated names of the solvers that
                                 alone may be used at the top and for each line; NULL,
                                 the default: all */
} trnfft_plan_options;

/** @brief Initialises a #trnfft_plan_options, C11 and C++17. Since 0.1. */
#define TRNFFT_PLAN_OPTIONS_INIT                                       \
    {                                                                  \
        sizeof(trnfft_plan_options), 0, 0, 0.0, 0, 0u, 0.0, NULL, NULL \
    }

/** @brief Where one operand lies. Since 0.1. */
typedef struct trnfft_operand {
    void *re; /**< real part of element 0 */
    void *im; /**< imaginary part of element 0; NULL for real operands, and allowed for
                 interleaved ones (one component after re) */
    struct trnfft_buffer *buffer; /**< NULL: host memory */
} trnfft_operand;

/** @brief Arguments of trnfft_plan_execute_with(). Since 0.1. */
typedef struct trnfft_execute_args {
    size_t struct_size;             /**< sizeof(trnfft_execute_args) */
    const trnfft_operand *operands; /**< in, out and, where the kind has one, a third */
    int32_t n_operands;             /**< 2 or 3 */
    int32_t reserved;               /**< 0 */
    void *workspace;                /**< NULL: from the context's pool */
    size_t workspace_bytes;         /**< bytes at workspace */
    struct trnfft_event *event;     /**< NULL: the call returns when all is done */
} trnfft_execute_args;

/** @brief Initialises a #trnfft_execute_args, C11 and C++17. Since 0.1. */
#define TRNFFT_EXECUTE_ARGS_INIT                               \
    {                                                          \
        sizeof(trnfft_execute_args), NULL, 0, 0, NULL, 0, NULL \
    }

/**
 * @brief Fills a problem with the defaults: the twin of #TRNFFT_PROBLEM_INIT.
 * @param[out] problem overwritten whole; NULL: nothing happens
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API void trnfft_problem_init(trnfft_problem *problem);

/**
 * @brief Fills options with the defaults: the twin of #TRNFFT_PLAN_OPTIONS_INIT.
 * @param[out] options overwritten whole; NULL: nothing happens
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API void trnfft_plan_options_init(trnfft_plan_options *options);

/**
 * @brief Fills arguments with the defaults: the twin of #TRNFFT_EXECUTE_ARGS_INIT.
 * @param[out] args overwritten whole; NULL: nothing happens
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API void trnfft_execute_args_init(trnfft_execute_args *args);

/**
 * @brief Makes a plan for a problem.
 *
 * Always a new one: the cache serves the functions of fft.h. Deterministic: the same
 * problem and options give the same plan and the same bits; with an effort above
 * #TRNFFT_EFFORT_ESTIMATE, where the context's wisdom is the same. Measuring runs on
 * operands of the planner's own.
 * @param context whose memory, pool and threads are used; NULL: the current one. The
 * plan keeps it alive
 * @param problem what is to be computed, only read during the call; not NULL. The
 * operands' memory is neither read nor written
 * @param options how; NULL: the defaults
 * @param[out] plan the plan; not NULL
 * @return #TRNFFT_OK, or with the sentence in trnfft_last_error()
 * #TRNFFT_ERROR_INVALID_ARGUMENT, #TRNFFT_ERROR_INVALID_SHAPE,
 * #TRNFFT_ERROR_INVALID_STRIDE, #TRNFFT_ERROR_INVALID_DTYPE,
 * #TRNFFT_ERROR_INVALID_ALIASING as in fft.h, #TRNFFT_ERROR_UNSUPPORTED when no solver
 * accepts the problem, #TRNFFT_ERROR_OUT_OF_MEMORY or #TRNFFT_ERROR_OVERFLOW: then
 * *plan is as it was. Allocates; may block for a moment. The caller owns the plan:
 * trnfft_plan_destroy().
 * @par Thread rule
 * locked: any thread at any time. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_plan_create(trnfft_context *context,
                                            const trnfft_problem *problem,
                                            const trnfft_plan_options *options,
                                            trnfft_plan **plan);

/**
 * @brief Runs a plan of two operands.
 * @param plan from trnfft_plan_create(); not NULL
 * @param xre real part of input element 0, laid out as the problem's `in`; any
 * alignment
 * @param xim imaginary part; NULL for real input, and allowed for interleaved input
 * @param yre real part of output element 0, laid out as the problem's `out`
 * @param yim imaginary part; NULL for real output, and allowed for interleaved output.
 * Parts of operands that overlapped in the problem lie to each other exactly as they
 * did, no others overlap; an in-place plan also runs out of place
 * @param workspace memory of any alignment, unspecified afterwards, apart from all
 * operands, which is not checked; NULL, with bytes 0: scratch from the context's pool
 * @param bytes size of workspace, at least trnfft_plan_workspace_bytes()
 * @return #TRNFFT_OK; #TRNFFT_ERROR_INVALID_ARGUMENT for a NULL that is not allowed,
 * #TRNFFT_ERROR_INVALID_STRIDE for parts that do not lie as the problem's,
 * #TRNFFT_ERROR_INVALID_ALIASING for another overlap than the problem's,
 * #TRNFFT_ERROR_WORKSPACE_TOO_SMALL, #TRNFFT_ERROR_OUT_OF_MEMORY when the pool cannot
 * grow: then nothing was written. With a workspace and one thread it does not allocate,
 * lock or enter the system; without, it may do each.
 * @par Thread rule
 * immutable: many threads may run one plan at a time, on different outputs and
 * workspaces. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_plan_execute(const trnfft_plan *plan, const void *xre,
                                             const void *xim, void *yre, void *yim,
                                             void *workspace, size_t bytes);

/**
 * @brief Runs a plan with any number of operands.
 * @param plan from trnfft_plan_create(); not NULL
 * @param args operands in the order in, out, third (#TRNFFT_KIND_GEMM: b; the STFT
 * kinds: the window, NULL re for none), and the workspace as in trnfft_plan_execute();
 * not NULL
 * @return as trnfft_plan_execute(); #TRNFFT_ERROR_INVALID_ARGUMENT for a wrong number
 * of operands, #TRNFFT_ERROR_UNSUPPORTED for buffers or events of a device that the
 * plan is not for: then nothing was written. Allocates or blocks as
 * trnfft_plan_execute().
 * @par Thread rule
 * immutable: as trnfft_plan_execute(). @since 0.1
 */
TRNFFT_API trnfft_status trnfft_plan_execute_with(const trnfft_plan *plan,
                                                  const trnfft_execute_args *args);

/**
 * @brief The time that the cost model predicts for one execution.
 * @param plan from trnfft_plan_create(); NULL: 0
 * @return nanoseconds; of plans for devices with launches and the operands' way to the
 * device and back. A prediction: nothing was measured. Allocates nothing
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API double trnfft_plan_predicted_ns(const trnfft_plan *plan);

/**
 * @brief Bytes of workspace that one execution needs.
 * @param plan from trnfft_plan_create(); NULL gives 0
 * @return bytes, 0 when none is needed (then NULL and 0 allocate nothing either). Does
 * not allocate or block.
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API size_t trnfft_plan_workspace_bytes(const trnfft_plan *plan);

/**
 * @brief Writes the tree of a plan with predicted costs, one node a line.
 * @param plan from trnfft_plan_create(); NULL gives the text "(no plan)"
 * @param[out] text receives the text, cut if need be, and a final NUL; NULL with
 * capacity 0: only the size is computed
 * @param capacity bytes at text
 * @return bytes that the whole text needs, without the final NUL, like snprintf. Does
 * not allocate or block.
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API size_t trnfft_plan_describe(const trnfft_plan *plan, char *text,
                                       size_t capacity);

/**
 * @brief Writes what was considered for each line of a plan: solvers with predicted
 * costs, the cheapest first, one a line below its problem.
 * @param plan from trnfft_plan_create(); NULL gives the text "(no plan)"
 * @param[out] text as in trnfft_plan_describe()
 * @param capacity bytes at text
 * @return bytes that the whole text needs, without the final NUL; 0 when memory runs
 * out. Plans again, so it allocates; does not block.
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API size_t trnfft_plan_describe_candidates(const trnfft_plan *plan, char *text,
                                                  size_t capacity);

/**
 * @brief One way to do a line of a plan: a solver with its choice. Since 0.1.
 */
typedef struct trnfft_candidate {
    size_t struct_size;  /**< sizeof(trnfft_candidate) of the library */
    const char *problem; /**< the line, for instance "line c2c f32 n=1000" */
    const char *solver;  /**< for instance "stockham" */
    const char *choice;  /**< what the solver was free to decide, for instance
                            "10x10x10"; "-": nothing */
    double predicted_ns; /**< one execution of one line */
    double measured_ns;  /**< the same, measured; 0: not measured */
    int32_t chosen;      /**< 1: what the plan does */
    int32_t fastest;     /**< 1: the least measured time of its line */
} trnfft_candidate;

/** @brief Receives one candidate, whose texts live during the call; must not call the
 * library. Since 0.1. */
typedef void (*trnfft_candidate_function)(const trnfft_candidate *candidate,
                                          void *user);

/**
 * @brief Hands out what was considered for each line of a plan, by predicted cost.
 *
 * What a candidate is made of further down is planned with the effort of the plan:
 * after #TRNFFT_EFFORT_MEASURE from wisdom, which measuring here adds to.
 * @param plan from trnfft_plan_create(); not NULL
 * @param time_limit_s seconds that measuring may take for each line; 0: nothing is
 * measured
 * @param each called for each candidate, line by line; not NULL
 * @param user handed to each; not read
 * @return #TRNFFT_OK; #TRNFFT_ERROR_INVALID_ARGUMENT for NULL or a negative limit,
 * #TRNFFT_ERROR_OUT_OF_MEMORY: then some were not handed out. Plans again, so it
 * allocates; measuring blocks while other threads of the context measure.
 * @par Thread rule
 * locked: any thread at any time. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_plan_candidates(const trnfft_plan *plan,
                                                double time_limit_s,
                                                trnfft_candidate_function each,
                                                void *user);

/**
 * @brief Frees a plan.
 * @param plan from trnfft_plan_create(), which nobody is executing; NULL: nothing
 * happens. May block for a moment.
 * @par Thread rule
 * confined: the plan, once; other plans at any time. @since 0.1
 */
TRNFFT_API void trnfft_plan_destroy(trnfft_plan *plan);

#ifdef __cplusplus
}
#endif

#endif
