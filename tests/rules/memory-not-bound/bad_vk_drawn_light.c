/* A barrier, which does not look at memory, and a submission that would: without the validation layer it is found there. */
// options: --validation no
#include "vk_world.h"

int main(void)
{
    vk_world();
    VkImage image = vk_bare_image(VK_FORMAT_R8G8B8A8_UNORM, 64, 64, VK_IMAGE_USAGE_TRANSFER_DST_BIT); // site: created
    VkCommandBuffer cmd = vk_begin();
    vk_transition(cmd, image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL); // site: related
    vkEndCommandBuffer(cmd);
    vk_submit(cmd, VK_NULL_HANDLE); // expect: memory-not-bound arg=pSubmits[0].pCommandBuffers[0] object=image contained=1
    vkDestroyImage(vk_device, image, NULL);
    vk_end();
    return 0;
}
