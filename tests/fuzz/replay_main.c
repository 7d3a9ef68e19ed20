/* Runs a fuzz target without a fuzzer: over files, over the files of folders, and over
 * random inputs of its own: `replay FILE|FOLDER… [--random COUNT]`. */
#define _DEFAULT_SOURCE
#include <dirent.h>
#include <string.h>
#include <sys/stat.h>

#include "fuzz/bytes.h"
#include "support/random.h"

enum { LARGEST_INPUT = 1 << 20, LARGEST_RANDOM = 192 };

static int n_inputs;

static int replay_file(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (f == NULL) {
        fprintf(stderr, "cannot open %s\n", path);
        return 1;
    }
    uint8_t *data = malloc(LARGEST_INPUT);
    size_t n = fread(data, 1, LARGEST_INPUT, f);
    fclose(f);
    /* Exactly sized, so that a sanitizer sees a read past the end. */
    uint8_t *exact = malloc(n > 0 ? n : 1);
    memcpy(exact, data, n);
    free(data);
    LLVMFuzzerTestOneInput(exact, n);
    free(exact);
    n_inputs++;
    return 0;
}

static int replay(const char *path)
{
    struct stat s;
    if (stat(path, &s) == 0 && S_ISDIR(s.st_mode)) {
        DIR *folder = opendir(path);
        int failures = 0;
        for (struct dirent *e; folder != NULL && (e = readdir(folder)) != NULL;) {
            char name[1024];
            snprintf(name, sizeof name, "%s/%s", path, e->d_name);
            failures += e->d_name[0] == '.' ? 0 : replay(name);
        }
        closedir(folder);
        return failures;
    }
    return replay_file(path);
}

static void replay_random(int64_t count, uint64_t seed)
{
    test_random r = test_random_seed(seed);
    for (int64_t i = 0; i < count; i++) {
        uint8_t data[LARGEST_RANDOM];
        size_t n = (size_t)test_random_between(&r, 1, LARGEST_RANDOM);
        for (size_t k = 0; k < n; k++) {
            data[k] = (uint8_t)test_random_u64(&r);
        }
        const char *keep =
            getenv("TRNFFT_FUZZ_KEEP"); /* a file for the input about to run */
        FILE *f = keep != NULL ? fopen(keep, "wb") : NULL;
        if (f != NULL) {
            fwrite(data, 1, n, f);
            fclose(f);
        }
        uint8_t *exact = malloc(n);
        memcpy(exact, data, n);
        LLVMFuzzerTestOneInput(exact, n);
        free(exact);
        n_inputs++;
    }
}

int main(int argc, char **argv)
{
    int failures = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--random") == 0 && i + 1 < argc) {
            const char *seed = getenv("TRNFFT_FUZZ_SEED");
            replay_random(atoll(argv[++i]), seed != NULL ? (uint64_t)atoll(seed) : 1);
        } else {
            failures += replay(argv[i]);
        }
    }
    printf("%d inputs replayed\n", n_inputs);
    return failures > 0 || n_inputs == 0;
}
