/* real_direct_body.h - the table of single real rows by definition of one ISA, see
 * table_body.h. The including file defines TFK_REAL_DIRECT_TABLE and has vectors of 256
 * bits or more: others leave these rows to `direct`. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "backend/cpu/real_direct_table.h"

#define UNROLL   _Pragma("GCC unroll 16")
#define TFK_WIDE 1

/* Lengths with a function of their own, whose loops go; TFK_FEWEST leaves those to
 * other tables that fill vectors of 512 bits. One function serves all the others from
 * EACH_LONG, and, of f32 in vectors of 512 bits, from EACH_LONGER. */
#if defined(TFK_FEWEST)
#define EACH_SHORT(X) X(3) X(5) X(7)
#else
#if defined(TFK_FEW_RADICES) && TFK_BYTES == 64
#define EACH_SHORT(X) X(9) X(28) X(31)
#elif defined(TFK_FEW_RADICES)
#define EACH_SHORT(X) X(3) X(5) X(9) X(13) X(28) X(31)
#else
#define EACH_TO_21(X) X(9) X(11) X(13) X(15) X(17) X(19) X(21)
#define EACH_TO_33(X) X(23) X(25) X(27) X(28) X(29) X(30) X(31) X(33)
#define EACH_TO_47(X) \
    X(34) X(35) X(36) X(37) X(38) X(39) X(41) X(42) X(43) X(44) X(45) X(46) X(47)
#define EACH_FULL(X) EACH_TO_21(X) EACH_TO_33(X) EACH_TO_47(X)
#if TFK_BYTES == 64
#define EACH_SHORT(X) EACH_FULL(X)
#else
#define EACH_SHORT(X) X(3) X(5) X(7) EACH_FULL(X)
#endif
#endif
#define EACH_LONG(X) \
    X(49) X(51) X(52) X(53) X(54) X(55) X(57) X(58) X(59) X(61) X(62) X(63)
#define EACH_TO_95(X) \
    X(65)             \
    X(67)             \
    X(69) X(71) X(73) X(75) X(77) X(79) X(81) X(83) X(85) X(87) X(89) X(91) X(93) X(95)
#define EACH_TO_127(X) \
    X(97)              \
    X(99)              \
    X(101)             \
    X(103)             \
    X(105) X(107) X(109) X(111) X(113) X(115) X(117) X(119) X(121) X(123) X(125) X(127)
#if TFK_BYTES == 64
#define EACH_LONGER(X) EACH_TO_95(X) EACH_TO_127(X)
#else
#define EACH_LONGER(X)
#endif
#endif
#define UNROLL_ALL _Pragma("GCC unroll 32")

#define TFK_TYPE 32
#include "backend/cpu/kernels/words_tmpl.h"
#include "backend/cpu/kernels/pairs_words_tmpl.h"
#include "backend/cpu/kernels/real_direct_tmpl.h"
#include "backend/cpu/kernels/pairs_words_end.h"
#include "backend/cpu/kernels/words_end.h"
#define UNROLL   _Pragma("GCC unroll 16")
#define TFK_TYPE 64
#include "backend/cpu/kernels/words_tmpl.h"
#include "backend/cpu/kernels/pairs_words_tmpl.h"
#include "backend/cpu/kernels/real_direct_tmpl.h"
#include "backend/cpu/kernels/pairs_words_end.h"
#include "backend/cpu/kernels/words_end.h"

#define KERNELS(N, name, direction, f)                 \
    [N] = { tfk_real_##direction##_pairs_##name##_##f, \
            tfk_real_##direction##_parts_##name##_##f },
#define FORWARD_F32(N)       KERNELS(N, N, forward, f32)
#define FORWARD_F64(N)       KERNELS(N, N, forward, f64)
#define BACKWARD_F32(N)      KERNELS(N, N, backward, f32)
#define BACKWARD_F64(N)      KERNELS(N, N, backward, f64)
#define LONG_FORWARD_F32(N)  KERNELS(N, long, forward, f32)
#define LONG_FORWARD_F64(N)  KERNELS(N, long, forward, f64)
#define LONG_BACKWARD_F32(N) KERNELS(N, long, backward, f32)
#define LONG_BACKWARD_F64(N) KERNELS(N, long, backward, f64)

#ifdef TFK_FEWEST
#define EACH_LONG(X)
#define EACH_LONGER(X)
#endif

extern const tfk_real_direct_table TFK_REAL_DIRECT_TABLE;
const tfk_real_direct_table TFK_REAL_DIRECT_TABLE = {
    .forward = { { EACH_SHORT(FORWARD_F32) EACH_LONG(LONG_FORWARD_F32)
                       EACH_LONGER(LONG_FORWARD_F32) },
                 { EACH_SHORT(FORWARD_F64) EACH_LONG(LONG_FORWARD_F64) } },
    .backward = { { EACH_SHORT(BACKWARD_F32) EACH_LONG(LONG_BACKWARD_F32)
                        EACH_LONGER(LONG_BACKWARD_F32) },
                  { EACH_SHORT(BACKWARD_F64) EACH_LONG(LONG_BACKWARD_F64) } },
};
