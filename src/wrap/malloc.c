/* malloc and its kin, in front of whichever allocator the program has: blocks are recorded, nothing
 * else changes.
 * Threads: any.  No lock, no allocation, errno is the allocator's.  Recording begins when a GPU
 * library is there (iq_malloc_start); until then a call costs a jump.  May be called before the
 * guest's constructor and inside of the dynamic linker: the allocator's functions are found in the
 * objects' own tables. */
#include "wrap/malloc.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "api_opencl/fence.h"
#include "arch/code.h"
#include "base/blocks.h"
#include "base/hot.h"
#include "base/page.h"
#include "call/call.h"
#include "call/guest.h"
#include "call/query.h"
#include "order/guard.h"
#include "process/hostheap.h"
#include "process/hostmap.h"
#include "rules/faults/crash.h"
#include "wrap/elf.h"
#include "wrap/guest.h"
#include "wrap/sys.h"

#define IQ_EXPORT __attribute__((visibility("default")))
#define CALLER ((uintptr_t)__builtin_return_address(0))
#define FRAME ((uintptr_t)__builtin_dwarf_cfa())
#define HERE here(CALLER, FRAME)

enum next {
    MALLOC,
    CALLOC,
    REALLOC,
    FREE,
    MEMALIGN,
    POSIX_MEMALIGN,
    ALIGNED_ALLOC,
    VALLOC,
    PVALLOC,
    USABLE,
    REALLOCARRAY,
    NEXT_COUNT,
    PASSING = FREE + 1 /* of those before, blocks may pass */
};

static const char *const names[NEXT_COUNT] = {
    "malloc",         "calloc",        "realloc", "free",    "memalign",
    "posix_memalign", "aligned_alloc", "valloc",  "pvalloc", "malloc_usable_size",
    "reallocarray"
};
static uintptr_t next_of[NEXT_COUNT] IQ_HOT_OWN;

static struct {
    bool decided, wanted, unseen, started;
    const char *other;
} state;

static uintptr_t look_up(enum next which)
{
    uintptr_t found = iq_elf_next(names[which]);
    __atomic_store_n(&next_of[which], found, __ATOMIC_RELAXED);
    return found;
}

/* Those by which blocks pass are looked up together: a program may never call one of them. */
static __attribute__((noinline, cold)) uintptr_t resolve(enum next which)
{
    bool all = true;
    if (which >= PASSING)
        return look_up(which);
    for (int i = 0; i < PASSING; i++)
        all &= look_up((enum next)i) != 0;
    if (all)
        iq_blocks_set(IQ_BLOCKS_PASS, true);
    return __atomic_load_n(&next_of[which], __ATOMIC_RELAXED);
}

static inline uintptr_t next(enum next which)
{
    uintptr_t known = __atomic_load_n(&next_of[which], __ATOMIC_RELAXED);
    return __builtin_expect(known != 0, 1) ? known : resolve(which);
}

#define NEXT(which, type) ((type)next(which))
/* While blocks pass. */
#define KNOWN(which, type) ((type)__atomic_load_n(&next_of[which], __ATOMIC_RELAXED))

/* The call of an API that the caller whose frame ends at [sp] is inside of; NULL: none. */
static inline struct iq_call *call_around(uintptr_t sp)
{
    struct iq_call *top = iq_call_here.top;
    return __builtin_expect(top != NULL, 0) && top == iq_call_live(top, sp) ? top : NULL;
}

/* Such blocks are mostly freed by a thread of the driver's soon: two threads would pass the records
 * to and fro. */
static inline bool is_the_drivers(uintptr_t sp)
{
    struct iq_call *call = call_around(sp);
    return call && call->own_blocks;
}

/* What a driver allocates for itself gets no stack: compilers among them would take what there is
 * for the program's blocks. */
static inline struct iq_site here(uintptr_t pc, uintptr_t sp)
{
    bool drivers = call_around(sp) || iq_query_covers(sp) || iq_guard_on_device_thread();
    return (struct iq_site){ pc, drivers ? 0 : sp };
}

/* Is a block that the allocator hands out now to be recorded? */
static inline bool is_noted(uintptr_t sp) { return iq_hostheap_is_active() && !is_the_drivers(sp); }

static inline void *note(void *block, size_t size, struct iq_site by)
{
    if (__builtin_expect(block != NULL, 1))
        iq_hostheap_add((uintptr_t)block, size, by);
    return block;
}

/* Where libstdc++'s operator new returns to from malloc, how far above malloc's frame its own
 * return address lies then, and how far its caller's stack pointer. */
static struct {
    uintptr_t from;
    size_t back, size;
} new_frame; /* .from atomic, published last */

/* A return address in operator new says nothing: its caller's does. */
static inline struct iq_site site_of(struct iq_site site, uintptr_t frame)
{
    if (__builtin_expect(site.pc != __atomic_load_n(&new_frame.from, __ATOMIC_ACQUIRE), 1))
        return site;
    uintptr_t back = *(const uintptr_t *)(frame + new_frame.back);
    return (struct iq_site){ iq_arch_plain_return(back), site.sp ? frame + new_frame.size : 0 };
}

static void learn_new(const struct iq_elf_object *object)
{
    const uint8_t *code = (const uint8_t *)iq_elf_find(object, "_Znwm");
    struct iq_arch_first_call call;
    if (!code || !iq_arch_first_call(code, &call))
        return;
    new_frame.back = call.back;
    new_frame.size = call.size;
    __atomic_store_n(&new_frame.from, call.behind, __ATOMIC_RELEASE);
}

/* A driver that gets no memory for a buffer may die of it. */
static IQ_COLD void note_refusal(size_t size, uintptr_t sp)
{
    struct iq_call *call = call_around(sp);
    if (call)
        call->refused = size;
}

/* A block with a copy in flight: its pages go back to everybody. */
static inline void unguard(const char *name, void *block, uintptr_t pc)
{
    if (iq_blocks_are(IQ_BLOCKS_GUARDED | IQ_BLOCKS_WATCHED) && block)
        iq_guard_freed(name, block, NEXT(USABLE, size_t(*)(void *))(block), pc);
}

/* What PoCL keeps for kernels, between fences. */
static __attribute__((noinline)) void free_fenced(void *block) { iq_cl_fence_free(block); }

static __attribute__((noinline)) void *resize_fenced(void *block, size_t size)
{
    size_t have = iq_cl_fence_size(block);
    void *moved = size ? NEXT(MALLOC, void *(*)(size_t))(size) : NULL;
    if (moved)
        memcpy(moved, block, have < size ? have : size);
    if (moved || !size)
        iq_cl_fence_free(block);
    return moved;
}

/* --- hooks
 * ------------------------------------------------------------------------------------------
 */

/* What is recorded has frames of its own: where nothing is, as in interpreters, which allocate all
 * the time, a call shall cost little more than a jump. */
static IQ_FAST __attribute__((noinline)) void *noted_malloc(size_t size, uintptr_t pc, uintptr_t sp)
{
    void *block = NEXT(MALLOC, void *(*)(size_t))(size);
    return is_noted(sp) ? note(block, size, site_of(here(pc, sp), sp)) : block;
}

static IQ_FAST __attribute__((noinline)) void *noted_calloc(size_t count, size_t size, uintptr_t pc,
                                                            uintptr_t sp)
{
    void *block = NEXT(CALLOC, void *(*)(size_t, size_t))(count, size);
    return is_noted(sp) ? note(block, count * size, here(pc, sp)) : block;
}

static __attribute__((noinline)) int noted_memalign(int (*allocate)(void **, size_t, size_t),
                                                    void **block, size_t alignment, size_t size,
                                                    struct iq_site by)
{
    int result = allocate(block, alignment, size);
    if (!result)
        note(*block, size, by);
    return result;
}

IQ_EXPORT IQ_FAST void *malloc(size_t size)
{
    return iq_blocks_pass_new() ? KNOWN(MALLOC, void *(*)(size_t))(size)
                                : noted_malloc(size, CALLER, FRAME);
}

IQ_EXPORT IQ_FAST void *calloc(size_t count, size_t size)
{
    return iq_blocks_pass_new() ? KNOWN(CALLOC, void *(*)(size_t, size_t))(count, size)
                                : noted_calloc(count, size, CALLER, FRAME);
}

/* Recorded as freed first: once the allocator has it, it may be another thread's. */
static IQ_FAST __attribute__((noinline)) void noted_free(void *block, uintptr_t pc, uintptr_t sp)
{
    if (iq_cl_fence_holds(block)) {
        free_fenced(block);
        return;
    }
    if (iq_hostheap_is_active() && block && !iq_hostheap_free((uintptr_t)block, here(pc, sp)))
        iq_core_foreign_free("free", (uintptr_t)block, pc);
    unguard("free", block, pc);
    NEXT(FREE, void (*)(void *))(block);
}

IQ_EXPORT IQ_FAST void free(void *block)
{
    if (iq_blocks_pass())
        KNOWN(FREE, void (*)(void *))(block);
    else
        noted_free(block, CALLER, FRAME);
}

static inline void *resize(void *block, size_t size, struct iq_site by, uintptr_t sp)
{
    if (iq_cl_fence_holds(block))
        return resize_fenced(block, size);
    unguard("realloc", block, by.pc);
    bool known = iq_hostheap_is_active() && block && iq_hostheap_free((uintptr_t)block, by);
    if (iq_hostheap_is_active() && block && !known)
        iq_core_foreign_free("realloc", (uintptr_t)block, by.pc);
    void *moved = NEXT(REALLOC, void *(*)(void *, size_t))(block, size);
    if (known && !moved && size)
        iq_hostheap_restore((uintptr_t)block);
    if (!is_noted(sp))
        return moved;
    if (known && moved == block)
        iq_hostheap_resize((uintptr_t)block, size, by);
    else
        note(moved, size, by);
    return moved;
}

static __attribute__((noinline)) void *noted_realloc(void *block, size_t size, uintptr_t pc,
                                                     uintptr_t sp)
{
    return resize(block, size, here(pc, sp), sp);
}

IQ_EXPORT IQ_FAST void *realloc(void *block, size_t size)
{
    return iq_blocks_pass() ? KNOWN(REALLOC, void *(*)(void *, size_t))(block, size)
                            : noted_realloc(block, size, CALLER, FRAME);
}

IQ_EXPORT void *reallocarray(void *block, size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return resize(block, bytes, HERE, FRAME);
}

IQ_EXPORT void *memalign(size_t alignment, size_t size)
{
    void *block = NEXT(MEMALIGN, void *(*)(size_t, size_t))(alignment, size);
    return is_noted(FRAME) ? note(block, size, HERE) : block;
}

IQ_EXPORT void *aligned_alloc(size_t alignment, size_t size)
{
    void *block = NEXT(ALIGNED_ALLOC, void *(*)(size_t, size_t))(alignment, size);
    return is_noted(FRAME) ? note(block, size, HERE) : block;
}

IQ_EXPORT IQ_FAST int posix_memalign(void **block, size_t alignment, size_t size)
{
    int (*allocate)(void **, size_t, size_t) =
        NEXT(POSIX_MEMALIGN, int (*)(void **, size_t, size_t));
    void *fenced = __builtin_expect(iq_cl_fence_wanted && alignment == IQ_CL_FENCE_ALIGNMENT, 0)
                       ? iq_cl_fence_allocate(size, CALLER)
                       : NULL;
    if (fenced) {
        *block = fenced;
        return 0;
    }
    int result = is_noted(FRAME) ? noted_memalign(allocate, block, alignment, size, HERE)
                                 : allocate(block, alignment, size);
    if (__builtin_expect(result == ENOMEM, 0))
        note_refusal(size, FRAME);
    return result;
}

IQ_EXPORT void *valloc(size_t size)
{
    void *block = NEXT(VALLOC, void *(*)(size_t))(size);
    return is_noted(FRAME) ? note(block, size, HERE) : block;
}

IQ_EXPORT void *pvalloc(size_t size)
{
    void *block = NEXT(PVALLOC, void *(*)(size_t))(size);
    return is_noted(FRAME) ? note(block, iq_page_up(size), HERE) : block;
}

/* Who asks may use all of it. */
IQ_EXPORT size_t malloc_usable_size(void *block)
{
    if (iq_cl_fence_holds(block))
        return iq_cl_fence_size(block);
    size_t size = NEXT(USABLE, size_t(*)(void *))(block);
    if (iq_hostheap_is_active() && block)
        iq_hostheap_grow((uintptr_t)block, size);
    return size;
}

/* --- who else allocates
 * ------------------------------------------------------------------------------------------- */

static bool is_allocator(const char *name)
{
    return iq_sys_equal(name, "malloc") || iq_sys_equal(name, "free") ||
           iq_sys_equal(name, "calloc") || iq_sys_equal(name, "realloc");
}

/* Does a slot among [count] relocations lead to the allocator past the hooks (RTLD_DEEPBIND,
 * -Bsymbolic)? */
static bool leaks_by(const struct iq_elf_object *object, const Elf64_Rela *relocations,
                     size_t bytes)
{
    for (size_t i = 0; relocations && i < bytes / sizeof *relocations; i++) {
        uint32_t type = ELF64_R_TYPE(relocations[i].r_info),
                 symbol = ELF64_R_SYM(relocations[i].r_info);
        if ((type != IQ_ARCH_JUMP_SLOT && type != IQ_ARCH_GLOB_DAT) ||
            !is_allocator(object->strings + object->symbols[symbol].st_name))
            continue;
        uintptr_t value = *(const volatile uintptr_t *)(object->bias + relocations[i].r_offset);
        for (int k = 0; k <= FREE; k++)
            if (value == __atomic_load_n(&next_of[k], __ATOMIC_RELAXED) && value)
                return true;
    }
    return false;
}

static bool object_leaks(const struct iq_elf_object *object)
{
    const Elf64_Rela *jump = NULL, *other = NULL;
    size_t jump_bytes = 0, other_bytes = 0;
    for (const Elf64_Dyn *entry = object->map->l_ld; entry->d_tag != DT_NULL; entry++)
        switch (entry->d_tag) {
        case DT_JMPREL: jump = (const Elf64_Rela *)entry->d_un.d_ptr; break;
        case DT_PLTRELSZ: jump_bytes = entry->d_un.d_val; break;
        case DT_RELA: other = (const Elf64_Rela *)entry->d_un.d_ptr; break;
        case DT_RELASZ: other_bytes = entry->d_un.d_val; break;
        default: break;
        }
    return leaks_by(object, jump, jump_bytes) || leaks_by(object, other, other_bytes);
}

/* Only asked when something is about to be said; the answer "no" is kept as long as no object is
 * added. */
static bool look_for_leaks(void)
{
    static const struct link_map *last_seen;
    const struct link_map *last = NULL;
    for (const struct link_map *map = iq_elf_first(); map; map = map->l_next)
        last = map;
    if (last == __atomic_load_n(&last_seen, __ATOMIC_ACQUIRE))
        return iq_hostheap_leaky;
    for (const struct link_map *map = iq_elf_first(); map && !iq_hostheap_leaky;
         map = map->l_next) {
        struct iq_elf_object object;
        if (map != iq_elf_self() && !iq_elf_open(map, &object) && object_leaks(&object))
            iq_hostheap_leaky = true;
    }
    __atomic_store_n(&last_seen, last, __ATOMIC_RELEASE);
    return iq_hostheap_leaky;
}

/* Object before the guest that has a malloc of its own: the program never comes here. */
static const char *foreign_allocator(void)
{
    struct iq_elf_object object;
    for (const struct link_map *map = iq_elf_first(); map && map != iq_elf_self();
         map = map->l_next)
        if (!iq_elf_open(map, &object) && iq_elf_find(&object, "malloc"))
            return object.path[0] ? object.path : "the program";
    return NULL;
}

/* --- start
 * ------------------------------------------------------------------------------------------
 */

/* The shadow needs address space that is not paid for: not where that is limited. */
static bool has_room(void)
{
    struct rlimit64 limit = { RLIM64_INFINITY, 0 };
    char mode = '0';
    iq_sys_call(SYS_prlimit64, 0, RLIMIT_AS, 0, (long)&limit, 0, 0);
    long fd = iq_sys_call(SYS_openat, -100, (long)"/proc/sys/vm/overcommit_memory", 0, 0, 0, 0);
    if (fd >= 0) {
        iq_sys_call(SYS_read, fd, (long)&mode, 1, 0, 0, 0);
        iq_sys_call(SYS_close, fd, 0, 0, 0, 0, 0);
    }
    return limit.rlim_cur == RLIM64_INFINITY && mode != '2';
}

/* An interpreter allocates all the time, and its host buffers are its own business: measured,
 * recording made a PyTorch training loop 1.15 times as long, so `auto` leaves it out there. */
static bool is_interpreter(void)
{
    char path[512];
    long length = iq_sys_call(SYS_readlinkat, AT_FDCWD, (long)"/proc/self/exe", (long)path,
                              sizeof path - 1, 0, 0);
    path[length > 0 ? length : 0] = '\0';
    return iq_sys_starts(iq_sys_base_name(path), "python");
}

static bool is_refused(const char *option)
{
    return option &&
           (iq_sys_equal(option, "no") || iq_sys_equal(option, "0") || iq_sys_equal(option, "off"));
}

static bool is_wanted(void)
{
    const char *option = iq_guest_option("INQUEST_HOST_MEMORY");
    if (!option || iq_sys_equal(option, "auto"))
        return !is_interpreter();
    return !is_refused(option);
}

static void look_for_new(void)
{
    struct iq_elf_object object;
    for (const struct link_map *map = iq_elf_first(); map && !new_frame.from; map = map->l_next)
        if (iq_sys_starts(iq_sys_base_name(map->l_name), "libstdc++.so") &&
            !iq_elf_open(map, &object))
            learn_new(&object);
}

void iq_malloc_start(void)
{
    struct iq_elf_object libc;
    look_for_new();
    if (__atomic_exchange_n(&state.started, true, __ATOMIC_ACQ_REL))
        return;
    iq_hostmap_active = !is_refused(iq_guest_option("INQUEST_HOST_MEMORY"));
    if (!is_wanted())
        return;
    state.other = foreign_allocator();
    if (state.other || !has_room()) {
        state.unseen = true;
        return;
    }
    for (int i = 0; i < NEXT_COUNT; i++)
        next((enum next)i);
    for (const struct link_map *map = iq_elf_first(); map; map = map->l_next)
        if (!iq_elf_open(map, &libc) && libc.soname && iq_sys_equal(libc.soname, "libc.so.6") &&
            next_of[MALLOC] >= libc.text && next_of[MALLOC] < libc.text_end)
            iq_hostheap_is_glibc = true;
    iq_hostheap_look_for_leaks = look_for_leaks;
    iq_blocks_set(IQ_BLOCKS_RECORDED, true);
}

void iq_malloc_tell(void)
{
    if (state.unseen && state.other)
        iq_core_message(
            IQ_MESSAGE_INFO,
            "the program has its own malloc, whose blocks inquest cannot see: host buffers on the heap are checked "
            "against their mappings only");
    else if (state.unseen)
        iq_core_message(
            IQ_MESSAGE_INFO,
            "the address space is limited, so heap blocks are not recorded: host buffers on the heap are checked "
            "against their mappings only");
}

void iq_malloc_taken_elsewhere(void) { iq_hostheap_leaky = true; }

uintptr_t iq_malloc_hook(void) { return (uintptr_t)malloc; }
