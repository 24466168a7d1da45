#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_image i = vk_make_image(VK_FORMAT_R8G8B8A8_UNORM, 64, 64, VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_SAMPLED_BIT);
    VkCommandBuffer c = vk_begin();
    VkImageMemoryBarrier m = vk_image_barrier(i.image, 0, VK_IMAGE_LAYOUT_GENERAL);
    m.subresourceRange.levelCount = 0;
    vkCmdPipelineBarrier(c, 0x10000, 0x10000, 0, 0, 0, 0, 0, 1, &m); // expect: bad-subresource arg=pImageMemoryBarriers[0].subresourceRange.levelCount object=image contained=1
    vk_run(c);
    vk_drop_image(i);
    vk_end();
    return 0;
}
