/* What the commands of a command buffer begin, end, bind and need: drivers do not check it, and
 * crash when they execute the command. */
#include <stdio.h>

#include "api_vulkan/message.h"
#include "api_vulkan/misuse.h"
#include "api_vulkan/needs.h"
#include "api_vulkan/state.h"
#include "call/core.h"
#include "model/names.h"
#include "process/peek.h"

void iq_fx_vk_make_pass(struct iq_call *call, int phase);
void iq_fx_vk_begin_pass(struct iq_call *call, int phase);
void iq_fx_vk_next_pass(struct iq_call *call, int phase);
void iq_fx_vk_end_pass(struct iq_call *call, int phase);
void iq_fx_vk_begin_rendering(struct iq_call *call, int phase);
void iq_fx_vk_end_rendering(struct iq_call *call, int phase);
void iq_fx_vk_begin_feedback(struct iq_call *call, int phase);
void iq_fx_vk_end_feedback(struct iq_call *call, int phase);
void iq_fx_vk_begin_condition(struct iq_call *call, int phase);
void iq_fx_vk_end_condition(struct iq_call *call, int phase);
void iq_fx_vk_begin_query(struct iq_call *call, int phase);
void iq_fx_vk_end_query(struct iq_call *call, int phase);
void iq_fx_vk_dispatched(struct iq_call *call, int phase);
void iq_fx_vk_draw(struct iq_call *call, int phase);
void iq_fx_vk_draw_elements(struct iq_call *call, int phase);

void iq_fx_vk_vertex_input(struct iq_call *call, int phase);

void iq_fx_vk_order(struct iq_call *call, int phase);
void iq_fx_vk_query(struct iq_call *call, int phase);

static bool unseen; /* atomic */

void iq_vk_unseen_command(void) { __atomic_store_n(&unseen, true, __ATOMIC_RELAXED); }

/* The recording that [call] adds to, if all commands so far are known: nothing was left out, and no
 * validation layer says what is missing; NULL. */
static struct iq_vk_recording *known_recording(const struct iq_call *call)
{
    const struct iq_handle *buffer = call->found[0];
    const struct iq_vk_object *object =
        buffer && buffer->kind == IQ_KIND_VK_COMMAND_BUFFER ? buffer->details : NULL;
    struct iq_vk_recording *recording = object ? object->recording : NULL;
    return recording && recording->open && !recording->broken && !iq_vk_is_listening() ? recording
                                                                                       : NULL;
}

static void send(struct iq_call *call, enum iq_vk_misuse how)
{
    iq_vk_send_misused(call, 0, call->found[0], NULL, (struct iq_vk_misused){ .how = how });
}

/* --- begin and end
 * ------------------------------------------------------------------------------------------
 */

static const enum iq_vk_misuse not_begun[] = { [IQ_VK_PASS] = IQ_VK_NO_PASS,
                                               [IQ_VK_RENDERING] = IQ_VK_NO_RENDERING,
                                               [IQ_VK_FEEDBACK] = IQ_VK_NO_FEEDBACK,
                                               [IQ_VK_CONDITION] = IQ_VK_NO_CONDITION };

static void begin(struct iq_call *call, int phase, enum iq_vk_scope scope)
{
    struct iq_vk_recording *recording = phase == IQ_EFFECTS_BEFORE ? known_recording(call) : NULL;
    if (recording)
        recording->scopes |= (uint8_t)(1u << scope);
}

/* Something that must have been begun; [ends]: and is over now. */
static void within(struct iq_call *call, int phase, enum iq_vk_scope scope, bool ends)
{
    struct iq_vk_recording *recording = known_recording(call);
    if (!recording)
        return;
    if (phase == IQ_EFFECTS_CHECK && !(recording->scopes & 1u << scope) && !recording->inherits)
        send(call, not_begun[scope]);
    if (phase == IQ_EFFECTS_BEFORE && ends)
        recording->scopes &= (uint8_t) ~(1u << scope);
}

/* How many subpasses a render pass has; of both forms of the call. */
void iq_fx_vk_make_pass(struct iq_call *call, int phase)
{
    const VkRenderPassCreateInfo *info = iq_vk_pointee(call, 1);
    const void *const *out = iq_vk_pointee(call, 3);
    struct iq_vk_object *object = phase == IQ_EFFECTS_AFTER && !call->result && info && out
                                      ? iq_vk_object_of(iq_vk_known(IQ_KIND_VK_RENDER_PASS, *out))
                                      : NULL;
    if (object)
        object->subpasses = info->subpassCount;
}

/* What orders commands, and where in its render pass the recording is. */
static void order_pass(struct iq_call *call, int phase)
{
    struct iq_vk_recording *recording = phase == IQ_EFFECTS_BEFORE ? known_recording(call) : NULL;
    const VkRenderPassBeginInfo *info =
        recording && call->entry->operation == IQ_OP_BEGIN_RENDER_PASS ? iq_vk_pointee(call, 1)
                                                                       : NULL;
    const struct iq_handle *pass =
        info ? iq_vk_known(IQ_KIND_VK_RENDER_PASS, info->renderPass) : NULL;
    const struct iq_vk_object *object = pass ? pass->details : NULL;
    if (recording) {
        recording->subpasses = object ? object->subpasses : 0;
        recording->subpass = 0;
    }
    iq_fx_vk_order(call, phase);
}

/* What begins [scope], and what ends it; [then]: what else is known of both. */
#define SCOPE(name, scope, then)                                \
    void iq_fx_vk_begin_##name(struct iq_call *call, int phase) \
    {                                                           \
        begin(call, phase, scope);                              \
        (void)then(call, phase);                                \
    }                                                           \
    void iq_fx_vk_end_##name(struct iq_call *call, int phase)   \
    {                                                           \
        within(call, phase, scope, true);                       \
        (void)then(call, phase);                                \
    }
SCOPE(pass, IQ_VK_PASS, order_pass)
SCOPE(rendering, IQ_VK_RENDERING, iq_vk_record_call)
SCOPE(feedback, IQ_VK_FEEDBACK, iq_vk_record_call)
SCOPE(condition, IQ_VK_CONDITION, iq_vk_record_call)
#undef SCOPE

void iq_fx_vk_next_pass(struct iq_call *call, int phase)
{
    struct iq_vk_recording *recording = known_recording(call);
    within(call, phase, IQ_VK_PASS, false);
    if (recording && phase == IQ_EFFECTS_CHECK && recording->subpasses &&
        recording->subpass + 1 >= recording->subpasses)
        send(call, IQ_VK_NO_SUBPASS);
    if (recording && phase == IQ_EFFECTS_BEFORE)
        recording->subpass++;
    iq_fx_vk_order(call, phase);
}

/* --- vertex input
 * ------------------------------------------------------------------------------------------
 */

enum { MOST_INPUTS = 64 };

static bool has_binding(const VkVertexInputBindingDescription2EXT *bindings, uint32_t count,
                        uint32_t binding)
{
    for (uint32_t i = 0; i < count; i++)
        if (bindings[i].binding == binding)
            return true;
    return false;
}

/* (command buffer, number of bindings, bindings, number of attributes, attributes): each attribute
 * comes from one of the bindings. */
static void check_vertex_input(struct iq_call *call)
{
    VkVertexInputBindingDescription2EXT bindings[MOST_INPUTS];
    VkVertexInputAttributeDescription2EXT attributes[MOST_INPUTS];
    uint32_t count = (uint32_t)call->args[1], wanted = (uint32_t)call->args[3];
    char name[64];
    if (count > MOST_INPUTS || wanted > MOST_INPUTS ||
        !iq_peek(bindings, (uintptr_t)call->args[2], count * sizeof *bindings, true) ||
        !iq_peek(attributes, (uintptr_t)call->args[4], wanted * sizeof *attributes, true))
        return;
    for (uint32_t i = 0; i < wanted; i++) {
        if (has_binding(bindings, count, attributes[i].binding))
            continue;
        snprintf(name, sizeof name, "%s[%u].binding", call->entry->args[4].name, (unsigned)i);
        iq_vk_send_flaw(call, 4,
                        &(struct iq_vk_flaw){ .how = IQ_VK_NO_BINDING,
                                              .is_member = true,
                                              .name = iq_name_intern(name),
                                              .counter = call->entry->args[2].name,
                                              .value = attributes[i].binding },
                        NULL);
        return;
    }
}

void iq_fx_vk_vertex_input(struct iq_call *call, int phase)
{
    if (phase == IQ_EFFECTS_CHECK && !iq_vk_is_listening())
        check_vertex_input(call);
    (void)iq_vk_record_call(call, phase);
}

/* --- queries
 * ------------------------------------------------------------------------------------------
 */

void iq_fx_vk_begin_query(struct iq_call *call, int phase)
{
    struct iq_vk_recording *recording = known_recording(call);
    if (phase == IQ_EFFECTS_BEFORE && recording && recording->query_count++ < IQ_VK_OPEN_QUERIES) {
        recording->queries[recording->query_count - 1].pool = call->found[1];
        recording->queries[recording->query_count - 1].query = (uint32_t)call->args[2];
    }
    iq_fx_vk_queries(call, phase);
}

/* Where [recording] has the query that [call] ends; .query_count: it does not. */
static uint32_t find_query(const struct iq_vk_recording *recording, const struct iq_call *call)
{
    uint32_t i = 0;
    while (i < recording->query_count && !(recording->queries[i].pool == call->found[1] &&
                                           recording->queries[i].query == (uint32_t)call->args[2]))
        i++;
    return i;
}

void iq_fx_vk_end_query(struct iq_call *call, int phase)
{
    struct iq_vk_recording *recording = known_recording(call);
    const struct iq_handle *pool = call->found[1];
    if (recording && recording->query_count <= IQ_VK_OPEN_QUERIES && pool) {
        uint32_t at = find_query(recording, call);
        bool begun = at < recording->query_count;
        if (phase == IQ_EFFECTS_CHECK && !begun && pool->kind == IQ_KIND_VK_QUERY_POOL)
            iq_vk_send_misused(call, 1, pool, NULL,
                               (struct iq_vk_misused){ .how = IQ_VK_QUERY_NOT_BEGUN });
        if (phase == IQ_EFFECTS_BEFORE && begun)
            recording->queries[at] = recording->queries[--recording->query_count];
    }
    iq_fx_vk_query(call, phase);
}

/* --- what is bound
 * ------------------------------------------------------------------------------------------
 */

static const enum iq_vk_misuse not_bound[] = { [IQ_VK_GRAPHICS] = IQ_VK_NO_GRAPHICS,
                                               [IQ_VK_COMPUTE] = IQ_VK_NO_COMPUTE,
                                               [IQ_VK_INDICES] = IQ_VK_NO_INDICES };

void iq_vk_note_bound(struct iq_vk_recording *recording, enum iq_vk_bound what)
{
    recording->bound |= (uint8_t)(1u << what);
}

void iq_vk_check_bound_state(struct iq_call *call, enum iq_vk_bound what)
{
    const struct iq_vk_recording *recording = known_recording(call);
    if (recording && !(recording->bound & 1u << what) && recording->begun.number &&
        !__atomic_load_n(&unseen, __ATOMIC_RELAXED))
        send(call, not_bound[what]);
}

static void needs(struct iq_call *call, int phase, enum iq_vk_bound what)
{
    if (phase == IQ_EFFECTS_CHECK)
        iq_vk_check_bound_state(call, what);
}

void iq_fx_vk_dispatched(struct iq_call *call, int phase)
{
    needs(call, phase, IQ_VK_COMPUTE);
    (void)iq_vk_record_call(call, phase);
}

void iq_fx_vk_draw(struct iq_call *call, int phase)
{
    needs(call, phase, IQ_VK_GRAPHICS);
    (void)iq_vk_record_call(call, phase);
}

void iq_fx_vk_draw_elements(struct iq_call *call, int phase)
{
    needs(call, phase, IQ_VK_GRAPHICS);
    needs(call, phase, IQ_VK_INDICES);
    (void)iq_vk_record_call(call, phase);
}
