/* chirp.h - transforms of any length as convolutions with a chirp (Bluestein).
 *
 * With c_j = exp(sign pi i j^2 / n) and 2 j k = j^2 + k^2 - (k - j)^2,
 *   X_k = c_k sum over j of (x_j c_j) conj(c_(k-j)),
 * a convolution that cyclic transforms of m >= in + out - 1 points do, where `in`
 * points come and `out` are wanted. One-sided input gives the real part of the sum over
 * its n / 2 + 1 points, all but the first and the middle one doubled. */
#ifndef TFI_NEURON_CHIRP_H
#define TFI_NEURON_CHIRP_H

#include "backend/neuron/kernels/passes.h"

typedef struct tfn_chirp_job {
    tfi_neuron_transform transform;
    int64_t n, in, out, lines;
    int sign;
    double scale;
    tfn_lines src, dst;
    /* Given: a cyclic convolution of n = in = out points without chirps, with this
     * transform of what is convolved with, the scale / n in it. */
    const double *re, *im;
} tfn_chirp_job;

/* Tables in double, from exact angles (j^2 mod 2 n); re and im of `count` numbers.
 * False: out of memory, the builder knows. */
/* What the input is multiplied by: c_j, and the doubling. */
bool tfn_chirp_in(tfn_writer *w, const tfn_chirp_job *job, double *re, double *im);
/* What the results are multiplied by: c_k and the scale. */
bool tfn_chirp_out(tfn_writer *w, const tfn_chirp_job *job, double *re, double *im);
/* The transform of conj(c) of m points, divided by m. */
bool tfn_chirp_spectrum(tfn_writer *w, const tfn_chirp_job *job, int64_t m, double *re,
                        double *im);

/* m = n1 n2 points, both <= 128, in SBUF from end to end. False: n is too large, or, if
 * it has to be m (`exact`), has no such factors. */
bool tfn_chirp_split(const ncs_machine *machine, const tfn_chirp_job *job, bool exact,
                     int64_t *n1, int64_t *n2);
void tfn_chirp_pass(tfn_writer *w, const tfn_chirp_job *job, int64_t n1, int64_t n2);

/* The second half of re, count each; NULL of NULL. */
static inline double *tfn_half(double *re, int64_t count)
{
    return re != NULL ? re + count : NULL;
}

#endif
