/* What the reader does not want to hear: suppressions, a baseline, rule lists, a maximum.  Works on
 * documents with resolved stacks. Owner: the caller.  Threads: one. */
#ifndef IQ_REPORT_SUPPRESS_H
#define IQ_REPORT_SUPPRESS_H

#include "base/str.h"
#include "report/baseline.h"
#include "trace/document.h"

/* globs; NULL: anything */
struct iq_suppression {
    const char *rule, *function, *file, *module;
};
struct iq_suppressions {
    struct iq_arena arena;
    IQ_VEC(struct iq_suppression) list;
};

/* Parses the text of a suppressions file: per line a rule id, family or glob, then any of fun:GLOB,
 * file:GLOB (or src:) and mod:GLOB; # starts a comment.  Returns 0, IQ_ENOMEM, IQ_EINVAL with
 * "[name]:LINE: ..." in [error]. */
int iq_suppressions_parse(struct iq_suppressions *suppressions, const char *text, const char *name,
                          struct iq_str *error);

/* As iq_suppressions_parse, for the file at [path].  Also IQ_ENOENT, IQ_EACCESS, IQ_EIO,
 * IQ_ETOOBIG. */
int iq_suppressions_read(struct iq_suppressions *suppressions, const char *path,
                         struct iq_str *error);
void iq_suppressions_finish(struct iq_suppressions *suppressions);

/* Is [finding] to be kept quiet?  Globs are matched against every frame of the call (without one:
 * of the creation). */
bool iq_suppressions_match(const struct iq_suppressions *suppressions,
                           const struct iq_document *document, const struct iq_finding *finding);

/* Appends the line of a suppressions file that keeps [finding] quiet: "leak fun:main file:a.c". */
void iq_suppressions_put(struct iq_str *out, const struct iq_document *document,
                         const struct iq_finding *finding);

struct iq_filter {
    const struct iq_suppressions *suppressions; /* NULL: none */
    const struct iq_baseline *baseline;         /* NULL: none */
    const char *rules, *no_rules;               /* lists; NULL: all, none */
    uint64_t max;                               /* 0: no limit */
};

/* Findings that were removed by suppressions, and because the baseline holds them. */
struct iq_filtered {
    uint64_t suppressed, known;
};

/* Does [filter] let [finding] through, the maximum aside?  Else it adds up in [filtered]. */
bool iq_filter_keeps(const struct iq_filter *filter, const struct iq_document *document,
                     const struct iq_finding *finding, struct iq_filtered *filtered);

/* Removes from [document] what [filter] does not want, and adds it up in [filtered]; what goes over
 * the maximum is counted in .folded. */
void iq_filter_apply(const struct iq_filter *filter, struct iq_document *document,
                     struct iq_filtered *filtered);

#endif
