/* chart.c - from power over time and frequency to a labelled picture. */
#include "chart.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <trnfft/signal.h>

enum { COLOURS = 1024 };
static const rgb paper = { 255, 255, 255 }, ink = { 32, 34, 38 },
                 faint = { 120, 124, 130 };

/* Where things are, in pixels: everything follows from the height of a capital letter.
 */
typedef struct layout {
    double cap;
    int left, top, right, bottom; /* of the plot */
    int bar_left, bar_right;
    int tick, line; /* length and width of tick marks */
} layout;

static layout lay_out(int width, int height)
{
    layout l;
    int smaller = width < height ? width : height;
    l.cap = fmin(fmax(smaller / 72.0, 7.0), 40.0);
    double em = l.cap;
    l.left = (int)(8.0 * em);
    l.top = (int)(4.4 * em);
    l.bottom = height - (int)(5.6 * em);
    l.bar_right = width - (int)(7.2 * em);
    l.bar_left = l.bar_right - (int)(1.8 * em);
    l.right = l.bar_left - (int)(1.8 * em);
    l.tick = (int)(0.6 * em + 0.5);
    l.line = (int)fmax(1.0, em / 9.0);
    return l;
}

int chart_plot_width(int width, int height)
{
    layout l = lay_out(width, height);
    return l.right - l.left < 1 ? 1 : l.right - l.left;
}

/* --- scales --- */

double chart_scale_position(chart_scale scale, double hz)
{
    switch (scale) {
    case SCALE_LOG: return log(hz);
    case SCALE_MEL_HTK: return trnfft_hz_to_mel(hz, TRNFFT_MEL_HTK);
    case SCALE_MEL_SLANEY: return trnfft_hz_to_mel(hz, TRNFFT_MEL_SLANEY);
    default: return hz;
    }
}

/* 1, 2 or 5 times a power of ten, at least `wanted`. */
static double nice_step(double wanted)
{
    double decade = pow(10.0, floor(log10(wanted)));
    double ratio = wanted / decade;
    double factor = ratio <= 1.0 + 1e-9 ? 1.0
                    : ratio <= 2.0      ? 2.0
                    : ratio <= 5.0      ? 5.0
                                        : 10.0;
    return decade * factor;
}

static double nice_time_step(double wanted)
{
    static const double steps[] = { 60,   120,  300,  600,   900,
                                    1800, 3600, 7200, 14400, 21600 };
    if (wanted <= 30.0) {
        return wanted > 20.0 ? 30.0 : wanted > 10.0 ? 20.0 : nice_step(wanted);
    }
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        if (wanted <= steps[i]) {
            return steps[i];
        }
    }
    return 3600.0 * nice_step(wanted / 3600.0);
}

/* A number with as many decimals as the step between labels needs. */
static void print_number(char *text, size_t room, double value, double step)
{
    int decimals = step >= 1.0 ? 0 : (int)ceil(-log10(step) - 1e-9);
    snprintf(text, room, "%.*f", decimals > 9 ? 9 : decimals,
             fabs(value) < step / 1e6 ? 0 : value);
}

static void print_time(char *text, size_t room, double s, double step, double duration)
{
    long long whole = llround(s);
    if (duration < 120.0 || step < 1.0) {
        print_number(text, room, s, step);
    } else if (duration < 3600.0) {
        snprintf(text, room, "%lld:%02lld", whole / 60, whole % 60);
    } else {
        snprintf(text, room, "%lld:%02lld:%02lld", whole / 3600, whole / 60 % 60,
                 whole % 60);
    }
}

static void print_hz(char *text, size_t room, double hz)
{
    hz = fabs(hz); /* -0 */
    if (hz >= 1000.0) {
        snprintf(text, room, "%gk", hz / 1000.0);
    } else {
        snprintf(text, room, "%g", hz);
    }
}

/* --- the image --- */

/* Fractional index of the bin at this frequency, clamped to the bins there are. */
static double find_bin(const chart *c, double hz)
{
    int64_t low = 0, high = c->bins - 1;
    if (high <= 0 || hz <= c->bin_hz[0]) {
        return 0.0;
    }
    if (hz >= c->bin_hz[high]) {
        return (double)high;
    }
    while (high - low > 1) {
        int64_t middle = (low + high) / 2;
        if (c->bin_hz[middle] <= hz) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return (double)low + (hz - c->bin_hz[low]) / (c->bin_hz[high] - c->bin_hz[low]);
}

static double frequency_at(const chart *c, double part)
{
    double low = chart_scale_position(c->scale, c->low_hz);
    double high = chart_scale_position(c->scale, c->high_hz);
    double want = low + part * (high - low);
    if (c->scale == SCALE_LINEAR) {
        return want;
    }
    double a = c->low_hz, b = c->high_hz; /* the scales are monotone: bisect */
    for (int i = 0; i < 60; i++) {
        double middle = 0.5 * (a + b);
        if (chart_scale_position(c->scale, middle) < want) {
            a = middle;
        } else {
            b = middle;
        }
    }
    return 0.5 * (a + b);
}

static double level_of(const chart *c, double power)
{
    return c->decibel ? 10.0 * log10(fmax(power, c->amin)) : sqrt(power);
}

/* One row of pixels of one column: the mean power where a pixel covers bins, else the
 * levels of the two bins around it. */
static double sample_column(const chart *c, const float *power, double from, double to)
{
    if (to - from > 1.0) {
        int64_t first = (int64_t)ceil(from), last = (int64_t)floor(to);
        double sum = 0.0;
        for (int64_t i = first; i <= last; i++) {
            sum += (double)power[i];
        }
        return level_of(c, sum / (double)(last - first + 1));
    }
    double middle = 0.5 * (from + to);
    int64_t i = (int64_t)middle;
    i = i > c->bins - 2 ? c->bins - 2 : i;
    if (i < 0) {
        return level_of(c, (double)power[0]);
    }
    double part = middle - (double)i;
    return (1.0 - part) * level_of(c, (double)power[i]) +
           part * level_of(c, (double)power[i + 1]);
}

/* Levels of all columns at the plot's rows: rows × columns. */
static float *make_levels(const chart *c, int rows)
{
    float *levels = malloc((size_t)rows * (size_t)c->columns * sizeof *levels);
    for (int row = 0; levels != NULL && row < rows; row++) {
        double from = find_bin(c, frequency_at(c, 1.0 - (row + 1.0) / rows));
        double to = find_bin(c, frequency_at(c, 1.0 - (double)row / rows));
        for (int64_t k = 0; k < c->columns; k++) {
            double level = sample_column(c, c->power + k * c->bins, from, to);
            levels[(int64_t)row * c->columns + k] = (float)level;
        }
    }
    return levels;
}

/* top_db below the highest level, but nothing below the floor, where all silence lies:
 * a silent recording is dark. */
static void find_range(const float *levels, int64_t n, const chart *c, double *low,
                       double *high)
{
    double top = -INFINITY;
    for (int64_t i = 0; i < n; i++) {
        if (isfinite(levels[i]) && (double)levels[i] > top) {
            top = (double)levels[i];
        }
    }
    top = isfinite(top) ? top : 0.0;
    if (c->decibel) {
        double least = fmin(c->top_db, 20.0);
        *high = ceil(top);
        *low = fmax(*high - c->top_db, floor(10.0 * log10(c->amin)));
        *high = fmax(*high, *low + least);
    } else {
        *low = 0.0;
        *high = top > 0.0 ? top : 1.0;
    }
}

static void draw_image(const chart *c, const layout *l, const float *levels, double low,
                       double high, picture *p)
{
    rgb colours[COLOURS];
    int width = l->right - l->left;
    int rows = l->bottom - l->top;
    for (int i = 0; i < COLOURS; i++) {
        colours[i] = colour_of(c->map, (double)i / (COLOURS - 1));
    }
    for (int row = 0; row < rows; row++) {
        const float *line = levels + (int64_t)row * c->columns;
        for (int x = 0; x < width; x++) {
            double at = ((x + 0.5) / width * c->duration_s - c->first_s) / c->step_s;
            at = fmin(fmax(at, 0.0), (double)(c->columns - 1));
            int64_t k = (int64_t)at;
            double part = at - (double)k;
            double level = (double)line[k];
            if (part > 0.0 && k + 1 < c->columns) {
                level += part * ((double)line[k + 1] - level);
            }
            double share = (level - low) / (high - low);
            share = share >= 1.0 ? 1.0 : share > 0.0 ? share : 0.0; /* NaN: low */
            size_t index =
                (size_t)(l->top + row) * (size_t)p->width + (size_t)(l->left + x);
            p->at[index] = colours[(int)(share * (COLOURS - 1) + 0.5)];
        }
    }
}

/* --- axes --- */

static void frame(picture *p, int x0, int y0, int x1, int y1, int line)
{
    picture_box(p, x0 - line, y0 - line, x1 + line, y0, ink);
    picture_box(p, x0 - line, y1, x1 + line, y1 + line, ink);
    picture_box(p, x0 - line, y0, x0, y1, ink);
    picture_box(p, x1, y0, x1 + line, y1, ink);
}

static void draw_time_axis(const chart *c, const layout *l, picture *p)
{
    char text[40];
    double width = l->right - l->left;
    double widest = 7.0 * l->cap; /* room that a label may take */
    double least = c->duration_s * widest / width;
    double step = c->in_samples ? fmax(1.0, nice_step(least)) : nice_time_step(least);
    text_style style = { .cap = l->cap, .anchor = 0.5, .colour = ink };
    for (int i = 0; i * step <= c->duration_s * (1.0 + 1e-9); i++) {
        int x = l->left + (int)lround(i * step / c->duration_s * width);
        picture_box(p, x - l->line / 2, l->bottom + l->line, x - l->line / 2 + l->line,
                    l->bottom + l->line + l->tick, ink);
        if (c->in_samples) {
            snprintf(text, sizeof text, "%.0f", i * step);
        } else {
            print_time(text, sizeof text, i * step, step, c->duration_s);
        }
        picture_text(p, x, l->bottom + l->line + l->tick + 1.9 * l->cap, text, &style);
    }
    const char *name = c->in_samples          ? "Time (samples)"
                       : c->duration_s < 120  ? "Time (s)"
                       : c->duration_s < 3600 ? "Time (min:s)"
                                              : "Time (h:min:s)";
    style.cap = 1.1 * l->cap;
    picture_text(p, 0.5 * (l->left + l->right), l->bottom + 4.8 * l->cap, name, &style);
}

/* Rows of the last tick and of the last label, from the bottom up. */
typedef struct last_rows {
    double tick, label;
} last_rows;

/* A tick on the left, with its label if that keeps clear of the last one; a tick
 * without a label that would touch another is left out. */
static void frequency_tick(const chart *c, const layout *l, picture *p, double hz,
                           const char *label, last_rows *last)
{
    double low = chart_scale_position(c->scale, c->low_hz);
    double high = chart_scale_position(c->scale, c->high_hz);
    double part = (chart_scale_position(c->scale, hz) - low) / (high - low);
    if (part < -1e-9 || part > 1.0 + 1e-9) {
        return;
    }
    double y = l->bottom - part * (l->bottom - l->top);
    int row = (int)lround(y) - l->line / 2;
    bool labelled = label != NULL && last->label - y > 1.9 * l->cap;
    if (!labelled && last->tick - y < 0.4 * l->cap) {
        return;
    }
    last->tick = y;
    int length = labelled ? l->tick : l->tick * 6 / 10;
    picture_box(p, l->left - l->line - length, row, l->left - l->line, row + l->line,
                labelled ? ink : faint);
    if (labelled) {
        text_style style = { .cap = l->cap, .anchor = 1.0, .colour = ink };
        picture_text(p, l->left - l->line - l->tick - 0.5 * l->cap, y + 0.5 * l->cap,
                     label, &style);
        last->label = y;
    }
}

static void draw_frequency_axis(const chart *c, const layout *l, picture *p)
{
    char text[40];
    last_rows last = { INFINITY, INFINITY };
    if (c->scale == SCALE_LINEAR) {
        double least = (c->high_hz - c->low_hz) * 3.5 * l->cap / (l->bottom - l->top);
        double step = nice_step(least);
        for (double i = ceil(c->low_hz / step - 1e-9);
             i * step <= c->high_hz * (1 + 1e-9); i++) {
            if (c->in_samples) {
                print_number(text, sizeof text, i * step, step);
            } else {
                print_hz(text, sizeof text, i * step);
            }
            frequency_tick(c, l, p, i * step, text, &last);
        }
    } else {
        double start = fmax(c->low_hz, c->high_hz * 1e-4);
        if (c->low_hz <= 0.0) {
            frequency_tick(c, l, p, 0.0, "0", &last);
        }
        int first = (int)floor(log10(start)), final = (int)floor(log10(c->high_hz));
        for (int exponent = first; exponent <= final; exponent++) {
            double decade = pow(10.0, exponent);
            for (int digit = 1; digit < 10; digit++) {
                bool strong = digit == 1 || digit == 2 || digit == 5;
                print_hz(text, sizeof text, digit * decade);
                frequency_tick(c, l, p, digit * decade, strong ? text : NULL, &last);
            }
        }
    }
    text_style style = {
        .cap = 1.1 * l->cap, .anchor = 0.5, .upwards = true, .colour = ink
    };
    picture_text(p, 2.4 * l->cap, 0.5 * (l->top + l->bottom),
                 c->in_samples ? "Frequency (cycles per sample)" : "Frequency (Hz)",
                 &style);
}

static void draw_colour_bar(const chart *c, const layout *l, double low, double high,
                            picture *p)
{
    char text[40];
    int rows = l->bottom - l->top;
    for (int row = 0; row < rows; row++) {
        picture_box(p, l->bar_left, l->top + row, l->bar_right, l->top + row + 1,
                    colour_of(c->map, 1.0 - (row + 0.5) / rows));
    }
    frame(p, l->bar_left, l->top, l->bar_right, l->bottom, l->line);
    double step = nice_step((high - low) * 4.5 * l->cap / rows);
    text_style style = { .cap = l->cap, .anchor = 0.0, .colour = ink };
    for (double i = ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; i++) {
        double y = l->bottom - (i * step - low) / (high - low) * rows;
        int row = (int)lround(y) - l->line / 2;
        int x = l->bar_right + l->line;
        picture_box(p, x, row, x + l->tick, row + l->line, ink);
        print_number(text, sizeof text, i * step, step);
        picture_text(p, x + l->tick + 0.4 * l->cap, y + 0.5 * l->cap, text, &style);
    }
    style = (text_style){
        .cap = 1.1 * l->cap, .anchor = 0.5, .upwards = true, .colour = ink
    };
    picture_text(p, p->width - 0.9 * l->cap, 0.5 * (l->top + l->bottom), c->unit,
                 &style);
}

/* The title, shortened in the middle of the picture's width if need be. */
static void draw_title(const chart *c, const layout *l, picture *p)
{
    char text[256];
    snprintf(text, sizeof text, "%s", c->title);
    double room = p->width - 2.0 * l->cap;
    size_t n = strlen(text);
    while (n > 4 && picture_text_width(text, 1.4 * l->cap) > room) {
        n--;
        memcpy(text + n - 3, "...", 4);
    }
    text_style style = { .cap = 1.4 * l->cap, .anchor = 0.0, .colour = ink };
    double width = picture_text_width(text, style.cap);
    double x =
        l->left + width > p->width - l->cap ? p->width - l->cap - width : l->left;
    picture_text(p, x, l->top - 1.5 * l->cap, text, &style);
}

bool chart_draw(const chart *c, picture *p, io_error *e)
{
    layout l = lay_out(c->width, c->height);
    int rows = l.bottom - l.top;
    double low = 0.0, high = 1.0;
    if (l.right - l.left < 16 || rows < 16) {
        return io_refuse(e, CLI_USAGE,
                         "a picture of %d x %d is too small for its labels", c->width,
                         c->height);
    }
    if (!picture_create(p, c->width, c->height, paper, e)) {
        return false;
    }
    float *levels = make_levels(c, rows);
    if (levels == NULL) {
        picture_free(p);
        return io_refuse(e, CLI_MEMORY, "out of memory for the picture");
    }
    find_range(levels, (int64_t)rows * c->columns, c, &low, &high);
    draw_image(c, &l, levels, low, high, p);
    free(levels);
    frame(p, l.left, l.top, l.right, l.bottom, l.line);
    draw_time_axis(c, &l, p);
    draw_frequency_axis(c, &l, p);
    draw_colour_bar(c, &l, low, high, p);
    draw_title(c, &l, p);
    return true;
}
