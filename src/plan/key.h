/* key.h - where operands lie relative to each other, and the key of the plan cache. */
#ifndef TFI_PLAN_KEY_H
#define TFI_PLAN_KEY_H

#include <stdbool.h>

#include <trnfft/plan.h>

#include "plan/kind.h"

enum { TFI_MAX_OPERANDS = 3, TFI_MAX_KEY_WORDS = 98 + TFI_MAX_EXTRA_WORDS };

/* Bytes that one part (re or im) of an operand touches, counted from its pointer. */
typedef struct tfi_span {
    int64_t lo, hi; /* equal without elements */
    int32_t size;   /* bytes of a component */
    int32_t layout; /* trnfft_layout */
} tfi_span;

tfi_span tfi_span_of(const trnfft_tensor *t);

/* Relations between the parts of an output and of all other operands: which of them
 * overlap, in the first word, and the exact distances of those. One word 0 where
 * nothing does. Returns the number of words (at most 12). */
size_t tfi_relations(const tfi_span *spans, const trnfft_operand *operands,
                     int32_t n_operands, uint64_t *words);
/* Whether the parts of a split operand share memory. */
bool tfi_parts_meet(const tfi_span *span, const trnfft_operand *operand);

typedef struct tfi_key {
    uint64_t hash;
    size_t n_words;
    uint64_t words[TFI_MAX_KEY_WORDS];
} tfi_key;

/* Problem and options are complete, `generation` that of the wisdom that the plan looks
 * at; garbage in views is allowed (it gets a key of its
 * own). */
void tfi_key_make(const tfi_kind *kind, const trnfft_problem *problem,
                  const trnfft_plan_options *options, uint64_t generation,
                  tfi_key *key);

#endif
