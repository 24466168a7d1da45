/* Each handle where it belongs, a fence among them. */
#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_buffer(4096, VK_STORE);
    VkFence fence = vk_new_fence(0);
    VkBufferCopy copy = { 0, 2048, 64 };
    VkCommandBuffer commands = vk_begin();
    vkCmdCopyBuffer(commands, buffer.buffer, buffer.buffer, 1, &copy);
    vkEndCommandBuffer(commands);
    vk_submit(commands, fence);
    vkWaitForFences(vk_device, 1, &fence, VK_TRUE, UINT64_MAX);
    vkDestroyFence(vk_device, fence, NULL);
    vk_drop_buffer(buffer);
    vk_end();
    return 0;
}
