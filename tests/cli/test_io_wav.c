/* The WAV reader and writer: CASES C59, C60, C61 and round trips. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "io.h"

static uint8_t file[4096];
static size_t length;

static void put(const void *bytes, size_t n)
{
    memcpy(file + length, bytes, n);
    length += n;
}

static void put_number(uint64_t v, int bytes)
{
    for (int i = 0; i < bytes; i++) {
        file[length++] = (uint8_t)(v >> (8 * i));
    }
}

static void start_file(const char *magic)
{
    length = 0;
    put(magic, 4);
    put_number(0xFFFFFFFFu, 4);
    put("WAVE", 4);
}

static void put_format(unsigned tag, unsigned channels, unsigned bits)
{
    put("fmt ", 4);
    put_number(16, 4);
    put_number(tag, 2);
    put_number(channels, 2);
    put_number(8000, 4);
    put_number(8000u * channels * bits / 8, 4);
    put_number(channels * bits / 8, 2);
    put_number(bits, 2);
}

static void put_data(const void *bytes, size_t n, uint64_t announced)
{
    put("data", 4);
    put_number(announced, 4);
    put(bytes, n);
}

static void read_good(wav_info *w)
{
    io_error e = { 0 };
    if (!wav_read_header_memory(file, length, w, &e)) {
        fail_msg("refused: %s", e.text);
    }
}

static void check_samples(const wav_info *w, const double *want, int n)
{
    float got[16];
    wav_decode(w, file + w->data_offset, n, got);
    for (int i = 0; i < n; i++) {
        if ((double)got[i] != want[i]) {
            fail_msg("sample %d: %.17g instead of %.17g", i, (double)got[i], want[i]);
        }
    }
}

/* C59: 24-bit and 8-bit samples. */
static void c59_integer(void **state)
{
    (void)state;
    wav_info w;
    start_file("RIFF");
    put_format(1, 1, 24);
    put_data("\x00\x00\x80\xFF\xFF\x7F\x01\x00\x00", 9, 9);
    read_good(&w);
    assert_int_equal(w.frames, 3);
    assert_string_equal(w.warning, "");
    check_samples(&w, (double[]){ -1, 0.9999998807907104, 0x1p-23 }, 3);
    start_file("RIFF");
    put_format(1, 1, 8);
    put_data("\x00\x01\x80\xFF", 4, 4);
    read_good(&w);
    check_samples(&w, (double[]){ -1, -0.9921875, 0, 0.9921875 }, 4);
    start_file("RIFF");
    put_format(1, 2, 16);
    put_data("\x00\x80\xFF\x7F", 4, 4);
    read_good(&w);
    assert_int_equal(w.frames, 1);
    assert_int_equal(w.channels, 2);
    assert_int_equal(w.rate, 8000);
    check_samples(&w, (double[]){ -1, 0.999969482421875 }, 2);
}

static const uint8_t pcm_guid[16] = { 1,    0, 0, 0,    0, 0,    0x10, 0,
                                      0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71 };

static void put_extensible(const uint8_t guid[16])
{
    put("fmt ", 4);
    put_number(18 + 24, 4);
    put_number(0xFFFE, 2);
    put_number(6, 2);
    put_number(48000, 4);
    put_number(48000 * 24, 4);
    put_number(24, 2);
    put_number(32, 2);
    put_number(24, 2); /* two bytes more than the usual 22 */
    put_number(24, 2);
    put_number(0x3F, 4);
    put(guid, 16);
    put_number(0xDEAD, 2);
}

/* C60: EXTENSIBLE, a LIST chunk of odd size, junk at the end. */
static void c60_extensible(void **state)
{
    (void)state;
    wav_info w;
    io_error e = { 0 };
    start_file("RIFF");
    put_extensible(pcm_guid);
    put("LIST", 4);
    put_number(5, 4);
    put("INFO?\0", 6);
    put("data", 4);
    put_number(24, 4);
    for (int i = 0; i < 6; i++) {
        put("\x00\xFF\xFF\x7F", 4);
    }
    put("J", 1);
    read_good(&w);
    assert_int_equal(w.channels, 6);
    assert_int_equal(w.frames, 1);
    assert_string_equal(w.warning, "");
    double v = 0.99999988079071044921875;
    check_samples(&w, (double[]){ v, v, v, v, v, v }, 6);
    uint8_t other[16];
    memcpy(other, pcm_guid, 16);
    other[15] ^= 1;
    start_file("RIFF");
    put_extensible(other);
    put_data("", 0, 0);
    assert_false(wav_read_header_memory(file, length, &w, &e));
    assert_int_equal(e.code, CLI_FORMAT);
    assert_non_null(strstr(e.text, "unsupported WAV format"));
}

/* C61: sizes of streamed files; the rule for 0 is in io_wav.c. */
static void c61_sizes(void **state)
{
    (void)state;
    static const uint32_t announced[] = { 0xFFFFFFFFu, 0xFFFF1000u, 0x7FFFFFFFu, 0 };
    static const uint8_t samples[16] = {
        1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 8, 0
    };
    wav_info w;
    for (int i = 0; i < 4; i++) {
        start_file("RIFF");
        put_format(1, 1, 16);
        put_data(samples, sizeof samples, announced[i]);
        read_good(&w);
        assert_int_equal(w.frames, 8);
        assert_string_not_equal(w.warning, "");
        check_samples(&w, (double[]){ 0x1p-15, 0x2p-15, 0x3p-15 }, 3);
    }
    start_file("RIFF"); /* no samples, really */
    put_format(1, 1, 16);
    put_data("", 0, 0);
    read_good(&w);
    assert_int_equal(w.frames, 0);
    assert_string_equal(w.warning, "");
    start_file("RIFF"); /* no samples, and a chunk behind */
    put_format(1, 1, 16);
    put_data("LIST\4\0\0\0INFO", 12, 0);
    read_good(&w);
    assert_int_equal(w.frames, 0);
    start_file("RIFF"); /* a chunk behind the samples is not taken for samples */
    put_format(1, 1, 16);
    put_data(samples, 16, 16);
    put("LIST\4\0\0\0INFO", 12);
    read_good(&w);
    assert_int_equal(w.frames, 8);
}

/* RF64: the size is in ds64. */
static void rf64(void **state)
{
    (void)state;
    wav_info w;
    start_file("RF64");
    put("ds64", 4);
    put_number(28, 4);
    put_number(0, 8);
    put_number(8, 8);
    put_number(4, 8);
    put_number(0, 4);
    put_format(1, 1, 16);
    put_data("\1\0\2\0\3\0\4\0rest", 12, 0xFFFFFFFFu);
    read_good(&w);
    assert_int_equal(w.frames, 4);
    assert_string_equal(w.warning, "");
}

static void floats(void **state)
{
    (void)state;
    wav_info w;
    double out = 0.0;
    start_file("RIFF");
    put_format(3, 1, 32);
    put_data("\0\0\xc0\x3f", 4, 4);
    read_good(&w);
    check_samples(&w, (double[]){ 1.5 }, 1);
    start_file("RIFF");
    put_format(3, 1, 64);
    put_data("\0\0\0\0\0\0\xf8\x3f", 8, 8);
    read_good(&w);
    assert_int_equal(wav_type(&w), IO_F64);
    wav_decode(&w, file + w.data_offset, 1, &out);
    assert_true(out == 1.5);
    start_file("RIFF"); /* A-law: another reader's work */
    put_format(6, 1, 8);
    put_data("\1", 1, 1);
    read_good(&w);
    assert_true(w.needs_codec);
}

/* Every prefix is refused or has fewer frames, none crashes. */
static void truncation(void **state)
{
    (void)state;
    wav_info w;
    io_error e;
    start_file("RIFF");
    put_extensible(pcm_guid);
    put_data("012345678901234567890123", 24, 24);
    for (size_t n = 0; n < length; n++) {
        if (wav_read_header_memory(file, n, &w, &e)) {
            assert_int_equal(w.frames, 0);
        } else {
            assert_int_equal(e.code, CLI_FORMAT);
        }
    }
    start_file("RIFF");
    put_format(1, 0, 16);
    put_data("1234", 4, 4);
    assert_false(wav_read_header_memory(file, length, &w, &e));
    start_file("RIFF");
    put_data("1234", 4, 4);
    assert_false(wav_read_header_memory(file, length, &w, &e));
}

static void round_trip(void **state)
{
    (void)state;
    const float samples[5] = { 0.0f, 0.5f, -1.0f, 1.0f, -0.25f };
    for (int encoding = WAV_F32; encoding <= WAV_S24; encoding++) {
        wav_info w;
        io_error e;
        uint8_t header[WAV_HEADER_BYTES];
        float got[5];
        assert_true(wav_format_header((wav_encoding)encoding, 1, 44100, 5, header, &e));
        length = 0;
        put(header, sizeof header);
        int64_t clipped =
            wav_encode((wav_encoding)encoding, IO_F32, samples, 5, file + length);
        length += 5 * (size_t)wav_encoding_bytes((wav_encoding)encoding);
        assert_int_equal(clipped, encoding == WAV_F32 ? 0 : 1);
        read_good(&w);
        assert_int_equal(w.frames, 5);
        assert_int_equal(w.rate, 44100);
        wav_decode(&w, file + w.data_offset, 5, got);
        for (int i = 0; i < 5; i++) {
            double want = i == 3 && encoding == WAV_S16   ? 32767.0 / 32768.0
                          : i == 3 && encoding == WAV_S24 ? 8388607.0 / 8388608.0
                                                          : (double)samples[i];
            assert_true((double)got[i] == want);
        }
    }
    io_error e;
    uint8_t header[WAV_HEADER_BYTES];
    assert_false(wav_format_header(WAV_F32, 2, 48000, (int64_t)1 << 30, header, &e));
    assert_false(wav_format_header(WAV_F32, 1, 0, 1, header, &e));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c59_integer), cmocka_unit_test(c60_extensible),
        cmocka_unit_test(c61_sizes),   cmocka_unit_test(rf64),
        cmocka_unit_test(floats),      cmocka_unit_test(truncation),
        cmocka_unit_test(round_trip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
