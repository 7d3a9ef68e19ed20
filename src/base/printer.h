/* printer.h - text into a caller's buffer, for everything that describes itself. */
#ifndef TFI_BASE_PRINTER_H
#define TFI_BASE_PRINTER_H

#include <stddef.h>

/* Text sink: tfi_printf() appends; the length counts even what is cut. */
typedef struct tfi_printer {
    char *text;
    size_t capacity; /* bytes of text, 0 allowed */
    size_t length;   /* bytes that the whole text needs, without the final NUL */
    int indent;      /* spaces before each line of tfi_print_line() */
} tfi_printer;

void tfi_printf(tfi_printer *p, const char *format, ...);
/* Starts a new line with the current indent, then appends. */
void tfi_print_line(tfi_printer *p, const char *format, ...);

#endif
