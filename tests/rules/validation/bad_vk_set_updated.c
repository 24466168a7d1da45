// light: too
#include "vk_world.h"

/* The set leads elsewhere when the command buffer that has it is submitted. */
int main(void)
{
    vk_world();
    struct vk_buffer data = vk_make_buffer(4096, VK_STORE), other = vk_make_buffer(4096, VK_STORE);
    struct vk_compute compute = VK_COMPUTE(double, 1);
    vk_point(&compute, 0, data.buffer);
    VkCommandBuffer cmd = vk_begin();
    vk_bind(cmd, &compute); // site: related
    vkCmdDispatch(cmd, 16, 1, 1);
    vkEndCommandBuffer(cmd);
    vk_point(&compute, 0, other.buffer); // site: related
    vk_submit(cmd, VK_NULL_HANDLE); // expect: validation object=descriptor-set
    vkQueueWaitIdle(vk_queue);
    vk_drop_compute(&compute);
    vk_drop_buffer(data);
    vk_drop_buffer(other);
    vk_end();
    return 0;
}
