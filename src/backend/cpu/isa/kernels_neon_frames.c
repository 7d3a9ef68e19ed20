/* kernels_neon_frames.c - the frame kernels over simd/neon.h. */
#include "backend/cpu/simd/neon.h"

#define TFK_WIDE         1
#define TFK_FRAMES_TABLE tfk_frames_neon
#include "backend/cpu/kernels/frames_body.h"
