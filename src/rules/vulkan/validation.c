/* Messages of a validation layer below us: which of our rules they belong to, which argument and
 * which object they are about. */
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api_vulkan/message.h"
#include "api_vulkan/objects.h"
#include "api_vulkan/submission.h"
#include "base/memory.h"
#include "call/core.h"
#include "call/status.h"
#include "call/thread.h"
#include "call/walk.h"
#include "rules/rules.h"

struct vuid {
    const char *id, *text;
    enum iq_rule_id rule;
    int rank, contain;
    const char *message, *fix;
};

static const struct vuid vuids[] = {
#define VUID(id, text, rule, rank, contain, message, fix) \
    { id, text, rule, rank, contain, message, fix },
#include "rules/tables/vuids.def"
};
static const struct vuid of_freed = {
    "",
    "",
    IQ_RULE_DESTROYED_HANDLE,
    60,
    1,
    "{call} uses a buffer or image that is bound to {object}, which was freed",
    "free memory after the last use of everything that is bound to it"
};
static const struct vuid of_changed = {
    "",
    "",
    IQ_RULE_VALIDATION,
    52,
    0,
    "{call} uses a command buffer that became invalid: {object} was changed after it had been recorded into the command buffer",
    "write descriptor sets before vkCmdBindDescriptorSets and allocate one set per use, or give the binding VK_DESCRIPTOR_BINDING_UPDATE_AFTER_BIND_BIT; "
    "record a primary command buffer again after its secondary ones"
};
static const struct vuid of_presented = {
    "",
    "",
    IQ_RULE_IN_USE_BY_QUEUE,
    65,
    2,
    "{call} destroys {object}, which a presentation may still wait for",
    "call vkQueueWaitIdle or vkDeviceWaitIdle first: the fence of the submission does not cover the presentation after it (VK_EXT_swapchain_maintenance1 "
    "adds fences for presentations)"
};
enum { LIGHTEST = 2 }; /* every message names the device or the instance; that says nothing */
enum {
    VUIDS = sizeof vuids / sizeof *vuids,
    TEXT_BYTES = 800,
    TEXTS = 2 * IQ_THREAD_SUSPICIONS,
    WORD_BYTES = 80
};

static const struct vuid *find_vuid(const struct iq_objection *message)
{
    for (int i = 0; i < VUIDS; i++)
        if (!fnmatch(vuids[i].id, message->id, 0) && !fnmatch(vuids[i].text, message->text, 0))
            return &vuids[i];
    return NULL;
}

/* --- the layer's sentence
 * --------------------------------------------------------------------------------------------- */

/* "Validation Error: [ id ] Object 0: handle = 0x1, type = VK_X; | MessageID = 0x2 | sentence The
 * Vulkan spec states: rule (url)": sentence and rule are worth reading. */
static const char *copy_sentence(const struct iq_objection *message)
{
    /* of the call in progress, used in turn */
    static __thread char(*texts)[TEXT_BYTES] __attribute__((tls_model("initial-exec")));
    static __thread uint32_t used __attribute__((tls_model("initial-exec")));
    if (!texts)
        texts = iq_core_alloc(TEXTS * sizeof *texts);
    if (!texts)
        return message->id;
    char *text = texts[used++ % TEXTS];
    struct iq_str out;
    const char *at = strstr(message->text, "| MessageID = "),
               *states = strstr(message->text, "The Vulkan spec states: ");
    at = at ? strchr(at + 1, '|') : NULL;
    at = at ? at + 1 : message->text;
    at += strspn(at, " ");
    size_t length = states && states > at ? (size_t)(states - at) : strlen(at);
    while (length && strchr(" .\n", at[length - 1]))
        length--;
    iq_str_init_buffer(&out, text, TEXT_BYTES);
    iq_str_printf(&out, "the validation layer says: %.*s", (int)length, at);
    if (states) {
        states += strlen("The Vulkan spec states: ");
        const char *url = strstr(states, " (http");
        length = url ? (size_t)(url - states) : strlen(states);
        iq_str_printf(&out, " (%.*s; %s)", (int)length, states, message->id);
    } else
        iq_str_printf(&out, " (%s)", message->id);
    return text;
}

/* The first word of [text] that begins with [begin] and contains [inside]. */
static bool copy_word(const char *text, const char *begin, const char *inside, char *word)
{
    for (const char *at = text; (at = strstr(at, begin)); at++) {
        size_t length = strspn(at, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
        if (length >= WORD_BYTES)
            continue;
        memcpy(word, at, length);
        word[length] = 0;
        if (strstr(word, inside))
            return true;
    }
    return false;
}

/* Messages name the layout that is asked for first; the present one has words in front. */
static void put_layout(struct iq_str *out, const char *text, bool present)
{
    static const char *const words[] = { "current layout is ", "known layout is ",
                                         "known layout " };
    static const char begin[] = "VK_IMAGE_LAYOUT_";
    char word[WORD_BYTES];
    const char *at = present ? NULL : strstr(text, begin);
    for (int i = 0; present && !at && i < 3; i++) {
        at = strstr(text, words[i]);
        at = at && !strncmp(at + strlen(words[i]), begin, sizeof begin - 1) ? at + strlen(words[i])
                                                                            : NULL;
    }
    iq_str_puts(out, at && copy_word(at, begin, "", word) ? word
                     : present                            ? "its present layout"
                                                          : "the required layout");
}

/* --- the argument
 * ------------------------------------------------------------------------------------------
 */

static int arg_named(const struct iq_entry *entry, const char *name, size_t length)
{
    for (int i = 0; i < entry->arg_count; i++)
        if (strlen(entry->args[i].name) == length && !memcmp(entry->args[i].name, name, length))
            return i;
    return -1;
}

/* The argument that leads to a struct [type], or, without one, the first that leads to any but the
 * allocator. */
static int arg_of_struct(const struct iq_entry *entry, const char *type, size_t length)
{
    for (int i = 0; i < entry->arg_count; i++) {
        const char *own = entry->args[i].type;
        if (strncmp(own, "const Vk", 8) || !strchr(own, '*') || strstr(own, "Allocation"))
            continue;
        if (!type || (!strncmp(own + 6, type, length) && strchr(" 2", own[6 + length])))
            return i;
    }
    return -1;
}

/* Element of the array [name] that the message is about: "pRegions[3]", "region 3"; 0 if it does
 * not say. */
static unsigned element(const char *text, const char *name)
{
    char wanted[WORD_BYTES];
    snprintf(wanted, sizeof wanted, "%s[", name);
    const char *at = strstr(text, wanted);
    if (at)
        return (unsigned)strtoul(at + strlen(wanted), NULL, 10);
    at = strcasestr(text, " region ");
    return at ? (unsigned)strtoul(at + 8, NULL, 10) : 0;
}

/* Structs within structs: their members are written with the name that they have in the outer
 * one. */
static const struct {
    const char *inner, *outer, *name;
} nested[] = {
    { "VkImageSubresourceRange", "VkImageMemoryBarrier", "subresourceRange." },
    { "VkImageSubresourceRange", "VkImageViewCreateInfo", "subresourceRange." },
    { "VkImageSubresourceLayers", "VkBufferImageCopy", "imageSubresource." },
};

/* The argument that leads to the struct [scope] of [length] characters, and the name of the member
 * that holds it, if it is within another. */
static int arg_of_scope(const struct iq_entry *entry, const char *scope, size_t length,
                        const char **within)
{
    int arg = arg_of_struct(entry, scope, length);
    for (size_t i = 0; arg < 0 && i < IQ_COUNT_OF(nested); i++)
        if (strlen(nested[i].inner) == length && !strncmp(nested[i].inner, scope, length)) {
            arg = arg_of_struct(entry, nested[i].outer, strlen(nested[i].outer));
            *within = arg < 0 ? "" : nested[i].name;
        }
    return arg < 0 ? arg_of_struct(entry, NULL, 0) : arg;
}

/* The member that the layer's sentence begins with, in the words of the program:
 * "vkX(): pWrites[0].pBufferInfo[0].offset (0x3) must be ..." */
static bool blame_member(struct iq_suspicion *suspicion, const struct iq_entry *entry,
                         const char *text)
{
    static const char characters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_[].->";
    char path[160];
    const char *at = strstr(text, "(): ");
    at = at ? at + strlen("(): ") : text;
    size_t length = strspn(at, characters), root = strcspn(at, "[.-");
    while (length && strchr(".->", at[length - 1]))
        length--;
    int arg = root < length && length < sizeof path ? arg_named(entry, at, root) : -1;
    if (arg < 0)
        return false;
    memcpy(path, at, length);
    path[length] = 0;
    suspicion->arg = arg;
    suspicion->member = iq_name_intern(path);
    suspicion->member_value = IQ_NO_VALUE;
    return true;
}

/* From "VUID-scope-member-number": what the programmer wrote there. */
static void blame_argument(struct iq_suspicion *suspicion, const struct iq_call *call,
                           const struct iq_objection *message)
{
    char path[160];
    const struct iq_entry *entry = call->entry;
    const char *required = strstr(message->text, "required parameter ");
    if (required) {
        required += strlen("required parameter ");
        suspicion->arg = arg_named(
            entry, required,
            strspn(required, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"));
        return;
    }
    const char *scope = strncmp(message->id, "VUID-", 5) ? NULL : message->id + 5,
               *member = scope ? strchr(scope, '-') : NULL;
    if (!member)
        return;
    size_t scope_length = (size_t)(member++ - scope), length = strcspn(member, "-");
    suspicion->arg = arg_named(entry, member, length);
    if (suspicion->arg >= 0 || blame_member(suspicion, entry, message->text) ||
        !strncmp(member, "None", length) || !strncmp(member, "common", 6))
        return;
    const char *within = "";
    int arg = scope[0] == 'V' ? arg_of_scope(entry, scope, scope_length, &within)
                              : arg_of_struct(entry, NULL, 0);
    if (arg < 0)
        return;
    const char *name = entry->args[arg].name, *region = strstr(message->text, "pRegions[");
    bool array = name[0] == 'p' && name[strlen(name) - 1] == 's',
         whole = !strncmp(member, "pNext", length);
    char inner[WORD_BYTES];
    if (!array && region) { /* vkCmdCopyBuffer2 and its kin: a member of a region */
        snprintf(inner, sizeof inner, "pRegions[%lu].",
                 strtoul(region + strlen("pRegions["), NULL, 10));
        within = inner;
    }
    if (array)
        snprintf(path, sizeof path, "%s[%u]%s%s%.*s", name, element(message->text, name),
                 whole ? "" : ".", within, whole ? 0 : (int)length, member);
    else
        snprintf(path, sizeof path, "%s%s%s%.*s", name, whole ? "" : "->", within,
                 whole ? 0 : (int)length, member);
    suspicion->arg = arg;
    suspicion->member = iq_name_intern(path);
    suspicion->member_value = IQ_NO_VALUE;
}

/* --- the object
 * ------------------------------------------------------------------------------------------
 */

/* How likely an object of a message is what it is about: the wrong buffer rather than the command
 * buffer that it is used in. */
static int weight(enum iq_kind kind)
{
    switch (kind) {
    case IQ_KIND_VK_INSTANCE:
    case IQ_KIND_VK_PHYSICAL_DEVICE: return 0;
    case IQ_KIND_VK_DEVICE: return 1;
    case IQ_KIND_VK_QUEUE:
    case IQ_KIND_VK_COMMAND_POOL: return 2;
    case IQ_KIND_VK_COMMAND_BUFFER: return 3;
    case IQ_KIND_VK_PIPELINE:
    case IQ_KIND_VK_PIPELINE_LAYOUT:
    case IQ_KIND_VK_DESCRIPTOR_SET_LAYOUT:
    case IQ_KIND_VK_DESCRIPTOR_SET:
    case IQ_KIND_VK_FRAMEBUFFER:
    case IQ_KIND_VK_RENDER_PASS: return 4;
    case IQ_KIND_VK_IMAGE_VIEW:
    case IQ_KIND_VK_BUFFER_VIEW: return 5;
    case IQ_KIND_VK_MEMORY: return 6;
    default: return 7;
    }
}

static bool is_argument(const struct iq_call *call, int arg, uint64_t value)
{
    return arg >= 0 && call->args[arg] == value;
}

/* Does what the specification says of the rule end in, or measure, the argument whose value is
 * [value]: "the size of srcBuffer"? */
static bool is_spoken_of(const struct iq_call *call, const char *text, uint64_t value)
{
    char wanted[WORD_BYTES];
    const char *states = strstr(text, "The Vulkan spec states: ");
    for (int i = 0; states && i < call->entry->arg_count; i++) {
        snprintf(wanted, sizeof wanted, " of %s", call->entry->args[i].name);
        if (call->args[i] == value && strstr(states, wanted))
            return true;
    }
    return false;
}

/* The one object that [call] is given besides [buffer], a command buffer, which says nothing;
 * [buffer] if there are several, or none. */
static const struct iq_handle *only_other(const struct iq_call *call,
                                          const struct iq_handle *buffer)
{
    const struct iq_handle *other = NULL;
    for (int i = 1; i < call->entry->arg_count && i < 8; i++) {
        const struct iq_handle *handle = call->found[i];
        if (!handle || !iq_handle_is_of_vulkan(handle->kind) ||
            weight(handle->kind) <= weight(IQ_KIND_VK_COMMAND_BUFFER))
            continue;
        if (other)
            return buffer;
        other = handle;
    }
    return other ? other : buffer;
}

static const struct iq_handle *blame_object(struct iq_suspicion *suspicion,
                                            const struct iq_call *call,
                                            const struct iq_objection *message)
{
    const struct iq_handle *best = NULL;
    int heaviest = -1;
    for (uint32_t i = 0; i < message->object_count; i++) {
        enum iq_kind kind = (enum iq_kind)message->objects[i].kind;
        const struct iq_handle *handle = iq_handle_find(kind, message->objects[i].value);
        uint64_t value = message->objects[i].value;
        int own = weight(kind) + 10 * is_argument(call, suspicion->arg, value) +
                  20 * is_spoken_of(call, message->text, value);
        if (handle && handle->kind == kind && own > heaviest && own >= LIGHTEST) {
            best = handle;
            heaviest = own;
        }
    }
    const struct iq_handle *named =
        suspicion->arg > 0 && suspicion->arg < 8 ? call->found[suspicion->arg] : NULL;
    if (named && iq_handle_is_of_vulkan(named->kind) && heaviest < weight(named->kind)) {
        best = named;
        heaviest = weight(named->kind);
    }
    /* some messages only speak of it */
    for (int i = 1; heaviest < 20 && i < call->entry->arg_count && i < 8; i++) {
        const struct iq_handle *handle = call->found[i];
        if (handle && iq_handle_is_of_vulkan(handle->kind) && weight(handle->kind) > 3 &&
            is_spoken_of(call, message->text, handle->value))
            best = handle;
    }
    if (best && best->kind == IQ_KIND_VK_COMMAND_BUFFER &&
        !is_argument(call, suspicion->arg, best->value))
        best = only_other(call, best);
    if (best)
        suspicion->object = iq_object_of_handle(best);
    return best;
}

/* --- the finding
 * ------------------------------------------------------------------------------------------
 */

struct explain_message {
    const struct vuid *vuid; /* row that says what is wrong */
    const char *text;        /* of the message */
    struct iq_sync_objects objects;
};

static void put_filled(struct iq_str *out, const char *form, const struct iq_suspicion *suspicion,
                       const struct explain_message *evidence, const struct iq_call *call)
{
    const char *text = evidence->text;
    for (const char *at = form; *at; at++) {
        char word[WORD_BYTES];
        const struct iq_entry *guilty =
                                  suspicion->guilty.number ? suspicion->guilty.entry : call->entry,
                              *prior = evidence->objects.earlier;
        if (!strncmp(at, "{call}", 6))
            iq_str_puts(out, guilty->name);
        else if (!strncmp(at, "{prior}", 7))
            iq_str_printf(out, prior && prior == guilty ? "an earlier %s" : "%s",
                          prior ? prior->name : "an earlier command");
        else if (!strncmp(at, "{arg}", 5))
            iq_str_puts(out, iq_guilty_name(suspicion, call));
        else if (!strncmp(at, "{object}", 8)) {
            iq_str_puts(out, "the ");
            iq_put_handle(out, evidence->objects.object, suspicion->object.kind);
        } else if (!strncmp(at, "{barrier}", 9))
            iq_put_barrier(out, text, prior ? prior->name : "the earlier command", guilty->name);
        else if (!strncmp(at, "{wanted}", 8) || !strncmp(at, "{present}", 9))
            put_layout(out, text, at[1] == 'p');
        else if (!strncmp(at, "{usage}", 7))
            iq_str_puts(out, copy_word(text, "VK_", "_USAGE_", word) ? word : "the missing bit");
        else {
            iq_str_put(out, at, 1);
            continue;
        }
        at = strchr(at, '}');
    }
}

static void explain_message(const struct iq_suspicion *suspicion, struct iq_call *call,
                            struct iq_words *words)
{
    const struct explain_message *evidence = IQ_EVIDENCE(explain_message, suspicion);
    const struct vuid *vuid = evidence->vuid;
    put_filled(&words->message, vuid->message, suspicion, evidence, call);
    if (suspicion->object.created.number) {
        iq_put_handle_past(&words->cause, evidence->objects.object, &suspicion->object, call);
        iq_str_puts(&words->cause, "; ");
    }
    iq_str_puts(&words->cause, evidence->text);
    const char *layer = iq_vk_layer_at(call->site.pc);
    if (layer)
        iq_str_printf(
            &words->cause,
            "; %s, a layer between the program and inquest, passes the call on and may have made it itself",
            layer);
    if (call->answered || call->left_out)
        iq_str_printf(&words->cause, "; inquest did not forward the %s",
                      iq_entry_records(call->entry) ? "command" : "call");
    put_filled(&words->fix, vuid->fix, suspicion, evidence, call);
}

/* An object of another kind with this value; NULL. */
static const struct iq_handle *of_other_kind(uint64_t value)
{
    for (int kind = IQ_KIND_VK_ACCELERATION_STRUCTURE; value && kind <= IQ_KIND_VK_VALIDATION_CACHE;
         kind++) {
        const struct iq_handle *handle =
            iq_vk_known((enum iq_kind)kind, (const void *)(uintptr_t)value);
        if (handle && !iq_handle_is_dead(handle))
            return handle;
    }
    return NULL;
}

/* "Invalid VkX object": we know more about it. */
static enum iq_rule_id rule_of_invalid(const struct vuid *vuid, const struct iq_handle *handle,
                                       struct iq_suspicion *suspicion,
                                       struct iq_sync_objects *objects, const struct iq_call *call)
{
    if (vuid->rule != IQ_RULE_UNKNOWN_HANDLE)
        return vuid->rule;
    const struct iq_handle *other = suspicion->arg >= 0 && !suspicion->member
                                        ? of_other_kind(call->args[suspicion->arg])
                                        : NULL;
    if (other && other->kind != call->entry->args[suspicion->arg].kind) {
        suspicion->object = iq_object_of_handle(other);
        objects->object = other;
        return IQ_RULE_WRONG_TYPE_HANDLE;
    }
    if (!handle || !iq_handle_is_dead(handle))
        return vuid->rule;
    return iq_entry_arg(call->entry, IQ_ROLE_DEL) >= 0 ? IQ_RULE_DOUBLE_DESTROY
                                                       : IQ_RULE_DESTROYED_HANDLE;
}

/* A buffer or image without memory, because its memory was freed: the memory; else NULL. */
static const struct iq_handle *freed_memory(const struct vuid *vuid, const struct iq_handle *handle)
{
    const struct iq_handle *gone =
        handle && vuid->rule == IQ_RULE_MEMORY_NOT_BOUND && !iq_handle_is_dead(handle)
            ? iq_vk_gone(handle)
            : NULL;
    return gone && gone->kind == IQ_KIND_VK_MEMORY ? gone : NULL;
}

/* A semaphore that all submissions are done with; what waits for it is the presentation, which has
 * no fence that could tell. */
static const struct iq_call_ref *presentation_of(const struct vuid *vuid,
                                                 const struct iq_handle *handle)
{
    const struct iq_vk_object *object =
        handle && handle->kind == IQ_KIND_VK_SEMAPHORE && vuid->rule == IQ_RULE_IN_USE_BY_QUEUE
            ? handle->details
            : NULL;
    return object && object->bound.number && !iq_vk_is_blind() && !iq_vk_pending(handle)
               ? &object->bound
               : NULL;
}

/* Synchronisation validation follows binary semaphores from one submission to another, but (before
 * 2024) not timelines. */
static bool is_doubtful(const struct iq_objection *message)
{
    return !strncmp(message->id, "SYNC-HAZARD", 11) && strstr(message->text, "queue: VkQueue") &&
           __atomic_load_n(&iq_vk_has_timelines, __ATOMIC_RELAXED);
}

/* Layers between the program and us call what the loader gives them, whatever version the program
 * asked for. */
static bool is_of_layer(const struct iq_call *call, const struct iq_objection *message)
{
    return strstr(message->id, "API-Version-Violation") && iq_vk_layer_at(call->site.pc);
}

/* Mistakes in how an object was made or filled show at each of its uses. */
static bool is_of_object(enum iq_rule_id rule)
{
    return rule == IQ_RULE_USAGE_FLAGS || rule == IQ_RULE_MEMORY_NOT_BOUND ||
           rule == IQ_RULE_QUEUE_FAMILY || rule == IQ_RULE_LAYOUT ||
           rule == IQ_RULE_DESTROYED_HANDLE || rule == IQ_RULE_IN_USE_BY_QUEUE ||
           rule == IQ_RULE_USE_AFTER_FREE;
}

/* When a command upon which others build is left out, they find missing what it would have set:
 * that has the same cause. */
static void follow_left_out(struct iq_suspicion *suspicion, const struct iq_call *call,
                            bool leaves_out)
{
    const struct iq_handle *buffer = call->found[0];
    const struct iq_vk_object *object =
        buffer && buffer->kind == IQ_KIND_VK_COMMAND_BUFFER ? buffer->details : NULL;
    struct iq_vk_recording *recording = object ? object->recording : NULL;
    if (!recording)
        return;
    uint64_t cause = iq_cause(IQ_CAUSE_LEFT_OUT, recording->serial);
    bool is_state = call->entry->flags & IQ_ENTRY_STATE;
    if (recording->broken &&
        (suspicion->rule == IQ_RULE_ARGUMENT_NOT_SET || suspicion->rule == IQ_RULE_VALIDATION ||
         suspicion->rule == IQ_RULE_LAYOUT || suspicion->rule == IQ_RULE_MISSING_BARRIER))
        suspicion->cause = cause;
    else if (is_state) {
        suspicion->also = cause;
        for (uint32_t i = 0; i < iq_thread_block->suspicion_count; i++)
            if (!iq_thread_block->suspicions[i].also)
                /* whichever of them will be reported */
                iq_thread_block->suspicions[i].also = cause;
    }
    recording->broken |= leaves_out && is_state && iq_core.config.contain;
}

/* The barrier in front of a presentation names no stage after it: the semaphore that the
 * presentation waits for comes after all that was submitted before, the change of the layout, too.
 * Of the layer's messages only those about presentations that wait for none are right. */
static bool is_ordered(const struct iq_call *call, const struct iq_objection *message)
{
    const VkPresentInfoKHR *info =
        call->entry->operation == IQ_OP_PRESENT ? iq_vk_pointee(call, 1) : NULL;
    return info && info->waitSemaphoreCount &&
           !strcmp(message->id, "SYNC-HAZARD-PRESENT-AFTER-WRITE") &&
           strstr(message->text, "prior_usage: SYNC_IMAGE_LAYOUT_TRANSITION");
}

/* The command buffer that [message] names after [words]; NULL. */
static struct iq_handle *buffer_in(const struct iq_objection *message, const char *words)
{
    const char *at = strstr(message->text, words);
    return at ? iq_vk_known(IQ_KIND_VK_COMMAND_BUFFER,
                            (const void *)(uintptr_t)strtoull(at + strlen(words), NULL, 16))
              : NULL;
}

/* What the host has waited for comes before all that is submitted after that; where several
 * threads submit and wait the layer takes it for unfinished. */
static bool is_waited_for(const struct iq_call *call, const struct iq_objection *message)
{
    if (strncmp(message->id, "SYNC-HAZARD", 11) || !iq_vk_is_submission(call->entry) ||
        iq_vk_is_blind())
        return false;
    struct iq_handle *earlier = buffer_in(message, "command_buffer: VkCommandBuffer "),
                     *own = buffer_in(message, ", VkCommandBuffer ");
    const struct iq_vk_object *object = earlier ? earlier->details : NULL;
    bool with_it =
        !object || (object->recording && object->recording->simultaneous) || iq_vk_pending(earlier);
    for (uint32_t i = 0; !with_it && earlier != own && i < iq_vk_batches(call); i++) {
        struct iq_vk_batch batch = iq_vk_batch(call, i);
        for (uint32_t k = 0; k < batch.buffers; k++)
            with_it |= iq_vk_batch_buffer(&batch, k) == earlier;
    }
    return !with_it;
}

static void check_validation(const struct iq_event *event)
{
    struct iq_objection *message = event->message.objection;
    const struct vuid *vuid = find_vuid(message);
    if (!vuid || !vuid->rule || is_doubtful(message) || is_waited_for(event->call, message) ||
        is_ordered(event->call, message) || is_of_layer(event->call, message))
        return;
    /* below what we know ourselves */
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, vuid->rule, IQ_RANK_CODE + vuid->rank * 4 / 5, -1);
    suspicion.failed = suspicion.done =
        message->error && vuid->contain != 2 ? IQ_ERROR : IQ_WARNING;
    blame_argument(&suspicion, event->call, message);
    const struct iq_handle *handle = blame_object(&suspicion, event->call, message);
    const struct iq_call_ref *presentation = presentation_of(vuid, handle);
    struct iq_sync_objects objects = { .object = handle };
    if (presentation) {
        vuid = &of_presented;
        suspicion.done = suspicion.failed = IQ_WARNING;
        suspicion.related[0].what = "it was presented here";
        suspicion.related[0].ref = *presentation;
    }
    if (vuid->rule == IQ_RULE_DESTROYED_HANDLE && handle && !iq_handle_is_dead(handle) &&
        strstr(message->text, "was destroyed or "))
        vuid = &of_changed; /* updated, or recorded again */
    suspicion.rule = rule_of_invalid(vuid, handle, &suspicion, &objects, event->call);
    if (handle && (is_of_object(suspicion.rule) || vuid == &of_changed ||
                   strstr(message->id, "Threading") || handle->kind == IQ_KIND_VK_QUERY_POOL))
        suspicion.cause = iq_handle_cause(handle);
    const struct iq_handle *freed = freed_memory(vuid, handle);
    if (freed) {
        suspicion.rule = IQ_RULE_DESTROYED_HANDLE;
        suspicion.object = iq_object_of_handle(freed);
        objects.object = freed;
        suspicion.cause = iq_handle_cause(freed); /* as where it is submitted */
    }
    bool in_use = suspicion.rule == IQ_RULE_IN_USE_BY_QUEUE && handle && !presentation;
    const struct iq_vk_submission *pending = in_use ? iq_vk_pending(handle) : NULL,
                                  *used = in_use ? iq_vk_last_use(handle) : NULL;
    if (pending && pending->ref.number) {
        suspicion.related[0].what = "the work was submitted here";
        suspicion.related[0].ref = pending->ref;
        suspicion.cause = iq_submission_cause(pending);
    } else if (used)
        suspicion.cause = iq_submission_cause(used);
    iq_sync_join(&suspicion, event->call, message, &objects);
    IQ_EXPLAIN(&suspicion, explain_message, .vuid = freed ? &of_freed : vuid,
               .text = copy_sentence(message), .objects = objects);
    /* should the call crash: it was foreseen */
    suspicion.contain = message->error ? IQ_ANSWER_HANDLE : 0;
    message->contain |= message->error && vuid->contain == 1 && iq_rule_is_enabled(suspicion.rule);
    follow_left_out(&suspicion, event->call, message->contain);
    iq_suspect(&suspicion);
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(MESSAGE), IQ_PHASE_BEFORE, check_validation, .apis = IQ_IN(VULKAN) },
};
const struct iq_rule_family iq_rules_validation = { "validation", subscriptions,
                                                    IQ_COUNT_OF(subscriptions) };
