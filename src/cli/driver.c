#include "cli/driver.h"

#include <dlfcn.h>
#include <glob.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arch/arch.h"
#include "base/fd.h"
#include "cli/program.h"

#define DRIVER_NAME "libcuda.so.1"

static const char *const folders[] = {
    ("/usr/lib/" IQ_ARCH_TRIPLET),
    "/usr/lib64",
    "/usr/lib",
    "/usr/local/nvidia/lib64",
    ("/usr/lib/" IQ_ARCH_TRIPLET "/nvidia/current"),
    ("/usr/lib/" IQ_ARCH_TRIPLET "/tegra"), /* Jetson; newer ones: */
    ("/usr/lib/" IQ_ARCH_TRIPLET "/nvidia"),
    "/usr/local/cuda/compat",
    "/usr/lib/wsl/lib",
    "/run/opengl-driver/lib",
};

/* Offers [folder]/libcuda.so.1 if it is there.  Returns false when [visit] wants no more. */
static bool offer(const char *folder, size_t length, bool (*visit)(void *, const char *),
                  void *user)
{
    char path[4096];
    if (!length ||
        snprintf(path, sizeof path, "%.*s/" DRIVER_NAME, (int)length, folder) >= (int)sizeof path)
        return true;
    return access(path, R_OK) || visit(user, path);
}

/* Entries of a file like /etc/ld.so.cache, format "glibc-ld.so.cache1.1": a header of 48 bytes,
 * entries of 24, then strings.  A NUL stands after [data]. */
static bool each_in_cache(const char *data, size_t size, bool (*visit)(void *, const char *),
                          void *user)
{
    const char *start = size > 48 ? memmem(data, size, "glibc-ld.so.cache1.1", 20) : NULL;
    size_t left = start ? size - (size_t)(start - data) : 0;
    uint32_t count = 0;
    bool more = true;
    if (left > 48)
        memcpy(&count, start + 20, 4);
    for (uint32_t i = 0; i < count && 48 + ((size_t)i + 1) * 24 <= left && more; i++) {
        uint32_t entry[3];
        memcpy(entry, start + 48 + (size_t)i * 24, sizeof entry);
        if (entry[1] >= left || entry[2] >= left || strcmp(start + entry[1], DRIVER_NAME) != 0)
            continue;
        bool is_64bit = (entry[0] & 0xff00) == 0x0300 || (entry[0] & 0xff00) == 0x0a00;
        if (is_64bit && !access(start + entry[2], R_OK))
            more = visit(user, start + entry[2]);
    }
    return more;
}

static bool each_cached(bool (*visit)(void *, const char *), void *user)
{
    char *data;
    size_t size;
    if (iq_fd_read_file("/etc/ld.so.cache", 64 << 20, &data, &size))
        return true;
    bool more = each_in_cache(data, size, visit, user);
    free(data);
    return more;
}

void iq_driver_each(bool (*visit)(void *, const char *), void *user)
{
    const char *path = getenv("LD_LIBRARY_PATH");
    for (const char *dir = path; dir && *dir; dir = strchr(dir, ':') ? strchr(dir, ':') + 1 : NULL)
        if (!offer(dir, strcspn(dir, ":"), visit, user))
            return;
    if (!each_cached(visit, user))
        return;
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++)
        if (!offer(folders[i], strlen(folders[i]), visit, user))
            return;
}

struct driver_search {
    const char *own;
    char *path;
    size_t size;
    bool found;
};

/* Our own stand-ins are called libcuda.so.1, too, and so are drivers for the programs of an
 * emulator. */
static bool accept(void *user, const char *path)
{
    struct driver_search *search = user;
    char real[4096];
    if (search->own && realpath(path, real) && !strncmp(real, search->own, strlen(search->own)))
        return true;
    if (iq_program_other_machine(path))
        return true;
    snprintf(search->path, search->size, "%s", path);
    search->found = true;
    return false;
}

bool iq_driver_find(const char *own, char *path, size_t size)
{
    struct driver_search search = { own, path, size, false };
    iq_driver_each(accept, &search);
    return search.found;
}

bool iq_driver_has_device_file(void)
{
    glob_t found = { 0 };
    bool any = !access("/dev/dxg", F_OK) || !access("/dev/nvhost-gpu", F_OK);
    if (!any && !glob("/dev/nvidia[0-9]*", 0, NULL, &found))
        any = found.gl_pathc > 0;
    globfree(&found);
    return any;
}

/* Function [name] of [library] as a pointer of the caller's type. */
static bool get(void *library, const char *name, void *function)
{
    void *symbol = dlsym(library, name);
    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL;
}

/* In the helper: one device's line. */
static void describe_device(void *library, int ordinal, char *out, size_t size)
{
    int (*name)(char *, int, int), (*attribute)(int *, int, int), (*memory)(size_t *, int);
    char text[64] = "GPU";
    int major = 0, minor = 0;
    size_t bytes = 0;
    if (get(library, "cuDeviceGetName", &name))
        name(text, sizeof text, ordinal);
    if (get(library, "cuDeviceGetAttribute", &attribute)) {
        attribute(&major, 75, ordinal); /* compute capability */
        attribute(&minor, 76, ordinal);
    }
    if (get(library, "cuDeviceTotalMem_v2", &memory))
        memory(&bytes, ordinal);
    text[sizeof text - 1] = '\0';
    snprintf(out, size, "%.60s (%d.%d, %zu MiB)", text, major, minor, bytes >> 20);
}

static void ask_here(const char *path, struct iq_driver_answer *answer)
{
    int (*init)(unsigned), (*version)(int *), (*count)(int *);
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    answer->loaded = library != NULL;
    if (!library) {
        const char *reason = dlerror();
        snprintf(answer->error, sizeof answer->error, "%s", reason ? reason : "cannot be loaded");
        return;
    }
    if (get(library, "cuDriverGetVersion", &version))
        version(&answer->version);
    if (!get(library, "cuInit", &init) || !get(library, "cuDeviceGetCount", &count))
        return;
    answer->init = init(0);
    if (!answer->init && !count(&answer->count))
        for (int i = 0; i < answer->count && i < 8; i++)
            describe_device(library, i, answer->names[i], sizeof answer->names[i]);
}

void iq_driver_query(const char *path, int seconds, struct iq_driver_answer *answer)
{
    int ends[2], status = 0;
    *answer = (struct iq_driver_answer){ .init = -1 };
    if (pipe(ends))
        return;
    fflush(NULL);
    pid_t helper = fork();
    if (!helper) {
        int quiet = dup2(ends[1], 3) == 3 ? 3 : ends[1];
        if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr))
            _exit(1);
        ask_here(path, answer);
        /* who reads takes a short answer for a driver that does not load */
        IQ_DROP(iq_fd_write_all(quiet, answer, sizeof *answer));
        _exit(0);
    }
    close(ends[1]);
    if (helper > 0) {
        struct iq_driver_answer received;
        size_t have = 0;
        struct pollfd poll_fd = { .fd = ends[0], .events = POLLIN };
        while (have < sizeof received && poll(&poll_fd, 1, seconds * 1000) > 0) {
            ssize_t got = read(ends[0], (char *)&received + have, sizeof received - have);
            if (got <= 0)
                break;
            have += (size_t)got;
        }
        if (have == sizeof received)
            *answer = received;
        else if (!waitpid(helper, &status, WNOHANG)) {
            usleep(20000); /* the pipe closes a moment before a crash can be seen */
            answer->timed_out = !waitpid(helper, &status, WNOHANG);
        }
        if (answer->timed_out || have == sizeof received)
            kill(helper, SIGKILL);
        while (waitpid(helper, have == sizeof received || answer->timed_out ? NULL : &status, 0) >
               0)
            ;
        answer->signal = have < sizeof received && !answer->timed_out && WIFSIGNALED(status)
                             ? WTERMSIG(status)
                             : 0;
    }
    close(ends[0]);
}
