/* See patch.h. */
#include "wrap/patch.h"

#include <fcntl.h>

#include "arch/code.h"
#include "base/errors.h"
#include "base/page.h"
#include "wrap/sys.h"

enum { FIRST = 64 << 10 /* below it nothing is mapped */ };
#define MIB ((uintptr_t)1 << 20)
#define ASIDE ((uintptr_t)IQ_ARCH_REACH / 16) /* in a large hole: of its low end */

__thread void *iq_wrap_original __attribute__((tls_model("initial-exec")));
__thread struct iq_patch *iq_patch_current __attribute__((tls_model("initial-exec")));

void *iq_patch_enter(const struct iq_patch *patch)
{
    static void (*const queries[IQ_TARGET_ARGS + 1])(
        void) = { iq_thunk_query0, iq_thunk_query1, iq_thunk_query2, iq_thunk_query3,
                  iq_thunk_query4, iq_thunk_query5, iq_thunk_query6 };
    static void (*const questions[IQ_ASKED_AT][IQ_TARGET_ARGS + 1])(
        void) = { { NULL, iq_thunk_ask1, iq_thunk_ask2, iq_thunk_ask3, iq_thunk_ask4, iq_thunk_ask5,
                    iq_thunk_ask6 },
                  { NULL, NULL, iq_thunk_ask2_second, iq_thunk_ask3_second, iq_thunk_ask4_second,
                    iq_thunk_ask5_second, iq_thunk_ask6_second },
                  { NULL, NULL, NULL, iq_thunk_ask3_third, iq_thunk_ask4_third, iq_thunk_ask5_third,
                    iq_thunk_ask6_third } };
    iq_query_set_thunks((uintptr_t)iq_thunk_queries, (uintptr_t)iq_thunk_queries_end);
    if (patch->entry && iq_query_is(patch->entry))
        return (void *)(uintptr_t)queries[patch->entry->arg_count];
    int asked = patch->entry ? iq_query_asks(patch->entry) : -1;
    return (void *)(uintptr_t)(asked < 0 ? iq_thunk_direct
                                         : questions[asked][patch->entry->arg_count]);
}

static uint8_t *map_at(uintptr_t at, size_t size)
{
    void *got = iq_sys_mmap((void *)at, size, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1);
    if (got && (uintptr_t)got != at) { /* kernels before 4.17 take it for a hint */
        iq_sys_munmap(got, size);
        return NULL;
    }
    return got;
}

/* Bytes of /proc/self/maps, one at a time. */
struct maps {
    long fd, at, have;
    char text[2048];
};

static int next_byte(struct maps *maps)
{
    if (maps->at == maps->have) {
        maps->have = iq_sys_call(SYS_read, maps->fd, (long)maps->text, sizeof maps->text, 0, 0, 0);
        maps->at = 0;
        if (maps->have <= 0)
            return maps->have = 0, -1;
    }
    return (unsigned char)maps->text[maps->at++];
}

/* Reads a hexadecimal number and the byte after it. */
static uintptr_t next_number(struct maps *maps, int *behind)
{
    uintptr_t value = 0;
    for (;;) {
        int c = next_byte(maps);
        int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
        if (digit < 0) {
            *behind = c;
            return value;
        }
        value = value * 16 + (uintptr_t)digit;
    }
}

/* Begin and end of the next mapping; false at the end of the file. */
static bool next_mapping(struct maps *maps, uintptr_t *begin, uintptr_t *end)
{
    int c;
    *begin = next_number(maps, &c);
    *end = c == '-' ? next_number(maps, &c) : 0;
    while (c >= 0 && c != '\n')
        c = next_byte(maps);
    return *end > *begin;
}

/* A crowded process: the hole nearest to the code, wherever it is.  A heap may want to grow from
 * the low end of one. */
static uint8_t *map_in_hole(uintptr_t low, uintptr_t high, size_t size)
{
    struct maps maps = { .fd = iq_sys_call(SYS_openat, AT_FDCWD, (long)"/proc/self/maps",
                                           O_RDONLY | O_CLOEXEC, 0, 0, 0) };
    uintptr_t begin, end, hole = FIRST, best = 0, best_distance = IQ_ARCH_REACH;
    if (maps.fd < 0)
        return NULL;
    for (; next_mapping(&maps, &begin, &end); hole = end) {
        if (begin < hole || begin - hole < size)
            continue;
        uintptr_t room = begin - hole - size;
        uintptr_t at = begin <= low ? begin - size
                                    : hole + (room < 2 * ASIDE ? iq_page_down(room / 2) : ASIDE);
        uintptr_t distance = at < low ? high - at : at + size - low;
        if (distance < best_distance) {
            best = at;
            best_distance = distance;
        }
    }
    iq_sys_call(SYS_close, maps.fd, 0, 0, 0, 0, 0);
    return best ? map_at(best, size) : NULL;
}

/* Below the code first: what is above a program is where its heap grows. */
static uint8_t *map_near(uintptr_t text, uintptr_t text_end, size_t size)
{
    uintptr_t low = iq_page_down(text), high = iq_page_up(text_end);
    uint8_t *got = NULL;
    for (uintptr_t step = 0; !got && step < 64; step++) {
        uintptr_t distance = size + step * MIB / 4;
        if (low > distance + FIRST && high - (low - distance) < IQ_ARCH_REACH)
            got = map_at(low - distance, size);
    }
    for (int tries = 0; !got && tries < 4; tries++) /* another thread may be faster */
        got = map_in_hole(low, high, size);
    return got;
}

/* Memory of a patcher; the caller's records are behind it. */
struct block {
    struct block *next;
    struct iq_elf_place owner; /* .map NULL: none any more */
    uint8_t *begin, *end;      /* thunks and detours */
    size_t record_bytes;
    bool far;
};
static struct block *blocks;

static bool is_far(const struct block *block, const struct iq_elf_object *object)
{
    uintptr_t begin = (uintptr_t)block->begin, end = (uintptr_t)block->end,
              low = begin < object->text ? begin : object->text,
              high = end > object->text_end ? end : object->text_end;
    return high - low >= IQ_ARCH_REACH;
}

/* One that nobody needs any more, with room of exactly these sizes, as far from the code as it was
 * from that of its last owner. */
static struct block *reuse(const struct iq_elf_object *object, size_t size, size_t record_bytes)
{
    struct block *block = blocks;
    while (block &&
           (block->owner.map || block->record_bytes != record_bytes ||
            (size_t)(block->end - block->begin) != size || block->far != is_far(block, object)))
        block = block->next;
    if (!block || iq_sys_mprotect((uintptr_t)block->begin, size, PROT_READ | PROT_WRITE))
        return NULL;
    for (size_t i = 0; i < record_bytes; i++)
        ((volatile char *)(block + 1))[i] = 0; /* no memset */
    return block;
}

static struct block *make(const struct iq_elf_object *object, size_t size, size_t record_bytes)
{
    struct block *block = iq_sys_pages(sizeof *block + record_bytes);
    if (!block)
        return NULL;
    block->begin = map_near(object->text, object->text_end, size);
    if (!block->begin) {
        block->far = true;
        block->begin = iq_sys_pages(size);
    }
    if (!block->begin) {
        iq_sys_munmap(block, sizeof *block + record_bytes);
        return NULL;
    }
    block->end = block->begin + size;
    block->record_bytes = record_bytes;
    block->next = blocks;
    blocks = block;
    return block;
}

int iq_patcher_init(struct iq_patcher *patcher, const struct iq_elf_object *object, size_t count,
                    size_t record_bytes, bool live)
{
    size_t size = iq_page_up(count * (IQ_ARCH_THUNK + IQ_ARCH_DETOUR));
    struct block *block = reuse(object, size, record_bytes);
    if (!block)
        block = make(object, size, record_bytes);
    if (!block)
        return IQ_ENOMEM;
    block->owner = iq_elf_place_of(object->map);
    *patcher = (struct iq_patcher){ .records = block + 1,
                                    .begin = block->begin,
                                    .next = block->begin,
                                    .end = block->end,
                                    .far = block->far,
                                    .live = live,
                                    .memory_fd = -1 };
    return 0;
}

void iq_patcher_sweep(void)
{
    for (struct block *block = blocks; block; block = block->next)
        if (block->owner.map && !iq_elf_is_loaded(&block->owner))
            block->owner.map = NULL;
}

int iq_patcher_detour(struct iq_patcher *patcher, uint8_t *at, size_t size, struct iq_patch *patch)
{
    if (patcher->end - patcher->next < IQ_ARCH_DETOUR)
        return IQ_ETOOBIG;
    size_t taken, seen = size < 160 ? size : 160;
    size_t bytes = iq_arch_entry_bytes(at, patcher->far);
    if (iq_insn_branches_into(at, seen, bytes))
        return IQ_EUNSUPPORTED;
    int written = iq_insn_move(at, size, bytes, patcher->next, IQ_ARCH_DETOUR,
                               (uintptr_t)patcher->next, &taken);
    if (written < 0)
        return written;
    patch->original = patcher->next;
    patcher->next += IQ_ARCH_DETOUR;
    return 0;
}

static void close_window(struct iq_patcher *patcher)
{
    if (patcher->window)
        iq_sys_mprotect(patcher->window, patcher->window_end - patcher->window,
                        PROT_READ | PROT_EXEC);
    patcher->window = patcher->window_end = 0;
}

/* Makes the page or two that hold the jump writable. */
static int open_window(struct iq_patcher *patcher, uintptr_t at, size_t size)
{
    uintptr_t begin = iq_page_down(at), end = iq_page_up(at + size);
    if (patcher->window && begin >= patcher->window && end <= patcher->window_end)
        return 0;
    close_window(patcher);
    if (iq_sys_mprotect(begin, end - begin,
                        PROT_READ | PROT_WRITE | (patcher->live ? PROT_EXEC : 0)))
        return IQ_EACCESS;
    patcher->window = begin;
    patcher->window_end = end;
    return 0;
}

/* Where mprotect is refused (a security policy), the kernel may still let a process write its own
 * memory file. */
static int write_by_file(struct iq_patcher *patcher, uintptr_t at, const uint8_t *bytes,
                         size_t size)
{
    if (patcher->memory_fd < 0)
        patcher->memory_fd = (int)iq_sys_call(SYS_openat, AT_FDCWD, (long)"/proc/self/mem",
                                              O_RDWR | O_CLOEXEC, 0, 0, 0);
    if (patcher->memory_fd < 0 || iq_sys_call(SYS_pwrite64, patcher->memory_fd, (long)bytes,
                                              (long)size, (long)at, 0, 0) != (long)size) {
        patcher->refused = true;
        return IQ_EACCESS;
    }
    return 0;
}

/* What is to stand at the entry [at]. */
static void write_entry(struct iq_patcher *patcher, uint8_t *bytes, const uint8_t *at,
                        const struct iq_patch *patch)
{
    if (patcher->far) {
        iq_arch_write_far_entry(bytes, at, patch);
        return;
    }
    iq_arch_write_entry(bytes, at, patcher->next);
    iq_arch_write_thunk(patcher->next, patch);
    patcher->next += IQ_ARCH_THUNK;
}

int iq_patcher_install(struct iq_patcher *patcher, uint8_t *at, size_t size, struct iq_patch *patch)
{
    uint8_t entry[IQ_ARCH_ENTRY_MOST];
    size_t bytes = size < IQ_ARCH_ENTRY ? 0 : iq_arch_entry_bytes(at, patcher->far);
    if (!bytes || size < bytes)
        return IQ_ETOOBIG;
    if (patcher->end - patcher->next < IQ_ARCH_THUNK)
        return IQ_ENOMEM;
    if (patcher->refused)
        return IQ_EACCESS;
    write_entry(patcher, entry, at, patch);
    if (open_window(patcher, (uintptr_t)at, bytes))
        return write_by_file(patcher, (uintptr_t)at, entry, bytes);
    iq_sys_copy(at, entry, bytes);
    iq_arch_publish(at, bytes);
    return 0;
}

int iq_patcher_finish(struct iq_patcher *patcher)
{
    close_window(patcher);
    if (patcher->memory_fd >= 0)
        iq_sys_call(SYS_close, patcher->memory_fd, 0, 0, 0, 0, 0);
    size_t size = (size_t)(patcher->end - patcher->begin);
    iq_arch_publish(patcher->begin, size);
    return iq_sys_mprotect((uintptr_t)patcher->begin, size, PROT_READ | PROT_EXEC) ? IQ_EACCESS : 0;
}

void *iq_patch_counting_thunk(struct iq_patch *patch)
{
    /* one page each: there are few, and a page once executable stays so */
    uint8_t *page = iq_sys_pages(iq_page_bytes);
    if (!page)
        return NULL;
    patch->enter = (void *)(uintptr_t)iq_thunk_count;
    iq_arch_write_thunk(page, patch);
    iq_arch_publish(page, IQ_ARCH_THUNK);
    return iq_sys_mprotect((uintptr_t)page, iq_page_bytes, PROT_READ | PROT_EXEC) ? NULL : page;
}

void *iq_patch_thunks(struct iq_patch *patches, size_t count)
{
    size_t size = iq_page_up(count * IQ_ARCH_THUNK);
    uint8_t *thunks = iq_sys_pages(size);
    if (!thunks)
        return NULL;
    for (size_t i = 0; i < count; i++)
        iq_arch_write_thunk(thunks + i * IQ_ARCH_THUNK, &patches[i]);
    iq_arch_publish(thunks, size);
    return iq_sys_mprotect((uintptr_t)thunks, size, PROT_READ | PROT_EXEC) ? NULL : thunks;
}
