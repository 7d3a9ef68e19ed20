/* run_bench.h - one instruction on data of choice: operands come from HBM by DMA into
 * tiles of odd patterns, the result goes back the same way. Element e of an array in
 * HBM is element e of the view.
 */
#ifndef TESTS_NCSIM_RUN_BENCH_H
#define TESTS_NCSIM_RUN_BENCH_H

#include "ncsim/program.h"
#include "ncsim/run.h"

typedef struct bench {
    const char *machine;
    ncs_instruction in; /* views are filled in */
    int32_t rows;
    int64_t columns;
    bool simple;       /* plain rows instead of odd patterns */
    ncs_dtype type[4]; /* of dst and sources */
    bool operand[4];   /* which there are */
    bool column[4];    /* sources of one column */
    ncs_memory memory[4];
    /* Made by bench_open(). */
    ncs_program *program;
    ncs_core *core;
    ncs_settings settings;
    int64_t elements; /* of dst */
} bench;

/* With dst and this many sources of type t, in SBUF. */
bench bench_of(ncs_op op, ncs_stream stream, int32_t rows, int64_t columns, int sources,
               ncs_dtype t);
/* Makes, verifies and loads the program; fails the test with the sentence. */
void bench_open(bench *b);
void bench_close(bench *b);
/* Arrays: 0 the result, 1 … 3 the sources. */
void *bench_array(const bench *b, int which);
void bench_run(bench *b);

/* Numbers of a type: some of everything, always the same for the same i. */
double bench_value(ncs_dtype t, int64_t i);
void bench_fill(bench *b);

#endif
