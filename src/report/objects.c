#include "report/objects.h"

#include <elfutils/libdw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/errors.h"
#include "base/path.h"

static char *debug_path; /* NULL: libdwfl's own default, .debug and /usr/lib/debug */
static const Dwfl_Callbacks callbacks = {
    .find_elf = dwfl_build_id_find_elf,
    .find_debuginfo = dwfl_standard_find_debuginfo,
    .debuginfo_path = &debug_path,
};

/* Is the file still the one that was mapped?  Without a build-id we believe it. */
static bool is_same_file(const struct iq_object_file *object)
{
    const unsigned char *bits;
    GElf_Addr address;
    const char *wanted = object->module->build_id;
    char hex[3];
    if (!wanted || !*wanted)
        return true;
    int length = dwfl_module_build_id(object->dwfl_module, &bits, &address);
    if (length <= 0)
        return true;
    for (int i = 0; i < length && wanted[2 * i] && wanted[2 * i + 1]; i++) {
        snprintf(hex, sizeof hex, "%02x", bits[i]);
        if (strncasecmp(hex, wanted + 2 * i, 2))
            return false;
    }
    return true;
}

static void open_object(struct iq_object_file *object)
{
    object->tried = true;
    if (object->module->path[0] != '/' || !(object->dwfl = dwfl_begin(&callbacks)))
        return;
    dwfl_report_begin(object->dwfl);
    object->dwfl_module = dwfl_report_elf(object->dwfl, object->name, object->module->path, -1,
                                          object->module->bias, true);
    dwfl_report_end(object->dwfl, NULL, NULL);
    if (object->dwfl_module) {
        GElf_Addr bias;
        dwfl_module_getelf(object->dwfl_module, &bias);
        if (!is_same_file(object))
            object->dwfl_module = NULL;
    }
}

struct iq_object_file *iq_objects_at(struct iq_objects *objects, uint64_t address)
{
    for (size_t i = objects->count; i-- > 0;) {
        struct iq_object_file *object = &objects->files[i];
        if (address >= object->module->base && address < object->module->end) {
            if (!object->tried)
                open_object(object);
            return object;
        }
    }
    return NULL;
}

static Dwarf_Die *keep_unit(struct iq_object_file *object, Dwarf_Die *skeleton, Dwarf_Die *part)
{
    unsigned at = object->unit_count++ % IQ_OBJECT_UNITS;
    object->units[at].skeleton = *skeleton;
    object->units[at].unit = part && part->addr ? *part : *skeleton;
    return &object->units[at].unit;
}

Dwarf_Die *iq_objects_unit(struct iq_object_file *object, uint64_t address, Dwarf_Addr *bias)
{
    Dwarf_CU *unit = NULL;
    Dwarf_Die skeleton, part;
    Dwarf *dwarf = object->dwfl_module ? dwfl_module_getdwarf(object->dwfl_module, bias) : NULL;
    for (unsigned i = 0; dwarf && i < object->unit_count && i < IQ_OBJECT_UNITS; i++)
        if (dwarf_haspc(&object->units[i].skeleton, address - *bias) > 0)
            return &object->units[i].unit;
    Dwarf_Die *listed = dwarf ? dwfl_module_addrdie(object->dwfl_module, address, bias) : NULL;
    /* a table with gaps gives a neighbour */
    if (listed && dwarf_haspc(listed, address - *bias) > 0) {
        bool has_part = !dwarf_cu_info(listed->cu, NULL, NULL, NULL, &part, NULL, NULL, NULL);
        return keep_unit(object, listed, has_part ? &part : NULL);
    }
    uint64_t *miss = &object->misses[address % IQ_OBJECT_MISSES];
    while (dwarf && *miss != address &&
           !dwarf_get_units(dwarf, unit, &unit, NULL, NULL, &skeleton, &part))
        if (dwarf_haspc(&skeleton, address - *bias) > 0)
            return keep_unit(object, &skeleton, &part);
    *miss = address;
    return NULL;
}

const char *iq_objects_file(Dwarf_Die *unit, Dwarf_Die *die, unsigned attribute)
{
    Dwarf_Attribute found;
    Dwarf_Word index;
    Dwarf_Files *files;
    size_t count;
    if (dwarf_formudata(dwarf_attr_integrate(die, attribute, &found), &index) ||
        dwarf_getsrcfiles(unit, &files, &count) || index >= count)
        return NULL;
    return dwarf_filesrc(files, index, NULL, NULL);
}

int iq_objects_init(struct iq_objects *objects, const struct iq_document *document)
{
    objects->count = document->modules.count;
    objects->files = calloc(objects->count + 1, sizeof *objects->files);
    for (size_t i = 0; objects->files && i < objects->count; i++) {
        const struct iq_document_module *module = &document->modules.data[i];
        objects->files[i] =
            (struct iq_object_file){ .module = module, .name = iq_base_name(module->path) };
    }
    return objects->files ? 0 : IQ_ENOMEM;
}

void iq_objects_finish(struct iq_objects *objects)
{
    for (size_t i = 0; i < objects->count; i++) {
        iq_functions_finish(&objects->files[i].functions);
        if (objects->files[i].dwfl)
            dwfl_end(objects->files[i].dwfl);
    }
    free(objects->files);
}
