/* describe.c - plans as text. */
#include "plan/plan.h"

static tfi_printer printer_on(char *text, size_t capacity)
{
    if (text != NULL && capacity > 0) {
        text[0] = '\0';
    }
    tfi_printer p = { text, text != NULL ? capacity : 0, 0, 0 };
    return p;
}

double trnfft_plan_predicted_ns(const trnfft_plan *plan)
{
    return plan != NULL ? plan->job->base.cost_ns : 0.0;
}

size_t trnfft_plan_describe(const trnfft_plan *plan, char *text, size_t capacity)
{
    tfi_printer p = printer_on(text, capacity);
    if (plan == NULL) {
        tfi_printf(&p, "(no plan)");
    } else {
        tfi_plan_print(&plan->job->base, &p);
    }
    return p.length;
}
