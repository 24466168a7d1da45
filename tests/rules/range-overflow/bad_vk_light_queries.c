// options: --validation no
#include "vk_world.h"

int main(void)
{
    vk_world();
    VkQueryPool pool = vk_two_queries(VK_QUERY_TYPE_TIMESTAMP);
    VkCommandBuffer commands = vk_begin();
    vkCmdResetQueryPool(commands, pool, 0, 2);
    vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, pool, 2); // expect: range-overflow arg=query contained=1 object=query-pool
    vk_run(commands);
    vk_end();
    return 0;
}
