/* Overlap of views against an oracle that marks every byte. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <trnfft/tensor.h>

#include "tensor/view.h"

#define SHAPE(...) ((const int64_t[]){ __VA_ARGS__ })

enum { ARENA = 6000, MIDDLE = 3000 };
static unsigned char arena[ARENA];

static uint64_t next_random(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

static int64_t between(uint64_t *seed, int64_t lo, int64_t hi)
{
    return lo + (int64_t)(next_random(seed) % (uint64_t)(hi - lo + 1));
}

/* Adds 1 to the mark of each byte of each component; returns whether one got to 2. */
static int mark(const trnfft_tensor *t, unsigned char *marks)
{
    int twice = 0;
    int64_t size = (int64_t)trnfft_dtype_size(t->dtype);
    int64_t n = trnfft_tensor_numel(t);
    for (int64_t e = 0; e < n; e++) {
        int64_t rest = e;
        int64_t offset = 0;
        for (int d = t->rank - 1; d >= 0; d--) {
            offset += rest % t->shape[d] * t->strides[d];
            rest /= t->shape[d];
        }
        for (int part = 0; part < (t->im ? 2 : 1); part++) {
            int64_t at =
                ((unsigned char *)(part ? t->im : t->re) - arena) + offset * size;
            assert_true(at >= 0 && at + size <= ARENA);
            for (int64_t i = 0; i < size; i++)
                twice |= ++marks[at + i] > 1;
        }
    }
    return twice;
}

static trnfft_tensor random_view(uint64_t *seed)
{
    static const int32_t types[] = { TRNFFT_F32, TRNFFT_F64, TRNFFT_F16, TRNFFT_S24 };
    trnfft_tensor t = { 0 };
    t.dtype = types[between(seed, 0, 3)];
    t.rank = (int32_t)between(seed, 0, 3);
    int64_t size = (int64_t)trnfft_dtype_size(t.dtype);
    int64_t step = between(seed, 1, 3);
    for (int d = t.rank - 1; d >= 0; d--) {
        t.shape[d] = between(seed, 1, 4);
        if (between(seed, 0, 2)) { /* nested, perhaps with a gap */
            t.strides[d] = step;
            step *= t.shape[d] + between(seed, 0, 1);
        } else {
            t.strides[d] = between(seed, -9, 9);
        }
        if (between(seed, 0, 4) == 0)
            t.strides[d] = -t.strides[d];
    }
    t.re = arena + MIDDLE + between(seed, -40, 40);
    if (t.dtype != TRNFFT_S24 && between(seed, 0, 2) == 0)
        t.im = (unsigned char *)t.re +
               (between(seed, 0, 1) ? size : between(seed, -60, 60));
    return t;
}

static void random_views_agree_with_marks(void **state)
{
    (void)state;
    uint64_t seed = 2463534242U;
    int counts[3] = { 0 };
    int selves = 0;
    for (int round = 0; round < 40000; round++) {
        trnfft_tensor a = random_view(&seed);
        trnfft_tensor b = random_view(&seed);
        static unsigned char marks_a[ARENA], marks_b[ARENA];
        memset(marks_a, 0, sizeof marks_a);
        memset(marks_b, 0, sizeof marks_b);
        int self = mark(&a, marks_a);
        mark(&b, marks_b);
        int common = 0;
        for (int i = 0; i < ARENA; i++)
            common |= marks_a[i] && marks_b[i];
        assert_int_equal(tfi_tensor_self_overlap(&a), self);
        tfi_overlap got = tfi_tensor_overlap(&a, &b);
        assert_int_equal(got != TFI_OVERLAP_NONE, common);
        assert_int_equal(tfi_tensor_overlap(&b, &a), got);
        assert_int_equal(tfi_tensor_overlap(&a, &a), TFI_OVERLAP_SAME);
        counts[got]++;
        selves += self;
    }
    assert_true(counts[TFI_OVERLAP_NONE] > 1000 && counts[TFI_OVERLAP_PARTIAL] > 1000);
    assert_true(selves > 1000 && selves < 39000);
}

static void outputs_must_not_share_elements(void **state)
{
    (void)state;
    double d[64] = { 0 };
    /* 2 x 2 pairs, both byte strides 16. */
    trnfft_tensor t =
        trnfft_tensor_strided(TRNFFT_F64, 2, SHAPE(2, 2), SHAPE(2, 2), d, d + 1);
    assert_int_equal(tfi_tensor_check("trnfft_fftn", "output", &t), TRNFFT_OK);
    assert_int_equal(tfi_tensor_check_output("trnfft_fftn", "output", &t),
                     TRNFFT_ERROR_INVALID_STRIDE);
    assert_string_equal(
        trnfft_last_error(),
        "trnfft_fftn: output.strides: elements of an output share memory");
    t = trnfft_tensor_strided(TRNFFT_F64, 2, SHAPE(3, 4), SHAPE(0, 1), d, NULL);
    assert_true(tfi_tensor_self_overlap(&t)); /* a batch stride of zero */
    t = trnfft_tensor_strided(TRNFFT_F64, 2, SHAPE(1, 4), SHAPE(0, 1), d, NULL);
    assert_false(tfi_tensor_self_overlap(&t)); /* of one row */
    t = trnfft_tensor_split(TRNFFT_F64, 1, SHAPE(4), d, d);
    assert_true(tfi_tensor_self_overlap(&t)); /* re is im */
    t = trnfft_tensor_split(TRNFFT_F64, 1, SHAPE(4), d, d + 3);
    assert_true(tfi_tensor_self_overlap(&t));
    t = trnfft_tensor_split(TRNFFT_F64, 1, SHAPE(4), d, d + 4);
    assert_false(tfi_tensor_self_overlap(&t));
}

static void even_and_odd_elements_do_not_overlap(void **state)
{
    (void)state;
    float x[64];
    trnfft_tensor even =
        trnfft_tensor_strided(TRNFFT_F32, 1, SHAPE(16), SHAPE(2), x, NULL);
    trnfft_tensor odd =
        trnfft_tensor_strided(TRNFFT_F32, 1, SHAPE(16), SHAPE(2), x + 1, NULL);
    assert_int_equal(tfi_tensor_overlap(&even, &odd), TFI_OVERLAP_NONE);
    trnfft_tensor back =
        trnfft_tensor_strided(TRNFFT_F32, 1, SHAPE(16), SHAPE(-2), x + 31, NULL);
    assert_int_equal(tfi_tensor_overlap(&even, &back), TFI_OVERLAP_NONE);
    assert_int_equal(tfi_tensor_overlap(&odd, &back), TFI_OVERLAP_PARTIAL);
    /* Pairs and their real parts. */
    trnfft_tensor pairs = trnfft_tensor_interleaved(TRNFFT_F32, 1, SHAPE(16), x);
    assert_int_equal(tfi_tensor_overlap(&pairs, &even), TFI_OVERLAP_PARTIAL);
    /* Two columns of one image, and the left half beside the right half. */
    trnfft_tensor left =
        trnfft_tensor_strided(TRNFFT_F32, 2, SHAPE(8, 4), SHAPE(8, 1), x, NULL);
    trnfft_tensor right =
        trnfft_tensor_strided(TRNFFT_F32, 2, SHAPE(8, 4), SHAPE(8, 1), x + 4, NULL);
    trnfft_tensor middle =
        trnfft_tensor_strided(TRNFFT_F32, 2, SHAPE(8, 4), SHAPE(8, 1), x + 3, NULL);
    assert_int_equal(tfi_tensor_overlap(&left, &right), TFI_OVERLAP_NONE);
    assert_int_equal(tfi_tensor_overlap(&left, &middle), TFI_OVERLAP_PARTIAL);
}

static void same_means_element_by_element(void **state)
{
    (void)state;
    float x[64];
    float y[64];
    trnfft_tensor a = trnfft_tensor_split(TRNFFT_F32, 2, SHAPE(1, 8), x, y);
    trnfft_tensor b = a;
    b.strides[0] = 12345; /* a dimension of length 1 is never stepped */
    assert_int_equal(tfi_tensor_overlap(&a, &b), TFI_OVERLAP_SAME);
    b.im = NULL;
    assert_int_equal(tfi_tensor_overlap(&a, &b), TFI_OVERLAP_PARTIAL);
    b = trnfft_tensor_split(TRNFFT_F32, 2, SHAPE(1, 8), y, x); /* exchanged */
    assert_int_equal(tfi_tensor_overlap(&a, &b), TFI_OVERLAP_PARTIAL);
    b = trnfft_tensor_split(TRNFFT_F32, 1, SHAPE(8), x, y);
    assert_int_equal(tfi_tensor_overlap(&a, &b), TFI_OVERLAP_PARTIAL);
    b = trnfft_tensor_split(TRNFFT_F16, 2, SHAPE(1, 8), x, y);
    assert_int_equal(tfi_tensor_overlap(&a, &b), TFI_OVERLAP_PARTIAL);
    b = trnfft_tensor_split(TRNFFT_F32, 2, SHAPE(1, 0), x, y);
    assert_int_equal(tfi_tensor_overlap(&a, &b), TFI_OVERLAP_NONE);
    assert_int_equal(tfi_tensor_overlap(&b, &b), TFI_OVERLAP_NONE);
    assert_false(tfi_tensor_self_overlap(&b));
}

static void large_views_are_answered_at_once(void **state)
{
    (void)state;
    char *base = (char *)arena; /* never touched */
    const int64_t n = (int64_t)1 << 20;
    trnfft_tensor t = trnfft_tensor_real(TRNFFT_F64, 3, SHAPE(n, n, 1000), base);
    assert_false(tfi_tensor_self_overlap(&t));
    trnfft_tensor p;
    assert_int_equal(trnfft_tensor_permute(&t, NULL, &p), TRNFFT_OK);
    assert_false(tfi_tensor_self_overlap(&p));
    assert_int_equal(tfi_tensor_overlap(&t, &p), TFI_OVERLAP_PARTIAL);
    /* Strides without a pattern may be refused, but are answered quickly. */
    const int64_t odd[] = { 1000003, 999983, 1000033, 999979,
                            1000037, 999961, 1000039, 999959 };
    const int64_t length[] = { 40, 40, 40, 40, 40, 40, 40, 40 };
    t = trnfft_tensor_strided(TRNFFT_F64, 8, length, odd, base, NULL);
    assert_true(tfi_tensor_self_overlap(&t));
    /* What is given up counts as an overlap. */
    const int64_t rough[] = { 1234567891, 1876543211, 1098765433, 1543210987,
                              1987654327, 1357924681, 1724681357, 1456789013 };
    t = trnfft_tensor_strided(TRNFFT_F64, 8, SHAPE(5, 5, 5, 5, 5, 5, 5, 5), rough, base,
                              NULL);
    assert_true(tfi_tensor_self_overlap(&t));
    /* Addresses as far apart as there are. */
    t = trnfft_tensor_real(TRNFFT_F64, 1, SHAPE(1000), (void *)(uintptr_t)64);
    p = trnfft_tensor_real(TRNFFT_F64, 1, SHAPE(1000), (void *)(UINTPTR_MAX - 65535));
    assert_int_equal(tfi_tensor_overlap(&t, &p), TFI_OVERLAP_NONE);
    assert_int_equal(tfi_tensor_overlap(&p, &t), TFI_OVERLAP_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_views_agree_with_marks),
        cmocka_unit_test(outputs_must_not_share_elements),
        cmocka_unit_test(even_and_odd_elements_do_not_overlap),
        cmocka_unit_test(same_means_element_by_element),
        cmocka_unit_test(large_views_are_answered_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
