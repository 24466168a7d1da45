#include "process/exports.h"

#include <string.h>

#include "base/locks.h"

static bool open_exports(const struct dl_phdr_info *info, struct iq_exports *out)
{
    const ElfW(Dyn) *entry = NULL;
    *out = (struct iq_exports){ .bias = info->dlpi_addr };
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
            entry = (const void *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
    for (; entry && entry->d_tag != DT_NULL; entry++) {
        uintptr_t address = entry->d_un.d_ptr;
        if (address < info->dlpi_addr) /* not relocated, as in the vDSO */
            address += info->dlpi_addr;
        switch (entry->d_tag) {
        case DT_SYMTAB: out->symbol = (const void *)address; break;
        case DT_STRTAB: out->strings = (const void *)address; break;
        case DT_STRSZ: out->strings_size = entry->d_un.d_val; break;
        case DT_GNU_HASH: out->hash = (const void *)address; break;
        }
    }
    return out->symbol && out->strings && out->hash && out->hash[0];
}

uintptr_t iq_exports_find(const struct iq_exports *exports, const char *name)
{
    const uint32_t *hash = exports->hash, buckets = hash[0], first = hash[1], words = hash[2];
    const ElfW(Addr) *bloom = (const void *)(hash + 4);
    const uint32_t *bucket = (const void *)(bloom + words), *chain = bucket + buckets;
    uint32_t wanted = 5381;
    for (const char *c = name; *c; c++)
        wanted = wanted * 33 + (unsigned char)*c;
    ElfW(Addr) bits = bloom[wanted / 64 % words],
               mask = (ElfW(Addr))1 << wanted % 64 | (ElfW(Addr))1 << (wanted >> hash[3]) % 64;
    if ((bits & mask) != mask)
        return 0;
    for (uint32_t i = bucket[wanted % buckets]; i >= first; i++) {
        const ElfW(Sym) *symbol = &exports->symbol[i];
        if ((chain[i - first] | 1) == (wanted | 1) && symbol->st_name < exports->strings_size &&
            symbol->st_shndx != SHN_UNDEF && !strcmp(exports->strings + symbol->st_name, name))
            return exports->bias + symbol->st_value;
        if (chain[i - first] & 1)
            break;
    }
    return 0;
}

struct look {
    unsigned long long before, now;
    bool (*visit)(const struct dl_phdr_info *info, const struct iq_exports *exports);
};

static int visit_object(struct dl_phdr_info *info, size_t size, void *user)
{
    struct look *look = user;
    struct iq_exports exports;
    if (size >= offsetof(struct dl_phdr_info, dlpi_subs)) { /* a C library that counts */
        if (look->before == info->dlpi_adds)
            return 1;
        look->now = info->dlpi_adds;
    }
    return open_exports(info, &exports) && look->visit(info, &exports);
}

void iq_exports_look(unsigned long long *seen, bool (*visit)(const struct dl_phdr_info *info,
                                                             const struct iq_exports *exports))
{
    iq_lock(IQ_LOCK_MODULES);
    struct look look = { .before = *seen, .now = *seen, .visit = visit };
    dl_iterate_phdr(visit_object, &look);
    *seen = look.now;
    iq_unlock(IQ_LOCK_MODULES);
}

static int take_counts(struct dl_phdr_info *info, size_t size, void *user)
{
    if (size >= offsetof(struct dl_phdr_info, dlpi_tls_modid))
        *(struct iq_exports_counts *)user =
            (struct iq_exports_counts){ info->dlpi_adds, info->dlpi_subs };
    return 1; /* the same for all objects */
}

struct iq_exports_counts iq_exports_count(void)
{
    struct iq_exports_counts counts = { 0, 0 };
    dl_iterate_phdr(take_counts, &counts);
    return counts;
}
