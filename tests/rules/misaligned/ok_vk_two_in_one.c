#include "vk_world.h"

/* Two buffers in one memory, the second where its alignment allows. */
int main(void)
{
    vk_world();
    VkMemoryRequirements need;
    VkBuffer a = vk_bare_buffer(1000, VK_COPY), b = vk_bare_buffer(1000, VK_COPY);
    vkGetBufferMemoryRequirements(vk_device, b, &need);
    vkGetBufferMemoryRequirements(vk_device, a, &need);         /* the same, they were made alike */
    VkDeviceSize second = (need.size + need.alignment - 1) / need.alignment * need.alignment;
    need.size = second + need.size;
    VkDeviceMemory memory = vk_allocate(need, VK_HOST_MEMORY);
    int bad = vkBindBufferMemory(vk_device, a, memory, 0) || vkBindBufferMemory(vk_device, b, memory, second);
    VkCommandBuffer cmd = vk_begin();
    vkCmdFillBuffer(cmd, a, 8, 992, 7);
    vkCmdFillBuffer(cmd, b, 0, 1000, 8);
    vk_run(cmd);
    vkDestroyBuffer(vk_device, a, NULL);
    vkDestroyBuffer(vk_device, b, NULL);
    vkFreeMemory(vk_device, memory, NULL);
    vk_end();
    return bad;
}
