#include "process/find_object.h"

#include <link.h>
#include <stddef.h>
#include <stdint.h>

static iq_find_object *asked = iq_find_object_by_list;

void iq_find_object_use(iq_find_object *function)
{
    asked = function ? function : iq_find_object_by_list;
}

bool iq_find_object_is_lockless(void) { return asked != iq_find_object_by_list; }

struct object_search {
    uintptr_t address;
    struct dl_find_object *result;
};

/* Ends the walk at the object that holds the address. */
static int visit(struct dl_phdr_info *info, size_t size, void *user)
{
    const struct object_search *search = user;
    uintptr_t begin = UINTPTR_MAX, end = 0;
    const void *frames = NULL;
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        uintptr_t at = info->dlpi_addr + segment->p_vaddr;
        if (segment->p_type == PT_LOAD) {
            begin = at < begin ? at : begin;
            end = at + segment->p_memsz > end ? at + segment->p_memsz : end;
        } else if (segment->p_type == PT_GNU_EH_FRAME)
            frames = (const void *)at;
    }
    if (search->address < begin || search->address >= end)
        return 0;
    *search->result = (struct dl_find_object){ .dlfo_map_start = (void *)begin,
                                               .dlfo_map_end = (void *)end,
                                               .dlfo_eh_frame = (void *)(uintptr_t)frames };
    return 1;
}

int iq_find_object_by_list(void *address, struct dl_find_object *result)
{
    struct object_search search = { (uintptr_t)address, result };
    return dl_iterate_phdr(visit, &search) ? 0 : -1;
}

/* Hidden: for the unwinder within the guest, not for the program. */
__attribute__((visibility("hidden"))) int _dl_find_object(void *address,
                                                          struct dl_find_object *result)
{
    return asked(address, result);
}
