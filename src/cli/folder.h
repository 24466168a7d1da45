/* A folder of reports (-o DIR/): each launcher leaves those of its processes there, one file each,
 * and brings the merged report, DIR/report.SUFFIX, up to date; the one that comes last has merged
 * all.  Launchers of other machines may share the folder.  Files appear under their names when they
 * are complete; the merged report is made under a lock, which a launcher that is killed lets go.
 * Owner: the user.  Threads: one. */
#ifndef IQ_CLI_FOLDER_H
#define IQ_CLI_FOLDER_H

#include "cli/options.h"
#include "report/report.h"

/* Does [path] name a folder, by a slash at its end, or because there is one? */
bool iq_folder_is(const char *path);

/* Is [name] that of a report of a process in such a folder? */
bool iq_folder_is_report(const char *name);

/* The folder that [options] name for a run, %p %h %r expanded, into [path], which is empty
 * otherwise. */
void iq_folder_of(const struct iq_options *options, struct iq_str *path);

/* Makes the folder if it is not there, and sees whether it can be written.  Returns 0, IQ_EACCESS
 * with a line in [error]. */
int iq_folder_open(const char *path, struct iq_str *error);

/* Writes the reports and merges.  Returns 0, IQ_EIO after a message on stderr. */
int iq_folder_write(const char *path, const struct iq_options *options,
                    const struct iq_document *const *documents, size_t count,
                    const struct iq_report_options *how);

#endif
