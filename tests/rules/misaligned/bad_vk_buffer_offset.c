#include "vk_world.h"

/* The pixels start behind a header of 6 bytes; texels have four. */
int main(void)
{
    vk_world();
    struct vk_buffer staging = vk_make_buffer(64 * 64 * 4 + 64, VK_COPY);
    struct vk_image image = vk_make_image(VK_FORMAT_R8G8B8A8_UNORM, 64, 64, VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    VkBufferImageCopy all = vk_whole(64, 64);
    all.bufferOffset = 6;
    VkCommandBuffer cmd = vk_begin();
    vk_transition(cmd, image.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    vkCmdCopyBufferToImage(cmd, staging.buffer, image.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &all); // expect: misaligned arg=pRegions[0].bufferOffset object=image
    vk_run(cmd);
    vk_drop_image(image);
    vk_drop_buffer(staging);
    vk_end();
    return 0;
}
