/* emulated_wide_frames.c - the frame kernels over 64-byte vectors, see emulated_wide.c.
 */
#include "kernels/emulated_wide.h"

#define TFK_WIDE         1
#define TFK_FRAMES_TABLE tfk_frames_emulated_wide
#include "backend/cpu/kernels/frames_body.h"
