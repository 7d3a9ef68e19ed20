/* peers_open.c - finds and loads the peers. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include <trnfft/trnfft.h>

#include "peers.h"
#include "report.h"

static const struct {
    const char *name;
    int dtype; /* 0: any */
    peer_kind kind;
    const char *path;
} installed[] = {
    { "fftw", TRNFFT_F32, PEER_FFTW, "libfftw3f.so.3" },
    { "fftw", TRNFFT_F64, PEER_FFTW, "libfftw3.so.3" },
    { "kissfft", TRNFFT_F32, PEER_KISS, "libkissfft-float.so.131" },
    { "kissfft", TRNFFT_F64, PEER_KISS, "libkissfft-double.so.131" },
    { "openblas", 0, PEER_BLAS, "libopenblas.so.0" },
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
    if (all->count == PEERS_MAX) {
        return false;
    }
    peer *p = &all->list[all->count];
    p->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (p->library == NULL) {
        return false;
    }
    snprintf(p->name, sizeof p->name, "%.*s", (int)name_length, name);
    p->path = path;
    p->kind = kind;
    all->count++;
    return true;
}

int peers_open(int dtype, const cli_texts *extra, peers *all)
{
    all->count = 0;
    for (size_t i = 0; i < sizeof installed / sizeof installed[0]; i++) {
        if (installed[i].dtype == 0 || installed[i].dtype == dtype) {
            open_peer(all, installed[i].name, strlen(installed[i].name),
                      installed[i].kind, installed[i].path);
        }
    }
    for (int i = 0; i < extra->count; i++) {
        const char *text = extra->at[i];
        size_t length = strcspn(text, "=");
        if (length == 0 || length > 16 || text[length] != '=' ||
            text[length + 1] == '\0') {
            return cli_fail(CLI_USAGE, "--peer: '%s' is not of the form NAME=PATH.so",
                            text);
        }
        for (int k = 0; k < all->count; k++) {
            if (strlen(all->list[k].name) == length &&
                strncmp(all->list[k].name, text, length) == 0) {
                return cli_fail(CLI_USAGE, "--peer: there is already a peer '%s'",
                                all->list[k].name);
            }
        }
        if (!open_peer(all, text, length, PEER_FFTW, text + length + 1)) {
            const char *why = dlerror();
            return cli_fail(CLI_FILE, "--peer: %s",
                            why != NULL ? why : "too many peers");
        }
        const char *prefix = dtype == TRNFFT_F64 ? "fftw_" : "fftwf_";
        const peer *p = &all->list[all->count - 1];
        if (peer_symbol(p, prefix, "plan_guru_dft") == NULL) {
            return cli_fail(CLI_REFUSED,
                            "--peer: %s has no %splan_guru_dft: not an FFTW of "
                            "this type",
                            p->path, prefix);
        }
    }
    return CLI_OK;
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

void peers_add(const peers *all, const bench_case *c, const peer_options *options,
               bench_engine *list, int *count)
{
    for (int i = 0; i < all->count; i++) {
        const peer *p = &all->list[i];
        switch (p->kind) {
        case PEER_FFTW: peer_fftw_add(p, c, options, list, count); break;
        case PEER_KISS: peer_kiss_add(p, c, list, count); break;
        case PEER_BLAS: peer_blas_add(p, c, list, count); break;
        }
    }
}
