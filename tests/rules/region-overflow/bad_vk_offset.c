// light: too
#include "vk_world.h"

/* A tile at the edge, which is not cut off there. */
int main(void)
{
    vk_world();
    struct vk_buffer out = vk_make_buffer(32 * 32 * 4, VK_COPY);
    struct vk_image image = vk_make_image(VK_FORMAT_R8G8B8A8_UNORM, 64, 64, VK_IMAGE_USAGE_TRANSFER_SRC_BIT); // site: created
    VkBufferImageCopy tile = vk_whole(32, 32);
    tile.imageOffset = (VkOffset3D){48, 0, 0};
    VkCommandBuffer cmd = vk_begin();
    vk_transition(cmd, image.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
    vkCmdCopyImageToBuffer(cmd, image.image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, out.buffer, 1, &tile); // expect: region-overflow object=image
    vkEndCommandBuffer(cmd);
    vk_drop_image(image);
    vk_drop_buffer(out);
    vk_end();
    return 0;
}
