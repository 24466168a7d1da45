/* Recorded transfers between host-visible buffers and others: what bytes they touch, and whether these exist. */
#include <stdio.h>
#include <string.h>

#include "core/core.h"
#include "core/pixels.h"
#include "core/vulkan/events.h"
#include "core/vulkan/message.h"
#include "core/vulkan/objects.h"

void iq_fx_vk_fill(struct iq_call *call, int phase);
void iq_fx_vk_copy_buffer(struct iq_call *call, int phase);
void iq_fx_vk_copy_buffer2(struct iq_call *call, int phase);
void iq_fx_vk_copy_to_image(struct iq_call *call, int phase);
void iq_fx_vk_copy_to_image2(struct iq_call *call, int phase);
void iq_fx_vk_copy_from_image(struct iq_call *call, int phase);
void iq_fx_vk_copy_from_image2(struct iq_call *call, int phase);

/* A copy, whichever form the call has: the regions of the second form have two more members in front. */
struct transfer {
    struct iq_call *call;
    struct iq_vk_recording *recording;      /* NULL: in another phase */
    struct iq_handle *from, *to;
    const char *prefix;                     /* of the names of members: "pCopyBufferInfo->" */
    const char *regions;
    size_t stride;
    uint32_t count;
    int arg;
};

/* By the last format of each range; what stands between them without bytes has several planes or aspects, or is not known. */
static const struct { uint16_t last; uint8_t bytes, side; } formats[] = {
    { 0, 0, 1 }, { VK_FORMAT_R4G4_UNORM_PACK8, 1, 1 }, { VK_FORMAT_A1R5G5B5_UNORM_PACK16, 2, 1 }, { VK_FORMAT_R8_SRGB, 1, 1 }, { VK_FORMAT_R8G8_SRGB, 2, 1 },
    { VK_FORMAT_B8G8R8_SRGB, 3, 1 }, { VK_FORMAT_A2B10G10R10_SINT_PACK32, 4, 1 }, { VK_FORMAT_R16_SFLOAT, 2, 1 }, { VK_FORMAT_R16G16_SFLOAT, 4, 1 },
    { VK_FORMAT_R16G16B16_SFLOAT, 6, 1 }, { VK_FORMAT_R16G16B16A16_SFLOAT, 8, 1 }, { VK_FORMAT_R32_SFLOAT, 4, 1 }, { VK_FORMAT_R32G32_SFLOAT, 8, 1 },
    { VK_FORMAT_R32G32B32_SFLOAT, 12, 1 }, { VK_FORMAT_R32G32B32A32_SFLOAT, 16, 1 }, { VK_FORMAT_R64_SFLOAT, 8, 1 }, { VK_FORMAT_R64G64_SFLOAT, 16, 1 },
    { VK_FORMAT_R64G64B64_SFLOAT, 24, 1 }, { VK_FORMAT_R64G64B64A64_SFLOAT, 32, 1 }, { VK_FORMAT_E5B9G9R9_UFLOAT_PACK32, 4, 1 }, { VK_FORMAT_D16_UNORM, 2, 1 },
    { VK_FORMAT_D32_SFLOAT, 4, 1 }, { VK_FORMAT_S8_UINT, 1, 1 }, { VK_FORMAT_D32_SFLOAT_S8_UINT, 0, 1 }, { VK_FORMAT_BC1_RGBA_SRGB_BLOCK, 8, 4 },
    { VK_FORMAT_BC3_SRGB_BLOCK, 16, 4 }, { VK_FORMAT_BC4_SNORM_BLOCK, 8, 4 }, { VK_FORMAT_BC7_SRGB_BLOCK, 16, 4 }, { VK_FORMAT_ETC2_R8G8B8A1_SRGB_BLOCK, 8, 4 },
    { VK_FORMAT_ETC2_R8G8B8A8_SRGB_BLOCK, 16, 4 }, { VK_FORMAT_EAC_R11_SNORM_BLOCK, 8, 4 }, { VK_FORMAT_EAC_R11G11_SNORM_BLOCK, 16, 4 },
};

uint32_t iq_vk_texel_bytes(uint32_t format, uint32_t *side)
{
    enum { RANGES = sizeof formats / sizeof *formats };
    int i = 0;
    while (i < RANGES && format > formats[i].last)
        i++;
    *side = i < RANGES ? formats[i].side : 1;
    return i < RANGES ? formats[i].bytes : 0;
}

static void touch(const struct transfer *transfer, struct iq_handle *buffer, uint64_t lo, uint64_t hi, bool write)
{
    if (transfer->recording && buffer)
        (void)iq_vk_touch(transfer->recording, buffer, lo, hi, write);
}

/* --- where transfers reach; the validation layer knows it better where it is --- */

static bool is_ours_to_check(int phase) { return phase == IQ_EFFECTS_CHECK && !iq_vk_is_listening(); }

static void send_outside(const struct transfer *transfer, const struct iq_handle *handle, const char *member, unsigned index, struct iq_vk_outside outside)
{
    char path[96];
    snprintf(path, sizeof path, "%s%s", transfer->prefix, member ? member : "");
    iq_vk_send_outside(transfer->call, transfer->arg, handle, member ? path : NULL, index, outside);
}

static void check_range(const struct transfer *transfer, const struct iq_handle *buffer, const char *member, unsigned index, uint64_t offset, uint64_t size,
                        bool row_in_bytes)
{
    const struct iq_vk_object *object = buffer && buffer->kind == IQ_KIND_VK_BUFFER ? buffer->details : NULL;
    uint64_t end;
    if (!object || !object->size || size == UINT64_MAX)
        return;
    if (__builtin_add_overflow(offset, size, &end))
        end = UINT64_MAX;
    if (end > object->size)
        send_outside(transfer, buffer, member, index, (struct iq_vk_outside){ IQ_VK_END, end, object->size, row_in_bytes });
}

/* [bytes] of a texel, or of a block of [side] x [side] texels. */
static inline uint64_t needed_bytes(const VkBufferImageCopy *region, uint64_t bytes, uint32_t side)
{
    uint64_t width = region->imageExtent.width, height = region->imageExtent.height;
    uint64_t row = region->bufferRowLength ? region->bufferRowLength : width, rows = region->bufferImageHeight ? region->bufferImageHeight : height;
    uint64_t slices = (uint64_t)region->imageExtent.depth * region->imageSubresource.layerCount;
    if (!bytes || !slices || !height || !width)
        return 0;
    if (side > 1) {
        width = (width + side - 1) / side;
        height = (height + side - 1) / side;
        row = (row + side - 1) / side;
        rows = (rows + side - 1) / side;
    }
    return (((slices - 1) * rows + height - 1) * row + width) * bytes;
}

static inline bool is_inside(int32_t offset, uint32_t extent, uint32_t have) { return offset >= 0 && (uint64_t)offset + extent <= have; }

static inline bool is_inside_first_level(const struct iq_vk_object *object, const VkBufferImageCopy *region)
{
    const uint32_t *have = object->image.extent;
    return !region->imageSubresource.mipLevel && is_inside(region->imageOffset.x, region->imageExtent.width, have[0]) &&
           is_inside(region->imageOffset.y, region->imageExtent.height, have[1]) && is_inside(region->imageOffset.z, region->imageExtent.depth, have[2]);
}

static void check_edges(const struct transfer *transfer, const struct iq_handle *image, unsigned index, const VkBufferImageCopy *region)
{
    static const char *const members[] = { "pRegions[%u].imageExtent.width", "pRegions[%u].imageExtent.height", "pRegions[%u].imageExtent.depth" };
    const struct iq_vk_object *object = image ? image->details : NULL;
    const uint32_t extents[] = { region->imageExtent.width, region->imageExtent.height, region->imageExtent.depth };
    const int32_t offsets[] = { region->imageOffset.x, region->imageOffset.y, region->imageOffset.z };
    uint32_t level = region->imageSubresource.mipLevel;
    if (!object || !object->image.extent[0] || object->image.is_presented)
        return;
    if (level >= object->image.levels) {
        send_outside(transfer, image, "pRegions[%u].imageSubresource.mipLevel", index, (struct iq_vk_outside){ IQ_VK_LEVEL, level, object->image.levels, false });
        return;
    }
    for (int i = 0; i < 3; i++) {
        uint64_t have = object->image.extent[i] >> level ? object->image.extent[i] >> level : 1;
        uint64_t need = (uint64_t)extents[i] + (uint64_t)(offsets[i] < 0 ? 0 : offsets[i]);
        if (need > have || offsets[i] < 0)
            send_outside(transfer, image, members[i], index, (struct iq_vk_outside){ IQ_VK_EDGE, need, have, false });
    }
}

/* vkCmdFillBuffer, vkCmdUpdateBuffer. */
void iq_fx_vk_fill(struct iq_call *call, int phase)
{
    struct transfer transfer = { .call = call, .recording = iq_vk_record_call(call, phase), .prefix = "", .arg = 3 };
    if (is_ours_to_check(phase))
        check_range(&transfer, call->found[1], NULL, 0, call->args[2], call->args[3], false);
    const struct iq_vk_object *buffer = iq_vk_object_of(call->found[1]);
    touch(&transfer, call->found[1], call->args[2], call->args[3] != UINT64_MAX ? call->args[2] + call->args[3] : buffer ? buffer->size : UINT64_MAX, true);
}

/* --- between buffers --- */

static void copy_buffer(const struct transfer *transfer, int phase)
{
    if (phase == IQ_EFFECTS_AFTER)
        return;
    for (uint32_t i = 0; transfer->regions && i < transfer->count; i++) {
        const VkBufferCopy *region = (const void *)(transfer->regions + i * transfer->stride);
        if (is_ours_to_check(phase)) {
            check_range(transfer, transfer->from, "pRegions[%u].size", i, region->srcOffset, region->size, false);
            check_range(transfer, transfer->to, "pRegions[%u].size", i, region->dstOffset, region->size, false);
        }
        touch(transfer, transfer->from, region->srcOffset, region->srcOffset + region->size, false);
        touch(transfer, transfer->to, region->dstOffset, region->dstOffset + region->size, true);
    }
}

void iq_fx_vk_copy_buffer(struct iq_call *call, int phase)
{
    struct transfer transfer = { call, iq_vk_record_call(call, phase), call->found[1], call->found[2], "", iq_vk_behind(call, 4), sizeof(VkBufferCopy),
                                 (uint32_t)call->args[3], 4 };
    copy_buffer(&transfer, phase);
}

void iq_fx_vk_copy_buffer2(struct iq_call *call, int phase)
{
    const VkCopyBufferInfo2 *info = iq_vk_behind(call, 1);
    struct iq_vk_recording *recording = iq_vk_record_call(call, phase);
    if (!info)
        return;
    struct transfer transfer = { call, recording, iq_vk_known(IQ_KIND_VK_BUFFER, info->srcBuffer), iq_vk_known(IQ_KIND_VK_BUFFER, info->dstBuffer), "pCopyBufferInfo->",
                                 info->pRegions ? (const char *)&info->pRegions->srcOffset : NULL, sizeof(VkBufferCopy2), info->regionCount, 1 };
    copy_buffer(&transfer, phase);
}

/* --- between buffers and images --- */

/* Formats with channels of one byte. */
static bool has_byte_channels(uint32_t format) { return format >= VK_FORMAT_R8_UNORM && format <= VK_FORMAT_A8B8G8R8_SRGB_PACK32; }

/* The first times that an image of bytes is written: what is in the buffer, or was when its memory was unmapped? */
static void check_pixels(const struct transfer *transfer, const struct iq_handle *buffer, const struct iq_handle *image, uint64_t offset, uint64_t size)
{
    enum { LOOKS = 4 };
    struct iq_vk_object *object = image->details;
    const struct iq_vk_object *from = buffer && buffer->kind == IQ_KIND_VK_BUFFER ? buffer->details : NULL;
    const struct iq_vk_object *memory = from && from->memory ? from->memory->details : NULL;
    struct iq_pixels pixels = { .needed = size, .have = from ? from->size - offset : 0 };
    if (!memory || object->image.looked == LOOKS)
        return;
    object->image.looked++;
    uint64_t first = from->offset + offset;
    if (!memory->map.address && memory->map.floats) {
        pixels.lo = memory->map.lo;
        pixels.hi = memory->map.hi;
    } else if (!memory->map.address || !(memory->map.properties & VK_MEMORY_PROPERTY_HOST_CACHED_BIT) || first < memory->map.offset ||
               first + size > memory->map.offset + memory->map.size ||
               !iq_pixels_are_floats(memory->map.address + first - memory->map.offset, size, &pixels))
        return;
    iq_pixels_send(transfer->call, 1, image, &pixels);
}

static void copy_image(const struct transfer *transfer, int phase)
{
    if (phase == IQ_EFFECTS_AFTER)
        return;
    bool write = transfer->to && transfer->to->kind == IQ_KIND_VK_BUFFER;
    struct iq_handle *buffer = write ? transfer->to : transfer->from, *image = write ? transfer->from : transfer->to;
    const struct iq_vk_object *object = image && image->kind == IQ_KIND_VK_IMAGE ? image->details : NULL;
    uint64_t bytes = object ? object->image.texel : 0;
    for (uint32_t i = 0; object && transfer->regions && i < transfer->count; i++) {
        const VkBufferImageCopy *region = (const void *)(transfer->regions + i * transfer->stride);
        uint32_t row = region->bufferRowLength, width = region->imageExtent.width;
        uint64_t size = needed_bytes(region, bytes, object->image.side);
        if (is_ours_to_check(phase)) {
            if (row && row < width)
                send_outside(transfer, buffer, "pRegions[%u].bufferRowLength", i, (struct iq_vk_outside){ IQ_VK_ROW, width, row, false });
            if (!is_inside_first_level(object, region))
                check_edges(transfer, image, i, region);
            if (size)
                check_range(transfer, buffer, "pRegions[%u]", i, region->bufferOffset, size, bytes > 1 && row == width * bytes);
        }
        if (phase == IQ_EFFECTS_CHECK && !write && size && has_byte_channels(object->image.format))
            check_pixels(transfer, buffer, image, region->bufferOffset, size);
        if (size)
            touch(transfer, buffer, region->bufferOffset, region->bufferOffset + size, write);
    }
}

void iq_fx_vk_copy_to_image(struct iq_call *call, int phase)
{
    struct transfer transfer = { call, iq_vk_record_call(call, phase), call->found[1], call->found[2], "", iq_vk_behind(call, 5), sizeof(VkBufferImageCopy),
                                 (uint32_t)call->args[4], 5 };
    copy_image(&transfer, phase);
}

void iq_fx_vk_copy_from_image(struct iq_call *call, int phase)
{
    struct transfer transfer = { call, iq_vk_record_call(call, phase), call->found[1], call->found[3], "", iq_vk_behind(call, 5), sizeof(VkBufferImageCopy),
                                 (uint32_t)call->args[4], 5 };
    copy_image(&transfer, phase);
}

static const char *first_region(const VkBufferImageCopy2 *regions) { return regions ? (const char *)&regions->bufferOffset : NULL; }

void iq_fx_vk_copy_to_image2(struct iq_call *call, int phase)
{
    const VkCopyBufferToImageInfo2 *info = iq_vk_behind(call, 1);
    struct iq_vk_recording *recording = iq_vk_record_call(call, phase);
    if (!info)
        return;
    struct transfer transfer = { call, recording, iq_vk_known(IQ_KIND_VK_BUFFER, info->srcBuffer), iq_vk_known(IQ_KIND_VK_IMAGE, info->dstImage),
                                 "pCopyBufferToImageInfo->", first_region(info->pRegions), sizeof(VkBufferImageCopy2), info->regionCount, 1 };
    copy_image(&transfer, phase);
}

void iq_fx_vk_copy_from_image2(struct iq_call *call, int phase)
{
    const VkCopyImageToBufferInfo2 *info = iq_vk_behind(call, 1);
    struct iq_vk_recording *recording = iq_vk_record_call(call, phase);
    if (!info)
        return;
    struct transfer transfer = { call, recording, iq_vk_known(IQ_KIND_VK_IMAGE, info->srcImage), iq_vk_known(IQ_KIND_VK_BUFFER, info->dstBuffer),
                                 "pCopyImageToBufferInfo->", first_region(info->pRegions), sizeof(VkBufferImageCopy2), info->regionCount, 1 };
    copy_image(&transfer, phase);
}
