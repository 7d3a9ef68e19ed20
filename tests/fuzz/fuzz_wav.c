/* The WAV reader on any bytes: refused with a sentence, or frames that are all in the
 * file. */
#include "fuzz/bytes.h"

#include "io.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    wav_info w;
    io_error e = { 0, "" };
    if (!wav_read_header_memory(data, size, &w, &e)) {
        FUZZ_CHECK(e.code != 0 && e.text[0] != '\0');
        return 0;
    }
    if (w.needs_codec) {
        return 0;
    }
    FUZZ_CHECK(w.channels > 0 && w.rate > 0 && w.frames >= 0 && w.data_offset > 0);
    int64_t samples = w.frames * w.channels, bytes = samples * w.format.item_bytes;
    FUZZ_CHECK(w.data_offset + bytes <= (int64_t)size);
    if (samples == 0) {
        return 0;
    }
    size_t unit = wav_type(&w) == IO_F64 ? 8 : 4;
    uint8_t *exact = malloc((size_t)bytes);
    void *out = malloc((size_t)samples * unit);
    for (int64_t i = 0; i < bytes; i++) {
        exact[i] = data[w.data_offset + i];
    }
    wav_decode(&w, exact, samples, out);
    for (int64_t i = 0; w.format.kind != 'f' && i < samples; i++) {
        float v = ((float *)out)[i];
        FUZZ_CHECK(v >= -1 && v <= 1);
    }
    free(out);
    free(exact);
    return 0;
}
