/* overlap.c - do elements share memory?
 *
 * Addresses are sums of strides times indices, so every question here becomes one about
 * integers: is there a z in a box, 0 <= z_i <= r_i, with lo <= sum c_i z_i <= hi? That
 * is a knapsack problem, hard in general; but for the strides that occur (nested, or
 * multiples of each other) bounds, the greatest common divisor and a search from the
 * largest stride down settle it in a few steps. The search has a budget; running out of
 * it counts as "yes".
 */
#include "tensor/view.h"

enum { MAX_TERMS = 2 * TRNFFT_MAX_RANK, BUDGET = 20000 };

typedef struct term {
    int64_t c; /* bytes, > 0 */
    int64_t r; /* z is 0 … r */
} term;

typedef struct question {
    term terms[MAX_TERMS];
    int n;
    int64_t lo, hi;
    /* Of terms k … n-1, once sorted: the largest sum, the gcd, and whether the sums are
     * all multiples of the gcd from 0 to the largest. */
    int64_t sum[MAX_TERMS + 1], gcd[MAX_TERMS + 1];
    bool dense[MAX_TERMS + 1];
    int budget;
} question;

/* Adds c z with z in z_lo … z_lo + r; any sign of c. */
static void add_term(question *q, int64_t c, int64_t z_lo, int64_t r)
{
    int64_t fixed = c * z_lo;
    if (c < 0) { /* c z = |c| (r - z) - |c| r */
        fixed += c * r;
        c = -c;
    }
    q->lo -= fixed;
    q->hi -= fixed;
    if (r == 0 || c == 0)
        return;
    for (int i = 0; i < q->n; i++)
        if (q->terms[i].c == c) {
            q->terms[i].r += r;
            return;
        }
    q->terms[q->n++] = (term){ c, r };
}

/* By descending coefficient; there are at most 16. */
static void sort_terms(question *q)
{
    for (int i = 1; i < q->n; i++) {
        term moving = q->terms[i];
        int j = i;
        for (; j > 0 && q->terms[j - 1].c < moving.c; j--)
            q->terms[j] = q->terms[j - 1];
        q->terms[j] = moving;
    }
}

static int64_t gcd(int64_t a, int64_t b)
{
    while (b) {
        int64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

static void prepare(question *q)
{
    sort_terms(q);
    q->sum[q->n] = 0;
    q->gcd[q->n] = 0;
    q->dense[q->n] = true;
    for (int k = q->n - 1; k >= 0; k--) {
        int64_t c = q->terms[k].c;
        q->sum[k] = q->sum[k + 1] + c * q->terms[k].r;
        q->gcd[k] = gcd(c, q->gcd[k + 1]);
        q->dense[k] = k == q->n - 1 || (q->dense[k + 1] && q->gcd[k] == q->gcd[k + 1] &&
                                        c <= q->sum[k + 1] + q->gcd[k]);
    }
    q->budget = BUDGET;
}

static int64_t ceil_div(int64_t a, int64_t b)
{
    return a / b + (a % b > 0);
}

static bool search(question *q, int k, int64_t lo, int64_t hi)
{
    if (hi < 0 || lo > q->sum[k])
        return false;
    if (lo <= 0 || hi >= q->sum[k])
        return true; /* all zero, all at their ends */
    /* Now 0 < lo <= hi < sum, so there are terms left. */
    int64_t first = ceil_div(lo, q->gcd[k]) * q->gcd[k];
    if (first > hi)
        return false;
    if (q->dense[k])
        return true;
    if (--q->budget < 0)
        return true;
    int64_t c = q->terms[k].c;
    int64_t least = lo > q->sum[k + 1] ? ceil_div(lo - q->sum[k + 1], c) : 0;
    int64_t most = hi / c < q->terms[k].r ? hi / c : q->terms[k].r;
    for (int64_t z = most; z >= least; z--)
        if (search(q, k + 1, lo - c * z, hi - c * z))
            return true;
    return false;
}

static bool answer(question *q)
{
    prepare(q);
    return search(q, 0, q->lo, q->hi);
}

static int64_t component_bytes(const trnfft_tensor *t)
{
    return (int64_t)trnfft_dtype_size(t->dtype);
}

/* p - q as integers; far beyond any extent when they cannot be near each other. */
static int64_t address_difference(const void *p, const void *q)
{
    const int64_t far = (int64_t)1 << 62;
    uint64_t x = (uintptr_t)p;
    uint64_t y = (uintptr_t)q;
    if (x >= y)
        return x - y > (uint64_t)far ? far : (int64_t)(x - y);
    return y - x > (uint64_t)far ? -far : -(int64_t)(y - x);
}

/* Whether a real and an imaginary part of the same tensor share a byte. */
static bool parts_overlap(const trnfft_tensor *t)
{
    int64_t size = component_bytes(t);
    int64_t lo;
    int64_t hi;
    tfi_component_extent(t, &lo, &hi);
    int64_t apart = address_difference(t->im, t->re);
    if (apart >= hi - lo || apart <= lo - hi)
        return false;
    question q = { .lo = -size + 1 - apart, .hi = size - 1 - apart };
    for (int d = 0; d < t->rank; d++)
        add_term(&q, t->strides[d] * size, -(t->shape[d] - 1), 2 * (t->shape[d] - 1));
    return answer(&q);
}

/* Strides in which each dimension steps over all that the smaller ones reach, starting
 * with an element of so many bytes: the usual case, settled without a search. */
static bool is_nested(const trnfft_tensor *t, int64_t element_bytes)
{
    int64_t step[TRNFFT_MAX_RANK];
    int64_t last[TRNFFT_MAX_RANK];
    int64_t size = component_bytes(t);
    int n = 0;
    for (int d = t->rank - 1; d >= 0; d--) {
        if (t->shape[d] == 1)
            continue;
        int64_t c = t->strides[d] < 0 ? -t->strides[d] : t->strides[d];
        int i = n++;
        for (; i > 0 && step[i - 1] > c * size; i--) {
            step[i] = step[i - 1];
            last[i] = last[i - 1];
        }
        step[i] = c * size;
        last[i] = t->shape[d] - 1;
    }
    int64_t reach = element_bytes;
    for (int i = 0; i < n; i++) {
        if (step[i] < reach)
            return false;
        reach += step[i] * last[i];
    }
    return true;
}

bool tfi_tensor_self_overlap(const trnfft_tensor *t)
{
    if (tfi_tensor_numel(t) == 0)
        return false;
    int64_t size = component_bytes(t);
    if (tfi_tensor_is_interleaved(t) && is_nested(t, 2 * size))
        return false;
    if (is_nested(t, size))
        return t->im && parts_overlap(t);
    /* Two elements whose first differing index is number d. */
    for (int d = 0; d < t->rank; d++) {
        if (t->shape[d] == 1)
            continue;
        if (t->strides[d] == 0)
            return true;
        question q = { .lo = -size + 1, .hi = size - 1 };
        add_term(&q, t->strides[d] * size, 1, t->shape[d] - 2);
        for (int e = d + 1; e < t->rank; e++)
            add_term(&q, t->strides[e] * size, -(t->shape[e] - 1),
                     2 * (t->shape[e] - 1));
        if (answer(&q))
            return true;
    }
    return t->im && parts_overlap(t);
}

/* A tensor with the bytes [lo, hi) that one part reaches. */
typedef struct operand {
    const trnfft_tensor *t;
    int64_t lo, hi;
} operand;

/* Whether the part of a at p and the part of b at s share a byte. */
static bool components_overlap(const operand *a, const void *p, const operand *b,
                               const void *s)
{
    int64_t apart = address_difference(p, s);
    if (apart >= b->hi - a->lo || apart <= b->lo - a->hi)
        return false;
    int64_t a_size = component_bytes(a->t);
    int64_t b_size = component_bytes(b->t);
    question q = { .lo = -a_size + 1 - apart, .hi = b_size - 1 - apart };
    for (int d = 0; d < a->t->rank; d++)
        add_term(&q, a->t->strides[d] * a_size, 0, a->t->shape[d] - 1);
    for (int d = 0; d < b->t->rank; d++)
        add_term(&q, -b->t->strides[d] * b_size, 0, b->t->shape[d] - 1);
    return answer(&q);
}

static bool same_addressing(const trnfft_tensor *a, const trnfft_tensor *b)
{
    if (a->dtype != b->dtype || a->rank != b->rank || a->re != b->re || a->im != b->im)
        return false;
    for (int d = 0; d < a->rank; d++)
        if (a->shape[d] != b->shape[d] ||
            (a->shape[d] > 1 && a->strides[d] != b->strides[d]))
            return false;
    return true;
}

tfi_overlap tfi_tensor_overlap(const trnfft_tensor *a, const trnfft_tensor *b)
{
    operand x = { .t = a };
    operand y = { .t = b };
    tfi_component_extent(a, &x.lo, &x.hi);
    tfi_component_extent(b, &y.lo, &y.hi);
    if (x.lo == x.hi || y.lo == y.hi) /* no elements */
        return TFI_OVERLAP_NONE;
    if (same_addressing(a, b))
        return TFI_OVERLAP_SAME;
    const void *const a_parts[2] = { a->re, a->im };
    const void *const b_parts[2] = { b->re, b->im };
    for (int i = 0; i < (a->im ? 2 : 1); i++)
        for (int j = 0; j < (b->im ? 2 : 1); j++)
            if (components_overlap(&x, a_parts[i], &y, b_parts[j]))
                return TFI_OVERLAP_PARTIAL;
    return TFI_OVERLAP_NONE;
}
