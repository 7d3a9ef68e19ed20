/* builder_regions.c - do two views touch the same elements? Exact for views whose
 * dimensions nest, a contiguous hull for others. */
#include "ncsim/builder_parts.h"

/* More runs than this are taken to meet whatever their hull meets. */
enum { MOST_RUNS = 1 << 16 };

/* Positive strides, outermost first, dimensions that repeat or continue an inner one
 * gone. */
static void add_dimension(ncs_region *r, int64_t size, int64_t stride)
{
    if (stride < 0) {
        r->base += (size - 1) * stride;
        stride = -stride;
    }
    if (size <= 1 || stride == 0) {
        return;
    }
    int d = r->n++;
    for (; d > 0 && r->stride[d - 1] < stride; d--) {
        r->stride[d] = r->stride[d - 1];
        r->size[d] = r->size[d - 1];
    }
    r->stride[d] = stride;
    r->size[d] = size;
}

static void nest(ncs_region *r)
{
    int64_t span = 1;
    int kept = NCS_DIMS + 1; /* filled from the end: innermost first */
    for (int d = r->n - 1; d >= 0; d--) {
        if (r->stride[d] <= span) { /* continues or overlaps what is inside */
            span += (r->size[d] - 1) * r->stride[d];
            r->filled = r->filled || kept <= NCS_DIMS; /* inner holes */
            kept = NCS_DIMS + 1;
            r->span[kept] = span;
            continue;
        }
        r->span[kept] = span;
        kept--;
        r->size[kept] = r->size[d];
        r->stride[kept] = r->stride[d];
        span += (r->size[d] - 1) * r->stride[d];
    }
    r->span[kept] = span;
    r->n = NCS_DIMS + 1 - kept;
    r->runs = 1;
    for (int d = 0; d < r->n; d++) {
        r->size[d] = r->size[kept + d];
        r->stride[d] = r->stride[kept + d];
        r->span[d] = r->span[kept + d];
        r->runs *= r->size[d];
    }
    r->span[r->n] = r->span[NCS_DIMS + 1];
}

ncs_region ncs_region_of(const ncs_program *program, const ncs_view *view)
{
    ncs_region r = { 0 };
    r.base = view->offset;
    r.partitions = 1;
    if (program->buffer[view->buffer].memory == NCS_HBM) {
        add_dimension(&r, view->n_partitions, view->row_stride);
    } else {
        r.partition = view->partition;
        r.partitions = view->n_partitions;
    }
    for (int d = 0; d < NCS_DIMS; d++) {
        add_dimension(&r, view->size[d], view->stride[d]);
    }
    nest(&r);
    return r;
}

/* Does [first, past) hold an element of dimensions d … of r, placed at `base`? */
static bool hits(const ncs_region *r, int64_t first, int64_t past)
{
    int64_t base = r->base;
    for (int d = 0; d < r->n; d++) {
        int64_t inner = r->span[d + 1], stride = r->stride[d];
        if (base >= past || base + r->span[d] <= first) {
            return false;
        }
        int64_t low = first - base - inner;
        int64_t i = low < 0 ? 0 : low / stride + 1; /* first block that ends later */
        int64_t last = (past - 1 - base) / stride;  /* last block that starts before */
        last = last < r->size[d] - 1 ? last : r->size[d] - 1;
        if (i != last) {
            return i < last; /* the start of block `last` lies within */
        }
        base += i * stride;
    }
    return base < past && base + r->span[r->n] > first;
}

static bool walk(const ncs_region *x, const ncs_region *y)
{
    int64_t run = x->span[x->n];
    int64_t index[NCS_DIMS + 1] = { 0 };
    int64_t at = x->base;
    for (;;) {
        if (hits(y, at, at + run)) {
            return true;
        }
        int d = x->n - 1;
        while (d >= 0 && ++index[d] == x->size[d]) {
            at -= (x->size[d] - 1) * x->stride[d];
            index[d--] = 0;
        }
        if (d < 0) {
            return false;
        }
        at += x->stride[d];
    }
}

bool ncs_regions_meet(const ncs_region *x, const ncs_region *y)
{
    if (x->partition >= y->partition + y->partitions ||
        y->partition >= x->partition + x->partitions ||
        x->base >= y->base + y->span[0] || y->base >= x->base + x->span[0]) {
        return false;
    }
    const ncs_region *fewer = x->runs <= y->runs ? x : y;
    return fewer->runs > MOST_RUNS || walk(fewer, fewer == x ? y : x);
}

bool ncs_region_covers(const ncs_region *outer, const ncs_region *inner)
{
    if (outer->filled || outer->partition > inner->partition ||
        outer->partition + outer->partitions < inner->partition + inner->partitions) {
        return false;
    }
    if (outer->n == 0) {
        return outer->base <= inner->base &&
               outer->base + outer->span[0] >= inner->base + inner->span[0];
    }
    bool same = outer->n == inner->n && outer->base == inner->base &&
                outer->span[outer->n] == inner->span[outer->n];
    for (int d = 0; d < outer->n && same; d++) {
        same = outer->size[d] == inner->size[d] && outer->stride[d] == inner->stride[d];
    }
    return same;
}
