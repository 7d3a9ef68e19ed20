/* options.c - reading structs of any version. */
#include "plan/options.h"

#include <string.h>

trnfft_status tfi_read_struct(const char *function, const char *parameter,
                              const char *init, const void *given, void *known,
                              size_t n_known)
{
    size_t size;
    memcpy(&size, given, sizeof size);
    if (size < sizeof(size_t)) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: %s.struct_size = %zu: start from %s", function, parameter,
                        size, init);
    }
    const unsigned char *tail = given;
    for (size_t i = n_known; i < size; i++) {
        if (tail[i] != 0) {
            return tfi_fail(
                TRNFFT_ERROR_INVALID_ARGUMENT,
                "%s: %s.struct_size = %zu: this library knows %zu bytes, and a "
                "later field is set",
                function, parameter, size, n_known);
        }
    }
    memcpy(known, given, size < n_known ? size : n_known);
    memcpy(known, &n_known, sizeof n_known);
    return TRNFFT_OK;
}
