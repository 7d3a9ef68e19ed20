/* real_convolution.c - the tables, the product and both transforms of a real
 * convolution. */
#include "solvers/real_convolution.h"

#include "backend/cpu/stockham.h"

static uint32_t dtype_of(const tfi_real_convolution *c)
{
    return c->child->problem.dtype;
}

static size_t product_bytes(const tfi_real_convolution *c)
{
    const int64_t m = c->child->problem.n;
    return tfi_array_bytes(dtype_of(c), c->hermitian ? m / 2 + 1 : m);
}

void *tfi_product_of(const tfi_real_convolution *c, int which)
{
    return tfi_advance(c->products, (size_t)which * product_bytes(c));
}

trnfft_status tfi_real_convolution_wake(tfi_real_convolution *c, tfi_planner *planner,
                                        size_t *bytes)
{
    TFI_TRY(tfi_plan_wake(&c->child->base, planner));
    c->pairs = tfi_stockham_likes_pairs(c->child, true);
    const size_t all = TFI_N_PRODUCTS * product_bytes(c);
    c->products = tfi_alloc_table(planner->alloc, all);
    if (c->products == NULL) {
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY,
                        "no memory for the tables of a convolution of %lld points",
                        (long long)c->child->problem.n);
    }
    *bytes += all;
    return TRNFFT_OK;
}

void tfi_real_convolution_free(tfi_real_convolution *c, const tfi_allocator *alloc)
{
    tfi_free(alloc, c->products);
    tfi_plan_free((tfi_plan *)c->child, alloc);
}

size_t tfi_real_convolution_part(const tfi_real_convolution *c)
{
    return tfi_array_bytes(dtype_of(c), c->child->problem.n + 1);
}

tfi_line_operand tfi_real_convolution_spectrum(const tfi_real_convolution *c,
                                               char *room)
{
    return c->pairs ? tfi_pairs_at(dtype_of(c), room, 1)
                    : tfi_split(room, room + tfi_real_convolution_part(c), 1);
}

void tfi_real_convolution_forward(const tfi_real_convolution *c, char *line, char *room,
                                  void *scratch)
{
    const int type = tfi_type_index(dtype_of(c));
    const tfi_line_operand z = tfi_real_convolution_spectrum(c, room);
    const tfi_line_operand y = tfi_real_convolution_spectrum(c, line);
    const tfi_line_args forward = {
        tfi_pairs_at(dtype_of(c), line, 1), z, 1, 1.0, 0, 0, scratch, 0
    };
    tfi_line_execute(c->child, &forward);
    const tfk_convolve product = { z.re,
                                   z.im,
                                   y.re,
                                   y.im,
                                   tfi_product_of(c, TFI_P_RE),
                                   tfi_product_of(c, TFI_P_IM),
                                   tfi_product_of(c, TFI_Q_RE),
                                   tfi_product_of(c, TFI_Q_IM),
                                   c->child->problem.n,
                                   c->pairs };
    (c->hermitian ? c->kernels->convolve_hermitian
                  : c->kernels->convolve)[type](&product);
}

void tfi_real_convolution_backward(const tfi_real_convolution *c, char *line,
                                   char *room, void *scratch)
{
    const tfi_line_args backward = { tfi_real_convolution_spectrum(c, line),
                                     tfi_pairs_at(dtype_of(c), room, 1),
                                     1,
                                     1.0,
                                     0,
                                     1,
                                     scratch,
                                     0 };
    tfi_line_execute(c->child, &backward);
}
