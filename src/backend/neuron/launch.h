/* launch.h - a job with the kernel that does it soonest, ready to run on the cores of a
 * device. */
#ifndef TFI_NEURON_LAUNCH_H
#define TFI_NEURON_LAUNCH_H

#include "backend/neuron/device.h"
#include "ncsim/timing.h"

/* Cores that run the same program on as much of the batch. */
typedef struct tfi_neuron_share {
    ncs_program *program;
    int64_t batch; /* of one core */
    int cores;
} tfi_neuron_share;

typedef struct tfi_neuron_launch {
    tfi_neuron_job job; /* of the whole batch */
    const tfi_neuron_kernel *kernel;
    int n_shares; /* 1, or 2 where the batch is not a multiple of the cores */
    tfi_neuron_share share[2];
    ncs_time time; /* of the larger share: predicted */
    size_t bytes;  /* of the programs */
} tfi_neuron_launch;

/* An array of a job on the host, contiguous, f32, and the buffer of the program that it
 * goes to, or comes from. */
typedef struct tfi_neuron_slot {
    const char *name; /* NULL ends a list; buffers that a program lacks are left out */
    const float *from;
    float *to;
    int64_t points; /* of one item of the batch */
} tfi_neuron_slot;

/* Elements of one item of the batch on either side. */
int64_t tfi_neuron_points_in(const tfi_neuron_job *job);
int64_t tfi_neuron_points_out(const tfi_neuron_job *job);

/* The kernel that is predicted to be the soonest; launch->kernel NULL: none accepts.
 * OUT_OF_MEMORY, or what a kernel that accepts failed with. */
trnfft_status tfi_neuron_launch_make(const tfi_neuron_device *device,
                                     const tfi_neuron_job *job,
                                     const tfi_allocator *alloc,
                                     tfi_neuron_launch *out);
void tfi_neuron_launch_free(tfi_neuron_launch *launch);

/* Two lines: the kernel, its cores, what is predicted. */
void tfi_neuron_launch_print(const tfi_neuron_launch *launch, tfi_printer *printer);

/* Runs the simulated cores one after the other. Allocates their memories. */
trnfft_status tfi_neuron_launch_run(const tfi_neuron_device *device,
                                    const tfi_neuron_launch *launch,
                                    const tfi_neuron_slot *slots);

/* The same for transforms; NULL where there is no such part. */
trnfft_status tfi_neuron_launch_dft(const tfi_neuron_device *device,
                                    const tfi_neuron_launch *launch, const float *x_re,
                                    const float *x_im, float *y_re, float *y_im);

#endif
