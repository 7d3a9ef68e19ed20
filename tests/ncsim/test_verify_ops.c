/* The rules of the verifier, each broken and kept: what operations ask of engines,
 * memories, types and shapes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ncsim/verify_cases.h"

/* --- OVERLAP --- */

static void banks(setting *s)
{
    ncs_view dst = part(s, s->wide, 0, 128, s->bad ? 385 : 384, 128);
    make_matmul(s->p, dst, full(s, s->a), full(s, s->b), NCS_OVERWRITE);
}

static void banks_strided(setting *s)
{
    ncs_view dst = part(s, s->wide, 0, 128, 0, 128);
    dst.stride[3] = s->bad ? 5 : 4;
    make_matmul(s->p, dst, full(s, s->a), full(s, s->b), NCS_OVERWRITE);
}

static void banks_transpose(setting *s)
{
    ncs_view dst = part(s, s->wide, 0, 128, s->bad ? 385 : 512, 128);
    make_chain(s->p, two(NCS_TRANSPOSE, NCS_PE, dst, full(s, s->a)));
}

/* --- ALIGNMENT --- */

static void alignment_address(setting *s)
{
    s->p->buffer[s->e].address = s->bad ? 9218 : 9220;
}

static void start_of(setting *s, int32_t first, int32_t rows)
{
    ncs_view a = part(s, s->a, first, rows, 0, 8), b = part(s, s->b, first, rows, 0, 8);
    make_chain(s->p, two(NCS_COPY, NCS_DVE, b, a));
}

static void start_65(setting *s)
{
    start_of(s, s->bad ? 32 : 0, 65);
}

static void start_64(setting *s)
{
    start_of(s, s->bad ? 32 : 64, 64);
}

static void start_33(setting *s)
{
    start_of(s, s->bad ? 32 : 64, 33);
}

static void start_32(setting *s)
{
    start_of(s, s->bad ? 48 : 96, 32);
}

static void start_1(setting *s)
{
    start_of(s, s->bad ? 1 : 32, 1);
}

static void start_src(setting *s)
{
    ncs_view a = part(s, s->a, s->bad ? 16 : 32, 32, 0, 8);
    make_chain(s->p, two(NCS_COPY, NCS_POOL, part(s, s->b, 64, 32, 0, 8), a));
}

static void start_of_buffer(setting *s)
{
    int32_t f = make_tile(s->p, "f", NCS_SBUF, NCS_F32, s->bad ? 16 : 32, 32, 8, 16384);
    make_chain(s->p,
               two(NCS_COPY, NCS_DVE, make_whole(s->p, f), part(s, s->a, 0, 32, 0, 8)));
}

static void start_matmul(setting *s)
{
    const int32_t from = s->bad ? 32 : 64;
    make_matmul(s->p, full(s, s->q), part(s, s->a, from, 64, 0, 128),
                part(s, s->b, from, 64, 0, 128), NCS_OVERWRITE);
}

static void start_column(setting *s)
{
    ncs_instruction in = two(NCS_TENSOR_SCALAR, NCS_DVE, part(s, s->b, 0, 32, 0, 8),
                             part(s, s->a, 0, 32, 0, 8));
    in.alu[0] = NCS_ADD;
    in.src[1] = part(s, s->c, s->bad ? 8 : 32, 32, 0, 1);
    make_chain(s->p, in);
}

/* --- SHAPE --- */

static void shape_columns(setting *s)
{
    make_chain(s->p, copy(s, s->b, s->a));
    last(s)->src[0].size[3] = s->bad ? 127 : 128;
}

static void shape_rows(setting *s)
{
    make_chain(s->p, copy(s, s->b, s->a));
    last(s)->src[0].n_partitions = s->bad ? 127 : 128;
}

static void shape_no_rows(setting *s)
{
    make_load(s->p, part(s, s->b, 0, 1, 0, 128), part(s, s->x, 0, 1, 0, 128));
    last(s)->src[0].n_partitions = s->bad ? 0 : 1;
}

static void shape_no_size(setting *s)
{
    make_load(s->p, full(s, s->b), full(s, s->x));
    last(s)->src[0].size[1] = s->bad ? 0 : 1;
}

static void shape_size(setting *s)
{
    int32_t f = make_tile(s->p, "f", NCS_SBUF, NCS_BF16, 0, 128, 65540, 16384);
    ncs_view v = part(s, f, 0, 1, 0, s->bad ? 65536 : 65535);
    ncs_view from = part(s, s->x, 0, 1, 0, s->bad ? 65536 : 65535);
    from.stride[3] = 0;
    make_load(s->p, v, from);
}

static void shape_stride(setting *s)
{
    int32_t f = make_tile(s->p, "f", NCS_SBUF, NCS_BF16, 0, 128, 32770, 16384);
    ncs_view v = part(s, f, 0, 1, 0, 2);
    v.stride[3] = s->bad ? 32768 : 32767;
    make_load(s->p, v, part(s, s->x, 0, 1, 0, 2));
}

static void shape_dma(setting *s)
{
    make_load(s->p, full(s, s->b), part(s, s->x, 0, 64, 0, s->bad ? 255 : 256));
}

static void shape_second(setting *s)
{
    make_chain(s->p, three(NCS_TENSOR_TENSOR, NCS_DVE, full(s, s->c), full(s, s->a),
                           full(s, s->b)));
    last(s)->src[1].size[3] = s->bad ? 64 : 128;
}

static void shape_third(setting *s)
{
    ncs_instruction in =
        three(NCS_SELECT, NCS_DVE, full(s, s->c), full(s, s->a), full(s, s->b));
    in.src[2] = full(s, s->a);
    in.src[2].size[3] = s->bad ? 64 : 128;
    make_chain(s->p, in);
}

static void shape_column(setting *s)
{
    ncs_instruction in = two(NCS_TENSOR_SCALAR, NCS_DVE, full(s, s->b), full(s, s->a));
    in.alu[0] = NCS_ADD;
    in.src[1] = part(s, s->c, 0, 128, 0, s->bad ? 2 : 1);
    make_chain(s->p, in);
}

static void shape_column_rows(setting *s)
{
    ncs_instruction in = two(NCS_ACTIVATION, NCS_ACT, full(s, s->b), full(s, s->a));
    in.src[2] = part(s, s->c, 0, s->bad ? 64 : 128, 0, 1);
    make_chain(s->p, in);
}

static void shape_third_column(setting *s)
{
    ncs_instruction in = three(NCS_SCALAR_TENSOR_TENSOR, NCS_DVE, full(s, s->c),
                               full(s, s->a), full(s, s->b));
    in.alu[0] = in.alu[1] = NCS_ADD;
    in.src[2] = part(s, s->a, 0, 128, 0, s->bad ? 128 : 1);
    make_chain(s->p, in);
}

static void shape_k(setting *s)
{
    make_matmul(s->p, full(s, s->q), full(s, s->a), full(s, s->b), NCS_OVERWRITE);
    last(s)->src[1].n_partitions = s->bad ? 127 : 128;
}

static void shape_m(setting *s)
{
    make_matmul(s->p, full(s, s->q), full(s, s->a), full(s, s->b), NCS_OVERWRITE);
    last(s)->src[0].size[3] = s->bad ? 127 : 128;
}

static void shape_n(setting *s)
{
    make_matmul(s->p, full(s, s->q), full(s, s->a), full(s, s->b), NCS_OVERWRITE);
    last(s)->dst.size[3] = s->bad ? 127 : 128;
}

static void shape_stationary(setting *s)
{
    int32_t f = make_tile(s->p, "f", NCS_SBUF, NCS_F32, 0, 128, 129, 16384);
    make_load(s->p, make_whole(s->p, f), full(s, s->x));
    last(s)->src[0].stride[3] = 0;
    last(s)->src[0].size[3] = 129;
    make_matmul(s->p, part(s, s->q, 0, 128, 0, 8), full(s, s->a),
                part(s, s->b, 0, 128, 0, 8), NCS_OVERWRITE);
    last(s)->src[0].buffer = f;
    last(s)->src[0].size[3] = s->bad ? 129 : 128;
}

static void shape_moving(setting *s)
{
    make_matmul(s->p, part(s, s->q, 0, 128, 0, 512), full(s, s->a), full(s, s->b),
                NCS_OVERWRITE);
    last(s)->src[1].stride[3] = 0;
    last(s)->src[1].size[3] = s->bad ? 513 : 512;
}

static void shape_transpose(setting *s)
{
    make_chain(s->p, two(NCS_TRANSPOSE, NCS_PE, part(s, s->q, 0, 64, 0, 128),
                         part(s, s->a, 0, 128, 0, 64)));
    last(s)->dst.size[3] = s->bad ? 64 : 128;
}

static void shape_transpose_pe(setting *s)
{
    int32_t f = make_tile(s->p, "f", NCS_SBUF, NCS_F32, 0, 128, 129, 16384);
    make_load(s->p, make_whole(s->p, f), full(s, s->x));
    last(s)->src[0].stride[3] = 0;
    last(s)->src[0].size[3] = 129;
    make_chain(s->p, two(NCS_TRANSPOSE, NCS_PE, full(s, s->q), full(s, f)));
    last(s)->src[0].size[3] = s->bad ? 129 : 128;
}

static void shape_transpose_dve(setting *s)
{
    int32_t n = s->bad ? 33 : 32;
    make_chain(s->p, two(NCS_TRANSPOSE, NCS_DVE, part(s, s->b, 0, n, 0, n),
                         part(s, s->a, 0, n, 0, n)));
}

static void shape_gather(setting *s)
{
    ncs_instruction in = collective(s, NCS_ALL_GATHER);
    in.src[0].n_partitions = s->bad ? 24 : 32;
    make_chain(s->p, in);
}

static void shape_gather_group(setting *s)
{
    ncs_instruction in = collective(s, NCS_ALL_GATHER);
    in.src[0].n_partitions = 32;
    in.group = s->bad ? 2 : 4;
    make_chain(s->p, in);
}

static void shape_scatter(setting *s)
{
    ncs_instruction in = collective(s, NCS_REDUCE_SCATTER);
    in.dst.n_partitions = s->bad ? 24 : 32;
    make_chain(s->p, in);
}

static void shape_scatter_group(setting *s)
{
    ncs_instruction in = collective(s, NCS_REDUCE_SCATTER);
    in.dst.n_partitions = 32;
    in.group = s->bad ? 8 : 4;
    make_chain(s->p, in);
}

static void shape_scatter_many(setting *s)
{
    ncs_instruction in = collective(s, NCS_REDUCE_SCATTER);
    in.dst.n_partitions = 1;
    in.dst.size[3] = s->bad ? 64 : 128;
    make_chain(s->p, in);
}

static void shape_exchange(setting *s)
{
    ncs_instruction in = collective(s, NCS_ALL_TO_ALL);
    in.group = s->bad ? 3 : 4;
    make_chain(s->p, in);
}

static void shape_permute(setting *s)
{
    ncs_instruction in = collective(s, NCS_PERMUTE);
    in.src[0].n_partitions = s->bad ? 127 : 128;
    make_chain(s->p, in);
}

/* --- ENGINE --- */

static void engine_dma(setting *s)
{
    make_load(s->p, full(s, s->b), full(s, s->a));
    last(s)->stream = s->bad ? NCS_SP : NCS_DMA0;
}

static void engine_matmul(setting *s)
{
    make_matmul(s->p, full(s, s->q), full(s, s->a), full(s, s->b), NCS_OVERWRITE);
    last(s)->stream = s->bad ? NCS_DVE : NCS_PE;
}

static void engine_copy(setting *s)
{
    make_chain(s->p, copy(s, s->b, s->a));
    last(s)->stream = s->bad ? NCS_PE : NCS_ACT;
}

static void engine_act_copy(setting *s) /* v2 */
{
    make_chain(s->p, copy(s, s->b, s->a));
    last(s)->stream = s->bad ? NCS_ACT : NCS_DVE;
}

static void engine_act_scalar(setting *s) /* v2 */
{
    ncs_instruction in = two(NCS_TENSOR_SCALAR, s->bad ? NCS_ACT : NCS_DVE,
                             full(s, s->b), full(s, s->a));
    in.alu[0] = NCS_MULTIPLY;
    make_chain(s->p, in);
}

static void engine_act_alu(setting *s)
{
    ncs_instruction in = two(NCS_TENSOR_SCALAR, NCS_ACT, full(s, s->b), full(s, s->a));
    in.alu[0] = s->bad ? NCS_SUBTRACT : NCS_ADD;
    make_chain(s->p, in);
}

static void engine_act_order(setting *s)
{
    ncs_instruction in = two(NCS_TENSOR_SCALAR, NCS_ACT, full(s, s->b), full(s, s->a));
    in.alu[0] = s->bad ? NCS_ADD : NCS_MULTIPLY;
    in.alu[1] = NCS_ADD;
    make_chain(s->p, in);
}

static void engine_bias(setting *s) /* v2 */
{
    ncs_instruction in = two(NCS_ACTIVATION, NCS_ACT, full(s, s->b), full(s, s->a));
    in.scalar[0] = 2;
    in.scalar[1] = s->bad ? 1 : 0;
    make_chain(s->p, in);
}

static void engine_tensor(setting *s)
{
    make_chain(s->p, three(NCS_TENSOR_TENSOR, s->bad ? NCS_ACT : NCS_POOL,
                           full(s, s->c), full(s, s->a), full(s, s->b)));
}

static void engine_fused(setting *s)
{
    make_chain(s->p, three(NCS_SCALAR_TENSOR_TENSOR, s->bad ? NCS_POOL : NCS_DVE,
                           full(s, s->c), full(s, s->a), full(s, s->b)));
}

static void engine_activation(setting *s)
{
    make_chain(s->p, two(NCS_ACTIVATION, s->bad ? NCS_DVE : NCS_ACT, full(s, s->b),
                         full(s, s->a)));
}

static void engine_memset(setting *s)
{
    make_chain(s->p, one(NCS_MEMSET, s->bad ? NCS_ACT : NCS_POOL, full(s, s->b)));
}

static void engine_iota(setting *s)
{
    make_chain(s->p, one(NCS_IOTA, s->bad ? NCS_DVE : NCS_POOL, full(s, s->b)));
}

static void engine_affine(setting *s)
{
    make_chain(s->p, two(NCS_AFFINE_SELECT, s->bad ? NCS_DVE : NCS_POOL, full(s, s->b),
                         full(s, s->a)));
}

static void engine_select(setting *s)
{
    ncs_instruction in = three(NCS_SELECT, s->bad ? NCS_POOL : NCS_DVE, full(s, s->c),
                               full(s, s->a), full(s, s->b));
    in.src[2] = full(s, s->a);
    make_chain(s->p, in);
}

static void engine_transpose(setting *s)
{
    make_chain(s->p, two(NCS_TRANSPOSE, s->bad ? NCS_POOL : NCS_DVE,
                         part(s, s->b, 0, 32, 0, 32), part(s, s->a, 0, 32, 0, 32)));
}

static void engine_collective(setting *s)
{
    make_chain(s->p, collective(s, NCS_PERMUTE));
    last(s)->stream = s->bad ? NCS_DMA0 : NCS_CC;
}

static void engine_bits(setting *s)
{
    ncs_instruction in = three(NCS_TENSOR_TENSOR, s->bad ? NCS_POOL : NCS_DVE,
                               full(s, s->m), full(s, s->n), full(s, s->n));
    in.alu[0] = NCS_BIT_OR;
    make_chain(s->p, in);
}

/* --- MEMORY --- */

static void memory_pool(setting *s)
{
    make_chain(
        s->p, two(NCS_COPY, s->bad ? NCS_POOL : NCS_DVE, full(s, s->b), full(s, s->q)));
}

static void memory_pool_dst(setting *s)
{
    make_chain(s->p, one(NCS_MEMSET, s->bad ? NCS_POOL : NCS_DVE, full(s, s->q)));
}

static void memory_dma(setting *s)
{
    make_load(s->p, full(s, s->scratch), full(s, s->bad ? s->q : s->a));
}

static void memory_dma_dst(setting *s)
{
    make_load(s->p, full(s, s->bad ? s->q : s->a), full(s, s->x));
}

static void memory_hbm(setting *s)
{
    make_chain(s->p, copy(s, s->b, s->bad ? s->x : s->a));
}

static void memory_hbm_dst(setting *s)
{
    make_chain(s->p, copy(s, s->bad ? s->scratch : s->b, s->a));
}

static void memory_pe_src(setting *s)
{
    make_matmul(s->p, full(s, s->q), full(s, s->a), full(s, s->bad ? s->r : s->b),
                NCS_OVERWRITE);
}

static void memory_pe_dst(setting *s)
{
    make_matmul(s->p, full(s, s->bad ? s->c : s->q), full(s, s->a), full(s, s->b),
                NCS_OVERWRITE);
}

static void memory_transpose(setting *s)
{
    make_chain(
        s->p, two(NCS_TRANSPOSE, NCS_PE, full(s, s->bad ? s->c : s->q), full(s, s->a)));
}

static void memory_both(setting *s)
{
    make_chain(s->p, three(NCS_TENSOR_TENSOR, NCS_DVE, full(s, s->c), full(s, s->q),
                           full(s, s->bad ? s->r : s->a)));
}

static void memory_both_fused(setting *s)
{
    make_chain(s->p, three(NCS_SCALAR_TENSOR_TENSOR, NCS_DVE, full(s, s->c),
                           full(s, s->q), full(s, s->bad ? s->q : s->a)));
}

static void memory_collective(setting *s)
{
    ncs_instruction in = collective(s, NCS_PERMUTE);
    in.src[0] = full(s, s->bad ? s->a : s->x);
    make_chain(s->p, in);
}

/* --- DTYPE --- */

static void dtype_mixed(setting *s)
{
    make_matmul(s->p, full(s, s->q), full(s, s->a), full(s, s->bad ? s->h : s->b),
                NCS_OVERWRITE);
}

static void dtype_tf32(setting *s)
{
    make_matmul(s->p, full(s, s->q), full(s, s->t), full(s, s->bad ? s->h : s->a),
                NCS_OVERWRITE);
}

static void dtype_integers(setting *s)
{
    make_matmul(s->p, full(s, s->q), full(s, s->bad ? s->n : s->h),
                full(s, s->bad ? s->m : s->k), NCS_OVERWRITE);
}

static void dtype_result(setting *s)
{
    s->p->buffer[s->q].dtype = s->bad ? NCS_BF16 : NCS_F32;
}

static void dtype_transpose(setting *s)
{
    make_chain(
        s->p, two(NCS_TRANSPOSE, NCS_PE, full(s, s->q), full(s, s->bad ? s->h : s->a)));
}

static void dtype_transpose_integers(setting *s)
{
    int32_t f =
        make_tile(s->p, "f", NCS_PSUM, s->bad ? NCS_I32 : NCS_TF32, 0, 128, 128, 8192);
    make_chain(s->p,
               two(NCS_TRANSPOSE, NCS_PE, full(s, f), full(s, s->bad ? s->n : s->t)));
}

static void dtype_column(setting *s)
{
    ncs_instruction in = two(NCS_TENSOR_SCALAR, NCS_DVE, full(s, s->b), full(s, s->a));
    in.alu[0] = NCS_MULTIPLY;
    in.src[1] = part(s, s->bad ? s->t : s->c, 0, 128, 0, 1);
    make_chain(s->p, in);
}

static void dtype_scale(setting *s)
{
    ncs_instruction in = two(NCS_ACTIVATION, NCS_ACT, full(s, s->b), full(s, s->a));
    in.src[1] = part(s, s->bad ? s->h : s->c, 0, 128, 0, 1);
    make_chain(s->p, in);
}

static void dtype_narrow_bits(setting *s)
{
    ncs_instruction in = three(NCS_TENSOR_TENSOR, NCS_DVE, full(s, s->m), full(s, s->n),
                               full(s, s->bad ? s->h : s->a));
    in.alu[0] = NCS_BIT_AND;
    make_chain(s->p, in);
}

static void dtype_mixed_alu(setting *s)
{
    ncs_instruction in = two(NCS_TENSOR_SCALAR, NCS_DVE, full(s, s->m), full(s, s->n));
    in.alu[0] = NCS_BIT_AND;
    in.alu[1] = s->bad ? NCS_ADD : NCS_BIT_OR;
    make_chain(s->p, in);
}

static void dtype_collective(setting *s)
{
    ncs_instruction in = collective(s, NCS_PERMUTE);
    in.src[0] = full(s, s->bad ? s->i : s->x);
    make_chain(s->p, in);
}

/* --- PARTITIONS --- */

static void partitions_matmul(setting *s)
{
    make_matmul(s->p, full(s, s->q), part(s, s->a, 64, 64, 0, 128),
                part(s, s->b, s->bad ? 0 : 64, 64, 0, 128), NCS_OVERWRITE);
}

/* --- READ_ONLY --- */

static void write_input(setting *s)
{
    make_load(s->p, full(s, s->bad ? s->x : s->scratch), full(s, s->a));
}

static void write_table(setting *s)
{
    make_load(s->p, full(s, s->bad ? s->tab : s->scratch), full(s, s->a));
}

static const verify_case cases[] = {
    CASE(OVERLAP, "banks 2 … 3", banks),
    CASE(OVERLAP, "banks 2 … 3", banks_strided),
    CASE(OVERLAP, "banks 2 … 3", banks_transpose),
    CASE(ALIGNMENT, "address = 9218", alignment_address),
    CASE(ALIGNMENT, "65 rows start at partition 32", start_65),
    CASE(ALIGNMENT, "64 rows start at partition 32", start_64),
    CASE(ALIGNMENT, "33 rows start at partition 32", start_33),
    CASE(ALIGNMENT, "32 rows start at partition 48", start_32),
    CASE(ALIGNMENT, "1 rows start at partition 1", start_1),
    CASE(ALIGNMENT, "src[0] (a): 32 rows start at partition 16", start_src),
    CASE(ALIGNMENT, "dst (f): 32 rows start at partition 16", start_of_buffer),
    CASE(ALIGNMENT, "64 rows start at partition 32", start_matmul),
    CASE(ALIGNMENT, "src[1] (c): 32 rows start at partition 8", start_column),
    CASE(SHAPE, "src[0] (a) has 128 x 127", shape_columns),
    CASE(SHAPE, "src[0] (a) has 127 x 128", shape_rows),
    CASE(SHAPE, "src[0] (x): 0 rows", shape_no_rows),
    CASE(SHAPE, "size[1] = 0", shape_no_size),
    CASE(SHAPE, "size[3] = 65536", shape_size),
    CASE(SHAPE, "stride[3] = 32768", shape_stride),
    CASE(SHAPE, "64 x 255", shape_dma),
    CASE(SHAPE, "src[1] (b) has 128 x 64", shape_second),
    CASE(SHAPE, "src[2] (a) has 128 x 64", shape_third),
    CASE(SHAPE, "one column", shape_column),
    CASE(SHAPE, "src[2] (c) has 64 x 1", shape_column_rows),
    CASE(SHAPE, "src[2] (a) has 128 x 128", shape_third_column),
    CASE(SHAPE, "src[1] (b) 127 x 128", shape_k),
    CASE(SHAPE, "src[0] (a) is 128 x 127", shape_m),
    CASE(SHAPE, "dst (q) 128 x 127", shape_n),
    CASE(SHAPE, "src[0] (f) has 129 columns", shape_stationary),
    CASE(SHAPE, "src[1] (b) 513", shape_moving),
    CASE(SHAPE, "dst (q) 64 x 64", shape_transpose),
    CASE(SHAPE, "at most 128", shape_transpose_pe),
    CASE(SHAPE, "at most 32", shape_transpose_dve),
    CASE(SHAPE, "no equal shares", shape_gather),
    CASE(SHAPE, "group = 2", shape_gather_group),
    CASE(SHAPE, "no equal shares", shape_scatter),
    CASE(SHAPE, "group = 8", shape_scatter_group),
    CASE(SHAPE, "no equal shares", shape_scatter_many),
    CASE(SHAPE, "group = 3", shape_exchange),
    CASE(SHAPE, "127 x 128", shape_permute),
    CASE(ENGINE, "dma_copy on sp", engine_dma),
    CASE(ENGINE, "matmul on dve", engine_matmul),
    CASE(ENGINE, "copy on pe", engine_copy),
    CASE_V2(ENGINE, "ACT of v2 has none", engine_act_copy),
    CASE_V2(ENGINE, "ACT of v2 has none", engine_act_scalar),
    CASE(ENGINE, "subtract, bypass", engine_act_alu),
    CASE(ENGINE, "add, add", engine_act_order),
    CASE_V2(ENGINE, "bias = 1", engine_bias),
    CASE(ENGINE, "tensor_tensor on act", engine_tensor),
    CASE(ENGINE, "scalar_tensor_tensor on pool", engine_fused),
    CASE(ENGINE, "activation on dve", engine_activation),
    CASE(ENGINE, "memset on act", engine_memset),
    CASE(ENGINE, "iota on dve", engine_iota),
    CASE(ENGINE, "affine_select on dve", engine_affine),
    CASE(ENGINE, "select on pool", engine_select),
    CASE(ENGINE, "transpose on pool", engine_transpose),
    CASE(ENGINE, "permute on dma0", engine_collective),
    CASE(ENGINE, "bit_or", engine_bits),
    CASE(MEMORY, "src[0] (q) in psum", memory_pool),
    CASE(MEMORY, "dst (q) in psum", memory_pool_dst),
    CASE(MEMORY, "src[0] (q) in psum", memory_dma),
    CASE(MEMORY, "dst (q) in psum", memory_dma_dst),
    CASE(MEMORY, "src[0] (x) in hbm", memory_hbm),
    CASE(MEMORY, "dst (scratch) in hbm", memory_hbm_dst),
    CASE(MEMORY, "src[1] (r) in psum", memory_pe_src),
    CASE(MEMORY, "dst (c) in sbuf", memory_pe_dst),
    CASE(MEMORY, "dst (c) in sbuf", memory_transpose),
    CASE(MEMORY, "both in PSUM", memory_both),
    CASE(MEMORY, "both in PSUM", memory_both_fused),
    CASE(MEMORY, "src[0] (a) in sbuf", memory_collective),
    CASE(DTYPE, "src[1] (h) is bf16", dtype_mixed),
    CASE(DTYPE, "src[0] (t) is tf32", dtype_tf32),
    CASE(DTYPE, "src[0] (n) is i32", dtype_integers),
    CASE(DTYPE, "dst (q) is bf16", dtype_result),
    CASE(DTYPE, "src[0] (h) is bf16, dst (q) f32", dtype_transpose),
    CASE(DTYPE, "src[0] (n) is i32", dtype_transpose_integers),
    CASE(DTYPE, "a column of tf32", dtype_column),
    CASE(DTYPE, "a column of bf16", dtype_scale),
    CASE(DTYPE, "src[1] (h) is bf16", dtype_narrow_bits),
    CASE(DTYPE, "bit_and, add", dtype_mixed_alu),
    CASE(DTYPE, "src[0] (i) is i32", dtype_collective),
    CASE(PARTITIONS, "partition 64, src[1] (b) at 0", partitions_matmul),
    CASE(READ_ONLY, "dst (x) is an input", write_input),
    CASE(READ_ONLY, "dst (tab) is a table", write_table),
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
