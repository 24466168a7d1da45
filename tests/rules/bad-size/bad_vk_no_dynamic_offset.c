#include "vk_world.h"

/* A set with a dynamic buffer is bound without its offset: lavapipe crashes at work on that. */
int main(void)
{
    uint32_t offset = 0;
    float factor = 2;
    vk_world();
    struct vk_buffer data = vk_make_buffer(4096, VK_STORE);
    struct vk_compute compute = vk_make_compute(vk_push_code, sizeof vk_push_code, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC, 1);
    VkDescriptorBufferInfo part = {data.buffer, 0, 1024};
    vk_write(&compute, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC, NULL, &part);
    VkCommandBuffer cmd = vk_begin();
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, compute.pipeline);
    vkCmdPushConstants(cmd, compute.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof factor, &factor);
    vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, compute.layout, 0, 1, &compute.set, 0, &offset); // expect: bad-size arg=dynamicOffsetCount object=descriptor-set contained=1
    vkCmdDispatch(cmd, 1, 1, 1);
    vk_run(cmd);
    vk_drop_compute(&compute);
    vk_drop_buffer(data);
    vk_end();
    return 0;
}
