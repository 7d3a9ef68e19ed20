/* fault.h - how a constructor that was given nonsense writes that into the view: dtype
 * is the negative fault, reserved[0] the bad value and reserved[1] the dimension. */
#ifndef TFI_TENSOR_FAULT_H
#define TFI_TENSOR_FAULT_H

#include <trnfft/tensor.h>

typedef enum tfi_fault {
    TFI_FAULT_RANK = 1,
    TFI_FAULT_SHAPE_NULL = 2,
    TFI_FAULT_STRIDES_NULL = 3,
    TFI_FAULT_LENGTH = 4,
    TFI_FAULT_DTYPE = 5,
    TFI_FAULT_COMPLEX_SAMPLES = 6,
    TFI_FAULT_OVERFLOW = 7,
    TFI_FAULT_DATA_NULL = 8,
} tfi_fault;

/* Added to the negative fault so that a dtype left uninitialised is not read as one. */
#define TFI_FAULT_BASE (-0x7f000000)

trnfft_tensor tfi_faulty_tensor(tfi_fault fault, int64_t value, int32_t dimension);

#endif
