/* Processes of a session that outlive the program: daemons, and children that nobody waited for.
 * Threads: one.  Linux: they are told by INQUEST_SESSION in their environment, which also forked
 * children have. */
#ifndef IQ_CLI_SURVIVORS_H
#define IQ_CLI_SURVIVORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { IQ_SURVIVORS_MAX = 256 };

struct iq_survivors {
    pid_t pids[IQ_SURVIVORS_MAX];
    size_t count;
};

/* Looks for living processes of the session in [folder], which all began since [since_ns]
 * (iq_now_ns), when the calling one was there already; 0: or before.  Waits for those that the
 * kernel ends, two seconds each. */
void iq_survivors_find(struct iq_survivors *survivors, const char *folder, uint64_t since_ns);
bool iq_survivors_has(const struct iq_survivors *survivors, pid_t pid);

/* Does the kernel end the process already?  SIGKILL is on its way to it (whoever sent it, such as
 * timeout, may be gone first), it has begun to exit, or only waits to be asked how it ended. */
bool iq_survivors_is_ending(pid_t pid);

/* Does somebody read our [fd] for as long as they live anyhow: a terminal, a file, or a pipe that
 * one of them holds, too? */
bool iq_survivors_share(const struct iq_survivors *survivors, int fd);

/* Waits until the last process of the session in [folder] has ended.  What of stdout and stderr
 * they do not share (any more) is let go. */
void iq_survivors_wait(const char *folder);

#endif
