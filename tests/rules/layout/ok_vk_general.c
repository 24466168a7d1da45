#include "vk_world.h"

/* GENERAL serves every command. */
int main(void)
{
    vk_world();
    struct vk_buffer out = vk_make_buffer(64 * 64 * 4, VK_COPY);
    struct vk_image image = vk_make_image(VK_FORMAT_R8G8B8A8_UNORM, 64, 64, VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT);
    VkClearColorValue black = {{0}};
    VkImageSubresourceRange range = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    VkBufferImageCopy all = vk_whole(64, 64);
    VkCommandBuffer cmd = vk_begin();
    vk_transition(cmd, image.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL);
    vkCmdClearColorImage(cmd, image.image, VK_IMAGE_LAYOUT_GENERAL, &black, 1, &range);
    vk_transfer_barrier(cmd);
    vkCmdCopyImageToBuffer(cmd, image.image, VK_IMAGE_LAYOUT_GENERAL, out.buffer, 1, &all);
    vk_run(cmd);
    vk_drop_image(image);
    vk_drop_buffer(out);
    vk_end();
    return 0;
}
