/* Command buffers: allocated, begun, recorded, ended, reset. */
#include <string.h>

#include "core/core.h"
#include "core/vulkan/events.h"
#include "core/vulkan/message.h"
#include "core/vulkan/objects.h"

void iq_fx_vk_record(struct iq_call *call, int phase);
void iq_fx_vk_fill(struct iq_call *call, int phase);
void iq_fx_vk_copy_buffer(struct iq_call *call, int phase);
void iq_fx_vk_copy_to_image(struct iq_call *call, int phase);
void iq_fx_vk_copy_from_image(struct iq_call *call, int phase);
void iq_fx_vk_command_buffers(struct iq_call *call, int phase);
void iq_fx_vk_begin(struct iq_call *call, int phase);
void iq_fx_vk_end(struct iq_call *call, int phase);
void iq_fx_vk_reset(struct iq_call *call, int phase);
void iq_fx_vk_free_command_buffers(struct iq_call *call, int phase);
void iq_fx_vk_reset_pool(struct iq_call *call, int phase);

static const void *behind(const struct iq_call *call, int arg) { return (const void *)(uintptr_t)call->args[arg]; }

/* Records [call]; the recording, NULL in other phases. */
static struct iq_vk_recording *record(struct iq_call *call, int phase)
{
    struct iq_handle *buffer = call->found[0];
    if (phase != IQ_EFFECTS_BEFORE || !buffer || buffer->kind != IQ_KIND_VK_COMMAND_BUFFER)
        return NULL;
    struct iq_vk_recording *recording = iq_vk_recording_of(buffer);
    if (recording)
        iq_vk_record(call, recording);
    return recording;
}

void iq_fx_vk_record(struct iq_call *call, int phase) { (void)record(call, phase); }

/* Bytes per texel of the formats that are copied most; 0: not known. */
static uint64_t texel_bytes(uint32_t format)
{
    switch (format) {
    case VK_FORMAT_R8_UNORM: case VK_FORMAT_R8_UINT: return 1;
    case VK_FORMAT_R8G8_UNORM: case VK_FORMAT_R16_SFLOAT: case VK_FORMAT_D16_UNORM: return 2;
    case VK_FORMAT_R8G8B8A8_UNORM: case VK_FORMAT_R8G8B8A8_SRGB: case VK_FORMAT_B8G8R8A8_UNORM: case VK_FORMAT_B8G8R8A8_SRGB:
    case VK_FORMAT_R8G8B8A8_UINT: case VK_FORMAT_R32_SFLOAT: case VK_FORMAT_R32_UINT: case VK_FORMAT_R16G16_SFLOAT: case VK_FORMAT_D32_SFLOAT: return 4;
    case VK_FORMAT_R16G16B16A16_SFLOAT: case VK_FORMAT_R32G32_SFLOAT: return 8;
    case VK_FORMAT_R32G32B32A32_SFLOAT: return 16;
    default: return 0;
    }
}

/* --- where transfers reach; the validation layer knows it better where it is --- */

static void check_range(struct iq_call *call, int arg, int object_arg, const char *member, unsigned index, uint64_t offset, uint64_t size, bool row_in_bytes)
{
    const struct iq_handle *buffer = call->found[object_arg];
    const struct iq_vk_object *object = buffer && buffer->kind == IQ_KIND_VK_BUFFER ? buffer->details : NULL;
    uint64_t end;
    if (!object || !object->size || size == UINT64_MAX)
        return;
    if (__builtin_add_overflow(offset, size, &end))
        end = UINT64_MAX;
    if (end > object->size)
        iq_vk_send_outside(call, arg, buffer, member, index, (struct iq_vk_outside){ IQ_VK_END, end, object->size, row_in_bytes });
}

static uint64_t needed_bytes(const VkBufferImageCopy *region, uint64_t bytes)
{
    uint64_t row = region->bufferRowLength ? region->bufferRowLength : region->imageExtent.width;
    uint64_t rows = region->bufferImageHeight ? region->bufferImageHeight : region->imageExtent.height;
    uint64_t slices = (uint64_t)region->imageExtent.depth * region->imageSubresource.layerCount;
    if (!bytes || !slices || !region->imageExtent.height || !region->imageExtent.width)
        return 0;
    return (((slices - 1) * rows + region->imageExtent.height - 1) * row + region->imageExtent.width) * bytes;
}

static void check_edges(struct iq_call *call, int arg, const struct iq_handle *image, unsigned index, const VkBufferImageCopy *region)
{
    static const char *const members[] = { "pRegions[%u].imageExtent.width", "pRegions[%u].imageExtent.height", "pRegions[%u].imageExtent.depth" };
    const struct iq_vk_object *object = image ? image->details : NULL;
    const uint32_t extents[] = { region->imageExtent.width, region->imageExtent.height, region->imageExtent.depth };
    const int32_t offsets[] = { region->imageOffset.x, region->imageOffset.y, region->imageOffset.z };
    uint32_t level = region->imageSubresource.mipLevel;
    if (!object || !object->image.extent[0] || object->image.is_presented)
        return;
    if (level >= object->image.levels) {
        iq_vk_send_outside(call, arg, image, "pRegions[%u].imageSubresource.mipLevel", index, (struct iq_vk_outside){ IQ_VK_LEVEL, level, object->image.levels, false });
        return;
    }
    for (int i = 0; i < 3; i++) {
        uint64_t have = object->image.extent[i] >> level ? object->image.extent[i] >> level : 1;
        uint64_t need = (uint64_t)extents[i] + (uint64_t)(offsets[i] < 0 ? 0 : offsets[i]);
        if (need > have || offsets[i] < 0)
            iq_vk_send_outside(call, arg, image, members[i], index, (struct iq_vk_outside){ IQ_VK_EDGE, need, have, false });
    }
}

static void check_regions(struct iq_call *call, int buffer_arg, int image_arg)
{
    const VkBufferImageCopy *regions = behind(call, 5);
    const struct iq_handle *image = call->found[image_arg];
    const struct iq_vk_object *object = image ? image->details : NULL;
    uint64_t bytes = object ? texel_bytes(object->image.format) : 0;
    for (uint32_t i = 0; regions && i < (uint32_t)call->args[4]; i++) {
        uint32_t row = regions[i].bufferRowLength, width = regions[i].imageExtent.width;
        if (row && row < width)
            iq_vk_send_outside(call, 5, call->found[buffer_arg], "pRegions[%u].bufferRowLength", i, (struct iq_vk_outside){ IQ_VK_ROW, width, row, false });
        check_edges(call, 5, image, i, &regions[i]);
        uint64_t size = needed_bytes(&regions[i], bytes);
        if (size)
            check_range(call, 5, buffer_arg, "pRegions[%u]", i, regions[i].bufferOffset, size, bytes > 1 && row == width * bytes);
    }
}

static bool is_ours_to_check(int phase) { return phase == IQ_EFFECTS_CHECK && !iq_vk_is_listening(); }

/* vkCmdFillBuffer, vkCmdUpdateBuffer. */
void iq_fx_vk_fill(struct iq_call *call, int phase)
{
    struct iq_vk_recording *recording = record(call, phase);
    if (is_ours_to_check(phase))
        check_range(call, 3, 1, NULL, 0, call->args[2], call->args[3], false);
    if (recording && call->found[1])
        iq_vk_touch(recording, call->found[1], call->args[2], call->args[3] == UINT64_MAX ? UINT64_MAX : call->args[2] + call->args[3], true);
}

void iq_fx_vk_copy_buffer(struct iq_call *call, int phase)
{
    struct iq_vk_recording *recording = record(call, phase);
    const VkBufferCopy *regions = behind(call, 4);
    for (uint32_t i = 0; is_ours_to_check(phase) && regions && i < (uint32_t)call->args[3]; i++) {
        check_range(call, 4, 1, "pRegions[%u].size", i, regions[i].srcOffset, regions[i].size, false);
        check_range(call, 4, 2, "pRegions[%u].size", i, regions[i].dstOffset, regions[i].size, false);
    }
    for (uint32_t i = 0; recording && regions && i < (uint32_t)call->args[3]; i++) {
        iq_vk_touch(recording, call->found[1], regions[i].srcOffset, regions[i].srcOffset + regions[i].size, false);
        iq_vk_touch(recording, call->found[2], regions[i].dstOffset, regions[i].dstOffset + regions[i].size, true);
    }
}

static void touch_region(struct iq_vk_recording *recording, struct iq_handle *buffer, struct iq_handle *image, const VkBufferImageCopy *region, bool write)
{
    const struct iq_vk_object *object = image ? image->details : NULL;
    uint64_t size = object ? needed_bytes(region, texel_bytes(object->image.format)) : 0;
    if (size)
        iq_vk_touch(recording, buffer, region->bufferOffset, region->bufferOffset + size, write);
}

void iq_fx_vk_copy_to_image(struct iq_call *call, int phase)
{
    struct iq_vk_recording *recording = record(call, phase);
    const VkBufferImageCopy *regions = behind(call, 5);
    if (is_ours_to_check(phase))
        check_regions(call, 1, 2);
    for (uint32_t i = 0; recording && regions && i < (uint32_t)call->args[4]; i++)
        touch_region(recording, call->found[1], call->found[2], &regions[i], false);
}

void iq_fx_vk_copy_from_image(struct iq_call *call, int phase)
{
    struct iq_vk_recording *recording = record(call, phase);
    const VkBufferImageCopy *regions = behind(call, 5);
    if (is_ours_to_check(phase))
        check_regions(call, 3, 1);
    for (uint32_t i = 0; recording && regions && i < (uint32_t)call->args[4]; i++)
        touch_region(recording, call->found[3], call->found[1], &regions[i], true);
}

/* New objects of [kind] that [call] put into the array behind argument 2, out of pool [pool]. */
static void make_from_pool(struct iq_call *call, enum iq_kind kind, struct iq_handle *pool, uint32_t count)
{
    const uint64_t *values = behind(call, 2);
    struct iq_mark mark = iq_call_mark(call);
    for (uint32_t i = 0; values && i < count; i++) {
        struct iq_handle *handle = values[i] ? iq_handle_create(kind, values[i], NULL, mark) : NULL;
        if (handle)
            handle->parent = pool ? pool : call->found[0];
    }
}

void iq_fx_vk_command_buffers(struct iq_call *call, int phase)
{
    const VkCommandBufferAllocateInfo *info = behind(call, 1);
    if (phase != IQ_EFFECTS_AFTER || call->result || !info)
        return;
    struct iq_handle *pool = iq_handle_find(IQ_KIND_VK_COMMAND_POOL, (uint64_t)(uintptr_t)info->commandPool);
    make_from_pool(call, IQ_KIND_VK_COMMAND_BUFFER, pool, info->commandBufferCount);
}

void iq_fx_vk_descriptor_sets(struct iq_call *call, int phase);
void iq_fx_vk_descriptor_sets(struct iq_call *call, int phase)
{
    const VkDescriptorSetAllocateInfo *info = behind(call, 1);
    if (phase != IQ_EFFECTS_AFTER || call->result || !info)
        return;
    struct iq_handle *pool = iq_handle_find(IQ_KIND_VK_DESCRIPTOR_POOL, (uint64_t)(uintptr_t)info->descriptorPool);
    make_from_pool(call, IQ_KIND_VK_DESCRIPTOR_SET, pool, info->descriptorSetCount);
}

static void check_busy(struct iq_call *call, int arg)
{
    if (call->found[arg] && iq_vk_pending(call->found[arg]))
        iq_vk_send(call, IQ_EVENT_BUSY, arg, call->found[arg]);
}

void iq_fx_vk_reset_pool(struct iq_call *call, int phase)
{
    if (phase == IQ_EFFECTS_CHECK)
        check_busy(call, 1);
}

void iq_fx_vk_begin(struct iq_call *call, int phase)
{
    const VkCommandBufferBeginInfo *info = behind(call, 1);
    if (phase == IQ_EFFECTS_CHECK)
        check_busy(call, 0);
    struct iq_vk_recording *recording = phase == IQ_EFFECTS_BEFORE ? iq_vk_recording_of(call->found[0]) : NULL;
    if (!recording)
        return;
    iq_vk_recording_start(recording, iq_call_mark(call));
    recording->simultaneous = info && info->flags & VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT;
}

void iq_fx_vk_end(struct iq_call *call, int phase)
{
    struct iq_vk_recording *recording = phase == IQ_EFFECTS_AFTER && !call->result ? iq_vk_recording_of(call->found[0]) : NULL;
    if (recording)
        recording->ended = iq_call_mark(call);
}

void iq_fx_vk_reset(struct iq_call *call, int phase)
{
    if (phase == IQ_EFFECTS_CHECK)
        check_busy(call, 0);
    struct iq_vk_recording *recording = phase == IQ_EFFECTS_AFTER && !call->result ? iq_vk_recording_of(call->found[0]) : NULL;
    if (recording)
        iq_vk_recording_start(recording, (struct iq_mark){ 0 });
}

/* The buffers of a pool go with it. */
static void end_of_pool(void *user, const struct iq_handle *handle)
{
    const struct iq_handle *pool = user;
    if (handle->kind == IQ_KIND_VK_COMMAND_BUFFER && handle->parent == pool)
        iq_vk_recording_release((struct iq_handle *)(uintptr_t)handle);
}

void iq_fx_vk_command_pool_end(struct iq_call *call, int phase);
void iq_fx_vk_command_pool_end(struct iq_call *call, int phase)
{
    if (phase == IQ_EFFECTS_AFTER && call->found[1])
        iq_handle_visit(end_of_pool, call->found[1]);
}

void iq_fx_vk_free_command_buffers(struct iq_call *call, int phase)
{
    const uint64_t *values = behind(call, 3);
    for (uint32_t i = 0; phase == IQ_EFFECTS_AFTER && values && i < (uint32_t)call->args[2]; i++) {
        struct iq_handle *handle = values[i] ? iq_handle_find(IQ_KIND_VK_COMMAND_BUFFER, values[i]) : NULL;
        if (handle && handle->kind == IQ_KIND_VK_COMMAND_BUFFER)
            iq_vk_recording_release(handle);
    }
}
