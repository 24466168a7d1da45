#include "vk_world.h"

/* Views before images, buffers before memory; modules and layouts may go as soon as the pipeline stands. */
int main(void)
{
    vk_world();
    struct vk_buffer data = vk_make_buffer(4096, VK_STORE);
    struct vk_compute compute = VK_COMPUTE(double, 1);
    vkDestroyShaderModule(vk_device, compute.module, NULL);
    compute.module = VK_NULL_HANDLE;
    vk_point(&compute, 0, data.buffer);
    VkCommandBuffer cmd = vk_begin();
    vk_bind(cmd, &compute);
    vkCmdDispatch(cmd, 16, 1, 1);
    vk_run(cmd);
    vk_drop_buffer(data);
    vk_drop_compute(&compute);
    vkFreeCommandBuffers(vk_device, vk_pool, 1, &cmd);
    vk_end();
    return 0;
}
