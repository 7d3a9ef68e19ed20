/* peers.h - other people's libraries, loaded by dlopen so that nothing is linked to
 * them.
 *
 * FFTW and whatever copies its interface, MKL through its own, KissFFT, and a CBLAS for
 * the matrix product.
 */
#ifndef TRNFFT_TOOLS_PEERS_H
#define TRNFFT_TOOLS_PEERS_H

#include <stdbool.h>

#include "args.h"
#include "bench.h"

enum { PEERS_MAX = 20, PEER_PATH = 512 };

typedef enum peer_kind { PEER_FFTW, PEER_KISS, PEER_BLAS, PEER_MKL } peer_kind;

typedef struct peer {
    char name[24];
    char path[PEER_PATH]; /* as given to dlopen */
    peer_kind kind;
    int dtype; /* 0: both types */
    void *library;
} peer;

typedef struct peers {
    int count;
    peer list[PEERS_MAX];
    int n_missing; /* of those that suite "full" looks for */
    const char *missing[PEERS_MAX];
} peers;

/* How FFTW plans. */
typedef struct peer_options {
    bool measure, patient, estimate; /* one engine for each */
    double measure_limit_s;          /* for a plan; <= 0: none */
    double patient_limit_s;
    int *unfinished;    /* counts PATIENT searches that their limit ended */
    const char *wisdom; /* folder of its wisdom, NULL: forgotten */
    bool destroy_input; /* c2r may destroy (a copy of) its input */
    bool stft_groups;   /* STFT in groups of frames too */
} peer_options;

/* Loads what is installed, then `extra` (NAME=PATH.so each). Returns an exit status; a
 * path that cannot be loaded is an error, a peer that is not installed is not. */
int peers_open(int dtype, const cli_texts *extra, peers *all);
/* For suite "full", both types: also what bench/peers/build.sh left in `folder`; what
 * is not there is remembered as missing. */
int peers_open_full(const char *folder, const cli_texts *extra, peers *all);
void peers_close(peers *all);

/* Appends the peer's engines for the case to list[*count]; none when it cannot do it.
 * Plans are made on arrays of their own, which FFTW overwrites. */
void peer_fftw_add(const peer *p, const bench_case *c, const peer_options *options,
                   bench_engine *list, int *count);
void peer_mkl_add(const peer *p, const bench_case *c, bench_engine *list, int *count);
void peer_kiss_add(const peer *p, const bench_case *c, bench_engine *list, int *count);
void peer_blas_add(const peer *p, const bench_case *c, bench_engine *list, int *count);
/* BENCH_FNET over the real transforms of all peers. */
void peers_fnet_add(const peers *all, const bench_case *c, const peer_options *options,
                    bench_engine *list, int *count);

void peers_add(const peers *all, const bench_case *c, const peer_options *options,
               bench_engine *list, int *count);

/* The address of a function, or NULL. Store it with memcpy: ISO C has no cast for it.
 */
void *peer_symbol(const peer *p, const char *prefix, const char *name);

#endif
