/* cmd_info.c - `trnfft info`: what this program and its library are and can do here. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <trnfft/trnfft.h>

#include "report.h"
#include "verbs.h"

typedef struct info_options {
    bool json;
} info_options;

static const cli_option options[] = {
    { "json", 0, CLI_BOOL, offsetof(info_options, json), NULL, "one JSON object",
      NULL },
    { NULL, 0, CLI_BOOL, 0, NULL, NULL, NULL },
};

static const struct {
    const char *name;
    bool there;
} features[] = {
#ifdef TRNFFT_HAVE_SNDFILE
    { "libsndfile (flac and more)", true },
#else
    { "libsndfile (flac and more)", false },
#endif
#ifdef TRNFFT_HAVE_PNG
    { "libpng (pictures)", true },
#else
    { "libpng (pictures)", false },
#endif
#ifdef TRNFFT_HAVE_CJSON
    { "cJSON (--json)", true },
#else
    { "cJSON (--json)", false },
#endif
};
enum { N_FEATURES = sizeof features / sizeof features[0] };

static const int dtypes[] = { TRNFFT_F32, TRNFFT_F64, TRNFFT_BF16,
                              TRNFFT_F16, TRNFFT_S16, TRNFFT_S24 };
enum { N_DTYPES = sizeof dtypes / sizeof dtypes[0] };

static const char *dtype_use(int dtype)
{
    switch (dtype) {
    case TRNFFT_F32:
    case TRNFFT_F64: return "computed natively";
    case TRNFFT_BF16:
    case TRNFFT_F16: return "storage, computed in f32";
    default: return "signals only";
    }
}

/* The processor's own name, or "". */
static void processor_name(char *text, size_t capacity)
{
    char line[256];
    text[0] = '\0';
    FILE *f = fopen("/proc/cpuinfo", "r");
    while (f != NULL && text[0] == '\0' && fgets(line, sizeof line, f) != NULL) {
        char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) == 0 && colon != NULL) {
            colon[strcspn(colon, "\n")] = '\0';
            snprintf(text, capacity, "%s", colon + 1 + strspn(colon + 1, " "));
        }
    }
    if (f != NULL) {
        fclose(f);
    }
}

typedef struct cache_size {
    const char *name;
    long bytes; /* 0: not known */
} cache_size;

/* The first word of a file; false where there is none. */
static bool first_word(const char *path, char *text, size_t size)
{
    FILE *f = fopen(path, "r");
    if (f == NULL) {
        return false;
    }
    const bool ok = fgets(text, (int)size, f) != NULL;
    fclose(f);
    text[strcspn(text, " \n")] = '\0';
    return ok && text[0] != '\0';
}

/* Bytes of the processor's cache of that level, as far as one core uses it, from
 * Linux's list; 0: not listed. sysconf() would count every core's part of an L3 on some
 * processors. */
static long listed_cache(int level)
{
    for (int index = 0; index < 8; index++) {
        const char *folder = "/sys/devices/system/cpu/cpu0/cache/index";
        char path[96];
        char text[32] = "";
        snprintf(path, sizeof path, "%s%d/level", folder, index);
        if (!first_word(path, text, sizeof text)) {
            break;
        }
        if (strtol(text, NULL, 10) != level) {
            continue;
        }
        snprintf(path, sizeof path, "%s%d/type", folder, index);
        if (!first_word(path, text, sizeof text) || strcmp(text, "Instruction") == 0) {
            continue;
        }
        snprintf(path, sizeof path, "%s%d/size", folder, index);
        if (first_word(path, text, sizeof text)) {
            char *unit = NULL;
            const long size = strtol(text, &unit, 10);
            return size * (*unit == 'M' ? 1024L * 1024 : *unit == 'K' ? 1024 : 1);
        }
    }
    return 0;
}

/* The same from the C library; 0: it does not say. */
static long configured_cache(int level)
{
#if defined(_SC_LEVEL1_DCACHE_SIZE)
    const int names[] = { _SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL2_CACHE_SIZE,
                          _SC_LEVEL3_CACHE_SIZE };
    return sysconf(names[level - 1]);
#else
    (void)level;
    return 0;
#endif
}

static int cache_sizes(cache_size list[3])
{
    static const char *const names[] = { "L1d", "L2", "L3" };
    int count = 0;
    for (int level = 1; level <= 3; level++) {
        const long listed = listed_cache(level);
        const long bytes = listed > 0 ? listed : configured_cache(level);
        if (bytes > 0) {
            list[count++] = (cache_size){ names[level - 1], bytes };
        }
    }
    return count;
}

/* Calls `each` with every "name: value" line of the build. */
static void for_build_lines(void (*each)(const char *name, const char *value,
                                         void *user),
                            void *user)
{
    const char *p = trnfft_build_info();
    while (*p != '\0') {
        char line[256];
        size_t length = strcspn(p, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, p);
        p += length + (p[length] == '\n' ? 1 : 0);
        char *colon = strchr(line, ':');
        if (colon != NULL) {
            *colon = '\0';
            each(line, colon + 1 + strspn(colon + 1, " "), user);
        }
    }
}

static void print_line(const char *name, const char *value, void *user)
{
    (void)user;
    printf("%-14s%s\n", name, value);
}

static void json_line(const char *name, const char *value, void *user)
{
    cli_json_text(user, name, value);
}

static int print_json(void)
{
    char name[256];
    cache_size caches[3];
    if (!cli_json_available()) {
        return cli_json_missing();
    }
    processor_name(name, sizeof name);
    cli_json *info = cli_json_object();
    cli_json *build = cli_json_object();
    cli_json *sizes = cli_json_object();
    cli_json *types = cli_json_object();
    cli_json *parts = cli_json_object();
    cli_json_text(info, "version", trnfft_version());
    cli_json_text(info, "cpu", trnfft_cpu_name());
    cli_json_text(info, "cpu_detected", trnfft_cpu_machine());
    cli_json_text(info, "processor", name);
    cli_json_number(info, "processors", (double)sysconf(_SC_NPROCESSORS_ONLN));
    for (int i = 0, n = cache_sizes(caches); i < n; i++) {
        cli_json_number(sizes, caches[i].name, (double)caches[i].bytes);
    }
    for (int i = 0; i < N_DTYPES; i++) {
        cli_json_text(types, trnfft_dtype_name(dtypes[i]), dtype_use(dtypes[i]));
    }
    for (int i = 0; i < N_FEATURES; i++) {
        cli_json_bool(parts, features[i].name, features[i].there);
    }
    for_build_lines(json_line, build);
    cli_json_add(info, "build", build);
    cli_json_add(info, "caches", sizes);
    cli_json_add(info, "dtypes", types);
    cli_json_add(info, "features", parts);
    return cli_json_print(info, true);
}

static int run(const cli_verb *verb, int argc, char **argv)
{
    info_options o = { false };
    cli_files files;
    int code = cli_parse(verb, argc, argv, &o, &files);
    if (code >= 0) {
        return code;
    }
    if (o.json) {
        return print_json();
    }
    char name[256];
    cache_size caches[3];
    processor_name(name, sizeof name);
    printf("%-14s%s\n", "version", trnfft_version());
    printf("%-14s%s, %ld online\n", "processor", name[0] != '\0' ? name : "unknown",
           sysconf(_SC_NPROCESSORS_ONLN));
    printf("%-14s%s detected, %s in use\n", "cpu level", trnfft_cpu_machine(),
           trnfft_cpu_name());
    for_build_lines(print_line, NULL);
    for (int i = 0, n = cache_sizes(caches); i < n; i++) {
        printf("%-14s%s %ld KiB\n", i == 0 ? "caches" : "", caches[i].name,
               caches[i].bytes / 1024);
    }
    for (int i = 0; i < N_DTYPES; i++) {
        printf("%-14s%-5s %s\n", i == 0 ? "types" : "", trnfft_dtype_name(dtypes[i]),
               dtype_use(dtypes[i]));
    }
    for (int i = 0; i < N_FEATURES; i++) {
        printf("%-14s%-27s %s\n", i == 0 ? "built with" : "", features[i].name,
               features[i].there ? "yes" : "no");
    }
    return CLI_OK;
}

const cli_verb cmd_info_verbs[] = {
    { "info", "version, processor, kernels and features", "[--json]",
      "The CPU level in use is the best that the processor has, or what the "
      "environment\n"
      "variable TRNFFT_CPU names: scalar, sse2, avx2, avx512 or neon.",
      "  trnfft info\n"
      "  TRNFFT_CPU=sse2 trnfft info --json",
      options, 0, 0, run },
    { NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL },
};
