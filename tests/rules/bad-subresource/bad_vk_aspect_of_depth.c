#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_image image = vk_make_image(VK_FORMAT_D32_SFLOAT, 16, 16, VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT);
    VkImageMemoryBarrier barrier = vk_image_barrier(image.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    VkCommandBuffer cmd = vk_begin();
    vkCmdPipelineBarrier(cmd, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 0, NULL, 1, &barrier); // expect: bad-subresource object=image
    vk_run(cmd);
    vk_drop_image(image);
    vk_end();
    return 0;
}
