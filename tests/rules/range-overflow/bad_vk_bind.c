// light: too
#include "vk_world.h"

/* Two buffers into memory that was measured for one. */
int main(void)
{
    vk_world();
    VkMemoryRequirements need;
    VkBuffer a = vk_bare_buffer(4096, VK_COPY), b = vk_bare_buffer(4096, VK_COPY);
    vkGetBufferMemoryRequirements(vk_device, a, &need);
    VkDeviceMemory memory = vk_allocate(need, VK_HOST_MEMORY); // site: created
    vkBindBufferMemory(vk_device, a, memory, 0);
    vkBindBufferMemory(vk_device, b, memory, 4096); // expect: range-overflow object=memory
    vkDestroyBuffer(vk_device, a, NULL);
    vkDestroyBuffer(vk_device, b, NULL);
    vkFreeMemory(vk_device, memory, NULL);
    vk_end();
    return 0;
}
