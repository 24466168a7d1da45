#include "vk_world.h"

/* A query is begun while it runs. */
int main(void)
{
    vk_world();
    VkQueryPool pool = vk_two_queries(VK_QUERY_TYPE_OCCLUSION); // site: created
    VkCommandBuffer cmd = vk_begin();
    vkCmdResetQueryPool(cmd, pool, 0, 2);
    vkCmdBeginQuery(cmd, pool, 0, 0);
    vkCmdBeginQuery(cmd, pool, 0, 0); // expect: validation object=query-pool
    vkCmdEndQuery(cmd, pool, 0);
    vk_run(cmd);
    vkDestroyQueryPool(vk_device, pool, NULL);
    vk_end();
    return 0;
}
