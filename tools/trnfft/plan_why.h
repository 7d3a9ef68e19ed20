/* plan_why.h - the candidates of a plan, predicted against measured. */
#ifndef TRNFFT_TOOLS_PLAN_WHY_H
#define TRNFFT_TOOLS_PLAN_WHY_H

#include <trnfft/trnfft.h>

#include "report.h"

/* A table, or an array "why" in the object; measuring takes at most so many seconds a
 * line. Exit codes. */
int plan_why_print(const trnfft_plan *plan, double time_limit_s);
int plan_why_json(const trnfft_plan *plan, double time_limit_s, cli_json *object);

#endif
