/* cmd_fft.c - the verbs of torch.fft on files. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arrays.h"
#include "verbs.h"

typedef struct fft_options {
    file_options file;
    const char *output;
    int64_t n, dim;
    cli_ints s, dims;
    int norm; /* index of NORMS */
} fft_options;

#define NORMS "backward|ortho|forward"

static const int32_t norms[] = { TRNFFT_NORM_BACKWARD, TRNFFT_NORM_ORTHO,
                                 TRNFFT_NORM_FORWARD };

#define OUTPUT_OPTION(type)                                                        \
    {                                                                              \
        "output", 'o', CLI_TEXT, offsetof(type, output), "FILE",                   \
            "where the result goes; - is stdout as .npy; default: text on stdout", \
            NULL                                                                   \
    }
#define NORM_OPTION                                               \
    {                                                             \
        "norm", 0, CLI_CHOICE, offsetof(fft_options, norm), NULL, \
            "where the scaling goes; default: backward", NORMS    \
    }

static const cli_option options_1d[] = {
    OUTPUT_OPTION(fft_options),
    { "n", 0, CLI_SIZE, offsetof(fft_options, n), "N",
      "length of the transform: pads or trims; default: that of the input", NULL },
    { "dim", 0, CLI_INT, offsetof(fft_options, dim), "DIM",
      "dimension; default: -1, the last", NULL },
    NORM_OPTION,
    FILE_INPUT_OPTIONS(fft_options, file),
    FILE_OUTPUT_OPTIONS(fft_options, file),
    { 0 },
};

/* clang-format off */
#define REGION_OPTIONS(default_dim) \
    OUTPUT_OPTION(fft_options), \
    { "s", 0, CLI_INTS, offsetof(fft_options, s), "N,N…", \
      "lengths of the transform, -1 = as it is; default: those of the input", NULL }, \
    { "dim", 0, CLI_INTS, offsetof(fft_options, dims), "DIM,DIM…", \
      "dimensions (--dim=-1,0); default: " default_dim, NULL }, \
    NORM_OPTION, \
    FILE_INPUT_OPTIONS(fft_options, file), \
    FILE_OUTPUT_OPTIONS(fft_options, file), \
    { 0 }
/* clang-format on */

static const cli_option options_2d[] = { REGION_OPTIONS("the last two") };
static const cli_option options_nd[] = { REGION_OPTIONS(
    "all, or as many last ones as --s has") };

/* --- the transforms --- */

typedef enum family { FAMILY_1D, FAMILY_2D, FAMILY_ND } family;
typedef enum result { RESULT_COMPLEX, RESULT_REAL } result;

typedef trnfft_status run_1d(const trnfft_tensor *in, int64_t n, int32_t dim,
                             int32_t norm, const trnfft_tensor *out);
typedef trnfft_status shape_1d(const trnfft_tensor *in, int64_t n, int32_t dim,
                               int64_t *shape);
typedef trnfft_status run_2d(const trnfft_tensor *in, const int64_t *s,
                             const int32_t *dim, int32_t norm,
                             const trnfft_tensor *out);
typedef trnfft_status shape_2d(const trnfft_tensor *in, const int64_t *s,
                               const int32_t *dim, int64_t *shape);
typedef trnfft_status run_nd(const trnfft_tensor *in, const int64_t *s,
                             const int32_t *dim, int32_t n_dim, int32_t norm,
                             const trnfft_tensor *out);
typedef trnfft_status shape_nd(const trnfft_tensor *in, const int64_t *s,
                               const int32_t *dim, int32_t n_dim, int64_t *shape);

typedef struct transform {
    const char *name;
    family family;
    result result;
    run_1d *run1;
    shape_1d *shape1;
    run_2d *run2;
    shape_2d *shape2;
    run_nd *run_n;
    shape_nd *shape_n;
} transform;

#define ONE(f, r)                                                                \
    {                                                                            \
#f, FAMILY_1D, r, trnfft_##f, trnfft_##f##_shape, NULL, NULL, NULL, NULL \
    }
#define TWO(f, r)                                                                \
    {                                                                            \
#f, FAMILY_2D, r, NULL, NULL, trnfft_##f, trnfft_##f##_shape, NULL, NULL \
    }
#define MANY(f, r)                                                               \
    {                                                                            \
#f, FAMILY_ND, r, NULL, NULL, NULL, NULL, trnfft_##f, trnfft_##f##_shape \
    }

static const transform transforms[] = {
    ONE(fft, RESULT_COMPLEX),    ONE(ifft, RESULT_COMPLEX),
    ONE(rfft, RESULT_COMPLEX),   ONE(irfft, RESULT_REAL),
    ONE(hfft, RESULT_REAL),      ONE(ihfft, RESULT_COMPLEX),
    TWO(fft2, RESULT_COMPLEX),   TWO(ifft2, RESULT_COMPLEX),
    TWO(rfft2, RESULT_COMPLEX),  TWO(irfft2, RESULT_REAL),
    TWO(hfft2, RESULT_REAL),     TWO(ihfft2, RESULT_COMPLEX),
    MANY(fftn, RESULT_COMPLEX),  MANY(ifftn, RESULT_COMPLEX),
    MANY(rfftn, RESULT_COMPLEX), MANY(irfftn, RESULT_REAL),
    MANY(hfftn, RESULT_REAL),    MANY(ihfftn, RESULT_COMPLEX),
};

static const transform *find_transform(const char *name)
{
    for (size_t i = 0; i < sizeof transforms / sizeof *transforms; i++) {
        if (strcmp(transforms[i].name, name) == 0) {
            return &transforms[i];
        }
    }
    return NULL;
}

/* --s and --dim as the library takes them. */
typedef struct region {
    const int64_t *s;
    const int32_t *dim;
    int32_t n_dim;
    int32_t dims[CLI_MAX_LIST];
} region;

static bool narrow(int64_t v, int32_t *out)
{
    *out = v > INT32_MAX ? INT32_MAX : v < INT32_MIN ? INT32_MIN : (int32_t)v;
    return true; /* far out of range stays out of range: the library refuses it */
}

static int make_region(const fft_options *o, bool two, region *r)
{
    if (o->s.count > 0 && o->dims.count > 0 && o->s.count != o->dims.count) {
        return cli_fail(CLI_USAGE,
                        "--s has %d number(s), --dim %d: they must have the same "
                        "length",
                        o->s.count, o->dims.count);
    }
    if (two && ((o->s.count > 0 && o->s.count != 2) ||
                (o->dims.count > 0 && o->dims.count != 2))) {
        return cli_fail(CLI_USAGE, "--s and --dim take two numbers here");
    }
    for (int i = 0; i < o->dims.count; i++) {
        narrow(o->dims.at[i], &r->dims[i]);
    }
    r->s = o->s.count > 0 ? o->s.at : NULL;
    r->dim = o->dims.count > 0 ? r->dims : NULL;
    r->n_dim = o->s.count > 0 ? o->s.count : o->dims.count;
    return CLI_OK;
}

static trnfft_status infer(const transform *t, const fft_options *o, const region *r,
                           const trnfft_tensor *in, int64_t *shape)
{
    int32_t dim = 0;
    switch (t->family) {
    case FAMILY_1D: narrow(o->dim, &dim); return t->shape1(in, o->n, dim, shape);
    case FAMILY_2D: return t->shape2(in, r->s, r->dim, shape);
    default: return t->shape_n(in, r->s, r->dim, r->n_dim, shape);
    }
}

static trnfft_status compute(const transform *t, const fft_options *o, const region *r,
                             const trnfft_tensor *in, const trnfft_tensor *out)
{
    int32_t dim = 0;
    int32_t norm = norms[o->norm];
    switch (t->family) {
    case FAMILY_1D: narrow(o->dim, &dim); return t->run1(in, o->n, dim, norm, out);
    case FAMILY_2D: return t->run2(in, r->s, r->dim, norm, out);
    default: return t->run_n(in, r->s, r->dim, r->n_dim, norm, out);
    }
}

static int transform_array(const transform *t, const fft_options *o, const io_array *in,
                           io_array *out)
{
    int64_t shape[IO_MAX_RANK] = { 0 };
    io_error e;
    region r;
    if (in->rank == 0) {
        return cli_fail(CLI_REFUSED,
                        "the input has 0 dimensions: at least 1 dimension is needed");
    }
    int code = make_region(o, t->family == FAMILY_2D, &r);
    if (code != CLI_OK) {
        return code;
    }
    trnfft_tensor x = array_view(in);
    trnfft_status status = infer(t, o, &r, &x, shape);
    if (status != TRNFFT_OK) {
        return cli_fail_status(status);
    }
    io_type type =
        t->result == RESULT_REAL ? io_type_real(in->type) : io_type_complex(in->type);
    if (!io_array_create(out, type, in->rank, shape, &e)) {
        return cli_fail(e.code, "%s", e.text);
    }
    out->rate = in->rate;
    trnfft_tensor y = array_view(out);
    status = compute(t, o, &r, &x, &y);
    return status == TRNFFT_OK ? CLI_OK : cli_fail_status(status);
}

static int run_transform(const cli_verb *verb, int argc, char **argv)
{
    fft_options o = { .n = TRNFFT_N_DEFAULT, .dim = -1 };
    cli_files files;
    io_array in = { 0 }, out = { 0 };
    int code = cli_parse(verb, argc, argv, &o, &files);
    if (code >= 0) {
        return code;
    }
    code = load_array(files.at[0], &o.file, &in);
    if (code == CLI_OK) {
        code = transform_array(find_transform(verb->name), &o, &in, &out);
    }
    if (code == CLI_OK) {
        code = save_array(o.output, &o.file, &out);
    }
    io_array_free(&in);
    io_array_free(&out);
    return code;
}

/* --- fftfreq, rfftfreq, fftshift, ifftshift --- */

typedef struct freq_options {
    file_options file;
    const char *output;
    int64_t n;
    double d;
    int dtype; /* 0 f4, 1 f8 */
} freq_options;

static const cli_option options_freq[] = {
    OUTPUT_OPTION(freq_options),
    { "n", 0, CLI_INT, offsetof(freq_options, n), "N",
      "length of the transform (must be given)", NULL },
    { "d", 0, CLI_REAL, offsetof(freq_options, d), "SECONDS",
      "spacing of samples; default: 1", NULL },
    { "dtype", 0, CLI_CHOICE, offsetof(freq_options, dtype), "TYPE",
      "f4 (default) or f8", "f4|f8" },
    { "endian", 0, CLI_CHOICE, offsetof(freq_options, file.endian), "ORDER",
      "of raw files: little (default) or big", "little|big" },
    FILE_ARRAY_OUTPUT_OPTION(freq_options, file),
    { 0 },
};

static int run_freq(const cli_verb *verb, int argc, char **argv)
{
    freq_options o = { .n = INT64_MIN, .d = 1.0 };
    cli_files files;
    io_array out = { 0 };
    io_error e;
    int code = cli_parse(verb, argc, argv, &o, &files);
    if (code >= 0) {
        return code;
    }
    if (o.n == INT64_MIN) {
        return cli_fail(CLI_USAGE, "--n is missing");
    }
    bool half = strcmp(verb->name, "rfftfreq") == 0;
    int64_t count = o.n < 0 ? 0 : half ? o.n / 2 + 1 : o.n;
    if (!io_array_create(&out, o.dtype == 1 ? IO_F64 : IO_F32, 1, &count, &e)) {
        return cli_fail(e.code, "--n: %lld: %s", (long long)o.n, e.text);
    }
    trnfft_tensor y = array_view(&out);
    trnfft_status status =
        half ? trnfft_rfftfreq(o.n, o.d, &y) : trnfft_fftfreq(o.n, o.d, &y);
    code = status == TRNFFT_OK ? save_array(o.output, &o.file, &out)
                               : cli_fail_status(status);
    io_array_free(&out);
    return code;
}

static const cli_option options_shift[] = {
    OUTPUT_OPTION(fft_options),
    { "dim", 0, CLI_INTS, offsetof(fft_options, dims), "DIM,DIM…",
      "dimensions; default: all", NULL },
    FILE_INPUT_OPTIONS(fft_options, file),
    FILE_OUTPUT_OPTIONS(fft_options, file),
    { 0 },
};

/* The library says where each element goes, by moving their numbers; the elements
 * follow as bytes, so that every type keeps its values. */
static int shift_array(const char *name, const region *r, const io_array *in,
                       io_array *out)
{
    io_array order = { 0 };
    io_error e;
    if (!io_array_create(out, in->type, in->rank, in->shape, &e) ||
        !io_array_create(&order, IO_F64, in->rank, in->shape, &e)) {
        return cli_fail(e.code, "%s", e.text);
    }
    out->rate = in->rate;
    const int64_t count = in->data == NULL ? 0 : io_array_count(in);
    const size_t bytes = io_type_bytes(in->type);
    double *from = order.data;
    for (int64_t i = 0; i < count; i++) {
        from[i] = (double)i;
    }
    const trnfft_tensor t = array_view(&order);
    const trnfft_status status = strcmp(name, "ifftshift") == 0
                                     ? trnfft_ifftshift(&t, r->dim, r->n_dim, &t)
                                     : trnfft_fftshift(&t, r->dim, r->n_dim, &t);
    for (int64_t i = 0; status == TRNFFT_OK && i < count; i++) {
        memcpy((char *)out->data + (size_t)i * bytes,
               (const char *)in->data + (size_t)from[i] * bytes, bytes);
    }
    io_array_free(&order);
    return status == TRNFFT_OK ? CLI_OK : cli_fail_status(status);
}

static int run_shift(const cli_verb *verb, int argc, char **argv)
{
    fft_options o = { 0 };
    cli_files files;
    io_array in = { 0 }, out = { 0 };
    region r = { 0 };
    int code = cli_parse(verb, argc, argv, &o, &files);
    if (code >= 0) {
        return code;
    }
    o.file.keep =
        o.output == NULL || file_format(o.output, o.file.out_format) != FILE_WAV;
    code = make_region(&o, false, &r);
    code = code == CLI_OK ? load_array(files.at[0], &o.file, &in) : code;
    code = code == CLI_OK ? shift_array(verb->name, &r, &in, &out) : code;
    code = code == CLI_OK ? save_array(o.output, &o.file, &out) : code;
    io_array_free(&in);
    io_array_free(&out);
    return code;
}

/* --- the table --- */

#define FILES_TEXT                                                                    \
    "IN is .npy, .wav, .flac, .csv or .raw; - is stdin. Integers become float32, as " \
    "in torch,\n"                                                                     \
    "and half precision does, too; float64 stays float64 all the way."

#define SHIFT_TEXT                                                                \
    "IN is .npy, .wav, .flac, .csv or .raw; - is stdin. The elements keep their " \
    "type,\n"                                                                     \
    "integers and half precision, too (a WAV file gets float32)."

#define TRANSFORM(name, summary, options, examples)                                  \
    {                                                                                \
        name, summary, "IN [-o OUT] [options]", FILES_TEXT, examples, options, 1, 1, \
            run_transform                                                            \
    }

#define EXAMPLE_1D(f)                                               \
    "  trnfft " f " x.npy -o y.npy\n"                               \
    "  trnfft " f " x.npy -o y.npy --n 1000 --dim 0 --norm ortho\n" \
    "  printf '1\\n2\\n3\\n' | trnfft " f " - --in-format csv"
#define EXAMPLE_2D(f)                 \
    "  trnfft " f " x.npy -o y.npy\n" \
    "  trnfft " f " x.npy -o y.npy --s 64,64 --dim=0,1"
#define EXAMPLE_ND(f)                 \
    "  trnfft " f " x.npy -o y.npy\n" \
    "  trnfft " f " in.npy -o out.npy --s 4,3 --dim=-1,0 --norm ortho"

#define LINE(f, text)  TRANSFORM(f, text, options_1d, EXAMPLE_1D(f))
#define PLANE(f, text) TRANSFORM(f, text, options_2d, EXAMPLE_2D(f))
#define SPACE(f, text) TRANSFORM(f, text, options_nd, EXAMPLE_ND(f))

const cli_verb cmd_fft_verbs[] = {
    LINE("fft", "discrete Fourier transform of one dimension"),
    LINE("ifft", "inverse of fft"),
    LINE("rfft", "fft of real input: the non-negative frequencies"),
    LINE("irfft", "inverse of rfft; --n is the real length (default: even)"),
    LINE("hfft", "fft of a signal with Hermitian symmetry: a real spectrum"),
    LINE("ihfft", "inverse of hfft"),
    PLANE("fft2", "fft of two dimensions, the last ones by default"),
    PLANE("ifft2", "inverse of fft2"),
    PLANE("rfft2", "fft2 of real input"),
    PLANE("irfft2", "inverse of rfft2"),
    PLANE("hfft2", "hfft of two dimensions"),
    PLANE("ihfft2", "inverse of hfft2"),
    SPACE("fftn", "fft of any number of dimensions"),
    SPACE("ifftn", "inverse of fftn"),
    SPACE("rfftn", "fftn of real input"),
    SPACE("irfftn", "inverse of rfftn"),
    SPACE("hfftn", "hfft of any number of dimensions"),
    SPACE("ihfftn", "inverse of hfftn"),
    { "fftfreq", "the frequencies of fft's bins", "--n N [--d SECONDS] [-o OUT]", NULL,
      "  trnfft fftfreq --n 8 --d 0.5 -o f.npy\n"
      "  trnfft fftfreq --n 5",
      options_freq, 0, 0, run_freq },
    { "rfftfreq", "the frequencies of rfft's bins", "--n N [--d SECONDS] [-o OUT]",
      NULL, "  trnfft rfftfreq --n 512 --d 6.25e-5 -o f.npy", options_freq, 0, 0,
      run_freq },
    { "fftshift", "moves frequency 0 to the middle", "IN [-o OUT] [--dim DIM,…]",
      SHIFT_TEXT, "  trnfft fftshift X.npy -o Y.npy --dim=-1", options_shift, 1, 1,
      run_shift },
    { "ifftshift", "inverse of fftshift", "IN [-o OUT] [--dim DIM,…]", SHIFT_TEXT,
      "  trnfft ifftshift Y.npy -o X.npy", options_shift, 1, 1, run_shift },
    { 0 },
};
