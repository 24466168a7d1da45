#include "cli/survivors.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/fd.h"
#include "base/now.h"

enum { ENVIRONMENT_LIMIT = 8 << 20, HIGHEST_FD = 9, FEW_PROCESSES = 64 };
enum { ENDING_MS = 2000 };
enum { FIRST_WAIT_NS = 10000000, LONGEST_WAIT_NS = 999000000, SHORT_NS = 500000000 };

static bool belongs(pid_t pid, const char *wanted, size_t length)
{
    char path[64], *data;
    size_t size;
    bool found = false;
    snprintf(path, sizeof path, "/proc/%ld/environ", (long)pid);
    if (iq_fd_read_file(path, ENVIRONMENT_LIMIT, &data, &size))
        return false;
    for (const char *at = data;
         !found && (at = memmem(at, size - (size_t)(at - data), wanted, length)); at++)
        found = (at == data || !at[-1]) && !at[length];
    free(data);
    return found;
}

/* Of a thread: SIGKILL is pending, or it exits. */
static bool is_thread_ending(pid_t pid, const char *thread)
{
    enum { PF_EXITING = 4 };
    char path[64], line[1024];
    unsigned flags = 0;
    unsigned long pending = 0;
    snprintf(path, sizeof path, "/proc/%ld/task/%.20s/stat", (long)pid, thread);
    FILE *file = fopen(path, "re");
    const char *rest = file && fgets(line, sizeof line, file) ? strrchr(line, ')') : NULL;
    if (file)
        fclose(file);
    if (!rest) /* it is gone */
        return true;
    bool known = sscanf(rest,
                        ") %*c %*d %*d %*d %*d %*d %u %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s "
                        "%*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %lu",
                        &flags, &pending) == 2;
    return known && (flags & PF_EXITING || pending >> (SIGKILL - 1) & 1);
}

/* The first thread may exit while the others go on. */
bool iq_survivors_is_ending(pid_t pid)
{
    char path[64];
    bool ending = true, any = false;
    snprintf(path, sizeof path, "/proc/%ld/task", (long)pid);
    DIR *threads = opendir(path);
    for (struct dirent *entry; ending && threads && (entry = readdir(threads));) {
        if (!isdigit((unsigned char)entry->d_name[0]))
            continue;
        any = true;
        ending = is_thread_ending(pid, entry->d_name);
    }
    if (threads)
        closedir(threads);
    return any && ending;
}

/* Waits for the end of a process that the kernel ends; false: it still runs. */
static bool is_over_soon(pid_t pid, const char *wanted, size_t length)
{
    for (int waited = 0; waited < ENDING_MS && iq_survivors_is_ending(pid); waited++) {
        nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
        if (!belongs(pid, wanted, length))
            return true;
    }
    return false;
}

/* Numbers are given away one after the other, and begin again after tens of thousands.  So those of
 * a short session's processes lie between the launcher's and the last one.  Reading the
 * environments of all processes of a large machine takes longer than a short program. */
static void find_bounds(uint64_t since_ns, pid_t *first, pid_t *last)
{
    long given = 0;
    char self[32] = "";
    bool ours = readlink("/proc/self", self, sizeof self - 1) > 0 && atol(self) == (long)getpid();
    FILE *file = fopen("/proc/loadavg", "re");
    if (file && fscanf(file, "%*s %*s %*s %*s %ld", &given) != 1)
        given = 0;
    if (file)
        fclose(file);
    bool known = ours && since_ns && iq_now_ns() - since_ns < SHORT_NS && given >= (long)getpid();
    *first = known ? getpid() : 1;
    *last = known ? (pid_t)given : INT_MAX;
}

static void add_if_ours(struct iq_survivors *survivors, pid_t pid, const char *wanted)
{
    size_t length = strlen(wanted);
    if (pid != getpid() && survivors->count < IQ_SURVIVORS_MAX && belongs(pid, wanted, length) &&
        !is_over_soon(pid, wanted, length))
        survivors->pids[survivors->count++] = pid;
}

void iq_survivors_find(struct iq_survivors *survivors, const char *folder, uint64_t since_ns)
{
    char wanted[4200];
    pid_t first, last;
    snprintf(wanted, sizeof wanted, "INQUEST_SESSION=%s", folder);
    find_bounds(since_ns, &first, &last);
    survivors->count = 0;
    if (last - first <= FEW_PROCESSES) { /* quicker than a list of all there are */
        for (pid_t pid = first; pid <= last; pid++)
            add_if_ours(survivors, pid, wanted);
        return;
    }
    DIR *processes = opendir("/proc");
    for (struct dirent *entry; processes && (entry = readdir(processes));) {
        pid_t pid = isdigit((unsigned char)entry->d_name[0]) ? (pid_t)atol(entry->d_name) : 0;
        if (pid >= first && pid <= last)
            add_if_ours(survivors, pid, wanted);
    }
    if (processes)
        closedir(processes);
}

bool iq_survivors_has(const struct iq_survivors *survivors, pid_t pid)
{
    for (size_t i = 0; i < survivors->count; i++)
        if (survivors->pids[i] == pid)
            return true;
    return false;
}

bool iq_survivors_share(const struct iq_survivors *survivors, int fd)
{
    struct stat own, theirs;
    char path[64];
    if (fstat(fd, &own) || S_ISREG(own.st_mode) || S_ISCHR(own.st_mode))
        return true;
    for (size_t i = 0; i < survivors->count; i++)
        for (int number = 0; number <= HIGHEST_FD; number++) {
            snprintf(path, sizeof path, "/proc/%ld/fd/%d", (long)survivors->pids[i], number);
            if (!stat(path, &theirs) && theirs.st_dev == own.st_dev && theirs.st_ino == own.st_ino)
                return true;
        }
    return false;
}

/* Nobody is to wait for the end of a pipe because of us. */
static void let_go(const struct iq_survivors *survivors, int nothing)
{
    for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO && nothing >= 0; fd++)
        if (!iq_survivors_share(survivors, fd))
            dup2(nothing, fd);
}

void iq_survivors_wait(const char *folder)
{
    struct iq_survivors survivors;
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (nothing >= 0)
        dup2(nothing, STDIN_FILENO);
    for (long wait = FIRST_WAIT_NS;;
         wait = wait * 2 < LONGEST_WAIT_NS ? wait * 2 : LONGEST_WAIT_NS) {
        iq_survivors_find(&survivors, folder, 0);
        if (!survivors.count)
            break;
        let_go(&survivors, nothing);
        nanosleep(&(struct timespec){ .tv_nsec = wait }, NULL);
    }
    if (nothing >= 0)
        close(nothing);
}
