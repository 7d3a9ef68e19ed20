/**
 * @file wisdom.h
 * @brief Wisdom: what measuring found, kept in a text file.
 *
 * Plans with #TRNFFT_EFFORT_MEASURE time the ways to do each of their lines and
 * remember the fastest in the context; plans with #TRNFFT_EFFORT_WISDOM use what is
 * remembered and measure nothing. Saved to a file, it serves the next run of the
 * program. Default plans look at none of it.
 *
 * A record holds a CPU level, a type, a kind and a length, whether the line runs alone
 * or in strips, and what was the fastest. Records of other CPU levels, and of solvers
 * that this library does not have, are kept and passed on untouched. Of two records for
 * the same thing the faster stays, so that files merge in any order to the same result.
 *
 * @code
 * trnfft_wisdom_load(NULL, "fft.wisdom");   // fails the first time: no such file
 * trnfft_plan_options o = TRNFFT_PLAN_OPTIONS_INIT;
 * o.effort = TRNFFT_EFFORT_MEASURE;
 * trnfft_plan_create(NULL, &p, &o, &plan);
 * trnfft_wisdom_save(NULL, "fft.wisdom");
 * @endcode
 */
#ifndef TRNFFT_WISDOM_H
#define TRNFFT_WISDOM_H

#include <stddef.h>
#include <stdint.h>

#include <trnfft/context.h>
#include <trnfft/export.h>
#include <trnfft/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * @brief Adds the records of a file to those of a context.
 * @param context NULL: the current context
 * @param path name of the file; not NULL
 * @return #TRNFFT_OK; #TRNFFT_ERROR_INVALID_ARGUMENT for NULL, #TRNFFT_ERROR_IO when
 * the file cannot be read, #TRNFFT_ERROR_FORMAT when it is not wisdom, of another
 * format, cut or changed, #TRNFFT_ERROR_OUT_OF_MEMORY: then the context's wisdom is as
 * it was. Allocates; reads a file, so it may block.
 * @par Thread rule
 * locked: any thread at any time. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_wisdom_load(trnfft_context *context, const char *path);

/**
 * @brief Writes the context's records to a file, together with those that it holds
 * already.
 *
 * The file is written beside the old one and then takes its name, so that a reader
 * never sees half of it. Of two programs that save at the very same moment one may
 * miss what the other adds.
 * @param context NULL: the current context
 * @param path name of the file, which need not exist; not NULL
 * @return #TRNFFT_OK; #TRNFFT_ERROR_INVALID_ARGUMENT for NULL, #TRNFFT_ERROR_IO when
 * the file cannot be read or written, #TRNFFT_ERROR_FORMAT when the file there is
 * something else than wisdom of this format, #TRNFFT_ERROR_OUT_OF_MEMORY: then the file
 * is as it was. Allocates; writes a file, so it may block.
 * @par Thread rule
 * locked: any thread at any time. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_wisdom_save(trnfft_context *context, const char *path);

/**
 * @brief Adds records from text, as trnfft_wisdom_text() writes it.
 * @param context NULL: the current context
 * @param text the text, only read during the call; not NULL
 * @param bytes its length
 * @return as trnfft_wisdom_load(), without #TRNFFT_ERROR_IO. Allocates; may block for a
 * moment.
 * @par Thread rule
 * locked: any thread at any time. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_wisdom_merge(trnfft_context *context, const char *text,
                                             size_t bytes);

/**
 * @brief The context's records as text: what a file of them would hold.
 * @param context NULL: the current context
 * @param[out] text receives the text, cut if need be, and a final NUL; NULL with
 * capacity 0: only the size is computed
 * @param capacity bytes at text
 * @return bytes that the whole text needs, without the final NUL, like snprintf; 0 when
 * the default context cannot be made. May block for a moment.
 * @par Thread rule
 * locked: any thread at any time. @since 0.1
 */
TRNFFT_API size_t trnfft_wisdom_text(trnfft_context *context, char *text,
                                     size_t capacity);

/**
 * @brief Drops all records of a context. Files and existing plans stay as they are.
 * @param context NULL: the current context
 * @return #TRNFFT_OK; #TRNFFT_ERROR_OUT_OF_MEMORY when the default context cannot be
 * made. May block for a moment.
 * @par Thread rule
 * locked: any thread at any time. @since 0.1
 */
TRNFFT_API trnfft_status trnfft_wisdom_forget(trnfft_context *context);

#ifdef __cplusplus
}
#endif

#endif
