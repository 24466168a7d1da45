#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_image i = vk_make_image(VK_FORMAT_R8G8B8A8_UNORM, 64, 64, VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_SAMPLED_BIT);
    VkCommandBuffer c = vk_begin();
    VkClearDepthStencilValue v = {0};
    VkImageSubresourceRange r = {2, 0, 1, 0, 1};
    vk_transition(c, i.image, 0, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    vkCmdClearDepthStencilImage(c, i.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, &v, 1, &r); // expect: bad-subresource arg=image object=image contained=1
    vk_run(c);
    vk_drop_image(i);
    vk_end();
    return 0;
}
