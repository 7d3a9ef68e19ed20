/* probe.c - the experiments. All operands are tables, all results 16 x 16 numbers.
 *
 * Order of sums, products and their rounding show in sums over 128 rows of numbers with
 * full significands and many exponents; denormals are made of powers of two, so that no
 * split of operands matters, apart for reading and writing; roundings between two
 * operations show in a multiplication that is followed by an addition of similar size.
 */
#include "backend/neuron/probe.h"

#include <math.h>
#include <string.h>

#include "ncsim/builder.h"

enum { SIDE = TFI_PROBE_SIDE, ROWS = 128 };

typedef struct builder {
    ncs_builder *b;
    const ncs_machine *machine;
    uint64_t random;
    ncs_view results;
    int n; /* experiments built */
} builder;

typedef struct spec {
    tfi_probe_experiment about;
    void (*build)(builder *p, const struct spec *s);
    ncs_dtype type; /* of PE's operands */
    ncs_stream engine;
    bool variant; /* products: twice; denormals: written, not read */
    bool v3_only;
} spec;

/* Uniform in [-1, 1): splitmix64, 53 bits. */
static double draw(builder *p)
{
    uint64_t z = (p->random += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1.0;
}

/* A table of `values` on the core. */
static ncs_view load(builder *p, ncs_dtype type, int32_t rows, const double *values)
{
    ncs_view table = ncs_table(p->b, "w", type, rows, SIDE, values);
    ncs_view tile = ncs_sbuf(p->b, "t", type, rows, SIDE);
    ncs_dma(p->b, -1, tile, table);
    return tile;
}

/* Uniform in [-1, 1), each times a power of two down to 2^-(octaves - 1). */
static ncs_view load_random(builder *p, ncs_dtype type, int32_t rows, int octaves)
{
    double values[ROWS * SIDE];
    for (int i = 0; i < rows * SIDE; i++) {
        int down = (int)((draw(p) + 1.0) * 0.5 * octaves);
        values[i] = ldexp(draw(p), -down);
    }
    return load(p, type, rows, values);
}

/* +-2^(first - 0 … 7): exact in every type. */
static ncs_view load_powers(builder *p, int32_t rows, int first)
{
    double values[ROWS * SIDE];
    for (int i = 0; i < rows * SIDE; i++) {
        values[i] = ldexp(i % 3 == 0 ? -1.0 : 1.0, first - i % 8);
    }
    return load(p, NCS_F32, rows, values);
}

static ncs_view result_tile(builder *p)
{
    return ncs_sbuf(p->b, "out", NCS_F32, SIDE, SIDE);
}

static void store(builder *p, ncs_view tile)
{
    ncs_dma(p->b, -1, ncs_rows(p->results, SIDE * p->n, SIDE), tile);
}

static void multiply(builder *p, ncs_view stationary, ncs_view moving, bool twice)
{
    ncs_view acc = ncs_psum(p->b, "acc", NCS_F32, SIDE, SIDE), out = result_tile(p);
    ncs_matmul(p->b, acc, stationary, moving, NCS_OVERWRITE);
    if (twice) {
        ncs_matmul(p->b, acc, moving, stationary, NCS_ACCUMULATE);
    }
    /* Bit by bit: results may be denormal. */
    ncs_copy(p->b, NCS_DVE, out, acc);
    store(p, out);
}

static void build_product(builder *p, const spec *s)
{
    /* Far enough apart that sums of products rounded to bf16 are not exact. */
    ncs_view x = load_random(p, s->type, ROWS, 12);
    ncs_view y = load_random(p, s->type, ROWS, 12);
    multiply(p, x, y, s->variant);
}

/* Denormals as they are read: 2^-130 … times 2^20; as they are written: 2^-115 … times
 * 2^-20. */
static void build_denormals(builder *p, const spec *s)
{
    const int x_exponent = s->variant ? -115 : -130, y_exponent = s->variant ? -20 : 20;
    const int32_t rows = s->engine == NCS_PE ? 1 : SIDE;
    ncs_view x = load_powers(p, rows, x_exponent);
    if (s->engine == NCS_DVE || s->engine == NCS_ACT) {
        ncs_view out = result_tile(p);
        const double factor = ldexp(1.0, y_exponent);
        if (s->engine == NCS_DVE) {
            ncs_tensor_scalar(p->b, NCS_DVE, out, x, NCS_MULTIPLY, factor, NCS_BYPASS,
                              0.0);
        } else {
            ncs_activation(p->b, out, NCS_IDENTITY, x, factor, 0.0);
        }
        store(p, out);
        return;
    }
    double factors[SIDE * SIDE];
    for (int i = 0; i < rows * SIDE; i++) {
        factors[i] = ldexp(1.0, y_exponent);
    }
    ncs_view y = load(p, NCS_F32, rows, factors);
    if (s->engine == NCS_PE) {
        multiply(p, x, y, false);
        return;
    }
    ncs_view out = result_tile(p);
    ncs_tensor_tensor(p->b, s->engine, out, x, NCS_MULTIPLY, y);
    store(p, out);
}

static void build_two_ops(builder *p, const spec *s)
{
    ncs_view x = load_random(p, NCS_F32, SIDE, 1), out = result_tile(p);
    ncs_tensor_scalar(p->b, s->engine, out, x, NCS_MULTIPLY, 0.7351219654083252,
                      NCS_ADD, 0.3119584918022156);
    store(p, out);
}

/* The bias as a column, which v2 has, too. */
static void build_activation(builder *p, const spec *s)
{
    (void)s;
    ncs_view x = load_random(p, NCS_F32, SIDE, 1), y = load_random(p, NCS_F32, SIDE, 1);
    ncs_view out = result_tile(p);
    ncs_instruction in = { .op = NCS_ACTIVATION,
                           .stream = NCS_ACT,
                           .function = NCS_IDENTITY,
                           .post = -1,
                           .note = -1,
                           .scalar = { 0.7351219654083252, 0.0 } };
    in.dst = out;
    in.src[0] = x;
    in.src[1] = ncs_no_view();
    in.src[2] = ncs_columns(y, 0, 1, 1);
    ncs_emit(p->b, &in);
    store(p, out);
}

/* Of numbers in [0.5, 3), sines of [-3, 3). */
static void build_function(builder *p, const spec *s)
{
    double values[SIDE * SIDE];
    for (int i = 0; i < SIDE * SIDE; i++) {
        double u = draw(p);
        values[i] = s->about.function == NCS_SIN ? 3.0 * u : 1.75 + 1.25 * u;
    }
    ncs_view x = load(p, NCS_F32, SIDE, values), out = result_tile(p);
    ncs_activation(p->b, out, s->about.function, x, 1.0, 0.0);
    store(p, out);
}

/* Half of the numbers lie in the middle between two of the type; two of i32's are too
 * large. */
static double number_to_cast(builder *p, ncs_dtype type, int i)
{
    const double sign = i % 4 < 2 ? 1.0 : -1.0, odd = (double)(2 * (i % 64) + 1);
    if (type == NCS_I32 && i < 2) {
        return sign * 3e9;
    }
    if (i % 2 == 0) {
        return draw(p) * (type == NCS_I32 ? 1000.0 : 1.0);
    }
    return sign * (type == NCS_I32    ? 0.5 * odd
                   : type == NCS_BF16 ? 1.0 + odd * 0x1p-8
                                      : 1.0 + odd * 0x1p-11);
}

/* To the type and back, which is exact. */
static void build_cast(builder *p, const spec *s)
{
    double values[SIDE * SIDE];
    for (int i = 0; i < SIDE * SIDE; i++) {
        values[i] = number_to_cast(p, s->type, i);
    }
    ncs_view x = load(p, NCS_F32, SIDE, values), out = result_tile(p);
    ncs_view low = ncs_sbuf(p->b, "low", s->type, SIDE, SIDE);
    if (s->engine == NCS_ACT) {
        ncs_activation(p->b, low, NCS_IDENTITY, x, 1.0, 0.0);
    } else if (s->engine == NCS_DMA0) {
        ncs_dma(p->b, -1, low, x);
    } else {
        ncs_copy(p->b, s->engine, low, x);
    }
    ncs_copy(p->b, NCS_DVE, out, low);
    store(p, out);
}

static void build_max(builder *p, const spec *s)
{
    double x[SIDE * SIDE], y[SIDE * SIDE];
    for (int i = 0; i < SIDE * SIDE; i++) {
        x[i] = i % 4 == 0 ? (double)NAN : draw(p);
        y[i] = i % 4 == 1 ? (double)NAN : draw(p);
    }
    ncs_view left = load(p, NCS_F32, SIDE, x), right = load(p, NCS_F32, SIDE, y);
    ncs_view out = result_tile(p);
    ncs_tensor_tensor(p->b, s->engine, out, left, NCS_MAX, right);
    store(p, out);
}

/* PE's, of numbers and zeros of both signs. */
static void build_transpose(builder *p, const spec *s)
{
    double values[SIDE * SIDE];
    for (int i = 0; i < SIDE * SIDE; i++) {
        values[i] = i % 16 == 5 ? -0.0 : i % 16 == 9 ? 0.0 : draw(p);
    }
    ncs_view x = load(p, NCS_F32, SIDE, values), out = result_tile(p);
    ncs_view turned = ncs_psum(p->b, "turned", NCS_F32, SIDE, SIDE);
    ncs_transpose(p->b, s->engine, turned, x);
    ncs_copy(p->b, NCS_DVE, out, turned);
    store(p, out);
}

#define PRODUCT(name, what, type, twice, ...)                                         \
    {                                                                                 \
        { name, what, { __VA_ARGS__ }, 0 }, build_product, type, NCS_PE, twice, false \
    }
#define DENORMAL(name, what, engine, written)                                          \
    {                                                                                  \
        { name, what, { "denormals" }, 0 }, build_denormals, NCS_F32, engine, written, \
            false                                                                      \
    }
#define FUNCTION(name, function)                                                 \
    {                                                                            \
        { name, "error of ACT's function", { NULL }, function }, build_function, \
            NCS_F32, NCS_ACT, false, false                                       \
    }

#define ASSUMED(name, what, build, type, engine)                       \
    {                                                                  \
        { name, what, { NULL }, 0 }, build, type, engine, false, false \
    }

static const spec specs[] = {
    PRODUCT("pe_f32", "float32 operands, 128 rows", NCS_F32, false, "sum_order",
            "f32_products"),
    PRODUCT("pe_f32_twice", "the same, accumulated on another product", NCS_F32, true,
            "sum_order", "f32_products"),
    PRODUCT("pe_bf16", "bfloat16 operands, 128 rows", NCS_BF16, false, "sum_order",
            "low_products"),
    PRODUCT("pe_f16", "float16 operands, 128 rows", NCS_F16, false, "sum_order",
            "low_products"),
    PRODUCT("pe_tf32", "tfloat32 operands, 128 rows", NCS_TF32, false, "sum_order",
            "low_products", "tf32_rounding"),
    DENORMAL("pe_reads", "PE multiplies denormals", NCS_PE, false),
    DENORMAL("pe_writes", "PE's product is denormal", NCS_PE, true),
    DENORMAL("dve_reads", "DVE multiplies denormals", NCS_DVE, false),
    DENORMAL("dve_writes", "DVE's product is denormal", NCS_DVE, true),
    DENORMAL("act_reads", "ACT multiplies denormals", NCS_ACT, false),
    DENORMAL("act_writes", "ACT's product is denormal", NCS_ACT, true),
    DENORMAL("pool_reads", "GpSimd multiplies denormals", NCS_POOL, false),
    DENORMAL("pool_writes", "GpSimd's product is denormal", NCS_POOL, true),
    { { "dve_two", "tensor_scalar multiplies and adds", { "two_ops" }, 0 },
      build_two_ops,
      NCS_F32,
      NCS_DVE,
      false,
      false },
    { { "act_two", "the same on ACT", { "two_ops" }, 0 },
      build_two_ops,
      NCS_F32,
      NCS_ACT,
      false,
      true },
    { { "act_bias", "scale and bias of activation", { "two_ops" }, 0 },
      build_activation,
      NCS_F32,
      NCS_ACT,
      false,
      false },
    ASSUMED("dve_to_bf16", "DVE rounds to the nearest even", build_cast, NCS_BF16,
            NCS_DVE),
    ASSUMED("act_to_bf16", "ACT rounds to the nearest even", build_cast, NCS_BF16,
            NCS_ACT),
    ASSUMED("pool_to_bf16", "GpSimd rounds to the nearest even", build_cast, NCS_BF16,
            NCS_POOL),
    ASSUMED("dma_to_bf16", "DMA rounds to the nearest even", build_cast, NCS_BF16,
            NCS_DMA0),
    ASSUMED("dve_to_f16", "DVE rounds to the nearest even", build_cast, NCS_F16,
            NCS_DVE),
    ASSUMED("dve_to_i32", "nearest even, too large ones become the largest", build_cast,
            NCS_I32, NCS_DVE),
    ASSUMED("dve_max", "the second operand where one is NaN", build_max, NCS_F32,
            NCS_DVE),
    ASSUMED("pe_transpose", "a transpose moves bits (v2: not the sign of zeros)",
            build_transpose, NCS_F32, NCS_PE),
    FUNCTION("sqrt", NCS_SQRT),
    FUNCTION("rsqrt", NCS_RSQRT),
    FUNCTION("reciprocal", NCS_RECIPROCAL),
    FUNCTION("exp", NCS_EXP),
    FUNCTION("log", NCS_LOG),
    FUNCTION("sin", NCS_SIN),
    FUNCTION("gelu", NCS_GELU),
    FUNCTION("tanh", NCS_TANH),
};
enum { N_SPECS = sizeof specs / sizeof specs[0] };
_Static_assert((int)N_SPECS <= (int)TFI_PROBE_MOST, "experiments fit the list");

trnfft_status tfi_probe_create(const ncs_machine *machine, const tfi_allocator *alloc,
                               tfi_probe *out)
{
    memset(out, 0, sizeof *out);
    builder p = { .machine = machine, .random = 2026 };
    const spec *chosen[N_SPECS];
    for (int i = 0; i < N_SPECS; i++) {
        if (!specs[i].v3_only || machine->act_tensor_scalar) {
            chosen[out->n] = &specs[i];
            out->experiment[out->n++] = specs[i].about;
        }
    }
    p.b = ncs_builder_create(machine, "probe", alloc);
    if (p.b == NULL) {
        return TRNFFT_ERROR_OUT_OF_MEMORY;
    }
    p.results = ncs_output(p.b, "results", NCS_F32, (int64_t)SIDE * out->n, SIDE);
    for (; p.n < out->n; p.n++) {
        ncs_note(p.b, chosen[p.n]->about.name);
        chosen[p.n]->build(&p, chosen[p.n]);
    }
    return ncs_builder_finish(p.b, &out->program);
}

void tfi_probe_destroy(tfi_probe *probe)
{
    ncs_program_destroy(probe->program);
}

/* The choices of a switch, and how many they are. */
static const char *const *choices_of(const char *name, int *count)
{
    const char *have = NULL;
    const char *const *choices = NULL;
    for (size_t i = 0; ncs_settings_switch(i, &have, &choices); i++) {
        if (strcmp(have, name) == 0) {
            for (*count = 0; choices[*count] != NULL; (*count)++) {
            }
            return choices;
        }
    }
    *count = 1;
    return NULL;
}

int tfi_probe_choices(const tfi_probe_experiment *experiment)
{
    int product = 1;
    for (int i = 0; i < TFI_PROBE_SWITCHES && experiment->switches[i] != NULL; i++) {
        int count = 1;
        (void)choices_of(experiment->switches[i], &count);
        product *= count;
    }
    return product;
}

trnfft_status tfi_probe_choose(const tfi_probe_experiment *experiment, int index,
                               ncs_settings *settings, tfi_printer *text)
{
    trnfft_status status = TRNFFT_OK;
    for (int i = 0; i < TFI_PROBE_SWITCHES && experiment->switches[i] != NULL; i++) {
        int count = 1;
        const char *const *choices = choices_of(experiment->switches[i], &count);
        if (choices == NULL || count < 1) {
            return tfi_fail(TRNFFT_ERROR_INTERNAL, "neuron_probe: no switch %s",
                            experiment->switches[i]);
        }
        char assignment[64];
        tfi_printer one = { .text = assignment, .capacity = sizeof assignment };
        tfi_printf(&one, "%s=%s", experiment->switches[i], choices[index % count]);
        index /= count;
        tfi_printf(text, "%s%s", i > 0 ? " " : "", assignment);
        status = status == TRNFFT_OK ? ncs_settings_set(settings, assignment) : status;
    }
    return status;
}
