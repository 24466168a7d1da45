// light: too
#include "vk_world.h"

int main(void)
{
    vk_world();
    VkCommandPool q = vk_new_pool(0);
    VkCommandBuffer c = vk_commands_of(q);
    vk_record(c);
    vkEndCommandBuffer(c);
    vkDestroyCommandPool(vk_device, q, 0);
    vk_submit(c, 0); // expect: destroyed-handle arg=pSubmits[0].pCommandBuffers[0] object=command-buffer contained=1
    vkQueueWaitIdle(vk_queue);
    vk_end();
    return 0;
}
