/* The line on a terminal that shows how far a kernel of the software device is which has been
 * running for long (base/running.h).  It is written right of the cursor, which stays where the
 * program has left it, and is erased before anything else is printed and when the kernel is over.
 * Owner: the launcher.  Threads: one. */
#ifndef IQ_CLI_KERNEL_LINE_H
#define IQ_CLI_KERNEL_LINE_H

#include <stdbool.h>
#include <stdint.h>

struct iq_kernel_line {
    bool wanted;
    int shown;       /* the file of the kernel, locked; -1: there is no line */
    int64_t next_ns; /* when to look for kernels again */
};

/* [wanted] and stderr is a terminal that understands more than text. */
void iq_kernel_line_init(struct iq_kernel_line *line, bool wanted);

/* Erases the line of a kernel that is over; once per second, shows the one in [folder] that has
 * been running longest. */
void iq_kernel_line_look(struct iq_kernel_line *line, const char *folder);

/* The kernel of process [pid], which was killed or still runs, that had been running longest, in
 * [folder].  False: none had been running for a second. */
struct iq_running;
bool iq_kernel_line_last(const char *folder, uint32_t pid, struct iq_running *found);

/* Until the next look. */
void iq_kernel_line_erase(struct iq_kernel_line *line);

#endif
