#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer data = vk_make_buffer(4096, VK_STORE);
    struct vk_compute one = VK_COMPUTE(double, 1), two = VK_COMPUTE(copy, 2);
    vk_point(&one, 0, data.buffer);
    VkCommandBuffer cmd = vk_begin();
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, two.pipeline);
    vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, two.layout, 0, 1, &one.set, 0, NULL); // expect: wrong-type-handle arg=pDescriptorSets object=descriptor-set
    vkCmdDispatch(cmd, 1, 1, 1);
    vk_run(cmd);
    vk_drop_compute(&one);
    vk_drop_compute(&two);
    vk_drop_buffer(data);
    vk_end();
    return 0;
}
