#include "vk_world.h"

/* One staging buffer for several images. */
int main(void)
{
    vk_world();
    struct vk_buffer staging = vk_make_buffer(4 * 64 * 64 * 4, VK_BUFFER_USAGE_TRANSFER_SRC_BIT);
    struct vk_image image[4];
    VkCommandBuffer cmd = vk_begin();
    for (int i = 0; i < 4; i++) {
        VkBufferImageCopy all = vk_whole(64, 64);
        all.bufferOffset = (VkDeviceSize)i * 64 * 64 * 4;
        image[i] = vk_make_image(VK_FORMAT_R8G8B8A8_UNORM, 64, 64, VK_IMAGE_USAGE_TRANSFER_DST_BIT);
        vk_transition(cmd, image[i].image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
        vkCmdCopyBufferToImage(cmd, staging.buffer, image[i].image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &all);
    }
    vk_run(cmd);
    for (int i = 0; i < 4; i++)
        vk_drop_image(image[i]);
    vk_drop_buffer(staging);
    vk_end();
    return 0;
}
