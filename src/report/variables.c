#include "report/variables.h"

#include <stdio.h>
#include <string.h>

#include "base/path.h"
#include "base/str.h"
#include "report/frames.h"
#include "report/locate.h"
#include "report/shown.h"

struct judge {
    struct iq_document *document;
    struct iq_objects *objects;
    uint32_t *next_id;
};

static const char *keep(struct judge *judge, struct iq_str *text)
{
    const char *kept = iq_document_copy(judge->document, iq_str_text(text), text->length);
    iq_str_finish(text);
    return kept;
}

static bool locate(struct judge *judge, const struct iq_finding *finding, uint64_t address,
                   struct iq_debug_variable *variable)
{
    if (!finding->frame_cfa)
        return iq_locate_global(judge->objects, address, variable);
    return iq_locate_local(judge->objects, finding->frame_pc, finding->frame_cfa, address,
                           variable);
}

/* "'local' (int[64], 256 bytes, of main)". */
static void put_variable(struct iq_str *text, const struct iq_debug_variable *variable)
{
    iq_str_printf(text, "'%s' (", variable->name);
    if (variable->type[0]) {
        iq_shown_function(text, variable->type);
        iq_str_puts(text, ", ");
    }
    iq_str_printf(text, "%llu bytes", (unsigned long long)variable->size);
    if (variable->function)
        iq_str_printf(text, ", of %s", variable->function);
    iq_str_puts(text, ")");
}

/* The declaration stands where other objects have the call that made them. */
static void set_object(struct judge *judge, struct iq_finding *finding,
                       const struct iq_debug_variable *variable)
{
    finding->object_address = variable->address;
    finding->object_size = variable->size;
    if (!variable->file || !variable->line)
        return;
    struct iq_trace_stack *stack = iq_document_add_stack(judge->document, --*judge->next_id);
    const char *name = variable->function ? variable->function : variable->name;
    struct iq_frame frame = { .function = iq_document_copy(judge->document, name, strlen(name)),
                              .line = (uint32_t)variable->line };
    iq_frames_set_file(judge->document, &frame, variable->file, variable->directory);
    if (!stack || iq_vec_push(&stack->frames, frame))
        return;
    stack->resolved = true;
    finding->stack_created = *judge->next_id;
}

#define IQ_COPY_ROWS "copy each row by itself, or keep all rows in one block of memory"

/* Classes whose objects hold the address of the elements, and what gives it: "pass NAME.data()".
 * Where the elements are not an array, [other] says what to do; [of]: only if the type has that,
 * too. */
static const struct {
    const char *type, *what, *before, *after, *note, *other, *of;
} owners[] = {
    { .type = "array<", .of = "*", .what = "an array of pointers", .other = IQ_COPY_ROWS },
    { .type = "array<", .of = "_ptr<", .what = "an array of pointers", .other = IQ_COPY_ROWS },
    { .type = "array<", .of = "vector<", .what = "an array of vectors", .other = IQ_COPY_ROWS },
    { .type = "vector<bool",
      .what = "a vector of bool",
      .other =
          "copy the elements into an array of char first: a std::vector<bool> has none of bool" },
    { "vector<", "a vector", "", ".data()", "", NULL, NULL },
    { "valarray<", "a valarray", "&", "[0]", "", NULL, NULL },
    { "basic_string<", "a string", "", ".data()", "", NULL, NULL },
    { "string", "a string", "", ".data()", "", NULL, NULL },
    { "basic_string_view<", "a string view", "", ".data()", "", NULL, NULL },
    { "span<", "a span", "", ".data()", "", NULL, NULL },
    { "unique_ptr<", "a unique pointer", "", ".get()", "", NULL, NULL },
    { "shared_ptr<", "a shared pointer", "", ".get()", "", NULL, NULL },
    { "device_vector<", "a device vector", "thrust::raw_pointer_cast(", ".data())",
      "; its elements are device memory", NULL, NULL },
    { "host_vector<", "a host vector", "", ".data()", "", NULL, NULL },
    { "Matrix<", "a matrix", "", ".data()", "", NULL, NULL },
    { "Array<", "an array", "", ".data()", "", NULL, NULL },
    { .type = "deque<",
      .what = "a deque",
      .other = "copy the elements of the deque into a vector first" },
    { .type = "list<",
      .what = "a list",
      .other = "copy the elements of the list into a vector first" },
};

/* A pointer, "float *"; an array of some, "float *[4]". */
static bool is_pointer(const struct iq_debug_variable *variable)
{
    size_t length = strlen(variable->type);
    return length && variable->type[length - 1] == '*';
}

/* No class, but what a pointer leads to was found. */
enum { IS_POINTER = -2 };

static bool has_rows(const struct iq_debug_variable *variable, int owner)
{
    return (owner >= 0 && owners[owner].of) || strstr(variable->type, "*[");
}

/* Is [variable] an object that only leads to its elements?  Gives its row in owners, else -1.  An
 * Eigen matrix of fixed size holds them itself: such are larger than an address and two sizes. */
static int owner_of(const struct iq_debug_variable *variable)
{
    enum { LARGEST = 32, LARGEST_CHAIN = 80 };
    const char *type = variable->class_name;
    for (size_t skip; (skip = strcspn(type, "<:")), type[skip] == ':';)
        type += skip + strspn(type + skip, ":");
    for (size_t i = 0; i < sizeof owners / sizeof *owners; i++)
        if ((owners[i].of ? strstr(type, owners[i].of) != NULL
                          : variable->size <= (owners[i].other ? LARGEST_CHAIN : LARGEST)) &&
            !strncmp(type, owners[i].type, strlen(owners[i].type)))
            return (int)i;
    return -1;
}

static void put_bounds_fix(struct iq_str *text, const struct iq_debug_variable *variable, int owner,
                           bool rows, unsigned long long needed, unsigned long long room)
{
    if (rows)
        iq_str_puts(text, IQ_COPY_ROWS);
    else if (owner == IS_POINTER)
        iq_str_printf(text, "pass %s, not &%s", variable->name, variable->name);
    else if (owner >= 0 && owners[owner].other)
        iq_str_puts(text, owners[owner].other);
    else if (owner >= 0)
        iq_str_printf(text, "pass %s%s%s, not &%s%s", owners[owner].before, variable->name,
                      owners[owner].after, variable->name, owners[owner].note);
    else
        iq_str_printf(
            text,
            "enlarge '%s' to at least %llu bytes, or copy at most %llu; check that both sizes are in bytes",
            variable->name, needed, room);
}

/* It is not known how large the object is, but what it leads to has the size of the access. */
static bool is_held(struct judge *judge, struct iq_finding *finding)
{
    struct iq_str text;
    if (!finding->message[0])
        return false;
    iq_str_init_heap(&text);
    iq_str_printf(&text, "the call %s %llu bytes at 0x%llx%s",
                  finding->access_writes ? "writes" : "reads",
                  (unsigned long long)finding->access_size,
                  (unsigned long long)finding->access_address, finding->cause);
    finding->cause = keep(judge, &text);
    finding->severity = IQ_WARNING;
    finding->object_address = finding->access_address;
    return true;
}

static bool prove_bounds(struct judge *judge, struct iq_finding *finding)
{
    struct iq_debug_variable variable;
    struct iq_str text;
    if (!locate(judge, finding, finding->access_address, &variable))
        return is_held(judge, finding);
    uint64_t offset = finding->access_address - variable.address, room = variable.size - offset;
    if (finding->access_size <= room)
        return false;
    unsigned long long beyond = finding->access_size - room;
    iq_str_init_heap(&text);
    iq_str_printf(&text, "%s %s %llu %s past the end of the variable '%s' that %s points into",
                  finding->api, finding->access_writes ? "writes" : "reads", beyond,
                  beyond == 1 ? "byte" : "bytes", variable.name, finding->arg_name);
    finding->message = keep(judge, &text);
    iq_str_init_heap(&text);
    iq_str_printf(&text, "0x%llx is ", (unsigned long long)finding->access_address);
    if (offset)
        iq_str_printf(&text, "byte %llu of ", (unsigned long long)offset);
    else
        iq_str_puts(&text, "the start of ");
    put_variable(&text, &variable);
    if (offset)
        iq_str_printf(&text, ", with %llu byte%s left", (unsigned long long)room,
                      room == 1 ? "" : "s");
    iq_str_printf(&text, "; the call %s %llu bytes, %s whatever follows in memory",
                  finding->access_writes ? "writes" : "reads",
                  (unsigned long long)finding->access_size,
                  finding->access_writes ? "overwriting" : "including");
    int owner = offset ? -1 : owner_of(&variable);
    bool rows = !offset && has_rows(&variable, owner), held = finding->fix[0];
    if (!offset && held && is_pointer(&variable))
        owner = IS_POINTER;
    if (rows)
        iq_str_puts(&text, "; it holds the addresses of rows, not the rows");
    else if (owner >= 0)
        iq_str_printf(&text,
                      "; the object of %s holds the address of its elements, not the elements",
                      owners[owner].what);
    else
        iq_str_puts(&text, finding->cause);
    finding->cause = keep(judge, &text);
    iq_str_init_heap(&text);
    if (owner == -1 && held && !rows)
        iq_str_puts(&text, finding->fix);
    else
        put_bounds_fix(&text, &variable, owner, rows, offset + finding->access_size, room);
    finding->fix = keep(judge, &text);
    set_object(judge, finding, &variable);
    return true;
}

/* Code of a library: its authors rely on what drivers do, as NCCL does; the reader of the report
 * cannot change it. */
static bool is_in_library(const struct judge *judge, uint64_t pc)
{
    for (size_t i = 0; i < judge->document->modules.count; i++) {
        const struct iq_document_module *module = &judge->document->modules.data[i];
        if (pc >= module->base && pc < module->end)
            return strstr(iq_base_name(module->path), ".so") != NULL;
    }
    return false;
}

static bool prove_end(struct judge *judge, struct iq_finding *finding)
{
    struct iq_debug_variable variable;
    struct iq_str text;
    const char *function = iq_locate_function(judge->objects, finding->frame_pc);
    bool block = finding->proof == IQ_PROOF_SCOPE;
    bool data = !finding->access_size; /* of a host function: a copy knows how much it copies */
    if (!function ||
        (block && !iq_locate_has_ended(judge->objects, finding->frame_pc, finding->frame_cfa,
                                       finding->access_address, finding->proof_address)))
        return false;
    bool named = locate(judge, finding, finding->access_address, &variable);
    iq_str_init_heap(&text);
    iq_str_printf(&text, "%s of %s points ", finding->arg_name, finding->api);
    if (named)
        iq_str_printf(&text, "to the local variable '%s'", variable.name);
    else
        iq_str_printf(&text, "into the frame of %s", function);
    iq_str_printf(&text, ", %s before %s",
                  block   ? "whose block ends"
                  : named ? "whose function returns"
                          : "to bytes that are given up",
                  data ? "the host function has run" : "anything has waited for the copy");
    finding->message = keep(judge, &text);
    iq_str_init_heap(&text);
    iq_str_puts(&text, "at the next call (shown as related) ");
    if (named)
        put_variable(&text, &variable);
    else
        iq_str_printf(
            &text,
            "these bytes of the frame of %s hold nothing any more: it has returned, or they were an argument passed by value, or a temporary",
            function);
    iq_str_printf(&text, "%s, and %s; ", named ? " no longer exists" : "",
                  data ? "the host function that gets its address has not begun"
                       : "nothing has waited for the copy");
    iq_str_puts(
        &text,
        data
            ? "what the function reads there is whatever later calls have stored, and what it writes there is lost, or changes their variables"
        : finding->access_writes
            ? "current drivers finish copies to pageable memory before they return, but nothing promises that for an "
              "asynchronous copy: in a graph, or where the GPU writes host memory itself, whatever is stored there by then is "
              "overwritten"
            : "current drivers copy pageable memory to a staging buffer before they return, but nothing promises that for an asynchronous copy: in a graph, "
              "or where the GPU reads host memory itself, whatever is stored there by then is copied");
    finding->cause = keep(judge, &text);
    iq_str_init_heap(&text);
    if (named)
        iq_str_printf(&text, "wait for the stream before '%s' goes out of scope", variable.name);
    else
        iq_str_printf(&text,
                      "wait for the stream before %s returns, take the argument by reference",
                      function);
    iq_str_puts(&text, data ? ", or pass data that live longer and let the function free them"
                            : ", or copy from memory that lives longer");
    finding->fix = keep(judge, &text);
    finding->object_address = finding->access_address;
    if (named)
        set_object(judge, finding, &variable);
    finding->object_state = "freed";
    if (!finding->access_writes && finding->severity == IQ_WARNING &&
        is_in_library(judge, finding->frame_pc))
        finding->severity = IQ_NOTE;
    return true;
}

/* The host has as much as the device's variable that it copied too little to: not a part of
 * something else, and not all that there is. */
static bool prove_source(struct judge *judge, const struct iq_finding *finding)
{
    struct iq_debug_variable variable;
    return locate(judge, finding, finding->proof_address, &variable) &&
           variable.address == finding->proof_address && variable.size == finding->object_size;
}

static bool prove(struct judge *judge, struct iq_finding *finding)
{
    switch (finding->proof) {
    case IQ_PROOF_BOUNDS: return prove_bounds(judge, finding);
    case IQ_PROOF_SCOPE:
    case IQ_PROOF_FRAME: return prove_end(judge, finding);
    case IQ_PROOF_SOURCE: return prove_source(judge, finding);
    default: return false;
    }
}

static bool is_same(const struct iq_finding *a, const struct iq_finding *b)
{
    return a->stack_call == b->stack_call && a->arg_index == b->arg_index;
}

/* Says [finding] the same as an earlier one, or more about it?  An overrun that runs off the mapped
 * memory was reported as that. */
static bool is_merged(struct iq_finding *others, size_t count, const struct iq_finding *finding)
{
    for (size_t i = 0; i < count; i++) {
        struct iq_finding *other = &others[i];
        if (!is_same(other, finding) || other->proof)
            continue;
        if (!strcmp(other->rule_text, finding->rule_text)) {
            other->count += finding->count;
            return true;
        }
        if (!strcmp(other->rule_text, "host-unmapped") ||
            !strcmp(other->rule_text, "host-read-only")) {
            struct iq_finding whole = *finding;
            whole.id = other->id;
            whole.severity = other->severity;
            whole.contained = other->contained;
            whole.has_result = other->has_result;
            whole.result_code = other->result_code;
            whole.result_name = other->result_name;
            whole.count = other->count;
            *other = whole;
            return true;
        }
    }
    return false;
}

void iq_variables_judge(struct iq_document *document, struct iq_objects *objects, uint32_t *next_id)
{
    struct judge judge = { document, objects, next_id };
    size_t count = document->findings.count, kept = 0;
    struct iq_finding *findings = document->findings.data;
    for (size_t i = 0; i < count; i++)
        if (findings[i].proof && !prove(&judge, &findings[i]))
            findings[i].proof = IQ_DISPROVEN;
    for (size_t i = 0; i < count; i++) {
        struct iq_finding finding = findings[i];
        if (finding.proof == IQ_DISPROVEN)
            continue;
        bool proven = finding.proof != IQ_PROVEN;
        finding.proof = IQ_PROVEN;
        if (!proven || !(is_merged(findings, kept, &finding) ||
                         is_merged(&findings[i + 1], count - i - 1, &finding)))
            findings[kept++] = finding;
    }
    document->findings.count = kept;
}
