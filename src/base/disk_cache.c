/* See disk_cache.h.  An entry: the hash of what follows, the key, the contents. */
#include "base/disk_cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/fd.h"
#include "base/vec.h"

enum { PATH_BYTES = 4096, HEAD_BYTES = 2 * IQ_DIGEST_BYTES, NAME_BYTES = 2 * IQ_DIGEST_BYTES + 1 };
enum { STALE_SECONDS = 3600 }; /* a file that nobody finished writing */

struct entry {
    char name[NAME_BYTES];
    uint64_t bytes;
    struct timespec used;
};

bool iq_disk_cache_folder(char *path, size_t size)
{
    const char *own = getenv("INQUEST_KERNEL_CACHE"), *cache = getenv("XDG_CACHE_HOME"),
               *home = getenv("HOME");
    bool given = own && own[0], absolute = cache && cache[0] == '/';
    if (given && !strcmp(own, "no"))
        return false;
    int length = given      ? snprintf(path, size, "%s", own)
                 : absolute ? snprintf(path, size, "%s/inquest/kernels", cache)
                 : home     ? snprintf(path, size, "%s/.cache/inquest/kernels", home)
                            : -1;
    return length > 0 && (size_t)length < size;
}

/* Makes the folder at [path] and those above it. */
static void make_folders(const char *path)
{
    char part[PATH_BYTES];
    size_t length = strlen(path);
    if (length >= sizeof part)
        return;
    for (size_t i = 1; i <= length; i++)
        if (path[i] == '/' || !path[i]) {
            memcpy(part, path, i);
            part[i] = 0;
            (void)mkdir(part, 0700);
        }
}

const char *iq_disk_cache_problem(const char *path)
{
    struct stat info;
    if (lstat(path, &info))
        return "it is not there";
    return !S_ISDIR(info.st_mode)             ? "it is no folder"
           : info.st_uid != geteuid()         ? "it is another user's"
           : info.st_mode & 022               ? "others may write to it"
           : access(path, R_OK | W_OK | X_OK) ? "it may not be written to"
                                              : NULL;
}

static int open_folder(bool make)
{
    char path[PATH_BYTES];
    if (!iq_disk_cache_folder(path, sizeof path))
        return -1;
    if (make)
        make_folders(path);
    if (iq_disk_cache_problem(path))
        return -1;
    return open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

static void name_of(const uint8_t key[IQ_DIGEST_BYTES], char name[NAME_BYTES])
{
    for (int i = 0; i < IQ_DIGEST_BYTES; i++)
        snprintf(name + 2 * i, 3, "%02x", key[i]);
}

static void proof_of(const uint8_t *key, const void *data, size_t size,
                     uint8_t proof[IQ_DIGEST_BYTES])
{
    struct iq_blake2b hash;
    iq_blake2b_begin(&hash);
    iq_blake2b_add(&hash, key, IQ_DIGEST_BYTES);
    iq_blake2b_add(&hash, data, size);
    iq_blake2b_end(&hash, proof);
}

static bool read_all(int file, char *to, size_t size)
{
    for (ssize_t got; size; to += got, size -= (size_t)got)
        if ((got = read(file, to, size)) <= 0)
            return false;
    return true;
}

/* Reads an entry whose [key] is wanted. */
static bool read_entry(int file, const uint8_t *key, char **data, size_t *size)
{
    uint8_t head[HEAD_BYTES], proof[IQ_DIGEST_BYTES];
    struct stat info;
    if (fstat(file, &info) || !S_ISREG(info.st_mode) || info.st_uid != geteuid() ||
        info.st_size < HEAD_BYTES || info.st_size > IQ_DISK_CACHE_BYTES ||
        !read_all(file, (char *)head, sizeof head))
        return false;
    *size = (size_t)info.st_size - HEAD_BYTES;
    *data = malloc(*size + 1);
    if (*data && read_all(file, *data, *size)) {
        proof_of(key, *data, *size, proof);
        if (!memcmp(head, proof, sizeof proof) &&
            !memcmp(head + IQ_DIGEST_BYTES, key, IQ_DIGEST_BYTES))
            return true;
    }
    free(*data);
    return false;
}

bool iq_disk_cache_get(const uint8_t key[IQ_DIGEST_BYTES], char **data, size_t *size)
{
    char name[NAME_BYTES];
    int folder = open_folder(false);
    if (folder < 0)
        return false;
    name_of(key, name);
    int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    bool found = file >= 0 && read_entry(file, key, data, size);
    if (found)
        (void)futimens(file, NULL); /* used now */
    if (file >= 0)
        close(file);
    close(folder);
    return found;
}

static bool is_entry(const char *name)
{
    return strspn(name, "0123456789abcdef") == NAME_BYTES - 1 && !name[NAME_BYTES - 1];
}

/* The entries of [folder], which is closed; what was left half written an hour ago is removed. */
static void collect(int folder, struct entry **all, size_t *count, uint64_t *bytes)
{
    IQ_VEC(struct entry) found = { .count = 0 };
    DIR *stream = fdopendir(folder);
    struct stat info;
    *bytes = 0;
    for (struct dirent *at; stream && (at = readdir(stream));) {
        if (fstatat(dirfd(stream), at->d_name, &info, AT_SYMLINK_NOFOLLOW) ||
            !S_ISREG(info.st_mode))
            continue;
        if (!strncmp(at->d_name, ".new-", 5) && info.st_mtime + STALE_SECONDS < time(NULL))
            (void)unlinkat(dirfd(stream), at->d_name, 0);
        if (!is_entry(at->d_name))
            continue;
        struct entry entry = { .bytes = (uint64_t)info.st_size, .used = info.st_mtim };
        memcpy(entry.name, at->d_name, sizeof entry.name);
        if (!iq_vec_push(&found, entry))
            *bytes += entry.bytes;
    }
    if (stream)
        closedir(stream);
    else
        close(folder);
    *all = found.data;
    *count = found.count;
}

void iq_disk_cache_count(const char *path, size_t *count, uint64_t *bytes)
{
    struct entry *all = NULL;
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    *count = 0;
    *bytes = 0;
    if (folder >= 0)
        collect(folder, &all, count, bytes);
    free(all);
}

static int by_use(const void *left, const void *right)
{
    const struct timespec *a = &((const struct entry *)left)->used,
                          *b = &((const struct entry *)right)->used;
    return a->tv_sec != b->tv_sec     ? (a->tv_sec > b->tv_sec) - (a->tv_sec < b->tv_sec)
           : a->tv_nsec != b->tv_nsec ? (a->tv_nsec > b->tv_nsec) - (a->tv_nsec < b->tv_nsec)
                                      : 0;
}

/* Makes room in [folder] for [size] bytes more: what was not used for longest goes, a quarter more
 * than has to. */
static void make_room(int folder, uint64_t size)
{
    struct entry *all = NULL;
    size_t count = 0;
    uint64_t bytes, limit = IQ_DISK_CACHE_BYTES;
    int own = dup(folder);
    if (own < 0)
        return;
    collect(own, &all, &count, &bytes);
    if (bytes + size > limit) {
        qsort(all, count, sizeof *all, by_use);
        for (size_t i = 0; i < count && bytes + size > limit / 4 * 3; i++)
            if (!unlinkat(folder, all[i].name, 0))
                bytes -= all[i].bytes;
    }
    free(all);
}

/* A file longer than the process may write would end it with SIGXFSZ. */
static bool may_write(size_t size)
{
    struct rlimit limit;
    return getrlimit(RLIMIT_FSIZE, &limit) || limit.rlim_cur == RLIM_INFINITY ||
           limit.rlim_cur >= size + HEAD_BYTES;
}

void iq_disk_cache_put(const uint8_t key[IQ_DIGEST_BYTES], const void *data, size_t size)
{
    static unsigned number; /* atomic */
    char name[NAME_BYTES], fresh[64];
    uint8_t head[HEAD_BYTES];
    int folder = size < IQ_DISK_CACHE_BYTES / 4 && may_write(size) ? open_folder(true) : -1;
    if (folder < 0)
        return;
    name_of(key, name);
    proof_of(key, data, size, head);
    memcpy(head + IQ_DIGEST_BYTES, key, IQ_DIGEST_BYTES);
    make_room(folder, size + HEAD_BYTES);
    snprintf(fresh, sizeof fresh, ".new-%ld-%u", (long)getpid(),
             __atomic_fetch_add(&number, 1, __ATOMIC_RELAXED));
    int file = openat(folder, fresh, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file >= 0) {
        bool whole =
            !iq_fd_write_all(file, head, sizeof head) && !iq_fd_write_all(file, data, size);
        whole = !close(file) && whole;
        if (!whole || renameat(folder, fresh, folder, name))
            (void)unlinkat(folder, fresh, 0);
    }
    close(folder);
}
