/* Random programs: the verifier's verdict on order, against one from the definitions,
 * byte by byte and path by path. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "ncsim/make.h"
#include "ncsim/verify.h"
#include "support/random.h"

enum { BYTES = 24, ROWS = 4, MOST = 12, PLACES = ROWS * BYTES };

/* Small tiles of two widths that overlap, and a scratch buffer in HBM. */
static ncs_program *buffers(int32_t tile[4], int32_t *input)
{
    ncs_program *p = make_program("v3");
    tile[0] = make_tile(p, "a", NCS_SBUF, NCS_F32, 0, ROWS, 6, 0);
    tile[1] = make_tile(p, "b", NCS_SBUF, NCS_BF16, 0, ROWS, 12, 0);
    tile[2] = make_tile(p, "c", NCS_SBUF, NCS_BF16, 2, 2, 8, 8);
    tile[3] = make_hbm(p, "d", NCS_F32, PLACES / 4, NCS_SCRATCH);
    *input = make_hbm(p, "x", NCS_F32, 64, NCS_INPUT);
    return p;
}

static ncs_view random_view(test_random *r, const ncs_program *p, int32_t buffer)
{
    const ncs_buffer *b = &p->buffer[buffer];
    const bool hbm = b->memory == NCS_HBM;
    const int64_t rows = hbm ? 2 : b->n_partitions;
    const int64_t columns = hbm ? 6 : b->elements;
    ncs_view v = { .buffer = buffer, .size = { 1, 1, 1, 1 } };
    v.n_partitions = (int32_t)test_random_between(r, 1, rows);
    v.partition = hbm ? 0 : (int32_t)test_random_between(r, 0, rows - v.n_partitions);
    v.row_stride = hbm ? test_random_between(r, 3, 12) : 0;
    v.stride[3] = test_random_between(r, 1, 3);
    v.size[3] = test_random_between(r, 1, 1 + (columns - 1) / v.stride[3]);
    v.offset = test_random_between(r, 0, columns - 1 - (v.size[3] - 1) * v.stride[3]);
    return v;
}

static ncs_instruction random_instruction(test_random *r, const ncs_program *p,
                                          const int32_t tile[4], int32_t input)
{
    ncs_instruction in = make_instruction(NCS_DMA_COPY, NCS_DMA0);
    in.stream = (uint8_t)(NCS_DMA0 + test_random_between(r, 0, 2));
    in.dst = random_view(r, p, tile[test_random_between(r, 0, 3)]);
    in.src[0] = random_view(r, p, tile[test_random_between(r, 0, 3)]);
    if (test_random_between(r, 0, 2) == 0) {
        in.src[0] = make_view(p, input, 1, 24, 0);
    } else if (test_random_between(r, 0, 3) == 0) {
        in.src[0] = in.dst;
    }
    /* As many elements on both sides, the smaller of the two. */
    const ncs_view *d = &in.dst;
    int64_t count = d->n_partitions * d->size[3];
    if (in.src[0].n_partitions * in.src[0].size[3] != count) {
        in.src[0] = make_view(p, input, 1, count, 0);
    }
    in.post = test_random_between(r, 0, 3) != 0 ? in.stream : -1;
    for (int n = (int)test_random_between(r, 0, 2); n > 0 && p->n_instructions > 0;
         n--) {
        int32_t semaphore = NCS_DMA0 + (int32_t)test_random_between(r, 0, 2), posts = 0;
        for (int32_t i = 0; i < p->n_instructions; i++) {
            posts += p->instruction[i].post == semaphore;
        }
        if (posts > 0) {
            make_wait(&in, semaphore, (int32_t)test_random_between(r, 1, posts));
        }
    }
    return in;
}

/* The first byte of an element: of SBUF, or behind it of HBM. */
static int64_t byte_of(const ncs_program *p, const ncs_view *v, int64_t row, int64_t i)
{
    const ncs_buffer *b = &p->buffer[v->buffer];
    const bool hbm = b->memory == NCS_HBM;
    int64_t element = v->offset + i * v->stride[3] + (hbm ? row * v->row_stride : 0);
    int64_t first =
        hbm ? PLACES : (b->partition + v->partition + row) * BYTES + b->address;
    return first + element * ncs_dtype_bytes(b->dtype);
}

/* How often the view names each byte. */
static void mark(const ncs_program *p, const ncs_view *v, int named[2 * PLACES])
{
    const ncs_buffer *b = &p->buffer[v->buffer];
    for (int64_t row = 0; row < v->n_partitions && b->role == NCS_SCRATCH; row++) {
        for (int64_t i = 0; i < v->size[3]; i++) {
            for (int64_t k = 0; k < ncs_dtype_bytes(b->dtype); k++) {
                named[byte_of(p, v, row, i) + k]++;
            }
        }
    }
}

typedef struct model {
    int before[MOST][MOST]; /* [i][j]: j is done when i starts */
    int reads[MOST][2 * PLACES], writes[MOST][2 * PLACES];
} model;

static void find_order(const ncs_program *p, model *m)
{
    for (int32_t i = 0; i < p->n_instructions; i++) {
        const ncs_instruction *in = &p->instruction[i];
        for (int32_t j = 0; j < i; j++) {
            m->before[i][j] = p->instruction[j].stream == in->stream;
        }
        for (int32_t w = 0; w < in->n_waits; w++) {
            int32_t left = in->wait[w].count;
            for (int32_t j = 0; j < i; j++) {
                left -= p->instruction[j].post == in->wait[w].semaphore;
                if (left == 0) {
                    m->before[i][j] = 1;
                    break;
                }
            }
        }
        for (int32_t j = i - 1; j >= 0; j--) {
            for (int32_t k = 0; k < j && m->before[i][j]; k++) {
                m->before[i][k] |= m->before[j][k];
            }
        }
    }
}

/* Element by element the same bytes. */
static bool same_view(const ncs_program *p, const ncs_view *x, const ncs_view *y)
{
    bool same = x->n_partitions == y->n_partitions && x->size[3] == y->size[3] &&
                ncs_dtype_bytes(p->buffer[x->buffer].dtype) ==
                    ncs_dtype_bytes(p->buffer[y->buffer].dtype);
    for (int64_t row = 0; row < x->n_partitions && same; row++) {
        for (int64_t i = 0; i < x->size[3]; i++) {
            same = same && byte_of(p, x, row, i) == byte_of(p, y, row, i);
        }
    }
    return same;
}

/* Whether the program is right so far as its last instruction goes. */
static bool last_is_right(const ncs_program *p, const model *m)
{
    const int32_t n = p->n_instructions - 1;
    const ncs_instruction *in = &p->instruction[n];
    for (int k = 0; k < 2 * PLACES; k++) {
        int reads = m->reads[n][k], writes = m->writes[n][k], written = 0;
        if (writes > 1 || (writes && reads && !same_view(p, &in->dst, &in->src[0]))) {
            return false;
        }
        for (int32_t j = 0; j < n; j++) {
            written = written || m->writes[j][k];
            bool clash =
                (m->writes[j][k] && (reads || writes)) || (m->reads[j][k] && writes);
            if (clash && !m->before[n][j]) {
                return false;
            }
        }
        if (reads && !written) {
            return false;
        }
    }
    return true;
}

static void test_random_programs(void **state)
{
    (void)state;
    test_random r = test_random_seed(7);
    int good = 0, bad = 0;
    for (int round = 0; round < 4000; round++) {
        int32_t tile[4], input;
        ncs_program *p = buffers(tile, &input);
        bool right = true;
        while (right && p->n_instructions < MOST) {
            static model m;
            memset(&m, 0, sizeof m);
            ncs_instruction in = random_instruction(&r, p, tile, input);
            make_add(p, &in);
            for (int32_t i = 0; i < p->n_instructions; i++) {
                mark(p, &p->instruction[i].src[0], m.reads[i]);
                mark(p, &p->instruction[i].dst, m.writes[i]);
            }
            find_order(p, &m);
            right = last_is_right(p, &m);
            ncs_report report;
            if ((ncs_verify(p, &report) == TRNFFT_OK) != right) {
                fail_msg("round %d, instruction %d: %s, but %s", round,
                         p->n_instructions - 1, right ? "right" : "wrong",
                         report.sentence);
            }
            if (!right) {
                assert_int_equal(report.instruction, p->n_instructions - 1);
                bad++;
                /* Most go on without it, so that programs grow. */
                if (test_random_between(&r, 0, 9) != 0) {
                    p->n_instructions--;
                    right = true;
                }
            } else {
                good++;
            }
        }
        ncs_program_destroy(p);
    }
    print_message("%d right, %d wrong\n", good, bad);
    assert_true(good > 5000 && bad > 5000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_programs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
