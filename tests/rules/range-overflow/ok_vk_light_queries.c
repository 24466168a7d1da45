/* The last query of a pool is used, and only that. */
#include "vk_world.h"

int main(void)
{
    vk_world();
    VkQueryPool pool = vk_two_queries(VK_QUERY_TYPE_OCCLUSION);
    VkCommandBuffer commands = vk_begin();
    vkCmdResetQueryPool(commands, pool, 1, 1);
    vkCmdBeginQuery(commands, pool, 1, 0);
    vkCmdEndQuery(commands, pool, 1);
    vkCmdResetQueryPool(commands, pool, 0, 2);
    vkCmdBeginQuery(commands, pool, 0, 0);
    vkCmdEndQuery(commands, pool, 0);
    vk_run(commands);
    uint64_t result = 0;
    vkGetQueryPoolResults(vk_device, pool, 0, 1, sizeof result, &result, sizeof result,
                          VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT);
    vkDestroyQueryPool(vk_device, pool, NULL);
    vk_end();
    return 0;
}
