/* device_accuracy.h - the errors of a device's modes over its numeric settings. */
#ifndef TRNFFT_TOOLS_DEVICE_ACCURACY_H
#define TRNFFT_TOOLS_DEVICE_ACCURACY_H

#include <stdbool.h>

#include "args.h"

/* Prints a row for each setting and a column for each mode, or one JSON array. Returns
 * an exit status. */
int device_accuracy(const char *device, const cli_ints *n, bool json);

#endif
