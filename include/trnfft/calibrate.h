/**
 * @file calibrate.h
 * @brief The constants by which plans are predicted, measured on this machine.
 *
 * The library has a table for each instruction set. trnfft_calibrate() measures what
 * can be timed kernel by kernel and writes a file, which a context reads when it is
 * made: #trnfft_context_options.calibration, or else the environment variable
 * TRNFFT_CALIBRATION. Other constants may give other plans, and so other rounding.
 */
#ifndef TRNFFT_CALIBRATE_H
#define TRNFFT_CALIBRATE_H

#include <trnfft/context.h>
#include <trnfft/export.h>
#include <trnfft/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * @brief Measures the constants of the cost model for the CPU level in use.
 * @param context whose allocator is used; NULL: the current one. Its own constants stay
 * as they are
 * @param time_limit_s seconds after which what was not measured keeps the library's
 * value; > 0
 * @param path the file to write, replaced if it exists; not NULL
 * @return #TRNFFT_OK; #TRNFFT_ERROR_INVALID_ARGUMENT, #TRNFFT_ERROR_OUT_OF_MEMORY,
 * #TRNFFT_ERROR_IO: then there is no new file. Allocates; blocks while other threads of
 * the context measure.
 * @par Thread rule
 * locked: any thread at any time. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_calibrate(trnfft_context *context, double time_limit_s,
                                          const char *path);

#ifdef __cplusplus
}
#endif

#endif
