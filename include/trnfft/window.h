/**
 * @file window.h
 * @brief The windows of scipy.signal, periodic and symmetric.
 *
 * With N = n - 1 for symmetric windows and N = n for periodic ones (a symmetric window
 * of n + 1 points without its last), j = 0 … n-1 and x = 2 pi j / N:
 * | kind | w_j |
 * |---|---|
 * | HANN | 0.5 - 0.5 cos x |
 * | HAMMING | 0.54 - 0.46 cos x |
 * | BLACKMAN | 0.42 - 0.5 cos x + 0.08 cos 2x |
 * | NUTTALL, BLACKMANHARRIS, FLATTOP | sums of 4, 4 and 5 such cosines, scipy's |
 * | BARTLETT | 1 - abs(2 j/N - 1) |
 * | KAISER(beta) | I0(beta sqrt(1 - (2 j/N - 1)^2)) / I0(beta) |
 * | GAUSSIAN(std) | exp(-((j - N/2) / std)^2 / 2) |
 * | TUKEY(alpha) | 1 with cosine slopes that take the fraction alpha of it |
 * | BOXCAR | 1 |
 * | COSINE | sin(pi (j + 1/2) / (N + 1)) |
 * | DPSS(NW) | the first Slepian sequence of half bandwidth NW, largest value 1 |
 *
 * A window of one point is 1.
 */
#ifndef TRNFFT_WINDOW_H
#define TRNFFT_WINDOW_H

#include <stdint.h>

#include <trnfft/export.h>
#include <trnfft/status.h>
#include <trnfft/tensor.h>

#ifdef __cplusplus
extern "C" {
#endif

/** @brief Kinds of windows. Since 0.1. */
typedef TRNFFT_ENUM(trnfft_window_kind){
    TRNFFT_WINDOW_HANN = 0,     /**< raised cosine */
    TRNFFT_WINDOW_HAMMING = 1,  /**< raised cosine on a pedestal of 0.08 */
    TRNFFT_WINDOW_BLACKMAN = 2, /**< three terms */
    TRNFFT_WINDOW_BARTLETT = 3, /**< triangle that reaches 0 */
    TRNFFT_WINDOW_KAISER = 4,   /**< parameter: beta, any finite number */
    TRNFFT_WINDOW_GAUSSIAN = 5, /**< parameter: standard deviation in points, > 0 */
    TRNFFT_WINDOW_NUTTALL = 6,  /**< four terms, Nuttall's minimum */
    TRNFFT_WINDOW_BLACKMANHARRIS = 7, /**< four terms, -92 dB */
    TRNFFT_WINDOW_FLATTOP = 8,        /**< five terms, for reading amplitudes */
    TRNFFT_WINDOW_TUKEY = 9, /**< parameter: alpha, 0 (boxcar) … 1 (Hann); NULL: 0.5 */
    TRNFFT_WINDOW_BOXCAR = 10, /**< rectangle */
    TRNFFT_WINDOW_COSINE = 11, /**< half a sine */
    TRNFFT_WINDOW_DPSS = 12    /**< parameter: NW, 0 < NW < half the points */
} trnfft_window_kind;

/** @brief Which end a window is symmetric about. Since 0.1. */
typedef TRNFFT_ENUM(trnfft_window_symmetry){
    TRNFFT_PERIODIC = 0, /**< w_j = w_{n-j}: for spectra, scipy's fftbins=True */
    TRNFFT_SYMMETRIC = 1 /**< w_j = w_{n-1-j}: for filters, scipy's sym=True */
} trnfft_window_symmetry;

/**
 * @brief Fills a tensor with a window: scipy.signal.windows.
 *
 * Computed in f64, rounded once to the tensor's type.
 * @param kind a #trnfft_window_kind
 * @param symmetry #TRNFFT_PERIODIC or #TRNFFT_SYMMETRIC
 * @param parameters the one parameter of #TRNFFT_WINDOW_KAISER,
 * #TRNFFT_WINDOW_GAUSSIAN, #TRNFFT_WINDOW_TUKEY and #TRNFFT_WINDOW_DPSS; others do not
 * read it; NULL allowed where there is none, and for Tukey
 * @param[out] window real, rank 1, of the type #TRNFFT_F32, #TRNFFT_F64, #TRNFFT_BF16
 * or #TRNFFT_F16, any stride but zero; its shape says how many points, 0 allowed
 * @return #TRNFFT_OK, or with the sentence in trnfft_last_error()
 * #TRNFFT_ERROR_INVALID_ARGUMENT for a kind, symmetry or parameter out of range,
 * #TRNFFT_ERROR_INVALID_SHAPE for another rank, #TRNFFT_ERROR_INVALID_DTYPE for samples
 * or a complex tensor, #TRNFFT_ERROR_INVALID_STRIDE for stride 0, or
 * #TRNFFT_ERROR_OUT_OF_MEMORY: then nothing was written. Allocates scratch for the
 * call; does not block.
 * @par Thread rule
 * immutable: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_window(int32_t kind, int32_t symmetry,
                                       const double *parameters,
                                       const trnfft_tensor *window);

/**
 * @brief Reads a window's name, with its parameter behind a colon, a comma or in
 * parentheses: "hann", "kaiser:14", "gaussian,7", "tukey(0.25)".
 *
 * Names are those of scipy ("hann", "hanning", "blackmanharris", "boxcar" or "ones",
 * "dpss" …), upper or lower case.
 * @param name the text; not NULL
 * @param[out] kind a #trnfft_window_kind; not NULL
 * @param[out] parameter the parameter, 0.5 for "tukey" alone, 0 for kinds without one:
 * hand its address to trnfft_window(); not NULL
 * @return #TRNFFT_OK; #TRNFFT_ERROR_INVALID_ARGUMENT for a NULL, a name that is none, a
 * parameter that is missing, no number or one too many: then *kind and *parameter are
 * as they were. Does not allocate or block.
 * @par Thread rule
 * immutable: any thread at any time, on different outputs. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_window_from_name(const char *name, int32_t *kind,
                                                 double *parameter);

/**
 * @brief The name of a kind of window, as trnfft_window_from_name() reads it.
 * @param kind a #trnfft_window_kind
 * @return "hann" …; "unknown" for a number that is no kind; never NULL. Does not
 * allocate or block.
 * @par Thread rule
 * immutable: any thread at any time. @since 0.1
 */
TRNFFT_API const char *trnfft_window_name(int32_t kind);

#ifdef __cplusplus
}
#endif

#endif
