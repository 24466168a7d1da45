// light: too
#include "vk_world.h"

/* The buffer lives, its memory is freed before the commands are submitted. */
int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_buffer(4096, VK_COPY);
    VkCommandBuffer cmd = vk_begin();
    vkCmdFillBuffer(cmd, buffer.buffer, 0, 4096, 7); // site: related
    vkEndCommandBuffer(cmd);
    vkFreeMemory(vk_device, buffer.memory, NULL); // site: destroyed
    vk_submit(cmd, VK_NULL_HANDLE); // expect: destroyed-handle object=memory
    _Exit(0);
}
