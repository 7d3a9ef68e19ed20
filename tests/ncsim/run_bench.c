#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "ncsim/make.h"
#include "ncsim/plain.h"
#include "ncsim/run_bench.h"
#include "ncsim/verify.h"
#include "support/random.h"

bench bench_of(ncs_op op, ncs_stream stream, int32_t rows, int64_t columns, int sources,
               ncs_dtype t)
{
    bench b = { .machine = "v3", .rows = rows, .columns = columns };
    b.in = make_instruction(op, stream);
    for (int i = 0; i < 4; i++) {
        b.type[i] = t;
        b.operand[i] = i <= sources;
        b.memory[i] = NCS_SBUF;
    }
    return b;
}

/* A tile of `rows` x `columns` elements: plain, or in three dimensions with gaps, the
 * middle one running backwards, on partitions from 64 on. */
static ncs_view odd_view(bench *b, int which, int32_t rows, int64_t columns,
                         int64_t address)
{
    static const char *const names[4] = { "d", "a", "b", "c" };
    const bool odd = !b->simple && columns % 6 == 0 && rows <= 32;
    const int64_t room = odd ? 4 * columns : columns;
    int32_t tile = make_tile(b->program, names[which], b->memory[which], b->type[which],
                             odd ? 64 : 0, rows, room, address);
    ncs_view v = make_view(b->program, tile, rows, columns, 0);
    if (odd) {
        const int64_t inner = columns / 6;
        v.offset = 2 * 2 * inner + 1;
        v.size[1] = 2;
        v.size[2] = 3;
        v.size[3] = inner;
        v.stride[1] = 6 * inner;
        v.stride[2] = -2 * inner;
        v.stride[3] = 2;
    }
    return v;
}

void bench_open(bench *b)
{
    static const char *const names[4] = { "hd", "ha", "hb", "hc" };
    ncs_program *p = b->program = make_program(b->machine);
    ncs_view on_core[4];
    int64_t at[3] = { 0, 0, 0 };
    const bool transposed = b->in.op == NCS_TRANSPOSE;
    b->elements = b->rows * b->columns;
    for (int i = 0; i < 4; i++) { /* arrays are buffers 0 … 3 */
        int64_t columns = b->column[i] ? 1 : b->columns;
        make_hbm(p, names[i], b->type[i], b->rows * columns,
                 i == 0 ? NCS_OUTPUT : NCS_INPUT);
    }
    for (int i = 0; i < 4; i++) {
        on_core[i] = make_none();
        int32_t rows = transposed && i == 0 ? (int32_t)b->columns : b->rows;
        int64_t columns = transposed && i == 0 ? b->rows : b->columns;
        columns = b->column[i] ? 1 : columns;
        if (b->operand[i]) {
            on_core[i] = odd_view(b, i, rows, columns, at[b->memory[i]]);
            at[b->memory[i]] += b->memory[i] == NCS_PSUM ? 4096 : 16 * columns + 16;
            /* Into PSUM by way of SBUF. */
            ncs_view to = on_core[i];
            if (i > 0 && b->memory[i] == NCS_PSUM) {
                int32_t tile =
                    make_tile(p, "way", NCS_SBUF, b->type[i], 0, rows, columns, 131072);
                to = make_view(p, tile, rows, columns, 0);
            }
            if (i > 0) {
                make_load(p, to, make_view(p, i, rows, columns, 0));
            }
            if (to.buffer != on_core[i].buffer) {
                ncs_instruction copy = make_instruction(NCS_COPY, NCS_DVE);
                copy.dst = on_core[i];
                copy.src[0] = to;
                make_chain(p, copy);
            }
        }
    }
    ncs_instruction in = b->in;
    in.dst = on_core[0];
    for (int i = 0; i < 3; i++) {
        in.src[i] = on_core[i + 1];
    }
    make_chain(p, in);
    ncs_view result = on_core[0];
    if (b->memory[0] == NCS_PSUM) {
        int32_t tile =
            make_tile(p, "back", NCS_SBUF, b->type[0], 0, result.n_partitions,
                      ncs_view_columns(&result), 163840);
        result = make_whole(p, tile);
        ncs_instruction copy = make_instruction(NCS_COPY, NCS_DVE);
        copy.dst = result;
        copy.src[0] = on_core[0];
        make_chain(p, copy);
    }
    make_load(p, make_view(p, 0, 1, b->elements, 0), result);
    ncs_report report;
    if (ncs_verify(p, &report) != TRNFFT_OK) {
        fail_msg("%s", report.sentence);
    }
    assert_int_equal(ncs_core_create(p, &b->core), TRNFFT_OK);
    ncs_settings_init(&b->settings, p->machine);
}

void bench_close(bench *b)
{
    ncs_core_destroy(b->core);
    ncs_program_destroy(b->program);
}

void *bench_array(const bench *b, int which)
{
    return ncs_core_memory(b->core, which);
}

void bench_run(bench *b)
{
    memset(bench_array(b, 0), 0x5a,
           (size_t)(b->elements * ncs_dtype_bytes(b->type[0])));
    assert_int_equal(ncs_run(b->core, &b->settings), TRNFFT_OK);
}

double bench_value(ncs_dtype t, int64_t i)
{
    static const double special[] = {
        0.0,      -0.0,     1,       -1,   2.5,   3.5,      -2.5,         0x1p-126,
        0x1p-149, 0x1p-130, 65504,   1e38, -3e38, 1e-5,     INFINITY,     -INFINITY,
        NAN,      0x1p31,   -0x1p31, 6e9,  0.5,   16777217, 4294967295.0, 123456789,
    };
    test_random r = test_random_seed((uint64_t)i);
    double x;
    if (i % 3 == 0) {
        x = special[(uint64_t)i / 3 % (sizeof special / sizeof *special)];
    } else {
        x = test_random_unit(&r) * ldexp(1, (int)test_random_between(&r, -20, 20));
    }
    return plain_round(t, x);
}

void bench_fill(bench *b)
{
    for (int which = 1; which < 4; which++) {
        int64_t count = b->rows * (b->column[which] ? 1 : b->columns);
        for (int64_t i = 0; i < count; i++) {
            /* Steps that have no common factor, so that everything meets everything. */
            plain_put(bench_array(b, which), b->type[which], i,
                      bench_value(b->type[which], i * (2 * which + 3) + 17 * which));
        }
    }
}
