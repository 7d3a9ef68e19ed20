/* multiply.c - elementwise products of complex arrays (masks, spectra): y = x w.
 *
 * Arrays are flat: 128 partitions take L consecutive numbers each, blocks one after the
 * other; what is left is folded again, the last numbers fill one row. All partitions,
 * even where runs get short: a DMA engine serves eight of them, and sixteen engines
 * with short runs are faster than two with long ones. With re | im side by side in
 * SBUF, t = [xr | xi] [wr | wr],  u = [xi | xr] [wi | wi],  yr = t0 - u0,  yi = t1 +
 * u1: four instructions, wr and wi read twice by a step of 0, xi | xr by one back. DVE
 * and POOL take a product and a sum each (v2: DVE all). Every operation rounds to f32,
 * whatever the mode: that keeps all of their promises.
 *
 * Budget of a block, v3: DVE and POOL 6 L cycles each, 6.2 L ns; DMA 6 x 512 L bytes,
 * 8.5 L ns and 192 bytes a run: bound by DMA. Predicted on v3: 64 x 32 4.1 us, 256 x
 * 128 6.1, 1024 x 512 42 (DMA 92 %).
 */
#include "backend/neuron/kernels/kernels.h"
#include "backend/neuron/kernels/kernel_tools.h"

#include <string.h>

enum { LEAST = 128, MOST = 1024 }; /* numbers of a row, where there are so many */

typedef struct multiply {
    tfn_writer *w;
    tfn_pair x, by, y;
    tfn_ring tile[5]; /* x, w, t, u, y: re | im each */
} multiply;

static ncs_view part(ncs_view tile, int64_t columns, int i)
{
    return ncs_columns(tile, i * columns, columns, 1);
}

static ncs_view flat(tfn_pair p, int i, int64_t offset, int32_t rows, int64_t columns)
{
    int64_t one = 1;
    return ncs_hbm_rows(i == 0 ? p.re : p.im, offset, rows, columns, 1, &columns, &one);
}

static void block(multiply *m, int64_t offset, int32_t rows, int64_t columns)
{
    tfn_writer *w = m->w;
    ncs_view t[5];
    for (int i = 0; i < 5; i++) {
        t[i] = ncs_columns(ncs_rows(tfn_ring_next(&m->tile[i]), 0, rows), 0,
                           2 * columns, 1);
    }
    ncs_note(w->b, "load");
    for (int i = 0; i < 2; i++) {
        ncs_dma(w->b, -1, part(t[0], columns, i), flat(m->x, i, offset, rows, columns));
        ncs_dma(w->b, -1, part(t[1], columns, i),
                flat(m->by, i, offset, rows, columns));
    }
    ncs_note(w->b, "multiply");
    int64_t size[] = { 2, columns }, same[] = { 0, 1 }, back[] = { -columns, 1 };
    ncs_stream other = w->pool_on ? NCS_POOL : NCS_DVE;
    ncs_tensor_tensor(w->b, NCS_DVE, t[2], t[0], NCS_MULTIPLY,
                      ncs_pattern(t[1], 0, 2, size, same));
    ncs_tensor_tensor(w->b, other, t[3], ncs_pattern(t[0], columns, 2, size, back),
                      NCS_MULTIPLY, ncs_pattern(t[1], columns, 2, size, same));
    ncs_tensor_tensor(w->b, NCS_DVE, part(t[4], columns, 0), part(t[2], columns, 0),
                      NCS_SUBTRACT, part(t[3], columns, 0));
    ncs_tensor_tensor(w->b, other, part(t[4], columns, 1), part(t[2], columns, 1),
                      NCS_ADD, part(t[3], columns, 1));
    ncs_note(w->b, "store");
    for (int i = 0; i < 2; i++) {
        ncs_dma(w->b, -1, flat(m->y, i, offset, rows, columns), part(t[4], columns, i));
    }
}

static int64_t total_of(const tfi_neuron_job *job)
{
    int64_t total = job->batch;
    for (int d = 0; d < job->rank; d++) {
        total *= job->n[d];
    }
    return total;
}

static bool accepts(const ncs_machine *machine, const tfi_neuron_job *job)
{
    (void)machine;
    return job->scale == 1.0 && total_of(job) >= 1;
}

static void build(ncs_builder *b, const tfi_neuron_job *job)
{
    tfn_writer w;
    multiply m;
    tfn_begin(&w, b, job);
    memset(&m, 0, sizeof m);
    m.w = &w;
    int64_t total = total_of(job), each = total / NCS_PARTITIONS;
    m.x = tfn_inputs(&w, "xr", "xi", 1, total);
    m.by = tfn_inputs(&w, "wr", "wi", 1, total);
    m.y = tfn_outputs(&w, "yr", "yi", 1, total);
    int64_t columns = tfn_min(tfn_max(each / 4, LEAST), MOST); /* four blocks or more */
    columns = tfn_max(tfn_min(columns, each), total < NCS_PARTITIONS ? total : 1);
    int64_t widest = tfn_max(columns, tfn_min(total, NCS_PARTITIONS - 1));
    static const char *const names[] = { "x", "w", "t", "u", "y" };
    for (int i = 0; i < 5; i++) {
        ncs_dtype type = i == 4 ? w.io : NCS_F32;
        m.tile[i] = tfn_ring_sbuf(&w, names[i], 3, type, NCS_PARTITIONS, 2 * widest);
    }
    for (int64_t done = 0; done < total && !tfn_failed(&w);) {
        int64_t left = total - done;
        if (left < NCS_PARTITIONS) {
            block(&m, done, 1, left);
            done += left;
            continue;
        }
        int64_t wide = tfn_min(columns, left / NCS_PARTITIONS);
        block(&m, done, NCS_PARTITIONS, wide);
        done += NCS_PARTITIONS * wide;
    }
}

const tfi_neuron_kernel tfi_neuron_multiply = {
    "multiply",
    "elementwise complex product in four instructions",
    TFI_NEURON_MULTIPLY,
    accepts,
    build,
};
