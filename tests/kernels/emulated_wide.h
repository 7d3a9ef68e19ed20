/* emulated_wide.h - that of emulated.h over 64-byte vectors. */
#ifndef TRNFFT_TESTS_KERNELS_EMULATED_WIDE_H
#define TRNFFT_TESTS_KERNELS_EMULATED_WIDE_H

#define TFK_BYTES 64
#include "kernels/emulated.h"

#endif
