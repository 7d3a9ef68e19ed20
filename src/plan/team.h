/* team.h - the threads of a context, started when a plan first wants them. */
#ifndef TFI_PLAN_TEAM_H
#define TFI_PLAN_TEAM_H

#include <stdbool.h>
#include <stdint.h>

#include <stdatomic.h>

#include "base/threads.h"

enum { TFI_TEAM_MAX = 1024 };

typedef void (*tfi_team_part)(void *argument, int part);

typedef struct tfi_team {
    tfi_mutex lock;
    tfi_cond work, done;
    tfi_thread *threads[TFI_TEAM_MAX];
    int n_threads; /* running helpers */
    int patience;  /* looks at a word before a thread goes to sleep: 0 where threads
                      share a processor anyway */
    bool stop, busy;
    atomic_ullong generation; /* of the job below; changed with the lock held */
    tfi_team_part run;
    void *argument;
    int n_parts, next;
    atomic_int unfinished; /* parts; changed with the lock held */
} tfi_team;

void tfi_team_init(tfi_team *team);
void tfi_team_fini(tfi_team *team);
/* In a child after fork(), where no helper lives on. */
void tfi_team_forget(tfi_team *team);

/* Runs parts 0 … n_parts - 1, each once, in any order, on the caller and n_parts - 1
 * helpers; returns when all are done. While another call uses the helpers, and where no
 * helper can be started, the caller runs what is left itself. One part: no lock, no
 * system call. */
void tfi_team_run(tfi_team *team, int n_parts, tfi_team_part run, void *argument);

#endif
