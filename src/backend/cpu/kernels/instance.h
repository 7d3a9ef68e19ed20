/* instance.h - all kernels for one type: set TFK_TYPE (32, 64) and TFK_WIDE, include,
 * repeat. */
#include "backend/cpu/kernels/words_tmpl.h"
#include "backend/cpu/kernels/butterfly_tmpl.h"
#include "backend/cpu/kernels/transpose_tmpl.h"
#include "backend/cpu/kernels/pass_tmpl.h"
#include "backend/cpu/kernels/run_tmpl.h"
#include "backend/cpu/kernels/real_pass_tmpl.h"

#undef T
#undef V
#undef VL
#undef FN
#undef TFK_SUFFIX
#undef TFK_GLUE
#undef TFK_GLUE2
#undef BLOCK
#undef S_FMA
#undef FMA
#undef FMS
#undef SET1
#undef LOAD
#undef STORE
#undef LOADN
#undef STOREN
#undef ZIPLO
#undef ZIPHI
#undef EVENS
#undef ODDS
#undef REVERSE
#undef LOAD_PAIRS
#undef STORE_PAIRS
#undef UNROLL
#undef EACH_RADIX
#undef TFK_TYPE
