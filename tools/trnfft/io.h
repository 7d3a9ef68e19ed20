/* io.h - arrays and files: what the readers give and the writers take.
 *
 * Readers take a seekable FILE * or memory, never print and never exit: on failure they
 * return false and leave a sentence (without the file's name) and an exit code in
 * io_error.
 */
#ifndef TRNFFT_TOOLS_IO_H
#define TRNFFT_TOOLS_IO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "exit_codes.h"

enum { IO_MAX_RANK = 8, IO_COPY_BYTES = 65536 };

typedef struct io_error {
    int code; /* of exit_codes.h */
    char text[512];
} io_error;

/* Fills *e and returns false. */
bool io_refuse(io_error *e, int code, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

/* Native byte order, complex interleaved. The first four are computed with, the others
 * only moved: readers give them where io_format.keep asks for it. */
typedef enum io_type {
    IO_F32 = 1,
    IO_F64,
    IO_C64,
    IO_C128,
    IO_F16,
    IO_BOOL,
    IO_I8,
    IO_I16,
    IO_I32,
    IO_I64,
    IO_U8,
    IO_U16,
    IO_U32,
    IO_U64
} io_type;

/* As NumPy calls it, without the byte order: "f4", "i2" … */
const char *io_type_name(io_type type);
size_t io_type_bytes(io_type type);
bool io_type_is_complex(io_type type);
bool io_type_is_integer(io_type type); /* bool, too */
/* The real type of one component, of the types that are computed with. */
io_type io_type_real(io_type type);
io_type io_type_complex(io_type type);

/* An owned array in C order. */
typedef struct io_array {
    io_type type;
    int rank;
    int64_t shape[IO_MAX_RANK];
    void *data;   /* NULL when there are no elements */
    int64_t rate; /* samples per second; 0: unknown */
} io_array;

/* Sets type and shape and allocates; false with CLI_MEMORY when that overflows or
 * fails. */
bool io_array_create(io_array *a, io_type type, int rank, const int64_t *shape,
                     io_error *e);
void io_array_free(io_array *a);
int64_t io_array_count(const io_array *a);

/* --- sample formats: how elements lie in a file --- */

typedef struct io_format {
    char kind;      /* 'f' 'c' 'i' 'u' 'b' as in NumPy */
    int item_bytes; /* of one element: c8 has 8 */
    bool big_endian;
    bool keep; /* integers, bool and half precision are not promoted */
} io_format;

/* "f4" "<c8" ">i2" "float32" "int16" …; false for what is not a number type known here.
 */
bool io_format_parse(const char *text, io_format *out);
/* The type that elements of this format are promoted to, as torch.fft does: integers,
 * bool and half precision become f32, unless `keep` is set. */
io_type io_format_type(const io_format *f);
/* Converts `count` elements from file bytes to io_format_type(). */
void io_format_decode(const io_format *f, const void *bytes, int64_t count, void *out);
bool io_host_is_big_endian(void);

/* --- .npy --- */

typedef struct npy_header {
    int version; /* 1, 2, 3 */
    io_format format;
    bool fortran_order;
    int rank;
    int64_t shape[IO_MAX_RANK];
    int64_t count;      /* product of the shape */
    int64_t data_bytes; /* count × item_bytes */
    int64_t data_offset;
} npy_header;

/* Parses the dictionary text of the header (n bytes, no NUL needed). */
bool npy_parse_dictionary(const char *text, size_t n, npy_header *h, io_error *e);
/* Reads from the start of `f` and stops at the data; checks that all data are there. */
bool npy_read_header(FILE *f, npy_header *h, io_error *e);
/* `keep` as in io_format. */
bool npy_read(FILE *f, bool keep, io_array *out, io_error *e);
bool npy_read_memory(const void *bytes, size_t n, io_array *out, io_error *e);
/* The header of a version 1.0 file in C order into NPY_HEADER_BYTES of room; returns
 * its length. */
enum { NPY_HEADER_BYTES = 384 };
size_t npy_format_header(io_type type, int rank, const int64_t *shape, char *text);
bool npy_write(FILE *f, const io_array *a, io_error *e);

/* --- .wav --- */

typedef struct wav_info {
    io_format format; /* 'u' 1 byte, 'i' 2…4 bytes, 'f' 4 or 8 bytes */
    int channels;
    int64_t rate;
    int64_t data_offset;
    int64_t frames;    /* whole frames that are in the file */
    bool needs_codec;  /* a compressed form: libsndfile may know it */
    char warning[160]; /* "" or a sentence about sizes that the file got wrong */
} wav_info;

bool wav_read_header(FILE *f, wav_info *w, io_error *e);
bool wav_read_header_memory(const void *bytes, size_t n, wav_info *w, io_error *e);
io_type wav_type(const wav_info *w);
/* Samples (not frames) to f32 or f64 (wav_type) in ±1. */
void wav_decode(const wav_info *w, const void *bytes, int64_t samples, void *out);

typedef enum wav_encoding { WAV_F32 = 0, WAV_S16 = 1, WAV_S24 = 2 } wav_encoding;
enum { WAV_HEADER_BYTES = 58 };
/* Header of a file with `frames` frames; false when RIFF's 4 GiB do not suffice. */
bool wav_format_header(wav_encoding encoding, int channels, int64_t rate,
                       int64_t frames, uint8_t header[WAV_HEADER_BYTES], io_error *e);
/* `samples` of f32 or f64 into file bytes; returns how many were clipped (s16 and s24).
 */
int64_t wav_encode(wav_encoding encoding, io_type type, const void *samples,
                   int64_t count, uint8_t *out);
int wav_encoding_bytes(wav_encoding encoding);

/* --- .csv and raw --- */

/* Numbers parted by commas, semicolons, tabs or spaces; `1+2j` is complex; lines of '#'
 * and one leading line of column names are skipped. One row or one column gives rank 1.
 */
bool csv_read(FILE *f, io_type real_type, io_array *out, io_error *e);
bool csv_write(FILE *f, const io_array *a, io_error *e);
/* `rank` 0: one dimension of as many elements as there are. */
bool raw_read(FILE *f, const io_format *format, int rank, const int64_t *shape,
              io_array *out, io_error *e);
bool raw_write(FILE *f, const io_array *a, bool big_endian, io_error *e);

/* Bytes from here to the end of a seekable file, or -1. */
int64_t io_bytes_left(FILE *f);

#endif
