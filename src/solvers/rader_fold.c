/* rader_fold.c - Rader's permutation of both halves of a real line. */
#include "solvers/rader_fold.h"

#include <stdbool.h>
#include <string.h>

#include <trnfft/dtype.h>

#include "backend/cpu/line_tools.h"
#include "base/primes.h"

/* Where bins 1 … h of an operand are; im: NULL where that is interleaved. */
typedef struct bins {
    void *re, *im;
} bins;

static bins bins_of(const tfi_line_operand *o, size_t size)
{
    const bool pairs = o->layout == TFI_INTERLEAVED;
    const bins b = { tfi_advance(o->re, pairs ? 2 * size : size),
                     pairs ? NULL : tfi_advance(o->im, size) };
    return b;
}

#define TEMPLATE "solvers/rader_fold_tmpl.h"
#include "solvers/both_types_tmpl.h"

void tfi_rader_fold_init(tfi_rader_fold *fold, const tfi_planner *planner,
                         const tfi_line_problem *line)
{
    fold->line = line;
    fold->kernels = tfk_table_for(planner->cpu);
    fold->h = (line->n - 1) / 2;
}

double tfi_rader_fold_in(const tfi_rader_fold *fold, const tfi_line_args *args,
                         void *pairs, void *room)
{
    return fold->line->dtype == TRNFFT_F64 ? fold_in_f64(fold, args, pairs, room)
                                           : fold_in_f32(fold, args, pairs, room);
}

void tfi_rader_fold_out(const tfi_rader_fold *fold, const tfi_line_args *args,
                        const void *pairs, double zero, void *room)
{
    if (fold->line->dtype == TRNFFT_F64) {
        fold_out_f64(fold, args, pairs, zero, room);
    } else {
        fold_out_f32(fold, args, pairs, (float)zero, room);
    }
}

static trnfft_status no_memory(const tfi_rader_fold *fold)
{
    return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY, "no memory for the tables of n = %lld",
                    (long long)fold->line->n);
}

/* All tables in one block, which begins with `from`. */
static trnfft_status allocate_tables(tfi_rader_fold *f, tfi_planner *planner,
                                     size_t *bytes)
{
    const size_t list = tfi_align_up((size_t)f->h * sizeof(int32_t));
    const size_t signs = tfi_array_bytes(f->line->dtype, f->h);
    const size_t all = 2 * list + 2 * signs;
    char *block = tfi_alloc_table(planner->alloc, all);
    if (block == NULL) {
        return no_memory(f);
    }
    *bytes += all;
    f->from = (int32_t *)(void *)block;
    f->place = (int32_t *)(void *)(block + list);
    f->sign_in = block + 2 * list;
    f->sign_out = block + 2 * list + signs;
    return TRNFFT_OK;
}

static void fill_tables(const tfi_rader_fold *f, const int32_t *powers)
{
    const int64_t n = f->line->n;
    for (int64_t q = 0; q < f->h; q++) {
        f->from[q] = tfi_folded(n, powers[q]) - 1;
        f->place[tfi_folded(n, powers[n - 1 - q]) - 1] = (int32_t)q;
    }
    if (f->line->dtype == TRNFFT_F64) {
        fill_signs_f64(f, powers);
    } else {
        fill_signs_f32(f, powers);
    }
}

static trnfft_status fill_waves(const tfi_rader_fold *f, const tfi_allocator *alloc,
                                const int32_t *powers, void *cosines, void *sines)
{
    enum { CHUNK = 256 };
    int64_t places[CHUNK];
    const uint32_t dtype = f->line->dtype;
    const int64_t n = f->line->n, half = f->h;
    tfi_trig *trig = NULL;
    TFI_TRY(tfi_trig_create(alloc, n, &trig));
    for (int64_t t = 0; t < half; t += CHUNK) {
        const int64_t count = half - t < CHUNK ? half - t : CHUNK;
        for (int64_t i = 0; i < count; i++) {
            places[i] = powers[n - 1 - t - i];
        }
        tfi_trig_list(trig, dtype, places, count, tfi_at(cosines, dtype, t),
                      tfi_at(sines, dtype, t));
    }
    tfi_trig_destroy(trig, alloc);
    return TRNFFT_OK;
}

trnfft_status tfi_rader_fold_wake(tfi_rader_fold *fold, tfi_planner *planner,
                                  size_t *bytes, void *cosines, void *sines)
{
    const int64_t n = fold->line->n;
    TFI_TRY(allocate_tables(fold, planner, bytes));
    int32_t *powers = tfi_alloc_table(planner->alloc, (size_t)n * sizeof(int32_t));
    if (powers == NULL) {
        return no_memory(fold);
    }
    tfi_root_powers(n, powers);
    fill_tables(fold, powers);
    const trnfft_status status =
        fill_waves(fold, planner->alloc, powers, cosines, sines);
    tfi_free(planner->alloc, powers);
    return status;
}

void tfi_rader_fold_free(tfi_rader_fold *fold, const tfi_allocator *alloc)
{
    tfi_free(alloc, fold->from); /* and all others */
}
