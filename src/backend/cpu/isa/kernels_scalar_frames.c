/* kernels_scalar_frames.c - the frame kernels in plain C. */
#include "backend/cpu/simd/scalar.h"

#define TFK_WIDE         0
#define TFK_FRAMES_TABLE tfk_frames_scalar
#include "backend/cpu/kernels/frames_body.h"
