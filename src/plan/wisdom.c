/* wisdom.c - sorted lists of records, and the one of a context. */
#include "plan/wisdom.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

int tfi_wisdom_order(const tfi_wisdom_record *a, const tfi_wisdom_record *b)
{
    int order = strcmp(a->cpu, b->cpu);
    order = order != 0 ? order : compare(a->dtype, b->dtype);
    order = order != 0 ? order : compare(a->kind, b->kind);
    order = order != 0 ? order : compare(a->lanes, b->lanes);
    return order != 0 ? order : compare(a->n, b->n);
}

/* Which of two records with one key stays: the faster; at equal times any rule that
 * does not depend on their order. */
static int preference(const tfi_wisdom_record *a, const tfi_wisdom_record *b)
{
    if (a->ns != b->ns) {
        return a->ns < b->ns ? -1 : 1;
    }
    int order = strcmp(a->solver, b->solver);
    order = order != 0 ? order : compare(a->choice.count, b->choice.count);
    for (int32_t i = 0; order == 0 && i < a->choice.count; i++) {
        order = compare(a->choice.at[i], b->choice.at[i]);
    }
    return order;
}

void tfi_wisdom_list_free(tfi_wisdom_list *list, const tfi_allocator *alloc)
{
    tfi_free(alloc, list->records);
    memset(list, 0, sizeof *list);
}

static trnfft_status reserve(tfi_wisdom_list *list, const tfi_allocator *alloc,
                             size_t count)
{
    if (count <= list->capacity) {
        return TRNFFT_OK;
    }
    size_t wanted = list->capacity == 0 ? 16 : list->capacity;
    while (wanted < count) {
        wanted *= 2;
    }
    tfi_wisdom_record *records = tfi_alloc_array(alloc, wanted, sizeof *records);
    if (records == NULL) {
        return tfi_fail(TRNFFT_ERROR_OUT_OF_MEMORY, "no memory for %zu records",
                        wanted);
    }
    if (list->count > 0) {
        memcpy(records, list->records, list->count * sizeof *records);
    }
    tfi_free(alloc, list->records);
    list->records = records;
    list->capacity = wanted;
    return TRNFFT_OK;
}

trnfft_status tfi_wisdom_append(tfi_wisdom_list *list, const tfi_allocator *alloc,
                                const tfi_wisdom_record *record)
{
    TFI_TRY(reserve(list, alloc, list->count + 1));
    list->records[list->count++] = *record;
    return TRNFFT_OK;
}

static int by_key_then_time(const void *x, const void *y)
{
    const int order = tfi_wisdom_order(x, y);
    return order != 0 ? order : preference(x, y);
}

void tfi_wisdom_sort(tfi_wisdom_list *list)
{
    if (list->count < 2) {
        return;
    }
    qsort(list->records, list->count, sizeof list->records[0], by_key_then_time);
    size_t kept = 1;
    for (size_t i = 1; i < list->count; i++) {
        if (tfi_wisdom_order(&list->records[kept - 1], &list->records[i]) != 0) {
            list->records[kept++] = list->records[i];
        }
    }
    list->count = kept;
}

trnfft_status tfi_wisdom_join(const tfi_wisdom_list *a, const tfi_wisdom_list *b,
                              const tfi_allocator *alloc, tfi_wisdom_list *out)
{
    tfi_wisdom_list joined = { NULL, 0, 0 };
    TFI_TRY(reserve(&joined, alloc, a->count + b->count));
    const tfi_wisdom_list *const lists[2] = { a, b };
    for (int i = 0; i < 2; i++) {
        if (lists[i]->count > 0) {
            memcpy(joined.records + joined.count, lists[i]->records,
                   lists[i]->count * sizeof joined.records[0]);
            joined.count += lists[i]->count;
        }
    }
    tfi_wisdom_sort(&joined);
    *out = joined;
    return TRNFFT_OK;
}

/* Where the key is or belongs. */
static size_t place(const tfi_wisdom_list *list, const tfi_wisdom_record *key)
{
    size_t low = 0, high = list->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (tfi_wisdom_order(&list->records[middle], key) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static bool is_at(const tfi_wisdom_list *list, size_t at, const tfi_wisdom_record *key)
{
    return at < list->count && tfi_wisdom_order(&list->records[at], key) == 0;
}

tfi_wisdom_record tfi_wisdom_key(tfi_cpu_level cpu, const tfi_line_problem *line)
{
    tfi_wisdom_record r;
    memset(&r, 0, sizeof r);
    snprintf(r.cpu, sizeof r.cpu, "%s", tfi_cpu_name(cpu));
    r.kind = line->kind;
    r.dtype = line->dtype;
    r.lanes = line->lanes;
    r.n = line->n;
    return r;
}

bool tfi_wisdom_find(tfi_wisdom *wisdom, tfi_wisdom_record *record)
{
    tfi_mutex_lock(&wisdom->lock);
    const size_t at = place(&wisdom->list, record);
    const bool found = is_at(&wisdom->list, at, record);
    if (found) {
        *record = wisdom->list.records[at];
    }
    tfi_mutex_unlock(&wisdom->lock);
    return found;
}

trnfft_status tfi_wisdom_put(tfi_wisdom *wisdom, const tfi_allocator *alloc,
                             const tfi_wisdom_record *record)
{
    trnfft_status status = TRNFFT_OK;
    tfi_mutex_lock(&wisdom->lock);
    tfi_wisdom_list *list = &wisdom->list;
    const size_t at = place(list, record);
    if (!is_at(list, at, record)) {
        status = reserve(list, alloc, list->count + 1);
        if (status == TRNFFT_OK) {
            memmove(list->records + at + 1, list->records + at,
                    (list->count - at) * sizeof list->records[0]);
            list->count++;
        }
    }
    if (status == TRNFFT_OK) {
        list->records[at] = *record;
    }
    tfi_mutex_unlock(&wisdom->lock);
    return status;
}
