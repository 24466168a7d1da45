#include "process/perfmap.h"

#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fd.h"
#include "base/path.h"

enum { MAX_BYTES = 64 << 20 };

/* The first MAX_BYTES of a file on another file system. */
static void copy(const char *from, const char *to)
{
    char buffer[16 << 10];
    ssize_t got;
    size_t total = 0;
    int in = open(from, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    struct stat info;
    if (in < 0)
        return;
    int out = fstat(in, &info) || !S_ISREG(info.st_mode)
                  ? -1
                  : open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    while (out >= 0 && total < MAX_BYTES && (got = read(in, buffer, sizeof buffer)) > 0) {
        total += (size_t)got;
        if (iq_fd_write_all(out, buffer, (size_t)got))
            break;
    }
    if (out >= 0)
        close(out);
    close(in);
}

/* Returns whether [folder] has a map, which [to] is a copy of then. */
static bool keep_from(const char *folder, const char *to)
{
    char from[PATH_MAX];
    if (snprintf(from, sizeof from, "%s/perf-%ld.map", folder, (long)getpid()) >=
            (int)sizeof from ||
        access(from, R_OK))
        return false;
    if (link(from, to)) /* a second name is enough where it can be had */
        copy(from, to);
    return true;
}

void iq_perfmap_keep(const char *session)
{
    char to[PATH_MAX];
    const char *folder;
    if (!session ||
        snprintf(to, sizeof to, "%s/perf-%ld.map", session, (long)getpid()) >= (int)sizeof to)
        return;
    for (int n = 0; (folder = iq_temporary_folder(n)) && !keep_from(folder, to); n++)
        continue;
}
