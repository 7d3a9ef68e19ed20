/* Any bytes as wisdom: refused with a sentence and nothing changed, or records that are
 * written and read again as the same text, and plans made from them give the right
 * answer. Half of the inputs get their last line made, so that more than the hash is
 * tried. */
#include "fuzz/bytes.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include <trnfft/trnfft.h>

enum { MOST = 1 << 14, N_LENGTHS = 6 };
static const int64_t lengths[N_LENGTHS] = { 12, 60, 64, 97, 105, 128 };

/* The text with the heading in front and an end that fits, in `out`. */
static size_t complete(const uint8_t *data, size_t size, char *out, size_t room)
{
    size_t n = (size_t)snprintf(out, room, "trnfft wisdom 1\n");
    size_t count = 0;
    for (size_t i = 0; i < size && n + 80 < room; i++) {
        out[n++] = (char)data[i];
        count += data[i] == '\n';
    }
    if (n > 0 && out[n - 1] != '\n') {
        out[n++] = '\n';
        count++;
    }
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < n; i++) {
        h = (h ^ (unsigned char)out[i]) * UINT64_C(0x100000001b3);
    }
    return n +
           (size_t)snprintf(out + n, room - n, "end %zu %016" PRIx64 "\n", count, h);
}

static char *text_of(trnfft_context *c)
{
    size_t n = trnfft_wisdom_text(c, NULL, 0);
    char *text = malloc(n + 1);
    FUZZ_CHECK(text != NULL && trnfft_wisdom_text(c, text, n + 1) == n);
    return text;
}

/* The transform of an impulse at 1 by a plan that looks at the wisdom. */
static void check_plans(trnfft_context *c)
{
    static float x[256], y[256];
    for (int i = 0; i < N_LENGTHS; i++) {
        const int64_t n = lengths[i];
        trnfft_problem p = TRNFFT_PROBLEM_INIT;
        p.in = trnfft_tensor_interleaved(TRNFFT_F32, 1, &n, x);
        p.out = trnfft_tensor_interleaved(TRNFFT_F32, 1, &n, y);
        trnfft_plan_options o = TRNFFT_PLAN_OPTIONS_INIT;
        o.effort = TRNFFT_EFFORT_WISDOM;
        trnfft_plan *plan = NULL;
        FUZZ_CHECK(trnfft_plan_create(c, &p, &o, &plan) == TRNFFT_OK);
        memset(x, 0, sizeof x);
        x[2] = 1;
        FUZZ_CHECK(trnfft_plan_execute(plan, x, NULL, y, NULL, NULL, 0) == TRNFFT_OK);
        for (int64_t k = 0; k < n; k++) {
            const double w = -2 * 3.14159265358979323846 * (double)k / (double)n;
            FUZZ_CHECK(fabs((double)y[2 * k] - cos(w)) < 1e-5);
            FUZZ_CHECK(fabs((double)y[2 * k + 1] - sin(w)) < 1e-5);
        }
        trnfft_plan_destroy(plan);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char text[MOST];
    size_t n = size < MOST ? size : MOST;
    if (size > 0 && data[0] == '+') {
        n = complete(data + 1, size - 1, text, sizeof text);
    } else if (n > 0) {
        memcpy(text, data, n);
    }
    trnfft_context *c = NULL, *d = NULL;
    FUZZ_CHECK(trnfft_context_create(NULL, &c) == TRNFFT_OK);
    FUZZ_CHECK(trnfft_context_create(NULL, &d) == TRNFFT_OK);
    char *empty = text_of(c);
    trnfft_status status = trnfft_wisdom_merge(c, text, n);
    char *once = text_of(c);
    if (status != TRNFFT_OK) {
        FUZZ_CHECK(status == TRNFFT_ERROR_FORMAT && trnfft_last_error()[0] != '\0');
        FUZZ_CHECK(strcmp(empty, once) == 0);
    } else {
        FUZZ_CHECK(trnfft_wisdom_merge(d, once, strlen(once)) == TRNFFT_OK);
        char *twice = text_of(d);
        FUZZ_CHECK(strcmp(once, twice) == 0);
        free(twice);
        check_plans(c);
    }
    free(empty);
    free(once);
    trnfft_context_destroy(c);
    trnfft_context_destroy(d);
    return 0;
}
