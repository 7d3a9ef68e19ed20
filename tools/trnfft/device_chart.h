/* device_chart.h - predicted scaling over cores as SVG. */
#ifndef TRNFFT_TOOLS_DEVICE_CHART_H
#define TRNFFT_TOOLS_DEVICE_CHART_H

#include <stddef.h>
#include <stdint.h>

typedef struct device_point {
    int64_t n, batch, cores;
    double ns;      /* predicted */
    double speedup; /* over the first number of cores of the same n and batch */
} device_point;

/* A line for each n and batch, in the order of the points. Returns an exit status. */
int device_chart_write(const char *path, const char *device, const device_point *points,
                       size_t count);

#endif
