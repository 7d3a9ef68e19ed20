/* kernels_scalar.c - the kernel templates in plain C with multiply and add rounded
 * apart: the reference of every ISA without fused multiply-add, and what runs where
 * nothing else does. */
#include "backend/cpu/simd/scalar.h"

#define TFK_WIDE  0
#define TFK_TABLE tfk_table_scalar
#define TFK_NAME  "scalar"
#define TFK_FUSED 0
#include "backend/cpu/kernels/table_body.h"
