#include "report/locate.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/demangle.h"

enum { DEPTH = 32 };

static void set_name(struct iq_debug_variable *variable, const char *name)
{
    struct iq_str text;
    iq_str_init_heap(&text);
    iq_demangle(name ? name : "", &text);
    snprintf(variable->name, sizeof variable->name, "%s", iq_str_text(&text));
    iq_str_finish(&text);
}

static bool type_of(Dwarf_Die *die, Dwarf_Die *type)
{
    Dwarf_Attribute attribute;
    return dwarf_formref_die(dwarf_attr_integrate(die, DW_AT_type, &attribute), type) != NULL;
}

/* The class that the type is, whatever the program calls it. */
static void put_class(Dwarf_Die *die, char *text, size_t size)
{
    Dwarf_Die type;
    text[0] = 0;
    if (!type_of(die, &type))
        return;
    while (dwarf_tag(&type) == DW_TAG_const_type || dwarf_tag(&type) == DW_TAG_volatile_type ||
           dwarf_tag(&type) == DW_TAG_typedef)
        if (!type_of(&type, &type))
            return;
    if ((dwarf_tag(&type) == DW_TAG_class_type || dwarf_tag(&type) == DW_TAG_structure_type) &&
        dwarf_diename(&type))
        snprintf(text, size, "%s", dwarf_diename(&type));
}

/* "float", "float *"; false: it has no short name. */
static bool put_name(Dwarf_Die *type, char *text, size_t size)
{
    Dwarf_Die inner = *type, next;
    size_t stars = 0, length;
    for (; dwarf_tag(&inner) == DW_TAG_pointer_type; inner = next, stars++) {
        if (!type_of(&inner, &next) || stars == 2)
            return false;
        while (dwarf_tag(&next) == DW_TAG_const_type)
            if (!type_of(&next, &next))
                return false;
    }
    if (!dwarf_diename(&inner))
        return false;
    snprintf(text, size, "%s%s", dwarf_diename(&inner), stars ? " " : "");
    for (length = strlen(text); stars && length + 1 < size; stars--)
        text[length++] = '*';
    text[length] = 0;
    return true;
}

/* "int[64]"; "" for what has no short name. */
static void put_type(Dwarf_Die *die, char *text, size_t size)
{
    Dwarf_Die type, element;
    Dwarf_Word bytes = 0, each = 0;
    text[0] = 0;
    if (!type_of(die, &type))
        return;
    while (dwarf_tag(&type) == DW_TAG_const_type || dwarf_tag(&type) == DW_TAG_volatile_type)
        if (!type_of(&type, &type))
            return;
    if (dwarf_tag(&type) != DW_TAG_array_type) {
        put_name(&type, text, size);
        return;
    }
    if (!type_of(&type, &element) || dwarf_aggregate_size(&type, &bytes) ||
        dwarf_aggregate_size(&element, &each) || !each || !put_name(&element, text, size))
        return;
    size_t length = strlen(text);
    snprintf(text + length, size - length, "[%llu]", (unsigned long long)(bytes / each));
}

static void describe(struct iq_debug_variable *variable, Dwarf_Die *unit, Dwarf_Die *die)
{
    Dwarf_Attribute attribute;
    Dwarf_Word line;
    const char *name = dwarf_formstring(dwarf_attr_integrate(die, DW_AT_name, &attribute));
    if (name)
        set_name(variable, name);
    put_type(die, variable->type, sizeof variable->type);
    put_class(die, variable->class_name, sizeof variable->class_name);
    variable->file = iq_objects_file(unit, die, DW_AT_decl_file);
    variable->directory = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
    variable->line = dwarf_formudata(dwarf_attr_integrate(die, DW_AT_decl_line, &attribute), &line)
                         ? 0
                         : (int)line;
}

/* Globals. */

/* Is [die] a global at [address] of the file? */
static bool is_at(Dwarf_Die *die, Dwarf_Addr address)
{
    Dwarf_Attribute location, indirect;
    Dwarf_Addr own;
    Dwarf_Op *ops;
    size_t count;
    if (!dwarf_attr(die, DW_AT_location, &location) || dwarf_getlocation(&location, &ops, &count) ||
        count != 1)
        return false;
    if (ops[0].atom == DW_OP_addrx || ops[0].atom == DW_OP_GNU_addr_index)
        return !dwarf_getlocation_attr(&location, ops, &indirect) &&
               !dwarf_formaddr(&indirect, &own) && own == address;
    return ops[0].atom == DW_OP_addr && ops[0].number == address;
}

/* Looks for it below [parent], too: in namespaces, and what is static in functions. */
static bool find_global(Dwarf_Die *unit, Dwarf_Die *parent, Dwarf_Addr address, int depth,
                        struct iq_debug_variable *variable)
{
    Dwarf_Die die;
    for (int more = dwarf_child(parent, &die); !more; more = dwarf_siblingof(&die, &die)) {
        int tag = dwarf_tag(&die);
        if (tag == DW_TAG_variable && is_at(&die, address)) {
            describe(variable, unit, &die);
            return true;
        }
        if ((tag == DW_TAG_namespace || tag == DW_TAG_subprogram || tag == DW_TAG_lexical_block) &&
            depth < DEPTH && find_global(unit, &die, address, depth + 1, variable))
            return true;
    }
    return false;
}

/* Declaration of the global [variable]; it is looked for in every unit, which only reports pay
 * for. */
static void describe_global(struct iq_object_file *object, struct iq_debug_variable *variable)
{
    Dwarf_Addr bias;
    Dwarf *dwarf = dwfl_module_getdwarf(object->dwfl_module, &bias);
    Dwarf_CU *unit = NULL;
    Dwarf_Die root, part;
    while (dwarf && !dwarf_get_units(dwarf, unit, &unit, NULL, NULL, &root, &part)) {
        root = part.addr ? part : root;
        if (find_global(&root, &root, variable->address - bias, 0, variable))
            return;
    }
}

bool iq_locate_global(struct iq_objects *objects, uint64_t address,
                      struct iq_debug_variable *variable)
{
    struct iq_object_file *object = iq_objects_at(objects, address);
    int count = object && object->dwfl_module ? dwfl_module_getsymtab(object->dwfl_module) : 0;
    const char *name = NULL;
    *variable = (struct iq_debug_variable){ .size = 0 };
    for (int i = 1; i < count; i++) {
        GElf_Sym symbol;
        GElf_Addr at;
        const char *own =
            dwfl_module_getsym_info(object->dwfl_module, i, &symbol, &at, NULL, NULL, NULL);
        if (!own || symbol.st_shndx == SHN_UNDEF || GELF_ST_TYPE(symbol.st_info) == STT_SECTION)
            continue;
        if (at == address && !symbol.st_size && GELF_ST_TYPE(symbol.st_info) == STT_NOTYPE &&
            GELF_ST_BIND(symbol.st_info) == STB_GLOBAL)
            /* a linker's name for many objects in a row, as __start_SECTION */
            return false;
        if (GELF_ST_TYPE(symbol.st_info) != STT_OBJECT || address - at >= symbol.st_size ||
            symbol.st_size <= variable->size)
            continue;
        variable->address = at;
        variable->size = symbol.st_size;
        name = own;
    }
    if (!variable->size)
        return false;
    set_name(variable, name);
    /* a static variable of a function: buffer.1234 */
    variable->name[strcspn(variable->name, ".")] = 0;
    describe_global(object, variable);
    return true;
}

/* Locals. */

struct source_place {
    Dwarf_Die unit, function;
    Dwarf_Addr address, bias; /* of the call, in the file; to be added for the process */
    uint64_t cfa;
    bool has_base;
    uint64_t base; /* of the frame, in the process */
};

/* The value of register [wanted] where the canonical frame address is made from it; false: it is
 * made from another one. */
static bool register_of_cfa(Dwfl_Module *module, uint64_t address, uint64_t cfa, int wanted,
                            uint64_t *value)
{
    Dwarf_Addr bias;
    Dwarf_CFI *cfi = dwfl_module_eh_cfi(module, &bias);
    Dwarf_Frame *frame = NULL;
    Dwarf_Op *ops;
    size_t count;
    bool known = cfi && !dwarf_cfi_addrframe(cfi, address - bias, &frame) &&
                 !dwarf_frame_cfa(frame, &ops, &count) && count == 1 &&
                 ops[0].atom == DW_OP_breg0 + wanted;
    if (!known && frame && !dwarf_frame_cfa(frame, &ops, &count) && count == 1 &&
        ops[0].atom == DW_OP_bregx && (int)ops[0].number == wanted) {
        ops[0].number = ops[0].number2;
        known = true;
    }
    if (known)
        *value = cfa - ops[0].number;
    free(frame);
    return known;
}

static void find_base(Dwfl_Module *module, struct source_place *place)
{
    Dwarf_Attribute attribute;
    Dwarf_Op *ops;
    size_t count;
    if (dwarf_getlocation_addr(dwarf_attr_integrate(&place->function, DW_AT_frame_base, &attribute),
                               place->address, &ops, &count, 1) != 1 ||
        count != 1)
        return;
    if (ops[0].atom == DW_OP_call_frame_cfa) {
        place->base = place->cfa;
        place->has_base = true;
    } else if (ops[0].atom >= DW_OP_reg0 && ops[0].atom <= DW_OP_reg31)
        place->has_base = register_of_cfa(module, place->address + place->bias, place->cfa,
                                          ops[0].atom - DW_OP_reg0, &place->base);
}

/* The function at [pc] in [parent].  libdw looks into what holds the address only, and a lambda
 * stands in the function that makes it. */
static bool find_function(Dwarf_Die *parent, Dwarf_Addr pc, int depth, Dwarf_Die *function)
{
    Dwarf_Die die;
    if (depth == DEPTH || dwarf_child(parent, &die))
        return false;
    do {
        int tag = dwarf_tag(&die);
        if (tag == DW_TAG_subprogram && dwarf_haspc(&die, pc) > 0) {
            *function = die;
            return true;
        }
        bool holds = tag == DW_TAG_subprogram || tag == DW_TAG_lexical_block ||
                     tag == DW_TAG_namespace || tag == DW_TAG_class_type ||
                     tag == DW_TAG_structure_type;
        if (holds && find_function(&die, pc, depth + 1, function))
            return true;
    } while (!dwarf_siblingof(&die, &die));
    return false;
}

static bool open_place(struct iq_objects *objects, uint64_t pc, uint64_t cfa,
                       struct source_place *place)
{
    struct iq_object_file *object = iq_objects_at(objects, pc - 1);
    Dwarf_Die *unit = object && object->dwfl_module ? iq_objects_unit(object, pc - 1, &place->bias)
                                                    : NULL,
              *scopes = NULL;
    if (!unit)
        return false;
    place->unit = *unit;
    place->address = pc - 1 - place->bias;
    place->cfa = cfa;
    place->has_base = false;
    int count = dwarf_getscopes(unit, place->address, &scopes), found = -1;
    if (count > 0) {
        Dwarf_Die innermost = scopes[0];
        free(scopes);
        scopes = NULL;
        count = dwarf_getscopes_die(&innermost, &scopes);
    }
    for (int i = 0; i < count && found < 0; i++)
        if (dwarf_tag(&scopes[i]) == DW_TAG_subprogram)
            found = i;
    if (found >= 0)
        place->function = scopes[found];
    free(scopes);
    if (found < 0 && !find_function(unit, place->address, 0, &place->function))
        return false;
    find_base(object->dwfl_module, place);
    return true;
}

/* Where [die] lies, if that is one place in the frame. */
static bool range_of(const struct source_place *place, Dwarf_Die *die, uint64_t *address,
                     uint64_t *size)
{
    Dwarf_Attribute attribute;
    Dwarf_Die type;
    Dwarf_Word bytes;
    Dwarf_Op *ops;
    size_t count;
    if (dwarf_getlocation_addr(dwarf_attr(die, DW_AT_location, &attribute), place->address, &ops,
                               &count, 1) != 1 ||
        count != 1 || ops[0].atom != DW_OP_fbreg || !type_of(die, &type) ||
        dwarf_aggregate_size(&type, &bytes) || !bytes)
        return false;
    *address = place->base + ops[0].number;
    *size = bytes;
    return true;
}

struct source_search {
    uint64_t address, later;
    bool found, ended;
    Dwarf_Die die;
    uint64_t at, size;
};

/* Looks at the variables in [block], which is alive at the call, and in the blocks in it that are,
 * too.  [ended]: one of those around is not at the later address. */
static void search_block(const struct source_place *place, Dwarf_Die *block, bool ended, int depth,
                         struct source_search *search)
{
    Dwarf_Die die;
    if (depth == DEPTH || dwarf_child(block, &die))
        return;
    do {
        uint64_t at, size;
        int tag = dwarf_tag(&die);
        if ((tag == DW_TAG_variable || tag == DW_TAG_formal_parameter) &&
            range_of(place, &die, &at, &size) && search->address - at < size) {
            search->found = true;
            search->ended = ended;
            search->die = die;
            search->at = at;
            search->size = size;
        } else if ((tag == DW_TAG_lexical_block || tag == DW_TAG_inlined_subroutine) &&
                   dwarf_haspc(&die, place->address) > 0)
            search_block(place, &die,
                         ended || (search->later && dwarf_haspc(&die, search->later) <= 0),
                         depth + 1, search);
    } while (!dwarf_siblingof(&die, &die));
}

static bool find_local(struct iq_objects *objects, uint64_t pc, uint64_t cfa,
                       struct source_search *search, struct source_place *place)
{
    if (!open_place(objects, pc, cfa, place) || !place->has_base)
        return false;
    if (search->later) {
        search->later = search->later - 1 - place->bias;
        search_block(place, &place->function, dwarf_haspc(&place->function, search->later) <= 0, 0,
                     search);
    } else
        search_block(place, &place->function, false, 0, search);
    return search->found;
}

bool iq_locate_local(struct iq_objects *objects, uint64_t pc, uint64_t cfa, uint64_t address,
                     struct iq_debug_variable *variable)
{
    struct source_search search = { .address = address };
    struct source_place place;
    *variable = (struct iq_debug_variable){ .size = 0 };
    if (!find_local(objects, pc, cfa, &search, &place))
        return false;
    variable->address = search.at;
    variable->size = search.size;
    variable->function = dwarf_diename(&place.function);
    describe(variable, &place.unit, &search.die);
    return variable->name[0];
}

bool iq_locate_has_ended(struct iq_objects *objects, uint64_t pc, uint64_t cfa, uint64_t address,
                         uint64_t later_pc)
{
    struct source_search search = { .address = address, .later = later_pc };
    struct source_place place;
    return find_local(objects, pc, cfa, &search, &place) && search.ended;
}

const char *iq_locate_function(struct iq_objects *objects, uint64_t pc)
{
    struct source_place place;
    return open_place(objects, pc, 0, &place) ? dwarf_diename(&place.function) : NULL;
}
