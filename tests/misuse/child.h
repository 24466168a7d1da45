/* A process for each row, that goes on with the next case when a call crashes, hangs or spoils what
 * it needs.  The file that includes this has make_world and is_sticky. */
#ifndef IQ_MISUSE_CHILD_H
#define IQ_MISUSE_CHILD_H

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SPOILED = 77, UNMADE = 78 };
static bool make_world(void); /* anew for each case; false: it cannot be made any more */
static bool is_sticky(int code);

struct outcome {
    int begun, code, ended;
};
static struct outcome *outcomes;

/* Cases [from, end) in a process of their own; returns the first that is left. */
static int in_child(int (*run)(int), int from, int end)
{
    pid_t child = fork();
    if (!child) {
        for (int at = from; at < end; at++) {
            alarm(10);
            if (!make_world())
                _exit(at == from ? UNMADE : SPOILED);
            outcomes[at].begun = 1;
            outcomes[at].code = run(at);
            outcomes[at].ended = 1;
            if (is_sticky(outcomes[at].code))
                _exit(SPOILED);
        }
        _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    int at = from;
    while (at < end && outcomes[at].ended)
        at++;
    if (at < end && (outcomes[at].begun || !WIFEXITED(status) || WEXITSTATUS(status) == UNMADE)) {
        outcomes[at].code = WIFSIGNALED(status) ? -WTERMSIG(status) : -1000 - WEXITSTATUS(status);
        outcomes[at].ended = 1;
        at++;
    }
    return at;
}

#endif
