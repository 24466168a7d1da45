/* Two processes that pass on handles and wait for one another. */
#ifndef TWO_PROCESSES_H
#define TWO_PROCESSES_H

#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static int line_;
static pid_t other_;

/* 1 in the child; call it before CUDA. */
static inline int split(void)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
        exit(9);
    other_ = fork();
    line_ = ends[!other_];
    close(ends[other_ != 0]);
    return !other_;
}

static inline void give(const void *data, size_t size)
{
    if (write(line_, data, size) != (ssize_t)size)
        exit(9);
}
static inline void take(void *data, size_t size)
{
    if (recv(line_, data, size, MSG_WAITALL) != (ssize_t)size)
        exit(9);
}
static inline void meet(void)
{
    char byte = 'x';
    give(&byte, 1);
    take(&byte, 1);
}
/* For the parent: the child's exit status. */
static inline int join(void)
{
    int status = 1;
    return waitpid(other_, &status, 0) == other_ && WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

#endif
