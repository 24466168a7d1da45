#include "vk_world.h"

/* Nobody looks at the command before the driver crashes on it, on a thread of its own. */
// options: --validation no
int main(void)
{
    vk_world();
    VkQueryPool pool = vk_two_queries(VK_QUERY_TYPE_OCCLUSION);
    VkCommandBuffer cmd = vk_begin();
    vkCmdResetQueryPool(cmd, pool, 0, 2);
    vkCmdEndQuery(cmd, pool, 0);
    vkEndCommandBuffer(cmd);
    vk_submit(cmd, VK_NULL_HANDLE); // expect: driver-crash says=on_a_thread_of_its_own
    vkQueueWaitIdle(vk_queue);
    vkDestroyQueryPool(vk_device, pool, NULL);
    vk_end();
    return 0;
}
