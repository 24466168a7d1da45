#include "vk_world.h"

/* Wider than the device can. */
int main(void)
{
    VkImage image;
    VkPhysicalDeviceProperties properties;
    VkImageCreateInfo info = {VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO, .imageType = VK_IMAGE_TYPE_2D, .format = VK_FORMAT_R8G8B8A8_UNORM,
                              .extent = {0, 1, 1}, .mipLevels = 1, .arrayLayers = 1, .samples = VK_SAMPLE_COUNT_1_BIT,
                              .usage = VK_IMAGE_USAGE_TRANSFER_DST_BIT};
    vk_world();
    vkGetPhysicalDeviceProperties(vk_physical, &properties);
    info.extent.width = properties.limits.maxImageDimension2D * 2;
    if (vkCreateImage(vk_device, &info, NULL, &image) == VK_SUCCESS) // expect: bad-size arg=pCreateInfo->extent
        vkDestroyImage(vk_device, image, NULL);
    vk_end();
    return 0;
}
