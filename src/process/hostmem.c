#include "process/hostmem.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/counters.h"
#include "base/locks.h"
#include "base/now.h"
#include "base/page.h"
#include "base/probe.h"
#include "process/exports.h"
#include "process/hostmap.h"
#include "process/peek.h"

enum {
    REGIONS = 16384,
    OWN_STACK = 32768,
    LOOKS_FREE = 64,
    LOOK_SHARE = 50 /* at most 1/50 of run time after that */
};

/* Snapshot of /proc/self/maps.  Two buffers: readers hold the lock only to copy one region. */
static struct iq_hostmem_region regions[REGIONS];
static uint32_t region_count;
static uint64_t looks, looks_ns, first_look_ns;

/* What has changed mappings that usually last: libraries that came and went, and the program. */
struct changes {
    uint64_t libraries, program;
};
static struct changes looked_after; /* the last look came after these */

/* The pages of the program's own file, with variables for which the file has no bytes: the
 * mappings do not say whose these are, and the heap may begin where they end. */
static struct {
    uint64_t begin, end;
} program;

/* By what the kernel says at the start: takes no lock of the loader's. */
static void find_program(void)
{
    const ElfW(Phdr) *headers = (const ElfW(Phdr) *)getauxval(AT_PHDR);
    size_t count = headers ? getauxval(AT_PHNUM) : 0;
    uint64_t bias = 0;
    for (size_t i = 0; i < count; i++)
        bias = headers[i].p_type == PT_PHDR ? (uintptr_t)headers - headers[i].p_vaddr : bias;
    program.begin = UINT64_MAX;
    for (size_t i = 0; i < count; i++) {
        uint64_t begin = bias + headers[i].p_vaddr, end = begin + headers[i].p_memsz;
        if (headers[i].p_type != PT_LOAD)
            continue;
        program.begin = begin < program.begin ? begin : program.begin;
        program.end = end > program.end ? iq_page_up(end) : program.end;
    }
}

/* Emulators do not name the heap. */
static bool has_break(const struct iq_hostmem_region *region)
{
    uint64_t last = (uint64_t)(uintptr_t)sbrk(0) - 1;
    return region->begin <= last && last < region->end;
}

static uint8_t what_is(const struct iq_hostmem_region *region, const char *path,
                       const char *bracket)
{
    if (bracket && !strncmp(bracket, "[stack", 6))
        return IQ_HOSTMEM_STACK;
    if ((bracket && !strncmp(bracket, "[heap]", 6)) || (!path && !bracket && has_break(region)))
        return IQ_HOSTMEM_HEAP;
    if (region->executable)
        return IQ_HOSTMEM_CODE;
    return path && strncmp(path, "/dev/", 5) && strncmp(path, "/memfd:", 7) ? IQ_HOSTMEM_DATA
                                                                            : IQ_HOSTMEM_MAPPING;
}

/* Keeps the region; what of it is the program's, apart from what lies behind. */
static void add(struct iq_hostmem_region region, bool named)
{
    struct iq_hostmem_region own = region;
    bool programs = !named && region.readable && !region.executable &&
                    region.begin >= program.begin && region.begin < program.end;
    if (programs && region.what != IQ_HOSTMEM_STACK && region_count < REGIONS) {
        own.what = IQ_HOSTMEM_DATA;
        own.end = own.end < program.end ? own.end : program.end;
        region.begin = own.end;
        regions[region_count++] = own;
    }
    if (region.begin < region.end && region_count < REGIONS)
        regions[region_count++] = region;
}

/* One line of the maps file: "begin-end rwxp offset dev inode  path". */
static void parse_line(const char *line)
{
    char *at;
    struct iq_hostmem_region region = { .begin = strtoull(line, &at, 16) };
    if (*at++ != '-')
        return;
    region.end = strtoull(at, &at, 16);
    if (*at++ != ' ')
        return;
    region.readable = at[0] == 'r';
    region.writable = at[1] == 'w';
    region.executable = at[2] == 'x';
    region.shared = at[3] == 's';
    const char *path = strchr(at, '/');
    region.what = what_is(&region, path, strchr(at, '['));
    add(region, path);
}

/* Reads the maps anew.  IQ_LOCK_HOST held. */
static void look(void)
{
    static char text[16384];
    uint64_t began = iq_now_ns();
    iq_count(IQ_COUNTER_MAPS);
    int fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    if (!program.end)
        find_program();
    region_count = 0;
    size_t kept = 0;
    for (ssize_t size; (size = read(fd, text + kept, sizeof text - 1 - kept)) > 0;) {
        size_t length = kept + (size_t)size;
        text[length] = 0;
        char *line = text, *end;
        while ((end = memchr(line, '\n', (size_t)(text + length - line)))) {
            *end = 0;
            parse_line(line);
            line = end + 1;
        }
        kept = (size_t)(text + length - line);
        memmove(text, line, kept);
        if (kept >= sizeof text - 1)
            kept = 0;
    }
    close(fd);
    uint64_t ended = iq_now_ns();
    if (!looks++)
        first_look_ns = began;
    looks_ns += ended - began;
}

/* Index of the first region that ends after [address]. */
static uint32_t region_behind(uint64_t address)
{
    uint32_t low = 0, high = region_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (regions[middle].end <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static const struct iq_hostmem_region *region_of(uint64_t address)
{
    /* most questions are about the same region as the one before; IQ_LOCK_HOST */
    static uint32_t last;
    if (last < region_count &&
        address - regions[last].begin < regions[last].end - regions[last].begin)
        return &regions[last];
    uint32_t at = region_behind(address);
    if (at >= region_count || regions[at].begin > address)
        return NULL;
    return &regions[last = at];
}

bool iq_hostmem_next(uint64_t address, struct iq_hostmem_region *region)
{
    iq_lock(IQ_LOCK_HOST);
    uint32_t at = region_behind(address);
    bool found = at < region_count;
    if (found)
        *region = regions[at];
    iq_unlock(IQ_LOCK_HOST);
    return found;
}

bool iq_hostmem_look(uint64_t address, struct iq_hostmem_region *region)
{
    iq_lock(IQ_LOCK_HOST);
    look();
    const struct iq_hostmem_region *found = region_of(address);
    if (found)
        *region = *found;
    iq_unlock(IQ_LOCK_HOST);
    return found;
}

bool iq_hostmem_find(uint64_t address, struct iq_hostmem_region *region)
{
    char byte;
    struct iq_exports_counts counts = iq_exports_count();
    struct changes now = { .program = __atomic_load_n(&iq_hostmap_changes, __ATOMIC_RELAXED),
                           .libraries = counts.loads + counts.unloads };
    iq_lock(IQ_LOCK_HOST);
    const struct iq_hostmem_region *found = region_of(address);
    /* what the C library maps for itself changes as well, but then it is of the same kind */
    if (!found || !found->readable || now.libraries != looked_after.libraries ||
        now.program != looked_after.program || !iq_peek(&byte, address, 1, false)) {
        look();
        looked_after = now;
        found = region_of(address);
    }
    if (found)
        *region = *found;
    iq_unlock(IQ_LOCK_HOST);
    return found;
}

/* First address of the range that the snapshot does not allow; UINT64_MAX: all is allowed.
 * [stable]: in regions that stay. */
static uint64_t first_bad(uint64_t address, uint64_t last, bool write, bool *stable, bool *mapped)
{
    *stable = true;
    for (uint64_t at = address;;) {
        const struct iq_hostmem_region *region = region_of(at);
        *mapped = region && region->readable;
        if (!*mapped || (write && !region->writable))
            return at;
        *stable &= region->what == IQ_HOSTMEM_DATA || region->what == IQ_HOSTMEM_STACK ||
                   region->what == IQ_HOSTMEM_HEAP;
        if (region->end > last)
            return UINT64_MAX;
        at = region->end;
    }
}

static bool both_ends_readable(uint64_t address, uint64_t last)
{
    char to[2];
    return iq_peek(&to[0], address, 1, false) && iq_peek(&to[1], last, 1, false);
}

static bool may_look(void)
{
    return looks < LOOKS_FREE || looks_ns * LOOK_SHARE < iq_now_ns() - first_look_ns;
}

static bool probe_denied(uint64_t address, uint64_t last)
{
    return !both_ends_readable(address, last);
}

bool (*iq_hostmem_is_guarded)(uint64_t address);

/* Bounds of the stack that the system gave the calling thread, as far as it has grown. */
static bool find_stack(uint64_t sp, uint64_t *begin, uint64_t *end)
{
    struct iq_hostmem_region region;
    pthread_attr_t attributes;
    void *low;
    size_t size;
    /* the C library would read the mappings, too */
    if (getpid() == (pid_t)syscall(SYS_gettid)) {
        bool found = iq_hostmem_look(sp, &region) && region.what == IQ_HOSTMEM_STACK;
        *begin = found ? region.begin : 0;
        *end = found ? region.end : 0;
        return found;
    }
    if (pthread_getattr_np(pthread_self(), &attributes))
        return false;
    bool known = !pthread_attr_getstack(&attributes, &low, &size);
    pthread_attr_destroy(&attributes);
    *begin = (uint64_t)(uintptr_t)low;
    *end = known ? *begin + size : 0;
    return known;
}

enum { FAR_STACK = 8 << 20 };
static __thread struct {
    uint64_t begin, end, asked;
    bool tried;
} own_stack __attribute__((tls_model("initial-exec")));

static void find_own_stack(uint64_t sp)
{
    if (own_stack.end || own_stack.tried)
        return;
    own_stack.tried = true;
    find_stack(sp, &own_stack.begin, &own_stack.end);
}

/* Do the bytes up to [last] lie in the frames of callers that are near?  Behind the first frame of
 * a stack it ends. */
static bool is_of_callers(uint64_t address, uint64_t last)
{
    uint64_t here = (uint64_t)(uintptr_t)__builtin_frame_address(0);
    if (address - here >= OWN_STACK || last - here >= OWN_STACK)
        return false;
    find_own_stack(here);
    bool elsewhere = here - own_stack.begin >= own_stack.end - own_stack.begin;
    return elsewhere || last < own_stack.end;
}

/* Below it there is mostly nothing, which is worth a look each time. */
enum { LOW = 65536 };

enum iq_hostmem_verdict iq_hostmem_check(uint64_t address, uint64_t size, bool write, uint64_t *bad)
{
    uint64_t last = address + (size ? size - 1 : 0), found;
    bool stable, mapped;
    if (last < address || last > INT64_MAX) { /* -1, or what wraps around: no program's */
        *bad = address > INT64_MAX ? address : (uint64_t)INT64_MAX + 1;
        return IQ_HOSTMEM_UNREADABLE;
    }
    if (is_of_callers(address, last))
        return IQ_HOSTMEM_OK;
    iq_lock(IQ_LOCK_HOST);
    found = first_bad(address, last, write, &stable, &mapped);
    bool good = found == UINT64_MAX && (stable || !probe_denied(address, last));
    if (!good && (may_look() || address < LOW)) {
        look();
        found = first_bad(address, last, write, &stable, &mapped);
        good = found == UINT64_MAX;
    } else if (!good)
        good = true;
    iq_unlock(IQ_LOCK_HOST);
    if (good || (iq_hostmem_is_guarded && iq_hostmem_is_guarded(found)))
        return IQ_HOSTMEM_OK;
    *bad = found;
    return mapped ? IQ_HOSTMEM_READ_ONLY : IQ_HOSTMEM_UNREADABLE;
}

bool iq_hostmem_is_dead_stack(uint64_t address, uint64_t size, uint64_t sp)
{
    if (sp - address > FAR_STACK || size > sp - address || !address)
        return false;
    /* a stack grows; what lies outside is not asked for again and again */
    if (own_stack.asked != (address | 4095)) {
        own_stack.asked = address | 4095;
        if ((address < own_stack.begin || !own_stack.end) &&
            !find_stack(sp, &own_stack.begin, &own_stack.end))
            return false;
    }
    return own_stack.begin <= address && sp > own_stack.begin && sp < own_stack.end;
}

bool iq_hostmem_is_in_frames(uint64_t address, uint64_t sp)
{
    if (address < sp || address - sp > FAR_STACK)
        return false;
    find_own_stack(sp);
    return address < own_stack.end && sp >= own_stack.begin;
}

bool iq_hostmem_copy(uint64_t address, void *copy, size_t size)
{
    return iq_probe_read(copy, address, size);
}

size_t iq_hostmem_copy_text(const char *text, char *copy, size_t size)
{
    size_t length = 0;
    while (length < size) {
        uint64_t at = (uint64_t)(uintptr_t)text + length;
        size_t step = 4096 - at % 4096;
        step = step < size - length ? step : size - length;
        if (!text || !iq_hostmem_copy(at, copy + length, step))
            return length;
        const char *end = memchr(copy + length, 0, step);
        if (end)
            return (size_t)(end - copy);
        length += step;
    }
    return length;
}
