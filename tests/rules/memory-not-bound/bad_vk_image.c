#include "vk_world.h"

int main(void)
{
    vk_world();
    VkImage image = vk_bare_image(VK_FORMAT_R8G8B8A8_UNORM, 64, 64, VK_IMAGE_USAGE_TRANSFER_DST_BIT); // site: created
    VkCommandBuffer cmd = vk_begin();
    vk_transition(cmd, image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL); // expect: memory-not-bound object=image
    vkEndCommandBuffer(cmd);
    vkDestroyImage(vk_device, image, NULL);
    vk_end();
    return 0;
}
