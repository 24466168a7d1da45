/* The only buffer that a set leads to is destroyed before the dispatch is submitted. */
// options: --validation no
#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer data = vk_make_buffer(4096, VK_STORE); // site: created
    struct vk_compute compute = VK_COMPUTE(double, 1);
    vk_point(&compute, 0, data.buffer);
    VkCommandBuffer cmd = vk_begin();
    vk_bind(cmd, &compute); // site: related
    vkCmdDispatch(cmd, 16, 1, 1);
    vkEndCommandBuffer(cmd);
    vkDestroyBuffer(vk_device, data.buffer, NULL); // site: destroyed
    vk_submit(cmd, VK_NULL_HANDLE); // expect: destroyed-handle arg=pSubmits[0].pCommandBuffers[0] object=buffer contained=1
    vkFreeMemory(vk_device, data.memory, NULL);
    vk_drop_compute(&compute);
    vk_end();
    return 0;
}
