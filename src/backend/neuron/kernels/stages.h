/* stages.h - Stockham transforms on the vector engines: lines in the free dimension,
 * several a partition, stage after stage between two tiles.
 *
 * A stage of radix p takes x_q, the p parts of a line, each as [rest, done], to
 * [rest, p, done]: the k-th butterfly result times w^(r k), w = exp(sign 2 pi i /
 * (p rest)). Views do all the moving; one table of roots of n serves every stage, read
 * with a stride. "Radix" 1 multiplies by a table and does nothing else.
 */
#ifndef TFI_NEURON_STAGES_H
#define TFI_NEURON_STAGES_H

#include "backend/neuron/kernels/kernel_tools.h"

enum { TFN_STAGES_MOST_N = 16384, TFN_STAGE_TEMPORARIES = 10 };

/* A piece of a stage: `rest_count` times `done_count` points of each part, from r and i
 * on. */
typedef struct tfn_piece {
    int64_t each, n, radix, rest, done, r, i, rest_count, done_count;
} tfn_piece;

typedef struct tfn_stages tfn_stages;
struct tfn_stages {
    /* Given: */
    int64_t (*radix)(int64_t n, int64_t done); /* of the stage after `done` */
    void (*stage)(tfn_stages *s, const tfn_piece *k, ncs_view from, ncs_view to);
    /* `lists` lists of `count` numbers; re and im are the first two, exact. */
    void (*more_roots)(double *values, int64_t count);
    int lists, temporaries;
    int64_t roots_in_4; /* quarters of the circle that the stages ask for */
    bool pairs;         /* numbers have low parts: [re | im | low re | low im] */
    /* Made: */
    tfn_writer *w;
    int sign;
    int64_t n, most;                   /* most: lines of a partition */
    int64_t n_roots;                   /* of a list */
    bool low_in, low_out;              /* pairs: lines have low parts before, after */
    ncs_view roots;                    /* [p, lists, n_roots] */
    ncs_view t[TFN_STAGE_TEMPORARIES]; /* [p, 2, lines, chunk] */
    tfn_ring x;                        /* [p, 2 or 4, lines, n] */
};

/* Views [2 (re, im), each, rest, done] of a piece: part q before the stage, result q
 * after it, a temporary. */
ncs_view tfn_piece_in(ncs_view x, const tfn_piece *k, int64_t q);
ncs_view tfn_piece_out(ncs_view x, const tfn_piece *k, int64_t q);
ncs_view tfn_piece_temporary(const tfn_stages *s, int t, const tfn_piece *k);
/* The low parts of such a view (in or out). */
ncs_view tfn_piece_low(ncs_view v, const tfn_piece *k);
/* Root r `power`, the same for re and im, from a list of the table. */
ncs_view tfn_piece_root(const tfn_stages *s, const tfn_piece *k, int list,
                        int64_t power);
/* re or im of any of them. */
ncs_view tfn_piece_component(ncs_view v, int which);

/* Tiles and tables for lines of n points, `most` a partition, on so many partitions. */
void tfn_stages_begin(tfn_stages *s, tfn_writer *w, int64_t n, int64_t most, int sign,
                      int32_t partitions);
void tfn_stages_load_roots(tfn_stages *s);
/* All stages of `each` lines on each of p partitions; where the result is. */
ncs_view tfn_stages_run(tfn_stages *s, int32_t p, int64_t each, ncs_view x);
/* Times a table [p, lists, n] in the place of the roots. */
ncs_view tfn_stages_multiply(tfn_stages *s, int32_t p, int64_t each, ncs_view x,
                             ncs_view table);
void tfn_stages_end(tfn_stages *s);

/* The whole program, with the fields above `made` filled in: a line a partition, or,
 * where that is sooner, lines spread over partitions (spread.c). */
void tfn_stages_build(tfn_stages *s, ncs_builder *builder, const tfi_neuron_job *job);
/* Rank 1, a power of two up to TFN_STAGES_MOST_N. */
bool tfn_stages_accept(const tfi_neuron_job *job);

/* n = n1 n2, both up to 128: a line on n2 partitions, then on n1. */
void tfn_stages_spread(const tfn_stages *s, tfn_writer *w, const tfi_neuron_job *job,
                       tfn_pair in, tfn_pair out);

#endif
