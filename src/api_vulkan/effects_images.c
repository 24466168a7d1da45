/* Recorded copies between images: where no validation layer says it, do they stay within both? */
#include <stdio.h>

#include "api_vulkan/message.h"
#include "api_vulkan/misuse.h"
#include "call/core.h"
#include "call/send.h"
#include "call/status.h"
#include "order/box.h"

void iq_fx_vk_images(struct iq_call *call, int phase);
void iq_fx_vk_images2(struct iq_call *call, int phase);

/* A copy, resolve or blit, in either form: the regions of the second have two more members in
 * front. */
struct images {
    struct iq_call *call;
    const struct iq_handle *from, *to;
    const char *prefix, *regions;
    size_t stride;
    uint32_t count;
    int arg;
    bool blit;
};

/* One side of a region, between [low] and [high]. */
struct side {
    const struct iq_handle *image;
    VkImageSubresourceLayers layers;
    int64_t low[3], high[3];
    bool source, blit;
};

static struct side side_of(const struct images *images, const char *region, bool source)
{
    struct side side = { .image = source ? images->from : images->to,
                         .source = source,
                         .blit = images->blit };
    const VkImageCopy *copy = (const void *)region;
    const VkImageBlit *blit = (const void *)region;
    const VkOffset3D *offset = source ? &copy->srcOffset : &copy->dstOffset,
                     *ends = source ? blit->srcOffsets : blit->dstOffsets;
    const int64_t first[] = { images->blit ? ends[0].x : offset->x,
                              images->blit ? ends[0].y : offset->y,
                              images->blit ? ends[0].z : offset->z };
    const int64_t last[] = { images->blit ? ends[1].x : first[0] + copy->extent.width,
                             images->blit ? ends[1].y : first[1] + copy->extent.height,
                             images->blit ? ends[1].z : first[2] + copy->extent.depth };
    side.layers = images->blit ? source ? blit->srcSubresource : blit->dstSubresource
                  : source     ? copy->srcSubresource
                               : copy->dstSubresource;
    for (int i = 0; i < 3; i++) {
        /* blits may turn what they copy */
        side.low[i] = first[i] < last[i] ? first[i] : last[i];
        side.high[i] = first[i] < last[i] ? last[i] : first[i];
    }
    return side;
}

static const struct iq_vk_object *known_image(const struct iq_handle *handle)
{
    const struct iq_vk_object *object =
        handle && handle->kind == IQ_KIND_VK_IMAGE && !iq_handle_is_dead(handle) ? handle->details
                                                                                 : NULL;
    return object && object->image.extent[0] && !object->image.is_presented ? object : NULL;
}

/* Sizes are counted in texels of the source: where blocks of the destination are others, or not
 * known, it is left alone. */
static bool counts_alike(const struct iq_vk_object *from, const struct iq_vk_object *to)
{
    return from->image.format == to->image.format ||
           (from->image.texel && to->image.texel && from->image.side == to->image.side);
}

/* Layers of a 2D image may be slices of a 3D one on the other side: the third direction counts
 * where the image has it. */
static bool check_side(const struct images *images, uint32_t index, const struct side *side,
                       const struct iq_vk_object *other)
{
    const struct iq_vk_object *object = known_image(side->image);
    if (!object || (!side->source && !side->blit && other && !counts_alike(other, object)))
        return true;
    uint32_t level = side->layers.mipLevel;
    uint64_t last = (uint64_t)side->layers.baseArrayLayer + side->layers.layerCount;
    bool deep = object->image.extent[2] > 1,
         fits = level < object->image.levels &&
                (last <= object->image.layers || side->layers.layerCount == UINT32_MAX);
    for (int i = 0; i < 3; i++)
        fits &=
            (i == 2 && !deep) ||
            (side->low[i] >= 0 && (uint64_t)side->high[i] <= iq_vk_level_extent(object, level, i));
    if (fits)
        return true;
    char prefix[64], origin[32], mip[32], layer[32];
    const char *which = side->source ? "src" : "dst";
    const struct iq_box_name none = { -1, NULL };
    snprintf(prefix, sizeof prefix, "%spRegions[%u].", images->prefix, index);
    snprintf(origin, sizeof origin, side->blit ? "%sOffsets[1]" : "%sOffset", which);
    snprintf(mip, sizeof mip, "%sSubresource.mipLevel", which);
    snprintf(layer, sizeof layer,
             side->layers.layerCount > 1 ? "%sSubresource.layerCount"
                                         : "%sSubresource.baseArrayLayer",
             which);
    static const char *const sizes[] = { "extent.width", "extent.height", "extent.depth" };
    struct iq_box box = { .readable = true,
                          .unit = 1,
                          .origin = { (uint64_t)side->low[0], (uint64_t)side->low[1],
                                      deep ? (uint64_t)side->low[2] : 0 },
                          .region = { (uint64_t)(side->high[0] - side->low[0]),
                                      (uint64_t)(side->high[1] - side->low[1]),
                                      deep ? (uint64_t)(side->high[2] - side->low[2]) : 1 } };
    struct iq_box_access access = { .box = &box,
                                    .object = side->image,
                                    .prefix = prefix,
                                    .origin = { images->arg, origin },
                                    .row = none,
                                    .slice = none,
                                    .format = none,
                                    .level = { images->arg, mip },
                                    .done = IQ_ERROR,
                                    .failed = IQ_ERROR,
                                    .contain = IQ_ANSWER_HANDLE };
    iq_vk_access_layers(&access, object, &side->layers, (struct iq_box_name){ images->arg, layer });
    for (int i = 0; i < 3; i++)
        access.size[i] = (struct iq_box_name){ images->arg, side->blit ? origin : sizes[i] };
    iq_box_access_send(images->call, IQ_PHASE_BEFORE, images->arg, &access);
    return false;
}

/* Most copies lie within the first levels, and that is soon seen. */
static inline bool is_plain(const struct iq_vk_object *from, const struct iq_vk_object *to,
                            const VkImageCopy *copy)
{
    return from && to &&
           iq_vk_is_in_first_level(from, &copy->srcSubresource, &copy->srcOffset, &copy->extent) &&
           iq_vk_is_in_first_level(to, &copy->dstSubresource, &copy->dstOffset, &copy->extent);
}

static void check(const struct images *images)
{
    const struct iq_vk_object *from_image = known_image(images->from),
                              *to_image = known_image(images->to);
    if (!from_image || !from_image->memory || !to_image || !to_image->memory) {
        iq_vk_check_bound(images->call, images->arg, images->from, NULL, NULL);
        iq_vk_check_bound(images->call, images->arg, images->to, NULL, NULL);
    }
    for (uint32_t i = 0; images->regions && i < images->count; i++) {
        if (!images->blit &&
            is_plain(from_image, to_image, (const void *)(images->regions + i * images->stride)))
            continue;
        struct side from = side_of(images, images->regions + i * images->stride, true),
                    to = side_of(images, images->regions + i * images->stride, false);
        if (!check_side(images, i, &from, NULL) || !check_side(images, i, &to, from_image))
            return;
    }
}

static bool is_blit(const struct iq_call *call)
{
    return call->entry->operation == IQ_OP_BLIT_IMAGE;
}

void iq_fx_vk_images(struct iq_call *call, int phase)
{
    bool blit = is_blit(call);
    (void)iq_vk_record_call(call, phase);
    if (phase != IQ_EFFECTS_CHECK || iq_vk_is_listening())
        return;
    struct images images = { call,
                             call->found[1],
                             call->found[3],
                             "",
                             iq_vk_pointee(call, 6),
                             blit ? sizeof(VkImageBlit) : sizeof(VkImageCopy),
                             (uint32_t)call->args[5],
                             6,
                             blit };
    check(&images);
}

/* VkCopyImageInfo2, VkResolveImageInfo2 and VkBlitImageInfo2 begin alike, their regions, too. */
void iq_fx_vk_images2(struct iq_call *call, int phase)
{
    const VkCopyImageInfo2 *info = iq_vk_pointee(call, 1);
    bool blit = is_blit(call);
    (void)iq_vk_record_call(call, phase);
    if (phase != IQ_EFFECTS_CHECK || iq_vk_is_listening() || !info)
        return;
    char prefix[48];
    snprintf(prefix, sizeof prefix, "%s->", call->entry->args[1].name);
    struct images images = { call,
                             iq_vk_known(IQ_KIND_VK_IMAGE, info->srcImage),
                             iq_vk_known(IQ_KIND_VK_IMAGE, info->dstImage),
                             prefix,
                             info->pRegions ? (const char *)&info->pRegions->srcSubresource : NULL,
                             blit ? sizeof(VkImageBlit2) : sizeof(VkImageCopy2),
                             info->regionCount,
                             1,
                             blit };
    check(&images);
}
