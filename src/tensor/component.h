/* component.h - reading and writing components of any type.
 *
 * `src` and `dst` point at the first component, any alignment; strides count components
 * of their own type, any sign. Stores round once to nearest, ties to even; NaNs stay
 * NaNs. TRNFFT_S16 and TRNFFT_S24 are read scaled to ±1 and cannot be stored.
 */
#ifndef TFI_TENSOR_COMPONENT_H
#define TFI_TENSOR_COMPONENT_H

#include <stdint.h>

/* Component number `offset` from p. */
double tfi_component_load(int32_t dtype, const void *p, int64_t offset);

/* count components into floats (TRNFFT_F64 is rounded) or doubles. */
void tfi_load_f32(int32_t dtype, const void *src, int64_t stride, int64_t count,
                  float *dst, int64_t dst_stride);
void tfi_load_f64(int32_t dtype, const void *src, int64_t stride, int64_t count,
                  double *dst, int64_t dst_stride);

/* count floats or doubles into components. */
void tfi_store_f32(int32_t dtype, void *dst, int64_t stride, int64_t count,
                   const float *src, int64_t src_stride);
void tfi_store_f64(int32_t dtype, void *dst, int64_t stride, int64_t count,
                   const double *src, int64_t src_stride);

#endif
