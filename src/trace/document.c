#include "trace/document.h"

#include <string.h>

static const char *const severity_names[] = {
    [IQ_NOTE] = "note", [IQ_WARNING] = "warning", [IQ_ERROR] = "error"
};

void iq_document_init(struct iq_document *document)
{
    *document = (struct iq_document){ .exit_code = -1 };
}

void iq_document_finish(struct iq_document *document)
{
    for (size_t i = 0; i < document->stacks.count; i++) {
        iq_vec_finish(&document->stacks.data[i].pcs);
        iq_vec_finish(&document->stacks.data[i].interpreter);
        iq_vec_finish(&document->stacks.data[i].frames);
    }
    iq_vec_finish(&document->argv);
    iq_vec_finish(&document->apis);
    iq_vec_finish(&document->names);
    iq_vec_finish(&document->untracked);
    iq_vec_finish(&document->kernel_modules);
    iq_vec_finish(&document->modules);
    iq_vec_finish(&document->stacks);
    iq_map_finish(&document->stack_index);
    iq_vec_finish(&document->compiled);
    iq_map_finish(&document->compiled_index);
    iq_vec_finish(&document->findings);
    iq_vec_finish(&document->further.files);
    iq_map_finish(&document->further.sites);
    iq_map_finish(&document->finding_index);
    for (size_t i = 0; i < document->communicators.count; i++)
        iq_collectives_finish(&document->communicators.data[i]);
    iq_vec_finish(&document->communicators);
    iq_vec_finish(&document->repeats);
    iq_vec_finish(&document->messages);
    iq_vec_finish(&document->faults);
    iq_vec_finish(&document->last_calls);
    iq_vec_finish(&document->recorded);
    iq_vec_finish(&document->timeline);
    iq_vec_finish(&document->timeline_lanes);
    iq_map_finish(&document->entry_names);
    iq_map_finish(&document->kernel_names);
    iq_arena_finish(&document->arena);
    *document = (struct iq_document){ .exit_code = -1 };
}

struct iq_trace_stack *iq_document_stack(const struct iq_document *document, uint32_t id)
{
    uintptr_t position = id ? (uintptr_t)iq_map_get(&document->stack_index, id) : 0;
    return position ? &document->stacks.data[position - 1] : NULL;
}

struct iq_trace_stack *iq_document_add_stack(struct iq_document *document, uint32_t id)
{
    if (iq_vec_push(&document->stacks, (struct iq_trace_stack){ .id = id }))
        return NULL;
    if (iq_map_set(&document->stack_index, id, (void *)(uintptr_t)document->stacks.count)) {
        document->stacks.count--;
        return NULL;
    }
    return &document->stacks.data[document->stacks.count - 1];
}

int iq_document_add_compiled(struct iq_document *document, const struct iq_compiled *compiled)
{
    return iq_vec_push(&document->compiled, *compiled)
               ? IQ_ENOMEM
               : iq_map_set(&document->compiled_index, compiled->pc,
                            (void *)(uintptr_t)document->compiled.count);
}

const struct iq_compiled *iq_document_compiled(const struct iq_document *document, uint64_t pc)
{
    uintptr_t position = (uintptr_t)iq_map_get(&document->compiled_index, pc);
    return position ? &document->compiled.data[position - 1] : NULL;
}

struct iq_finding *iq_document_finding(const struct iq_document *document, uint64_t id)
{
    uintptr_t position = (uintptr_t)iq_map_get(&document->finding_index, id);
    if (position && position <= document->findings.count &&
        document->findings.data[position - 1].id == id)
        return &document->findings.data[position - 1];
    for (size_t i = document->findings.count; i-- > 0;)
        if (document->findings.data[i].id == id)
            return &document->findings.data[i];
    return NULL;
}

const char *iq_document_copy(struct iq_document *document, const char *text, size_t length)
{
    char *copy = iq_arena_copy(&document->arena, text, length);
    return copy ? copy : "";
}

bool iq_document_uses(const struct iq_document *document, const char *api)
{
    for (size_t i = 0; i < document->apis.count; i++)
        if (!strcmp(document->apis.data[i], api))
            return true;
    return false;
}

uint64_t iq_document_count(const struct iq_document *document, enum iq_severity severity)
{
    uint64_t count = document->folded[severity] + document->further.severity[severity];
    for (size_t i = 0; i < document->findings.count; i++)
        count += document->findings.data[i].severity == severity;
    return count;
}

uint64_t iq_document_count_proven(const struct iq_document *document, enum iq_severity severity)
{
    uint64_t count = iq_document_count(document, severity);
    for (size_t i = 0; i < document->findings.count; i++) {
        const struct iq_finding *finding = &document->findings.data[i];
        count -= finding->severity == severity && finding->proof != IQ_PROVEN;
    }
    return count;
}

int iq_document_each_part(const struct iq_document *document,
                          int (*part)(void *user, const struct iq_document *part), void *user)
{
    int failed = part(user, document);
    for (size_t n = 0; n < document->further.files.count && document->further.read && !failed;
         n++) {
        struct iq_document further;
        iq_document_init(&further);
        failed = document->further.read(document->further.user, document, n, &further);
        if (!failed)
            failed = part(user, &further);
        iq_document_finish(&further);
    }
    return failed;
}

uint64_t iq_document_folded(const struct iq_document *document)
{
    return document->folded[IQ_NOTE] + document->folded[IQ_WARNING] + document->folded[IQ_ERROR];
}

const char *iq_severity_name(enum iq_severity severity) { return severity_names[severity]; }

int iq_severity_from_name(const char *name)
{
    for (int i = IQ_NOTE; i <= IQ_ERROR; i++)
        if (!strcmp(name, severity_names[i]))
            return i;
    return -1;
}

static const char *const use_names[] = {
    [IQ_FAULT_USE_READ] = "read", [IQ_FAULT_USE_NONE] = "ignored"
};

const char *iq_fault_use_name(enum iq_fault_use use) { return use_names[use]; }

enum iq_fault_use iq_fault_use_named(const char *name)
{
    int use = IQ_FAULT_USE_NONE;
    while (use && (!name || strcmp(use_names[use], name) != 0))
        use--;
    return (enum iq_fault_use)use;
}
