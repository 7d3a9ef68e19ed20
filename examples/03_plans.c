/* 03 - Plans: prepare once, execute often, with the caller's memory and nothing else.
 *
 * With a workspace and one thread, trnfft_plan_execute() allocates nothing, locks
 * nothing and makes no system call. One plan may be used by many threads at once.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <trnfft/trnfft.h>

enum { ROWS = 4, N = 1000, BINS = N / 2 + 1 };

int main(void)
{
    static float x[ROWS * N], re[ROWS * BINS], im[ROWS * BINS], re2[ROWS * BINS],
        im2[ROWS * BINS];
    for (int i = 0; i < ROWS * N; i++) {
        x[i] = (float)((i * 37) % 101) - 50;
    }
    trnfft_problem p = TRNFFT_PROBLEM_INIT;
    p.op = TRNFFT_OP_RFFT;
    p.in = trnfft_tensor_real(TRNFFT_F32, 2, (int64_t[]){ ROWS, N }, x);
    p.out = trnfft_tensor_split(TRNFFT_F32, 2, (int64_t[]){ ROWS, BINS }, re, im);
    p.n_dim = 1;
    p.dim[0] = -1;
    p.n[0] = N;

    trnfft_plan_options o = TRNFFT_PLAN_OPTIONS_INIT;
    trnfft_plan *plan = NULL;
    if (trnfft_plan_create(NULL, &p, &o, &plan) != TRNFFT_OK) {
        fprintf(stderr, "%s\n", trnfft_last_error());
        return 1;
    }
    char text[4096];
    trnfft_plan_describe(plan, text, sizeof text);
    printf("%s\n", text);

    size_t bytes = trnfft_plan_workspace_bytes(plan);
    void *workspace = malloc(bytes + 1); /* + 1: malloc(0) may be NULL */
    int bad = workspace == NULL ||
              trnfft_plan_execute(plan, x, NULL, re, im, workspace, bytes) != TRNFFT_OK;
    /* Other pointers of the same layout, scratch from the context's pool: the same
     * bits. */
    bad = bad || trnfft_plan_execute(plan, x, NULL, re2, im2, NULL, 0) != TRNFFT_OK;
    if (bad) {
        fprintf(stderr, "%s\n", trnfft_last_error());
    } else {
        bad = memcmp(re, re2, sizeof re) != 0 || memcmp(im, im2, sizeof im) != 0;
        printf("row 3, bin 1: %.3f %+.3f i\n", (double)re[3 * BINS + 1],
               (double)im[3 * BINS + 1]);
    }
    free(workspace);
    trnfft_plan_destroy(plan);
    return bad;
}
