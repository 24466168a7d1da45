#include "vk_world.h"

/* Texels of 4 bytes into texels of 16. */
int main(void)
{
    vk_world();
    struct vk_image from = vk_make_image(VK_FORMAT_R8G8B8A8_UNORM, 64, 64, VK_IMAGE_USAGE_TRANSFER_SRC_BIT);
    struct vk_image to = vk_make_image(VK_FORMAT_R32G32B32A32_SFLOAT, 64, 64, VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    VkImageCopy all = {.srcSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1}, .dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1}, .extent = {64, 64, 1}};
    VkCommandBuffer cmd = vk_begin();
    vk_transition(cmd, from.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
    vk_transition(cmd, to.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    vkCmdCopyImage(cmd, from.image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, to.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &all); // expect: bad-format arg=srcImage object=image
    vkEndCommandBuffer(cmd);
    vk_drop_image(from);
    vk_drop_image(to);
    vk_end();
    return 0;
}
