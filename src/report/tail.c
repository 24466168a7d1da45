#include "report/tail.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdlib.h>
#include <string.h>

/* What DWARF 5 and, before it, GNU's extension say of a call: where it returns to, whether it is a
 * jump, whom it calls. */
struct call {
    Dwarf_Addr after;
    bool jump;
    Dwarf_Die origin;
    bool has_origin;
};

static bool read_call(Dwarf_Die *die, struct call *call)
{
    Dwarf_Attribute attribute;
    int tag = dwarf_tag(die);
    bool gnu = tag == DW_TAG_GNU_call_site;
    if (tag != DW_TAG_call_site && !gnu)
        return false;
    call->jump = dwarf_hasattr(die, gnu ? DW_AT_GNU_tail_call : DW_AT_call_tail_call);
    if (dwarf_formaddr(dwarf_attr(die, gnu ? DW_AT_low_pc : DW_AT_call_return_pc, &attribute),
                       &call->after)) {
        if (dwarf_formaddr(dwarf_attr(die, DW_AT_call_pc, &attribute), &call->after))
            return false;
        call->after++; /* clang says where the jump is */
    }
    call->has_origin = dwarf_formref_die(
        dwarf_attr(die, gnu ? DW_AT_abstract_origin : DW_AT_call_origin, &attribute),
        &call->origin);
    return true;
}

/* Visits the calls below [die], those of inlined functions too, until [visit] returns false. */
static bool each_call(Dwarf_Die *die, bool (*visit)(void *user, const struct call *call),
                      void *user)
{
    Dwarf_Die child;
    struct call call;
    for (int more = dwarf_child(die, &child); !more; more = dwarf_siblingof(&child, &child)) {
        int tag = dwarf_tag(&child);
        if (read_call(&child, &call)
                ? !visit(user, &call)
                : (tag == DW_TAG_lexical_block || tag == DW_TAG_inlined_subroutine) &&
                      !each_call(&child, visit, user))
            return false;
    }
    return true;
}

/* The function that has the code at [address], not one that is inlined there. */
static bool function_at(struct iq_object_file *object, uint64_t address, Dwarf_Die *function,
                        Dwarf_Addr *bias)
{
    Dwarf_Die *unit = iq_objects_unit(object, address, bias), *found = NULL, *scopes = NULL;
    if (!unit || dwarf_getscopes(unit, address - *bias, &found) <= 0)
        return false;
    int count = dwarf_getscopes_die(&found[0], &scopes);
    bool any = false;
    for (int i = 0; i < count && !any; i++)
        if ((any = dwarf_tag(&scopes[i]) == DW_TAG_subprogram))
            *function = scopes[i];
    free(found);
    free(scopes);
    return any;
}

static const char *linkage_name(Dwarf_Die *die)
{
    Dwarf_Attribute attribute;
    const char *name = dwarf_formstring(dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute));
    return name ? name : dwarf_diename(die);
}

static bool is_api(const char *name)
{
    return name && (!strncmp(name, "cu", 2) || !strncmp(name, "cl", 2) || !strncmp(name, "vk", 2));
}

/* Address of the code of a called function, 0: it has none here, or several could be meant. */
static uint64_t code_of(struct iq_object_file *object, Dwarf_Die *origin, Dwarf_Addr bias)
{
    Dwarf_Addr low;
    const char *name = linkage_name(origin);
    uint64_t found = 0;
    if (!dwarf_lowpc(origin, &low))
        return low + bias;
    for (int i = 0, count = name ? dwfl_module_getsymtab(object->dwfl_module) : 0; i < count; i++) {
        GElf_Sym symbol;
        GElf_Addr address;
        const char *other =
            dwfl_module_getsym_info(object->dwfl_module, i, &symbol, &address, NULL, NULL, NULL);
        if (!other || GELF_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_shndx == SHN_UNDEF ||
            strcmp(other, name) != 0 || address == found)
            continue;
        if (found)
            return 0;
        found = address;
    }
    return found;
}

struct tail_search {
    Dwarf_Addr after;
    struct call found;
    int jumps;
};

static bool is_call(void *user, const struct call *call)
{
    struct tail_search *search = user;
    if (call->after != search->after)
        return true;
    search->found = *call;
    search->jumps = 1;
    return false;
}

static bool count_jump(void *user, const struct call *call)
{
    struct tail_search *search = user;
    if (call->jump && call->has_origin) {
        search->found = *call;
        search->jumps++;
    }
    return true;
}

int iq_tail_calls(struct iq_object_file *object, uint64_t pc, uint64_t jumps[IQ_TAIL_DEPTH])
{
    Dwarf_Die function;
    Dwarf_Addr bias;
    if (!object->dwfl_module || !function_at(object, pc - 1, &function, &bias))
        return 0;
    struct tail_search search = { .after = pc - bias };
    each_call(&function, is_call, &search);
    /* last: the deepest call that has the name of an API's function; programs may have such names,
     * too */
    int depth = 0, last = 0;
    while (search.jumps == 1 && search.found.has_origin) {
        last = is_api(linkage_name(&search.found.origin)) ? depth : last;
        uint64_t code = depth < IQ_TAIL_DEPTH ? code_of(object, &search.found.origin, bias) : 0;
        if (!code || !function_at(object, code, &function, &bias))
            break;
        search = (struct tail_search){ .jumps = 0 };
        each_call(&function, count_jump, &search);
        memmove(jumps + 1, jumps, (size_t)depth * sizeof *jumps);
        jumps[0] = search.found.after + bias;
        depth++;
    }
    memmove(jumps, jumps + (depth - last), (size_t)last * sizeof *jumps);
    return last;
}
