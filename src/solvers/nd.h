/* nd.h - the n-dimensional transform as a problem, and the pieces that its plans are
 * made of. */
#ifndef TFI_SOLVERS_ND_H
#define TFI_SOLVERS_ND_H

#include <stdbool.h>

#include <trnfft/tensor.h>

#include "plan/job.h"
#include "plan/kind.h"
#include "plan/line.h"
#include "plan/tensor_problem.h"

/* Where the data of a pass lie. */
typedef enum tfi_nd_place {
    TFI_ND_IN = 0,
    TFI_ND_OUT = 1,
    TFI_ND_TEMP = 2, /* workspace, compute type */
} tfi_nd_place;

/* How a pass reads or writes one side. */
typedef enum tfi_nd_access {
    TFI_ND_DIRECT = 0, /* the line plan works on the memory itself */
    TFI_ND_TILE = 1,   /* through a tile of the compute type in the workspace */
} tfi_nd_access;

/* One side of a pass. Batch dimension 0 is the one that lanes run along. */
typedef struct tfi_nd_side {
    tfi_nd_place place;
    tfi_nd_access access;
    int32_t dtype;
    bool is_complex;
    tfi_layout layout;   /* of complex data */
    int64_t points;      /* that exist along the axis */
    int64_t stride;      /* of the axis, components */
    int64_t line_stride; /* what a direct line is told: lines of one point have any
                            stride */
    int64_t size;        /* bytes of a component */
    int64_t batch_strides[TRNFFT_MAX_RANK];
} tfi_nd_side;

/* One axis: a loop over all other dimensions that runs a line plan on `lanes` lanes at
 * a time. */
typedef struct tfi_nd_pass {
    tfi_line_plan *line;
    tfi_nd_side in, out;
    int64_t line_in, line_out; /* points that the line takes and gives */
    int n_batch;               /* >= 1 */
    int64_t extent[TRNFFT_MAX_RANK];
    int64_t lanes; /* of full strips */
    bool as_rows;  /* strips are contiguous rows, each a line of its own */
    bool split; /* few lines, each by all threads: see tfi_line_plan's execute_part */
    int64_t n_strips; /* along batch dimension 0 */
    int64_t n_items;  /* strips in all */
    int64_t n_lines;  /* lanes in all */
    double scale;
    int conj_in, conj_out;
    size_t part_in_bytes, part_out_bytes; /* of a tile's real or imaginary parts */
    size_t
        tile_out; /* offset of the output tile; 0: the line runs in place in one tile */
    size_t scratch;      /* offset of the line's scratch */
    size_t thread_bytes; /* tiles and scratch of one thread */
} tfi_nd_pass;

typedef struct tfi_nd_plan {
    tfi_job_plan job;
    tfi_tensor_problem problem;
    int n_passes;
    int n_threads;
    tfi_nd_pass pass[TRNFFT_MAX_RANK];
    size_t temp_bytes; /* intermediate data, before the threads' scratch */
    size_t temp_im;    /* offset of its imaginary parts */
} tfi_nd_plan;

/* An error where the options want more than the arithmetic of transforms holds. */
trnfft_status tfi_nd_check_accuracy(const tfi_request *request, uint32_t compute);

/* Checks a public problem of TRNFFT_KIND_FFT and writes it as a tfi_tensor_problem. */
extern const tfi_kind tfi_kind_fft;
extern const tfi_solver tfi_solver_row_column;

/* nd_walk.c */
trnfft_status tfi_nd_execute(const tfi_job_plan *plan, const tfi_job *job);

#endif
