/* completions.h - scripts for shells and the manual page, made from the verb table. */
#ifndef TRNFFT_TOOLS_COMPLETIONS_H
#define TRNFFT_TOOLS_COMPLETIONS_H

#include "verbs.h"

void completions_bash(void);
void completions_zsh(void);
void completions_fish(void);
void completions_man(void);

/* The next of the names parted by '|' in *list: its length, *list past it; NULL at the
 * end. */
const char *completions_next(const char **list, int *length);

#endif
