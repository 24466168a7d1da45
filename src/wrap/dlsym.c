/* Answers of dlsym for names that begin with "cu".  dlsym.S of src/arch is the front.
 * Threads: any; no lock of ours.  What is not about the driver gets no answer, and libc's function
 * is entered as if we were not there. */
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

#include "wrap/driver.h"
#include "wrap/elf.h"
#include "wrap/guest.h"
#include "wrap/malloc.h"
#include "wrap/sys.h"

#define NONE ((void *)(intptr_t)-1) /* to the front: the answer is NULL */

typedef void *(*dlsym_fn)(void *, const char *);

void *iq_dlsym_answer(void *handle, const char *name, uintptr_t caller, const char *version);
void iq_dlsym_resolve(void);

uintptr_t iq_real_dlsym __attribute__((visibility("hidden")));
uintptr_t iq_real_dlvsym __attribute__((visibility("hidden")));

/* If libc has neither, the process could not have called us. */
static void *find_nothing(void *handle, const char *name)
{
    (void)handle, (void)name;
    return NULL;
}

void iq_dlsym_resolve(void)
{
    uintptr_t sym = iq_elf_next("dlsym"), vsym = iq_elf_next("dlvsym");
    iq_real_dlvsym = vsym ? vsym : (uintptr_t)find_nothing;
    iq_real_dlsym = sym ? sym : (uintptr_t)find_nothing;
}

/* The loaded object that [address] is in; NULL if none. */
static const struct link_map *object_of(uintptr_t address, struct iq_elf_object *object)
{
    for (const struct link_map *map = iq_elf_first(); map; map = map->l_next)
        if (!iq_elf_open(map, object) && address >= object->text && address < object->text_end)
            return map;
    return NULL;
}

/* Is the caller behind the guest in the order of search?  Then RTLD_NEXT would miss us, although a
 * driver that it is
 * linked to would have been found there without us. */
static bool is_behind(uintptr_t caller)
{
    struct iq_elf_object object;
    const struct link_map *self = iq_elf_self(), *map = object_of(caller, &object);
    for (const struct link_map *at = self ? self->l_next : NULL; at; at = at->l_next)
        if (at == map)
            return true;
    return false;
}

static bool is_defined_anywhere(const char *name)
{
    for (const struct link_map *map = iq_elf_first(); map; map = map->l_next) {
        struct iq_elf_object object;
        if (!iq_elf_open(map, &object) && !iq_driver_owns((void *)object.text) &&
            iq_elf_lookup(&object, name))
            return true;
    }
    return false;
}

/* A function that the driver has and we have no row for. */
static void *answer_unknown(const char *name)
{
    if (name[2] < 'A' || name[2] > 'Z')
        return NULL;
    iq_wrap_start();
    void *real = (void *)iq_driver_symbol(name);
    return real ? iq_driver_counting(name, real) : NULL;
}

/* [found] came from a library that the program opened by its path: another copy of the driver, or
 * the one that we use. */
static void *answer_for_pointer(void *found, const struct iq_wrap_row *row, const char *name)
{
    struct iq_elf_object object;
    if (!object_of((uintptr_t)found, &object) || object.map == iq_elf_self() || !object.soname ||
        !iq_sys_starts(object.soname, "libcuda.so"))
        return found;
    iq_wrap_start();
    if (iq_driver_owns(found)) {
        void *wrapper = iq_driver_wrapper(found, name, 0);
        return wrapper ? wrapper : iq_driver_counting(name, found);
    }
    return row ? row->wrapper : found;
}

/* We have a function of that name, this driver has none: dlerror says so in the driver's name. */
static void *refuse(const char *name)
{
    ((dlsym_fn)iq_real_dlsym)(iq_driver_handle(), name);
    return NONE;
}

/* Changes no answer. */
static void look_at_malloc(void *handle, const char *name)
{
    if (!iq_sys_equal(name, "malloc") || handle == RTLD_DEFAULT)
        return;
    if (handle == RTLD_NEXT ||
        (uintptr_t)((dlsym_fn)iq_real_dlsym)(handle, name) != iq_malloc_hook())
        iq_malloc_taken_elsewhere();
}

void *iq_dlsym_answer(void *handle, const char *name, uintptr_t caller, const char *version)
{
    const struct iq_wrap_row *row =
        name[0] == 'm' ? NULL : iq_guest_find(&iq_wrap_cuda_names, name);
    (void)version;
    if (!iq_real_dlsym)
        iq_dlsym_resolve();
    if (name[0] == 'm') {
        look_at_malloc(handle, name);
        return NULL;
    }
    if (handle == RTLD_NEXT)
        return row && is_behind(caller) ? row->wrapper : NULL;
    if (handle == RTLD_DEFAULT)
        return row || name[2] < 'A' || name[2] > 'Z' || !iq_wrap_started ||
                       is_defined_anywhere(name)
                   ? NULL
                   : answer_unknown(name);
    if (handle == (void *)(uintptr_t)iq_elf_self()) {
        if (!row)
            return answer_unknown(name);
        return iq_driver_lacks(name) ? refuse(name) : row->wrapper;
    }
    if (!row && (name[2] < 'A' || name[2] > 'Z'))
        return NULL;
    void *found = ((dlsym_fn)iq_real_dlsym)(handle, name);
    return found ? answer_for_pointer(found, row, name) : NULL;
}
