/**
 * @file trnfft.h
 * @brief The whole library: includes every other public header.
 *
 * Fourier transforms with the meaning of torch.fft, and short-time Fourier transforms
 * with the meaning of torch.stft. Three ways in: one line for contiguous arrays,
 * functions on tensors (both in fft.h), and plans for repeated work (plan.h).
 */
#ifndef TRNFFT_TRNFFT_H
#define TRNFFT_TRNFFT_H

#include <trnfft/calibrate.h>
#include <trnfft/context.h>
#include <trnfft/device.h>
#include <trnfft/dtype.h>
#include <trnfft/export.h>
#include <trnfft/fft.h>
#include <trnfft/fnet.h>
#include <trnfft/gemm.h>
#include <trnfft/plan.h>
#include <trnfft/signal.h>
#include <trnfft/status.h>
#include <trnfft/stft.h>
#include <trnfft/tensor.h>
#include <trnfft/version.h>
#include <trnfft/window.h>
#include <trnfft/wisdom.h>

#endif
