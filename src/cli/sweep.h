/* Session folders do not stay behind: not when the launcher is interrupted, and when it is killed
 * only until the next one starts.
 * Threads: one. */
#ifndef IQ_CLI_SWEEP_H
#define IQ_CLI_SWEEP_H

#define IQ_SWEEP_NAME "inquest." /* then the launcher's process id, a dot and six letters */

/* Holds [folder] for this process, as long as the result is open; -1: its file system has no
 * locks. */
int iq_sweep_lock(const char *folder);

/* Where such folders are made, in the order of preference; NULL: a place that is not set. */
enum { IQ_SWEEP_PLACES = 5 };
void iq_sweep_places(const char *places[IQ_SWEEP_PLACES]);

/* Calls [visit] with each folder below [base] that a launcher which is gone has left with traces
 * that nobody has read. */
void iq_sweep_each_unread(const char *base, void (*visit)(void *user, const char *path),
                          void *user);

/* From now on the folder need not be kept, unless a program in it still runs. */
void iq_sweep_mark_read(const char *folder);

/* Removes what launchers that are gone left below [base]: folders of ours, untouched for a minute,
 * that nobody holds, whose launcher and programs, by the ids in the names, do not run, and in which
 * there is no trace that nobody has read. */
void iq_sweep_leftovers(const char *base);

/* From now on a signal that ends the launcher removes [folder] first; NULL: no longer.  Borrowed
 * until then. */
void iq_sweep_keep(const char *folder);

/* Removes [folder], which holds plain files and links only.  Async-signal-safe. */
void iq_sweep_remove(const char *folder);

#endif
