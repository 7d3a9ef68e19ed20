/* text_scan.h - words of the assembler's text, with their lines. */
#ifndef NCS_TEXT_SCAN_H
#define NCS_TEXT_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <trnfft/status.h>

#include "base/status.h"
#include "ncsim/program.h"

/* A word, one of [ ] , or a text between quotes; kind '\n' ends each line that has
 * words, '\0' the text. */
typedef struct ncs_token {
    char kind; /* 'w', 'q', '[', ']', ',', '\n', '\0' */
    const char *text;
    size_t length;
    int line;
} ncs_token;

typedef struct ncs_scanner {
    const char *at, *end;
    int line;
    ncs_token token; /* the present one */
} ncs_scanner;

void ncs_scanner_init(ncs_scanner *scanner, const char *text, size_t n_bytes);
void ncs_scan(ncs_scanner *scanner); /* to the next token */

/* Whether the present token is this word. */
bool ncs_scan_is(const ncs_scanner *scanner, const char *word);
/* Its place in a list of words; -1: not among them. */
int ncs_scan_choice(const ncs_scanner *scanner, const char *(*name)(int), int count);
/* A whole number, digits with an optional -, of the first `length` bytes. */
bool ncs_scan_integer(const char *text, size_t length, int64_t *value);
/* Two whole numbers on the sides of `mark` ("128*256", "0:16", "3>=1"). */
bool ncs_scan_pair(const ncs_token *token, const char *mark, int64_t *a, int64_t *b);

/* The present token as a number between two bounds, and on to the next. */
trnfft_status ncs_scan_integer_in(ncs_scanner *scanner, int64_t least, int64_t most,
                                  const char *what, int64_t *value);
int ncs_hex_digit(char c); /* 0-9, a-f; -1: none */

/* A buffer's line from its memory on, added to the program. */
trnfft_status ncs_parse_buffer(ncs_scanner *scanner, ncs_program *program, int memory);

/* INVALID_ARGUMENT with line, word and what was expected. A macro, so that analyzers
 * see which status comes back. */
#define ncs_scan_fail(scanner, expected) \
    tfi_said(ncs_scan_say(scanner, expected), TRNFFT_ERROR_INVALID_ARGUMENT)
int ncs_scan_say(const ncs_scanner *scanner, const char *expected);

#endif
