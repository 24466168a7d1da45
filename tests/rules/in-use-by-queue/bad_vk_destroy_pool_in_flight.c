// light: too
#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer a = vk_make_buffer(4096, VK_STORE);
    VkCommandPool q = vk_new_pool(0);
    VkCommandBuffer c = vk_commands_of(q);
    vk_record(c);
    vkCmdFillBuffer(c, a.buffer, 0, 4096, 1);
    vkEndCommandBuffer(c);
    vk_submit(c, 0);
    vkDestroyCommandPool(vk_device, q, 0); // expect: in-use-by-queue arg=commandPool object=command-pool contained=1
    vkQueueWaitIdle(vk_queue);
    vkDestroyCommandPool(vk_device, q, 0);
    vk_drop_buffer(a);
    vk_end();
    return 0;
}
