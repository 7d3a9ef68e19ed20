/* stages.h - Stockham transforms on the vector engines: lines in the free dimension,
 * several a partition, stage after stage between two tiles.
 *
 * A stage of radix p takes x_q, the p parts of a line, each as [rest, done], to
 * [rest, p, done]: the k-th butterfly result times w^(r k), w = exp(sign 2 pi i /
 * (p rest)). Views do all the moving; one table of roots of n serves every stage, read
 * with a stride.
 */
#ifndef TFI_NEURON_STAGES_H
#define TFI_NEURON_STAGES_H

#include "backend/neuron/kernels/kernel_tools.h"

enum { NK_STAGES_MOST_N = 4096, NK_STAGE_TEMPORARIES = 10 };

/* A piece of a stage: `rest_count` times `done_count` points of each part, from r and i
 * on. */
typedef struct nk_piece {
    int64_t each, n, radix, rest, done, r, i, rest_count, done_count;
} nk_piece;

typedef struct nk_stages nk_stages;
struct nk_stages {
    /* Given: */
    int64_t (*radix)(int64_t n, int64_t done); /* of the stage after `done` */
    void (*stage)(nk_stages *s, const nk_piece *k, ncs_view from, ncs_view to);
    /* `parts` lists of `n_roots` numbers; re and im are the first two, exact. */
    void (*more_roots)(double *values, int64_t n_roots);
    int parts, temporaries;
    int64_t n_roots;
    /* Made: */
    nk_writer *w;
    const tfi_neuron_job *job;
    int64_t n, rows;                  /* rows of a partition at most */
    ncs_view roots;                   /* [128, parts, n_roots] */
    ncs_view t[NK_STAGE_TEMPORARIES]; /* [128, 2, rows, chunk] */
    nk_ring x;                        /* [128, 2, rows, n] */
};

/* Views [2 (re, im), each, rest, done] of a piece: part q before the stage, result q
 * after it, a temporary. */
ncs_view nk_piece_in(ncs_view x, const nk_piece *k, int64_t q);
ncs_view nk_piece_out(ncs_view x, const nk_piece *k, int64_t q);
ncs_view nk_piece_temporary(const nk_stages *s, int t, const nk_piece *k);
/* Root r `power`, the same for re and im, from a part of the table. */
ncs_view nk_piece_root(const nk_stages *s, const nk_piece *k, int part, int64_t power);
/* re or im of any of them. */
ncs_view nk_piece_component(ncs_view v, int which);

/* The whole program, with the fields above `made` filled in. */
void nk_stages_build(nk_stages *s, ncs_builder *builder, const tfi_neuron_job *job);
/* Rank 1, a power of two up to NK_STAGES_MOST_N. */
bool nk_stages_accept(const tfi_neuron_job *job);

#endif
