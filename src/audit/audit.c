/* Audit module: tells the guest, from inside the dynamic linker, that objects have been loaded,
 * before their constructors run, and that the process ends, after every destructor has run.
 * Freestanding: the dynamic linker puts it in a namespace of its own, where a libc would be a
 * second copy.
 * Threads: the dynamic linker's lock.  Fork: survives. */
#include <elf.h>
#include <link.h>
#include <stddef.h>
#include <stdint.h>

#define IQ_EXPORT __attribute__((visibility("default")))

typedef void (*hook_fn)(void);

static struct link_map *first; /* of the program's namespace */
static hook_fn objects_changed, process_ends;

static int equal(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

static uintptr_t address_in(const struct link_map *map, uintptr_t value)
{
    return value < map->l_addr ? value + map->l_addr : value;
}

/* The guest is the object that defines both hooks; it is linked with a plain hash table, which
 * gives the number of symbols. */
static void look_for_hooks(const struct link_map *map)
{
    const Elf64_Sym *symbols = NULL;
    const char *strings = NULL;
    const uint32_t *hash = NULL;
    for (const Elf64_Dyn *entry = map->l_ld; entry && entry->d_tag != DT_NULL; entry++) {
        if (entry->d_tag == DT_SYMTAB)
            symbols = (const Elf64_Sym *)address_in(map, entry->d_un.d_ptr);
        else if (entry->d_tag == DT_STRTAB)
            strings = (const char *)address_in(map, entry->d_un.d_ptr);
        else if (entry->d_tag == DT_HASH)
            hash = (const uint32_t *)address_in(map, entry->d_un.d_ptr);
    }
    for (uint32_t i = 1; symbols && strings && hash && i < hash[1]; i++) {
        if (symbols[i].st_shndx == SHN_UNDEF)
            continue;
        if (equal(strings + symbols[i].st_name, "inquest_guest_objects_changed"))
            objects_changed = (hook_fn)(map->l_addr + symbols[i].st_value);
        else if (equal(strings + symbols[i].st_name, "inquest_guest_process_ends"))
            process_ends = (hook_fn)(map->l_addr + symbols[i].st_value);
    }
}

static int is_guest_name(const char *path)
{
    const char *name = path;
    for (; *path; path++)
        if (*path == '/')
            name = path + 1;
    return equal(name, "libcuda.so.1") || equal(name, "libcuda.so");
}

IQ_EXPORT unsigned int la_version(unsigned int version)
{
    return version < LAV_CURRENT ? version : LAV_CURRENT;
}

IQ_EXPORT unsigned int la_objopen(struct link_map *map, Lmid_t namespace, uintptr_t *cookie)
{
    (void)cookie;
    if (namespace == LM_ID_BASE && !first)
        first = map;
    return 0;
}

IQ_EXPORT void la_activity(uintptr_t *cookie, unsigned int flag)
{
    (void)cookie;
    if (flag != LA_ACT_CONSISTENT || !first)
        return;
    for (const struct link_map *map = first; map && !objects_changed; map = map->l_next)
        if (is_guest_name(map->l_name))
            look_for_hooks(map);
    if (objects_changed)
        objects_changed();
}

__attribute__((destructor)) static void audit_unloaded(void)
{
    if (process_ends)
        process_ends();
}
