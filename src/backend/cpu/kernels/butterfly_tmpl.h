/* butterfly_tmpl.h - DFTs of 2 … 16 points on vectors in registers, in place, forward
 * sign, natural order: the generated codelets as functions. Passes that read and write
 * memory use the codelets themselves, which then move each leg when its turn comes. */
#include "backend/cpu/kernels/gen/dft_gen.h"

#define UNROLL _Pragma("GCC unroll 16")

#define BUTTERFLY_GET(j, x, y) x = re[j], y = im[j]
#define BUTTERFLY_PUT(k, x, y) re[k] = x, im[k] = y
#define BUTTERFLY(R)                               \
    TFK_INLINE void FN(bf##R)(V * re, V * im)      \
    {                                              \
        TFK_DFT_##R(BUTTERFLY_GET, BUTTERFLY_PUT); \
    }

BUTTERFLY(2)
BUTTERFLY(3)
BUTTERFLY(4)
BUTTERFLY(5)
BUTTERFLY(6)
BUTTERFLY(7)
BUTTERFLY(8)
BUTTERFLY(9)
BUTTERFLY(10)
BUTTERFLY(11)
BUTTERFLY(12)
BUTTERFLY(13)
BUTTERFLY(14)
BUTTERFLY(15)
BUTTERFLY(16)

#undef BUTTERFLY
#undef BUTTERFLY_GET
#undef BUTTERFLY_PUT
