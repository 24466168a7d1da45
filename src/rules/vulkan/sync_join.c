/* Where the commands were recorded that a message of the validation layer is about: by the numbers
 * that synchronisation validation gives, and by the image whose layout was expected to be
 * another. */
#include <stdlib.h>
#include <string.h>

#include "api_vulkan/message.h"
#include "api_vulkan/objects.h"
#include "call/thread.h"
#include "rules/rules.h"

/* The recording of [handle], if it is a command buffer; NULL. */
static const struct iq_vk_recording *recording_in(const struct iq_handle *handle)
{
    return handle && handle->kind == IQ_KIND_VK_COMMAND_BUFFER && handle->details
               ? ((const struct iq_vk_object *)handle->details)->recording
               : NULL;
}

/* The recording of "VkCommandBuffer 0x.." after [at], at most [reach] bytes away; NULL. */
static const struct iq_vk_recording *recording_after(const char *at, size_t reach)
{
    const char *name = strstr(at, "VkCommandBuffer 0x");
    if (!name || (size_t)(name - at) > reach)
        return NULL;
    uint64_t value = strtoull(name + strlen("VkCommandBuffer "), NULL, 16);
    return recording_in(iq_handle_find(IQ_KIND_VK_COMMAND_BUFFER, value));
}

/* The recording that a message is about: the text names its command buffer, or the list of objects
 * does. */
static const struct iq_vk_recording *recording_of(const struct iq_objection *message)
{
    const struct iq_vk_recording *recording = recording_after(message->text, strlen(message->text));
    for (uint32_t i = 0; i < message->object_count && !recording; i++)
        recording = recording_in(
            iq_handle_find((enum iq_kind)message->objects[i].kind, message->objects[i].value));
    return recording;
}

/* "command: vkCmdCopyBuffer, seq_no: 3" after [text], in [recording]. */
static const struct iq_vk_command *command_after(const char *text,
                                                 const struct iq_vk_recording *recording)
{
    const char *name = text ? strstr(text, "command: ") : NULL,
               *number = name ? strstr(name, "seq_no: ") : NULL;
    if (!number || !recording)
        return NULL;
    name += strlen("command: ");
    return iq_vk_recording_find(recording, strtoull(number + strlen("seq_no: "), NULL, 10), name,
                                strcspn(name, ",)"));
}

/* The object that the commands fight for: [later] writes it or reads it, as the hazard is called.
 * Copies name their source first. */
static const struct iq_handle *common_object(const struct iq_vk_command *later,
                                             const struct iq_vk_command *earlier, const char *text)
{
    bool writes = strstr(text, "Hazard WRITE") != NULL;
    if (!later)
        return NULL;
    for (int i = 0; i < 2; i++) {
        const struct iq_handle *own = later->uses[writes == (i == 0)];
        if (own && (!earlier || own == earlier->uses[0] || own == earlier->uses[1]))
            return own;
    }
    return NULL;
}

/* Objects that the sets bound in front of [command] lead to, those of the last set first. */
struct bound_set {
    const struct iq_handle *objects[IQ_VK_WRITTEN * 2];
    uint32_t count;
};

static void add_bound(struct bound_set *bound, const struct iq_vk_recording *recording,
                      const struct iq_vk_command *command)
{
    for (const struct iq_vk_command *at = command; at-- > recording->commands;)
        for (int i = 0; i < 2; i++) {
            const struct iq_handle *set =
                at->uses[i] && at->uses[i]->kind == IQ_KIND_VK_DESCRIPTOR_SET ? at->uses[i] : NULL;
            const struct iq_vk_object *object = set ? set->details : NULL;
            for (int k = 0; object && k < IQ_VK_WRITTEN && bound->count < IQ_VK_WRITTEN * 2; k++)
                if (object->set.written[k])
                    bound->objects[bound->count++] = object->set.written[k];
        }
}

/* Draws and dispatches fight for what both reach through their sets, if that is one object only;
 * NULL: it may be another. */
static const struct iq_handle *common_of_sets(const struct iq_vk_recording *one,
                                              const struct iq_vk_command *later,
                                              const struct iq_vk_recording *two,
                                              const struct iq_vk_command *earlier)
{
    struct bound_set a = { .count = 0 }, b = { .count = 0 };
    const struct iq_handle *found = NULL;
    if (!later || !earlier || !one || !two)
        return NULL;
    add_bound(&a, one, later);
    add_bound(&b, two, earlier);
    for (uint32_t i = 0; i < a.count; i++)
        for (uint32_t k = 0; k < b.count; k++) {
            if (a.objects[i] == b.objects[k] && found && found != a.objects[i])
                return NULL;
            found = a.objects[i] == b.objects[k] ? a.objects[i] : found;
        }
    const struct iq_vk_object *view =
        found && found->kind != IQ_KIND_VK_BUFFER ? found->details : NULL;
    return view && view->memory ? view->memory : found;
}

/* The image behind "attachment 1" of a render pass that begins; NULL. */
static const struct iq_handle *attachment_of(const struct iq_call *call, const char *text)
{
    const char *at = strstr(text, " for attachment ");
    const VkRenderPassBeginInfo *info = iq_vk_pointee(call, 1);
    if (!at || call->entry->operation != IQ_OP_BEGIN_RENDER_PASS || !info)
        return NULL;
    const struct iq_handle *framebuffer = iq_vk_known(IQ_KIND_VK_FRAMEBUFFER, info->framebuffer);
    const struct iq_vk_object *object = framebuffer ? framebuffer->details : NULL;
    unsigned long number = strtoul(at + strlen(" for attachment "), NULL, 10);
    for (int i = 0; object && i < IQ_VK_WRITTEN; i++) {
        const struct iq_vk_object *view = object->set.written[i] && object->set.key[i] == number
                                              ? object->set.written[i]->details
                                              : NULL;
        if (view && view->memory)
            return view->memory;
    }
    return NULL;
}

static void blame(struct iq_suspicion *suspicion, struct iq_sync_objects *objects,
                  const struct iq_handle *object)
{
    if (!object)
        return;
    suspicion->object = iq_object_of_handle(object);
    objects->object = object;
}

static void join_hazard(struct iq_suspicion *suspicion, const struct iq_call *call,
                        const char *text, struct iq_sync_objects *objects)
{
    const char *prior = strstr(text, "prior_usage"),
               *recorded = strstr(text, "Recorded access info");
    struct iq_handle *first = call->found[0];
    const struct iq_vk_recording *own =
        first && first->kind == IQ_KIND_VK_COMMAND_BUFFER ? iq_vk_recording_of(first) : NULL;
    blame(suspicion, objects, attachment_of(call, text));
    if (!prior)
        return;
    const struct iq_vk_recording *there = recording_after(prior, strlen(prior));
    const struct iq_vk_command *earlier = command_after(prior, there ? there : own), *later = NULL;
    if (recorded) { /* found at submission: the later command was recorded before */
        const struct iq_vk_recording *here = recording_after(text, (size_t)(recorded - text));
        later = command_after(recorded, here);
        const struct iq_handle *object = common_object(later, earlier, text);
        object = object ? object : common_of_sets(here, later, there ? there : own, earlier);
        if (later)
            suspicion->guilty = later->ref;
        blame(suspicion, objects, object);
    }
    if (earlier) {
        suspicion->related[0].what = "the earlier access was recorded here";
        suspicion->related[0].ref = earlier->ref;
        objects->earlier = earlier->ref.entry;
    }
}

static bool resets(const struct iq_entry *entry)
{
    return entry->operation == IQ_OP_RESET_QUERIES || entry->operation == IQ_OP_RESET_EVENT;
}

/* What shows at the submission is the matter of the first command that uses [object]: it expects
 * the layout, or uses the query. */
static void join_first(struct iq_suspicion *suspicion, const struct iq_vk_recording *recording,
                       const struct iq_handle *object, bool of_query)
{
    const struct iq_vk_command *command =
        recording && object ? iq_vk_recording_first(recording, object) : NULL;
    while (command && of_query && command < recording->commands + recording->count &&
           (command->uses[0] != object || resets(command->ref.entry)))
        command++;
    if (command && command < recording->commands + recording->count)
        suspicion->guilty = command->ref;
}

void iq_sync_join(struct iq_suspicion *suspicion, const struct iq_call *call,
                  const struct iq_objection *message, struct iq_sync_objects *objects)
{
    if (!strncmp(message->id, "SYNC-HAZARD", 11))
        join_hazard(suspicion, call, message->text, objects);
    else if (call->entry->flags & IQ_ENTRY_ASYNC &&
             (suspicion->rule == IQ_RULE_LAYOUT || strstr(message->id, "QueryNotReset")))
        join_first(suspicion, recording_of(message), objects->object,
                   strstr(message->id, "QueryNotReset") != NULL);
}

/* --- the barrier to write
 * ------------------------------------------------------------------------------------------
 */

/* Usages are called SYNC_<stage>_<access>; the first prefix that fits gives the stage. */
static const char *const stages[][2] = { { "COPY_", "TRANSFER_BIT" },
                                         { "BLIT_", "TRANSFER_BIT" },
                                         { "RESOLVE_", "TRANSFER_BIT" },
                                         { "CLEAR_", "TRANSFER_BIT" },
                                         { "COMPUTE_SHADER_", "COMPUTE_SHADER_BIT" },
                                         { "FRAGMENT_SHADER_", "FRAGMENT_SHADER_BIT" },
                                         { "VERTEX_SHADER_", "VERTEX_SHADER_BIT" },
                                         { "COLOR_ATTACHMENT_OUTPUT_",
                                           "COLOR_ATTACHMENT_OUTPUT_BIT" },
                                         { "EARLY_FRAGMENT_TESTS_", "EARLY_FRAGMENT_TESTS_BIT" },
                                         { "LATE_FRAGMENT_TESTS_", "LATE_FRAGMENT_TESTS_BIT" },
                                         { "DRAW_INDIRECT_", "DRAW_INDIRECT_BIT" },
                                         { "INDEX_INPUT_", "VERTEX_INPUT_BIT" },
                                         { "VERTEX_ATTRIBUTE_INPUT_", "VERTEX_INPUT_BIT" },
                                         { "HOST_", "HOST_BIT" },
                                         { "", "ALL_COMMANDS_BIT" } };
static const char *const accesses[][2] = {
    { "TRANSFER_READ", "TRANSFER_READ_BIT" },
    { "TRANSFER_WRITE", "TRANSFER_WRITE_BIT" },
    { "SHADER_STORAGE_READ", "SHADER_READ_BIT" },
    { "SHADER_SAMPLED_READ", "SHADER_READ_BIT" },
    { "SHADER_STORAGE_WRITE", "SHADER_WRITE_BIT" },
    { "UNIFORM_READ", "UNIFORM_READ_BIT" },
    { "INPUT_ATTACHMENT_READ", "INPUT_ATTACHMENT_READ_BIT" },
    { "COLOR_ATTACHMENT_READ", "COLOR_ATTACHMENT_READ_BIT" },
    { "COLOR_ATTACHMENT_WRITE", "COLOR_ATTACHMENT_WRITE_BIT" },
    { "DEPTH_STENCIL_ATTACHMENT_READ", "DEPTH_STENCIL_ATTACHMENT_READ_BIT" },
    { "DEPTH_STENCIL_ATTACHMENT_WRITE", "DEPTH_STENCIL_ATTACHMENT_WRITE_BIT" },
    { "INDIRECT_COMMAND_READ", "INDIRECT_COMMAND_READ_BIT" },
    { "INDEX_READ", "INDEX_READ_BIT" },
    { "VERTEX_ATTRIBUTE_READ", "VERTEX_ATTRIBUTE_READ_BIT" },
    { "HOST_READ", "HOST_READ_BIT" },
    { "HOST_WRITE", "HOST_WRITE_BIT" },
    { "READ", "MEMORY_READ_BIT" },
    { "", "MEMORY_WRITE_BIT" }
};

struct usage {
    const char *name;
    size_t length;
};

static struct usage usage_after(const char *text, const char *label)
{
    const char *at = strstr(text, label);
    at = at ? strstr(at, "SYNC_") : NULL;
    return (struct usage){ at ? at + 5 : NULL,
                           at ? strspn(at + 5, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") : 0 };
}

static const char *stage_of(struct usage usage)
{
    int i = 0;
    while (strncmp(usage.name, stages[i][0], strlen(stages[i][0])))
        i++;
    return stages[i][1];
}

static const char *access_of(struct usage usage)
{
    for (int i = 0;; i++) {
        size_t length = strlen(accesses[i][0]);
        if (length <= usage.length &&
            !memcmp(usage.name + usage.length - length, accesses[i][0], length))
            return accesses[i][1];
    }
}

/* The transition of an attachment when its pass begins is ordered by the dependency of the pass on
 * what comes before it. */
static void put_dependency(struct iq_str *out, const char *text)
{
    bool colour = strstr(text, "aspect color") != NULL;
    iq_str_printf(
        out,
        "give the render pass a VkSubpassDependency from VK_SUBPASS_EXTERNAL to the subpass whose dstStageMask has VK_PIPELINE_STAGE_%s and whose dstAccessMask "
        "has VK_ACCESS_%s_READ_BIT | VK_ACCESS_%s_WRITE_BIT: the layout changes before that",
        colour ? "COLOR_ATTACHMENT_OUTPUT_BIT" : "EARLY_FRAGMENT_TESTS_BIT",
        colour ? "COLOR_ATTACHMENT" : "DEPTH_STENCIL_ATTACHMENT",
        colour ? "COLOR_ATTACHMENT" : "DEPTH_STENCIL_ATTACHMENT");
}

void iq_put_barrier(struct iq_str *out, const char *text, const char *earlier, const char *later)
{
    if (strstr(text, "vs. layout transition in subpass")) {
        put_dependency(out, text);
        return;
    }
    struct usage before = usage_after(text, "prior_usage"),
                 after = usage_after(text,
                                     strstr(text, "recorded_usage") ? "recorded_usage" : "(usage");
    if (after.name && before.name && !strncmp(before.name, "IMAGE_LAYOUT", 12) &&
        strncmp(after.name, "IMAGE_LAYOUT", 12)) {
        iq_str_printf(
            out,
            "in the barrier before %s, which changes the layout, add VK_PIPELINE_STAGE_%s to dstStageMask and VK_ACCESS_%s to dstAccessMask",
            later, stage_of(after), access_of(after));
        return;
    }
    if (!before.name || !after.name || !strncmp(before.name, "IMAGE_LAYOUT", 12)) {
        iq_str_printf(
            out,
            "in the barrier before %s add the stage and access of that command to dstStageMask and dstAccessMask",
            later);
        return;
    }
    bool after_read = strstr(text, "_AFTER_READ") != NULL;
    if (!strcmp(earlier, later))
        earlier = "the earlier command", later = "this one";
    iq_str_printf(
        out,
        "between %s and %s record vkCmdPipelineBarrier(commandBuffer, VK_PIPELINE_STAGE_%s, VK_PIPELINE_STAGE_%s, ...)",
        earlier, later, stage_of(before), stage_of(after));
    if (after_read)
        iq_str_puts(out, "; a write after a read needs no access masks");
    else
        iq_str_printf(
            out,
            " with a memory barrier of srcAccessMask VK_ACCESS_%s and dstAccessMask VK_ACCESS_%s",
            access_of(before), access_of(after));
}
