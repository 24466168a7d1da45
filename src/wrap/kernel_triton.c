/* Triton's cache: machine code that ptxas made lies in a folder beside the PTX it was made of; see
 * kernel_made.h.
 *
 *     ~/.triton/cache/HASH/NAME.cubin, NAME.ptx, NAME.json
 *
 * The PTX is taken if the file of machine code is the image byte for byte, if it has the image's
 * kernel and architecture, and if it is the older one of the two files: Triton writes it first, and
 * what somebody has edited since is another program. */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fd.h"
#include "image/image.h"
#include "wrap/kernel_made.h"

enum { NAME_BYTES = 64, PATH_BYTES = 4096, FILE_MAX = 256 << 20, FILE_NAME_MAX = 150 };

struct search {
    const void *cubin;
    size_t size;
    char kernel[1024]; /* the first one's name */
    int arch;
};

static bool keep_name(void *user, const char *name, size_t length, bool kernel)
{
    struct search *search = user;
    if (!kernel || length >= sizeof search->kernel)
        return true;
    memcpy(search->kernel, name, length);
    search->kernel[length] = 0;
    return false;
}

/* *seen: the PTX has the kernel that is searched. */
struct seen {
    const char *kernel;
    bool found;
};

static bool match_name(void *user, const char *name, size_t length, bool kernel)
{
    struct seen *seen = user;
    seen->found |= kernel && strlen(seen->kernel) == length && !memcmp(seen->kernel, name, length);
    return !seen->found;
}

static bool find_cache(char *path, size_t size)
{
    const char *own = getenv("TRITON_CACHE_DIR"), *home = getenv("TRITON_HOME");
    home = home && home[0] ? home : getenv("HOME");
    int length = own && own[0] ? snprintf(path, size, "%s", own)
                 : home        ? snprintf(path, size, "%s/.triton/cache", home)
                               : -1;
    return length > 0 && (size_t)length < size;
}

/* Is the file [name] in [folder] the cubin?  *written: when it was. */
static bool is_cubin(const struct search *search, int folder, const char *name,
                     struct timespec *written)
{
    struct stat info;
    int file = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    bool same = false;
    if (file < 0)
        return false;
    if (!fstat(file, &info) && S_ISREG(info.st_mode) && (size_t)info.st_size == search->size) {
        void *bytes = mmap(NULL, search->size, PROT_READ, MAP_PRIVATE, file, 0);
        same = bytes != MAP_FAILED && !memcmp(bytes, search->cubin, search->size);
        if (bytes != MAP_FAILED)
            munmap(bytes, search->size);
        *written = info.st_mtim;
    }
    close(file);
    return same;
}

static bool is_later(struct timespec one, struct timespec other)
{
    return one.tv_sec != other.tv_sec ? one.tv_sec > other.tv_sec : one.tv_nsec > other.tv_nsec;
}

/* Does [text] have the kernel of the cubin, for its architecture? */
static bool fits(const struct search *search, const char *text, size_t size)
{
    struct iq_ptx_facts facts;
    struct seen seen = { search->kernel, false };
    iq_image_ptx_header(text, size, &facts);
    iq_image_ptx_names(text, size, match_name, &seen);
    return seen.found && facts.target == search->arch;
}

/* Takes the PTX at [path], unless it was written after [cubin]. */
static bool take(const struct search *search, const char *path, struct timespec cubin,
                 struct iq_made_from *from)
{
    struct stat info;
    char *text = NULL;
    size_t size;
    if (stat(path, &info) || is_later(info.st_mtim, cubin) ||
        iq_fd_read_file(path, FILE_MAX, &text, &size))
        return false;
    bool good = fits(search, text, size);
    if (good)
        iq_made_add(from, CU_JIT_INPUT_PTX, text, size);
    free(text);
    return good;
}

/* In each folder of the cache; *why where the cubin is there alone. */
static bool look(const struct search *search, DIR *cache, const char *path,
                 struct iq_made_from *from, const char **why)
{
    char name[NAME_BYTES + FILE_NAME_MAX + 512], file[PATH_BYTES + sizeof name];
    struct timespec written;
    for (struct dirent *entry; (entry = readdir(cache));) {
        if (entry->d_name[0] == '.' || strlen(entry->d_name) >= NAME_BYTES)
            continue;
        int stem =
            snprintf(name, sizeof name, "%s/%.*s", entry->d_name, FILE_NAME_MAX, search->kernel);
        snprintf(name + stem, sizeof name - (size_t)stem, ".cubin");
        if (!is_cubin(search, dirfd(cache), name, &written))
            continue;
        snprintf(file, sizeof file, "%s/%.*s.ptx", path, stem, name);
        if (take(search, file, written, from))
            return true;
        *why = "Triton's cache has no PTX that is known to be its own";
    }
    return false;
}

bool iq_made_by_triton(const struct iq_image *cubin, struct iq_made_from *from, const char **why)
{
    char path[PATH_BYTES];
    struct search search = { cubin->source.bytes, cubin->size, "", cubin->cubin.arch };
    iq_image_cubin_names(search.cubin, search.size, keep_name, &search);
    DIR *cache = search.kernel[0] && find_cache(path, sizeof path) ? opendir(path) : NULL;
    if (!cache)
        return false;
    bool found = look(&search, cache, path, from, why);
    closedir(cache);
    from->by = "a kernel of Triton's";
    snprintf(from->name, sizeof from->name, "%s of Triton", search.kernel);
    return found;
}
