/* Recorded transfers between host-visible buffers and others: what bytes they touch, and whether
 * these exist. */
#include <stdio.h>
#include <string.h>

#include "api_vulkan/events.h"
#include "api_vulkan/message.h"
#include "api_vulkan/misuse.h"
#include "call/core.h"
#include "call/send.h"
#include "call/status.h"
#include "model/names.h"
#include "model/pixels.h"
#include "order/box.h"

void iq_fx_vk_fill(struct iq_call *call, int phase);
void iq_fx_vk_copy_buffer(struct iq_call *call, int phase);
void iq_fx_vk_copy_buffer2(struct iq_call *call, int phase);
void iq_fx_vk_copy_to_image(struct iq_call *call, int phase);
void iq_fx_vk_copy_to_image2(struct iq_call *call, int phase);
void iq_fx_vk_copy_from_image(struct iq_call *call, int phase);
void iq_fx_vk_copy_from_image2(struct iq_call *call, int phase);

/* A copy, whichever form the call has: the regions of the second form have two more members in
 * front. */
struct transfer {
    struct iq_call *call;
    struct iq_vk_recording *recording; /* NULL: in another phase */
    struct iq_handle *from, *to;
    const char *prefix; /* of the names of members: "pCopyBufferInfo->" */
    const char *regions;
    size_t stride;
    uint32_t count;
    int arg;
};

/* By the last format of each range; what stands between them without bytes has several planes or
 * aspects, or is not known. */
static const struct {
    uint16_t last;
    uint8_t bytes, side;
} formats[] = {
    { 0, 0, 1 },
    { VK_FORMAT_R4G4_UNORM_PACK8, 1, 1 },
    { VK_FORMAT_A1R5G5B5_UNORM_PACK16, 2, 1 },
    { VK_FORMAT_R8_SRGB, 1, 1 },
    { VK_FORMAT_R8G8_SRGB, 2, 1 },
    { VK_FORMAT_B8G8R8_SRGB, 3, 1 },
    { VK_FORMAT_A2B10G10R10_SINT_PACK32, 4, 1 },
    { VK_FORMAT_R16_SFLOAT, 2, 1 },
    { VK_FORMAT_R16G16_SFLOAT, 4, 1 },
    { VK_FORMAT_R16G16B16_SFLOAT, 6, 1 },
    { VK_FORMAT_R16G16B16A16_SFLOAT, 8, 1 },
    { VK_FORMAT_R32_SFLOAT, 4, 1 },
    { VK_FORMAT_R32G32_SFLOAT, 8, 1 },
    { VK_FORMAT_R32G32B32_SFLOAT, 12, 1 },
    { VK_FORMAT_R32G32B32A32_SFLOAT, 16, 1 },
    { VK_FORMAT_R64_SFLOAT, 8, 1 },
    { VK_FORMAT_R64G64_SFLOAT, 16, 1 },
    { VK_FORMAT_R64G64B64_SFLOAT, 24, 1 },
    { VK_FORMAT_R64G64B64A64_SFLOAT, 32, 1 },
    { VK_FORMAT_E5B9G9R9_UFLOAT_PACK32, 4, 1 },
    { VK_FORMAT_D16_UNORM, 2, 1 },
    { VK_FORMAT_D32_SFLOAT, 4, 1 },
    { VK_FORMAT_S8_UINT, 1, 1 },
    { VK_FORMAT_D32_SFLOAT_S8_UINT, 0, 1 },
    { VK_FORMAT_BC1_RGBA_SRGB_BLOCK, 8, 4 },
    { VK_FORMAT_BC3_SRGB_BLOCK, 16, 4 },
    { VK_FORMAT_BC4_SNORM_BLOCK, 8, 4 },
    { VK_FORMAT_BC7_SRGB_BLOCK, 16, 4 },
    { VK_FORMAT_ETC2_R8G8B8A1_SRGB_BLOCK, 8, 4 },
    { VK_FORMAT_ETC2_R8G8B8A8_SRGB_BLOCK, 16, 4 },
    { VK_FORMAT_EAC_R11_SNORM_BLOCK, 8, 4 },
    { VK_FORMAT_EAC_R11G11_SNORM_BLOCK, 16, 4 },
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

static void access(const struct transfer *transfer, struct iq_handle *buffer, uint64_t lo,
                   uint64_t hi, bool write)
{
    if (transfer->recording && buffer)
        iq_vk_access(transfer->recording, buffer, lo, hi, write);
}

/* --- where transfers reach; the validation layer knows it better where it is --- */

static bool is_ours_to_check(int phase)
{
    return phase == IQ_EFFECTS_CHECK && !iq_vk_is_listening();
}

/* What such commands have in common; [names] are in the region [index]. */
static struct iq_box_access access_to(const struct transfer *transfer,
                                      const struct iq_handle *handle, const struct iq_box *box,
                                      char prefix[64], unsigned index)
{
    struct iq_box_access access = iq_box_access_of(box);
    snprintf(prefix, 64, "%spRegions[%u].", transfer->prefix, index);
    access.object = handle;
    access.prefix = prefix;
    access.pitch_unit = IQ_BOX_TEXELS;
    access.linear = true;
    access.contain = IQ_ANSWER_HANDLE;
    return access;
}

/* The objects are arguments 1 and 2, or 3 of a copy from an image, or members of a struct. */
static void check_memory(const struct transfer *transfer, int phase)
{
    const struct iq_handle *ends[] = { transfer->from, transfer->to };
    static const char *const members[] = { "src", "dst" };
    char path[96];
    for (int i = 0; i < 2 && is_ours_to_check(phase); i++) {
        const struct iq_handle *bare = iq_vk_without_memory(ends[i]);
        int arg = transfer->arg;
        for (int k = 1; k < 4 && k < transfer->call->entry->arg_count; k++)
            arg = transfer->call->found[k] == ends[i] && ends[i] ? k : arg;
        if (!bare)
            continue;
        snprintf(path, sizeof path, "%s%s%s", transfer->prefix, members[i],
                 bare->kind == IQ_KIND_VK_BUFFER ? "Buffer" : "Image");
        iq_vk_check_bound(transfer->call, arg, ends[i],
                          arg == transfer->arg ? iq_name_intern(path) : NULL, NULL);
    }
}

/* Bytes of a buffer: [offset] and [size] are members of a region, or arguments. */
static void check_range(const struct transfer *transfer, const struct iq_handle *buffer,
                        unsigned index, uint64_t offset, uint64_t size,
                        struct iq_box_name offset_name, struct iq_box_name size_name)
{
    const struct iq_vk_object *object =
        buffer && buffer->kind == IQ_KIND_VK_BUFFER ? buffer->details : NULL;
    char prefix[64];
    if (!object || (offset <= object->size && size <= object->size - offset))
        return;
    snprintf(prefix, sizeof prefix, "%spRegions[%u].", transfer->prefix, index);
    iq_vk_check_span(transfer->call, transfer->arg, buffer, object->size,
                     (struct iq_vk_span){ offset, size, offset_name, size_name, prefix });
}

/* Slices of all the layers of [region]; 0: not known. */
static inline uint64_t slices_of(const struct iq_vk_object *image, const VkBufferImageCopy *region)
{
    uint32_t first = region->imageSubresource.baseArrayLayer,
             layers = region->imageSubresource.layerCount;
    if (layers == UINT32_MAX) /* VK_REMAINING_ARRAY_LAYERS */
        layers = first < image->image.layers ? image->image.layers - first : 0;
    return (uint64_t)region->imageExtent.depth * layers;
}

/* Bytes from the first to the last that [region] has in the buffer; 0: not known. */
static inline uint64_t needed_bytes(const struct iq_vk_object *image,
                                    const VkBufferImageCopy *region)
{
    uint32_t bytes = image->image.texel, side = image->image.side;
    uint64_t width = region->imageExtent.width, height = region->imageExtent.height;
    uint64_t row = region->bufferRowLength ? region->bufferRowLength : width,
             rows = region->bufferImageHeight ? region->bufferImageHeight : height;
    uint64_t slices = slices_of(image, region);
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

/* A copy between the buffer and the image that does not plainly fit: both sides for the rules, the
 * image's first. */
static void send_region(const struct transfer *transfer, const struct iq_handle *buffer,
                        const struct iq_handle *image, unsigned index,
                        const VkBufferImageCopy *region)
{
    const struct iq_vk_object *object = image->details,
                              *memory = buffer && buffer->kind == IQ_KIND_VK_BUFFER
                                            ? buffer->details
                                            : NULL;
    const struct iq_box_name size[] = { { transfer->arg, "imageExtent.width" },
                                        { transfer->arg, "imageExtent.height" },
                                        { transfer->arg, region->imageSubresource.layerCount > 1
                                                             ? "imageSubresource.layerCount"
                                                             : "imageExtent.depth" } };
    const VkExtent3D *extent = &region->imageExtent;
    uint32_t side = object->image.side ? object->image.side : 1, bytes = object->image.texel;
    char prefix[64];
    struct iq_box box = { .readable = true,
                          .unit = bytes ? bytes : 1,
                          .region = { extent->width, extent->height, extent->depth },
                          .row_given = region->bufferRowLength,
                          .origin = { (uint64_t)(int64_t)region->imageOffset.x,
                                      (uint64_t)(int64_t)region->imageOffset.y,
                                      (uint64_t)(int64_t)region->imageOffset.z },
                          .slice_given = region->bufferImageHeight };
    struct iq_box_access access = access_to(transfer, image, &box, prefix, index);
    memcpy(access.size, size, sizeof size);
    access.row = (struct iq_box_name){ transfer->arg, "bufferRowLength" };
    access.slice = (struct iq_box_name){ transfer->arg, "bufferImageHeight" };
    access.level = (struct iq_box_name){ transfer->arg, "imageSubresource.mipLevel" };
    access.row_least = extent->width;
    access.slice_least = extent->height;
    access.element_bytes = side > 1 ? 0 : bytes;
    if (object->image.extent[0] && !object->image.is_presented)
        iq_vk_access_layers(
            &access, object, &region->imageSubresource,
            (struct iq_box_name){ transfer->arg, region->imageSubresource.layerCount > 1
                                                     ? "imageSubresource.layerCount"
                                                     : "imageSubresource.baseArrayLayer" });
    iq_box_access_send(transfer->call, IQ_PHASE_BEFORE, transfer->arg, &access);
    if (!memory || !memory->size || !bytes)
        return;
    uint64_t row = region->bufferRowLength ? region->bufferRowLength : extent->width,
             rows = region->bufferImageHeight ? region->bufferImageHeight : extent->height;
    box = (struct iq_box){ .readable = true,
                           .unit = bytes,
                           .region = { (extent->width + side - 1) / side,
                                       (extent->height + side - 1) / side,
                                       slices_of(object, region) } };
    box.row_pitch = (row + side - 1) / side * bytes;
    box.slice_pitch = (rows + side - 1) / side * box.row_pitch;
    iq_box_measure(&box);
    box.first = iq_box_plus(box.first, region->bufferOffset);
    box.end = iq_box_plus(box.end, region->bufferOffset);
    access = access_to(transfer, buffer, &box, prefix, index);
    memcpy(access.size, size, sizeof size);
    access.origin = (struct iq_box_name){ transfer->arg, "bufferOffset" };
    access.bytes = memory->size;
    access.row_of_bytes = bytes > 1 && region->bufferRowLength == (uint64_t)extent->width * bytes;
    if (box.region[0] && box.region[1] && box.region[2])
        iq_box_access_send(transfer->call, IQ_PHASE_BEFORE, transfer->arg, &access);
}

/* Does a region of [size] bytes, 0: unknown, fit without a look at levels? */
static inline bool is_plain(const struct iq_vk_object *image, const struct iq_handle *buffer,
                            const VkBufferImageCopy *region, uint64_t size)
{
    const struct iq_vk_object *memory =
        buffer && buffer->kind == IQ_KIND_VK_BUFFER ? buffer->details : NULL;
    bool rows =
        (!region->bufferRowLength || region->bufferRowLength >= region->imageExtent.width) &&
        (!region->bufferImageHeight || region->bufferImageHeight >= region->imageExtent.height);
    bool within =
        !size || !memory || !memory->size ||
        (region->bufferOffset <= memory->size && size <= memory->size - region->bufferOffset);
    return rows && within &&
           iq_vk_is_in_first_level(image, &region->imageSubresource, &region->imageOffset,
                                   &region->imageExtent);
}

/* vkCmdFillBuffer, vkCmdUpdateBuffer. */
void iq_fx_vk_fill(struct iq_call *call, int phase)
{
    struct transfer transfer = {
        .call = call, .recording = iq_vk_record_call(call, phase), .prefix = "", .arg = 3
    };
    if (is_ours_to_check(phase) && call->args[3] != UINT64_MAX)
        check_range(&transfer, call->found[1], 0, call->args[2], call->args[3],
                    (struct iq_box_name){ 2, NULL }, (struct iq_box_name){ 3, NULL });
    if (is_ours_to_check(phase))
        iq_vk_check_bound(call, 1, call->found[1], NULL, NULL);
    const struct iq_vk_object *buffer = iq_vk_object_of(call->found[1]);
    access(&transfer, call->found[1], call->args[2],
           call->args[3] != UINT64_MAX ? call->args[2] + call->args[3]
           : buffer                    ? buffer->size
                                       : UINT64_MAX,
           true);
}

/* --- between buffers --- */

static void copy_buffer(const struct transfer *transfer, int phase)
{
    if (phase == IQ_EFFECTS_AFTER)
        return;
    check_memory(transfer, phase);
    for (uint32_t i = 0; transfer->regions && i < transfer->count; i++) {
        const VkBufferCopy *region = (const void *)(transfer->regions + i * transfer->stride);
        if (is_ours_to_check(phase)) {
            const struct iq_box_name size = { transfer->arg, "size" };
            check_range(transfer, transfer->from, i, region->srcOffset, region->size,
                        (struct iq_box_name){ transfer->arg, "srcOffset" }, size);
            check_range(transfer, transfer->to, i, region->dstOffset, region->size,
                        (struct iq_box_name){ transfer->arg, "dstOffset" }, size);
        }
        access(transfer, transfer->from, region->srcOffset, region->srcOffset + region->size,
               false);
        access(transfer, transfer->to, region->dstOffset, region->dstOffset + region->size, true);
    }
}

void iq_fx_vk_copy_buffer(struct iq_call *call, int phase)
{
    struct transfer transfer = {
        call, iq_vk_record_call(call, phase), call->found[1],       call->found[2],
        "",   iq_vk_pointee(call, 4),         sizeof(VkBufferCopy), (uint32_t)call->args[3],
        4
    };
    copy_buffer(&transfer, phase);
}

void iq_fx_vk_copy_buffer2(struct iq_call *call, int phase)
{
    const VkCopyBufferInfo2 *info = iq_vk_pointee(call, 1);
    struct iq_vk_recording *recording = iq_vk_record_call(call, phase);
    if (!info)
        return;
    struct transfer transfer = { call,
                                 recording,
                                 iq_vk_known(IQ_KIND_VK_BUFFER, info->srcBuffer),
                                 iq_vk_known(IQ_KIND_VK_BUFFER, info->dstBuffer),
                                 "pCopyBufferInfo->",
                                 info->pRegions ? (const char *)&info->pRegions->srcOffset : NULL,
                                 sizeof(VkBufferCopy2),
                                 info->regionCount,
                                 1 };
    copy_buffer(&transfer, phase);
}

/* --- between buffers and images --- */

/* Formats with channels of one byte. */
static bool has_byte_channels(uint32_t format)
{
    return format >= VK_FORMAT_R8_UNORM && format <= VK_FORMAT_A8B8G8R8_SRGB_PACK32;
}

/* The first times that an image of bytes is written: what is in the buffer, or was when its memory
 * was unmapped? */
static void check_pixels(const struct transfer *transfer, const struct iq_handle *buffer,
                         const struct iq_handle *image, uint64_t offset, uint64_t size)
{
    enum { LOOKS = 4 };
    struct iq_vk_object *object = image->details;
    const struct iq_vk_object *from =
        buffer && buffer->kind == IQ_KIND_VK_BUFFER ? buffer->details : NULL;
    const struct iq_vk_object *memory = from && from->memory ? from->memory->details : NULL;
    struct iq_pixels pixels = { .needed = size, .have = from ? from->size - offset : 0 };
    if (!memory || object->image.looked == LOOKS)
        return;
    object->image.looked++;
    uint64_t first = from->offset + offset;
    if (!memory->map.address && memory->map.floats) {
        pixels.lo = memory->map.lo;
        pixels.hi = memory->map.hi;
    } else if (!memory->map.address ||
               !(memory->map.properties & VK_MEMORY_PROPERTY_HOST_CACHED_BIT) ||
               first < memory->map.offset || first + size > memory->map.offset + memory->map.size ||
               !iq_pixels_are_floats(memory->map.address + first - memory->map.offset, size,
                                     &pixels))
        return;
    iq_pixels_send(transfer->call, 1, image, &pixels);
}

static void copy_image(const struct transfer *transfer, int phase)
{
    if (phase == IQ_EFFECTS_AFTER)
        return;
    check_memory(transfer, phase);
    bool write = transfer->to && transfer->to->kind == IQ_KIND_VK_BUFFER;
    struct iq_handle *buffer = write ? transfer->to : transfer->from,
                     *image = write ? transfer->from : transfer->to;
    const struct iq_vk_object *object =
        image && image->kind == IQ_KIND_VK_IMAGE ? image->details : NULL;
    for (uint32_t i = 0; object && transfer->regions && i < transfer->count; i++) {
        const VkBufferImageCopy *region = (const void *)(transfer->regions + i * transfer->stride);
        uint64_t size = needed_bytes(object, region);
        if (is_ours_to_check(phase) && __builtin_expect(!is_plain(object, buffer, region, size), 0))
            send_region(transfer, buffer, image, i, region);
        if (phase == IQ_EFFECTS_CHECK && !write && size && has_byte_channels(object->image.format))
            check_pixels(transfer, buffer, image, region->bufferOffset, size);
        if (size)
            access(transfer, buffer, region->bufferOffset, region->bufferOffset + size, write);
    }
}

void iq_fx_vk_copy_to_image(struct iq_call *call, int phase)
{
    struct transfer transfer = { call,
                                 iq_vk_record_call(call, phase),
                                 call->found[1],
                                 call->found[2],
                                 "",
                                 iq_vk_pointee(call, 5),
                                 sizeof(VkBufferImageCopy),
                                 (uint32_t)call->args[4],
                                 5 };
    copy_image(&transfer, phase);
}

void iq_fx_vk_copy_from_image(struct iq_call *call, int phase)
{
    struct transfer transfer = { call,
                                 iq_vk_record_call(call, phase),
                                 call->found[1],
                                 call->found[3],
                                 "",
                                 iq_vk_pointee(call, 5),
                                 sizeof(VkBufferImageCopy),
                                 (uint32_t)call->args[4],
                                 5 };
    copy_image(&transfer, phase);
}

static const char *first_region(const VkBufferImageCopy2 *regions)
{
    return regions ? (const char *)&regions->bufferOffset : NULL;
}

void iq_fx_vk_copy_to_image2(struct iq_call *call, int phase)
{
    const VkCopyBufferToImageInfo2 *info = iq_vk_pointee(call, 1);
    struct iq_vk_recording *recording = iq_vk_record_call(call, phase);
    if (!info)
        return;
    struct transfer transfer = { call,
                                 recording,
                                 iq_vk_known(IQ_KIND_VK_BUFFER, info->srcBuffer),
                                 iq_vk_known(IQ_KIND_VK_IMAGE, info->dstImage),
                                 "pCopyBufferToImageInfo->",
                                 first_region(info->pRegions),
                                 sizeof(VkBufferImageCopy2),
                                 info->regionCount,
                                 1 };
    copy_image(&transfer, phase);
}

void iq_fx_vk_copy_from_image2(struct iq_call *call, int phase)
{
    const VkCopyImageToBufferInfo2 *info = iq_vk_pointee(call, 1);
    struct iq_vk_recording *recording = iq_vk_record_call(call, phase);
    if (!info)
        return;
    struct transfer transfer = { call,
                                 recording,
                                 iq_vk_known(IQ_KIND_VK_IMAGE, info->srcImage),
                                 iq_vk_known(IQ_KIND_VK_BUFFER, info->dstBuffer),
                                 "pCopyImageToBufferInfo->",
                                 first_region(info->pRegions),
                                 sizeof(VkBufferImageCopy2),
                                 info->regionCount,
                                 1 };
    copy_image(&transfer, phase);
}
