/* See functions.h. */
#include "wrap/functions.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "base/locks.h"
#include "wrap/elf.h"

/* What was read, by the address and the object that was loaded there. */
enum { KNOWN = 256 };
static struct known {
    uintptr_t pc, base, start;
    char name[IQ_TRACER_NAME_BYTES]; /* "": its file has none */
} known[KNOWN];

/* The function of [file] that contains the address [at], as the file counts them. */
static void find_in_file(const struct iq_elf_file *file, uintptr_t at, struct known *out)
{
    for (size_t i = 0; i < file->symbol_count; i++) {
        const char *name;
        Elf64_Sym symbol = iq_elf_file_symbol(file, i, &name);
        if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_shndx == SHN_UNDEF ||
            at < symbol.st_value || at - symbol.st_value >= symbol.st_size)
            continue;
        out->start = symbol.st_value;
        snprintf(out->name, sizeof out->name, "%s", name);
        return;
    }
}

static void read_file(const struct link_map *map, struct known *out)
{
    struct iq_elf_file file;
    if (iq_elf_map(map->l_name[0] ? map->l_name : "/proc/self/exe", &file))
        return;
    find_in_file(&file, out->pc - map->l_addr, out);
    out->start += map->l_addr;
    iq_elf_unmap(&file);
}

static void find_static(const struct link_map *map, uintptr_t pc, struct known *out)
{
    struct known *slot = &known[iq_hash_u64(pc) % KNOWN];
    iq_lock(IQ_LOCK_MODULES);
    bool found = slot->pc == pc && slot->base == map->l_addr;
    if (found)
        *out = *slot;
    iq_unlock(IQ_LOCK_MODULES);
    if (found)
        return;
    *out = (struct known){ .pc = pc, .base = map->l_addr };
    read_file(map, out);
    iq_lock(IQ_LOCK_MODULES);
    *slot = *out;
    iq_unlock(IQ_LOCK_MODULES);
}

bool iq_functions_place(uintptr_t pc, struct iq_tracer_frame *out)
{
    Dl_info info;
    struct link_map *map;
    if (!dladdr1((void *)pc, &info, (void **)&map, RTLD_DL_LINKMAP) || !info.dli_fname)
        return false;
    const char *slash = strrchr(info.dli_fname, '/');
    snprintf(out->object, sizeof out->object, "%s", slash ? slash + 1 : info.dli_fname);
    struct known here = { .start = (uintptr_t)info.dli_saddr };
    if (info.dli_sname)
        snprintf(here.name, sizeof here.name, "%s", info.dli_sname);
    else
        find_static(map, pc, &here);
    out->base = here.name[0] ? here.start : (uintptr_t)info.dli_fbase;
    memcpy(out->function, here.name, sizeof out->function);
    return true;
}
