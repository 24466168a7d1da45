#include "vk_world.h"

/* Nobody looks at the command before the driver crashes on it, on a thread of its own. */
// options: --validation no
int main(void)
{
    vk_world();
    VkQueryPool pool = VK_NULL_HANDLE;
    VkQueryPoolCreateInfo info = {VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO, .queryType = VK_QUERY_TYPE_OCCLUSION, .queryCount = 2};
    vkCreateQueryPool(vk_device, &info, NULL, &pool);
    VkCommandBuffer cmd = vk_begin();
    vkCmdResetQueryPool(cmd, pool, 0, 2);
    vkCmdEndQuery(cmd, pool, 0);
    vkEndCommandBuffer(cmd);
    vk_submit(cmd, VK_NULL_HANDLE); // expect: driver-crash
    vkQueueWaitIdle(vk_queue);
    vkDestroyQueryPool(vk_device, pool, NULL);
    vk_end();
    return 0;
}
