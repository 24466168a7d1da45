#include "vk_world.h"

int main(void)
{
    vk_world();

    VkImageCreateInfo in = {
        VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO, .imageType = VK_IMAGE_TYPE_2D, .format = VK_FORMAT_R8G8B8A8_UNORM, .extent = {8, 8, 1}, .mipLevels = 0, .arrayLayers = 1, .samples = 1, .usage = VK_IMAGE_USAGE_SAMPLED_BIT};
    VkImage x = 0;
    vkCreateImage(vk_device, &in, 0, &x); // expect: bad-size arg=pCreateInfo->mipLevels contained=1
    if (x)
        vkDestroyImage(vk_device, x, 0);
    vk_end();
    return 0;
}
