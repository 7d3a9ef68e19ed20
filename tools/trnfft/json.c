/* json.c - JSON on stdout through cJSON, or a clear refusal when it was not there to
 * build with. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "report.h"

int cli_json_missing(void)
{
    return cli_fail(CLI_NOT_BUILT, "--json: this program was built without cJSON "
                                   "(Debian: libcjson-dev)");
}

#ifdef TRNFFT_HAVE_CJSON

#include <cjson/cJSON.h>

bool cli_json_available(void)
{
    return true;
}

cli_json *cli_json_object(void)
{
    return cJSON_CreateObject();
}

cli_json *cli_json_array(void)
{
    return cJSON_CreateArray();
}

static cJSON *number(double value)
{
    return isfinite(value) ? cJSON_CreateNumber(value) : cJSON_CreateNull();
}

void cli_json_number(cli_json *object, const char *name, double value)
{
    cJSON_AddItemToObject(object, name, number(value));
}

void cli_json_text(cli_json *object, const char *name, const char *value)
{
    cJSON_AddStringToObject(object, name, value);
}

void cli_json_bool(cli_json *object, const char *name, bool value)
{
    cJSON_AddBoolToObject(object, name, value);
}

void cli_json_add(cli_json *parent, const char *name, cli_json *child)
{
    if (name == NULL) {
        cJSON_AddItemToArray(parent, child);
    } else {
        cJSON_AddItemToObject(parent, name, child);
    }
}

void cli_json_append_number(cli_json *array, double value)
{
    cJSON_AddItemToArray(array, number(value));
}

int cli_json_print(cli_json *value, bool pretty)
{
    char *text = pretty ? cJSON_Print(value) : cJSON_PrintUnformatted(value);
    cJSON_Delete(value);
    if (text == NULL) {
        return cli_fail(CLI_MEMORY, "out of memory for the JSON text");
    }
    int code = puts(text) < 0 ? CLI_FILE : CLI_OK;
    free(text);
    return code;
}

int cli_json_write(cli_json *value, FILE *file)
{
    char *text = cJSON_PrintUnformatted(value);
    cJSON_Delete(value);
    if (text == NULL) {
        return cli_fail(CLI_MEMORY, "out of memory for the JSON text");
    }
    int code = fprintf(file, "%s\n", text) < 0 || fflush(file) != 0 ? CLI_FILE : CLI_OK;
    free(text);
    return code;
}

#else /* every verb asks cli_json_available() first: these are never reached */

bool cli_json_available(void)
{
    return false;
}

cli_json *cli_json_object(void)
{
    return NULL;
}

cli_json *cli_json_array(void)
{
    return NULL;
}

void cli_json_number(cli_json *object, const char *name, double value)
{
    (void)object, (void)name, (void)value;
}

void cli_json_text(cli_json *object, const char *name, const char *value)
{
    (void)object, (void)name, (void)value;
}

void cli_json_bool(cli_json *object, const char *name, bool value)
{
    (void)object, (void)name, (void)value;
}

void cli_json_add(cli_json *parent, const char *name, cli_json *child)
{
    (void)parent, (void)name, (void)child;
}

void cli_json_append_number(cli_json *array, double value)
{
    (void)array, (void)value;
}

int cli_json_print(cli_json *value, bool pretty)
{
    (void)value, (void)pretty;
    return cli_json_missing();
}

int cli_json_write(cli_json *value, FILE *file)
{
    (void)value, (void)file;
    return cli_json_missing();
}

#endif
