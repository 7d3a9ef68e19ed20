/* options.h - reads structs that grow: a smaller one gets defaults for the rest, a
 * larger one is accepted if its tail is zero. */
#ifndef TFI_PLAN_OPTIONS_H
#define TFI_PLAN_OPTIONS_H

#include <stddef.h>

#include "base/status.h"

/* Copies `given`, which starts with its size_t struct_size, over the defaults in
 * `known` (n_known bytes, starting with struct_size, too). `parameter` names the struct
 * in sentences, `init` the macro to start from. */
trnfft_status tfi_read_struct(const char *function, const char *parameter,
                              const char *init, const void *given, void *known,
                              size_t n_known);

#endif
