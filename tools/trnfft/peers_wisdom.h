/* peers_wisdom.h - what FFTW learnt while planning, kept between runs.
 *
 * One file for each build of the library, type and effort, so that the plan of a
 * smaller effort is not taken from a greater one. Searches that did not end within
 * their limit are written down too, so that they are not begun again.
 */
#ifndef TRNFFT_TOOLS_PEERS_WISDOM_H
#define TRNFFT_TOOLS_PEERS_WISDOM_H

#include "peers_fftw.h"

typedef struct fftw_wisdom {
    const fftw_api *api;
    char path[640]; /* of the wisdom; "" where none is kept */
    char key[96];   /* of the problem among those given up  */
} fftw_wisdom;

/* Forgets all, then reads the file; `effort` is part of its name. */
void fftw_wisdom_open(const peer *p, const fftw_api *api, const bench_case *c,
                      const char *folder, const char *effort, fftw_wisdom *w);
/* This search has been broken off before, at a limit not below `limit_s`. */
bool fftw_wisdom_gave_up(const fftw_wisdom *w, double limit_s);
/* Writes what was learnt; `seconds` >= limit_s > 0: the search was broken off. */
void fftw_wisdom_close(const fftw_wisdom *w, double seconds, double limit_s);

#endif
