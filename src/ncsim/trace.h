/* trace.h - timelines: Chrome's trace JSON (chrome://tracing, Perfetto) and SVG. */
#ifndef NCS_TRACE_H
#define NCS_TRACE_H

#include "ncsim/timing.h"
#include "base/printer.h"

void ncs_trace_json(const ncs_program *program, const ncs_span *spans,
                    const ncs_time *time, tfi_printer *printer);
/* One lane for each stream in use, coloured by note, the critical path marked, axis in
 * us; `title` stands above. */
void ncs_trace_svg(const ncs_program *program, const ncs_span *spans,
                   const int32_t *critical, const ncs_time *time, const char *title,
                   tfi_printer *printer);

#endif
