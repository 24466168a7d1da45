#include "vk_dynamic.h"

/* The binding is left out, and the dispatch misses it: one mistake. */
int main(void)
{
    uint32_t offset = 4096 - 256;
    VkCommandBuffer cmd = VK_BEGIN_DYNAMIC(double, 2048);
    vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, compute.layout, 0, 1, &compute.set, 1, &offset); // expect: range-overflow object=buffer
    vk_end_dynamic(cmd);
    return 0;
}
