#include "vk_world.h"

int main(void)
{
    vk_world();
    VkImageCreateInfo in = vk_image_info(VK_FORMAT_R8G8B8A8_UNORM, 8, 8, VK_IMAGE_USAGE_SAMPLED_BIT);
    in.mipLevels = 12;
    VkImage x = 0;
    vkCreateImage(vk_device, &in, 0, &x); // expect: bad-size arg=pCreateInfo->mipLevels contained=1
    if (x)
        vkDestroyImage(vk_device, x, 0);
    vk_end();
    return 0;
}
