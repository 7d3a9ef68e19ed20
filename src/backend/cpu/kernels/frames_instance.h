/* frames_instance.h - the frame kernels for one type: set TFK_TYPE (32, 64) and
 * TFK_WIDE, include, repeat. */
#include "backend/cpu/kernels/words_tmpl.h"
#define UNROLL _Pragma("GCC unroll 16")
#include "backend/cpu/kernels/transpose_tmpl.h"
#if TFK_WIDE
#include "backend/cpu/kernels/panel_tmpl.h"
#endif
#include "backend/cpu/kernels/frames_tmpl.h"
#include "backend/cpu/kernels/words_end.h"
