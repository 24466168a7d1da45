#include "vk_world.h"

/* Command buffers of one submission overlap, too. */
int main(void)
{
    vk_world();
    struct vk_buffer data = vk_make_buffer(4096, VK_STORE);
    struct vk_compute compute = VK_COMPUTE(double, 1);
    vk_point(&compute, 0, data.buffer);
    VkCommandBuffer cmds[2] = {vk_begin(), vk_begin()};
    vk_bind(cmds[0], &compute);
    vkCmdDispatch(cmds[0], 16, 1, 1); // site: related
    vkEndCommandBuffer(cmds[0]);
    vk_bind(cmds[1], &compute);
    vkCmdDispatch(cmds[1], 16, 1, 1); // expect: missing-barrier object=buffer
    vkEndCommandBuffer(cmds[1]);
    VkSubmitInfo info = {VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 2, .pCommandBuffers = cmds};
    vkQueueSubmit(vk_queue, 1, &info, VK_NULL_HANDLE);
    vkQueueWaitIdle(vk_queue);
    vk_drop_compute(&compute);
    vk_drop_buffer(data);
    vk_end();
    return 0;
}
