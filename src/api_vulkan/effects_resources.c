/* Buffers, images, memory, and what leads to them. */
#include <stdio.h>
#include <string.h>

#include "api_vulkan/events.h"
#include "api_vulkan/mapped.h"
#include "api_vulkan/message.h"
#include "api_vulkan/misuse.h"
#include "call/core.h"
#include "call/port.h"
#include "call/walk.h"
#include "model/names.h"
#include "model/pixels.h"
#include "order/unmapped.h"

void iq_fx_vk_buffer(struct iq_call *call, int phase);
void iq_fx_vk_descriptor_pool(struct iq_call *call, int phase);
void iq_fx_vk_image(struct iq_call *call, int phase);
void iq_fx_vk_allocate_memory(struct iq_call *call, int phase);
void iq_fx_vk_bind(struct iq_call *call, int phase);
void iq_fx_vk_bind2(struct iq_call *call, int phase);
void iq_fx_vk_map(struct iq_call *call, int phase);
void iq_fx_vk_unmap(struct iq_call *call, int phase);
void iq_fx_vk_flush(struct iq_call *call, int phase);
void iq_fx_vk_view(struct iq_call *call, int phase);
void iq_fx_vk_buffer_view(struct iq_call *call, int phase);
void iq_fx_vk_framebuffer(struct iq_call *call, int phase);
void iq_fx_vk_descriptors(struct iq_call *call, int phase);
void iq_fx_vk_descriptors_by_template(struct iq_call *call, int phase);
void iq_fx_vk_set_layout(struct iq_call *call, int phase);
void iq_fx_vk_swapchain_images(struct iq_call *call, int phase);
void iq_fx_vk_name(struct iq_call *call, int phase);
void iq_fx_vk_device_end(struct iq_call *call, int phase);
void iq_fx_vk_free_memory(struct iq_call *call, int phase);

/* The object of [kind] that the successful [call] has just made, behind its last argument. */
static struct iq_vk_object *made(const struct iq_call *call, int phase, enum iq_kind kind)
{
    void *const *out = iq_vk_pointee(call, call->entry->arg_count - 1);
    return phase == IQ_EFFECTS_AFTER && call->result == VK_SUCCESS && out
               ? iq_vk_object_of(iq_vk_known(kind, *out))
               : NULL;
}

void iq_fx_vk_buffer(struct iq_call *call, int phase)
{
    const VkBufferCreateInfo *info = iq_vk_pointee(call, 1);
    struct iq_vk_object *object = made(call, phase, IQ_KIND_VK_BUFFER);
    if (!object || !info)
        return;
    object->size = info->size;
    object->usage = info->usage;
    object->is_plain = !(info->flags & VK_BUFFER_CREATE_SPARSE_BINDING_BIT);
}

void iq_fx_vk_descriptor_pool(struct iq_call *call, int phase)
{
    const VkDescriptorPoolCreateInfo *info = iq_vk_pointee(call, 1);
    const void *const *out = iq_vk_pointee(call, 3);
    struct iq_handle *pool = phase == IQ_EFFECTS_AFTER && !call->result && out
                                 ? iq_vk_known(IQ_KIND_VK_DESCRIPTOR_POOL, *out)
                                 : NULL;
    struct iq_vk_object *object = iq_vk_object_of(pool);
    if (object && info)
        object->max_sets = info->maxSets;
}

void iq_fx_vk_image(struct iq_call *call, int phase)
{
    const VkImageCreateInfo *info = iq_vk_pointee(call, 1);
    struct iq_vk_object *object = made(call, phase, IQ_KIND_VK_IMAGE);
    if (!object || !info)
        return;
    object->usage = info->usage;
    /* chained: of a swapchain, perhaps */
    object->is_plain =
        !info->pNext &&
        !(info->flags & (VK_IMAGE_CREATE_SPARSE_BINDING_BIT | VK_IMAGE_CREATE_DISJOINT_BIT));
    object->image.extent[0] = info->extent.width;
    object->image.extent[1] = info->extent.height;
    object->image.extent[2] = info->extent.depth;
    object->image.levels = info->mipLevels;
    object->image.layers = info->arrayLayers;
    object->image.format = info->format;
    object->image.texel = iq_vk_texel_bytes(info->format, &object->image.side);
}

void iq_fx_vk_swapchain_images(struct iq_call *call, int phase)
{
    VkImage const *images = iq_vk_pointee(call, 3);
    const uint32_t *count = iq_vk_pointee(call, 2);
    if (phase != IQ_EFFECTS_AFTER || call->result < 0 || !images || !count)
        return;
    struct iq_call_ref ref = iq_call_ref_of(call);
    for (uint32_t i = 0; i < *count; i++) {
        struct iq_handle *handle = iq_vk_known(IQ_KIND_VK_IMAGE, images[i]);
        if (!handle || iq_handle_is_dead(handle))
            handle = iq_handle_create(IQ_KIND_VK_IMAGE, (uint64_t)(uintptr_t)images[i], NULL, ref);
        struct iq_vk_object *object = iq_vk_object_of(handle);
        if (object) {
            object->image.is_presented = true;
            iq_handle_set_parent(handle, call->found[1]);
        }
    }
}

/* --- memory
 * ------------------------------------------------------------------------------------------
 */

void iq_fx_vk_allocate_memory(struct iq_call *call, int phase)
{
    const VkMemoryAllocateInfo *info = iq_vk_pointee(call, 1);
    struct iq_vk_object *object = made(call, phase, IQ_KIND_VK_MEMORY);
    struct iq_vk_object *device = iq_vk_object_of(call->found[0]);
    if (!object || !info)
        return;
    object->size = info->allocationSize;
    object->map.type = info->memoryTypeIndex;
    if (device && info->memoryTypeIndex < device->device.type_count)
        object->map.properties = device->device.types[info->memoryTypeIndex];
}

static void check_member_span(struct iq_call *call, const struct iq_handle *handle, uint64_t have,
                              const char *form, uint32_t first, uint32_t second,
                              struct iq_vk_span span)
{
    char prefix[64];
    if (span.size == UINT64_MAX || (span.offset <= have && span.size <= have - span.offset))
        return;
    snprintf(prefix, sizeof prefix, form, first, second);
    span.prefix = prefix;
    iq_vk_check_span(call, 2, handle, have, span);
}

/* A buffer of [size] bytes, as large as its memory must at least be, at [offset] of memory. */
static void check_room(struct iq_call *call, const struct iq_handle *buffer,
                       const struct iq_handle *memory, uint64_t offset)
{
    const struct iq_vk_object *object = buffer && buffer->kind == IQ_KIND_VK_BUFFER
                                            ? buffer->details
                                            : NULL,
                              *room = memory ? memory->details : NULL;
    if (object && room && object->size)
        iq_vk_check_span(
            call, 2, memory, room->size,
            (struct iq_vk_span){ offset, object->size, { 3, NULL }, { -1, NULL }, NULL });
}

static void bind(struct iq_call *call, struct iq_handle *resource, struct iq_handle *memory,
                 uint64_t offset)
{
    struct iq_vk_object *object = iq_vk_object_of(resource);
    if (!object || !memory)
        return;
    object->memory = memory;
    object->offset = offset;
    object->bound = iq_call_ref_of(call);
}

void iq_fx_vk_bind(struct iq_call *call, int phase)
{
    if (phase == IQ_EFFECTS_CHECK) {
        iq_vk_check_unbound(call, 1, call->found[1], NULL);
        check_room(call, call->found[1], call->found[2], call->args[3]);
    }
    if (phase == IQ_EFFECTS_AFTER && call->result == VK_SUCCESS)
        bind(call, call->found[1], call->found[2], call->args[3]);
}

static void check_bind(void *user, struct iq_call *call, const struct iq_member *member)
{
    const struct iq_handle *handle =
        member->kind == IQ_KIND_VK_MEMORY
            ? NULL
            : iq_vk_known((enum iq_kind)member->kind, (const void *)(uintptr_t)member->value);
    const struct iq_vk_object *object = handle ? handle->details : NULL;
    (void)user;
    if (object && object->memory)
        iq_vk_check_unbound(call, member->arg, handle, iq_walk_member_path(call, member));
}

void iq_fx_vk_bind2(struct iq_call *call, int phase)
{
    bool image = call->entry->operation == IQ_OP_BIND_IMAGE_MEMORY;
    const VkBindBufferMemoryInfo *buffers = iq_vk_pointee(call, 2);
    const VkBindImageMemoryInfo *images = iq_vk_pointee(call, 2);
    if (phase == IQ_EFFECTS_CHECK && !iq_vk_is_listening())
        call->entry->look(call, check_bind, NULL);
    for (uint32_t i = 0;
         phase == IQ_EFFECTS_CHECK && !image && buffers && i < (uint32_t)call->args[1]; i++) {
        const struct iq_handle *memory = iq_vk_known(IQ_KIND_VK_MEMORY, buffers[i].memory),
                               *buffer = iq_vk_known(IQ_KIND_VK_BUFFER, buffers[i].buffer);
        const struct iq_vk_object *room = memory ? memory->details : NULL,
                                  *object = buffer ? buffer->details : NULL;
        if (room && object)
            check_member_span(call, memory, room->size, "pBindInfos[%u].", i, 0,
                              (struct iq_vk_span){ buffers[i].memoryOffset,
                                                   object->size,
                                                   { 2, "memoryOffset" },
                                                   { -1, NULL },
                                                   NULL });
    }
    for (uint32_t i = 0; phase == IQ_EFFECTS_AFTER && call->result == VK_SUCCESS && buffers &&
                         i < (uint32_t)call->args[1];
         i++)
        if (image)
            bind(call, iq_vk_known(IQ_KIND_VK_IMAGE, images[i].image),
                 iq_vk_known(IQ_KIND_VK_MEMORY, images[i].memory), images[i].memoryOffset);
        else
            bind(call, iq_vk_known(IQ_KIND_VK_BUFFER, buffers[i].buffer),
                 iq_vk_known(IQ_KIND_VK_MEMORY, buffers[i].memory), buffers[i].memoryOffset);
}

void iq_fx_vk_map(struct iq_call *call, int phase)
{
    struct iq_handle *memory = call->found[1];
    struct iq_vk_object *object = iq_vk_object_of(memory);
    void *const *out = iq_vk_pointee(call, 5);
    if (!object || memory->kind != IQ_KIND_VK_MEMORY)
        return;
    if (phase == IQ_EFFECTS_CHECK && object->map.address)
        iq_vk_send(call, IQ_VERB_MAP, 1, memory);
    if (phase == IQ_EFFECTS_CHECK && call->args[3] != UINT64_MAX)
        iq_vk_check_span(
            call, 1, memory, object->size,
            (struct iq_vk_span){ call->args[2], call->args[3], { 2, NULL }, { 3, NULL }, NULL });
    if (phase == IQ_EFFECTS_BEFORE)
        iq_vk_mapped_drop(memory);
    if (phase != IQ_EFFECTS_AFTER || call->result != VK_SUCCESS || !out)
        return;
    object->map.address = (uint64_t)(uintptr_t)*out;
    object->map.offset = call->args[2];
    object->map.size = call->args[3] == UINT64_MAX ? object->size - call->args[2] : call->args[3];
    if (iq_vk_is_incoherent(object))
        iq_vk_note_chunks(object, 0, UINT64_MAX);
    object->map.unflushed = 0;
    object->bound = iq_call_ref_of(call);
    iq_vk_mapped_begun(memory);
}

/* Memory that is slow to read is left alone. */
static void look_at_pixels(struct iq_vk_object *memory)
{
    struct iq_pixels pixels;
    memory->map.floats = memory->map.address &&
                         memory->map.properties & VK_MEMORY_PROPERTY_HOST_CACHED_BIT &&
                         iq_pixels_are_floats(memory->map.address, memory->map.size, &pixels);
    if (memory->map.floats) {
        memory->map.lo = pixels.lo;
        memory->map.hi = pixels.hi;
    }
}

void iq_fx_vk_unmap(struct iq_call *call, int phase)
{
    struct iq_handle *memory = call->found[1];
    struct iq_vk_object *object = iq_vk_object_of(memory);
    if (!object || memory->kind != IQ_KIND_VK_MEMORY)
        return;
    if (phase == IQ_EFFECTS_CHECK && !object->map.address && !(memory->flags & IQ_HANDLE_ADOPTED))
        iq_vk_send(call, IQ_VERB_MAP, 1, memory);
    if (phase == IQ_EFFECTS_BEFORE) {
        iq_vk_mapped_drop(memory);
        look_at_pixels(object);
        object->map.unflushed = iq_vk_is_incoherent(object) && object->map.address
                                    ? iq_vk_changed_chunks(object, 0, UINT64_MAX)
                                    : 0;
    }
    if (phase != IQ_EFFECTS_AFTER)
        return;
    object->unmapped = iq_call_ref_of(call);
    iq_vk_mapped_ended(memory, object->map.address, object->map.size, object->unmapped);
    iq_unmapped_add(memory, object->size, object->map.address, object->map.size, object->unmapped);
    object->map.address = 0;
}

/* vkFlushMappedMemoryRanges, vkInvalidateMappedMemoryRanges. */
void iq_fx_vk_flush(struct iq_call *call, int phase)
{
    const VkMappedMemoryRange *ranges = iq_vk_pointee(call, 2);
    bool invalidates = call->entry->operation == IQ_OP_INVALIDATE_MEMORY;
    for (uint32_t i = 0; ranges && i < (uint32_t)call->args[1]; i++) {
        struct iq_handle *memory = iq_vk_known(IQ_KIND_VK_MEMORY, ranges[i].memory);
        struct iq_vk_object *object = iq_vk_object_of(memory);
        if (!object)
            continue;
        if (phase == IQ_EFFECTS_CHECK && !object->map.address &&
            !(memory->flags & IQ_HANDLE_ADOPTED))
            iq_vk_send(call, IQ_VERB_MAP, 2, memory);
        if (phase == IQ_EFFECTS_CHECK)
            check_member_span(
                call, memory, object->size, "pMemoryRanges[%u].", i, 0,
                (struct iq_vk_span){
                    ranges[i].offset, ranges[i].size, { 2, "offset" }, { 2, "size" }, NULL });
        if (phase == IQ_EFFECTS_BEFORE && iq_vk_is_incoherent(object))
            iq_vk_mapped_sync_begins(memory);
        if (phase != IQ_EFFECTS_AFTER || call->result != VK_SUCCESS || !object->map.address ||
            !iq_vk_is_incoherent(object))
            continue;
        uint64_t end =
            ranges[i].size == UINT64_MAX ? UINT64_MAX : ranges[i].offset + ranges[i].size;
        /* what the device sees from now on */
        iq_vk_note_chunks(object, ranges[i].offset, end);
        if (invalidates)
            iq_vk_mapped_invalidated(memory, ranges[i].offset, end);
    }
    if (phase == IQ_EFFECTS_AFTER)
        iq_vk_mapped_close(NULL, true);
}

/* --- what leads to resources
 * ------------------------------------------------------------------------------------------
 */

void iq_fx_vk_view(struct iq_call *call, int phase)
{
    const VkImageViewCreateInfo *info = iq_vk_pointee(call, 1);
    struct iq_vk_object *object = made(call, phase, IQ_KIND_VK_IMAGE_VIEW);
    if (object && info)
        object->memory = iq_vk_known(IQ_KIND_VK_IMAGE, info->image);
}

void iq_fx_vk_buffer_view(struct iq_call *call, int phase)
{
    const VkBufferViewCreateInfo *info = iq_vk_pointee(call, 1);
    struct iq_vk_object *object = made(call, phase, IQ_KIND_VK_BUFFER_VIEW);
    if (object && info)
        object->memory = iq_vk_known(IQ_KIND_VK_BUFFER, info->buffer);
}

/* [object] leads to [target], to its bytes [lo, hi), by [key] from now on; NULL: to nothing.  What
 * does not fit is not followed. */
static void lead_to(struct iq_vk_object *object, uint32_t key, struct iq_handle *target,
                    uint64_t lo, uint64_t hi)
{
    int at = -1;
    for (int i = IQ_VK_WRITTEN - 1; i >= 0; i--)
        if (!object->set.written[i] || object->set.key[i] == key)
            at = object->set.written[i] && object->set.key[i] == key ? i
                 : at < 0 || !object->set.written[at]                ? i
                                                                     : at;
    if (at < 0)
        return;
    object->set.written[at] = target;
    object->set.key[at] = key;
    object->set.lo[at] = lo;
    object->set.hi[at] = hi;
}

/* A view whose image, or buffer, is gone; a buffer or image without memory; a set that submitted
 * work uses and that may not change by then. */
static void check_view(void *user, struct iq_call *call, const struct iq_member *member)
{
    const struct iq_handle *view = iq_vk_known((enum iq_kind)member->kind,
                                               (const void *)(uintptr_t)member->value),
                           *gone = iq_vk_gone(view);
    const struct iq_vk_object *set =
        view && member->kind == IQ_KIND_VK_DESCRIPTOR_SET ? view->details : NULL;
    (void)user;
    if (set && !set->set.loose && !iq_handle_is_dead(view) && iq_vk_pending(view))
        iq_vk_send_member(call, IQ_VERB_CHANGE, member->arg, view,
                          iq_walk_member_path(call, member));
    if (!gone && !iq_vk_is_listening() && iq_vk_without_memory(view))
        iq_vk_check_bound(call, member->arg, view, iq_walk_member_path(call, member), NULL);
    if (!gone || gone == view ||
        (member->kind != IQ_KIND_VK_IMAGE_VIEW && member->kind != IQ_KIND_VK_BUFFER_VIEW))
        return;
    iq_vk_send_stale(call, member->arg, gone, iq_walk_member_path(call, member), NULL, NULL, false);
}

void iq_fx_vk_framebuffer(struct iq_call *call, int phase)
{
    const VkFramebufferCreateInfo *info = iq_vk_pointee(call, 1);
    struct iq_vk_object *object = made(call, phase, IQ_KIND_VK_FRAMEBUFFER);
    if (phase == IQ_EFFECTS_CHECK)
        call->entry->look(call, check_view, NULL);
    bool bare = !info || info->flags & VK_FRAMEBUFFER_CREATE_IMAGELESS_BIT;
    for (uint32_t i = 0; object && !bare && info->pAttachments && i < info->attachmentCount; i++)
        lead_to(object, i, iq_vk_known(IQ_KIND_VK_IMAGE_VIEW, info->pAttachments[i]), 0, 0);
}

/* Dynamic offsets come when the set is bound: which bytes it leads to is not known. */
static void write_buffer(struct iq_vk_object *set, uint32_t key, const VkDescriptorBufferInfo *info,
                         bool is_dynamic)
{
    struct iq_handle *buffer = info ? iq_vk_known(IQ_KIND_VK_BUFFER, info->buffer) : NULL;
    const struct iq_vk_object *object = buffer ? buffer->details : NULL;
    uint64_t end = !object || is_dynamic       ? 0
                   : info->range == UINT64_MAX ? object->size
                                               : info->offset + info->range;
    lead_to(set, key, buffer, info ? info->offset : 0, end);
}

/* What was recorded with [set] is invalid from now on, unless it may change. */
static void note_change(struct iq_call *call, struct iq_vk_object *set)
{
    if (!set || set->set.loose)
        return;
    set->set.changed = iq_vk_change();
    set->set.change = iq_call_ref_of(call);
}

static void write_set(struct iq_call *call, const VkWriteDescriptorSet *write)
{
    struct iq_vk_object *set =
        iq_vk_object_of(iq_vk_known(IQ_KIND_VK_DESCRIPTOR_SET, write->dstSet));
    note_change(call, set);
    for (uint32_t i = 0; set && i < write->descriptorCount && i < IQ_VK_WRITTEN; i++) {
        uint32_t key = IQ_VK_SLOT(write->dstBinding, write->dstArrayElement + i);
        switch (write->descriptorType) {
        case VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER:
        case VK_DESCRIPTOR_TYPE_STORAGE_BUFFER:
        case VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC:
        case VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC:
            write_buffer(set, key, write->pBufferInfo ? &write->pBufferInfo[i] : NULL,
                         write->descriptorType >= VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC);
            break;
        case VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER:
        case VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE:
        case VK_DESCRIPTOR_TYPE_STORAGE_IMAGE:
        case VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT:
            lead_to(set, key,
                    write->pImageInfo
                        ? iq_vk_known(IQ_KIND_VK_IMAGE_VIEW, write->pImageInfo[i].imageView)
                        : NULL,
                    0, 1);
            break;
        default: lead_to(set, key, NULL, 0, 0); break;
        }
    }
}

/* What descriptors the target has now is not followed, but that they are others is. */
static void copy_set(struct iq_call *call, const VkCopyDescriptorSet *copy)
{
    struct iq_vk_object *set =
        iq_vk_object_of(iq_vk_known(IQ_KIND_VK_DESCRIPTOR_SET, copy->dstSet));
    note_change(call, set);
    for (uint32_t i = 0; set && i < copy->descriptorCount && i < IQ_VK_WRITTEN; i++)
        lead_to(set, IQ_VK_SLOT(copy->dstBinding, copy->dstArrayElement + i), NULL, 0, 0);
}

/* The bytes of buffers that [write] leads to. */
static void check_spans(struct iq_call *call, uint32_t index, const VkWriteDescriptorSet *write)
{
    bool texels = write->descriptorType == VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER ||
                  write->descriptorType == VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER;
    if (write->descriptorType < VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER ||
        write->descriptorType > VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC || texels ||
        !write->pBufferInfo)
        return;
    for (uint32_t i = 0; i < write->descriptorCount; i++) {
        const struct iq_handle *buffer =
            iq_vk_known(IQ_KIND_VK_BUFFER, write->pBufferInfo[i].buffer);
        const struct iq_vk_object *object = buffer ? buffer->details : NULL;
        if (object && object->size)
            check_member_span(call, buffer, object->size, "pDescriptorWrites[%u].pBufferInfo[%u].",
                              index, i,
                              (struct iq_vk_span){ write->pBufferInfo[i].offset,
                                                   write->pBufferInfo[i].range,
                                                   { 2, "offset" },
                                                   { 2, "range" },
                                                   NULL });
    }
}

void iq_fx_vk_descriptors(struct iq_call *call, int phase)
{
    const VkWriteDescriptorSet *writes = iq_vk_pointee(call, 2);
    const VkCopyDescriptorSet *copies = iq_vk_pointee(call, 4);
    if (phase == IQ_EFFECTS_CHECK)
        call->entry->look(call, check_view, NULL);
    for (uint32_t i = 0; phase == IQ_EFFECTS_CHECK && writes && !iq_vk_is_listening() &&
                         i < (uint32_t)call->args[1];
         i++)
        check_spans(call, i, &writes[i]);
    for (uint32_t i = 0; phase == IQ_EFFECTS_AFTER && writes && i < (uint32_t)call->args[1]; i++)
        write_set(call, &writes[i]);
    for (uint32_t i = 0; phase == IQ_EFFECTS_AFTER && copies && i < (uint32_t)call->args[3]; i++)
        copy_set(call, &copies[i]);
}

/* A template: what the set leads to is not known any more. */
void iq_fx_vk_descriptors_by_template(struct iq_call *call, int phase)
{
    struct iq_handle *handle = call->found[1];
    struct iq_vk_object *set =
        phase == IQ_EFFECTS_AFTER && handle && handle->kind == IQ_KIND_VK_DESCRIPTOR_SET
            ? iq_vk_object_of(handle)
            : NULL;
    if (set)
        memset(set->set.written, 0, sizeof set->set.written);
    note_change(call, set);
}

/* Bindings may be written while others of the set are in use. */
static bool has_loose_bindings(const VkDescriptorSetLayoutCreateInfo *info)
{
    const VkDescriptorSetLayoutBindingFlagsCreateInfo *flags = iq_vk_chained(
        info->pNext, VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_BINDING_FLAGS_CREATE_INFO);
    const VkFlags loose = VK_DESCRIPTOR_BINDING_UPDATE_AFTER_BIND_BIT |
                          VK_DESCRIPTOR_BINDING_UPDATE_UNUSED_WHILE_PENDING_BIT;
    bool any = false;
    for (uint32_t i = 0; flags && flags->pBindingFlags && i < flags->bindingCount; i++)
        any |= flags->pBindingFlags[i] & loose;
    return any;
}

void iq_fx_vk_set_layout(struct iq_call *call, int phase)
{
    const VkDescriptorSetLayoutCreateInfo *info = iq_vk_pointee(call, 1);
    struct iq_vk_object *object = made(call, phase, IQ_KIND_VK_DESCRIPTOR_SET_LAYOUT);
    if (object && info)
        object->is_loose =
            info->flags & VK_DESCRIPTOR_SET_LAYOUT_CREATE_UPDATE_AFTER_BIND_POOL_BIT ||
            has_loose_bindings(info);
}

void iq_fx_vk_name(struct iq_call *call, int phase)
{
    const VkDebugUtilsObjectNameInfoEXT *info = iq_vk_pointee(call, 1);
    if (phase != IQ_EFFECTS_AFTER || call->result != VK_SUCCESS || !info || !info->pObjectName)
        return;
    struct iq_handle *handle = iq_vk_known(iq_vk_kind_of_type(info->objectType),
                                           (const void *)(uintptr_t)info->objectHandle);
    if (handle)
        handle->name = iq_name_intern(info->pObjectName);
}

/* While its children still count as live. */
void iq_fx_vk_device_end(struct iq_call *call, int phase)
{
    if (phase == IQ_EFFECTS_CHECK && call->found[0] && !iq_core.config.traced_only)
        iq_call_port.device_ends(call->found[0]);
    if (phase == IQ_EFFECTS_BEFORE)
        iq_vk_mapped_drop(NULL);
}

/* What is mapped lies where it did; nothing may be protected when the driver gives it back. */
void iq_fx_vk_free_memory(struct iq_call *call, int phase)
{
    struct iq_handle *memory = call->found[1];
    const struct iq_vk_object *object =
        memory && memory->kind == IQ_KIND_VK_MEMORY ? memory->details : NULL;
    if (phase == IQ_EFFECTS_BEFORE && memory)
        iq_vk_mapped_drop(memory);
    if (phase == IQ_EFFECTS_AFTER && object)
        iq_unmapped_add(memory, object->size, object->map.address, object->map.size,
                        (struct iq_call_ref){ 0 });
}
