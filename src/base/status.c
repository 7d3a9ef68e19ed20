/* status.c - names of statuses and the sentence of the last error, one per thread. */
#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/threads.h"

_Static_assert(sizeof(trnfft_status) == 4, "statuses are stored in 32 bits");

enum { SENTENCE_BYTES = 512 };

static TFI_THREAD_LOCAL char sentence[SENTENCE_BYTES];

/* Drops the bytes of a UTF-8 character that vsnprintf cut in two. */
static void trim_cut_character(char *text, size_t length)
{
    size_t start = length;
    while (start > 0 && ((unsigned char)text[start - 1] & 0xc0U) == 0x80U)
        start--;
    if (start == 0)
        return;
    start--;
    unsigned char lead = (unsigned char)text[start];
    size_t wanted = lead >= 0xf0U ? 4 : lead >= 0xe0U ? 3 : lead >= 0xc0U ? 2 : 1;
    if (length - start < wanted)
        text[start] = '\0';
}

int tfi_say(const char *format, ...)
{
    /* Formatted aside: an argument may be the old sentence itself. */
    char text[SENTENCE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length < 0)
        text[0] = '\0';
    else if (length >= SENTENCE_BYTES)
        trim_cut_character(text, SENTENCE_BYTES - 1);
    size_t i = 0;
    do
        sentence[i] = text[i];
    while (text[i++] != '\0');
    return length;
}

const char *trnfft_last_error(void)
{
    return sentence;
}

const char *trnfft_status_name(int32_t status)
{
    switch (status) {
#define CASE(name, number, explanation) \
    case number: return "TRNFFT_" #name;
        TRNFFT_STATUS_LIST(CASE)
#undef CASE
    default: return "TRNFFT_UNKNOWN";
    }
}

const char *trnfft_status_string(int32_t status)
{
    switch (status) {
#define CASE(name, number, explanation) \
    case number: return explanation;
        TRNFFT_STATUS_LIST(CASE)
#undef CASE
    default: return "unknown status";
    }
}
