/* See parameters.h. */
#include "report/parameters.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/numba.h"
#include "base/str.h"
#include "report/declared.h"
#include "report/excerpt.h"
#include "report/frames.h"

enum { NAME_BYTES = 64 };

struct naming {
    struct iq_document *document;
    struct iq_objects *objects;
    struct iq_finding *finding;
    char kernel[1024]; /* as Numba mangles it; "": not of Numba */
};

/* nvcc's host functions have numbers for names, but say where the kernel is declared. */
static bool declared_name(const struct naming *naming, Dwarf_Die *unit, Dwarf_Die *function,
                          int index, char name[NAME_BYTES])
{
    enum { DECLARATION = 4096 };
    Dwarf_Attribute attribute;
    struct iq_frame frame = { .file = NULL };
    int line = 0;
    char text[DECLARATION];
    const char *directory = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute)),
               *of = dwarf_diename(function);
    if (!of || dwarf_decl_line(function, &line))
        return false;
    iq_frames_set_file(naming->document, &frame, iq_objects_file(unit, function, DW_AT_decl_file),
                       directory);
    frame.line = (uint32_t)line;
    return iq_excerpt_text(&frame, text, sizeof text) &&
           iq_declared_parameter(text, of, index, name, NAME_BYTES);
}

/* Parameter [index] of the kernel's host function, if debug information has it. */
static bool host_name(const struct naming *naming, int index, char name[NAME_BYTES])
{
    uint64_t address = naming->finding->arg_function;
    struct iq_object_file *object = address ? iq_objects_at(naming->objects, address) : NULL;
    Dwarf_Addr bias;
    Dwarf_Die *unit =
        object && object->dwfl_module ? iq_objects_unit(object, address, &bias) : NULL;
    Dwarf_Die *scopes = NULL, die;
    const char *found = NULL;
    bool is_named = false;
    int count = unit ? dwarf_getscopes(unit, address - bias, &scopes) : 0, left = index;
    for (int i = 0; i < count; i++) {
        if (dwarf_tag(&scopes[i]) != DW_TAG_subprogram || dwarf_child(&scopes[i], &die))
            continue;
        do {
            Dwarf_Attribute attribute;
            if (dwarf_tag(&die) == DW_TAG_formal_parameter && !left--)
                found = dwarf_formstring(dwarf_attr_integrate(&die, DW_AT_name, &attribute));
        } while (left >= 0 && !dwarf_siblingof(&die, &die));
        is_named = found && (strncmp(found, "__cuda_", 7) != 0
                                 ? (size_t)snprintf(name, NAME_BYTES, "%s", found) < NAME_BYTES
                                 : declared_name(naming, unit, &scopes[i], index, name));
        break;
    }
    free(scopes);
    return is_named;
}

static bool is_python(const char *file)
{
    size_t length = file ? strlen(file) : 0;
    return length > 3 && !strcmp(file + length - 3, ".py");
}

/* Argument [index] of [function] in the file of [frame]; "" in [name] if there is none. */
static void read_python(const struct iq_frame *frame, const char *function, int index,
                        char name[NAME_BYTES])
{
    enum { SOURCE = 1 << 18 };
    struct iq_frame whole = *frame;
    char *text = malloc(SOURCE);
    whole.line = 1;
    *name = 0;
    if (text && iq_excerpt_text(&whole, text, SOURCE) &&
        !iq_declared_python(text, function, index, name, NAME_BYTES))
        *name = 0;
    free(text);
}

/* ... in one of the Python files that [stack] goes through, the innermost that has it. */
static bool python_name_in(const struct naming *naming, uint32_t stack, const char *function,
                           int index, char name[NAME_BYTES])
{
    const struct iq_trace_stack *frames = iq_document_stack(naming->document, stack);
    const char *last = "";
    for (size_t i = 0; frames && i < frames->frames.count; i++) {
        const struct iq_frame *frame = &frames->frames.data[i];
        if (!is_python(frame->file) || !strcmp(frame->file, last))
            continue;
        last = frame->file;
        read_python(frame, function, index, name);
        if (*name)
            return true;
    }
    return false;
}

static void numba_name(const struct naming *naming, const struct iq_numba_word *word,
                       char name[NAME_BYTES])
{
    char function[NAME_BYTES * 4];
    size_t length;
    const char *found = iq_numba_function(naming->kernel, &length);
    snprintf(function, sizeof function, "%.*s", (int)length, found);
    if (!python_name_in(naming, naming->finding->stack_kernel, function, word->argument, name) &&
        !python_name_in(naming, naming->finding->stack_call, function, word->argument, name))
        snprintf(name, NAME_BYTES, "%d", word->argument + 1);
}

/* What the author calls parameter [index]; false: that is not known. */
static bool name_of(const struct naming *naming, int index, char name[NAME_BYTES])
{
    struct iq_numba_word word;
    if (!*naming->kernel)
        return host_name(naming, index, name);
    if (!iq_numba_parameter(naming->kernel, (unsigned)index, &word))
        return false;
    numba_name(naming, &word, name);
    return true;
}

static const char *keep(const struct naming *naming, struct iq_str *text)
{
    const char *kept = iq_document_copy(naming->document, iq_str_text(text), text->length);
    iq_str_finish(text);
    return kept;
}

/* "argument 2" becomes "argument out". */
static const char *put_names(const struct naming *naming, const char *text)
{
    static const char mark[] = "argument ";
    struct iq_str out;
    char name[NAME_BYTES];
    if (!text || !strstr(text, mark))
        return text;
    iq_str_init_heap(&out);
    for (const char *at; (at = strstr(text, mark));) {
        char *end;
        at += sizeof mark - 1;
        iq_str_put(&out, text, (size_t)(at - text));
        unsigned long number = *at >= '1' && *at <= '9' ? strtoul(at, &end, 10) : 0;
        text = at;
        if (number && number <= 1024 && name_of(naming, (int)number - 1, name)) {
            iq_str_puts(&out, name);
            text = end;
        }
    }
    iq_str_puts(&out, text);
    return keep(naming, &out);
}

/* Of an array of Numba that an address was computed from: which element that is. */
static const char *put_element(const struct naming *naming, const char *cause, const char *name)
{
    static const char pointer[] = "the pointer is the kernel's argument ";
    const struct iq_finding *finding = naming->finding;
    struct iq_numba_word word;
    const char *at = cause ? strstr(cause, pointer) : NULL;
    struct iq_str out;
    if (!at || !iq_numba_parameter(naming->kernel, (unsigned)finding->arg_index, &word) ||
        !word.is_data)
        return cause;
    iq_str_init_heap(&out);
    iq_str_put(&out, cause, (size_t)(at - cause));
    uint64_t data = finding->arg_value ? strtoull(finding->arg_value, NULL, 16) : 0;
    if (data && finding->access_address && word.dimensions == 1 && word.is_contiguous)
        iq_str_printf(&out, "it is element %" PRId64 " of",
                      (int64_t)(finding->access_address - data) / (int64_t)word.element_bytes);
    else
        iq_str_puts(&out, "the pointer is the data of");
    iq_str_printf(&out, " the kernel's argument %s, an array of %s", name, word.type);
    iq_str_puts(&out, strchr(at, ';') ? strchr(at, ';') : "");
    return keep(naming, &out);
}

static void find_kernel(struct naming *naming)
{
    const char *site = naming->finding->kernel_site,
               *begin = site && strchr(site, '|') ? strchr(site, '|') + 1 : "";
    snprintf(naming->kernel, sizeof naming->kernel, "%.*s", (int)strcspn(begin, "|"), begin);
    if (!iq_numba_made(naming->kernel))
        *naming->kernel = 0;
}

void iq_parameters_name(struct iq_document *document, struct iq_objects *objects,
                        struct iq_finding *finding)
{
    struct naming naming = { document, objects, finding, "" };
    struct iq_numba_word word;
    char name[NAME_BYTES];
    const char *number = finding->arg_name;
    if (!finding->arg_of_kernel || finding->arg_index < 0 || !number || number[0] < '0' ||
        number[0] > '9')
        return;
    find_kernel(&naming);
    if (!name_of(&naming, finding->arg_index, name))
        return;
    finding->cause = *naming.kernel ? put_element(&naming, finding->cause, name) : finding->cause;
    finding->cause = put_names(&naming, finding->cause);
    finding->message = put_names(&naming, finding->message);
    for (int i = 0; i < finding->related_count; i++)
        finding->related[i].what = put_names(&naming, finding->related[i].what);
    if (*naming.kernel && iq_numba_parameter(naming.kernel, (unsigned)finding->arg_index, &word))
        finding->arg_index = word.argument;
    if (name[0] >= '0' && name[0] <= '9')
        snprintf(name, sizeof name, "%d", finding->arg_index);
    finding->arg_name = iq_document_copy(document, name, strlen(name));
}
