#include "vk_world.h"

/* The layout has 4 bytes of constants, the program pushes 16. */
int main(void)
{
    uint32_t values[4] = {1, 2, 3, 4};
    vk_world();
    struct vk_compute compute = VK_COMPUTE(push, 1);
    VkCommandBuffer cmd = vk_begin();
    vkCmdPushConstants(cmd, compute.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof values, values); // expect: range-overflow object=pipeline-layout
    vk_run(cmd);
    vk_drop_compute(&compute);
    vk_end();
    return 0;
}
