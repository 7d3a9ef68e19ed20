/* Failure classes of files: WAV headers and samples, NPY orders, types and headers. */
#include "cases/cases.h"

#include "io.h"

typedef struct bytes {
    uint8_t at[80000];
    size_t n;
} bytes;

static void put(bytes *b, const void *p, size_t n)
{
    assert_true(b->n + n <= sizeof b->at);
    memcpy(b->at + b->n, p, n);
    b->n += n;
}

static void put_text(bytes *b, const char *text)
{
    put(b, text, strlen(text));
}

static void put_le(bytes *b, uint64_t value, int n)
{
    for (int i = 0; i < n; i++) {
        uint8_t byte = (uint8_t)(value >> (8 * i));
        put(b, &byte, 1);
    }
}

/* --- WAV
 * ---------------------------------------------------------------------------------- */

/* RIFF, WAVE and a plain PCM fmt chunk. */
static void put_wav_start(bytes *b, int channels, int bits)
{
    b->n = 0;
    put_text(b, "RIFF");
    put_le(b, 0xffffffffu, 4);
    put_text(b, "WAVEfmt ");
    put_le(b, 16, 4);
    put_le(b, 1, 2);
    put_le(b, (uint64_t)channels, 2);
    put_le(b, 8000, 4);
    put_le(b, (uint64_t)(8000 * channels * bits / 8), 4);
    put_le(b, (uint64_t)(channels * bits / 8), 2);
    put_le(b, (uint64_t)bits, 2);
}

static wav_info wav_of(const bytes *b)
{
    wav_info w;
    io_error e = { 0, "" };
    if (!wav_read_header_memory(b->at, b->n, &w, &e)) {
        fail_msg("%s", e.text);
    }
    return w;
}

static void expect_samples(const bytes *b, const double *expected, int64_t count)
{
    wav_info w = wav_of(b);
    assert_int_equal(w.frames * w.channels, count);
    float samples[64];
    assert_true(wav_type(&w) == IO_F32 && count <= 64);
    wav_decode(&w, b->at + w.data_offset, count, samples);
    for (int64_t i = 0; i < count; i++) {
        assert_true(fabs((double)samples[i] - expected[i]) <= 1e-9 * fabs(expected[i]));
    }
}

static void C59_wav_integers(void **state)
{
    (void)state;
    static bytes b;
    put_wav_start(&b, 1, 24);
    put_text(&b, "data");
    put_le(&b, 9, 4);
    put(&b, "\x00\x00\x80\xFF\xFF\x7F\x01\x00\x00", 9);
    expect_samples(&b, (const double[]){ -1, 0.9999998807907104, 0x1p-23 }, 3);
    put_wav_start(&b, 1, 8);
    put_text(&b, "data");
    put_le(&b, 4, 4);
    put(&b, "\x00\x01\x80\xFF", 4);
    expect_samples(&b, (const double[]){ -1, -0.9921875, 0, 0.9921875 }, 4);
}

static void put_extensible(bytes *b, const char *guid)
{
    b->n = 0;
    put_text(b, "RIFF");
    put_le(b, 0, 4);
    put_text(b, "WAVEfmt ");
    put_le(b, 42, 4); /* 18 + cbSize 24: two spare bytes behind the GUID */
    put_le(b, 0xfffe, 2);
    put_le(b, 6, 2);
    put_le(b, 48000, 4);
    put_le(b, 48000 * 24, 4);
    put_le(b, 24, 2);
    put_le(b, 32, 2);
    put_le(b, 24, 2);
    put_le(b, 24, 2); /* valid bits */
    put_le(b, 0x3f, 4);
    put(b, guid, 16);
    put(b, "\xAA\xBB", 2);
    put_text(b, "LIST");
    put_le(b, 5, 4);
    put(b, "INFOx\0", 6); /* 5 bytes and a pad byte */
    put_text(b, "data");
    put_le(b, 24, 4);
    for (int i = 0; i < 6; i++) {
        put(b, "\x00\xFF\xFF\x7F", 4);
    }
    put(b, "J", 1); /* junk */
}

static void C60_wav_extensible_and_chunks(void **state)
{
    (void)state;
    static bytes b;
    put_extensible(&b,
                   "\x01\x00\x00\x00\x00\x00\x10\x00\x80\x00\x00\xAA\x00\x38\x9B\x71");
    double v = 0.99999988079;
    wav_info w = wav_of(&b);
    assert_int_equal(w.channels, 6);
    assert_int_equal(w.frames, 1);
    assert_int_equal(w.rate, 48000);
    float samples[6];
    wav_decode(&w, b.at + w.data_offset, 6, samples);
    for (int i = 0; i < 6; i++) {
        assert_true(fabs((double)samples[i] - v) < 1e-9);
    }
    put_extensible(&b,
                   "\x01\x00\x00\x00\x00\x00\x10\x00\x80\x00\x00\xAA\x00\x38\x9B\x72");
    io_error e = { 0, "" };
    assert_false(wav_read_header_memory(b.at, b.n, &w, &e));
    assert_int_equal(e.code, CLI_FORMAT);
    assert_non_null(strstr(e.text, "unsupported"));
}

static void C61_wav_sizes(void **state)
{
    (void)state;
    static bytes b;
    const uint32_t sizes[] = { 0xffffffffu, 0xffff1000u, 0x7fffffffu, 0 };
    const double expected[] = { 0,           1.0 / 32768, 2.0 / 32768, 3.0 / 32768,
                                4.0 / 32768, 5.0 / 32768, 6.0 / 32768, 7.0 / 32768 };
    for (int i = 0; i < COUNT(sizes); i++) {
        put_wav_start(&b, 1, 16);
        put_text(&b, "data");
        put_le(&b, sizes[i], 4);
        for (uint64_t k = 0; k < 8; k++) {
            put_le(&b, k, 2);
        }
        expect_samples(&b, expected, 8);
        wav_info w = wav_of(&b);
        assert_true(w.warning[0] != '\0');
    }
    put_wav_start(&b, 1, 16);
    put_text(&b, "data");
    put_le(&b, 0, 4);
    wav_info w = wav_of(&b);
    assert_int_equal(w.frames, 0); /* the program then says "no samples": tests/cli */
}

/* --- NPY
 * ---------------------------------------------------------------------------------- */

/* A file of this version; the header is filled up to `fill` bytes. */
static void put_npy(bytes *b, int version, const char *dictionary, size_t fill,
                    const void *data, size_t n)
{
    size_t length = strlen(dictionary) + 1 < fill ? fill : strlen(dictionary) + 1;
    b->n = 0;
    put(b, "\x93NUMPY", 6);
    put_le(b, (uint64_t)version, 1);
    put_le(b, 0, 1);
    put_le(b, length, version == 1 ? 2 : 4);
    put_text(b, dictionary);
    for (size_t i = strlen(dictionary); i + 1 < length; i++) {
        put(b, " ", 1);
    }
    put(b, "\n", 1);
    put(b, data, n);
}

static void expect_npy(const bytes *b, io_type type, int rank, const int64_t *shape,
                       const double *values)
{
    io_array a;
    io_error e = { 0, "" };
    if (!npy_read_memory(b->at, b->n, &a, &e)) {
        fail_msg("%s", e.text);
    }
    assert_int_equal(a.type, type);
    assert_int_equal(a.rank, rank);
    for (int d = 0; d < rank; d++) {
        assert_int_equal(a.shape[d], shape[d]);
    }
    int64_t count = io_array_count(&a) * (io_type_is_complex(type) ? 2 : 1);
    for (int64_t i = 0; i < count; i++) {
        double got = io_type_real(type) == IO_F32 ? (double)((float *)a.data)[i]
                                                  : ((double *)a.data)[i];
        assert_true(got == values[i] && signbit(got) == signbit(values[i]));
    }
    io_array_free(&a);
}

static void expect_refused(const bytes *b, const char *part)
{
    io_array a;
    io_error e = { 0, "" };
    if (npy_read_memory(b->at, b->n, &a, &e)) {
        fail_msg("accepted what should be refused with \"%s\"", part);
    }
    assert_int_equal(e.code, CLI_FORMAT);
    if (strstr(e.text, part) == NULL) {
        fail_msg("\"%s\" does not contain \"%s\"", e.text, part);
    }
}

static const float counting_up[] = { 0, 3, 1, 4, 2, 5 };

static void C63_npy_order(void **state)
{
    (void)state;
    static bytes b;
    const double expected[] = { 0, 1, 2, 3, 4, 5 };
    if (io_host_is_big_endian()) {
        printf("C63: skipped: the samples here are little-endian\n");
        skip();
    }
    put_npy(&b, 1, "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }", 118,
            counting_up, sizeof counting_up);
    expect_npy(&b, IO_F32, 2, TEST_LIST(2, 3), expected);
}

static void C64_npy_types(void **state)
{
    (void)state;
    static bytes b;
    put_npy(&b, 1, "{'descr': '>f4', 'fortran_order': False, 'shape': (2,), }", 118,
            "\x3f\xc0\x00\x00\xc0\x00\x00\x00", 8);
    expect_npy(&b, IO_F32, 1, TEST_LIST(2), (const double[]){ 1.5, -2 });
    put_npy(&b, 1, "{'descr': '<f2', 'fortran_order': False, 'shape': (3,), }", 118,
            "\x00\x3e\x00\xc0\xff\x7b", 6);
    expect_npy(&b, IO_F32, 1, TEST_LIST(3), (const double[]){ 1.5, -2, 65504 });
    put_npy(&b, 1, "{'descr': '<c8', 'fortran_order': False, 'shape': (2,), }", 118,
            "\x00\x00\x80\x3f\x00\x00\x00\x40\x00\x00\x00\x80\x00\x00\x40\xc0", 16);
    expect_npy(&b, IO_C64, 1, TEST_LIST(2), (const double[]){ 1, 2, -0.0, -3 });
    put_npy(&b, 1, "{'descr': '>c16', 'fortran_order': False, 'shape': (1,), }", 118,
            "\x3f\xf8\0\0\0\0\0\0\xc0\0\0\0\0\0\0\0", 16);
    expect_npy(&b, IO_C128, 1, TEST_LIST(1), (const double[]){ 1.5, -2 });
    put_npy(&b, 1, "{'descr': '>i2', 'fortran_order': False, 'shape': (2,), }", 118,
            "\x00\x01\xff\xff", 4);
    expect_npy(&b, IO_F32, 1, TEST_LIST(2), (const double[]){ 1, -1 });
    put_npy(&b, 1, "{'descr': '|b1', 'fortran_order': False, 'shape': (2,), }", 118,
            "\x00\x01", 2);
    expect_npy(&b, IO_F32, 1, TEST_LIST(2), (const double[]){ 0, 1 });
}

static void C65_npy_headers(void **state)
{
    (void)state;
    static bytes b;
    const double five[] = { 1, 2, 3, 4, 5 };
    for (int version = 1; version <= 3; version++) {
        size_t fill = version == 1 ? 118 : 70000;
        put_npy(&b, version,
                "{'descr': '|u1', 'fortran_order': False, 'shape': (5,), }", fill,
                "\x01\x02\x03\x04\x05", 5);
        expect_npy(&b, IO_F32, 1, TEST_LIST(5), five);
    }
    /* Other spaces, quotes and order of keys. */
    put_npy(&b, 1, "{\"shape\":(5,),'fortran_order':False , 'descr':\"|u1\"}", 64,
            "\x01\x02\x03\x04\x05", 5);
    expect_npy(&b, IO_F32, 1, TEST_LIST(5), five);
    put_npy(&b, 1, "{'descr': '|u1', 'fortran_order': False, 'shape': (), }", 118,
            "\x07", 1);
    expect_npy(&b, IO_F32, 0, NULL,
               (const double[]){ 7 }); /* rank 0: refused by the verbs */
    put_npy(&b, 1,
            "{'descr': [('a', '<f4'), ('b', '<i4')], 'fortran_order': False, 'shape': "
            "(2,), }",
            118, five, 16);
    expect_refused(&b, "unsupported dtype");
    put_npy(&b, 1, "{'descr': '|O', 'fortran_order': False, 'shape': (1,), }", 118,
            five, 16);
    expect_refused(&b, "pickle");
    put_npy(&b, 1, "{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }", 118,
            five, 10);
    expect_refused(&b, "expected 2, got 1 element(s)");
    put_npy(&b, 1, "{'descr': '<f4', 'fortran_order': False, 'shape': (8589934592,), }",
            118, five, 16);
    expect_refused(&b, "expected 8589934592, got 4 element(s)");
    put_npy(
        &b, 1,
        "{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296), }",
        118, five, 16);
    expect_refused(&b, "64 bits");
    put_npy(
        &b, 1,
        "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,), }",
        118, five, 16);
    expect_refused(&b, "64 bits");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(C59_wav_integers),
        cmocka_unit_test(C60_wav_extensible_and_chunks),
        cmocka_unit_test(C61_wav_sizes),
        cmocka_unit_test(C63_npy_order),
        cmocka_unit_test(C64_npy_types),
        cmocka_unit_test(C65_npy_headers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
