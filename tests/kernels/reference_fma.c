/* reference_fma.c - the kernel templates in plain C with fma(). */
#include <math.h>

#define TFK_SCALAR_FUSED 1
#include "backend/cpu/simd/scalar.h"

#define TFK_WIDE  0
#define TFK_TABLE tfk_table_reference_fma
#define TFK_NAME  "reference_fma"
#define TFK_FUSED 1
#include "backend/cpu/kernels/table_body.h"
