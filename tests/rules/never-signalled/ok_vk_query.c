/* Timestamps that are submitted before they are waited for; and a pool that is only asked. */
#include "vk_world.h"

int main(void)
{
    vk_world();
    VkQueryPool pool = vk_two_queries(VK_QUERY_TYPE_TIMESTAMP), unused = vk_two_queries(VK_QUERY_TYPE_TIMESTAMP);
    VkCommandBuffer cmd = vk_begin();
    vkCmdResetQueryPool(cmd, unused, 0, 2);
    vk_run(cmd);
    for (int i = 0; i < 2; i++) {
        uint64_t times[2] = {0};
        vk_record(cmd);
        vkCmdResetQueryPool(cmd, pool, 0, 2);
        vkCmdWriteTimestamp(cmd, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, pool, 0);
        vkCmdWriteTimestamp(cmd, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, pool, 1);
        vkEndCommandBuffer(cmd);
        vk_submit(cmd, VK_NULL_HANDLE);
        if (vkGetQueryPoolResults(vk_device, pool, 0, 2, sizeof times, times, 8, VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT))
            return 1;
        if (vkGetQueryPoolResults(vk_device, unused, 0, 2, sizeof times, times, 8, VK_QUERY_RESULT_64_BIT) == VK_SUCCESS)
            return 2;
        vkQueueWaitIdle(vk_queue);
    }
    vkDestroyQueryPool(vk_device, pool, NULL);
    vkDestroyQueryPool(vk_device, unused, NULL);
    vk_end();
    return 0;
}
