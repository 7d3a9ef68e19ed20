/* instance.h - all kernels for one type: set TFK_TYPE (32, 64) and TFK_WIDE, include,
 * repeat. */
#include "backend/cpu/kernels/words_tmpl.h"
#include "backend/cpu/kernels/butterfly_tmpl.h"
#include "backend/cpu/kernels/transpose_tmpl.h"
#include "backend/cpu/kernels/legs_tmpl.h"
#include "backend/cpu/kernels/pass_tmpl.h"
#include "backend/cpu/kernels/real_pair_tmpl.h"
#include "backend/cpu/kernels/multiply_tmpl.h"
#include "backend/cpu/kernels/backward_tmpl.h"
#include "backend/cpu/kernels/real_halves_tmpl.h"
#include "backend/cpu/kernels/convolve_tmpl.h"
#include "backend/cpu/kernels/halves_tmpl.h"
#include "backend/cpu/kernels/tile_tmpl.h"
#include "backend/cpu/kernels/real_pass_tmpl.h"

#include "backend/cpu/kernels/words_end.h"
