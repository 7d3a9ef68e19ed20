/* neuron_picture.c - a timeline as PNG: a lane a stream, colours by note, the critical
 * path marked above its bars. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "neuron.h"
#include "picture.h"

enum {
    WIDTH = 2400,
    LEFT = 170,
    RIGHT = 150,
    TOP = 170,
    PITCH = 60,
    BAR = 44,
    STREAMS = 32,
    NOTES = 10
};

static const rgb paper = { 255, 255, 255 }, ink = { 31, 35, 40 },
                 grey = { 89, 99, 110 }, line = { 217, 222, 227 },
                 mark = { 17, 17, 17 };
static const rgb colours[NOTES + 1] = {
    { 76, 120, 168 },  { 245, 133, 24 },  { 84, 162, 75 },   { 228, 87, 86 },
    { 114, 183, 178 }, { 178, 121, 162 }, { 238, 202, 59 },  { 157, 117, 93 },
    { 255, 157, 166 }, { 122, 111, 208 }, { 168, 173, 181 },
};

typedef struct timeline {
    int lane[STREAMS]; /* -1: not in use */
    const char *name[STREAMS];
    double busy[STREAMS], until[STREAMS];
    int n_lanes;
    const char *note[NOTES];
    int n_notes;
    double scale; /* pixels per ns */
    picture picture;
} timeline;

/* Which lanes there are, which notes, how busy each lane is. */
static void look(const trnfft_neuron_span *s, void *user)
{
    timeline *t = user;
    if (s->stream < 0 || s->stream >= STREAMS) {
        return;
    }
    t->name[s->stream] = s->name;
    t->lane[s->stream] = 0;
    t->busy[s->stream] += fmax(0, s->end_ns - fmax(s->start_ns, t->until[s->stream]));
    t->until[s->stream] = fmax(t->until[s->stream], s->end_ns);
    for (int i = 0; i < t->n_notes; i++) {
        if (strcmp(t->note[i], s->note) == 0) {
            return;
        }
    }
    if (s->note[0] != '\0' && t->n_notes < NOTES) {
        t->note[t->n_notes++] = s->note;
    }
}

static int colour_index(const timeline *t, const char *note)
{
    for (int i = 0; i < t->n_notes; i++) {
        if (strcmp(t->note[i], note) == 0) {
            return i;
        }
    }
    return NOTES;
}

/* A colour over white. */
static rgb faint(rgb c)
{
    const rgb f = { (uint8_t)(255 - (255 - c.r) * 9 / 20),
                    (uint8_t)(255 - (255 - c.g) * 9 / 20),
                    (uint8_t)(255 - (255 - c.b) * 9 / 20) };
    return f;
}

static void draw(const trnfft_neuron_span *s, void *user)
{
    timeline *t = user;
    if (s->stream < 0 || s->stream >= STREAMS || strcmp(s->operation, "nop") == 0) {
        return;
    }
    const rgb c = colours[colour_index(t, s->note)];
    const int y = TOP + PITCH * t->lane[s->stream];
    const int x = LEFT + (int)(s->start_ns * t->scale + 0.5);
    const int end = LEFT + (int)(s->end_ns * t->scale + 0.5);
    const int right = end > x ? end : x + 1;
    const int done = LEFT + (int)(s->done_ns * t->scale + 0.5);
    picture_box(&t->picture, right, y + BAR / 2 - 4, done, y + BAR / 2 + 4, faint(c));
    picture_box(&t->picture, x, y, right - (right - x > 6), y + BAR, c);
    if (s->critical) {
        picture_box(&t->picture, x, y - 8, right, y - 2, mark);
    }
    const text_style style = { 14, 0.5, false, paper };
    if (picture_text_width(s->operation, style.cap) + 14 < right - x) {
        picture_text(&t->picture, 0.5 * (x + right), y + 0.5 * BAR + 7, s->operation,
                     &style);
    }
}

static void draw_axis(timeline *t, double device_ns)
{
    double step = 1; /* ns; 1, 2 or 5 times a power of ten, at most twelve steps */
    for (int k = 0; device_ns / step > 12; k++) {
        step *= k % 3 == 1 ? 2.5 : 2;
    }
    const int bottom = TOP + PITCH * t->n_lanes;
    const text_style style = { 16, 0.5, false, grey };
    char text[40];
    for (int k = 0; k * step <= device_ns * 1.0001; k++) {
        const double at = k * step;
        const int x = LEFT + (int)(at * t->scale + 0.5);
        picture_box(&t->picture, x - 1, TOP - 14, x + 1, bottom, line);
        snprintf(text, sizeof text, "%g", at / 1000);
        picture_text(&t->picture, x, bottom + 32, text, &style);
    }
    picture_text(&t->picture, WIDTH - RIGHT + 60, bottom + 32, "us", &style);
}

static void draw_texts(timeline *t, const char *title, const char *machine,
                       const trnfft_neuron_time *time)
{
    text_style heading = { 26, 0, false, ink }, small = { 17, 0, false, grey };
    text_style label = { 18, 1, false, ink };
    char text[256];
    picture_text(&t->picture, LEFT, 62, title, &heading);
    snprintf(
        text, sizeof text,
        "NeuronCore-%s: %.2f us on the device, predicted, never measured on silicon"
        "; launch %.0f us not shown; bound by %s",
        machine, time->device_ns / 1000, (time->total_ns - time->device_ns) / 1000,
        time->device_bound);
    picture_text(&t->picture, LEFT, 108, text, &small);
    for (int s = 0; s < STREAMS; s++) {
        if (t->lane[s] < 0) {
            continue;
        }
        const int y = TOP + PITCH * t->lane[s] + BAR / 2 + 9;
        picture_text(&t->picture, LEFT - 22, y, t->name[s], &label);
        snprintf(text, sizeof text, "%.0f %%",
                 time->device_ns > 0 ? 100 * t->busy[s] / time->device_ns : 0);
        picture_text(&t->picture, WIDTH - RIGHT + 40, y, text, &small);
    }
    const int y = TOP + PITCH * t->n_lanes + 84;
    double x = LEFT;
    for (int i = 0; i < t->n_notes; i++) {
        picture_box(&t->picture, (int)x, y - 20, (int)x + 24, y + 4, colours[i]);
        picture_text(&t->picture, x + 34, y, t->note[i], &small);
        x += 34 + picture_text_width(t->note[i], small.cap) + 40;
    }
    picture_box(&t->picture, (int)x, y - 11, (int)x + 30, y - 5, mark);
    picture_text(&t->picture, x + 42, y, "critical path", &small);
}

int neuron_picture(const neuron_source *s, const char *path)
{
    if (!png_available()) {
        return cli_fail(CLI_NOT_BUILT, "this program was built without libpng: write "
                                       ".svg");
    }
    timeline t = { .n_lanes = 0 };
    trnfft_neuron_time time = TRNFFT_NEURON_TIME_INIT;
    char title[160];
    io_error e;
    memset(t.lane, -1, sizeof t.lane);
    trnfft_status status =
        trnfft_neuron_estimate(s->program, s->settings, s->n_settings, &time);
    if (status == TRNFFT_OK) {
        status = trnfft_neuron_spans(s->program, s->settings, s->n_settings, look, &t);
    }
    if (status != TRNFFT_OK) {
        return cli_fail_status(status);
    }
    for (int i = 0; i < STREAMS; i++) {
        t.lane[i] = t.lane[i] == 0 ? t.n_lanes++ : -1;
    }
    t.scale = time.device_ns > 0 ? (WIDTH - LEFT - RIGHT) / time.device_ns : 0;
    if (!picture_create(&t.picture, WIDTH, TOP + PITCH * t.n_lanes + 120, paper, &e)) {
        return file_fail(path, &e);
    }
    neuron_title(s, title, sizeof title);
    for (char *at = strstr(title, "×"); at != NULL; at = strstr(at, "×")) {
        *at = 'x'; /* the font has none */
        memmove(at + 1, at + strlen("×"), strlen(at + strlen("×")) + 1);
    }
    draw_axis(&t, time.device_ns);
    (void)trnfft_neuron_spans(s->program, s->settings, s->n_settings, draw, &t);
    draw_texts(&t, title, s->info.machine, &time);
    output_file *out = NULL;
    int code = output_open(path, true, &out);
    if (code == CLI_OK && !png_write(output_stream(out), &t.picture, title, &e)) {
        output_abandon(out);
        code = file_fail(path, &e);
    } else if (code == CLI_OK) {
        code = output_commit(out);
    }
    picture_free(&t.picture);
    return code;
}
