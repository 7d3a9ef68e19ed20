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
    team->next = team->n_parts = 0;
    atomic_store(&team->unfinished, 0);
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
        if (atomic_fetch_sub(&team->unfinished, 1) == 1) {
            tfi_cond_signal(&team->done);
        }
    }
}

/* Work that comes within some microseconds is met awake: going to sleep and being woken
 * takes longer. */
static void look_for_work(tfi_team *team, unsigned long long seen)
{
    for (int i = 0; i < team->patience; i++) {
        if (atomic_load_explicit(&team->generation, memory_order_relaxed) != seen) {
            return;
        }
        tfi_pause();
    }
}

static void helper(void *argument)
{
    tfi_team *team = argument;
    unsigned long long seen = 0;
    tfi_mutex_lock(&team->lock);
    while (!team->stop) {
        if (atomic_load(&team->generation) == seen) {
            tfi_cond_wait(&team->work, &team->lock);
            continue;
        }
        seen = atomic_load(&team->generation);
        work_on(team);
        tfi_mutex_unlock(&team->lock);
        look_for_work(team, seen);
        tfi_mutex_lock(&team->lock);
    }
    tfi_mutex_unlock(&team->lock);
}

static void start_helpers(tfi_team *team, int wanted)
{
    enum { PATIENCE = 2000 };
    team->patience = tfi_processor_count() > 1 ? PATIENCE : 0;
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
    if (team->n_threads < n_parts - 1) {
        start_helpers(team, n_parts - 1);
    }
    team->run = run;
    team->argument = argument;
    team->n_parts = n_parts;
    team->next = 0;
    atomic_store(&team->unfinished, n_parts);
    atomic_fetch_add(&team->generation, 1);
    tfi_cond_broadcast(&team->work);
    work_on(team);
    if (atomic_load(&team->unfinished) > 0) {
        tfi_mutex_unlock(&team->lock);
        for (int i = 0; i < team->patience && atomic_load(&team->unfinished) > 0; i++) {
            tfi_pause();
        }
        tfi_mutex_lock(&team->lock);
    }
    while (atomic_load(&team->unfinished) > 0) {
        tfi_cond_wait(&team->done, &team->lock);
    }
    team->n_parts = team->next = 0;
    team->busy = false;
    tfi_mutex_unlock(&team->lock);
}
