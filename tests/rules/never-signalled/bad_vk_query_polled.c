// light: too
#include "vk_world.h"

/* No command writes the query whose result is asked for again and again. */
int main(void)
{
    uint64_t time;
    vk_world();
    VkQueryPool pool = vk_two_queries(VK_QUERY_TYPE_TIMESTAMP); // site: created
    VkCommandBuffer cmd = vk_begin();
    vkCmdResetQueryPool(cmd, pool, 0, 2);
    vk_run(cmd);
    for (int i = 0; i < 130; i++) {
        if (vkGetQueryPoolResults(vk_device, pool, 0, 1, sizeof time, &time, 8, VK_QUERY_RESULT_64_BIT) == VK_SUCCESS) // expect: never-signalled object=query-pool severity=warning
            break;
        usleep(10000);
    }
    vkDestroyQueryPool(vk_device, pool, NULL);
    vk_end();
    return 0;
}
