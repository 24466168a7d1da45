#define VK_WORLD_13
#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_image i = vk_make_image(VK_FORMAT_R8G8B8A8_UNORM, 64, 64, VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_SAMPLED_BIT);
    VkCommandBuffer c = vk_begin();
    VkImageMemoryBarrier2 m = {VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2, 0, 0x10000, 0, 0x10000, 0, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_LAYOUT_GENERAL, ~0u, ~0u, i.image, {1, 0, 1, 0, 1}};
    VkDependencyInfo d = {VK_STRUCTURE_TYPE_DEPENDENCY_INFO, .imageMemoryBarrierCount = 1, .pImageMemoryBarriers = &m};
    PFN_vkCmdPipelineBarrier2 f = (PFN_vkCmdPipelineBarrier2)vkGetDeviceProcAddr(vk_device, "vkCmdPipelineBarrier2");
    vk_transition(c, i.image, 0, VK_IMAGE_LAYOUT_GENERAL);
    f(c, &d); // expect: layout arg=pDependencyInfo->oldLayout object=image
    vk_run(c);
    vk_drop_image(i);
    vk_end();
    return 0;
}
