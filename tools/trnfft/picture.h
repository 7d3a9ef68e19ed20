/* picture.h - a small canvas: filled boxes, stroked text, colour maps, PNG. */
#ifndef TRNFFT_TOOLS_PICTURE_H
#define TRNFFT_TOOLS_PICTURE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "io.h"

typedef struct rgb {
    uint8_t r, g, b;
} rgb;

/* 8-bit sRGB, rows from the top. */
typedef struct picture {
    int width, height;
    rgb *at;
} picture;

bool picture_create(picture *p, int width, int height, rgb background, io_error *e);
void picture_free(picture *p);
/* Pixels [x0, x1) × [y0, y1), clipped. */
void picture_box(picture *p, int x0, int y0, int x1, int y1, rgb colour);

/* The font is drawn with a pen: any size is smooth. */
typedef struct text_style {
    double cap;    /* height of a capital letter in pixels */
    double anchor; /* 0 starts at x, 0.5 is centred, 1 ends there */
    bool upwards;  /* runs from bottom to top: x is the baseline, y the anchor */
    rgb colour;
} text_style;

/* (x, y) is on the baseline; text is UTF-8. */
void picture_text(picture *p, double x, double y, const char *text,
                  const text_style *style);
/* In pixels. */
double picture_text_width(const char *text, double cap);

typedef enum colour_map {
    MAP_VIRIDIS,
    MAP_MAGMA,
    MAP_INFERNO,
    MAP_GRAY,
    MAP_COUNT
} colour_map;
#define COLOUR_MAPS "viridis|magma|inferno|gray"
/* t in 0…1 (beyond: clamped; NaN: the low end). */
rgb colour_of(colour_map map, double t);

/* Whether this program has libpng. */
bool png_available(void);
/* With a physical resolution of 144 dpi and the title as text. */
bool png_write(FILE *f, const picture *p, const char *title, io_error *e);

#endif
