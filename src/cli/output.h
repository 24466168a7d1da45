/* Where reports go: which format to which file, names with %p %h %r, several processes.
 * Owner: the caller.  Threads: one. */
#ifndef IQ_CLI_OUTPUT_H
#define IQ_CLI_OUTPUT_H

#include "cli/options.h"
#include "report/report.h"

/* pattern NULL: stderr, "-": stdout */
struct iq_target {
    const struct iq_report_format *format;
    const char *pattern;
    /* files that were begun while the program ran, and whose: the number of its trace */
    IQ_VEC(struct iq_target_file {
        uint32_t trace;
        const char *path;
    })
    begun;
};
/* written: documents so far */
struct iq_targets {
    IQ_VEC(struct iq_target) list;
    bool default_stdout;
    size_t written;
    struct iq_arena arena;
};

/* Decides from --format and -o.  Returns 0, IQ_ENOMEM. */
int iq_targets_init(struct iq_targets *targets, const struct iq_options *options);
void iq_targets_finish(struct iq_targets *targets);

/* Can every target be written?  Leaves no files behind.  Returns 0, IQ_EACCESS with a line in
 * [error]. */
int iq_targets_probe(const struct iq_targets *targets, struct iq_str *error);

/* Expands %p %h %r %% of [pattern]; [rank] NULL: 0. */
void iq_output_expand(const char *pattern, long pid, const char *host, const char *rank,
                      struct iq_str *out);

/* Writes all targets.  Files: one per document: the first one owns FILE, others write FILE.PID;
 * streams: all documents.  Called again, it goes on with FILE.PID.  With [together] a file holds
 * all documents, too.  Returns 0, or IQ_EIO after a message on stderr. */
int iq_targets_write(struct iq_targets *targets, const struct iq_document *const *documents,
                     size_t count, bool together, const struct iq_report_options *options);

/* Writes the file at [path] anew, complete or not at all.  Returns 0, or IQ_EIO after a message on
 * stderr. */
int iq_output_replace(const struct iq_report_format *format, const char *path,
                      const struct iq_document *const *documents, size_t count,
                      const struct iq_report_options *options);

/* What was found must not be lost with a file that cannot be written: as text on stderr. */
void iq_output_rescue(const struct iq_document *const *documents, size_t count,
                      const struct iq_report_options *options);

/* Can a target be written in parts? */
bool iq_targets_are_live(const struct iq_targets *targets);

/* Are notes shown by any of them, not only counted? */
bool iq_targets_show_notes(const struct iq_targets *targets, const struct iq_options *options);

/* Writes the findings of [documents] to targets that can be written in parts; iq_targets_write
 * writes the rest. */
void iq_targets_tell(struct iq_targets *targets, const struct iq_document *const *documents,
                     size_t count, const struct iq_report_options *options);

/* Has [document] findings that count for --error-exitcode? */
bool iq_output_is_bad(const struct iq_options *options, const struct iq_document *document);

/* Options of the report formats as the user wants them; colours for [fd]. */
struct iq_report_options iq_output_options(const struct iq_options *options, int fd);

#endif
