/* machine.c - what is known of each generation, and how well.
 *
 * Sources, in falling order of weight: "documented" (architecture guides, instruction
 * reference or runtime documents of the Neuron SDK, some of them removed from later
 * releases), "measured by third parties", "inferred" (by the writers of this file).
 */
#include "ncsim/machine.h"

#include <stdio.h>
#include <string.h>

/* One value for all, and ranges. */
#define SURE(value, source)         \
    {                               \
        value, value, value, source \
    }
#define RANGE(low, middle, high, text) \
    {                                  \
        low, middle, high, text        \
    }

/* What the documents say of all generations alike. */
#define COMMON                                                                        \
    [NCS_PE_MIN_INTERVAL] = SURE(64, "documented: a matmul pays at least 64 cycles"), \
    [NCS_PE_MIN_BY_STATIONARY] =                                                      \
        RANGE(1, 0, 0,                                                                \
              "documented twice and differently: an older reference (1) lowers the "  \
              "least interval to the stationary columns, the guide (0) does not"),    \
    [NCS_PE_F32_PASSES] = SURE(4, "documented: f32 costs four times bf16"),           \
    [NCS_PE_LOAD_DIVISOR] =                                                           \
        RANGE(4, 4, 1,                                                                \
              "documented: stationary loads are up to 4 times faster than moving "    \
              "as many columns"),                                                     \
    [NCS_PE_LATENCY] = RANGE(                                                         \
        128, 256, 384, "inferred: 128 rows and 128 columns of the array are passed"), \
    [NCS_ENGINE_MIN_INTERVAL] =                                                       \
        SURE(64, "documented: an instruction pays at least about 64 cycles"),         \
    [NCS_ENGINE_OVERHEAD] =                                                           \
        RANGE(0, 60, 144,                                                             \
              "documented: tensor access about 60; the cost table says 0, a kernel "  \
              "library of the vendor reckons with 144"),                              \
    [NCS_ENGINE_LATENCY] =                                                            \
        RANGE(100, 140, 200,                                                          \
              "documented: about 100 for dependent instructions, and an example of "  \
              "264 cycles from one to the next, which is 64 + 60 + 140"),             \
    [NCS_POOL_SLOWDOWN] =                                                             \
        RANGE(1, 1, 2,                                                                \
              "inferred: eight processors of 16 lanes do one element of 128 "         \
              "partitions a cycle; copies are documented so, the rest is not"),       \
    [NCS_POOL_FIXED] = SURE(150, "documented: iota and affine_select, 150 + N"),      \
    [NCS_SEMAPHORE] =                                                                 \
        RANGE(20, 60, 200, "inferred: between engines nothing is documented"),        \
    [NCS_DMA_LATENCY] =                                                               \
        RANGE(1300, 1300, 2000,                                                       \
              "documented: about 1300 from semaphore to start across engines; a "     \
              "hardware descriptor takes about 600 more where it is not hidden"),     \
    [NCS_DMA_COMPLETE] =                                                              \
        RANGE(0, 100, 200, "inferred: each engine writes four bytes at the end"),     \
    [NCS_DMA_ROW_OVERHEAD] =                                                          \
        RANGE(64, 192, 256,                                                           \
              "inferred from the documented efficiency: below 256 bytes severely "    \
              "bound by overhead, near the peak from 2 KiB"),                         \
    [NCS_COLLECTIVE_HOP] = RANGE(1000, 1500, 2000, "documented: 1 to 2 us per hop"),  \
    [NCS_HOST_GBPS] =                                                                 \
        RANGE(32, 16, 8, "documented in a figure: of the order of 16 GB/s"),          \
    [NCS_LAUNCH] =                                                                    \
        RANGE(0, 850, 1000,                                                           \
              "measured by third parties: 850 to 1000 a kernel call through a "       \
              "framework; the bare runtime is not documented (0: none)")

static const ncs_machine machines[] = {
    { .name = "v2",
      .chip = "Trainium, Inferentia2",
      .platform = "trn1",
      .sbuf_bytes = 180224,
      .hbm_bytes = INT64_C(16) << 30,
      .cores = 2,
      .max_cores = 32,
      .moving_max = 512,
      .stationary_max = 128,
      .psum_span_banks = 1,
      .dve_pool_exclude = true,
      .dve_act_exclude = true,
      .accumulate_undefined = true,
      .constant = {
          COMMON,
          [NCS_PE_GHZ] = SURE(2.8, "documented: tensor engine at 2.8 GHz"),
          [NCS_DVE_GHZ] = SURE(1.12, "documented: vector engine at 1.12 GHz"),
          [NCS_ACT_GHZ] = SURE(1.4, "documented: scalar engine at 1.4 GHz"),
          [NCS_POOL_GHZ] = SURE(1.4, "documented: GpSimd at 1.4 GHz"),
          [NCS_PE_F32_TRANSPOSE_PASSES] = SURE(4, "documented: as any f32 matmul"),
          [NCS_DVE_BF16_SPEEDUP] = SURE(1, "documented: no fast modes"),
          [NCS_DVE_BF16_TENSOR_SPEEDUP] =
              SURE(2, "documented: N instead of 2 N for contiguous bf16 in SBUF"),
          [NCS_DVE_F32_SPEEDUP] = SURE(1, "documented: no fast modes"),
          [NCS_ACT_BF16_SPEEDUP] = SURE(1, "documented: no fast modes"),
          [NCS_DMA_GBPS] =
              RANGE(27.2, 17, 17,
                    "documented twice and differently: 17 in both DMA guides, 27.2 "
                    "as the peak of the architecture guide"),
          [NCS_HBM_GBPS] = SURE(410, "documented: 820 GB/s for two cores"),
          [NCS_COLLECTIVE_GBPS] =
              RANGE(192, 192, 96,
                    "documented: 384 GB/s a chip for two cores; half of it if both "
                    "directions are counted"),
      } },
    { .name = "v3",
      .chip = "Trainium2",
      .platform = "trn2",
      .sbuf_bytes = 212984,
      .hbm_bytes = INT64_C(12) << 30,
      .cores = 8,
      .max_cores = 128,
      .moving_max = 512,
      .stationary_max = 128,
      .psum_span_banks = 1,
      .act_tensor_copy = true,
      .act_tensor_scalar = true,
      .act_scalar_bias = true,
      .dve_fast_excludes_pool = true,
      .exact_transpose = true,
      .accumulate_undefined = true,
      .constant = {
          COMMON,
          [NCS_PE_GHZ] = SURE(2.4, "documented: tensor engine at 2.4 GHz"),
          [NCS_DVE_GHZ] = SURE(0.96, "documented: vector engine at 0.96 GHz"),
          [NCS_ACT_GHZ] = SURE(1.2, "documented: scalar engine at 1.2 GHz"),
          [NCS_POOL_GHZ] = SURE(1.2, "documented: GpSimd at 1.2 GHz"),
          [NCS_PE_F32_TRANSPOSE_PASSES] =
              SURE(2, "documented: f32 transposes twice as fast as on v2"),
          [NCS_DVE_BF16_SPEEDUP] =
              SURE(4, "documented: 4 from SBUF to SBUF, contiguous; 2 otherwise"),
          [NCS_DVE_BF16_TENSOR_SPEEDUP] =
              RANGE(4, 2, 2,
                    "documented as 2 against v2, where the cost table already has 2 "
                    "for some operations"),
          [NCS_DVE_F32_SPEEDUP] =
              RANGE(2, 1, 1,
                    "documented twice and differently: 256 f32 a cycle in a table "
                    "of widths, nothing for f32 in the text on fast modes"),
          [NCS_ACT_BF16_SPEEDUP] = SURE(1, "documented: no fast modes"),
          [NCS_DMA_GBPS] =
              RANGE(27.2, 23.14, 23,
                    "documented: 32 KiB over one engine in 1416 ns and 23 in the DMA "
                    "guides; 27.2 is called theoretical"),
          [NCS_HBM_GBPS] =
              RANGE(375, 362.5, 362.5, "documented: 2.9 or 3.0 TB/s for eight cores"),
          [NCS_COLLECTIVE_GBPS] =
              RANGE(160, 128, 64,
                    "documented: 1280 GB/s a chip, 1024 inside a node, for eight "
                    "cores; half of it if both directions are counted"),
      } },
    { .name = "v4",
      .chip = "Trainium3",
      .platform = "trn3",
      .sbuf_bytes = 245752,
      .hbm_bytes = INT64_C(18) << 30,
      .cores = 8,
      .max_cores = 1152,
      .moving_max = 512,
      .stationary_max = 128,
      .psum_span_banks = 8,
      .act_tensor_copy = true,
      .act_tensor_scalar = true,
      .act_scalar_bias = true,
      .dve_fast_excludes_pool = true,
      .exact_transpose = true,
      .constant = {
          COMMON,
          [NCS_PE_GHZ] = SURE(2.4, "documented: tensor engine at 2.4 GHz"),
          [NCS_DVE_GHZ] = SURE(1.2, "documented: vector engine at 1.2 GHz"),
          [NCS_ACT_GHZ] = SURE(1.2, "documented: scalar engine at 1.2 GHz"),
          [NCS_POOL_GHZ] = SURE(1.2, "documented: GpSimd at 1.2 GHz"),
          [NCS_PE_F32_TRANSPOSE_PASSES] = SURE(2, "documented: as on v3"),
          [NCS_DVE_BF16_SPEEDUP] =
              SURE(4, "documented: 512 elements a cycle, as on v3"),
          [NCS_DVE_BF16_TENSOR_SPEEDUP] =
              RANGE(4, 2, 2, "documented as on v3, with the same doubt"),
          [NCS_DVE_F32_SPEEDUP] =
              RANGE(2, 1, 1,
                    "documented twice and differently: 256 f32 a cycle in a table "
                    "of widths, nothing for f32 in the text on fast modes"),
          [NCS_ACT_BF16_SPEEDUP] =
              SURE(2, "documented: copies and tensor_scalar of bf16 at twice the rate"),
          [NCS_DMA_GBPS] =
              RANGE(38.4, 33, 33, "documented: 33 in the DMA guides; 38.4 theoretical"),
          [NCS_HBM_GBPS] =
              RANGE(612.5, 587.5, 587.5, "documented: 4.7 or 4.9 TB/s, eight cores"),
          [NCS_COLLECTIVE_GBPS] =
              RANGE(320, 320, 160,
                    "documented: 2560 GB/s a chip for eight cores; half of it if "
                    "both directions are counted"),
      } },
};

/* clang-format off */
static const struct constant_text {
    const char *name, *unit, *what;
} texts[NCS_N_CONSTANTS] = {
#define NCS_TEXTS(upper, name, unit, what) [NCS_##upper] = { name, unit, what },
    NCS_CONSTANT_LIST(NCS_TEXTS)
#undef NCS_TEXTS
};
/* clang-format on */

const ncs_machine *ncs_machine_at(size_t index)
{
    return index < sizeof machines / sizeof machines[0] ? &machines[index] : NULL;
}

const ncs_machine *ncs_machine_find(const char *name)
{
    const ncs_machine *m;
    for (size_t i = 0; (m = ncs_machine_at(i)) != NULL; i++) {
        if (strcmp(m->name, name) == 0) {
            return m;
        }
    }
    return NULL;
}

const char *ncs_machine_names(const char *last_word, char *text)
{
    const ncs_machine *m;
    size_t length = 0;
    text[0] = '\0';
    for (size_t i = 0; (m = ncs_machine_at(i)) != NULL; i++) {
        const bool is_last = ncs_machine_at(i + 1) == NULL;
        const char *before = i == 0 ? "" : is_last ? " " : ", ";
        const int n = snprintf(text + length, NCS_MACHINE_NAMES_BYTES - length,
                               "%s%s%s%s", before, i > 0 && is_last ? last_word : "",
                               i > 0 && is_last ? " " : "", m->name);
        length += n > 0 ? (size_t)n : 0;
        if (length >= NCS_MACHINE_NAMES_BYTES) {
            break;
        }
    }
    return text;
}

const char *ncs_constant_name(ncs_constant constant)
{
    return (unsigned)constant < NCS_N_CONSTANTS ? texts[constant].name : "?";
}

const char *ncs_constant_unit(ncs_constant constant)
{
    return (unsigned)constant < NCS_N_CONSTANTS ? texts[constant].unit : "?";
}

const char *ncs_constant_what(ncs_constant constant)
{
    return (unsigned)constant < NCS_N_CONSTANTS ? texts[constant].what : "?";
}
