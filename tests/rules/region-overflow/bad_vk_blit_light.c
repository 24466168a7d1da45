/* A blit that halves, of an image that has the size of the half already. */
// options: --validation no
#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_image from = vk_make_image(VK_FORMAT_R8G8B8A8_UNORM, 32, 32, VK_IMAGE_USAGE_TRANSFER_SRC_BIT); // site: created
    struct vk_image to = vk_make_image(VK_FORMAT_R8G8B8A8_UNORM, 32, 32, VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    VkCommandBuffer cmd = vk_begin();
    vk_transition(cmd, from.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
    vk_transition(cmd, to.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    VkImageSubresourceLayers first = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    VkImageBlit blit = {first, {{0, 0, 0}, {64, 64, 1}}, first, {{0, 0, 0}, {32, 32, 1}}};
    vkCmdBlitImage(cmd, from.image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, to.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &blit, VK_FILTER_LINEAR); // expect: region-overflow arg=pRegions[0].srcOffsets[1] object=image contained=1
    vk_run(cmd);
    vk_drop_image(from);
    vk_drop_image(to);
    vk_end();
    return 0;
}
