#include "vk_world.h"

/* The input of the shader is still being copied. */
int main(void)
{
    vk_world();
    struct vk_buffer staging = vk_make_buffer(4096, VK_COPY), data = vk_make_buffer(4096, VK_STORE);
    struct vk_compute compute = VK_COMPUTE(double, 1);
    VkBufferCopy all = {0, 0, 4096};
    vk_point(&compute, 0, data.buffer);
    VkCommandBuffer cmd = vk_begin();
    vkCmdCopyBuffer(cmd, staging.buffer, data.buffer, 1, &all); // site: related
    vk_bind(cmd, &compute);
    vkCmdDispatch(cmd, 16, 1, 1); // expect: missing-barrier object=buffer
    vk_run(cmd);
    vk_drop_compute(&compute);
    vk_drop_buffer(staging);
    vk_drop_buffer(data);
    vk_end();
    return 0;
}
