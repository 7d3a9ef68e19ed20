/* real_rows_instance.h - short real rows in vectors, for one type. */
#include "backend/cpu/kernels/words_tmpl.h"
#include "backend/cpu/kernels/butterfly_tmpl.h"
#include "backend/cpu/kernels/transpose_tmpl.h"
#include "backend/cpu/kernels/rows_move_tmpl.h"
#include "backend/cpu/kernels/real_pair_tmpl.h"
#include "backend/cpu/kernels/real_row_tmpl.h"
#include "backend/cpu/kernels/real_rows_tmpl.h"
#include "backend/cpu/kernels/words_end.h"
