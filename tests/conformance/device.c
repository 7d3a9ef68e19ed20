/* device.c - see device.h. */
#include "device.h"

#include <stdio.h>
#include <stdlib.h>

#include <trnfft/trnfft.h>

static trnfft_device *device;
static trnfft_context *context;

int device_set_up(void **state)
{
    (void)state;
    const char *name = getenv("TRNFFT_TEST_DEVICE");
    if (name == NULL || name[0] == '\0') {
        return 0;
    }
    trnfft_context_options options = TRNFFT_CONTEXT_OPTIONS_INIT;
    if (trnfft_device_open(name, &device) != TRNFFT_OK) {
        printf("%s\n", trnfft_last_error());
        return -1;
    }
    printf("on %s; f64 cases are skipped: it computes in f32\n", name);
    options.device = device;
    return trnfft_context_create(&options, &context) == TRNFFT_OK &&
                   trnfft_context_set_current(context, NULL) == TRNFFT_OK
               ? 0
               : -1;
}

int device_tear_down(void **state)
{
    (void)state;
    trnfft_context_destroy(context);
    trnfft_device_close(device);
    trnfft_shutdown();
    return 0;
}

bool device_has(int32_t dtype)
{
    return device == NULL || dtype != TRNFFT_F64;
}
