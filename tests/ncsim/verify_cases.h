/* verify_cases.h - programs that break a rule, and their twins that differ by one
 * number and pass. */
#ifndef TESTS_NCSIM_VERIFY_CASES_H
#define TESTS_NCSIM_VERIFY_CASES_H

#include "ncsim/make.h"
#include "ncsim/verify.h"

/* What every program begins with: all SBUF and PSUM tiles are written. */
typedef struct setting {
    ncs_program *p;
    bool bad;
    int32_t x, i, y, tab, scratch; /* HBM: f32, i32 inputs, output, table, scratch */
    int32_t a, b, c;               /* SBUF f32 [128, 128] */
    int32_t h, k;                  /* SBUF bf16 [128, 128] */
    int32_t n, m;                  /* SBUF i32 [128, 128] */
    int32_t t;                     /* SBUF tf32 [128, 128] */
    int32_t q, r;                  /* PSUM f32 [128, 512] each in a bank */
    int32_t wide;                  /* PSUM f32 [128, 1024] in two banks */
    int32_t e;                     /* SBUF f32 [128, 128] that nobody writes */
} setting;

typedef struct verify_case {
    ncs_rule rule;
    const char *machine;
    const char *words; /* of the sentence */
    void (*build)(setting *s);
} verify_case;

#define CASE(rule, words, build)            \
    {                                       \
        NCS_RULE_##rule, "v3", words, build \
    }
#define CASE_V2(rule, words, build)         \
    {                                       \
        NCS_RULE_##rule, "v2", words, build \
    }

/* Rows [first, first + rows), columns [offset, offset + columns) of it. */
ncs_view part(const setting *s, int32_t buffer, int32_t first, int32_t rows,
              int64_t offset, int64_t columns);
/* 128 x 128 of it. */
ncs_view full(const setting *s, int32_t buffer);
ncs_instruction one(ncs_op op, ncs_stream stream, ncs_view dst);
ncs_instruction two(ncs_op op, ncs_stream stream, ncs_view dst, ncs_view x);
ncs_instruction three(ncs_op op, ncs_stream stream, ncs_view dst, ncs_view x,
                      ncs_view y);
/* On DVE. */
ncs_instruction copy(const setting *s, int32_t dst, int32_t src);
/* From x to scratch. */
ncs_instruction collective(const setting *s, ncs_op op);
ncs_instruction *last(const setting *s);
/* The buffers, and instructions 0 … 10. */
void begin(setting *s, const char *machine);

/* Both twins of each case; `words` and the rule are in the report of the bad one. */
void check_cases(const verify_case *cases, size_t count);

#endif
