/* kernels_sse2_frames.c - the frame kernels over simd/sse2.h. */
#include "backend/cpu/simd/sse2.h"

#define TFK_WIDE         1
#define TFK_FRAMES_TABLE tfk_frames_sse2
#include "backend/cpu/kernels/frames_body.h"
