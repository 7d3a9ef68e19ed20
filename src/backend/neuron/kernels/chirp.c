/* chirp.c - the tables of chirp.h, in double. */
#include "backend/neuron/kernels/chirp.h"

#include "base/trig.h"

/* factor(j) c_j with the job's sign, j < count. */
static bool fill_chirp(tfn_writer *w, const tfn_chirp_job *job, int64_t count,
                       double *re, double *im)
{
    const tfi_allocator *a = ncs_builder_allocator(w->b);
    tfi_trig *trig = NULL;
    ncs_builder_fail(w->b, tfi_trig_create(a, 2 * job->n, &trig));
    if (trig == NULL) {
        return false;
    }
    int64_t square = 0; /* j^2 mod 2 n, by differences */
    for (int64_t j = 0; j < count; j++) {
        double c, s;
        tfi_trig_one(trig, square, &c, &s);
        re[j] = c;
        im[j] = -(double)job->sign * s; /* the table has -sin */
        square = (square + 2 * j + 1) % (2 * job->n);
    }
    tfi_trig_destroy(trig, a);
    return true;
}

static void scale_by(double factor, int64_t count, double *re, double *im)
{
    for (int64_t j = 0; j < count; j++) {
        re[j] *= factor;
        im[j] *= factor;
    }
}

bool tfn_chirp_in(tfn_writer *w, const tfn_chirp_job *job, double *re, double *im)
{
    if (!fill_chirp(w, job, job->in, re, im)) {
        return false;
    }
    if (job->transform == TFI_NEURON_C2R && job->in > 1) {
        int64_t doubled = (job->n - 1) / 2; /* points 1 … doubled */
        scale_by(2.0, doubled, re + 1, im + 1);
    }
    return true;
}

bool tfn_chirp_out(tfn_writer *w, const tfn_chirp_job *job, double *re, double *im)
{
    if (!fill_chirp(w, job, job->out, re, im)) {
        return false;
    }
    scale_by(job->scale, job->out, re, im);
    return true;
}

bool tfn_chirp_spectrum(tfn_writer *w, const tfn_chirp_job *job, int64_t m, double *re,
                        double *im)
{
    int64_t most = tfn_max(job->in, job->out);
    double *c = tfn_values(w, 2 * most);
    bool fine = c != NULL && fill_chirp(w, job, most, c, c + most);
    for (int64_t t = 0; t < most && fine; t++) {
        if (t < job->out) {
            re[t] = c[t];
            im[t] = -c[most + t];
        }
        if (t > 0 && t < job->in) {
            re[m - t] = c[t];
            im[m - t] = -c[most + t];
        }
    }
    tfn_values_free(w, c);
    fine = fine && tfn_host_dft(w, m, -1, re, im);
    if (fine) {
        scale_by(1.0 / (double)m, m, re, im);
    }
    return fine;
}
