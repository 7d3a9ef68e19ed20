/* double_double.h - numbers as unevaluated sums high + low of two doubles, about 104
 * bits.
 *
 * Error-free sums and products after Dekker and Knuth. Needs IEEE double arithmetic in
 * round-to-nearest and no contraction (-ffp-contract=off). Where expressions are kept
 * in wider registers (x87), TFI_ROUND forces each rounding through memory.
 */
#ifndef TFI_BASE_DOUBLE_DOUBLE_H
#define TFI_BASE_DOUBLE_DOUBLE_H

#include <float.h>
#include <math.h>
#include <stdint.h>

typedef struct tfi_dd {
    double high, low;
} tfi_dd;

#if FLT_EVAL_METHOD == 0 || FLT_EVAL_METHOD == 1
#define TFI_ROUND(x) (x)
#else
static inline double tfi_round_in_memory(double x)
{
    volatile double v = x;
    return v;
}
#define TFI_ROUND(x) tfi_round_in_memory(x)
#endif

/* |a| >= |b| or a == 0 */
static inline tfi_dd tfi_dd_fast_sum(double a, double b)
{
    double s = TFI_ROUND(a + b);
    return (tfi_dd){ s, TFI_ROUND(b - TFI_ROUND(s - a)) };
}

static inline tfi_dd tfi_dd_sum(double a, double b)
{
    double s = TFI_ROUND(a + b);
    double b_part = TFI_ROUND(s - a);
    double a_part = TFI_ROUND(s - b_part);
    return (tfi_dd){ s, TFI_ROUND(TFI_ROUND(a - a_part) + TFI_ROUND(b - b_part)) };
}

/* a b exactly; |a|, |b| < 2^990 and no underflow. */
static inline tfi_dd tfi_dd_product(double a, double b)
{
#if defined(FP_FAST_FMA) && FLT_EVAL_METHOD == 0
    double p = a * b;
    return (tfi_dd){ p, fma(a, b, -p) };
#else
    const double splitter = 134217729.0; /* 2^27 + 1 */
    double ta = TFI_ROUND(splitter * a);
    double tb = TFI_ROUND(splitter * b);
    double a1 = TFI_ROUND(ta - TFI_ROUND(ta - a));
    double b1 = TFI_ROUND(tb - TFI_ROUND(tb - b));
    double a2 = TFI_ROUND(a - a1);
    double b2 = TFI_ROUND(b - b1);
    double p = TFI_ROUND(a * b);
    double e = TFI_ROUND(TFI_ROUND(a1 * b1) - p);
    e = TFI_ROUND(e + TFI_ROUND(a1 * b2));
    e = TFI_ROUND(e + TFI_ROUND(a2 * b1));
    return (tfi_dd){ p, TFI_ROUND(e + TFI_ROUND(a2 * b2)) };
#endif
}

static inline tfi_dd tfi_dd_from_u64(uint64_t u)
{
    double high = (double)(u >> 32) * 4294967296.0;
    return tfi_dd_fast_sum(high, (double)(u & 0xffffffffU));
}

static inline tfi_dd tfi_dd_neg(tfi_dd a)
{
    return (tfi_dd){ -a.high, -a.low };
}

static inline tfi_dd tfi_dd_add(tfi_dd a, tfi_dd b)
{
    tfi_dd s = tfi_dd_sum(a.high, b.high);
    return tfi_dd_fast_sum(s.high, TFI_ROUND(s.low + TFI_ROUND(a.low + b.low)));
}

static inline tfi_dd tfi_dd_mul(tfi_dd a, tfi_dd b)
{
    tfi_dd p = tfi_dd_product(a.high, b.high);
    double cross = TFI_ROUND(TFI_ROUND(a.high * b.low) + TFI_ROUND(a.low * b.high));
    return tfi_dd_fast_sum(p.high, TFI_ROUND(p.low + cross));
}

static inline tfi_dd tfi_dd_div(tfi_dd a, tfi_dd b)
{
    double q = TFI_ROUND(a.high / b.high);
    tfi_dd r = tfi_dd_add(a, tfi_dd_neg(tfi_dd_mul(b, (tfi_dd){ q, 0.0 })));
    return tfi_dd_fast_sum(q, TFI_ROUND(r.high / b.high));
}

#endif
