/* printer.c - the text sink of describe(): a buffer that counts what it cuts. */
#include <stdarg.h>
#include <stdio.h>

#include "base/printer.h"

static void append(tfi_printer *p, const char *format, va_list arguments)
{
    size_t room = p->length < p->capacity ? p->capacity - p->length : 0;
    int n = vsnprintf(room > 0 ? p->text + p->length : NULL, room, format, arguments);
    p->length += n > 0 ? (size_t)n : 0;
}

void tfi_printf(tfi_printer *p, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    append(p, format, arguments);
    va_end(arguments);
}

void tfi_print_line(tfi_printer *p, const char *format, ...)
{
    tfi_printf(p, "%s%*s", p->length > 0 ? "\n" : "", p->indent, "");
    va_list arguments;
    va_start(arguments, format);
    append(p, format, arguments);
    va_end(arguments);
}
