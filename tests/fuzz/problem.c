/* Builds operands: layouts, strides and overlaps of every kind, in exactly sized
 * memory. */
#include "fuzz/problem.h"

#include <string.h>

#include "support/random.h"

static int32_t choose_dtype(fuzz_bytes *b)
{
    static const int32_t usual[] = { TRNFFT_F32, TRNFFT_F64,  TRNFFT_F32,
                                     TRNFFT_F64, TRNFFT_BF16, TRNFFT_F16 };
    return usual[fuzz_byte(b) % 6];
}

/* Strides in units of elements: C order, another order, gaps, signs, zeros, anything.
 */
static void choose_strides(fuzz_bytes *b, int32_t rank, const int64_t *shape,
                           int64_t *strides, int *odd)
{
    int order[TRNFFT_MAX_RANK], mode = fuzz_between(b, 0, 9);
    for (int d = 0; d < rank; d++) {
        order[d] = d;
    }
    for (int d = rank - 1; d > 0 && mode >= 3; d--) {
        int other = fuzz_between(b, 0, d), swap = order[d];
        order[d] = order[other];
        order[other] = swap;
    }
    int64_t step = 1;
    for (int i = rank - 1; i >= 0; i--) {
        int d = order[i];
        if (mode >= 5) {
            step += fuzz_between(b, 0, 2);
        }
        strides[d] = step;
        step *= shape[d] > 0 ? shape[d] : 1;
        if (mode >= 6 && fuzz_rarely(b, 3)) {
            strides[d] = -strides[d];
        }
    }
    if (mode == 8 && rank > 0) {
        strides[fuzz_between(b, 0, rank - 1)] = 0;
        *odd = 1;
    } else if (mode == 9 && rank > 0) {
        strides[fuzz_between(b, 0, rank - 1)] = fuzz_between(b, -5, 12);
        *odd = 1;
    }
}

/* Lowest and highest offset of a component from re. */
static void extent(const trnfft_tensor *t, int64_t *low, int64_t *high)
{
    *low = *high = 0;
    for (int32_t d = 0; d < t->rank; d++) {
        int64_t reach = (t->shape[d] > 0 ? t->shape[d] - 1 : 0) * t->strides[d];
        *(reach < 0 ? low : high) += reach;
    }
}

static fuzz_block *add_block(fuzz_problem *p, size_t bytes)
{
    fuzz_block *k = &p->blocks[p->n_blocks++];
    k->bytes = bytes;
    k->memory = malloc(bytes > 0 ? bytes : 1);
    k->before = malloc(bytes > 0 ? bytes : 1);
    k->owned = calloc(bytes > 0 ? bytes : 1, 1);
    return k;
}

/* Gives a tensor memory of its own, exactly as large as it reaches. */
static void place(fuzz_bytes *b, fuzz_problem *p, trnfft_tensor *t, int32_t layout)
{
    int64_t low, high;
    size_t unit = trnfft_dtype_size(t->dtype);
    extent(t, &low, &high);
    size_t span = (size_t)(high - low + 1), shift = (size_t)fuzz_between(b, 0, 3);
    if (layout == TRNFFT_INTERLEAVED) {
        fuzz_block *k = add_block(p, (span + 1 + shift) * unit);
        t->re = k->memory + ((size_t)-low + shift) * unit;
        t->im = (unsigned char *)t->re + unit;
        return;
    }
    fuzz_block *k = add_block(p, (span + shift) * unit);
    t->re = k->memory + ((size_t)-low + shift) * unit;
    if (layout == TRNFFT_SPLIT) {
        k = add_block(p, span * unit);
        t->im = k->memory + (size_t)-low * unit;
    }
}

static int inside(const fuzz_block *k, const trnfft_tensor *t, const void *part)
{
    int64_t low, high;
    int64_t unit = (int64_t)trnfft_dtype_size(t->dtype);
    extent(t, &low, &high);
    int64_t at = (const unsigned char *)part - k->memory;
    return at + low * unit >= 0 && at + (high + 1) * unit <= (int64_t)k->bytes;
}

/* Puts the output into the input's memory: in place, padded rows, or any overlap. */
static int share(fuzz_bytes *b, fuzz_problem *p, int32_t layout)
{
    trnfft_tensor *in = &p->problem.in, *out = &p->problem.out;
    int64_t unit = (int64_t)trnfft_dtype_size(out->dtype);
    int mode = fuzz_between(b, 0, 3);
    p->shared = 1;
    p->must_work = 0;
    out->re = in->re;
    out->im = in->im;
    if (mode == 0 && in->im != NULL && out->im != NULL) {
        memcpy(out->strides, in->strides, sizeof out->strides); /* the very memory */
    } else if (mode == 1) { /* rows of reals inside rows of pairs or the reverse */
        int to_pairs = in->im == NULL;
        out->im = to_pairs ? (unsigned char *)out->re + unit : NULL;
        for (int32_t d = 0; d < out->rank; d++) {
            out->strides[d] = in->strides[d];
        }
        int32_t dim = p->problem.n_dim > 0 ? p->problem.dim[p->problem.n_dim - 1] : -1;
        dim = dim < 0 ? dim + out->rank : dim;
        if (dim >= 0 && dim < out->rank) {
            out->strides[dim] = to_pairs ? 2 * in->strides[dim] : in->strides[dim] / 2;
        }
    } else {
        out->re = (unsigned char *)in->re + unit * fuzz_between(b, -2, 6);
        out->im = layout == TRNFFT_INTERLEAVED ? (unsigned char *)out->re + unit
                  : layout == TRNFFT_SPLIT
                      ? in->im != NULL
                            ? (unsigned char *)in->im + unit * fuzz_between(b, -2, 6)
                            : (unsigned char *)out->re + unit * fuzz_between(b, 1, 60)
                      : NULL;
    }
    const fuzz_block *first = &p->blocks[0];
    const fuzz_block *second = p->n_blocks > 1 ? &p->blocks[1] : first;
    return inside(first, out, out->re) &&
           (out->im == NULL || inside(first, out, out->im) ||
            inside(second, out, out->im));
}

/* Sets a bit for each byte of the tensor's elements; returns whether `other` was set in
 * one. */
static int mark(fuzz_problem *p, const trnfft_tensor *t, unsigned char bit,
                unsigned char other)
{
    size_t unit = trnfft_dtype_size(t->dtype);
    int64_t size = 1;
    int met = 0;
    for (int32_t d = 0; d < t->rank; d++) {
        size *= t->shape[d];
    }
    for (int64_t i = 0; i < size; i++) {
        int64_t offset = 0, rest = i;
        for (int32_t d = t->rank - 1; d >= 0; d--) {
            offset += rest % t->shape[d] * t->strides[d];
            rest /= t->shape[d];
        }
        const void *const parts[] = { t->re, t->im };
        for (int part = 0; part < 2 && parts[part] != NULL; part++) {
            const unsigned char *at =
                (const unsigned char *)parts[part] + offset * (int64_t)unit;
            for (int k = 0; k < p->n_blocks; k++) {
                fuzz_block *block = &p->blocks[k];
                for (size_t j = 0; j < unit; j++) {
                    if (at + j >= block->memory &&
                        at + j < block->memory + block->bytes) {
                        unsigned char *owned = &block->owned[at + j - block->memory];
                        met |= (*owned & other) != 0;
                        *owned |= bit;
                    }
                }
            }
        }
    }
    return met;
}

/* Marks what may change: the output, and an input that shares memory with it. */
static void mark_owned(fuzz_problem *p)
{
    (void)mark(p, &p->problem.out, 1, 0);
    int in_place = mark(p, &p->problem.in, 2, 1);
    p->may_change = in_place ? 3 : 1;
}

/* Numbers of every dtype: small, never NaN. */
static void fill(fuzz_problem *p, uint64_t seed)
{
    test_random r = test_random_seed(seed);
    for (int k = 0; k < p->n_blocks; k++) {
        fuzz_block *block = &p->blocks[k];
        int32_t dtype = p->problem.in.dtype;
        for (size_t i = 0; i < block->bytes; i++) {
            block->memory[i] = (unsigned char)test_random_u64(&r);
        }
        for (size_t i = 0; i + 8 <= block->bytes; i += 8) {
            double d = test_random_unit(&r);
            float f[2] = { test_random_unit_f32(&r), test_random_unit_f32(&r) };
            uint16_t h[4];
            for (int j = 0; j < 4; j++) { /* 0.5 … 1 in either half type, any sign */
                uint16_t fraction = (uint16_t)(test_random_u64(&r) & 0x807f);
                h[j] = (uint16_t)((dtype == TRNFFT_BF16 ? 0x3f00 : 0x3800) | fraction);
            }
            memcpy(block->memory + i,
                   dtype == TRNFFT_F64   ? (void *)&d
                   : dtype == TRNFFT_F32 ? (void *)f
                                         : (void *)h,
                   8);
        }
        for (size_t i = block->bytes / 8 * 8; i < block->bytes; i++) {
            block->memory[i] = 0;
        }
        memcpy(block->before, block->memory, block->bytes);
    }
}

static void choose_shape(fuzz_bytes *b, trnfft_problem *q)
{
    int64_t size = 1;
    q->in.rank = fuzz_rarely(b, 20) ? fuzz_between(b, 0, 8) : fuzz_between(b, 1, 3);
    for (int32_t d = 0; d < q->in.rank; d++) {
        int64_t room = FUZZ_MAX_ELEMENTS / (size > 0 ? size : 1);
        int64_t length = fuzz_rarely(b, 4) ? fuzz_between(b, 0, FUZZ_MAX_LENGTH)
                                           : fuzz_between(b, 1, 12);
        q->in.shape[d] = length > room ? 1 : length;
        size *= q->in.shape[d];
    }
}

/* Dimensions and lengths; the output's shape follows. */
static void choose_dims(fuzz_bytes *b, fuzz_problem *p)
{
    trnfft_problem *q = &p->problem;
    int32_t rank = q->in.rank;
    int half_in = q->op == TRNFFT_OP_IRFFT || q->op == TRNFFT_OP_HFFT;
    int half_out = q->op == TRNFFT_OP_RFFT || q->op == TRNFFT_OP_IHFFT;
    q->n_dim = fuzz_between(b, 0, rank < 3 ? rank : 3);
    memcpy(q->out.shape, q->in.shape, sizeof q->out.shape);
    q->out.rank = rank;
    int32_t used = 0, count = q->n_dim == 0 ? rank : q->n_dim;
    p->must_work = count > 0;
    for (int32_t i = 0; i < count; i++) {
        int32_t dim = q->n_dim == 0 ? i : fuzz_between(b, 0, rank - 1);
        p->must_work = p->must_work && !(used >> dim & 1);
        used |= (int32_t)1 << dim;
        int last = i == count - 1;
        int64_t n = half_in && last ? 2 * (q->in.shape[dim] - 1) : q->in.shape[dim];
        if (q->n_dim != 0) {
            q->dim[i] = fuzz_byte(b) & 1 ? dim : dim - rank;
            q->n[i] = fuzz_rarely(b, 3) ? fuzz_between(b, -1, FUZZ_MAX_LENGTH) : -1;
            n = q->n[i] == -1 ? n : q->n[i];
        }
        p->must_work = p->must_work && n >= 1;
        q->out.shape[dim] = half_out && last ? n / 2 + 1 : n;
    }
}

int fuzz_problem_build(fuzz_bytes *b, fuzz_problem *p)
{
    trnfft_problem *q = &p->problem;
    memset(p, 0, sizeof *p);
    trnfft_problem_init(q);
    trnfft_plan_options_init(&p->options);
    q->op = fuzz_between(b, 0, 5);
    q->norm = fuzz_between(b, 0, 2);
    choose_shape(b, q);
    choose_dims(b, p);
    q->in.dtype = choose_dtype(b);
    q->out.dtype = fuzz_rarely(b, 3) ? choose_dtype(b) : q->in.dtype;
    int real_in = q->op == TRNFFT_OP_RFFT || q->op == TRNFFT_OP_IHFFT;
    int real_out = q->op == TRNFFT_OP_IRFFT || q->op == TRNFFT_OP_HFFT;
    int32_t in_layout = real_in ? TRNFFT_REAL : fuzz_between(b, 1, 2);
    int32_t out_layout = real_out ? TRNFFT_REAL : fuzz_between(b, 1, 2);
    if (fuzz_rarely(b, 12)) {
        in_layout = fuzz_between(b, 0, 2);
        out_layout = fuzz_between(b, 0, 2);
        p->must_work = 0;
    }
    int odd = 0, odd_in = 0;
    choose_strides(b, q->in.rank, q->in.shape, q->in.strides, &odd_in);
    choose_strides(b, q->out.rank, q->out.shape, q->out.strides, &odd);
    int64_t size = 1;
    for (int32_t d = 0; d < q->in.rank; d++) {
        q->in.strides[d] *= in_layout == TRNFFT_INTERLEAVED ? 2 : 1;
        q->out.strides[d] *= out_layout == TRNFFT_INTERLEAVED ? 2 : 1;
        size *= q->out.shape[d] > 0 ? q->out.shape[d] : 1;
        if (q->out.shape[d] < 0 || size > FUZZ_MAX_ELEMENTS) {
            return 0;
        }
    }
    p->must_work = p->must_work && !odd;
    place(b, p, &q->in, in_layout);
    if (fuzz_rarely(b, 3)) {
        if (!share(b, p, out_layout)) {
            return 0;
        }
    } else {
        place(b, p, &q->out, out_layout);
    }
    p->options.n_threads = fuzz_rarely(b, 8) ? fuzz_between(b, 1, 4) : 1;
    p->options.flags = 0;
    fill(p, fuzz_u64(b));
    mark_owned(p);
    return 1;
}

void fuzz_problem_free(fuzz_problem *p)
{
    for (int k = 0; k < p->n_blocks; k++) {
        free(p->blocks[k].memory);
        free(p->blocks[k].before);
        free(p->blocks[k].owned);
    }
    p->n_blocks = 0;
}
