/* Memory that is not coherent: what the host writes there it flushes, and invalidates what the
 * device wrote. */
#ifndef VK_INCOHERENT_H
#define VK_INCOHERENT_H

#include "vk_world.h"

enum { READBACK = 65536 };

/* A buffer of [size] bytes in such memory; without any the program says so and ends. */
static inline struct vk_buffer vk_make_incoherent(VkDeviceSize size)
{
    struct vk_buffer made = { vk_bare_buffer(size, VK_COPY), VK_NULL_HANDLE };
    VkMemoryRequirements need;
    int type = -1;
    vkGetBufferMemoryRequirements(vk_device, made.buffer, &need);
    for (uint32_t i = 0; i < vk_memories.memoryTypeCount; i++) {
        VkMemoryPropertyFlags flags = vk_memories.memoryTypes[i].propertyFlags;
        if (flags & VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT &&
            !(flags & VK_MEMORY_PROPERTY_HOST_COHERENT_BIT))
            type = (int)i;
    }
    if (type < 0)
        vk_missing("memory that is not coherent");
    VkMemoryAllocateInfo info = { VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                  .allocationSize = need.size, .memoryTypeIndex = (uint32_t)type };
    vkAllocateMemory(vk_device, &info, NULL, &made.memory);
    vkBindBufferMemory(vk_device, made.buffer, made.memory, 0);
    return made;
}

/* The device writes [value] into all READBACK bytes; [fence] is signalled then. */
static inline void vk_fill(struct vk_buffer buffer, uint32_t value, VkFence fence)
{
    VkCommandBuffer cmd = vk_begin();
    vkCmdFillBuffer(cmd, buffer.buffer, 0, READBACK, value);
    vk_host_barrier(cmd, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT);
    vkEndCommandBuffer(cmd);
    vk_submit(cmd, fence);
}

static inline void vk_flush(struct vk_buffer buffer, VkDeviceSize offset, VkDeviceSize size)
{
    VkMappedMemoryRange range = { VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE, .memory = buffer.memory,
                                  .offset = offset, .size = size };
    vkFlushMappedMemoryRanges(vk_device, 1, &range);
}

static inline void vk_invalidate(struct vk_buffer buffer, VkDeviceSize offset, VkDeviceSize size)
{
    VkMappedMemoryRange range = { VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE, .memory = buffer.memory,
                                  .offset = offset, .size = size };
    vkInvalidateMappedMemoryRanges(vk_device, 1, &range);
}

#endif
