#include "vk_world.h"

/* Three frames in flight, each with a fence that is waited for before its command buffer is recorded again. */
int main(void)
{
    vk_world();
    struct vk_buffer buffer[3];
    VkCommandBuffer cmd[3];
    VkFence fence[3];
    for (int i = 0; i < 3; i++) {
        buffer[i] = vk_make_buffer(1 << 16, VK_COPY);
        cmd[i] = vk_new_commands();
        fence[i] = vk_new_fence(VK_FENCE_CREATE_SIGNALED_BIT);
    }
    for (int frame = 0; frame < 12; frame++) {
        int i = frame % 3;
        vkWaitForFences(vk_device, 1, &fence[i], VK_TRUE, UINT64_MAX);
        vkResetFences(vk_device, 1, &fence[i]);
        vk_record(cmd[i]);
        vkCmdFillBuffer(cmd[i], buffer[i].buffer, 0, VK_WHOLE_SIZE, frame);
        vkEndCommandBuffer(cmd[i]);
        vk_submit(cmd[i], fence[i]);
    }
    vkDeviceWaitIdle(vk_device);
    for (int i = 0; i < 3; i++) {
        vkDestroyFence(vk_device, fence[i], NULL);
        vk_drop_buffer(buffer[i]);
    }
    vk_end();
    return 0;
}
