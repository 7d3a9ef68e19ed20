/* frames.h - a source of samples through streaming STFTs, one a channel. */
#ifndef TRNFFT_TOOLS_FRAMES_H
#define TRNFFT_TOOLS_FRAMES_H

#include "signal_args.h"

/* Called once for each frame of each channel: all channels of a frame, then the next
 * frame. Returns an exit status. */
typedef int frame_sink(void *user, int64_t channel, int64_t frame, const void *re,
                       const void *im);

typedef struct frame_run {
    int64_t frames, bins; /* of each channel */
    io_type type;         /* of a frame's parts: IO_F32 or IO_F64 */
    double read_s, transform_s, sink_s;
} frame_run;

/* How many frames and bins of which type a signal of this length gives. Prints and
 * returns an exit status. */
int frames_count(const trnfft_stft_options *o, io_type type, int64_t samples,
                 frame_run *out);

/* Runs the whole source; out->frames, bins and type must be known (frames_count).
 * `what` names the progress bar. */
int frames_run(sample_source *s, const trnfft_stft_options *o, const char *what,
               frame_sink *sink, void *user, frame_run *out);

#endif
