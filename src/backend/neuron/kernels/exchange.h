/* exchange.h - one long transform on all cores of a group, with the exchange by the
 * cores themselves: no kernel of the list, for each rank has a program of its own. */
#ifndef TFI_NEURON_EXCHANGE_H
#define TFI_NEURON_EXCHANGE_H

#include "backend/neuron/kernel.h"

/* n = n1 n2 points over `cores`: rank r has `columns` = ceil(n2 / cores) columns of n1
 * points, from column r columns on, and afterwards `rows` = ceil(n1 / cores) rows of
 * results. What is beyond n2 and n1 is zero. Buffers, f32:
 *   xr, xi [columns, n1]   x[j1 n2 + j2] at (j2 - first column, j1)
 *   yr, yi [n2, rows]      X[k1 + n1 k2] at (k2, k1 - first row) */
typedef struct tfi_neuron_exchange {
    uint32_t mode;
    int64_t n1, n2;
    int32_t cores, rank;
    int32_t sign;
    double scale;
} tfi_neuron_exchange;

static inline int64_t tfi_neuron_share_of(int64_t n, int32_t cores)
{
    return (n + cores - 1) / cores;
}

/* n1 and n2 for n points; false: there are none that the passes take. */
bool tfi_neuron_exchange_split(const ncs_machine *machine, int64_t n, int64_t *n1,
                               int64_t *n2);
void tfi_neuron_exchange_build(ncs_builder *b, const tfi_neuron_exchange *e);

#endif
