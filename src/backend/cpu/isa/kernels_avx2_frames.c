/* kernels_avx2_frames.c - the frame kernels over simd/avx2.h. */
#include "backend/cpu/simd/avx2.h"

#define TFK_WIDE         1
#define TFK_FRAMES_TABLE tfk_frames_avx2
#include "backend/cpu/kernels/frames_body.h"
