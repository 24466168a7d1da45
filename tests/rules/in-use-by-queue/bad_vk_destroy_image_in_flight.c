// light: too
#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_image i = vk_make_image(VK_FORMAT_R8G8B8A8_UNORM, 64, 64, VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_SAMPLED_BIT);
    struct vk_buffer a = vk_make_buffer(4096, VK_STORE), b = vk_make_buffer(1024, VK_STORE);
    VkCommandBuffer c = vk_begin();
    VkBufferImageCopy r = vk_whole(16, 16);
    vk_transition(c, i.image, 0, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    vkCmdCopyBufferToImage(c, a.buffer, i.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &r);
    vkEndCommandBuffer(c);
    vk_submit(c, 0);
    vkDestroyImage(vk_device, i.image, 0); // expect: in-use-by-queue arg=image object=image contained=1
    vkQueueWaitIdle(vk_queue);
    vkDestroyImage(vk_device, i.image, 0);
    vkFreeMemory(vk_device, i.memory, 0);
    vk_drop_buffer(a);
    vk_drop_buffer(b);
    vk_end();
    return 0;
}
