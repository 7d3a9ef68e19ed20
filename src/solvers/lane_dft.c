/* lane_dft.c - a DFT over lanes, depth first.
 *
 * With n = R1 R2 R3 (or R1 R2): the first pass makes R1 blocks in a buffer of n rows;
 * each block is then taken apart in turn, in a buffer of n / R1 rows, and the last pass
 * writes its rows to the output, R1 apart. */
#include "solvers/lane_dft.h"

#include <string.h>

#include <trnfft/dtype.h>

#include "base/status.h"

enum {
    LINE = 64
}; /* bytes between blocks, so that their legs fall into different sets */

int64_t tfi_lane_group(const tfk_table *kernels, uint32_t dtype)
{
    const int64_t least = LINE / 2 / (int64_t)tfi_type_bytes(dtype);
    const int64_t vector = kernels->lanes[tfi_type_index(dtype)];
    return vector > least ? vector : least;
}

/* Cycles of a pass for each vector of points, moves included: measured on one core with
 * 16 registers, 4, 8 and 16 in the first-level cache, the others from whole transforms.
 */
static const double pass_cycles[TFK_MAX_RADIX + 1] = {
    0, 0, 0, 0, 5.4, 6.8, 7.2, 9.6, 6.0, 10.6, 10.5, 0, 11.2, 0, 0, 0, 8.9,
};
/* How much more vectors of 64 bytes take, from whole transforms. */
static const double wide_vectors = 1.35;

typedef struct search {
    int n_radices, radices[TFK_MAX_RADIX]; /* those of n, the largest first */
    bool has[TFK_MAX_RADIX + 1];           /* whether a radix is among them */
    double best;
    int n_passes, radix[TFI_LANE_PASSES];
} search;

/* Pass number `depth` of a sequence of that price so far. */
static void end_with(search *s, int r, int depth, int radix[], double cost)
{
    if (s->n_passes == 0 || cost < 0.999 * s->best) {
        radix[depth] = r;
        s->best = cost;
        s->n_passes = depth + 1;
        memcpy(s->radix, radix, sizeof s->radix);
    }
}

/* Tries all radices for pass number `depth`; m > 1: what is left of n. */
static void try_passes(search *s, uint32_t m, int depth, int radix[], double cost)
{
    static const double pass = 0.8;     /* calls */
    if (depth == TFI_LANE_PASSES - 1) { /* which has to do all of it */
        if (m <= TFK_MAX_RADIX && s->has[m]) {
            end_with(s, (int)m, depth, radix, cost + pass_cycles[m] + pass);
        }
        return;
    }
    for (int i = 0; i < s->n_radices; i++) {
        const uint32_t r = (uint32_t)s->radices[i];
        const double more = cost + pass_cycles[r] + pass;
        if (m == r && depth > 0) {
            end_with(s, (int)r, depth, radix, more);
        } else if (m != r && m % r == 0) {
            radix[depth] = (int)r;
            try_passes(s, m / r, depth + 1, radix, more);
        }
    }
}

bool tfi_lane_dft_find(const tfi_planner *planner, uint32_t dtype, int64_t n,
                       tfi_lane_dft *d, double *cost_ns)
{
    int radix[TFI_LANE_PASSES] = { 0 };
    const tfk_sweep_table *kernels = tfk_sweep_for(planner->cpu);
    search s = { 0 };
    for (int r = TFK_MAX_RADIX; r > 1 && n <= UINT32_MAX; r--) {
        if ((uint32_t)n % (uint32_t)r == 0 &&
            kernels->legs[tfi_type_index(dtype)][r] != NULL) {
            s.radices[s.n_radices++] = r;
            s.has[r] = true;
        }
    }
    try_passes(&s, (uint32_t)n, 0, radix, 0);
    memset(d, 0, sizeof *d);
    d->kernels = kernels;
    d->dtype = dtype;
    d->n = n;
    d->n_passes = s.n_passes;
    memcpy(d->radix, s.radix, sizeof d->radix);
    const int lanes = tfk_table_for(planner->cpu)->lanes[tfi_type_index(dtype)];
    const bool wide = (size_t)lanes * tfi_type_bytes(dtype) >= LINE;
    *cost_ns =
        tfi_cost_cycles(planner, dtype, n, wide ? wide_vectors * s.best : s.best);
    return s.n_passes > 0;
}

static trnfft_status make_twiddles(tfi_lane_dft *d, const tfi_allocator *alloc,
                                   int pass, int64_t n, size_t *table_bytes)
{
    const int64_t row = d->radix[pass] - 1, m = n / d->radix[pass];
    const size_t bytes = tfi_array_bytes(d->dtype, 2 * m * row);
    d->twiddle[pass] = tfi_alloc_table(alloc, bytes);
    if (d->twiddle[pass] == NULL) {
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY,
                        "no memory for %zu bytes of twiddles", bytes);
    }
    *table_bytes += bytes;
    tfi_trig *trig = NULL;
    TFI_TRY(tfi_trig_create(alloc, n, &trig));
    for (int64_t p = 0; p < m; p++) {
        if (d->dtype == TRNFFT_F64) {
            double *w = (double *)d->twiddle[pass] + 2 * p * row;
            tfi_trig_fill_f64(trig, p, p, row, w, w + 1, 2);
        } else {
            float *w = (float *)d->twiddle[pass] + 2 * p * row;
            tfi_trig_fill_f32(trig, p, p, row, w, w + 1, 2);
        }
    }
    tfi_trig_destroy(trig, alloc);
    return TRNFFT_OK;
}

trnfft_status tfi_lane_dft_wake(tfi_lane_dft *d, const tfi_allocator *alloc,
                                size_t *table_bytes)
{
    int64_t n = d->n;
    for (int i = 0; i + 1 < d->n_passes; i++) {
        TFI_TRY(make_twiddles(d, alloc, i, n, table_bytes));
        n /= d->radix[i];
    }
    return TRNFFT_OK;
}

void tfi_lane_dft_fini(tfi_lane_dft *d, const tfi_allocator *alloc)
{
    for (int i = 0; i + 1 < TFI_LANE_PASSES; i++) {
        tfi_free(alloc, d->twiddle[i]);
    }
}

void tfi_lane_dft_print(const tfi_lane_dft *d, tfi_printer *printer)
{
    for (int i = 0; i < d->n_passes; i++) {
        tfi_printf(printer, "%s%d", i == 0 ? "" : "x", d->radix[i]);
    }
}

/* Components from block to block after a pass that leaves m rows: no power of two. */
static int64_t block_step(const tfi_lane_dft *d, int64_t m, int64_t group)
{
    return 2 * m * group + LINE / (int64_t)tfi_type_bytes(d->dtype);
}

/* Components of a group after pass `i` over n rows. */
static int64_t group_step(const tfi_lane_dft *d, int i, int64_t n, int64_t group)
{
    return d->radix[i] * block_step(d, n / d->radix[i], group);
}

size_t tfi_lane_dft_scratch(const tfi_lane_dft *d, int64_t group, int64_t n_groups)
{
    const int64_t m = d->n / d->radix[0];
    size_t inner =
        d->n_passes > 2
            ? tfi_array_bytes(d->dtype, n_groups * group_step(d, 1, m, group))
            : 0;
    return tfi_array_bytes(d->dtype, n_groups * group_step(d, 0, d->n, group)) + inner;
}

static void first_pass(const tfi_lane_dft *d, const tfi_lane_args *args)
{
    const int64_t group = args->groups.group, m = d->n / d->radix[0];
    tfk_legs legs;
    legs.in_re = args->in.re;
    legs.in_im = args->in.im;
    legs.in_stride = args->in.stride;
    legs.in_group = args->groups.in;
    legs.out = args->scratch;
    legs.out_leg = block_step(d, m, group);
    legs.out_group = group_step(d, 0, d->n, group);
    legs.m = m;
    legs.group = group;
    legs.n_groups = args->groups.n_groups;
    legs.twiddle = d->twiddle[0];
    legs.ahead = args->ahead;
    legs.in_interleaved = args->in.layout == TFI_INTERLEAVED;
    legs.conj_in = args->conj_in;
    d->kernels->legs[tfi_type_index(d->dtype)][d->radix[0]](&legs);
}

/* Second of three passes, over block k of all groups. */
static void middle_pass(const tfi_lane_dft *d, const tfi_lane_groups *g, void *blocks,
                        int64_t k, void *out)
{
    const int64_t m = d->n / d->radix[0];
    void *in = tfi_at(blocks, d->dtype, k * block_step(d, m, g->group));
    tfk_legs legs;
    legs.in_re = in;
    legs.in_im = tfi_at(in, d->dtype, g->group);
    legs.in_stride = 2 * g->group;
    legs.in_group = group_step(d, 0, d->n, g->group);
    legs.out = out;
    legs.m = m / d->radix[1];
    legs.out_leg = block_step(d, legs.m, g->group);
    legs.out_group = group_step(d, 1, m, g->group);
    legs.group = g->group;
    legs.n_groups = g->n_groups;
    legs.twiddle = d->twiddle[1];
    legs.ahead = 0;
    legs.in_interleaved = 0;
    legs.conj_in = 0;
    d->kernels->legs[tfi_type_index(d->dtype)][d->radix[1]](&legs);
}

void tfi_lane_dft_execute(const tfi_lane_dft *d, const tfi_lane_args *args)
{
    const uint32_t dtype = d->dtype;
    const tfi_lane_groups *g = &args->groups;
    const int64_t m = d->n / d->radix[0], row = args->out.stride;
    const int64_t all = group_step(d, 0, d->n, g->group);
    char *inner = (char *)args->scratch + tfi_array_bytes(dtype, g->n_groups * all);
    const int last = d->n_passes - 1;
    void (*ends_of)(const tfk_ends *) =
        d->kernels->ends[tfi_type_index(dtype)][d->radix[last]];
    tfk_ends ends;
    ends.group = g->group;
    ends.n_groups = g->n_groups;
    ends.out_re = args->out.re;
    ends.out_im = args->out.im;
    ends.out_group = g->out;
    ends.scale = args->scale;
    ends.conj_out = args->conj_out;
    ends.out_interleaved = args->out.layout == TFI_INTERLEAVED;
    ends.stream = args->stream;
    first_pass(d, args);
    if (last == 1) {
        ends.in = args->scratch;
        ends.in_group = all;
        ends.in_outer = block_step(d, m, g->group);
        ends.n_outer = d->radix[0];
        ends.out_outer = row;
        ends.out_leg = d->radix[0] * row;
        ends_of(&ends);
        return;
    }
    ends.in = inner;
    ends.in_group = group_step(d, 1, m, g->group);
    ends.in_outer = block_step(d, d->radix[2], g->group);
    ends.n_outer = d->radix[1];
    ends.out_outer = d->radix[0] * row;
    ends.out_leg = d->radix[1] * ends.out_outer;
    for (int64_t k = 0; k < d->radix[0]; k++) {
        middle_pass(d, g, args->scratch, k, inner);
        ends.out_re = tfi_at(args->out.re, dtype, k * row);
        ends.out_im = tfi_at(args->out.im, dtype, k * row);
        ends_of(&ends);
    }
}
