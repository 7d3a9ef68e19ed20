/* device_chart.c - see device_chart.h. */
#include "device_chart.h"

#include <math.h>
#include <stdio.h>

#include "report.h"

enum { WIDTH = 760, HEIGHT = 480, LEFT = 70, RIGHT = 210, TOP = 56, BOTTOM = 60 };

static const char *const colours[] = { "#1b6ca8", "#d1495b", "#2e933c", "#8e5ea2",
                                       "#e08e45", "#3c91a8", "#6b6b6b", "#b5a642" };
enum { N_COLOURS = sizeof colours / sizeof colours[0] };

/* Both axes are logarithms of the number of cores. */
typedef struct axes {
    double most; /* log2 */
} axes;

static double x_of(const axes *a, double cores)
{
    return LEFT + (WIDTH - LEFT - RIGHT) * log2(cores) / a->most;
}

static double y_of(const axes *a, double speedup)
{
    const double least = -0.5;
    const double at = log2(speedup > 0.75 ? speedup : 0.75);
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (at - least) / (a->most - least);
}

static void draw_axes(FILE *f, const axes *a)
{
    for (int i = 0; i <= (int)(a->most + 0.5); i++) {
        const double v = (double)(1 << i), x = x_of(a, v), y = y_of(a, v);
        fprintf(f,
                "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#ddd\"/>\n"
                "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n"
                "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#ddd\"/>\n"
                "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%d</text>\n",
                x, TOP, x, HEIGHT - BOTTOM, x, HEIGHT - BOTTOM + 18, 1 << i, LEFT, y,
                WIDTH - RIGHT, y, LEFT - 8, y + 4, 1 << i);
    }
    fprintf(f,
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#888\" "
            "stroke-dasharray=\"4 4\"/>\n",
            x_of(a, 1), y_of(a, 1), x_of(a, exp2(a->most)), y_of(a, exp2(a->most)));
    fprintf(f, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">cores</text>\n",
            LEFT + (WIDTH - LEFT - RIGHT) / 2, HEIGHT - 16);
    fprintf(f,
            "<text transform=\"translate(20 %d) rotate(-90)\" text-anchor=\"middle\">"
            "times as fast as one core (predicted)</text>\n",
            TOP + (HEIGHT - TOP - BOTTOM) / 2);
}

/* The points from `first` on that belong together; returns how many. */
static size_t draw_line(FILE *f, const axes *a, const device_point *points,
                        size_t count, int number)
{
    const char *colour = colours[number % N_COLOURS];
    size_t n = 0;
    fprintf(f, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"",
            colour);
    while (n < count && points[n].n == points[0].n &&
           points[n].batch == points[0].batch) {
        fprintf(f, "%.1f,%.1f ", x_of(a, (double)points[n].cores),
                y_of(a, points[n].speedup));
        n++;
    }
    fprintf(f, "\"/>\n");
    for (size_t i = 0; i < n; i++) {
        fprintf(f, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>\n",
                x_of(a, (double)points[i].cores), y_of(a, points[i].speedup), colour);
    }
    const int y = TOP + 16 + 20 * number;
    fprintf(
        f,
        "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"%s\" "
        "stroke-width=\"2\"/>\n<text x=\"%d\" y=\"%d\">n = %lld, batch %lld</text>\n",
        WIDTH - RIGHT + 14, y, WIDTH - RIGHT + 34, y, colour, WIDTH - RIGHT + 40, y + 4,
        (long long)points[0].n, (long long)points[0].batch);
    return n;
}

int device_chart_write(const char *path, const char *device, const device_point *points,
                       size_t count)
{
    axes a = { 1.0 };
    for (size_t i = 0; i < count; i++) {
        a.most = fmax(a.most, log2((double)points[i].cores));
    }
    FILE *f = fopen(path, "w");
    if (f == NULL) {
        return cli_fail(CLI_FILE, "%s: cannot be written", path);
    }
    fprintf(
        f,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
        "font-family=\"sans-serif\" font-size=\"13\">\n"
        "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n"
        "<text x=\"%d\" y=\"26\" font-size=\"16\">Predicted scaling on %s, complex "
        "f32, on the device alone</text>\n"
        "<text x=\"%d\" y=\"44\" fill=\"#666\">simulated: never run on silicon</text>"
        "\n",
        WIDTH, HEIGHT, LEFT, device, LEFT);
    draw_axes(f, &a);
    for (size_t i = 0, line = 0; i < count; line++) {
        i += draw_line(f, &a, points + i, count - i, (int)line);
    }
    fprintf(f, "</svg>\n");
    return fclose(f) == 0 ? CLI_OK : cli_fail(CLI_FILE, "%s: cannot be written", path);
}
