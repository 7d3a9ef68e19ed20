/* kernel_tools.c - operands, copies, rings and tables for kernels. */
#include "backend/neuron/kernels/kernel_tools.h"

#include <string.h>

#include "base/half.h"
#include "base/trig.h"

void tfn_begin(tfn_writer *w, ncs_builder *b, const tfi_neuron_job *job)
{
    memset(w, 0, sizeof *w);
    w->b = b;
    w->mode = (tfi_neuron_mode)job->mode;
    w->io = (ncs_dtype)job->io;
    w->fine_tables = job->mode == TFI_NEURON_BF16 && job->task == TFI_NEURON_DFT;
    w->pool_on = !ncs_builder_machine(b)->dve_pool_exclude;
}

bool tfn_failed(const tfn_writer *w)
{
    return ncs_builder_status(w->b) != TRNFFT_OK;
}

tfn_pair tfn_inputs(tfn_writer *w, const char *re, const char *im, int64_t rows,
                    int64_t columns)
{
    tfn_pair p = { ncs_no_view(), ncs_no_view() };
    p.re = ncs_input(w->b, re, w->io, rows, columns);
    if (im != NULL) {
        p.im = ncs_input(w->b, im, w->io, rows, columns);
    }
    return p;
}

tfn_pair tfn_outputs(tfn_writer *w, const char *re, const char *im, int64_t rows,
                     int64_t columns)
{
    tfn_pair p = { ncs_no_view(), ncs_no_view() };
    p.re = ncs_output(w->b, re, w->io, rows, columns);
    if (im != NULL) {
        p.im = ncs_output(w->b, im, w->io, rows, columns);
    }
    return p;
}

ncs_dtype tfn_operand_dtype(const tfn_writer *w)
{
    return w->mode == TFI_NEURON_BF16 || w->mode == TFI_NEURON_BF16X3 ? NCS_BF16
                                                                      : NCS_F32;
}

static tfn_operand operand_of(tfn_writer *w, const char *name, int parts,
                              int32_t partitions, int64_t columns)
{
    tfn_operand o = { parts, { ncs_no_view(), ncs_no_view() } };
    for (int i = 0; i < o.parts; i++) {
        o.part[i] = ncs_sbuf(w->b, name, tfn_operand_dtype(w), partitions, columns);
    }
    return o;
}

tfn_operand tfn_operand_tile(tfn_writer *w, const char *name, int32_t partitions,
                             int64_t columns)
{
    return operand_of(w, name, w->mode == TFI_NEURON_BF16X3 ? 2 : 1, partitions,
                      columns);
}

void tfn_operand_free(tfn_writer *w, tfn_operand o)
{
    for (int i = 0; i < o.parts; i++) {
        ncs_free(w->b, o.part[i]);
    }
}

tfn_operand tfn_operand_rows(tfn_operand o, int32_t first, int32_t count)
{
    for (int i = 0; i < o.parts; i++) {
        o.part[i] = ncs_rows(o.part[i], first, count);
    }
    return o;
}

tfn_operand tfn_operand_columns(tfn_operand o, int64_t first, int64_t count,
                                int64_t step)
{
    for (int i = 0; i < o.parts; i++) {
        o.part[i] = ncs_columns(o.part[i], first, count, step);
    }
    return o;
}

tfn_operand tfn_operand_pattern(tfn_operand o, int64_t offset, int n_dims,
                                const int64_t *size, const int64_t *stride)
{
    for (int i = 0; i < o.parts; i++) {
        o.part[i] = ncs_pattern(o.part[i], offset, n_dims, size, stride);
    }
    return o;
}

void tfn_operand_store(tfn_writer *w, tfn_operand dst, ncs_view src)
{
    tfn_copy(w, dst.part[0], src);
    if (dst.parts == 2) { /* what rounding the high part lost */
        bool psum = ncs_builder_memory(w->b, src) == NCS_PSUM;
        unsigned engines = TFN_DVE | (!psum && w->pool_on ? TFN_POOL : 0);
        ncs_stream engine =
            tfn_choose(w, engines, ncs_view_columns(&src), psum ? 1 : 2);
        ncs_tensor_tensor(w->b, engine, dst.part[1], src, NCS_SUBTRACT, dst.part[0]);
    }
}

/* f64 to bf16 and back, to nearest even. */
static double rounded_to_bf16(double x)
{
    float f = tfi_f64_to_f32_odd(x);
    return (double)tfi_bf16_to_f32(tfi_f32_to_bf16(f));
}

tfn_operand tfn_constant(tfn_writer *w, const char *name, int32_t rows, int64_t columns,
                         const double *values)
{
    int parts = w->mode == TFI_NEURON_BF16X3 || w->fine_tables ? 2 : 1;
    tfn_operand o = operand_of(w, name, parts, rows, columns);
    if (values == NULL || tfn_failed(w)) {
        return o;
    }
    ncs_view table = ncs_table(w->b, name, tfn_operand_dtype(w), rows, columns, values);
    ncs_dma(w->b, -1, o.part[0], table);
    if (o.parts == 2) {
        double *low = tfn_values(w, rows * columns);
        for (int64_t i = 0; low != NULL && i < rows * columns; i++) {
            low[i] = values[i] - rounded_to_bf16(values[i]);
        }
        if (low != NULL) {
            table = ncs_table(w->b, name, NCS_BF16, rows, columns, low);
            ncs_dma(w->b, -1, o.part[1], table);
        }
        tfn_values_free(w, low);
    }
    return o;
}

void tfn_product(tfn_writer *w, ncs_view dst, tfn_operand stationary,
                 tfn_operand moving, bool first)
{
    ncs_accumulate how = first ? NCS_OVERWRITE : NCS_ACCUMULATE;
    for (int s = stationary.parts - 1; s >= 0; s--) { /* small products first */
        for (int m = s == 0 ? moving.parts - 1 : 0; m >= 0; m--) {
            ncs_matmul(w->b, dst, stationary.part[s], moving.part[m], how);
            how = NCS_ACCUMULATE;
        }
    }
}

ncs_view tfn_vector_constant(tfn_writer *w, const char *name, int32_t partitions,
                             int32_t rows, int64_t columns, const double *values)
{
    ncs_view tile = ncs_sbuf(w->b, name, NCS_F32, partitions, columns);
    if (values != NULL) {
        ncs_view table = ncs_table(w->b, name, NCS_F32, rows, columns, values);
        if (rows == 1 && partitions > 1) {
            table.n_partitions = partitions;
            table.row_stride = 0;
        }
        ncs_dma(w->b, -1, tile, table);
    }
    return tile;
}

void tfn_level(tfn_writer *w)
{
    memset(w->busy, 0, sizeof w->busy);
}

ncs_stream tfn_choose(tfn_writer *w, unsigned engines, int64_t columns, int inputs)
{
    static const ncs_constant clock[] = { NCS_PE_GHZ, NCS_DVE_GHZ, NCS_ACT_GHZ,
                                          NCS_POOL_GHZ };
    const ncs_machine *m = ncs_builder_machine(w->b);
    double least = (double)tfn_max(
        columns * inputs, (int64_t)m->constant[NCS_ENGINE_MIN_INTERVAL].middle);
    ncs_stream best = NCS_DVE;
    double best_end = -1.0;
    for (int e = NCS_DVE; e <= NCS_POOL; e++) {
        if ((engines >> e & 1U) == 0) {
            continue;
        }
        double cycles = least + m->constant[NCS_ENGINE_OVERHEAD].middle;
        double end = w->busy[e] + cycles / m->constant[clock[e]].middle;
        if (best_end < 0.0 || end < best_end) {
            best = (ncs_stream)e;
            best_end = end;
        }
    }
    w->busy[best] = best_end;
    return best;
}

/* POOL does not reach PSUM; on v2 it keeps DVE from SBUF. */
static unsigned copy_engines(const tfn_writer *w, ncs_view dst, ncs_view src)
{
    bool psum = ncs_builder_memory(w->b, dst) == NCS_PSUM ||
                ncs_builder_memory(w->b, src) == NCS_PSUM;
    return TFN_DVE | TFN_ACT | (!psum && w->pool_on ? TFN_POOL : 0);
}

void tfn_copy(tfn_writer *w, ncs_view dst, ncs_view src)
{
    unsigned engines = copy_engines(w, dst, src);
    ncs_copy(w->b, tfn_choose(w, engines, ncs_view_columns(&src), 1), dst, src);
}

void tfn_combine(tfn_writer *w, ncs_view dst, ncs_view x, ncs_alu op, ncs_view y)
{
    unsigned engines = TFN_DVE | (w->pool_on ? TFN_POOL : 0);
    ncs_tensor_tensor(w->b, tfn_choose(w, engines, ncs_view_columns(&x), 2), dst, x, op,
                      y);
}

void tfn_scale(tfn_writer *w, ncs_view dst, ncs_view src, double factor)
{
    unsigned engines = copy_engines(w, dst, src);
    ncs_stream engine = tfn_choose(w, engines, ncs_view_columns(&src), 1);
    if (engine == NCS_ACT) {
        ncs_activation(w->b, dst, NCS_IDENTITY, src, factor, 0.0);
    } else {
        ncs_tensor_scalar(w->b, engine, dst, src, NCS_MULTIPLY, factor, NCS_BYPASS,
                          0.0);
    }
}

void tfn_ring_free(tfn_writer *w, const tfn_ring *r)
{
    for (int i = 0; i < r->count; i++) {
        tfn_operand_free(w, r->tile[i]);
    }
}

static tfn_ring ring(int count)
{
    tfn_ring r;
    memset(&r, 0, sizeof r);
    r.count = count < TFN_RING_MOST ? count : TFN_RING_MOST;
    return r;
}

static tfn_operand plain(ncs_view tile)
{
    return (tfn_operand){ 1, { tile, ncs_no_view() } };
}

tfn_ring tfn_ring_sbuf(tfn_writer *w, const char *name, int count, ncs_dtype t,
                       int32_t partitions, int64_t columns)
{
    tfn_ring r = ring(count);
    for (int i = 0; i < r.count; i++) {
        r.tile[i] = plain(ncs_sbuf(w->b, name, t, partitions, columns));
    }
    return r;
}

tfn_ring tfn_ring_psum(tfn_writer *w, const char *name, int count, int32_t partitions,
                       int64_t columns)
{
    tfn_ring r = ring(count);
    for (int i = 0; i < r.count; i++) {
        r.tile[i] = plain(ncs_psum(w->b, name, NCS_F32, partitions, columns));
    }
    return r;
}

tfn_ring tfn_ring_operand(tfn_writer *w, const char *name, int count,
                          int32_t partitions, int64_t columns)
{
    tfn_ring r = ring(count);
    for (int i = 0; i < r.count; i++) {
        r.tile[i] = tfn_operand_tile(w, name, partitions, columns);
    }
    return r;
}

tfn_operand tfn_ring_next_operand(tfn_ring *r)
{
    return r->tile[r->next++ % r->count];
}

ncs_view tfn_ring_next(tfn_ring *r)
{
    return tfn_ring_next_operand(r).part[0];
}

double *tfn_values(tfn_writer *w, int64_t count)
{
    if (tfn_failed(w)) {
        return NULL;
    }
    size_t bytes = (size_t)count * sizeof(double);
    double *values = tfi_alloc_zeroed(ncs_builder_allocator(w->b), bytes);
    if (values == NULL) {
        ncs_builder_fail(w->b, tfi_fail_memory("neuron kernel", bytes));
    }
    return values;
}

void tfn_values_free(tfn_writer *w, double *values)
{
    tfi_free(ncs_builder_allocator(w->b), values);
}

bool tfn_fourier(tfn_writer *w, int64_t n, int sign, double scale, int64_t rows,
                 int64_t columns, double *re, double *im, int64_t stride)
{
    const tfi_allocator *a = ncs_builder_allocator(w->b);
    double *line = tfn_values(w, 2 * columns);
    tfi_trig *trig = NULL;
    if (line != NULL) {
        ncs_builder_fail(w->b, tfi_trig_create(a, n, &trig));
    }
    bool fine = line != NULL && trig != NULL;
    for (int64_t r = 0; r < rows && fine; r++) {
        tfi_trig_fill_f64(trig, 0, r, columns, line, line + columns, 1);
        for (int64_t c = 0; c < columns; c++) {
            if (re != NULL) {
                re[r * stride + c] = scale * line[c];
            }
            if (im != NULL) { /* the table has -sin */
                im[r * stride + c] = -(double)sign * scale * line[columns + c];
            }
        }
    }
    tfi_trig_destroy(trig, a);
    tfn_values_free(w, line);
    return fine;
}

bool tfn_roots(tfn_writer *w, int64_t n, int sign, int64_t count, double *re,
               double *im)
{
    const tfi_allocator *a = ncs_builder_allocator(w->b);
    tfi_trig *trig = NULL;
    ncs_builder_fail(w->b, tfi_trig_create(a, n, &trig));
    if (trig == NULL) {
        return false;
    }
    tfi_trig_fill_f64(trig, 0, 1, count, re, im, 1);
    for (int64_t k = 0; k < count; k++) {
        im[k] *= -(double)sign;
    }
    tfi_trig_destroy(trig, a);
    return true;
}
