// light: too
#include "vk_world.h"

int main(void)
{
    vk_world();
    VkMemoryRequirements need;
    VkBuffer buffer = vk_bare_buffer(4096, VK_COPY);
    vkGetBufferMemoryRequirements(vk_device, buffer, &need);
    VkDeviceMemory memory = vk_allocate(need, VK_HOST_MEMORY); // site: created
    vkFreeMemory(vk_device, memory, NULL); // site: destroyed
    vkBindBufferMemory(vk_device, buffer, memory, 0); // expect: destroyed-handle arg=memory object=memory
    _Exit(0);
}
