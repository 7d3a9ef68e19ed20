/* neuron.h - what the verbs `trnfft neuron …` share: their options, the program that
 * they are about, its arrays on the host.
 */
#ifndef TRNFFT_TOOLS_NEURON_H
#define TRNFFT_TOOLS_NEURON_H

#include <trnfft/experimental/neuron.h>

#include "files.h"
#include "verbs.h"

typedef struct neuron_cli {
    const char *machine; /* NULL: v3, or what the file says */
    const char *kernel, *window, *output;
    int task, mode, transform, io, suite;
    bool inverse, real_product, check, print, json, sensitivity, probe;
    cli_ints n;
    int64_t batch, m, k, hop, frames, samples, seed;
    double scale;
    cli_texts set, in, out;
} neuron_cli;

enum { NEURON_MAX_SETTINGS = 64 };
#define NEURON_ABSENT INT64_MIN /* of hop, frames, samples: not given */

/* A program, from a file or made for a job, with the settings of --set. */
typedef struct neuron_source {
    trnfft_neuron_program *program;
    trnfft_neuron_info info;
    bool has_job;
    trnfft_neuron_job job;
    double *window;
    char *settings_text; /* of all --set, cut at commas */
    const char *settings[NEURON_MAX_SETTINGS];
    size_t n_settings;
} neuron_source;

/* `path` NULL: a job by options. Prints and returns an exit status; neuron_close() is
 * due in any case. */
int neuron_open(const neuron_cli *o, const char *path, neuron_source *out);
void neuron_close(neuron_source *s);
/* Only the job and the settings: for neuron_plan(). */
int neuron_read_job(const neuron_cli *o, neuron_source *out);
/* "four_step: 64 x 16384 points, f32", for titles. */
void neuron_title(const neuron_source *s, char *text, size_t room);

/* An input or output on the host. */
typedef struct neuron_plane {
    trnfft_neuron_place place;
    void *data;       /* of the program's type */
    double *value;    /* the same as doubles */
    double *expected; /* of outputs: what a reference says; NULL: there is none */
} neuron_plane;

typedef struct neuron_planes {
    int count;
    neuron_plane *at;
} neuron_planes;

/* Fills `expected` of all outputs where the job is one that the host can check in
 * moderate time; false: it is not. */
bool neuron_reference(const trnfft_neuron_job *job, neuron_planes *planes);
const neuron_plane *neuron_plane_find(const neuron_planes *planes, const char *name);

/* The verbs; `path` NULL: no file was named. */
int neuron_run(const neuron_cli *o, const char *path);
int neuron_asm(const neuron_cli *o, const char *path);
int neuron_trace(const neuron_cli *o, const char *path);
int neuron_emit(const neuron_cli *o, const char *path);
int neuron_plan(const neuron_cli *o);
int neuron_machines(const neuron_cli *o);

/* The timeline as PNG. */
int neuron_picture(const neuron_source *s, const char *path);

/* Text to -o FILE, or stdout. */
int neuron_write(const char *path, const char *text, size_t n_bytes);

#endif
