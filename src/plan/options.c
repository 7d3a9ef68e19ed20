/* options.c - reading structs of any version. */
#include "plan/options.h"

#include <string.h>

trnfft_status tfi_check_struct_size(const char *function, const char *parameter,
                                    const char *init, size_t size, size_t least)
{
    if (size < least) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: %s.struct_size = %zu: start from %s", function, parameter,
                        size, init);
    }
    if (size > TFI_STRUCT_MOST) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: %s.struct_size = %zu: more than %d bytes: start from %s",
                        function, parameter, size, TFI_STRUCT_MOST, init);
    }
    return TRNFFT_OK;
}

trnfft_status tfi_read_struct(const char *function, const char *parameter,
                              const char *init, const void *given, void *known,
                              size_t n_known)
{
    size_t size;
    memcpy(&size, given, sizeof size);
    TFI_TRY(tfi_check_struct_size(function, parameter, init, size, sizeof size));
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
