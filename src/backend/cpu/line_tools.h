/* line_tools.h - what the one-dimensional solvers share: children, scratch arithmetic,
 * runs. */
#ifndef TFI_CPU_LINE_TOOLS_H
#define TFI_CPU_LINE_TOOLS_H

#include <string.h>

#include <trnfft/dtype.h>

#include "backend/cpu/cost_tables.h"
#include "backend/cpu/kernel_table.h"
#include "base/alloc.h"
#include "base/trig.h"
#include "plan/line.h"

/* Index of the compute type into kernel tables. */
static inline int tfi_type_index(uint32_t dtype)
{
    return dtype == TRNFFT_F64 ? TFK_F64 : TFK_F32;
}

static inline size_t tfi_type_bytes(uint32_t dtype)
{
    return dtype == TRNFFT_F64 ? sizeof(double) : sizeof(float);
}

/* Bytes of the longest vector. Vectors that are longer than the run that they walk read
 * behind the end of an array: numbers that were left there may be denormal, and then
 * take longer than all others together. */
enum { TFI_VECTOR_BYTES = 64 };

/* Zeros behind the first `end` bytes of two parts: a vector and `more` bytes. */
static inline void tfi_clear_behind(char *re, char *im, size_t end, size_t more)
{
    memset(re + end, 0, more + TFI_VECTOR_BYTES);
    memset(im + end, 0, more + TFI_VECTOR_BYTES);
}

/* Bytes of an aligned array of `count` components. */
static inline size_t tfi_array_bytes(uint32_t dtype, int64_t count)
{
    return tfi_align_up((size_t)count * tfi_type_bytes(dtype));
}

/* The same with some room behind, for arrays that lie one behind the other and are
 * walked together: addresses that are a multiple of 4 KB apart make loads wait for
 * stores that are none of theirs, which costs convolutions of 1,024 k points a quarter
 * of their time. */
static inline size_t tfi_part_bytes(uint32_t dtype, int64_t count)
{
    enum { APART = 576 };
    return tfi_array_bytes(dtype, count) + APART;
}

static inline void *tfi_advance(void *p, size_t bytes)
{
    return (char *)p + bytes;
}

/* Pointer to component `i`. */
static inline void *tfi_at(const void *p, uint32_t dtype, int64_t i)
{
    return (char *)(uintptr_t)p + i * (int64_t)tfi_type_bytes(dtype);
}

/* tfi_trig_list_f32() or _f64(), and tfi_trig_fill…(): by the compute type. */
static inline void tfi_trig_list(const tfi_trig *trig, uint32_t dtype, const int64_t *k,
                                 int64_t count, void *re, void *im)
{
    if (dtype == TRNFFT_F64) {
        tfi_trig_list_f64(trig, k, count, re, im);
    } else {
        tfi_trig_list_f32(trig, k, count, re, im);
    }
}

static inline void tfi_trig_fill(const tfi_trig *trig, uint32_t dtype, int64_t k0,
                                 int64_t dk, int64_t count, void *re, void *im)
{
    if (dtype == TRNFFT_F64) {
        tfi_trig_fill_f64(trig, k0, dk, count, re, im, 1);
    } else {
        tfi_trig_fill_f32(trig, k0, dk, count, re, im, 1);
    }
}

/* A new line plan of `bytes`, its problem and functions filled in; *out = NULL: out of
 * memory. */
tfi_line_plan *
tfi_line_new(tfi_planner *planner, const tfi_solver *solver, const tfi_plan_ops *ops,
             size_t bytes, const tfi_line_problem *problem,
             void (*execute)(const tfi_line_plan *, const tfi_line_args *),
             size_t (*scratch)(const tfi_line_plan *, int64_t));

/* A split operand of points `stride` apart. */
static inline tfi_line_operand tfi_split(void *re, void *im, int64_t stride)
{
    tfi_line_operand o = { re, im, stride, TFI_SPLIT };
    return o;
}

/* An operand of pairs, points `stride` apart. */
static inline tfi_line_operand tfi_pairs_at(uint32_t dtype, void *re, int64_t stride)
{
    tfi_line_operand o = { re, tfi_at(re, dtype, 1), 2 * stride, TFI_INTERLEAVED };
    return o;
}

static inline tfk_run tfi_run(const tfi_line_operand *o)
{
    tfk_run r = { o->re, o->im, o->stride, o->layout == TFI_INTERLEAVED };
    return r;
}

/* What kernels for rows are told of a line's call. */
static inline void tfi_set_rows(const tfi_line_args *args, const tfi_line_rows *rows,
                                tfk_rows *r)
{
    r->in_row = rows->in_row;
    r->out_row = rows->out_row;
    r->n_rows = rows->n_rows;
    r->scale = args->scale;
    r->in_interleaved = args->in.layout == TFI_INTERLEAVED;
    r->out_interleaved = args->out.layout == TFI_INTERLEAVED;
    r->conj_in = args->conj_in;
    r->conj_out = args->conj_out;
}

/* A single line as rows. */
static const tfi_line_rows tfi_one_row = { 1, 0, 0 };

/* The operand moved by whole points (j) or lanes (b). */
tfi_line_operand tfi_operand_at(const tfi_line_operand *o, uint32_t dtype, int64_t j,
                                int64_t b);

/* out = in times w, n points of a row each; both operands contiguous. */
static inline void tfi_multiply_row(const tfk_table *kernels, uint32_t dtype,
                                    const tfi_line_operand *in,
                                    const tfi_line_operand *out, const void *w_re,
                                    const void *w_im, int64_t n)
{
    const tfk_multiply product = { tfi_run(in), tfi_run(out), w_re, w_im, n,
                                   1,           1.0,          0,    0 };
    kernels->multiply[tfi_type_index(dtype)](&product);
}

/* Tables of `plan`: exp(-2 pi i k p / n), n its points, in rows k = 1 … n_rows of m
 * points p each. OUT_OF_MEMORY: the plan's fini frees what there is. */
trnfft_status tfi_line_twiddles(tfi_line_plan *plan, tfi_planner *planner,
                                int64_t n_rows, int64_t m, void **re, void **im);

/* Arithmetic and memory prices, nanoseconds: n points at so many cycles for each vector
 * of points, or so many vector operations. */
double tfi_cost_cycles(const tfi_planner *planner, uint32_t dtype, int64_t n,
                       double cycles_per_vector);
double tfi_cost_points(const tfi_planner *planner, uint32_t dtype, int64_t n,
                       double operations_per_point);
/* Whether vectors are as long as a line of the cache. */
bool tfi_has_long_vectors(const tfi_planner *planner, uint32_t dtype);
/* What a complex lane of n points (0: a real one) costs among so few, times what it
 * costs among many. */
double tfi_cost_few_lanes(const tfi_planner *planner, uint32_t dtype, int64_t n,
                          int64_t lanes);
/* What `lines` lines of n points of one price cost in strips, the last of which is as
 * wide as the others; n = 0: real lines, which lose as much as convolutions. */
double tfi_cost_strips(const tfi_planner *planner, uint32_t dtype, int64_t n,
                       int64_t lines, double one);
/* How much longer strips of n1 columns and of n2 take where rows begin within a line of
 * the cache, and vectors are as long as one: each touches two. Measured. */
double tfi_cost_crossing(const tfi_planner *planner, uint32_t dtype, int64_t n1,
                         int64_t n2);
/* The sweep of a line problem, of one lane: others work beside it on so many bytes
 * each. */
double tfi_cost_line_sweep(const tfi_planner *planner, const tfi_line_problem *line,
                           int64_t n, double working_set_bytes);
double tfi_cost_sweep(uint32_t dtype, int64_t n, double working_set_bytes);

/* Choices, the cheapest first. */
typedef struct tfi_choice_list {
    tfi_choice *list;
    size_t capacity, count;
    double costs[TFI_MAX_CHOICES];
} tfi_choice_list;
void tfi_choice_offer(tfi_choice_list *choices, const tfi_choice *choice, double cost);
/* A choice of one number. */
void tfi_choice_offer_number(tfi_choice_list *choices, int64_t number, double cost);

/* The cheapest even length >= at_least for a convolution by transforms of this kind. */
trnfft_status tfi_convolution_length(tfi_planner *planner, tfi_line_kind kind,
                                     uint32_t dtype, int64_t at_least, int64_t *length);
/* The lengths among which that one is, the cheapest first; returns how many, 0: out of
 * memory. */
enum { TFI_CONVOLUTION_LENGTHS = 5 };
size_t tfi_convolution_lengths(tfi_planner *planner, tfi_line_kind kind, uint32_t dtype,
                               int64_t at_least,
                               int64_t lengths[TFI_CONVOLUTION_LENGTHS]);
/* For solvers whose only choice is that length, of a complex convolution: the one that
 * planner->choice asks for, or the cheapest; 0: that choice does not fit. And all of
 * them that are worth measuring; how many. */
trnfft_status tfi_convolution_chosen(tfi_planner *planner, const tfi_line_problem *line,
                                     int64_t at_least, int64_t *length);
size_t tfi_convolution_choices(tfi_planner *planner, const tfi_line_problem *line,
                               int64_t at_least, tfi_choice *list, size_t capacity);

#endif
