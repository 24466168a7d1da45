#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer data = vk_make_buffer(4096, VK_STORE);
    struct vk_compute compute = VK_COMPUTE(double, 1);
    vk_point(&compute, 0, data.buffer);
    VkCommandBuffer cmd = vk_begin();
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, compute.pipeline);
    vkCmdDispatch(cmd, 16, 1, 1); // expect: argument-not-set object=pipeline says=descriptor_set_that_is_not_bound
    vkEndCommandBuffer(cmd);
    vk_drop_compute(&compute);
    vk_drop_buffer(data);
    vk_end();
    return 0;
}
