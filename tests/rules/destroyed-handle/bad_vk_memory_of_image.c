#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_image image = vk_make_image(VK_FORMAT_R8G8B8A8_UNORM, 16, 16, VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    VkImageMemoryBarrier barrier = vk_image_barrier(image.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    VkCommandBuffer cmd = vk_begin();
    vkFreeMemory(vk_device, image.memory, NULL); // site: destroyed
    vkCmdPipelineBarrier(cmd, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 0, NULL, 1, &barrier); // expect: destroyed-handle object=memory
    vk_run(cmd);
    vkDestroyImage(vk_device, image.image, NULL);
    vk_end();
    return 0;
}
