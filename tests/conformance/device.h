/* device.h - the cases on the device that TRNFFT_TEST_DEVICE names. */
#ifndef TESTS_CONFORMANCE_DEVICE_H
#define TESTS_CONFORMANCE_DEVICE_H

#include <stdbool.h>
#include <stdint.h>

/* cmocka fixtures of a group: make the device's context the current one, if one is
 * named. */
int device_set_up(void **state);
int device_tear_down(void **state);

/* Devices compute in f32: false for f64 where one is named. */
bool device_has(int32_t dtype);

#endif
