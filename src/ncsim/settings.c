/* settings.c - settings by name. */
#include "ncsim/settings.h"

#include <stddef.h>
#include <string.h>

#include "base/status.h"
#include "ncsim/number.h"

static const char *const sum_orders[] = { "sequential", "reversed", "pairwise", "wide",
                                          NULL };
static const char *const f32_products[] = { "exact", "rounded", "split4", "split3",
                                            NULL };
static const char *const low_products[] = { "exact", "bf16", NULL };
static const char *const tf32_roundings[] = { "nearest", "truncate", NULL };
static const char *const denormals[] = { "kept", "flushed", NULL };
static const char *const two_ops[] = { "two_roundings", "one_rounding", NULL };

#define SETTER(field, type)                                          \
    static void set_##field(ncs_settings *settings, unsigned choice) \
    {                                                                \
        settings->field = (type)choice;                              \
    }
SETTER(sum_order, ncs_sum_order)
SETTER(f32_products, ncs_f32_products)
SETTER(low_products, ncs_low_products)
SETTER(tf32_rounding, ncs_tf32_rounding)
SETTER(denormals, ncs_denormals)
SETTER(two_ops, ncs_two_ops)
#undef SETTER

/* Each field is an enumeration whose values are the indices of its choices. */
static const struct numeric_switch {
    const char *name;
    const char *const *choices;
    void (*set)(ncs_settings *settings, unsigned choice);
} switches[] = {
    { "sum_order", sum_orders, set_sum_order },
    { "f32_products", f32_products, set_f32_products },
    { "low_products", low_products, set_low_products },
    { "tf32_rounding", tf32_roundings, set_tf32_rounding },
    { "denormals", denormals, set_denormals },
    { "two_ops", two_ops, set_two_ops },
};
enum { N_SWITCHES = sizeof switches / sizeof switches[0] };

void ncs_settings_init(ncs_settings *settings, const ncs_machine *machine)
{
    memset(settings, 0, sizeof *settings);
    settings->constant[NCS_LAUNCH] = machine->constant[NCS_LAUNCH].middle;
    ncs_settings_at(settings, machine, 0);
}

void ncs_settings_at(ncs_settings *settings, const ncs_machine *machine, int end)
{
    for (int c = 0; c < NCS_N_CONSTANTS; c++) {
        const ncs_value *v = &machine->constant[c];
        if (c != NCS_LAUNCH) {
            settings->constant[c] = end < 0 ? v->low : end > 0 ? v->high : v->middle;
        }
    }
}

/* Times may be zero; speeds, clocks and divisors may not. */
static bool may_be_zero(ncs_constant constant)
{
    switch (constant) {
    case NCS_PE_GHZ:
    case NCS_DVE_GHZ:
    case NCS_ACT_GHZ:
    case NCS_POOL_GHZ:
    case NCS_PE_LOAD_DIVISOR:
    case NCS_DVE_BF16_SPEEDUP:
    case NCS_DVE_BF16_TENSOR_SPEEDUP:
    case NCS_DVE_F32_SPEEDUP:
    case NCS_ACT_BF16_SPEEDUP:
    case NCS_DMA_GBPS:
    case NCS_HBM_GBPS:
    case NCS_COLLECTIVE_GBPS: return false;
    default: return true;
    }
}

static trnfft_status set_switch(ncs_settings *settings, const struct numeric_switch *s,
                                const char *value)
{
    for (unsigned i = 0; s->choices[i] != NULL; i++) {
        if (strcmp(s->choices[i], value) == 0) {
            s->set(settings, i);
            return TRNFFT_OK;
        }
    }
    char choices[128] = "";
    for (size_t i = 0, used = 0; s->choices[i] != NULL; i++) {
        const size_t length = strlen(s->choices[i]);
        if (used + length + 3 < sizeof choices) {
            memcpy(choices + used, i > 0 ? ", " : "", i > 0 ? 2 : 0);
            used += i > 0 ? 2 : 0;
            memcpy(choices + used, s->choices[i], length + 1);
            used += length;
        }
    }
    return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "setting %s = %.40s: one of %s",
                    s->name, value, choices);
}

static trnfft_status set_number(double *place, const char *name, const char *value,
                                bool zero)
{
    double number = 0;
    if (!ncs_number_parse(value, strlen(value), &number)) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "setting %s = %.40s: not a finite number", name, value);
    }
    if (!(number >= 0 && number <= 1e12) || (number == 0 && !zero)) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "setting %s = %.40s: must be %s 0 and at most 1e12", name,
                        value, zero ? "at least" : "greater than");
    }
    *place = number;
    return TRNFFT_OK;
}

trnfft_status ncs_settings_set(ncs_settings *settings, const char *assignment)
{
    const char *equals = strchr(assignment, '=');
    if (equals == NULL || equals == assignment) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "setting \"%.60s\": name=value expected", assignment);
    }
    const size_t length = (size_t)(equals - assignment);
    for (size_t i = 0; i < N_SWITCHES; i++) {
        if (strlen(switches[i].name) == length &&
            memcmp(switches[i].name, assignment, length) == 0) {
            return set_switch(settings, &switches[i], equals + 1);
        }
    }
    static const char error_name[] = "function_error";
    if (length == sizeof error_name - 1 &&
        memcmp(error_name, assignment, length) == 0) {
        return set_number(&settings->function_error, error_name, equals + 1, true);
    }
    for (int c = 0; c < NCS_N_CONSTANTS; c++) {
        const char *name = ncs_constant_name((ncs_constant)c);
        if (strlen(name) == length && memcmp(name, assignment, length) == 0) {
            return set_number(&settings->constant[c], name, equals + 1,
                              may_be_zero((ncs_constant)c));
        }
    }
    return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "setting \"%.*s\": no such name",
                    length < 60 ? (int)length : 60, assignment);
}

trnfft_status ncs_settings_apply(ncs_settings *settings, const ncs_machine *machine,
                                 const char *assignment)
{
    static const char *const ends[] = { "low", "middle", "high" };
    static const char range[] = "range=";
    if (strncmp(assignment, range, sizeof range - 1) != 0) {
        return ncs_settings_set(settings, assignment);
    }
    const char *end = assignment + sizeof range - 1;
    for (int i = 0; i < 3; i++) {
        if (strcmp(end, ends[i]) == 0) {
            ncs_settings_at(settings, machine, i - 1);
            return TRNFFT_OK;
        }
    }
    return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                    "setting range = %.40s: one of low, middle, high", end);
}

bool ncs_settings_switch(size_t index, const char **name, const char *const **choices)
{
    if (index >= N_SWITCHES) {
        return false;
    }
    *name = switches[index].name;
    *choices = switches[index].choices;
    return true;
}
