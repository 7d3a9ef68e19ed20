/* clock.h - a clock that only goes forward. */
#ifndef TFI_BASE_CLOCK_H
#define TFI_BASE_CLOCK_H

/* Seconds since some moment before; differences are good to a microsecond or better. */
double tfi_clock_s(void);

#endif
