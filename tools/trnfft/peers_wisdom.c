/* peers_wisdom.c - files of wisdom and of searches given up. */
#define _GNU_SOURCE
#include "peers_wisdom.h"

#include <stdio.h>
#include <string.h>

#include <trnfft/trnfft.h>

/* "fftw-3.3.10-sse2-avx": what a build can do is in its name, and so in its file's. */
static void build_name(const peer *p, const char *prefix, char *name, size_t size)
{
    const char *version = peer_symbol(p, prefix, "version");
    snprintf(name, size, "%.120s", version != NULL ? version : p->name);
}

void fftw_wisdom_open(const peer *p, const fftw_api *api, const bench_case *c,
                      const char *folder, const char *effort, fftw_wisdom *w)
{
    char build[128];
    bool f64 = c->dtype == TRNFFT_F64;
    memset(w, 0, sizeof *w);
    w->api = api;
    if (api->forget_wisdom != NULL) {
        api->forget_wisdom();
    }
    if (folder == NULL || api->import_wisdom == NULL || api->export_wisdom == NULL) {
        return;
    }
    build_name(p, f64 ? "fftw_" : "fftwf_", build, sizeof build);
    snprintf(w->path, sizeof w->path, "%.400s/%s-%s-%s", folder, build,
             f64 ? "f64" : "f32", effort);
    snprintf(w->key, sizeof w->key, "%s%s %s %d", c->columns ? "columns " : "", c->name,
             c->interleaved ? "interleaved" : "split", (int)c->op);
    api->import_wisdom(w->path);
}

bool fftw_wisdom_gave_up(const fftw_wisdom *w, double limit_s)
{
    char path[700];
    char line[160];
    double limit = 0.0;
    bool found = false;
    if (w->path[0] == '\0' || limit_s <= 0.0) {
        return false;
    }
    snprintf(path, sizeof path, "%s.unfinished", w->path);
    FILE *file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        char *tab = strchr(line, '\t');
        if (tab != NULL && sscanf(tab, "%lf", &limit) == 1) {
            *tab = '\0';
            found = found || (strcmp(line, w->key) == 0 && limit >= limit_s);
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return found;
}

void fftw_wisdom_close(const fftw_wisdom *w, double seconds, double limit_s)
{
    char path[700];
    if (w->path[0] == '\0') {
        return;
    }
    snprintf(path, sizeof path, "%s.new", w->path);
    w->api->import_wisdom(w->path); /* what another process learnt meanwhile */
    if (w->api->export_wisdom(path) != 0) {
        rename(path, w->path);
    }
    if (limit_s > 0.0 && seconds >= limit_s) {
        snprintf(path, sizeof path, "%s.unfinished", w->path);
        FILE *file = fopen(path, "a");
        if (file != NULL) {
            fprintf(file, "%s\t%g\n", w->key, limit_s);
            fclose(file);
        }
    }
}
