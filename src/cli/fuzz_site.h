/* A call site of `inquest fuzz-errors`, and what became of the program when the call there failed.
 * Owner: the caller.  Threads: one. */
#ifndef IQ_CLI_FUZZ_SITE_H
#define IQ_CLI_FUZZ_SITE_H

#include "base/arena.h"
#include "base/str.h"
#include "trace/document.h"

/* From the worst to the best. */
enum iq_outcome {
    IQ_OUTCOME_CRASH,   /* a signal ended the program */
    IQ_OUTCOME_HANG,    /* it was still running long after the plain run's time */
    IQ_OUTCOME_GARBAGE, /* there are findings that the plain run has not */
    IQ_OUTCOME_SILENT,  /* it ended as if nothing had happened, and said nothing */
    IQ_OUTCOME_ABORT,   /* abort(): an assertion, or an exception that nobody caught */
    IQ_OUTCOME_HANDLED, /* it said something, ended with another status, or went on without */
    IQ_OUTCOME_MISSED,  /* the call was not made in that run */
    IQ_OUTCOME_UNTRIED, /* over --max-runs */
    IQ_OUTCOMES
};

/* What a run has left. */
struct iq_fuzz_run {
    struct iq_document *documents;
    size_t document_count;
    char *out, *err; /* what it printed */
    int status;      /* as a shell has it */
    bool timed_out;
};

struct iq_fuzz_site {
    char *spec;             /* for --fail */
    size_t order;           /* in the plain run */
    const char *api, *code; /* of the plain run's document */
    struct iq_frame frame;  /* innermost one; all 0: not known */
    enum iq_outcome outcome;
    char *why; /* NULL: nothing more is to be said */
    int status;
};

/* Findings of severity error of [run]. */
size_t iq_fuzz_errors(const struct iq_fuzz_run *run);

/* Frees what [run] holds. */
void iq_fuzz_run_finish(struct iq_fuzz_run *run);

/* Compares [run], in which the call of [site] was to fail, with the [plain] one. */
void iq_fuzz_judge(struct iq_fuzz_site *site, const struct iq_fuzz_run *plain,
                   const struct iq_fuzz_run *run);

/* Is it a mistake of the program? */
bool iq_outcome_is_bad(enum iq_outcome outcome);

/* The table of [count] sites, the worst first, as text or JSON; [argv] is the program. */
void iq_fuzz_put_text(struct iq_str *out, struct iq_fuzz_site *sites, size_t count, char **argv);
void iq_fuzz_put_json(struct iq_str *out, struct iq_fuzz_site *sites, size_t count, char **argv);

#endif
