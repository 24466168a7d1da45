#include "vk_world.h"

/* Written and unmapped, which does not flush; read by the device. */
int main(void)
{
    vk_world();
    int type = -1;
    for (uint32_t i = 0; i < vk_memories.memoryTypeCount; i++) {
        VkMemoryPropertyFlags flags = vk_memories.memoryTypes[i].propertyFlags;
        if (flags & VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT && !(flags & VK_MEMORY_PROPERTY_HOST_COHERENT_BIT))
            type = (int)i;
    }
    if (type < 0)
        vk_missing("memory that is not coherent");
    VkMemoryRequirements need;
    VkDeviceMemory memory;
    void *p;
    VkBuffer from = vk_bare_buffer(4096, VK_COPY);
    struct vk_buffer to = vk_make_buffer(4096, VK_COPY);
    vkGetBufferMemoryRequirements(vk_device, from, &need);
    VkMemoryAllocateInfo info = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = need.size, .memoryTypeIndex = (uint32_t)type};
    vkAllocateMemory(vk_device, &info, NULL, &memory);
    vkBindBufferMemory(vk_device, from, memory, 0);
    vkMapMemory(vk_device, memory, 0, VK_WHOLE_SIZE, 0, &p);
    memset(p, 1, 4096);
    vkUnmapMemory(vk_device, memory);
    VkBufferCopy all = {0, 0, 4096};
    VkCommandBuffer cmd = vk_begin();
    vkCmdCopyBuffer(cmd, from, to.buffer, 1, &all);
    vkEndCommandBuffer(cmd);
    vk_submit(cmd, VK_NULL_HANDLE); // expect: host-coherence severity=warning object=memory says=flushes_nothing
    vkQueueWaitIdle(vk_queue);
    vkDestroyBuffer(vk_device, from, NULL);
    vkFreeMemory(vk_device, memory, NULL);
    vk_drop_buffer(to);
    vk_end();
    return 0;
}
