/* wisdom_api.c - wisdom.h: a context's records, files and texts. */
#include <string.h>

#include <trnfft/wisdom.h>

#include "base/file.h"
#include "plan/context.h"
#include "plan/wisdom.h"

/* The context's own records and those of `more`, all or nothing. */
static trnfft_status add(const char *function, trnfft_context *context,
                         const tfi_wisdom_list *more)
{
    tfi_wisdom *wisdom = &context->wisdom;
    tfi_wisdom_list joined = { NULL, 0, 0 };
    tfi_mutex_lock(&wisdom->lock);
    trnfft_status status =
        tfi_wisdom_join(&wisdom->list, more, context->alloc, &joined);
    if (status == TRNFFT_OK) {
        tfi_wisdom_list_free(&wisdom->list, context->alloc);
        wisdom->list = joined;
        wisdom->generation++;
    }
    tfi_mutex_unlock(&wisdom->lock);
    return status == TRNFFT_OK ? status : tfi_fail_as(function, status);
}

static trnfft_status read_file(const char *function, const trnfft_context *context,
                               const char *path, tfi_wisdom_list *list, bool *missing)
{
    char *text = NULL;
    size_t bytes = 0;
    TFI_TRY(tfi_file_read(function, context->alloc, path, TFI_WISDOM_MOST, &text,
                          &bytes, missing));
    trnfft_status status =
        tfi_wisdom_read(function, path, context->alloc, text, bytes, list);
    tfi_free(context->alloc, text);
    return status;
}

trnfft_status trnfft_wisdom_load(trnfft_context *context, const char *path)
{
    static const char f[] = "trnfft_wisdom_load";
    if (path == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: path = NULL", f);
    }
    TFI_TRY(tfi_context_resolve(f, context, &context));
    tfi_wisdom_list list = { NULL, 0, 0 };
    TFI_TRY(read_file(f, context, path, &list, NULL));
    trnfft_status status = add(f, context, &list);
    tfi_wisdom_list_free(&list, context->alloc);
    return status;
}

trnfft_status trnfft_wisdom_merge(trnfft_context *context, const char *text,
                                  size_t bytes)
{
    static const char f[] = "trnfft_wisdom_merge";
    if (text == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: text = NULL", f);
    }
    TFI_TRY(tfi_context_resolve(f, context, &context));
    tfi_wisdom_list list = { NULL, 0, 0 };
    TFI_TRY(tfi_wisdom_read(f, "text", context->alloc, text, bytes, &list));
    trnfft_status status = add(f, context, &list);
    tfi_wisdom_list_free(&list, context->alloc);
    return status;
}

/* Text of a list in memory of its own. */
static trnfft_status text_of(const char *function, const tfi_allocator *alloc,
                             const tfi_wisdom_list *list, char **text, size_t *bytes)
{
    *bytes = tfi_wisdom_write(list, NULL, 0);
    *text = tfi_alloc(alloc, *bytes + 1);
    if (*text == NULL) {
        return tfi_fail_memory(function, *bytes + 1);
    }
    tfi_wisdom_write(list, *text, *bytes + 1);
    return TRNFFT_OK;
}

/* `there` and what the context holds. */
static trnfft_status write_joined(const char *function, trnfft_context *context,
                                  const char *path, const tfi_wisdom_list *there)
{
    tfi_wisdom *wisdom = &context->wisdom;
    tfi_wisdom_list joined = { NULL, 0, 0 };
    tfi_mutex_lock(&wisdom->lock);
    trnfft_status status =
        tfi_wisdom_join(&wisdom->list, there, context->alloc, &joined);
    tfi_mutex_unlock(&wisdom->lock);
    if (status != TRNFFT_OK) {
        return tfi_fail_as(function, status);
    }
    char *text = NULL;
    size_t bytes = 0;
    status = text_of(function, context->alloc, &joined, &text, &bytes);
    tfi_wisdom_list_free(&joined, context->alloc);
    if (status == TRNFFT_OK) {
        status = tfi_file_replace(function, context->alloc, path, text, bytes);
    }
    tfi_free(context->alloc, text);
    return status;
}

trnfft_status trnfft_wisdom_save(trnfft_context *context, const char *path)
{
    static const char f[] = "trnfft_wisdom_save";
    if (path == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: path = NULL", f);
    }
    TFI_TRY(tfi_context_resolve(f, context, &context));
    tfi_wisdom_list there = { NULL, 0, 0 };
    bool missing = false;
    trnfft_status status = read_file(f, context, path, &there, &missing);
    if (status != TRNFFT_OK && !missing) {
        return status;
    }
    status = write_joined(f, context, path, &there);
    tfi_wisdom_list_free(&there, context->alloc);
    return status;
}

size_t trnfft_wisdom_text(trnfft_context *context, char *text, size_t capacity)
{
    if (tfi_context_resolve("trnfft_wisdom_text", context, &context) != TRNFFT_OK) {
        return 0;
    }
    tfi_mutex_lock(&context->wisdom.lock);
    const size_t length =
        tfi_wisdom_write(&context->wisdom.list, text, text != NULL ? capacity : 0);
    tfi_mutex_unlock(&context->wisdom.lock);
    return length;
}

trnfft_status trnfft_wisdom_forget(trnfft_context *context)
{
    TFI_TRY(tfi_context_resolve("trnfft_wisdom_forget", context, &context));
    tfi_mutex_lock(&context->wisdom.lock);
    tfi_wisdom_list_free(&context->wisdom.list, context->alloc);
    context->wisdom.generation++;
    tfi_mutex_unlock(&context->wisdom.lock);
    return TRNFFT_OK;
}
