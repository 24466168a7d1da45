#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_image i = vk_make_image(VK_FORMAT_R8G8B8A8_UNORM, 64, 64, VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_SAMPLED_BIT);
    struct vk_image j = vk_make_image(VK_FORMAT_R8G8B8A8_UNORM, 64, 64, VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT);
    VkCommandBuffer c = vk_begin();
    vk_transition(c, i.image, 0, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
    vk_transition(c, j.image, 0, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    VkImageResolve r = {{1, 0, 0, 1}, {0, 0, 0}, {1, 0, 0, 1}, {0, 0, 0}, {64, 64, 1}};
    vkCmdResolveImage(c, i.image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, j.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &r); // expect: bad-format arg=srcImage object=image contained=1
    vk_run(c);
    vk_drop_image(j);
    vk_drop_image(i);
    vk_end();
    return 0;
}
