/* slepian.h - the sequence of m points with the most energy in the band |f| <= nw / m.
 */
#ifndef TFI_SIGNAL_SLEPIAN_H
#define TFI_SIGNAL_SLEPIAN_H

#include <stdint.h>

#include "base/status.h"

/* Fills w with the first Slepian sequence, m >= 2, 0 < nw < m / 2. Its largest value is
 * 1, for even m (where the middle lies between two points) times m^2 / (m^2 + nw),
 * scipy's scaling. */
trnfft_status tfi_slepian(const char *function, double nw, int64_t m, double *w);

#endif
