/* spectrum_file.h - STFT arrays in .npy files, a frame at a time.
 *
 * Frames are columns of a C-ordered (…, frequency, time) array; they are gathered in a
 * block of bounded size and moved a row segment at a time, so that any length fits in
 * little memory.
 */
#ifndef TRNFFT_TOOLS_SPECTRUM_FILE_H
#define TRNFFT_TOOLS_SPECTRUM_FILE_H

#include "io.h"

typedef struct spectrum_shape {
    io_type type;     /* IO_C64 or IO_C128 for STFTs; real types for mel spectrograms */
    bool time_first;  /* (…, time, frequency) */
    bool has_channel; /* a leading dimension of `channels` */
    int64_t channels, bins, frames;
} spectrum_shape;

typedef struct spectrum_file spectrum_file;

/* Writes the header now; frames come in order through spectrum_put(). */
bool spectrum_create(FILE *f, const spectrum_shape *shape, spectrum_file **out,
                     io_error *e);
/* Frame `frame` of `channel`: `bins` parts each, im NULL when the type is real. Every
 * channel gets its frames in ascending order and none is far ahead of another. */
bool spectrum_put(spectrum_file *s, int64_t channel, int64_t frame, const void *re,
                  const void *im, io_error *e);
/* Writes what is left; all frames must have come. */
bool spectrum_finish(spectrum_file *s, io_error *e);

/* Opens a C-ordered file of 2 or 3 dimensions for reading. */
bool spectrum_open(FILE *f, const npy_header *h, bool time_first, spectrum_file **out,
                   io_error *e);
const spectrum_shape *spectrum_shape_of(const spectrum_file *s);
/* The frames of each channel must be asked for in ascending order, channels in
 * lockstep. */
bool spectrum_get(spectrum_file *s, int64_t channel, int64_t frame, void *re, void *im,
                  io_error *e);

void spectrum_close(spectrum_file *s); /* not the FILE */

#endif
