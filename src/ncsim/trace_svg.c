/* trace_svg.c - a timeline as a picture: a lane a stream, colours by note, thin tails
 * until a result is there, the critical path outlined and joined by a line, or marked
 * above bars that are too short. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "ncsim/trace.h"

enum {
    WIDTH = 1200,
    LEFT = 76, /* of the plot */
    PLOT = 1040,
    TOP = 84,
    PITCH = 30,
    BAR = 22,
    COLOURS = 10,
    OUTLINED = 6, /* pixels of a bar that gets an outline; others a line above */
    JOINED = 120, /* steps of a critical path that are joined */
    LETTER = 6    /* a letter of the smaller text is about so wide */
};

static const char *const colours[COLOURS] = { "#4c78a8", "#f58518", "#54a24b",
                                              "#e45756", "#72b7b2", "#b279a2",
                                              "#eeca3b", "#9d755d", "#ff9da6",
                                              "#7a6fd0" };
static const char no_colour[] = "#a8adb5";

typedef struct picture {
    const ncs_program *program;
    const ncs_span *spans;
    const int32_t *critical;
    const ncs_time *time;
    tfi_printer *out;
    double scale; /* pixels per ns */
    int lane[NCS_N_STREAMS];
    int n_lanes;
} picture;

/* With a number of decimals, the same under every locale. */
static void print_fixed(tfi_printer *out, double value, int decimals)
{
    int64_t unit = 1;
    for (int i = 0; i < decimals; i++) {
        unit *= 10;
    }
    const int64_t v = llround(value * (double)unit);
    const int64_t size = v < 0 ? -v : v;
    tfi_printf(out, "%s%" PRId64, v < 0 ? "-" : "", size / unit);
    if (decimals > 0) {
        tfi_printf(out, ".%0*" PRId64, decimals, size % unit);
    }
}

static void print_attribute(tfi_printer *out, const char *name, double pixels)
{
    tfi_printf(out, " %s=\"", name);
    print_fixed(out, pixels, 2);
    tfi_printf(out, "\"");
}

/* As XML; bytes beyond ASCII pass (names are UTF-8), control characters do not. */
static void print_text(tfi_printer *out, const char *text, size_t capacity)
{
    for (size_t i = 0; i < capacity && text[i] != '\0'; i++) {
        const unsigned char c = (unsigned char)text[i];
        if (c == '<' || c == '>' || c == '&' || c == '"') {
            tfi_printf(out, "&#%d;", c);
        } else if (c >= 0x20) {
            tfi_printf(out, "%c", c);
        }
    }
}

static double x_of(const picture *p, double ns)
{
    return LEFT + ns * p->scale;
}

static int y_of(const picture *p, int stream)
{
    return TOP + PITCH * p->lane[stream];
}

static const char *colour_of(int32_t note)
{
    return note < 0 ? no_colour : colours[note % COLOURS];
}

/* The path goes upwards in instruction numbers: causes stand before effects. */
static bool is_critical(const picture *p, int32_t instruction)
{
    int32_t low = 0, high = p->critical == NULL ? 0 : p->time->critical_length;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (p->critical[middle] < instruction) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return p->critical != NULL && low < p->time->critical_length &&
           p->critical[low] == instruction;
}

static void find_lanes(picture *p)
{
    memset(p->lane, -1, sizeof p->lane);
    for (int32_t i = 0; i < p->program->n_instructions; i++) {
        p->lane[p->program->instruction[i].stream] = 0;
    }
    for (int s = 0; s < NCS_N_STREAMS; s++) {
        if (p->lane[s] == 0) {
            p->lane[s] = p->n_lanes++;
        }
    }
}

static void print_subtitle(const picture *p)
{
    const ncs_time *t = p->time;
    tfi_printer *out = p->out;
    tfi_printf(out, "<text x=\"%d\" y=\"52\" class=\"s\">NeuronCore-%s · ", LEFT,
               p->program->machine->name);
    print_fixed(out, t->device_ns / 1000, 2);
    tfi_printf(out,
               " us on the device, predicted, never measured on silicon · launch ");
    print_fixed(out, (t->total_ns - t->device_ns) / 1000, 0);
    tfi_printf(out,
               " us not shown · bound by %s · %" PRId64 " KiB in, %" PRId64
               " KiB out</text>\n",
               ncs_bound_name(t->device_bound), (t->bytes_in + 1023) / 1024,
               (t->bytes_out + 1023) / 1024);
}

/* 1, 2 or 5 times a power of ten us, at most twelve steps. */
static double step_of(double us, int *decimals)
{
    double step = 1e-3;
    *decimals = 3;
    for (int k = 0; us / step > 12; k++) {
        step *= k % 3 == 1 ? 2.5 : 2;
        *decimals = step >= 0.999 ? 0 : step >= 0.0999 ? 1 : step >= 0.00999 ? 2 : 3;
    }
    return step;
}

static void print_axis(const picture *p)
{
    const double us = p->time->device_ns / 1000;
    int decimals;
    const double step = step_of(us, &decimals);
    const int bottom = TOP + PITCH * p->n_lanes;
    for (int k = 0; k * step <= us * 1.0001; k++) {
        const double x = x_of(p, 1000 * k * step);
        tfi_printf(p->out, "<path class=\"g\" d=\"M");
        print_fixed(p->out, x, 1);
        tfi_printf(p->out, " %dV%d\"/><text class=\"t\"", TOP - 6, bottom + 2);
        print_attribute(p->out, "x", x);
        tfi_printf(p->out, " y=\"%d\" text-anchor=\"middle\">", bottom + 17);
        print_fixed(p->out, k * step, decimals);
        tfi_printf(p->out, "</text>\n");
    }
    tfi_printf(p->out, "<text class=\"t\" x=\"%d\" y=\"%d\">us</text>\n",
               LEFT + PLOT + 22, bottom + 17);
}

static void print_lane_names(const picture *p)
{
    for (int s = 0; s < NCS_N_STREAMS; s++) {
        if (p->lane[s] < 0) {
            continue;
        }
        const int y = y_of(p, s) + BAR / 2 + 4;
        tfi_printf(p->out, "<text class=\"l\" x=\"%d\" y=\"%d\">%s</text>\n", LEFT - 10,
                   y, ncs_stream_name((ncs_stream)s));
        tfi_printf(p->out, "<text class=\"t\" x=\"%d\" y=\"%d\">", LEFT + PLOT + 22, y);
        if (p->time->device_ns > 0) {
            print_fixed(p->out, 100 * p->time->busy_ns[s] / p->time->device_ns, 0);
            tfi_printf(p->out, " %%");
        }
        tfi_printf(p->out, "</text>\n");
    }
}

/* A bar: one instruction, or several that are too short to be told apart. */
typedef struct bar {
    double start, end, done;
    int32_t first, count, note;
    bool critical;
} bar;

static void print_bar(const picture *p, int stream, const bar *b)
{
    const double x = x_of(p, b->start);
    const double width = fmax((b->end - b->start) * p->scale, 0.6);
    const char *colour = colour_of(b->note);
    const int y = y_of(p, stream);
    if ((b->done - b->end) * p->scale > 0.5) {
        tfi_printf(p->out, "<rect");
        print_attribute(p->out, "x", x_of(p, b->end));
        print_attribute(p->out, "width", (b->done - b->end) * p->scale);
        tfi_printf(p->out, " y=\"%d\" height=\"4\" fill=\"%s\" opacity=\".45\"/>",
                   y + BAR / 2 - 2, colour);
    }
    const bool outlined = b->critical && width >= OUTLINED;
    if (b->critical && !outlined) {
        tfi_printf(p->out, "<rect");
        print_attribute(p->out, "x", x);
        print_attribute(p->out, "width", width);
        tfi_printf(p->out, " y=\"%d\" height=\"3\" fill=\"#111\"/>", y - 4);
    }
    tfi_printf(p->out, "<rect");
    print_attribute(p->out, "x", x);
    print_attribute(p->out, "width", width);
    tfi_printf(p->out, " y=\"%d\" height=\"%d\" fill=\"%s\"%s>", y, BAR, colour,
               outlined ? " class=\"c\"" : "");
    const char *name = ncs_op_name((ncs_op)p->program->instruction[b->first].op);
    tfi_printf(p->out, "<title>");
    if (b->count > 1) {
        tfi_printf(p->out, "%d instructions from ", (int)b->count);
    }
    tfi_printf(p->out, "%d: %s, ", (int)b->first, name);
    print_fixed(p->out, b->start / 1000, 3);
    tfi_printf(p->out, " to ");
    print_fixed(p->out, b->end / 1000, 3);
    tfi_printf(p->out, " us</title></rect>\n");
    if (b->count == 1 && width > LETTER * (double)strlen(name) + 8) {
        tfi_printf(p->out, "<text class=\"b\"");
        print_attribute(p->out, "x", x + width / 2);
        tfi_printf(p->out, " y=\"%d\">%s</text>\n", y + BAR / 2 + 4, name);
    }
}

static void print_lane(const picture *p, int stream)
{
    const double least = 1.2; /* pixels of a bar of its own */
    bar b = { 0 };
    for (int32_t i = 0; i < p->program->n_instructions; i++) {
        const ncs_instruction *in = &p->program->instruction[i];
        const ncs_span *s = &p->spans[i];
        if (in->stream != stream || in->op == NCS_NOP) {
            continue;
        }
        const bool joins = b.count > 0 && in->note == b.note &&
                           (s->start - b.end) * p->scale < 0.4 &&
                           (s->end - s->start) * p->scale < least;
        if (!joins) {
            if (b.count > 0) {
                print_bar(p, stream, &b);
            }
            b = (bar){ .start = s->start, .first = i, .note = in->note };
        }
        b.end = fmax(b.end, s->end);
        b.done = s->done;
        b.count++;
        b.critical = b.critical || is_critical(p, i);
    }
    if (b.count > 0) {
        print_bar(p, stream, &b);
    }
}

/* From the end of each step to the start of the next. */
static void print_path(const picture *p)
{
    if (p->critical == NULL || p->time->critical_length > JOINED) {
        return;
    }
    tfi_printf(p->out, "<path class=\"p\" d=\"");
    for (int32_t k = 0; k + 1 < p->time->critical_length; k++) {
        const int32_t i = p->critical[k], j = p->critical[k + 1];
        const int from = p->program->instruction[i].stream;
        const int to = p->program->instruction[j].stream;
        const ncs_span *a = &p->spans[i], *b = &p->spans[j];
        if ((b->start - a->end) * p->scale < 1 && from == to) {
            continue;
        }
        tfi_printf(p->out, "M");
        print_fixed(p->out, x_of(p, a->end), 1);
        tfi_printf(p->out, " %dL", y_of(p, from) + BAR / 2);
        print_fixed(p->out, x_of(p, b->start), 1);
        tfi_printf(p->out, " %d", y_of(p, to) + BAR / 2);
    }
    tfi_printf(p->out, "\"/>\n");
}

static int count_of_note(const ncs_program *program, int32_t note)
{
    int count = 0;
    for (int32_t i = 0; i < program->n_instructions; i++) {
        const ncs_instruction *in = &program->instruction[i];
        const bool without = in->note < 0 || in->note >= program->n_notes;
        count += in->op != NCS_NOP && (note < 0 ? without : in->note == note);
    }
    return count;
}

static void print_legend(const picture *p)
{
    const int y = TOP + PITCH * p->n_lanes + 42;
    int x = LEFT;
    for (int32_t note = 0; note <= p->program->n_notes; note++) {
        const bool none = note == p->program->n_notes;
        if (count_of_note(p->program, none ? -1 : note) == 0) {
            continue;
        }
        const char *name = none ? "other" : p->program->note[note];
        tfi_printf(p->out,
                   "<rect x=\"%d\" y=\"%d\" width=\"12\" height=\"12\" rx=\"2\" "
                   "fill=\"%s\"/><text class=\"t\" x=\"%d\" y=\"%d\">",
                   x, y - 10, colour_of(none ? -1 : note), x + 17, y);
        print_text(p->out, name, NCS_NAME_BYTES);
        tfi_printf(p->out, "</text>\n");
        x += 17 + (LETTER + 1) * (int)strlen(name) + 18;
    }
    tfi_printf(p->out,
               "<rect x=\"%d\" y=\"%d\" width=\"12\" height=\"12\" fill=\"none\" "
               "class=\"c\"/><text class=\"t\" x=\"%d\" y=\"%d\">critical path</text>"
               "<rect x=\"%d\" y=\"%d\" width=\"16\" height=\"4\" fill=\"%s\" "
               "opacity=\".45\"/><text class=\"t\" x=\"%d\" y=\"%d\">until the result "
               "may be used</text><text class=\"t\" x=\"%d\" y=\"%d\" "
               "text-anchor=\"end\">right: part of the time that a stream is busy"
               "</text>\n",
               x, y - 10, x + 17, y, x + 112, y - 6, no_colour, x + 133, y,
               LEFT + PLOT + 60, y);
}

void ncs_trace_svg(const ncs_program *program, const ncs_span *spans,
                   const int32_t *critical, const ncs_time *time, const char *title,
                   tfi_printer *printer)
{
    picture p = { .program = program,
                  .spans = spans,
                  .critical = critical,
                  .time = time,
                  .out = printer };
    p.scale = time->device_ns > 0 ? PLOT / time->device_ns : 0;
    find_lanes(&p);
    const int height = TOP + PITCH * p.n_lanes + 62;
    tfi_printf(printer,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
               "viewBox=\"0 0 %d %d\" font-family=\"system-ui, 'Segoe UI', Helvetica, "
               "Arial, sans-serif\">\n"
               "<style>.h{font-size:19px;font-weight:600;fill:#1f2328}"
               ".s{font-size:12.5px;fill:#59636e}.t{font-size:11.5px;fill:#59636e}"
               ".l{font-size:12.5px;fill:#1f2328;text-anchor:end}"
               ".b{font-size:10.5px;fill:#fff;text-anchor:middle;pointer-events:none}"
               ".g{stroke:#d9dee3;fill:none}.c{stroke:#111;stroke-width:1.4}"
               ".p{stroke:#111;stroke-width:1;stroke-dasharray:3 2;fill:none}</style>\n"
               "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n"
               "<text x=\"%d\" y=\"31\" class=\"h\">",
               WIDTH, height, WIDTH, height, WIDTH, height, LEFT);
    print_text(printer, title, strlen(title));
    tfi_printf(printer, "</text>\n");
    print_subtitle(&p);
    print_axis(&p);
    for (int s = 0; s < NCS_N_STREAMS; s++) {
        if (p.lane[s] >= 0) {
            print_lane(&p, s);
        }
    }
    print_path(&p);
    print_lane_names(&p);
    print_legend(&p);
    tfi_printf(printer, "</svg>\n");
}
