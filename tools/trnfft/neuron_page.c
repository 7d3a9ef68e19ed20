/* neuron_page.c - the report as one page of HTML: cards, a chart with a logarithmic
 * axis, goals, what the constants do, the table. */
#include <math.h>
#include <string.h>

#include "neuron_report.h"

enum { WIDTH = 1080, LABEL = 230, RIGHT = 70, ROW = 24, TOP = 34 };

static const char style[] =
    "body{font:15px/1.5 system-ui,'Segoe UI',Helvetica,Arial,sans-serif;color:#1f2328;"
    "max-width:1120px;margin:32px auto;padding:0 20px}"
    "h1{font-size:26px;margin:0 0 4px}h2{font-size:19px;margin:34px 0 8px}"
    "p{margin:8px 0;max-width:860px}.grey{color:#59636e}"
    ".cards{display:flex;gap:14px;flex-wrap:wrap;margin:20px 0}"
    ".card{border:1px solid #d1d9e0;border-radius:8px;padding:12px "
    "18px;min-width:190px}"
    ".card b{display:block;font-size:27px}.card span{color:#59636e;font-size:13px}"
    "table{border-collapse:collapse;font-size:13px;width:100%}"
    "th,td{padding:4px 8px;border-bottom:1px solid #e4e8ec;text-align:right;"
    "white-space:nowrap}th{color:#59636e;font-weight:600}"
    "td.l,th.l{text-align:left}.yes{color:#1a7f37;font-weight:600}"
    ".no{color:#cf222e;font-weight:600}"
    "svg text{font-size:12px;fill:#1f2328}svg text.g{fill:#59636e}"
    "svg text.e{text-anchor:end}svg text.m{text-anchor:middle}";

/* --- published against predicted --- */

static double x_of(double us)
{
    const double decades = 6; /* 1 us to 1 s */
    const double at = fmin(fmax(log10(fmax(us, 1e-3)), 0), decades) / decades;
    return LABEL + at * (WIDTH - LABEL - RIGHT);
}

static void dot(FILE *f, double us, double y, const char *colour, double radius)
{
    fprintf(f, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\"/>", x_of(us), y,
            radius, colour);
}

static void print_chart_row(const neuron_line *l, double y, FILE *f)
{
    fprintf(f, "<text class=\"e\" x=\"%d\" y=\"%.1f\">%s %s%s</text>", LABEL - 12,
            y + 4, l->row->operation, l->row->shape,
            l->row->assumption != NULL ? " *" : "");
    if (!l->middle.known) {
        dot(f, l->row->published_us, y, "#8b949e", 5);
        fprintf(f, "<text class=\"g\" x=\"%.1f\" y=\"%.1f\">not yet</text>\n",
                x_of(l->row->published_us) + 10, y + 4);
        return;
    }
    fprintf(f,
            "<path d=\"M%.1f %.1fH%.1f\" stroke=\"#d1d9e0\" stroke-width=\"3\"/>"
            "<path d=\"M%.1f %.1fH%.1f\" stroke=\"#54a24b\" stroke-width=\"7\" "
            "opacity=\".35\"/>",
            x_of(l->middle.total_us), y, x_of(l->row->published_us),
            x_of(l->low.device_us), y, x_of(l->high.device_us));
    dot(f, l->row->published_us, y, "#8b949e", 5);
    dot(f, l->middle.total_us, y, "#4c78a8", 5);
    dot(f, l->middle.device_us, y, "#54a24b", 4);
    fprintf(f, "<text class=\"g\" x=\"%.1f\" y=\"%.1f\">%.*f×</text>\n",
            x_of(l->row->published_us) + 10, y + 4,
            l->row->published_us / l->middle.total_us < 10 ? 1 : 0,
            l->row->published_us / l->middle.total_us);
}

/* The marks and rows within an svg element that has begun. */
static void print_chart(const neuron_report *r, FILE *f)
{
    static const char *const marks[] = { "1 µs",  "10 µs",  "100 µs", "1 ms",
                                         "10 ms", "100 ms", "1 s" };
    const int bottom = TOP + ROW * r->n_lines;
    for (int d = 0; d <= 6; d++) {
        const double x = x_of(pow(10, d));
        fprintf(f,
                "<path d=\"M%.1f %dV%d\" stroke=\"#e4e8ec\"/><text class=\"g m\" "
                "x=\"%.1f\" y=\"%d\">%s</text>\n",
                x, TOP - 8, bottom, x, bottom + 18, marks[d]);
    }
    static const struct {
        const char *colour, *text;
        int x;
    } legend[] = { { "#8b949e", "published, launches included", 0 },
                   { "#4c78a8", "predicted, with the launch", 210 },
                   { "#54a24b", "predicted, device alone, over all ranges", 400 } };
    for (int i = 0; i < 3; i++) {
        fprintf(f,
                "<circle cx=\"%d\" cy=\"12\" r=\"5\" fill=\"%s\"/><text class=\"g\" "
                "x=\"%d\" y=\"16\">%s</text>\n",
                LABEL + legend[i].x + 6, legend[i].colour, LABEL + legend[i].x + 17,
                legend[i].text);
    }
    for (int i = 0; i < r->n_lines; i++) {
        print_chart_row(&r->line[i], TOP + ROW * i + ROW / 2.0, f);
    }
}

/* --- what the constants do --- */

static void print_influences(const neuron_report *r, FILE *f)
{
    double most = 0.01;
    for (int i = 0; i < r->n_influences; i++) {
        for (int end = 0; end < 2; end++) {
            most = fmax(most, fabs(r->influence[i].device[end] - 1));
        }
    }
    int shown = 0;
    for (int i = 0; i < r->n_influences; i++) {
        shown += neuron_has_influence(&r->influence[i]);
    }
    const int middle = LABEL + 240, half = 190, bottom = 26 + ROW * shown;
    fprintf(
        f,
        "<h2>What the constants do</h2><p>Time on the device (geometric mean over the "
        "rows of one launch) with one constant at the optimistic (green) or the "
        "pessimistic (red) end of its range, the others in the middle. Right: rows "
        "that are then bound by something else.</p>\n<svg viewBox=\"0 0 %d %d\" "
        "width=\"100%%\" role=\"img\"><path d=\"M%d 10V%d\" stroke=\"#8b949e\"/>\n",
        WIDTH, bottom + 6, middle, bottom);
    for (int i = 0, line = 0; i < r->n_influences; i++) {
        const neuron_influence *c = &r->influence[i];
        const double y = 20 + ROW * line;
        if (!neuron_has_influence(c)) {
            continue;
        }
        line++;
        fprintf(f, "<text class=\"e\" x=\"%d\" y=\"%.1f\">%s</text>", LABEL - 12,
                y + 12, c->constant.name);
        for (int end = 0; end < 2; end++) {
            const double length = half * (c->device[end] - 1) / most;
            fprintf(f,
                    "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"15\" "
                    "fill=\"%s\" opacity=\".8\"/>",
                    length < 0 ? middle + length : middle, y, fabs(length),
                    end == 0 ? "#54a24b" : "#e45756");
            if (fabs(length) >= 0.5) {
                fprintf(f, "<text class=\"g%s\" x=\"%.1f\" y=\"%.1f\">%+.1f %%</text>",
                        length < 0 ? " e" : "", middle + length + (length < 0 ? -6 : 6),
                        y + 12, 100 * (c->device[end] - 1));
            }
        }
        fprintf(f,
                "<text class=\"g\" x=\"%d\" y=\"%.1f\">%g … %g … %g %s; moved %d, %d; "
                "goals ",
                middle + half + 70, y + 12, c->constant.low, c->constant.middle,
                c->constant.high, c->constant.unit, c->moved[0], c->moved[1]);
        neuron_print_flips(c->flipped[0] | c->flipped[1], f);
        fprintf(f, "</text>\n");
    }
    fprintf(f, "</svg>\n");
}

/* --- tables --- */

static void print_mark(FILE *f, bool met)
{
    fprintf(f, "<td class=\"l %s\">%s</td>", met ? "yes" : "no", met ? "✓" : "✗");
}

static void print_goals(const neuron_report *r, FILE *f)
{
    fprintf(f,
            "<h2>Goals: NeuronCore-v3, device alone</h2><table><tr><th></th><th "
            "class=\"l\">goal</th><th>predicted</th><th>low … high</th><th>PE busy</th>"
            "<th>DMA busy</th><th class=\"l\">kernel</th><th class=\"l\">met</th><th "
            "class=\"l\">optimistic</th><th class=\"l\">pessimistic</th></tr>\n");
    for (int i = 0; i < r->n_verdicts; i++) {
        const neuron_verdict *v = &r->verdict[i];
        fprintf(f, "<tr><td>%d</td><td class=\"l\">%s</td>", i + 1, v->goal->what);
        if (v->outcome.known) {
            fprintf(f,
                    "<td>%.2f µs</td><td>%.2f … %.2f</td><td>%.0f %%</td><td>%.0f %%"
                    "</td><td class=\"l\">%s</td>",
                    v->each_us[1], v->each_us[0], v->each_us[2],
                    100 * v->outcome.busy_pe, 100 * v->outcome.busy_dma,
                    v->outcome.kernel);
        } else {
            fprintf(f, "<td>not yet</td><td></td><td></td><td></td><td></td>");
        }
        print_mark(f, v->met[1]);
        print_mark(f, v->met[0]);
        print_mark(f, v->met[2]);
        fprintf(f, "</tr>\n");
    }
    fprintf(f, "</table>\n");
}

static void print_rows(const neuron_report *r, FILE *f)
{
    fprintf(f,
            "<h2>All rows</h2><table><tr><th class=\"l\">source</th><th class=\"l\">"
            "operation</th><th class=\"l\">shape</th><th class=\"l\">on</th><th>"
            "published µs</th><th>device µs</th><th>low … high</th><th>with launch</th>"
            "<th>launches</th><th class=\"l\">kernel</th><th class=\"l\">bound by</th>"
            "<th>ratio</th>%s</tr>\n",
            r->checked ? "<th>error</th>" : "");
    for (int i = 0; i < r->n_lines; i++) {
        const neuron_line *l = &r->line[i];
        fprintf(f,
                "<tr><td class=\"l\">%s</td><td class=\"l\">%s</td><td class=\"l\">%s%s"
                "</td><td class=\"l\">%s</td><td>%.1f</td>",
                l->row->source, l->row->operation, l->row->shape,
                l->row->assumption != NULL ? " *" : "", l->row->machine,
                l->row->published_us);
        if (!l->middle.known) {
            fprintf(f, "<td colspan=\"%d\" class=\"l\">not yet</td></tr>\n",
                    r->checked ? 8 : 7);
            continue;
        }
        fprintf(f,
                "<td>%.2f</td><td>%.2f … %.2f</td><td>%.1f</td><td>%d</td><td "
                "class=\"l\">%s</td><td class=\"l\">%s</td><td>%.1f</td>",
                l->middle.device_us, l->low.device_us, l->high.device_us,
                l->middle.total_us, l->middle.launches, l->middle.kernel,
                l->middle.bound, l->row->published_us / l->middle.total_us);
        if (r->checked && l->error >= 0) {
            fprintf(f, "<td>%.1e</td>", l->error);
        }
        fprintf(f, "</tr>\n");
    }
    fprintf(f, "</table>\n");
    for (int i = 0; i < r->n_lines; i++) {
        if (r->line[i].row->assumption != NULL) {
            fprintf(f, "<p class=\"grey\">* %s, %s: %s; not in the mean.</p>\n",
                    r->line[i].row->operation, r->line[i].row->shape,
                    r->line[i].row->assumption);
        }
    }
}

static void print_card(FILE *f, double value, const char *what)
{
    fprintf(f, "<div class=\"card\"><b>%.*f×</b><span>%s</span></div>\n",
            value < 100 ? 1 : 0, value, what);
}

void neuron_page(const neuron_report *r, FILE *f)
{
    fprintf(
        f,
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
        "<meta name=\"viewport\" content=\"width=device-width\">"
        "<title>trnfft on Trainium: predictions</title><style>%s</style></head>"
        "<body>\n<h1>Fourier transforms on Trainium: published and predicted</h1>\n"
        "<p class=\"grey\">trnfft %s. Published: measured by the authors of a Python "
        "library on trn1 and trn2, launches included. Ours: <b>predicted</b> by the "
        "cost model of a simulated core from documented constants, one core, "
        "<b>never run on silicon</b>. Each launch is charged with %.0f µs, what third "
        "parties measured for the library that is compared with.</p>\n"
        "<div class=\"cards\">\n",
        style, trnfft_version(), r->launch_us);
    print_card(f, r->mean, "below the published times, launches charged");
    print_card(f, r->mean_high, "at the pessimistic end of every range");
    print_card(f, r->mean_low, "at the optimistic end of every range");
    print_card(f, r->mean_device, "device alone, against times with launches");
    fprintf(f, "</div>\n<p class=\"grey\">Geometric means over %d rows.</p>\n",
            r->n_counted);
    fprintf(f, "<svg viewBox=\"0 0 %d %d\" width=\"100%%\" role=\"img\">\n", WIDTH,
            TOP + ROW * r->n_lines + 30);
    print_chart(r, f);
    fprintf(f, "</svg>\n");
    print_goals(r, f);
    if (r->n_influences > 0) {
        print_influences(r, f);
    }
    print_rows(r, f);
    fprintf(f,
            "<p class=\"grey\">Made by <code>trnfft neuron report</code>; constants, "
            "ranges and sources: <code>trnfft neuron machines</code>.</p>\n"
            "</body></html>\n");
}

void neuron_chart(const neuron_report *r, FILE *f)
{
    enum { HEAD = 64 };
    const int height = HEAD + TOP + ROW * r->n_lines + 30;
    fprintf(
        f,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
        "width=\"%d\" height=\"%d\" font-family=\"system-ui, 'Segoe UI', Helvetica, "
        "Arial, sans-serif\">\n<style>text{font-size:12px;fill:#1f2328}"
        "text.g{fill:#59636e}text.e{text-anchor:end}text.m{text-anchor:middle}"
        "text.h{font-size:18px;font-weight:600}</style>\n"
        "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n"
        "<text class=\"h\" x=\"20\" y=\"28\">Published times on Trainium, and "
        "predictions for trnfft: %.1f× below them, launches charged</text>\n"
        "<text class=\"g\" x=\"20\" y=\"48\">Published by a Python library, measured "
        "on trn1 and trn2. Ours come from a cost model of documented constants and "
        "never ran on silicon; a launch is charged with %.0f µs.</text>\n"
        "<g transform=\"translate(0 %d)\">\n",
        WIDTH, height, WIDTH, height, WIDTH, height, r->mean, r->launch_us, HEAD);
    print_chart(r, f);
    fprintf(f, "</g>\n</svg>\n");
}
