/* Which findings the options let through: --suppressions, --baseline, --rules, --no-rules, --max.
 * Owner: the caller; all zero at first, iq_wanted_finish at the end.  Threads: one. */
#ifndef IQ_CLI_WANTED_H
#define IQ_CLI_WANTED_H

#include "cli/options.h"
#include "report/suppress.h"

struct iq_wanted {
    struct iq_suppressions suppressions;
    struct iq_baseline baseline;
    struct iq_filter filter;
    struct iq_filtered filtered; /* by iq_wanted_apply */
};

/* Reads the files that [options] name.  [options] must outlive [wanted], which must not be moved.
 * Returns 0, or another value with a line in [error]. */
int iq_wanted_open(struct iq_wanted *wanted, const struct iq_options *options,
                   struct iq_str *error);
void iq_wanted_finish(struct iq_wanted *wanted);

/* Removes from [document] what is not wanted. */
void iq_wanted_apply(struct iq_wanted *wanted, struct iq_document *document);

/* Is [finding], one of [document], wanted? */
bool iq_wanted_has(struct iq_wanted *wanted, const struct iq_document *document,
                   const struct iq_finding *finding);

/* The same for a document that is shown while the program runs and comes again: nothing is counted,
 * and there is no maximum. */
void iq_wanted_apply_live(const struct iq_wanted *wanted, struct iq_document *document);

/* Says on stderr how many findings were removed. */
void iq_wanted_say(const struct iq_wanted *wanted);

#endif
