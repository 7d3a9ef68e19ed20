/* Any text as a program of the simulated NeuronCore: refused with a line and a word, or
 * printed and read again as the same text. What keeps the rules of the machine runs,
 * is timed, drawn and translated; what does not is refused by each of these alike.
 * Inputs that begin beyond ASCII are edits of a program that is good. */
#include "fuzz/bytes.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include <trnfft/experimental/neuron.h>

enum { MOST = 1 << 14, MOST_BYTES = 1 << 20, MOST_OPERANDS = 8 };

static const char good[] =
    "program good v3\n"
    "hbm x f32 1024 input\n"
    "hbm w f32 256 table 3f800000*128 bf800000*128\n"
    "hbm y f32 1024 output\n"
    "sbuf s f32 16p 64 @ 0 0\n"
    "sbuf t f32 16p 16 @ 0 256\n"
    "psum p f32 16p 64 @ 0 2048\n"
    "sbuf o f32 16p 64 @ 32 0\n"
    "dma0 dma_copy s[0:16 0 64:1] <- x[16*64 0 64:1] post 0 note load\n"
    "dma1 dma_copy t[0:16 0 16:1] <- w[16*16 0 16:1] post 1\n"
    "pe matmul p[0:16 0 64:1] <- t[0:16 0 16:1], s[0:16 0 64:1] overwrite wait 0>=1 "
    "1>=1 post 2\n"
    "act activation o[0:16 0 64:1] <- p[0:16 0 64:1] square scalar 0.5 wait 2>=1 post "
    "3\n"
    "dve tensor_tensor o[0:16 0 32:2] <- o[0:16 0 32:2], p[0:16 1 32:2] add wait 3>=1 "
    "post 4\n"
    "dma2 dma_copy y[16*64 0 64:1] <- o[0:16 0 64:1] wait 4>=1 note store\n";

/* Up to three edits of three bytes: where, and what stands there then. */
static size_t edited(const uint8_t *data, size_t size, char *out)
{
    const size_t most = 1 + 3 * (size_t)(data[0] & 3);
    static const char letters[] =
        "0123456789:*[],>=<- \n;@\"abcdefghijklmnopqrstuvwxyz_";
    memcpy(out, good, sizeof good - 1);
    for (size_t i = 1; i + 3 <= size && i < most; i += 3) {
        const size_t at = (size_t)(data[i] << 8 | data[i + 1]) % (sizeof good - 1);
        out[at] = letters[data[i + 2] % (sizeof letters - 1)];
    }
    return sizeof good - 1;
}

static char *text_of(const trnfft_neuron_program *p)
{
    const size_t n = trnfft_neuron_disassemble(p, NULL, 0);
    char *text = malloc(n + 1);
    FUZZ_CHECK(text != NULL && trnfft_neuron_disassemble(p, text, n + 1) == n);
    FUZZ_CHECK(strlen(text) == n);
    return text;
}

/* Inputs of zeros; false: more memory than a moment allows. */
static bool run(const trnfft_neuron_program *p, int32_t n_buffers,
                trnfft_status expected)
{
    static unsigned char memory[MOST_BYTES];
    trnfft_neuron_operand operands[MOST_OPERANDS];
    trnfft_neuron_place place = TRNFFT_NEURON_PLACE_INIT;
    size_t count = 0, used = 0;
    for (int32_t i = 0; i < n_buffers; i++) {
        FUZZ_CHECK(trnfft_neuron_buffer(p, i, &place) == TRNFFT_OK);
        if (strcmp(place.memory, "hbm") != 0) {
            continue;
        }
        if (place.n_bytes < 0 || place.n_bytes > (int64_t)(MOST_BYTES - used) ||
            count == MOST_OPERANDS) {
            return false;
        }
        if (strcmp(place.role, "input") == 0 || strcmp(place.role, "output") == 0) {
            operands[count].name = place.name;
            operands[count].data = memory + used;
            operands[count++].n_bytes = (size_t)place.n_bytes;
        }
        used += (size_t)place.n_bytes;
    }
    memset(memory, 0, used);
    const trnfft_status status = trnfft_neuron_run(p, NULL, 0, operands, count);
    FUZZ_CHECK(status == expected || status == TRNFFT_ERROR_INVALID_ARGUMENT);
    return true;
}

static void use(const trnfft_neuron_program *p)
{
    static const char *const ends[] = { "range=low", "range=high" };
    const trnfft_status verdict = trnfft_neuron_verify(p);
    FUZZ_CHECK(verdict == TRNFFT_OK || verdict == TRNFFT_ERROR_INVALID_ARGUMENT);
    trnfft_neuron_info info = TRNFFT_NEURON_INFO_INIT;
    FUZZ_CHECK(trnfft_neuron_describe(p, &info) == TRNFFT_OK);
    trnfft_neuron_time t[2] = { TRNFFT_NEURON_TIME_INIT, TRNFFT_NEURON_TIME_INIT };
    for (int i = 0; i < 2; i++) {
        size_t n = 0;
        FUZZ_CHECK(trnfft_neuron_estimate(p, ends + i, 1, &t[i]) == verdict);
        FUZZ_CHECK(trnfft_neuron_trace(p, ends + i, 1, i, NULL, NULL, 0, &n) ==
                   verdict);
        FUZZ_CHECK((n > 0) == (verdict == TRNFFT_OK));
        FUZZ_CHECK(isfinite(t[i].total_ns) && t[i].device_ns >= 0 &&
                   t[i].device_ns <= t[i].total_ns);
    }
    FUZZ_CHECK(t[0].device_ns <= t[1].device_ns * 1.5 + 1);
    size_t n = 0;
    const trnfft_status emitted = trnfft_neuron_emit(p, NULL, NULL, 0, &n);
    FUZZ_CHECK(emitted == verdict || emitted == TRNFFT_ERROR_UNSUPPORTED);
    (void)run(p, info.n_buffers, verdict);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char text[MOST];
    size_t n = size < MOST ? size : MOST;
    if (size > 0 && data[0] >= 128) {
        n = edited(data, size, text);
    } else if (n > 0) {
        memcpy(text, data, n);
    }
    trnfft_neuron_program *p = NULL, *q = NULL;
    const trnfft_status status = trnfft_neuron_assemble(text, n, &p);
    if (status != TRNFFT_OK) {
        FUZZ_CHECK(p == NULL && strstr(trnfft_last_error(), "line ") != NULL);
        FUZZ_CHECK(status == TRNFFT_ERROR_FORMAT);
        return 0;
    }
    char *once = text_of(p);
    FUZZ_CHECK(trnfft_neuron_assemble(once, strlen(once), &q) == TRNFFT_OK);
    char *twice = text_of(q);
    FUZZ_CHECK(strcmp(once, twice) == 0);
    use(p);
    free(once);
    free(twice);
    trnfft_neuron_program_destroy(p);
    trnfft_neuron_program_destroy(q);
    return 0;
}
