#include "vk_world.h"

/* The binding is left out, and the dispatch misses it: one mistake. */
int main(void)
{
    vk_world();
    struct vk_buffer data = vk_make_buffer(4096, VK_STORE);
    struct vk_compute compute = vk_make_compute(vk_double_code, sizeof vk_double_code, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC, 1);
    VkDescriptorBufferInfo what = {data.buffer, 0, 2048};
    uint32_t offset = 4096 - 256;
    vk_write(&compute, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC, NULL, &what);
    VkCommandBuffer cmd = vk_begin();
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, compute.pipeline);
    vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, compute.layout, 0, 1, &compute.set, 1, &offset); // expect: range-overflow
    vkCmdDispatch(cmd, 1, 1, 1);
    vk_run(cmd);
    vk_drop_compute(&compute);
    vk_drop_buffer(data);
    vk_end();
    return 0;
}
