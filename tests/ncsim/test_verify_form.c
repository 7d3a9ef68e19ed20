/* The rules of the verifier, each broken and kept: numbers out of range, buffers and
 * views that leave their memories. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ncsim/verify_cases.h"

/* --- FORM --- */

static void form_op(setting *s)
{
    make_chain(s->p, copy(s, s->b, s->a));
    last(s)->op = s->bad ? NCS_N_OPS : NCS_COPY;
}

static void form_stream(setting *s)
{
    make_chain(s->p, copy(s, s->b, s->a));
    last(s)->stream = s->bad ? NCS_N_STREAMS : NCS_POOL;
}

static void form_alu(setting *s)
{
    make_chain(s->p, three(NCS_TENSOR_TENSOR, NCS_DVE, full(s, s->c), full(s, s->a),
                           full(s, s->b)));
    last(s)->alu[0] = s->bad ? NCS_N_ALUS : NCS_N_ALUS - 1;
}

static void form_second_alu(setting *s)
{
    make_chain(s->p, copy(s, s->b, s->a));
    last(s)->alu[1] = s->bad ? 255 : 0;
}

static void form_function(setting *s)
{
    make_chain(s->p, two(NCS_ACTIVATION, NCS_ACT, full(s, s->b), full(s, s->a)));
    last(s)->function = s->bad ? NCS_N_FUNCTIONS : NCS_N_FUNCTIONS - 1;
}

static void form_accumulate(setting *s)
{
    make_matmul(s->p, full(s, s->q), full(s, s->a), full(s, s->b), NCS_ACCUMULATE);
    last(s)->accumulate = s->bad ? 2 : 1;
}

static void form_note(setting *s)
{
    int32_t note = -1;
    assert_int_equal(ncs_program_add_note(s->p, "load", &note), TRNFFT_OK);
    make_chain(s->p, copy(s, s->b, s->a));
    last(s)->note = s->bad ? note + 1 : note;
}

static void form_note_end(setting *s)
{
    assert_int_equal(ncs_program_add_note(s->p, "load", NULL), TRNFFT_OK);
    memset(s->p->note[0], 'a', s->bad ? NCS_NAME_BYTES : NCS_NAME_BYTES - 1);
}

static void form_waits(setting *s)
{
    make_chain(s->p, copy(s, s->b, s->a));
    last(s)->n_waits = s->bad ? NCS_MAX_WAITS + 1 : 1;
}

static void form_negative_waits(setting *s)
{
    s->p->instruction[0].n_waits = s->bad ? -1 : 0;
}

static void form_wait_number(setting *s)
{
    make_chain(s->p, copy(s, s->b, s->a));
    ncs_instruction *in = last(s);
    in->post = NCS_MAX_SEMAPHORES - 1;
    ncs_instruction next = copy(s, s->c, s->b);
    make_wait(&next, s->bad ? NCS_MAX_SEMAPHORES : NCS_MAX_SEMAPHORES - 1, 1);
    make_add(s->p, &next);
}

static void form_post(setting *s)
{
    make_chain(s->p, copy(s, s->b, s->a));
    last(s)->post = s->bad ? NCS_MAX_SEMAPHORES : NCS_MAX_SEMAPHORES - 1;
}

static void form_negative_post(setting *s)
{
    make_chain(s->p, copy(s, s->b, s->a));
    last(s)->post = s->bad ? -2 : -1;
}

static void form_buffer(setting *s)
{
    make_chain(s->p, copy(s, s->b, s->a));
    last(s)->src[0].buffer = s->bad ? s->p->n_buffers : s->c;
}

static void form_missing(setting *s)
{
    make_chain(s->p, copy(s, s->b, s->a));
    last(s)->src[0].buffer = s->bad ? NCS_NO_BUFFER : s->c;
}

static void form_no_operand(setting *s)
{
    make_chain(s->p, copy(s, s->b, s->a));
    last(s)->src[1] = full(s, s->c);
    last(s)->src[1].buffer = s->bad ? s->c : NCS_NO_BUFFER;
}

static void form_nop(setting *s)
{
    ncs_instruction in = one(NCS_NOP, NCS_SP, full(s, s->b));
    in.dst.buffer = s->bad ? s->b : NCS_NO_BUFFER;
    make_chain(s->p, in);
}

static void form_row_stride(setting *s)
{
    make_chain(s->p, copy(s, s->b, s->a));
    last(s)->src[0].row_stride = s->bad ? 128 : 0;
}

static void form_hbm_partition(setting *s)
{
    make_load(s->p, full(s, s->b), full(s, s->x));
    last(s)->src[0].partition = s->bad ? 1 : 0;
}

static void form_name(setting *s)
{
    s->p->buffer[s->a].name[0] = s->bad ? 'A' : 'z';
}

static void form_name_start(setting *s)
{
    memcpy(s->p->buffer[s->a].name, s->bad ? "1a" : "a1", 3);
}

static void form_no_name(setting *s)
{
    memcpy(s->p->buffer[s->a].name, s->bad ? "" : "z", s->bad ? 1 : 2);
}

static void form_name_end(setting *s)
{
    memset(s->p->buffer[s->a].name, 'z', s->bad ? NCS_NAME_BYTES : NCS_NAME_BYTES - 1);
}

static void form_same_name(setting *s)
{
    s->p->buffer[s->c].name[0] = s->bad ? 'b' : 'z';
}

static void form_memory(setting *s)
{
    s->p->buffer[s->e].memory = (ncs_memory)(s->bad ? 3 : 2);
    s->p->buffer[s->e].address = 0;
}

static void form_dtype(setting *s)
{
    s->p->buffer[s->e].dtype = (ncs_dtype)(s->bad ? NCS_N_DTYPES : NCS_N_DTYPES - 1);
}

static void form_role(setting *s)
{
    s->p->buffer[s->scratch].role = (ncs_role)(s->bad ? 4 : NCS_INPUT);
}

static void form_tile_role(setting *s)
{
    s->p->buffer[s->e].role = s->bad ? NCS_INPUT : NCS_SCRATCH;
}

static void form_table(setting *s)
{
    static float data[4];
    ncs_buffer b = { .name = "empty", .role = NCS_TABLE, .elements = 4 };
    b.data = s->bad ? NULL : data;
    assert_int_equal(ncs_program_add_buffer(s->p, &b, NULL), TRNFFT_OK);
}

static void form_counts(setting *s)
{
    s->p->n_notes = s->bad ? 1 : 0; /* of no list */
}

static void form_program_name(setting *s)
{
    memset(s->p->name, 'a', s->bad ? sizeof s->p->name : sizeof s->p->name - 1);
}

static void form_number(setting *s)
{
    ncs_instruction in = one(NCS_MEMSET, NCS_DVE, full(s, s->b));
    in.scalar[0] = s->bad ? 3.5e38 : 3.4e38;
    make_chain(s->p, in);
}

static void form_bias(setting *s)
{
    ncs_instruction in = two(NCS_ACTIVATION, NCS_ACT, full(s, s->b), full(s, s->a));
    in.scalar[1] = s->bad ? -1e39 : (double)-INFINITY;
    make_chain(s->p, in);
}

static void form_bits(setting *s)
{
    ncs_instruction in = two(NCS_TENSOR_SCALAR, NCS_DVE, full(s, s->m), full(s, s->n));
    in.alu[0] = NCS_BIT_AND;
    in.scalar[0] = s->bad ? 4294967296.0 : 4294967295.0;
    make_chain(s->p, in);
}

static void form_whole_bits(setting *s)
{
    ncs_instruction in = two(NCS_TENSOR_SCALAR, NCS_DVE, full(s, s->m), full(s, s->n));
    in.alu[0] = NCS_BYPASS;
    in.alu[1] = NCS_SHIFT_LEFT;
    in.scalar[1] = s->bad ? 1.5 : 1;
    make_chain(s->p, in);
}

static void form_nan_bits(setting *s)
{
    ncs_instruction in = three(NCS_SCALAR_TENSOR_TENSOR, NCS_DVE, full(s, s->m),
                               full(s, s->n), full(s, s->n));
    in.alu[0] = in.alu[1] = NCS_BIT_XOR;
    in.scalar[0] = s->bad ? (double)NAN : -1;
    make_chain(s->p, in);
}

static void form_iota(setting *s)
{
    ncs_instruction in = one(NCS_IOTA, NCS_POOL, full(s, s->n));
    in.base = s->bad ? INT64_C(1) << 31 : INT32_MAX;
    in.channel = INT32_MIN;
    make_chain(s->p, in);
}

static void form_step(setting *s)
{
    ncs_instruction in = two(NCS_AFFINE_SELECT, NCS_POOL, full(s, s->b), full(s, s->a));
    in.step[3] = s->bad ? INT64_MIN : INT32_MIN;
    make_chain(s->p, in);
}

static void form_group(setting *s)
{
    ncs_instruction in = collective(s, NCS_PERMUTE);
    in.group = s->bad ? 129 : 128;
    make_chain(s->p, in);
}

static void form_other_group(setting *s)
{
    make_chain(s->p, copy(s, s->b, s->a));
    last(s)->group = s->bad ? -1 : 128;
}

static void form_shift(setting *s)
{
    ncs_instruction in = collective(s, NCS_PERMUTE);
    in.base = s->bad ? -1 : 127;
    make_chain(s->p, in);
}

/* --- CAPACITY --- */

static void capacity_address(setting *s)
{
    s->p->buffer[s->e].address = 212984 - 512 + (s->bad ? 4 : 0);
}

static void capacity_negative(setting *s)
{
    s->p->buffer[s->e].address = s->bad ? -4 : 0;
}

static void capacity_psum(setting *s)
{
    s->p->buffer[s->wide].address = 12288 + (s->bad ? 4 : 0);
}

static void capacity_partitions(setting *s)
{
    s->p->buffer[s->e].partition = 1;
    s->p->buffer[s->e].n_partitions = s->bad ? 128 : 127;
}

static void capacity_no_partition(setting *s)
{
    s->p->buffer[s->e].n_partitions = s->bad ? 0 : 1;
}

static void capacity_elements(setting *s)
{
    s->p->buffer[s->e].elements = s->bad ? 0 : 1;
}

static void capacity_huge(setting *s)
{
    s->p->buffer[s->e].elements = s->bad ? INT64_MAX : 128;
}

static void capacity_hbm(setting *s)
{
    /* 12 GiB and what is there already; inputs cost the verifier nothing. */
    int64_t others = 4 * 5 * 128 * 128;
    int64_t elements = ((INT64_C(12) << 30) - others) / 4 + (s->bad ? 1 : 0);
    make_hbm(s->p, "large", NCS_F32, elements, NCS_INPUT);
}

/* --- BOUNDS --- */

static void bounds_columns(setting *s)
{
    make_chain(s->p, copy(s, s->b, s->a));
    last(s)->src[0].offset = s->bad ? 1 : 0;
}

static void bounds_negative(setting *s)
{
    make_chain(s->p, copy(s, s->b, s->a));
    last(s)->src[0].offset = s->bad ? -1 : 0;
}

static void bounds_backwards(setting *s)
{
    make_chain(s->p, copy(s, s->b, s->a));
    last(s)->src[0].stride[3] = -1;
    last(s)->src[0].offset = s->bad ? 126 : 127;
}

static void bounds_dimension(setting *s)
{
    make_chain(s->p, copy(s, s->b, s->a));
    ncs_view *v = &last(s)->src[0];
    v->size[2] = 2;
    v->size[3] = 64;
    v->stride[2] = s->bad ? 65 : 64;
}

static void bounds_partitions(setting *s)
{
    int32_t f = make_tile(s->p, "f", NCS_SBUF, NCS_F32, 0, 64, 128, 16384);
    ncs_view v = make_whole(s->p, f);
    v.partition = s->bad ? 1 : 0;
    make_load(s->p, v, part(s, s->x, 0, 64, 0, 128));
}

static void bounds_negative_partition(setting *s)
{
    ncs_view v = part(s, s->b, s->bad ? -1 : 1, 64, 0, 128);
    make_load(s->p, v, part(s, s->x, 0, 64, 0, 128));
}

static void bounds_rows(setting *s)
{
    ncs_view v = full(s, s->x);
    v.row_stride = s->bad ? 129 : 128;
    make_load(s->p, full(s, s->b), v);
}

static void bounds_overflow(setting *s)
{
    ncs_view v = full(s, s->x);
    v.row_stride = s->bad ? INT64_MAX : 0;
    make_load(s->p, full(s, s->b), v);
}

static void bounds_overflow_offset(setting *s)
{
    ncs_view v = full(s, s->x);
    v.offset = s->bad ? INT64_MAX : 0;
    make_load(s->p, full(s, s->b), v);
}

static void bounds_overflow_sizes(setting *s)
{
    ncs_view v = part(s, s->x, 0, 128, 0, 128);
    v.row_stride = 0;
    v.size[0] = s->bad ? INT64_MAX : 1;
    v.size[1] = s->bad ? INT64_MAX : 1;
    make_load(s->p, full(s, s->b), v);
}

static void bounds_unused_stride(setting *s)
{
    ncs_view v = full(s, s->x);
    v.stride[0] = s->bad ? INT64_MIN : -5;
    make_load(s->p, full(s, s->b), v);
}

static const verify_case cases[] = {
    CASE(FORM, "op = 17", form_op),
    CASE(FORM, "stream = 22", form_stream),
    CASE(FORM, "alu = 15", form_alu),
    CASE(FORM, "and 255", form_second_alu),
    CASE(FORM, "function = 12", form_function),
    CASE(FORM, "accumulate = 2", form_accumulate),
    CASE(FORM, "note = 1 of 1", form_note),
    CASE(FORM, "note 0 does not end", form_note_end),
    CASE(FORM, "n_waits = 9", form_waits),
    CASE(FORM, "n_waits = -1", form_negative_waits),
    CASE(FORM, "semaphore 256", form_wait_number),
    CASE(FORM, "post = 256", form_post),
    CASE(FORM, "post = -2", form_negative_post),
    CASE(FORM, "src[0]: buffer 17 of 17", form_buffer),
    CASE(FORM, "src[0] is missing", form_missing),
    CASE(FORM, "src[1] is no operand", form_no_operand),
    CASE(FORM, "dst is no operand", form_nop),
    CASE(FORM, "row_stride = 128", form_row_stride),
    CASE(FORM, "partition = 1", form_hbm_partition),
    CASE(FORM, "buffer 5: name", form_name),
    CASE(FORM, "buffer 5: name", form_name_start),
    CASE(FORM, "buffer 5: name", form_no_name),
    CASE(FORM, "buffer 5: name", form_name_end),
    CASE(FORM, "buffers 6 and 7 have the same name, b", form_same_name),
    CASE(FORM, "memory = 3", form_memory),
    CASE(FORM, "dtype = 6", form_dtype),
    CASE(FORM, "role = 4", form_role),
    CASE(FORM, "e: in sbuf, role = 1", form_tile_role),
    CASE(FORM, "empty: a table without data", form_table),
    CASE(FORM, "1 notes", form_counts),
    CASE(FORM, "the name", form_program_name),
    CASE(FORM, "scalar[0] = 3.5e+38", form_number),
    CASE(FORM, "scalar[1] = -1e+39", form_bias),
    CASE(FORM, "scalar[0] = 4.29497e+09", form_bits),
    CASE(FORM, "scalar[1] = 1.5", form_whole_bits),
    CASE(FORM, "scalar[0] = nan", form_nan_bits),
    CASE(FORM, "base = 2147483648", form_iota),
    CASE(FORM, "32 bits", form_step),
    CASE(FORM, "group = 129", form_group),
    CASE(FORM, "group = -1", form_other_group),
    CASE(FORM, "shift = -1", form_shift),
    CASE(CAPACITY, "e: 512 bytes from byte 212476 on", capacity_address),
    CASE(CAPACITY, "from byte -4", capacity_negative),
    CASE(CAPACITY, "wide: 4096 bytes from byte 12292 on", capacity_psum),
    CASE(CAPACITY, "e: 128 partitions from 1 on", capacity_partitions),
    CASE(CAPACITY, "e: 0 partitions", capacity_no_partition),
    CASE(CAPACITY, "e: elements = 0", capacity_elements),
    CASE(CAPACITY, "e: elements = 9223372036854775807", capacity_huge),
    CASE(CAPACITY, "HBM has 12884901888", capacity_hbm),
    CASE(BOUNDS, "elements 1 … 128 of 128", bounds_columns),
    CASE(BOUNDS, "elements -1 … 126", bounds_negative),
    CASE(BOUNDS, "elements -1 … 126", bounds_backwards),
    CASE(BOUNDS, "elements 0 … 128", bounds_dimension),
    CASE(BOUNDS, "partitions 1 … 64 of 64", bounds_partitions),
    CASE(BOUNDS, "partitions -1 … 62", bounds_negative_partition),
    CASE(BOUNDS, "elements 0 … 16510 of 16384", bounds_rows),
    CASE(BOUNDS, "of 16384", bounds_overflow),
    CASE(BOUNDS, "of 16384", bounds_overflow_offset),
    CASE(BOUNDS, "of 16384", bounds_overflow_sizes),
    CASE(BOUNDS, "of 16384", bounds_unused_stride),
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
