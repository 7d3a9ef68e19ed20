/* The rules of the verifier, each broken and kept: who wrote what, who waits for whom.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ncsim/verify_cases.h"

/* --- ACCUMULATION --- */

static void accumulate_on_copy(setting *s)
{
    make_chain(s->p, copy(s, s->bad ? s->q : s->b, s->a));
    make_matmul(s->p, full(s, s->q), full(s, s->a), full(s, s->b), NCS_ACCUMULATE);
}

static void accumulate_on_memset(setting *s)
{
    make_chain(s->p, one(NCS_MEMSET, NCS_DVE, part(s, s->q, 96, 1, 127, 1)));
    make_matmul(s->p, full(s, s->q), full(s, s->a), full(s, s->b),
                s->bad ? NCS_ACCUMULATE : NCS_OVERWRITE);
}

static void accumulate_on_nothing(setting *s)
{
    make_matmul(s->p, part(s, s->wide, 0, 128, 0, 128), full(s, s->a), full(s, s->b),
                s->bad ? NCS_ACCUMULATE : NCS_OVERWRITE);
}

/* --- UNINITIALISED --- */

static void uninitialised(setting *s)
{
    make_chain(s->p, copy(s, s->b, s->bad ? s->e : s->a));
}

static void uninitialised_element(setting *s)
{
    make_load(s->p, part(s, s->e, 0, 128, 0, 127), part(s, s->x, 0, 128, 0, 127));
    make_chain(s->p, two(NCS_COPY, NCS_DVE, part(s, s->b, 0, 128, 0, 127),
                         part(s, s->e, 0, 128, s->bad ? 1 : 0, 127)));
}

static void uninitialised_row(setting *s)
{
    make_load(s->p, part(s, s->e, 0, s->bad ? 127 : 128, 0, 128),
              part(s, s->x, 0, s->bad ? 127 : 128, 0, 128));
    make_chain(s->p, copy(s, s->b, s->e));
}

static void uninitialised_half(setting *s)
{
    int32_t f = make_tile(s->p, "f", NCS_SBUF, NCS_BF16, 0, 128, 256, 9216);
    ncs_view v = part(s, f, 0, 128, 0, 256);
    v.size[3] = s->bad ? 255 : 256;
    ncs_view from = part(s, s->x, 0, 128, 0, s->bad ? 255 : 256);
    from.row_stride = from.stride[3] = 0;
    make_load(s->p, v, from);
    make_chain(s->p, copy(s, s->b, s->e));
}

static void uninitialised_scratch(setting *s)
{
    make_load(s->p, part(s, s->scratch, 0, 1, 0, s->bad ? 16383 : 16384),
              part(s, s->x, 0, 1, 0, s->bad ? 16383 : 16384));
    make_load(s->p, full(s, s->b), full(s, s->scratch));
}

static void unwritten_output(setting *s)
{
    int32_t z = make_hbm(s->p, "z", NCS_F32, 128, NCS_OUTPUT);
    ncs_view v = make_view(s->p, z, 1, s->bad ? 127 : 128, 0);
    make_load(s->p, v, part(s, s->x, 0, 1, 0, s->bad ? 127 : 128));
}

static void unwritten_column(setting *s)
{
    ncs_instruction in = two(NCS_TENSOR_SCALAR, NCS_DVE, full(s, s->b), full(s, s->a));
    in.alu[0] = NCS_ADD;
    in.src[1] = part(s, s->bad ? s->e : s->c, 0, 128, 0, 1);
    make_chain(s->p, in);
}

/* --- RACE --- */

/* Without a wait where it is bad. */
static void loose(setting *s, ncs_instruction in)
{
    make_chain(s->p, in);
    last(s)->n_waits = s->bad ? 0 : 1;
}

static void race_read(setting *s)
{
    loose(s, two(NCS_COPY, NCS_ACT, full(s, s->e), full(s, s->a)));
}

static void race_write(setting *s)
{
    loose(s, one(NCS_MEMSET, NCS_DVE, full(s, s->e)));
    last(s)->n_waits = 1;
    loose(s, one(NCS_MEMSET, NCS_POOL, full(s, s->e)));
}

static void race_after_read(setting *s)
{
    make_chain(s->p, copy(s, s->e, s->a));
    make_chain(s->p, two(NCS_COPY, NCS_ACT, full(s, s->b), full(s, s->e)));
    make_chain(s->p, two(NCS_COPY, NCS_DVE, full(s, s->e), full(s, s->c)));
    last(s)->n_waits = s->bad ? 0 : 1;
}

static void race_second_reader(setting *s)
{
    /* ACT and POOL read; DVE waits for one of them alone, or both. */
    make_chain(s->p, copy(s, s->e, s->a));
    const int32_t from = s->p->n_instructions - 1;
    make_chain(s->p, two(NCS_COPY, NCS_ACT, full(s, s->b), full(s, s->e)));
    make_chain(s->p, two(NCS_COPY, NCS_POOL, full(s, s->c), full(s, s->e)));
    last(s)->wait[0] = s->p->instruction[from + 1].wait[0]; /* for DVE's copy */
    ncs_instruction in = two(NCS_COPY, NCS_DVE, full(s, s->e), full(s, s->h));
    make_wait(&in, 2 + NCS_ACT, 1);
    make_wait(&in, 2 + NCS_POOL, 1);
    in.n_waits = s->bad ? 1 : 2;
    make_add(s->p, &in);
}

static void race_count(setting *s)
{
    /* Waits for one post too few. */
    make_chain(s->p, copy(s, s->e, s->a));
    make_chain(s->p, copy(s, s->b, s->e));
    make_chain(s->p, two(NCS_COPY, NCS_ACT, full(s, s->c), full(s, s->b)));
    last(s)->wait[0].count = s->bad ? 1 : 2;
}

static void race_queue(setting *s)
{
    make_load(s->p, full(s, s->e), full(s, s->x));
    make_load(s->p, full(s, s->scratch), full(s, s->e));
    last(s)->n_waits = 0;
    last(s)->stream = s->bad ? NCS_DMA0 + 1 : NCS_DMA0;
    last(s)->post = s->bad ? 100 : 2 + NCS_DMA0;
}

static void race_interleaved(setting *s)
{
    /* Two engines on the even and the odd columns: no race. On even ones both: one. */
    ncs_view even = part(s, s->e, 0, 128, 0, 64), odd = part(s, s->e, 0, 128, 1, 63);
    even.stride[3] = odd.stride[3] = 2;
    odd.offset = s->bad ? 2 : 1;
    make_chain(s->p, one(NCS_MEMSET, NCS_DVE, even));
    ncs_instruction in = one(NCS_MEMSET, NCS_POOL, odd);
    make_add(s->p, &in);
}

static void race_partitions(setting *s)
{
    make_chain(s->p, one(NCS_MEMSET, NCS_DVE, part(s, s->e, 0, 64, 0, 128)));
    ncs_instruction in =
        one(NCS_MEMSET, NCS_POOL, part(s, s->e, s->bad ? 32 : 64, 32, 0, 128));
    make_add(s->p, &in);
}

static void race_aliased(setting *s)
{
    /* Another buffer in the same place. */
    int32_t f = make_tile(s->p, "f", NCS_SBUF, NCS_BF16, 0, 128, 2,
                          9216 + (s->bad ? 508 : 512));
    make_chain(s->p, one(NCS_MEMSET, NCS_DVE, full(s, s->e)));
    ncs_instruction in = one(NCS_MEMSET, NCS_POOL, make_whole(s->p, f));
    make_add(s->p, &in);
}

static void race_hbm(setting *s)
{
    make_load(s->p, part(s, s->scratch, 0, 1, 0, 100), part(s, s->x, 0, 1, 0, 100));
    ncs_instruction in = two(NCS_DMA_COPY, NCS_DMA0 + 1,
                             part(s, s->scratch, 0, 1, s->bad ? 99 : 100, 50),
                             part(s, s->x, 0, 1, 0, 50));
    make_add(s->p, &in);
}

static void race_accumulate(setting *s)
{
    make_matmul(s->p, full(s, s->q), full(s, s->a), full(s, s->b), NCS_OVERWRITE);
    make_chain(s->p, two(NCS_COPY, NCS_DVE, full(s, s->e), full(s, s->q)));
    make_matmul(s->p, full(s, s->q), full(s, s->a), full(s, s->b), NCS_ACCUMULATE);
    last(s)->n_waits = s->bad ? 0 : 1;
}

static void race_nop(setting *s)
{
    /* SP hands on what it waited for. */
    make_chain(s->p, copy(s, s->e, s->a));
    const ncs_wait dve = { 2 + NCS_DVE, 1 };
    ncs_instruction nop = make_instruction(NCS_NOP, NCS_SP);
    nop.wait[0] = dve;
    nop.n_waits = s->bad ? 0 : 1;
    nop.post = 2 + NCS_SP;
    make_add(s->p, &nop);
    ncs_instruction in = two(NCS_COPY, NCS_POOL, full(s, s->h), full(s, s->e));
    make_wait(&in, 2 + NCS_SP, 1);
    make_wait(&in, 2 + NCS_PE, 1); /* which came behind all loads */
    make_add(s->p, &in);
}

/* --- SEMAPHORE --- */

static void semaphore_never(setting *s)
{
    make_chain(s->p, copy(s, s->b, s->a));
    last(s)->wait[0].count += s->bad ? 1 : 0;
}

static void semaphore_nobody(setting *s)
{
    make_chain(s->p, copy(s, s->b, s->a));
    make_wait(last(s), s->bad ? 77 : 2 + NCS_PE, 1);
}

static void semaphore_zero(setting *s)
{
    make_chain(s->p, copy(s, s->b, s->a));
    make_wait(last(s), 2 + NCS_PE, s->bad ? 0 : 1);
}

static void semaphore_itself(setting *s)
{
    make_chain(s->p, copy(s, s->b, s->a));
    last(s)->post = 50;
    make_wait(last(s), s->bad ? 50 : 2 + NCS_PE, 1);
}

static void semaphore_two_streams(setting *s)
{
    make_chain(s->p, copy(s, s->b, s->a));
    last(s)->post = s->bad ? 2 + NCS_PE : 2 + NCS_DVE;
}

/* --- SELF_OVERLAP --- */

static void overlap_stride(setting *s)
{
    make_chain(s->p, copy(s, s->b, s->a));
    last(s)->dst.size[3] = last(s)->src[0].size[3] = 2;
    last(s)->dst.stride[3] = s->bad ? 0 : 1;
}

static void overlap_dimensions(setting *s)
{
    ncs_instruction in = one(NCS_MEMSET, NCS_DVE, full(s, s->b));
    in.dst.size[2] = 2;
    in.dst.size[3] = 8;
    in.dst.stride[2] = s->bad ? 7 : 8;
    make_chain(s->p, in);
}

static void overlap_rows(setting *s)
{
    ncs_view v = part(s, s->scratch, 0, 2, 0, 8);
    v.row_stride = s->bad ? 7 : 8;
    make_load(s->p, v, part(s, s->x, 0, 2, 0, 8));
}

static void overlap_extent(setting *s)
{
    ncs_instruction in = one(NCS_MEMSET, NCS_DVE, full(s, s->b));
    in.dst.size[2] = s->bad ? 65535 : 1;
    make_chain(s->p, in);
}

static void overlap_source(setting *s)
{
    make_chain(s->p, two(NCS_COPY, NCS_DVE, part(s, s->a, 0, 128, 0, 64),
                         part(s, s->a, 0, 128, s->bad ? 63 : 64, 64)));
}

static void overlap_in_place(setting *s)
{
    make_chain(s->p, copy(s, s->a, s->a));
    last(s)->src[0].stride[3] = s->bad ? -1 : 1;
    last(s)->src[0].offset = s->bad ? 127 : 0;
}

static void overlap_width(setting *s)
{
    /* The same place by another buffer: of the same width it is the same elements. */
    int32_t f =
        make_tile(s->p, "f", NCS_SBUF, s->bad ? NCS_BF16 : NCS_U32, 0, 128, 128, 0);
    make_chain(s->p, copy(s, f, s->a));
}

static void overlap_second(setting *s)
{
    make_chain(s->p, three(NCS_TENSOR_TENSOR, NCS_DVE, full(s, s->a), full(s, s->a),
                           full(s, s->a)));
    last(s)->src[1].stride[3] = s->bad ? 0 : 1;
}

static void overlap_column(setting *s)
{
    ncs_instruction in = two(NCS_TENSOR_SCALAR, NCS_DVE, part(s, s->b, 0, 128, 0, 64),
                             part(s, s->a, 0, 128, 0, 64));
    in.alu[0] = NCS_ADD;
    in.src[1] = part(s, s->b, 0, 128, s->bad ? 63 : 64, 1);
    make_chain(s->p, in);
}

static void overlap_transpose(setting *s)
{
    make_chain(s->p, two(NCS_TRANSPOSE, NCS_DVE, part(s, s->a, 0, 32, 0, 32),
                         part(s, s->bad ? s->a : s->b, 0, 32, 0, 32)));
}

static void overlap_dma(setting *s)
{
    make_load(s->p, part(s, s->scratch, 0, 1, 0, 200), part(s, s->x, 0, 1, 0, 200));
    make_load(s->p, part(s, s->scratch, 0, 1, 0, 100),
              part(s, s->scratch, 0, 1, s->bad ? 99 : 100, 100));
}

static void overlap_collective(setting *s)
{
    make_load(s->p, full(s, s->scratch), full(s, s->x));
    ncs_instruction in = collective(s, NCS_PERMUTE);
    in.src[0] = full(s, s->bad ? s->scratch : s->x);
    make_chain(s->p, in);
}

static const verify_case cases[] = {
    CASE(ACCUMULATION, "instruction 11, copy on dve", accumulate_on_copy),
    CASE(ACCUMULATION, "partition 96, byte 508", accumulate_on_memset),
    CASE(UNINITIALISED, "dst (wide)", accumulate_on_nothing),
    CASE(UNINITIALISED, "src[0] (e), partition 0, byte 0", uninitialised),
    CASE(UNINITIALISED, "src[0] (e), partition 0, byte 508", uninitialised_element),
    CASE(UNINITIALISED, "src[0] (e), partition 127, byte 0", uninitialised_row),
    CASE(UNINITIALISED, "src[0] (e), partition 0, byte 510", uninitialised_half),
    CASE(UNINITIALISED, "src[0] (scratch), element 16383", uninitialised_scratch),
    CASE(UNINITIALISED, "output z: element 127 of 128", unwritten_output),
    CASE(UNINITIALISED, "src[1] (e)", unwritten_column),
    CASE(RACE, "read without waiting for instruction 0, dma_copy on dma0", race_read),
    CASE(RACE, "written without waiting for instruction 11", race_write),
    CASE(RACE, "its reader, instruction 12, copy on act", race_after_read),
    CASE(RACE, "its reader, instruction 13, copy on pool", race_second_reader),
    CASE(RACE, "read without waiting for instruction 12", race_count),
    CASE(RACE, "read without waiting for instruction 11", race_queue),
    CASE(RACE, "partition 0, byte 8", race_interleaved),
    CASE(RACE, "partition 32, byte 0", race_partitions),
    CASE(RACE, "dst (f), partition 0, byte 0", race_aliased),
    CASE(RACE, "dst (scratch), element 99", race_hbm),
    CASE(RACE, "its reader, instruction 12, copy on dve", race_accumulate),
    CASE(RACE, "read without waiting for instruction 11, copy on dve", race_nop),
    CASE(SEMAPHORE, "waits for post 10 of semaphore 8: 9", semaphore_never),
    CASE(SEMAPHORE, "semaphore 77: 0", semaphore_nobody),
    CASE(SEMAPHORE, "waits for post 0", semaphore_zero),
    CASE(SEMAPHORE, "semaphore 50: 0", semaphore_itself),
    CASE(SEMAPHORE, "posts semaphore 2, which pe posts", semaphore_two_streams),
    CASE(SELF_OVERLAP, "named twice", overlap_stride),
    CASE(SELF_OVERLAP, "partition 0, byte 28: named twice", overlap_dimensions),
    CASE(SELF_OVERLAP, "element 7: named twice", overlap_rows),
    CASE(SELF_OVERLAP, "some of them twice", overlap_extent),
    CASE(SELF_OVERLAP, "byte 252: dst overlaps", overlap_source),
    CASE(SELF_OVERLAP, "dst overlaps", overlap_in_place),
    CASE(SELF_OVERLAP, "dst (f)", overlap_width),
    CASE(SELF_OVERLAP, "dst overlaps", overlap_second),
    CASE(SELF_OVERLAP, "dst overlaps", overlap_column),
    CASE(SELF_OVERLAP, "dst overlaps", overlap_transpose),
    CASE(SELF_OVERLAP, "element 99: dst overlaps", overlap_dma),
    CASE(SELF_OVERLAP, "dst overlaps", overlap_collective),
};

static void test_rules(void **state)
{
    (void)state;
    check_cases(cases, sizeof cases / sizeof *cases);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
