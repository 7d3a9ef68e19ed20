/* oracle.c - see oracle.h. */
#include "oracle.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What an operand holds before a call: a result that leaves it in place is seen at
 * once. */
static const double UNTOUCHED = -12345.75;

/* The whole file with a final NUL, or NULL. */
static char *read_file(const char *path, size_t *n_bytes)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        fprintf(stderr, "oracle: cannot open %s\n", path);
        return NULL;
    }
    char *bytes = NULL;
    if (fseek(file, 0, SEEK_END) == 0) {
        long end = ftell(file);
        rewind(file);
        bytes = end < 0 ? NULL : malloc((size_t)end + 1);
        if (bytes != NULL) {
            *n_bytes = fread(bytes, 1, (size_t)end, file);
            bytes[*n_bytes] = '\0';
        }
    }
    fclose(file);
    if (bytes == NULL) {
        fprintf(stderr, "oracle: cannot read %s\n", path);
    }
    return bytes;
}

bool oracle_open(const char *folder, oracle_suite *suite)
{
    char path[600];
    memset(suite, 0, sizeof *suite);
    snprintf(suite->folder, sizeof suite->folder, "%s", folder);
    snprintf(path, sizeof path, "%s/manifest.json", folder);

    size_t n_bytes = 0;
    char *text = read_file(path, &n_bytes);
    if (text == NULL) {
        return false;
    }
    suite->root = cJSON_ParseWithLength(text, n_bytes);
    free(text);
    suite->cases = cJSON_GetObjectItemCaseSensitive(suite->root, "cases");
    if (!cJSON_IsArray(suite->cases)) {
        fprintf(stderr, "oracle: %s holds no list of cases\n", path);
        oracle_close(suite);
        return false;
    }
    suite->n_cases = (size_t)cJSON_GetArraySize(suite->cases);
    return true;
}

void oracle_close(oracle_suite *suite)
{
    cJSON_Delete(suite->root);
    memset(suite, 0, sizeof *suite);
}

static const char *string_of(const cJSON *object, const char *name,
                             const char *fallback)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsString(item) ? item->valuestring : fallback;
}

static double number_of(const cJSON *object, const char *name, double fallback)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsNumber(item) ? item->valuedouble : fallback;
}

oracle_case oracle_case_at(const oracle_suite *suite, size_t index)
{
    const cJSON *json = cJSON_GetArrayItem(suite->cases, (int)index);
    const cJSON *tol = cJSON_GetObjectItemCaseSensitive(json, "tol");
    oracle_case c;
    c.json = json;
    c.id = string_of(json, "id", "?");
    c.function = string_of(json, "function", "?");
    c.reason = string_of(json, "reason", NULL);
    c.expect_error = strcmp(string_of(json, "expect", "ok"), "error") == 0;
    c.tol_f64 = number_of(tol, "f64", 0.0);
    c.tol_f32 = number_of(tol, "f32", 0.0);
    return c;
}

/* Copies the text after `key` up to `end` from an npy header's dictionary. */
static bool header_field(const char *header, const char *key, char end, char *out,
                         size_t capacity)
{
    const char *from = strstr(header, key);
    if (from == NULL) {
        return false;
    }
    from += strlen(key);
    const char *to = strchr(from, end);
    if (to == NULL || (size_t)(to - from) >= capacity) {
        return false;
    }
    memcpy(out, from, (size_t)(to - from));
    out[to - from] = '\0';
    return true;
}

static bool parse_header(const char *header, oracle_array *out)
{
    char descr[16], shape[160];
    if (!header_field(header, "'descr': '", '\'', descr, sizeof descr) ||
        !header_field(header, "'shape': (", ')', shape, sizeof shape) ||
        strstr(header, "'fortran_order': False") == NULL) {
        return false;
    }
    out->is_complex = strcmp(descr, "<c16") == 0;
    if (!out->is_complex && strcmp(descr, "<f8") != 0) {
        return false;
    }
    out->rank = 0;
    out->n_values = 1;
    for (char *at = shape; *at != '\0';) {
        char *next = at;
        int64_t size = strtoll(at, &next, 10);
        if (next == at || out->rank == TRNFFT_MAX_RANK) {
            return false;
        }
        out->shape[out->rank++] = size;
        out->n_values *= size;
        at = next + strspn(next, ", ");
    }
    return true;
}

/* Little-endian f64, whatever the machine. */
static double double_from(const unsigned char *bytes)
{
    uint64_t bits = 0;
    for (int i = 7; i >= 0; --i) {
        bits = bits << 8 | bytes[i];
    }
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static bool parse_npy(const char *bytes, size_t n_bytes, oracle_array *out)
{
    if (n_bytes < 10 || memcmp(bytes, "\x93NUMPY\x01\x00", 8) != 0) {
        return false;
    }
    const unsigned char *raw = (const unsigned char *)bytes;
    size_t n_header = (size_t)raw[8] + ((size_t)raw[9] << 8);
    char header[512];
    if (n_header >= sizeof header || 10 + n_header > n_bytes) {
        return false;
    }
    memcpy(header, bytes + 10, n_header);
    header[n_header] = '\0';
    if (!parse_header(header, out)) {
        return false;
    }
    size_t n_components = (size_t)out->n_values * (out->is_complex ? 2 : 1);
    if (n_bytes - 10 - n_header != 8 * n_components) {
        return false;
    }
    out->values = malloc(8 * (n_components + 1));
    if (out->values == NULL) {
        return false;
    }
    for (size_t i = 0; i < n_components; ++i) {
        out->values[i] = double_from(raw + 10 + n_header + 8 * i);
    }
    return true;
}

static const char *file_of(const oracle_case *c, const char *group, const char *name)
{
    return string_of(cJSON_GetObjectItemCaseSensitive(c->json, group), name, NULL);
}

bool oracle_has(const oracle_case *c, const char *group, const char *name)
{
    return file_of(c, group, name) != NULL;
}

bool oracle_load(const oracle_suite *suite, const oracle_case *c, const char *group,
                 const char *name, oracle_array *out)
{
    memset(out, 0, sizeof *out);
    const char *file = file_of(c, group, name);
    if (file == NULL) {
        return false;
    }
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", suite->folder, file);
    size_t n_bytes = 0;
    char *bytes = read_file(path, &n_bytes);
    if (bytes == NULL) {
        return false;
    }
    bool ok = parse_npy(bytes, n_bytes, out);
    free(bytes);
    if (!ok) {
        fprintf(stderr, "oracle: %s is not an array that this reader knows\n", path);
    }
    return ok;
}

void oracle_array_free(oracle_array *array)
{
    free(array->values);
    memset(array, 0, sizeof *array);
}

static const cJSON *arg_of(const oracle_case *c, const char *name)
{
    const cJSON *args = cJSON_GetObjectItemCaseSensitive(c->json, "args");
    return cJSON_GetObjectItemCaseSensitive(args, name);
}

bool oracle_arg_is_null(const oracle_case *c, const char *name)
{
    const cJSON *item = arg_of(c, name);
    return item == NULL || cJSON_IsNull(item);
}

int64_t oracle_arg_int(const oracle_case *c, const char *name, int64_t fallback)
{
    const cJSON *item = arg_of(c, name);
    return cJSON_IsNumber(item) ? (int64_t)item->valuedouble : fallback;
}

double oracle_arg_double(const oracle_case *c, const char *name, double fallback)
{
    const cJSON *item = arg_of(c, name);
    return cJSON_IsNumber(item) ? item->valuedouble : fallback;
}

bool oracle_arg_bool(const oracle_case *c, const char *name, bool fallback)
{
    const cJSON *item = arg_of(c, name);
    return cJSON_IsBool(item) ? (bool)cJSON_IsTrue(item) : fallback;
}

const char *oracle_arg_string(const oracle_case *c, const char *name,
                              const char *fallback)
{
    const cJSON *item = arg_of(c, name);
    return cJSON_IsString(item) ? item->valuestring : fallback;
}

int oracle_arg_list(const oracle_case *c, const char *name, int64_t *list, int capacity)
{
    const cJSON *item = arg_of(c, name);
    if (!cJSON_IsArray(item)) {
        return -1;
    }
    int n = cJSON_GetArraySize(item);
    for (int i = 0; i < n && i < capacity; ++i) {
        list[i] = (int64_t)cJSON_GetArrayItem(item, i)->valuedouble;
    }
    return n;
}

const char *oracle_layout_name(oracle_layout layout)
{
    static const char *const names[] = { "split", "interleaved", "strided" };
    return names[layout];
}

/* Calls visit() for every element in C order with its place in the tensor. */
typedef void visitor(const trnfft_tensor *t, int64_t place, int64_t index, void *user);

static void walk(const trnfft_tensor *t, visitor *visit, void *user)
{
    int64_t at[TRNFFT_MAX_RANK] = { 0 };
    int64_t count = 1;
    for (int32_t d = 0; d < t->rank; ++d) {
        count *= t->shape[d];
    }
    for (int64_t index = 0; index < count; ++index) {
        int64_t place = 0;
        for (int32_t d = 0; d < t->rank; ++d) {
            place += at[d] * t->strides[d];
        }
        visit(t, place, index, user);
        for (int32_t d = t->rank - 1; d >= 0 && ++at[d] == t->shape[d]; --d) {
            at[d] = 0;
        }
    }
}

static double component(const trnfft_tensor *t, const void *base, int64_t place)
{
    return t->dtype == TRNFFT_F32 ? (double)((const float *)base)[place]
                                  : ((const double *)base)[place];
}

static void set_component(const trnfft_tensor *t, void *base, int64_t place,
                          double value)
{
    if (t->dtype == TRNFFT_F32) {
        ((float *)base)[place] = (float)value;
    } else {
        ((double *)base)[place] = value;
    }
}

/* Memory of exactly the bytes that the tensor spans, so that a sanitizer sees a step
 * outside. */
bool oracle_operand_empty(int32_t rank, const int64_t *shape, bool is_complex,
                          int32_t dtype, oracle_layout layout, oracle_operand *out)
{
    size_t size = dtype == TRNFFT_F32 ? sizeof(float) : sizeof(double);
    int64_t n_parts = is_complex ? 2 : 1;
    int64_t step = layout == ORACLE_SPLIT         ? 1
                   : layout == ORACLE_INTERLEAVED ? n_parts
                                                  : 3;
    trnfft_tensor t;
    memset(&t, 0, sizeof t);
    t.dtype = dtype;
    t.rank = rank;
    for (int32_t i = 0; i < rank; ++i) {
        int32_t d = layout == ORACLE_STRIDED ? i : rank - 1 - i;
        t.shape[d] = shape[d];
        t.strides[d] = step;
        step *= shape[d];
    }
    int64_t n_apart = layout == ORACLE_SPLIT ? step : 1; /* components from re to im */
    int64_t n_components = layout == ORACLE_SPLIT ? step * n_parts : step;
    out->n_bytes = (size_t)(n_components > 0 ? n_components : 1) * size;
    out->memory = malloc(out->n_bytes);
    if (out->memory == NULL) {
        return false;
    }
    char *base = out->memory;
    if (layout == ORACLE_STRIDED && rank > 0 && shape[0] > 0) {
        base += (size_t)((shape[0] - 1) * t.strides[0]) * size;
        t.strides[0] = -t.strides[0];
    }
    t.re = base;
    t.im = is_complex ? base + (size_t)n_apart * size : NULL;
    for (int64_t i = 0; i < (int64_t)(out->n_bytes / size); ++i) {
        set_component(&t, out->memory, i, UNTOUCHED);
    }
    out->tensor = t;
    return true;
}

static void put(const trnfft_tensor *t, int64_t place, int64_t index, void *user)
{
    const oracle_array *array = user;
    if (array->is_complex) {
        set_component(t, t->re, place, array->values[2 * index]);
        set_component(t, t->im, place, array->values[2 * index + 1]);
    } else {
        set_component(t, t->re, place, array->values[index]);
    }
}

bool oracle_operand_from(const oracle_array *array, int32_t dtype, oracle_layout layout,
                         oracle_operand *out)
{
    if (!oracle_operand_empty(array->rank, array->shape, array->is_complex, dtype,
                              layout, out)) {
        return false;
    }
    oracle_array source = *array;
    walk(&out->tensor, put, &source);
    return true;
}

void oracle_operand_free(oracle_operand *operand)
{
    free(operand->memory);
    memset(operand, 0, sizeof *operand);
}

struct comparison {
    const oracle_array *want;
    double max_difference, max_want, max_got;
};

static void compare(const trnfft_tensor *t, int64_t place, int64_t index, void *user)
{
    struct comparison *c = user;
    double re = component(t, t->re, place);
    double im = t->im == NULL ? 0.0 : component(t, t->im, place);
    const double *v = c->want->values + (c->want->is_complex ? 2 * index : index);
    double want_im = c->want->is_complex ? v[1] : 0.0;
    double difference = hypot(re - v[0], im - want_im);
    /* fmax() would drop a NaN. */
    if (!(difference <= c->max_difference)) {
        c->max_difference = isnan(difference) ? (double)INFINITY : difference;
    }
    c->max_want = fmax(c->max_want, hypot(v[0], want_im));
    c->max_got = fmax(c->max_got, hypot(re, im));
}

double oracle_error(const oracle_array *want, const trnfft_tensor *got)
{
    if (got->rank != want->rank || (got->im != NULL) != want->is_complex) {
        return (double)INFINITY;
    }
    for (int32_t d = 0; d < want->rank; ++d) {
        if (got->shape[d] != want->shape[d]) {
            return (double)INFINITY;
        }
    }
    struct comparison c = { want, 0.0, 0.0, 0.0 };
    walk(got, compare, &c);
    if (c.max_want > 0.0) {
        return c.max_difference / c.max_want;
    }
    return isinf(c.max_difference) ? c.max_difference : c.max_got;
}
