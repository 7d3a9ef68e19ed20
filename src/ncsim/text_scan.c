/* text_scan.c - from bytes to words. */
#include "ncsim/text_scan.h"

#include <string.h>

#include "base/status.h"

void ncs_scanner_init(ncs_scanner *scanner, const char *text, size_t n_bytes)
{
    memset(scanner, 0, sizeof *scanner);
    scanner->at = text;
    scanner->end = text + n_bytes;
    scanner->line = 1;
    scanner->token.kind = '\n'; /* as if a line had ended before the first */
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static bool ends_word(char c)
{
    return is_space(c) || c == '\n' || c == '[' || c == ']' || c == ',' || c == ';' ||
           c == '"';
}

/* Over spaces, remarks and, where no line is open, line ends. */
static void skip(ncs_scanner *s, bool in_line)
{
    while (s->at < s->end) {
        if (*s->at == ';') {
            while (s->at < s->end && *s->at != '\n') {
                s->at++;
            }
        } else if (*s->at == '\n' && !in_line) {
            s->line++;
            s->at++;
        } else if (is_space(*s->at)) {
            s->at++;
        } else {
            return;
        }
    }
}

void ncs_scan(ncs_scanner *s)
{
    const char last = s->token.kind;
    skip(s, last != '\n');
    ncs_token *t = &s->token;
    t->text = s->at;
    t->line = s->line;
    if (s->at == s->end) {
        t->kind = last == '\n' || last == '\0' ? '\0' : '\n';
        t->length = 0;
        return;
    }
    const char c = *s->at;
    if (c == '\n' || c == '[' || c == ']' || c == ',') {
        t->kind = c;
        t->length = 1;
        s->line += c == '\n';
        s->at++;
        return;
    }
    if (c == '"') {
        const char *p = s->at + 1;
        while (p < s->end && *p != '"' && *p != '\n') {
            p += *p == '\\' && p + 1 < s->end && p[1] != '\n' ? 2 : 1;
        }
        const bool closed = p < s->end && *p == '"';
        t->kind = closed ? 'q' : 'w'; /* an open quote is a word that nobody knows */
        t->text = s->at + closed;
        t->length = (size_t)(p - t->text);
        s->at = p + closed;
        return;
    }
    while (s->at < s->end && !ends_word(*s->at)) {
        s->at++;
    }
    t->kind = 'w';
    t->length = (size_t)(s->at - t->text);
}

bool ncs_scan_is(const ncs_scanner *scanner, const char *word)
{
    const ncs_token *t = &scanner->token;
    return t->kind == 'w' && strlen(word) == t->length &&
           memcmp(word, t->text, t->length) == 0;
}

int ncs_scan_choice(const ncs_scanner *scanner, const char *(*name)(int), int count)
{
    for (int i = 0; i < count; i++) {
        if (ncs_scan_is(scanner, name(i))) {
            return i;
        }
    }
    return -1;
}

bool ncs_scan_integer(const char *text, size_t length, int64_t *value)
{
    const bool minus = length > 0 && text[0] == '-';
    const size_t first = minus ? 1 : 0;
    int64_t v = 0; /* negative on the way: there is one more of these */
    if (length == first) {
        return false;
    }
    for (size_t i = first; i < length; i++) {
        if (text[i] < '0' || text[i] > '9') {
            return false;
        }
        const int64_t digit = text[i] - '0';
        if (v < (INT64_MIN + digit) / 10) {
            return false;
        }
        v = 10 * v - digit;
    }
    if (!minus && v == INT64_MIN) {
        return false;
    }
    *value = minus ? v : -v;
    return true;
}

bool ncs_scan_pair(const ncs_token *token, const char *mark, int64_t *a, int64_t *b)
{
    const size_t wide = strlen(mark);
    if (token->kind != 'w') {
        return false;
    }
    for (size_t i = 0; i + wide <= token->length; i++) {
        if (memcmp(token->text + i, mark, wide) == 0) {
            return ncs_scan_integer(token->text, i, a) &&
                   ncs_scan_integer(token->text + i + wide, token->length - i - wide,
                                    b);
        }
    }
    return false;
}

int ncs_scan_say(const ncs_scanner *scanner, const char *expected)
{
    const ncs_token *t = &scanner->token;
    if (t->kind == '\0' || t->kind == '\n') {
        return tfi_say("line %d: the line ends where %s is expected", t->line,
                       expected);
    }
    return tfi_say("line %d: \"%.*s\": %s expected", t->line,
                   t->length < 60 ? (int)t->length : 60, t->text, expected);
}

/* The present token as a number between two bounds, and on to the next. */
trnfft_status ncs_scan_integer_in(ncs_scanner *s, int64_t least, int64_t most,
                                  const char *what, int64_t *value)
{
    if (s->token.kind != 'w' ||
        !ncs_scan_integer(s->token.text, s->token.length, value) || *value < least ||
        *value > most) {
        return ncs_scan_fail(s, what);
    }
    ncs_scan(s);
    return TRNFFT_OK;
}

int ncs_hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}
