/* builder_views.c - slices of views. Values only: nothing can fail, the verifier finds
 * what leaves its buffer. */
#include "ncsim/builder.h"

ncs_view ncs_rows(ncs_view v, int32_t first, int32_t count)
{
    if (v.row_stride != 0) {
        v.offset += first * v.row_stride;
    } else {
        v.partition += first;
    }
    v.n_partitions = count;
    return v;
}

ncs_view ncs_columns(ncs_view v, int64_t first, int64_t count, int64_t step)
{
    v.offset += first * v.stride[NCS_DIMS - 1];
    v.size[NCS_DIMS - 1] = count;
    v.stride[NCS_DIMS - 1] *= step;
    return v;
}

ncs_view ncs_pattern(ncs_view v, int64_t offset, int n_dims, const int64_t *size,
                     const int64_t *stride)
{
    int64_t unit = v.stride[NCS_DIMS - 1];
    v.offset += offset * unit;
    for (int d = 0; d < NCS_DIMS; d++) {
        int from = d - (NCS_DIMS - n_dims);
        v.size[d] = from < 0 ? 1 : size[from];
        v.stride[d] = from < 0 ? 0 : stride[from] * unit;
    }
    return v;
}

ncs_view ncs_hbm_rows(ncs_view v, int64_t offset, int32_t rows, int64_t row_stride,
                      int n_dims, const int64_t *size, const int64_t *stride)
{
    v.stride[NCS_DIMS - 1] = 1;
    v = ncs_pattern(v, offset, n_dims, size, stride);
    v.n_partitions = rows;
    v.row_stride = row_stride;
    return v;
}
