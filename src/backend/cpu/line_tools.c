/* line_tools.c - shared helpers of the one-dimensional solvers. */
#include "backend/cpu/line_tools.h"

#include <string.h>

#include <trnfft/dtype.h>

static tfi_line_problem line_problem(tfi_line_kind kind, uint32_t dtype, int64_t n)
{
    tfi_line_problem p;
    memset(&p, 0, sizeof p);
    p.base.kind = TFI_PROBLEM_LINE;
    p.base.n_bytes = (uint32_t)sizeof p;
    p.kind = (uint32_t)kind;
    p.dtype = dtype;
    p.n = n;
    return p;
}

trnfft_status tfi_line_child(tfi_planner *planner, tfi_line_kind kind, uint32_t dtype,
                             int64_t n, tfi_line_plan **out)
{
    tfi_line_problem p = line_problem(kind, dtype, n);
    tfi_plan *plan = NULL;
    trnfft_status status = tfi_planner_find(planner, &p.base, &plan);
    *out = (tfi_line_plan *)plan;
    return status;
}

trnfft_status tfi_line_child_cost(tfi_planner *planner, tfi_line_kind kind,
                                  uint32_t dtype, int64_t n, double *cost_ns)
{
    tfi_line_problem p = line_problem(kind, dtype, n);
    return tfi_planner_cost(planner, &p.base, cost_ns);
}

tfi_line_plan *
tfi_line_new(tfi_planner *planner, const tfi_solver *solver, const tfi_plan_ops *ops,
             size_t bytes, const tfi_line_problem *problem,
             void (*execute)(const tfi_line_plan *, const tfi_line_args *),
             size_t (*scratch)(const tfi_line_plan *, int64_t))
{
    tfi_line_plan *plan = tfi_plan_new(planner, solver, ops, bytes);
    if (plan != NULL) {
        plan->problem = *problem;
        plan->execute = execute;
        plan->scratch_bytes = scratch;
    }
    return plan;
}

tfi_line_operand tfi_operand_at(const tfi_line_operand *o, uint32_t dtype, int64_t j,
                                int64_t b)
{
    tfi_line_operand r = *o;
    int64_t step = j * o->stride + (o->layout == TFI_INTERLEAVED ? 2 * b : b);
    r.re = tfi_at(o->re, dtype, step);
    if (o->im != NULL) {
        r.im = tfi_at(o->im, dtype, step);
    }
    return r;
}

int64_t tfi_line_preferred_lanes(uint32_t dtype)
{
    return (int64_t)(64 / tfi_type_bytes(dtype));
}

double tfi_cost_cycles(const tfi_planner *planner, uint32_t dtype, int64_t n,
                       double cycles_per_vector)
{
    static const double gigahertz = 3.7;
    int lanes = tfk_table_for(planner->cpu)->lanes[tfi_type_index(dtype)];
    return (double)n * cycles_per_vector / (gigahertz * lanes);
}

double tfi_cost_points(const tfi_planner *planner, uint32_t dtype, int64_t n,
                       double operations_per_point)
{
    static const double per_cycle = 1.6;
    return tfi_cost_cycles(planner, dtype, n, operations_per_point / per_cycle);
}

/* What one read and one write of n complex points cost beyond the arithmetic that hides
 * them, while `working_set_bytes` are in use: fitted to whole transforms. */
double tfi_cost_sweep(uint32_t dtype, int64_t n, double working_set_bytes)
{
    double bytes = 4.0 * (double)n * (double)tfi_type_bytes(dtype);
    static const struct {
        double up_to, gigabytes_per_s;
    } steps[] = {
        { 20e3, 1500.0 }, { 48e3, 500.0 }, { 200e3, 300.0 }, { 1.1e6, 160.0 },
        { 8e6, 130.0 },   { 24e6, 60.0 },  { 1e30, 20.0 },
    };
    int i = 0;
    while (working_set_bytes > steps[i].up_to) {
        i++;
    }
    return bytes / steps[i].gigabytes_per_s;
}

int64_t tfi_smallest_factor(int64_t n)
{
    if (n % 2 == 0) {
        return 2;
    }
    for (int64_t f = 3; f <= n / f; f += 2) {
        if (n % f == 0) {
            return f;
        }
    }
    return n;
}

bool tfi_is_prime(int64_t n)
{
    return n > 1 && tfi_smallest_factor(n) == n;
}

int64_t tfi_mul_mod(int64_t a, int64_t b, int64_t n)
{
    if (a < INT64_C(0x7fffffff) && b < INT64_C(0x7fffffff)) {
        return a * b % n;
    }
    int64_t r = 0;
    for (a %= n; b > 0; b >>= 1) {
        if (b & 1) {
            r = r >= n - a ? r - (n - a) : r + a;
        }
        a = a >= n - a ? a - (n - a) : a + a;
    }
    return r;
}

int64_t tfi_pow_mod(int64_t a, int64_t e, int64_t n)
{
    int64_t r = 1 % n;
    for (a %= n; e > 0; e >>= 1) {
        if (e & 1) {
            r = tfi_mul_mod(r, a, n);
        }
        a = tfi_mul_mod(a, a, n);
    }
    return r;
}

int64_t tfi_primitive_root(int64_t prime)
{
    int64_t factors[64];
    int n_factors = 0;
    for (int64_t rest = prime - 1; rest > 1;) {
        int64_t f = tfi_smallest_factor(rest);
        factors[n_factors++] = f;
        while (rest % f == 0) {
            rest /= f;
        }
    }
    for (int64_t g = 1;; g++) {
        bool is_root = g > 1 || prime == 2;
        for (int i = 0; is_root && i < n_factors; i++) {
            is_root = tfi_pow_mod(g, (prime - 1) / factors[i], prime) != 1;
        }
        if (is_root) {
            return g;
        }
    }
}
