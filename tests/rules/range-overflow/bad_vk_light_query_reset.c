// options: --validation no
#include "vk_world.h"

int main(void)
{
    vk_world();
    VkQueryPool pool = vk_two_queries(VK_QUERY_TYPE_TIMESTAMP);
    VkCommandBuffer commands = vk_begin();
    vkCmdResetQueryPool(commands, pool, 1, 2); // expect: range-overflow arg=firstQuery contained=1
    vk_run(commands);
    vk_end();
    return 0;
}
