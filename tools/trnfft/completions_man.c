/* completions_man.c - the manual page trnfft(1) in roff, from the verb table. */
#include <stdio.h>
#include <string.h>

#include <trnfft/trnfft.h>

#include "completions.h"

/* Text that roff prints as it stands. */
static void print_plain(const char *text)
{
    bool line_start = true;
    if (text == NULL) {
        return;
    }
    for (const char *p = text; *p != '\0'; p++) {
        if (line_start && (*p == '.' || *p == '\'')) {
            printf("\\&");
        }
        line_start = *p == '\n';
        if (*p == '\\') {
            printf("\\e");
        } else if (*p == '-') {
            printf("\\-");
        } else {
            putchar(*p);
        }
    }
}

static void print_option(const cli_option *o)
{
    printf(".TP\n");
    if (!cli_takes_value(o)) {
        printf("\\fB\\-\\-\\fR[\\fBno\\-\\fR]\\fB");
        print_plain(o->name);
        printf("\\fR\n");
    } else {
        if (o->letter != 0) {
            printf("\\fB\\-%c\\fR, ", o->letter);
        }
        printf("\\fB\\-\\-");
        print_plain(o->name);
        printf("\\fR \\fI");
        print_plain(o->argument != NULL ? o->argument : o->choices);
        printf("\\fR\n");
    }
    print_plain(o->help);
    printf("\n");
    if (o->kind == CLI_CHOICE && o->argument != NULL) {
        printf("(");
        print_plain(o->choices);
        printf(")\n");
    }
}

static void print_verb(const cli_verb *v)
{
    printf(".SS trnfft ");
    print_plain(v->name);
    printf(" ");
    print_plain(v->synopsis);
    printf("\n");
    print_plain(v->summary);
    printf(".\n");
    if (v->description != NULL) {
        printf(".PP\n");
        print_plain(v->description);
        printf("\n");
    }
    for (const cli_option *o = v->options; o != NULL && o->name != NULL; o++) {
        print_option(o);
    }
    if (v->examples != NULL) {
        printf(".PP\nExamples:\n.PP\n.nf\n");
        print_plain(v->examples);
        printf("\n.fi\n");
    }
}

void completions_man(void)
{
    printf(".\\\" Made by: trnfft completions man\n"
           ".TH TRNFFT 1 \"\" \"trnfft %s\" \"User Commands\"\n"
           ".SH NAME\n"
           "trnfft \\- Fourier transforms and spectrograms of files\n"
           ".SH SYNOPSIS\n"
           ".B trnfft\n"
           ".I verb\n"
           "[\\fIarguments\\fR] [\\fIoptions\\fR]\n"
           ".br\n"
           ".B trnfft\n"
           ".I verb\n"
           ".B \\-\\-help\n"
           ".SH DESCRIPTION\n"
           "Verbs have the names of torch's functions, and options the names of their\n"
           "parameters with dashes for underscores, so a command can be written from "
           "torch's\n"
           "manual. Files are \\fI.npy\\fR, \\fI.wav\\fR, \\fI.flac\\fR, \\fI.csv\\fR "
           "and\n"
           "\\fI.raw\\fR by their ending;\n"
           ".B \\-\n"
           "stands for standard input or output. Results go to standard output or to "
           "the file\n"
           "given by \\fB\\-o\\fR, messages and progress to standard error.\n"
           ".SH VERBS\n",
           trnfft_version());
    for (const cli_group *g = cli_groups(); g->heading != NULL; g++) {
        for (const cli_verb *v = g->verbs; v->name != NULL; v++) {
            print_verb(v);
        }
    }
    printf(".SH EXIT STATUS\n");
#define X(name, number, sentence)   \
    printf(".TP\n.B %d\n", number); \
    print_plain(sentence);          \
    printf("\n");
    CLI_EXIT_CODES(X)
#undef X
    printf(".SH ENVIRONMENT\n"
           ".TP\n.B TRNFFT_CPU\n"
           "Highest instruction set that is used:\n"
           "scalar, sse2, avx2, avx512 or neon. Default: the best that the processor "
           "has.\n"
           ".TP\n.B TRNFFT_THREADS\n"
           "Threads, 1 to 1024 or all. Default: all.\n"
           ".TP\n.B TRNFFT_CALIBRATION\n"
           "File of constants that plans are predicted by (\\fBtrnfft calibrate\\fR).\n"
           "Default: those measured for the instruction set.\n"
           ".TP\n.B TRNFFT_DEVICE\n"
           "The device of all transforms: host, neuron:v2, neuron:v3,cores=4 (both "
           "simulated),\n"
           "auto:neuron:v3 … Default: host.\n"
           ".SH FILES\n"
           "FFTW, KissFFT and OpenBLAS are loaded by\n"
           ".B trnfft bench\n"
           "when they are installed; the program is not linked to them.\n");
}
