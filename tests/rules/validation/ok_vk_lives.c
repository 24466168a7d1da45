/* Lives of command buffers and fences: resets in every state, begins that reset, pools that are reset, recordings for one time that are made anew. */
#include "vk_world.h"

static void command_buffers(struct vk_buffer buffer)
{
    VkCommandBufferBeginInfo once = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    VkCommandBuffer cmd = vk_begin();
    vkResetCommandBuffer(cmd, 0);
    vk_record(cmd);
    vkCmdFillBuffer(cmd, buffer.buffer, 0, 4096, 1);
    vkResetCommandPool(vk_device, vk_pool, 0);
    vk_record(cmd);
    vkEndCommandBuffer(cmd);
    vk_record(cmd);
    vkCmdFillBuffer(cmd, buffer.buffer, 0, 4096, 1);
    vk_run(cmd);
    for (int i = 0; i < 6; i++) {
        if (i % 2)
            vkResetCommandPool(vk_device, vk_pool, VK_COMMAND_POOL_RESET_RELEASE_RESOURCES_BIT);
        vkBeginCommandBuffer(cmd, &once);
        vkCmdFillBuffer(cmd, buffer.buffer, 0, 4096, 1);
        vk_run(cmd);
    }
    vkFreeCommandBuffers(vk_device, vk_pool, 1, &cmd);
    for (int i = 0; i < 20; i++) {         /* the same value in several states */
        cmd = vk_begin();
        if (i % 3)
            vkEndCommandBuffer(cmd);
        if (i % 3 == 2) {
            vk_submit(cmd, VK_NULL_HANDLE);
            vkQueueWaitIdle(vk_queue);
        }
        vkFreeCommandBuffers(vk_device, vk_pool, 1, &cmd);
    }
}

static void fences(void)
{
    VkFence fence = vk_new_fence(VK_FENCE_CREATE_SIGNALED_BIT);
    for (int i = 0; i < 3; i++) {
        vkWaitForFences(vk_device, 1, &fence, VK_TRUE, UINT64_MAX);
        vkResetFences(vk_device, 1, &fence);
        vkQueueSubmit(vk_queue, 0, NULL, fence);
        while (i == 1 && vkGetFenceStatus(vk_device, fence) != VK_SUCCESS)
            ;
        vkDeviceWaitIdle(vk_device);
    }
    vkDestroyFence(vk_device, fence, NULL);
}

int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_buffer(4096, VK_COPY);
    command_buffers(buffer);
    fences();
    vk_drop_buffer(buffer);
    vk_end();
    return 0;
}
