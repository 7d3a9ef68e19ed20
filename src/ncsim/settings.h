/* settings.h - how a simulated machine behaves where its documents are silent.
 *
 * Numerics change bits, constants change times; both are data of a run, so that one run
 * on silicon can tell which setting is true.
 */
#ifndef NCS_SETTINGS_H
#define NCS_SETTINGS_H

#include <trnfft/status.h>

#include "ncsim/machine.h"

/* X(field, default, choices): each a small enumeration; names are in settings.c. */
typedef enum ncs_sum_order {
    NCS_SUM_SEQUENTIAL = 0, /* row 0, 1, 2 …, each sum rounded to f32 */
    NCS_SUM_REVERSED,
    NCS_SUM_PAIRWISE,
    NCS_SUM_WIDE /* in double, rounded once per matmul */
} ncs_sum_order;

typedef enum ncs_f32_products {
    NCS_F32_EXACT = 0, /* product and sum rounded once, as fma does; pairwise: each sum
                        * of two products */
    NCS_F32_ROUNDED,   /* product rounded to f32, then the sum */
    NCS_F32_SPLIT4,    /* operands as high (12 bits, cut) + low, four products */
    NCS_F32_SPLIT3     /* the same without low * low */
} ncs_f32_products;

typedef enum ncs_low_products { /* of bf16, fp16 and tf32 operands */
                                NCS_LOW_EXACT = 0,
                                NCS_LOW_BF16 /* each product rounded to bf16 before it
                                                is added */
} ncs_low_products;

typedef enum ncs_tf32_rounding {
    NCS_TF32_NEAREST = 0,
    NCS_TF32_TRUNCATE
} ncs_tf32_rounding;

typedef enum ncs_denormals {
    NCS_DENORMALS_KEPT = 0,
    NCS_DENORMALS_FLUSHED
} ncs_denormals;

typedef enum ncs_two_ops { /* between alu[0] and alu[1] of tensor_scalar,
                            * scale and bias of activation; one: in double */
                           NCS_TWO_ROUNDINGS = 0,
                           NCS_ONE_ROUNDING
} ncs_two_ops;

typedef struct ncs_settings {
    ncs_sum_order sum_order;
    ncs_f32_products f32_products;
    ncs_low_products low_products;
    ncs_tf32_rounding tf32_rounding;
    ncs_denormals denormals;
    ncs_two_ops two_ops;
    double
        function_error; /* relative error of ACT's functions but copy and square:
                         * 0 (default) or, say, 1e-6, applied with alternating sign */
    double constant[NCS_N_CONSTANTS];
} ncs_settings;

/* Defaults: the middle of every range; launch: the measured one. */
void ncs_settings_init(ncs_settings *settings, const ncs_machine *machine);
/* -1: all constants at the optimistic end, 0 middle, 1 pessimistic; launch is left. */
void ncs_settings_at(ncs_settings *settings, const ncs_machine *machine, int end);
/* "sum_order=pairwise", "dma_latency=2000": sets one by name. INVALID_ARGUMENT with the
 * sentence. */
trnfft_status ncs_settings_set(ncs_settings *settings, const char *assignment);
/* The same, and "range=low|middle|high": ncs_settings_at(). */
trnfft_status ncs_settings_apply(ncs_settings *settings, const ncs_machine *machine,
                                 const char *assignment);

/* Every switch with its choices, for tables and help: the index-th numeric switch's
 * name and its choices (NULL-terminated); false past the end. */
bool ncs_settings_switch(size_t index, const char **name, const char *const **choices);

#endif
