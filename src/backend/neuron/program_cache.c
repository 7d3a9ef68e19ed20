/* program_cache.c - see program_cache.h. */
#include "backend/neuron/program_cache.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <program_digest.h>
#include <trnfft/version.h>

#include "base/file.h"
#include "base/printer.h"
#include "ncsim/text.h"
#include "ncsim/verify.h"

enum { KEY_BYTES = 512, PATH_BYTES = 1024, MOST_BYTES = 1 << 28 };

static uint64_t hash_bytes(const void *data, size_t bytes)
{
    const unsigned char *p = data;
    uint64_t h = UINT64_C(0xcbf29ce484222325); /* FNV-1a */
    for (size_t i = 0; i < bytes; i++) {
        h = (h ^ p[i]) * UINT64_C(0x100000001b3);
    }
    return h;
}

static uint64_t hash_doubles(const double *x, int64_t count)
{
    return x != NULL ? hash_bytes(x, (size_t)count * sizeof *x) : 0;
}

/* One line that says everything that a program depends on, the code that writes it
 * included. */
static void write_key(const ncs_machine *machine, const tfi_neuron_kernel *kernel,
                      const tfi_neuron_job *j, char *key)
{
    snprintf(
        key, KEY_BYTES,
        "trnfft %s build %s %s %s task %u mode %u transform %u io %u sign %d rank %d n "
        "%lld "
        "%lld %lld batch %lld m %lld k %lld hop %lld frames %lld samples %lld real "
        "%d scale %a window %016" PRIx64 " envelope %016" PRIx64,
        trnfft_version(), TFI_PROGRAM_DIGEST, machine->name, kernel->name,
        (unsigned)j->task, (unsigned)j->mode, (unsigned)j->transform, (unsigned)j->io,
        (int)j->sign, (int)j->rank, (long long)j->n[0], (long long)j->n[1],
        (long long)j->n[2], (long long)j->batch, (long long)j->m, (long long)j->k,
        (long long)j->hop, (long long)j->frames, (long long)j->samples,
        (int)j->real_product, j->scale, hash_doubles(j->window, j->n[0]),
        hash_doubles(j->envelope, j->samples));
}

/* false: the path is too long. */
static bool write_path(const char *folder, const char *key, char *path)
{
    const int n = snprintf(path, PATH_BYTES, "%s/%016" PRIx64 ".nca", folder,
                           hash_bytes(key, strlen(key)));
    return n > 0 && n < PATH_BYTES;
}

/* The text behind the two lines that say "; key" and "; checksum"; NULL: they say
 * something else. */
static const char *body_of(const char *text, size_t bytes, const char *key)
{
    char head[KEY_BYTES + 64];
    const char *end = memchr(text, '\n', bytes);
    const char *body = end != NULL ? strchr(end + 1, '\n') : NULL;
    if (body == NULL) {
        return NULL;
    }
    body++;
    snprintf(head, sizeof head, "; %s\n; checksum %016" PRIx64 "\n", key,
             hash_bytes(body, bytes - (size_t)(body - text)));
    const size_t length = strlen(head);
    return length == (size_t)(body - text) && memcmp(head, text, length) == 0 ? body
                                                                              : NULL;
}

trnfft_status tfi_neuron_cache_load(const char *folder, const ncs_machine *machine,
                                    const tfi_neuron_kernel *kernel,
                                    const tfi_neuron_job *job,
                                    const tfi_allocator *alloc, ncs_program **out)
{
    char key[KEY_BYTES], path[PATH_BYTES], *text = NULL;
    size_t bytes = 0;
    *out = NULL;
    write_key(machine, kernel, job, key);
    if (!write_path(folder, key, path)) {
        return TRNFFT_OK;
    }
    trnfft_status status =
        tfi_file_read("neuron", alloc, path, MOST_BYTES, &text, &bytes, NULL);
    if (status == TRNFFT_OK) {
        const char *body = body_of(text, bytes, key);
        status = body == NULL
                     ? TRNFFT_ERROR_FORMAT
                     : ncs_assemble(body, bytes - (size_t)(body - text), alloc, out);
    }
    if (status == TRNFFT_OK) {
        status =
            (*out)->machine == machine ? ncs_verify(*out, NULL) : TRNFFT_ERROR_FORMAT;
    }
    if (status != TRNFFT_OK) {
        ncs_program_destroy(*out);
        *out = NULL;
    }
    tfi_free(alloc, text);
    return status == TRNFFT_ERROR_OUT_OF_MEMORY ? status : TRNFFT_OK;
}

void tfi_neuron_cache_save(const char *folder, const tfi_neuron_kernel *kernel,
                           const tfi_neuron_job *job, const ncs_program *program,
                           const tfi_allocator *alloc)
{
    char key[KEY_BYTES], path[PATH_BYTES];
    tfi_printer count = { NULL, 0, 0, 0 };
    write_key(program->machine, kernel, job, key);
    ncs_disassemble(program, &count);
    const size_t head = strlen(key) + 64, all = head + count.length + 1;
    char *text = count.length < MOST_BYTES ? tfi_alloc(alloc, all) : NULL;
    if (text == NULL || !write_path(folder, key, path)) {
        tfi_free(alloc, text);
        return;
    }
    tfi_printer body = { text + head, count.length + 1, 0, 0 };
    ncs_disassemble(program, &body);
    char line[KEY_BYTES + 64];
    const int length = snprintf(line, sizeof line, "; %s\n; checksum %016" PRIx64 "\n",
                                key, hash_bytes(text + head, body.length));
    char *start = text + head - length;
    memcpy(start, line, (size_t)length);
    (void)tfi_file_replace("neuron", alloc, path, start, (size_t)length + body.length);
    tfi_free(alloc, text);
}
