/* host_dft.c - transforms in double on the host, for the tables of convolutions. */
#include <string.h>

#include "backend/neuron/kernels/kernel_tools.h"
#include "base/trig.h"

/* One digit p: from [j, rest, done] to [rest, k, done]. */
typedef struct digit {
    int64_t p, rest, done;
} digit;

static void pass(const double *root, const digit *d, const double *in, double *out)
{
    const int64_t p = d->p, rest = d->rest, done = d->done;
    for (int64_t r = 0; r < rest; r++) {
        for (int64_t k = 0; k < p; k++) {
            for (int64_t i = 0; i < done; i++) {
                double re = 0.0, im = 0.0;
                for (int64_t j = 0; j < p; j++) {
                    /* exp of j k / p and of the twiddle r k / (p rest), together */
                    const int64_t a = (j * rest + r) * k % (p * rest) * done;
                    const double c = root[2 * a], s = root[2 * a + 1];
                    const double *x = in + 2 * ((j * rest + r) * done + i);
                    re += x[0] * c - x[1] * s;
                    im += x[0] * s + x[1] * c;
                }
                double *y = out + 2 * ((r * p + k) * done + i);
                y[0] = re;
                y[1] = im;
            }
        }
    }
}

static int64_t smallest_factor(int64_t n)
{
    for (int64_t p = 2; p * p <= n; p++) {
        if (n % p == 0) {
            return p;
        }
    }
    return n;
}

bool tfn_host_dft(tfn_writer *w, int64_t n, int sign, double *re, double *im)
{
    const tfi_allocator *alloc = ncs_builder_allocator(w->b);
    double *memory = tfn_values(w, 6 * n);
    tfi_trig *trig = NULL;
    if (memory != NULL) {
        ncs_builder_fail(w->b, tfi_trig_create(alloc, n, &trig));
    }
    if (trig != NULL) {
        double *root = memory, *x = memory + 2 * n, *y = memory + 4 * n;
        tfi_trig_fill_f64(trig, 0, 1, n, root, root + 1, 2);
        for (int64_t i = 0; i < n; i++) {
            root[2 * i + 1] *= -(double)sign; /* the table has exp(-i) */
            x[2 * i] = re[i];
            x[2 * i + 1] = im[i];
        }
        digit d = { 1, n, 1 };
        while (d.rest > 1) {
            d.p = smallest_factor(d.rest);
            d.rest /= d.p;
            pass(root, &d, x, y);
            d.done *= d.p;
            double *swap = x;
            x = y;
            y = swap;
        }
        for (int64_t i = 0; i < n; i++) {
            re[i] = x[2 * i];
            im[i] = x[2 * i + 1];
        }
    }
    tfi_trig_destroy(trig, alloc);
    tfn_values_free(w, memory);
    return trig != NULL;
}
