/* bluestein.c - transforms of any length, primes too, as one program (chirp.h).
 *
 * Up to 8,192 points (in + out <= 16,385) from load to store in SBUF: chirp_pass.c.
 * Longer ones by passes from HBM to HBM: the chirp, a transform of m points, its
 * spectrum, a transform back, the chirp; m has factors 2, 3 and 5 and the best digits.
 *
 * Budget of the passes: two transforms of m points (dft_grid.c) and, for the products,
 * DMA 24 bytes for each of n + m points, tables apart. 65,537 points (m = 135,000,
 * digits 108, 10, 125), f32 on v3, each of 8 lines: PE 106,300 cycles, DVE 33,300, POOL
 * 45,000, ACT 5,100, DMA 17,356 KiB.
 */
#include "backend/neuron/kernels/chirp.h"
#include "backend/neuron/kernels/kernels.h"

#include <string.h>

/* Lengths whose factors are all up to this have better kernels. */
enum { SMALL_FACTORS = 128 };

static int64_t largest_factor(int64_t n)
{
    int64_t largest = 1;
    for (int64_t p = 2; p * p <= n; p++) {
        while (n % p == 0) {
            largest = p;
            n /= p;
        }
    }
    return tfn_max(largest, n);
}

static bool is_smooth(int64_t m)
{
    for (int64_t p = 2; p <= 5; p++) {
        while (m % p == 0) {
            m /= p;
        }
    }
    return m == 1;
}

/* The padded length: the one with the cheapest passes, up to a third too long. */
static int64_t padded(const tfn_chirp_job *c)
{
    const double products = 0.25; /* a point's share of the passes with tables */
    int64_t least = c->in + c->out - 1, best = 0;
    double best_cost = 0.0;
    for (int64_t m = least; m <= least / 3 * 4 + 64; m++) {
        double each = is_smooth(m) ? tfn_digits_price(m, c->lines) : -1.0;
        double cost = (double)m * (2.0 * each + products);
        if (each >= 0.0 && (best == 0 || cost < best_cost)) {
            best = m;
            best_cost = cost;
        }
    }
    return best;
}

static tfn_chirp_job chirp_of(const tfi_neuron_job *job)
{
    tfn_chirp_job c;
    memset(&c, 0, sizeof c);
    int64_t n = job->n[0], half = n / 2 + 1;
    c.transform = (tfi_neuron_transform)job->transform;
    c.n = n;
    c.in = job->transform == TFI_NEURON_C2R ? half : n;
    c.out = job->transform == TFI_NEURON_R2C ? half : n;
    c.lines = job->batch;
    c.sign = job->sign;
    c.scale = job->scale;
    c.src.line_stride = c.in;
    c.dst.line_stride = c.out;
    return c;
}

static tfn_grid_job grid_of(const tfn_chirp_job *c, int64_t m)
{
    tfn_grid_job g;
    memset(&g, 0, sizeof g);
    g.transform = TFI_NEURON_C2C;
    g.rank = 1;
    g.n[0] = m;
    g.batch = c->lines;
    g.sign = -1;
    g.scale = 1.0;
    return g;
}

static bool accepts(const ncs_machine *machine, const tfi_neuron_job *job)
{
    if (job->rank != 1 || job->mode == TFI_NEURON_KAHAN ||
        largest_factor(job->n[0]) <= SMALL_FACTORS) {
        return false;
    }
    tfn_chirp_job c = chirp_of(job);
    int64_t n1, n2;
    if (tfn_chirp_split(machine, &c, false, &n1, &n2)) {
        return true;
    }
    int64_t m = padded(&c);
    tfn_grid_job g = grid_of(&c, m);
    return m > 0 && tfn_grid_can(machine, &g);
}

static tfn_pair scratch(tfn_writer *w, const char *re, const char *im, int64_t lines,
                        int64_t points)
{
    tfn_pair p = { ncs_scratch(w->b, re, NCS_F32, lines, points),
                   ncs_scratch(w->b, im, NCS_F32, lines, points) };
    return p;
}

static void by_passes(tfn_writer *w, const tfn_chirp_job *c)
{
    int64_t m = padded(c);
    double *re = tfn_values(w, 2 * m), *im = tfn_half(re, m);
    if (re == NULL) {
        return;
    }
    tfn_pair a = scratch(w, "ar", "ai", c->lines, m);
    tfn_pair b = scratch(w, "br", "bi", c->lines, m);
    tfn_lines in_a = { a, 0, m }, in_b = { b, 0, m };
    tfn_times_job times = { c->in, m - c->in, c->lines, re, im, c->src, in_a };
    if (tfn_chirp_in(w, c, re, im)) {
        tfn_times_pass(w, &times);
    }
    tfn_grid_job grid = grid_of(c, m);
    grid.src = a;
    grid.dst = b;
    tfn_grid(w, &grid);
    memset(re, 0, 2 * (size_t)m * sizeof *re);
    times = (tfn_times_job){ m, 0, c->lines, re, im, in_b, in_a };
    if (tfn_chirp_spectrum(w, c, m, re, im)) {
        tfn_times_pass(w, &times);
    }
    grid.sign = 1;
    tfn_grid(w, &grid);
    times = (tfn_times_job){ c->out, 0, c->lines, re, im, in_b, c->dst };
    if (tfn_chirp_out(w, c, re, im)) {
        tfn_times_pass(w, &times);
    }
    tfn_values_free(w, re);
}

static void build(ncs_builder *b, const tfi_neuron_job *job)
{
    tfn_writer w;
    tfn_begin(&w, b, job);
    tfn_chirp_job c = chirp_of(job);
    bool r2c = job->transform == TFI_NEURON_R2C, c2r = job->transform == TFI_NEURON_C2R;
    c.src.x = tfn_inputs(&w, "xr", r2c ? NULL : "xi", c.lines, c.in);
    c.dst.x = tfn_outputs(&w, "yr", c2r ? NULL : "yi", c.lines, c.out);
    int64_t n1, n2;
    if (tfn_chirp_split(ncs_builder_machine(b), &c, false, &n1, &n2)) {
        tfn_chirp_pass(&w, &c, n1, n2);
    } else {
        by_passes(&w, &c);
    }
}

const tfi_neuron_kernel tfi_neuron_bluestein = {
    "bluestein",
    "any length, by a convolution with a chirp (for prime factors above 128)",
    TFI_NEURON_DFT,
    accepts,
    build,
};
