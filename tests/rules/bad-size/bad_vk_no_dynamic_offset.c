#include "vk_dynamic.h"

/* A set with a dynamic buffer is bound without its offset: lavapipe crashes at work on that. */
int main(void)
{
    uint32_t offset = 0;
    float factor = 2;
    VkCommandBuffer cmd = VK_BEGIN_DYNAMIC(push, 1024);
    vkCmdPushConstants(cmd, compute.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof factor, &factor);
    vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, compute.layout, 0, 1, &compute.set, 0, &offset); // expect: bad-size arg=dynamicOffsetCount object=descriptor-set contained=1
    vk_end_dynamic(cmd);
    return 0;
}
