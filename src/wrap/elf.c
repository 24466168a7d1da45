/* See elf.h: objects in memory.  Files are in elf_file.c. */
#include "wrap/elf.h"

#include <sys/auxv.h>

#include "base/errors.h"
#include "process/find_object.h"
#include "wrap/sys.h"

extern Elf64_Dyn _DYNAMIC[] __attribute__((visibility("hidden")));

/* Is there a page at [at], where [map] may begin?  The dynamic linker knows of most objects. */
static bool is_mapped(const struct link_map *map, uintptr_t at)
{
    struct dl_find_object found;
    return (iq_find_object_is_lockless() && !_dl_find_object(map->l_ld, &found) &&
            (uintptr_t)found.dlfo_map_start == at) ||
           iq_sys_is_mapped(at);
}

/* Finds the ELF header of a mapped object; NULL when it is not where it should be. */
static const Elf64_Ehdr *find_header(const struct link_map *map)
{
    uintptr_t at = map->l_addr;
    if (!map->l_name[0] && !map->l_prev) {
        const Elf64_Phdr *phdr = (const Elf64_Phdr *)getauxval(AT_PHDR);
        if (!phdr)
            return NULL;
        at = (uintptr_t)phdr & ~4095ul;
    }
    if (!at || at & 4095 || !is_mapped(map, at))
        return NULL;
    const Elf64_Ehdr *header = (const Elf64_Ehdr *)at;
    if (header->e_ident[0] != 0x7f || header->e_ident[1] != 'E' || header->e_ident[2] != 'L' ||
        header->e_ident[3] != 'F')
        return NULL;
    return header->e_phentsize == sizeof(Elf64_Phdr) && header->e_phoff < 4096 ? header : NULL;
}

static void find_text(struct iq_elf_object *object)
{
    for (unsigned i = 0; i < object->phdr_count; i++) {
        const Elf64_Phdr *segment = &object->phdr[i];
        if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_X))
            continue;
        uintptr_t begin = object->bias + segment->p_vaddr, end = begin + segment->p_memsz;
        if (!object->text || begin < object->text)
            object->text = begin;
        if (end > object->text_end)
            object->text_end = end;
    }
}

struct iq_elf_place iq_elf_place_of(const struct link_map *map)
{
    return (struct iq_elf_place){ map, map->l_addr, map->l_ld };
}

bool iq_elf_is_loaded(const struct iq_elf_place *place)
{
    for (const struct link_map *map = iq_elf_first(); map; map = map->l_next)
        if (map == place->map)
            return map->l_addr == place->bias && map->l_ld == place->dynamic;
    return false;
}

int iq_elf_open(const struct link_map *map, struct iq_elf_object *object)
{
    *object = (struct iq_elf_object){ .map = map, .path = map->l_name, .bias = map->l_addr };
    if (!map->l_ld || iq_sys_starts(iq_sys_base_name(map->l_name), "linux-vdso"))
        return IQ_EFORMAT;
    object->header = find_header(map);
    if (!object->header)
        return IQ_EFORMAT;
    object->phdr = (const Elf64_Phdr *)((const char *)object->header + object->header->e_phoff);
    object->phdr_count = object->header->e_phnum;
    uint64_t soname = 0;
    for (const Elf64_Dyn *entry = map->l_ld; entry->d_tag != DT_NULL; entry++) {
        /* The linker has relocated these in place, except in objects with a read-only dynamic
         * section. */
        uintptr_t address =
            entry->d_un.d_ptr < map->l_addr ? entry->d_un.d_ptr + map->l_addr : entry->d_un.d_ptr;
        switch (entry->d_tag) {
        case DT_SYMTAB: object->symbols = (const Elf64_Sym *)address; break;
        case DT_STRTAB: object->strings = (const char *)address; break;
        case DT_STRSZ: object->strings_size = entry->d_un.d_val; break;
        case DT_GNU_HASH: object->gnu_hash = (const uint32_t *)address; break;
        case DT_HASH: object->sysv_hash = (const uint32_t *)address; break;
        case DT_VERSYM: object->versions = (const Elf64_Half *)address; break;
        case DT_SONAME: soname = entry->d_un.d_val + 1; break;
        default: break;
        }
    }
    if (!object->symbols || !object->strings)
        return IQ_EFORMAT;
    if (soname)
        object->soname = object->strings + soname - 1;
    find_text(object);
    return 0;
}

static bool is_definition(const struct iq_elf_object *object, const Elf64_Sym *symbol,
                          const char *name)
{
    return symbol->st_shndx != SHN_UNDEF && symbol->st_value &&
           iq_sys_equal(object->strings + symbol->st_name, name);
}

static const Elf64_Sym *find_gnu(const struct iq_elf_object *object, const char *name)
{
    const uint32_t *table = object->gnu_hash;
    uint32_t bucket_count = table[0], base = table[1], bloom_count = table[2], shift = table[3],
             hash = iq_elf_hash(name);
    const uint64_t *bloom = (const uint64_t *)(table + 4);
    const uint32_t *buckets = (const uint32_t *)(bloom + bloom_count),
                   *chain = buckets + bucket_count;
    if (!bucket_count || !bloom_count)
        return NULL;
    uint64_t word = bloom[(hash / 64) % bloom_count];
    if (!((word >> (hash % 64)) & (word >> ((hash >> shift) % 64)) & 1))
        return NULL;
    const Elf64_Sym *hidden = NULL;
    for (uint32_t i = buckets[hash % bucket_count]; i >= base; i++) {
        if ((chain[i - base] | 1) == (hash | 1) &&
            is_definition(object, &object->symbols[i], name)) {
            if (!object->versions || !(object->versions[i] & 0x8000))
                return &object->symbols[i];
            /* an old version: only when there is no default one */
            hidden = &object->symbols[i];
        }
        if (chain[i - base] & 1)
            break;
    }
    return hidden;
}

const Elf64_Sym *iq_elf_lookup(const struct iq_elf_object *object, const char *name)
{
    if (object->gnu_hash)
        return find_gnu(object, name);
    if (!object->sysv_hash)
        return NULL;
    uint32_t count = object->sysv_hash[1];
    for (uint32_t i = 1; i < count; i++)
        if (is_definition(object, &object->symbols[i], name))
            return &object->symbols[i];
    return NULL;
}

uintptr_t iq_elf_find(const struct iq_elf_object *object, const char *name)
{
    const Elf64_Sym *symbol = iq_elf_lookup(object, name);
    if (!symbol || ELF64_ST_TYPE(symbol->st_info) == STT_TLS)
        return 0;
    uintptr_t address = object->bias + symbol->st_value;
    if (ELF64_ST_TYPE(symbol->st_info) == STT_GNU_IFUNC)
        return ((uintptr_t(*)(void))address)();
    return address;
}

size_t iq_elf_symbol_count(const struct iq_elf_object *object)
{
    if (object->sysv_hash)
        return object->sysv_hash[1];
    if (!object->gnu_hash)
        return 0;
    const uint32_t *table = object->gnu_hash;
    uint32_t bucket_count = table[0], base = table[1], last = 0;
    const uint32_t *buckets = (const uint32_t *)((const uint64_t *)(table + 4) + table[2]),
                   *chain = buckets + bucket_count;
    for (uint32_t i = 0; i < bucket_count; i++)
        if (buckets[i] > last)
            last = buckets[i];
    if (last < base)
        return base;
    while (!(chain[last - base] & 1))
        last++;
    return last + 1;
}

size_t iq_elf_import_end(const struct iq_elf_object *object)
{
    return object->gnu_hash ? object->gnu_hash[1] : iq_elf_symbol_count(object);
}

bool iq_elf_imports(const struct iq_elf_object *object, const char *name)
{
    size_t end = iq_elf_import_end(object);
    for (size_t i = 1; i < end; i++)
        if (object->symbols[i].st_shndx == SHN_UNDEF &&
            iq_sys_equal(object->strings + object->symbols[i].st_name, name))
            return true;
    return false;
}

bool iq_elf_needs(const struct iq_elf_object *object, const char *prefix)
{
    for (const Elf64_Dyn *entry = object->map->l_ld; entry->d_tag != DT_NULL; entry++)
        if (entry->d_tag == DT_NEEDED &&
            iq_sys_starts(iq_sys_base_name(object->strings + entry->d_un.d_val), prefix))
            return true;
    return false;
}

const struct link_map *iq_elf_first(void) { return _r_debug.r_map; }

const struct link_map *iq_elf_self(void)
{
    static const struct link_map *self;
    if (!self) {
        const struct link_map *map = iq_elf_first();
        while (map && map->l_ld != _DYNAMIC)
            map = map->l_next;
        self = map;
    }
    return self;
}

static uintptr_t find_between(const struct link_map *map, const struct link_map *end,
                              const char *name)
{
    for (; map && map != end; map = map->l_next) {
        struct iq_elf_object object;
        uintptr_t found = iq_elf_open(map, &object) ? 0 : iq_elf_find(&object, name);
        if (found)
            return found;
    }
    return 0;
}

uintptr_t iq_elf_next(const char *name)
{
    const struct link_map *self = iq_elf_self();
    uintptr_t found = find_between(self ? self->l_next : iq_elf_first(), NULL, name);
    /* opened late: libc stands before us */
    return found ? found : find_between(iq_elf_first(), self, name);
}
