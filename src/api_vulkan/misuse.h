/* Objects in a state that a call cannot do with: what needs no knowledge of the specification but
 * of the object's own history. A validation layer below us says the same of most, so these speak
 * where there is none.  Threads: the calling thread. */
#ifndef IQ_API_VULKAN_MISUSE_H
#define IQ_API_VULKAN_MISUSE_H

#include "api_vulkan/objects.h"
#include "order/box.h"

enum iq_vk_misuse {
    /* command buffers */
    IQ_VK_BEGUN_TWICE,
    IQ_VK_NOT_BEGUN,
    IQ_VK_NOT_RECORDED,
    IQ_VK_NOT_ENDED,
    IQ_VK_USED_UP,
    IQ_VK_FENCE_SIGNALLED,
    IQ_VK_SIGNALLED_TWICE,
    IQ_VK_NOT_ACQUIRED,
    IQ_VK_BOUND_TWICE,
    IQ_VK_NO_MEMORY,
    /* what the commands before have not begun or bound (state.h) */
    IQ_VK_NO_PASS,
    IQ_VK_NO_SUBPASS,
    IQ_VK_NO_RENDERING,
    IQ_VK_NO_FEEDBACK,
    IQ_VK_NO_CONDITION,
    IQ_VK_QUERY_NOT_BEGUN,
    IQ_VK_NO_GRAPHICS,
    IQ_VK_NO_COMPUTE,
    IQ_VK_NO_INDICES
};

/* What an event about a misuse carries. */
struct iq_vk_misused {
    enum iq_vk_misuse how;
    /* the call that brought the object into its state; .number 0: none, or not known */
    struct iq_call_ref before;
    struct iq_call_ref command; /* the recorded command that names it; .number 0: none */
};

/* The buffer or image that [handle] is, or is a view of, and that has no memory; NULL: it has, or
 * it may come in ways that are not followed. */
const struct iq_handle *iq_vk_without_memory(const struct iq_handle *handle);

/* Each sends, where no validation layer does, an event if the object is in no state for [call];
 * [path] as in iq_vk_send_member. */
void iq_vk_check_bound(struct iq_call *call, int arg, const struct iq_handle *handle,
                       const char *path, const struct iq_vk_command *command);
/* it is to be bound */
void iq_vk_check_unbound(struct iq_call *call, int arg, const struct iq_handle *handle,
                         const char *path);
void iq_vk_check_begin(struct iq_call *call);
/* it is recorded, or ends the recording */
void iq_vk_check_recording(struct iq_call *call);
struct iq_member;
/* true: it is; NULL: not a member */
bool iq_vk_check_executable(struct iq_call *call, int arg, const struct iq_handle *buffer,
                            const struct iq_member *member);
void iq_vk_send_misused(struct iq_call *call, int arg, const struct iq_handle *handle,
                        const char *path, struct iq_vk_misused misused);

/* Bytes of something, in the program's names; .prefix as in struct iq_box_access. */
struct iq_vk_span {
    uint64_t offset, size;
    struct iq_box_name offset_name, size_name;
    const char *prefix;
};

/* Does [span] lie within [handle], of [have] bytes?  Where VK_WHOLE_SIZE is allowed the caller does
 * not ask. */
void iq_vk_check_span(struct iq_call *call, int arg, const struct iq_handle *handle, uint64_t have,
                      struct iq_vk_span span);

/* Texels of an image's level in direction [axis], 0 to 2. */
static inline uint32_t iq_vk_level_extent(const struct iq_vk_object *image, uint32_t level,
                                          int axis)
{
    uint32_t extent = level < 32 ? image->image.extent[axis] >> level : 0;
    return extent ? extent : 1;
}

static inline bool iq_vk_is_inside(int32_t offset, uint32_t extent, uint32_t have)
{
    return offset >= 0 && (uint64_t)offset + extent <= have;
}

/* Does a part of [image] plainly lie within its first level? */
static inline bool iq_vk_is_in_first_level(const struct iq_vk_object *image,
                                           const VkImageSubresourceLayers *layers,
                                           const VkOffset3D *at, const VkExtent3D *extent)
{
    const uint32_t *have = image->image.extent;
    return !layers->mipLevel &&
           (uint64_t)layers->baseArrayLayer + layers->layerCount <= image->image.layers &&
           iq_vk_is_inside(at->x, extent->width, have[0]) &&
           iq_vk_is_inside(at->y, extent->height, have[1]) &&
           iq_vk_is_inside(at->z, extent->depth, have[2]);
}

/* Fills in the level and the layers that [named] means in an [image] of known size; [layer] is what
 * the program calls the latter. */
void iq_vk_access_layers(struct iq_box_access *access, const struct iq_vk_object *image,
                         const VkImageSubresourceLayers *named, struct iq_box_name layer);

/* Recordings of [pool] count for nothing from now on. */
void iq_vk_pool_was_reset(struct iq_handle *pool);

#endif
