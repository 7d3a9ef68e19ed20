/* kernels_avx512_frames.c - the frame kernels over simd/avx512.h. */
#include "backend/cpu/simd/avx512.h"

#define TFK_WIDE         1
#define TFK_FRAMES_TABLE tfk_frames_avx512
#include "backend/cpu/kernels/frames_body.h"
