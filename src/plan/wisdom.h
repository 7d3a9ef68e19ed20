/* wisdom.h - what measuring found: for a line problem on a CPU level the fastest solver
 * and its choice. Kept by a context, written as text (wisdom_text.c).
 *
 * A record holds one problem, not a tree: the children of a plan have records of their
 * own. Names are kept as text, so that records of other CPU levels and of solvers that
 * this library does not have pass through untouched. */
#ifndef TFI_PLAN_WISDOM_H
#define TFI_PLAN_WISDOM_H

#include "base/threads.h"
#include "plan/line.h"

enum {
    TFI_WISDOM_NAME = 32,     /* bytes of a name, NUL included */
    TFI_WISDOM_FORMAT = 1,    /* version of the text */
    TFI_WISDOM_MOST = 1 << 26 /* bytes of a file */
};

typedef struct tfi_wisdom_record {
    char cpu[TFI_WISDOM_NAME];
    char solver[TFI_WISDOM_NAME];
    uint32_t kind;  /* tfi_line_kind */
    uint32_t dtype; /* TRNFFT_F32 or TRNFFT_F64 */
    int64_t lanes;  /* 0: a single line, 1: several */
    int64_t n;
    tfi_choice choice;
    double ns; /* measured, of one lane; > 0 */
} tfi_wisdom_record;

/* Sorted by tfi_wisdom_order(), without two of the same key. */
typedef struct tfi_wisdom_list {
    tfi_wisdom_record *records;
    size_t count, capacity;
} tfi_wisdom_list;

typedef struct tfi_wisdom {
    tfi_mutex lock;
    tfi_wisdom_list list;
    uint64_t generation; /* counts what loading and forgetting changed */
} tfi_wisdom;

/* By CPU level, type, kind, single or several, n: 0 for the same key. */
int tfi_wisdom_order(const tfi_wisdom_record *a, const tfi_wisdom_record *b);

void tfi_wisdom_list_free(tfi_wisdom_list *list, const tfi_allocator *alloc);
/* Appends without order. OUT_OF_MEMORY. */
trnfft_status tfi_wisdom_append(tfi_wisdom_list *list, const tfi_allocator *alloc,
                                const tfi_wisdom_record *record);
/* Sorts; of records with one key the fastest stays. */
void tfi_wisdom_sort(tfi_wisdom_list *list);
/* Both lists in a new one: of two records with one key the faster stays, whatever the
 * order of the lists. OUT_OF_MEMORY: *out is empty. */
trnfft_status tfi_wisdom_join(const tfi_wisdom_list *a, const tfi_wisdom_list *b,
                              const tfi_allocator *alloc, tfi_wisdom_list *out);

/* A line problem's key on a level; solver, choice and time are left empty. */
tfi_wisdom_record tfi_wisdom_key(tfi_cpu_level cpu, const tfi_line_problem *line);

/* Of a context, each under its lock: copies the record with the key of *record over it,
 * false if there is none; */
bool tfi_wisdom_find(tfi_wisdom *wisdom, tfi_wisdom_record *record);
/* puts one in, over the one with its key. OUT_OF_MEMORY. */
trnfft_status tfi_wisdom_put(tfi_wisdom *wisdom, const tfi_allocator *alloc,
                             const tfi_wisdom_record *record);

/* wisdom_text.c: the whole text; returns its length as snprintf() would. */
size_t tfi_wisdom_write(const tfi_wisdom_list *list, char *text, size_t capacity);
/* Reads `bytes` of text into an empty list, or says what is wrong with `where` (a
 * file's name) and its line. ERROR_FORMAT or OUT_OF_MEMORY: the list is empty. */
trnfft_status tfi_wisdom_read(const char *function, const char *where,
                              const tfi_allocator *alloc, const char *text,
                              size_t bytes, tfi_wisdom_list *list);
/* "16x8x8", "-" without numbers; at most `capacity` bytes. */
enum { TFI_CHOICE_TEXT = 512 };
void tfi_choice_text(const tfi_choice *choice, char text[TFI_CHOICE_TEXT]);

#endif
