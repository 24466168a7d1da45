#include "process/reachable.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/page.h"
#include "process/caller.h"
#include "process/hostheap.h"
#include "process/hostmem.h"
#include "process/modules.h"
#include "process/stack.h"
#include "process/unwind.h"

/* A chunk is at most one word of bits of pages. */
enum { CHUNK = 64 * IQ_PAGE_LEAST, LARGE = 64 << 20, MOST_BYTES = 256 << 20 };

static int compare(const void *a, const void *b)
{
    uint64_t x = ((const struct iq_leak_candidate *)a)->lo,
             y = ((const struct iq_leak_candidate *)b)->lo;
    return x < y ? -1 : x > y;
}

static int compare_address(const void *address, const void *memory)
{
    uint64_t at = *(const uint64_t *)address;
    const struct iq_leak_candidate *range = memory;
    return at < range->lo ? -1 : at >= range->hi;
}

/* Is it ours, the driver's or the runtime's? */
static bool is_of_driver(const char *module)
{
    static const char own;
    return module == iq_modules_path((uint64_t)(uintptr_t)&own) || strstr(module, "/libcuda.so") ||
           strstr(module, "/libcudart") || strstr(module, "/libnvidia");
}

/* Memory that lies between the ends of one library of these: no word in it counts. */
static bool is_within_driver(uint64_t from, size_t size)
{
    const char *module = iq_modules_path(from);
    return module && module == iq_modules_path(from + size - 1) && is_of_driver(module);
}

/* Not ours, nor the C library's or its loader's, which end the process. */
static bool is_programs_code(uintptr_t pc)
{
    return pc && !iq_stack_is_hidden(pc) && !iq_modules_is_libc(pc) && !iq_modules_is_loader(pc);
}

/* The program's own frames: below, where others run now, lie words of frames that have ended. */
static struct iq_unwind_frame programs_frame(void)
{
    struct iq_unwind_frame frame = { .count = 0 };
    if (!iq_unwind_find(is_programs_code, &frame))
        frame.sp = (uintptr_t)__builtin_frame_address(0);
    return frame;
}

/* Is the word at [place] the program's, so that it could still use what stands there?  Its frames
 * begin at [sp]. */
static bool is_of_program(uint64_t place, uintptr_t sp)
{
    struct iq_hostheap_block block;
    enum iq_hostheap_state state = iq_hostheap_find(place, &block);
    if (state != IQ_HOSTHEAP_UNKNOWN)
        return state == IQ_HOSTHEAP_LIVE && !iq_stack_is_hidden(iq_caller_pc(block.allocated));
    const char *module = iq_modules_path(place);
    if (module)
        return !is_of_driver(module);
    return iq_hostmem_is_in_frames(place, sp);
}

/* What is looked for, in order, and where the program's frames begin. */
struct search {
    struct iq_leak_candidate *memory;
    uint32_t count;
    uintptr_t sp;
};

static struct iq_leak_candidate *range_with(const struct search *search, uint64_t word)
{
    uint64_t lo = search->memory[0].lo, span = search->memory[search->count - 1].hi - lo;
    return word - lo < span ? bsearch(&word, search->memory, search->count, sizeof *search->memory,
                                      compare_address)
                            : NULL;
}

static void look_through(const uint64_t *words, size_t count, uint64_t at,
                         const struct search *search)
{
    for (size_t i = 0; i < count; i++) {
        struct iq_leak_candidate *range = range_with(search, words[i]);
        if (range && !range->known)
            range->known = is_of_program(at + i * sizeof *words, search->sp);
    }
}

/* Registers are the program's anyway. */
static void look_at_registers(const struct iq_unwind_frame *frame, const struct search *search)
{
    for (uint32_t i = 0; i < frame->count; i++) {
        struct iq_leak_candidate *range = range_with(search, frame->kept[i]);
        if (range)
            range->known = true;
    }
}

/* Devices and what processes share are left alone; so are hidden modules, and what is too large to
 * hold anything but numbers. */
static bool is_wanted(const struct iq_hostmem_region *region)
{
    if (region->what == IQ_HOSTMEM_MAPPING && region->end - region->begin > LARGE)
        return false;
    return region->readable && region->writable && !region->executable && !region->shared &&
           !iq_stack_is_hidden(region->begin);
}

/* Which pages hold anything: what was never used is all zeros, or as the file says, and need not be
 * made to exist.  [file]: /proc/self/pagemap, -1: nobody says. */
static uint64_t used_pages(int file, uint64_t from, size_t size)
{
    const uint64_t there = (uint64_t)3 << 62; /* in memory, or swapped out */
    uint64_t entries[CHUNK / IQ_PAGE_LEAST], used = 0;
    size_t pages = iq_page_up(size) / iq_page_bytes;
    ssize_t got = file < 0 ? -1
                           : pread(file, entries, pages * sizeof *entries,
                                   (off_t)(from / iq_page_bytes * sizeof *entries));
    if (got != (ssize_t)(pages * sizeof *entries))
        return UINT64_MAX;
    for (size_t i = 0; i < pages; i++)
        used |= (uint64_t)((entries[i] & there) != 0) << i;
    return used;
}

static uint64_t bytes_to_read(void)
{
    struct iq_hostmem_region region;
    uint64_t bytes = 0;
    for (uint64_t at = 0; iq_hostmem_next(at, &region); at = region.end)
        bytes += is_wanted(&region) ? region.end - region.begin : 0;
    return bytes;
}

/* Looks through the pages of a chunk that are [used], as many at once as follow each other. */
static void look_at_chunk(uint64_t *words, uint64_t from, size_t size, uint64_t used,
                          const struct search *search)
{
    const uint64_t bytes = iq_page_bytes;
    for (size_t page = 0, next; page * bytes < size; page = next) {
        next = page + 1;
        if (!(used >> page & 1))
            continue;
        while (next * bytes < size && used >> next & 1)
            next++;
        size_t first = page * bytes, end = next * bytes < size ? next * bytes : size;
        if (iq_hostmem_copy(from + first, words, end - first))
            look_through(words, (end - first) / sizeof *words, from + first, search);
    }
}

bool iq_reachable_scan(struct iq_leak_candidate *memory, uint32_t count)
{
    static uint64_t words[CHUNK / sizeof(uint64_t)];
    struct iq_hostmem_region region;
    if (!count || !iq_hostheap_is_active() ||
        !iq_hostmem_look((uint64_t)(uintptr_t)words, &region) || bytes_to_read() > MOST_BYTES)
        return false;
    qsort(memory, count, sizeof *memory, compare);
    struct iq_unwind_frame frame = programs_frame();
    const struct search search = { memory, count, frame.sp };
    look_at_registers(&frame, &search);
    int pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
    for (uint64_t at = 0; iq_hostmem_next(at, &region); at = region.end)
        for (uint64_t from = region.begin; is_wanted(&region) && from < region.end; from += CHUNK) {
            size_t size = region.end - from < CHUNK ? (size_t)(region.end - from) : CHUNK;
            if (!is_within_driver(from, size))
                look_at_chunk(words, from, size, used_pages(pagemap, from, size), &search);
        }
    if (pagemap >= 0)
        close(pagemap);
    return true;
}
