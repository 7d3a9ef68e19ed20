/* neuron_suite.c - the published times as data. They were printed by the authors of the
 * Python library of the same name, measured on trn1.2xlarge (one NeuronCore-v2) and
 * trn2, launches included: its benchmark table ("table"), its account of versions 0.7
 * to 0.12 ("versions"), of bf16 ("bf16"), and of kernels for FNet ("FNet"). */
#include "neuron_report.h"

#define DFT    TRNFFT_NEURON_TASK_DFT
#define GEMM   TRNFFT_NEURON_TASK_GEMM
#define MASK   TRNFFT_NEURON_TASK_MULTIPLY
#define LINEAR TRNFFT_NEURON_TASK_LINEAR
#define STFT   TRNFFT_NEURON_TASK_STFT
#define FNET   TRNFFT_NEURON_TASK_FNET
#define BF16   TRNFFT_NEURON_MODE_BF16

/* What most rows have in common. */
#define V2    "v2",
#define V3    "v3",
#define ONE   DFT, 0, 1,
#define TWO   DFT, 0, 2,
#define THREE DFT, 0, 3,
#define MIX   FNET, 0, 2,
#define PLAIN 0, 0, 0, 0, NULL

/* clang-format off */
const neuron_row neuron_seeds[] = {
    { "table", "batched_fft", "32 × 1024", V2 25399.2, ONE { 1024 }, 32, PLAIN },
    { "table", "batched_fft", "128 × 1024", V2 52993.4, ONE { 1024 }, 128, PLAIN },
    { "table", "bluestein", "127", V2 31420.6, ONE { 127 }, 1, PLAIN },
    { "table", "bluestein", "997", V2 82359.1, ONE { 997 }, 1, PLAIN },
    { "table", "bluestein", "4097", V2 433125.2, ONE { 4097 }, 1, PLAIN },
    { "table", "fft", "256", V2 10034.8, ONE { 256 }, 1, PLAIN },
    { "table", "fft", "1024", V2 15982.0, ONE { 1024 }, 1, PLAIN },
    { "table", "fft", "4096", V2 39297.5, ONE { 4096 }, 1, PLAIN },
    { "table", "fft", "16384", V2 131765.5, ONE { 16384 }, 1, PLAIN },
    { "table", "fft", "65536", V2 555985.4, ONE { 65536 }, 1, PLAIN },
    { "table", "fft2", "64 × 64", V2 15063.0, TWO { 64, 64 }, 1, PLAIN },
    { "table", "fft2", "256 × 256", V2 44826.8, TWO { 256, 256 }, 1, PLAIN },
    { "table", "fft2", "1024 × 1024", V2 537623.9, TWO { 1024, 1024 }, 1, PLAIN },
    { "table", "fftn", "8 × 16 × 16", V2 14076.3, THREE { 8, 16, 16 }, 1, PLAIN },
    { "table", "fftn", "32 × 64 × 64", V2 70156.7, THREE { 32, 64, 64 }, 1, PLAIN },
    { "table", "gemm", "128³", V2 1493.6, GEMM, 0, 1, { 128 }, 1, 128, 128, 0, 0, NULL },
    { "table", "gemm", "256³", V2 1685.8, GEMM, 0, 1, { 256 }, 1, 256, 256, 0, 0, NULL },
    { "table", "gemm", "512³", V2 2294.3, GEMM, 0, 1, { 512 }, 1, 512, 512, 0, 0, NULL },
    { "table", "gemm", "1024³", V2 4823.7, GEMM, 0, 1, { 1024 }, 1, 1024, 1024, 0, 0, NULL },
    { "table", "linear", "128 × 128 → 256", V2 1659.4,
      LINEAR, 0, 1, { 256 }, 128, 0, 128, 0, 0, NULL },
    { "table", "linear", "512 × 512 → 1024", V2 3269.0,
      LINEAR, 0, 1, { 1024 }, 512, 0, 512, 0, 0, NULL },
    { "table", "mask", "64 × 32", V2 1412.7, MASK, 0, 1, { 2048 }, 1, PLAIN },
    { "table", "mask", "256 × 128", V2 1527.6, MASK, 0, 1, { 32768 }, 1, PLAIN },
    { "table", "mask", "1024 × 512", V2 2965.8, MASK, 0, 1, { 524288 }, 1, PLAIN },
    { "table", "stft", "16000", V2 29339.2, STFT, 0, 1, { 512 }, 1, 0, 0, 128, 126,
      "n_fft and hop are not stated: 512 and 128, 126 centred frames" },
    { "versions", "fft, product", "256", V2 1882, ONE { 256 }, 1, PLAIN },
    { "versions", "batched_fft, product", "32 × 256", V2 2049, ONE { 256 }, 32, PLAIN },
    { "versions", "stft, product", "16000, n_fft 256", V2 2445, STFT, 0, 1, { 256 }, 1,
      0, 0, 64, 251,
      "hop is not stated: 64, 251 centred frames" },
    { "bf16", "fft, bf16", "256", V2 1200, DFT, BF16, 1, { 256 }, 1, PLAIN },
    { "FNet", "FNet mixing", "1 × 128 × 512", V3 6200, MIX { 128, 512 }, 1, PLAIN },
    { "FNet", "FNet mixing", "1 × 128 × 768", V3 8000, MIX { 128, 768 }, 1, PLAIN },
    { "FNet", "FNet mixing", "1 × 256 × 768", V3 12000, MIX { 256, 768 }, 1, PLAIN },
    { "FNet", "FNet mixing", "1 × 512 × 768", V3 18200, MIX { 512, 768 }, 1, PLAIN },
    { "FNet", "FNet mixing", "4 × 128 × 768", V3 32500, MIX { 128, 768 }, 4, PLAIN },
};

const neuron_goal neuron_goals[] = {
    { "16,384 points alone, at most 8 us", ONE { 16384 }, 1, 8, 1, 0, 0 },
    { "16,384 points in a batch of 64, at most 2.5 us each", ONE { 16384 }, 64, 2.5, 1, 0, 0 },
    { "512 × 128 points alone, at most 7.5 us", ONE { 128 }, 512, 7.5, 512, 0, 0 },
    { "512 × 128 points streamed, at most 4 us for each 512", ONE { 128 }, 32768, 4, 512, 0, 0 },
    { "4,096 × 128 points: PE busy 70 % or DMA 90 %", ONE { 128 }, 4096, 0, 1, 0.7, 0.9 },
    { "4,096 × 256 points: PE busy 70 % or DMA 90 %", ONE { 256 }, 4096, 0, 1, 0.7, 0.9 },
    { "FNet mixing of 512 × 768 in f32, at most 60 us", MIX { 512, 768 }, 1, 60, 1, 0, 0 },
    { "FNet mixing of 512 × 768 in bf16, at most 20 us",
      FNET, BF16, 2, { 512, 768 }, 1, 20, 1, 0, 0 },
};
/* clang-format on */

const int neuron_n_seeds = (int)(sizeof neuron_seeds / sizeof neuron_seeds[0]);
const int neuron_n_goals = (int)(sizeof neuron_goals / sizeof neuron_goals[0]);
