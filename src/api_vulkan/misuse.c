#include "api_vulkan/misuse.h"

#include "api_vulkan/message.h"
#include "call/core.h"
#include "call/rule.h"
#include "call/send.h"
#include "call/status.h"
#include "call/walk.h"

void iq_vk_send_misused(struct iq_call *call, int arg, const struct iq_handle *handle,
                        const char *path, struct iq_vk_misused misused)
{
    struct iq_event event = { .verb = IQ_VERB_MISUSE,
                              .phase = IQ_PHASE_BEFORE,
                              .call = call,
                              .arg = arg,
                              .role = arg < 0 ? NULL : &call->entry->args[arg],
                              .value = handle->value,
                              .handle = handle,
                              .member = path,
                              .kind = (enum iq_kind)handle->kind,
                              .misuse.state = &misused };
    iq_rule_dispatch(&event);
}

/* --- memory
 * ------------------------------------------------------------------------------------------
 */

const struct iq_handle *iq_vk_without_memory(const struct iq_handle *handle)
{
    for (int depth = 0; handle && depth < 2; depth++) {
        const struct iq_vk_object *object = handle->details;
        bool holds = handle->kind == IQ_KIND_VK_BUFFER || handle->kind == IQ_KIND_VK_IMAGE;
        if (holds)
            return object && object->is_plain && !object->memory && !iq_handle_is_dead(handle)
                       ? handle
                       : NULL;
        handle = object && (handle->kind == IQ_KIND_VK_IMAGE_VIEW ||
                            handle->kind == IQ_KIND_VK_BUFFER_VIEW)
                     ? object->memory
                     : NULL;
    }
    return NULL;
}

void iq_vk_check_bound(struct iq_call *call, int arg, const struct iq_handle *handle,
                       const char *path, const struct iq_vk_command *command)
{
    const struct iq_handle *bare = iq_vk_is_listening() ? NULL : iq_vk_without_memory(handle);
    if (bare)
        iq_vk_send_misused(call, arg, bare, path,
                           (struct iq_vk_misused){
                               .how = IQ_VK_NO_MEMORY,
                               .command = command ? command->ref : (struct iq_call_ref){ 0 } });
}

void iq_vk_check_unbound(struct iq_call *call, int arg, const struct iq_handle *handle,
                         const char *path)
{
    const struct iq_vk_object *object = handle ? handle->details : NULL;
    if (object && object->is_plain && object->memory && !iq_vk_is_listening() &&
        !iq_handle_is_dead(handle))
        iq_vk_send_misused(
            call, arg, handle, path,
            (struct iq_vk_misused){ .how = IQ_VK_BOUND_TWICE, .before = object->bound });
}

void iq_vk_check_span(struct iq_call *call, int arg, const struct iq_handle *handle, uint64_t have,
                      struct iq_vk_span span)
{
    if (iq_vk_is_listening() || !have || (span.offset <= have && span.size <= have - span.offset))
        return;
    const struct iq_box_name none = { -1, NULL };
    struct iq_box box = {
        .readable = true, .unit = 1, .origin = { span.offset, 0, 0 }, .region = { span.size, 1, 1 }
    };
    struct iq_box_access access = { .box = &box,
                                    .object = handle,
                                    .prefix = span.prefix,
                                    .origin = span.offset_name,
                                    .size = { span.size_name, span.size_name, span.size_name },
                                    .row = none,
                                    .slice = none,
                                    .level = none,
                                    .format = none,
                                    .bytes = have,
                                    .linear = true,
                                    .done = IQ_ERROR,
                                    .failed = IQ_ERROR,
                                    .contain = IQ_ANSWER_HANDLE };
    iq_box_measure(&box);
    iq_box_access_send(call, IQ_PHASE_BEFORE, arg, &access);
}

void iq_vk_access_layers(struct iq_box_access *access, const struct iq_vk_object *image,
                         const VkImageSubresourceLayers *named, struct iq_box_name layer)
{
    access->number_of_level = named->mipLevel;
    access->levels = image->image.levels;
    access->layer = layer;
    access->last_layer = (uint64_t)named->baseArrayLayer + named->layerCount - 1;
    access->layers = named->layerCount && named->layerCount != UINT32_MAX ? image->image.layers : 0;
    access->dimensions = 3;
    for (int i = 0; i < 3; i++)
        access->extent[i] = iq_vk_level_extent(image, named->mipLevel, i);
}

/* --- command buffers
 * ------------------------------------------------------------------------------------------
 */

/* A command buffer whose whole history is known. */
static bool is_known(const struct iq_handle *buffer)
{
    return buffer && buffer->kind == IQ_KIND_VK_COMMAND_BUFFER && !iq_handle_is_dead(buffer) &&
           buffer->created.number;
}

/* The recording of [buffer], if that is known; NULL. */
static const struct iq_vk_recording *known_recording(const struct iq_handle *buffer)
{
    const struct iq_vk_object *object = is_known(buffer) ? buffer->details : NULL;
    return object ? object->recording : NULL;
}

static bool was_reset(const struct iq_handle *buffer, const struct iq_vk_recording *recording)
{
    const struct iq_vk_object *pool =
        buffer->parent && buffer->parent->kind == IQ_KIND_VK_COMMAND_POOL ? buffer->parent->details
                                                                          : NULL;
    return pool && pool->reset > recording->serial;
}

void iq_vk_pool_was_reset(struct iq_handle *pool)
{
    struct iq_vk_object *object = iq_vk_object_of(pool);
    if (object && pool->kind == IQ_KIND_VK_COMMAND_POOL)
        object->reset = iq_vk_change();
}

void iq_vk_check_begin(struct iq_call *call)
{
    const struct iq_handle *buffer = call->found[0];
    const struct iq_vk_recording *recording = known_recording(buffer);
    if (recording && recording->open && !was_reset(buffer, recording) && !iq_vk_is_listening())
        iq_vk_send_misused(
            call, 0, buffer, NULL,
            (struct iq_vk_misused){ .how = IQ_VK_BEGUN_TWICE, .before = recording->begun });
}

void iq_vk_check_recording(struct iq_call *call)
{
    const struct iq_handle *buffer = call->found[0];
    const struct iq_vk_recording *recording = known_recording(buffer);
    if (is_known(buffer) && !(recording && recording->open) && !iq_vk_is_listening())
        iq_vk_send_misused(call, 0, buffer, NULL,
                           (struct iq_vk_misused){ .how = IQ_VK_NOT_BEGUN,
                                                   .before = recording
                                                                 ? recording->ended
                                                                 : (struct iq_call_ref){ 0 } });
}

bool iq_vk_check_executable(struct iq_call *call, int arg, const struct iq_handle *buffer,
                            const struct iq_member *member)
{
    const struct iq_vk_recording *recording = known_recording(buffer);
    bool recorded = recording && recording->serial && !was_reset(buffer, recording);
    if (recorded && !recording->open && recording->ended.number &&
        !(recording->one_time && recording->submitted.number))
        return true;
    if (!is_known(buffer) || iq_vk_is_listening())
        return true;
    struct iq_vk_misused misused = { .how = IQ_VK_NOT_RECORDED };
    if (recorded && recording->open)
        misused = (struct iq_vk_misused){ .how = IQ_VK_NOT_ENDED, .before = recording->begun };
    else if (recorded && recording->ended.number)
        misused = (struct iq_vk_misused){ .how = IQ_VK_USED_UP, .before = recording->submitted };
    iq_vk_send_misused(call, arg, buffer, member ? iq_walk_member_path(call, member) : NULL,
                       misused);
    return false;
}
