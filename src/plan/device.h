/* device.h - what a machine other than the host is to the planner: a name and the
 * solvers that problems are shown to.
 *
 * To add a back end: a tfi_backend and its line in registry/registry.c. */
#ifndef TFI_PLAN_DEVICE_H
#define TFI_PLAN_DEVICE_H

#include <stdatomic.h>
#include <stdbool.h>

#include <trnfft/device.h>

#include "plan/kind.h"
#include "plan/planner.h"

typedef struct tfi_backend {
    const char *name; /* of devices: "neuron" is that of "neuron:v3" */
    /* `options` is what follows the colon, "" without one. Sets *state. */
    trnfft_status (*open)(const char *function, const char *options, void **state);
    void (*close)(void *state);
    void (*describe)(const void *state, tfi_printer *printer);
    /* Solvers of whole problems, NULL-terminated. Where planner->device is set, its
     * state is what open() made. */
    const tfi_solver *const *solvers;
} tfi_backend;

enum { TFI_DEVICE_NAME_BYTES = 256, TFI_DEVICE_SOLVERS = 96 };

struct trnfft_device {
    atomic_int references;
    const tfi_backend *backend; /* NULL: the host */
    void *state;
    bool with_host; /* "auto:": the host's solvers are asked, too */
    char name[TFI_DEVICE_NAME_BYTES];
    const tfi_solver *solvers[TFI_DEVICE_SOLVERS + 1];
};

/* NULL-terminated; defined by the registry above this layer. */
extern const tfi_backend *const tfi_backends[];

/* The solvers that problems for a device are shown to; NULL: the host's. */
static inline const tfi_solver *const *
tfi_device_solvers(const struct trnfft_device *device)
{
    return device != NULL ? device->solvers : tfi_all_solvers();
}

/* NULL: nothing happens. */
void tfi_device_retain(struct trnfft_device *device);
void tfi_device_release(struct trnfft_device *device);

#endif
