/* What all formats need to know about findings: their sites in order, their main place, groups over
 * processes.
 * Owner: the caller's memory; everything in it is borrowed from the documents.  Threads: none of
 * its own. */
#ifndef IQ_REPORT_VIEW_H
#define IQ_REPORT_VIEW_H

#include "base/str.h"
#include "trace/document.h"

enum { IQ_VIEW_MAX_SITES = 4 + IQ_FINDING_MAX_RELATED };

/* [name] is the JSON member: call created destroyed kernel related; [what] is for people. */
struct iq_view_site {
    const char *name, *what;
    const iq_frames *frames;
};

/* Fills [sites] with those that have frames, in the order in which they are read.  Returns their
 * number. */
int iq_view_sites(const struct iq_document *document, const struct iq_finding *finding,
                  struct iq_view_site *sites);

/* Frames of site [name], NULL if there are none. */
const iq_frames *iq_view_frames(const struct iq_document *document,
                                const struct iq_finding *finding, const char *name);

/* The frame that the first line of a report names: the device statement, else the call, else where
 * the object was made.  A device statement whose source is not here, because it was compiled while
 * the program ran, comes after a line of the user's that is.  NULL: nothing is known. */
const struct iq_frame *iq_view_place(const struct iq_document *document,
                                     const struct iq_finding *finding);

/* Hash of what makes two findings the same mistake: addresses and process ids are no part of it. */
uint64_t iq_view_identity(const struct iq_document *document, const struct iq_finding *finding);

/* The identity of the next finding of one process with an identity that was used before: the n-th
 * one of a process is compared with the n-th one of others. */
uint64_t iq_view_next_identity(uint64_t identity);

/* The same mistake at the same place in several processes. */
struct iq_view_group {
    const struct iq_document *document; /* of the first one */
    const struct iq_finding *finding;
    uint64_t count; /* over all processes */
    uint32_t ranks; /* of the job; 0: none */
    struct iq_finding_reported
        reported; /* of one of them, while the program ran; rule NULL: nothing */
    IQ_VEC(const struct iq_document *) processes;
    size_t more; /* findings that iq_view_fold_sites has folded into this one */
    bool folded;
};
typedef IQ_VEC(struct iq_view_group) iq_view_groups;

/* Groups findings of all documents; those of one process are never put together.  Returns 0,
 * IQ_ENOMEM. */
int iq_view_group_all(const struct iq_document *const *documents, size_t count,
                      iq_view_groups *groups);
/* Marks all but the first of the groups that are the same mistake at the same line, with other
 * callers or values, as folded.  Returns 0, IQ_ENOMEM. */
int iq_view_fold_sites(iq_view_groups *groups);

/* The same for findings of further files of [documents]: adds them to .more of the groups of their
 * line, and marks the lines of all groups in [shown].  Returns 0, IQ_ENOMEM. */
int iq_view_fold_further(iq_view_groups *groups, const struct iq_document *const *documents,
                         size_t count, struct iq_map *shown);

/* Hash of rule, call, argument, function and file: it stays when lines are added above.  The same
 * in every run and every version of the tool: reports that were saved hold it. */
uint64_t iq_view_fingerprint(const struct iq_document *document, const struct iq_finding *finding);

/* Hash of rule, argument and line. */
uint64_t iq_view_site(const struct iq_document *document, const struct iq_finding *finding);

/* Appends "mark 'test_copy', range 'forward'": what the program was doing; nothing, if it did not
 * say. */
void iq_view_put_sections(struct iq_str *out, const struct iq_finding *finding);

/* Appends in which processes it was (iq_ranks_put); false: there is only one. */
bool iq_view_put_processes(struct iq_str *out, const struct iq_view_group *group);

void iq_view_groups_finish(iq_view_groups *groups);

/* " 2" of a kernel's parameter without a name, by its index, which the JSON form has: people count
 * from one, but for OpenCL, whose clSetKernelArg has such an index: " index 1". */
void iq_view_put_parameter(struct iq_str *out, const struct iq_finding *finding);

/* Findings by severity, with those that were only counted (.folded) and those of further files
 * (.further); calls that were checked; warnings about limits of the software device. */
struct iq_view_totals {
    uint64_t severity[IQ_ERROR + 1], calls, folded, further, limits;
};
struct iq_view_totals iq_view_total(const struct iq_document *const *documents, size_t count,
                                    const iq_view_groups *groups);

/* "NVIDIA H200" or "the software device" (of CUDA); NULL: not known. */
const char *iq_view_device(const struct iq_document *document);

/* Base name of the program; never NULL. */
const char *iq_view_program(const struct iq_document *document);

#endif
