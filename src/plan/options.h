/* options.h - reads structs that grow: a smaller one gets defaults for the rest, a
 * larger one, of at most TFI_STRUCT_MOST bytes, is accepted if its tail is zero. */
#ifndef TFI_PLAN_OPTIONS_H
#define TFI_PLAN_OPTIONS_H

#include <stddef.h>

#include "base/status.h"

/* No version of a public struct will be larger: what says so was not initialised, and
 * is not read or written to its supposed end. */
enum { TFI_STRUCT_MOST = 4096 };

/* Whether a struct may have `size` bytes: `least` … TFI_STRUCT_MOST. `parameter` names
 * it in sentences, `init` the macro to start from. */
trnfft_status tfi_check_struct_size(const char *function, const char *parameter,
                                    const char *init, size_t size, size_t least);

/* Copies `given`, which starts with its size_t struct_size, over the defaults in
 * `known` (n_known bytes, starting with struct_size, too). */
trnfft_status tfi_read_struct(const char *function, const char *parameter,
                              const char *init, const void *given, void *known,
                              size_t n_known);

#endif
