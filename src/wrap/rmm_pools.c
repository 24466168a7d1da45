/* Pools of RMM, of librmm.so since version 26.6: the functions in which a pool and an arena hand
 * blocks out and take them back are members of classes of its own, which it exports.  Programs with
 * an older RMM have them compiled in; these say so by inquest.h. */
#include "model/entry.h"
#include "model/pools.h"
#include "wrap/elf.h"
#include "wrap/patch.h"
#include "wrap/pools.h"
#include "wrap/python_pools.h"
#include "wrap/sys.h"

/* rmm::mr::detail::block begins with its address. */
struct block {
    uint64_t address;
};

typedef void *(*pool_allocate_fn)(void *result, void *pool, const struct block *from, size_t bytes);
typedef void *(*pool_free_fn)(void *result, void *pool, uint64_t address, size_t bytes);
typedef uint64_t (*arena_allocate_fn)(void *arena, void *stream, size_t bytes, size_t alignment);
typedef void (*arena_free_fn)(void *arena, void *stream, uint64_t address, size_t bytes,
                              size_t alignment);

static const struct iq_entry names[] = {
    { .symbol = "rmm::allocate", .name = "rmm::allocate", .api = IQ_API_CUDA },
    { .symbol = "rmm::deallocate", .name = "rmm::deallocate", .api = IQ_API_CUDA },
};

static void hand_out(uint64_t address, size_t bytes, struct iq_site site)
{
    if (address && bytes)
        (void)iq_pools_hand_out(address, bytes, true, iq_pools_ref(&names[0], site));
}

static void take_back(uint64_t address, struct iq_site site)
{
    iq_pools_end_region(address, iq_pools_ref(&names[1], site));
}

/* pool_memory_resource_impl::allocate_from_block: the block begins where [from] does, and has
 * [bytes], which the pool has rounded to a multiple of 256. */
static void *pool_allocate(void *result, void *pool, const struct block *from, size_t bytes)
{
    pool_allocate_fn original = (pool_allocate_fn)(uintptr_t)iq_patch_current->original;
    hand_out(from->address, bytes, IQ_SITE);
    return original(result, pool, from, bytes);
}

/* pool_memory_resource_impl::free_block */
static void *pool_free(void *result, void *pool, uint64_t address, size_t bytes)
{
    pool_free_fn original = (pool_free_fn)(uintptr_t)iq_patch_current->original;
    take_back(address, IQ_SITE);
    return original(result, pool, address, bytes);
}

/* arena_memory_resource_impl::allocate */
static uint64_t arena_allocate(void *arena, void *stream, size_t bytes, size_t alignment)
{
    arena_allocate_fn original = (arena_allocate_fn)(uintptr_t)iq_patch_current->original;
    uint64_t address = original(arena, stream, bytes, alignment);
    hand_out(address, bytes, IQ_SITE);
    return address;
}

/* arena_memory_resource_impl::deallocate */
static void arena_free(void *arena, void *stream, uint64_t address, size_t bytes, size_t alignment)
{
    arena_free_fn original = (arena_free_fn)(uintptr_t)iq_patch_current->original;
    take_back(address, IQ_SITE);
    original(arena, stream, address, bytes, alignment);
}

/* Symbols begin with "_ZN3rmm", and where RMM has a namespace for its version, with that. */
static const struct member {
    const char *rest; /* of the symbol, from the class on */
    uintptr_t wrapper;
} members[] = {
    { "2mr6detail25pool_memory_resource_impl19allocate_from_blockE", (uintptr_t)pool_allocate },
    { "2mr6detail25pool_memory_resource_impl10free_blockE", (uintptr_t)pool_free },
    { "2mr6detail26arena_memory_resource_impl8allocateE", (uintptr_t)arena_allocate },
    { "2mr6detail26arena_memory_resource_impl10deallocateE", (uintptr_t)arena_free },
};

enum { MEMBERS = sizeof members / sizeof members[0] };

/* The part of [symbol] after "_ZN3rmm" and a namespace such as "10_RMM_26_10". */
static const char *after_namespaces(const char *symbol)
{
    unsigned length = 0;
    const char *rest = symbol + sizeof "_ZN3rmm" - 1, *name = rest;
    if (!iq_sys_starts(symbol, "_ZN3rmm"))
        return "";
    while (*name >= '0' && *name <= '9')
        length = length * 10 + (unsigned)(*name++ - '0');
    if (!iq_sys_starts(name, "_RMM_") || length >= iq_sys_length(name))
        return rest;
    return name + length;
}

static const struct member *member_of(const char *symbol)
{
    const char *rest = after_namespaces(symbol);
    for (size_t i = 0; i < MEMBERS; i++)
        if (iq_sys_starts(rest, members[i].rest))
            return &members[i];
    return NULL;
}

static bool patch_one(struct iq_patcher *patcher, const struct iq_elf_object *object,
                      const Elf64_Sym *symbol, uintptr_t wrapper, struct iq_patch *patch)
{
    uint8_t *at = (uint8_t *)object->bias + symbol->st_value;
    *patch = (struct iq_patch){ .symbol = object->strings + symbol->st_name,
                                .enter = (void *)(uintptr_t)iq_thunk_direct,
                                .wrapper = (void *)wrapper };
    return !iq_patcher_detour(patcher, at, symbol->st_size, patch) &&
           !iq_patcher_install(patcher, at, symbol->st_size, patch);
}

void iq_rmm_pools_look_at(const struct link_map *map, bool live)
{
    struct iq_elf_object object;
    struct iq_patcher patcher;
    if (!iq_sys_equal(iq_sys_base_name(map->l_name), "librmm.so") ||
        !iq_python_pools_are_wanted() || iq_elf_open(map, &object))
        return;
    if (iq_patcher_init(&patcher, &object, MEMBERS, MEMBERS * sizeof(struct iq_patch), live))
        return;
    struct iq_patch *patches = patcher.records, *next = patches;
    for (uint32_t i = 1; i < iq_elf_symbol_count(&object) && next < patches + MEMBERS; i++) {
        const Elf64_Sym *symbol = &object.symbols[i];
        const struct member *member = member_of(object.strings + symbol->st_name);
        if (member && symbol->st_shndx != SHN_UNDEF && symbol->st_size &&
            patch_one(&patcher, &object, symbol, member->wrapper, next))
            next++;
    }
    (void)iq_patcher_finish(&patcher);
}
