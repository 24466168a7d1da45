#include "vk_world.h"

/* The smallest buffer and the widest image. */
int main(void)
{
    VkPhysicalDeviceProperties properties;
    vk_world();
    vkGetPhysicalDeviceProperties(vk_physical, &properties);
    VkBuffer buffer = vk_bare_buffer(1, VK_COPY);
    VkImage image = vk_bare_image(VK_FORMAT_R8G8B8A8_UNORM, properties.limits.maxImageDimension2D, 1, VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    int bad = !buffer || !image;
    vkDestroyBuffer(vk_device, buffer, NULL);
    vkDestroyImage(vk_device, image, NULL);
    vk_end();
    return bad;
}
