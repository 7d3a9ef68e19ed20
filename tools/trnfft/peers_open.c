/* peers_open.c - finds and loads the peers. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include <trnfft/trnfft.h>

#include "peers.h"
#include "report.h"

typedef struct place {
    const char *name;
    int dtype; /* 0: any */
    peer_kind kind;
    const char *path;
} place;

static const place installed[] = {
    { "fftw", TRNFFT_F32, PEER_FFTW, "libfftw3f.so.3" },
    { "fftw", TRNFFT_F64, PEER_FFTW, "libfftw3.so.3" },
    { "kissfft", TRNFFT_F32, PEER_KISS, "libkissfft-float.so.131" },
    { "kissfft", TRNFFT_F64, PEER_KISS, "libkissfft-double.so.131" },
    { "openblas", 0, PEER_BLAS, "libopenblas.so.0" },
};

/* The system's first: once a file of its own path is loaded, its short name means that
 * file. */
static const place full[] = {
    { "fftw-debian", TRNFFT_F32, PEER_FFTW, "libfftw3f.so.3" },
    { "fftw-debian", TRNFFT_F64, PEER_FFTW, "libfftw3.so.3" },
    { "kissfft", TRNFFT_F32, PEER_KISS, "libkissfft-float.so.131" },
    { "kissfft", TRNFFT_F64, PEER_KISS, "libkissfft-double.so.131" },
    { "openblas", 0, PEER_BLAS, "libopenblas.so.0" },
    { "fftw", TRNFFT_F32, PEER_FFTW, "/fftw/lib/libfftw3f.so.3" },
    { "fftw", TRNFFT_F64, PEER_FFTW, "/fftw/lib/libfftw3.so.3" },
    { "mkl", 0, PEER_MKL, "/mkl/libmkl_rt.so.3" },
    { "mkl", 0, PEER_MKL, "/mkl/libmkl_rt.so.2" },
};

void *peer_symbol(const peer *p, const char *prefix, const char *name)
{
    char symbol[64];
    snprintf(symbol, sizeof symbol, "%s%s", prefix, name);
    return dlsym(p->library, symbol);
}

static bool open_peer(peers *all, const char *name, size_t name_length, peer_kind kind,
                      const char *path)
{
    if (all->count == PEERS_MAX || strlen(path) >= PEER_PATH) {
        return false;
    }
    peer *p = &all->list[all->count];
    p->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (p->library == NULL) {
        return false;
    }
    snprintf(p->name, sizeof p->name, "%.*s", (int)name_length, name);
    snprintf(p->path, sizeof p->path, "%s", path);
    p->kind = kind;
    p->dtype = 0;
    all->count++;
    return true;
}

static bool is_open(const peers *all, const char *name, size_t length)
{
    for (int k = 0; k < all->count; k++) {
        if (strlen(all->list[k].name) == length &&
            strncmp(all->list[k].name, name, length) == 0) {
            return true;
        }
    }
    return false;
}

/* dtype 0: either type will do. */
static int open_extra(peers *all, int dtype, const char *text)
{
    size_t length = strcspn(text, "=");
    if (length == 0 || length > 16 || text[length] != '=' || text[length + 1] == '\0') {
        return cli_fail(CLI_USAGE, "--peer: '%s' is not of the form NAME=PATH.so",
                        text);
    }
    if (is_open(all, text, length)) {
        return cli_fail(CLI_USAGE, "--peer: there is already a peer '%.*s'",
                        (int)length, text);
    }
    if (!open_peer(all, text, length, PEER_FFTW, text + length + 1)) {
        const char *why = dlerror();
        return cli_fail(CLI_FILE, "--peer: %s", why != NULL ? why : "too many peers");
    }
    peer *p = &all->list[all->count - 1];
    bool f32 = peer_symbol(p, "fftwf_", "plan_guru_dft") != NULL;
    bool f64 = peer_symbol(p, "fftw_", "plan_guru_dft") != NULL;
    if (dtype == TRNFFT_F64 ? !f64 : dtype == TRNFFT_F32 ? !f32 : !f32 && !f64) {
        return cli_fail(CLI_REFUSED,
                        "--peer: %s has no %splan_guru_dft: not an FFTW of "
                        "this type",
                        p->path, dtype == TRNFFT_F64 ? "fftw_" : "fftwf_");
    }
    p->dtype = f32 && f64 ? 0 : f32 ? TRNFFT_F32 : TRNFFT_F64;
    return CLI_OK;
}

static int open_extras(peers *all, int dtype, const cli_texts *extra)
{
    int code = CLI_OK;
    for (int i = 0; code == CLI_OK && i < extra->count; i++) {
        code = open_extra(all, dtype, extra->at[i]);
    }
    return code;
}

int peers_open(int dtype, const cli_texts *extra, peers *all)
{
    memset(all, 0, sizeof *all);
    for (size_t i = 0; i < sizeof installed / sizeof installed[0]; i++) {
        const place *at = &installed[i];
        if (at->dtype == 0 || at->dtype == dtype) {
            open_peer(all, at->name, strlen(at->name), at->kind, at->path);
        }
    }
    return open_extras(all, dtype, extra);
}

static void note_missing(peers *all, const char *name)
{
    for (int i = 0; i < all->n_missing; i++) {
        if (strcmp(all->missing[i], name) == 0) {
            return;
        }
    }
    if (all->n_missing < PEERS_MAX) {
        all->missing[all->n_missing++] = name;
    }
}

int peers_open_full(const char *folder, const cli_texts *extra, peers *all)
{
    char path[PEER_PATH];
    memset(all, 0, sizeof *all);
    for (size_t i = 0; i < sizeof full / sizeof full[0]; i++) {
        const place *at = &full[i];
        snprintf(path, sizeof path, "%.400s%s", at->path[0] == '/' ? folder : "",
                 at->path);
        if (at->kind == PEER_MKL && is_open(all, at->name, strlen(at->name))) {
            continue; /* the other version's name */
        }
        if (open_peer(all, at->name, strlen(at->name), at->kind, path)) {
            all->list[all->count - 1].dtype = at->dtype;
        }
    }
    for (size_t i = 0; i < sizeof full / sizeof full[0]; i++) {
        if (!is_open(all, full[i].name, strlen(full[i].name))) {
            note_missing(all, full[i].name);
        }
    }
    return open_extras(all, 0, extra);
}

/* FFTW keeps what it learnt while planning until it is told to forget. */
static void forget_plans(const peer *p)
{
    static const char *const prefixes[] = { "fftwf_", "fftw_" };
    for (int i = 0; i < 2; i++) {
        void (*cleanup)(void);
        void *address = peer_symbol(p, prefixes[i], "cleanup");
        memcpy(&cleanup, &address, sizeof cleanup);
        if (address != NULL) {
            cleanup();
        }
    }
}

void peers_close(peers *all)
{
    for (int i = 0; i < all->count; i++) {
        if (all->list[i].kind == PEER_FFTW) {
            forget_plans(&all->list[i]);
        }
        dlclose(all->list[i].library);
    }
    all->count = 0;
}

/* Whose ESTIMATE plans are timed: the strongest build's, which was loaded last. */
static const peer *estimating(const peers *all, int dtype)
{
    const peer *found = NULL;
    for (int i = 0; i < all->count; i++) {
        const peer *p = &all->list[i];
        if (p->kind == PEER_FFTW && (p->dtype == 0 || p->dtype == dtype) &&
            (found == NULL || strcmp(p->name, "fftw") == 0)) {
            found = p;
        }
    }
    return found;
}

void peers_add(const peers *all, const bench_case *c, const peer_options *options,
               bench_engine *list, int *count)
{
    if (c->op == BENCH_FNET) {
        peers_fnet_add(all, c, options, list, count);
        return;
    }
    for (int i = 0; i < all->count; i++) {
        const peer *p = &all->list[i];
        if (p->dtype != 0 && p->dtype != c->dtype) {
            continue;
        }
        peer_options own = *options;
        own.estimate = options->estimate && p == estimating(all, c->dtype);
        switch (p->kind) {
        case PEER_FFTW: peer_fftw_add(p, c, &own, list, count); break;
        case PEER_KISS: peer_kiss_add(p, c, list, count); break;
        case PEER_BLAS: peer_blas_add(p, c, list, count); break;
        case PEER_MKL:
            peer_mkl_add(p, c, list, count);
            peer_blas_add(p, c, list, count);
            break;
        }
    }
}
