/* timing.c - the event model: engines one instruction after the other, DMA as a fluid,
 * semaphores between them.
 *
 * Events are taken in the order of time: the next instruction that an engine can start,
 * the next transfer that arrives at the DMA engines, the next that one of them ends.
 * Starting an instruction fixes when its result is there, which is what others wait
 * for. */
#include "ncsim/timing.h"

#include <math.h>
#include <string.h>

#include "ncsim/timing_parts.h"

/* A stream: its instructions in order and how far it is. */
typedef struct lane {
    const int32_t *order;
    int32_t count, next;
    double free;       /* end of what it did last */
    double moving;     /* PE: start of the columns of the last matmul */
    double loaded;     /* PE: end of the last stationary load */
    double issue;      /* DMA: when the last transfer was triggered */
    int32_t issued_by; /* DMA: what the head waits for last */
    double arrival;    /* DMA: of the head at the engines */
} lane;

typedef struct clockwork {
    const ncs_program *program;
    const ncs_settings *settings;
    ncs_span *span; /* done < 0: not known yet */
    int32_t *order; /* instructions, stream by stream */
    int32_t *posts; /* instructions that post, semaphore by semaphore */
    int32_t first_post[NCS_MAX_SEMAPHORES + 1];
    lane lane[NCS_N_STREAMS];
    double *arrival; /* DMA: of each instruction */
    ncs_fluid fluid;
    /* DVE against POOL in SBUF, DVE against ACT in PSUM: until when, and by whom. */
    struct {
        double until;
        int32_t by;
    } sbuf[2], psum[2];
} clockwork;

/* What an instruction could do next. */
typedef struct proposal {
    double start, end, done;
    double moving, loaded; /* PE */
    int32_t cause;
} proposal;

/* The lists by stream and by semaphore. */
static void sort_lists(clockwork *c)
{
    const ncs_program *p = c->program;
    int32_t at = 0;
    for (int s = 0; s < NCS_N_STREAMS; s++) {
        lane *l = &c->lane[s];
        l->order = c->order + at;
        l->arrival = -1;
        l->issued_by = -1;
        for (int32_t i = 0; i < p->n_instructions; i++) {
            if (p->instruction[i].stream == s) {
                c->order[at++] = i;
                l->count++;
            }
        }
    }
    int32_t count[NCS_MAX_SEMAPHORES] = { 0 };
    for (int32_t i = 0; i < p->n_instructions; i++) {
        const int32_t post = p->instruction[i].post;
        count[post >= 0 ? post : 0] += post >= 0;
    }
    for (int s = 0; s < NCS_MAX_SEMAPHORES; s++) {
        c->first_post[s + 1] = c->first_post[s] + count[s];
        count[s] = 0;
    }
    for (int32_t i = 0; i < p->n_instructions; i++) {
        const int32_t post = p->instruction[i].post;
        if (post >= 0) {
            c->posts[c->first_post[post] + count[post]++] = i;
        }
    }
}

/* The later of two reasons. */
static void after(double *time, int32_t *cause, double other, int32_t by)
{
    if (other > *time) {
        *time = other;
        *cause = by;
    }
}

/* When all waits are over; false: not known yet. */
static bool waits_over(const clockwork *c, const ncs_instruction *instruction,
                       double *time, int32_t *cause)
{
    *time = 0;
    *cause = -1;
    for (int32_t w = 0; w < instruction->n_waits; w++) {
        const ncs_wait *wait = &instruction->wait[w];
        const int32_t at = c->first_post[wait->semaphore] + wait->count - 1;
        if (at >= c->first_post[wait->semaphore + 1]) {
            return false;
        }
        const int32_t by = c->posts[at];
        double done = c->span[by].done;
        if (done < 0) {
            return false;
        }
        /* A transfer's own latency holds what its trigger takes. */
        if (instruction->stream < NCS_DMA0 &&
            instruction->stream != c->program->instruction[by].stream) {
            done += c->settings->constant[NCS_SEMAPHORE];
        }
        after(time, cause, done, by);
    }
    return true;
}

/* The stationary operand loads while the columns of the last matmul move. */
static proposal propose_pe(const clockwork *c, int32_t i, double ready, int32_t cause)
{
    const lane *l = &c->lane[NCS_PE];
    const ncs_instruction *instruction = &c->program->instruction[i];
    const ncs_cost cost = ncs_cost_of(c->program, instruction, c->settings);
    const int32_t last = l->next > 0 ? l->order[l->next - 1] : -1;
    const bool kept = last >= 0 && ncs_same_stationary(c->program, last, i);
    double load = ready;
    if (!kept) {
        after(&load, &cause, fmax(l->moving, l->loaded), last);
    }
    proposal p = { 0 };
    p.loaded = kept ? fmax(ready, l->loaded) : load + cost.load;
    p.moving = p.loaded;
    after(&p.moving, &cause, l->free, last);
    p.start = fmax(load, l->free);
    p.end = p.moving + cost.interval;
    p.done = p.end + cost.latency;
    p.cause = cause;
    return p;
}

/* Which memories an instruction keeps the engine beside it from. */
static void exclusions(const clockwork *c, const ncs_instruction *instruction,
                       bool fast, bool *sbuf, bool *psum)
{
    const ncs_machine *m = c->program->machine;
    const int stream = instruction->stream;
    *sbuf = *psum = false;
    if (stream == NCS_DVE || stream == NCS_POOL) {
        const bool always = m->dve_pool_exclude;
        const bool when_fast =
            m->dve_fast_excludes_pool && (fast || stream == NCS_POOL);
        *sbuf = (always || when_fast) && ncs_touches(c->program, instruction, NCS_SBUF);
    }
    if (stream == NCS_DVE || stream == NCS_ACT) {
        *psum = m->dve_act_exclude && ncs_touches(c->program, instruction, NCS_PSUM);
    }
}

/* DVE, ACT, POOL, SP and the collectives. */
static proposal propose_engine(const clockwork *c, int32_t i, double ready,
                               int32_t cause)
{
    const ncs_instruction *instruction = &c->program->instruction[i];
    const lane *l = &c->lane[instruction->stream];
    const ncs_cost cost = ncs_cost_of(c->program, instruction, c->settings);
    proposal p = { .start = ready, .cause = cause };
    after(&p.start, &p.cause, l->free, l->next > 0 ? l->order[l->next - 1] : -1);
    bool sbuf, psum;
    exclusions(c, instruction, cost.fast, &sbuf, &psum);
    const int other = instruction->stream != NCS_DVE ? 0 : 1;
    if (sbuf) {
        after(&p.start, &p.cause, c->sbuf[other].until, c->sbuf[other].by);
    }
    if (psum) {
        after(&p.start, &p.cause, c->psum[other].until, c->psum[other].by);
    }
    /* Results of this engine that are still on their way. */
    for (int32_t k = l->next - 1; k >= 0; k--) {
        const int32_t earlier = l->order[k];
        if (c->span[earlier].done <= p.start) {
            break;
        }
        for (int s = 0; s < 3; s++) {
            if (ncs_views_meet(c->program, &c->program->instruction[earlier].dst,
                               &instruction->src[s])) {
                after(&p.start, &p.cause, c->span[earlier].done, earlier);
            }
        }
    }
    p.end = p.start + cost.interval;
    p.done = p.end + cost.latency;
    return p;
}

/* False: nothing to do, or something that it waits for is not known yet. */
static bool propose(const clockwork *c, int stream, proposal *out)
{
    const lane *l = &c->lane[stream];
    double ready;
    int32_t cause;
    if (l->next == l->count) {
        return false;
    }
    const int32_t i = l->order[l->next];
    if (!waits_over(c, &c->program->instruction[i], &ready, &cause)) {
        return false;
    }
    const bool pe = stream == NCS_PE && c->program->instruction[i].op != NCS_NOP;
    *out = pe ? propose_pe(c, i, ready, cause) : propose_engine(c, i, ready, cause);
    return true;
}

static void accept(clockwork *c, int stream, const proposal *p)
{
    lane *l = &c->lane[stream];
    const int32_t i = l->order[l->next++];
    const ncs_instruction *instruction = &c->program->instruction[i];
    const ncs_span span = { p->start, p->end, p->done, p->cause };
    c->span[i] = span;
    l->free = p->end;
    if (stream == NCS_PE && instruction->op != NCS_NOP) {
        l->moving = p->moving;
        l->loaded = p->loaded;
    }
    if (stream == NCS_DVE || stream == NCS_ACT || stream == NCS_POOL) {
        const int self = stream == NCS_DVE ? 0 : 1;
        bool sbuf, psum;
        const ncs_cost cost = ncs_cost_of(c->program, instruction, c->settings);
        exclusions(c, instruction, cost.fast, &sbuf, &psum);
        if (sbuf) {
            c->sbuf[self].until = p->end;
            c->sbuf[self].by = i;
        }
        if (psum) {
            c->psum[self].until = p->end;
            c->psum[self].by = i;
        }
    }
}

/* When the head of a queue arrives at the engines; infinite: not known yet. */
static double arrival_of(clockwork *c, int queue)
{
    lane *l = &c->lane[NCS_DMA0 + queue];
    if (l->next == l->count) {
        return INFINITY;
    }
    if (l->arrival < 0) {
        const int32_t i = l->order[l->next];
        const ncs_instruction *instruction = &c->program->instruction[i];
        double ready;
        int32_t cause;
        if (!waits_over(c, instruction, &ready, &cause)) {
            return INFINITY;
        }
        after(&ready, &cause, l->issue, l->next > 0 ? l->order[l->next - 1] : -1);
        l->issue = ready;
        l->issued_by = cause;
        l->arrival =
            ready +
            (instruction->op == NCS_NOP ? 0 : c->settings->constant[NCS_DMA_LATENCY]);
    }
    return l->arrival;
}

static trnfft_status arrive(clockwork *c, int queue)
{
    lane *l = &c->lane[NCS_DMA0 + queue];
    const int32_t i = l->order[l->next++];
    ncs_dma_work work;
    ncs_dma_work_of(c->program, &c->program->instruction[i], c->settings, &work);
    c->arrival[i] = l->arrival;
    c->span[i].cause = l->issued_by;
    l->arrival = -1;
    return ncs_fluid_add(&c->fluid, queue, i, &work);
}

/* Fixes what has ended at the present of the fluid. */
static void collect(clockwork *c)
{
    double start = 0;
    for (int32_t i; (i = ncs_fluid_ended(&c->fluid, &start)) >= 0;) {
        const ncs_instruction *instruction = &c->program->instruction[i];
        ncs_span *span = &c->span[i];
        lane *l = &c->lane[instruction->stream];
        span->start = start;
        span->end = c->fluid.now;
        span->done =
            span->end +
            (instruction->op == NCS_NOP ? 0 : c->settings->constant[NCS_DMA_COMPLETE]);
        if (start > c->arrival[i]) {
            for (int32_t k = l->next - 1; k > 0; k--) {
                if (l->order[k] == i) {
                    span->cause = l->order[k - 1];
                }
            }
        }
    }
}

/* All instructions, in the order of time. */
static trnfft_status simulate(clockwork *c)
{
    for (;;) {
        proposal best = { .start = INFINITY };
        int engine = -1, queue = -1;
        for (int s = 0; s < NCS_DMA0; s++) {
            proposal p;
            if (propose(c, s, &p) && p.start < best.start) {
                best = p;
                engine = s;
            }
        }
        double arrival = INFINITY;
        for (int q = 0; q < NCS_DMA_QUEUES; q++) {
            const double a = arrival_of(c, q);
            if (a < arrival) {
                arrival = a;
                queue = q;
            }
        }
        const double moved = ncs_fluid_next(&c->fluid);
        if (engine >= 0 && best.start <= arrival && best.start <= moved) {
            accept(c, engine, &best);
        } else if (queue >= 0 && arrival <= moved) {
            ncs_fluid_advance(&c->fluid, fmax(arrival, c->fluid.now));
            TFI_TRY(arrive(c, queue));
            collect(c);
        } else if (moved < INFINITY) {
            ncs_fluid_advance(&c->fluid, moved);
            collect(c);
        } else {
            return TRNFFT_OK;
        }
    }
}

static void count_bytes(const ncs_program *program, const ncs_settings *settings,
                        ncs_time *out)
{
    for (int32_t i = 0; i < program->n_instructions; i++) {
        const ncs_instruction *x = &program->instruction[i];
        if (x->op == NCS_MATMUL) {
            out->macs += x->src[0].n_partitions * ncs_view_columns(&x->src[0]) *
                         ncs_view_columns(&x->src[1]);
        }
        if (x->op == NCS_DMA_COPY) {
            ncs_dma_work work;
            ncs_dma_work_of(program, x, settings, &work);
            const ncs_buffer *from = &program->buffer[x->src[0].buffer];
            out->bytes_in += from->memory == NCS_HBM ? work.bytes : 0;
            out->bytes_table += from->role == NCS_TABLE ? work.bytes : 0;
            out->bytes_out +=
                program->buffer[x->dst.buffer].memory == NCS_HBM ? work.bytes : 0;
        }
    }
}

/* Which resource is busy longest, if any is for half of the time. */
static ncs_bound bound_of(const ncs_time *t)
{
    const struct {
        ncs_bound bound;
        double busy;
    } candidates[] = {
        { NCS_BOUND_PE, t->busy_ns[NCS_PE] },
        { NCS_BOUND_DVE, t->busy_ns[NCS_DVE] },
        { NCS_BOUND_ACT, t->busy_ns[NCS_ACT] },
        { NCS_BOUND_POOL, t->busy_ns[NCS_POOL] },
        { NCS_BOUND_DMA, t->dma_busy_ns },
    };
    ncs_bound bound = NCS_BOUND_LATENCY;
    double most = 0.5 * t->device_ns;
    for (size_t i = 0; i < sizeof candidates / sizeof candidates[0]; i++) {
        if (candidates[i].busy > most) {
            most = candidates[i].busy;
            bound = candidates[i].bound;
        }
    }
    return bound;
}

/* Causes from the last result back to the start, then turned round. */
static void critical_path(const clockwork *c, int32_t last, int32_t *critical,
                          ncs_time *out)
{
    for (int32_t i = last; i >= 0; i = c->span[i].cause) {
        if (critical != NULL) {
            critical[out->critical_length] = i;
        }
        out->critical_length++;
    }
    for (int32_t a = 0, b = out->critical_length - 1; critical != NULL && a < b;
         a++, b--) {
        const int32_t i = critical[a];
        critical[a] = critical[b];
        critical[b] = i;
    }
}

static trnfft_status summarise(const clockwork *c, int32_t *critical, ncs_time *out)
{
    int32_t last = -1;
    memset(out, 0, sizeof *out);
    for (int s = 0; s < NCS_N_STREAMS; s++) {
        const lane *l = &c->lane[s];
        double until = 0;
        for (int32_t k = 0; k < l->count; k++) {
            const int32_t i = l->order[k];
            const ncs_span *span = &c->span[i];
            if (span->done < 0) {
                return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                                "ncs_estimate: instruction %d waits for ever", (int)i);
            }
            out->busy_ns[s] += fmax(0, span->end - fmax(span->start, until));
            until = fmax(until, span->end);
            if (last < 0 || span->done > c->span[last].done) {
                last = i;
            }
        }
    }
    out->device_ns = last < 0 ? 0 : c->span[last].done;
    out->total_ns = out->device_ns + 1000 * c->settings->constant[NCS_LAUNCH];
    out->dma_busy_ns = c->fluid.busy;
    count_bytes(c->program, c->settings, out);
    out->device_bound = bound_of(out);
    out->bound = out->total_ns - out->device_ns > out->device_ns ? NCS_BOUND_LAUNCH
                                                                 : out->device_bound;
    critical_path(c, last, critical, out);
    return TRNFFT_OK;
}

trnfft_status ncs_estimate(const ncs_program *program, const ncs_settings *settings,
                           ncs_span *spans, int32_t *critical, ncs_time *out)
{
    const tfi_allocator *alloc = program->alloc;
    const size_t n = (size_t)program->n_instructions;
    clockwork *c = tfi_alloc_zeroed(alloc, sizeof *c);
    const size_t each = sizeof *spans + sizeof(double) + 2 * sizeof(int32_t);
    unsigned char *memory = tfi_alloc_array(alloc, n + 1, each);
    trnfft_status status;
    if (c == NULL || memory == NULL) {
        status = tfi_fail_memory("ncs_estimate", sizeof *c + (n + 1) * each);
    } else {
        c->program = program;
        c->settings = settings;
        c->span = (ncs_span *)(void *)memory;
        c->arrival = (double *)(void *)(c->span + n);
        c->order = (int32_t *)(void *)(c->arrival + n);
        c->posts = c->order + n;
        for (size_t i = 0; i < n; i++) {
            const ncs_span unknown = { 0, 0, -1, -1 };
            c->span[i] = unknown;
        }
        sort_lists(c);
        ncs_fluid_init(&c->fluid, settings, alloc);
        status = simulate(c);
        if (status == TRNFFT_OK) {
            status = summarise(c, critical, out);
        }
        if (status == TRNFFT_OK && spans != NULL) {
            memcpy(spans, c->span, n * sizeof *spans);
        }
        ncs_fluid_fini(&c->fluid);
    }
    tfi_free(alloc, memory);
    tfi_free(alloc, c);
    return status;
}

const char *ncs_bound_name(ncs_bound bound)
{
    static const char *const names[NCS_N_BOUNDS] = { "launch", "pe",  "dve",    "act",
                                                     "pool",   "dma", "latency" };
    return (unsigned)bound < NCS_N_BOUNDS ? names[bound] : "?";
}
