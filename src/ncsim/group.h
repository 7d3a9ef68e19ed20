/* group.h - what cores of a group must agree about: the same collectives.
 */
#ifndef NCS_GROUP_H
#define NCS_GROUP_H

#include "ncsim/program.h"

/* The first collective from instruction `from` on; n_instructions: none. */
int32_t ncs_next_collective(const ncs_program *program, int32_t from);

/* Whether instruction `i` of p (n_instructions: its end) is the same collective of
 * n_cores cores as instruction `j` of q; NULL: yes, else what is wrong, in a few words.
 */
const char *ncs_collective_clash(const ncs_program *p, int32_t i, const ncs_program *q,
                                 int32_t j, int32_t n_cores);

#endif
