/* peers_fftw.h - the part of FFTW's interface that is used, for one precision. */
#ifndef TRNFFT_TOOLS_PEERS_FFTW_H
#define TRNFFT_TOOLS_PEERS_FFTW_H

#include "peers.h"

typedef struct fftw_dim {
    int n, is, os;
} fftw_dim;

enum {
    FFTW_MEASURE_FLAG = 0,
    FFTW_DESTROY_FLAG = 1,
    FFTW_PRESERVE_FLAG = 16,
    FFTW_PATIENT_FLAG = 32,
    FFTW_ESTIMATE_FLAG = 64
};

typedef struct fftw_api {
    void *(*plan_guru_dft)(int, const fftw_dim *, int, const fftw_dim *, void *, void *,
                           int, unsigned);
    void *(*plan_guru_split_dft)(int, const fftw_dim *, int, const fftw_dim *, void *,
                                 void *, void *, void *, unsigned);
    void *(*plan_guru_dft_r2c)(int, const fftw_dim *, int, const fftw_dim *, void *,
                               void *, unsigned);
    void *(*plan_guru_split_dft_r2c)(int, const fftw_dim *, int, const fftw_dim *,
                                     void *, void *, void *, unsigned);
    void *(*plan_guru_dft_c2r)(int, const fftw_dim *, int, const fftw_dim *, void *,
                               void *, unsigned);
    void *(*plan_guru_split_dft_c2r)(int, const fftw_dim *, int, const fftw_dim *,
                                     void *, void *, void *, unsigned);
    void (*execute_dft)(void *, void *, void *);
    void (*execute_split_dft)(void *, void *, void *, void *, void *);
    void (*execute_dft_r2c)(void *, void *, void *);
    void (*execute_split_dft_r2c)(void *, void *, void *, void *);
    void (*execute_dft_c2r)(void *, void *, void *);
    void (*execute_split_dft_c2r)(void *, void *, void *, void *);
    void (*destroy_plan)(void *);
    /* NULL where the copy has none: */
    void (*set_timelimit)(double);
    void (*forget_wisdom)(void);
    int (*import_wisdom)(const char *path);
    int (*export_wisdom)(const char *path);
} fftw_api;

/* False: a function is missing. */
bool fftw_api_load(const peer *p, int dtype, fftw_api *api);

/* STFT and ISTFT as a C program over FFTW would do them, `group` frames at a time, 1 or
 * a multiple of 16 or all of them. */
bool fftw_stft_create(const fftw_api *api, const bench_case *c, unsigned flags,
                      int64_t group, bench_engine *engine);

#endif
