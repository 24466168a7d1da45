/* The timestamps are recorded into a command buffer that was never submitted. */
// light: too
// options: --watchdog 0
#include "vk_world.h"

int main(void)
{
    vk_world();
    VkQueryPool pool = vk_two_queries(VK_QUERY_TYPE_TIMESTAMP); // site: created
    VkCommandBuffer cmd = vk_begin();
    vkCmdResetQueryPool(cmd, pool, 0, 2);
    vkCmdWriteTimestamp(cmd, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, pool, 0);
    vkCmdWriteTimestamp(cmd, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, pool, 1);
    vkEndCommandBuffer(cmd);
    uint64_t times[2] = {0};
    alarm(3);
    vkGetQueryPoolResults(vk_device, pool, 0, 2, sizeof times, times, 8, VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT); // expect: never-signalled arg=queryPool object=query-pool says=not_submitted
    vkDestroyQueryPool(vk_device, pool, NULL);
    vk_end();
    return 0;
}
