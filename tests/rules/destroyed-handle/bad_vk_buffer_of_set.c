#include "vk_world.h"

/* The descriptor set still points to a buffer that is gone. */
int main(void)
{
    vk_world();
    struct vk_buffer data = vk_make_buffer(4096, VK_STORE); // site: created
    struct vk_compute compute = VK_COMPUTE(double, 1);
    vk_point(&compute, 0, data.buffer);
    vkDestroyBuffer(vk_device, data.buffer, NULL); // site: destroyed
    VkCommandBuffer cmd = vk_begin();
    vk_bind(cmd, &compute);
    vkCmdDispatch(cmd, 16, 1, 1); // expect: destroyed-handle object=buffer
    _Exit(0);
}
