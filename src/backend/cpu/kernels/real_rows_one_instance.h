/* real_rows_one_instance.h - short real rows in scalars, for one type. */
#include "backend/cpu/kernels/words_tmpl.h"
#include "backend/cpu/kernels/butterfly_tmpl.h"
#include "backend/cpu/kernels/real_pair_tmpl.h"
#include "backend/cpu/kernels/real_row_tmpl.h"
#include "backend/cpu/kernels/row_tmpl.h"
#include "backend/cpu/kernels/real_rows_one_tmpl.h"
#include "backend/cpu/kernels/words_end.h"
