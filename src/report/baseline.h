/* A report that was saved, as a line that is drawn: what it holds is known, only what is new
 * counts. Owner: the caller.  Threads: one. */
#ifndef IQ_REPORT_BASELINE_H
#define IQ_REPORT_BASELINE_H

#include "base/map.h"
#include "base/str.h"
#include "trace/document.h"

struct iq_baseline {
    struct iq_map fingerprints;
};

/* Reads the JSON report (or JSON lines) at [path]; all zero before, iq_baseline_finish() afterwards
 * in any case.  Returns 0 or an error of iq_fd_read_file() or iq_report_read_json(), with a line in
 * [error]. */
int iq_baseline_read(struct iq_baseline *baseline, const char *path, struct iq_str *error);
void iq_baseline_finish(struct iq_baseline *baseline);

/* Does the saved report hold the mistake that [finding] is: rule, call, argument, function and
 * file, whatever the line is now? */
bool iq_baseline_has(const struct iq_baseline *baseline, const struct iq_document *document,
                     const struct iq_finding *finding);

#endif
