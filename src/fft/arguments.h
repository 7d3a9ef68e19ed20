/* arguments.h - what the functions of fft.h share: torch's arguments become one call
 * that is checked and complete. */
#ifndef TFI_FFT_ARGUMENTS_H
#define TFI_FFT_ARGUMENTS_H

#include <stdbool.h>
#include <stdint.h>

#include <trnfft/plan.h>
#include <trnfft/status.h>
#include <trnfft/tensor.h>

/* One of the six transforms, as data. In every one of them the halved side, if there
 * is one, is the last transformed dimension. */
typedef struct tfi_transform {
    int32_t op;       /* trnfft_op */
    bool real_input;  /* takes real input only */
    bool half_input;  /* takes n/2 + 1 bins for n points */
    bool half_output; /* gives n/2 + 1 bins for n points */
    bool real_output;
} tfi_transform;

extern const tfi_transform tfi_transform_fft, tfi_transform_ifft, tfi_transform_rfft,
    tfi_transform_irfft, tfi_transform_hfft, tfi_transform_ihfft;

/* Which function was called, for the sentences; LINE functions have one n and one dim,
 * which are named without an index. */
typedef enum tfi_fft_form { TFI_FFT_LINE, TFI_FFT_PLANE, TFI_FFT_ND } tfi_fft_form;

typedef struct tfi_fft_function {
    const char *name; /* "trnfft_rfft2" */
    const tfi_transform *transform;
    tfi_fft_form form;
} tfi_fft_function;

/* torch's arguments as they came. */
typedef struct tfi_fft_arguments {
    const trnfft_tensor *input;
    const int64_t *s;   /* n_dim lengths or NULL */
    const int32_t *dim; /* n_dim dimensions or NULL */
    int32_t n_dim;
} tfi_fft_arguments;

/* The same, checked: dimensions 0 … rank - 1 without repetition, lengths >= 1. */
typedef struct tfi_fft_call {
    int32_t n_dim;
    int32_t dim[TRNFFT_MAX_RANK];
    int64_t n[TRNFFT_MAX_RANK];     /* length of each transform, of the real side */
    int64_t shape[TRNFFT_MAX_RANK]; /* of the output */
} tfi_fft_call;

/* Checks the input and resolves the arguments; the shape of the output is
 * call->shape. */
trnfft_status tfi_fft_resolve(const tfi_fft_function *function,
                              const tfi_fft_arguments *arguments, tfi_fft_call *call);

#endif
