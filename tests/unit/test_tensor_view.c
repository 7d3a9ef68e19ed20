/* Views: constructors, checks, extents, slices, permutations and element addresses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <trnfft/dtype.h>
#include <trnfft/tensor.h>

#include "tensor/view.h"

#define SHAPE(...) ((const int64_t[]){ __VA_ARGS__ })

static float data[1000], other[1000];

static void assert_refused(trnfft_tensor t, trnfft_status status, const char *sentence)
{
    assert_int_equal(tfi_tensor_check("trnfft_rfft", "input", &t), status);
    assert_string_equal(trnfft_last_error(), sentence);
    assert_int_equal(tfi_tensor_check_layout("trnfft_rfft", "input", &t), status);
    assert_int_equal(tfi_tensor_check_output("trnfft_rfft", "input", &t), status);
    assert_int_equal(trnfft_tensor_validate(&t), status);
    assert_int_equal(trnfft_tensor_is_contiguous(&t), 0);
}

static void types_have_sizes_and_names(void **state)
{
    (void)state;
    static const struct {
        int32_t dtype, pinned;
        size_t size;
        const char *name;
    } rows[] = {
        { TRNFFT_F32, 1, 4, "f32" },   { TRNFFT_F64, 2, 8, "f64" },
        { TRNFFT_BF16, 3, 2, "bf16" }, { TRNFFT_F16, 4, 2, "f16" },
        { TRNFFT_S16, 5, 2, "s16" },   { TRNFFT_S24, 6, 3, "s24" },
        { 0, 0, 0, "unknown" },        { 7, 7, 0, "unknown" },
        { -1, -1, 0, "unknown" },      { INT32_MIN, INT32_MIN, 0, "unknown" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(rows[i].dtype, rows[i].pinned);
        assert_int_equal(trnfft_dtype_size(rows[i].dtype), rows[i].size);
        assert_string_equal(trnfft_dtype_name(rows[i].dtype), rows[i].name);
    }
    assert_int_equal(TRNFFT_NORM_BACKWARD, 0);
    assert_int_equal(TRNFFT_NORM_ORTHO, 1);
    assert_int_equal(TRNFFT_NORM_FORWARD, 2);
}

static void constructors_give_c_order(void **state)
{
    (void)state;
    trnfft_tensor r = trnfft_tensor_real(TRNFFT_F32, 3, SHAPE(2, 3, 4), data);
    assert_int_equal(trnfft_tensor_validate(&r), TRNFFT_OK);
    assert_int_equal(r.strides[0], 12);
    assert_int_equal(r.strides[1], 4);
    assert_int_equal(r.strides[2], 1);
    assert_true(r.re == data && !r.im && !r.buffer && !r.reserved[0] && !r.reserved[1]);
    assert_int_equal(trnfft_tensor_is_complex(&r), 0);
    assert_int_equal(trnfft_tensor_is_contiguous(&r), 1);
    assert_int_equal(trnfft_tensor_numel(&r), 24);

    trnfft_tensor s = trnfft_tensor_split(TRNFFT_F64, 2, SHAPE(4, 5), data, other);
    assert_int_equal(trnfft_tensor_validate(&s), TRNFFT_OK);
    assert_true(s.re == data && s.im == other);
    assert_int_equal(trnfft_tensor_is_complex(&s), 1);
    assert_false(tfi_tensor_is_interleaved(&s));

    trnfft_tensor p = trnfft_tensor_interleaved(TRNFFT_F64, 2, SHAPE(4, 5), data);
    assert_int_equal(trnfft_tensor_validate(&p), TRNFFT_OK);
    assert_true((char *)p.im == (char *)data + 8);
    assert_int_equal(p.strides[0], 10);
    assert_int_equal(p.strides[1], 2);
    assert_int_equal(trnfft_tensor_is_contiguous(&p), 1);
    assert_true(tfi_tensor_is_interleaved(&p));

    trnfft_tensor scalar = trnfft_tensor_real(TRNFFT_F32, 0, NULL, data);
    assert_int_equal(trnfft_tensor_validate(&scalar), TRNFFT_OK);
    assert_int_equal(trnfft_tensor_numel(&scalar), 1);

    trnfft_tensor v = trnfft_tensor_strided(TRNFFT_F32, 2, SHAPE(3, 4), SHAPE(-4, 1),
                                            data + 8, other);
    assert_int_equal(trnfft_tensor_validate(&v), TRNFFT_OK);
    assert_int_equal(trnfft_tensor_is_contiguous(&v), 0);
    assert_int_equal(trnfft_tensor_is_complex(NULL), 0);
}

static void tensors_without_elements_need_no_data(void **state)
{
    (void)state;
    trnfft_tensor t[4] = {
        trnfft_tensor_real(TRNFFT_F32, 3, SHAPE(0, 2, 16), NULL),
        trnfft_tensor_split(TRNFFT_F32, 3, SHAPE(2, 0, 16), NULL, NULL),
        trnfft_tensor_interleaved(TRNFFT_F32, 3, SHAPE(2, 16, 0), NULL),
        trnfft_tensor_strided(TRNFFT_F32, 1, SHAPE(0), SHAPE(1), NULL, NULL),
    };
    for (int i = 0; i < 4; i++) {
        int64_t lo = 1;
        int64_t hi = 1;
        assert_int_equal(trnfft_tensor_validate(&t[i]), TRNFFT_OK);
        assert_int_equal(trnfft_tensor_numel(&t[i]), 0);
        assert_int_equal(trnfft_tensor_is_complex(&t[i]), i == 1 || i == 2);
        assert_int_equal(trnfft_tensor_is_contiguous(&t[i]), 1);
        tfi_tensor_extent(&t[i], &lo, &hi);
        assert_true(lo == 0 && hi == 0);
        assert_int_equal(tfi_tensor_check_output("trnfft_fft", "output", &t[i]),
                         TRNFFT_OK);
    }
    /* Lengths of zero hide the others. */
    const int64_t big[] = { INT64_MAX / 2, 0, 4 };
    trnfft_tensor huge =
        trnfft_tensor_strided(TRNFFT_F32, 3, big, SHAPE(4, 4, 1), NULL, NULL);
    assert_int_equal(trnfft_tensor_validate(&huge), TRNFFT_OK);
    assert_int_equal(trnfft_tensor_numel(&huge), 0);
}

static void nonsense_is_remembered_with_its_reason(void **state)
{
    (void)state;
    assert_refused(trnfft_tensor_real(TRNFFT_F32, 9, SHAPE(1), data),
                   TRNFFT_ERROR_INVALID_SHAPE,
                   "trnfft_rfft: input.rank = 9: a tensor has 0 to 8 dimensions");
    assert_refused(trnfft_tensor_split(TRNFFT_F32, -1, SHAPE(1), data, other),
                   TRNFFT_ERROR_INVALID_SHAPE,
                   "trnfft_rfft: input.rank = -1: a tensor has 0 to 8 dimensions");
    assert_refused(
        trnfft_tensor_interleaved(TRNFFT_F32, 2, NULL, data),
        TRNFFT_ERROR_INVALID_ARGUMENT,
        "trnfft_rfft: input was made with shape = NULL: a tensor of rank 2 needs "
        "one");
    assert_refused(
        trnfft_tensor_strided(TRNFFT_F32, 2, SHAPE(2, 2), NULL, data, NULL),
        TRNFFT_ERROR_INVALID_ARGUMENT,
        "trnfft_rfft: input was made with strides = NULL: a tensor of rank 2 "
        "needs them");
    assert_refused(trnfft_tensor_real(TRNFFT_F32, 2, SHAPE(3, -7), data),
                   TRNFFT_ERROR_INVALID_SHAPE,
                   "trnfft_rfft: input.shape[1] = -7: a length cannot be negative");
    assert_refused(
        trnfft_tensor_real(17, 1, SHAPE(3), data), TRNFFT_ERROR_INVALID_DTYPE,
        "trnfft_rfft: input.dtype = 17: not a data type (TRNFFT_F32, TRNFFT_F64, "
        "TRNFFT_BF16, TRNFFT_F16, TRNFFT_S16, TRNFFT_S24); convert integers to "
        "TRNFFT_F32 first");
    assert_refused(trnfft_tensor_split(TRNFFT_S24, 1, SHAPE(3), data, other),
                   TRNFFT_ERROR_INVALID_DTYPE,
                   "trnfft_rfft: input.dtype = s24: samples are real, im must be NULL; "
                   "convert to TRNFFT_F32 first");
    const char *reach = "trnfft_rfft: input: shape and strides reach beyond 2^61 bytes";
    assert_refused(trnfft_tensor_real(TRNFFT_F32, 1, SHAPE((int64_t)1 << 62), data),
                   TRNFFT_ERROR_OVERFLOW, reach);
    assert_refused(trnfft_tensor_real(TRNFFT_F32, 2,
                                      SHAPE((int64_t)1 << 32, (int64_t)1 << 32), data),
                   TRNFFT_ERROR_OVERFLOW, reach);
    assert_refused(
        trnfft_tensor_strided(TRNFFT_F32, 1, SHAPE(3), SHAPE(INT64_MIN), data, NULL),
        TRNFFT_ERROR_OVERFLOW, reach);
    const char *no_im =
        "trnfft_rfft: input.im = NULL: the tensor has elements, so it needs "
        "data";
    assert_refused(trnfft_tensor_split(TRNFFT_F32, 1, SHAPE(3), data, NULL),
                   TRNFFT_ERROR_INVALID_ARGUMENT, no_im);
    assert_refused(
        trnfft_tensor_interleaved(TRNFFT_F32, 1, SHAPE(3), NULL),
        TRNFFT_ERROR_INVALID_ARGUMENT,
        "trnfft_rfft: input.re = NULL: the tensor has elements, so it needs data");
}

static void views_built_by_hand_are_checked(void **state)
{
    (void)state;
    trnfft_tensor good = trnfft_tensor_real(TRNFFT_F32, 2, SHAPE(3, 4), data);
    trnfft_tensor t = { 0 };
    assert_int_equal(tfi_tensor_check("f", "x", &t), TRNFFT_ERROR_INVALID_DTYPE);
    assert_int_equal(tfi_tensor_check("f", "x", NULL), TRNFFT_ERROR_INVALID_ARGUMENT);
    assert_string_equal(trnfft_last_error(), "f: x = NULL: a tensor is needed");
    t = good;
    t.rank = 9;
    assert_refused(t, TRNFFT_ERROR_INVALID_SHAPE,
                   "trnfft_rfft: input.rank = 9: a tensor has 0 to 8 dimensions");
    t = good;
    t.shape[1] = -1;
    assert_refused(t, TRNFFT_ERROR_INVALID_SHAPE,
                   "trnfft_rfft: input.shape[1] = -1: a length cannot be negative");
    t = good;
    t.reserved[1] = 1;
    assert_refused(
        t, TRNFFT_ERROR_INVALID_ARGUMENT,
        "trnfft_rfft: input.reserved is not zero: start from a constructor or "
        "zero the struct");
    t = good;
    t.buffer = (struct trnfft_buffer *)(void *)data;
    assert_refused(
        t, TRNFFT_ERROR_UNSUPPORTED,
        "trnfft_rfft: input.buffer: this library has no device that owns buffers");
    t = good;
    t.dtype = TRNFFT_S16;
    t.im = data;
    assert_int_equal(trnfft_tensor_validate(&t), TRNFFT_ERROR_INVALID_DTYPE);
    t = good;
    t.dtype = INT32_MIN; /* the code of no fault */
    assert_int_equal(trnfft_tensor_validate(&t), TRNFFT_ERROR_INVALID_DTYPE);
    t = good;
    t.strides[0] = ((int64_t)1 << 61) / 4 + 1;
    t.shape[0] = 1;
    assert_int_equal(trnfft_tensor_validate(&t), TRNFFT_ERROR_OVERFLOW);
    t = good;
    t.re = NULL;
    assert_int_equal(trnfft_tensor_validate(&t), TRNFFT_ERROR_INVALID_ARGUMENT);
    assert_int_equal(tfi_tensor_check_layout("f", "x", &t), TRNFFT_OK);
}

static void numbers_of_elements(void **state)
{
    (void)state;
    trnfft_tensor t = trnfft_tensor_real(TRNFFT_F32, 2, SHAPE(3, 4), data);
    assert_int_equal(trnfft_tensor_numel(&t), 12);
    assert_int_equal(tfi_tensor_numel(&t), 12);
    assert_int_equal(trnfft_tensor_numel(NULL), -1);
    t.shape[0] = -1;
    assert_int_equal(trnfft_tensor_numel(&t), -1);
    t.shape[0] = INT64_MAX / 2;
    assert_int_equal(trnfft_tensor_numel(&t), -1);
    t.shape[1] = 0;
    assert_int_equal(trnfft_tensor_numel(&t), 0);
    t.rank = 77;
    assert_int_equal(trnfft_tensor_numel(&t), -1);
}

static void extents_include_negative_strides(void **state)
{
    (void)state;
    int64_t lo;
    int64_t hi;
    trnfft_tensor t = trnfft_tensor_strided(TRNFFT_F32, 2, SHAPE(3, 4), SHAPE(-10, 2),
                                            data + 20, NULL);
    tfi_tensor_extent(&t, &lo, &hi);
    assert_true(lo == -80 && hi == 28);
    t = trnfft_tensor_interleaved(TRNFFT_F64, 1, SHAPE(5), data);
    tfi_tensor_extent(&t, &lo, &hi);
    assert_true(lo == 0 && hi == 80);
    tfi_component_extent(&t, &lo, &hi);
    assert_true(lo == 0 && hi == 72);
    t = trnfft_tensor_split(TRNFFT_F32, 1, SHAPE(5), data + 100, data);
    tfi_tensor_extent(&t, &lo, &hi);
    assert_true(lo == -400 && hi == 20);
    t = trnfft_tensor_split(TRNFFT_F32, 1, SHAPE(5), data, data + 100);
    tfi_tensor_extent(&t, &lo, &hi);
    assert_true(lo == 0 && hi == 420);
}

static void owned_tensors_are_aligned_and_zero(void **state)
{
    (void)state;
    static const int32_t types[] = { TRNFFT_F32, TRNFFT_F64, TRNFFT_BF16,
                                     TRNFFT_F16, TRNFFT_S16, TRNFFT_S24 };
    for (int i = 0; i < 6; i++)
        for (int32_t layout = TRNFFT_REAL; layout <= TRNFFT_INTERLEAVED; layout++) {
            trnfft_tensor t;
            memset(&t, 0x5a, sizeof t);
            trnfft_tensor before = t;
            trnfft_status s = trnfft_tensor_empty(types[i], layout, 2, SHAPE(3, 5), &t);
            if (types[i] >= TRNFFT_S16 && layout != TRNFFT_REAL) {
                assert_int_equal(s, TRNFFT_ERROR_INVALID_DTYPE);
                assert_memory_equal(&t, &before, sizeof t);
                continue;
            }
            assert_int_equal(s, TRNFFT_OK);
            assert_int_equal((uintptr_t)t.re % 64, 0);
            if (layout == TRNFFT_SPLIT)
                assert_int_equal((uintptr_t)t.im % 64, 0);
            assert_int_equal(tfi_tensor_is_interleaved(&t),
                             layout == TRNFFT_INTERLEAVED);
            assert_int_equal(tfi_tensor_check_output("f", "x", &t), TRNFFT_OK);
            assert_int_equal(trnfft_tensor_is_contiguous(&t), 1);
            double re = 1;
            double im = 1;
            assert_int_equal(trnfft_tensor_get(&t, SHAPE(2, 4), &re, &im), TRNFFT_OK);
            assert_true(re == 0.0 && im == 0.0);
            trnfft_tensor_free(&t);
            assert_true(!t.re && !t.im && t.dtype == 0);
            trnfft_tensor_free(&t);
        }
    trnfft_tensor_free(NULL);
    trnfft_tensor t;
    assert_int_equal(trnfft_tensor_empty(TRNFFT_F32, 3, 0, NULL, &t),
                     TRNFFT_ERROR_INVALID_ARGUMENT);
    assert_int_equal(trnfft_tensor_empty(TRNFFT_F32, TRNFFT_REAL, 0, NULL, NULL),
                     TRNFFT_ERROR_INVALID_ARGUMENT);
    assert_int_equal(trnfft_tensor_empty(TRNFFT_F32, TRNFFT_REAL, 9, SHAPE(1), &t),
                     TRNFFT_ERROR_INVALID_SHAPE);
    assert_string_equal(
        trnfft_last_error(),
        "trnfft_tensor_empty: tensor.rank = 9: a tensor has 0 to 8 dimensions");
    assert_int_equal(
        trnfft_tensor_empty(TRNFFT_F64, TRNFFT_SPLIT, 1, SHAPE((int64_t)1 << 62), &t),
        TRNFFT_ERROR_OVERFLOW);
    assert_int_equal(trnfft_tensor_empty(TRNFFT_F32, TRNFFT_SPLIT, 1, SHAPE(0), &t),
                     TRNFFT_OK);
    assert_int_equal(trnfft_tensor_validate(&t), TRNFFT_OK);
    trnfft_tensor_free(&t);
}

static void elements_have_offsets_and_values(void **state)
{
    (void)state;
    for (int i = 0; i < 100; i++)
        data[i] = (float)i;
    trnfft_tensor t = trnfft_tensor_strided(TRNFFT_F32, 2, SHAPE(3, 4), SHAPE(-10, 2),
                                            data + 20, data + 21);
    int64_t offset = 0;
    double re = -1;
    double im = -1;
    assert_int_equal(trnfft_tensor_offset(&t, SHAPE(2, 3), &offset), TRNFFT_OK);
    assert_int_equal(offset, -14);
    assert_int_equal(trnfft_tensor_get(&t, SHAPE(2, 3), &re, &im), TRNFFT_OK);
    assert_true(re == 6.0 && im == 7.0);
    assert_int_equal(trnfft_tensor_get(&t, SHAPE(0, 0), &re, NULL), TRNFFT_OK);
    assert_true(re == 20.0);
    t.im = NULL;
    assert_int_equal(trnfft_tensor_get(&t, SHAPE(0, 0), &re, &im), TRNFFT_OK);
    assert_true(im == 0.0);
    assert_int_equal(trnfft_tensor_offset(&t, SHAPE(3, 0), &offset),
                     TRNFFT_ERROR_INVALID_ARGUMENT);
    assert_string_equal(trnfft_last_error(),
                        "trnfft_tensor_offset: index[0] = 3: out of range "
                        "for a length of 3");
    assert_int_equal(trnfft_tensor_offset(&t, SHAPE(0, -1), &offset),
                     TRNFFT_ERROR_INVALID_ARGUMENT);
    assert_int_equal(trnfft_tensor_offset(&t, NULL, &offset),
                     TRNFFT_ERROR_INVALID_ARGUMENT);
    assert_int_equal(trnfft_tensor_offset(&t, SHAPE(0, 0), NULL),
                     TRNFFT_ERROR_INVALID_ARGUMENT);
    assert_int_equal(trnfft_tensor_get(&t, SHAPE(0, 0), NULL, &im),
                     TRNFFT_ERROR_INVALID_ARGUMENT);
    assert_int_equal(trnfft_tensor_get(NULL, SHAPE(0, 0), &re, &im),
                     TRNFFT_ERROR_INVALID_ARGUMENT);
    assert_int_equal(offset, -14);
}

static void slices_share_memory(void **state)
{
    (void)state;
    for (int i = 0; i < 100; i++)
        data[i] = (float)i;
    trnfft_tensor t = trnfft_tensor_interleaved(TRNFFT_F32, 2, SHAPE(4, 6), data);
    trnfft_tensor p;
    double re;
    double im;
    assert_int_equal(trnfft_tensor_slice(&t, -1, 5, 3, -2, &p), TRNFFT_OK);
    assert_int_equal(p.shape[1], 3);
    assert_int_equal(p.strides[1], -4);
    assert_int_equal(trnfft_tensor_get(&p, SHAPE(1, 2), &re, &im), TRNFFT_OK);
    assert_true(re == 14.0 && im == 15.0);
    assert_int_equal(trnfft_tensor_slice(&p, 0, 2, 1, 77, &p), TRNFFT_OK);
    assert_int_equal(trnfft_tensor_get(&p, SHAPE(0, 0), &re, &im), TRNFFT_OK);
    assert_true(re == 34.0);
    assert_int_equal(trnfft_tensor_slice(&t, 1, 99, 0, 1, &p), TRNFFT_OK);
    assert_int_equal(trnfft_tensor_numel(&p), 0);
    assert_int_equal(trnfft_tensor_slice(&t, 0, 2, 3, 0, &p), TRNFFT_OK);
    assert_int_equal(p.strides[0], 0);

    trnfft_tensor before = p;
    static const int64_t bad[][4] = {
        /* dim, start, count, step */
        { 2, 0, 1, 1 },         { -3, 0, 1, 1 },
        { 0, 4, 1, 1 },         { 0, -1, 1, 1 },
        { 0, 0, 5, 1 },         { 0, 0, 2, INT64_MAX },
        { 0, 1, INT64_MAX, 2 }, { 0, 0, -1, 1 },
        { 0, 0, 2, -1 },        { 0, 1, 3, INT64_MAX / 2 },
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(trnfft_tensor_slice(&t, (int32_t)bad[i][0], bad[i][1],
                                             bad[i][2], bad[i][3], &p),
                         TRNFFT_ERROR_INVALID_ARGUMENT);
        assert_memory_equal(&p, &before, sizeof p);
    }
    assert_int_equal(trnfft_tensor_slice(&t, 0, 0, 1, 1, NULL),
                     TRNFFT_ERROR_INVALID_ARGUMENT);
    assert_int_equal(trnfft_tensor_slice(NULL, 0, 0, 1, 1, &p),
                     TRNFFT_ERROR_INVALID_ARGUMENT);
    trnfft_tensor r = trnfft_tensor_real(TRNFFT_F32, 1, SHAPE(9), data);
    assert_int_equal(trnfft_tensor_slice(&r, 0, 3, 4, 1, &r), TRNFFT_OK);
    assert_true(r.re == data + 3 && !r.im);
}

/* Lengths are not bounded there: nothing may overflow (seen by the sanitizer). */
static void without_elements_sizes_may_be_anything(void **state)
{
    (void)state;
    const int64_t large = INT64_MAX, far = (int64_t)1 << 58;
    trnfft_tensor p, t = trnfft_tensor_strided(TRNFFT_F32, 3, SHAPE(large, 0, large),
                                               SHAPE(far, 1, -far), data, NULL);
    int64_t offset = -14;
    assert_int_equal(trnfft_tensor_offset(&t, SHAPE(large - 1, 0, large - 1), &offset),
                     TRNFFT_ERROR_INVALID_ARGUMENT);
    assert_int_equal(offset, -14);
    assert_int_equal(trnfft_tensor_slice(&t, 0, 1, 2, (int64_t)1 << 61, &p), TRNFFT_OK);
    assert_int_equal(trnfft_tensor_slice(&p, 2, large - 1, large, -1, &p), TRNFFT_OK);
    assert_true(p.shape[0] == 2 && p.shape[2] == large && p.re == data);
    assert_true(trnfft_tensor_numel(&p) == 0 && trnfft_tensor_is_contiguous(&p));
}

static void permutations_reorder_dimensions(void **state)
{
    (void)state;
    trnfft_tensor t = trnfft_tensor_real(TRNFFT_F32, 3, SHAPE(2, 3, 4), data);
    trnfft_tensor p;
    assert_int_equal(trnfft_tensor_permute(&t, (const int32_t[]){ -1, 0, 1 }, &p),
                     TRNFFT_OK);
    assert_true(p.shape[0] == 4 && p.shape[1] == 2 && p.shape[2] == 3);
    assert_true(p.strides[0] == 1 && p.strides[1] == 12 && p.strides[2] == 4);
    assert_int_equal(trnfft_tensor_permute(&t, NULL, &t), TRNFFT_OK);
    assert_true(t.shape[0] == 4 && t.shape[2] == 2 && t.strides[0] == 1);
    trnfft_tensor before = p;
    assert_int_equal(trnfft_tensor_permute(&t, (const int32_t[]){ 0, 1, -2 }, &p),
                     TRNFFT_ERROR_INVALID_ARGUMENT);
    assert_string_equal(trnfft_last_error(),
                        "trnfft_tensor_permute: dims[2] = -2 repeats dimension 1");
    assert_int_equal(trnfft_tensor_permute(&t, (const int32_t[]){ 0, 1, 3 }, &p),
                     TRNFFT_ERROR_INVALID_ARGUMENT);
    assert_int_equal(trnfft_tensor_permute(&t, NULL, NULL),
                     TRNFFT_ERROR_INVALID_ARGUMENT);
    assert_int_equal(trnfft_tensor_permute(NULL, NULL, &p),
                     TRNFFT_ERROR_INVALID_ARGUMENT);
    assert_memory_equal(&p, &before, sizeof p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_have_sizes_and_names),
        cmocka_unit_test(constructors_give_c_order),
        cmocka_unit_test(tensors_without_elements_need_no_data),
        cmocka_unit_test(nonsense_is_remembered_with_its_reason),
        cmocka_unit_test(views_built_by_hand_are_checked),
        cmocka_unit_test(numbers_of_elements),
        cmocka_unit_test(extents_include_negative_strides),
        cmocka_unit_test(owned_tensors_are_aligned_and_zero),
        cmocka_unit_test(elements_have_offsets_and_values),
        cmocka_unit_test(slices_share_memory),
        cmocka_unit_test(without_elements_sizes_may_be_anything),
        cmocka_unit_test(permutations_reorder_dimensions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
