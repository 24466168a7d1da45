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
#include <time.h>
#include <unistd.h>

enum { SPOILED = 77, UNMADE = 78 };
static bool make_world(void); /* anew for each case; false: it cannot be made any more */
static unsigned long long needed; /* kinds of objects that the row's cases are about, as bits */
static time_t deadline;           /* no case begins after it */
static bool is_sticky(int code);

struct outcome {
    int begun, code, ended;
};
static struct outcome *outcomes;

/* A process ends itself by an alarm; one that does not, because the kernel or a library holds it, is
 * killed, and left behind if that does not help either. */
enum { MAKING = 30, CALLING = 10, LEFT_BEHIND = 120 };

static void run_cases(int (*run)(int), int from, int end)
{
    for (int at = from; at < end && time(NULL) < deadline; at++) {
        alarm(MAKING);
        if (!make_world())
            _exit(at == from ? UNMADE : SPOILED);
        alarm(CALLING);
        outcomes[at].begun = 1;
        outcomes[at].code = run(at);
        outcomes[at].ended = 1;
        if (is_sticky(outcomes[at].code))
            _exit(SPOILED);
    }
    _exit(0);
}

static int status_of(pid_t child, int from, int end)
{
    int status = 0, at = from;
    for (time_t news = time(NULL); !waitpid(child, &status, WNOHANG); usleep(1000)) {
        for (; at < end && outcomes[at].ended; at++)
            news = time(NULL);
        if (time(NULL) > news + MAKING + CALLING)
            kill(child, SIGKILL);
        if (time(NULL) > news + LEFT_BEHIND)
            return SIGKILL;
    }
    return status;
}

/* Cases [from, end) in a process of their own; returns the first that is left. */
static int in_child(int (*run)(int), int from, int end)
{
    pid_t child = fork();
    if (!child)
        run_cases(run, from, end);
    int status = status_of(child, from, end), at = from;
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
