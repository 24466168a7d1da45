#include "cli/sweep.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "trace/format.h"

#define READ_MARK "read"

enum { NAME_LENGTH = sizeof IQ_SWEEP_NAME - 1, UNTOUCHED_SECONDS = 60, AT_ONCE = 64 };

static const int ending[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
static const char *volatile kept;

/* What the kernel puts into a buffer of directory entries. */
struct folder_entry {
    uint64_t inode;
    int64_t next;
    unsigned short length;
    unsigned char type;
    char name[];
};

static int open_folder(int at, const char *name)
{
    return openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

static void empty(int folder)
{
    char buffer[4096] __attribute__((aligned(8)));
    long size;
    while ((size = syscall(SYS_getdents64, folder, buffer, sizeof buffer)) > 0)
        for (long at = 0; at < size;) {
            const struct folder_entry *entry = (const void *)(buffer + at);
            if (strcmp(entry->name, ".") != 0 && strcmp(entry->name, "..") != 0)
                unlinkat(folder, entry->name, 0);
            at += entry->length;
        }
}

void iq_sweep_remove(const char *path)
{
    int folder = open_folder(AT_FDCWD, path);
    if (folder < 0)
        return;
    empty(folder);
    close(folder);
    rmdir(path);
}

static void on_end(int number)
{
    const char *path = kept;
    if (path)
        iq_sweep_remove(path);
    signal(number, SIG_DFL);
    raise(number);
}

/* Signals that were ignored stay so; in the program they have their default again. */
void iq_sweep_keep(const char *path)
{
    struct sigaction action = { .sa_handler = on_end }, old;
    kept = path;
    for (size_t i = 0; path && i < sizeof ending / sizeof *ending; i++)
        if (!sigaction(ending[i], NULL, &old) && old.sa_handler == SIG_DFL)
            sigaction(ending[i], &action, NULL);
}

int iq_sweep_lock(const char *path)
{
    int folder = open_folder(AT_FDCWD, path);
    if (folder >= 0 && flock(folder, LOCK_EX | LOCK_NB)) {
        close(folder);
        folder = -1;
    }
    return folder;
}

/* Does the process whose id [text] begins with run?  Doubt is yes. */
static bool runs(const char *text)
{
    char *end;
    long id = strtol(text, &end, 10);
    return id <= 0 || (*end != '.' && *end) || !kill((pid_t)id, 0) || errno != ESRCH;
}

/* Are all the programs gone that left a trace there? */
static bool is_quiet(int folder)
{
    int copy = dup(folder);
    DIR *files = copy < 0 ? NULL : fdopendir(copy);
    struct dirent *file;
    bool quiet = files != NULL;
    while (quiet && (file = readdir(files)))
        quiet = strncmp(file->d_name, "trace.", 6) != 0 || !runs(file->d_name + 6);
    if (files)
        closedir(files);
    else if (copy >= 0)
        close(copy);
    return quiet && !lseek(folder, 0, SEEK_SET);
}

/* Is there a trace, and no mark that somebody has read it? */
static bool is_unread(int folder)
{
    char magic[8];
    struct stat info;
    int copy = dup(folder);
    DIR *files = copy < 0 ? NULL : fdopendir(copy);
    struct dirent *file;
    bool found = false;
    while (files && !found && (file = readdir(files))) {
        int fd = strncmp(file->d_name, "trace.", 6) != 0
                     ? -1
                     : openat(folder, file->d_name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
        found = fd >= 0 && read(fd, magic, 8) == 8 && !memcmp(magic, IQ_TRACE_MAGIC, 8);
        if (fd >= 0)
            close(fd);
    }
    if (files)
        closedir(files);
    else if (copy >= 0)
        close(copy);
    lseek(folder, 0, SEEK_SET);
    return found && fstatat(folder, READ_MARK, &info, AT_SYMLINK_NOFOLLOW);
}

/* Does the folder belong to us, and to nobody who runs? */
static bool is_abandoned(int folder)
{
    struct stat info;
    return !fstat(folder, &info) && info.st_uid == geteuid() && (info.st_mode & 07777) == 0700 &&
           !flock(folder, LOCK_EX | LOCK_NB) && is_quiet(folder);
}

static bool is_leftover(int folder)
{
    struct stat info;
    return !fstat(folder, &info) && info.st_mtime + UNTOUCHED_SECONDS < time(NULL) &&
           is_abandoned(folder) && !is_unread(folder);
}

/* The next folder of a launcher that is gone, opened; -1 at the end. */
static int next_folder(DIR *all, const char **name)
{
    struct dirent *one;
    while (all && (one = readdir(all))) {
        if (strncmp(one->d_name, IQ_SWEEP_NAME, NAME_LENGTH) != 0 ||
            !strchr(one->d_name + NAME_LENGTH, '.') || runs(one->d_name + NAME_LENGTH))
            continue;
        int folder = open_folder(dirfd(all), one->d_name);
        *name = one->d_name;
        if (folder >= 0)
            return folder;
    }
    return -1;
}

void iq_sweep_leftovers(const char *base)
{
    DIR *all = opendir(base);
    const char *name;
    int folder;
    for (int left = AT_ONCE; left && (folder = next_folder(all, &name)) >= 0; close(folder))
        if (is_leftover(folder)) {
            empty(folder);
            unlinkat(dirfd(all), name, AT_REMOVEDIR);
            left--;
        }
    if (all)
        closedir(all);
}

void iq_sweep_each_unread(const char *base, void (*visit)(void *user, const char *path), void *user)
{
    DIR *all = opendir(base);
    const char *name;
    char path[4096];
    int folder;
    for (; (folder = next_folder(all, &name)) >= 0; close(folder))
        if (is_abandoned(folder) && is_unread(folder) &&
            snprintf(path, sizeof path, "%s/%s", base, name) < (int)sizeof path)
            visit(user, path);
    if (all)
        closedir(all);
}

void iq_sweep_mark_read(const char *folder)
{
    int at = open_folder(AT_FDCWD, folder);
    int fd = at < 0 || !is_quiet(at)
                 ? -1
                 : openat(at, READ_MARK, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd >= 0)
        close(fd);
    if (at >= 0)
        close(at);
}

void iq_sweep_places(const char *places[IQ_SWEEP_PLACES])
{
    const char *const all[] = { getenv("TMPDIR"), "/tmp", "/var/tmp", "/dev/shm",
                                getenv("XDG_RUNTIME_DIR") };
    for (int i = 0; i < IQ_SWEEP_PLACES; i++)
        places[i] = all[i] && all[i][0] == '/' ? all[i] : NULL;
}
