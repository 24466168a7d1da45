#include "vk_world.h"

/* Two devices; the buffer is the other one's. */
int main(void)
{
    vk_world();
    VkDevice first = vk_device;
    vk_device = vk_new_device();
    VkDevice other = vk_device;
    struct vk_buffer buffer = vk_make_buffer(4096, VK_COPY); // site: created
    vk_device = first;
    VkCommandBuffer cmd = vk_begin();
    vkCmdFillBuffer(cmd, buffer.buffer, 0, 4096, 7); // expect: wrong-context object=buffer
    vkEndCommandBuffer(cmd);
    vkDestroyBuffer(other, buffer.buffer, NULL);
    vkFreeMemory(other, buffer.memory, NULL);
    vkDestroyDevice(other, NULL);
    vk_end();
    return 0;
}
