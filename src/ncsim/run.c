/* run.c - cores: their memories, and instructions in the order of the list. */
#include "ncsim/run_core.h"

#include <string.h>

#include "ncsim/group.h"

/* What a program needs of SBUF and PSUM, of staging and of HBM. */
typedef struct needs {
    int64_t pitch[3];
    int64_t stationary, moving, result, columns; /* elements, columns of PE */
    size_t hbm;
} needs;

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static needs needs_of(const ncs_program *program)
{
    needs n = { .result = NCS_PARTITIONS * NCS_PARTITIONS }; /* of transposes */
    for (int32_t b = 0; b < program->n_buffers; b++) {
        const ncs_buffer *buffer = &program->buffer[b];
        const int64_t bytes = buffer->elements * ncs_dtype_bytes(buffer->dtype);
        if (buffer->memory != NCS_HBM) {
            int64_t end = (int64_t)tfi_align_up((size_t)(buffer->address + bytes));
            n.pitch[buffer->memory] = larger(n.pitch[buffer->memory], end);
        } else if (buffer->role != NCS_TABLE) {
            n.hbm += tfi_align_up((size_t)bytes);
        }
    }
    for (int32_t i = 0; i < program->n_instructions; i++) {
        const ncs_instruction *in = &program->instruction[i];
        if (in->op == NCS_MATMUL) {
            int64_t k = in->src[0].n_partitions, m = ncs_view_columns(&in->src[0]);
            int64_t columns = ncs_view_columns(&in->src[1]);
            n.stationary = larger(n.stationary, k * m);
            n.moving = larger(n.moving, k * columns);
            n.result = larger(n.result, m * columns);
            n.columns = larger(n.columns, columns);
        }
    }
    return n;
}

/* NaNs in every floating-point type. */
static void *poisoned(const tfi_allocator *alloc, size_t bytes)
{
    void *p = tfi_alloc(alloc, bytes);
    if (p != NULL) {
        memset(p, 0xff, bytes);
    }
    return p;
}

static bool allocate_core(ncs_core *core, const needs *n)
{
    const tfi_allocator *alloc = core->alloc;
    bool all = true;
    for (int m = NCS_SBUF; m <= NCS_PSUM; m++) {
        core->pitch[m] = n->pitch[m];
        core->memory[m] = poisoned(alloc, (size_t)n->pitch[m] * NCS_PARTITIONS);
        all = all && core->memory[m] != NULL;
    }
    for (int r = 0; r < 4; r++) {
        core->row[r] = tfi_alloc_array(alloc, NCS_PIECE, sizeof(float));
        all = all && core->row[r] != NULL;
    }
    for (int r = 0; r < 2; r++) {
        core->wide[r] = tfi_alloc_array(alloc, NCS_PIECE, sizeof(double));
        all = all && core->wide[r] != NULL;
    }
    /* Operands twice: split ones have their parts behind them. */
    core->stationary = tfi_alloc_array(alloc, (size_t)n->stationary, 2 * sizeof(float));
    core->moving = tfi_alloc_array(alloc, (size_t)n->moving, 2 * sizeof(float));
    core->result = tfi_alloc_array(alloc, (size_t)n->result, sizeof(float));
    core->pass = tfi_alloc_array(alloc, (size_t)n->result, sizeof(float));
    core->terms = tfi_alloc_array(alloc, (size_t)n->columns, 4 * sizeof(double));
    core->owned = poisoned(alloc, n->hbm);
    core->hbm =
        tfi_alloc_array(alloc, (size_t)core->program->n_buffers, sizeof(char *));
    return all && core->stationary != NULL && core->moving != NULL &&
           core->result != NULL && core->pass != NULL && core->terms != NULL &&
           core->owned != NULL && core->hbm != NULL;
}

trnfft_status ncs_core_create(const ncs_program *program, ncs_core **out)
{
    *out = NULL;
    const needs n = needs_of(program);
    ncs_core *core = tfi_alloc_zeroed(program->alloc, sizeof *core);
    if (core == NULL) {
        return tfi_fail_memory("ncs_core_create", sizeof *core);
    }
    core->program = program;
    core->alloc = program->alloc;
    if (!allocate_core(core, &n)) {
        ncs_core_destroy(core);
        return tfi_fail_memory("ncs_core_create", n.hbm);
    }
    char *at = core->owned;
    for (int32_t b = 0; b < program->n_buffers; b++) {
        const ncs_buffer *buffer = &program->buffer[b];
        core->hbm[b] = NULL;
        if (buffer->memory == NCS_HBM && buffer->role == NCS_TABLE) {
            core->hbm[b] = buffer->data;
        } else if (buffer->memory == NCS_HBM) {
            core->hbm[b] = at;
            at += tfi_align_up(
                (size_t)(buffer->elements * ncs_dtype_bytes(buffer->dtype)));
        }
    }
    *out = core;
    return TRNFFT_OK;
}

void ncs_core_destroy(ncs_core *core)
{
    if (core == NULL) {
        return;
    }
    const tfi_allocator *alloc = core->alloc;
    void *const parts[] = { core->memory[NCS_SBUF],
                            core->memory[NCS_PSUM],
                            core->row[0],
                            core->row[1],
                            core->row[2],
                            core->row[3],
                            core->wide[0],
                            core->wide[1],
                            core->stationary,
                            core->moving,
                            core->result,
                            core->pass,
                            core->terms,
                            core->owned,
                            core->hbm };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        tfi_free(alloc, parts[i]);
    }
    tfi_free(alloc, core);
}

void *ncs_core_memory(ncs_core *core, int32_t buffer)
{
    if (buffer < 0 || buffer >= core->program->n_buffers ||
        core->program->buffer[buffer].role == NCS_TABLE) {
        return NULL;
    }
    return core->hbm[buffer];
}

static void run_instruction(const ncs_core *core, const ncs_instruction *in,
                            const ncs_settings *settings)
{
    switch (in->op) {
    case NCS_NOP: break;
    case NCS_DMA_COPY: ncs_run_dma(core, in); break;
    case NCS_MATMUL: ncs_run_matmul(core, in, settings); break;
    case NCS_TRANSPOSE: ncs_run_transpose(core, in); break;
    default: ncs_run_elements(core, in, settings);
    }
}

/* Up to the next collective, or the end. */
static void run_to_collective(ncs_core *core, const ncs_settings *settings)
{
    const ncs_program *program = core->program;
    const int32_t end = ncs_next_collective(program, core->at);
    while (core->at < end) {
        run_instruction(core, &program->instruction[core->at++], settings);
    }
}

trnfft_status ncs_run(ncs_core *core, const ncs_settings *settings)
{
    const ncs_program *program = core->program;
    const int32_t collective = ncs_next_collective(program, 0);
    if (collective < program->n_instructions) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                        "ncs_run: instruction %d, %s: takes a group of cores",
                        (int)collective,
                        ncs_op_name((ncs_op)program->instruction[collective].op));
    }
    core->at = 0;
    run_to_collective(core, settings);
    return TRNFFT_OK;
}

trnfft_status ncs_run_group(ncs_core *const *cores, int32_t n_cores,
                            const ncs_settings *settings)
{
    if (n_cores < 1) {
        return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT, "ncs_run_group: n_cores = %d",
                        (int)n_cores);
    }
    for (int32_t r = 0; r < n_cores; r++) {
        cores[r]->at = 0;
    }
    const ncs_core *first = cores[0];
    for (;;) {
        for (int32_t r = 0; r < n_cores; r++) {
            run_to_collective(cores[r], settings);
            const char *clash = ncs_collective_clash(
                first->program, first->at, cores[r]->program, cores[r]->at, n_cores);
            if (clash != NULL) {
                return tfi_fail(TRNFFT_ERROR_INVALID_ARGUMENT,
                                "ncs_run_group: ranks 0 and %d, instructions %d and "
                                "%d: %s",
                                (int)r, (int)first->at, (int)cores[r]->at, clash);
            }
        }
        if (first->at == first->program->n_instructions) {
            return TRNFFT_OK;
        }
        ncs_run_collective(cores, n_cores);
        for (int32_t r = 0; r < n_cores; r++) {
            cores[r]->at++;
        }
    }
}
