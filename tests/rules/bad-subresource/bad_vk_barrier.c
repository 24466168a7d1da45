#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_image image = vk_make_image(VK_FORMAT_R8G8B8A8_UNORM, 64, 64, VK_IMAGE_USAGE_TRANSFER_DST_BIT); // site: created
    VkImageMemoryBarrier barrier = vk_image_barrier(image.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    barrier.subresourceRange.levelCount = 7;
    VkCommandBuffer cmd = vk_begin();
    vkCmdPipelineBarrier(cmd, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 0, NULL, 0, NULL, 1, &barrier); // expect: bad-subresource object=image
    vkEndCommandBuffer(cmd);
    vk_drop_image(image);
    vk_end();
    return 0;
}
