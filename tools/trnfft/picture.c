/* picture.c - canvas, colour maps, PNG. */
#include "picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifdef TRNFFT_HAVE_PNG
#include <png.h>
#include <setjmp.h>
#endif

bool picture_create(picture *p, int width, int height, rgb background, io_error *e)
{
    size_t n = (size_t)width * (size_t)height;
    *p = (picture){ .width = width, .height = height, .at = malloc(n * sizeof(rgb)) };
    if (p->at == NULL) {
        return io_refuse(e, CLI_MEMORY, "out of memory for a picture of %d x %d", width,
                         height);
    }
    for (size_t i = 0; i < n; i++) {
        p->at[i] = background;
    }
    return true;
}

void picture_free(picture *p)
{
    free(p->at);
    p->at = NULL;
}

void picture_box(picture *p, int x0, int y0, int x1, int y1, rgb colour)
{
    x0 = x0 < 0 ? 0 : x0;
    y0 = y0 < 0 ? 0 : y0;
    x1 = x1 > p->width ? p->width : x1;
    y1 = y1 > p->height ? p->height : y1;
    for (int y = y0; y < y1; y++) {
        for (int x = x0; x < x1; x++) {
            p->at[(size_t)y * (size_t)p->width + (size_t)x] = colour;
        }
    }
}

/* --- colour maps --- */

/* Nine colours of each map, evenly spaced; between them the path is a smooth cubic in
 * OKLab, a space in which equal steps look equal. The colours are those of the
 * public-domain (CC0) maps of the same names. */
enum { ANCHORS = 9 };
static const uint32_t anchors[MAP_COUNT - 1][ANCHORS] = {
    { 0x440154, 0x472D7B, 0x3B528B, 0x2C728E, 0x21918C, 0x28AE80, 0x5EC962, 0xADDC30,
      0xFDE725 },
    { 0x000004, 0x1D1147, 0x51127C, 0x832681, 0xB73779, 0xE75263, 0xFC8961, 0xFEC488,
      0xFCFDBF },
    { 0x000004, 0x210C4A, 0x57106E, 0x8A226A, 0xBC3754, 0xE45A31, 0xF98E09, 0xF9CB35,
      0xFCFFA4 },
};

static double to_linear(double v)
{
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

static uint8_t from_linear(double v)
{
    v = v <= 0.0 ? 0.0 : v >= 1.0 ? 1.0 : v;
    v = v <= 0.0031308 ? 12.92 * v : 1.055 * pow(v, 1.0 / 2.4) - 0.055;
    return (uint8_t)(v * 255.0 + 0.5);
}

static void to_oklab(uint32_t hex, double lab[3])
{
    double r = to_linear((double)(hex >> 16 & 255u) / 255.0);
    double g = to_linear((double)(hex >> 8 & 255u) / 255.0);
    double b = to_linear((double)(hex & 255u) / 255.0);
    double l = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    double m = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    double s = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    lab[0] = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s;
    lab[1] = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s;
    lab[2] = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s;
}

static rgb from_oklab(const double lab[3])
{
    double l = lab[0] + 0.3963377774 * lab[1] + 0.2158037573 * lab[2];
    double m = lab[0] - 0.1055613458 * lab[1] - 0.0638541728 * lab[2];
    double s = lab[0] - 0.0894841775 * lab[1] - 1.2914855480 * lab[2];
    l = l * l * l;
    m = m * m * m;
    s = s * s * s;
    return (
        rgb){ from_linear(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
              from_linear(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
              from_linear(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s) };
}

rgb colour_of(colour_map map, double t)
{
    t = t >= 1.0 ? 1.0 : t > 0.0 ? t : 0.0;
    if (map == MAP_GRAY) { /* equal steps of lightness */
        double lab[3] = { t, 0.0, 0.0 };
        return from_oklab(lab);
    }
    double position = t * (ANCHORS - 1);
    int i = (int)position;
    i = i > ANCHORS - 2 ? ANCHORS - 2 : i;
    double part = position - i;
    double c[4][3], lab[3];
    for (int k = 0; k < 4; k++) {
        int j = i - 1 + k;
        to_oklab(anchors[map][j < 0 ? 0 : j > ANCHORS - 1 ? ANCHORS - 1 : j], c[k]);
    }
    for (int k = 0; k < 3; k++) { /* Catmull-Rom */
        double slope0 = 0.5 * (c[2][k] - c[0][k]), slope1 = 0.5 * (c[3][k] - c[1][k]);
        double step = c[2][k] - c[1][k];
        double quadratic = 3.0 * step - 2.0 * slope0 - slope1;
        double cubic = slope0 + slope1 - 2.0 * step;
        lab[k] = c[1][k] + part * (slope0 + part * (quadratic + part * cubic));
    }
    return from_oklab(lab);
}

/* --- PNG --- */

#ifdef TRNFFT_HAVE_PNG

bool png_available(void)
{
    return true;
}

static void on_png_error(png_structp png, png_const_charp message)
{
    io_error *e = png_get_error_ptr(png);
    io_refuse(e, CLI_FILE, "the PNG could not be written: %s", message);
    longjmp(png_jmpbuf(png), 1);
}

static void on_png_warning(png_structp png, png_const_charp message)
{
    (void)png, (void)message;
}

static void write_rows(png_structp png, png_infop info, const picture *p,
                       const char *title)
{
    static char key[] = "Title", software[] = "Software", program[] = "trnfft";
    char shown[128];
    snprintf(shown, sizeof shown, "%s", title);
    png_text texts[2] = {
        { .compression = PNG_TEXT_COMPRESSION_NONE, .key = key, .text = shown },
        { .compression = PNG_TEXT_COMPRESSION_NONE, .key = software, .text = program }
    };
    png_set_IHDR(png, info, (png_uint_32)p->width, (png_uint_32)p->height, 8,
                 PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_set_pHYs(png, info, 5669, 5669, PNG_RESOLUTION_METER);
    png_set_text(png, info, texts, 2);
    png_write_info(png, info);
    for (int y = 0; y < p->height; y++) {
        png_write_row(png, (png_const_bytep)(p->at + (size_t)y * (size_t)p->width));
    }
    png_write_end(png, NULL);
}

bool png_write(FILE *f, const picture *p, const char *title, io_error *e)
{
    e->code = CLI_OK;
    png_structp png =
        png_create_write_struct(PNG_LIBPNG_VER_STRING, e, on_png_error, on_png_warning);
    png_infop info = png == NULL ? NULL : png_create_info_struct(png);
    if (info == NULL) {
        png_destroy_write_struct(&png, NULL);
        return io_refuse(e, CLI_MEMORY, "out of memory for the PNG");
    }
    if (setjmp(png_jmpbuf(png)) == 0) {
        png_init_io(png, f);
        write_rows(png, info, p, title);
    }
    png_destroy_write_struct(&png, &info);
    return e->code == CLI_OK;
}

#else

bool png_available(void)
{
    return false;
}

bool png_write(FILE *f, const picture *p, const char *title, io_error *e)
{
    (void)f, (void)p, (void)title;
    return io_refuse(e, CLI_NOT_BUILT,
                     "this program was built without libpng (Debian: "
                     "libpng-dev), which writes pictures");
}

#endif
