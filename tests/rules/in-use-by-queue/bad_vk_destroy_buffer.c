// light: too
#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_buffer(4 << 20, VK_COPY);
    VkCommandBuffer cmd = vk_begin();
    vkCmdFillBuffer(cmd, buffer.buffer, 0, VK_WHOLE_SIZE, 7);
    vkEndCommandBuffer(cmd);
    vk_submit(cmd, VK_NULL_HANDLE); // site: related
    vkDestroyBuffer(vk_device, buffer.buffer, NULL); // expect: in-use-by-queue arg=buffer object=buffer
    vkQueueWaitIdle(vk_queue);
    vkFreeMemory(vk_device, buffer.memory, NULL);
    vk_end();
    return 0;
}
