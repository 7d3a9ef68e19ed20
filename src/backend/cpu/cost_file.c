/* cost_file.c - constants of the cost model as text:
 *
 *   trnfft calibration 1
 *   cpu avx2
 *   gigahertz 3.7
 *   pass_f32 0 0 11 17 …
 *   end 8d3f… (a hash of the text before)
 *
 * Every field is there once, in the order of tfi_cost_fields. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "backend/cpu/cost_tables.h"
#include "base/file.h"
#include "plan/costs.h"

#define AT(field) offsetof(tfi_costs, field)
const tfi_cost_field tfi_cost_fields[] = {
    { "gigahertz", AT(gigahertz), 1 },
    { "operations", AT(operations), 1 },
    { "pass_f32", AT(pass[0]), TFI_COST_RADICES },
    { "pass_f64", AT(pass[1]), TFI_COST_RADICES },
    { "first_f32", AT(first[0]), TFI_COST_RADICES },
    { "first_f64", AT(first[1]), TFI_COST_RADICES },
    { "after_f32", AT(after[0]), TFI_COST_RADICES },
    { "after_f64", AT(after[1]), TFI_COST_RADICES },
    { "overhead", AT(overhead), 1 },
    { "fused", AT(fused), 2 },
    { "sweep", AT(sweep), TFI_COST_STEPS },
    { NULL, 0, 0 },
};

static const char heading[] = "trnfft calibration 1\ncpu ";
enum { MOST = 1 << 16, LONGEST = 8192 };

static uint64_t hash_text(const char *text, size_t bytes)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < bytes; i++) {
        h = (h ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
    }
    return h;
}

static const double *values_of(const tfi_costs *costs, const tfi_cost_field *field)
{
    return (const double *)(const void *)((const char *)costs + field->offset);
}

/* Thousandths suffice, and whole numbers are written the same everywhere. */
static size_t add_number(char *text, size_t room, double x)
{
    const long long thousandths = (long long)(x * 1000.0 + 0.5);
    const int n =
        snprintf(text, room, " %lld.%03lld", thousandths / 1000, thousandths % 1000);
    return n > 0 ? (size_t)n : 0;
}

static size_t write_costs(const tfi_costs *costs, tfi_cpu_level cpu, char *text,
                          size_t room)
{
    size_t n = (size_t)snprintf(text, room, "%s%s\n", heading, tfi_cpu_name(cpu));
    for (const tfi_cost_field *f = tfi_cost_fields; f->name != NULL; f++) {
        n += (size_t)snprintf(text + n, room - n, "%s", f->name);
        for (int i = 0; i < f->count; i++) {
            n += add_number(text + n, room - n, values_of(costs, f)[i]);
        }
        n += (size_t)snprintf(text + n, room - n, "\n");
    }
    const uint64_t hash = hash_text(text, n);
    return n + (size_t)snprintf(text + n, room - n, "end %016" PRIx64 "\n", hash);
}

/* A number with at most three digits after the point, 0 … 10^9; *text moves on. */
static bool read_number(const char **text, double *out)
{
    const char *p = *text;
    double x = 0, unit = 1;
    if (*p < '0' || *p > '9') {
        return false;
    }
    for (; *p >= '0' && *p <= '9'; p++) {
        x = 10 * x + (*p - '0');
    }
    if (*p == '.') {
        for (p++; *p >= '0' && *p <= '9'; p++) {
            unit /= 10;
            x += unit * (*p - '0');
        }
    }
    *text = p;
    *out = x;
    return x <= 1e9;
}

/* "name 1 2 3\n"; NULL: not that field. */
static const char *read_field(const char *p, const tfi_cost_field *field,
                              tfi_costs *costs)
{
    const size_t n = strlen(field->name);
    double *values = (double *)(void *)((char *)costs + field->offset);
    if (strncmp(p, field->name, n) != 0) {
        return NULL;
    }
    p += n;
    for (int i = 0; i < field->count; i++) {
        if (*p++ != ' ' || !read_number(&p, &values[i])) {
            return NULL;
        }
    }
    return *p == '\n' ? p + 1 : NULL;
}

/* What no machine has would divide by zero or overflow. */
static bool are_sane(const tfi_costs *c)
{
    bool sane = c->gigahertz >= 0.01 && c->operations >= 0.01;
    for (int i = 0; i < TFI_COST_STEPS; i++) {
        sane = sane && c->sweep[i] >= 0.01;
    }
    return sane;
}

/* What is wrong, NULL: nothing. */
static const char *read_costs(const char *text, size_t bytes, tfi_cpu_level cpu,
                              tfi_costs *costs)
{
    const size_t n = sizeof heading - 1;
    if (bytes < n || memcmp(text, heading, n) != 0) {
        return "not a calibration of format 1";
    }
    const char *level = tfi_cpu_name(cpu), *p = text + n;
    if (strncmp(p, level, strlen(level)) != 0 || p[strlen(level)] != '\n') {
        return "a calibration of another CPU level";
    }
    p += strlen(level) + 1;
    for (const tfi_cost_field *f = tfi_cost_fields; f->name != NULL; f++) {
        p = read_field(p, f, costs);
        if (p == NULL) {
            return "a field is missing or no number";
        }
    }
    char wanted[40];
    snprintf(wanted, sizeof wanted, "end %016" PRIx64 "\n",
             hash_text(text, (size_t)(p - text)));
    if (strlen(wanted) != bytes - (size_t)(p - text) ||
        memcmp(p, wanted, strlen(wanted)) != 0) {
        return "changed or cut";
    }
    return are_sane(costs) ? NULL : "a value is 0 that cannot be";
}

trnfft_status tfi_costs_load(const char *function, const tfi_allocator *alloc,
                             tfi_cpu_level cpu, const char *path,
                             struct tfi_costs **out)
{
    char *text = NULL;
    size_t bytes = 0;
    TFI_TRY(tfi_file_read(function, alloc, path, MOST, &text, &bytes, NULL));
    tfi_costs *costs = tfi_alloc_zeroed(alloc, sizeof *costs);
    const char *fault = NULL;
    if (costs != NULL) {
        fault = read_costs(text, bytes, cpu, costs);
    }
    tfi_free(alloc, text);
    if (costs == NULL) {
        return tfi_fail_memory(function, sizeof *costs);
    }
    if (fault != NULL) {
        tfi_free(alloc, costs);
        return tfi_fail(TRNFFT_ERROR_FORMAT, "%s: %s: %s", function, path, fault);
    }
    *out = costs;
    return TRNFFT_OK;
}

trnfft_status tfi_costs_calibrate(const char *function, const tfi_allocator *alloc,
                                  tfi_cpu_level cpu, double time_limit_s,
                                  const char *path)
{
    tfi_costs costs = *tfi_costs_for(cpu);
    trnfft_status status = tfi_costs_measure(alloc, cpu, time_limit_s, &costs);
    if (status != TRNFFT_OK) {
        return tfi_fail_as(function, status);
    }
    char text[LONGEST];
    const size_t bytes = write_costs(&costs, cpu, text, sizeof text);
    return tfi_file_replace(function, alloc, path, text, bytes);
}
