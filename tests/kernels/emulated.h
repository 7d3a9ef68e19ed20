/* emulated.h - the vocabulary over vectors of TFK_BYTES (32) without an instruction set
 * of that width, multiply and add rounded apart: the compiler lowers them to what the
 * machine has. */
#ifndef TRNFFT_TESTS_KERNELS_EMULATED_H
#define TRNFFT_TESTS_KERNELS_EMULATED_H

#ifndef TFK_BYTES
#define TFK_BYTES 32
#endif
#pragma GCC diagnostic ignored "-Wpsabi"

#define TFK_FEW_RADICES        1
#define TFK_V_FMA_F32(a, b, c) ((a) * (b) + (c))
#define TFK_V_FMA_F64(a, b, c) ((a) * (b) + (c))
#define TFK_S_FMA_F32(a, b, c) ((a) * (b) + (c))
#define TFK_S_FMA_F64(a, b, c) ((a) * (b) + (c))
#include "backend/cpu/simd/vector.h"

#endif
