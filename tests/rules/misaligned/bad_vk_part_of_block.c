#include "vk_world.h"

/* Blocks of a compressed format are copied as a whole. */
int main(void)
{
    vk_world();
    struct vk_buffer staging = vk_make_buffer(65536, VK_COPY);
    struct vk_image image = vk_make_image(VK_FORMAT_BC1_RGBA_UNORM_BLOCK, 64, 64, VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    VkBufferImageCopy part = vk_whole(30, 30);
    VkCommandBuffer cmd = vk_begin();
    vk_transition(cmd, image.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    vkCmdCopyBufferToImage(cmd, staging.buffer, image.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &part); // expect: misaligned says=the_transfer_granularity_of_the_queue_family
    vk_run(cmd);
    vk_drop_image(image);
    vk_drop_buffer(staging);
    vk_end();
    return 0;
}
