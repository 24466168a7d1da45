#include "report/symbols.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/path.h"
#include "report/demangle.h"
#include "report/frames.h"
#include "report/objects.h"
#include "report/overload.h"
#include "report/parameters.h"
#include "report/pdb.h"
#include "report/perfmap.h"
#include "report/shown.h"
#include "report/tail.h"
#include "report/variables.h"

/* Lines of an assembly; the file may be missing. */
struct assembly {
    const char *path;
    struct iq_pdb pdb;
};
/* What iq_tail_calls says of a return address. */
struct tail {
    int count;
    uint64_t jumps[IQ_TAIL_DEPTH];
};
struct resolver {
    struct iq_document *document;
    struct iq_objects *objects;
    bool perfmap_tried, nameless; /* nameless: a compiled frame had no name */
    struct iq_perfmap perfmap;
    IQ_VEC(struct assembly) assemblies;
    /* of return addresses that were resolved: stacks share most of theirs */
    iq_frames known;
    struct iq_map known_at;    /* return address -> first in known << 16 | how many */
    IQ_VEC(struct tail) tails; /* of the innermost ones */
    struct iq_map tails_at;    /* return address -> position in tails + 1 */
};

static const char *keep(struct resolver *resolver, const char *text)
{
    return text ? iq_document_copy(resolver->document, text, strlen(text)) : NULL;
}

static const char *keep_demangled(struct resolver *resolver, const char *name)
{
    struct iq_str text;
    if (!name || !*name)
        return NULL;
    iq_str_init_heap(&text);
    iq_demangle(name, &text);
    const char *kept = keep(resolver, iq_str_text(&text));
    iq_str_finish(&text);
    return kept;
}

static const char *die_name(Dwarf_Die *die)
{
    Dwarf_Attribute attribute;
    if (dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute) ||
        dwarf_attr_integrate(die, DW_AT_MIPS_linkage_name, &attribute)) {
        const char *name = dwarf_formstring(&attribute);
        if (name)
            return name;
    }
    return dwarf_diename(die);
}

static uint32_t call_line(Dwarf_Die *die)
{
    Dwarf_Attribute attribute;
    Dwarf_Word line;
    return dwarf_formudata(dwarf_attr(die, DW_AT_call_line, &attribute), &line) ? 0
                                                                                : (uint32_t)line;
}

/* Frames of the functions inlined at [address], innermost first, then of the function itself.
 * [first] holds what the line table says.  False if the debug information knows no function
 * there. */
static bool push_scopes(struct resolver *resolver, struct iq_object_file *object, uint64_t address,
                        struct iq_frame first, iq_frames *out)
{
    Dwarf_Addr bias;
    Dwarf_Die *unit = iq_objects_unit(object, address, &bias);
    Dwarf_Die *found = NULL, *scopes = NULL;
    if (!unit || dwarf_getscopes(unit, address - bias, &found) <= 0)
        return false;
    Dwarf_Die innermost = found[0];
    free(found);
    int count = dwarf_getscopes_die(&innermost, &scopes);
    const char *directory = first.directory;
    struct iq_frame frame = first;
    bool any = false;
    for (int i = 0; i < count; i++) {
        int tag = dwarf_tag(&scopes[i]);
        if (tag != DW_TAG_inlined_subroutine && tag != DW_TAG_subprogram &&
            tag != DW_TAG_entry_point)
            continue;
        frame.function = keep_demangled(resolver, die_name(&scopes[i]));
        any = !iq_vec_push(out, frame) || any;
        if (tag != DW_TAG_inlined_subroutine)
            break;
        frame.file = NULL;
        frame.line = call_line(&scopes[i]);
        iq_frames_set_file(resolver->document, &frame,
                           iq_objects_file(unit, &scopes[i], DW_AT_call_file), directory);
    }
    free(scopes);
    return any;
}

static const struct {
    const char *pattern, *nameless, *advice;
} hosts[] = {
#define HOST(pattern, nameless, advice) { pattern, nameless, advice },
#include "report/compilers.def"
};
enum { HOSTS = sizeof hosts / sizeof hosts[0] };

static bool stands_for_all(const char *function)
{
    for (size_t i = 0; function && i < HOSTS; i++)
        if (hosts[i].nameless && !strcmp(function, hosts[i].nameless))
            return true;
    return false;
}

/* Length of the folder below which both the source and the assembly lie, without its last slash; 0
 * for the root: they have nothing to do with each other. */
static size_t common_folder(const char *source, const char *assembly)
{
    size_t folder = 0;
    for (size_t i = 0; assembly && source[i] && source[i] == assembly[i]; i++)
        if (source[i] == '/')
            folder = i;
    return folder;
}

/* As .NET writes names: "RESULT [ASSEMBLY] TYPE::METHOD(PARAMETERS)[TIER]".  False: another one
 * did. */
static bool name_managed(struct resolver *resolver, const char *name, struct iq_frame *frame)
{
    const char *assembly = strchr(name, '['), *end = assembly ? strstr(assembly, "] ") : NULL;
    const char *method = end ? end + 2 : NULL, *parameters = method ? strchr(method, '(') : NULL,
               *tier = parameters ? strrchr(parameters, '[') : NULL;
    if (!parameters || !strstr(method, "::"))
        return false;
    if (!tier || tier[-1] != ')')
        tier = method + strlen(method);
    frame->module =
        iq_document_copy(resolver->document, assembly + 1, (size_t)(end - assembly - 1));
    frame->function = iq_document_copy(resolver->document, method, (size_t)(tier - method));
    return true;
}

/* A frame in no object: code that a just-in-time compiler made, if it has left a map. */
static void name_compiled(struct resolver *resolver, uint64_t address, struct iq_frame *frame)
{
    if (!resolver->perfmap_tried && resolver->document->perf_map)
        (void)iq_perfmap_load(&resolver->perfmap, resolver->document->perf_map);
    resolver->perfmap_tried = true;
    const struct iq_perfmap_entry *entry = iq_perfmap_find(&resolver->perfmap, address);
    resolver->nameless |= !entry;
    if (!entry)
        return;
    frame->offset = address - entry->start;
    if (name_managed(resolver, entry->name, frame))
        return;
    frame->function = keep_demangled(resolver, entry->name);
    frame->module = "[jit]";
}

static const struct iq_pdb *pdb_of(struct resolver *resolver, const char *path)
{
    for (size_t i = 0; i < resolver->assemblies.count; i++)
        if (!strcmp(resolver->assemblies.data[i].path, path))
            return &resolver->assemblies.data[i].pdb;
    struct assembly assembly = { .path = path };
    iq_pdb_load(&assembly.pdb, path);
    if (iq_vec_push(&resolver->assemblies, assembly)) {
        iq_pdb_finish(&assembly.pdb);
        return NULL;
    }
    return &resolver->assemblies.data[resolver->assemblies.count - 1].pdb;
}

/* The line of a method that its runtime told by its token: the assembly's debug information has
 * it. */
static struct iq_compiled with_line(struct resolver *resolver, struct iq_compiled compiled)
{
    struct iq_str file;
    const struct iq_pdb *pdb = compiled.file || !compiled.method || !compiled.assembly
                                   ? NULL
                                   : pdb_of(resolver, compiled.assembly);
    if (!pdb)
        return compiled;
    iq_str_init_heap(&file);
    compiled.line = iq_pdb_line(pdb, compiled.method, compiled.il_offset, &file);
    if (compiled.line && file.length)
        compiled.file = iq_document_copy(resolver->document, iq_str_text(&file), file.length);
    iq_str_finish(&file);
    return compiled;
}

/* As the runtime that compiled the code told us inside the program.  Where it has no line, a map's
 * name says more: the type's, too. */
static void name_told(struct resolver *resolver, const struct iq_compiled *told, uint64_t address,
                      struct iq_frame *frame)
{
    struct iq_compiled compiled = with_line(resolver, *told);
    if (compiled.method && !compiled.file) {
        bool nameless = resolver->nameless;
        name_compiled(resolver, address, frame);
        if (frame->function)
            return;
        resolver->nameless = nameless;
    }
    frame->function = compiled.function;
    frame->module = compiled.assembly ? iq_base_name(compiled.assembly) : "[jit]";
    frame->has_offset = false; /* of an address of today, which says nothing */
    frame->line = compiled.line;
    if (!compiled.file)
        return;
    size_t length = common_folder(compiled.file, compiled.assembly);
    iq_frames_set_file(resolver->document, frame, compiled.file,
                       length ? iq_document_copy(resolver->document, compiled.file, length) : NULL);
}

/* Is [line] of a unit that has code at [address]?  Tables with gaps (those of Go, of clang next to
 * gcc) lead to a neighbour. */
static bool is_of_unit(Dwfl_Line *line, struct iq_object_file *object, uint64_t address)
{
    Dwarf_Addr bias;
    Dwarf_Die *unit = dwfl_linecu(line);
    return unit && dwfl_module_getdwarf(object->dwfl_module, &bias) &&
           dwarf_haspc(unit, address - bias) > 0;
}

/* By libdwfl's tables, else by the unit's own, which is found where those have gaps. */
static void set_line(struct resolver *resolver, struct iq_object_file *object, uint64_t address,
                     struct iq_frame *frame)
{
    Dwfl_Line *line = dwfl_module_getsrc(object->dwfl_module, address);
    int number = 0;
    if (line && is_of_unit(line, object, address)) {
        const char *file = dwfl_lineinfo(line, NULL, &number, NULL, NULL, NULL);
        iq_frames_set_file(resolver->document, frame, file, dwfl_line_comp_dir(line));
        frame->line = (uint32_t)number;
        return;
    }
    Dwarf_Addr bias;
    Dwarf_Attribute attribute;
    Dwarf_Die *unit = iq_objects_unit(object, address, &bias);
    Dwarf_Line *own = unit ? dwarf_getsrc_die(unit, address - bias) : NULL;
    if (!own || dwarf_lineno(own, &number))
        return;
    iq_frames_set_file(resolver->document, frame, dwarf_linesrc(own, NULL, NULL),
                       dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute)));
    frame->line = (uint32_t)number;
}

static bool is_system(const struct iq_frame *frame)
{
    return frame->module &&
           (!strncmp(frame->module, "libc.so", 7) || !strncmp(frame->module, "libc-", 5) ||
            !strncmp(frame->module, "ld-", 3));
}

static void resolve_address(struct resolver *resolver, uint64_t pc, iq_frames *out)
{
    uint64_t address = pc ? pc - 1 : 0; /* inside the call instruction */
    struct iq_object_file *object = iq_objects_at(resolver->objects, address);
    struct iq_frame frame = { .has_offset = true, .offset = address };
    const struct iq_compiled *compiled = iq_document_compiled(resolver->document, pc);
    if (compiled || !object) {
        if (compiled)
            name_told(resolver, compiled, address, &frame);
        else
            name_compiled(resolver, address, &frame);
        (void)iq_vec_push(out, frame);
        return;
    }
    frame.module = object->name;
    frame.offset = address - object->module->bias;
    if (!object->dwfl_module) {
        (void)iq_vec_push(out, frame);
        return;
    }
    /* its debug information takes longer to read than all else does together, and names nobody's
     * mistake */
    if (!is_system(&frame)) {
        set_line(resolver, object, address, &frame);
        if (push_scopes(resolver, object, address, frame, out))
            return;
    }
    frame.function = keep_demangled(
        resolver, iq_functions_name(&object->functions, object->dwfl_module, address));
    resolver->nameless |= stands_for_all(frame.function);
    (void)iq_vec_push(out, frame);
}

/* Frames of one return address. */
static void push_address(struct resolver *resolver, uint64_t pc, iq_frames *out)
{
    uintptr_t span = (uintptr_t)iq_map_get(&resolver->known_at, pc);
    if (!span) {
        size_t first = resolver->known.count;
        resolve_address(resolver, pc, &resolver->known);
        size_t count = resolver->known.count - first;
        span = first << 16 | (count < UINT16_MAX ? count : UINT16_MAX);
        IQ_DROP(iq_map_set(&resolver->known_at, pc, (void *)span)); /* else it is resolved again */
    }
    for (size_t i = 0; i < (span & UINT16_MAX); i++)
        (void)iq_vec_push(out, resolver->known.data[(span >> 16) + i]);
}

static struct tail tail_at(struct resolver *resolver, uint64_t pc)
{
    uintptr_t position = (uintptr_t)iq_map_get(&resolver->tails_at, pc);
    if (position)
        return resolver->tails.data[position - 1];
    struct iq_object_file *object = iq_objects_at(resolver->objects, pc - 1);
    struct tail tail = { 0 };
    tail.count = object ? iq_tail_calls(object, pc, tail.jumps) : 0;
    if (!iq_vec_push(&resolver->tails, tail))
        IQ_DROP(iq_map_set(&resolver->tails_at, pc, (void *)(uintptr_t)resolver->tails.count));
    return tail;
}

static void resolve_stack(struct resolver *resolver, uint32_t id)
{
    struct iq_trace_stack *stack = iq_document_stack(resolver->document, id);
    if (!stack || stack->resolved)
        return;
    stack->resolved = true;
    iq_frames native = { 0 };
    struct tail tail = { 0 };
    if (stack->pcs.count)
        tail = tail_at(resolver, stack->pcs.data[0]);
    for (int i = 0; i < tail.count; i++)
        push_address(resolver, tail.jumps[i], &native);
    for (size_t i = 0; i < stack->pcs.count; i++)
        push_address(resolver, stack->pcs.data[i], &native);
    (void)iq_frames_select(&native, &stack->interpreter, &stack->frames);
    stack->overload = iq_overload_of(&native);
    iq_vec_finish(&native);
}

static void put_overload(struct resolver *resolver, uint32_t id, const char **text)
{
    const struct iq_trace_stack *stack = iq_document_stack(resolver->document, id);
    const char *put = stack && stack->overload
                          ? iq_overload_put(resolver->document, stack->overload, *text)
                          : NULL;
    *text = put ? put : *text;
}

/* Calls by the names that the program has for them. */
static void name_overloads(struct resolver *resolver, struct iq_finding *finding)
{
    const uint32_t stacks[] = { finding->stack_call, finding->stack_created,
                                finding->stack_destroyed };
    for (size_t i = 0; i < sizeof stacks / sizeof stacks[0]; i++) {
        put_overload(resolver, stacks[i], &finding->message);
        put_overload(resolver, stacks[i], &finding->cause);
        put_overload(resolver, stacks[i], &finding->fix);
    }
}

/* A new stack whose innermost frame is the device statement [site]; NULL when out of memory. */
static struct iq_trace_stack *add_site(struct resolver *resolver, const char *site,
                                       uint32_t *next_id)
{
    struct iq_trace_stack *stack = iq_document_add_stack(resolver->document, --*next_id);
    if (!stack || iq_vec_push(&stack->frames, iq_frames_kernel(resolver->document, site)))
        return NULL;
    stack->resolved = true;
    return stack;
}

static int add_related_sites(struct resolver *resolver, struct iq_finding *finding,
                             uint32_t *next_id)
{
    for (int i = 0; i < finding->related_count; i++) {
        const char *site = finding->related_site[i];
        if (!site || !*site)
            continue;
        if (!add_site(resolver, site, next_id))
            return IQ_ENOMEM;
        finding->related[i].stack = *next_id;
    }
    return 0;
}

/* The device statement of a kernel rule becomes the innermost frame of its kernel stack. */
static int add_kernel_site(struct resolver *resolver, struct iq_finding *finding, uint32_t *next_id)
{
    if (!finding->kernel_site || !*finding->kernel_site)
        return 0;
    struct iq_trace_stack *stack = add_site(resolver, finding->kernel_site, next_id);
    if (!stack)
        return IQ_ENOMEM;
    const struct iq_trace_stack *rest =
        iq_document_stack(resolver->document, finding->stack_kernel);
    for (size_t i = 0; rest && i < rest->frames.count; i++)
        if (iq_vec_push(&stack->frames, rest->frames.data[i]))
            return IQ_ENOMEM;
    finding->stack_kernel = *next_id;
    return 0;
}

/* Kernels have their mangled names in what rules say. */
static void demangle_text(struct resolver *resolver, const char **text)
{
    struct iq_str out;
    if (!*text || !strstr(*text, "_Z"))
        return;
    iq_str_init_heap(&out);
    iq_demangle_words(*text, &out, iq_shown_function);
    *text = keep(resolver, iq_str_text(&out));
    iq_str_finish(&out);
}

/* What runs at exit is the outermost function above those of libc: its name belongs into the
 * sentence. */
static void name_exit_handler(struct resolver *resolver, struct iq_finding *finding)
{
    const struct iq_trace_stack *stack = iq_document_stack(resolver->document, finding->stack_call);
    const struct iq_frame *handler = NULL;
    struct iq_str out;
    for (size_t i = 0; stack && i < stack->frames.count && !is_system(&stack->frames.data[i]); i++)
        handler = &stack->frames.data[i];
    if (!handler || !handler->function || !strcmp(handler->function, "main") || !finding->cause)
        return;
    iq_str_init_heap(&out);
    iq_str_printf(&out, "%s; here it is %s%s", finding->cause,
                  strstr(handler->function, "::~") ? "the destructor " : "", handler->function);
    finding->cause = keep(resolver, iq_str_text(&out));
    iq_str_finish(&out);
}

/* Memory that a destructor has freed: somebody kept a pointer, or an object was copied. */
static void name_destructor(struct resolver *resolver, struct iq_finding *finding)
{
    const struct iq_trace_stack *stack =
        iq_document_stack(resolver->document, finding->stack_destroyed);
    const char *function = stack && stack->frames.count ? stack->frames.data[0].function : NULL;
    struct iq_str out;
    if (!function || !strstr(function, "::~") || !finding->cause)
        return;
    iq_str_init_heap(&out);
    iq_str_printf(
        &out,
        "%s; the destructor %s freed it: the object that owned it has ended, or a copy of it (an argument by value, a temporary) that had the same pointer",
        finding->cause, function);
    finding->cause = keep(resolver, iq_str_text(&out));
    iq_str_finish(&out);
}

static bool is_in(const struct iq_frame *frame, const char *name)
{
    return frame->function && !strncmp(frame->function, name, strlen(name));
}

/* Memory that a function of CUB, called by the program and not by Thrust, went past, or of which it
 * had nothing to give to one of its parts, may be what the program gave it to work in: the one size
 * that follows from all of its arguments. */
static void explain_temporary_storage(struct resolver *resolver, struct iq_finding *finding)
{
    const struct iq_trace_stack *stack = iq_document_stack(resolver->document, finding->stack_call);
    const struct iq_frame *called = NULL;
    struct iq_str out;
    for (size_t i = 0; stack && i < stack->frames.count; i++)
        if (is_in(&stack->frames.data[i], "cub::") || is_in(&stack->frames.data[i], "thrust::"))
            called = &stack->frames.data[i];
        else
            break;
    if (!called || !is_in(called, "cub::") || !strstr(called->function, "::Device") ||
        !finding->fix)
        return;
    iq_str_init_heap(&out);
    iq_str_printf(
        &out,
        "%s; if it is the temporary storage of CUB, ask for its size (the first call, with a null pointer) with the same arguments that the second call gets, and allocate that many bytes",
        finding->fix);
    finding->fix = keep(resolver, iq_str_text(&out));
    iq_str_finish(&out);
}

static bool is_one_of(const char *rule, const char *const *rules)
{
    while (*rules && strcmp(rule, *rules))
        rules++;
    return *rules;
}

/* What only names say. */
static void explain_names(struct resolver *resolver, struct iq_finding *finding)
{
    static const char *const freed[] = { "use-after-free", "kernel-use-after-free", NULL },
                             *const past[] = { "kernel-out-of-bounds", "unknown-pointer",
                                               "range-overflow", "null-pointer", NULL };
    const char *rule = finding->rule_text ? finding->rule_text : "";
    if (!strcmp(rule, "exit-order"))
        name_exit_handler(resolver, finding);
    if (is_one_of(rule, freed))
        name_destructor(resolver, finding);
    if (is_one_of(rule, past))
        explain_temporary_storage(resolver, finding);
}

static bool is_host(const struct iq_document *document, const char *pattern)
{
    bool is = document->exe && !fnmatch(pattern, iq_base_name(document->exe), 0);
    for (size_t i = 0; i < document->modules.count && !is; i++)
        is = !fnmatch(pattern, iq_base_name(document->modules.data[i].path), 0);
    return is;
}

/* Frames of compiled code without names are of no use to anybody, and the runtime would have told
 * them. */
static void tell_of_nameless(struct iq_document *document)
{
    struct iq_str text;
    size_t i = 0;
    while (i < HOSTS && !is_host(document, hosts[i].pattern))
        i++;
    if (document->perf_map || i == HOSTS)
        return;
    iq_str_init_heap(&text);
    iq_str_printf(&text, "frames of code compiled by %s have no names; to get names, %s",
                  iq_base_name(document->exe ? document->exe : "the runtime"), hosts[i].advice);
    (void)iq_vec_push(
        &document->messages,
        (struct iq_message){ .level = 0,
                             .text = iq_document_copy(document, iq_str_text(&text), text.length) });
    iq_str_finish(&text);
}

static void resolve_communicator(struct resolver *resolver,
                                 const struct iq_communicator_calls *communicator)
{
    resolve_stack(resolver, communicator->stack);
    for (size_t i = 0; i < communicator->calls.count; i++)
        resolve_stack(resolver, communicator->calls.data[i].stack);
}

/* What of a document is resolved. */
struct choice {
    bool (*wanted)(void *user, const struct iq_document *document,
                   const struct iq_finding *finding); /* NULL: all */
    void *user;
    bool but_notes;
};

static int resolve(struct iq_document *document, const struct choice *choice)
{
    struct iq_objects objects;
    struct resolver resolver = { .document = document, .objects = &objects };
    uint32_t next_id = UINT32_MAX;
    if (iq_objects_init(&objects, document))
        return IQ_ENOMEM;
    iq_variables_judge(document, &objects, &next_id);
    int failed = 0;
    size_t kept = 0;
    for (size_t i = 0; i < document->findings.count; i++)
        if (!choice->wanted || choice->wanted(choice->user, document, &document->findings.data[i]))
            document->findings.data[kept++] = document->findings.data[i];
    document->findings.count = kept;
    for (size_t i = 0; i < document->last_calls.count && !choice->wanted; i++)
        resolve_stack(&resolver, document->last_calls.data[i].stack);
    for (size_t i = 0; i < document->communicators.count && !choice->wanted; i++)
        resolve_communicator(&resolver, &document->communicators.data[i]);
    for (size_t i = 0; i < document->recorded.count && !choice->wanted; i++) {
        resolve_stack(&resolver, document->recorded.data[i].stack);
        demangle_text(&resolver, &document->recorded.data[i].kernel);
    }
    for (size_t i = 0; i < document->faults.count && !choice->wanted; i++)
        resolve_stack(&resolver, document->faults.data[i].stack);
    for (size_t i = 0; i < document->findings.count; i++) {
        struct iq_finding *finding = &document->findings.data[i];
        if (choice->but_notes && finding->severity == IQ_NOTE)
            continue;
        resolve_stack(&resolver, finding->stack_call);
        resolve_stack(&resolver, finding->stack_created);
        resolve_stack(&resolver, finding->stack_destroyed);
        resolve_stack(&resolver, finding->stack_kernel);
        for (int r = 0; r < finding->related_count; r++)
            resolve_stack(&resolver, finding->related[r].stack);
        failed |= add_kernel_site(&resolver, finding, &next_id);
        failed |= add_related_sites(&resolver, finding, &next_id);
        explain_names(&resolver, finding);
        iq_parameters_name(document, resolver.objects, finding);
        name_overloads(&resolver, finding);
        demangle_text(&resolver, &finding->message);
        demangle_text(&resolver, &finding->cause);
        demangle_text(&resolver, &finding->fix);
        demangle_text(&resolver, &finding->arg_value);
        for (int r = 0; r < finding->related_count; r++)
            demangle_text(&resolver, &finding->related[r].what);
    }
    if (resolver.nameless)
        tell_of_nameless(document);
    iq_objects_finish(&objects);
    iq_vec_finish(&resolver.known);
    iq_map_finish(&resolver.known_at);
    iq_vec_finish(&resolver.tails);
    iq_map_finish(&resolver.tails_at);
    iq_perfmap_finish(&resolver.perfmap);
    for (size_t i = 0; i < resolver.assemblies.count; i++)
        iq_pdb_finish(&resolver.assemblies.data[i].pdb);
    iq_vec_finish(&resolver.assemblies);
    return failed;
}

int iq_symbols_resolve(struct iq_document *document)
{
    return resolve(document, &(struct choice){ .but_notes = false });
}

int iq_symbols_resolve_but_notes(struct iq_document *document)
{
    return resolve(document, &(struct choice){ .but_notes = true });
}

int iq_symbols_resolve_some(struct iq_document *document,
                            bool (*wanted)(void *user, const struct iq_document *document,
                                           const struct iq_finding *finding),
                            void *user)
{
    return resolve(document, &(struct choice){ .wanted = wanted, .user = user });
}
