/* timing_cost.c - what one instruction costs by itself.
 *
 * PE: a matmul moves its columns through the array, one a cycle, four for f32; the next
 * stationary operand loads meanwhile. DVE, ACT, POOL: one column a cycle, two operands
 * from SBUF take turns; fast modes and slow strides as documented; a fixed overhead. */
#include <math.h>
#include <string.h>

#include "ncsim/timing_parts.h"

enum { SLOW_STRIDE_BYTES = 16 };

static const ncs_buffer *buffer_of(const ncs_program *program, const ncs_view *view)
{
    return &program->buffer[view->buffer];
}

static ncs_memory memory_of(const ncs_program *program, const ncs_view *view)
{
    return buffer_of(program, view)->memory;
}

static ncs_dtype dtype_of(const ncs_program *program, const ncs_view *view)
{
    return buffer_of(program, view)->dtype;
}

/* Elements that stand side by side, from the innermost dimension on. */
static int64_t run_of(const ncs_view *view)
{
    int64_t run = 1;
    for (int d = NCS_DIMS - 1; d >= 0; d--) {
        if (view->size[d] != 1) {
            if (view->stride[d] != run) {
                break;
            }
            run *= view->size[d];
        }
    }
    return run;
}

static bool is_contiguous(const ncs_view *view)
{
    return run_of(view) == ncs_view_columns(view);
}

/* Reading or writing with such a stride gets half of a memory's bandwidth. */
static bool is_slow(const ncs_program *program, const ncs_view *view)
{
    for (int d = NCS_DIMS - 1; d >= 0; d--) {
        if (view->size[d] != 1) {
            const int64_t stride =
                view->stride[d] < 0 ? -view->stride[d] : view->stride[d];
            return stride * ncs_dtype_bytes(dtype_of(program, view)) >
                   SLOW_STRIDE_BYTES;
        }
    }
    return false;
}

/* The operands that are whole tiles, not one number a partition. */
static int operands_of(const ncs_instruction *instruction, const ncs_view *out[4])
{
    static const unsigned char tiles[NCS_N_OPS] = {
        [NCS_DMA_COPY] = 1,      [NCS_MATMUL] = 2,
        [NCS_TRANSPOSE] = 1,     [NCS_COPY] = 1,
        [NCS_TENSOR_TENSOR] = 2, [NCS_TENSOR_SCALAR] = 1,
        [NCS_ACTIVATION] = 1,    [NCS_SCALAR_TENSOR_TENSOR] = 2,
        [NCS_AFFINE_SELECT] = 1, [NCS_SELECT] = 3,
        [NCS_ALL_GATHER] = 1,    [NCS_ALL_TO_ALL] = 1,
        [NCS_PERMUTE] = 1,       [NCS_REDUCE_SCATTER] = 1,
    };
    int count = 0;
    if (instruction->dst.buffer != NCS_NO_BUFFER) {
        out[count++] = &instruction->dst;
    }
    for (int i = 0; i < tiles[instruction->op]; i++) {
        if (instruction->src[i].buffer != NCS_NO_BUFFER) {
            out[count++] = &instruction->src[i];
        }
    }
    return count;
}

bool ncs_touches(const ncs_program *program, const ncs_instruction *instruction,
                 ncs_memory memory)
{
    const ncs_view *v[4];
    const int count = operands_of(instruction, v);
    for (int i = 0; i < count; i++) {
        if (memory_of(program, v[i]) == memory) {
            return true;
        }
    }
    return false;
}

/* What all operands of a DVE, ACT or POOL instruction have in common. */
typedef struct traits {
    bool all_2_bytes, all_f32, all_sbuf, all_contiguous, slow;
    int sources_in_psum;
} traits;

static traits traits_of(const ncs_program *program, const ncs_instruction *instruction)
{
    traits t = { true, true, true, true, false, 0 };
    const ncs_view *v[4];
    const int count = operands_of(instruction, v);
    for (int i = 0; i < count; i++) {
        const ncs_dtype dtype = dtype_of(program, v[i]);
        const bool sbuf = memory_of(program, v[i]) == NCS_SBUF;
        t.all_2_bytes = t.all_2_bytes && ncs_dtype_bytes(dtype) == 2;
        t.all_f32 = t.all_f32 && dtype == NCS_F32;
        t.all_sbuf = t.all_sbuf && sbuf;
        t.all_contiguous = t.all_contiguous && is_contiguous(v[i]);
        t.slow = t.slow || is_slow(program, v[i]);
        t.sources_in_psum += v[i] != &instruction->dst && !sbuf;
    }
    return t;
}

/* Copies and operations with numbers: all of a mode's speed needs contiguous operands
 * in SBUF, half of it comes without. */
static double copy_speed(const traits *t, const ncs_instruction *instruction,
                         const double *c)
{
    if (instruction->stream == NCS_ACT) {
        const bool fast = t->all_2_bytes && instruction->op != NCS_ACTIVATION;
        return fast ? c[NCS_ACT_BF16_SPEEDUP] : 1;
    }
    if (instruction->stream != NCS_DVE) {
        return 1;
    }
    if (t->all_2_bytes) {
        const double whole = c[NCS_DVE_BF16_SPEEDUP];
        return t->all_sbuf && t->all_contiguous ? whole : fmax(1, whole / 2);
    }
    return t->all_f32 && t->all_sbuf && t->all_contiguous ? c[NCS_DVE_F32_SPEEDUP] : 1;
}

/* Two tiles: they take turns on the way from SBUF, unless one comes from PSUM. */
static double pair_speed(const traits *t, const ncs_instruction *instruction,
                         const double *c)
{
    if (t->sources_in_psum > 0) {
        return 1;
    }
    bool simple = instruction->stream == NCS_DVE;
    const int n_alus = instruction->op == NCS_TENSOR_TENSOR ? 1 : 2;
    for (int i = 0; i < n_alus; i++) {
        const unsigned alu = instruction->alu[i];
        simple =
            simple && (alu == NCS_ADD || alu == NCS_SUBTRACT || alu == NCS_MULTIPLY);
    }
    const bool fast = simple && t->all_2_bytes && t->all_sbuf && t->all_contiguous;
    return 0.5 * (fast ? c[NCS_DVE_BF16_TENSOR_SPEEDUP] : 1);
}

/* Columns a cycle. */
static double speed_of(const ncs_program *program, const ncs_instruction *instruction,
                       const double *c, bool *fast)
{
    const traits t = traits_of(program, instruction);
    double speed = 1;
    switch (instruction->op) {
    case NCS_COPY:
    case NCS_TENSOR_SCALAR:
    case NCS_ACTIVATION:
        speed = copy_speed(&t, instruction, c);
        *fast = speed > 1;
        break;
    case NCS_TENSOR_TENSOR:
    case NCS_SCALAR_TENSOR_TENSOR:
        speed = pair_speed(&t, instruction, c);
        *fast = t.sources_in_psum == 0 && speed > 0.5;
        break;
    case NCS_SELECT: speed = t.sources_in_psum > 0 ? 1 : 0.5; break;
    case NCS_MEMSET:
        speed = t.all_2_bytes && instruction->scalar[0] == 0 ? 2 : 1;
        break;
    default: break;
    }
    return t.slow ? speed / 2 : speed;
}

static ncs_cost engine_cost(const ncs_program *program,
                            const ncs_instruction *instruction, const double *c)
{
    const int stream = instruction->stream;
    const double ghz = c[stream == NCS_DVE   ? NCS_DVE_GHZ
                         : stream == NCS_ACT ? NCS_ACT_GHZ
                                             : NCS_POOL_GHZ];
    ncs_cost cost = { 0, 0, 0, false };
    const double columns = (double)ncs_view_columns(&instruction->dst);
    double cycles = columns / speed_of(program, instruction, c, &cost.fast);
    if (stream == NCS_POOL) {
        cycles *= c[NCS_POOL_SLOWDOWN];
    }
    if (instruction->op == NCS_IOTA || instruction->op == NCS_AFFINE_SELECT) {
        cycles += c[NCS_POOL_FIXED];
    }
    cycles = fmax(cycles, c[NCS_ENGINE_MIN_INTERVAL]) + c[NCS_ENGINE_OVERHEAD];
    cost.interval = cycles / ghz;
    cost.latency = c[NCS_ENGINE_LATENCY] / ghz;
    return cost;
}

/* A transpose has the data as its stationary operand and moves a unit matrix. */
static ncs_cost pe_cost(const ncs_program *program, const ncs_instruction *instruction,
                        const double *c)
{
    const ncs_view *stationary = &instruction->src[0];
    const ncs_view *moving = &instruction->src[1];
    const bool transpose = instruction->op == NCS_TRANSPOSE;
    const double loaded = (double)ncs_view_columns(stationary);
    const double moved =
        transpose ? (double)stationary->n_partitions : (double)ncs_view_columns(moving);
    double passes = 1;
    if (dtype_of(program, stationary) == NCS_F32) {
        passes = c[transpose ? NCS_PE_F32_TRANSPOSE_PASSES : NCS_PE_F32_PASSES];
    }
    double least = c[NCS_PE_MIN_INTERVAL];
    if (c[NCS_PE_MIN_BY_STATIONARY] > 0) {
        least = fmin(least, loaded);
    }
    double cycles = fmax(moved, least) * passes;
    if (!transpose && is_slow(program, moving)) {
        cycles = fmax(cycles, 2 * moved);
    }
    const double ghz = c[NCS_PE_GHZ];
    const ncs_cost cost = { loaded / c[NCS_PE_LOAD_DIVISOR] * passes / ghz,
                            cycles / ghz, c[NCS_PE_LATENCY] / ghz, false };
    return cost;
}

/* Every core sends all but its own part; log2 of the cores hops. */
static double collective_ns(const ncs_program *program,
                            const ncs_instruction *instruction, const double *c)
{
    const ncs_view *dst = &instruction->dst, *src = &instruction->src[0];
    const int64_t to = ncs_view_columns(dst) * dst->n_partitions;
    const int64_t from = ncs_view_columns(src) * src->n_partitions;
    int64_t cores =
        instruction->group > 0 ? instruction->group : program->machine->cores;
    if (instruction->op == NCS_ALL_GATHER && from > 0) {
        cores = to / from;
    } else if (instruction->op == NCS_REDUCE_SCATTER && to > 0) {
        cores = from / to;
    }
    int hops = 0;
    while (hops < 62 && (INT64_C(1) << hops) < cores) {
        hops++;
    }
    const double bytes = (double)(to > from ? to : from) *
                         (double)ncs_dtype_bytes(dtype_of(program, src));
    const double sent = instruction->op == NCS_PERMUTE || cores < 1
                            ? bytes
                            : bytes * (double)(cores - 1) / (double)cores;
    if (instruction->op == NCS_PERMUTE) {
        hops = 1;
    }
    return hops * c[NCS_COLLECTIVE_HOP] + sent / c[NCS_COLLECTIVE_GBPS];
}

ncs_cost ncs_cost_of(const ncs_program *program, const ncs_instruction *instruction,
                     const ncs_settings *settings)
{
    ncs_cost cost = { 0, 0, 0, false };
    if (instruction->op == NCS_NOP) {
        return cost;
    }
    switch (instruction->stream) {
    case NCS_PE: return pe_cost(program, instruction, settings->constant);
    case NCS_DVE:
    case NCS_ACT:
    case NCS_POOL: return engine_cost(program, instruction, settings->constant);
    case NCS_CC:
        cost.interval = collective_ns(program, instruction, settings->constant);
        break;
    default: break;
    }
    return cost;
}

static int64_t common_divisor(int64_t a, int64_t b)
{
    while (b != 0) {
        const int64_t r = a % b;
        a = b;
        b = r;
    }
    return a < 0 ? -a : a;
}

/* HBM to HBM: pieces of up to 4 KiB over all engines. */
static void spread_hbm_copy(ncs_dma_work *work, int64_t rows, int64_t runs,
                            const double *c)
{
    enum { PIECE = 4096 };
    int64_t pieces = (work->bytes + PIECE - 1) / PIECE;
    pieces = pieces > runs * rows ? pieces : runs * rows;
    const int engines = (int)(pieces < NCS_DMA_ENGINES ? pieces : NCS_DMA_ENGINES);
    const double all = (double)work->bytes + (double)pieces * c[NCS_DMA_ROW_OVERHEAD];
    for (int e = 0; e < engines; e++) {
        work->ns[e] = all / engines / c[NCS_DMA_GBPS];
    }
    work->hbm_density = 2 * (double)work->bytes / all * c[NCS_DMA_GBPS];
}

void ncs_dma_work_of(const ncs_program *program, const ncs_instruction *instruction,
                     const ncs_settings *settings, ncs_dma_work *work)
{
    const double *c = settings->constant;
    memset(work, 0, sizeof *work);
    if (instruction->op != NCS_DMA_COPY) {
        return;
    }
    const ncs_view *dst = &instruction->dst, *src = &instruction->src[0];
    const int64_t to = ncs_dtype_bytes(dtype_of(program, dst));
    const int64_t from = ncs_dtype_bytes(dtype_of(program, src));
    const int64_t columns = ncs_view_columns(dst);
    const int64_t run = common_divisor(run_of(dst), run_of(src));
    const int64_t runs = run > 0 ? columns / run : 0;
    const int64_t row_bytes = columns * (to > from ? to : from);
    const bool dst_hbm = memory_of(program, dst) == NCS_HBM;
    const bool src_hbm = memory_of(program, src) == NCS_HBM;
    work->bytes = row_bytes * dst->n_partitions;
    if (work->bytes == 0) {
        return;
    }
    if (dst_hbm && src_hbm) {
        const bool whole =
            runs == 1 && dst->row_stride == columns && src->row_stride == columns;
        spread_hbm_copy(work, whole ? 1 : dst->n_partitions, runs, c);
        return;
    }
    const double row = (double)row_bytes + (double)runs * c[NCS_DMA_ROW_OVERHEAD];
    const ncs_view *core = dst_hbm ? src : dst;
    const int32_t first = buffer_of(program, core)->partition + core->partition;
    const int per_engine = NCS_PARTITIONS / NCS_DMA_ENGINES;
    for (int32_t p = first; p < first + core->n_partitions; p++) {
        work->ns[p / per_engine % NCS_DMA_ENGINES] += row / c[NCS_DMA_GBPS];
    }
    if (dst_hbm || src_hbm) {
        work->hbm_density = (double)row_bytes / row * c[NCS_DMA_GBPS];
    }
}

/* Bytes from the first to one past the last element, and the common step of all. */
typedef struct hull {
    int64_t first, end, step, element;
} hull;

static hull hull_of(const ncs_program *program, const ncs_view *view)
{
    const int64_t size = ncs_dtype_bytes(dtype_of(program, view));
    hull h = { buffer_of(program, view)->address + view->offset * size, 0, 0, size };
    h.end = h.first + size;
    for (int d = 0; d < NCS_DIMS; d++) {
        const int64_t reach = (view->size[d] - 1) * view->stride[d] * size;
        *(reach < 0 ? &h.first : &h.end) += reach;
        if (view->size[d] > 1) {
            h.step = common_divisor(h.step, view->stride[d] * size);
        }
    }
    return h;
}

bool ncs_views_meet(const ncs_program *program, const ncs_view *a, const ncs_view *b)
{
    if (a->buffer == NCS_NO_BUFFER || b->buffer == NCS_NO_BUFFER) {
        return false;
    }
    const ncs_buffer *x = buffer_of(program, a), *y = buffer_of(program, b);
    if (x->memory != y->memory) {
        return false;
    }
    if (x->memory == NCS_HBM) {
        return a->buffer == b->buffer;
    }
    const int32_t p = x->partition + a->partition, q = y->partition + b->partition;
    if (p + a->n_partitions <= q || q + b->n_partitions <= p) {
        return false;
    }
    const hull g = hull_of(program, a), h = hull_of(program, b);
    if (g.end <= h.first || h.end <= g.first) {
        return false;
    }
    const int64_t step = common_divisor(g.step, h.step);
    if (step == 0) {
        return true; /* two single elements that overlap */
    }
    const int64_t ahead = ((h.first - g.first) % step + step) % step;
    return ahead < g.element || step - ahead < h.element;
}

static bool same_view(const ncs_view *a, const ncs_view *b)
{
    bool same = a->buffer == b->buffer && a->partition == b->partition &&
                a->n_partitions == b->n_partitions && a->offset == b->offset;
    for (int d = 0; d < NCS_DIMS && same; d++) {
        same = a->size[d] == b->size[d] &&
               (a->size[d] == 1 || a->stride[d] == b->stride[d]);
    }
    return same;
}

bool ncs_same_stationary(const ncs_program *program, int32_t a, int32_t b)
{
    const ncs_instruction *x = &program->instruction[a], *y = &program->instruction[b];
    if (x->op != NCS_MATMUL || y->op != NCS_MATMUL ||
        !same_view(&x->src[0], &y->src[0])) {
        return false;
    }
    for (int32_t i = a + 1; i < b; i++) {
        const ncs_instruction *between = &program->instruction[i];
        if (between->stream != NCS_PE &&
            ncs_views_meet(program, &between->dst, &y->src[0])) {
            return false;
        }
    }
    return true;
}

double ncs_interval(const ncs_program *program, const ncs_instruction *instruction,
                    const ncs_settings *settings)
{
    if (instruction->stream < NCS_DMA0) {
        const ncs_cost cost = ncs_cost_of(program, instruction, settings);
        return fmax(cost.load, cost.interval);
    }
    ncs_dma_work work;
    ncs_dma_work_of(program, instruction, settings, &work);
    double longest = 0, all = 0;
    for (int e = 0; e < NCS_DMA_ENGINES; e++) {
        longest = fmax(longest, work.ns[e]);
        all += work.ns[e];
    }
    return fmax(longest, all * work.hbm_density / settings->constant[NCS_HBM_GBPS]);
}
