/**
 * @file experimental/neuron.h
 * @brief Programs for a simulated NeuronCore: reading, running, timing and drawing
 * them.
 *
 * Experimental: names and structs here may change with any version; trnfft.h does not
 * include this header. Transforms on a simulated core need none of it, they take a
 * device (device.h). This is for looking inside.
 *
 * A program is a list of instructions for one core of AWS Trainium as documented.
 * Results are what the documented machine computes, times are **predictions** from
 * documented constants; nothing here was ever compared with silicon.
 *
 * Functions that depend on how a machine behaves take a list of settings, texts of the
 * form `name=value` that are applied in order: a switch of the machine's numerics
 * (trnfft_neuron_switch(), `sum_order=pairwise`), a constant of its times
 * (trnfft_neuron_constant(), `dma_latency=2000`), or `range=low`, `range=middle`,
 * `range=high`: all constants but `launch` at the optimistic end, in the middle (the
 * default) or at the pessimistic end.
 *
 * @code
 * trnfft_neuron_job job = TRNFFT_NEURON_JOB_INIT;
 * job.n[0] = 16384;
 * trnfft_neuron_program *p = NULL;
 * if (trnfft_neuron_build("v3", NULL, &job, &p) == TRNFFT_OK) {
 *     trnfft_neuron_time t = TRNFFT_NEURON_TIME_INIT;
 *     trnfft_neuron_estimate(p, NULL, 0, &t);
 *     printf("%g us, bound by %s\n", t.device_ns / 1000, t.device_bound);
 *     trnfft_neuron_program_destroy(p);
 * }
 * @endcode
 */
#ifndef TRNFFT_EXPERIMENTAL_NEURON_H
#define TRNFFT_EXPERIMENTAL_NEURON_H

#include <stddef.h>
#include <stdint.h>

#include <trnfft/dtype.h>
#include <trnfft/export.h>
#include <trnfft/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/** @brief A program for one core; opaque, never changed once made. Since 0.1. */
typedef struct trnfft_neuron_program trnfft_neuron_program;

/* --- from text and back --- */

/**
 * @brief Reads a program in the assembler's text.
 *
 * What is well formed is accepted; trnfft_neuron_verify() says whether it keeps the
 * rules of the machine.
 * @param text the text, only read during the call; not NULL
 * @param n_bytes its length
 * @param[out] program receives the program; unchanged on failure. Release it with
 * trnfft_neuron_program_destroy(). Not NULL
 * @return #TRNFFT_OK; #TRNFFT_ERROR_INVALID_ARGUMENT for NULL; #TRNFFT_ERROR_FORMAT
 * when the text is not understood: trnfft_last_error() names the line and the word;
 * #TRNFFT_ERROR_OUT_OF_MEMORY. Allocates with malloc; does not block.
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_neuron_assemble(const char *text, size_t n_bytes,
                                                trnfft_neuron_program **program);

/**
 * @brief A program as text, which trnfft_neuron_assemble() reads back to the same
 * program.
 * @param program not NULL
 * @param[out] text receives the text, cut if need be, and a final NUL; NULL with
 * capacity 0: only the size is computed
 * @param capacity bytes at text
 * @return bytes that the whole text needs, without the final NUL, like snprintf; 0 for
 * NULL. Does not allocate or block.
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API size_t trnfft_neuron_disassemble(const trnfft_neuron_program *program,
                                            char *text, size_t capacity);

/**
 * @brief Releases a program.
 * @param program NULL: nothing happens. Does not allocate or block.
 * @par Thread rule
 * confined: no other thread may use the program. @since 0.1
 */
TRNFFT_API void trnfft_neuron_program_destroy(trnfft_neuron_program *program);

/**
 * @brief Does a program keep the rules of the machine: capacities, alignment, engines
 * and their memories, semaphores, no race, no read of what nobody wrote?
 * @param program not NULL
 * @return #TRNFFT_OK; #TRNFFT_ERROR_INVALID_ARGUMENT for NULL and for a program that
 * breaks a rule: trnfft_last_error() names the instruction, the operand and the
 * numbers. Does not allocate or block.
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_neuron_verify(const trnfft_neuron_program *program);

/* --- from a job --- */

/** @brief What kernels do. Since 0.1. */
typedef TRNFFT_ENUM(trnfft_neuron_task){
    TRNFFT_NEURON_TASK_DFT = 0,      /**< transforms, one to three dimensions */
    TRNFFT_NEURON_TASK_GEMM = 1,     /**< products of matrices */
    TRNFFT_NEURON_TASK_MULTIPLY = 2, /**< elementwise complex products */
    TRNFFT_NEURON_TASK_STFT = 3,     /**< frames of a real signal */
    TRNFFT_NEURON_TASK_ISTFT = 4,    /**< and back */
    TRNFFT_NEURON_TASK_FNET = 5,     /**< real part of a transform in two dimensions */
    TRNFFT_NEURON_TASK_LINEAR = 6,   /**< complex linear layer */
    TRNFFT_NEURON_TASK_MODRELU = 7   /**< x relu(|x| + b) / |x| */
} trnfft_neuron_task;

/** @brief How exact, in which type of operands. Since 0.1. */
typedef TRNFFT_ENUM(trnfft_neuron_mode){
    TRNFFT_NEURON_MODE_FAST = 0,  /**< f32 */
    TRNFFT_NEURON_MODE_KAHAN = 1, /**< f32, compensated products on the vector engine */
    TRNFFT_NEURON_MODE_BF16 = 2,  /**< bf16 operands, f32 sums */
    TRNFFT_NEURON_MODE_BF16X3 = 3 /**< operands in two bf16 parts, three products */
} trnfft_neuron_mode;

/** @brief Which sides are real. Since 0.1. */
typedef TRNFFT_ENUM(trnfft_neuron_transform){
    TRNFFT_NEURON_C2C = 0, /**< none */
    TRNFFT_NEURON_R2C = 1, /**< the input */
    TRNFFT_NEURON_C2R = 2  /**< the output */
} trnfft_neuron_transform;

/** @brief A job for one program. Operands are contiguous planes in the core's memory.
 * Since 0.1. */
typedef struct trnfft_neuron_job {
    size_t struct_size;     /**< sizeof(trnfft_neuron_job) */
    int32_t task;           /**< a #trnfft_neuron_task */
    int32_t mode;           /**< a #trnfft_neuron_mode */
    int32_t transform;      /**< DFT: a #trnfft_neuron_transform */
    int32_t io;             /**< of operands: #TRNFFT_F32 or #TRNFFT_BF16 */
    int32_t sign;           /**< of the exponent: -1 forward, 1 inverse */
    int32_t rank;           /**< dimensions, 1 to 3 */
    int64_t n[3];           /**< lengths, of the real side */
    int64_t batch;          /**< how many */
    int64_t m;              /**< GEMM: rows */
    int64_t k;              /**< GEMM, LINEAR: terms of a sum */
    int64_t hop;            /**< STFT: samples from frame to frame */
    int64_t frames;         /**< STFT, ISTFT */
    int64_t samples;        /**< STFT, ISTFT */
    int32_t real_product;   /**< GEMM: 1 for real matrices */
    double scale;           /**< of every result */
    const double *window;   /**< STFT, ISTFT: n[0] numbers, only read; NULL: ones */
    const double *envelope; /**< ISTFT: `samples` divisors, only read; NULL: ones */
} trnfft_neuron_job;

/** @brief One forward complex transform of no length yet. Since 0.1. */
#define TRNFFT_NEURON_JOB_INIT                                                      \
    {                                                                               \
        sizeof(trnfft_neuron_job), TRNFFT_NEURON_TASK_DFT, TRNFFT_NEURON_MODE_FAST, \
            TRNFFT_NEURON_C2C, TRNFFT_F32, -1, 1, { 0, 1, 1 }, 1, 0, 0, 0, 0, 0, 0, \
            1.0, NULL, NULL                                                         \
    }

/**
 * @brief #TRNFFT_NEURON_JOB_INIT as a function.
 * @param[out] job not NULL
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API void trnfft_neuron_job_init(trnfft_neuron_job *job);

/**
 * @brief The kernels there are.
 * @param index from 0 on
 * @param[out] what one line on what it does; NULL allowed
 * @return its name, NULL past the end: both live for ever. Does not allocate or block.
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API const char *trnfft_neuron_kernel(size_t index, const char **what);

/**
 * @brief A kernel's program for a job.
 * @param machine "v2", "v3" or "v4"; not NULL
 * @param kernel its name; NULL: whichever is predicted to take the least time on the
 * device
 * @param job not NULL; only read
 * @param[out] program receives the program, verified; unchanged on failure. Release it
 * with trnfft_neuron_program_destroy(). Not NULL
 * @return #TRNFFT_OK; #TRNFFT_ERROR_INVALID_ARGUMENT for NULL, an unknown name or a
 * number out of its range; #TRNFFT_ERROR_UNSUPPORTED when the kernel (or none at all)
 * takes this job; #TRNFFT_ERROR_OUT_OF_MEMORY. Allocates with malloc; does not block.
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_neuron_build(const char *machine, const char *kernel,
                                             const trnfft_neuron_job *job,
                                             trnfft_neuron_program **program);

/* --- what a program has --- */

/** @brief What a program is. Texts live as long as it. Since 0.1. */
typedef struct trnfft_neuron_info {
    size_t struct_size;     /**< sizeof(trnfft_neuron_info) */
    const char *name;       /**< its name: of kernels, the kernel's */
    const char *machine;    /**< "v3" */
    int32_t n_buffers;      /**< for trnfft_neuron_buffer() */
    int32_t n_instructions; /**< of all engines and queues */
    int64_t sbuf_peak;      /**< bytes of a partition in use at once; 0: not verified */
    int64_t psum_peak;      /**< the same */
} trnfft_neuron_info;

/** @brief Begin with this. Since 0.1. */
#define TRNFFT_NEURON_INFO_INIT                            \
    {                                                      \
        sizeof(trnfft_neuron_info), NULL, NULL, 0, 0, 0, 0 \
    }

/**
 * @brief #TRNFFT_NEURON_INFO_INIT as a function.
 * @param[out] info not NULL
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API void trnfft_neuron_info_init(trnfft_neuron_info *info);

/**
 * @brief What a program is.
 * @param program not NULL
 * @param[in,out] info begun with #TRNFFT_NEURON_INFO_INIT; filled. Not NULL
 * @return #TRNFFT_OK; #TRNFFT_ERROR_INVALID_ARGUMENT for NULL or a struct_size that is
 * none (above 4,096). Does not allocate or block.
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_neuron_describe(const trnfft_neuron_program *program,
                                                trnfft_neuron_info *info);

/** @brief A buffer of a program. Texts live as long as it. Since 0.1. */
typedef struct trnfft_neuron_place {
    size_t struct_size; /**< sizeof(trnfft_neuron_place) */
    const char *name;   /**< "xr" */
    const char *memory; /**< "hbm", "sbuf", "psum" */
    const char *role;   /**< "input", "output", "table" or "scratch" */
    const char *dtype;  /**< "f32", "tf32", "bf16", "f16", "i32" or "u32" */
    int64_t elements;   /**< all of them in HBM, else of one partition */
    int64_t n_bytes;    /**< of these */
} trnfft_neuron_place;

/** @brief Begin with this. Since 0.1. */
#define TRNFFT_NEURON_PLACE_INIT                                  \
    {                                                             \
        sizeof(trnfft_neuron_place), NULL, NULL, NULL, NULL, 0, 0 \
    }

/**
 * @brief #TRNFFT_NEURON_PLACE_INIT as a function.
 * @param[out] place not NULL
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API void trnfft_neuron_place_init(trnfft_neuron_place *place);

/**
 * @brief A buffer of a program.
 * @param program not NULL
 * @param index 0 to n_buffers - 1
 * @param[in,out] place begun with #TRNFFT_NEURON_PLACE_INIT; filled. Not NULL
 * @return #TRNFFT_OK; #TRNFFT_ERROR_INVALID_ARGUMENT for NULL, an index or a
 * struct_size that is none. Does not allocate or block.
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_neuron_buffer(const trnfft_neuron_program *program,
                                              int32_t index,
                                              trnfft_neuron_place *place);

/* --- running and timing --- */

/** @brief The host's side of an input or output. Since 0.1. */
typedef struct trnfft_neuron_operand {
    const char *name; /**< of the program's buffer */
    void *data;       /**< its elements; inputs are only read, outputs written */
    size_t n_bytes;   /**< must be that of the buffer */
} trnfft_neuron_operand;

/**
 * @brief Runs a program on the simulated core.
 * @param program not NULL
 * @param settings `n_settings` texts, see above; NULL with 0
 * @param n_settings how many
 * @param operands all inputs of the program and those outputs that are wanted, each
 * once, in any order; not NULL
 * @param n_operands how many
 * @return #TRNFFT_OK; #TRNFFT_ERROR_INVALID_ARGUMENT for NULL, a setting or an operand
 * that is none, an input that is missing, a program that breaks a rule or that
 * exchanges data with other cores; #TRNFFT_ERROR_OUT_OF_MEMORY: then no output was
 * written. Allocates with malloc; does not block.
 * @par Thread rule
 * immutable: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_neuron_run(const trnfft_neuron_program *program,
                                           const char *const *settings,
                                           size_t n_settings,
                                           const trnfft_neuron_operand *operands,
                                           size_t n_operands);

/** @brief Predicted times of a program. Since 0.1. */
typedef struct trnfft_neuron_time {
    size_t struct_size;       /**< sizeof(trnfft_neuron_time) */
    double total_ns;          /**< launch included */
    double device_ns;         /**< without it */
    double pe_ns;             /**< in which the tensor engine is busy */
    double dve_ns;            /**< vector engine */
    double act_ns;            /**< scalar engine */
    double pool_ns;           /**< GpSimd */
    double dma_ns;            /**< in which any DMA engine moves something */
    int64_t bytes_in;         /**< from HBM */
    int64_t bytes_out;        /**< to HBM */
    int64_t bytes_table;      /**< those of bytes_in that are the program's constants */
    int64_t macs;             /**< multiply-adds of matrix products */
    int32_t critical_length;  /**< instructions on the critical path */
    const char *bound;        /**< "launch", "pe", "dve", "act", "pool", "dma" or
                                 "latency": what takes most of the total */
    const char *device_bound; /**< the same without the launch */
} trnfft_neuron_time;

/** @brief Begin with this. Since 0.1. */
#define TRNFFT_NEURON_TIME_INIT                                                    \
    {                                                                              \
        sizeof(trnfft_neuron_time), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL \
    }

/**
 * @brief #TRNFFT_NEURON_TIME_INIT as a function.
 * @param[out] time not NULL
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API void trnfft_neuron_time_init(trnfft_neuron_time *time);

/**
 * @brief Predicts how long a program takes, from documented constants; nothing is
 * computed.
 * @param program not NULL
 * @param settings `n_settings` texts, see above; NULL with 0
 * @param n_settings how many
 * @param[in,out] time begun with #TRNFFT_NEURON_TIME_INIT; filled, unchanged on
 * failure. Not NULL
 * @return #TRNFFT_OK; #TRNFFT_ERROR_INVALID_ARGUMENT for NULL, a setting or a
 * struct_size that is none, or a program that breaks a rule;
 * #TRNFFT_ERROR_OUT_OF_MEMORY. Allocates with malloc; does not block.
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_neuron_estimate(const trnfft_neuron_program *program,
                                                const char *const *settings,
                                                size_t n_settings,
                                                trnfft_neuron_time *time);

/** @brief When one instruction runs. Since 0.1. */
typedef struct trnfft_neuron_span {
    size_t struct_size;    /**< sizeof(trnfft_neuron_span) */
    int32_t instruction;   /**< its number in the program */
    int32_t stream;        /**< 0: pe, dve, act, pool, sp, cc, 6 to 21: DMA queues */
    const char *name;      /**< of the stream: "dma3" */
    const char *operation; /**< "matmul" */
    const char *note;      /**< what the program calls this part of it; "": nothing */
    double start_ns;       /**< from the start of the program */
    double end_ns;         /**< when its stream is free again */
    double done_ns;        /**< when its result may be used */
    int32_t waited_for;    /**< the instruction that it waited for last, or -1 */
    int32_t critical;      /**< 1: on the critical path */
} trnfft_neuron_span;

/**
 * @brief When each instruction of a program runs, as predicted.
 * @param program not NULL
 * @param settings `n_settings` texts, see above; NULL with 0
 * @param n_settings how many
 * @param each called for every instruction, in the order of the program, with a span
 * whose texts live as long as the program, and `user`; not NULL
 * @param user handed to `each`
 * @return as trnfft_neuron_estimate(); after a failure `each` was not called. Allocates
 * with malloc; does not block.
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_neuron_spans(
    const trnfft_neuron_program *program, const char *const *settings,
    size_t n_settings, void (*each)(const trnfft_neuron_span *span, void *user),
    void *user);

/** @brief Formats of timelines. Since 0.1. */
typedef TRNFFT_ENUM(trnfft_neuron_format){
    TRNFFT_NEURON_FORMAT_JSON = 0, /**< for chrome://tracing and Perfetto */
    TRNFFT_NEURON_FORMAT_SVG = 1   /**< a picture */
} trnfft_neuron_format;

/**
 * @brief A timeline of the predicted times.
 * @param program not NULL
 * @param settings `n_settings` texts, see above; NULL with 0
 * @param n_settings how many
 * @param format a #trnfft_neuron_format
 * @param title stands above the picture; NULL: the program's name
 * @param[out] text receives the text, cut if need be, and a final NUL; NULL with
 * capacity 0: only the size is computed
 * @param capacity bytes at text
 * @param[out] n_bytes what the whole text needs, without the final NUL; not NULL
 * @return as trnfft_neuron_estimate(). Allocates with malloc; does not block.
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_neuron_trace(const trnfft_neuron_program *program,
                                             const char *const *settings,
                                             size_t n_settings, int32_t format,
                                             const char *title, char *text,
                                             size_t capacity, size_t *n_bytes);

/**
 * @brief A program as source for the real toolchain: one Python file with a kernel in
 * NKI and a driver that runs it on a machine and checks it. Never run on silicon.
 * @param program not NULL
 * @param job what the program computes, for the driver's reference; only read; NULL:
 * the driver only runs and saves
 * @param[out] text receives the file, cut if need be, and a final NUL; NULL with
 * capacity 0: only the size is computed
 * @param capacity bytes at text
 * @param[out] n_bytes what the whole file needs, without the final NUL; not NULL
 * @return #TRNFFT_OK; #TRNFFT_ERROR_INVALID_ARGUMENT for NULL, a job that is none or a
 * program that breaks a rule; #TRNFFT_ERROR_UNSUPPORTED for instructions without a
 * documented equivalent; #TRNFFT_ERROR_OUT_OF_MEMORY. Allocates with malloc; does not
 * block.
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_neuron_emit(const trnfft_neuron_program *program,
                                            const trnfft_neuron_job *job, char *text,
                                            size_t capacity, size_t *n_bytes);

/**
 * @brief Such a file for a program that tells how a machine rounds: its driver says
 * which choice of each of trnfft_neuron_switch() the results agree with to the bit.
 * @param machine "v2", "v3" or "v4"; not NULL
 * @param[out] text as in trnfft_neuron_emit()
 * @param capacity bytes at text
 * @param[out] n_bytes what the whole file needs, without the final NUL; not NULL
 * @return #TRNFFT_OK; #TRNFFT_ERROR_INVALID_ARGUMENT for NULL or an unknown machine;
 * #TRNFFT_ERROR_OUT_OF_MEMORY. Then the text is not to be used. Allocates with malloc;
 * does not block.
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_neuron_emit_probe(const char *machine, char *text,
                                                  size_t capacity, size_t *n_bytes);

/* --- machines --- */

/**
 * @brief The generations there are.
 * @param index from 0 on
 * @param[out] chip "Trainium2"; NULL allowed
 * @return its name, "v3"; NULL past the end: both live for ever. Does not allocate or
 * block.
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API const char *trnfft_neuron_machine(size_t index, const char **chip);

/** @brief A constant of the cost model. Texts live for ever. Since 0.1. */
typedef struct trnfft_neuron_value {
    size_t struct_size; /**< sizeof(trnfft_neuron_value) */
    const char *name;   /**< "dma_latency" */
    const char *unit;   /**< "ns" */
    const char *what;   /**< what it is of */
    double low;         /**< the optimistic end, as far as time goes */
    double middle;      /**< the default */
    double high;        /**< the pessimistic end */
    const char *source; /**< documented, measured by third parties, or inferred */
} trnfft_neuron_value;

/** @brief Begin with this. Since 0.1. */
#define TRNFFT_NEURON_VALUE_INIT                                     \
    {                                                                \
        sizeof(trnfft_neuron_value), NULL, NULL, NULL, 0, 0, 0, NULL \
    }

/**
 * @brief #TRNFFT_NEURON_VALUE_INIT as a function.
 * @param[out] value not NULL
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API void trnfft_neuron_value_init(trnfft_neuron_value *value);

/**
 * @brief A constant of a generation's cost model, with its range and its source.
 * @param machine "v2", "v3" or "v4"; not NULL
 * @param index from 0 on
 * @param[in,out] value begun with #TRNFFT_NEURON_VALUE_INIT; filled. Not NULL
 * @return #TRNFFT_OK; #TRNFFT_ERROR_INVALID_ARGUMENT for NULL, an unknown machine, an
 * index past the end or a struct_size that is none. Does not allocate or block.
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_neuron_constant(const char *machine, size_t index,
                                                trnfft_neuron_value *value);

/**
 * @brief What may be switched in the numerics of all machines, where documents are
 * silent.
 * @param index from 0 on
 * @param[out] choices its choices, ended by NULL, the first is the default; NULL
 * allowed
 * @return its name, NULL past the end: all live for ever. Does not allocate or block.
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API const char *trnfft_neuron_switch(size_t index, const char *const **choices);

#ifdef __cplusplus
}
#endif

#endif
