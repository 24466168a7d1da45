#include "vk_world.h"

/* The image has its layout, but nothing waits for the copy into it. */
int main(void)
{
    vk_world();
    struct vk_buffer staging = vk_make_buffer(64 * 64 * 4, VK_COPY), out = vk_make_buffer(64 * 64 * 4, VK_COPY);
    struct vk_image image = vk_make_image(VK_FORMAT_R8G8B8A8_UNORM, 64, 64, VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT);
    VkBufferImageCopy all = vk_whole(64, 64);
    VkCommandBuffer cmd = vk_begin();
    vk_transition(cmd, image.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL);
    vkCmdCopyBufferToImage(cmd, staging.buffer, image.image, VK_IMAGE_LAYOUT_GENERAL, 1, &all); // site: related
    vkCmdCopyImageToBuffer(cmd, image.image, VK_IMAGE_LAYOUT_GENERAL, out.buffer, 1, &all); // expect: missing-barrier object=image
    vk_run(cmd);
    vk_drop_image(image);
    vk_drop_buffer(staging);
    vk_drop_buffer(out);
    vk_end();
    return 0;
}
