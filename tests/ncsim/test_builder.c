/* Does the builder order what has to be ordered, and nothing else? Does its allocator
 * keep tiles apart? */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "ncsim/builder_parts.h"
#include "support/random.h"

static ncs_builder *begin(void)
{
    ncs_builder *b = ncs_builder_create(ncs_machine_find("v3"), "test", NULL);
    assert_non_null(b);
    return b;
}

static ncs_program *finish(ncs_builder *b)
{
    ncs_program *p = NULL;
    trnfft_status status = ncs_builder_finish(b, &p);
    if (status != TRNFFT_OK) {
        print_error("%s\n", trnfft_last_error());
    }
    assert_int_equal(status, TRNFFT_OK);
    return p;
}

/* Does `waiter` wait for exactly the instructions of `list` (its end: -1)? */
static void waits_for(const ncs_program *p, int32_t waiter, const int32_t *list)
{
    const ncs_instruction *w = &p->instruction[waiter];
    int32_t n = 0;
    for (; list[n] >= 0; n++) {
        const ncs_instruction *awaited = &p->instruction[list[n]];
        int32_t count = 0;
        for (int32_t i = 0; i <= list[n]; i++) {
            count += p->instruction[i].post == awaited->post ? 1 : 0;
        }
        bool found = false;
        for (int k = 0; k < w->n_waits; k++) {
            found = found || (w->wait[k].semaphore == awaited->post &&
                              w->wait[k].count == count);
        }
        if (awaited->post < 0 || !found) {
            fail_msg("instruction %d does not wait for %d", (int)waiter, (int)list[n]);
        }
    }
    assert_int_equal(w->n_waits, n);
}
#define WAITS(p, waiter, ...) waits_for(p, waiter, (const int32_t[]){ __VA_ARGS__, -1 })

static void a_chain_waits_link_by_link(void **state)
{
    (void)state;
    ncs_builder *b = begin();
    ncs_view x = ncs_input(b, "x", NCS_F32, 128, 256);
    ncs_view y = ncs_output(b, "y", NCS_F32, 128, 256);
    ncs_view t = ncs_sbuf(b, "t", NCS_F32, 128, 256);
    ncs_view u = ncs_sbuf(b, "u", NCS_F32, 128, 256);
    ncs_dma(b, -1, t, x);                                  /* 0 */
    ncs_tensor_tensor(b, NCS_DVE, u, t, NCS_ADD, t);       /* 1 */
    ncs_tensor_tensor(b, NCS_DVE, u, u, NCS_ADD, t);       /* 2 */
    ncs_tensor_tensor(b, NCS_POOL, t, u, NCS_MULTIPLY, t); /* 3: knows 0 */
    ncs_dma(b, -1, y, t);                                  /* 4 */
    ncs_program *p = finish(b);
    assert_int_equal(p->n_instructions, 5);
    WAITS(p, 0, -1);
    WAITS(p, 1, 0);
    WAITS(p, 2, -1);
    WAITS(p, 3, 2);
    WAITS(p, 4, 3);
    assert_int_equal(p->instruction[1].post, -1); /* nobody waits for it */
    assert_int_equal(p->instruction[4].post, -1);
    assert_true(p->instruction[0].stream < NCS_DMA0 + NCS_DMA_QUEUES / 2);
    assert_true(p->instruction[4].stream >= NCS_DMA0 + NCS_DMA_QUEUES / 2);
    ncs_program_destroy(p);
}

static void parts_of_a_tile_are_apart(void **state)
{
    (void)state;
    ncs_builder *b = begin();
    ncs_view x = ncs_input(b, "x", NCS_F32, 128, 256);
    ncs_view y = ncs_output(b, "y", NCS_F32, 128, 256);
    ncs_view t = ncs_sbuf(b, "t", NCS_F32, 128, 256);
    ncs_view u = ncs_sbuf(b, "u", NCS_F32, 128, 256);
    for (int h = 0; h < 2; h++) { /* 0, 1: two halves on two queues */
        ncs_dma(b, h, ncs_columns(t, 128 * h, 128, 1), ncs_columns(x, 128 * h, 128, 1));
    }
    /* 2, 3: each engine its half, into every other column */
    ncs_copy(b, NCS_DVE, ncs_columns(u, 0, 128, 2), ncs_columns(t, 0, 128, 1));
    ncs_copy(b, NCS_ACT, ncs_columns(u, 1, 128, 2), ncs_columns(t, 128, 128, -1));
    ncs_dma(b, -1, ncs_rows(y, 0, 64), ncs_rows(u, 0, 64));          /* 4 */
    ncs_copy(b, NCS_POOL, ncs_rows(u, 64, 64), ncs_rows(t, 64, 64)); /* 5 */
    ncs_dma(b, -1, ncs_rows(y, 64, 64), ncs_rows(u, 64, 64));        /* 6 */
    ncs_program *p = finish(b);
    WAITS(p, 2, 0);
    WAITS(p, 4, 2, 3);
    WAITS(p, 5, 2, 3);
    WAITS(p, 6, 5);
    ncs_program_destroy(p);
}

static void a_freed_place_is_waited_for(void **state)
{
    (void)state;
    ncs_builder *b = begin();
    ncs_view y = ncs_output(b, "y", NCS_F32, 128, 512);
    ncs_view first = ncs_sbuf(b, "t", NCS_F32, 128, 256);
    ncs_view second = ncs_sbuf(b, "t", NCS_F32, 128, 256);
    ncs_memset(b, NCS_DVE, first, 1.0);              /* 0 */
    ncs_memset(b, NCS_POOL, second, 1.0);            /* 1 */
    ncs_dma(b, 9, ncs_columns(y, 0, 256, 1), first); /* 2 */
    ncs_free(b, first);
    ncs_view third = ncs_sbuf(b, "t", NCS_F32, 128, 64);
    ncs_view fourth = ncs_sbuf(b, "t", NCS_F32, 128, 64);
    ncs_view fifth = ncs_sbuf(b, "t", NCS_F32, 128, 256);
    ncs_memset(b, NCS_DVE, third, 2.0);                 /* 3 */
    ncs_memset(b, NCS_POOL, fourth, 2.0);               /* 4 */
    ncs_memset(b, NCS_POOL, fifth, 2.0);                /* 5 */
    ncs_dma(b, 10, ncs_columns(y, 256, 64, 1), third);  /* 6 */
    ncs_dma(b, 10, ncs_columns(y, 320, 64, 1), fourth); /* 7 */
    ncs_dma(b, 10, ncs_columns(y, 384, 128, 1), ncs_columns(fifth, 0, 128, 1));
    ncs_dma(b, 10, ncs_columns(y, 384, 128, 1), ncs_columns(second, 0, 128, 1));
    ncs_program *p = finish(b);
    const ncs_buffer *t = p->buffer;
    assert_int_equal(t[third.buffer].address, t[first.buffer].address);
    assert_int_equal(t[fourth.buffer].address, t[first.buffer].address + 256);
    assert_int_equal(t[fifth.buffer].address, 2 * 1024);
    for (int32_t i = 0; i < p->n_buffers; i++) {
        assert_int_equal(ncs_program_find_buffer(p, t[i].name), i);
    }
    WAITS(p, 3, 2);
    WAITS(p, 4, 2);
    WAITS(p, 5, -1);
    ncs_program_destroy(p);
}

static void psum_tiles_are_banks_in_turns(void **state)
{
    (void)state;
    ncs_builder *b = begin();
    ncs_view x = ncs_sbuf(b, "x", NCS_F32, 128, 512);
    ncs_view y = ncs_output(b, "y", NCS_F32, 128, 512);
    ncs_memset(b, NCS_DVE, x, 1.0);
    int64_t address[12];
    for (int i = 0; i < 12; i++) {
        ncs_view t = ncs_psum(b, "t", NCS_F32, 128, 100);
        address[i] = t.buffer < 0 ? -1 : b->program->buffer[t.buffer].address;
        ncs_matmul(b, t, ncs_columns(x, 0, 128, 1), ncs_columns(x, 0, 100, 1),
                   NCS_OVERWRITE);
        ncs_copy(b, NCS_ACT, ncs_columns(x, 400, 100, 1), t);
        ncs_free(b, t);
    }
    ncs_dma(b, -1, y, x);
    for (int i = 0; i < 12; i++) {
        assert_int_equal(address[i], i % NCS_PSUM_BANKS * NCS_PSUM_BANK_BYTES);
    }
    ncs_view wide = ncs_psum(b, "wide", NCS_F32, 64, 513);
    assert_int_equal(b->program->buffer[wide.buffer].address, 4 * NCS_PSUM_BANK_BYTES);
    ncs_program_destroy(finish(b));
}

static void errors_stick(void **state)
{
    (void)state;
    ncs_builder *b = begin();
    ncs_view big = ncs_sbuf(b, "big", NCS_F32, 128, 1 << 20);
    assert_int_equal(big.buffer, NCS_NO_BUFFER);
    assert_int_equal(ncs_builder_status(b), TRNFFT_ERROR_UNSUPPORTED);
    ncs_view y = ncs_output(b, "y", NCS_F32, 0, 1);
    ncs_dma(b, 0, ncs_rows(y, 1, 2), ncs_columns(big, 1, 2, 3));
    ncs_free(b, big);
    ncs_program *p = (ncs_program *)b;
    assert_int_equal(ncs_builder_finish(b, &p), TRNFFT_ERROR_UNSUPPORTED);
    assert_null(p);
    assert_non_null(strstr(trnfft_last_error(), "big"));
    b = begin();
    y = ncs_output(b, "y", NCS_F32, 128, 16);
    ncs_view t = ncs_sbuf(b, "t", NCS_F32, 128, 16);
    ncs_dma(b, 0, y, ncs_columns(t, 0, 0, 1));
    assert_int_equal(ncs_builder_finish(b, &p), TRNFFT_ERROR_INVALID_ARGUMENT);
    b = begin();
    t.buffer = 7;
    ncs_memset(b, NCS_DVE, t, 0.0);
    assert_int_equal(ncs_builder_finish(b, &p), TRNFFT_ERROR_INVALID_ARGUMENT);
}

static void tables_are_rounded_once(void **state)
{
    (void)state;
    ncs_builder *b = begin();
    const double values[] = { 1.0 + 0x1p-8 + 0x1p-40, -0.1, 3.0, 0x1p-1 };
    ncs_view t = ncs_table(b, "w", NCS_BF16, 2, 2, values);
    ncs_view f = ncs_table(b, "f", NCS_F32, 1, 4, values);
    const uint16_t *h = b->program->buffer[t.buffer].data;
    assert_int_equal(h[0], 0x3f81); /* above the tie that an f32 in between would see */
    assert_int_equal(h[2], 0x4040);
    const float *w = b->program->buffer[f.buffer].data;
    assert_true(w[1] == (float)values[1]);
    assert_int_equal(t.n_partitions, 2);
    ncs_view y = ncs_output(b, "y", NCS_F32, 1, 4);
    ncs_dma(b, -1, y, f);
    ncs_program_destroy(finish(b));
}

/* --- random views against sets of elements --- */

enum { ROOM = 4096 };

static ncs_view random_view(test_random *r, int32_t buffer, int64_t elements)
{
    for (;;) {
        ncs_view v = ncs_no_view();
        v.buffer = buffer;
        v.n_partitions = 1;
        int64_t low = 0, high = 0;
        for (int d = 0; d < NCS_DIMS; d++) {
            v.size[d] = 1 + (int64_t)(test_random_u64(r) % 5);
            v.stride[d] = (int64_t)(test_random_u64(r) % 41) - 20;
            if (test_random_u64(r) % 2 == 0) {
                v.size[d] = 1;
            }
            int64_t reach = (v.size[d] - 1) * v.stride[d];
            low += reach < 0 ? reach : 0;
            high += reach > 0 ? reach : 0;
        }
        if (high - low < elements) {
            v.offset = -low + (int64_t)(test_random_u64(r) %
                                        (uint64_t)(elements - (high - low)));
            return v;
        }
    }
}

static void mark(const ncs_view *v, uint8_t *set, uint8_t bit)
{
    for (int64_t a = 0; a < v->size[0]; a++) {
        for (int64_t c = 0; c < v->size[1]; c++) {
            for (int64_t d = 0; d < v->size[2]; d++) {
                for (int64_t e = 0; e < v->size[3]; e++) {
                    set[v->offset + a * v->stride[0] + c * v->stride[1] +
                        d * v->stride[2] + e * v->stride[3]] |= bit;
                }
            }
        }
    }
}

static bool really_meet(const ncs_view *x, const ncs_view *y, bool *covers)
{
    uint8_t set[ROOM] = { 0 };
    mark(x, set, 1);
    mark(y, set, 2);
    bool meet = false;
    *covers = true;
    for (int i = 0; i < ROOM; i++) {
        meet = meet || set[i] == 3;
        *covers = *covers && set[i] != 2;
    }
    return meet;
}

static void regions_meet_where_views_do(void **state)
{
    (void)state;
    ncs_builder *b = begin();
    ncs_view t = ncs_sbuf(b, "t", NCS_F32, 1, ROOM);
    test_random r = test_random_seed(7);
    int exact = 0, all = 20000;
    for (int i = 0; i < all; i++) {
        ncs_view x = random_view(&r, t.buffer, 120), y = random_view(&r, t.buffer, 120);
        ncs_region rx = ncs_region_of(b->program, &x),
                   ry = ncs_region_of(b->program, &y);
        bool covers = false, meet = really_meet(&x, &y, &covers);
        bool said = ncs_regions_meet(&rx, &ry);
        assert_true(said || !meet);
        assert_true(covers || !ncs_region_covers(&rx, &ry));
        exact += said == meet ? 1 : 0;
    }
    assert_true(exact > all * 8 / 10); /* views that do not nest have holes filled */
    ncs_view y = ncs_output(b, "y", NCS_F32, 1, 1);
    ncs_memset(b, NCS_DVE, t, 0.0);
    ncs_dma(b, -1, y, ncs_columns(t, 0, 1, 1));
    ncs_program_destroy(finish(b));
}

/* --- random programs: whatever clashes is ordered --- */

enum { STEPS = 160 };

/* before[i] holds j: instruction j is done before i starts. */
static void close_order(const ncs_program *p, uint8_t (*before)[4 * STEPS])
{
    for (int32_t i = 0; i < p->n_instructions; i++) {
        for (int32_t j = i - 1; j >= 0; j--) {
            const ncs_instruction *x = &p->instruction[i], *y = &p->instruction[j];
            bool tied = x->stream == y->stream;
            int32_t count = 0;
            for (int32_t k = 0; k <= j; k++) {
                count += p->instruction[k].post == y->post ? 1 : 0;
            }
            for (int w = 0; w < x->n_waits && y->post >= 0; w++) {
                tied = tied ||
                       (x->wait[w].semaphore == y->post && count <= x->wait[w].count);
            }
            if (tied) {
                before[i][j] = 1;
                for (int32_t k = 0; k < j; k++) {
                    before[i][k] |= before[j][k];
                }
            }
        }
    }
}

static bool clash(const ncs_program *p, const ncs_view *x, const ncs_view *y)
{
    if (x->buffer < 0 || y->buffer < 0) {
        return false;
    }
    const ncs_buffer *bx = &p->buffer[x->buffer], *by = &p->buffer[y->buffer];
    ncs_view vx = *x, vy = *y;
    vx.offset += bx->address / 4;
    vy.offset += by->address / 4;
    bool covers;
    return bx->memory == by->memory && really_meet(&vx, &vy, &covers);
}

static void random_programs_have_no_race(void **state)
{
    (void)state;
    static uint8_t before[4 * STEPS][4 * STEPS];
    test_random r = test_random_seed(7);
    for (int round = 0; round < 20; round++) {
        ncs_builder *b = begin();
        ncs_view tile[4];
        for (int t = 0; t < 4; t++) {
            tile[t] = ncs_sbuf(b, "t", NCS_F32, 1, 120);
            ncs_memset(b, NCS_DVE, tile[t], 0.0);
        }
        for (int s = 0; s < STEPS; s++) {
            static const ncs_stream streams[] = { NCS_DVE, NCS_POOL };
            int x = (int)(test_random_u64(&r) % 4), y = (x + 1) % 4;
            ncs_view from = random_view(&r, tile[x].buffer, 120);
            ncs_view to = ncs_columns(tile[y], (int64_t)(test_random_u64(&r) % 8), 1,
                                      1 + (int64_t)(test_random_u64(&r) % 3));
            from.size[0] = from.size[1] = from.size[2] = 1;
            to.size[NCS_DIMS - 1] = from.size[NCS_DIMS - 1];
            switch (test_random_u64(&r) % 8) {
            case 0:
                ncs_free(b, tile[x]);
                tile[x] = ncs_sbuf(b, "t", NCS_F32, 1, 120);
                ncs_memset(b, NCS_DVE, tile[x], 0.0);
                break;
            case 1: ncs_memset(b, streams[test_random_u64(&r) % 2], from, 1.0); break;
            case 2:
            case 3: ncs_dma(b, (int)(test_random_u64(&r) % 16), to, from); break;
            default: ncs_copy(b, streams[test_random_u64(&r) % 2], to, from); break;
            }
        }
        ncs_program *p = b->program;
        assert_int_equal(ncs_builder_status(b), TRNFFT_OK);
        ncs_order_finish(b);
        memset(before, 0, sizeof before);
        close_order(p, before);
        for (int32_t i = 0; i < p->n_instructions; i++) {
            for (int32_t j = 0; j < i; j++) {
                const ncs_instruction *one = &p->instruction[i];
                const ncs_instruction *two = &p->instruction[j];
                bool bad = clash(p, &one->dst, &two->dst) ||
                           clash(p, &one->dst, &two->src[0]) ||
                           clash(p, &one->src[0], &two->dst);
                if (bad && before[i][j] == 0) {
                    fail_msg("round %d: %d and %d", round, (int)j, (int)i);
                }
            }
        }
        ncs_view y = ncs_output(b, "y", NCS_F32, 1, 1);
        b->status = TRNFFT_ERROR_INTERNAL; /* the program was finished here */
        (void)y;
        ncs_program *none = NULL;
        assert_int_not_equal(ncs_builder_finish(b, &none), TRNFFT_OK);
    }
}

/* --- memory --- */

static void *refuse_at(size_t bytes, void *user)
{
    int *left = user;
    return (*left)-- > 0 ? malloc(bytes) : NULL;
}

static void give_back(void *p, void *user)
{
    (void)user;
    free(p);
}

static void failing_allocations_fail_the_builder(void **state)
{
    (void)state;
    bool done = false;
    for (int limit = 0; !done; limit++) {
        assert_true(limit < 1000);
        int left = limit;
        tfi_allocator a = { refuse_at, give_back, &left };
        ncs_builder *b = ncs_builder_create(ncs_machine_find("v2"), "m", &a);
        if (b == NULL) {
            continue;
        }
        ncs_view x = ncs_input(b, "x", NCS_F32, 128, 64);
        ncs_view y = ncs_output(b, "y", NCS_F32, 128, 64);
        for (int i = 0; i < 40; i++) {
            ncs_note(b, "step");
            ncs_view t = ncs_sbuf(b, "t", NCS_F32, 128, 64);
            ncs_dma(b, -1, t, x);
            ncs_tensor_scalar(b, NCS_DVE, t, t, NCS_MULTIPLY, 2.0, NCS_BYPASS, 0.0);
            ncs_dma(b, 15, y, t);
            ncs_free(b, t);
        }
        ncs_program *p = NULL;
        trnfft_status status = ncs_builder_finish(b, &p);
        done = status == TRNFFT_OK;
        assert_true(done || status == TRNFFT_ERROR_OUT_OF_MEMORY);
        ncs_program_destroy(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chain_waits_link_by_link),
        cmocka_unit_test(parts_of_a_tile_are_apart),
        cmocka_unit_test(a_freed_place_is_waited_for),
        cmocka_unit_test(psum_tiles_are_banks_in_turns),
        cmocka_unit_test(errors_stick),
        cmocka_unit_test(tables_are_rounded_once),
        cmocka_unit_test(regions_meet_where_views_do),
        cmocka_unit_test(random_programs_have_no_race),
        cmocka_unit_test(failing_allocations_fail_the_builder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
