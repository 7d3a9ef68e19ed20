/* kernel_table.h - the kernels of one instruction set, as one struct of function
 * pointers.
 *
 * Every ISA is compiled from the same templates (kernels/..._tmpl.h) over its own
 * vocabulary (simd/<isa>.h); the scalar table is the plain-C reference. All kernels of
 * a table perform the same scalar operations on every point, whatever the vector width:
 * results differ between tables only where one has fused multiply-add and the other has
 * not.
 *
 * Pointers are to components of the kernel's type (float or double); strides are in
 * components.
 */
#ifndef TFI_CPU_KERNEL_TABLE_H
#define TFI_CPU_KERNEL_TABLE_H

#include <stdint.h>

#include "base/cpu.h"

enum { TFK_F32 = 0, TFK_F64 = 1, TFK_MAX_RADIX = 16, TFK_MAX_ROW = 16 };

/* Twiddle tables come in blocks of this many points: [point / B][leg - 1][re B | im B].
 */
enum { TFK_TWIDDLE_BLOCK_F32 = 16, TFK_TWIDDLE_BLOCK_F64 = 8 };

/* Scratch is followed by this many components where passes may read and write past the
 * last point. */
enum { TFK_SLACK = 320 };

/* One pass of a decimation-in-frequency Stockham transform: butterflies of R legs.
 *   in  (o, j, q) at in + o * in_outer + j * in_leg + q        j = 0 … R-1
 *   out (o, k, q) at out + o * out_outer + k * out_leg + q     k = 0 … R-1
 * out(o, k, q) = scale * w(o)^k * sum_j in(o, j, q) exp(-2 pi i j k / R), w from
 * `twiddle` (NULL: 1). Interleaved operands hold point q at 2 q, im = re + 1; then
 * strides are given in components too. */
typedef struct tfk_pass {
    int64_t in_outer, out_outer, in_leg, out_leg;
    int64_t n_outer, n_inner;
    const void *twiddle;
    double scale; /* 1 where finish == 0                        */
    int in_interleaved, out_interleaved; /* layout of the operands */
    int conj_in, conj_out; /* conj_out is honoured where finish != 0     */
    int finish;            /* last pass: apply scale and conj_out        */
    int may_alias;         /* in and out may be the same memory          */
    int overrun; /* runs shorter than a vector may be read and written as one: what lies
                    behind a run is another one, written later, or slack */
} tfk_pass;

typedef void (*tfk_pass_fn)(const tfk_pass *pass, const void *in_re, const void *in_im,
                            void *out_re, void *out_im);

/* The pointers of a pass, for its inner functions. */
typedef struct tfk_io {
    const void *in_re, *in_im;
    void *out_re, *out_im;
} tfk_io;

/* A run of complex (im != NULL) or real points over lanes, any layout. */
typedef struct tfk_run {
    void *re, *im;
    int64_t stride; /* components from point to point */
    int interleaved;
} tfk_run;

/* out(j, b) = scale * a(j, b) * w(j), optionally conjugating a and the result; w ==
 * NULL: 1. */
typedef struct tfk_multiply {
    tfk_run in, out;
    const void *w_re, *w_im;
    int64_t n, lanes;
    double scale;
    int conj_in, conj_out;
} tfk_multiply;

/* Real transforms of even length n = 2 m through a complex one of length m. `w` holds
 * exp(-2 pi i k / n), k = 0 … m/2, split. See kernels/real_halves_tmpl.h for the
 * formulas. */
typedef struct tfk_real {
    tfk_run in, out;
    const void *w_re, *w_im;
    int64_t m, lanes;
    double scale;
    int conj; /* of the complex side */
} tfk_real;

/* The same for one line with z contiguous. */
typedef struct tfk_real_line {
    const void *w_re, *w_im;
    int64_t m, stride; /* stride, interleaved, conj: of X */
    double scale;      /* of X; c2r has none */
    int interleaved, conj;
} tfk_real_line;
typedef void (*tfk_real_line_fn)(const tfk_real_line *line, const void *in_re,
                                 const void *in_im, void *out_re, void *out_im);

/* Four-step middle: a tile of n_rows x n_cols (row stride `in_stride`) is multiplied by
 * the twiddles and stored transposed: out[c * out_stride + r] = in[r * in_stride + c] *
 * w[c * w_stride + r]. */
typedef struct tfk_transpose {
    const void *in_re, *in_im;
    void *out_re, *out_im;
    const void *w_re, *w_im;
    int64_t in_stride, out_stride, w_stride, n_rows, n_cols;
} tfk_transpose;

/* A real cyclic convolution of 2 m points between two complex transforms of m points,
 * z_j = x_2j + i x_(2j+1): out_k = conj(p_k z_k + q_k conj z_(m-k)). in and out lie
 * apart, both split or both pairs; p and q are split. in has room for point m, which
 * becomes the mirror of point 0. "Hermitian": p_(m-k) = conj p_k and q_(m-k) = conj q_k
 * are not looked up, m / 2 + 1 points of p and q are there; out has room for point m,
 * too, and loses it. */
typedef struct tfk_convolve {
    void *in_re, *in_im;
    void *out_re, *out_im;
    const void *p_re, *p_im, *q_re, *q_im;
    int64_t m;
    int interleaved; /* in_im, out_im: re + 1 */
} tfk_convolve;

/* Real DFTs of R legs for m columns, R odd, H = R/2 + 1. Legs are rows of m points; the
 * other side holds H points for each column, side by side.
 *   forward   out[p H + k] = w_k[p] sum_j in_j[p] exp(-2 pi i j k / R), k = 0 … R/2
 *   backward  out_j[p] = scale sum_k w_k[p] in[p H + k] exp(-2 pi i j k / R) over all
 *             k, the other half by Hermitian symmetry, Im in[p H] taken as 0
 * w holds rows k = 1 … R/2 of m points; w_0 = 1. in and out do not overlap. The side of
 * H points may be written and read TFK_SLACK components too far. */
typedef struct tfk_real_pass {
    const void *in_re, *in_im; /* forward: in_re only  */
    void *out_re, *out_im;     /* backward: out_re only */
    const void *w_re, *w_im;
    int64_t m;
    double scale; /* backward only */
} tfk_real_pass;

/* Transforms of n points by their definition (kernels/direct_tmpl.h), n from 2 (c2c) or
 * 3, odd, to TFK_DIRECT_MAX: X_k = scale * sum_j x_j exp(-2 pi i j k / n), c2r from the
 * half spectrum, x and X optionally conjugated where complex. Strides are those of
 * tfk_run. c and s hold cosine and sine of 2 pi j k / n in rows j = 1 … n/2 of `width`
 * points k = 1 …, a multiple of TFK_DIRECT_BLOCK, not less than n/2: points beyond the
 * middle too. `scratch` is for lanes > 1: TFK_DIRECT_ROWS(n) components for each of the
 * lanes, rounded up to TFK_DIRECT_BLOCK. in and out may be the same memory. A real side
 * is not interleaved and its im ignored. */
enum { TFK_DIRECT_MAX = 151, TFK_DIRECT_BLOCK = 16 };
#define TFK_DIRECT_ROWS(n) (4 * ((n) / 2) + 2)
typedef struct tfk_direct {
    const void *c, *s;
    int64_t n, width, lanes, in_stride, out_stride;
    double scale;
    int in_interleaved, out_interleaved;
    int conj_in, conj_out;
} tfk_direct;

typedef void (*tfk_direct_fn)(const tfk_direct *direct, const void *in_re,
                              const void *in_im, void *out_re, void *out_im,
                              void *scratch);

typedef struct tfk_direct_table {
    tfk_direct_fn c2c[2], r2c[2], c2r[2];
} tfk_direct_table;

typedef void (*tfk_real_pass_fn)(const tfk_real_pass *pass);

/* Both halves of a real line x of 2 n points and n pairs (a_i, b_i), with a sign s_i
 * for each; in and out are apart:
 *
 *   fold     a_i = x_i + x_(2n-1-i), b_i = s_i (x_i - x_(2n-1-i)), unscaled
 *   turn     a_i times scale, b_i times s_i scale_second
 *   unfold   the sum of both of those is x_i, the difference x_(2n-1-i)
 *
 * Pairs are interleaved, but for one side of turn, where the other part is at in_im or
 * out_im: NULL otherwise. */
typedef struct tfk_halves {
    const void *in, *in_im, *sign;
    void *out, *out_im;
    int64_t n;
    double scale, scale_second;
} tfk_halves;

typedef void (*tfk_halves_fn)(const tfk_halves *halves);

/* Whole transforms of n points, each along a contiguous row: row i begins at in + i *
 * in_row and goes to out + i * out_row (components); with n points x, X_k = scale *
 * sum_j x_j exp(-2 pi i j k / n), optionally conjugating x and X. in and out are apart
 * or the same memory in the same layout, where rows do not overlap. Interleaved: im is
 * ignored. */
typedef struct tfk_rows {
    int64_t in_row, out_row, n_rows;
    double scale;
    int in_interleaved, out_interleaved;
    int conj_in, conj_out;
} tfk_rows;

typedef void (*tfk_rows_fn)(const tfk_rows *rows, const void *in_re, const void *in_im,
                            void *out_re, void *out_im);

/* By type and n; NULL where there is none. */
typedef struct tfk_rows_table {
    tfk_rows_fn rows[2][TFK_MAX_RADIX + 1];
} tfk_rows_table;

/* Real transforms of n = 2 m points along contiguous rows, m a butterfly: child and
 * passes of the solver "half_complex" in one, with the same arithmetic. w as in
 * tfk_real. Forward: conj_out, out_interleaved; backward: conj_in, in_interleaved; the
 * real side has im NULL. By type and m; NULL where there is none. */
typedef void (*tfk_real_rows_fn)(const tfk_rows *rows, const void *w_re,
                                 const void *w_im, const void *in_re, const void *in_im,
                                 void *out_re, void *out_im);

typedef struct tfk_real_rows_table {
    tfk_real_rows_fn forward[2][TFK_MAX_ROW + 1];
    tfk_real_rows_fn backward[2][TFK_MAX_ROW + 1];
} tfk_real_rows_table;

/* Rows of n = radix[0] radix[1] points through both passes of a Stockham transform.
 * `twiddle` is that of the first pass. A table ends with
 * n = 0; kernels may be NULL. All ISAs list the same n and radices. */
typedef struct tfk_duo {
    int n, radix[2];
    void (*rows[2])(const tfk_rows *rows, const void *twiddle, const void *in_re,
                    const void *in_im, void *out_re, void *out_im);
} tfk_duo;

typedef struct tfk_table {
    const char *name;
    int fused;    /* multiply-add rounds once */
    int lanes[2]; /* vector width for f32, f64 */
    /* Stockham passes by radix, NULL where there is none. `first` is the pass over a
     * contiguous line: its outer index is the vector index (in_outer = 1 point, n_inner
     * = 1, out_leg = 1 and out_outer = R); it always writes split data and may write
     * TFK_SLACK components too many. */
    tfk_pass_fn pass[2][TFK_MAX_RADIX + 1];
    tfk_pass_fn first[2][TFK_MAX_RADIX + 1];
    tfk_real_pass_fn real_forward[2][TFK_MAX_RADIX + 1];
    tfk_real_pass_fn real_backward[2][TFK_MAX_RADIX + 1];
    void (*multiply[2])(const tfk_multiply *);
    /* From real points (in.im unused, no scale), to the real parts of the products
     * (out.im unused); always by w, nothing conjugated. */
    void (*multiply_real[2])(const tfk_multiply *);
    void (*multiply_to_real[2])(const tfk_multiply *);
    void (*real_post[2])(const tfk_real *); /* r2c: Z (split) -> X    */
    void (*real_pre[2])(const tfk_real *);  /* c2r: X -> Z (split)    */
    tfk_real_line_fn real_post_line[2], real_pre_line[2];
    void (*convolve[2])(const tfk_convolve *);
    void (*convolve_hermitian[2])(const tfk_convolve *);
    tfk_halves_fn fold_halves[2], turn_halves[2], unfold_halves[2];
    void (*transpose[2])(const tfk_transpose *);
} tfk_table;

/* The table for a level; levels that were not compiled in fall back to the scalar one.
 */
const tfk_table *tfk_table_for(tfi_cpu_level level);
const tfk_rows_table *tfk_rows_for(tfi_cpu_level level);
const tfk_direct_table *tfk_direct_for(tfi_cpu_level level);
const tfk_duo *tfk_duo_for(tfi_cpu_level level);
const tfk_real_rows_table *tfk_real_rows_for(tfi_cpu_level level);

#endif
