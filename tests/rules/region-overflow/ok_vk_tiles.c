#include "vk_world.h"

/* Tiles up to the last row and column. */
int main(void)
{
    vk_world();
    struct vk_buffer staging = vk_make_buffer(64 * 64 * 4, VK_COPY);
    struct vk_image image = vk_make_image(VK_FORMAT_R8G8B8A8_UNORM, 64, 64, VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    VkBufferImageCopy tiles[4];
    for (int i = 0; i < 4; i++) {
        tiles[i] = vk_whole(32, 32);
        tiles[i].imageOffset = (VkOffset3D){i % 2 * 32, i / 2 * 32, 0};
        tiles[i].bufferRowLength = 64;
        tiles[i].bufferOffset = (VkDeviceSize)(i / 2 * 32 * 64 + i % 2 * 32) * 4;
    }
    VkCommandBuffer cmd = vk_begin();
    vk_transition(cmd, image.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    vkCmdCopyBufferToImage(cmd, staging.buffer, image.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 4, tiles);
    vk_run(cmd);
    vk_drop_image(image);
    vk_drop_buffer(staging);
    vk_end();
    return 0;
}
