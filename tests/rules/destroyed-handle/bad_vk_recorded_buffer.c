// light: too
#include "vk_world.h"

/* The staging buffer is gone before the commands that read it are submitted. */
int main(void)
{
    vk_world();
    struct vk_buffer from = vk_make_buffer(4096, VK_COPY), to = vk_make_buffer(4096, VK_COPY);
    VkBufferCopy all = {0, 0, 4096};
    VkCommandBuffer cmd = vk_begin();
    vkCmdCopyBuffer(cmd, from.buffer, to.buffer, 1, &all); // site: related
    vkEndCommandBuffer(cmd);
    vkDestroyBuffer(vk_device, from.buffer, NULL); // site: destroyed
    vk_submit(cmd, VK_NULL_HANDLE); // expect: destroyed-handle object=buffer
    _Exit(0);
}
