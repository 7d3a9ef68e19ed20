/* kernel.h - a kernel: one way to do one job on a NeuronCore, as a program.
 *
 * A job is a transform (or a product, a layer …) of contiguous planar arrays in HBM;
 * the back end brings operands into that form. A kernel says which jobs it can do and
 * writes the program with the builder. To add one: a file in kernels/ and its line in
 * kernels.c. The mode (how exact, in which operand type) is a field of the job, never a
 * copy of a kernel.
 */
#ifndef TFI_NEURON_KERNEL_H
#define TFI_NEURON_KERNEL_H

#include <stdbool.h>
#include <stdint.h>

#include "ncsim/builder.h"

typedef enum tfi_neuron_task {
    TFI_NEURON_DFT = 0,  /* n-dimensional, c2c, r2c, c2r */
    TFI_NEURON_GEMM,     /* C = A B, complex or real */
    TFI_NEURON_MULTIPLY, /* elementwise complex product (mask) */
    TFI_NEURON_STFT,     /* frames of a real signal, r2c */
    TFI_NEURON_ISTFT,
    TFI_NEURON_FNET,    /* Re of the two-dimensional transform of real data */
    TFI_NEURON_LINEAR,  /* complex Y = X W^T + b */
    TFI_NEURON_MODRELU, /* x relu(|x| + b) / |x| */
    TFI_NEURON_N_TASKS
} tfi_neuron_task;

typedef enum tfi_neuron_mode {
    TFI_NEURON_FAST = 0, /* f32 operands */
    TFI_NEURON_KAHAN,    /* f32, compensated products on DVE (powers of two) */
    TFI_NEURON_BF16,     /* bf16 operands, f32 sums */
    TFI_NEURON_BF16X3,   /* operands as high + low bf16, three products */
    TFI_NEURON_N_MODES
} tfi_neuron_mode;

typedef enum tfi_neuron_transform {
    TFI_NEURON_C2C = 0,
    TFI_NEURON_R2C = 1,
    TFI_NEURON_C2R = 2
} tfi_neuron_transform;

/* clang-format off */
/* Zero it first. Buffers by name, all of dtype `io`, row-major, contiguous:
 *   DFT       xr, xi (r2c: xr) -> yr, yi (c2r: yr); [batch, n0, n1, n2]; one-sided
 *             sides have n / 2 + 1 in the last dimension, n is the real length
 *   GEMM      ar, ai [batch, m, k], br, bi [batch, k, n] -> yr, yi [batch, m, n]
 *   MULTIPLY  xr, xi, wr, wi [batch, n …] -> yr, yi the same; scale is 1
 *   STFT      x [batch, samples] (padded already) -> yr, yi [batch, frames, n/2+1];
 *             window: a table of n doubles
 *   ISTFT     xr, xi [batch, frames, n/2+1] -> y [batch, samples], divided by
 *             `envelope`; the inverse transform is not normalised: scale has 1 / n
 *   FNET      x [batch, n0, n1] -> y the same
 *   LINEAR    xr, xi [batch, k], wr, wi [n, k], br, bi [n] -> yr, yi [batch, n]; scale
 *             is 1
 *   MODRELU   xr, xi [batch, n], b [n] -> yr, yi; scale is 1 */
/* clang-format on */
typedef struct tfi_neuron_job {
    uint32_t task;      /* tfi_neuron_task */
    uint32_t mode;      /* tfi_neuron_mode */
    uint32_t transform; /* tfi_neuron_transform */
    uint32_t io;        /* ncs_dtype of buffers in HBM: F32 or BF16 */
    int32_t sign;       /* exponent: -1 forward, +1 inverse */
    int32_t rank;       /* 1 … 3 */
    int64_t n[3];
    int64_t batch;
    int64_t m, k; /* products, layers */
    int64_t hop, frames, samples;
    bool real_product;      /* GEMM of real matrices */
    double scale;           /* of every result */
    const double *window;   /* STFT, ISTFT: n[0] numbers */
    const double *envelope; /* ISTFT: `samples` numbers, the sum of squared windows */
} tfi_neuron_job;

typedef struct tfi_neuron_kernel {
    const char *name; /* "dft_columns": lower snake, unique */
    const char *what; /* one line, for `trnfft neuron plan` */
    uint32_t task;
    bool (*accepts)(const ncs_machine *machine, const tfi_neuron_job *job);
    /* Writes the whole program, inputs and outputs included. The builder keeps errors.
     */
    void (*build)(ncs_builder *b, const tfi_neuron_job *job);
} tfi_neuron_kernel;

/* All of them, NULL-terminated (kernels.c). */
extern const tfi_neuron_kernel *const tfi_neuron_kernels[];
const tfi_neuron_kernel *tfi_neuron_kernel_find(const char *name);

#endif
