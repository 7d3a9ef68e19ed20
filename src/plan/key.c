/* key.c - the bytes that tell plans apart: everything but the pointers, of which only
 * their relations count. */
#include "plan/key.h"

/* Unsigned arithmetic throughout: views that no check has seen yet may wrap, not trap.
 */
tfi_span tfi_span_of(const trnfft_tensor *t)
{
    tfi_span s = { 0, 0, (int32_t)trnfft_dtype_size(t->dtype), TRNFFT_REAL };
    if (t->im != NULL) {
        uintptr_t pair = (uintptr_t)t->re + (uintptr_t)s.size;
        s.layout = (uintptr_t)t->im == pair ? TRNFFT_INTERLEAVED : TRNFFT_SPLIT;
    }
    uint64_t down = 0, up = 0;
    int32_t rank = t->rank >= 0 && t->rank <= TRNFFT_MAX_RANK ? t->rank : 0;
    for (int32_t d = 0; d < rank; d++) {
        if (t->shape[d] == 0) {
            return s;
        }
        uint64_t reach = (uint64_t)(t->shape[d] - 1) * (uint64_t)t->strides[d];
        if ((int64_t)reach < 0) {
            down += reach;
        } else {
            up += reach;
        }
    }
    s.lo = (int64_t)(down * (uint64_t)s.size);
    s.hi = (int64_t)((up + 1) * (uint64_t)s.size);
    return s;
}

/* A run of bytes in memory. */
typedef struct run {
    uint64_t lo, hi;
} run;

/* Of the parts; those that are missing stay as they are. */
static void runs_of(const tfi_span *s, const trnfft_operand *o, run *runs)
{
    if (s->lo == s->hi || o->re == NULL) {
        return;
    }
    uint64_t re = (uint64_t)(uintptr_t)o->re, im = (uint64_t)(uintptr_t)o->im;
    runs[0].lo = re + (uint64_t)s->lo;
    runs[0].hi = re + (uint64_t)s->hi;
    if (s->layout == TRNFFT_INTERLEAVED) {
        runs[0].hi += (uint64_t)s->size;
    } else if (s->layout == TRNFFT_SPLIT) {
        runs[1].lo = im + (uint64_t)s->lo;
        runs[1].hi = im + (uint64_t)s->hi;
    }
}

static bool runs_meet(const run *a, const run *b)
{
    return a->lo < b->hi && b->lo < a->hi;
}

bool tfi_parts_meet(const tfi_span *s, const trnfft_operand *o)
{
    run r[2] = { { 0, 0 } };
    runs_of(s, o, r);
    return runs_meet(&r[0], &r[1]);
}

/* The words of a list of relations: the first has a bit for every two runs that meet,
 * the others how far these lie from each other. */
typedef struct relations {
    uint64_t *words;
    size_t n;
    int bit;
} relations;

/* Compares the run of the part at q with that of the part at p. */
static void relate(relations *r, const run *a, const void *p, const run *b,
                   const void *q)
{
    if (runs_meet(a, b)) {
        r->words[0] |= UINT64_C(1) << r->bit;
        r->words[r->n++] = (uint64_t)(uintptr_t)q - (uint64_t)(uintptr_t)p;
    }
    r->bit++;
}

/* Parts that do not meet may lie anywhere: who knows all distances between parts that
 * do knows all elements that share memory. */
size_t tfi_relations(const tfi_span *spans, const trnfft_operand *operands,
                     int32_t n_operands, uint64_t *words)
{
    relations r = { words, 1, 0 };
    words[0] = 0;
    const void *const to[2] = { operands[1].re, operands[1].im };
    run out[2] = { { 0, 0 } };
    runs_of(&spans[1], &operands[1], out);
    relate(&r, &out[0], to[0], &out[1], to[1]);
    for (int32_t i = 0; i < n_operands; i++) {
        if (i == 1) {
            continue;
        }
        const void *const from[2] = { operands[i].re, operands[i].im };
        run in[2] = { { 0, 0 } };
        runs_of(&spans[i], &operands[i], in);
        const size_t before = r.n;
        for (int a = 0; a < 2; a++) {
            for (int b = 0; b < 2; b++) {
                relate(&r, &out[a], to[a], &in[b], from[b]);
            }
        }
        if (r.n > before) { /* its own parts matter to what is written over them */
            relate(&r, &in[0], from[0], &in[1], from[1]);
        } else {
            r.bit++;
        }
    }
    return r.n;
}

static uint64_t pack(int32_t high, int32_t low)
{
    return (uint64_t)(uint32_t)high << 32 | (uint32_t)low;
}

static size_t add_view(const trnfft_tensor *t, const tfi_span *s, uint64_t *words)
{
    size_t n = 0;
    int32_t rank = t->rank >= 0 && t->rank <= TRNFFT_MAX_RANK ? t->rank : 0;
    int32_t odd = (t->buffer != NULL) | (t->reserved[0] != 0) << 1 |
                  (t->reserved[1] != 0) << 2 | (t->re == NULL) << 3;
    words[n++] = pack(t->dtype, t->rank);
    words[n++] = pack(odd, s->layout);
    for (int32_t d = 0; d < rank; d++) {
        words[n++] = (uint64_t)t->shape[d];
        words[n++] = (uint64_t)t->strides[d];
    }
    return n;
}

static uint64_t bits(double x)
{
    union {
        double x;
        uint64_t u;
    } v = { x };
    return v.u;
}

void tfi_key_make(const tfi_kind *kind, const trnfft_problem *p,
                  const trnfft_plan_options *o, uint64_t generation, tfi_key *key)
{
    uint64_t *w = key->words;
    size_t n = 0;
    w[n++] = pack(p->kind, p->op);
    w[n++] = pack(p->norm, p->compute);
    w[n++] = pack(o->n_threads, (int32_t)o->flags);
    w[n++] = pack(o->precision, o->effort);
    w[n++] = generation;
    w[n++] = bits(o->max_rel_error);
    w[n++] = (uint64_t)p->length;
    w[n++] = (uint64_t)(uintptr_t)o->device; /* cached plans keep it alive */
    int32_t n_dim = p->n_dim >= 0 && p->n_dim <= TRNFFT_MAX_RANK ? p->n_dim : 0;
    w[n++] = pack(p->n_dim, 0);
    for (int32_t i = 0; i < n_dim; i++) {
        w[n++] = (uint64_t)(int64_t)p->dim[i];
        w[n++] = (uint64_t)p->n[i];
    }
    const trnfft_tensor *views[TFI_MAX_OPERANDS] = { &p->in, &p->out, &p->b };
    tfi_span spans[TFI_MAX_OPERANDS] = { { 0 } };
    trnfft_operand operands[TFI_MAX_OPERANDS] = { { NULL, NULL, NULL } };
    for (int32_t i = 0; i < kind->n_operands && i < TFI_MAX_OPERANDS; i++) {
        spans[i] = tfi_span_of(views[i]);
        operands[i].re = views[i]->re;
        operands[i].im = views[i]->im;
        n += add_view(views[i], &spans[i], w + n);
    }
    n += tfi_relations(spans, operands, kind->n_operands, w + n);
    if (kind->extra_key != NULL) {
        n += kind->extra_key(p, w + n);
    }
    uint64_t h = UINT64_C(0x9e3779b97f4a7c15) ^ n;
    for (size_t i = 0; i < n; i++) {
        h = (h ^ w[i]) * UINT64_C(0xbf58476d1ce4e5b9);
        h ^= h >> 31;
    }
    key->hash = h;
    key->n_words = n;
}
