/* emulated_circulant.c - the circulant kernels over the vectors of emulated.h. */
#include "kernels/emulated.h"

#define TFK_CIRCULANT_TABLE tfk_circulant_emulated
#include "backend/cpu/kernels/circulant_body.h"
