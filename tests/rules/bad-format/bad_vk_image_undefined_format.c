#include "vk_world.h"

int main(void)
{
    vk_world();
    VkImageCreateInfo in = vk_image_info(VK_FORMAT_UNDEFINED, 8, 8, VK_IMAGE_USAGE_SAMPLED_BIT);
    VkImage x = 0;
    vkCreateImage(vk_device, &in, 0, &x); // expect: bad-format arg=pCreateInfo->format
    if (x)
        vkDestroyImage(vk_device, x, 0);
    vk_end();
    return 0;
}
