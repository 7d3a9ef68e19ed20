/* wisdom_file.c - loading and saving wisdom for the verbs. */
#include "wisdom_file.h"

#include <stdio.h>
#include <stdlib.h>

#include <trnfft/trnfft.h>

#include "report.h"

const char *wisdom_file_name(const char *given)
{
    const char *named = given != NULL ? given : getenv("TRNFFT_WISDOM");
    return named != NULL && named[0] != '\0' ? named : NULL;
}

int wisdom_file_load(const char *path)
{
    if (path == NULL) {
        return CLI_OK;
    }
    FILE *f = fopen(path, "rb");
    if (f == NULL) {
        return CLI_OK; /* saving makes it, or says why it cannot */
    }
    fclose(f);
    trnfft_status status = trnfft_wisdom_load(NULL, path);
    return status == TRNFFT_OK ? CLI_OK : cli_fail_status(status);
}

int wisdom_file_save(const char *path)
{
    trnfft_status status = trnfft_wisdom_save(NULL, path);
    return status == TRNFFT_OK ? CLI_OK : cli_fail_status(status);
}
