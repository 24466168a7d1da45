/* Handles in structs that are there, and those that may be missing. */
#include "vk_world.h"

int main(void)
{
    vk_world();
    VkBuffer buffer = vk_bare_buffer(4096, VK_STORE);
    VkBufferMemoryRequirementsInfo2 info = { VK_STRUCTURE_TYPE_BUFFER_MEMORY_REQUIREMENTS_INFO_2,
                                             .buffer = buffer };
    VkMemoryRequirements2 need = { VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2 };
    vkGetBufferMemoryRequirements2(vk_device, &info, &need);
    VkDeviceMemory memory = vk_allocate(need.memoryRequirements, VK_HOST_MEMORY);
    VkBindBufferMemoryInfo bind = { VK_STRUCTURE_TYPE_BIND_BUFFER_MEMORY_INFO, .buffer = buffer,
                                    .memory = memory };
    vkBindBufferMemory2(vk_device, 1, &bind);
    VkSubmitInfo nothing = { VK_STRUCTURE_TYPE_SUBMIT_INFO };
    vkQueueSubmit(vk_queue, 1, &nothing, VK_NULL_HANDLE);
    vkQueueSubmit(vk_queue, 0, NULL, VK_NULL_HANDLE);
    vkDeviceWaitIdle(vk_device);
    vkFreeCommandBuffers(vk_device, vk_pool, 1, &(VkCommandBuffer){ VK_NULL_HANDLE });
    vkDestroyBuffer(vk_device, buffer, NULL);
    vkFreeMemory(vk_device, memory, NULL);
    vk_end();
    return 0;
}
