/* verify_checks.c - accuracy and properties of one length. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <trnfft/trnfft.h>

#include "bench.h"
#include "bounds.h"
#include "report.h"
#include "verify.h"

/* The numbers of one length; arrays of pairs hold 2 n components of the type at hand.
 */
typedef struct work {
    int64_t n;
    ref_dft *dft;
    ref_complex *x;     /* input, exact in f32          */
    ref_complex *truth; /* its transform                */
    ref_complex *want;  /* whatever a check compares to */
    int dtype;
    void *in, *out, *other;
} work;

static void work_fini(work *w)
{
    ref_destroy(w->dft);
    free(w->x);
    free(w->truth);
    free(w->want);
    free(w->in);
    free(w->out);
    free(w->other);
}

static bool work_init(work *w, int64_t n)
{
    size_t pairs = (size_t)n + 1;
    memset(w, 0, sizeof *w);
    w->n = n;
    w->dft = ref_create(n);
    w->x = calloc(pairs, sizeof *w->x);
    w->truth = calloc(pairs, sizeof *w->truth);
    w->want = calloc(pairs, sizeof *w->want);
    w->in = calloc(2 * pairs, sizeof(double));
    w->out = calloc(2 * pairs, sizeof(double));
    w->other = calloc(2 * pairs, sizeof(double));
    if (w->dft == NULL || w->x == NULL || w->truth == NULL || w->want == NULL ||
        w->in == NULL || w->out == NULL || w->other == NULL) {
        return false;
    }
    uint64_t state = (uint64_t)n;
    for (int64_t i = 0; i < n; i++) {
        w->x[i].re = bench_random(&state);
        w->x[i].im = bench_random(&state);
    }
    return ref_forward(w->dft, w->x, 1, w->truth);
}

static void put(const work *w, void *array, int64_t i, long double value)
{
    if (w->dtype == TRNFFT_F64) {
        ((double *)array)[i] = (double)value;
    } else {
        ((float *)array)[i] = (float)value;
    }
}

static long double get(const work *w, const void *array, int64_t i)
{
    return w->dtype == TRNFFT_F64 ? (long double)((const double *)array)[i]
                                  : (long double)((const float *)array)[i];
}

static void put_pairs(const work *w, void *array, const ref_complex *x, int64_t count)
{
    for (int64_t i = 0; i < count; i++) {
        put(w, array, 2 * i, x[i].re);
        put(w, array, 2 * i + 1, x[i].im);
    }
}

typedef struct sums {
    long double wrong, whole;
} sums;

static void compare(sums *s, long double got, long double want)
{
    s->wrong += (got - want) * (got - want);
    s->whole += want * want;
}

static double relative(sums s)
{
    return (double)sqrtl(s.whole > 0.0L ? s.wrong / s.whole : s.wrong);
}

static double pairs_error(const work *w, const void *got, const ref_complex *want,
                          int64_t count)
{
    sums s = { 0.0L, 0.0L };
    for (int64_t i = 0; i < count; i++) {
        compare(&s, get(w, got, 2 * i), want[i].re);
        compare(&s, get(w, got, 2 * i + 1), want[i].im);
    }
    return relative(s);
}

typedef enum direction { FFT, IFFT, RFFT, IRFFT } direction;

static trnfft_status call(const work *w, direction d, void *in, void *out)
{
    if (w->dtype == TRNFFT_F64) {
        switch (d) {
        case FFT: return trnfft_fft_f64(w->n, in, out);
        case IFFT: return trnfft_ifft_f64(w->n, in, out);
        case RFFT: return trnfft_rfft_f64(w->n, in, out);
        case IRFFT: return trnfft_irfft_f64(w->n, in, out);
        }
    }
    switch (d) {
    case FFT: return trnfft_fft_f32(w->n, in, out);
    case IFFT: return trnfft_ifft_f32(w->n, in, out);
    case RFFT: return trnfft_rfft_f32(w->n, in, out);
    case IRFFT: return trnfft_irfft_f32(w->n, in, out);
    }
    return TRNFFT_ERROR_INTERNAL;
}

static trnfft_status call_split(const work *w, void *in, void *out)
{
    if (w->dtype == TRNFFT_F64) {
        double *x = in;
        double *y = out;
        return trnfft_fft_split_f64(w->n, x, x + w->n, y, y + w->n);
    }
    float *x = in;
    float *y = out;
    return trnfft_fft_split_f32(w->n, x, x + w->n, y, y + w->n);
}

static void add(verify_log *log, const work *w, const char *name, double error,
                int count)
{
    verify_add(log, name, w->n, w->dtype, error, bound_property(w->dtype, w->n, count));
}

#define TRY(expr)                          \
    do {                                   \
        trnfft_status try_status = (expr); \
        if (try_status != TRNFFT_OK) {     \
            return try_status;             \
        }                                  \
    } while (0)

/* ---- accuracy ---- */

static trnfft_status check_complex(verify_log *log, work *w)
{
    put_pairs(w, w->in, w->x, w->n);
    TRY(call(w, FFT, w->in, w->out));
    add(log, w, "fft", pairs_error(w, w->out, w->truth, w->n), 1);
    for (int64_t k = 0; k < w->n; k++) {
        ref_complex t = w->truth[(w->n - k) % w->n];
        w->want[k] =
            (ref_complex){ t.re / (long double)w->n, t.im / (long double)w->n };
    }
    TRY(call(w, IFFT, w->in, w->out));
    add(log, w, "ifft", pairs_error(w, w->out, w->want, w->n), 1);
    return TRNFFT_OK;
}

static trnfft_status check_real(verify_log *log, work *w)
{
    int64_t bins = w->n / 2 + 1;
    for (int64_t j = 0; j < w->n; j++) {
        put(w, w->in, j, w->x[j].re);
    }
    for (int64_t k = 0; k < bins;
         k++) { /* the Hermitian part of the complex transform */
        ref_complex a = w->truth[k];
        ref_complex b = w->truth[(w->n - k) % w->n];
        w->want[k] = (ref_complex){ 0.5L * (a.re + b.re), 0.5L * (a.im - b.im) };
    }
    TRY(call(w, RFFT, w->in, w->out));
    add(log, w, "rfft", pairs_error(w, w->out, w->want, bins), 1);
    return TRNFFT_OK;
}

/* The input's imaginary parts at both ends are kept: they must not matter. */
static trnfft_status check_real_inverse(verify_log *log, work *w)
{
    int64_t bins = w->n / 2 + 1;
    ref_complex *whole = calloc((size_t)w->n, sizeof *whole);
    if (whole == NULL) {
        return TRNFFT_ERROR_OUT_OF_MEMORY;
    }
    for (int64_t k = 0; k < w->n; k++) {
        ref_complex t = w->x[k < bins ? k : w->n - k];
        bool end = k == 0 || 2 * k == w->n;
        whole[k] = (ref_complex){ t.re, end ? 0.0L : k < bins ? t.im : -t.im };
    }
    bool ok = ref_inverse(w->dft, whole, 1, w->want);
    free(whole);
    if (!ok) {
        return TRNFFT_ERROR_OUT_OF_MEMORY;
    }
    put_pairs(w, w->in, w->x, bins < w->n ? bins : w->n);
    TRY(call(w, IRFFT, w->in, w->out));
    sums s = { 0.0L, 0.0L };
    for (int64_t j = 0; j < w->n; j++) {
        compare(&s, get(w, w->out, j), w->want[j].re);
    }
    add(log, w, "irfft", relative(s), 1);
    return TRNFFT_OK;
}

/* ---- properties ---- */

static trnfft_status check_impulse(verify_log *log, work *w)
{
    int64_t at = w->n / 3;
    for (int64_t k = 0; k < w->n; k++) {
        put(w, w->in, 2 * k, k == at ? 1.0L : 0.0L);
        put(w, w->in, 2 * k + 1, 0.0L);
        w->want[k] =
            ref_unit((int64_t)((uint64_t)at * (uint64_t)k % (uint64_t)w->n), w->n);
    }
    TRY(call(w, FFT, w->in, w->out));
    add(log, w, "impulse", pairs_error(w, w->out, w->want, w->n), 1);
    return TRNFFT_OK;
}

/* F(x + y / 2) = F(x) + F(y) / 2 with y = x backwards. */
static trnfft_status check_linearity(verify_log *log, work *w)
{
    put_pairs(w, w->in, w->x, w->n);
    TRY(call(w, FFT, w->in, w->out));
    for (int64_t k = 0; k < w->n; k++) {
        w->want[k] = (ref_complex){ get(w, w->out, 2 * k), get(w, w->out, 2 * k + 1) };
        put(w, w->in, 2 * k, w->x[w->n - 1 - k].re);
        put(w, w->in, 2 * k + 1, w->x[w->n - 1 - k].im);
    }
    TRY(call(w, FFT, w->in, w->out));
    for (int64_t k = 0; k < w->n; k++) {
        w->want[k].re += 0.5L * get(w, w->out, 2 * k);
        w->want[k].im += 0.5L * get(w, w->out, 2 * k + 1);
        put(w, w->in, 2 * k, w->x[k].re + 0.5L * w->x[w->n - 1 - k].re);
        put(w, w->in, 2 * k + 1, w->x[k].im + 0.5L * w->x[w->n - 1 - k].im);
    }
    TRY(call(w, FFT, w->in, w->out));
    add(log, w, "linearity", pairs_error(w, w->out, w->want, w->n), 3);
    return TRNFFT_OK;
}

/* x delayed by s: X_k exp(-2 pi i s k / n). */
static trnfft_status check_shift(verify_log *log, work *w)
{
    int64_t s = (1 + w->n / 5) % w->n;
    put_pairs(w, w->in, w->x, w->n);
    TRY(call(w, FFT, w->in, w->out));
    for (int64_t k = 0; k < w->n; k++) {
        ref_complex u = ref_unit(s * k % w->n, w->n);
        long double re = get(w, w->out, 2 * k);
        long double im = get(w, w->out, 2 * k + 1);
        w->want[k] = (ref_complex){ re * u.re - im * u.im, re * u.im + im * u.re };
        put(w, w->in, 2 * ((k + s) % w->n), w->x[k].re);
        put(w, w->in, 2 * ((k + s) % w->n) + 1, w->x[k].im);
    }
    TRY(call(w, FFT, w->in, w->out));
    add(log, w, "shift", pairs_error(w, w->out, w->want, w->n), 2);
    return TRNFFT_OK;
}

/* A sum that carries what rounding lost: of millions of terms, still exact enough to
 * judge a transform by. */
typedef struct long_sum {
    long double sum, lost;
} long_sum;

static void sum_square(long_sum *s, long double x)
{
    long double term = x * x - s->lost;
    long double sum = s->sum + term;
    s->lost = (sum - s->sum) - term;
    s->sum = sum;
}

static trnfft_status check_energy(verify_log *log, work *w)
{
    put_pairs(w, w->in, w->x, w->n);
    TRY(call(w, FFT, w->in, w->out));
    long_sum before = { 0.0L, 0.0L };
    long_sum after = { 0.0L, 0.0L };
    for (int64_t k = 0; k < w->n; k++) {
        sum_square(&before, w->x[k].re);
        sum_square(&before, w->x[k].im);
        sum_square(&after, get(w, w->out, 2 * k));
        sum_square(&after, get(w, w->out, 2 * k + 1));
    }
    double error = (double)fabsl(after.sum / ((long double)w->n * before.sum) - 1.0L);
    add(log, w, "parseval", error, 2);
    return TRNFFT_OK;
}

static trnfft_status check_round_trips(verify_log *log, work *w)
{
    put_pairs(w, w->in, w->x, w->n);
    TRY(call(w, FFT, w->in, w->out));
    TRY(call(w, IFFT, w->out, w->out));
    add(log, w, "round_trip", pairs_error(w, w->out, w->x, w->n), 2);
    for (int64_t j = 0; j < w->n; j++) {
        put(w, w->in, j, w->x[j].re);
    }
    TRY(call(w, RFFT, w->in, w->out));
    TRY(call(w, IRFFT, w->out, w->other));
    sums s = { 0.0L, 0.0L };
    for (int64_t j = 0; j < w->n; j++) {
        compare(&s, get(w, w->other, j), w->x[j].re);
    }
    add(log, w, "real_round_trip", relative(s), 2);
    return TRNFFT_OK;
}

/* Split, interleaved and in place: the same bits. */
static trnfft_status check_same_bits(verify_log *log, work *w)
{
    put_pairs(w, w->in, w->x, w->n);
    TRY(call(w, FFT, w->in, w->out));
    TRY(call(w, FFT, w->in, w->in));
    sums place = { 0.0L, 0.0L };
    for (int64_t i = 0; i < 2 * w->n; i++) {
        compare(&place, get(w, w->in, i), get(w, w->out, i));
    }
    verify_add(log, "in_place", w->n, w->dtype, relative(place), 0.0);
    for (int64_t j = 0; j < w->n; j++) {
        put(w, w->in, j, w->x[j].re);
        put(w, w->in, w->n + j, w->x[j].im);
    }
    TRY(call_split(w, w->in, w->other));
    sums layout = { 0.0L, 0.0L };
    for (int64_t k = 0; k < w->n; k++) {
        compare(&layout, get(w, w->other, k), get(w, w->out, 2 * k));
        compare(&layout, get(w, w->other, w->n + k), get(w, w->out, 2 * k + 1));
    }
    verify_add(log, "layout", w->n, w->dtype, relative(layout), 0.0);
    return TRNFFT_OK;
}

static trnfft_status check_all(verify_log *log, work *w, bool properties)
{
    TRY(check_complex(log, w));
    TRY(check_real(log, w));
    TRY(check_real_inverse(log, w));
    if (properties) {
        TRY(check_impulse(log, w));
        TRY(check_linearity(log, w));
        TRY(check_shift(log, w));
        TRY(check_energy(log, w));
        TRY(check_round_trips(log, w));
        TRY(check_same_bits(log, w));
    }
    return TRNFFT_OK;
}

int verify_length(verify_log *log, int64_t n, const int *dtypes, int n_dtypes,
                  bool properties)
{
    work w;
    if (!work_init(&w, n)) {
        work_fini(&w);
        return cli_fail(CLI_MEMORY, "n = %lld: out of memory", (long long)n);
    }
    trnfft_status status = TRNFFT_OK;
    for (int i = 0; status == TRNFFT_OK && i < n_dtypes; i++) {
        w.dtype = dtypes[i];
        status = check_all(log, &w, properties);
    }
    work_fini(&w);
    if (status != TRNFFT_OK) {
        return cli_fail(CLI_FAILED, "n = %lld: %s", (long long)n, trnfft_last_error());
    }
    return CLI_OK;
}

/* ---- what bench can run, too ---- */

static int verify_case(verify_log *log, const char *name, const bench_case *c)
{
    bench_arrays arrays;
    bench_engine engine;
    bench_truth truth = { NULL, NULL, 0 };
    if (!bench_arrays_create(c, &arrays)) {
        return cli_fail(CLI_MEMORY, "%s: out of memory", c->name);
    }
    bench_arrays_fill(c, &arrays);
    int code = bench_ours_create(c, &arrays, 0, &engine);
    if (code == CLI_OK) {
        if (bench_truth_create(c, &arrays, &truth)) {
            engine.run(engine.state, &arrays, 1);
            double bound = c->op == BENCH_GEMM
                               ? bound_gemm(c->dtype, c->n[0])
                               : bound_property(c->dtype, INT64_C(3), 1);
            verify_add(log, name, bench_points(c), c->dtype,
                       bench_error(c, &arrays, &truth), bound);
        } else {
            code = cli_fail(CLI_MEMORY, "%s: out of memory", c->name);
        }
        engine.destroy(engine.state);
    }
    bench_truth_destroy(&truth);
    bench_arrays_destroy(&arrays);
    return code;
}

int verify_others(verify_log *log, const int *dtypes, int n_dtypes, bool quick)
{
    static const struct {
        const char *name;
        bench_op op;
        const char *quick, *more;
    } table[] = {
        { "fftn", BENCH_FFT, "5x6x7,16x16,64*3",
          "8x16x16,30x97,64x64,1x1x1,7x1x11,100*17" },
        { "ifftn", BENCH_IFFT, "5x6x7", "8x16x16,30x97" },
        { "stft", BENCH_STFT, "1000/64/16",
          "4000/400/160,3000/125/30*2,16000/512/128" },
        { "istft", BENCH_ISTFT, "1000/64/16",
          "4000/400/160,3000/125/30*2,16000/512/128" },
        { "gemm", BENCH_GEMM, "1,7,32", "33,100,129" },
        { "mask", BENCH_MASK, "64x32", "1,1001" },
    };
    int code = CLI_OK;
    for (size_t t = 0; t < sizeof table / sizeof table[0]; t++) {
        for (int part = 0; part < (quick ? 1 : 2); part++) {
            for (int i = 0; code == CLI_OK && i < n_dtypes; i++) {
                bench_filter filter = { dtypes[i], true, true };
                bench_suite suite;
                if (!bench_suite_parse(table[t].op,
                                       part == 0 ? table[t].quick : table[t].more,
                                       &filter, &suite)) {
                    return cli_fail(CLI_MEMORY, "out of memory");
                }
                for (int k = 0; code == CLI_OK && k < suite.count; k++) {
                    code = verify_case(log, table[t].name, &suite.cases[k]);
                }
                bench_suite_destroy(&suite);
            }
        }
    }
    return code;
}

int verify_reference(verify_log *log)
{
    static const int64_t lengths[] = { 1, 2, 12, 61, 67, 128, 201, 262 };
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        work w;
        bool ok = work_init(&w, lengths[i]);
        if (ok) {
            ref_direct(w.n, w.x, w.want);
            sums s = { 0.0L, 0.0L };
            for (int64_t k = 0; k < w.n; k++) {
                compare(&s, w.truth[k].re, w.want[k].re);
                compare(&s, w.truth[k].im, w.want[k].im);
            }
            verify_add(log, "reference", w.n, 0, relative(s), 5e-16);
        }
        work_fini(&w);
        if (!ok) {
            return cli_fail(CLI_MEMORY, "out of memory");
        }
    }
    return CLI_OK;
}
