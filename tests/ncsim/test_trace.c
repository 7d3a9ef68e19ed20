/* Timelines are well formed, show every instruction once, and say where the numbers
 * come from. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "ncsim/make.h"
#include "ncsim/trace.h"

/* load, matmul, copy, store, with a hostile note. */
static ncs_program *some_program(void)
{
    ncs_program *p = make_program("v3");
    make_hbm(p, "x", NCS_BF16, 128 * 256, NCS_INPUT);
    make_hbm(p, "y", NCS_F32, 128 * 256, NCS_OUTPUT);
    make_tile(p, "s", NCS_SBUF, NCS_BF16, 0, 128, 256, 0);
    make_tile(p, "acc", NCS_PSUM, NCS_F32, 0, 128, 256, 0);
    make_tile(p, "o", NCS_SBUF, NCS_F32, 0, 128, 256, 1024);
    const ncs_view s = make_whole(p, 2), acc = make_whole(p, 3);
    make_load(p, s, make_view(p, 0, 128, 256, 0));
    make_matmul(p, acc, make_view(p, 2, 128, 128, 0), s, NCS_OVERWRITE);
    ncs_instruction out = make_instruction(NCS_COPY, NCS_DVE);
    out.dst = make_whole(p, 4);
    out.src[0] = acc;
    make_chain(p, out);
    make_load(p, make_view(p, 1, 128, 256, 0), make_whole(p, 4));
    int32_t note;
    assert_int_equal(ncs_program_add_note(p, "a<b>&\"\\\n\x01", &note), TRNFFT_OK);
    p->instruction[1].note = note;
    return p;
}

typedef struct drawn {
    ncs_span span[16];
    int32_t critical[16];
    ncs_time t;
} drawn;

static drawn estimate(const ncs_program *p)
{
    drawn d;
    ncs_settings s;
    ncs_settings_init(&s, p->machine);
    assert_int_equal(ncs_estimate(p, &s, d.span, d.critical, &d.t), TRNFFT_OK);
    return d;
}

static char *json_of(const ncs_program *p, const drawn *d)
{
    tfi_printer count = { 0 };
    ncs_trace_json(p, d->span, &d->t, &count);
    tfi_printer out = { test_malloc(count.length + 1), count.length + 1, 0, 0 };
    ncs_trace_json(p, d->span, &d->t, &out);
    return out.text;
}

static char *svg_of(const ncs_program *p, const drawn *d)
{
    tfi_printer count = { 0 };
    ncs_trace_svg(p, d->span, d->critical, &d->t, "a & b", &count);
    tfi_printer out = { test_malloc(count.length + 1), count.length + 1, 0, 0 };
    ncs_trace_svg(p, d->span, d->critical, &d->t, "a & b", &out);
    return out.text;
}

static size_t count_of(const char *text, const char *part)
{
    size_t n = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at++) {
        n++;
    }
    return n;
}

/* --- a checker of JSON --- */

static const char *skip_spaces(const char *s)
{
    return s + strspn(s, " \n\r\t");
}

static const char *json_string(const char *s)
{
    assert_int_equal(*s, '"');
    for (s++; *s != '"'; s++) {
        assert_true((unsigned char)*s >= 0x20 && (unsigned char)*s < 0x7f);
        if (*s == '\\') {
            s++;
            if (*s == 'u') {
                assert_int_equal(strspn(s + 1, "0123456789abcdef") >= 4, 1);
                s += 4;
            } else {
                assert_non_null(strchr("\"\\/bfnrt", *s));
            }
        }
    }
    return s + 1;
}

static const char *json_value(const char *s)
{
    s = skip_spaces(s);
    if (*s == '"') {
        return json_string(s);
    }
    if (*s != '{' && *s != '[') {
        const size_t n = strspn(s, "0123456789.-");
        assert_true(n > 0);
        return s + n;
    }
    const char open = *s, close = open == '{' ? '}' : ']';
    s = skip_spaces(s + 1);
    while (*s != close) {
        if (open == '{') {
            s = skip_spaces(json_string(s));
            assert_int_equal(*s, ':');
            s++;
        }
        s = skip_spaces(json_value(s));
        assert_true(*s == ',' || *s == close);
        if (*s == ',') {
            s = skip_spaces(s + 1);
            assert_true(*s != close);
        }
    }
    return s + 1;
}

/* --- a checker of XML: tags are closed in turn --- */

static void xml_is_well_formed(const char *text)
{
    char open[32][16];
    int depth = 0;
    for (const char *s = strchr(text, '<'); s != NULL; s = strchr(s, '<')) {
        const bool closing = s[1] == '/';
        s += closing ? 2 : 1;
        const size_t n = strspn(s, "abcdefghijklmnopqrstuvwxyz");
        assert_true(n > 0 && n < 16);
        const char *end = strchr(s, '>');
        assert_non_null(end);
        if (closing) {
            assert_true(depth > 0 && strlen(open[depth - 1]) == n &&
                        memcmp(open[depth - 1], s, n) == 0);
            depth--;
        } else if (end[-1] != '/') {
            assert_true(depth < 32);
            memcpy(open[depth], s, n);
            open[depth++][n] = '\0';
        }
        s = end;
    }
    assert_int_equal(depth, 0);
    for (const char *s = strchr(text, '&'); s != NULL; s = strchr(s + 1, '&')) {
        assert_int_equal(s[1], '#');
    }
}

static void test_json_has_every_instruction(void **state)
{
    (void)state;
    ncs_program *p = some_program();
    const drawn d = estimate(p);
    char *text = json_of(p, &d);
    assert_int_equal(*skip_spaces(json_value(text)), '\0');
    /* Four instructions, all of them on the critical path as well. */
    assert_int_equal(count_of(text, "\"ph\":\"X\""), 8);
    assert_int_equal(count_of(text, "\"name\":\"matmul\""), 2);
    assert_non_null(strstr(text, "\"name\":\"critical path\""));
    assert_non_null(strstr(text, "a<b>&\\\"\\\\\\u000a\\u0001"));
    assert_non_null(strstr(text, "never measured on silicon"));
    assert_non_null(strstr(text, "\"text\":\"pe matmul acc[0:128 0 256:1] <- "));
    char start[64];
    snprintf(start, sizeof start, "\"ts\":%d.%03d", (int)(d.span[0].start / 1000),
             (int)d.span[0].start % 1000);
    assert_non_null(strstr(text, start));
    test_free(text);
    ncs_program_destroy(p);
}

static void test_svg_is_well_formed(void **state)
{
    (void)state;
    ncs_program *p = some_program();
    const drawn d = estimate(p);
    char *text = svg_of(p, &d);
    xml_is_well_formed(text);
    assert_int_equal(count_of(text, "<title>"), 4);
    assert_int_equal(count_of(text, " class=\"c\"><title>"), 4);
    assert_non_null(strstr(text, ">a &#38; b</text>"));
    assert_non_null(strstr(text, ">a&#60;b&#62;&#38;&#34;\\</text>"));
    assert_non_null(strstr(text, "never measured on silicon"));
    assert_non_null(strstr(text, ">dma0</text>"));
    assert_null(strstr(text, ">act</text>")); /* not in use */
    assert_null(strstr(text, "nan"));
    test_free(text);
    ncs_program_destroy(p);
}

static void test_nothing_to_show(void **state)
{
    (void)state;
    ncs_program *p = make_program("v2");
    const drawn d = estimate(p);
    char *text = svg_of(p, &d);
    xml_is_well_formed(text);
    assert_null(strstr(text, "nan"));
    test_free(text);
    text = json_of(p, &d);
    assert_int_equal(*skip_spaces(json_value(text)), '\0');
    test_free(text);
    ncs_program_destroy(p);
}

/* Thousands of short instructions become few bars. */
static void test_short_instructions_join(void **state)
{
    (void)state;
    enum { MANY = 20000 };
    ncs_program *p = make_program("v3");
    make_tile(p, "s", NCS_SBUF, NCS_F32, 0, 128, 8, 0);
    for (int i = 0; i < MANY; i++) {
        ncs_instruction in = make_instruction(NCS_MEMSET, NCS_POOL);
        in.dst = make_whole(p, 0);
        make_add(p, &in);
    }
    ncs_span *spans = test_calloc(MANY, sizeof *spans);
    ncs_time t;
    ncs_settings s;
    ncs_settings_init(&s, p->machine);
    assert_int_equal(ncs_estimate(p, &s, spans, NULL, &t), TRNFFT_OK);
    tfi_printer count = { 0 };
    ncs_trace_svg(p, spans, NULL, &t, "many", &count);
    assert_true(count.length < 8000);
    test_free(spans);
    ncs_program_destroy(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_json_has_every_instruction),
        cmocka_unit_test(test_svg_is_well_formed),
        cmocka_unit_test(test_nothing_to_show),
        cmocka_unit_test(test_short_instructions_join),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
