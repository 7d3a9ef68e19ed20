/* sweep_instance.h - the sweep kernels for one type: set TFK_TYPE (32, 64) and
 * TFK_WIDE, include, repeat. */
#include "backend/cpu/kernels/words_tmpl.h"
#include "backend/cpu/kernels/butterfly_tmpl.h"
#include "backend/cpu/kernels/transpose_tmpl.h"
#include "backend/cpu/kernels/sweep_tmpl.h"
#include "backend/cpu/kernels/words_end.h"
