/**
 * @file tensor.h
 * @brief Views of real and complex arrays: type, shape, strides and where the data lie.
 *
 * A view owns nothing and is plain data: copy it, change it, build it by hand. Sizes
 * and strides are 64-bit; a stride counts components (one float, not one complex pair),
 * may be negative, and may be zero in inputs. Element (i_0, …, i_{rank-1}) has its real
 * part at component `i_0 * strides[0] + … + i_{rank-1} * strides[rank-1]` of `re`, its
 * imaginary part at the same component of `im`.
 */
#ifndef TRNFFT_TENSOR_H
#define TRNFFT_TENSOR_H

#include <stddef.h>
#include <stdint.h>

#include <trnfft/dtype.h>
#include <trnfft/export.h>
#include <trnfft/status.h>

/** @brief The largest number of dimensions. */
#define TRNFFT_MAX_RANK 8

#ifdef __cplusplus
extern "C" {
#endif

/** @brief Memory that lives on a device. Since 0.1. */
struct trnfft_buffer;

/**
 * @brief A view of a real or complex array. Since 0.1.
 *
 * When built by hand, set everything that is not needed to zero. A view that breaks the
 * rules below is refused by every function, with a sentence that says what is wrong.
 */
typedef struct trnfft_tensor {
    int32_t dtype;                  /**< type of one component, a #trnfft_dtype */
    int32_t rank;                   /**< number of dimensions, 0 … #TRNFFT_MAX_RANK */
    int64_t shape[TRNFFT_MAX_RANK]; /**< elements along each dimension, 0 allowed */
    int64_t strides[TRNFFT_MAX_RANK]; /**< components from one element to the next */
    void *re;                         /**< real part of element 0 */
    void *im; /**< imaginary part of element 0; NULL: a real tensor */
    struct trnfft_buffer *buffer; /**< NULL: host memory; else re and im are byte
                                     offsets into this device buffer */
    uint64_t reserved[2];         /**< zero */
} trnfft_tensor;

/**
 * @brief View of a real array in C order.
 * @param dtype a #trnfft_dtype
 * @param rank number of dimensions, 0 … #TRNFFT_MAX_RANK
 * @param shape rank lengths, each >= 0; NULL allowed when rank is 0
 * @param data the first element, any alignment; NULL allowed when there are no elements
 * or only the layout matters. Written only where the view is used as an output.
 * @return the view. Nonsense gives a view that every function refuses with the sentence
 * about what was wrong here. Does not allocate or block; owns nothing.
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API trnfft_tensor trnfft_tensor_real(int32_t dtype, int32_t rank,
                                            const int64_t *shape, const void *data)
    TRNFFT_ONLY_POINTS(4);

/**
 * @brief View of a complex array in C order, real and imaginary parts in two arrays.
 * @param dtype type of one component: #TRNFFT_F32, #TRNFFT_F64, #TRNFFT_BF16 or
 * #TRNFFT_F16
 * @param rank number of dimensions, 0 … #TRNFFT_MAX_RANK
 * @param shape rank lengths, each >= 0; NULL allowed when rank is 0
 * @param re first real part, any alignment
 * @param im first imaginary part, any alignment; NULL, like re, only when there are no
 * elements
 * @return the view, refused by every function after nonsense as in
 * trnfft_tensor_real(). Does not allocate or block; owns nothing.
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API trnfft_tensor trnfft_tensor_split(int32_t dtype, int32_t rank,
                                             const int64_t *shape, const void *re,
                                             const void *im) TRNFFT_ONLY_POINTS(4)
    TRNFFT_ONLY_POINTS(5);

/**
 * @brief View of a complex array in C order made of pairs re, im.
 *
 * Gives `im = re + 1` component and doubled strides.
 * @param dtype type of one component: #TRNFFT_F32, #TRNFFT_F64, #TRNFFT_BF16 or
 * #TRNFFT_F16
 * @param rank number of dimensions, 0 … #TRNFFT_MAX_RANK
 * @param shape rank lengths in pairs, each >= 0; NULL allowed when rank is 0
 * @param pairs the first pair, any alignment; NULL only when there are no elements
 * @return the view, refused by every function after nonsense as in
 * trnfft_tensor_real(). Does not allocate or block; owns nothing.
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API trnfft_tensor trnfft_tensor_interleaved(int32_t dtype, int32_t rank,
                                                   const int64_t *shape,
                                                   const void *pairs)
    TRNFFT_ONLY_POINTS(4);

/**
 * @brief View with any strides.
 * @param dtype a #trnfft_dtype
 * @param rank number of dimensions, 0 … #TRNFFT_MAX_RANK
 * @param shape rank lengths, each >= 0; NULL allowed when rank is 0
 * @param strides rank strides in components, any sign; zero only in inputs; NULL
 * allowed when rank is 0
 * @param re real part of element 0, any alignment
 * @param im imaginary part of element 0, any alignment (for pairs: one component after
 * re); NULL for a real tensor
 * @return the view, refused by every function after nonsense as in
 * trnfft_tensor_real(). Does not allocate or block; owns nothing.
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API trnfft_tensor trnfft_tensor_strided(int32_t dtype, int32_t rank,
                                               const int64_t *shape,
                                               const int64_t *strides, const void *re,
                                               const void *im) TRNFFT_ONLY_POINTS(5)
    TRNFFT_ONLY_POINTS(6);

/**
 * @brief A new array in C order, aligned to 64 bytes and set to zero.
 * @param dtype a #trnfft_dtype (samples, #TRNFFT_S16 and #TRNFFT_S24, are real only)
 * @param layout a #trnfft_layout: #TRNFFT_REAL, #TRNFFT_SPLIT or #TRNFFT_INTERLEAVED
 * @param rank number of dimensions, 0 … #TRNFFT_MAX_RANK
 * @param shape rank lengths, each >= 0; NULL allowed when rank is 0
 * @param[out] tensor the view; not NULL
 * @return #TRNFFT_OK; #TRNFFT_ERROR_INVALID_ARGUMENT, #TRNFFT_ERROR_INVALID_SHAPE,
 * #TRNFFT_ERROR_INVALID_DTYPE, #TRNFFT_ERROR_OVERFLOW or #TRNFFT_ERROR_OUT_OF_MEMORY:
 * then *tensor is as it was. Allocates, with the callbacks of the thread's current
 * context where it has any, else with malloc; does not block. The caller owns the
 * memory: trnfft_tensor_free().
 * @par Thread rule
 * immutable: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_tensor_empty(int32_t dtype, int32_t layout,
                                             int32_t rank, const int64_t *shape,
                                             trnfft_tensor *tensor);

/**
 * @brief Frees what trnfft_tensor_empty() made and sets the view to zero.
 * @param tensor a view from trnfft_tensor_empty() whose re was not changed, or all zero
 * (nothing happens), or NULL (nothing happens). Views made by constructors own nothing:
 * not for them. The memory goes back to the callback that belongs to its allocation,
 * whatever context is current, even if its context is gone. Does not block.
 * @par Thread rule
 * confined: nobody else may use the array. @since 0.1
 */
TRNFFT_API void trnfft_tensor_free(trnfft_tensor *tensor);

/**
 * @brief Says whether a view would be accepted, and why not.
 * @param tensor the view; NULL is an error
 * @return #TRNFFT_OK; #TRNFFT_ERROR_INVALID_ARGUMENT, #TRNFFT_ERROR_INVALID_SHAPE,
 * #TRNFFT_ERROR_INVALID_DTYPE, #TRNFFT_ERROR_OVERFLOW or #TRNFFT_ERROR_UNSUPPORTED with
 * the sentence in trnfft_last_error(). Does not allocate or block.
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_tensor_validate(const trnfft_tensor *tensor);

/**
 * @brief Whether elements are complex.
 * @param tensor a view; NULL gives 0
 * @return 1 if it has imaginary parts, else 0. Does not allocate or block.
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API int trnfft_tensor_is_complex(const trnfft_tensor *tensor);

/**
 * @brief Whether elements lie one after the other in C order.
 *
 * In steps of one component for real and split tensors, of one pair for interleaved
 * ones.
 * @param tensor a view that trnfft_tensor_validate() accepts; any other gives 0
 * @return 1 or 0; tensors without elements are contiguous. Does not allocate or block.
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API int trnfft_tensor_is_contiguous(const trnfft_tensor *tensor);

/**
 * @brief How many elements there are.
 * @param tensor a view that trnfft_tensor_validate() accepts
 * @return the product of the shape, 1 for rank 0; -1 for NULL, a rank or length out of
 * range or a product above INT64_MAX. Does not allocate or block.
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API int64_t trnfft_tensor_numel(const trnfft_tensor *tensor);

/**
 * @brief Where an element lies, in components from re (and, the same, from im).
 *
 * Computes `index[0] * strides[0] + … + index[rank-1] * strides[rank-1]`.
 * @param tensor a view that trnfft_tensor_validate() accepts
 * @param index rank indices, 0 <= index[d] < shape[d]; NULL allowed when rank is 0
 * @param[out] offset the offset in components, negative with negative strides; not NULL
 * @return #TRNFFT_OK; #TRNFFT_ERROR_INVALID_ARGUMENT for an index out of range or a
 * NULL, or what trnfft_tensor_validate() returns: then *offset is as it was. Does not
 * allocate or block.
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_tensor_offset(const trnfft_tensor *tensor,
                                              const int64_t *index, int64_t *offset);

/**
 * @brief Reads one element, whatever the type.
 * @param tensor a view that trnfft_tensor_validate() accepts
 * @param index rank indices, 0 <= index[d] < shape[d]; NULL allowed when rank is 0
 * @param[out] re real part (samples scaled to ±1); not NULL
 * @param[out] im imaginary part, 0 for a real tensor; NULL allowed
 * @return as trnfft_tensor_offset(); on failure *re and *im are as they were. Does not
 * allocate or block.
 * @par Thread rule
 * immutable: any thread at any time while nobody writes the array. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_tensor_get(const trnfft_tensor *tensor,
                                           const int64_t *index, double *re,
                                           double *im);

/**
 * @brief View of a part: elements start, start + step, … (count of them) along one
 * dimension.
 *
 * With numpy's signs: step -1 and start shape[dim] - 1 reverse a dimension. Shares the
 * memory.
 * @param tensor a view that trnfft_tensor_validate() accepts
 * @param dim the dimension, -rank … rank - 1
 * @param start first index; with count > 0 in 0 … shape[dim] - 1
 * @param count how many, >= 0; the last index must lie in the dimension, too
 * @param step from one to the next, any sign
 * @param[out] part the view; not NULL, may be tensor itself
 * @return #TRNFFT_OK; #TRNFFT_ERROR_INVALID_ARGUMENT for what is out of range, or what
 * trnfft_tensor_validate() returns: then *part is as it was. Does not allocate or
 * block; *part owns nothing.
 * @par Thread rule
 * immutable: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_tensor_slice(const trnfft_tensor *tensor, int32_t dim,
                                             int64_t start, int64_t count, int64_t step,
                                             trnfft_tensor *part);

/**
 * @brief View with the dimensions in another order, as torch.permute.
 * @param tensor a view that trnfft_tensor_validate() accepts
 * @param dims rank dimensions, -rank … rank - 1, each once: dimension d of the result
 * is dims[d] of the tensor; NULL reverses the order
 * @param[out] permuted the view; not NULL, may be tensor itself
 * @return #TRNFFT_OK; #TRNFFT_ERROR_INVALID_ARGUMENT for dimensions out of range or
 * repeated, or what trnfft_tensor_validate() returns: then *permuted is as it was. Does
 * not allocate or block; *permuted owns nothing.
 * @par Thread rule
 * immutable: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_tensor_permute(const trnfft_tensor *tensor,
                                               const int32_t *dims,
                                               trnfft_tensor *permuted);

/**
 * @brief Copies elements between tensors of equal shape, converting types and layouts.
 *
 * To a narrower type each component is rounded once to nearest-even; NaNs stay NaNs.
 * Samples
 * (#TRNFFT_S16, #TRNFFT_S24) are read scaled to ±1; they are written only from the same
 * type. A real input gives imaginary parts of zero.
 * @param input a view that trnfft_tensor_validate() accepts; only read
 * @param output a view of the same shape, complex if input is; no two of its elements
 * may share memory. It may be the very memory of input (same type, layout and strides;
 * nothing to do), any other overlap is refused. Any alignment.
 * @return #TRNFFT_OK; #TRNFFT_ERROR_INVALID_SHAPE for different shapes,
 * #TRNFFT_ERROR_INVALID_STRIDE for an output that overlaps itself,
 * #TRNFFT_ERROR_INVALID_ALIASING, #TRNFFT_ERROR_INVALID_DTYPE for samples as output or
 * complex to real, or what trnfft_tensor_validate() returns: then nothing was written.
 * Does not allocate or block.
 * @par Thread rule
 * immutable: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_tensor_copy(const trnfft_tensor *input,
                                            const trnfft_tensor *output);

#ifdef __cplusplus
}
#endif

#endif
