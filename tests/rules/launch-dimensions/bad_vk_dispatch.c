#include "vk_world.h"

int main(void)
{
    VkPhysicalDeviceProperties properties;
    vk_world();
    vkGetPhysicalDeviceProperties(vk_physical, &properties);
    struct vk_buffer data = vk_make_buffer(4096, VK_STORE);
    struct vk_compute compute = VK_COMPUTE(double, 1);
    vk_point(&compute, 0, data.buffer);
    VkCommandBuffer cmd = vk_begin();
    vk_bind(cmd, &compute);
    vkCmdDispatch(cmd, properties.limits.maxComputeWorkGroupCount[0] + 1, 1, 1); // expect: launch-dimensions arg=groupCountX
    vkEndCommandBuffer(cmd);
    vk_drop_compute(&compute);
    vk_drop_buffer(data);
    vk_end();
    return 0;
}
