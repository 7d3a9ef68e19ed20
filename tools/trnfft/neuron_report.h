/* neuron_report.h - published times beside predicted ones: rows, goals, and how they
 * move with the constants.
 */
#ifndef TRNFFT_TOOLS_NEURON_REPORT_H
#define TRNFFT_TOOLS_NEURON_REPORT_H

#include "neuron.h"

/* A published time of the Python library and the job that it is of. */
typedef struct neuron_row {
    const char *source, *operation, *shape;
    const char *machine; /* that it was measured on: v2 is trn1, v3 is trn2 */
    double published_us;
    int task, mode;
    int rank;
    int64_t n[3], batch, m, k, hop, frames;
    const char *assumption; /* NULL: the shape is fully stated; others stay out of the
                             * mean */
} neuron_row;

/* A goal of this project for predicted times on v3, launch apart. */
typedef struct neuron_goal {
    const char *what;
    int task, mode, rank;
    int64_t n[3], batch;
    double each_us;  /* at most, for so many items as `per`; 0: none */
    int64_t per;     /* items that each_us is of */
    double busy;     /* at least this part of the time PE is busy, or DMA … */
    double dma_busy; /* … this one; 0: none */
} neuron_goal;

extern const neuron_row neuron_seeds[];
extern const int neuron_n_seeds;
extern const neuron_goal neuron_goals[];
extern const int neuron_n_goals;

/* What a row comes to under some settings. */
typedef struct neuron_outcome {
    bool known; /* false: nothing here does this job yet */
    int launches;
    double device_us;         /* of all launches together */
    double total_us;          /* with what each launch costs */
    double busy_pe, busy_dma; /* parts of device_us; of one launch only */
    char kernel[48];
    char bound[12]; /* on the device; of the longest launch */
} neuron_outcome;

typedef struct neuron_line {
    const neuron_row *row;
    trnfft_neuron_job job;
    double *window;
    trnfft_neuron_program *program; /* NULL: a plan of several launches, or nothing */
    neuron_outcome low, middle, high;
    double error; /* relative RMS of a run against the host; < 0: none was made */
} neuron_line;

typedef struct neuron_verdict {
    const neuron_goal *goal;
    neuron_line line;       /* job and program on v3 */
    neuron_outcome outcome; /* in the middle */
    double each_us[3];      /* low, middle, high: what the goal is of */
    bool met[3];
} neuron_verdict;

/* How far one constant's range moves things, the others in the middle: geometric means
 * over the rows of a single launch that count, against the middle; `moved`: rows that
 * are then bound by something else. */
typedef struct neuron_influence {
    trnfft_neuron_value constant; /* of v2 */
    double device[2], total[2];   /* low end, high end */
    int moved[2];
    uint32_t flipped[2]; /* goals, a bit each, that are then met or missed instead */
} neuron_influence;

enum { NEURON_MAX_INFLUENCES = 64 };

typedef struct neuron_report {
    int n_lines, n_verdicts, n_influences, n_counted;
    neuron_line *line;
    neuron_verdict *verdict;
    neuron_influence influence[NEURON_MAX_INFLUENCES];
    double mean, mean_low, mean_high; /* of published / predicted with the launch */
    double mean_device;               /* the same without it */
    double launch_us;
    bool checked;
} neuron_report;

/* Error of running a program on random input; < 0: the host cannot say. */
double neuron_error_of(trnfft_neuron_program *program, const trnfft_neuron_job *job);

/* Whether a constant moves any time on the device by 0.05 % or more. */
bool neuron_has_influence(const neuron_influence *influence);

/* "2, 5": the goals that flip. */
void neuron_print_flips(uint32_t flips, FILE *f);

/* The page, and its chart alone as SVG. */
void neuron_page(const neuron_report *r, FILE *f);
void neuron_chart(const neuron_report *r, FILE *f);

int neuron_report_verb(const neuron_cli *o);

#endif
