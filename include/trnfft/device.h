/**
 * @file device.h
 * @brief Machines other than the host, by name.
 *
 * @code
 * struct trnfft_device *device = NULL;
 * if (trnfft_device_open("neuron:v3", &device) != TRNFFT_OK) { … }
 * trnfft_plan_options o = TRNFFT_PLAN_OPTIONS_INIT;
 * o.device = device;                        // plans; or, for all calls of a context,
 * trnfft_context_options c = TRNFFT_CONTEXT_OPTIONS_INIT;
 * c.device = device;
 * @endcode
 *
 * Names:
 * - `host`: this machine's processors, as without a device.
 * - `neuron:v2`, `neuron:v3`, `neuron:v4`: one NeuronCore of that generation,
 *   **simulated**: results are what the documented machine computes, times are
 *   predictions. Nothing of it ever ran on silicon. It computes in f32: problems in f64
 *   are refused. A NaN or an infinity in one line of a batch may reach others: lines
 *   share matrix products. Operands live in host memory. One execution takes at most
 * 2^18 lines and 2^23 points a core.  Options follow, separated by commas: `cores=N`
 * (to 128, v2: 32; batches are shared), `mode=fast|kahan|bf16|bf16x3` (operands of the
 * matrix engine; kahan: compensated, powers of two to 16,384 points), `kernel=NAME`
 * (that one alone), `cache=FOLDER` (where programs are kept from run to run, by build
 * of the library; the folder must exist), and any switch or constant of the machine,
 * such as `sum_order=pairwise`, `dma_latency=2000` or `range=high`, all times at their
 * pessimistic end (`trnfft neuron machines`).
 * - `auto:` before the name of a device: whichever of it and the host is predicted to
 * be sooner done, launches and transfers of operands included.
 */
#ifndef TRNFFT_DEVICE_H
#define TRNFFT_DEVICE_H

#include <stddef.h>

#include <trnfft/context.h>
#include <trnfft/export.h>
#include <trnfft/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/** @brief A machine other than the host; opaque. Since 0.1. */
typedef struct trnfft_device trnfft_device;

/**
 * @brief Opens a device by its name.
 *
 * @param name   as above, not NULL
 * @param device receives the device; unchanged on failure. Release it with
 *               trnfft_device_close().
 * @return
 * - #TRNFFT_OK
 * - #TRNFFT_ERROR_INVALID_ARGUMENT: NULL, no such device, an option that is none
 * - #TRNFFT_ERROR_OUT_OF_MEMORY
 *
 * Allocates with malloc. @par Threads *locked*: any thread at any time. Since 0.1.
 */
TRNFFT_API trnfft_status trnfft_device_open(const char *name, trnfft_device **device);

/**
 * @brief Lets go of a device. Contexts and plans made for it keep it alive.
 *
 * @param device NULL: nothing happens
 *
 * @par Threads *locked*. Since 0.1.
 */
TRNFFT_API void trnfft_device_close(trnfft_device *device);

/**
 * @brief The name that a device was opened by.
 *
 * @param device NULL: "host"
 * @return the name; it lives as long as the device
 *
 * @par Threads *immutable*. Since 0.1.
 */
TRNFFT_API const char *trnfft_device_name(const trnfft_device *device);

/**
 * @brief What a device is, as text of some lines: generation, cores, mode, what is
 * simulated.
 *
 * @param device   NULL: the host
 * @param text     receives at most `capacity` bytes with the final NUL; NULL allowed
 * @param capacity bytes of text
 * @return the bytes of the whole text without its NUL, like snprintf
 *
 * Allocates nothing. @par Threads *immutable*. Since 0.1.
 */
TRNFFT_API size_t trnfft_device_describe(const trnfft_device *device, char *text,
                                         size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
