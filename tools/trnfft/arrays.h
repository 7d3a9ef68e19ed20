/* arrays.h - the program's arrays as the library's tensors. */
#ifndef TRNFFT_TOOLS_ARRAYS_H
#define TRNFFT_TOOLS_ARRAYS_H

#include "files.h"

/* A view of the array: valid as long as its data are. */
trnfft_tensor array_view(const io_array *a);
/* The same of data that belong to something else. */
trnfft_tensor data_view(io_type type, int rank, const int64_t *shape, void *data);

#endif
