/* version.c - the version that runs. */
#include <trnfft/version.h>

const char *trnfft_version(void)
{
    return TRNFFT_VERSION_STRING;
}

int32_t trnfft_version_number(void)
{
    return TRNFFT_VERSION_NUMBER;
}
