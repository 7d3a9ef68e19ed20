/* What colours a picture gives to levels. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "chart.h"

enum { BINS = 4, COLUMNS = 5 };

static const double hz[BINS] = { 0.0, 1000.0, 2000.0, 3000.0 };

/* The colour in the middle of the plot when every bin has this power. */
static rgb colour_at_power(float power)
{
    float all[BINS * COLUMNS];
    io_error e;
    picture p;
    for (int i = 0; i < BINS * COLUMNS; i++) {
        all[i] = power;
    }
    chart c = { .title = "",
                .width = 400,
                .height = 300,
                .map = MAP_GRAY,
                .power = all,
                .bin_hz = hz,
                .columns = COLUMNS,
                .bins = BINS,
                .duration_s = 1.0,
                .step_s = 0.2,
                .scale = SCALE_LINEAR,
                .high_hz = 3000.0,
                .decibel = true,
                .amin = 1e-10,
                .top_db = 80.0,
                .unit = "Level (dB)" };
    assert_true(chart_draw(&c, &p, &e));
    rgb middle = p.at[150 * p.width + 200];
    picture_free(&p);
    return middle;
}

static void assert_colour(rgb got, rgb want)
{
    assert_memory_equal(&got, &want, sizeof got);
}

static void silence_is_dark(void **state)
{
    (void)state;
    assert_colour(colour_at_power(0.0f), colour_of(MAP_GRAY, 0.0));
    assert_colour(colour_at_power(1e-12f), colour_of(MAP_GRAY, 0.0));
}

static void full_scale_is_bright(void **state)
{
    (void)state;
    assert_colour(colour_at_power(1.0f), colour_of(MAP_GRAY, 1.0));
    assert_colour(colour_at_power(1e-5f), colour_of(MAP_GRAY, 1.0));
}

/* A letter and its accent are as wide as the letter; what has no glyph is a box. */
static void accented_letters(void **state)
{
    (void)state;
    static const char *const pairs[][2] = { { "\xC3\xB6", "o" },
                                            { "\xC3\x84", "A" },
                                            { "\xC3\xA9", "e" },
                                            { "\xC3\x91", "N" },
                                            { "\xC3\xA7", "c" } };
    double box = picture_text_width("\xE6\xBC\xA2", 20.0);
    assert_true(picture_text_width("\xC3\x86", 20.0) == box);
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        double width = picture_text_width(pairs[i][0], 20.0);
        assert_true(width == picture_text_width(pairs[i][1], 20.0));
        assert_true(width != box);
    }
    assert_true(picture_text_width("\xC3", 20.0) == box);         /* cut off */
    assert_true(picture_text_width("\xE2\x82\xAC", 20.0) == box); /* the euro */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(silence_is_dark),
        cmocka_unit_test(full_scale_is_bright),
        cmocka_unit_test(accented_letters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
