/* Any window: refused with a sentence and nothing written, or finite values of the
 * right symmetry; names are read or refused. */
#include "fuzz/bytes.h"

#include <math.h>
#include <string.h>

#include <trnfft/window.h>

enum { LONGEST = 200 };

static void check_values(int32_t symmetry, const double *w, int64_t n)
{
    double largest = 0;
    for (int64_t j = 0; j < n; j++) {
        FUZZ_CHECK(isfinite(w[j]));
        largest = fmax(largest, fabs(w[j]));
    }
    FUZZ_CHECK(largest <= 1 + 1e-8); /* the flat top has 1 + 3e-9 */
    FUZZ_CHECK(n != 1 || w[0] == 1);
    for (int64_t j = 1; j < n; j++) {
        double mirrored = symmetry == TRNFFT_PERIODIC ? w[n - j] : w[n - 1 - j];
        FUZZ_CHECK(fabs(w[j] - mirrored) <= 1e-9 * fmax(1, largest));
    }
}

static void read_name(fuzz_bytes *b)
{
    char name[40];
    size_t n = (size_t)fuzz_between(b, 0, (int)sizeof name - 1);
    for (size_t i = 0; i < n; i++) {
        name[i] = (char)fuzz_byte(b);
    }
    name[n] = '\0';
    int32_t kind = -5;
    double parameter = -5;
    if (trnfft_window_from_name(name, &kind, &parameter) == TRNFFT_OK) {
        FUZZ_CHECK(kind >= 0 && kind <= TRNFFT_WINDOW_DPSS);
        FUZZ_CHECK(strcmp(trnfft_window_name(kind), "unknown") != 0);
    } else {
        FUZZ_CHECK(kind == -5 && parameter == -5);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_bytes b = { data, size };
    if (fuzz_rarely(&b, 4)) {
        read_name(&b);
        return 0;
    }
    int32_t kind = fuzz_between(&b, -1, 13), symmetry = fuzz_between(&b, 0, 1);
    if (fuzz_rarely(&b, 30)) {
        symmetry = (int32_t)fuzz_u64(&b);
    }
    double parameter = fuzz_double(&b);
    int given = !fuzz_rarely(&b, 10);
    int64_t n = fuzz_between(&b, 0, LONGEST);
    double *w = malloc((size_t)(n + 1) * sizeof *w);
    for (int64_t j = 0; j < n; j++) {
        w[j] = 77;
    }
    trnfft_tensor t = trnfft_tensor_real(TRNFFT_F64, 1, &n, w);
    trnfft_status status = trnfft_window(kind, symmetry, given ? &parameter : NULL, &t);
    if (status == TRNFFT_OK) {
        FUZZ_CHECK(kind >= 0 && kind <= TRNFFT_WINDOW_DPSS &&
                   (symmetry == 0 || symmetry == 1));
        check_values(symmetry, w, n);
    } else {
        FUZZ_CHECK(status != TRNFFT_ERROR_INTERNAL && trnfft_last_error()[0] != '\0');
        for (int64_t j = 0; j < n; j++) {
            FUZZ_CHECK(w[j] == 77);
        }
    }
    free(w);
    return 0;
}
