/* Documents to text.  One struct iq_report_ops per format; formats.def lists them.
 * Threads: one (the launcher's).  Reads documents only, and in text and HTML the source files that
 * they name. */
#ifndef IQ_REPORT_REPORT_H
#define IQ_REPORT_REPORT_H

#include "base/str.h"
#include "trace/document.h"

/* What of a run is written: all of it; what is to be told while the program runs; what remains
 * when it has ended. */
enum iq_report_part { IQ_REPORT_WHOLE, IQ_REPORT_LIVE, IQ_REPORT_REST };

struct iq_sources;

struct iq_report_options {
    enum iq_report_part part;
    bool color;
    bool verbose;       /* show notes, too */
    bool quiet;         /* nothing about a clean run */
    bool no_source;     /* no source excerpts */
    bool warnings_fail; /* where tests pass or fail, warnings are failures, too */
    bool suppressions;  /* with each finding of a text the line that suppresses it */
    /* where the sources of documents that are not our own may come from; NULL: from anywhere */
    const struct iq_sources *sources;
    /* takes over what was rendered so far, so that a report need not fit into memory; NULL: it
     * does. Returns 0, IQ_EIO */
    int (*take)(void *user, struct iq_str *out);
    void *user;
    /* columns of the terminal that text is for; 0: none, lines are as long as they are */
    int width;
};

struct iq_report_ops {
    /* Appends the report on [count] documents.  Returns 0, IQ_ENOMEM. */
    int (*render)(struct iq_str *out, const struct iq_document *const *documents, size_t count,
                  const struct iq_report_options *options);
    bool live;         /* can be written in parts */
    bool per_process;  /* lists the findings of each process, those that others have, too */
    bool counts_notes; /* shows no notes, but for --verbose */
};

/* For formats, after each finding: hands over a large [out].  Returns 0, IQ_EIO. */
int iq_report_flush(struct iq_str *out, const struct iq_report_options *options);

struct iq_report_format {
    const char *name, *suffix;
    const struct iq_report_ops *ops;
};

/* The n-th format, NULL at the end; the one called [name]; the one whose suffix ends [path].  NULL:
 * none. */
const struct iq_report_format *iq_report_format_get(unsigned n);
const struct iq_report_format *iq_report_format_named(const char *name);
const struct iq_report_format *iq_report_format_of_path(const char *path);

#define FORMAT(name, suffix, ops) extern const struct iq_report_ops ops;
#include "report/formats.def"

/* Which findings are read; NULL: all.  What is not takes no memory.  [finding] is not in [document]
 * yet, its stacks are; document->trace is the document's number in the file. */
struct iq_report_filter {
    bool (*keeps)(void *user, struct iq_document *document, const struct iq_finding *finding);
    void *user;
};

/* Reads saved JSON reports: one document, an array of documents, several one after the other, or
 * JSON lines, into malloc'ed [*documents] (caller: iq_document_finish each, free the array). Strict
 * about types, lenient about unknown members. Returns 0, IQ_EFORMAT (no report), IQ_EUNSUPPORTED
 * (newer schema), IQ_ENOMEM; [error] gets one line. */
int iq_report_read_json(const char *data, size_t size, const struct iq_report_filter *filter,
                        struct iq_document **documents, size_t *count, struct iq_str *error);

#endif
