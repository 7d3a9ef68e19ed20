/* device.c - NeuronCores as devices: their names' options and what they are. */
#include "backend/neuron/device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "backend/neuron/backend.h"
#include "base/alloc.h"

static const char *const mode_names[TFI_NEURON_N_MODES] = { "fast", "kahan", "bf16",
                                                            "bf16x3" };

const char *tfi_neuron_mode_name(uint32_t mode)
{
    return mode < TFI_NEURON_N_MODES ? mode_names[mode] : "?";
}

static trnfft_status set_cores(const char *f, const char *value, tfi_neuron_device *d)
{
    char *end = NULL;
    const long n = strtol(value, &end, 10);
    const int most = d->machine->max_cores < TFI_NEURON_MOST_CORES
                         ? d->machine->max_cores
                         : TFI_NEURON_MOST_CORES;
    if (end == value || *end != '\0' || n < 1 || n > most) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: cores = \"%s\": must be 1 … %d on %s", f, value, most,
                        d->machine->name);
    }
    d->cores = (int)n;
    return TRNFFT_OK;
}

static trnfft_status set_mode(const char *f, const char *value, tfi_neuron_device *d)
{
    for (uint32_t m = 0; m < TFI_NEURON_N_MODES; m++) {
        if (strcmp(value, mode_names[m]) == 0) {
            d->mode = m;
            return TRNFFT_OK;
        }
    }
    return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                    "%s: mode = \"%s\": must be fast, kahan, bf16 or bf16x3", f, value);
}

static trnfft_status set_kernel(const char *f, const char *value, tfi_neuron_device *d)
{
    d->kernel = tfi_neuron_kernel_find(value);
    if (d->kernel == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: kernel = \"%s\": no kernel has this name", f, value);
    }
    return TRNFFT_OK;
}

static trnfft_status set_cache(const char *f, const char *value, tfi_neuron_device *d)
{
    struct stat folder;
    if (stat(value, &folder) != 0 || !S_ISDIR(folder.st_mode)) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: cache = \"%s\": there is no such folder", f, value);
    }
    snprintf(d->cache, sizeof d->cache, "%s", value);
    return TRNFFT_OK;
}

/* One "key=value"; what is none of the device's own is the machine's. */
static trnfft_status set_option(const char *f, char *option, tfi_neuron_device *d)
{
    static const struct {
        const char *key;
        trnfft_status (*set)(const char *, const char *, tfi_neuron_device *);
    } own[] = { { "cores", set_cores },
                { "mode", set_mode },
                { "kernel", set_kernel },
                { "cache", set_cache } };
    char *equals = strchr(option, '=');
    if (equals == NULL) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: \"%s\": options have the form name=value", f, option);
    }
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        const size_t length = strlen(own[i].key);
        if ((size_t)(equals - option) == length &&
            memcmp(option, own[i].key, length) == 0) {
            return own[i].set(f, equals + 1, d);
        }
    }
    const trnfft_status status = ncs_settings_apply(&d->settings, d->machine, option);
    return status == TRNFFT_OK ? TRNFFT_OK : tfi_fail_as(f, status);
}

static trnfft_status read_options(const char *f, char *text, tfi_neuron_device *d)
{
    char *rest = text + strcspn(text, ",");
    const bool more = *rest == ',';
    *rest = '\0';
    d->machine = ncs_machine_find(text);
    if (d->machine == NULL) {
        char names[NCS_MACHINE_NAMES_BYTES];
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: neuron:%s: the generations are %s", f, text,
                        ncs_machine_names("and", names));
    }
    ncs_settings_init(&d->settings, d->machine);
    for (char *option = more ? rest + 1 : NULL; option != NULL;) {
        char *comma = strchr(option, ',');
        if (comma != NULL) {
            *comma = '\0';
        }
        TFI_TRY(set_option(f, option, d));
        option = comma != NULL ? comma + 1 : NULL;
    }
    return TRNFFT_OK;
}

static trnfft_status open_device(const char *f, const char *options, void **state)
{
    char text[TFI_DEVICE_NAME_BYTES];
    snprintf(text, sizeof text, "%s", options);
    tfi_neuron_device *d = tfi_alloc_zeroed(NULL, sizeof *d);
    if (d == NULL) {
        return tfi_fail_memory(f, sizeof *d);
    }
    d->cores = 1;
    const trnfft_status status = read_options(f, text, d);
    if (status != TRNFFT_OK) {
        tfi_free(NULL, d);
        return status;
    }
    *state = d;
    return TRNFFT_OK;
}

static void close_device(void *state)
{
    tfi_free(NULL, state);
}

static void describe(const void *state, tfi_printer *printer)
{
    const tfi_neuron_device *d = state;
    tfi_print_line(printer, "neuron:%s: NeuronCore-%s (%s), %d core%s, simulated",
                   d->machine->name, d->machine->name, d->machine->chip, d->cores,
                   d->cores == 1 ? "" : "s");
    tfi_print_line(printer,
                   "  mode %s, %g us a launch; times are predicted, never "
                   "measured on silicon",
                   tfi_neuron_mode_name(d->mode), d->settings.constant[NCS_LAUNCH]);
    if (d->kernel != NULL) {
        tfi_print_line(printer, "  kernel %s alone", d->kernel->name);
    }
}

/* One says why it declines: the sentence for all. */
static const tfi_solver *const solvers[] = {
    &tfi_neuron_solver_split,         &tfi_neuron_solver_collective,
    &tfi_neuron_solver_row_column,    &tfi_neuron_solver_gemm,
    &tfi_neuron_solver_fnet,          &tfi_neuron_solver_stft,
    &tfi_neuron_solver_istft,         &tfi_neuron_solver_stft_framing,
    &tfi_neuron_solver_istft_framing, NULL
};

const tfi_backend tfi_backend_neuron = { "neuron", open_device, close_device, describe,
                                         solvers };
