/* A clean report must mean "checked": says loudly at the end when a GPU library was there and its
 * calls were not seen.
 * Threads: the one that ends the process. */
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "call/core.h"
#include "call/guest.h"
#include "wrap/cudart.h"
#include "wrap/driver.h"
#include "wrap/elf.h"
#include "wrap/guest.h"
#include "wrap/hooks.h"
#include "wrap/opencl.h"
#include "wrap/sys.h"

/* After us, by the launcher: for functions that only it has. */
static bool is_preloaded(const char *path)
{
    const char *list = iq_guest_option("LD_PRELOAD");
    return list && path[0] && strstr(list, path);
}

/* A driver in memory that is not the one behind us. */
static const char *foreign_driver(void)
{
    for (const struct link_map *map = iq_elf_first(); map; map = map->l_next) {
        struct iq_elf_object object;
        if (map == iq_elf_self() || map == iq_driver_handle() || iq_elf_open(map, &object) ||
            !object.soname || !iq_sys_starts(object.soname, "libcuda.so"))
            continue;
        if (!iq_driver_owns((const void *)object.text) && !is_preloaded(object.path))
            return object.path;
    }
    return NULL;
}

/* Did the driver never begin its work?  Libraries load it only to look what it has; from its first
 * call on it has its device open. */
static bool is_driver_idle(void)
{
    enum { DESCRIPTORS = 1024 };
    static const char device[] = "/dev/nvidia";
    if (access("/dev/nvidiactl", F_OK))
        return false; /* one that needs no device: nothing can be said */
    for (int fd = 0; fd < DESCRIPTORS; fd++) {
        char link[32], path[sizeof device] = { 0 };
        snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
        if (readlink(link, path, sizeof path - 1) > 0 && iq_sys_equal(path, device))
            return false;
    }
    return true;
}

/* A driver as OpenCL loaders open it. */
static bool has_opencl_driver(void)
{
    for (const struct link_map *map = iq_elf_first(); map; map = map->l_next) {
        struct iq_elf_object object;
        if (!iq_elf_open(map, &object) && iq_elf_lookup(&object, "clIcdGetPlatformIDsKHR"))
            return true;
    }
    return false;
}

static void say(const char *text)
{
    iq_guest_prepare();
    iq_core_start();
    iq_core_message(IQ_MESSAGE_ERROR, text);
}

void iq_selfcheck_at_exit(void)
{
    if (iq_opencl_unseen() && has_opencl_driver())
        say("an OpenCL driver was loaded, but inquest saw none of its calls: nothing was checked. The loader supports layers but did not load "
            "inquest's; does the program change OPENCL_LAYERS?");
    if (!iq_wrap_started && foreign_driver() && !is_driver_idle())
        say("a CUDA driver was loaded, but inquest saw none of its calls: nothing was checked. The program reaches the library in a way that "
            "cannot be intercepted");
}
