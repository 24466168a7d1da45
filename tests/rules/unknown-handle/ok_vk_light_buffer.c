// options: --validation no
#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_buffer(4096, VK_STORE);
    VkCommandBuffer commands = vk_new_commands();
    VkBufferCopy copy = { 0, 2048, 64 };
    vk_record(commands);
    vkCmdCopyBuffer(commands, buffer.buffer, buffer.buffer, 1, &copy);
    vkEndCommandBuffer(commands);
    vk_submit(commands, VK_NULL_HANDLE);
    vkQueueWaitIdle(vk_queue);
    vk_drop_buffer(buffer);
    vk_end();
    return 0;
}
