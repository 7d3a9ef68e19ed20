/* wisdom_text.c - wisdom as text:
 *
 *   trnfft wisdom 1
 *   # written by trnfft 0.1.0
 *   avx2 f32 c2c line 1000 stockham 10x10x10 523.125
 *   end 1 2a45c9f01b3d6e88
 *
 * The first line names the format, the last one counts the records and carries a hash
 * of all text before it: what was cut or changed is refused. Lines that start with #
 * are remarks. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <trnfft/dtype.h>
#include <trnfft/version.h>

#include "plan/wisdom.h"

static const char *const kinds[] = { "c2c", "r2c", "c2r" };
static const char *const walks[] = { "line", "lanes" };
static const char heading[] = "trnfft wisdom ";

/* FNV-1a. */
static uint64_t hash_text(const char *text, size_t bytes)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < bytes; i++) {
        h = (h ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
    }
    return h;
}

void tfi_choice_text(const tfi_choice *choice, char text[TFI_CHOICE_TEXT])
{
    size_t used = 0;
    text[0] = '-';
    text[1] = '\0';
    for (int32_t i = 0; i < choice->count; i++) {
        const int n = snprintf(text + used, TFI_CHOICE_TEXT - used, "%s%" PRId64,
                               i > 0 ? "x" : "", choice->at[i]);
        used += n > 0 ? (size_t)n : 0;
    }
}

/* Appends to a text that may be too short, hashing what it appends. */
typedef struct writer {
    char *text;
    size_t capacity, length;
    uint64_t hash;
} writer;

static void append(writer *w, const char *line)
{
    const size_t n = strlen(line);
    for (size_t i = 0; i < n; i++) {
        w->hash = (w->hash ^ (unsigned char)line[i]) * UINT64_C(0x100000001b3);
        if (w->length + 1 < w->capacity) {
            w->text[w->length] = line[i];
        }
        w->length++;
    }
}

size_t tfi_wisdom_write(const tfi_wisdom_list *list, char *text, size_t capacity)
{
    char line[TFI_CHOICE_TEXT + 256], choice[TFI_CHOICE_TEXT];
    writer w = { text, capacity, 0, hash_text("", 0) };
    snprintf(line, sizeof line, "%s%d\n# written by trnfft %s\n", heading,
             (int)TFI_WISDOM_FORMAT, TRNFFT_VERSION_STRING);
    append(&w, line);
    for (size_t i = 0; i < list->count; i++) {
        const tfi_wisdom_record *r = &list->records[i];
        tfi_choice_text(&r->choice, choice);
        snprintf(line, sizeof line, "%s %s %s %s %" PRId64 " %s %s %.6g\n", r->cpu,
                 r->dtype == TRNFFT_F64 ? "f64" : "f32", kinds[r->kind],
                 walks[r->lanes != 0], r->n, r->solver, choice, r->ns);
        for (char *comma = strchr(line, ','); comma != NULL;
             comma = strchr(line, ',')) {
            *comma = '.'; /* some locales write times so */
        }
        append(&w, line);
    }
    snprintf(line, sizeof line, "end %zu %016" PRIx64 "\n", list->count, w.hash);
    append(&w, line);
    if (capacity > 0) {
        text[w.length < capacity ? w.length : capacity - 1] = '\0';
    }
    return w.length;
}

/* The text being read: where it comes from, for sentences. */
typedef struct reader {
    const char *function, *where;
    const char *text;
    size_t bytes, at;
    long line; /* number of the line last read */
} reader;

static trnfft_status refuse(const reader *r, const char *what)
{
    return tfi_fail(TRNFFT_ERROR_FORMAT, "%s: %s, line %ld: %s", r->function, r->where,
                    r->line, what);
}

enum { LONGEST_LINE = TFI_CHOICE_TEXT + 256 };

/* The next line without its newline. */
static trnfft_status next_line(reader *r, char line[LONGEST_LINE])
{
    r->line++;
    const char *start = r->text + r->at;
    const size_t left = r->bytes - r->at;
    const char *end = left > 0 ? memchr(start, '\n', left) : NULL;
    if (end == NULL) {
        return refuse(r, "the text ends here: it was cut");
    }
    const size_t n = (size_t)(end - start);
    if (n >= LONGEST_LINE || memchr(start, '\0', n) != NULL) {
        return refuse(r, "not a line of wisdom");
    }
    memcpy(line, start, n);
    line[n] = '\0';
    r->at += n + 1;
    return TRNFFT_OK;
}

/* Cuts the next word off, at single blanks; NULL: there is none. */
static char *word(char **rest)
{
    char *start = *rest;
    if (start == NULL || *start == '\0' || *start == ' ') {
        return NULL;
    }
    char *end = strchr(start, ' ');
    *rest = end != NULL ? end + 1 : NULL;
    if (end != NULL) {
        *end = '\0';
    }
    return start;
}

/* Digits alone, 1 … 2^63 - 1; `end` gets what follows. */
static bool read_number(const char *text, const char **end, int64_t *out)
{
    int64_t x = 0;
    const char *p = text;
    for (; *p >= '0' && *p <= '9'; p++) {
        const int64_t digit = *p - '0';
        if (x > (INT64_MAX - digit) / 10) {
            return false;
        }
        x = 10 * x + digit;
    }
    *out = x;
    *end = p;
    return p != text && x > 0;
}

static bool read_choice(const char *text, tfi_choice *choice)
{
    choice->count = 0;
    if (strcmp(text, "-") == 0) {
        return true;
    }
    for (;;) {
        const char *end = NULL;
        if (choice->count == TFI_MAX_CHOICE ||
            !read_number(text, &end, &choice->at[choice->count])) {
            return false;
        }
        choice->count++;
        if (*end == '\0') {
            return true;
        }
        if (*end != 'x') {
            return false;
        }
        text = end + 1;
    }
}

/* Plain decimal numbers, whatever the locale. */
static bool read_time(const char *text, double *out)
{
    const char *digits = "0123456789";
    const size_t whole = strspn(text, digits);
    const char *p = text + whole;
    double x = 0, unit = 1;
    for (size_t i = 0; i < whole; i++) {
        x = 10 * x + (text[i] - '0');
    }
    if (*p == '.') {
        for (p++; *p >= '0' && *p <= '9'; p++) {
            unit /= 10;
            x += unit * (*p - '0');
        }
    }
    if (*p == 'e') {
        const int sign = p[1] == '-' ? -1 : 1;
        const char *exponent = p + 1 + (p[1] == '-' || p[1] == '+');
        const size_t n = strspn(exponent, digits);
        if (n < 1 || n > 2) {
            return false;
        }
        for (int e = atoi(exponent); e > 0; e--) {
            x = sign < 0 ? x / 10 : x * 10;
        }
        p = exponent + n;
    }
    *out = x;
    return whole > 0 && whole < 20 && *p == '\0' && x > 0 && x < 1e30;
}

/* Lower-case letters, digits and underscores. */
static bool read_name(const char *text, char name[TFI_WISDOM_NAME])
{
    const size_t n = text != NULL ? strlen(text) : 0;
    if (n == 0 || n >= TFI_WISDOM_NAME ||
        strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_") != n) {
        return false;
    }
    memcpy(name, text, n + 1);
    return true;
}

static bool read_one_of(const char *text, const char *const *names, uint32_t count,
                        uint32_t *out)
{
    for (*out = 0; text != NULL && *out < count; (*out)++) {
        if (strcmp(text, names[*out]) == 0) {
            return true;
        }
    }
    return false;
}

/* What is wrong with a record, NULL: nothing. */
static const char *read_record(char *line, tfi_wisdom_record *r)
{
    static const char *const types[] = { "f32", "f64" };
    uint32_t wide = 0, lanes = 0;
    const char *end = NULL;
    memset(r, 0, sizeof *r);
    if (!read_name(word(&line), r->cpu)) {
        return "the name of a CPU level is missing";
    }
    if (!read_one_of(word(&line), types, 2, &wide)) {
        return "the type is not f32 or f64";
    }
    if (!read_one_of(word(&line), kinds, 3, &r->kind)) {
        return "the kind is not c2c, r2c or c2r";
    }
    if (!read_one_of(word(&line), walks, 2, &lanes)) {
        return "neither line nor lanes";
    }
    const char *n = word(&line);
    if (n == NULL || !read_number(n, &end, &r->n) || *end != '\0') {
        return "the length is not a number";
    }
    if (!read_name(word(&line), r->solver)) {
        return "the name of a solver is missing";
    }
    const char *choice = word(&line);
    if (choice == NULL || !read_choice(choice, &r->choice)) {
        return "the choice is not numbers parted by x, nor -";
    }
    const char *time = word(&line);
    if (time == NULL || !read_time(time, &r->ns) || line != NULL) {
        return "the time is not a number";
    }
    r->dtype = wide != 0 ? TRNFFT_F64 : TRNFFT_F32;
    r->lanes = (int64_t)lanes;
    return NULL;
}

static trnfft_status read_heading(reader *r)
{
    char line[LONGEST_LINE];
    const size_t n = sizeof heading - 1;
    if (r->bytes < n || memcmp(r->text, heading, n) != 0) {
        r->line = 1;
        return refuse(r, "not a file of wisdom: it does not begin with its name");
    }
    TFI_TRY(next_line(r, line));
    const char *end = NULL;
    int64_t format = 0;
    if (!read_number(line + n, &end, &format) || *end != '\0') {
        return refuse(r, "the number of the format is missing");
    }
    if (format != TFI_WISDOM_FORMAT) {
        return tfi_fail(
            TRNFFT_ERROR_FORMAT, "%s: %s: format %lld: this library reads format %d",
            r->function, r->where, (long long)format, (int)TFI_WISDOM_FORMAT);
    }
    return TRNFFT_OK;
}

static trnfft_status check_end(const reader *r, const char *line, size_t before,
                               size_t count)
{
    char wanted[64];
    snprintf(wanted, sizeof wanted, "end %zu %016" PRIx64, count,
             hash_text(r->text, before));
    if (strcmp(line, wanted) != 0) {
        return refuse(r, "the text is not what was written: it was changed or cut");
    }
    if (r->at != r->bytes) {
        return refuse(r, "there is more after the end");
    }
    return TRNFFT_OK;
}

static trnfft_status read_all(reader *r, const tfi_allocator *alloc,
                              tfi_wisdom_list *list)
{
    TFI_TRY(read_heading(r));
    for (;;) {
        char line[LONGEST_LINE];
        const size_t before = r->at;
        TFI_TRY(next_line(r, line));
        if (strncmp(line, "end ", 4) == 0) {
            return check_end(r, line, before, list->count);
        }
        if (line[0] == '#') {
            continue;
        }
        tfi_wisdom_record record;
        const char *fault = read_record(line, &record);
        if (fault != NULL) {
            return refuse(r, fault);
        }
        TFI_TRY(tfi_wisdom_append(list, alloc, &record));
    }
}

trnfft_status tfi_wisdom_read(const char *function, const char *where,
                              const tfi_allocator *alloc, const char *text,
                              size_t bytes, tfi_wisdom_list *list)
{
    reader r = { function, where, text, bytes, 0, 0 };
    trnfft_status status = read_all(&r, alloc, list);
    if (status != TRNFFT_OK) {
        tfi_wisdom_list_free(list, alloc);
        return status;
    }
    tfi_wisdom_sort(list);
    return TRNFFT_OK;
}
