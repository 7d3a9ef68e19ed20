/* chart.h - a spectrogram with axes, labels and a colour bar. */
#ifndef TRNFFT_TOOLS_CHART_H
#define TRNFFT_TOOLS_CHART_H

#include "picture.h"

typedef enum chart_scale {
    SCALE_LINEAR,
    SCALE_LOG,
    SCALE_MEL_HTK,
    SCALE_MEL_SLANEY
} chart_scale;

typedef struct chart {
    const char *title;
    int width, height; /* of the whole picture, pixels */
    colour_map map;
    const float *power;   /* columns × bins, ≥ 0 */
    const double *bin_hz; /* middle of each bin, ascending */
    int64_t columns, bins;
    double duration_s;      /* of the time axis */
    double first_s, step_s; /* time of the middle of column 0; from one to the next */
    bool in_samples; /* no rate is known: 1 sample is 1 s, 1 Hz is 1 cycle a sample */
    chart_scale scale;
    double low_hz, high_hz; /* ends of the frequency axis; low_hz > 0 for SCALE_LOG */
    bool decibel;           /* level in dB, else amplitude */
    double amin, top_db;    /* floor of power; range shown below the maximum */
    const char *unit;       /* what the colour bar shows: "Level (dB re full scale)" */
} chart;

/* The columns of pixels that the plot itself has in a picture this wide. */
int chart_plot_width(int width, int height);
/* Draws into a new picture. */
bool chart_draw(const chart *c, picture *p, io_error *e);
/* Position of a frequency on a scale, any unit, ascending. */
double chart_scale_position(chart_scale scale, double hz);

#endif
