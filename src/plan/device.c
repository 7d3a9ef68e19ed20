/* device.c - devices by name. */
#include "plan/device.h"

#include <string.h>

#include "base/alloc.h"
#include "plan/kind.h"

static const tfi_backend *backend_of(const char *name, size_t length)
{
    for (const tfi_backend *const *b = tfi_backends; *b != NULL; b++) {
        if (strlen((*b)->name) == length && memcmp((*b)->name, name, length) == 0) {
            return *b;
        }
    }
    return NULL;
}

/* Those of one kind of problem; 0: all. */
static void add_solvers(struct trnfft_device *device, const tfi_solver *const *list,
                        uint32_t kind)
{
    int n = 0;
    while (device->solvers[n] != NULL) {
        n++;
    }
    for (; *list != NULL && n < TFI_DEVICE_SOLVERS; list++) {
        if (kind == 0 || (*list)->kind == kind) {
            device->solvers[n++] = *list;
        }
    }
}

/* `rest` is the name without "auto:". */
static trnfft_status open_backend(const char *f, const char *rest,
                                  struct trnfft_device *device)
{
    const size_t length = strcspn(rest, ":");
    if (length == 4 && memcmp(rest, "host", 4) == 0 && rest[length] == '\0') {
        add_solvers(device, tfi_all_solvers(), 0);
        return TRNFFT_OK;
    }
    device->backend = backend_of(rest, length);
    if (device->backend == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: name = \"%s\": no device is called \"%.*s\"", f,
                        device->name, (int)length, rest);
    }
    const char *options = rest[length] == ':' ? rest + length + 1 : rest + length;
    TFI_TRY(device->backend->open(f, options, &device->state));
    /* Copies between operands in host memory are always the host's. */
    add_solvers(device, tfi_all_solvers(), device->with_host ? 0 : TFI_PROBLEM_COPY);
    add_solvers(device, device->backend->solvers, 0);
    return TRNFFT_OK;
}

trnfft_status trnfft_device_open(const char *name, trnfft_device **device)
{
    static const char f[] = "trnfft_device_open", automatic[] = "auto:";
    if (name == NULL || device == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: %s = NULL", f,
                        name == NULL ? "name" : "device");
    }
    if (strlen(name) >= TFI_DEVICE_NAME_BYTES) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: name has %zu bytes: at most %d", f, strlen(name),
                        TFI_DEVICE_NAME_BYTES - 1);
    }
    struct trnfft_device *made = tfi_alloc_zeroed(NULL, sizeof *made);
    if (made == NULL) {
        return tfi_fail_memory(f, sizeof *made);
    }
    atomic_init(&made->references, 1);
    memcpy(made->name, name, strlen(name));
    made->with_host = strncmp(name, automatic, sizeof automatic - 1) == 0;
    const char *rest = made->with_host ? name + sizeof automatic - 1 : name;
    const trnfft_status status = open_backend(f, rest, made);
    if (status != TRNFFT_OK) {
        tfi_free(NULL, made);
        return status;
    }
    *device = made;
    return TRNFFT_OK;
}

void tfi_device_retain(struct trnfft_device *device)
{
    if (device != NULL) {
        atomic_fetch_add_explicit(&device->references, 1, memory_order_relaxed);
    }
}

void tfi_device_release(struct trnfft_device *device)
{
    if (device == NULL ||
        atomic_fetch_sub_explicit(&device->references, 1, memory_order_acq_rel) != 1) {
        return;
    }
    if (device->backend != NULL) {
        device->backend->close(device->state);
    }
    tfi_free(NULL, device);
}

void trnfft_device_close(trnfft_device *device)
{
    tfi_device_release(device);
}

const char *trnfft_device_name(const trnfft_device *device)
{
    return device != NULL ? device->name : "host";
}

size_t trnfft_device_describe(const trnfft_device *device, char *text, size_t capacity)
{
    if (text != NULL && capacity > 0) {
        text[0] = '\0';
    }
    tfi_printer p = { text, text != NULL ? capacity : 0, 0, 0 };
    if (device == NULL || device->backend == NULL || device->with_host) {
        tfi_print_line(&p, "host: %s", tfi_cpu_name(tfi_cpu_detect()));
    }
    if (device != NULL && device->backend != NULL) {
        device->backend->describe(device->state, &p);
    }
    return p.length;
}
