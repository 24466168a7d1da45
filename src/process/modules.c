#include "process/modules.h"

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "base/locks.h"
#include "base/memory.h"
#include "trace/writer.h"

enum { MAX_MODULES = 4096, BUILD_ID_BYTES = 32 };

struct module {
    uintptr_t base, end, bias;
    const char *name,
        *path; /* the loader's name for it, "": the executable; absolute if possible */
    uint8_t build_id[BUILD_ID_BYTES], build_id_size;
    bool written;
};

static struct module modules[MAX_MODULES];
static uint32_t module_count; /* atomic */

static const struct module *module_at(uintptr_t address)
{
    uint32_t count = __atomic_load_n(&module_count, __ATOMIC_ACQUIRE);
    for (uint32_t i = count; i-- > 0;)
        if (address - modules[i].base < modules[i].end - modules[i].base)
            return &modules[i];
    return NULL;
}

const char *iq_modules_path(uintptr_t address)
{
    const struct module *module = module_at(address);
    return module ? module->path : NULL;
}

static void read_build_id(struct module *module, const char *note, size_t size)
{
    while (size >= sizeof(ElfW(Nhdr))) {
        const ElfW(Nhdr) *head = (const void *)note;
        size_t name = (head->n_namesz + 3u) & ~3u, text = (head->n_descsz + 3u) & ~3u;
        if (sizeof *head + name + text > size)
            return;
        const char *at = note + sizeof *head;
        if (head->n_type == NT_GNU_BUILD_ID && head->n_namesz == 4 && !memcmp(at, "GNU", 4) &&
            head->n_descsz <= BUILD_ID_BYTES) {
            memcpy(module->build_id, at + name, head->n_descsz);
            module->build_id_size = (uint8_t)head->n_descsz;
        }
        note += sizeof *head + name + text;
        size -= sizeof *head + name + text;
    }
}

/* The name of an object found by a relative path (dlopen("./lib.so"), LD_LIBRARY_PATH=.) means
 * another file, or none, once the program has changed its folder. */
static const char *path_of(const char *name)
{
    static char path[PATH_MAX];
    if (!name[0]) {
        ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
        path[length > 0 ? length : 0] = 0;
        return path;
    }
    return name[0] != '/' && strchr(name, '/') && realpath(name, path) ? path : name;
}

static int visit_object(struct dl_phdr_info *info, size_t size, void *user)
{
    (void)size;
    (void)user;
    struct module module = { .base = UINTPTR_MAX, .bias = info->dlpi_addr };
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *head = &info->dlpi_phdr[i];
        uintptr_t begin = info->dlpi_addr + head->p_vaddr, end = begin + head->p_memsz;
        if (head->p_type == PT_LOAD) {
            module.base = begin < module.base ? begin : module.base;
            module.end = end > module.end ? end : module.end;
        } else if (head->p_type == PT_NOTE)
            read_build_id(&module, (const char *)begin, head->p_filesz);
    }
    if (module.base >= module.end)
        return 0;
    const char *name = info->dlpi_name ? info->dlpi_name : "";
    bool vdso = !info->dlpi_name || strstr(name, "vdso");
    for (uint32_t i = 0; i < module_count; i++)
        if (modules[i].base == module.base && modules[i].end == module.end &&
            (vdso || !strcmp(modules[i].name, name)))
            return 0;
    if (module_count == MAX_MODULES || !(module.name = iq_core_copy(name)) ||
        !(module.path = iq_core_copy(path_of(name))))
        return 1;
    modules[module_count] = module;
    __atomic_store_n(&module_count, module_count + 1, __ATOMIC_RELEASE);
    return 0;
}

static bool looked_last; /* atomic */

static void look(void)
{
    if (__atomic_load_n(&looked_last, __ATOMIC_RELAXED))
        return;
    iq_lock(IQ_LOCK_MODULES);
    dl_iterate_phdr(visit_object, NULL);
    iq_unlock(IQ_LOCK_MODULES);
}

void iq_modules_look_last(void)
{
    look();
    __atomic_store_n(&looked_last, true, __ATOMIC_RELAXED);
}

void iq_modules_note(const uintptr_t *pc, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!module_at(pc[i])) {
            look();
            return;
        }
}

void iq_modules_write(void)
{
    look();
    iq_lock(IQ_LOCK_MODULES);
    for (uint32_t i = 0; i < module_count; i++) {
        struct module *module = &modules[i];
        if (module->written)
            continue;
        module->written = iq_trace_module(module->base, module->end, module->bias, module->path,
                                          module->build_id, module->build_id_size);
    }
    iq_unlock(IQ_LOCK_MODULES);
}

static const void *base_of(uintptr_t code)
{
    struct dl_find_object object;
    return _dl_find_object((void *)code, &object) ? NULL : object.dlfo_map_start;
}

static bool is_beside(uintptr_t code, uintptr_t other)
{
    const void *base = base_of(code);
    return base && base == base_of(other);
}

bool iq_modules_is_program(uintptr_t code) { return is_beside(code, getauxval(AT_ENTRY)); }
bool iq_modules_is_libc(uintptr_t code) { return is_beside(code, (uintptr_t)memchr); }
bool iq_modules_is_loader(uintptr_t code)
{
    uintptr_t base = getauxval(AT_BASE);
    return base && is_beside(code, base);
}

void iq_modules_after_fork(void)
{
    for (uint32_t i = 0; i < module_count; i++)
        modules[i].written = false;
}
