#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer a = vk_make_buffer(4096, VK_STORE), b = vk_make_buffer(1024, VK_STORE);
    VkQueryPool q = vk_two_queries(VK_QUERY_TYPE_TIMESTAMP);
    VkCommandBuffer c = vk_begin();
    vkCmdResetQueryPool(c, q, 0, 2);
    vkCmdWriteTimestamp(c, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, q, 9); // expect: range-overflow arg=query object=query-pool contained=1
    vk_run(c);
    vkDestroyQueryPool(vk_device, q, 0);
    vk_drop_buffer(a);
    vk_drop_buffer(b);
    vk_end();
    return 0;
}
