/* trace_json.c - timelines in the format of chrome://tracing and Perfetto: one complete
 * event an instruction, a thread a stream, and the critical path as a thread of its
 * own. Times in us with three decimals. */
#include <inttypes.h>
#include <math.h>

#include "ncsim/text.h"
#include "ncsim/trace.h"

enum { CRITICAL_THREAD = NCS_N_STREAMS };

/* ns as us, the same under every locale. */
static void print_us(tfi_printer *printer, double ns)
{
    const int64_t whole = llround(ns);
    tfi_printf(printer, "%" PRId64 ".%03d", whole / 1000, (int)(whole % 1000));
}

/* Between quotes; bytes beyond ASCII as Latin-1, so that it is valid whatever they are.
 */
static void print_string(tfi_printer *printer, const char *text, size_t capacity)
{
    tfi_printf(printer, "\"");
    for (size_t i = 0; i < capacity && text[i] != '\0'; i++) {
        const unsigned char c = (unsigned char)text[i];
        if (c == '"' || c == '\\') {
            tfi_printf(printer, "\\%c", c);
        } else if (c < 0x20 || c >= 0x7f) {
            tfi_printf(printer, "\\u%04x", c);
        } else {
            tfi_printf(printer, "%c", c);
        }
    }
    tfi_printf(printer, "\"");
}

static void print_thread(tfi_printer *printer, int thread, const char *name)
{
    tfi_printf(printer,
               "{\"ph\":\"M\",\"pid\":0,\"tid\":%d,\"name\":\"thread_name\","
               "\"args\":{\"name\":\"%s\"}},\n"
               "{\"ph\":\"M\",\"pid\":0,\"tid\":%d,\"name\":\"thread_sort_index\","
               "\"args\":{\"sort_index\":%d}},\n",
               thread, name, thread, thread);
}

static void print_event(tfi_printer *printer, const ncs_program *program,
                        const ncs_span *spans, int32_t i, int thread)
{
    const ncs_instruction *in = &program->instruction[i];
    char text[512];
    tfi_printer line = { text, sizeof text, 0, 0 };
    ncs_disassemble_one(program, in, &line);
    tfi_printf(printer, ",\n{\"ph\":\"X\",\"pid\":0,\"tid\":%d,\"ts\":", thread);
    print_us(printer, spans[i].start);
    tfi_printf(printer, ",\"dur\":");
    print_us(printer, spans[i].end - spans[i].start);
    tfi_printf(printer, ",\"name\":\"%s\",\"cat\":", ncs_op_name((ncs_op)in->op));
    if (in->note >= 0 && in->note < program->n_notes) {
        print_string(printer, program->note[in->note], NCS_NAME_BYTES);
    } else {
        tfi_printf(printer, "\"\"");
    }
    tfi_printf(printer, ",\"args\":{\"number\":%d,\"text\":", (int)i);
    print_string(printer, text, sizeof text);
    tfi_printf(printer, ",\"result\":");
    print_us(printer, spans[i].done);
    tfi_printf(printer, ",\"waited_for\":%d}}", (int)spans[i].cause);
}

void ncs_trace_json(const ncs_program *program, const ncs_span *spans,
                    const ncs_time *time, tfi_printer *printer)
{
    tfi_printf(printer, "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"program\":");
    print_string(printer, program->name, sizeof program->name);
    tfi_printf(printer,
               ",\"machine\":\"NeuronCore-%s\",\"remark\":\"predicted, never measured "
               "on silicon\",\"device_bound\":\"%s\",\"device_us\":",
               program->machine->name, ncs_bound_name(time->device_bound));
    print_us(printer, time->device_ns);
    tfi_printf(printer, ",\"launch_us\":");
    print_us(printer, time->total_ns - time->device_ns);
    tfi_printf(printer, "},\n\"traceEvents\":[\n");
    bool used[NCS_N_STREAMS] = { false };
    int32_t last = -1;
    for (int32_t i = 0; i < program->n_instructions; i++) {
        used[program->instruction[i].stream] = true;
        if (last < 0 || spans[i].done > spans[last].done) {
            last = i;
        }
    }
    for (int s = 0; s < NCS_N_STREAMS; s++) {
        if (used[s]) {
            print_thread(printer, s, ncs_stream_name((ncs_stream)s));
        }
    }
    print_thread(printer, CRITICAL_THREAD, "critical path");
    tfi_printf(printer, "{\"ph\":\"M\",\"pid\":0,\"name\":\"process_name\",\"args\":{"
                        "\"name\":");
    print_string(printer, program->name, sizeof program->name);
    tfi_printf(printer, "}}");
    for (int32_t i = 0; i < program->n_instructions; i++) {
        print_event(printer, program, spans, i, program->instruction[i].stream);
    }
    for (int32_t i = last; i >= 0; i = spans[i].cause) {
        print_event(printer, program, spans, i, CRITICAL_THREAD);
    }
    tfi_printf(printer, "\n]}\n");
}
