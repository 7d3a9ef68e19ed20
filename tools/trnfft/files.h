/* files.h - from a name on the command line to arrays, streams of samples and finished
 * files. */
#ifndef TRNFFT_TOOLS_FILES_H
#define TRNFFT_TOOLS_FILES_H

#include "io.h"
#include "verbs.h"

/* How the user wants files read and written; every verb's options hold one. */
typedef struct file_options {
    int in_format, out_format; /* of file_formats; FILE_AUTO: by the name's ending */
    const char *dtype;         /* raw and CSV input; NULL: raw f4, CSV f8 */
    int endian;                /* 0 little, 1 big: raw input and output */
    cli_ints shape;            /* raw input; count 0: one dimension */
    const char *channel;       /* "mix", a number from 0, or NULL: all */
    int64_t rate;              /* written into WAV output; 0: that of the input */
    int encoding;              /* wav_encoding */
    bool keep;                 /* elements of .npy and raw input keep their type */
} file_options;

/* What holds arrays, then what can be written, then what can be read. */
enum { FILE_AUTO = 0, FILE_NPY, FILE_CSV, FILE_RAW, FILE_WAV, FILE_FLAC, FILE_PNG };
#define FILE_ARRAY_FORMATS  "auto|npy|csv|raw"
#define FILE_OUTPUT_FORMATS FILE_ARRAY_FORMATS "|wav"
#define FILE_INPUT_FORMATS  FILE_OUTPUT_FORMATS "|flac"

/* Rows for a verb's option table; `field` is the file_options in the struct `type`. */
/* clang-format off */
#define FILE_ARRAY_INPUT_OPTIONS(type, field) \
    { "in-format", 0, CLI_CHOICE, offsetof(type, field.in_format), "FORMAT", \
      "npy, csv, raw, wav or flac; default: by the name's ending", \
      FILE_INPUT_FORMATS }, \
    { "dtype", 0, CLI_TEXT, offsetof(type, field.dtype), "TYPE", \
      "of raw (default f4) and CSV (default f8) input: f4, i2, c8 …", NULL }, \
    { "endian", 0, CLI_CHOICE, offsetof(type, field.endian), "ORDER", \
      "of raw files: little (default) or big", "little|big" }, \
    { "shape", 0, CLI_INTS, offsetof(type, field.shape), "N,N…", \
      "of raw input; default: one dimension", NULL }

#define FILE_INPUT_OPTIONS(type, field) \
    FILE_ARRAY_INPUT_OPTIONS(type, field), \
    { "channel", 0, CLI_TEXT, offsetof(type, field.channel), "N|mix", \
      "one channel of audio, from 0, or their mean; default: all", NULL }

/* Of verbs whose results no WAV file can hold. */
#define FILE_ARRAY_OUTPUT_OPTION(type, field) \
    { "out-format", 0, CLI_CHOICE, offsetof(type, field.out_format), "FORMAT", \
      "npy, csv or raw; default: by the name's ending", FILE_ARRAY_FORMATS }

/* Of verbs whose input may be a recording, but whose output is none. */
#define FILE_INPUT_RATE_OPTION(type, field) \
    { "rate", 0, CLI_INT, offsetof(type, field.rate), "HZ", \
      "samples per second of an input that does not say so", NULL }

#define FILE_OUTPUT_OPTIONS(type, field) \
    { "out-format", 0, CLI_CHOICE, offsetof(type, field.out_format), "FORMAT", \
      "npy, csv, raw or wav; default: by the name's ending", FILE_OUTPUT_FORMATS }, \
    { "rate", 0, CLI_INT, offsetof(type, field.rate), "HZ", \
      "samples per second of a WAV file written", NULL }, \
    { "encoding", 0, CLI_CHOICE, offsetof(type, field.encoding), "ENCODING", \
      "of a WAV file written: f32 (default), s16 or s24", "f32|s16|s24" }
/* clang-format on */

/* --- input --- */

/* Opens a file for reading; "-" is stdin, kept in a nameless temporary file so that it
 * can be read at will. Prints what is wrong and returns NULL. */
FILE *input_open(const char *path, int *code);
/* The format of a file by option or name; FILE_AUTO when unknown. */
int file_format(const char *path, int option);
/* The format of an open input, also by its first bytes. Prints and returns an exit
 * status; *out is FILE_AUTO unless that is CLI_OK. */
int input_format(FILE *f, const char *path, const file_options *o, int *out);
/* `path` as messages call it: "stdin" for "-". */
const char *input_name(const char *path);
/* The same of an output: "stdout" for "-". */
const char *output_name(const char *path);
/* Prints `name: sentence` of an io_error and returns its exit code. */
int file_fail(const char *path, const io_error *e);

/* Loads a whole file of any kind. Audio of one channel has shape (frames), of several
 * (channels, frames). Prints and returns an exit status. */
int load_array(const char *path, const file_options *o, io_array *out);

/* --- samples, a block at a time --- */

typedef struct sample_source sample_source;

/* Opens audio, a one-dimensional real .npy or anything else that load_array() makes
 * one- or two-dimensional and real (that is then held in memory). Prints and returns an
 * exit status; a file without samples is CLI_FORMAT. */
int source_open(const char *path, const file_options *o, sample_source **out);
/* The same, but takes arrays of any shape, and complex ones, too: source_whole() then
 * holds it. */
int source_open_any(const char *path, const file_options *o, sample_source **out);
/* The array of a source that cannot be read as frames, or NULL. */
const io_array *source_whole(const sample_source *s);
/* All frames of a fresh source as (frames) or (channels, frames). */
int source_load(sample_source *s, io_array *out);
void source_close(sample_source *s);
io_type source_type(const sample_source *s);   /* IO_F32 or IO_F64 */
int source_channels(const sample_source *s);   /* after --channel */
int64_t source_frames(const sample_source *s); /* known beforehand */
int64_t source_rate(const sample_source *s);   /* 0: unknown */
/* Reads n frames, the channels interleaved. Prints and returns an exit status when they
 * are not all there. */
int source_read(sample_source *s, int64_t n, void *out);

/* --- output: all or nothing --- */

typedef struct output_file output_file;

/* Opens a temporary file beside `path` (or a nameless one for "-"); binary data are not
 * sent to a terminal. Prints and returns an exit status. */
int output_open(const char *path, bool binary, output_file **out);
FILE *output_stream(output_file *out);
/* Puts the file in its place; on failure, and by output_abandon(), nothing is left
 * behind. */
int output_commit(output_file *out);
void output_abandon(output_file *out);

/* Whether save_array() would write .npy; NULL path: no. */
bool output_is_npy(const char *path, const file_options *o);
/* Writes an array in the format of options or name; NULL path: as text on stdout. */
int save_array(const char *path, const file_options *o, const io_array *a);

#endif
