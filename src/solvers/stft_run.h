/* stft_run.h - what the executors of both directions share: one plan with its line, and
 * where the operands of one execution lie. */
#ifndef TFI_SOLVERS_STFT_RUN_H
#define TFI_SOLVERS_STFT_RUN_H

#include "backend/cpu/frames_table.h"
#include "solvers/stft.h"

enum { TFI_STFT_MAX_LANES = 16 };

typedef struct tfi_stft_plan {
    tfi_job_plan job;
    tfi_stft_problem problem;
    tfi_line_plan *line;
    const tfk_frames_table *kernels;
    int64_t lanes;   /* frames that go through the line at once */
    int64_t n_parts; /* threads */
    size_t shared_bytes, part_bytes;
} tfi_stft_plan;

/* One complex or real operand of an execution. */
typedef struct tfi_stft_data {
    char *re, *im;
    int64_t size; /* bytes of a component */
    int32_t dtype;
    int64_t s_time,
        s_freq; /* strides in components: of samples or frames, and of bins */
} tfi_stft_data;

/* The planning that both directions share: finds the line, chooses lanes. */
trnfft_status tfi_stft_plan_make(const tfi_solver *solver, const tfi_problem *problem,
                                 tfi_planner *planner, const tfi_plan_ops *ops,
                                 tfi_line_kind kind, tfi_stft_plan **out);
void tfi_stft_plan_fini(tfi_plan *plan, const tfi_allocator *alloc);
trnfft_status tfi_stft_plan_wake(tfi_plan *plan, tfi_planner *planner);
size_t tfi_stft_plan_lines(const tfi_job_plan *plan, tfi_line_problem *list,
                           size_t capacity);

/* Item number `item` of the batch; `view` is the signal's or the spectrum's. */
tfi_stft_data tfi_stft_item(const tfi_stft_view *view, const trnfft_operand *operand,
                            int32_t tail, int64_t item);
tfi_stft_data tfi_stft_signal(const tfi_stft_plan *plan, const trnfft_operand *operand,
                              int64_t item);
tfi_stft_data tfi_stft_spectrum(const tfi_stft_plan *plan,
                                const trnfft_operand *operand, int64_t item);

/* Whether a line can work on frames f … f + lanes - 1 of the spectrum itself: then
 * *line does. */
bool tfi_stft_direct(const tfi_stft_setup *setup, const tfi_stft_data *spectrum,
                     int64_t f, int64_t lanes, tfi_line_operand *line);

/* Whether the bins of a frame lie side by side in the compute type, so that kernels can
 * turn tiles: then *frames are those from frame f on. */
bool tfi_stft_frames(const tfi_stft_setup *setup, const tfi_stft_data *spectrum,
                     int64_t f, tfk_frames *frames);
/* Index of the compute type into tables of kernels. */
int tfi_stft_type(const tfi_stft_setup *setup);

/* Bytes of so many components of the compute type. */
size_t tfi_stft_bytes(const tfi_stft_setup *setup, int64_t count);

/* The window of an execution, from its third operand, into shared scratch. */
trnfft_status tfi_stft_load_window(const tfi_stft_plan *plan, const tfi_job *job,
                                   const char *function, void *re, void *im);

/* Every sample of the result must be reached by some window. */
trnfft_status tfi_istft_check_nola(const char *function, const tfi_stft_problem *p,
                                   const tfi_envelope *e);

#endif
