/* Lines about processes, of which those that say the same of several are put once.
 * Owner: the caller; all zero at first, iq_notices_finish at the end.  Threads: none of its own. */
#ifndef IQ_REPORT_NOTICES_H
#define IQ_REPORT_NOTICES_H

#include "base/map.h"
#include "base/str.h"
#include "trace/document.h"

struct iq_notice {
    char *text;
    IQ_VEC(const struct iq_document *) processes;
};
struct iq_notices {
    IQ_VEC(struct iq_notice) list;
    struct iq_map known; /* hash of the text -> position in list + 1 */
};

/* [line], which ends with a line break, is said of [document]; nothing if it is empty.  Lines are
 * left out when memory runs out. */
void iq_notices_add(struct iq_notices *notices, const struct iq_document *document,
                    const struct iq_str *line);

/* Appends them, each with the ranks of which it is said if [total], the job's, is not 0, and with
 * [end]. */
void iq_notices_put(struct iq_str *out, const struct iq_notices *notices, uint32_t total,
                    const char *end);

/* What of [document] was lost, so that findings may be missing: line n of that, false after the
 * last one. */
bool iq_notices_loss(struct iq_str *out, const struct iq_document *document, unsigned n);

void iq_notices_finish(struct iq_notices *notices);

#endif
