/* team.c - fork and join over helpers that wait for work. */
#include "plan/team.h"

#include <string.h>

void tfi_team_init(tfi_team *team)
{
    memset(team, 0, sizeof *team);
    tfi_mutex_init(&team->lock);
    tfi_cond_init(&team->work);
    tfi_cond_init(&team->done);
}

void tfi_team_fini(tfi_team *team)
{
    tfi_mutex_lock(&team->lock);
    team->stop = true;
    tfi_cond_broadcast(&team->work);
    tfi_mutex_unlock(&team->lock);
    for (int i = 0; i < team->n_threads; i++) {
        tfi_thread_join(team->threads[i]);
    }
    tfi_cond_fini(&team->work);
    tfi_cond_fini(&team->done);
    tfi_mutex_fini(&team->lock);
}

void tfi_team_forget(tfi_team *team)
{
    team->n_threads = 0;
    team->busy = false;
    team->next = team->n_parts = team->unfinished = 0;
    tfi_mutex_init(&team->lock);
    tfi_cond_init(&team->work);
    tfi_cond_init(&team->done);
}

/* Runs parts until none is left to begin. Called and left with the lock held. */
static void work_on(tfi_team *team)
{
    while (team->next < team->n_parts) {
        int part = team->next++;
        tfi_team_part run = team->run;
        void *argument = team->argument;
        tfi_mutex_unlock(&team->lock);
        run(argument, part);
        tfi_mutex_lock(&team->lock);
        if (--team->unfinished == 0) {
            tfi_cond_signal(&team->done);
        }
    }
}

static void helper(void *argument)
{
    tfi_team *team = argument;
    tfi_mutex_lock(&team->lock);
    uint64_t seen = 0;
    while (!team->stop) {
        if (team->generation == seen) {
            tfi_cond_wait(&team->work, &team->lock);
            continue;
        }
        seen = team->generation;
        work_on(team);
    }
    tfi_mutex_unlock(&team->lock);
}

static void start_helpers(tfi_team *team, int wanted)
{
    while (team->n_threads < wanted && team->n_threads < TFI_TEAM_MAX) {
        tfi_thread *thread = NULL;
        if (tfi_thread_create(&thread, helper, team) != TRNFFT_OK) {
            return;
        }
        team->threads[team->n_threads++] = thread;
    }
}

void tfi_team_run(tfi_team *team, int n_parts, tfi_team_part run, void *argument)
{
    bool alone = n_parts <= 1;
    if (!alone) {
        tfi_mutex_lock(&team->lock);
        alone = team->busy;
        if (alone) {
            tfi_mutex_unlock(&team->lock);
        }
    }
    if (alone) {
        for (int i = 0; i < n_parts; i++) {
            run(argument, i);
        }
        return;
    }
    team->busy = true;
    start_helpers(team, n_parts - 1);
    team->run = run;
    team->argument = argument;
    team->n_parts = team->unfinished = n_parts;
    team->next = 0;
    team->generation++;
    tfi_cond_broadcast(&team->work);
    work_on(team);
    while (team->unfinished > 0) {
        tfi_cond_wait(&team->done, &team->lock);
    }
    team->n_parts = team->next = 0;
    team->busy = false;
    tfi_mutex_unlock(&team->lock);
}
