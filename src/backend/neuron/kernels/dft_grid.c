/* dft_grid.c - everything that does not fit SBUF, and more dimensions, in one program:
 * passes from HBM to HBM.
 *
 * The last dimension goes first (last in a real inverse): rows up to 512 points, four
 * steps up to 16,384, otherwise digit by digit: the first with the data stationary,
 * which brings 128 neighbours side by side, the others as columns of at least that
 * width. All other dimensions are columns from the beginning. n up to 2^22 = 128 x 128
 * x 256 takes three passes.
 *
 * Budget of a pass: see its file; at least 32 bytes of DMA an element, and about 3 us
 * where one pass waits for the last results of the one before it.
 */
#include "backend/neuron/kernels/kernels.h"
#include "backend/neuron/kernels/passes.h"

#include <string.h>

enum { MOST_DIGITS = 6, MOST_STEPS = 24, MOST_REST = 4096 };

typedef enum step_kind { ROWS, FOUR_STEP, FIRST, COLUMN, EXPAND, PLANE } step_kind;

typedef struct step {
    step_kind kind;
    tfi_neuron_transform transform; /* ROWS, PLANE: n1 x n2 */
    int64_t n, n1, n2, lines;       /* ROWS, FOUR_STEP, EXPAND */
    int64_t f, rest, inner;         /* FIRST, COLUMN; lines are the items */
    int64_t in, out;                /* points of a line before and after */
    bool real_in, real_out, one_sided;
} step;

typedef struct steps {
    int count;
    int64_t most; /* elements of the largest array in between */
    step step[MOST_STEPS];
} steps;

/* --- digits of a long dimension --- */

typedef struct digits {
    int count;
    int64_t f[MOST_DIGITS];
    double cost; /* cycles of PE or DMA per point */
} digits;

/* Cycles of PE a point: products, or bytes in runs of `in` and `out` points (each pays
 * for about 48 more), whichever takes longer. A DMA engine serves 8 partitions. */
static double digit_cost(int64_t f, int64_t rest, int64_t inner, bool first)
{
    int64_t pack = first ? 1 : tfn_column_pack(f, rest, inner), high = f * pack;
    double tiles = (double)tfn_ceil_div(f, NCS_PARTITIONS);
    double products = 16.0 * tiles * tiles / (double)high;
    if (first) {
        products = 0.0625 * (double)tfn_max(64, 2 * f) / (double)f;
    }
    double in = (double)tfn_min(512, rest * inner), out = (double)(first ? f : inner);
    out = out < 1024.0 ? out : 1024.0;
    double engines =
        high >= NCS_PARTITIONS ? 1.0 : 16.0 / (double)tfn_ceil_div(high, 8);
    double bytes = 0.055 * (1.0 + 48.0 / in) * engines;
    bytes += 0.055 * (1.0 + 48.0 / out) * (first ? 1.0 : engines);
    return products > bytes ? products : bytes;
}

/* `fixed`: what a pass costs a point for its latency. */
static void find_digits(int64_t n, int64_t inner, bool first, double fixed,
                        digits *so_far, digits *best)
{
    if (n == 1) {
        if (best->count == 0 || so_far->cost < best->cost) {
            *best = *so_far;
        }
        return;
    }
    if (so_far->count == MOST_DIGITS) {
        return;
    }
    int64_t most = tfn_min(n, first ? NCS_PARTITIONS : TFN_DIGIT_MOST);
    for (int64_t f = most; f >= 2; f--) {
        int64_t tiles = tfn_ceil_div(f, NCS_PARTITIONS);
        if (n % f != 0 || (first ? f == n : tiles * (n / f) > MOST_REST)) {
            continue;
        }
        digits next = *so_far;
        next.f[next.count++] = f;
        next.cost += fixed + digit_cost(f, n / f, inner, first);
        if (best->count == 0 || next.cost < best->cost) {
            find_digits(n / f, inner * f, false, fixed, &next, best);
        }
    }
}

enum { PASS_CYCLES = 10000 }; /* of PE, from the last results to the next ones */

static digits digits_of(int64_t n, int64_t inner, int64_t lines)
{
    digits none = { 0 }, best = { 0 };
    double points = (double)n * (double)inner * (double)lines;
    find_digits(n, inner, inner == 1, PASS_CYCLES / points, &none, &best);
    return best;
}

double tfn_digits_price(int64_t n, int64_t lines)
{
    digits d = digits_of(n, 1, lines);
    return d.count > 0 ? d.cost : -1.0;
}

/* --- the list of steps --- */

static step *add(steps *s, step_kind kind, int64_t lines)
{
    step *added = &s->step[s->count < MOST_STEPS - 1 ? s->count++ : s->count];
    memset(added, 0, sizeof *added);
    added->kind = kind;
    added->lines = lines;
    return added;
}

static digits equal_digits(int64_t n, int64_t radix)
{
    digits d = { 0 };
    for (; n % radix == 0 && d.count < MOST_DIGITS; n /= radix) {
        d.f[d.count++] = radix;
    }
    return d;
}

/* All digits of `lines` items of [n, inner]; false: no digits. */
static bool add_digits(steps *s, int64_t n, int64_t inner, int64_t lines, int64_t radix)
{
    digits d = radix > 0 ? equal_digits(n, radix) : digits_of(n, inner, lines);
    int64_t rest = n;
    for (int i = 0; i < d.count; i++) {
        bool first = i == 0 && inner == 1;
        step *p = add(s, first ? FIRST : COLUMN, lines);
        p->f = d.f[i];
        p->rest = rest = rest / d.f[i];
        p->inner = inner;
        p->in = p->out = d.f[i] * rest * inner;
        inner *= d.f[i];
    }
    return d.count > 0;
}

/* The last dimension, complex or with a real side. */
static bool add_last(steps *s, const ncs_machine *m, const tfn_grid_job *job, int64_t n,
                     int64_t lines)
{
    bool r2c = job->transform == TFI_NEURON_R2C, c2r = job->transform == TFI_NEURON_C2R;
    int64_t half = n / 2 + 1, n1, n2;
    int before = s->count;
    if (n <= TFN_ROWS_MOST && job->radix == 0) {
        step *p = add(s, ROWS, lines);
        p->transform = job->transform;
        p->n = n;
        p->in = c2r ? half : n;
        p->out = r2c ? half : n;
        return true;
    }
    bool halves = c2r && job->radix == 0 && tfn_four_step_halves(n, &n1, &n2);
    if (c2r && !halves) {
        step *p = add(s, EXPAND, lines);
        p->n = p->out = n;
        p->in = half;
        before++;
    }
    if (halves || (job->radix == 0 && tfn_four_step_split(m, n, lines, &n1, &n2))) {
        step *p = add(s, FOUR_STEP, lines);
        p->n = p->in = p->out = n;
        p->n1 = n1;
        p->n2 = n2;
        p->in = halves ? half : n;
        p->one_sided = halves;
    } else if (!add_digits(s, n, 1, lines, job->radix)) {
        return false;
    }
    s->step[before].real_in = r2c;
    s->step[s->count - 1].out = r2c ? half : n;
    s->step[s->count - 1].real_out = c2r;
    return true;
}

/* The last two dimensions; `rows` of the last one in all. */
static bool add_plane(steps *s, const tfn_grid_job *job, int64_t rows)
{
    step *p = add(s, PLANE, rows / job->n[job->rank - 2]);
    p->transform = job->transform;
    p->n1 = job->n[job->rank - 2];
    p->n2 = job->n[job->rank - 1];
    return true;
}

static bool find_steps(const ncs_machine *m, const tfn_grid_job *job, steps *s)
{
    memset(s, 0, sizeof *s);
    int64_t last = job->n[job->rank - 1];
    int64_t inner = job->transform == TFI_NEURON_C2C ? last : last / 2 + 1;
    int64_t lines = job->batch;
    for (int d = 0; d < job->rank - 1; d++) {
        lines *= job->n[d];
    }
    s->most = lines * last;
    bool fine = true;
    bool flat = job->rank > 1 && last <= NCS_PARTITIONS &&
                job->n[job->rank - 2] <= NCS_PARTITIONS; /* the last two at once */
    if (job->transform != TFI_NEURON_C2R) {
        fine = flat ? add_plane(s, job, lines) : add_last(s, m, job, last, lines);
    }
    for (int d = job->rank - 2; d >= 0 && fine; d--) {
        lines /= job->n[d];
        bool one = job->n[d] <= NCS_PARTITIONS || inner == 1;
        if (flat && d == job->rank - 2) {
            /* done, or still to come, with the last dimension */
        } else if (job->n[d] > TFN_DIGIT_MOST && inner == 1) {
            fine = false;
        } else if (job->n[d] > 1 && one) {
            step *p = add(s, COLUMN, lines);
            p->f = job->n[d];
            p->rest = 1;
            p->inner = inner;
            p->in = p->out = p->f * inner;
        } else if (job->n[d] > 1) {
            fine = add_digits(s, job->n[d], inner, lines, 0);
        }
        inner *= job->n[d];
    }
    if (job->transform == TFI_NEURON_C2R && fine) {
        lines = s->most / last;
        fine = flat ? add_plane(s, job, lines) : add_last(s, m, job, last, lines);
    }
    return fine && s->count > 0 && s->count < MOST_STEPS - 1;
}

bool tfn_grid_can(const ncs_machine *machine, const tfn_grid_job *job)
{
    steps s;
    return find_steps(machine, job, &s);
}

/* --- running it --- */

static tfn_lines lines_of(tfn_pair x, int64_t stride, bool real)
{
    tfn_lines l = { x, 0, stride };
    if (real) {
        l.x.im = ncs_no_view();
    }
    return l;
}

static void run_step(tfn_writer *w, const tfn_grid_job *job, const step *p,
                     tfn_lines src, tfn_lines dst, double scale)
{
    tfn_rows_job rows;
    tfn_line_job line;
    tfn_digit_job digit;
    tfn_expand_job expand = { p->n, p->lines, src, dst };
    tfn_plane_job plane = { p->transform, p->n1, p->n2, p->lines,
                            job->sign,    scale, src.x, dst.x };
    switch (p->kind) {
    case ROWS:
        rows =
            (tfn_rows_job){ p->transform, p->n, p->lines, job->sign, scale, src, dst };
        tfn_rows_pass(w, &rows);
        break;
    case FOUR_STEP:
        line = (tfn_line_job){ p->n,      p->n1, p->n2, p->out, p->lines,
                               job->sign, scale, src,   dst,    p->one_sided };
        if (p->real_in) {
            tfn_real_four_step_pass(w, &line);
        } else {
            tfn_four_step_pass(w, &line);
        }
        break;
    case FIRST:
    case COLUMN:
        digit = (tfn_digit_job){
            p->f,      p->rest, p->inner, p->lines, p->rest == 1 ? p->out : 0,
            job->sign, scale,   src,      dst
        };
        if (p->kind == FIRST) {
            tfn_first_pass(w, &digit);
        } else {
            tfn_column_pass(w, &digit);
        }
        break;
    case EXPAND: tfn_expand_pass(w, &expand); break;
    case PLANE: tfn_plane_pass(w, &plane); break;
    }
}

void tfn_grid(tfn_writer *w, const tfn_grid_job *job)
{
    steps s;
    if (!find_steps(ncs_builder_machine(w->b), job, &s)) {
        ncs_builder_fail(w->b, tfi_fail(TRNFFT_ERROR_UNSUPPORTED,
                                        "neuron kernel dft_grid: n = %lld has a prime "
                                        "factor that is too large",
                                        (long long)job->n[0]));
        return;
    }
    tfn_pair between[2];
    for (int i = 0; i < 2 && i < s.count - 1; i++) {
        between[i].re = ncs_scratch(w->b, i == 0 ? "sr" : "tr", NCS_F32, 1, s.most);
        between[i].im = ncs_scratch(w->b, i == 0 ? "si" : "ti", NCS_F32, 1, s.most);
    }
    for (int i = 0; i < s.count && !tfn_failed(w); i++) {
        const step *p = &s.step[i];
        tfn_pair from = i == 0 ? job->src : between[(i - 1) % 2];
        tfn_pair to = i == s.count - 1 ? job->dst : between[i % 2];
        run_step(w, job, p, lines_of(from, p->in, p->real_in),
                 lines_of(to, p->out, p->real_out),
                 i == s.count - 1 ? job->scale : 1.0);
    }
}

static tfn_grid_job grid_of(const tfi_neuron_job *job)
{
    tfn_grid_job g;
    memset(&g, 0, sizeof g);
    g.transform = (tfi_neuron_transform)job->transform;
    g.batch = job->batch;
    g.sign = job->sign;
    g.scale = job->scale;
    for (int d = 0; d < job->rank; d++) { /* without dimensions that do nothing */
        bool last = d == job->rank - 1;
        if (job->n[d] > 1 || (last && (g.rank == 0 || g.transform != TFI_NEURON_C2C))) {
            g.n[g.rank++] = job->n[d];
        }
    }
    return g;
}

static bool accepts(const ncs_machine *machine, const tfi_neuron_job *job)
{
    tfn_grid_job g = grid_of(job);
    steps s;
    if (job->mode == TFI_NEURON_KAHAN || !find_steps(machine, &g, &s)) {
        return false;
    }
    /* One step that is a kernel by itself is left to that. */
    return s.count > 1 || s.step[0].kind == COLUMN ||
           job->rank != (s.step[0].kind == PLANE ? 2 : 1);
}

static void build(ncs_builder *b, const tfi_neuron_job *job)
{
    tfn_writer w;
    tfn_begin(&w, b, job);
    tfn_grid_job g = grid_of(job);
    int64_t last = g.n[g.rank - 1], half = last / 2 + 1, rows = g.batch;
    for (int d = 0; d < g.rank - 1; d++) {
        rows *= g.n[d];
    }
    bool r2c = g.transform == TFI_NEURON_R2C, c2r = g.transform == TFI_NEURON_C2R;
    g.src = tfn_inputs(&w, "xr", r2c ? NULL : "xi", rows, c2r ? half : last);
    g.dst = tfn_outputs(&w, "yr", c2r ? NULL : "yi", rows, r2c ? half : last);
    tfn_grid(&w, &g);
}

const tfi_neuron_kernel tfi_neuron_dft_grid = {
    "dft_grid",
    "up to 2^22 points and three dimensions: passes from HBM to HBM in one program",
    TFI_NEURON_DFT,
    accepts,
    build,
};
