/* Times against sums made by hand. Where it helps, every clock is 1 GHz, so that cycles
 * are ns, and the other constants are round. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

#include "ncsim/make.h"
#include "ncsim/timing.h"

static const double round_constants[NCS_N_CONSTANTS] = {
    [NCS_PE_GHZ] = 1,
    [NCS_DVE_GHZ] = 1,
    [NCS_ACT_GHZ] = 1,
    [NCS_POOL_GHZ] = 1,
    [NCS_PE_MIN_INTERVAL] = 64,
    [NCS_PE_F32_PASSES] = 4,
    [NCS_PE_F32_TRANSPOSE_PASSES] = 2,
    [NCS_PE_LOAD_DIVISOR] = 4,
    [NCS_PE_LATENCY] = 200,
    [NCS_ENGINE_MIN_INTERVAL] = 64,
    [NCS_ENGINE_OVERHEAD] = 0,
    [NCS_ENGINE_LATENCY] = 140,
    [NCS_DVE_BF16_SPEEDUP] = 4,
    [NCS_DVE_BF16_TENSOR_SPEEDUP] = 2,
    [NCS_DVE_F32_SPEEDUP] = 1,
    [NCS_ACT_BF16_SPEEDUP] = 1,
    [NCS_POOL_SLOWDOWN] = 1,
    [NCS_POOL_FIXED] = 150,
    [NCS_SEMAPHORE] = 10,
    [NCS_DMA_GBPS] = 16,
    [NCS_DMA_LATENCY] = 1000,
    [NCS_DMA_COMPLETE] = 100,
    [NCS_DMA_ROW_OVERHEAD] = 64,
    [NCS_HBM_GBPS] = 1e9,
    [NCS_COLLECTIVE_HOP] = 1000,
    [NCS_COLLECTIVE_GBPS] = 100,
    [NCS_LAUNCH] = 0,
};

enum { MAX_SPANS = 4096 };

/* A program, its machine's settings and what came out. */
typedef struct bench {
    ncs_program *p;
    ncs_settings s;
    ncs_span span[MAX_SPANS];
    int32_t critical[MAX_SPANS];
    ncs_time t;
} bench;

static bench *start(const char *machine)
{
    bench *b = test_calloc(1, sizeof *b);
    b->p = make_program(machine);
    ncs_settings_init(&b->s, b->p->machine);
    memcpy(b->s.constant, round_constants, sizeof round_constants);
    return b;
}

static void finish(bench *b)
{
    ncs_program_destroy(b->p);
    test_free(b);
}

static void estimate(bench *b)
{
    assert_true(b->p->n_instructions <= MAX_SPANS);
    assert_int_equal(ncs_estimate(b->p, &b->s, b->span, b->critical, &b->t), TRNFFT_OK);
}

static void near(double value, double expected)
{
    if (!(fabs(value - expected) <= 1e-6 * fmax(1, fabs(expected)))) {
        fail_msg("%.9g instead of %.9g", value, expected);
    }
}

static int32_t matmul(bench *b, int32_t dst, ncs_view stationary, ncs_view moving)
{
    ncs_instruction in = make_instruction(NCS_MATMUL, NCS_PE);
    const int32_t rows = (int32_t)ncs_view_columns(&stationary);
    in.dst = make_view(b->p, dst, rows, ncs_view_columns(&moving), 0);
    in.src[0] = stationary;
    in.src[1] = moving;
    return make_add(b->p, &in);
}

/* Stationary tiles of 128 columns side by side in `a`, one moving tile. */
static void add_pe_tiles(bench *b, ncs_dtype t)
{
    make_tile(b->p, "a", NCS_SBUF, t, 0, 128, 1024, 0);
    make_tile(b->p, "x", NCS_SBUF, t, 0, 128, 512, 8192);
    make_tile(b->p, "acc", NCS_PSUM, NCS_F32, 0, 128, 512, 0);
}

static void test_matmuls_hide_their_loads(void **state)
{
    (void)state;
    bench *b = start("v3");
    add_pe_tiles(b, NCS_BF16);
    for (int i = 0; i < 3; i++) {
        matmul(b, 2, make_view(b->p, 0, 128, 128, 128 * i),
               make_view(b->p, 1, 128, 512, 0));
    }
    estimate(b);
    near(b->span[0].start, 0);
    near(b->span[0].end, 32 + 512); /* 128 / 4, then 512 columns */
    near(b->span[1].start, 544);
    near(b->span[2].end, 32 + 3 * 512);
    near(b->t.device_ns, 32 + 3 * 512 + 200);
    near(b->t.busy_ns[NCS_PE], 32 + 3 * 512);
    assert_int_equal(b->t.macs, INT64_C(3) * 128 * 128 * 512);
    assert_int_equal(b->t.bound, NCS_BOUND_PE);
    near(ncs_interval(b->p, &b->p->instruction[0], &b->s), 512);
    finish(b);
}

/* Loads as long as 128 columns and matmuls of 64: the load is what counts. */
static void test_slow_loads_bound_short_matmuls(void **state)
{
    (void)state;
    bench *b = start("v3");
    b->s.constant[NCS_PE_LOAD_DIVISOR] = 1;
    add_pe_tiles(b, NCS_BF16);
    for (int i = 0; i < 4; i++) {
        matmul(b, 2, make_view(b->p, 0, 128, 128, 128 * i),
               make_view(b->p, 1, 128, 16, 0));
    }
    estimate(b);
    for (int i = 0; i < 4; i++) {
        near(b->span[i].end, 128 * (i + 1) + 64); /* 16 columns pay for 64 */
    }
    near(ncs_interval(b->p, &b->p->instruction[0], &b->s), 128);
    finish(b);
}

static void test_one_stationary_is_loaded_once(void **state)
{
    (void)state;
    bench *b = start("v3");
    b->s.constant[NCS_PE_LOAD_DIVISOR] = 1;
    add_pe_tiles(b, NCS_BF16);
    const ncs_view w = make_view(b->p, 0, 128, 128, 0);
    const ncs_view x = make_view(b->p, 1, 128, 64, 0);
    matmul(b, 2, w, x);
    matmul(b, 2, w, x);
    ncs_instruction clear = make_instruction(NCS_MEMSET, NCS_POOL);
    clear.dst = make_view(b->p, 0, 128, 1024, 0); /* writes over it */
    clear.post = 0;
    make_add(b->p, &clear);
    matmul(b, 2, w, x);
    make_wait(&b->p->instruction[3], 0, 1);
    estimate(b);
    near(b->span[0].end, 128 + 64);
    near(b->span[1].end, 128 + 2 * 64);
    /* POOL: 512 cycles for zeros of 16 bits, latency, semaphore; load; columns. */
    near(b->span[3].start, 512 + 140 + 10);
    near(b->span[3].end, 512 + 140 + 10 + 128 + 64);
    assert_int_equal(b->span[3].cause, 2);
    finish(b);
}

static void test_f32_takes_four_passes_and_tf32_one(void **state)
{
    (void)state;
    static const struct {
        ncs_dtype t;
        double end;
    } cases[] = { { NCS_F32, 4 * 32 + 4 * 256 },
                  { NCS_TF32, 32 + 256 },
                  { NCS_F16, 32 + 256 } };
    for (size_t i = 0; i < 3; i++) {
        bench *b = start("v3");
        add_pe_tiles(b, cases[i].t);
        matmul(b, 2, make_view(b->p, 0, 128, 128, 0), make_view(b->p, 1, 128, 256, 0));
        estimate(b);
        near(b->span[0].end, cases[i].end);
        finish(b);
    }
}

static void test_few_stationary_columns_as_a_switch(void **state)
{
    (void)state;
    bench *b = start("v3");
    add_pe_tiles(b, NCS_BF16);
    matmul(b, 2, make_view(b->p, 0, 128, 16, 0), make_view(b->p, 1, 128, 8, 0));
    near(ncs_interval(b->p, &b->p->instruction[0], &b->s), 64);
    b->s.constant[NCS_PE_MIN_BY_STATIONARY] = 1;
    near(ncs_interval(b->p, &b->p->instruction[0], &b->s), 16);
    finish(b);
}

static void test_transposes_on_pe(void **state)
{
    (void)state;
    bench *b = start("v3");
    add_pe_tiles(b, NCS_F32);
    ncs_instruction in = make_instruction(NCS_TRANSPOSE, NCS_PE);
    in.src[0] = make_view(b->p, 0, 128, 64, 0);
    in.dst = make_view(b->p, 2, 64, 128, 0);
    make_add(b->p, &in);
    estimate(b);
    near(b->span[0].end, 2 * 16 + 2 * 128);
    assert_int_equal(b->t.macs, 0);
    finish(b);
}

/* The table of costs: dst, two sources, columns, cycles. Tiles: s t u in SBUF, p q in
 * PSUM; capital letters: bf16. */
static const struct cost_case {
    ncs_op op;
    ncs_stream stream;
    const char *views; /* dst, sources */
    int64_t columns, step;
    double cycles;
} cost_cases[] = {
    { NCS_COPY, NCS_DVE, "st", 512, 1, 512 },
    { NCS_COPY, NCS_DVE, "st", 16, 1, 64 },
    { NCS_COPY, NCS_DVE, "sp", 512, 1, 512 },
    { NCS_COPY, NCS_DVE, "ST", 512, 1, 128 },  /* four at once */
    { NCS_COPY, NCS_DVE, "ST", 512, 2, 256 },  /* with gaps: two */
    { NCS_COPY, NCS_DVE, "SP", 512, 1, 256 },  /* from PSUM: two */
    { NCS_COPY, NCS_DVE, "St", 512, 1, 512 },  /* f32 to bf16: one */
    { NCS_COPY, NCS_DVE, "st", 256, 4, 256 },  /* 16 bytes apart */
    { NCS_COPY, NCS_DVE, "st", 256, 5, 512 },  /* 20 bytes: half the bandwidth */
    { NCS_COPY, NCS_DVE, "ST", 256, 16, 256 }, /* 32 bytes, two at once */
    { NCS_COPY, NCS_ACT, "ST", 512, 1, 512 },
    { NCS_COPY, NCS_POOL, "ST", 512, 1, 512 },
    { NCS_TENSOR_SCALAR, NCS_DVE, "ST", 512, 1, 128 },
    { NCS_TENSOR_TENSOR, NCS_DVE, "stu", 512, 1, 1024 },
    { NCS_TENSOR_TENSOR, NCS_DVE, "stp", 512, 1, 512 },
    { NCS_TENSOR_TENSOR, NCS_DVE, "STU", 512, 1, 512 },
    { NCS_TENSOR_TENSOR, NCS_DVE, "STU", 256, 2, 512 }, /* gaps: no fast mode */
    { NCS_TENSOR_TENSOR, NCS_DVE, "sTU", 512, 1, 1024 },
    { NCS_TENSOR_TENSOR, NCS_POOL, "stu", 512, 1, 1024 },
    { NCS_SCALAR_TENSOR_TENSOR, NCS_DVE, "stu", 512, 1, 1024 },
    { NCS_SCALAR_TENSOR_TENSOR, NCS_DVE, "spu", 512, 1, 512 },
    { NCS_ACTIVATION, NCS_ACT, "st", 512, 1, 512 },
    { NCS_ACTIVATION, NCS_ACT, "sp", 8, 1, 64 },
    { NCS_MEMSET, NCS_DVE, "s", 512, 1, 512 },
    { NCS_MEMSET, NCS_DVE, "S", 512, 1, 256 },
    { NCS_IOTA, NCS_POOL, "s", 100, 1, 250 },
    { NCS_AFFINE_SELECT, NCS_POOL, "st", 100, 1, 250 },
    { NCS_SELECT, NCS_DVE, "stuv", 512, 1, 1024 },
    { NCS_TRANSPOSE, NCS_DVE, "st", 32, 1, 64 },
};

static void test_costs_of_the_other_engines(void **state)
{
    (void)state;
    static const char tiles[] = "stuvpSTUVP";
    bench *b = start("v3");
    for (int i = 0; tiles[i] != '\0'; i++) {
        const char name[] = { (char)('a' + i), '\0' };
        const bool psum = tiles[i] == 'p' || tiles[i] == 'P';
        make_tile(b->p, name, psum ? NCS_PSUM : NCS_SBUF, i < 5 ? NCS_F32 : NCS_BF16, 0,
                  32, psum ? 512 : 4096, psum ? 4096 * (i > 5) : 16384 * i);
    }
    for (size_t k = 0; k < sizeof cost_cases / sizeof cost_cases[0]; k++) {
        const struct cost_case *c = &cost_cases[k];
        ncs_instruction in = make_instruction(c->op, c->stream);
        in.alu[0] = NCS_ADD;
        in.alu[1] = NCS_ADD;
        for (int i = 0; c->views[i] != '\0'; i++) {
            const int tile = (int)(strchr(tiles, c->views[i]) - tiles);
            ncs_view *v = i == 0 ? &in.dst : &in.src[i - 1];
            *v = make_view(b->p, tile, 32, c->columns, 0);
            v->stride[3] = b->p->buffer[tile].memory == NCS_PSUM ? 1 : c->step;
        }
        const double cycles = ncs_interval(b->p, &in, &b->s);
        if (cycles != c->cycles) {
            fail_msg("case %zu: %g cycles instead of %g", k, cycles, c->cycles);
        }
        b->s.constant[NCS_ENGINE_OVERHEAD] = 60;
        near(ncs_interval(b->p, &in, &b->s), c->cycles + 60);
        b->s.constant[NCS_ENGINE_OVERHEAD] = 0;
    }
    /* max is not among the fast operations of two tiles; f32 may be faster one day. */
    ncs_instruction in = make_instruction(NCS_TENSOR_TENSOR, NCS_DVE);
    in.alu[0] = NCS_MAX;
    in.dst = make_view(b->p, 5, 32, 512, 0);
    in.src[0] = in.src[1] = make_view(b->p, 6, 32, 512, 0);
    near(ncs_interval(b->p, &in, &b->s), 1024);
    in = make_instruction(NCS_COPY, NCS_DVE);
    in.dst = make_view(b->p, 0, 32, 512, 0);
    in.src[0] = make_view(b->p, 1, 32, 512, 0);
    b->s.constant[NCS_DVE_F32_SPEEDUP] = 2;
    near(ncs_interval(b->p, &in, &b->s), 256);
    finish(b);
}

static int32_t copy(bench *b, ncs_stream stream, int32_t dst, int32_t src,
                    int64_t columns, int64_t at)
{
    ncs_instruction in = make_instruction(NCS_COPY, stream);
    in.dst = make_view(b->p, dst, 32, columns, at);
    in.src[0] = make_view(b->p, src, 32, columns, at);
    return make_add(b->p, &in);
}

static void test_only_a_dependent_instruction_waits_for_the_result(void **state)
{
    (void)state;
    bench *b = start("v3");
    for (int i = 0; i < 3; i++) {
        const char name[] = { (char)('a' + i), '\0' };
        make_tile(b->p, name, NCS_SBUF, NCS_F32, 0, 32, 256, 1024 * i);
    }
    copy(b, NCS_DVE, 1, 0, 128, 0);
    copy(b, NCS_DVE, 1, 0, 128, 128); /* independent */
    copy(b, NCS_DVE, 2, 1, 64, 128);  /* of the second */
    copy(b, NCS_DVE, 2, 1, 64, 0);    /* of the first, long done */
    estimate(b);
    near(b->span[1].start, 128);
    near(b->span[2].start, 256 + 140);
    assert_int_equal(b->span[2].cause, 1);
    near(b->span[3].start, 256 + 140 + 64);
    near(b->t.device_ns, 256 + 140 + 64 + 64 + 140);
    near(b->t.busy_ns[NCS_DVE], 256 + 2 * 64);
    finish(b);
}

/* Even and odd columns are different places; all columns are both. */
static void test_interleaved_columns_do_not_depend(void **state)
{
    (void)state;
    bench *b = start("v3");
    make_tile(b->p, "a", NCS_SBUF, NCS_F32, 0, 32, 256, 0);
    make_tile(b->p, "b", NCS_SBUF, NCS_F32, 0, 32, 256, 1024);
    copy(b, NCS_DVE, 1, 0, 64, 0);
    copy(b, NCS_DVE, 0, 1, 64, 1);
    copy(b, NCS_DVE, 0, 1, 128, 0);
    for (int i = 0; i < 2; i++) {
        b->p->instruction[i].dst.stride[3] = 2;
        b->p->instruction[i].src[0].stride[3] = 2;
    }
    estimate(b);
    near(b->span[1].start, 64);
    near(b->span[2].start, 64 + 140); /* the first one's columns are among them */
    finish(b);
}

static void test_shared_ports_of_v2(void **state)
{
    (void)state;
    for (int v3 = 0; v3 < 2; v3++) {
        bench *b = start(v3 ? "v3" : "v2");
        for (int i = 0; i < 4; i++) {
            const char name[] = { (char)('a' + i), '\0' };
            make_tile(b->p, name, NCS_SBUF, i < 2 ? NCS_F32 : NCS_BF16, 0, 32, 512,
                      2048 * i);
        }
        make_tile(b->p, "p", NCS_PSUM, NCS_F32, 0, 32, 512, 0);
        make_tile(b->p, "q", NCS_PSUM, NCS_F32, 0, 32, 512, 2048);
        copy(b, NCS_DVE, 0, 1, 256, 0);   /* f32 */
        copy(b, NCS_POOL, 3, 2, 256, 0);  /* SBUF as well */
        copy(b, NCS_DVE, 4, 4, 100, 0);   /* PSUM alone */
        copy(b, NCS_ACT, 5, 5, 200, 0);   /* PSUM at once */
        copy(b, NCS_DVE, 3, 2, 512, 256); /* v3: a fast mode, and POOL again */
        copy(b, NCS_POOL, 1, 0, 256, 0);
        b->p->instruction[4].dst.size[3] = 128;
        b->p->instruction[4].src[0].size[3] = 128;
        if (!v3) {
            b->s.constant[NCS_DVE_BF16_SPEEDUP] = 1;
        }
        estimate(b);
        near(b->span[0].end, 256);
        near(b->span[1].start, v3 ? 0 : 256);
        near(b->span[2].start, 256);
        near(b->span[3].start, 0);
        if (v3) { /* a fast copy, 64 cycles at least, waits for POOL's second */
            near(b->span[5].start, 256);
            near(b->span[4].start, 512);
        } else { /* turn about: POOL came first */
            near(b->span[1].end, 512);
            near(b->span[4].start, 512);
            assert_int_equal(b->span[4].cause, 1);
            near(b->span[5].start, 640);
            assert_int_equal(b->span[5].cause, 4);
        }
        finish(b);
    }
}

static int32_t dma(bench *b, int queue, ncs_view dst, ncs_view src)
{
    ncs_instruction in = make_instruction(NCS_DMA_COPY, (ncs_stream)(NCS_DMA0 + queue));
    in.dst = dst;
    in.src[0] = src;
    return make_add(b->p, &in);
}

/* Rows of 1 KiB: (1024 + 64) / 16 = 68 ns each, eight a DMA engine. */
static void add_dma_buffers(bench *b)
{
    make_hbm(b->p, "x", NCS_F32, 1 << 20, NCS_INPUT);
    make_hbm(b->p, "y", NCS_F32, 1 << 20, NCS_OUTPUT);
    make_tile(b->p, "s", NCS_SBUF, NCS_F32, 0, 128, 1024, 0);
    make_tile(b->p, "t", NCS_SBUF, NCS_F32, 0, 128, 1024, 4096);
}

static void test_one_transfer(void **state)
{
    (void)state;
    static const struct {
        int32_t rows, first, columns, step;
        double ns;
    } cases[] = {
        { 128, 0, 256, 1, 8 * 68 }, /* sixteen engines */
        { 64, 0, 256, 1, 8 * 68 },  /* eight engines: as long */
        { 64, 64, 256, 1, 8 * 68 },
        { 4, 0, 256, 1, 4 * 68 },
        { 1, 0, 1024, 1, 4160 / 16.0 },
        { 1, 0, 256, 2, 256 * 68 / 16.0 }, /* elements by themselves */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bench *b = start("v3");
        add_dma_buffers(b);
        ncs_view s = make_view(b->p, 2, cases[i].rows, cases[i].columns, 0);
        ncs_view x = make_view(b->p, 0, cases[i].rows, cases[i].columns, 0);
        s.partition = cases[i].first;
        x.stride[3] = cases[i].step;
        dma(b, 0, s, x);
        estimate(b);
        near(b->span[0].start, 1000);
        near(b->span[0].end, 1000 + cases[i].ns);
        near(b->span[0].done, 1100 + cases[i].ns);
        near(b->t.busy_ns[NCS_DMA0], cases[i].ns);
        near(b->t.dma_busy_ns, cases[i].ns);
        near(ncs_interval(b->p, &b->p->instruction[0], &b->s), cases[i].ns);
        assert_int_equal(b->t.bytes_in, INT64_C(4) * cases[i].rows * cases[i].columns);
        assert_int_equal(b->t.bytes_out, 0);
        finish(b);
    }
}

static void test_a_queue_hides_its_latency(void **state)
{
    (void)state;
    bench *b = start("v3");
    add_dma_buffers(b);
    for (int i = 0; i < 3; i++) {
        dma(b, 0, make_view(b->p, 2, 128, 256, 256 * i),
            make_view(b->p, 0, 128, 256, 0));
    }
    estimate(b);
    near(b->span[2].end, 1000 + 3 * 544);
    near(b->span[1].start, 1000 + 544);
    assert_int_equal(b->span[1].cause, 0);
    assert_int_equal(b->t.bound, NCS_BOUND_DMA);
    finish(b);
}

/* Engines that the first transfer leaves idle take up the second one; the queue still
 * ends in order. */
static void test_a_queue_uses_idle_engines(void **state)
{
    (void)state;
    bench *b = start("v3");
    add_dma_buffers(b);
    ncs_view low = make_view(b->p, 2, 64, 1024, 0);
    ncs_view high = make_view(b->p, 2, 64, 256, 0);
    high.partition = 64;
    dma(b, 0, low, make_view(b->p, 0, 64, 1024, 0));
    dma(b, 0, high, make_view(b->p, 0, 64, 256, 0));
    estimate(b);
    near(b->span[0].end, 1000 + 8 * 260);
    near(b->span[1].start, 1000);
    near(b->span[1].end, 1000 + 8 * 260);
    near(b->t.busy_ns[NCS_DMA0], 8 * 260);
    finish(b);
}

static void test_queues_share_the_engines(void **state)
{
    (void)state;
    bench *b = start("v3");
    add_dma_buffers(b);
    dma(b, 0, make_view(b->p, 2, 128, 256, 0), make_view(b->p, 0, 128, 256, 0));
    dma(b, 1, make_view(b->p, 3, 128, 512, 0), make_view(b->p, 0, 128, 512, 0));
    estimate(b);
    /* 544 and 8 * 132 = 1056 ns of work: half each until the first has ended. */
    near(b->span[0].end, 1000 + 2 * 544);
    near(b->span[1].end, 1000 + 544 + 1056);
    near(b->t.dma_busy_ns, 544 + 1056);
    finish(b);
}

static void test_hbm_bounds_all_queues_together(void **state)
{
    (void)state;
    bench *b = start("v3");
    b->s.constant[NCS_DMA_ROW_OVERHEAD] = 0;
    b->s.constant[NCS_HBM_GBPS] = 128; /* half of 16 * 16 */
    add_dma_buffers(b);
    dma(b, 0, make_view(b->p, 2, 128, 256, 0), make_view(b->p, 0, 128, 256, 0));
    estimate(b);
    near(b->span[0].end, 1000 + 2 * 512);
    near(ncs_interval(b->p, &b->p->instruction[0], &b->s), 2 * 512);
    finish(b);
}

static void test_copies_within_hbm_and_within_the_core(void **state)
{
    (void)state;
    bench *b = start("v3");
    b->s.constant[NCS_HBM_GBPS] = 100;
    add_dma_buffers(b);
    dma(b, 0, make_view(b->p, 1, 1, 1 << 18, 0), make_view(b->p, 0, 1, 1 << 18, 0));
    dma(b, 1, make_view(b->p, 3, 128, 256, 0), make_view(b->p, 2, 128, 256, 0));
    make_wait(&b->p->instruction[1], 0, 1);
    b->p->instruction[0].post = 0;
    estimate(b);
    /* 1 MiB there and back at 100 B/ns; no bound where HBM is not touched. */
    near(b->span[0].end, 1000 + 2 * 1048576 / 100.0);
    near(b->span[1].end - b->span[1].start, 544);
    near(b->span[1].start, b->span[0].done + 1000);
    assert_int_equal(b->t.bytes_in, 1048576);
    assert_int_equal(b->t.bytes_out, 1048576);
    finish(b);
}

/* load, matmul, copy out of PSUM, store: the whole chain by hand. */
static void test_a_dependent_chain_adds_up(void **state)
{
    (void)state;
    bench *b = start("v3");
    make_hbm(b->p, "x", NCS_BF16, 128 * 256, NCS_INPUT);
    make_hbm(b->p, "y", NCS_F32, 128 * 256, NCS_OUTPUT);
    make_tile(b->p, "s", NCS_SBUF, NCS_BF16, 0, 128, 256, 0);
    make_tile(b->p, "acc", NCS_PSUM, NCS_F32, 0, 128, 256, 0);
    make_tile(b->p, "o", NCS_SBUF, NCS_F32, 0, 128, 256, 1024);
    const ncs_view s = make_whole(b->p, 2), acc = make_whole(b->p, 3);
    make_load(b->p, s, make_view(b->p, 0, 128, 256, 0));
    make_matmul(b->p, acc, make_view(b->p, 2, 128, 128, 0), s, NCS_OVERWRITE);
    ncs_instruction out = make_instruction(NCS_COPY, NCS_DVE);
    out.dst = make_whole(b->p, 4);
    out.src[0] = acc;
    make_chain(b->p, out);
    make_load(b->p, make_view(b->p, 1, 128, 256, 0), make_whole(b->p, 4));
    estimate(b);
    const double loaded = 1000 + 8 * (512 + 64) / 16.0 + 100;
    near(b->span[0].done, loaded);
    const double product = loaded + 10 + 32 + 256 + 200;
    near(b->span[1].done, product);
    const double copied = product + 10 + 256 + 140;
    near(b->span[2].done, copied);
    near(b->t.device_ns, copied + 1000 + 544 + 100);
    assert_int_equal(b->t.bound, NCS_BOUND_LATENCY);
    assert_int_equal(b->t.critical_length, 4);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(b->critical[i], i);
        assert_int_equal(b->span[i].cause, i - 1);
    }
    assert_int_equal(b->t.bytes_in, 128 * 256 * 2);
    assert_int_equal(b->t.bytes_out, 128 * 256 * 4);
    finish(b);
}

/* Blocks through load, matmul, copy and store; with two tiles of each kind the next
 * block's load need not wait for the last block. */
static double time_of_blocks(int blocks, int tiles)
{
    bench *b = start("v3");
    make_hbm(b->p, "x", NCS_BF16, 128 * 512, NCS_INPUT);
    make_hbm(b->p, "y", NCS_F32, 128 * 512, NCS_OUTPUT);
    make_tile(b->p, "w", NCS_SBUF, NCS_BF16, 0, 128, 128, 0);
    for (int i = 0; i < tiles; i++) {
        const char names[][2] = { { (char)('a' + i), 0 },
                                  { (char)('f' + i), 0 },
                                  { (char)('p' + i), 0 } };
        make_tile(b->p, names[0], NCS_SBUF, NCS_BF16, 0, 128, 512, 256 + 1024 * i);
        make_tile(b->p, names[1], NCS_PSUM, NCS_F32, 0, 128, 512, 2048 * i);
        make_tile(b->p, names[2], NCS_SBUF, NCS_F32, 0, 128, 512, 8192 + 2048 * i);
    }
    for (int k = 0; k < blocks; k++) {
        const int32_t tile = 3 + 3 * (k % tiles);
        ncs_instruction in[4] = {
            make_instruction(NCS_DMA_COPY, NCS_DMA0),
            make_instruction(NCS_MATMUL, NCS_PE), make_instruction(NCS_COPY, NCS_DVE),
            make_instruction(NCS_DMA_COPY, (ncs_stream)(NCS_DMA0 + 1))
        };
        in[0].src[0] = make_view(b->p, 0, 128, 512, 0);
        in[0].dst = in[1].src[1] = make_whole(b->p, tile);
        in[1].src[0] = make_whole(b->p, 2);
        in[1].dst = in[2].src[0] = make_whole(b->p, tile + 1);
        in[2].dst = in[3].src[0] = make_whole(b->p, tile + 2);
        in[3].dst = make_view(b->p, 1, 128, 512, 0);
        for (int i = 0; i < 4; i++) {
            in[i].post = i;
            if (i > 0) {
                make_wait(&in[i], i - 1, k + 1); /* the block's last step */
            }
            if (i < 3 && k >= tiles) {
                make_wait(&in[i], i + 1, k - tiles + 1); /* its tile is free again */
            }
            make_add(b->p, &in[i]);
        }
    }
    estimate(b);
    const double ns = b->t.device_ns;
    finish(b);
    return ns;
}

static void test_double_buffers_overlap(void **state)
{
    (void)state;
    /* One tile of each kind: a copy waits for the last store, which waits for its copy:
     * semaphore, 512, result 140, latency 1000, 8 * (2048 + 64) / 16 = 1056, 100. Loads
     * of 544 share the DMA engines meanwhile. */
    const double one = time_of_blocks(20, 1) - time_of_blocks(19, 1);
    const double around = 10 + 512 + 140 + 1000 + 1056 + 100;
    assert_true(one >= around && one <= around + 544);
    const double two = time_of_blocks(20, 2) - time_of_blocks(18, 2);
    assert_true(two < 1.15 * one); /* two blocks in hardly more than the time of one */
    const double four = (time_of_blocks(40, 4) - time_of_blocks(20, 4)) / 20;
    /* Bound by the DMA engines: 544 in and 8 * (2048 + 64) / 16 = 1056 out. */
    assert_true(four >= 544 + 1056 - 1e-6 && four < 1.05 * (544 + 1056));
}

static void test_launch_and_bounds(void **state)
{
    (void)state;
    bench *b = start("v3");
    estimate(b);
    near(b->t.total_ns, 0);
    assert_int_equal(b->t.critical_length, 0);
    add_pe_tiles(b, NCS_BF16);
    b->s.constant[NCS_LAUNCH] = 850;
    matmul(b, 2, make_view(b->p, 0, 128, 128, 0), make_view(b->p, 1, 128, 512, 0));
    estimate(b);
    near(b->t.device_ns, 32 + 512 + 200);
    near(b->t.total_ns, 850000 + 32 + 512 + 200);
    assert_int_equal(b->t.bound, NCS_BOUND_LAUNCH);
    assert_int_equal(b->t.device_bound, NCS_BOUND_PE);
    for (int k = 0; k < NCS_N_BOUNDS; k++) {
        assert_true(strlen(ncs_bound_name((ncs_bound)k)) > 1);
    }
    assert_string_equal(ncs_bound_name(NCS_BOUND_LATENCY), "latency");
    assert_string_equal(ncs_bound_name(NCS_N_BOUNDS), "?");
    /* Nothing but the summary is asked for. */
    ncs_time t;
    assert_int_equal(ncs_estimate(b->p, &b->s, NULL, NULL, &t), TRNFFT_OK);
    assert_memory_equal(&t, &b->t, sizeof t);
    finish(b);
}

static void test_collectives(void **state)
{
    (void)state;
    bench *b = start("v3");
    make_hbm(b->p, "x", NCS_F32, 8000, NCS_INPUT);
    make_hbm(b->p, "y", NCS_F32, 8000, NCS_OUTPUT);
    ncs_instruction in = make_instruction(NCS_ALL_TO_ALL, NCS_CC);
    in.src[0] = make_whole(b->p, 0);
    in.dst = make_whole(b->p, 1);
    in.group = 4;
    make_add(b->p, &in);
    estimate(b);
    near(b->t.device_ns, 2 * 1000 + 24000 / 100.0); /* three parts of four leave */
    finish(b);
}

/* A quarter of the sum stays with each of four cores: three parts leave. */
static void test_reduce_scatter(void **state)
{
    (void)state;
    bench *b = start("v3");
    make_hbm(b->p, "x", NCS_F32, 8000, NCS_INPUT);
    make_hbm(b->p, "y", NCS_F32, 2000, NCS_OUTPUT);
    ncs_instruction in = make_instruction(NCS_REDUCE_SCATTER, NCS_CC);
    in.src[0] = make_whole(b->p, 0);
    in.dst = make_whole(b->p, 1);
    make_add(b->p, &in);
    estimate(b);
    near(b->t.device_ns, 2 * 1000 + 24000 / 100.0);
    finish(b);
}

/* Documented: strides over 16 bytes halve the rate at which PE reads its columns. */
static void test_scattered_columns_take_twice_as_long_on_pe(void **state)
{
    (void)state;
    bench *b = start("v3");
    add_pe_tiles(b, NCS_BF16);
    make_tile(b->p, "wide", NCS_SBUF, NCS_BF16, 0, 128, 4096, 16384);
    ncs_view moving = make_view(b->p, 3, 128, 256, 0);
    moving.stride[NCS_DIMS - 1] = 8;
    matmul(b, 2, make_view(b->p, 0, 128, 128, 0), moving);
    near(ncs_interval(b->p, &b->p->instruction[0], &b->s), 256); /* 16 bytes */
    b->p->instruction[0].src[1].stride[NCS_DIMS - 1] = 9;
    near(ncs_interval(b->p, &b->p->instruction[0], &b->s), 2 * 256);
    finish(b);
}

static void test_pool_may_be_slower(void **state)
{
    (void)state;
    bench *b = start("v3");
    make_tile(b->p, "x", NCS_SBUF, NCS_F32, 0, 128, 512, 0);
    make_tile(b->p, "y", NCS_SBUF, NCS_F32, 0, 128, 512, 4096);
    copy(b, NCS_POOL, 1, 0, 512, 0);
    const double once = ncs_interval(b->p, &b->p->instruction[0], &b->s);
    b->s.constant[NCS_ENGINE_OVERHEAD] = 0;
    const double plain = ncs_interval(b->p, &b->p->instruction[0], &b->s);
    b->s.constant[NCS_POOL_SLOWDOWN] *= 2;
    near(ncs_interval(b->p, &b->p->instruction[0], &b->s), 2 * plain);
    assert_true(once >= plain);
    finish(b);
}

/* Who waits for what never comes is refused, not waited for. */
static void test_a_wait_without_a_post_ends(void **state)
{
    (void)state;
    bench *b = start("v3");
    add_pe_tiles(b, NCS_BF16);
    matmul(b, 2, make_view(b->p, 0, 128, 128, 0), make_view(b->p, 1, 128, 512, 0));
    make_wait(&b->p->instruction[0], 5, 1);
    assert_int_equal(ncs_estimate(b->p, &b->s, NULL, NULL, &b->t),
                     TRNFFT_ERROR_INVALID_ARGUMENT);
    finish(b);
}

/* Documents: an engine of v3 streams 32 KiB in 1416 ns. */
static void test_documented_dma_example(void **state)
{
    (void)state;
    bench *b = start("v3");
    ncs_settings_init(&b->s, b->p->machine);
    make_hbm(b->p, "x", NCS_F32, 8192, NCS_INPUT);
    make_tile(b->p, "s", NCS_SBUF, NCS_F32, 0, 128, 8192, 0);
    dma(b, 0, make_view(b->p, 1, 1, 8192, 0), make_view(b->p, 0, 1, 8192, 0));
    estimate(b);
    const double streaming = b->span[0].end - b->span[0].start;
    assert_true(fabs(streaming - 1416) < 0.01 * 1416);
    b->s.constant[NCS_DMA_ROW_OVERHEAD] = 0;
    estimate(b);
    assert_true(fabs(b->span[0].end - b->span[0].start - 1416) < 0.5);
    finish(b);
}

/* Documents, in words and a curve: rows of less than 256 bytes are severely bound by
 * overhead, from 2 KiB on a transfer is near the peak, 4 KiB saturate. */
static void test_documented_dma_efficiency(void **state)
{
    (void)state;
    static const struct {
        int64_t bytes;
        double least, most;
    } cases[] = { { 64, 0, 0.35 },
                  { 128, 0, 0.5 },
                  { 256, 0.4, 0.7 },
                  { 2048, 0.88, 1 },
                  { 4096, 0.94, 1 } };
    bench *b = start("v3");
    ncs_settings_init(&b->s, b->p->machine);
    add_dma_buffers(b);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ncs_instruction in = make_instruction(NCS_DMA_COPY, (ncs_stream)NCS_DMA0);
        in.dst = make_view(b->p, 2, 128, cases[i].bytes / 4, 0);
        in.src[0] = make_view(b->p, 0, 128, cases[i].bytes / 4, 0);
        const double ns = ncs_interval(b->p, &in, &b->s);
        const double peak =
            fmin(16 * b->s.constant[NCS_DMA_GBPS], b->s.constant[NCS_HBM_GBPS]);
        const double efficiency = 128 * (double)cases[i].bytes / ns / peak;
        assert_true(efficiency >= cases[i].least && efficiency <= cases[i].most);
    }
    finish(b);
}

/* Documents: dependent one-element instructions of ACT, 264 cycles, 189 ns on v2. */
static void test_documented_dependent_example(void **state)
{
    (void)state;
    bench *b = start("v2");
    ncs_settings_init(&b->s, b->p->machine);
    make_tile(b->p, "s", NCS_SBUF, NCS_F32, 0, 32, 4, 0);
    for (int i = 0; i < 3; i++) {
        ncs_instruction in = make_instruction(NCS_ACTIVATION, NCS_ACT);
        in.dst = in.src[0] = make_view(b->p, 0, 32, 1, 0);
        make_add(b->p, &in);
    }
    estimate(b);
    near(b->span[2].start - b->span[1].start, 264 / 1.4);
    finish(b);
}

/* 2048^3 in bf16 on one core of v3: 0.2184 ms at the peak; third parties measured
 * 0.2442 with everything around it. */
static void test_large_product_near_the_measured_time(void **state)
{
    (void)state;
    bench *b = start("v3");
    ncs_settings_init(&b->s, b->p->machine);
    make_tile(b->p, "a", NCS_SBUF, NCS_BF16, 0, 128, 16 * 2048, 0);
    make_tile(b->p, "x", NCS_SBUF, NCS_BF16, 0, 128, 16 * 2048, 65536);
    make_tile(b->p, "p", NCS_PSUM, NCS_F32, 0, 128, 4096, 0);
    for (int m = 0; m < 16; m++) {
        for (int n = 0; n < 4; n++) {
            for (int k = 0; k < 16; k++) {
                ncs_instruction in = make_instruction(NCS_MATMUL, NCS_PE);
                in.dst = make_view(b->p, 2, 128, 512, 512 * ((4 * m + n) % 8));
                in.src[0] = make_view(b->p, 0, 128, 128, 2048 * k + 128 * m);
                in.src[1] = make_view(b->p, 1, 128, 512, 2048 * k + 512 * n);
                in.accumulate = k > 0;
                make_add(b->p, &in);
            }
        }
    }
    estimate(b);
    assert_true(fabs(b->t.busy_ns[NCS_PE] - 218453) < 0.001 * 218453);
    assert_true(fabs(b->t.device_ns - 244200) < 0.15 * 244200);
    assert_int_equal(b->t.macs, INT64_C(1) << 33);
    finish(b);
}

/* 512 transforms of 128 points, data moving, four products and two banks: 3.41 us of
 * PE in f32 and 0.85 us in bf16; copying both banks out is 1.07 us of DVE. */
static void test_budget_of_128_points(void **state)
{
    (void)state;
    for (int low = 0; low < 2; low++) {
        bench *b = start("v3");
        ncs_settings_init(&b->s, b->p->machine);
        b->s.constant[NCS_ENGINE_OVERHEAD] = 0;
        const ncs_dtype t = low ? NCS_BF16 : NCS_F32;
        make_tile(b->p, "w", NCS_SBUF, t, 0, 128, 3 * 128, 0);
        make_tile(b->p, "x", NCS_SBUF, t, 0, 128, 1024, 2048);
        make_tile(b->p, "p", NCS_PSUM, NCS_F32, 0, 128, 1024, 0);
        make_tile(b->p, "y", NCS_SBUF, NCS_F32, 0, 128, 1024, 8192);
        static const int steps[4][3] = {
            { 0, 0, 0 }, { 2, 1, 0 }, { 1, 0, 1 }, { 0, 1, 1 }
        };
        for (int i = 0; i < 4; i++) {
            ncs_instruction in = make_instruction(NCS_MATMUL, NCS_PE);
            in.src[0] = make_view(b->p, 0, 128, 128, 128 * steps[i][0]);
            in.src[1] = make_view(b->p, 1, 128, 512, 512 * steps[i][1]);
            in.dst = make_view(b->p, 2, 128, 512, 512 * steps[i][2]);
            in.accumulate = i % 2 == 1;
            in.post = 0;
            make_add(b->p, &in);
        }
        for (int i = 0; i < 2; i++) {
            ncs_instruction in = make_instruction(NCS_COPY, NCS_DVE);
            in.src[0] = make_view(b->p, 2, 128, 512, 512 * i);
            in.dst = make_view(b->p, 3, 128, 512, 512 * i);
            make_wait(&in, 0, 2 * i + 2);
            make_add(b->p, &in);
        }
        estimate(b);
        const double pe = low ? 850 : 3410, first_load = low ? 14 : 54;
        assert_true(fabs(b->t.busy_ns[NCS_PE] - pe) < first_load + 10);
        near(b->t.busy_ns[NCS_DVE], 1024 / 0.96);
        finish(b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_matmuls_hide_their_loads),
        cmocka_unit_test(test_slow_loads_bound_short_matmuls),
        cmocka_unit_test(test_one_stationary_is_loaded_once),
        cmocka_unit_test(test_f32_takes_four_passes_and_tf32_one),
        cmocka_unit_test(test_few_stationary_columns_as_a_switch),
        cmocka_unit_test(test_transposes_on_pe),
        cmocka_unit_test(test_costs_of_the_other_engines),
        cmocka_unit_test(test_only_a_dependent_instruction_waits_for_the_result),
        cmocka_unit_test(test_interleaved_columns_do_not_depend),
        cmocka_unit_test(test_shared_ports_of_v2),
        cmocka_unit_test(test_one_transfer),
        cmocka_unit_test(test_a_queue_hides_its_latency),
        cmocka_unit_test(test_a_queue_uses_idle_engines),
        cmocka_unit_test(test_queues_share_the_engines),
        cmocka_unit_test(test_hbm_bounds_all_queues_together),
        cmocka_unit_test(test_copies_within_hbm_and_within_the_core),
        cmocka_unit_test(test_a_dependent_chain_adds_up),
        cmocka_unit_test(test_double_buffers_overlap),
        cmocka_unit_test(test_launch_and_bounds),
        cmocka_unit_test(test_collectives),
        cmocka_unit_test(test_reduce_scatter),
        cmocka_unit_test(test_scattered_columns_take_twice_as_long_on_pe),
        cmocka_unit_test(test_pool_may_be_slower),
        cmocka_unit_test(test_a_wait_without_a_post_ends),
        cmocka_unit_test(test_documented_dma_example),
        cmocka_unit_test(test_documented_dma_efficiency),
        cmocka_unit_test(test_documented_dependent_example),
        cmocka_unit_test(test_large_product_near_the_measured_time),
        cmocka_unit_test(test_budget_of_128_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
