#include "vk_world.h"

/* A format for depth as the image of a shader's stores. */
int main(void)
{
    VkImage image;
    VkImageCreateInfo info = {VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO, .imageType = VK_IMAGE_TYPE_2D, .format = VK_FORMAT_D32_SFLOAT_S8_UINT,
                              .extent = {64, 64, 1}, .mipLevels = 1, .arrayLayers = 1, .samples = VK_SAMPLE_COUNT_1_BIT,
                              .usage = VK_IMAGE_USAGE_STORAGE_BIT};
    vk_world();
    if (vkCreateImage(vk_device, &info, NULL, &image) == VK_SUCCESS) // expect: bad-format says=does_not_support_this_tiling_and_usage
        vkDestroyImage(vk_device, image, NULL);
    vk_end();
    return 0;
}
