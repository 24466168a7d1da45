#include "vk_world.h"

int main(void)
{
    vk_world();

    VkImage x = vk_bare_image(VK_FORMAT_R8G8B8A8_UNORM, 64, 64, VK_IMAGE_USAGE_SAMPLED_BIT);
    VkMemoryRequirements n;
    vkGetImageMemoryRequirements(vk_device, x, &n);
    n.size = 4096;
    VkDeviceMemory d = vk_allocate(n, 0);
    VkBindImageMemoryInfo in = {VK_STRUCTURE_TYPE_BIND_IMAGE_MEMORY_INFO, 0, x, d, 0};
    vkBindImageMemory2(vk_device, 1, &in); // expect: range-overflow arg=pBindInfos object=image contained=1
    vkDestroyImage(vk_device, x, 0);
    vkFreeMemory(vk_device, d, 0);
    vk_end();
    return 0;
}
