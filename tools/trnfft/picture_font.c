/* picture_font.c - text drawn with a round pen, smooth at any size.
 *
 * A glyph is a path in a small language, on a grid with the baseline at 0, small
 * letters 14 high and capitals 20: M x y            lifts the pen and puts it down at
 * (x, y) L x y [x y …]    straight lines E x y a b s t    an arc around (x, y), half
 * axes a and b, from s to t degrees, counted against the clock from the right; it joins
 * what came before since the last M Arcs are superellipses, a little squarer than
 * ellipses, which suits letters. Widths follow from the paths; digits all have the
 * same.
 */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "picture.h"

static const char *const glyphs[] = {
    ['!'] = "M0 20 L0 6.5 M0 0 L0 0.5",
    ['"'] = "M0 20 L0 14 M5 20 L5 14",
    ['#'] = "M3 0 L5.5 20 M9.5 0 L12 20 M0.5 6.5 L14 6.5 M1.5 13.5 L15 13.5",
    ['$'] = "M E6 14.4 5.3 4.1 35 270 E6 5.4 6 4.9 90 -150 M6 22 L6 -2",
    ['%'] = "M E3.7 15.3 3.7 4.7 0 360 M E15.3 4.7 3.7 4.7 0 360 M3.5 0 L15.5 20",
    ['&'] = ("M14 0 L3.2 13.2 3 17 6 20 9 19 9.6 16 8.5 13.5 1.5 8 0.2 4.5 2 1 5.5 0 9 "
             "1.2 14 8.5"),
    ['\''] = "M0 20 L0 14",
    ['('] = "M E7 8.5 6.5 13.5 130 230",
    [')'] = "M E0 8.5 6.5 13.5 50 -50",
    ['*'] = "M4.3 20 L4.3 11 M0.4 17.8 L8.2 13.2 M0.4 13.2 L8.2 17.8",
    ['+'] = "M0 8.5 L12 8.5 M6 2.5 L6 14.5",
    [','] = "M0.8 0.6 L0.8 -0.4 -0.4 -3.4",
    ['-'] = "M0 7.5 L7 7.5",
    ['.'] = "M0 0 L0 0.5",
    ['/'] = "M0 -2.5 L8 21",
    ['0'] = "M E5.5 10 5.5 10 0 360",
    ['1'] = "M1.6 16 L6.6 20 6.6 0",
    ['2'] = "M E5.4 14.4 5.1 5.6 165 -32 L0.2 0 11 0",
    ['3'] = "M E5.2 15.1 4.8 4.9 152 -90 L4 10.2 5.2 10.2 E5.2 5.1 5.6 5.1 90 -155",
    ['4'] = "M8.6 0 L8.6 20 0 6 11.6 6",
    ['5'] = "M10 20 L1.8 20 1 10.6 E5.2 6.4 5.6 6.4 138 -152",
    ['6'] = "M E5.5 6.3 5.5 6.3 0 360 M0 6.5 E8.6 6.5 8.6 13.5 180 100",
    ['7'] = "M0 20 L11 20 4 0",
    ['8'] = "M E5.5 15.2 4.7 4.8 0 360 M E5.5 5.2 5.5 5.2 0 360",
    ['9'] = "M E5.5 13.7 5.5 6.3 0 360 M11 13.5 E2.4 13.5 8.6 13.5 0 -80",
    [':'] = "M0 0 L0 0.5 M0 12 L0 12.5",
    [';'] = "M0.8 0.6 L0.8 -0.4 -0.4 -3.4 M0.8 12 L0.8 12.5",
    ['<'] = "M11 14.5 L0 8.5 11 2.5",
    ['='] = "M0 5.7 L12 5.7 M0 11.3 L12 11.3",
    ['>'] = "M0 14.5 L11 8.5 0 2.5",
    ['?'] = "M E4.8 15.2 4.8 4.8 165 -45 L4.9 9 4.9 6.3 M4.9 0 L4.9 0.5",
    ['@'] = ("M E9.5 8.3 3.8 4.8 0 360 M13.3 13 L13.3 5.8 E16 5.8 2.7 2.7 180 290 E9.5 "
             "8 9.6 11.5 "
             "0 300"),
    ['A'] = "M0 0 L7.5 20 15 0 M2.6 7 L12.4 7",
    ['B'] =
        "M0 0 L0 20 7 20 E7 15.3 5 4.7 90 -90 L0 10.6 7 10.6 E7 5.3 6 5.3 90 -90 L0 0",
    ['C'] = "M E7.6 10 7.6 10 48 312",
    ['D'] = "M0 0 L0 20 5.5 20 E5.5 10 8.8 10 90 -90 L0 0",
    ['E'] = "M11 20 L0 20 0 0 11 0 M0 10.6 L9.6 10.6",
    ['F'] = "M11 20 L0 20 0 0 M0 10 L9.4 10",
    ['G'] = "M E7.6 10 7.6 10 48 318 L14.6 4.4 14.6 9.6 8.6 9.6",
    ['H'] = "M0 0 L0 20 M13.6 0 L13.6 20 M0 10.6 L13.6 10.6",
    ['I'] = "M0 0 L0 20",
    ['J'] = "M9 20 L9 5.4 E4.5 5.4 4.5 5.4 0 -180",
    ['K'] = "M0 0 L0 20 M12.6 20 L0 7.4 M4.4 11.8 L13 0",
    ['L'] = "M0 20 L0 0 10.4 0",
    ['M'] = "M0 0 L0 20 8.3 5 16.6 20 16.6 0",
    ['N'] = "M0 0 L0 20 13.6 0 13.6 20",
    ['O'] = "M E8 10 8 10 0 360",
    ['P'] = "M0 0 L0 20 7 20 E7 14.7 5.3 5.3 90 -90 L0 9.4",
    ['Q'] = "M E8 10 8 10 0 360 M9.6 5 L15.6 -1.4",
    ['R'] = "M0 0 L0 20 7 20 E7 14.8 5.2 5.2 90 -90 L0 9.6 M7 9.6 L12.6 0",
    ['S'] = "M E6 15.1 5.4 4.9 35 270 E6 5.1 6 5.1 90 -150",
    ['T'] = "M0 20 L14 20 M7 20 L7 0",
    ['U'] = "M0 20 L0 6.6 E6.6 6.6 6.6 6.6 180 360 L13.2 20",
    ['V'] = "M0 20 L7.4 0 14.8 20",
    ['W'] = "M0 20 L5 0 10.6 19 16.2 0 21.2 20",
    ['X'] = "M0 0 L13.6 20 M0 20 L13.6 0",
    ['Y'] = "M0 20 L7 9.4 14 20 M7 9.4 L7 0",
    ['Z'] = "M0 20 L12.6 20 0 0 13 0",
    ['['] = "M4 21.5 L0 21.5 0 -4 4 -4",
    ['\\'] = "M0 21 L8 -2.5",
    [']'] = "M0 21.5 L4 21.5 4 -4 0 -4",
    ['^'] = "M0 13 L5 20 10 13",
    ['_'] = "M0 -3 L11 -3",
    ['`'] = "M0 20 L3 16.5",
    ['a'] = ("M0.9 11.2 E5 9.7 4.6 4.3 152 0 L9.6 0 M9.6 8.3 L4.4 8.3 E4.4 4.1 4.4 4.2 "
             "90 270 "
             "L5.4 0 9.6 3.2"),
    ['b'] = "M0 0 L0 20 M E5.5 7 5.5 7 0 360",
    ['c'] = "M E5.5 7 5.5 7 47 313",
    ['d'] = "M11 0 L11 20 M E5.5 7 5.5 7 0 360",
    ['e'] = "M0.2 7.2 L11 7.2 E5.5 7 5.5 7 2 318",
    ['f'] = "M7 20 L5.6 20 E5.6 16.4 3.2 3.6 90 180 L2.4 0 M0 14 L6.4 14",
    ['g'] = "M E5.5 7 5.5 7 0 360 M11 14 L11 -0.8 E5.5 -0.8 5.5 5 0 -150",
    ['h'] = "M0 0 L0 20 M0 8.4 E5 8.4 5 5.6 180 0 L10 0",
    ['i'] = "M0 0 L0 14 M0 19 L0 19.5",
    ['j'] = "M3 14 L3 -2.2 E0 -2.2 3 3.5 0 -90 M3 19 L3 19.5",
    ['k'] = "M0 0 L0 20 M9.2 14 L0 4.8 M3.6 8.4 L9.6 0",
    ['l'] = "M0 0 L0 20",
    ['m'] =
        "M0 0 L0 14 M0 9 E4.2 9 4.2 5 180 0 L8.4 0 M8.4 9 E12.6 9 4.2 5 180 0 L16.8 0",
    ['n'] = "M0 0 L0 14 M0 8.4 E5 8.4 5 5.6 180 0 L10 0",
    ['o'] = "M E5.6 7 5.6 7 0 360",
    ['p'] = "M0 14 L0 -6 M E5.5 7 5.5 7 0 360",
    ['q'] = "M11 14 L11 -6 M E5.5 7 5.5 7 0 360",
    ['r'] = "M0 0 L0 14 M0 8 E5.6 8 5.6 6 180 84",
    ['s'] = "M E4.6 10.6 4.1 3.4 35 270 E4.6 3.6 4.6 3.6 90 -152",
    ['t'] = "M2.6 18.4 L2.6 3.4 E5.8 3.4 3.2 3.4 180 270 L6.8 0 M0 14 L6.6 14",
    ['u'] = "M0 14 L0 5.6 E5 5.6 5 5.6 180 360 M10 14 L10 0",
    ['v'] = "M0 14 L5.5 0 11 14",
    ['w'] = "M0 14 L4 0 8.2 13 12.4 0 16.4 14",
    ['x'] = "M0 0 L10.4 14 M0 14 L10.4 0",
    ['y'] = "M0 14 L5.6 0.2 M11 14 L5 -2.3 3.6 -4.6 2 -5.6 0.3 -5.6",
    ['z'] = "M0 14 L9.2 14 0 0 9.6 0",
    ['{'] = "M5 21.5 L3.4 21 2.6 19.6 2.6 11.4 0.2 8.8 2.6 6.2 2.6 -2 3.4 -3.5 5 -4",
    ['|'] = "M0 22 L0 -5",
    ['}'] = "M0 21.5 L1.6 21 2.4 19.6 2.4 11.4 4.8 8.8 2.4 6.2 2.4 -2 1.6 -3.5 0 -4",
    ['~'] = "M0 7 L1.6 9.2 3.8 9.8 7.4 7.4 9.6 7.6 11.2 10",
    [127] = "M0 0 L0 20 10 20 10 0 0 0",
};

/* Letters of Latin-1 from U+00C0 on: the letter and its accent; a space: none. */
static const char accented[] = "A`A'A^A~A:Ao  C,E`E'E^E:I`I'I^I:"
                               "  N~O`O'O^O~O:  O/U`U'U^U:Y'  s "
                               "a`a'a^a~a:ao  c,e`e'e^e:i`i'i^i:"
                               "  n~o`o'o^o~o:  o/u`u'u^u:y'  y:";
static const char dotless_i[] = "M0 0 L0 14";
static const char sharp_s[] =
    "M0 0 L0 15.4 E4.2 15.4 4.2 4.6 180 0 L8.2 14 5 11 8 8.6 E5.4 4.6 4.6 4.6 50 -120";

/* Accents; (0, 0) is the middle of the letter's top, for , and / of its foot. */
static const struct {
    char sign;
    const char *path;
} accents[] = {
    { '`', "M-2.8 6.4 L0.6 3" },
    { '\'', "M2.8 6.4 L-0.6 3" },
    { '^', "M-3.2 3 L0 6.4 3.2 3" },
    { '~', "M-4 3.4 L-2.6 5 -1 5 1 3.6 2.6 3.6 4 5.2" },
    { ':', "M-2.7 3.8 L-2.7 4.2 M2.7 3.8 L2.7 4.2" },
    { 'o', "M E0 5 2.2 2.2 0 360" },
    { ',', "M0 0 L1.2 -1.8 0.6 -4 -1.8 -4.4" },
    { '/', "M-4.6 -6.6 L4.6 6.6" },
};

enum {
    FIRST_ACCENTED = 0xC0,
    LAST_ACCENTED = 0xFF,
    MAX_POINTS = 512,
    ARC_STEP_DEGREES = 6
};
static const double capital = 20.0, small = 14.0, digit_width = 11.0, bearing = 2.5,
                    space = 6.0;
static const double pen = 2.1; /* width of the pen on the grid */

/* A path made of points; `lifted[i]`: no line leads to point i. */
typedef struct outline {
    int n;
    double x[MAX_POINTS], y[MAX_POINTS];
    bool lifted[MAX_POINTS];
    double left, width;
} outline;

static void add_point(outline *o, double x, double y, bool *lift)
{
    if (o->n < MAX_POINTS) {
        o->x[o->n] = x;
        o->y[o->n] = y;
        o->lifted[o->n++] = *lift;
        *lift = false;
    }
}

static double squarer(double v)
{
    return copysign(pow(fabs(v), 2.0 / 2.25), v);
}

static void add_arc(outline *o, const double v[6], bool *lift)
{
    double sweep = v[5] - v[4];
    int steps = 1 + (int)(fabs(sweep) / ARC_STEP_DEGREES);
    for (int i = 0; i <= steps; i++) {
        double angle = (v[4] + sweep * i / steps) * 3.14159265358979323846 / 180.0;
        add_point(o, v[0] + v[2] * squarer(cos(angle)),
                  v[1] + v[3] * squarer(sin(angle)), lift);
    }
}

/* Appends a path, moved by (x, y). */
static void parse_path(const char *path, double x, double y, outline *o)
{
    bool lift = true;
    char verb = 'L';
    while (*path != '\0') {
        double v[6] = { 0 };
        if (*path == ' ') {
            path++;
            continue;
        }
        if (isupper((unsigned char)*path)) {
            verb = *path++;
            lift = lift || verb == 'M';
            continue;
        }
        int need = verb == 'E' ? 6 : 2;
        for (int i = 0; i < need; i++) {
            char *end = NULL;
            v[i] = strtod(path, &end);
            path = end;
        }
        v[0] += x;
        v[1] += y;
        if (verb == 'E') {
            add_arc(o, v, &lift);
        } else {
            add_point(o, v[0], v[1], &lift);
        }
    }
}

static void find_extent(const outline *o, double *low, double *high)
{
    *low = *high = o->x[0];
    for (int i = 1; i < o->n; i++) {
        *low = fmin(*low, o->x[i]);
        *high = fmax(*high, o->x[i]);
    }
}

static void add_accent(char sign, bool is_capital, double middle, outline *o)
{
    double top = is_capital ? capital : small;
    double y = sign == ',' ? 0.0 : sign == '/' ? 0.5 * top : top;
    for (size_t i = 0; i < sizeof accents / sizeof *accents; i++) {
        if (accents[i].sign == sign) {
            parse_path(accents[i].path, middle, y, o);
        }
    }
}

/* Fills the outline of one character; a space has no points. */
static void shape_glyph(unsigned character, outline *o)
{
    *o = (outline){ .width = space };
    if (character == ' ') {
        return;
    }
    const char *path = character < 128 ? glyphs[character] : NULL;
    char sign = ' ';
    if (character >= FIRST_ACCENTED && character <= LAST_ACCENTED) {
        const char *pair = accented + (size_t)2 * (character - FIRST_ACCENTED);
        sign = pair[1];
        path = *pair == 's'   ? sharp_s
               : *pair == 'i' ? dotless_i
               : *pair == ' ' ? NULL
                              : glyphs[(unsigned char)*pair];
        character = (unsigned char)*pair;
    }
    parse_path(path != NULL ? path : glyphs[127], 0.0, 0.0, o);
    double low = 0.0, high = 0.0;
    find_extent(o, &low, &high);
    add_accent(sign, character < 'a', 0.5 * (low + high), o);
    find_extent(o, &low, &high);
    bool digit = character >= '0' && character <= '9';
    o->left = digit ? 0.0 : low;
    o->width = (digit ? digit_width : high - low) + 2.0 * bearing;
}

/* The next character of UTF-8 text; what has no glyph is a box, some signs have a
 * stand-in. */
static unsigned next_character(const char **text)
{
    static const struct {
        const char *sign;
        char instead;
    } known[] = { { "\xE2\x88\x92", '-' },
                  { "\xE2\x80\x93", '-' },
                  { "\xC2\xA0", ' ' },
                  { "\xE2\x80\x99", '\'' } };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        size_t n = strlen(known[i].sign);
        if (strncmp(*text, known[i].sign, n) == 0) {
            *text += n;
            return (unsigned char)known[i].instead;
        }
    }
    unsigned c = (unsigned char)*(*text)++;
    unsigned next = (unsigned char)**text;
    if (c == 0xC3 && (next & 0xC0u) == 0x80u) { /* U+00C0 to U+00FF */
        (*text)++;
        return FIRST_ACCENTED + (next & 0x3Fu);
    }
    if (c >= 128) {
        while (((unsigned char)**text & 0xC0u) == 0x80u) {
            (*text)++;
        }
    }
    return c < 32 || c >= 128 ? 127 : c;
}

double picture_text_width(const char *text, double cap)
{
    double width = 0.0;
    outline o;
    while (*text != '\0') {
        shape_glyph(next_character(&text), &o);
        width += o.width;
    }
    return width * cap / capital;
}

/* --- the pen --- */

static double distance(double px, double py, double ax, double ay, double bx, double by)
{
    double dx = bx - ax, dy = by - ay;
    double length2 = dx * dx + dy * dy;
    double t = length2 > 0.0 ? ((px - ax) * dx + (py - ay) * dy) / length2 : 0.0;
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    return hypot(px - ax - t * dx, py - ay - t * dy);
}

static uint8_t blend(uint8_t below, uint8_t above, double cover)
{
    return (uint8_t)((double)below + cover * ((double)above - (double)below) + 0.5);
}

/* Draws a path given in pixels; `cover` of a pixel is by the distance of its middle. */
static void draw_path(picture *p, const outline *o, double half_width, rgb colour)
{
    double x0 = o->x[0], x1 = x0, y0 = o->y[0], y1 = y0;
    for (int i = 1; i < o->n; i++) {
        x0 = fmin(x0, o->x[i]);
        x1 = fmax(x1, o->x[i]);
        y0 = fmin(y0, o->y[i]);
        y1 = fmax(y1, o->y[i]);
    }
    double reach = half_width + 1.0;
    int left = (int)fmax(0.0, floor(x0 - reach)),
        top = (int)fmax(0.0, floor(y0 - reach));
    int right = (int)fmin(p->width, ceil(x1 + reach));
    int bottom = (int)fmin(p->height, ceil(y1 + reach));
    for (int y = top; y < bottom; y++) {
        for (int x = left; x < right; x++) {
            double nearest = reach;
            for (int i = 0; i < o->n; i++) {
                int from = o->lifted[i] ? i : i - 1;
                nearest = fmin(nearest, distance(x + 0.5, y + 0.5, o->x[from],
                                                 o->y[from], o->x[i], o->y[i]));
            }
            double cover = fmin(1.0, half_width + 0.5 - nearest);
            if (cover > 0.0) {
                rgb *at = &p->at[(size_t)y * (size_t)p->width + (size_t)x];
                at->r = blend(at->r, colour.r, cover);
                at->g = blend(at->g, colour.g, cover);
                at->b = blend(at->b, colour.b, cover);
            }
        }
    }
}

void picture_text(picture *p, double x, double y, const char *text,
                  const text_style *style)
{
    double scale = style->cap / capital;
    double along = -style->anchor * picture_text_width(text, style->cap);
    double half_width = fmax(0.5 * pen * scale, 0.5);
    outline o;
    while (*text != '\0') {
        shape_glyph(next_character(&text), &o);
        for (int i = 0; i < o.n; i++) {
            double u = along + (o.x[i] - o.left + bearing) * scale;
            double v = o.y[i] * scale;
            o.x[i] = style->upwards ? x - v : x + u;
            o.y[i] = style->upwards ? y - u : y - v;
        }
        if (o.n > 0) {
            draw_path(p, &o, half_width, style->colour);
        }
        along += o.width * scale;
    }
}
