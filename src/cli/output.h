/* Where reports go: which format to which file, names with %p %h %r, several processes.
 * Owner: the caller.  Threads: one. */
#ifndef IQ_CLI_OUTPUT_H
#define IQ_CLI_OUTPUT_H

#include "cli/options.h"
#include "report/report.h"

struct iq_target { const struct iq_report_format *format; const char *pattern; };   /* pattern NULL: stderr, "-": stdout */
struct iq_targets { IQ_VEC(struct iq_target) list; bool default_stdout; size_t written; struct iq_arena arena; };    /* written: documents so far */

/* Decides from --format and -o.  Returns 0, IQ_ENOMEM. */
int iq_targets_init(struct iq_targets *targets, const struct iq_options *options);
void iq_targets_finish(struct iq_targets *targets);

/* Can every target be written?  Leaves no files behind.  Returns 0, IQ_EACCESS with a line in [error]. */
int iq_targets_probe(const struct iq_targets *targets, struct iq_str *error);

/* Expands %p %h %r %% of [pattern]; [rank] NULL: 0. */
void iq_output_expand(const char *pattern, long pid, const char *host, const char *rank, struct iq_str *out);

/* Rank of this process in a parallel job by the launcher's variables; NULL: not in one. */
const char *iq_output_rank(void);

/* Writes all targets.  Files: one per document: the first one owns FILE, others write FILE.PID; streams:
 * all documents.  Called again, it goes on with FILE.PID.  With [together] a file holds all documents, too.  Returns 0, or IQ_EIO after a message on stderr. */
int iq_targets_write(struct iq_targets *targets, const struct iq_document *const *documents, size_t count, bool together,
                     const struct iq_report_options *options);

/* Options of the report formats as the user wants them; colours for [fd]. */
struct iq_report_options iq_output_options(const struct iq_options *options, int fd);

#endif
