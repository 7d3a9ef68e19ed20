/* The .npy reader and writer: CASES C63, C64, C65 and round trips. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "io.h"

static uint8_t file[1 << 17];

static size_t put_header(int version, const char *dictionary, size_t padded)
{
    size_t n = strlen(dictionary);
    size_t length = padded > n + 1 ? padded : n + 1;
    size_t start = version == 1 ? 10 : 12;
    memcpy(file, "\x93NUMPY", 6);
    file[6] = (uint8_t)version;
    file[7] = 0;
    for (size_t i = 8; i < start; i++) {
        file[i] = (uint8_t)(length >> (8 * (i - 8)));
    }
    memset(file + start, ' ', length);
    memcpy(file + start, dictionary, n);
    file[start + length - 1] = '\n';
    return start + length;
}

static bool load(int version, const char *dictionary, const void *data, size_t n,
                 io_array *a, io_error *e)
{
    size_t start = put_header(version, dictionary, 0);
    if (n > 0) {
        memcpy(file + start, data, n);
    }
    return npy_read_memory(file, start + n, a, e);
}

static void refused(int version, const char *dictionary, const void *data, size_t n,
                    int code, const char *part)
{
    io_array a;
    io_error e = { 0 };
    assert_false(load(version, dictionary, data, n, &a, &e));
    assert_int_equal(e.code, code);
    if (strstr(e.text, part) == NULL) {
        fail_msg("'%s' is not in '%s'", part, e.text);
    }
}

/* C63: Fortran order is put into C order. */
static void c63_fortran_order(void **state)
{
    (void)state;
    const float raw[6] = { 0, 3, 1, 4, 2, 5 };
    io_array a;
    io_error e;
    uint8_t bytes[24];
    for (int i = 0; i < 6; i++) { /* little-endian whatever this machine is */
        uint32_t v = 0;
        memcpy(&v, &raw[i], 4);
        for (int k = 0; k < 4; k++) {
            bytes[4 * i + k] = (uint8_t)(v >> (8 * k));
        }
    }
    assert_true(load(1, "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }",
                     bytes, 24, &a, &e));
    assert_int_equal(a.type, IO_F32);
    assert_int_equal(a.rank, 2);
    assert_int_equal(a.shape[0], 2);
    assert_int_equal(a.shape[1], 3);
    for (int i = 0; i < 6; i++) {
        assert_true(((float *)a.data)[i] == (float)i);
    }
    io_array_free(&a);
}

static void check_floats(const char *descr, const void *bytes, size_t n, io_type type,
                         const float *want, int components)
{
    char dictionary[128];
    io_array a;
    io_error e = { 0 };
    int per = io_type_is_complex(type) ? 2 : 1;
    snprintf(dictionary, sizeof dictionary,
             "{'descr': '%s', 'fortran_order': False, 'shape': (%d,), }", descr,
             components / per);
    if (!load(1, dictionary, bytes, n, &a, &e)) {
        fail_msg("%s: %s", descr, e.text);
    }
    assert_int_equal(a.type, type);
    for (int i = 0; i < components; i++) {
        double got = io_type_real(type) == IO_F64 ? ((double *)a.data)[i]
                                                  : (double)((float *)a.data)[i];
        if (got != (double)want[i]) {
            fail_msg("%s[%d]: %g instead of %g", descr, i, got, (double)want[i]);
        }
    }
    io_array_free(&a);
}

/* C64: big-endian, half precision, complex; and every other number type. */
static void c64_dtypes(void **state)
{
    (void)state;
    check_floats(">f4", "\x3f\xc0\0\0\xc0\0\0\0", 8, IO_F32, (float[]){ 1.5f, -2 }, 2);
    check_floats("<f2", "\0\x3e\0\xc0\xff\x7b", 6, IO_F32, (float[]){ 1.5f, -2, 65504 },
                 3);
    check_floats("<c8", "\0\0\x80\x3f\0\0\0\x40\0\0\0\x80\0\0\x40\xc0", 16, IO_C64,
                 (float[]){ 1, 2, -0.0f, -3 }, 4);
    check_floats("<f8", "\0\0\0\0\0\0\xf8\x3f", 8, IO_F64, (float[]){ 1.5f }, 1);
    check_floats(">f8", "\x3f\xf8\0\0\0\0\0\0", 8, IO_F64, (float[]){ 1.5f }, 1);
    check_floats(">c16", "\x3f\xf8\0\0\0\0\0\0\xbf\xf8\0\0\0\0\0\0", 16, IO_C128,
                 (float[]){ 1.5f, -1.5f }, 2);
    check_floats("|b1", "\0\1\2", 3, IO_F32, (float[]){ 0, 1, 1 }, 3);
    check_floats("|i1", "\x80\xff\x7f", 3, IO_F32, (float[]){ -128, -1, 127 }, 3);
    check_floats("|u1", "\x80\xff", 2, IO_F32, (float[]){ 128, 255 }, 2);
    check_floats("<i2", "\xfe\xff", 2, IO_F32, (float[]){ -2 }, 1);
    check_floats(">i2", "\xff\xfe", 2, IO_F32, (float[]){ -2 }, 1);
    check_floats(">u2", "\xff\xfe", 2, IO_F32, (float[]){ 65534 }, 1);
    check_floats("<i4", "\xfe\xff\xff\xff", 4, IO_F32, (float[]){ -2 }, 1);
    check_floats("<u4", "\xff\xff\xff\xff", 4, IO_F32, (float[]){ 4294967296.0f }, 1);
    check_floats(">i8", "\xff\xff\xff\xff\xff\xff\xff\xfe", 8, IO_F32, (float[]){ -2 },
                 1);
    check_floats("<u8", "\0\0\0\0\0\0\0\x80", 8, IO_F32,
                 (float[]){ 9223372036854775808.0f }, 1);
    check_floats("<f2", "\1\0\0\x80", 4, IO_F32, (float[]){ 0x1p-24f, 0 },
                 2); /* subnormal */
}

/* C65: versions 2.0 and 3.0 have a 4-byte length; a header of 70 kB is read. */
static void c65_versions(void **state)
{
    (void)state;
    io_array a;
    io_error e;
    for (int version = 1; version <= 3; version++) {
        assert_true(load(version,
                         "{'descr': '<i2', 'fortran_order': False, 'shape': (2,), }",
                         "\1\0\2\0", 4, &a, &e));
        assert_true(((float *)a.data)[1] == 2.0f);
        io_array_free(&a);
    }
    size_t start = put_header(
        2, "{'descr': '<i2', 'fortran_order': False, 'shape': (1,), }", 70000);
    memcpy(file + start, "\7\0", 2);
    assert_true(npy_read_memory(file, start + 2, &a, &e));
    assert_true(((float *)a.data)[0] == 7.0f);
    io_array_free(&a);
    assert_false(load(4, "{'descr': '<i2', 'fortran_order': False, 'shape': (1,), }",
                      "\1\0", 2, &a, &e));
}

/* C65: "(5,)" is rank 1 and "()" rank 0. */
static void c65_shapes(void **state)
{
    (void)state;
    io_array a;
    io_error e;
    assert_true(load(1, "{'descr': '|u1', 'fortran_order': False, 'shape': (5,), }",
                     "\1\2\3\4\5", 5, &a, &e));
    assert_int_equal(a.rank, 1);
    assert_int_equal(a.shape[0], 5);
    io_array_free(&a);
    assert_true(load(1, "{'descr': '|u1', 'fortran_order': False, 'shape': (), }",
                     "\x09", 1, &a, &e));
    assert_int_equal(a.rank, 0);
    assert_true(((float *)a.data)[0] == 9.0f);
    io_array_free(&a);
    assert_true(load(1, "{'descr': '|u1', 'fortran_order': False, 'shape': (3, 0), }",
                     "", 0, &a, &e));
    assert_null(a.data);
    /* other spellings of the same dictionary */
    assert_true(load(1, "{\"shape\":(2L ,1) ,'descr':'<i2','fortran_order':False}",
                     "\1\0\2\0", 4, &a, &e));
    assert_int_equal(a.shape[0], 2);
    io_array_free(&a);
}

/* C65: what is refused, and with which words. */
static void c65_errors(void **state)
{
    (void)state;
    refused(1,
            "{'descr': [('a', '<f4'), ('b', '<i4')], 'fortran_order': False, 'shape': "
            "(1,), }",
            "12345678", 8, CLI_FORMAT, "unsupported dtype");
    refused(1, "{'descr': '|O', 'fortran_order': False, 'shape': (1,), }", "12345678",
            8, CLI_FORMAT, "pickle");
    refused(1, "{'descr': '<U4', 'fortran_order': False, 'shape': (1,), }",
            "1234567812345678", 16, CLI_FORMAT, "unsupported dtype");
    refused(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }",
            "1234567890", 10, CLI_FORMAT, "expected 2, got 1 element(s)");
    refused(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (8589934592,), }",
            "1234", 4, CLI_FORMAT, "expected 8589934592, got 1 element(s)");
    refused(
        1,
        "{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296), }",
        "1234", 4, CLI_FORMAT, "64 bits");
    refused(
        1,
        "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,), }",
        "1234", 4, CLI_FORMAT, "64 bits");
    refused(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (-1,), }", "1234", 4,
            CLI_FORMAT, "not a number");
    refused(1,
            "{'descr': '<f4', 'fortran_order': False, 'shape': (1,1,1,1,1,1,1,1,1), }",
            "1234", 4, CLI_FORMAT, "more than 8 dimensions");
    refused(1, "{'descr': '<f4', 'fortran_order': Maybe, 'shape': (1,), }", "1234", 4,
            CLI_FORMAT, "fortran_order");
    refused(1, "{'descr': '<f4', 'shape': (1,), }", "1234", 4, CLI_FORMAT, "missing");
    refused(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (1", "1234", 4,
            CLI_FORMAT, "damaged");
    refused(1, "garbage", "1234", 4, CLI_FORMAT, "not a dictionary");
}

/* Every prefix of a good file is refused, none crashes. */
static void truncation(void **state)
{
    (void)state;
    io_array a;
    io_error e;
    size_t start =
        put_header(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }", 118);
    memcpy(file + start, "1234", 4);
    for (size_t n = 0; n < start + 4; n++) {
        assert_false(npy_read_memory(file, n, &a, &e));
        assert_int_equal(e.code, CLI_FORMAT);
    }
    assert_true(npy_read_memory(file, start + 4, &a, &e));
    io_array_free(&a);
}

/* What is written is read back, and its header is what NumPy writes. */
static void round_trip(void **state)
{
    (void)state;
    static const int64_t shapes[][3] = { { 3, 0, 0 }, { 2, 3, 0 }, { 2, 1, 4 } };
    io_error e;
    for (int type = IO_F32; type <= IO_C128; type++) {
        for (int rank = 0; rank <= 3; rank++) {
            io_array a, b;
            assert_true(io_array_create(&a, (io_type)type, rank,
                                        rank > 0 ? shapes[rank - 1] : NULL, &e));
            size_t bytes = (size_t)io_array_count(&a) * io_type_bytes(a.type);
            memset(a.data, 0x3d, bytes);
            FILE *f = tmpfile();
            assert_non_null(f);
            assert_true(npy_write(f, &a, &e));
            rewind(f);
            assert_true(npy_read(f, false, &b, &e));
            fclose(f);
            assert_int_equal(b.type, type);
            assert_int_equal(b.rank, rank);
            assert_memory_equal(a.shape, b.shape, sizeof a.shape);
            assert_memory_equal(a.data, b.data, bytes);
            io_array_free(&a);
            io_array_free(&b);
        }
    }
    char text[NPY_HEADER_BYTES];
    size_t n = npy_format_header(IO_C64, 2, (int64_t[]){ 3, 4 }, text);
    assert_int_equal(n, 128);
    const char *want =
        io_host_is_big_endian()
            ? "{'descr': '>c8', 'fortran_order': False, 'shape': (3, 4), } "
            : "{'descr': '<c8', 'fortran_order': False, 'shape': (3, 4), } ";
    assert_memory_equal(text + 10, want, strlen(want));
    assert_int_equal(text[n - 1], '\n');
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c63_fortran_order), cmocka_unit_test(c64_dtypes),
        cmocka_unit_test(c65_versions),      cmocka_unit_test(c65_shapes),
        cmocka_unit_test(c65_errors),        cmocka_unit_test(truncation),
        cmocka_unit_test(round_trip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
