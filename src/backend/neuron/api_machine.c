/* api_machine.c - generations, constants and switches by index and by name. */
#include "backend/neuron/api.h"

trnfft_status tfi_neuron_require_machine(const char *f, const char *name,
                                         const ncs_machine **out)
{
    *out = name == NULL ? NULL : ncs_machine_find(name);
    if (*out == NULL) {
        char names[NCS_MACHINE_NAMES_BYTES];
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: machine = %.20s: the generations are %s", f,
                        name == NULL ? "NULL" : name, ncs_machine_names("and", names));
    }
    return TRNFFT_OK;
}

const char *trnfft_neuron_machine(size_t index, const char **chip)
{
    const ncs_machine *machine = ncs_machine_at(index);
    if (machine == NULL) {
        return NULL;
    }
    if (chip != NULL) {
        *chip = machine->chip;
    }
    return machine->name;
}

void trnfft_neuron_value_init(trnfft_neuron_value *value)
{
    *value = (trnfft_neuron_value)TRNFFT_NEURON_VALUE_INIT;
}

trnfft_status trnfft_neuron_constant(const char *machine, size_t index,
                                     trnfft_neuron_value *value)
{
    static const char f[] = "trnfft_neuron_constant";
    const ncs_machine *m = NULL;
    TFI_TRY(tfi_neuron_require_machine(f, machine, &m));
    if (index >= NCS_N_CONSTANTS) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: index = %zu: there are %d constants", f, index,
                        (int)NCS_N_CONSTANTS);
    }
    const ncs_value *constant = &m->constant[index];
    trnfft_neuron_value known = TRNFFT_NEURON_VALUE_INIT;
    known.name = ncs_constant_name((ncs_constant)index);
    known.unit = ncs_constant_unit((ncs_constant)index);
    known.what = ncs_constant_what((ncs_constant)index);
    known.low = constant->low;
    known.middle = constant->middle;
    known.high = constant->high;
    known.source = constant->source;
    return tfi_neuron_give(f, "value", "TRNFFT_NEURON_VALUE_INIT", value, &known,
                           sizeof known);
}

const char *trnfft_neuron_switch(size_t index, const char *const **choices)
{
    const char *name = NULL;
    const char *const *list = NULL;
    if (!ncs_settings_switch(index, &name, &list)) {
        return NULL;
    }
    if (choices != NULL) {
        *choices = list;
    }
    return name;
}

trnfft_status tfi_neuron_settings_read(const char *f, const ncs_machine *machine,
                                       const char *const *texts, size_t count,
                                       ncs_settings *settings)
{
    ncs_settings_init(settings, machine);
    if (texts == NULL && count > 0) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "%s: settings = NULL with n_settings = %zu", f, count);
    }
    for (size_t i = 0; i < count; i++) {
        if (texts[i] == NULL) {
            return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "%s: settings[%zu] = NULL",
                            f, i);
        }
        const trnfft_status status = ncs_settings_apply(settings, machine, texts[i]);
        if (status != TRNFFT_OK) {
            return tfi_fail_as(f, status);
        }
    }
    return TRNFFT_OK;
}
