/* Saved reports on their way into one: files, folders of reports, and what a launcher that was
 * killed has left behind.
 * Owner: the caller; all zero but for the options at first, iq_saved_finish at the end.  Threads:
 * one. */
#ifndef IQ_CLI_SAVED_H
#define IQ_CLI_SAVED_H

#include "cli/further.h"
#include "cli/wanted.h"
#include "trace/document.h"

struct iq_saved {
    /* what is let through; NULL: all */
    struct iq_wanted *wanted;
    /* a finding that an earlier document has, too, is counted there and not kept: memory is needed
     * for what differs */
    bool fold;
    bool collect; /* problems become messages of the first document */
    bool silent;  /* ... and are not told on stderr */

    struct iq_further_reader further; /* of folders that a launcher has left */
    IQ_VEC(struct iq_document) documents;
    IQ_VEC(char *) problems;
    struct iq_map known; /* identity of a finding -> number of the last document that has it */
    size_t files, damaged;
    /* ranks have left no report, or versions differ: the whole is not what the job did */
    bool incomplete;
};

/* Adds what [path] holds: a file of reports ("-": stdin), a folder of them, or the folder of a
 * launcher that was killed.  What cannot be read is counted and named, the rest is there.  Returns
 * 0, IQ_EXIT_TROUBLE. */
int iq_saved_add(struct iq_saved *saved, const char *path);

/* When all are there: what is to be said of them together (ranks without a report, different
 * versions or jobs) becomes messages of the first document, and sets .incomplete. */
void iq_saved_judge(struct iq_saved *saved);

/* The names of the reports in [folder], sorted, into [names] (caller: free each, iq_vec_finish).
 * Returns 0, IQ_ENOENT, IQ_EACCESS..., IQ_ENOMEM. */
typedef IQ_VEC(char *) iq_saved_names;
int iq_saved_list(const char *folder, iq_saved_names *names);
void iq_saved_names_finish(iq_saved_names *names);

void iq_saved_finish(struct iq_saved *saved);

#endif
