// options: --validation no
#include "vk_world.h"

/* Another query than the one that was begun. */
int main(void)
{
    vk_world();
    VkQueryPool pool = vk_two_queries(VK_QUERY_TYPE_OCCLUSION);
    VkCommandBuffer commands = vk_begin();
    vkCmdResetQueryPool(commands, pool, 0, 2);
    vkCmdBeginQuery(commands, pool, 0, 0);
    vkCmdEndQuery(commands, pool, 1); // expect: validation arg=queryPool contained=1 says=was_not_begun
    vkCmdEndQuery(commands, pool, 0);
    vk_run(commands);
    vk_end();
    return 0;
}
