#include "base/fd.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/errors.h"

/* Reads until end of file; sizes from stat are not trusted, since /proc files have none. */
static int read_rest(int fd, size_t limit, char **data, size_t *size)
{
    size_t used = 0, capacity = 0;
    char *memory = NULL;
    for (;;) {
        if (used + 1 >= capacity) {
            size_t wanted = capacity ? capacity * 2 : 64 * 1024;
            char *grown = realloc(memory, wanted);
            if (!grown) {
                free(memory);
                return IQ_ENOMEM;
            }
            memory = grown;
            capacity = wanted;
        }
        ssize_t got = read(fd, memory + used, capacity - used - 1);
        if (got < 0 && errno == EINTR)
            continue;
        used += got > 0 ? (size_t)got : 0;
        if (got < 0 || used > limit) {
            free(memory);
            return got < 0 ? iq_error_from_errno(errno) : IQ_ETOOBIG;
        }
        if (!got)
            break;
    }
    memory[used] = '\0';
    *data = memory;
    *size = used;
    return 0;
}

/* A pipe that nobody has opened for writing is empty, after a moment for those who are about to. */
static void await_writer(int fd)
{
    struct stat info;
    struct pollfd wanted = { .fd = fd, .events = POLLIN };
    if (!fstat(fd, &info) && S_ISFIFO(info.st_mode))
        poll(&wanted, 1, 1000);
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
}

int iq_fd_read_file(const char *path, size_t limit, char **data, size_t *size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (fd < 0)
        return iq_error_from_errno(errno);
    await_writer(fd);
    int error = read_rest(fd, limit, data, size);
    close(fd);
    return error;
}

int iq_fd_read_regular(const char *path, size_t limit, char **data, size_t *size)
{
    struct stat info;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (fd < 0)
        return iq_error_from_errno(errno);
    int error = fstat(fd, &info) || !S_ISREG(info.st_mode) ? IQ_ENOTREGULAR
                                                           : read_rest(fd, limit, data, size);
    close(fd);
    return error;
}

int iq_fd_write_all(int fd, const void *data, size_t size)
{
    const char *at = data;
    while (size) {
        ssize_t wrote = write(fd, at, size);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0)
            return wrote < 0 ? iq_error_from_errno(errno) : IQ_EIO;
        at += wrote;
        size -= (size_t)wrote;
    }
    return 0;
}

int iq_fd_write_without_signal(int fd, const void *data, size_t size)
{
    sigset_t pipe_signal, before, pending;
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    sigpending(&pending);
    pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
    int result = iq_fd_write_all(fd, data, size), error = errno;
    if (result && error == EPIPE && !sigismember(&pending, SIGPIPE))
        sigtimedwait(&pipe_signal, NULL, &(struct timespec){ 0, 0 });
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return result;
}
