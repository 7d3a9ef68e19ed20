/* peers.h - other people's libraries, loaded by dlopen so that nothing is linked to
 * them.
 *
 * FFTW and whatever copies its interface, KissFFT, and a CBLAS for the matrix product.
 */
#ifndef TRNFFT_TOOLS_PEERS_H
#define TRNFFT_TOOLS_PEERS_H

#include <stdbool.h>

#include "args.h"
#include "bench.h"

enum { PEERS_MAX = 12 };

typedef enum peer_kind { PEER_FFTW = 0, PEER_KISS = 1, PEER_BLAS = 2 } peer_kind;

typedef struct peer {
    char name[24];
    const char *path; /* as given to dlopen */
    peer_kind kind;
    void *library;
} peer;

typedef struct peer_options {
    bool patient;        /* FFTW: a PATIENT plan beside the MEASURE one */
    double time_limit_s; /* for each of its plans */
} peer_options;

typedef struct peers {
    int count;
    peer list[PEERS_MAX];
} peers;

/* Loads what is installed, then `extra` (NAME=PATH.so each). Returns an exit status; a
 * path that cannot be loaded is an error, a peer that is not installed is not. */
int peers_open(int dtype, const cli_texts *extra, peers *all);
void peers_close(peers *all);

/* Appends the peer's engines for the case to list[*count]; none when it cannot do it.
 * Plans are made on arrays of their own, which FFTW overwrites. */
void peer_fftw_add(const peer *p, const bench_case *c, const peer_options *options,
                   bench_engine *list, int *count);
void peer_kiss_add(const peer *p, const bench_case *c, bench_engine *list, int *count);
void peer_blas_add(const peer *p, const bench_case *c, bench_engine *list, int *count);

void peers_add(const peers *all, const bench_case *c, const peer_options *options,
               bench_engine *list, int *count);

/* The address of a function, or NULL. Store it with memcpy: ISO C has no cast for it.
 */
void *peer_symbol(const peer *p, const char *prefix, const char *name);

#endif
