/* Runs the program as a child and stays out of its way: signals are passed on, stops and continues
 * are mirrored, the terminal is taken back.  The child is in our process group, so that the
 * terminal's own signals reach it directly.
 * Threads: the only one. */
#ifndef IQ_CLI_SPAWN_H
#define IQ_CLI_SPAWN_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

struct iq_spawn {
    const char *path;
    char **argv, **environment;
    /* Called in the child before execve; returns 0 or an errno value, which is reported as
     * [setup_failed]. */
    int (*setup)(void *user);
    /* Called in the launcher while the child runs; returns after how many nanoseconds again.
     * NULL: never. */
    int64_t (*look)(void *user);
    int watch; /* becomes readable when there is something to look at; -1: none */
    void *user;
    /* results */
    pid_t pid;
    int exec_errno; /* why execve failed; 0: it did not */
    int setup_failed;
    int exit_code; /* -1 when a signal ended it */
    int exit_signal;
    bool told_to_end;   /* SIGTERM came, from somebody who may have no patience */
    struct rusage used; /* by the child and those that it waited for */
};

/* Runs until the child ends.  Returns 0, or IQ_ENOMEM/IQ_EIO when no process could be made. */
int iq_spawn_run(struct iq_spawn *spawn);

#endif
