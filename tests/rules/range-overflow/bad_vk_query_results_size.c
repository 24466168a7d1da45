#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer a = vk_make_buffer(4096, VK_STORE), b = vk_make_buffer(1024, VK_STORE);
    uint64_t r[1];
    VkQueryPool q = vk_two_queries(VK_QUERY_TYPE_TIMESTAMP);
    VkCommandBuffer c = vk_begin();
    vkCmdResetQueryPool(c, q, 0, 2);
    vkCmdWriteTimestamp(c, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, q, 0);
    vkCmdWriteTimestamp(c, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, q, 1);
    vk_run(c);
    vkGetQueryPoolResults(vk_device, q, 0, 2, 8, r, 8, VK_QUERY_RESULT_64_BIT); // expect: range-overflow arg=dataSize object=query-pool contained=1
    vkDestroyQueryPool(vk_device, q, 0);
    vk_drop_buffer(a);
    vk_drop_buffer(b);
    vk_end();
    return 0;
}
