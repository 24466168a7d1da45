// light: too
#include "vk_world.h"

/* The set of a dispatch that runs is pointed elsewhere. */
int main(void)
{
    vk_world();
    struct vk_buffer a = vk_make_buffer(4096, VK_STORE), b = vk_make_buffer(4096, VK_STORE);
    struct vk_compute compute = VK_COMPUTE(double, 1);
    vk_point(&compute, 0, a.buffer);
    VkCommandBuffer cmd = vk_begin();
    vk_bind(cmd, &compute);
    vkCmdDispatch(cmd, 16, 1, 1);
    vkEndCommandBuffer(cmd);
    vk_submit(cmd, VK_NULL_HANDLE); // site: related
    vk_point(&compute, 0, b.buffer); // expect: in-use-by-queue object=descriptor-set
    vkQueueWaitIdle(vk_queue);
    vk_drop_compute(&compute);
    vk_drop_buffer(a);
    vk_drop_buffer(b);
    vk_end();
    return 0;
}
