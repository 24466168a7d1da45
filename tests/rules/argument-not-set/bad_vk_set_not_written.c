#include "vk_world.h"

/* The set was allocated and bound, but never told what it holds. */
int main(void)
{
    vk_world();
    struct vk_compute compute = VK_COMPUTE(double, 1);
    VkCommandBuffer cmd = vk_begin();
    vk_bind(cmd, &compute);
    vkCmdDispatch(cmd, 16, 1, 1); // expect: argument-not-set object=descriptor-set
    vkEndCommandBuffer(cmd);
    vk_drop_compute(&compute);
    vk_end();
    return 0;
}
