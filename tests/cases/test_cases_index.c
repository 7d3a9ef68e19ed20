/* Every id of the failure-class table has a test here, or says why not. Counts them. */
#include "cases/cases.h"

typedef struct row {
    const char *id, *later; /* later: the feature that it belongs to; or who tests it */
} row;

static const row rows[] = {
    { "C01", NULL },
    { "C03", NULL },
    { "C05", NULL },
    { "C06", NULL },
    { "C08", NULL },
    { "C10", NULL },
    { "C11", NULL },
    { "C12", NULL },
    { "C14", NULL },
    { "C16", NULL },
    { "C17", NULL },
    { "C18", NULL },
    { "C19", NULL },
    { "C21", NULL },
    { "C23", NULL },
    { "C24", NULL },
    { "C25", NULL },
    { "C26", NULL },
    { "C28", NULL },
    { "C29", NULL },
    { "C31", NULL },
    { "C32", NULL },
    { "C34", NULL },
    { "C35", NULL },
    { "C36", NULL },
    { "C37", NULL },
    { "C38", NULL },
    { "C39", NULL },
    { "C40", NULL },
    { "C41", NULL },
    { "C42", NULL },
    { "C43", NULL },
    { "C44", NULL },
    { "C45", NULL },
    { "C46", NULL },
    { "C47", NULL },
    { "C48", NULL },
    { "C50", NULL },
    { "C52", NULL },
    { "C53", NULL },
    { "C54", NULL },
    { "C55", NULL },
    { "C56", NULL },
    { "C57", NULL },
    { "C58", NULL },
    { "C59", NULL },
    { "C60", NULL },
    { "C61", NULL },
    { "C63", NULL },
    { "C64", NULL },
    { "C65", NULL },
    { "C66", NULL },
    { "C67", "later: complex layers" },
    { "C68", "later: gradients of the transforms" },
    { "C70", "later: gradients of the STFT" },
    { "C71", "tests/install" },
    { "C72", NULL },
    { "C73", "later: MPI" },
};

static const char *const files[] = { "real",   "layout",  "sizes",
                                     "values", "process", "realtime",
                                     "stft",   "signal",  "io" };

static char *text_of(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (f == NULL) {
        return NULL;
    }
    char *text = calloc(1, 1 << 18);
    size_t n = fread(text, 1, (1 << 18) - 1, f);
    text[n] = '\0';
    fclose(f);
    return text;
}

/* A registered test, not just a mention. */
static int has_test(const char *const *texts, const char *id)
{
    char needle[64];
    snprintf(needle, sizeof needle, "cmocka_unit_test(%s_", id);
    for (int i = 0; i < COUNT(files); i++) {
        if (strstr(texts[i], needle) != NULL) {
            return 1;
        }
    }
    return 0;
}

static void every_id_is_tested(void **state)
{
    (void)state;
    char *texts[COUNT(files)];
    for (int i = 0; i < COUNT(files); i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/tests/cases/test_cases_%s.c", TRNFFT_SOURCE_DIR,
                 files[i]);
        texts[i] = text_of(path);
        if (texts[i] == NULL) {
            fail_msg("cannot read %s", path);
        }
    }
    int tested = 0, later = 0, elsewhere = 0, missing = 0;
    for (int i = 0; i < COUNT(rows); i++) {
        if (has_test((const char *const *)texts, rows[i].id)) {
            tested++;
        } else if (rows[i].later == NULL) {
            missing++;
            fprintf(stderr, "%s has no test\n", rows[i].id);
        } else {
            printf("%s %s\n", rows[i].id, rows[i].later);
            *(strncmp(rows[i].later, "later", 5) == 0 ? &later : &elsewhere) += 1;
        }
    }
    printf("%d ids: %d tested here, %d in another folder, %d later\n", (int)COUNT(rows),
           tested, elsewhere, later);
    for (int i = 0; i < COUNT(files); i++) {
        free(texts[i]);
    }
    assert_int_equal(missing, 0);
    assert_int_equal(tested + later + elsewhere, COUNT(rows));
    assert_int_equal(COUNT(rows), 58);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_id_is_tested),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
