/* --rerun: a kernel failed on a GPU, and the program is run once more with checks inside kernels.
 * Threads: one. */
#ifndef IQ_CLI_SECOND_RUN_H
#define IQ_CLI_SECOND_RUN_H

#include "cli/options.h"
#include "trace/document.h"

/* Does [document] tell of a fault of memory, or of damaged memory, without the statement? */
bool iq_second_run_would_help(const struct iq_document *document);

/* Changes [options], a copy, for the second run: its reports get names of their own, "out.json"
 * becomes "out.rerun.json".  Returns 0, or IQ_ENOMEM; then call nothing more.  iq_second_run_finish
 * frees the names. */
int iq_second_run_options(struct iq_options *options);
void iq_second_run_finish(struct iq_options *options);

#endif
