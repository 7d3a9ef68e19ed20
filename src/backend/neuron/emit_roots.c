/* emit_roots.c - tables that are roots of unity, so that the driver can compute them:
 * rows r of two or three blocks of f columns k, each the cosines or sines of
 * 2 pi r k / n or their negatives, times a scale.
 */
#include "backend/neuron/emit_parts.h"

#include <math.h>
#include "base/half.h"
#include "base/trig.h"
#include "ncsim/number.h"

enum { LEAST = 1024 }; /* shorter tables are not worth it */

typedef struct roots {
    const float *value;
    const tfi_trig *trig;
    int64_t rows, f, n;
    int blocks;
    double scale;
    int kind[3]; /* +1, -1: cosines; +2, -2: sines */
} roots;

static bool equal(const roots *t, int block, int kind)
{
    for (int64_t r = 0; r < t->rows; r++) {
        const float *row = t->value + (r * t->blocks + block) * t->f;
        for (int64_t k = 0; k < t->f; k++) {
            double re = 0, im = 0;
            tfi_trig_one(t->trig, (r * k) % t->n, &re, &im);
            const double x = kind == 1 || kind == -1 ? re : -im;
            if ((float)(t->scale * (kind < 0 ? -x : x)) != row[k]) {
                return false;
            }
        }
    }
    return true;
}

static bool find_kinds(roots *t)
{
    static const int kinds[4] = { 1, 2, -2, -1 };
    for (int b = 0; b < t->blocks; b++) {
        t->kind[b] = 0;
        for (int i = 0; i < 4 && t->kind[b] == 0; i++) {
            t->kind[b] = equal(t, b, kinds[i]) ? kinds[i] : 0;
        }
        if (t->kind[b] == 0) {
            return false;
        }
    }
    return true;
}

/* With so many blocks: row 0 says how wide they are and what the scale is. */
static bool find_blocks(roots *t, int64_t elements, const tfi_neuron_job *job,
                        const tfi_allocator *alloc)
{
    int64_t f = 0;
    while (f < elements && t->value[f] == t->value[0]) {
        f++;
    }
    if (f < 2 || elements % (f * t->blocks) != 0) {
        return false;
    }
    t->f = f;
    t->rows = elements / (f * t->blocks);
    t->scale = 0;
    for (int b = 0; b < t->blocks; b++) {
        t->scale = fmax(t->scale, fabs((double)t->value[b * f]));
    }
    /* The job's own scale where it is this one: in f32 it may have been rounded. */
    if (job != NULL && (float)fabs(job->scale) == (float)t->scale) {
        t->scale = fabs(job->scale);
    }
    const int64_t sizes[2] = { t->rows * f, f };
    for (int i = 0; i < 2 && t->scale > 0; i++) {
        tfi_trig *trig = NULL;
        t->n = sizes[i];
        if (tfi_trig_create(alloc, t->n, &trig) != TRNFFT_OK) {
            return false;
        }
        t->trig = trig;
        bool found = find_kinds(t);
        tfi_trig_destroy(trig, alloc);
        if (found) {
            return true;
        }
    }
    return false;
}

bool tfi_emit_roots(tfi_emitter *e, const ncs_buffer *buffer)
{
    if (buffer->dtype != NCS_F32 || buffer->elements < LEAST) {
        return false;
    }
    roots t = { .value = buffer->data };
    bool found = false;
    for (int blocks = 2; blocks <= 3 && !found; blocks++) {
        t.blocks = blocks;
        found = find_blocks(&t, buffer->elements, e->job, e->program->alloc);
    }
    if (!found) {
        return false;
    }
    uint64_t sum = 0;
    for (int64_t i = 0; i < buffer->elements; i++) {
        sum += t.value[i] != 0.0F ? tfi_f32_bits(t.value[i]) : 0;
    }
    static const char *const names[5] = { "-s", "-c", "", "c", "s" };
    char scale[NCS_NUMBER_BYTES];
    ncs_number_text(t.scale, scale);
    tfi_printf(e->out,
               "    \"%s\": (\"float32\", %lld, \"roots\", (%lld, %lld, %lld, %s",
               buffer->name, (long long)buffer->elements, (long long)t.rows,
               (long long)t.f, (long long)t.n, scale);
    for (int b = 0; b < t.blocks; b++) {
        tfi_printf(e->out, ", \"%s\"", names[t.kind[b] + 2]);
    }
    tfi_printf(e->out, "), %llu),\n", (unsigned long long)sum);
    return true;
}
