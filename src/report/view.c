#include "report/view.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/map.h"
#include "base/path.h"
#include "report/frames.h"
#include "report/ranks.h"

static const iq_frames *stack_frames(const struct iq_document *document, uint32_t id)
{
    const struct iq_trace_stack *stack = iq_document_stack(document, id);
    return stack && stack->frames.count ? &stack->frames : NULL;
}

int iq_view_sites(const struct iq_document *document, const struct iq_finding *finding,
                  struct iq_view_site *sites)
{
    const struct {
        const char *name, *what;
        uint32_t stack;
    } fixed[] = {
        { "kernel", "kernel", finding->stack_kernel },
        { "call", finding->stack_kernel ? "launched" : "at", finding->stack_call },
        { "created", "created", finding->stack_created },
        { "destroyed",
          finding->object_state && !strcmp(finding->object_state, "freed") ? "freed" : "destroyed",
          finding->stack_destroyed },
    };
    int count = 0;
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++) {
        const iq_frames *frames = stack_frames(document, fixed[i].stack);
        if (frames)
            sites[count++] = (struct iq_view_site){ fixed[i].name, fixed[i].what, frames };
    }
    for (int i = 0; i < finding->related_count; i++)
        sites[count++] = (struct iq_view_site){ "related", finding->related[i].what,
                                                stack_frames(document, finding->related[i].stack) };
    return count;
}

const iq_frames *iq_view_frames(const struct iq_document *document,
                                const struct iq_finding *finding, const char *name)
{
    struct iq_view_site sites[IQ_VIEW_MAX_SITES];
    int count = iq_view_sites(document, finding, sites);
    for (int i = 0; i < count; i++)
        if (!strcmp(sites[i].name, name))
            return sites[i].frames;
    return NULL;
}

/* The line of a kernel, if it says more than that of its launch: it is known, and of no library. */
static const struct iq_frame *kernel_line(const struct iq_document *document,
                                          const struct iq_finding *finding)
{
    const iq_frames *frames = iq_view_frames(document, finding, "kernel");
    const struct iq_frame *frame = frames ? iq_frames_best(frames) : NULL;
    return frame && frame->file && !iq_frames_is_library(frame) ? frame : NULL;
}

const struct iq_frame *iq_view_place(const struct iq_document *document,
                                     const struct iq_finding *finding)
{
    static const char *const order[] = { "call", "created", "kernel" };
    const struct iq_frame *kernel = kernel_line(document, finding);
    if (kernel && iq_frames_is_users(kernel))
        return kernel;
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        const iq_frames *frames = iq_view_frames(document, finding, order[i]);
        const struct iq_frame *frame = frames ? iq_frames_best(frames) : NULL;
        /* source that was compiled while the program ran is gone: the line that launched is there
         */
        if (frame && (!kernel || iq_frames_is_users(frame)))
            return frame;
    }
    return kernel;
}

static uint64_t mix_text(uint64_t hash, const char *text)
{
    return iq_hash_u64(hash * 31 + (text ? iq_hash_bytes(text, strlen(text)) : 7));
}

/* What it is, wherever it is: the same mistake in another test is another one. */
static uint64_t mistake_of(const struct iq_finding *finding)
{
    uint64_t hash = mix_text(finding->severity, finding->rule_text);
    return mix_text(mix_text(mix_text(hash, finding->api), finding->arg_name), finding->mark);
}

static uint64_t mix_frames(uint64_t hash, const iq_frames *frames)
{
    for (size_t i = 0; frames && i < frames->count; i++) {
        const struct iq_frame *frame = &frames->data[i];
        hash = mix_text(mix_text(mix_text(hash, frame->function), frame->file), frame->module);
        hash = iq_hash_u64(hash + (frame->file ? frame->line : frame->offset));
    }
    return hash;
}

uint64_t iq_view_identity(const struct iq_document *document, const struct iq_finding *finding)
{
    uint64_t hash = mix_frames(mistake_of(finding), iq_view_frames(document, finding, "kernel"));
    const iq_frames *frames = iq_view_frames(document, finding, "call");
    if (!frames)
        frames = iq_view_frames(document, finding, "created");
    return frames ? mix_frames(hash, frames) : mix_text(hash, finding->message);
}

uint64_t iq_view_next_identity(uint64_t identity) { return iq_hash_u64(identity + 1); }

/* Groups while they are made. */
struct grouping {
    iq_view_groups *groups;
    struct iq_map known; /* identity -> position in groups + 1 */
    uint32_t ranks;
};

static bool is_of(const struct iq_view_group *group, const struct iq_document *document)
{
    return group->processes.data[group->processes.count - 1] == document;
}

/* The group of [key], NULL: there is none. */
static struct iq_view_group *group_of(const struct grouping *grouping, uint64_t key)
{
    uintptr_t position = (uintptr_t)iq_map_get(&grouping->known, key);
    return position ? &grouping->groups->data[position - 1] : NULL;
}

static int add_finding(struct grouping *grouping, const struct iq_document *document,
                       const struct iq_finding *finding)
{
    uint64_t key = iq_view_identity(document, finding);
    struct iq_view_group *group;
    while ((group = group_of(grouping, key)) && is_of(group, document))
        key = iq_view_next_identity(key);
    if (!group) {
        struct iq_view_group new_group = { .document = document,
                                           .finding = finding,
                                           .ranks = grouping->ranks };
        if (iq_vec_push(grouping->groups, new_group) ||
            iq_map_set(&grouping->known, key, (void *)(uintptr_t)grouping->groups->count))
            return IQ_ENOMEM;
        group = group_of(grouping, key);
    }
    group->count += finding->count;
    if (finding->reported.rule && !group->reported.rule)
        group->reported = finding->reported;
    return iq_vec_push(&group->processes, document);
}

static int add_repeats(const struct grouping *grouping, const struct iq_document *document)
{
    int error = 0;
    for (size_t i = 0; i < document->repeats.count && !error; i++) {
        struct iq_view_group *group = group_of(grouping, document->repeats.data[i].key);
        if (!group) /* over the maximum where it was kept */
            continue;
        group->count += document->repeats.data[i].count;
        error = iq_vec_push(&group->processes, document);
    }
    return error;
}

int iq_view_group_all(const struct iq_document *const *documents, size_t count,
                      iq_view_groups *groups)
{
    struct grouping grouping = { groups, { 0 }, iq_ranks_of_job(documents, count) };
    int error = 0;
    for (size_t d = 0; d < count && !error; d++) {
        for (size_t i = 0; i < documents[d]->findings.count && !error; i++)
            error = add_finding(&grouping, documents[d], &documents[d]->findings.data[i]);
        if (!error)
            error = add_repeats(&grouping, documents[d]);
    }
    iq_map_finish(&grouping.known);
    return error;
}

uint64_t iq_view_fingerprint(const struct iq_document *document, const struct iq_finding *finding)
{
    const struct iq_frame *place = iq_view_place(document, finding);
    uint64_t hash =
        mix_text(mix_text(mix_text(0, finding->rule_text), finding->api), finding->arg_name);
    return mix_text(mix_text(hash, place ? place->function : NULL),
                    place && place->file ? iq_base_name(place->file) : NULL);
}

uint64_t iq_view_site(const struct iq_document *document, const struct iq_finding *finding)
{
    uint64_t hash = mistake_of(finding);
    const struct iq_frame *place = iq_view_place(document, finding);
    if (!place)
        return mix_text(hash, finding->message);
    hash = mix_text(mix_text(hash, place->file), place->file ? NULL : place->module);
    hash = iq_hash_u64(hash + (place->file ? place->line : place->offset));
    const struct iq_frame *kernel = kernel_line(document, finding);
    return kernel && kernel != place ? iq_hash_u64(mix_text(hash, kernel->file) + kernel->line)
                                     : hash;
}

int iq_view_fold_sites(iq_view_groups *groups)
{
    struct iq_map known = { 0 };
    int error = 0;
    for (size_t i = 0; i < groups->count && !error; i++) {
        struct iq_view_group *group = &groups->data[i];
        uint64_t key = iq_view_site(group->document, group->finding);
        uintptr_t position = (uintptr_t)iq_map_get(&known, key);
        if (!position)
            error = iq_map_set(&known, key, (void *)(i + 1));
        else {
            group->folded = true;
            groups->data[position - 1].more++;
        }
    }
    iq_map_finish(&known);
    return error;
}

int iq_view_fold_further(iq_view_groups *groups, const struct iq_document *const *documents,
                         size_t count, struct iq_map *shown)
{
    int error = 0;
    for (size_t i = 0; i < groups->count && !error; i++) {
        struct iq_view_group *group = &groups->data[i];
        uint64_t site = iq_view_site(group->document, group->finding);
        for (size_t d = 0; d < count && !group->folded; d++)
            group->more += (uintptr_t)iq_map_get(&documents[d]->further.sites, site);
        error = iq_map_set(shown, site, group);
    }
    return error;
}

void iq_view_put_sections(struct iq_str *out, const struct iq_finding *finding)
{
    if (finding->mark)
        iq_str_printf(out, "mark '%s'", finding->mark);
    if (finding->range)
        iq_str_printf(out, "%srange '%s'", finding->mark ? ", " : "", finding->range);
}

bool iq_view_put_processes(struct iq_str *out, const struct iq_view_group *group)
{
    if (group->processes.count < 2 && group->ranks < 2)
        return false;
    iq_ranks_put(out, group->processes.data, group->processes.count, group->ranks);
    return true;
}

void iq_view_groups_finish(iq_view_groups *groups)
{
    for (size_t i = 0; i < groups->count; i++)
        iq_vec_finish(&groups->data[i].processes);
    iq_vec_finish(groups);
}

struct iq_view_totals iq_view_total(const struct iq_document *const *documents, size_t count,
                                    const iq_view_groups *groups)
{
    struct iq_view_totals totals = { 0 };
    for (size_t i = 0; i < count; i++) {
        totals.calls += documents[i]->calls;
        totals.folded += iq_document_folded(documents[i]);
        for (int severity = 0; severity <= IQ_ERROR; severity++) {
            totals.severity[severity] +=
                documents[i]->folded[severity] + documents[i]->further.severity[severity];
            totals.further += documents[i]->further.severity[severity];
        }
    }
    for (size_t i = 0; i < groups->count; i++) {
        const struct iq_finding *finding = groups->data[i].finding;
        totals.severity[finding->severity]++;
        totals.limits +=
            finding->severity == IQ_WARNING && !strcmp(finding->rule_text, "soft-limit");
    }
    return totals;
}

const char *iq_view_device(const struct iq_document *document)
{
    if (document->names.count)
        return document->names.data[0];
    if (!document->device_kind || !iq_document_uses(document, "cuda"))
        return NULL;
    return !strcmp(document->device_kind, "soft") ? "the software device" : "the GPU";
}

const char *iq_view_program(const struct iq_document *document)
{
    const char *path = document->argv.count ? document->argv.data[0]
                       : document->exe      ? document->exe
                                            : "program";
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

void iq_view_put_parameter(struct iq_str *out, const struct iq_finding *finding)
{
    unsigned long index = strtoul(finding->arg_name, NULL, 10);
    if (finding->api && !strncmp(finding->api, "cl", 2))
        iq_str_printf(out, " index %lu", index);
    else
        iq_str_printf(out, " %lu", index + 1);
}
