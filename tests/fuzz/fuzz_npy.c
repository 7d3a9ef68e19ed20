/* The .npy reader on any bytes: refused with a sentence, or an array that can be read
 * whole. */
#include "fuzz/bytes.h"

#include "io.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    io_array a;
    io_error e = { 0, "" };
    if (!npy_read_memory(data, size, &a, &e)) {
        FUZZ_CHECK(e.code != 0 && e.text[0] != '\0');
        return 0;
    }
    int64_t count = io_array_count(&a);
    FUZZ_CHECK(a.rank >= 0 && a.rank <= IO_MAX_RANK && count >= 0);
    unsigned sum = 0;
    const unsigned char *p = a.data;
    for (size_t i = 0; i < (size_t)count * io_type_bytes(a.type); i++) {
        sum += p[i];
    }
    FUZZ_CHECK(sum < 256u * (size_t)count * 16u + 1u || sum > 0);
    /* What was read can be written and read again. */
    char header[NPY_HEADER_BYTES];
    size_t n = npy_format_header(a.type, a.rank, a.shape, header);
    npy_header h;
    FUZZ_CHECK(n > 10 && n <= sizeof header && n % 64 == 0);
    FUZZ_CHECK(npy_parse_dictionary(header + 10, n - 10, &h, &e));
    FUZZ_CHECK(h.rank == a.rank && h.count == count);
    io_array_free(&a);
    return 0;
}
