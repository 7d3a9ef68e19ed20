/* calibrate_write.c - the constants of this machine, as a file and as C. */
#include "calibrate.h"

#include <stdio.h>
#include <string.h>

#include <trnfft/trnfft.h>

#include "report.h"

/* "pass_f32 0 0 11 …" as a part of an initialiser; the two types of a field share its
 * braces. */
static void print_field(char *line)
{
    char *values = strchr(line, ' ');
    if (values == NULL) {
        return;
    }
    *values++ = '\0';
    const bool first = strstr(line, "_f32") != NULL;
    const bool second = strstr(line, "_f64") != NULL;
    if (first) {
        *strchr(line, '_') = '\0';
    }
    const bool list = strchr(values, ' ') != NULL;
    if (second) {
        printf("      { ");
    } else {
        printf("    .%s = %s", line, first ? "{ { " : list ? "{ " : "");
    }
    for (const char *p = values; *p != '\0'; p++) {
        if (*p == ' ') {
            printf(", ");
        } else {
            putchar(*p);
        }
    }
    printf("%s,\n", first ? " }" : second ? " } }" : list ? " }" : "");
}

static int print_c(const char *path)
{
    char line[1024];
    FILE *f = fopen(path, "r");
    if (f == NULL) {
        return cli_fail(CLI_FILE, "%s: cannot be opened", path);
    }
    printf("{\n");
    for (int i = 0; fgets(line, sizeof line, f) != NULL; i++) {
        line[strcspn(line, "\n")] = '\0';
        if (i >= 2 && strncmp(line, "end ", 4) != 0) {
            print_field(line);
        }
    }
    printf("}\n");
    fclose(f);
    return CLI_OK;
}

int calibrate_write(const char *path, double time_limit_s, bool emit_c)
{
    trnfft_status status = trnfft_calibrate(NULL, time_limit_s, path);
    if (status != TRNFFT_OK) {
        return cli_fail_status(status);
    }
    return emit_c ? print_c(path) : CLI_OK;
}
