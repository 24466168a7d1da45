#include "vk_world.h"

/* What the shader wrote is copied out at once. */
int main(void)
{
    vk_world();
    struct vk_buffer data = vk_make_buffer(4096, VK_STORE), out = vk_make_buffer(4096, VK_COPY);
    struct vk_compute compute = VK_COMPUTE(double, 1);
    VkBufferCopy all = {0, 0, 4096};
    vk_point(&compute, 0, data.buffer);
    VkCommandBuffer cmd = vk_begin();
    vk_bind(cmd, &compute);
    vkCmdDispatch(cmd, 16, 1, 1); // site: related
    vkCmdCopyBuffer(cmd, data.buffer, out.buffer, 1, &all); // expect: missing-barrier object=buffer
    vk_run(cmd);
    vk_drop_compute(&compute);
    vk_drop_buffer(data);
    vk_drop_buffer(out);
    vk_end();
    return 0;
}
